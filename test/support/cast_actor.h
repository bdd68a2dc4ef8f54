// SPDX-License-Identifier: MIT
//
// A head of the sample cast as a host shows it: curves to poses, morphs, bones, vertices.

#pragma once

#include "support/posing.h"
#include "support/shown_mesh.h"

#include "sample/cast.h"

/// A head ready to be posed.
typedef struct Actor {
    MieniCastHead head;
    Loaded loaded;
    MienAuthorPack pack;
    MienMesh *mesh;
    MienMeshBinding *binding;
    Stage stage;
    MienVec3 *positions, *normals; ///< Skinned.
} Actor;

/// Opens what an actor with a head needs. poses: the head's own, or others on its bones.
static inline void open_actor_with(Actor *actor, const MienAuthorPoseAsset *poses)
{
    MienError error = {0};
    actor->loaded = load_source(poses, MIEN_ISA_BEST);
    require_ok(mien_author_mesh_cook(&actor->head.mesh, NULL, &actor->pack, &error), &error, __LINE__);
    require_ok(mien_mesh_load(actor->pack.data, actor->pack.size, NULL, &actor->mesh, &error), &error,
               __LINE__);
    require_ok(mien_mesh_binding_create(actor->mesh, actor->loaded.skeleton, NULL, &actor->binding, &error),
               &error, __LINE__);
    actor->stage = stage_create(&actor->loaded, actor->loaded.binding);
    actor->positions = calloc((size_t)actor->head.mesh.vertex_count, sizeof *actor->positions);
    actor->normals = calloc((size_t)actor->head.mesh.vertex_count, sizeof *actor->normals);
}

static inline void open_actor(Actor *actor, int who, MieniCastDetail detail)
{
    MienError error = {0};
    *actor = (Actor){.mesh = NULL};
    require_ok(mieni_cast_make((MieniCastWho)who, detail, NULL, &actor->head, &error), &error, __LINE__);
    open_actor_with(actor, &actor->head.poses);
}

static inline void close_actor(Actor *actor)
{
    free(actor->positions);
    free(actor->normals);
    stage_destroy(&actor->stage);
    mien_mesh_binding_destroy(actor->binding);
    mien_mesh_destroy(actor->mesh);
    mien_author_pack_release(&actor->pack);
    unload(&actor->loaded);
    mieni_cast_release(&actor->head);
}

/// Poses and how much of each.
typedef struct Look {
    const char *name;
    struct {
        const char *curve;
        float value;
    } curves[4];
} Look;

/// From what the poses made of bones and curves to vertices.
static inline void skin_actor(Actor *actor)
{
    const MienMeshInfo info = mien_mesh_info(actor->mesh);
    const int bones = actor->loaded.bone_count;
    MienMatrix34 *model = shown_memory((size_t)bones * sizeof *model);
    MienMatrix34 *palette = shown_memory((size_t)info.joint_count * sizeof *palette);
    float *weights = shown_memory((size_t)(info.morph_count + 1) * sizeof *weights);
    void *scratch = shown_memory(mien_skin_job_scratch_size(actor->mesh));
    CHECK_STATUS(mien_morph_job_run(&(MienMorphJob){.binding = actor->binding,
                                                    .curves = actor->stage.job.out_curves,
                                                    .morph_count = info.morph_count,
                                                    .out_weights = weights}),
                 MIEN_OK);
    CHECK_STATUS(mien_model_job_run(&(MienModelJob){.skeleton = actor->loaded.skeleton,
                                                    .bone_count = bones,
                                                    .local_count = bones,
                                                    .local = actor->stage.out,
                                                    .out_model = model}),
                 MIEN_OK);
    CHECK_STATUS(mien_palette_job_run(&(MienPaletteJob){.binding = actor->binding,
                                                        .bone_count = bones,
                                                        .model = model,
                                                        .joint_count = info.joint_count,
                                                        .out_palette = palette}),
                 MIEN_OK);
    CHECK_STATUS(mien_skin_job_run(&(MienSkinJob){.mesh = actor->mesh,
                                                  .joint_count = info.joint_count,
                                                  .palette = palette,
                                                  .morph_count = info.morph_count,
                                                  .weights = weights,
                                                  .vertex_count = info.vertex_count,
                                                  .out_positions = actor->positions,
                                                  .out_normals = actor->normals,
                                                  .scratch = scratch,
                                                  .scratch_size = mien_skin_job_scratch_size(actor->mesh)}),
                 MIEN_OK);
    free(model);
    free(palette);
    free(weights);
    free(scratch);
}

static inline void show_look(Actor *actor, const Look *look)
{
    mien_curve_set_clear(&actor->stage.job.curves);
    for (int k = 0; k < 4 && look->curves[k].curve != NULL; ++k) {
        const int curve = mien_skeleton_find_curve(actor->loaded.skeleton, look->curves[k].curve);
        CHECK(curve >= 0);
        if (curve >= 0)
            mien_curve_set_put(&actor->stage.job.curves, curve, look->curves[k].value);
    }
    stage_run(&actor->stage);
    skin_actor(actor);
}
