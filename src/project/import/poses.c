// SPDX-License-Identifier: MIT
//
// Imports pose assets: from the expressions of a file, with their overrides, and from takes whose
// markers name poses. Existing assets keep their poses: `mien poses update` updates those.

#include "project/import/importing.h"

#include "asset/edit/poses.h"
#include "base/transform.h"
#include "project/pose_curves.h"

#include <string.h>

static MienStatus put_expression(MieniAsset *asset, const MienIoExpressions *list, int index,
                                 MienError *error)
{
    const MienIoExpression *item = &list->items[index];
    MienStatus status = MIEN_OK;
    if (item->is_binary)
        status = mieni_poses_set_binary(asset, item->name, true, error);
    if (status == MIEN_OK && item->on >= 0)
        status = mieni_poses_set_inbetween(asset, item->name, list->items[item->on].name, item->at, error);
    return status;
}

/// What expressions are to each other.
static MienStatus put_rules(MieniAsset *asset, const MienIoExpressions *list, MienError *error)
{
    MienStatus status = MIEN_OK;
    for (int i = 0; i < list->count && status == MIEN_OK; ++i)
        status = put_expression(asset, list, i, error);
    for (int i = 0; i < list->mask_count && status == MIEN_OK; ++i) {
        const MienIoMask *mask = &list->masks[i];
        status =
            mieni_poses_set_override(asset, list->items[mask->target].name, list->items[mask->source].name,
                                     mask->kind, mask->amount, mask->threshold, error);
    }
    return status;
}

/// The marker at the beginning that names the face at rest, or NULL: poses are then
/// relative to it.
static const char *rest_of(const MienAuthorClip *clip)
{
    const MienAuthorClipEvent *first = NULL;
    for (int e = 0; e < clip->event_count; ++e)
        if (first == NULL || clip->events[e].time < first->time)
            first = &clip->events[e];
    return first != NULL && mieni_poses_is_rest_name(first->name) ? first->name : NULL;
}

static MienStatus make_poses(const MieniImporting *importing, int take, MieniAsset *out_asset)
{
    const MienIoSource *source = importing->take.source;
    const MienIoTake *from = &source->takes[take];
    const bool is_expressions = mieni_import_is_expressions(importing, take);
    const MieniPosesPlan plan = {.take = {importing->file, from->name, from->clip},
                                 .from = MIENI_POSES_MARKERS};
    MienError error = {0};
    MienStatus status = mieni_poses_make(out_asset, importing->skeleton_path, false,
                                         is_expressions ? NULL : rest_of(from->clip), &plan, NULL, &error);
    if (status == MIEN_OK && is_expressions)
        status = put_rules(out_asset, &source->expressions, &error);
    if (status != MIEN_OK) {
        mieni_problem_set(importing->problem, importing->file, status, mieni_at_error(&error), "%s",
                          error.message);
        mieni_asset_release(out_asset);
    }
    return status;
}

static bool has_marker(const MieniPoseAssetView *poses, const char *marker)
{
    for (int i = 0; i < mieni_pose_asset_pose_count(poses); ++i) {
        const char *own = mieni_pose_marker(mieni_pose_asset_pose(poses, i));
        if (own != NULL && strcmp(own, marker) == 0)
            return true;
    }
    return false;
}

/// Markers of the take that the asset neither has nor skips.
static int count_new(const MieniAsset *asset, const MienAuthorClip *clip)
{
    const MieniPoseAssetView *poses = mieni_pose_asset_of(asset);
    int count = 0;
    for (int e = 0; e < clip->event_count; ++e)
        count += !has_marker(poses, clip->events[e].name) &&
                 mieni_pose_asset_find_skipped_pose(poses, clip->events[e].name) < 0;
    return count;
}

static void add_curves(MieniImporting *importing, const MieniAsset *asset)
{
    const MieniPoseAssetView *poses = mieni_pose_asset_of(asset);
    for (int i = 0; i < mieni_pose_asset_pose_count(poses); ++i)
        if (mieni_pose_curve(poses, i) != NULL)
            mieni_import_add_curve(importing, mieni_pose_curve(poses, i));
}

/// Poses without a base are relative to the reference pose, which is the skeleton's where
/// no mesh has one of its own.
static void note_reference(const MieniImporting *importing, const MieniAsset *asset)
{
    const MienAuthorSkeleton *file = importing->take.skeleton, *skeleton = &importing->skeleton->skeleton;
    const MieniPoseAssetView *poses = mieni_pose_asset_of(asset);
    const char *bone = NULL;
    if (mieni_pose_asset_mesh(poses) != NULL || mieni_pose_asset_base(poses) != NULL)
        return;
    for (int b = 0; file != NULL && b < file->bone_count && bone == NULL; ++b)
        for (int s = 0; s < skeleton->bone_count && bone == NULL; ++s)
            if (strcmp(file->bones[b].name, skeleton->bones[s].name) == 0 &&
                mieni_place_is_moved(&skeleton->bones[s].rest, &file->bones[b].rest, 1))
                bone = file->bones[b].name;
    if (bone != NULL)
        mieni_import_note(importing,
                          "Bones such as %s have another rest pose than in %s, which poses are relative to: "
                          "import the mesh too, or set a base pose.",
                          bone, importing->skeleton_path);
}

static MienStatus import_take(MieniImporting *importing, int take, bool is_only)
{
    const MienIoTake *from = &importing->take.source->takes[take];
    char path[MIENI_PATH_ROOM];
    MieniAsset asset;
    bool is_new;
    MienStatus status = mieni_import_take_path(importing, MIENI_ASSET_POSES, "source", take, is_only, path);
    if (status == MIEN_OK)
        status = mieni_import_open(importing, path, MIENI_ASSET_POSES, "source", &asset, &is_new);
    if (status == MIEN_OK && is_new) {
        mieni_asset_release(&asset);
        status = make_poses(importing, take, &asset);
    }
    if (status != MIEN_OK)
        return status;
    MieniPoseAssetView *poses = mieni_pose_asset_of(&asset);
    mieni_pose_asset_set_skeleton(&asset.json, poses, importing->skeleton_path);
    if (importing->mesh_path != NULL)
        mieni_pose_asset_set_mesh(&asset.json, poses, importing->mesh_path);
    mieni_import_set_source(importing, &asset, "source", from->name);
    const int count = mieni_pose_asset_pose_count(poses), added = count_new(&asset, from->clip);
    status = mieni_import_save(importing, &asset, path, is_new, "%d pose%s", count, mieni_plural(count));
    if (status == MIEN_OK && added > 0)
        mieni_import_note(importing, "%d pose%s new in the file: run `mien poses update %s`.", added,
                          added == 1 ? " is" : "s are", path);
    if (status == MIEN_OK)
        note_reference(importing, &asset);
    add_curves(importing, &asset);
    mieni_asset_release(&asset);
    return status;
}

MienStatus mieni_import_poses(MieniImporting *importing)
{
    const MienIoSource *source = importing->take.source;
    MienStatus status = MIEN_OK;
    int count = 0;
    for (int i = 0; i < source->take_count; ++i)
        count += mieni_import_is_poses(importing, i);
    if (count > 0 && importing->skeleton_path == NULL) {
        mieni_import_note(importing, "The file has poses but no bones: choose a skeleton with --skeleton.");
        return MIEN_OK;
    }
    for (int i = 0; i < source->take_count && status == MIEN_OK; ++i) {
        const bool is_expressions = mieni_import_is_expressions(importing, i);
        if (!mieni_import_is_poses(importing, i) ||
            !(is_expressions || mieni_import_wants(importing, source->takes[i].name)))
            continue;
        status = import_take(importing, i, is_expressions || count == 1);
        if (status == MIEN_OK && !is_expressions)
            mieni_import_mark_take(importing, source->takes[i].name);
    }
    return status;
}
