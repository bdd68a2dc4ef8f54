// SPDX-License-Identifier: MIT
//
// Curves of poses.

#include "project/pose_curves.h"

#include "asset/edit/skeleton.h"
#include "base/name_map.h"
#include "project/edit/changes.h"
#include "project/uses.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The asset as it was and as it becomes, and its skeleton.
typedef struct Saving {
    const MieniProject *project;
    const char *path;
    MieniBuffer before, skeleton_text;
    MieniAsset old, skeleton; ///< Of a kind, if they are there.
    MieniNameMap table;       ///< Curves that the skeleton has.
    const char **names;       ///< Room for those of the old asset or of the new one.
    MieniPoseCurves *curves;
    MieniProblem *problem;
} Saving;

const char *mieni_pose_curve(const MieniPoseAssetView *poses, int index)
{
    const MieniPoseView *pose = mieni_pose_asset_pose(poses, index);
    const char *name = mieni_pose_name(pose), *base = mieni_pose_asset_base(poses);
    if (name == NULL || (base != NULL && strcmp(name, base) == 0) || mieni_pose_target(pose) != NULL ||
        mieni_pose_corrective_json(pose) != NULL)
        return NULL;
    return name;
}

static MienStatus no_memory(const Saving *saving)
{
    return mieni_project_no_memory(saving->project, saving->path, saving->problem);
}

/// Reads an asset with its text. One that is not there, or not valid, stays empty: lint reports it.
static MienStatus read_asset(const Saving *saving, const char *path, MieniAssetKind kind,
                             MieniBuffer *out_text, MieniAsset *out_asset)
{
    MienError error = {0};
    if (!mieni_project_exists(saving->project, path))
        return MIEN_OK;
    MienStatus status = mieni_project_read(saving->project, path, out_text, saving->problem);
    if (status == MIEN_OK)
        status = mieni_asset_read(out_asset, kind, out_text->bytes, out_text->size,
                                  mieni_project_allocator(saving->project), &error) == MIEN_ERROR_MEMORY
                     ? no_memory(saving)
                     : MIEN_OK;
    return status;
}

/// Adds curves for poses that have one now and had none.
static MienStatus add_curves(Saving *saving, const MieniPoseAssetView *poses)
{
    const MieniPoseAssetView *old = mieni_pose_asset_of(&saving->old);
    MieniNameMap had = {0};
    MienError error = {0};
    int count = 0;
    for (int i = 0; i < mieni_pose_asset_pose_count(old); ++i)
        if (mieni_pose_curve(old, i) != NULL)
            mieni_name_map_add(&had, mieni_pose_curve(old, i), NULL);
    for (int i = 0; i < mieni_pose_asset_pose_count(poses); ++i) {
        const char *name = mieni_pose_curve(poses, i);
        if (name != NULL && !mieni_name_map_has(&had, name) && mieni_name_map_add(&saving->table, name, NULL))
            saving->names[count++] = name;
    }
    const bool is_out_of_memory = had.is_out_of_memory || saving->table.is_out_of_memory;
    mieni_name_map_release(&had);
    if (is_out_of_memory || mieni_skeleton_add_curves(&saving->skeleton, saving->names, count,
                                                      &saving->curves->added_count, &error) != MIEN_OK)
        return no_memory(saving);
    return MIEN_OK;
}

/// Pose_0 and so on: the names of unnamed frames.
static bool is_default_name(const char *name)
{
    const size_t digits = strncmp(name, "Pose_", 5) == 0 ? strspn(name + 5, "0123456789") : 0;
    return digits > 0 && name[5 + digits] == '\0';
}

/// Whether only the table and the asset itself, as it was, have a curve.
static bool is_left_behind(const Saving *saving, const MieniUses *uses, const char *name)
{
    const MieniUsedCurve *curve = mieni_uses_find(uses, name);
    for (int i = 0; curve != NULL && i < curve->count; ++i) {
        const MieniUse *use = &uses->uses[curve->first + i];
        if (use->kind != MIENI_USE_TABLE && strcmp(use->file, saving->path) != 0)
            return false;
    }
    return true;
}

/// Removes default curves that nothing uses any more. What cannot be read may use them.
static MienStatus remove_curves(Saving *saving, const char **names, int count)
{
    MieniUses uses;
    MienError error = {0};
    int unused = 0;
    MienStatus status = mieni_uses_make(&uses, saving->project, MIENI_USES_SOURCES, saving->problem);
    for (int i = 0; i < count && status == MIEN_OK && uses.unreadable_count == 0; ++i)
        if (is_left_behind(saving, &uses, names[i]))
            names[unused++] = names[i];
    mieni_uses_release(&uses);
    if (status == MIEN_OK)
        status = mieni_skeleton_remove_curves(&saving->skeleton, names, unused, &error);
    saving->curves->removed_count = unused;
    return status;
}

/// Removes the default curves of poses that are called otherwise now, or are gone.
static MienStatus remove_defaults(Saving *saving, const MieniPoseAssetView *poses)
{
    const MieniPoseAssetView *old = mieni_pose_asset_of(&saving->old);
    MieniNameMap kept = {0};
    int count = 0;
    for (int i = 0; i < mieni_pose_asset_pose_count(poses); ++i)
        mieni_name_map_add(&kept, mieni_pose_name(mieni_pose_asset_pose(poses, i)), NULL);
    for (int i = 0; i < mieni_pose_asset_pose_count(old); ++i) {
        const char *name = mieni_pose_name(mieni_pose_asset_pose(old, i));
        if (is_default_name(name) && !mieni_name_map_has(&kept, name) &&
            mieni_name_map_has(&saving->table, name))
            saving->names[count++] = name;
    }
    const MienStatus status = kept.is_out_of_memory ? no_memory(saving)
                              : count > 0           ? remove_curves(saving, saving->names, count)
                                                    : MIEN_OK;
    mieni_name_map_release(&kept);
    return status;
}

/// Changes the table of the skeleton in memory.
static MienStatus change_table(Saving *saving, const MieniAsset *asset)
{
    const MieniPoseAssetView *poses = mieni_pose_asset_of(asset), *old = mieni_pose_asset_of(&saving->old);
    const MieniSkeletonView *skeleton = mieni_skeleton_of(&saving->skeleton);
    const size_t count = (size_t)mieni_pose_asset_pose_count(poses),
                 old_count = (size_t)mieni_pose_asset_pose_count(old);
    saving->names = calloc((count > old_count ? count : old_count) + 1, sizeof *saving->names);
    for (int i = 0; i < mieni_skeleton_curve_count(skeleton); ++i)
        mieni_name_map_add(&saving->table, mieni_curve_name(mieni_skeleton_curve(skeleton, i)), NULL);
    if (saving->names == NULL || saving->table.is_out_of_memory)
        return no_memory(saving);
    const MienStatus status = remove_defaults(saving, poses);
    return status == MIEN_OK ? add_curves(saving, poses) : status;
}

/// Saves the asset, and the skeleton if its table changed.
static MienStatus write_both(const Saving *saving, const MieniAsset *asset, bool is_new)
{
    MieniChanges changes = {.project = saving->project};
    const MieniPoseCurves *curves = saving->curves;
    MienStatus status =
        mieni_changes_add(&changes, saving->path, is_new ? NULL : &saving->before, asset, 0, saving->problem);
    if (status == MIEN_OK && curves->added_count + curves->removed_count > 0)
        status = mieni_changes_add(&changes, curves->skeleton, &saving->skeleton_text, &saving->skeleton, 0,
                                   saving->problem);
    if (status == MIEN_OK)
        status = mieni_changes_write(&changes, saving->problem);
    mieni_changes_release(&changes);
    return status;
}

MienStatus mieni_pose_curves_save(const MieniProject *project, const char *path, const MieniAsset *asset,
                                  MieniPoseCurves *out_curves, MieniProblem *problem)
{
    MieniPoseCurves curves = {0};
    Saving saving = {.project = project, .path = path, .curves = &curves, .problem = problem};
    const char *skeleton = mieni_text_or_empty(mieni_asset_skeleton(asset));
    const bool is_new = !mieni_project_exists(project, path);
    MienStatus status = read_asset(&saving, path, MIENI_ASSET_POSES, &saving.before, &saving.old);
    if (status == MIEN_OK && mieni_asset_kind_of_path(skeleton) == MIENI_ASSET_SKELETON)
        status = read_asset(&saving, skeleton, MIENI_ASSET_SKELETON, &saving.skeleton_text, &saving.skeleton);
    if (status == MIEN_OK && saving.skeleton.kind == MIENI_ASSET_SKELETON) {
        snprintf(curves.skeleton, sizeof curves.skeleton, "%s", skeleton);
        status = change_table(&saving, asset);
    }
    if (status == MIEN_OK)
        status = write_both(&saving, asset, is_new);
    mieni_name_map_release(&saving.table);
    free(saving.names);
    mieni_asset_release(&saving.old);
    mieni_asset_release(&saving.skeleton);
    mieni_buffer_release(&saving.before);
    mieni_buffer_release(&saving.skeleton_text);
    if (out_curves != NULL)
        *out_curves = curves;
    return status;
}
