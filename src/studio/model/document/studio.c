// SPDX-License-Identifier: MIT
//
// An open project: what it holds, where its own files lie, and closing it.

#define _XOPEN_SOURCE 700 // clock_gettime

#include "studio/model/document/studio.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

MienStatus studio_no_memory(MieniProblem *problem, const char *path)
{
    return mieni_problem_set(problem, path, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory");
}

int64_t studio_now(const Studio *studio)
{
    struct timespec now;
    if (studio->options.clock != NULL)
        return studio->options.clock(studio->options.user);
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool studio_state_path(const Studio *studio, const char *folder, const char *ending,
                       char out[MIENI_PATH_ROOM])
{
    return studio->options.state_folder != NULL &&
           snprintf(out, MIENI_PATH_ROOM, "%s/%s/%s%s", studio->options.state_folder, folder,
                    studio->state_name, ending) < MIENI_PATH_ROOM;
}

void studio_close(Studio *studio)
{
    if (studio == NULL)
        return;
    studio_journal_end(&studio->journal);
    if (!studio->is_read_only && studio->journal.path[0] != '\0' && studio_edited_count(studio) == 0)
        unlink(studio->journal.path);
    studio_lock_drop(&studio->lock);
    studio_history_release(&studio->history);
    studio_transfers_destroy(studio->files.transfers);
    studio_files_release(&studio->files);
    mieni_paths_release(&studio->others);
    free(studio->many);
    mieni_project_close(&studio->project);
    free(studio);
}

void studio_discard(Studio *studio)
{
    if (studio == NULL)
        return;
    if (!studio->is_read_only && studio->journal.path[0] != '\0')
        unlink(studio->journal.path);
    studio->journal.path[0] = '\0';
    studio_close(studio);
}

MienStatus studio_create(const char *folder, const char *name, MieniProblem *problem)
{
    MieniProject project;
    mieni_project_open_loose(&project, folder);
    return mieni_project_make(&project, name, problem);
}

MienStatus studio_asset(Studio *studio, const char *path, const MieniAsset **out_asset, MieniProblem *problem)
{
    StudioFile *file = studio_files_find(&studio->files, path);
    *out_asset = NULL;
    if (file == NULL)
        return mieni_problem_set(problem, path, MIEN_ERROR_FILE, mieni_nowhere(), "File not found");
    return studio_file_tree(&studio->files, file, out_asset, problem);
}

bool studio_exists(const Studio *studio, const char *path)
{
    const StudioFile *file = studio_files_find(&studio->files, path);
    return file != NULL && studio_file_is_there(file);
}

int studio_edited_count(const Studio *studio)
{
    int count = 0;
    for (int i = 0; i < studio->files.count; ++i)
        count += studio_file_is_edited(studio->files.items[i]);
    return count;
}

MienStatus studio_hash(Studio *studio, uint64_t *out_hash, MieniProblem *problem)
{
    *out_hash = 14695981039346656037u;
    for (int i = 0; i < studio->files.count; ++i) {
        StudioFile *file = studio->files.items[i];
        const MienStatus status = studio_file_know(&studio->files, file, problem);
        if (status != MIEN_OK)
            return status;
        if (file->now == NULL)
            continue;
        for (const char *at = file->path; *at != '\0'; ++at)
            *out_hash = (*out_hash ^ (unsigned char)*at) * 1099511628211u;
        *out_hash = (*out_hash ^ studio_text_hash(file->now)) * 1099511628211u;
    }
    return MIEN_OK;
}
