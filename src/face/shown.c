// SPDX-License-Identifier: MIT
//
// Posing a face and skinning it.

#include "core/float_rules.h"

#include "face/shown.h"

#include "core/internal.h"

#include <string.h>

static MienStatus skin(MieniShownFace *face, const MienMatrix34 *palette, const float *morphs)
{
    const MienMeshInfo info = mien_mesh_info(face->mesh);
    return mien_skin_job_run(&(MienSkinJob){.mesh = face->mesh,
                                            .joint_count = info.joint_count,
                                            .palette = palette,
                                            .morph_count = info.morph_count,
                                            .weights = morphs,
                                            .vertex_count = info.vertex_count,
                                            .out_positions = face->memory,
                                            .scratch = face->scratch,
                                            .scratch_size = face->scratch_size});
}

MienStatus mieni_shown_face_curves(MieniShownFace *face, const MieniCurveValue *values, int count)
{
    const MienCurveSet inputs = mien_actor_inputs(face->actor);
    mien_curve_set_clear(&inputs);
    for (int i = 0; i < count; ++i) {
        const float sum = mien_curve_set_value(&inputs, values[i].curve) + values[i].value;
        mien_curve_set_put(&inputs, values[i].curve, sum);
    }
    const MienStatus status = mien_actor_step(face->actor, 0.0);
    return status == MIEN_OK ? skin(face, mien_actor_palette(face->actor), mien_actor_morphs(face->actor))
                             : status;
}

MienStatus mieni_shown_face_bones(MieniShownFace *face, const MienTransform *local, const float *morphs)
{
    const MienMeshBinding *binding = mien_actor_mesh_binding(face->actor);
    MienStatus status = mien_model_job_run(&(MienModelJob){.skeleton = face->skeleton,
                                                           .bone_count = face->bone_count,
                                                           .local_count = face->bone_count,
                                                           .local = local,
                                                           .out_model = face->model});
    if (status == MIEN_OK)
        status = mien_palette_job_run(&(MienPaletteJob){.binding = binding,
                                                        .bone_count = face->bone_count,
                                                        .model = face->model,
                                                        .joint_count = mien_mesh_info(face->mesh).joint_count,
                                                        .out_palette = face->palette});
    return status == MIEN_OK ? skin(face, face->palette, morphs) : status;
}

static bool take_memory(MieniShownFace *face)
{
    const MienMeshInfo info = mien_mesh_info(face->mesh);
    face->vertex_count = info.vertex_count;
    face->triangle_count = info.index_count / 3;
    face->indices = mien_mesh_indices(face->mesh);
    face->bone_count = mien_skeleton_bone_count(face->skeleton);
    face->scratch_size = mien_skin_job_scratch_size(face->mesh);
    face->model = mieni_arena_take(&face->arena, (size_t)face->bone_count, sizeof *face->model);
    face->palette = mieni_arena_take(&face->arena, (size_t)info.joint_count, sizeof *face->palette);
    face->rest_memory = mieni_arena_take(&face->arena, (size_t)info.vertex_count, sizeof *face->rest_memory);
    face->memory = mieni_arena_take(&face->arena, (size_t)info.vertex_count, sizeof *face->memory);
    face->scratch = mieni_arena_take(&face->arena, face->scratch_size, 1);
    face->rest = face->rest_memory;
    face->positions = face->memory;
    return !face->arena.is_out_of_memory;
}

MienStatus mieni_shown_face_open(const MieniShownFaceDesc *desc, MieniShownFace *out_face, MienError *error)
{
    MieniShownFace *face = out_face;
    *face = (MieniShownFace){.skeleton = desc->skeleton,
                             .mesh = desc->mesh,
                             .poses = desc->poses,
                             .arena = {.allocator = desc->allocator}};
    MienStatus status = mien_actor_create(&(MienActorDesc){.skeleton = desc->skeleton,
                                                           .mesh = desc->mesh,
                                                           .pose_asset_count = desc->poses != NULL,
                                                           .pose_assets = &face->poses,
                                                           .options = {.allocator = desc->allocator}},
                                          &face->actor, error);
    if (status == MIEN_OK && !take_memory(face))
        status = mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    if (status == MIEN_OK)
        status = mieni_shown_face_bones(face, mien_actor_rest_pose(face->actor), NULL);
    if (status != MIEN_OK) {
        mieni_shown_face_close(face);
        return status;
    }
    memcpy(face->rest_memory, face->memory, (size_t)face->vertex_count * sizeof *face->memory);
    return MIEN_OK;
}

void mieni_shown_face_close(MieniShownFace *face)
{
    mien_actor_destroy(face->actor);
    mieni_arena_release(&face->arena);
    *face = (MieniShownFace){0};
}
