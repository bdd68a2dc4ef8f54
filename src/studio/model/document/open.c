// SPDX-License-Identifier: MIT
//
// Opening a project: its files, its journal, and who may write.

#define _XOPEN_SOURCE 700 // realpath, clock_gettime

#include "core/sha256.h"
#include "project/edit/edit.h"
#include "studio/model/commands/many.h"
#include "studio/model/document/recover.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/// A name for the project's own files elsewhere: that of its folder, and a hash of where it is.
static void name_state(Studio *studio)
{
    uint8_t digest[32];
    MieniSha256 hash;
    const char *root = studio->files.disk.root, *slash = strrchr(root, '/');
    char name[16];
    mieni_sha256_begin(&hash);
    mieni_sha256_update(&hash, root, strlen(root));
    mieni_sha256_end(&hash, digest);
    snprintf(name, sizeof name, "%s", slash != NULL ? slash + 1 : root);
    for (char *at = name; *at != '\0'; ++at)
        if (!((*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || (*at >= '0' && *at <= '9')))
            *at = '_';
    int size = snprintf(studio->state_name, sizeof studio->state_name, "%s-", name);
    for (int i = 0; i < 8; ++i)
        size += snprintf(studio->state_name + size, sizeof studio->state_name - (size_t)size, "%02x",
                         (unsigned)digest[i]);
}

/// Lists the files; none is read.
static MienStatus list_files(Studio *studio, MieniProblem *problem)
{
    MieniPaths paths = {0};
    MienStatus status = mieni_project_files(&studio->project, &paths, problem);
    if (status == MIEN_OK)
        status = studio_many_sort_out(&studio->project, studio->options.many_shards, &paths, &studio->others,
                                      &studio->many, &studio->many_count, problem);
    for (int i = 0; i < paths.count && status == MIEN_OK; ++i) {
        StudioFile *file = studio_files_add(&studio->files, paths.items[i]);
        if (file == NULL)
            status = studio_no_memory(problem, paths.items[i]);
        else
            file->is_listed = true;
    }
    mieni_paths_release(&paths);
    return status;
}

static void set_read_only(Studio *studio, const char *reason)
{
    studio->is_read_only = true;
    snprintf(studio->read_only_reason, sizeof studio->read_only_reason, "%s", reason);
}

/// Becomes the one who writes, and begins a journal; or says why not.
static MienStatus take_pen(Studio *studio, MieniProblem *problem)
{
    char path[MIENI_PATH_ROOM], reason[80];
    MieniProblem refused = {0};
    if (studio_lock_take(&studio->lock, &studio->project, &refused) != MIEN_OK) {
        set_read_only(studio, "Its folder is not writable.");
        return MIEN_OK;
    }
    if (studio->lock.descriptor < 0) {
        snprintf(reason, sizeof reason, "It is open in another window (process %ld).", studio->lock.owner);
        set_read_only(studio, reason);
        return MIEN_OK;
    }
    studio->is_read_only = false;
    studio->read_only_reason[0] = '\0';
    if (!studio_state_path(studio, "journal", ".journal", path))
        return MIEN_OK;
    MienStatus status = studio_recover_look(studio, path, problem);
    if (status == MIEN_OK &&
        studio_journal_begin(&studio->journal, path, &studio->journal.problem) != MIEN_OK)
        studio->journal.has_failed = true; // told by an event with the first step
    return status;
}

MienStatus studio_open(Studio **out_studio, const char *path, const StudioOptions *options,
                       MieniProblem *problem)
{
    Studio *studio = calloc(1, sizeof *studio);
    *out_studio = NULL;
    if (studio == NULL)
        return studio_no_memory(problem, path);
    if (options != NULL)
        studio->options = *options;
    studio->history.budget = studio->options.history_size;
    studio->journal.descriptor = studio->lock.descriptor = -1;
    MienStatus status = mieni_project_open(&studio->project, path, problem);
    if (status == MIEN_OK && studio->project.root[0] == '\0') { // the current folder may change
        char *here = realpath(".", NULL);
        snprintf(studio->project.root, sizeof studio->project.root, "%s", here != NULL ? here : "");
        free(here);
    }
    snprintf(studio->files.disk.root, sizeof studio->files.disk.root, "%s", studio->project.root);
    studio->files.disk.is_confined = studio->project.is_confined;
    studio->files.transfers = studio_transfers_create(); // without it, all is made again every time
    name_state(studio);
    if (status == MIEN_OK && !studio->options.is_read_only)
        mieni_edit_resume(&studio->project, NULL, NULL); // if it cannot be, saving says why
    if (status == MIEN_OK)
        status = list_files(studio, problem);
    if (status == MIEN_OK && studio->options.is_read_only)
        set_read_only(studio, "It was opened as read-only.");
    else if (status == MIEN_OK)
        status = take_pen(studio, problem);
    if (status == MIEN_OK)
        *out_studio = studio;
    else
        studio_close(studio);
    return status;
}

MienStatus studio_take_over(Studio *studio, MieniProblem *problem)
{
    if (!studio->is_read_only)
        return MIEN_OK;
    studio->options.is_read_only = false;
    const MienStatus status = take_pen(studio, problem);
    if (status == MIEN_OK && studio->is_read_only)
        return mieni_problem_set(problem, "", MIEN_ERROR_FILE, mieni_nowhere(), "%s",
                                 studio->read_only_reason);
    return status;
}
