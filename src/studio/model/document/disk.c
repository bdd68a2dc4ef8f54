// SPDX-License-Identifier: MIT
//
// Detects changes on disk and handles them.

#include "studio/model/document/disk.h"

#include "studio/model/commands/many.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void destroy(StudioLook *look)
{
    for (int i = 0; i < look->count; ++i)
        studio_text_drop(look->files[i].text);
    free(look->files);
    mieni_paths_release(&look->found);
    mieni_paths_release(&look->others);
    free(look->many);
    studio_snapshot_destroy(look->snapshot);
    free(look);
}

MienStatus studio_look_begin(Studio *studio, StudioLook **out_look, MieniProblem *problem)
{
    StudioLook *look = calloc(1, sizeof *look);
    *out_look = NULL;
    if (look != NULL)
        look->files = calloc((size_t)studio->files.count + 1, sizeof *look->files);
    if (look == NULL || look->files == NULL) {
        free(look);
        return studio_no_memory(problem, "");
    }
    const MienStatus status = studio_snapshot_make(&studio->files, &look->snapshot, problem);
    if (status != MIEN_OK) {
        destroy(look);
        return status;
    }
    look->snapshot->project.overlay = NULL; // the disk itself is looked at
    look->disk = studio->files.disk;
    look->many_shards = studio->options.many_shards;
    for (int i = 0; i < studio->files.count; ++i) {
        const StudioFile *file = studio->files.items[i];
        if (file->is_known)
            look->files[look->count++] =
                (StudioSeen){.path = file->path, .stamp = file->stamp, .revision = file->revision};
    }
    *out_look = look;
    return MIEN_OK;
}

void studio_look_run(StudioLook *look)
{
    const MieniProject *project = &look->snapshot->project;
    look->status = mieni_project_files(project, &look->found, &look->problem);
    if (look->status == MIEN_OK)
        look->status = studio_many_sort_out(project, look->many_shards, &look->found, &look->others,
                                            &look->many, &look->many_count, &look->problem);
    for (int i = 0; i < look->count && look->status == MIEN_OK; ++i) {
        StudioSeen *seen = &look->files[i];
        StudioStamp stamp;
        studio_stamp_take(look->disk.root, seen->path, &stamp);
        if (studio_stamp_same(&stamp, &seen->stamp))
            continue;
        seen->is_changed = true;
        look->status = studio_disk_read(&look->disk, seen->path, &seen->text, &seen->stamp, &look->problem);
    }
}

/// A file becomes another text, as a step.
static MienStatus replace(Studio *studio, StudioFile *file, StudioText *text, const char *verb,
                          MieniProblem *problem)
{
    char label[400];
    snprintf(label, sizeof label, "%s %.300s", verb, file->path);
    StudioStep *step = studio_step_make(label, NULL, studio_now(studio));
    if (step == NULL || !studio_step_note(step, file->path, file->now, text)) {
        studio_step_destroy(step);
        return studio_no_memory(problem, file->path);
    }
    return studio_commit(studio, step, problem);
}

/// What becomes of one known file that changed on disk.
static MienStatus take_seen(Studio *studio, StudioSeen *seen, StudioLooked *looked, MieniPaths *contested,
                            MieniPaths *reloaded, MieniProblem *problem)
{
    StudioFile *file = studio_files_find(&studio->files, seen->path);
    MienStatus status = MIEN_OK;
    if (file->revision != seen->revision)
        return MIEN_OK; // edited meanwhile: the next look sees it
    if (studio_text_same(seen->text, file->now) || studio_text_same(seen->text, file->saved)) {
        studio_file_set_saved(file, seen->text, &seen->stamp);
        return MIEN_OK;
    }
    if (studio_file_is_edited(file)) {
        studio_file_contest(file, seen->text, &seen->stamp);
        ++looked->contested;
        return mieni_paths_add(contested, seen->path) ? MIEN_OK : studio_no_memory(problem, seen->path);
    }
    if (studio_history_has(&studio->history, seen->path))
        status = replace(studio, file, seen->text, "reload", problem);
    else if (mieni_paths_add(reloaded, seen->path))
        studio_file_set(&studio->files, file, seen->text);
    else
        status = studio_no_memory(problem, seen->path);
    if (status == MIEN_OK) {
        studio_file_set_saved(file, seen->text, &seen->stamp);
        ++looked->reloaded;
    }
    return status;
}

/// Lists what came and went among files that are not known.
static MienStatus take_list(Studio *studio, StudioLook *look, StudioLooked *looked, MieniPaths *changed,
                            MieniProblem *problem)
{
    MieniPaths others = look->others;
    for (int i = 0; i < studio->files.count; ++i) {
        StudioFile *file = studio->files.items[i];
        if (file->is_known || !file->is_listed || mieni_paths_has(&look->found, file->path))
            continue;
        if (!mieni_paths_add(changed, file->path))
            return studio_no_memory(problem, file->path);
        file->is_listed = false;
        ++looked->went;
    }
    for (int i = 0; i < look->found.count; ++i) {
        const char *path = look->found.items[i];
        StudioFile *file = studio_files_add(&studio->files, path);
        if (file == NULL || (!file->is_known && !file->is_listed && !mieni_paths_add(changed, path)))
            return studio_no_memory(problem, path);
        looked->came += !file->is_known && !file->is_listed;
        file->is_listed = true;
    }
    looked->has_others = others.count != studio->others.count;
    for (int i = 0; i < others.count && !looked->has_others; ++i)
        looked->has_others = strcmp(others.items[i], studio->others.items[i]) != 0;
    mieni_paths_release(&studio->others);
    free(studio->many);
    studio->others = others;
    studio->many = look->many;
    studio->many_count = look->many_count;
    look->others = (MieniPaths){0};
    look->many = NULL;
    return MIEN_OK;
}

MienStatus studio_look_end(Studio *studio, StudioLook *look, StudioLooked *out_looked, MieniProblem *problem)
{
    StudioLooked looked = {0};
    MieniPaths changed = {0}, contested = {0};
    MienStatus status = look->status;
    if (status != MIEN_OK && problem != NULL)
        *problem = look->problem;
    // What a save writes is not what others wrote.
    if (studio->history.depth == 0 && studio->save_count == 0) {
        for (int i = 0; i < look->count && status == MIEN_OK; ++i)
            if (look->files[i].is_changed)
                status = take_seen(studio, &look->files[i], &looked, &contested, &changed, problem);
        if (status == MIEN_OK)
            status = take_list(studio, look, &looked, &changed, problem);
    }
    mieni_paths_sort(&changed);
    studio_emit_paths(studio, STUDIO_EVENT_CHANGED, &changed);
    studio_emit_paths(studio, STUDIO_EVENT_CONTESTED, &contested);
    mieni_paths_release(&changed);
    mieni_paths_release(&contested);
    destroy(look);
    if (out_looked != NULL)
        *out_looked = looked;
    return status;
}

static MienStatus find_contested(const Studio *studio, const char *path, StudioFile **out_file,
                                 MieniProblem *problem)
{
    *out_file = studio_files_find(&studio->files, path);
    return *out_file != NULL && (*out_file)->is_contested
               ? MIEN_OK
               : mieni_problem_set(problem, path, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                                   "The file has no conflict");
}

static MienStatus read_text(const StudioFile *file, const StudioText *text, MieniAsset *out_asset,
                            MieniProblem *problem)
{
    MienError error = {0};
    *out_asset = (MieniAsset){0};
    if (text == NULL)
        return mieni_problem_set(problem, file->path, MIEN_ERROR_FILE, mieni_nowhere(),
                                 "The file was deleted");
    const MienStatus status = mieni_asset_read(out_asset, file->kind, text->bytes, text->size, NULL, &error);
    return status == MIEN_OK
               ? MIEN_OK
               : mieni_problem_set(problem, file->path, status, mieni_at_error(&error), "%s", error.message);
}

MienStatus studio_contest_diff(Studio *studio, const char *path, MieniAssetDiff *out_diff,
                               MieniProblem *problem)
{
    StudioFile *file;
    MieniAsset theirs = {0}, mine = {0};
    MienError error = {0};
    *out_diff = (MieniAssetDiff){0};
    MienStatus status = find_contested(studio, path, &file, problem);
    if (status == MIEN_OK)
        status = read_text(file, file->theirs, &theirs, problem);
    if (status == MIEN_OK)
        status = read_text(file, file->now, &mine, problem);
    if (status == MIEN_OK) {
        status = mieni_asset_diff(out_diff, &theirs, &mine, NULL, &error);
        if (status != MIEN_OK)
            mieni_problem_set(problem, path, status, mieni_at_error(&error), "%s", error.message);
    }
    mieni_asset_release(&theirs);
    mieni_asset_release(&mine);
    return status;
}

MienStatus studio_load_theirs(Studio *studio, const char *path, MieniProblem *problem)
{
    StudioFile *file;
    MienStatus status = find_contested(studio, path, &file, problem);
    if (status == MIEN_OK)
        status = replace(studio, file, file->theirs, "load disk version of", problem);
    if (status != MIEN_OK)
        return status;
    const StudioStamp stamp = file->stamp;
    StudioText *theirs = studio_text_hold(file->theirs);
    studio_file_set_saved(file, theirs, &stamp);
    studio_text_drop(theirs);
    return MIEN_OK;
}

MienStatus studio_keep_mine(Studio *studio, const char *path, MieniProblem *problem)
{
    StudioFile *file;
    MienStatus status = find_contested(studio, path, &file, problem);
    if (status != MIEN_OK)
        return status;
    // By way of theirs: so the journal leads from what is on disk to what is here, and
    // undoing it once gives theirs.
    StudioText *mine = studio_text_hold(file->now);
    status = studio_load_theirs(studio, path, problem);
    if (status == MIEN_OK)
        status = replace(studio, file, mine, "keep own version of", problem);
    studio_text_drop(mine);
    return status;
}

MienStatus studio_revert(Studio *studio, const char *path, MieniProblem *problem)
{
    StudioFile *file = studio_files_find(&studio->files, path);
    if (file == NULL || !studio_file_is_edited(file))
        return mieni_problem_set(problem, path, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                                 "The file has no changes");
    return file->is_contested ? studio_load_theirs(studio, path, problem)
                              : replace(studio, file, file->saved, "revert", problem);
}
