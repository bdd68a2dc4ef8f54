// SPDX-License-Identifier: MIT
//
// Saving.

#define _XOPEN_SOURCE 700 // unlink

#include "studio/model/save.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void destroy(StudioSave *save)
{
    for (int i = 0; i < save->count; ++i)
        studio_text_drop(save->files[i].text);
    free(save->files);
    free(save);
}

/// Adds a file if it is edited; false if it cannot be saved.
static MienStatus add_file(StudioSave *save, const StudioFile *file, MieniProblem *problem)
{
    if (!studio_file_is_edited(file))
        return MIEN_OK;
    if (file->is_contested)
        return mieni_problem_set(problem, file->path, MIEN_ERROR_DATA,
                                 "The file also changed on disk: keep yours or load theirs first.", "%s", "");
    save->files[save->count++] =
        (StudioSaveFile){.path = file->path, .text = studio_text_hold(file->now), .expected = file->stamp};
    return MIEN_OK;
}

MienStatus studio_save_begin(Studio *studio, const char *path, StudioSave **out_save, MieniProblem *problem)
{
    StudioSave *save = calloc(1, sizeof *save);
    MienStatus status = MIEN_OK;
    *out_save = NULL;
    if (save != NULL)
        save->files = calloc((size_t)studio->files.count + 1, sizeof *save->files);
    if (save == NULL || save->files == NULL) {
        free(save);
        return studio_no_memory(problem, "");
    }
    save->disk = studio->files.disk;
    save->journal_size = studio->journal.size;
    if (studio->is_read_only)
        status = mieni_problem_set(problem, "", MIEN_ERROR_ARGUMENT, studio->read_only_reason, "%s", "");
    else if (studio->history.depth > 0)
        status = mieni_problem_set(problem, "", MIEN_ERROR_ARGUMENT,
                                   "Something is still being done: end it first.", "%s", "");
    for (int i = 0; i < studio->files.count && status == MIEN_OK; ++i)
        if (path == NULL || strcmp(studio->files.items[i]->path, path) == 0)
            status = add_file(save, studio->files.items[i], problem);
    save->is_whole = save->count == studio_edited_count(studio);
    if (status == MIEN_OK) {
        *out_save = save;
        ++studio->save_count;
    } else {
        destroy(save);
    }
    return status;
}

static MienStatus write_file(const StudioSave *save, StudioSaveFile *file, MieniProblem *problem)
{
    MieniProject project;
    StudioStamp now;
    studio_stamp_take(save->disk.root, file->path, &now);
    if (!studio_stamp_same(&now, &file->expected))
        return mieni_problem_set(problem, file->path, MIEN_ERROR_DATA,
                                 "The file changed on disk meanwhile: look at it before saving.", "%s", "");
    MienStatus status = MIEN_OK;
    studio_disk_open(&save->disk, &project);
    if (file->text != NULL) {
        status = mieni_project_write(&project, file->path, file->text->bytes, file->text->size, problem);
    } else if (now.is_there) {
        status = mieni_project_remove(&project, file->path, problem);
    }
    if (status != MIEN_OK)
        return mieni_problem_in(problem, file->path, status);
    studio_stamp_take(save->disk.root, file->path, &file->written);
    file->is_written = true;
    return MIEN_OK;
}

void studio_save_run(StudioSave *save)
{
    for (int i = 0; i < save->count; ++i) {
        MieniProblem problem = {0};
        const MienStatus status = write_file(save, &save->files[i], &problem);
        if (status == MIEN_OK || save->status != MIEN_OK)
            continue;
        save->status = status;
        save->problem = problem;
    }
}

MienStatus studio_save_end(Studio *studio, StudioSave *save, MieniProblem *problem)
{
    const MienStatus status = save->status;
    MieniPaths written = {0};
    --studio->save_count;
    for (int i = 0; i < save->count; ++i) {
        const StudioSaveFile *file = &save->files[i];
        if (!file->is_written)
            continue;
        studio_file_set_saved(studio_files_find(&studio->files, file->path), file->text, &file->written);
        mieni_paths_add(&written, file->path); // without memory listeners hear of fewer
    }
    studio->history.is_merge_barred = true;
    if (status == MIEN_OK && save->is_whole) {
        // A journal that missed something is of use again only if nothing is left to lose.
        const bool stays_failed = studio->journal.has_failed && studio_edited_count(studio) > 0;
        if (studio_journal_cut(&studio->journal, save->journal_size, &studio->journal.problem) != MIEN_OK)
            studio->journal.has_failed = true;
        studio->journal.has_failed = studio->journal.has_failed || stays_failed;
    }
    if (status != MIEN_OK && problem != NULL)
        *problem = save->problem;
    studio_emit_paths(studio, STUDIO_EVENT_SAVED, &written);
    mieni_paths_release(&written);
    destroy(save);
    return status;
}

MienStatus studio_save(Studio *studio, MieniProblem *problem)
{
    StudioSave *save;
    const MienStatus status = studio_save_begin(studio, NULL, &save, problem);
    if (status != MIEN_OK)
        return status;
    studio_save_run(save);
    return studio_save_end(studio, save, problem);
}
