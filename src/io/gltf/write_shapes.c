// SPDX-License-Identifier: MIT
//
// How a mesh is cut into what glTF has. Reading the result gives the same vertices, parts,
// binds and morphs in the same order, if the mesh was read from glTF itself: parts called
// "head.0", "head.1" are the primitives of one mesh "head", as readers call them.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/gltf/write_mesh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The vertices that a part uses: from, and below.
static void range_of(const MienAuthorMesh *mesh, int part, int *out_first, int *out_end)
{
    const MienAuthorMeshPart *p = &mesh->parts[part];
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
    const char *name = mesh->parts[part].name, *dot = strrchr(name, '.');
    int count = 0;
    if (dot == NULL || dot == name || strcmp(dot, ".0") != 0)
        return 1;
    *out_stem = (size_t)(dot - name);
    for (; part + count < mesh->part_count; ++count) {
        char number[16];
        const char *other = mesh->parts[part + count].name;
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

MienStatus mieni_gltf_shape_parts(MieniGltfShaping *shaping)
{
    const MienAuthorMesh *mesh = shaping->mesh;
    MieniArena *arena = &shaping->writer->out.scratch;
    shaping->blocks = mieni_arena_take(arena, (size_t)mesh->part_count, sizeof *shaping->blocks);
    shaping->shapes = mieni_arena_take(arena, (size_t)mesh->part_count, sizeof *shaping->shapes);
    if (shaping->blocks == NULL || shaping->shapes == NULL)
        return mieni_gltf_write_no_memory(shaping->writer);
    for (int p = 0; p < mesh->part_count;) {
        size_t stem = 0;
        const int count = count_run(mesh, p, &stem);
        const char *name = mesh->parts[p].name;
        MieniGltfShape *shape = &shaping->shapes[shaping->shape_count];
        if (mesh->parts[p].index_count == 0) { // nothing to see, and nothing that glTF could say
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
                is_used[mesh->vertex_binds[i]] = true;
    }
}

/// Whether a skin has all binds that are used.
static bool covers(const MieniGltfSkin *skin, const bool *is_used, int bind_count)
{
    for (int b = 0; b < bind_count; ++b)
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
    const int bind_count = shaping->mesh->bind_count;
    MieniGltfSkin *skin = &shaping->skins[shaping->skin_count];
    skin->binds = mieni_arena_take(arena, (size_t)bind_count, sizeof *skin->binds);
    skin->joint_of = mieni_arena_take(arena, (size_t)bind_count, sizeof *skin->joint_of);
    if (skin->binds == NULL || skin->joint_of == NULL)
        return mieni_gltf_write_no_memory(shaping->writer);
    memset(state->holder, 0, sizeof *state->holder * (size_t)shaping->writer->cast.bone_count);
    int last = -1;
    for (int b = 0; b < bind_count; ++b) {
        skin->joint_of[b] = -1;
        if (!state->is_used[b])
            continue;
        int *holder = &state->holder[shaping->bone_of_bind[b]];
        if (*holder != 0)
            return mieni_fail(shaping->writer->error, MIEN_ERROR_DATA,
                              "A part is bound to one bone in two ways, which glTF cannot say; split it.",
                              "mesh.parts[%d]", shaping->shapes[shape].first_part);
        *holder = b + 1;
        last = b;
    }
    for (int b = 0; b < bind_count; ++b) {
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
    const size_t count = (size_t)mesh->bind_count;
    state->is_used = mieni_arena_take(arena, count, sizeof *state->is_used);
    state->is_there = mieni_arena_take(arena, count, sizeof *state->is_there);
    state->holder = mieni_arena_take(arena, (size_t)cast->bone_count, sizeof *state->holder);
    shaping->bone_of_bind = mieni_arena_take(arena, count, sizeof *shaping->bone_of_bind);
    shaping->skins = mieni_arena_take(arena, (size_t)shaping->shape_count, sizeof *shaping->skins);
    if (arena->is_out_of_memory)
        return mieni_gltf_write_no_memory(shaping->writer);
    for (int b = 0; b < mesh->bind_count; ++b) {
        shaping->bone_of_bind[b] =
            mieni_names_search(cast->bones_by_name, cast->bone_count, mesh->binds[b].bone);
        if (shaping->bone_of_bind[b] < 0)
            return mieni_fail(shaping->writer->error, MIEN_ERROR_DATA,
                              "The skeleton has no bone of this name; use the mesh's own skeleton.",
                              "mesh.binds[%d].bone", b);
    }
    return MIEN_OK;
}

MienStatus mieni_gltf_shape_skins(MieniGltfShaping *shaping)
{
    Skinning state;
    MienStatus status = take_skinning(shaping, &state);
    const size_t count = (size_t)shaping->mesh->bind_count;
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

MienStatus mieni_gltf_shape_morphs(MieniGltfShaping *shaping)
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
