// SPDX-License-Identifier: MIT
//
// What dialogs do to an open project, at once: the same functions in an edit, without a thread.

#pragma once

#include "support/studio_projects.h"

#include "project/import/make_poses.h"
#include "project/rename/rename.h"
#include "studio/model/commands/paste.h"
#include "studio/model/import/import.h"

/// Writes a pose mirrored as another one, or itself.
static inline MienStatus dialog_mirror(Studio *studio, const char *path, const char *from, const char *to,
                                       MieniProblem *problem)
{
    StudioEdit edit;
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    if (status == MIEN_OK)
        status = studio_poses_mirror_in(&edit, path, &from, &to, 1, problem);
    return studio_edit_end(&edit, status, "mirror", NULL, problem);
}

static inline MienStatus dialog_symmetrise(Studio *studio, const char *path, const char *name,
                                           bool is_from_left, MieniProblem *problem)
{
    StudioEdit edit;
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    if (status == MIEN_OK)
        status = studio_poses_symmetrise_in(&edit, path, &name, &name, 1, is_from_left, problem);
    return studio_edit_end(&edit, status, "symmetrise", NULL, problem);
}

static inline MienStatus dialog_split(Studio *studio, const char *path, const char *name, const char *left,
                                      const char *right, double falloff, MieniProblem *problem)
{
    StudioEdit edit;
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    if (status == MIEN_OK)
        status = studio_poses_split_in(&edit, path, &name, &left, &right, 1, falloff, problem);
    return studio_edit_end(&edit, status, "split", NULL, problem);
}

/// A new asset from an animation. *out_count (may be NULL): how many poses.
static inline MienStatus dialog_make(Studio *studio, const char *path, const char *file,
                                     const MieniMakePosesOptions *options, int *out_count,
                                     MieniProblem *problem)
{
    StudioEdit edit;
    MieniSources sources = {0};
    MieniMadePoses made = {0};
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    if (status == MIEN_OK)
        status = mieni_make_poses_asset(edit.project, path, file, options, NULL, &sources, &made, problem);
    mieni_sources_release(&sources);
    if (out_count != NULL)
        *out_count = made.pose_count;
    return studio_edit_end(&edit, status, "create", NULL, problem);
}

/// Brings poses up to their source. counts may be NULL.
static inline MienStatus dialog_update(Studio *studio, const char *path, int counts[MIENI_MATCH_STATES],
                                       MieniProblem *problem)
{
    StudioEdit edit;
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    if (status == MIEN_OK)
        status = studio_poses_update_in(&edit, path, NULL, 0, counts, problem);
    return studio_edit_end(&edit, status, "update", NULL, problem);
}

/// Renames as the rows of a paste say, unless one has an error.
static inline MienStatus dialog_paste(Studio *studio, const char *path, const StudioPaste *paste,
                                      bool is_everywhere, MieniProblem *problem)
{
    enum { ROOM = 100 };
    const char *from[ROOM], *to[ROOM];
    StudioEdit edit;
    int count = 0;
    CHECK(paste->count <= ROOM);
    for (int i = 0; i < paste->count; ++i)
        if (paste->rows[i].pose >= 0 && strcmp(paste->rows[i].from, paste->rows[i].to) != 0) {
            from[count] = paste->rows[i].from;
            to[count++] = paste->rows[i].to;
        }
    if (paste->error_count > 0 || count == 0)
        return paste->error_count > 0 ? MIEN_ERROR_DATA : MIEN_OK;
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    if (status == MIEN_OK)
        status = studio_poses_rename_in(&edit, path, from, to, count, is_everywhere, NULL, NULL, problem);
    return studio_edit_end(&edit, status, "rename", NULL, problem);
}

static inline void dialog_count_file(void *user, const char *file, int places)
{
    int *counts = user;
    (void)file;
    ++counts[0];
    counts[1] += places;
}

/// Renames a curve everywhere, or only counts. counts (may be NULL) becomes files and places.
static inline MienStatus dialog_rename_curve(Studio *studio, const char *from, const char *to, bool is_real,
                                             int counts[2], MieniProblem *problem)
{
    StudioEdit edit;
    int own[2] = {0, 0};
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    if (status == MIEN_OK)
        status = mieni_rename_everywhere(edit.project, &from, &to, 1, dialog_count_file, own, problem);
    if (counts != NULL)
        memcpy(counts, own, sizeof own);
    if (is_real)
        return studio_edit_end(&edit, status, "rename curve", NULL, problem);
    studio_edit_drop(&edit);
    return status;
}

/// Imports a file of the project onto a skeleton, under a name.
static inline MienStatus dialog_import(Studio *studio, const char *file, const char *name,
                                       const char *skeleton, MieniProblem *problem)
{
    StudioImport *import = NULL;
    char given[MIENI_PATH_ROOM];
    snprintf(given, sizeof given, "%.300s/%.300s", lint_folder, file);
    MienStatus status = studio_import_begin(studio, given, &import, problem);
    if (status != MIEN_OK)
        return status;
    import->options.name = name;
    import->options.skeleton = skeleton;
    studio_import_run(import, NULL, NULL);
    status = studio_import_end(import, problem);
    studio_import_destroy(import);
    return status;
}
