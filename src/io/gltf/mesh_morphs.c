// SPDX-License-Identifier: MIT
//
// Morphs of a mesh: what is not zero in the targets of all its parts, morph by morph, so
// that memory is needed for what moves only.

#include "core/float_rules.h"

#include "base/budget.h"
#include "core/internal.h"
#include "io/gltf/mesh.h"

#include <stdio.h>

enum { MAX_PIECES = 1 << 27 };

/// A target of a part that has vertices of its own.
typedef struct Piece {
    int part, target;
} Piece;

/// Which elements of a target move, and by how much.
typedef struct Moved {
    int count;
    uint32_t *elements; ///< Ascending.
    float *values;      ///< Three each.
} Moved;

/// A piece, decoded.
typedef struct Decoded {
    Moved positions, normals;
    uint32_t first_vertex;
} Decoded;

static const MieniJson *targets_of(const MieniGltfPart *part)
{
    const MieniJson *targets = mieni_json_get(part->primitive, "targets");
    return targets != NULL && targets->type == MIENI_JSON_ARRAY && targets->count > 0 ? targets : NULL;
}

/// Puts all pieces in the order of their morphs, those of one morph in the order of their
/// vertices. first_piece has one more than there are morphs.
static MienStatus sort_pieces(const MieniGltfMeshing *meshing, Piece **out_pieces, int *first_piece)
{
    const MieniGltfMorphs *morphs = &meshing->reader->morphs;
    int64_t count = 0;
    for (int p = 0; p < meshing->part_count; ++p)
        if (meshing->parts[p].owner == p && targets_of(&meshing->parts[p]) != NULL)
            count += morphs->target_count[meshing->parts[p].node];
    if (count > MAX_PIECES)
        return mieni_fail(meshing->reader->error, MIEN_ERROR_LIMIT,
                          "All that a scene shows has at most 134217728 targets.", "meshes");
    Piece *pieces = mieni_arena_take(meshing->reader->scratch, (size_t)count, sizeof *pieces);
    if (pieces == NULL)
        return mieni_gltf_mesh_no_memory(meshing);
    *out_pieces = pieces;
    // Twice over all pieces: counting, then placing.
    for (int is_placing = 0; is_placing < 2; ++is_placing) {
        for (int p = 0; p < meshing->part_count; ++p) {
            const MieniGltfPart *part = &meshing->parts[p];
            if (part->owner != p || targets_of(part) == NULL)
                continue;
            for (int t = 0; t < morphs->target_count[part->node]; ++t) {
                int *place = &first_piece[morphs->of_node[part->node][t] + 1];
                if (is_placing)
                    pieces[*place] = (Piece){p, t};
                ++*place;
            }
        }
        // After counting, first_piece[m + 1] becomes where the pieces of m begin, and
        // placing moves it to where they end, which is where those of m + 1 begin.
        for (int m = 0, before = 0; !is_placing && m < morphs->count; ++m) {
            const int own = first_piece[m + 1];
            first_piece[m + 1] = before;
            before += own;
        }
    }
    return MIEN_OK;
}

static MienStatus fail_target(const MieniGltfMeshing *meshing, const MieniGltfPart *part, int target,
                              const char *name)
{
    char where[48];
    snprintf(where, sizeof where, ".targets[%d].%s", target, name);
    return mieni_gltf_part_fail(meshing, part, MIEN_ERROR_LIMIT, where,
                                "Offsets keep within 1000000 metres.");
}

static MienStatus decode(const MieniGltfMeshing *meshing, const MieniGltfPart *part, int target,
                         const char *name, MieniArena *arena, Moved *out_moved)
{
    const MieniGltfReader *reader = meshing->reader;
    const int accessor = mieni_gltf_index(targets_of(part)->items[target], name);
    if (accessor < 0)
        return MIEN_OK;
    const MienStatus status = mieni_gltf_nonzero(reader->gltf, accessor, arena, &out_moved->elements,
                                                 &out_moved->values, &out_moved->count, reader->error);
    for (size_t i = 0; status == MIEN_OK && i < 3 * (size_t)out_moved->count; ++i)
        if (!(out_moved->values[i] >= -MIEN_MAX_LENGTH && out_moved->values[i] <= MIEN_MAX_LENGTH))
            return fail_target(meshing, part, target, name);
    return status;
}

static MienVec3 vector_at(const Moved *moved, int index)
{
    const float *values = moved->values + 3 * (size_t)index;
    return (MienVec3){values[0], values[1], values[2]};
}

/// The vertices that positions or normals move; without arrays they are only counted.
static size_t merge(const Decoded *piece, size_t count, uint32_t *vertices, MienVec3 *positions,
                    MienVec3 *normals)
{
    const Moved *p = &piece->positions, *n = &piece->normals;
    for (int i = 0, k = 0; i < p->count || k < n->count; ++count) {
        const bool has_position = i < p->count && (k == n->count || p->elements[i] <= n->elements[k]);
        const bool has_normal = k < n->count && (i == p->count || n->elements[k] <= p->elements[i]);
        if (vertices != NULL) {
            const uint32_t element = has_position ? p->elements[i] : n->elements[k];
            vertices[count] = piece->first_vertex + element;
            if (has_position)
                positions[count] = vector_at(p, i);
            if (has_normal)
                normals[count] = vector_at(n, k);
        }
        i += has_position;
        k += has_normal;
    }
    return count;
}

/// Decodes the pieces of a morph and counts what moves.
static MienStatus decode_pieces(const MieniGltfMeshing *meshing, const Piece *pieces, int piece_count,
                                MieniArena *arena, Decoded *decoded, size_t *out_count, bool *out_has_normals)
{
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < piece_count; ++i) {
        const MieniGltfPart *part = &meshing->parts[pieces[i].part];
        decoded[i].first_vertex = (uint32_t)part->first_vertex;
        status = decode(meshing, part, pieces[i].target, "POSITION", arena, &decoded[i].positions);
        if (status == MIEN_OK && meshing->has_normals)
            status = decode(meshing, part, pieces[i].target, "NORMAL", arena, &decoded[i].normals);
        if (status == MIEN_OK)
            *out_count = merge(&decoded[i], *out_count, NULL, NULL, NULL);
        *out_has_normals = *out_has_normals || decoded[i].normals.count > 0;
    }
    return status;
}

static MienStatus read_morph(const MieniGltfMeshing *meshing, const Piece *pieces, int piece_count,
                             MienAuthorMorph *morph)
{
    MieniArena *arena = meshing->reader->arena;
    MieniArena scratch = {.allocator = meshing->reader->scratch->allocator};
    Decoded *decoded = mieni_arena_take(&scratch, (size_t)piece_count, sizeof *decoded);
    size_t count = 0;
    bool has_normals = false;
    MienStatus status =
        decoded != NULL ? decode_pieces(meshing, pieces, piece_count, &scratch, decoded, &count, &has_normals)
                        : mieni_gltf_mesh_no_memory(meshing);
    if (status == MIEN_OK && count > 0) {
        uint32_t *vertices = mieni_arena_take(arena, count, sizeof *vertices);
        MienVec3 *positions = mieni_arena_take(arena, count, sizeof *positions);
        MienVec3 *normals = has_normals ? mieni_arena_take(arena, count, sizeof *normals) : NULL;
        if (vertices == NULL || positions == NULL || (has_normals && normals == NULL)) {
            status = mieni_gltf_mesh_no_memory(meshing);
        } else {
            size_t at = 0;
            for (int i = 0; i < piece_count; ++i)
                at = merge(&decoded[i], at, vertices, positions, normals);
        }
        morph->count = (int)count;
        morph->vertices = vertices;
        morph->positions = positions;
        morph->normals = normals;
    }
    mieni_arena_release(&scratch);
    return status;
}

MienStatus mieni_gltf_mesh_read_morphs(MieniGltfMeshing *meshing)
{
    const MieniGltfReader *reader = meshing->reader;
    const MieniGltfMorphs *morphs = &reader->morphs;
    Piece *pieces = NULL;
    int *first_piece = mieni_arena_take(reader->scratch, (size_t)morphs->count + 1, sizeof *first_piece);
    MienAuthorMorph *list = mieni_arena_take(reader->arena, (size_t)morphs->count, sizeof *list);
    if (first_piece == NULL || list == NULL)
        return mieni_gltf_mesh_no_memory(meshing);
    MienStatus status = sort_pieces(meshing, &pieces, first_piece);
    uint64_t vertices = (uint64_t)meshing->mesh->vertex_count;
    for (int m = 0; status == MIEN_OK && m < morphs->count; ++m) {
        list[m].name = morphs->names[m];
        list[m].weight = morphs->weights[m];
        status = read_morph(meshing, pieces + first_piece[m], first_piece[m + 1] - first_piece[m], &list[m]);
        vertices += (uint64_t)list[m].count;
        if (status == MIEN_OK)
            status = mieni_budget_check_vertices(reader->scratch->allocator, vertices, list[m].name,
                                                 reader->error);
    }
    meshing->mesh->morph_count = morphs->count;
    meshing->mesh->morphs = list;
    return status;
}
