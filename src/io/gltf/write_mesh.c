// SPDX-License-Identifier: MIT
//
// The mesh of a file made of skeleton and mesh: attributes, indices, targets, skins, and
// nodes that show it.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/gltf/write_mesh.h"

#include <stdio.h>
#include <string.h>

/// Views that the vertices of all blocks share.
typedef struct Views {
    int positions, normals, uvs, colors, joints, weights, indices;
    int joint_type;
} Views;

/// What a block of vertices is in the file.
typedef struct Accessors {
    MieniJson *attributes;
    MieniJson *targets;
} Accessors;

static int vertex_view(MieniGltfOut *out, int stride)
{
    const int view = mieni_gltf_out_view(out, MIENI_GLTF_VERTICES);
    if (view >= 0)
        mieni_gltf_set_int(out, out->views[view].json, "byteStride", stride);
    return view;
}

static Views make_views(MieniGltfShaping *shaping)
{
    MieniGltfOut *out = &shaping->writer->out;
    const MienAuthorMesh *mesh = shaping->mesh;
    Views views = {.joint_type = MIENI_GLTF_BYTES};
    for (int s = 0; s < shaping->skin_count; ++s)
        if (shaping->skins[s].joint_count > 256)
            views.joint_type = MIENI_GLTF_SHORTS;
    views.positions = vertex_view(out, 12);
    views.normals = mesh->normals != NULL ? vertex_view(out, 12) : -1;
    views.uvs = mesh->uvs != NULL ? vertex_view(out, 8) : -1;
    views.colors = mesh->colors != NULL ? vertex_view(out, 8) : -1;
    views.joints = vertex_view(out, views.joint_type == MIENI_GLTF_BYTES ? 4 : 8);
    views.weights = vertex_view(out, 16);
    views.indices = mieni_gltf_out_view(out, MIENI_GLTF_INDICES);
    return views;
}

static void put_attribute(MieniGltfOut *out, MieniJson *attributes, const char *name,
                          MieniGltfOutAccessor accessor)
{
    mieni_gltf_set_int(out, attributes, name, mieni_gltf_out_accessor(out, &accessor));
}

/// Four influences of every vertex, from one on.
static MienStatus put_influences(MieniGltfShaping *shaping, const Views *views, const MieniGltfBlock *block,
                                 MieniJson *attributes, int set)
{
    MieniGltfOut *out = &shaping->writer->out;
    const MienAuthorMesh *mesh = shaping->mesh;
    const MieniGltfSkin *skin = &shaping->skins[block->skin];
    const size_t count = (size_t)block->vertex_count, width = (size_t)mesh->influence_count;
    MieniArena scratch = {.allocator = out->scratch.allocator};
    uint8_t *bytes = mieni_arena_take(&scratch, count, 4 * sizeof *bytes);
    uint16_t *shorts = mieni_arena_take(&scratch, count, 4 * sizeof *shorts);
    float *weights = mieni_arena_take(&scratch, count, 4 * sizeof *weights);
    const bool has_memory = !scratch.is_out_of_memory;
    for (size_t v = 0; v < count && has_memory; ++v)
        for (size_t i = 0; i < 4; ++i) {
            const size_t influence = 4 * (size_t)set + i,
                         from = width * ((size_t)block->first_vertex + v) + influence;
            if (influence >= width || !(mesh->vertex_weights[from] > 0.0f))
                continue;
            const int joint = skin->joint_of[mesh->vertex_binds[from]];
            weights[4 * v + i] = mesh->vertex_weights[from];
            bytes[4 * v + i] = (uint8_t)joint;
            shorts[4 * v + i] = (uint16_t)joint;
        }
    if (has_memory) {
        char name[24];
        snprintf(name, sizeof name, "JOINTS_%d", set);
        put_attribute(out, attributes, name,
                      (MieniGltfOutAccessor){views->joints, MIENI_GLTF_VEC4, views->joint_type, (int)count,
                                             views->joint_type == MIENI_GLTF_BYTES ? (void *)bytes : shorts,
                                             false, false});
        snprintf(name, sizeof name, "WEIGHTS_%d", set);
        put_attribute(out, attributes, name,
                      (MieniGltfOutAccessor){views->weights, MIENI_GLTF_VEC4, MIENI_GLTF_FLOATS, (int)count,
                                             weights, false, false});
    }
    mieni_arena_release(&scratch);
    return has_memory ? MIEN_OK : mieni_gltf_write_no_memory(shaping->writer);
}

static MienStatus put_vertices(MieniGltfShaping *shaping, const Views *views, const MieniGltfBlock *block,
                               MieniJson *attributes)
{
    MieniGltfOut *out = &shaping->writer->out;
    const MienAuthorMesh *mesh = shaping->mesh;
    const int first = block->first_vertex, count = block->vertex_count;
    put_attribute(out, attributes, "POSITION",
                  (MieniGltfOutAccessor){views->positions, MIENI_GLTF_VEC3, MIENI_GLTF_FLOATS, count,
                                         mesh->positions + first, true, false});
    if (mesh->normals != NULL)
        put_attribute(out, attributes, "NORMAL",
                      (MieniGltfOutAccessor){views->normals, MIENI_GLTF_VEC3, MIENI_GLTF_FLOATS, count,
                                             mesh->normals + first, false, false});
    if (mesh->uvs != NULL)
        put_attribute(out, attributes, "TEXCOORD_0",
                      (MieniGltfOutAccessor){views->uvs, MIENI_GLTF_VEC2, MIENI_GLTF_FLOATS, count,
                                             mesh->uvs + 2 * (size_t)first, false, false});
    if (mesh->colors != NULL)
        put_attribute(out, attributes, "COLOR_0",
                      (MieniGltfOutAccessor){views->colors, MIENI_GLTF_VEC4, MIENI_GLTF_SHORTS, count,
                                             mesh->colors + 4 * (size_t)first, false, true});
    MienStatus status = MIEN_OK;
    for (int set = 0; 4 * set < mesh->influence_count && status == MIEN_OK; ++set)
        status = put_influences(shaping, views, block, attributes, set);
    return status;
}

/// The offsets of a morph in a block, with elements counted from the block's first.
static MienStatus put_target(MieniGltfShaping *shaping, const MieniGltfBlock *block,
                             const MienAuthorMorph *morph, int *zeros, MieniJson *target)
{
    MieniGltfOut *out = &shaping->writer->out;
    const uint32_t low = (uint32_t)block->first_vertex, high = low + (uint32_t)block->vertex_count;
    int first = 0, count = 0;
    while (first < morph->count && morph->vertices[first] < low)
        ++first;
    while (first + count < morph->count && morph->vertices[first + count] < high)
        ++count;
    if (count == 0) {
        if (*zeros < 0)
            *zeros = mieni_gltf_out_sparse(out, block->vertex_count, NULL, NULL, 0);
        mieni_gltf_set_int(out, target, "POSITION", *zeros);
        return MIEN_OK;
    }
    MieniArena scratch = {.allocator = out->scratch.allocator};
    uint32_t *elements = mieni_arena_take(&scratch, (size_t)count, sizeof *elements);
    for (int i = 0; i < count && elements != NULL; ++i)
        elements[i] = morph->vertices[first + i] - low;
    if (elements != NULL) {
        mieni_gltf_set_int(
            out, target, "POSITION",
            mieni_gltf_out_sparse(out, block->vertex_count, elements, morph->positions + first, count));
        if (morph->normals != NULL && shaping->mesh->normals != NULL)
            mieni_gltf_set_int(
                out, target, "NORMAL",
                mieni_gltf_out_sparse(out, block->vertex_count, elements, morph->normals + first, count));
    }
    mieni_arena_release(&scratch);
    return elements != NULL ? MIEN_OK : mieni_gltf_write_no_memory(shaping->writer);
}

static MienStatus put_block(MieniGltfShaping *shaping, const Views *views, const MieniGltfShape *shape,
                            const MieniGltfBlock *block, Accessors *out_accessors)
{
    MieniGltfOut *out = &shaping->writer->out;
    int zeros = -1;
    out_accessors->attributes = mieni_json_object(&out->json);
    out_accessors->targets = mieni_json_array(&out->json);
    MienStatus status = put_vertices(shaping, views, block, out_accessors->attributes);
    for (int t = 0; t < shape->target_count && status == MIEN_OK; ++t)
        status =
            put_target(shaping, block, &shaping->mesh->morphs[shape->targets[t]], &zeros,
                       mieni_json_append(&out->json, out_accessors->targets, mieni_json_object(&out->json)));
    return status;
}

/// Indices, counted from the block's first vertex. The highest of a type means something
/// else.
static int put_indices(MieniGltfShaping *shaping, const Views *views, const MieniGltfBlock *block,
                       const MienAuthorMeshPart *part)
{
    MieniGltfOut *out = &shaping->writer->out;
    const bool is_narrow = block->vertex_count <= 65535;
    const size_t count = (size_t)part->index_count;
    uint16_t *narrow = mieni_arena_take(&out->scratch, is_narrow ? count : 0, sizeof *narrow);
    uint32_t *wide = mieni_arena_take(&out->scratch, is_narrow ? 0 : count, sizeof *wide);
    if (out->scratch.is_out_of_memory)
        return 0;
    for (size_t i = 0; i < count; ++i) {
        const uint32_t index =
            shaping->mesh->indices[(size_t)part->first_index + i] - (uint32_t)block->first_vertex;
        if (is_narrow)
            narrow[i] = (uint16_t)index;
        else
            wide[i] = index;
    }
    return mieni_gltf_out_accessor(
        out, &(MieniGltfOutAccessor){.view = views->indices,
                                     .type = MIENI_GLTF_SCALAR,
                                     .component_type = is_narrow ? MIENI_GLTF_SHORTS : MIENI_GLTF_INTS,
                                     .count = part->index_count,
                                     .data = is_narrow ? (void *)narrow : wide});
}

static MienStatus put_primitives(MieniGltfShaping *shaping, const Views *views, const MieniGltfShape *shape,
                                 MieniJson *primitives)
{
    MieniGltfOut *out = &shaping->writer->out;
    MieniJsonDocument *json = &out->json;
    MienStatus status = MIEN_OK;
    for (int b = 0; b < shape->block_count && status == MIEN_OK; ++b) {
        const MieniGltfBlock *block = &shaping->blocks[shape->first_block + b];
        Accessors accessors;
        status = put_block(shaping, views, shape, block, &accessors);
        for (int p = block->first_part; p < block->first_part + block->part_count && status == MIEN_OK; ++p) {
            const MienAuthorMeshPart *part = &shaping->mesh->parts[p];
            MieniJson *primitive = mieni_json_append(json, primitives, mieni_json_object(json));
            mieni_json_set(json, primitive, "attributes", mieni_json_copy(json, accessors.attributes));
            mieni_gltf_set_int(out, primitive, "indices", put_indices(shaping, views, block, part));
            if (part->material >= 0)
                mieni_gltf_set_int(out, primitive, "material", part->material);
            if (shape->target_count > 0)
                mieni_json_set(json, primitive, "targets", mieni_json_copy(json, accessors.targets));
        }
    }
    return status;
}

static MienStatus put_shape(MieniGltfShaping *shaping, const Views *views, const MieniGltfShape *shape,
                            MieniJson *scene_nodes, int *out_node)
{
    MieniGltfOut *out = &shaping->writer->out;
    MieniJsonDocument *json = &out->json;
    int index;
    MieniJson *mesh = mieni_gltf_out_add(out, "meshes", &index);
    mieni_gltf_set_text(out, mesh, "name", shape->name);
    MieniJson *primitives = mieni_json_set(json, mesh, "primitives", mieni_json_array(json));
    const MienStatus status = put_primitives(shaping, views, shape, primitives);
    if (shape->target_count > 0) {
        mieni_gltf_set_floats(out, mesh, "weights", shape->weights, shape->target_count);
        MieniJson *names = mieni_json_set(json, mieni_gltf_out_object(out, mesh, "extras"), "targetNames",
                                          mieni_json_array(json));
        for (int t = 0; t < shape->target_count; ++t)
            mieni_json_append(json, names,
                              mieni_json_string(json, shaping->mesh->morphs[shape->targets[t]].name));
    }
    MieniJson *node = mieni_gltf_out_add(out, "nodes", out_node);
    mieni_gltf_set_text(out, node, "name", shape->name);
    mieni_gltf_set_int(out, node, "mesh", index);
    mieni_gltf_set_int(out, node, "skin", shaping->blocks[shape->first_block].skin);
    mieni_json_append(json, scene_nodes, mieni_json_number(json, *out_node));
    return status;
}

/// A skin's joints and matrices, which files have by columns.
static MienStatus put_skin(MieniGltfShaping *shaping, const MieniGltfSkin *skin, int view)
{
    MieniGltfOut *out = &shaping->writer->out;
    int index;
    MieniJson *json = mieni_gltf_out_add(out, "skins", &index);
    MieniJson *joints = mieni_json_array(&out->json);
    MieniArena scratch = {.allocator = out->scratch.allocator};
    float *matrices = mieni_arena_take(&scratch, (size_t)skin->joint_count, 16 * sizeof *matrices);
    if (matrices == NULL)
        return mieni_gltf_write_no_memory(shaping->writer);
    for (int j = 0; j < skin->joint_count; ++j) {
        const MienAuthorMeshBind *bind = &shaping->mesh->binds[skin->binds[j]];
        for (int i = 0; i < 12; ++i)
            matrices[16 * (size_t)j + 4 * ((size_t)i % 4) + (size_t)i / 4] = bind->inverse[i];
        matrices[16 * (size_t)j + 15] = 1.0f;
        mieni_json_append(&out->json, joints,
                          mieni_json_number(&out->json, shaping->bone_of_bind[skin->binds[j]]));
    }
    const MieniGltfOutAccessor accessor = {
        view, MIENI_GLTF_MAT4, MIENI_GLTF_FLOATS, skin->joint_count, matrices, false, false};
    mieni_gltf_set_int(out, json, "inverseBindMatrices", mieni_gltf_out_accessor(out, &accessor));
    mieni_json_set(&out->json, json, "joints", joints);
    mieni_arena_release(&scratch);
    return MIEN_OK;
}

/// What clips can drive of the mesh.
static MienStatus cast_morphs(MieniGltfShaping *shaping, const int *nodes)
{
    MieniGltfCast *cast = &shaping->writer->cast;
    MieniArena *arena = &shaping->writer->out.scratch;
    const MienAuthorMesh *mesh = shaping->mesh;
    const char **names = mieni_arena_take(arena, (size_t)mesh->morph_count, sizeof *names);
    MieniGltfFace *faces = mieni_arena_take(arena, (size_t)shaping->shape_count, sizeof *faces);
    if (names == NULL || faces == NULL)
        return mieni_gltf_write_no_memory(shaping->writer);
    for (int m = 0; m < mesh->morph_count; ++m)
        names[m] = mesh->morphs[m].name;
    cast->morph_count = mesh->morph_count;
    cast->morphs = names;
    for (int s = 0; s < shaping->shape_count; ++s) {
        const MieniGltfShape *shape = &shaping->shapes[s];
        if (shape->target_count > 0)
            faces[cast->face_count++] =
                (MieniGltfFace){nodes[s], shape->target_count, shape->targets, shape->weights};
    }
    cast->faces = faces;
    return MIEN_OK;
}

MienStatus mieni_gltf_write_mesh(MieniGltfWriter *writer, MieniJson *scene_nodes)
{
    MieniGltfShaping shaping = {.writer = writer, .mesh = writer->writing->mesh};
    MienStatus status = mieni_gltf_shape_parts(&shaping);
    if (status == MIEN_OK)
        status = mieni_gltf_shape_skins(&shaping);
    if (status == MIEN_OK)
        status = mieni_gltf_shape_morphs(&shaping);
    if (status != MIEN_OK)
        return status;
    const Views views = make_views(&shaping);
    int *nodes = mieni_arena_take(&writer->out.scratch, (size_t)shaping.shape_count, sizeof *nodes);
    if (nodes == NULL)
        return mieni_gltf_write_no_memory(writer);
    for (int s = 0; s < shaping.shape_count && status == MIEN_OK; ++s)
        status = put_shape(&shaping, &views, &shaping.shapes[s], scene_nodes, &nodes[s]);
    const int matrices = mieni_gltf_out_view(&writer->out, MIENI_GLTF_ANY);
    for (int s = 0; s < shaping.skin_count && status == MIEN_OK; ++s)
        status = put_skin(&shaping, &shaping.skins[s], matrices);
    if (status == MIEN_OK)
        status = cast_morphs(&shaping, nodes);
    if (status == MIEN_OK)
        mieni_gltf_write_materials(writer);
    return status;
}
