// SPDX-License-Identifier: MIT
//
// A small mesh whose every number can be changed.

#pragma once

#include "support/meshes.h"

/// A mesh whose every part can be changed.
typedef struct Changeable {
    MeshSample made;
    MienAuthorMesh mesh;
    MienVec3 *positions, *normals;
    float *uvs, *weights;
    uint16_t *colors, *vertex_joints;
    uint32_t *indices;
    MienAuthorMeshJoint *binds;
    MienAuthorSubmesh *parts;
    MienAuthorMorph *morphs;
    uint32_t *morph_vertices;
    MienVec3 *morph_positions, *morph_normals;
    MienAuthorMeshBone *bones;
    MienAuthorMaterial *materials;
    MienAuthorImage *images;
} Changeable;

static inline void *mesh_copy(const void *from, size_t size)
{
    void *copy = malloc(size + 1);
    memcpy(copy, from, size);
    return copy;
}

#define COPY(list, from, count) c.list = mesh_copy(from, (size_t)(count) * sizeof *c.list)

static inline Changeable changeable(void)
{
    Changeable c = {.made = mesh_sample(&small_body, &small_mesh)};
    c.mesh = *c.made.mesh;
    const MienAuthorMesh *m = c.made.mesh;
    const int places = m->vertex_count * m->influence_count;
    COPY(positions, m->positions, m->vertex_count);
    COPY(normals, m->normals, m->vertex_count);
    COPY(uvs, m->uvs, 2 * m->vertex_count);
    COPY(colors, m->colors, 4 * m->vertex_count);
    COPY(weights, m->vertex_weights, places);
    COPY(vertex_joints, m->vertex_joints, places);
    COPY(indices, m->indices, m->index_count);
    COPY(binds, m->joints, m->joint_count);
    COPY(parts, m->submeshes, m->submesh_count);
    COPY(morphs, m->morphs, m->morph_count);
    COPY(morph_vertices, m->morphs[1].vertices, m->morphs[1].count);
    COPY(morph_positions, m->morphs[1].positions, m->morphs[1].count);
    COPY(morph_normals, m->morphs[1].normals, m->morphs[1].count);
    COPY(bones, m->bones, m->bone_count);
    COPY(materials, m->materials, m->material_count);
    COPY(images, m->images, m->image_count);
    c.morphs[1].vertices = c.morph_vertices;
    c.morphs[1].positions = c.morph_positions;
    c.morphs[1].normals = c.morph_normals;
    c.mesh.positions = c.positions;
    c.mesh.normals = c.normals;
    c.mesh.uvs = c.uvs;
    c.mesh.colors = c.colors;
    c.mesh.vertex_weights = c.weights;
    c.mesh.vertex_joints = c.vertex_joints;
    c.mesh.indices = c.indices;
    c.mesh.joints = c.binds;
    c.mesh.submeshes = c.parts;
    c.mesh.morphs = c.morphs;
    c.mesh.bones = c.bones;
    c.mesh.materials = c.materials;
    c.mesh.images = c.images;
    return c;
}

static inline void changeable_free(Changeable *c)
{
    void *const all[] = {c->positions,      c->normals,         c->uvs,           c->colors, c->weights,
                         c->vertex_joints,  c->indices,         c->binds,         c->parts,  c->morphs,
                         c->morph_vertices, c->morph_positions, c->morph_normals, c->bones,  c->materials,
                         c->images};
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
        free(all[i]);
    mesh_sample_free(&c->made);
}
