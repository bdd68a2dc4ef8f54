// SPDX-License-Identifier: MIT
//
// Posing: what the character does, poses laid over it, eyes that look at the camera, and
// the vertices of that.

#include "core/float_rules.h"

#include "view/face.h"

#include <string.h>

/// Turns what hangs on an eye about its centre, so far as the camera is from the front.
static void turn_eyes(MieniFace *face, const MieniPosing *posing)
{
    const double half = 3.14159265358979323846 / 360.0;
    double sines[2], cosines[2];
    const float angles[2] = {posing->yaw, face->looks_back ? -posing->pitch : posing->pitch};
    for (int i = 0; i < 2; ++i) {
        const double angle =
            angles[i] > 35.0f || angles[i] < -35.0f ? 0.0 : (double)(angles[i] * posing->gaze);
        mien_sincos(angle * half, &sines[i], &cosines[i]);
    }
    const MienQuat turn = mien_quat_multiply((MienQuat){0.0f, (float)sines[0], 0.0f, (float)cosines[0]},
                                             (MienQuat){-(float)sines[1], 0.0f, 0.0f, (float)cosines[1]});
    for (int eye = 0; eye < face->bone_count; ++eye) {
        if (!face->is_eye[eye])
            continue;
        const float *e = face->model[eye].m;
        const MienVec3 center = {e[3], e[7], e[11]};
        for (int b = eye; b < face->bone_count; ++b) {
            int above = b;
            while (above > eye)
                above = face->parents[above];
            if (above != eye)
                continue;
            float *m = face->model[b].m;
            for (int column = 0; column < 4; ++column) {
                const float at = column == 3 ? 1.0f : 0.0f;
                const MienVec3 from = {m[column] - at * center.x, m[4 + column] - at * center.y,
                                       m[8 + column] - at * center.z};
                const MienVec3 to = mien_quat_rotate(turn, from);
                m[column] = to.x + at * center.x;
                m[4 + column] = to.y + at * center.y;
                m[8 + column] = to.z + at * center.z;
            }
        }
    }
}

/// What a control is asked for beyond its range.
static float part_beyond(const MienControlInfo *control, float asked)
{
    return asked > control->max ? asked - control->max : asked < control->min ? asked - control->min : 0.0f;
}

/// Puts what poses are asked for on the controls of their asset, and lets it make weights of
/// that. In the asset's own order: no curve needs to be on the skeleton's table.
static MienStatus drive(const MieniFace *face, int place, const MieniPosing *posing)
{
    const MieniFacePoses *of = &face->poses[place];
    const MienPoseAssetInfo info = mien_pose_asset_info(of->asset);
    mien_curve_set_clear(&of->controls);
    for (int k = 0; k < posing->pose_count; ++k) {
        const MieniFacePose *pose = &posing->poses[k];
        if (pose->poses != place)
            continue;
        if (pose->pose < 0 || pose->pose >= info.pose_count)
            return MIEN_ERROR_ARGUMENT;
        const MienPoseInfo about = mien_pose_asset_pose(of->asset, pose->pose);
        if (about.control >= 0 && !about.is_inbetween)
            mien_curve_set_put(&of->controls, about.control,
                               mien_curve_set_value(&of->controls, about.control) + pose->weight);
    }
    return mien_pose_job_run(&(MienPoseJob){.asset = of->asset,
                                            .bone_count = info.bone_count,
                                            .input = mien_pose_asset_base(of->asset),
                                            .out_bones = of->bones,
                                            .curves = of->controls,
                                            .out_asked = of->asked,
                                            .out_applied = of->applied,
                                            .out_weights = of->weights,
                                            .scratch = face->scratch,
                                            .scratch_size = face->scratch_size});
}

/// Weights that the asset made of what was driven, and of poses that no control drives.
static int list_driven(MieniFace *face, int place, const MieniPosing *posing)
{
    const MieniFacePoses *of = &face->poses[place];
    const MienPoseAssetInfo info = mien_pose_asset_info(of->asset);
    int count = 0;
    for (int c = 0; c < info.control_count && posing->is_beyond; ++c) {
        const MienControlInfo control = mien_pose_asset_control(of->asset, c);
        of->weights[control.pose] += part_beyond(&control, mien_curve_set_value(&of->controls, c));
    }
    for (int k = 0; k < posing->pose_count; ++k) {
        const MieniFacePose *pose = &posing->poses[k];
        if (pose->poses != place)
            continue;
        const MienPoseInfo about = mien_pose_asset_pose(of->asset, pose->pose);
        if (about.control < 0 || about.is_inbetween)
            of->weights[pose->pose] += pose->weight;
    }
    for (int p = 0; p < info.pose_count; ++p)
        if (of->weights[p] != 0.0f)
            face->weights[count++] = (MienPoseWeight){p, of->weights[p]};
    return count;
}

static int list_plain(MieniFace *face, int place, const MieniPosing *posing)
{
    int count = 0;
    for (int k = 0; k < posing->pose_count; ++k)
        if (posing->poses[k].poses == place)
            face->weights[count++] = (MienPoseWeight){posing->poses[k].pose, posing->poses[k].weight};
    return count;
}

/// Lays the poses of one asset over bones and curves.
static MienStatus lay_asset(MieniFace *face, int place, const MieniPosing *posing)
{
    MieniFacePoses *of = &face->poses[place];
    const MienStatus status = posing->is_driven ? drive(face, place, posing) : MIEN_OK;
    if (status != MIEN_OK)
        return status;
    const int count = posing->is_driven ? list_driven(face, place, posing) : list_plain(face, place, posing);
    if (count == 0)
        return MIEN_OK;
    return mien_pose_job_run(&(MienPoseJob){.asset = of->asset,
                                            .binding = of->binding,
                                            .level = face->character->level,
                                            .bone_count = face->character->bone_count,
                                            .input = face->bones,
                                            .out_bones = face->bones,
                                            .curves = face->curves,
                                            .out_curves = face->curves,
                                            .weights = face->weights,
                                            .weight_count = count,
                                            .scratch = face->scratch,
                                            .scratch_size = face->scratch_size});
}

/// Adds the weight of a morph to its curve.
static MienStatus lay_morph(MieniFace *face, const MieniFacePose *pose)
{
    const MieniCharacter *character = face->character;
    if (character->mesh == NULL || pose->pose < 0 || pose->pose >= character->morph_count)
        return MIEN_ERROR_ARGUMENT;
    const int curve = mien_mesh_binding_curve(character->mesh_binding, pose->pose);
    if (curve >= 0)
        mien_curve_set_put(&face->curves, curve, mien_curve_set_value(&face->curves, curve) + pose->weight);
    return MIEN_OK;
}

static MienStatus lay_poses(MieniFace *face, const MieniPosing *posing)
{
    MienStatus status = MIEN_OK;
    if (posing->pose_count < 0 || posing->pose_count > MIENI_FACE_MOST_POSES)
        return MIEN_ERROR_ARGUMENT;
    for (int i = 0; i < face->poses_count && status == MIEN_OK; ++i)
        status = lay_asset(face, i, posing);
    for (int k = 0; k < posing->pose_count && status == MIEN_OK; ++k)
        if (posing->poses[k].poses < 0)
            status = lay_morph(face, &posing->poses[k]);
    return status;
}

/// Bones and curves of a posing, up to model matrices.
static MienStatus pose_bones(MieniFace *face, const MieniPosing *posing)
{
    MieniCharacter *character = face->character;
    const MienTransform *reference = mieni_character_reference(character);
    memcpy(face->bones, posing->is_rest ? reference : character->bones,
           sizeof *face->bones * (size_t)face->bone_count);
    memcpy(face->curves.values, character->curves.values, sizeof(float) * (size_t)face->curves.count);
    memcpy(face->curves.present, character->curves.present,
           sizeof(uint32_t) * (size_t)mien_curve_set_words(face->curves.count));
    if (posing->is_rest)
        mien_curve_set_clear(&face->curves);
    MienStatus status = lay_poses(face, posing);
    if (status == MIEN_OK)
        status = mien_model_job_run(&(MienModelJob){.skeleton = character->skeleton,
                                                    .bone_count = face->bone_count,
                                                    .local_count = character->bone_count,
                                                    .local = face->bones,
                                                    .reference = reference,
                                                    .out_model = face->model});
    if (status == MIEN_OK && posing->gaze > 0.0f)
        turn_eyes(face, posing);
    return status;
}

MienStatus mieni_face_pose_some(MieniFace *face, const MieniPosing *posing, int first_vertex,
                                int vertex_count, MienVec3 *out_positions, MienVec3 *out_normals)
{
    static const MieniPosing now = {0};
    MieniCharacter *character = face->character;
    MienStatus status = pose_bones(face, posing != NULL ? posing : &now);
    if (status != MIEN_OK || character->mesh == NULL)
        return status;
    status = mien_morph_job_run(&(MienMorphJob){.binding = character->mesh_binding,
                                                .level = character->level,
                                                .curves = face->curves,
                                                .morph_count = character->morph_count,
                                                .out_weights = face->morphs});
    if (status == MIEN_OK)
        status = mien_palette_job_run(&(MienPaletteJob){.binding = character->mesh_binding,
                                                        .bone_count = face->bone_count,
                                                        .model = face->model,
                                                        .bind_count = face->bind_count,
                                                        .out_palette = face->palette});
    if (status == MIEN_OK)
        status = mien_skin_job_run(&(MienSkinJob){.mesh = character->mesh,
                                                  .bind_count = face->bind_count,
                                                  .palette = face->palette,
                                                  .morph_count = character->morph_count,
                                                  .weights = face->morphs,
                                                  .first_vertex = first_vertex,
                                                  .vertex_count = vertex_count,
                                                  .out_positions = out_positions,
                                                  .out_normals = out_normals,
                                                  .scratch = face->scratch,
                                                  .scratch_size = face->scratch_size});
    return status;
}

MienStatus mieni_face_pose(MieniFace *face, const MieniPosing *posing)
{
    return mieni_face_pose_some(face, posing, 0, face->vertex_count, face->positions, face->normals);
}
