// SPDX-License-Identifier: MIT
//
// Meshes in tests: a sample mesh with its skeleton, as packs and loaded.

#pragma once

#include "sample/meshes.h"
#include "support/packs.h"

/// A small mesh that has everything a mesh can hold.
static const MienSampleOptions small_body = {
    .seed = 5, .bone_count = 9, .pose_count = 4, .bones_per_pose = 2, .curve_count = 3};
static const MienSampleMeshOptions small_mesh = {.seed = 6,
                                                 .vertex_count = 37,
                                                 .influence_count = 3,
                                                 .morph_count = 8,
                                                 .has_colors = true,
                                                 .has_own_rest_pose = true};

static inline Pack cook_mesh(const MienAuthorMesh *mesh)
{
    MienAuthorPack pack = {0};
    MienError error = {0};
    if (mien_author_mesh_cook(mesh, NULL, &pack, &error) != MIEN_OK) {
        printf("%s: %s\n", error.location, error.message);
        abort();
    }
    return (Pack){pack.data, pack.size};
}

/// Descriptions of a mesh and of the scene whose skeleton it is bound to.
typedef struct MeshSample {
    MienSample *scene;
    const MienAuthorSkeleton *skeleton;
    MienSampleMesh *sample;
    const MienAuthorMesh *mesh;
} MeshSample;

static inline MeshSample mesh_sample(const MienSampleOptions *scene, const MienSampleMeshOptions *options)
{
    MeshSample made = {.scene = mien_sample_create(scene)};
    if (made.scene == NULL)
        abort();
    made.skeleton = mien_sample_asset(made.scene)->skeleton;
    made.sample = mien_sample_mesh_create(options, made.skeleton);
    if (made.sample == NULL)
        abort();
    made.mesh = mien_sample_mesh(made.sample);
    return made;
}

static inline void mesh_sample_free(MeshSample *made)
{
    mien_sample_mesh_destroy(made->sample);
    mien_sample_destroy(made->scene);
    *made = (MeshSample){0};
}

/// The mesh's pack alone.
static inline Pack mesh_pack(const MienSampleOptions *scene, const MienSampleMeshOptions *options)
{
    MeshSample made = mesh_sample(scene, options);
    const Pack pack = cook_mesh(made.mesh);
    mesh_sample_free(&made);
    return pack;
}

/// A mesh, loaded and bound.
typedef struct BoundMesh {
    MeshSample made;
    Pack pack, skeleton_pack;
    MienSkeleton *skeleton;
    MienMesh *mesh;
    MienMeshBinding *binding;
    MienMeshInfo info;
} BoundMesh;

static inline BoundMesh bound_mesh(const MienSampleOptions *scene, const MienSampleMeshOptions *options,
                                   MienIsa isa)
{
    BoundMesh b = {.made = mesh_sample(scene, options)};
    const MienLoadOptions load = {.borrow_data = true, .isa = isa};
    MienAuthorPack skeleton = {0};
    b.pack = cook_mesh(b.made.mesh);
    if (mien_author_skeleton_cook(b.made.skeleton, NULL, &skeleton, NULL) != MIEN_OK)
        abort();
    b.skeleton_pack = (Pack){skeleton.data, skeleton.size};
    if (mien_skeleton_load(skeleton.data, skeleton.size, NULL, &b.skeleton, NULL) != MIEN_OK ||
        mien_mesh_load(b.pack.data, b.pack.size, &load, &b.mesh, NULL) != MIEN_OK ||
        mien_mesh_binding_create(b.mesh, b.skeleton, NULL, &b.binding, NULL) != MIEN_OK)
        abort();
    b.info = mien_mesh_info(b.mesh);
    return b;
}

static inline void bound_mesh_free(BoundMesh *b)
{
    mien_mesh_binding_destroy(b->binding);
    mien_mesh_destroy(b->mesh);
    mien_skeleton_destroy(b->skeleton);
    pack_free(&b->pack);
    pack_free(&b->skeleton_pack);
    mesh_sample_free(&b->made);
}
