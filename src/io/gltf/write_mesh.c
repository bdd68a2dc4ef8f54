// SPDX-License-Identifier: MIT
//
// The mesh of a file made of skeleton and mesh: attributes, indices, targets, skins, and
// nodes that show it.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/gltf/write_base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Vertices that the attributes of one or several primitives hold.
typedef struct MieniGltfBlock {
    int first_part, part_count;
    int first_vertex, vertex_count;
    int skin;
} MieniGltfBlock;

/// A mesh with a node that shows it.
typedef struct MieniGltfShape {
    int first_block, block_count;
    int first_part, part_count;
    const char *name;
    int target_count;
    int *targets; ///< Morphs.
    float *weights;
} MieniGltfShape;

typedef struct MieniGltfSkin {
    int joint_count;
    int *binds;    ///< Per joint, ascending.
    int *joint_of; ///< Per bind: the joint, or -1.
} MieniGltfSkin;

typedef struct MieniGltfShaping {
    MieniGltfWriter *writer;
    const MienAuthorMesh *mesh;
    int *bone_of_bind;
    int block_count, shape_count, skin_count;
    MieniGltfBlock *blocks;
    MieniGltfShape *shapes;
    MieniGltfSkin *skins;
} MieniGltfShaping;

// How a mesh is cut into what glTF has. Reading the result gives the same vertices, parts,
// binds and morphs in the same order, if the mesh was read from glTF itself: parts called
// "head.0", "head.1" are the primitives of one mesh "head", as readers call them.

/// The vertices that a part uses: from, and below.
static void range_of(const MienAuthorMesh *mesh, int part, int *out_first, int *out_end)
{
    const MienAuthorSubmesh *p = &mesh->submeshes[part];
    uint32_t first = UINT32_MAX, last = 0;
    for (int i = p->first_index; i < p->first_index + p->index_count; ++i) {
        first = mesh->indices[i] < first ? mesh->indices[i] : first;
        last = mesh->indices[i] > last ? mesh->indices[i] : last;
    }
    *out_first = (int)first;
    *out_end = (int)last + 1;
}

/// How many parts from one on are called stem.0, stem.1 and so on; *out_stem is how long
/// the stem is.
static int count_run(const MienAuthorMesh *mesh, int part, size_t *out_stem)
{
    const char *name = mesh->submeshes[part].name, *dot = strrchr(name, '.');
    int count = 0;
    if (dot == NULL || dot == name || strcmp(dot, ".0") != 0)
        return 1;
    *out_stem = (size_t)(dot - name);
    for (; part + count < mesh->submesh_count; ++count) {
        char number[16];
        const char *other = mesh->submeshes[part + count].name;
        snprintf(number, sizeof number, ".%d", count);
        if (strncmp(other, name, *out_stem) != 0 || strcmp(other + *out_stem, number) != 0)
            break;
    }
    return count;
}

/// The blocks of a shape's parts: those whose vertices overlap are one.
static void put_blocks(MieniGltfShaping *shaping, MieniGltfShape *shape)
{
    shape->first_block = shaping->block_count;
    for (int p = shape->first_part; p < shape->first_part + shape->part_count; ++p) {
        int first, end;
        range_of(shaping->mesh, p, &first, &end);
        MieniGltfBlock *last = shape->block_count > 0 ? &shaping->blocks[shaping->block_count - 1] : NULL;
        if (last != NULL && first < last->first_vertex + last->vertex_count && end > last->first_vertex) {
            const int old_end = last->first_vertex + last->vertex_count;
            last->first_vertex = first < last->first_vertex ? first : last->first_vertex;
            last->vertex_count = (end > old_end ? end : old_end) - last->first_vertex;
            ++last->part_count;
            continue;
        }
        shaping->blocks[shaping->block_count++] = (MieniGltfBlock){
            .first_part = p, .part_count = 1, .first_vertex = first, .vertex_count = end - first};
        ++shape->block_count;
    }
}

/// If all blocks follow each other, each takes the vertices up to the next one, also
/// those that no triangle uses.
static void close_gaps(MieniGltfShaping *shaping)
{
    MieniGltfBlock *blocks = shaping->blocks;
    const int count = shaping->block_count;
    for (int i = 1; i < count; ++i)
        if (blocks[i].first_vertex < blocks[i - 1].first_vertex + blocks[i - 1].vertex_count)
            return;
    for (int i = 0; i < count; ++i) {
        const int end = i + 1 < count ? blocks[i + 1].first_vertex : shaping->mesh->vertex_count;
        blocks[i].first_vertex = i > 0 ? blocks[i].first_vertex : 0;
        blocks[i].vertex_count = end - blocks[i].first_vertex;
    }
}

/// Blocks and shapes.
static MienStatus gltf_shape_parts(MieniGltfShaping *shaping)
{
    const MienAuthorMesh *mesh = shaping->mesh;
    MieniArena *arena = &shaping->writer->out.scratch;
    shaping->blocks = mieni_arena_take(arena, (size_t)mesh->submesh_count, sizeof *shaping->blocks);
    shaping->shapes = mieni_arena_take(arena, (size_t)mesh->submesh_count, sizeof *shaping->shapes);
    if (shaping->blocks == NULL || shaping->shapes == NULL)
        return mieni_gltf_write_no_memory(shaping->writer);
    for (int p = 0; p < mesh->submesh_count;) {
        size_t stem = 0;
        const int count = count_run(mesh, p, &stem);
        const char *name = mesh->submeshes[p].name;
        MieniGltfShape *shape = &shaping->shapes[shaping->shape_count];
        if (mesh->submeshes[p].index_count == 0) { // nothing to see, and nothing that glTF could say
            ++p;
            continue;
        }
        *shape = (MieniGltfShape){.first_part = p, .part_count = count, .name = name};
        if (count > 1 && (shape->name = mieni_arena_text(arena, name, stem)) == NULL)
            return mieni_gltf_write_no_memory(shaping->writer);
        ++shaping->shape_count;
        put_blocks(shaping, shape);
        p += count;
    }
    close_gaps(shaping);
    return MIEN_OK;
}

/// Marks the binds that the vertices of a shape use.
static void mark_binds(const MieniGltfShaping *shaping, const MieniGltfShape *shape, bool *is_used)
{
    const MienAuthorMesh *mesh = shaping->mesh;
    const size_t width = (size_t)mesh->influence_count;
    for (int b = shape->first_block; b < shape->first_block + shape->block_count; ++b) {
        const MieniGltfBlock *block = &shaping->blocks[b];
        const size_t end = width * (size_t)(block->first_vertex + block->vertex_count);
        for (size_t i = width * (size_t)block->first_vertex; i < end; ++i)
            if (mesh->vertex_weights[i] > 0.0f)
                is_used[mesh->vertex_joints[i]] = true;
    }
}

/// Whether a skin has all binds that are used.
static bool covers(const MieniGltfSkin *skin, const bool *is_used, int joint_count)
{
    for (int b = 0; b < joint_count; ++b)
        if (is_used[b] && skin->joint_of[b] < 0)
            return false;
    return true;
}

typedef struct Skinning {
    bool *is_used;  ///< Per bind: by the shape at hand.
    bool *is_there; ///< Per bind: in a skin so far.
    int *holder;    ///< Per bone: one plus the bind that is its joint in the skin at hand.
} Skinning;

/// A skin for what is used, and for as much else as can be in it, so that few skins do and
/// binds keep their order. Fails if a bone would be two joints.
static MienStatus make_skin(MieniGltfShaping *shaping, Skinning *state, int shape)
{
    MieniArena *arena = &shaping->writer->out.scratch;
    const int joint_count = shaping->mesh->joint_count;
    MieniGltfSkin *skin = &shaping->skins[shaping->skin_count];
    skin->binds = mieni_arena_take(arena, (size_t)joint_count, sizeof *skin->binds);
    skin->joint_of = mieni_arena_take(arena, (size_t)joint_count, sizeof *skin->joint_of);
    if (skin->binds == NULL || skin->joint_of == NULL)
        return mieni_gltf_write_no_memory(shaping->writer);
    memset(state->holder, 0, sizeof *state->holder * (size_t)shaping->writer->cast.bone_count);
    int last = -1;
    for (int b = 0; b < joint_count; ++b) {
        skin->joint_of[b] = -1;
        if (!state->is_used[b])
            continue;
        int *holder = &state->holder[shaping->bone_of_bind[b]];
        if (*holder != 0)
            return mieni_fail(shaping->writer->error, MIEN_ERROR_DATA,
                              mieni_at("mesh.parts[%d]", shaping->shapes[shape].first_part),
                              "A part is bound to one bone in two ways, which glTF cannot say; split it.");
        *holder = b + 1;
        last = b;
    }
    for (int b = 0; b < joint_count; ++b) {
        int *holder = &state->holder[shaping->bone_of_bind[b]];
        const bool is_spare = !state->is_there[b] && *holder == 0;
        if (b > last && !is_spare)
            break;
        if (!state->is_used[b] && !is_spare)
            continue;
        *holder = b + 1;
        state->is_there[b] = true;
        skin->joint_of[b] = skin->joint_count;
        skin->binds[skin->joint_count++] = b;
    }
    ++shaping->skin_count;
    return MIEN_OK;
}

static MienStatus take_skinning(MieniGltfShaping *shaping, Skinning *state)
{
    const MienAuthorMesh *mesh = shaping->mesh;
    MieniArena *arena = &shaping->writer->out.scratch;
    const MieniGltfCast *cast = &shaping->writer->cast;
    const size_t count = (size_t)mesh->joint_count;
    state->is_used = mieni_arena_take(arena, count, sizeof *state->is_used);
    state->is_there = mieni_arena_take(arena, count, sizeof *state->is_there);
    state->holder = mieni_arena_take(arena, (size_t)cast->bone_count, sizeof *state->holder);
    shaping->bone_of_bind = mieni_arena_take(arena, count, sizeof *shaping->bone_of_bind);
    shaping->skins = mieni_arena_take(arena, (size_t)shaping->shape_count, sizeof *shaping->skins);
    if (arena->is_out_of_memory)
        return mieni_gltf_write_no_memory(shaping->writer);
    for (int b = 0; b < mesh->joint_count; ++b) {
        shaping->bone_of_bind[b] =
            mieni_names_search(cast->bones_by_name, cast->bone_count, mesh->joints[b].bone);
        if (shaping->bone_of_bind[b] < 0)
            return mieni_fail(shaping->writer->error, MIEN_ERROR_DATA, mieni_at("mesh.binds[%d].bone", b),
                              "The skeleton has no bone of this name; use the mesh's own skeleton.");
    }
    return MIEN_OK;
}

/// Skins, and which one each block has; blocks of one shape have one.
static MienStatus gltf_shape_skins(MieniGltfShaping *shaping)
{
    Skinning state;
    MienStatus status = take_skinning(shaping, &state);
    const size_t count = (size_t)shaping->mesh->joint_count;
    for (int s = 0; s < shaping->shape_count && status == MIEN_OK; ++s) {
        const MieniGltfShape *shape = &shaping->shapes[s];
        memset(state.is_used, 0, count * sizeof *state.is_used);
        mark_binds(shaping, shape, state.is_used);
        int skin = 0;
        while (skin < shaping->skin_count && !covers(&shaping->skins[skin], state.is_used, (int)count))
            ++skin;
        if (skin == shaping->skin_count)
            status = make_skin(shaping, &state, s);
        for (int b = shape->first_block; b < shape->first_block + shape->block_count; ++b)
            shaping->blocks[b].skin = skin;
    }
    return status;
}

/// Whether a morph moves a vertex of a block.
static bool moves(const MienAuthorMorph *morph, const MieniGltfBlock *block)
{
    int low = 0, high = morph->count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (morph->vertices[middle] < (uint32_t)block->first_vertex)
            low = middle + 1;
        else
            high = middle;
    }
    return low < morph->count && morph->vertices[low] < (uint32_t)(block->first_vertex + block->vertex_count);
}

/// The morphs that move a shape; those that move nothing belong where the one before them
/// began.
static void find_targets(MieniGltfShaping *shaping)
{
    int home = 0;
    for (int m = 0; m < shaping->mesh->morph_count; ++m) {
        const MienAuthorMorph *morph = &shaping->mesh->morphs[m];
        bool is_first = true;
        for (int s = 0; s < shaping->shape_count; ++s) {
            MieniGltfShape *shape = &shaping->shapes[s];
            bool is_moved = morph->count == 0 && s == home;
            for (int b = 0; b < shape->block_count && !is_moved; ++b)
                is_moved = moves(morph, &shaping->blocks[shape->first_block + b]);
            if (is_moved)
                shape->targets[shape->target_count++] = m;
            if (is_moved && is_first)
                home = s;
            is_first = is_first && !is_moved;
        }
    }
}

/// Whether readers will find the morphs in their order.
static bool is_in_order(const MieniGltfShaping *shaping)
{
    int next = 0;
    for (int s = 0; s < shaping->shape_count; ++s)
        for (int t = 0; t < shaping->shapes[s].target_count; ++t) {
            const int morph = shaping->shapes[s].targets[t];
            if (morph > next)
                return false;
            next += morph == next;
        }
    return true;
}

/// Which morphs each shape has.
static MienStatus gltf_shape_morphs(MieniGltfShaping *shaping)
{
    MieniArena *arena = &shaping->writer->out.scratch;
    const MienAuthorMesh *mesh = shaping->mesh;
    for (int s = 0; s < shaping->shape_count; ++s) {
        MieniGltfShape *shape = &shaping->shapes[s];
        shape->targets = mieni_arena_take(arena, (size_t)mesh->morph_count, sizeof *shape->targets);
        shape->weights = mieni_arena_take(arena, (size_t)mesh->morph_count, sizeof *shape->weights);
    }
    if (arena->is_out_of_memory)
        return mieni_gltf_write_no_memory(shaping->writer);
    find_targets(shaping);
    const bool is_sorted = is_in_order(shaping);
    for (int s = 0; s < shaping->shape_count; ++s) {
        MieniGltfShape *shape = &shaping->shapes[s];
        if (!is_sorted && shape->target_count > 0) {
            shape->target_count = mesh->morph_count;
            for (int m = 0; m < mesh->morph_count; ++m)
                shape->targets[m] = m;
        }
        for (int t = 0; t < shape->target_count; ++t)
            shape->weights[t] = mesh->morphs[shape->targets[t]].weight;
    }
    return MIEN_OK;
}

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
            const int joint = skin->joint_of[mesh->vertex_joints[from]];
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
                       const MienAuthorSubmesh *part)
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
            const MienAuthorSubmesh *part = &shaping->mesh->submeshes[p];
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
        const MienAuthorMeshJoint *bind = &shaping->mesh->joints[skin->binds[j]];
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
    MienStatus status = gltf_shape_parts(&shaping);
    if (status == MIEN_OK)
        status = gltf_shape_skins(&shaping);
    if (status == MIEN_OK)
        status = gltf_shape_morphs(&shaping);
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
