// SPDX-License-Identifier: MIT
//
// Saving.

#include "studio/model/document/save.h"

#include "project/edit/edit.h"
#include "project/files/os.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATIENCE = 20 }; ///< Seconds to wait for a command that changes files.

static void destroy(StudioSave *save)
{
    for (int i = 0; i < save->count; ++i) {
        studio_text_drop(save->files[i].text);
        studio_text_drop(save->files[i].saved);
    }
    free(save->files);
    free(save);
}

/// Adds a file if it is edited; false if it cannot be saved.
static MienStatus add_file(StudioSave *save, const StudioFile *file, MieniProblem *problem)
{
    if (!studio_file_is_edited(file))
        return MIEN_OK;
    if (file->is_contested)
        return mieni_problem_set(
            problem, file->path, MIEN_ERROR_DATA, mieni_nowhere(),
            "The file also changed on disk; keep your version or load the one on disk first");
    save->files[save->count++] = (StudioSaveFile){
        .path = file->path, .text = studio_text_hold(file->now), .saved = studio_text_hold(file->saved)};
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
    studio_disk_open(&studio->files.disk, &save->project);
    snprintf(save->project.build, sizeof save->project.build, "%s", studio->project.build);
    save->patience = PATIENCE;
    save->journal_size = studio->journal.size;
    if (studio->is_read_only)
        status = mieni_problem_set(problem, "", MIEN_ERROR_ARGUMENT, mieni_nowhere(), "%s",
                                   studio->read_only_reason);
    else if (studio->history.depth > 0)
        status =
            mieni_problem_set(problem, "", MIEN_ERROR_ARGUMENT, mieni_nowhere(), "An edit is in progress");
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

static MienStatus delete_file(const StudioSave *save, const StudioSaveFile *file, const MieniFileWas *was,
                              MieniProblem *problem)
{
    if (!mieni_project_exists(&save->project, file->path))
        return MIEN_OK;
    return mieni_project_is_as(&save->project, file->path, was)
               ? mieni_project_remove(&save->project, file->path, problem)
               : mieni_problem_changed(problem, file->path);
}

static MienStatus write_file(const StudioSave *save, StudioSaveFile *file, MieniProblem *problem)
{
    MieniFileWas was;
    mieni_file_was(&was, file->saved != NULL ? file->saved->bytes : NULL,
                   file->saved != NULL ? file->saved->size : 0);
    const MienStatus status = file->text != NULL
                                  ? mieni_project_write_over(&save->project, file->path, file->text->bytes,
                                                             file->text->size, &was, problem)
                                  : delete_file(save, file, &was, problem);
    if (status != MIEN_OK)
        return mieni_problem_in(problem, file->path, status);
    studio_stamp_take(save->project.root, file->path, &file->written);
    file->is_written = true;
    return MIEN_OK;
}

void studio_save_run(StudioSave *save)
{
    const MieniEditOptions options = {.seconds = save->patience};
    int lock = -1;
    if (save->count > 0)
        save->status = mieni_edit_lock(&save->project, &options, &lock, &save->problem);
    if (save->status != MIEN_OK)
        return;
    for (int i = 0; i < save->count; ++i) {
        MieniProblem problem = {0};
        const MienStatus status = write_file(save, &save->files[i], &problem);
        if (status == MIEN_OK || save->status != MIEN_OK)
            continue;
        save->status = status;
        save->problem = problem;
    }
    if (lock >= 0)
        mieni_os_close(lock);
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
        mieni_paths_add(&written, file->path); // if out of memory listeners hear of fewer
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
