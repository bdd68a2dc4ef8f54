// SPDX-License-Identifier: MIT
//
// New pose assets from the poses of another face, and poses that stay as they are.

#include "core/float_rules.h"

#include "studio/model/commands/transfer.h"

#include "asset/edit/poses.h"
#include "asset/view.h"
#include "project/posing.h"
#include "studio/model/facts/strings.h"

#include <stdio.h>
#include <string.h>

MienStatus studio_transfer_begin(StudioTransfer *out_transfer, Studio *studio, const char *source,
                                 const char *face, const char *path, MieniProblem *problem)
{
    *out_transfer = (StudioTransfer){0};
    snprintf(out_transfer->source, sizeof out_transfer->source, "%s", source);
    snprintf(out_transfer->face, sizeof out_transfer->face, "%s", face);
    snprintf(out_transfer->path, sizeof out_transfer->path, "%s", path);
    if (mieni_asset_kind_of_path(path) != MIENI_ASSET_POSES || !mieni_path_is_valid(path))
        return mieni_problem_set(problem, path, MIEN_ERROR_DATA, mieni_nowhere(), "Not a valid file name");
    if (studio_exists(studio, path))
        return mieni_problem_set(problem, path, MIEN_ERROR_DATA, mieni_nowhere(),
                                 "A file with this name already exists");
    return studio_edit_begin(&out_transfer->edit, studio, problem);
}

static void count(StudioTransfer *transfer, const MieniPosesRecipe *recipe)
{
    transfer->pose_count = mieni_pose_asset_pose_count(mieni_pose_asset_of(&recipe->asset));
    for (int i = 0; i < recipe->transferred_count; ++i) {
        const MieniTransferred *pose = &recipe->transferred[i];
        transfer->lost_count += pose->pose.lost_bones > 0;
        if (mieni_transfer_doubt(&pose->pose, NULL, NULL) == MIENI_TRANSFER_NO_DOUBT)
            continue;
        if (transfer->doubt_count < STUDIO_TRANSFER_NAMES)
            snprintf(transfer->doubts[transfer->doubt_count], MIENI_PATH_ROOM, "%s", pose->name);
        ++transfer->doubt_count;
    }
}

/// Transfers the asset as it is in memory, to see that it works, and writes it into the edit.
static MienStatus make(StudioTransfer *transfer, const MieniProject *project, MieniAsset *asset)
{
    MieniPosesRecipe recipe;
    const MienError none = {0};
    MienStatus status = mieni_poses_open(project, transfer->path, asset, &recipe, &transfer->problem);
    if (status != MIEN_OK)
        return status;
    count(transfer, &recipe);
    status =
        studio_edit_save(&transfer->edit, transfer->path, &recipe.asset, MIEN_OK, &none, &transfer->problem);
    recipe.asset = (MieniAsset){0}; // saving released it
    mieni_poses_recipe_release(&recipe);
    return status;
}

void studio_transfer_run(StudioTransfer *transfer, bool (*progress)(void *user, double done), void *user)
{
    MieniProject project = *transfer->edit.project;
    MieniTransferTarget target;
    MieniTransferRows rows;
    MieniAsset asset;
    project.transfer_progress = progress;
    project.transfer_user = user;
    transfer->status = mieni_transfer_target(&project, transfer->face, &target, &transfer->problem);
    if (transfer->status != MIEN_OK)
        return;
    if (mieni_asset_begin(&asset, MIENI_ASSET_POSES, NULL) != MIEN_OK) {
        transfer->status = studio_no_memory(&transfer->problem, transfer->path);
        return;
    }
    transfer->status = mieni_transfer_fill(&project, transfer->path, transfer->source, &target, &asset, &rows,
                                           &transfer->problem);
    if (transfer->status == MIEN_OK)
        transfer->status = make(transfer, &project, &asset);
    mieni_asset_release(&asset);
}

MienStatus studio_transfer_end(StudioTransfer *transfer, MieniProblem *problem)
{
    char name[STUDIO_LABEL_ROOM], source[STUDIO_LABEL_ROOM];
    if (transfer->status != MIEN_OK)
        *problem = transfer->problem;
    return studio_edit_endf(&transfer->edit, transfer->status, problem, NULL,
                            "create %.150s from the poses of %.150s", studio_asset_name(transfer->path, name),
                            studio_asset_name(transfer->source, source));
}

static bool same3(MienVec3 a, MienVec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
static bool same4(MienQuat a, MienQuat b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }

/// Parts of a bone that a pose moves.
static int moved_parts(const MienTransform *bone, const MienTransform *base)
{
    return (same3(bone->translation, base->translation) ? 0 : MIENI_PART_T) |
           (same4(bone->rotation, base->rotation) ? 0 : MIENI_PART_Q) |
           (same3(bone->scale, base->scale) ? 0 : MIENI_PART_S);
}

static MienStatus pin(const MieniPosesRecipe *recipe, const char *name, MieniAsset *asset, MienError *error)
{
    const MienAuthorSkeleton *skeleton = &recipe->skeleton.skeleton;
    const int pose = mieni_poses_find(asset, name);
    MienStatus status = MIEN_OK;
    int count = 0;
    if (pose < 0)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", name), "No such pose");
    for (int b = 0; b < skeleton->bone_count && status == MIEN_OK; ++b) {
        const MienTransform *bone = mieni_posed_bone(recipe, pose, b);
        const int parts = moved_parts(bone, mieni_posed_bone(recipe, -1, b));
        if (parts == 0)
            continue;
        status = mieni_poses_set_bone(asset, name, skeleton->bones[b].name, parts, bone, error);
        ++count;
    }
    return status == MIEN_OK && count == 0 ? mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", name),
                                                        "This pose moves no bones that could be kept.")
                                           : status;
}

MienStatus studio_transfer_pin_in(const StudioEdit *edit, const char *path, const char *name,
                                  MieniProblem *problem)
{
    MieniPosesRecipe recipe;
    MieniAsset asset;
    MienError error = {0};
    MienStatus status = mieni_poses_recipe(edit->project, path, &recipe, problem);
    if (status != MIEN_OK)
        return status;
    status = studio_edit_load(edit, path, &asset, problem);
    if (status == MIEN_OK)
        status = studio_edit_save(edit, path, &asset, pin(&recipe, name, &asset, &error), &error, problem);
    mieni_poses_recipe_release(&recipe);
    return status;
}
