// SPDX-License-Identifier: MIT
//
// Pose assets that are transferred from another face.

#include "core/float_rules.h"

#include "project/edit/transfer.h"

#include "asset/view.h"

#include <stdio.h>
#include <string.h>

static MienStatus read_face(const MieniProject *project, const char *path, MieniAssetKind kind,
                            MieniTransferTarget *target, MieniProblem *problem)
{
    MieniAsset asset;
    const MienStatus status = mieni_project_load(project, path, kind, &asset, problem);
    if (status != MIEN_OK)
        return status;
    if (kind == MIENI_ASSET_CHARACTER)
        snprintf(target->mesh, sizeof target->mesh, "%s", mieni_text_or_empty(mieni_asset_mesh(&asset)));
    snprintf(target->skeleton, sizeof target->skeleton, "%s",
             mieni_text_or_empty(mieni_asset_skeleton(&asset)));
    mieni_asset_release(&asset);
    return MIEN_OK;
}

MienStatus mieni_transfer_target(const MieniProject *project, const char *face,
                                 MieniTransferTarget *out_target, MieniProblem *problem)
{
    const MieniAssetKind kind = mieni_asset_kind_of_path(face);
    MieniTransferTarget *target = out_target;
    *target = (MieniTransferTarget){0};
    snprintf(kind == MIENI_ASSET_SKELETON ? target->skeleton : target->mesh, sizeof target->mesh, "%s", face);
    if (kind == MIENI_ASSET_SKELETON)
        return MIEN_OK;
    MienStatus status = read_face(project, face, kind, target, problem);
    if (status == MIEN_OK && kind == MIENI_ASSET_CHARACTER && target->mesh[0] != '\0')
        status = read_face(project, target->mesh, MIENI_ASSET_MESH, target, problem);
    if (status == MIEN_OK && target->skeleton[0] == '\0')
        return mieni_problem_set(problem, face, MIEN_ERROR_DATA, mieni_nowhere(),
                                 "This character has no mesh and no skeleton.");
    return status;
}

MienStatus mieni_transfer_fill(const MieniProject *project, const char *path, const char *source,
                               const MieniTransferTarget *target, MieniAsset *asset,
                               MieniTransferRows *out_rows, MieniProblem *problem)
{
    MieniPoseAssetView *root = mieni_pose_asset_of(asset);
    MieniAsset read;
    MienError error = {0};
    MienStatus status = mieni_project_load(project, source, MIENI_ASSET_POSES, &read, problem);
    if (status != MIEN_OK)
        return status;
    mieni_pose_asset_set_skeleton(&asset->json, root, target->skeleton);
    mieni_pose_asset_set_mesh(&asset->json, root, target->mesh[0] != '\0' ? target->mesh : NULL);
    status = mieni_poses_transfer_rows(asset, &read, source, out_rows, &error);
    mieni_asset_release(&read);
    return status == MIEN_OK
               ? MIEN_OK
               : mieni_problem_set(problem, path, status, mieni_at_error(&error), "%s", error.message);
}

MieniTransferDoubt mieni_transfer_doubt(const MienTransferPose *pose, double *out_source, double *out_target)
{
    const float usual = pose->source_teeth < 0.005f ? pose->source_teeth + 0.005f // a closed mouth
                                                    : 1.25f * pose->source_teeth + 0.02f;
    MieniTransferDoubt doubt = MIENI_TRANSFER_NO_DOUBT;
    if (!pose->is_seen)
        return doubt;
    float source = 0.0f, target = 0.0f;
    if (pose->source_eyes < 0.99f && pose->target_eyes > pose->source_eyes + 0.01f) {
        doubt = MIENI_TRANSFER_EYES;
        source = pose->source_eyes;
        target = pose->target_eyes;
    } else if (pose->target_teeth > usual) {
        doubt = MIENI_TRANSFER_TEETH;
        source = pose->source_teeth;
        target = pose->target_teeth;
    } else if (pose->source_gap <= 0.003f && pose->target_gap > pose->source_gap + 0.005f) {
        doubt = MIENI_TRANSFER_LIPS;
        source = pose->source_gap;
        target = pose->target_gap;
    }
    if (out_source != NULL && out_target != NULL) {
        *out_source = (double)source;
        *out_target = (double)target;
    }
    return doubt;
}
