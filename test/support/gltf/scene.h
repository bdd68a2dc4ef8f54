// SPDX-License-Identifier: MIT
//
// glTF files from disk, read and then posed the way a host does it: cooked, loaded,
// bound, and run through the jobs for matrices, morphs and skin.

#pragma once

#include "support/gltf/files.h"

#include "core/internal.h"
#include "mien/skin.h"

typedef struct Scene {
    MienIoSource *source;
    MienIoGltfReport report;
    MienAuthorPack packs[2];
    MienSkeleton *skeleton;
    MienMesh *mesh; ///< NULL if there is nothing to see.
    MienMeshBinding *binding;
} Scene;

/// Reads a file. Close the scene whatever comes of it.
static inline MienStatus scene_open(Scene *scene, const char *path, MienError *error)
{
    *scene = (Scene){0};
    return gltf_read_path(path, NULL, &scene->source, &scene->report, error);
}

static inline void scene_close(Scene *scene)
{
    mien_mesh_binding_destroy(scene->binding);
    mien_mesh_destroy(scene->mesh);
    mien_skeleton_destroy(scene->skeleton);
    mien_author_pack_release(&scene->packs[0]);
    mien_author_pack_release(&scene->packs[1]);
    mien_io_source_destroy(scene->source);
    *scene = (Scene){0};
}

/// Cooks, loads and binds what was read. Every morph gets a curve of the skeleton.
static inline MienStatus scene_cook(Scene *scene, MienError *error)
{
    const MienAuthorMesh *mesh = scene->source->mesh;
    MienAuthorSkeleton skeleton = scene->source->skeleton;
    const int morph_count = mesh != NULL ? mesh->morph_count : 0;
    MienAuthorCurve *curves = calloc((size_t)morph_count + 1, sizeof *curves);
    for (int m = 0; curves != NULL && m < morph_count; ++m)
        curves[m] = (MienAuthorCurve){mesh->morphs[m].name, MIEN_ALL_LODS};
    skeleton.curve_count = morph_count;
    skeleton.curves = curves;
    const MienLoadOptions borrow = {.borrow_data = true};
    MienStatus status = mien_author_skeleton_cook(&skeleton, NULL, &scene->packs[0], error);
    free(curves);
    if (status == MIEN_OK)
        status =
            mien_skeleton_load(scene->packs[0].data, scene->packs[0].size, &borrow, &scene->skeleton, error);
    if (status != MIEN_OK || mesh == NULL)
        return status;
    status = mien_author_mesh_cook(mesh, NULL, &scene->packs[1], error);
    if (status == MIEN_OK)
        status = mien_mesh_load(scene->packs[1].data, scene->packs[1].size, &borrow, &scene->mesh, error);
    if (status == MIEN_OK)
        status = mien_mesh_binding_create(scene->mesh, scene->skeleton, NULL, &scene->binding, error);
    return status;
}

/// The local transforms at a time of a take; at rest if take is negative.
static inline void scene_local(const Scene *scene, int take, double time, MienTransform *out_local)
{
    const MienAuthorSkeleton *skeleton = &scene->source->skeleton;
    const MienAuthorClip *clip = take >= 0 ? scene->source->takes[take].clip : NULL;
    for (int b = 0; b < skeleton->bone_count; ++b)
        out_local[b] = skeleton->bones[b].rest;
    for (int t = 0; clip != NULL && t < clip->track_count; ++t) {
        const int bone = mien_skeleton_find_bone(scene->skeleton, clip->tracks[t].bone);
        if (bone >= 0)
            out_local[bone] = mien_author_track_evaluate(clip, t, time);
    }
}

/// The weights of morphs at a time of a take, by way of curves.
static inline MienStatus scene_weights(const Scene *scene, int take, double time, float *out_weights)
{
    const MienAuthorClip *clip = take >= 0 ? scene->source->takes[take].clip : NULL;
    const int count = mien_skeleton_curve_count(scene->skeleton);
    float *values = calloc((size_t)count + 1, sizeof *values);
    uint32_t *present = calloc((size_t)mien_curve_set_words(count) + 1, sizeof *present);
    const MienCurveSet set = {count, values, present};
    for (int c = 0; clip != NULL && c < clip->curve_count; ++c) {
        const int curve = mien_skeleton_find_curve(scene->skeleton, clip->curves[c].name);
        if (curve >= 0)
            mien_curve_set_put(&set, curve, mien_author_curve_evaluate(&clip->curves[c], time));
    }
    const MienMorphJob job = {.binding = scene->binding,
                              .curves = set,
                              .morph_count = mien_mesh_info(scene->mesh).morph_count,
                              .out_weights = out_weights};
    const MienStatus status = mien_morph_job_run(&job);
    free(values);
    free(present);
    return status;
}

/// Where all vertices are at a time of a take; at rest if take is negative.
static inline MienStatus scene_pose(const Scene *scene, int take, double time, MienVec3 *out_positions)
{
    const MienMeshInfo info = mien_mesh_info(scene->mesh);
    const size_t bones = (size_t)scene->source->skeleton.bone_count, binds = (size_t)info.joint_count;
    MienTransform *local = calloc(bones + 1, sizeof *local);
    MienMatrix34 *model = calloc(bones + 1, sizeof *model), *palette = calloc(binds + 1, sizeof *palette);
    float *weights = calloc((size_t)info.morph_count + 1, sizeof *weights);
    const size_t scratch_size = mien_skin_job_scratch_size(scene->mesh);
    void *scratch = mieni_allocate(NULL, scratch_size, 64);
    scene_local(scene, take, time, local);
    MienStatus status = mien_model_job_run(&(MienModelJob){.skeleton = scene->skeleton,
                                                           .bone_count = (int)bones,
                                                           .local_count = (int)bones,
                                                           .local = local,
                                                           .out_model = model});
    if (status == MIEN_OK)
        status = mien_palette_job_run(&(MienPaletteJob){.binding = scene->binding,
                                                        .bone_count = (int)bones,
                                                        .model = model,
                                                        .joint_count = info.joint_count,
                                                        .out_palette = palette});
    if (status == MIEN_OK)
        status = scene_weights(scene, take, time, weights);
    if (status == MIEN_OK)
        status = mien_skin_job_run(&(MienSkinJob){.mesh = scene->mesh,
                                                  .joint_count = info.joint_count,
                                                  .palette = palette,
                                                  .morph_count = info.morph_count,
                                                  .weights = weights,
                                                  .vertex_count = info.vertex_count,
                                                  .out_positions = out_positions,
                                                  .scratch = scratch,
                                                  .scratch_size = scratch_size});
    mieni_free(NULL, scratch, scratch_size, 64);
    free(local);
    free(model);
    free(palette);
    free(weights);
    return status;
}
