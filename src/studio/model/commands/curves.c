// SPDX-License-Identifier: MIT
//
// Commands on the curve names of skeletons.

#include "studio/model/commands/assets.h"

#include "asset/edit/clip.h"
#include "asset/edit/skeleton.h"
#include "asset/view.h"
#include "studio/model/facts/strings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Given {
    const char *const *names;
    int count;
    bool *is_found; ///< Per name, where all must be somewhere.
} Given;

/// Takes the curves out of what a clip has by hand.
static MienStatus drop_keyed(const StudioEdit *edit, const char *path, const Given *given,
                             MieniProblem *problem)
{
    MieniAsset clip;
    MienError error = {0};
    MienStatus status = studio_edit_load(edit, path, &clip, problem);
    if (status != MIEN_OK)
        return status;
    int found = 0;
    for (int i = 0; i < given->count && status == MIEN_OK; ++i)
        if (mieni_clip_find_keyed_curve(mieni_clip_of(&clip), given->names[i]) >= 0) {
            status = mieni_clip_remove_curve(&clip, given->names[i], &error);
            given->is_found[i] = true;
            ++found;
        }
    if (found > 0)
        return studio_edit_save(edit, path, &clip, status, &error, problem);
    mieni_asset_release(&clip);
    return MIEN_OK;
}

/// Removes those of the names that the table has: some may be in clips alone.
static MienStatus remove_listed(MieniAsset *asset, const Given *given, MienError *error)
{
    MienStatus status = MIEN_OK;
    for (int i = 0; i < given->count && status == MIEN_OK; ++i)
        if (mieni_skeleton_find_curve(mieni_skeleton_of(asset), given->names[i]) >= 0) {
            status = mieni_skeleton_remove_curves(asset, &given->names[i], 1, error);
            given->is_found[i] = true;
        }
    return status;
}

/// Names that are nowhere are refused, and nothing happens.
static MienStatus check_found(const Given *given, const char *skeleton, MieniProblem *problem)
{
    for (int i = 0; i < given->count; ++i)
        if (!given->is_found[i])
            return mieni_problem_set(problem, skeleton, MIEN_ERROR_DATA, mieni_at("%s", given->names[i]),
                                     "No curve list or key uses this name; nothing changed");
    return MIEN_OK;
}

MienStatus studio_curves_delete(Studio *studio, const char *skeleton, const char *const *names, int count,
                                bool is_everywhere, MieniProblem *problem)
{
    StudioEdit edit;
    MieniAsset asset;
    MienError error = {0};
    MieniPaths files = {0};
    char label[STUDIO_LABEL_ROOM];
    const Given given = {
        .names = names, .count = count, .is_found = calloc((size_t)(count > 0 ? count : 1), sizeof(bool))};
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    if (status == MIEN_OK && given.is_found == NULL)
        status = studio_no_memory(problem, skeleton);
    if (status == MIEN_OK)
        status = studio_edit_load(&edit, skeleton, &asset, problem);
    if (status == MIEN_OK)
        status = studio_edit_save(&edit, skeleton, &asset,
                                  is_everywhere ? remove_listed(&asset, &given, &error)
                                                : mieni_skeleton_remove_curves(&asset, names, count, &error),
                                  &error, problem);
    if (status == MIEN_OK && is_everywhere)
        status = mieni_project_files(edit.project, &files, problem);
    for (int i = 0; i < files.count && status == MIEN_OK; ++i)
        if (mieni_asset_kind_of_path(files.items[i]) == MIENI_ASSET_CLIP)
            status = drop_keyed(&edit, files.items[i], &given, problem);
    if (status == MIEN_OK && is_everywhere)
        status = check_found(&given, skeleton, problem);
    free(given.is_found);
    mieni_paths_release(&files);
    return studio_edit_end(&edit, status, studio_label_many(label, "delete curve", names, count, "curves"),
                           NULL, problem);
}
