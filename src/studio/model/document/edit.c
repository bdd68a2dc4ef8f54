// SPDX-License-Identifier: MIT
//
// Turns writes into a snapshot into a step.

#include "studio/model/document/edit.h"

#include "project/pose_curves.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

MienStatus studio_edit_begin(StudioEdit *out_edit, Studio *studio, MieniProblem *problem)
{
    *out_edit = (StudioEdit){.studio = studio};
    if (studio->is_read_only)
        return mieni_problem_set(problem, "", MIEN_ERROR_ARGUMENT, mieni_nowhere(), "%s",
                                 studio->read_only_reason);
    const MienStatus status = studio_snapshot_make(&studio->files, &out_edit->snapshot, problem);
    if (status == MIEN_OK)
        out_edit->project = &out_edit->snapshot->project;
    return status;
}

/// Whether a file is as it was when the edit began.
static bool is_as_begun(const StudioEdit *edit, const StudioFile *file)
{
    const StudioSnapshotFile *begun = studio_snapshot_find(edit->snapshot, file->path);
    return begun != NULL ? begun->text == file->now || studio_text_same(begun->text, file->now)
                         : !studio_file_is_edited(file);
}

static MienStatus note_write(const StudioEdit *edit, StudioStep *step, const StudioWrite *write,
                             MieniProblem *problem)
{
    StudioFiles *files = &edit->studio->files;
    StudioFile *file = studio_files_add(files, write->path);
    if (file == NULL)
        return studio_no_memory(problem, write->path);
    const MienStatus status = studio_file_know(files, file, problem);
    if (status != MIEN_OK)
        return status;
    if (!is_as_begun(edit, file))
        return mieni_problem_set(problem, write->path, MIEN_ERROR_DATA, mieni_nowhere(),
                                 "The file changed in the meantime; try again");
    return studio_step_note(step, write->path, file->now, write->text)
               ? MIEN_OK
               : studio_no_memory(problem, write->path);
}

MienStatus studio_edit_end(StudioEdit *edit, MienStatus status, const char *label, const char *key,
                           MieniProblem *problem)
{
    if (status == MIEN_OK && edit->snapshot->write_count > 0) {
        StudioStep *step = studio_step_make(label, key, studio_now(edit->studio));
        if (step == NULL)
            status = studio_no_memory(problem, "");
        for (int i = 0; i < edit->snapshot->write_count && status == MIEN_OK; ++i)
            status = note_write(edit, step, &edit->snapshot->writes[i], problem);
        if (status == MIEN_OK)
            status = studio_commit(edit->studio, step, problem);
        else
            studio_step_destroy(step);
    }
    studio_edit_drop(edit);
    return status;
}

MienStatus studio_edit_endf(StudioEdit *edit, MienStatus status, MieniProblem *problem, const char *key,
                            const char *label, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, label);
    vsnprintf(text, sizeof text, label, arguments);
    va_end(arguments);
    return studio_edit_end(edit, status, text, key, problem);
}

void studio_edit_drop(StudioEdit *edit)
{
    studio_snapshot_destroy(edit->snapshot);
    *edit = (StudioEdit){0};
}

MienStatus studio_edit_load(const StudioEdit *edit, const char *path, MieniAsset *out_asset,
                            MieniProblem *problem)
{
    return mieni_project_load(edit->project, path, mieni_asset_kind_of_path(path), out_asset, problem);
}

MienStatus studio_edit_save(const StudioEdit *edit, const char *path, MieniAsset *asset, MienStatus status,
                            const MienError *error, MieniProblem *problem)
{
    if (status == MIEN_OK)
        status = asset->kind == MIENI_ASSET_POSES
                     ? mieni_pose_curves_save(edit->project, path, asset, NULL, problem)
                     : mieni_project_save(edit->project, path, asset, problem);
    else if (status == MIEN_ERROR_MEMORY)
        studio_no_memory(problem, path);
    else
        mieni_problem_set(problem, path, status, mieni_at("%s", error->location), "%s", error->message);
    mieni_asset_release(asset);
    return status;
}

MienStatus studio_change(Studio *studio, const char *path, StudioChangeAsset *change, void *user,
                         const char *label, const char *key, MieniProblem *problem)
{
    StudioEdit edit;
    MieniAsset asset;
    MienError error = {0};
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    if (status == MIEN_OK)
        status = studio_edit_load(&edit, path, &asset, problem);
    if (status == MIEN_OK)
        status = studio_edit_save(&edit, path, &asset, change(user, &asset, &error), &error, problem);
    return studio_edit_end(&edit, status, label, key, problem);
}
