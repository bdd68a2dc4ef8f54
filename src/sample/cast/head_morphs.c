// SPDX-License-Identifier: MIT
//
// Morphs of a head's mesh: what they do to the skin, to normals, and to freckles on it.

#include "core/float_rules.h"

#include "sample/cast/head_morphs.h"
#include "sample/cast/making.h"

#include <string.h>

/// Below this, in head units and of normals, a vertex stays where it is.
static const double least_way = 4e-4, least_turn = 0.01;

/// The skin as one morph leaves it.
typedef struct Morphed {
    double (*ways)[3];  ///< By vertex.
    double (*turns)[3]; ///< The same for normals.
    bool *moves;
    MieniCastPart before, after; ///< With normals of their triangles.
} Morphed;

static bool begin(MieniArena *scratch, const MieniCastPart *skin, Morphed *out)
{
    const size_t count = (size_t)skin->vertex_count;
    *out = (Morphed){.before = *skin, .after = *skin};
    out->ways = mieni_arena_take(scratch, count, sizeof *out->ways);
    out->turns = mieni_arena_take(scratch, count, sizeof *out->turns);
    out->moves = mieni_arena_take(scratch, count, sizeof *out->moves);
    out->before.normals = mieni_arena_take(scratch, count, sizeof *out->before.normals);
    out->after.normals = mieni_arena_take(scratch, count, sizeof *out->after.normals);
    out->after.positions = mieni_arena_take(scratch, count, sizeof *out->after.positions);
    if (scratch->is_out_of_memory)
        return false;
    mieni_part_normals(&out->before);
    return true;
}

/// Normals may be better than those of triangles; what changes in these is added to them.
static void shape(Morphed *morphed, const MieniCastPart *skin)
{
    for (int v = 0; v < skin->vertex_count; ++v)
        mieni_point_put(mieni_plus(mieni_point_of(skin->positions[v]), mieni_point_of(morphed->ways[v])),
                        morphed->after.positions[v]);
    mieni_part_normals(&morphed->after);
    for (int v = 0; v < skin->vertex_count; ++v) {
        const MieniPoint own = mieni_point_of(skin->normals[v]);
        const MieniPoint change = mieni_minus(mieni_point_of(morphed->after.normals[v]),
                                              mieni_point_of(morphed->before.normals[v]));
        const MieniPoint turn = mieni_minus(mieni_unit(mieni_plus(own, change)), own);
        mieni_point_put(turn, morphed->turns[v]);
        morphed->moves[v] =
            mieni_length(mieni_point_of(morphed->ways[v])) > least_way || mieni_length(turn) > least_turn;
    }
}

/// The vertex of the skin that a vertex of a part goes with; -1 if with none.
static int skin_vertex(const MieniCastPart *part, int vertex)
{
    if (part->kind == MIENI_CAST_SKIN)
        return vertex;
    return part->kind == MIENI_CAST_FRECKLE ? part->nearest : -1;
}

static MienVec3 vector_of(const double v[3], double factor)
{
    return (MienVec3){(float)(v[0] * factor), (float)(v[1] * factor), (float)(v[2] * factor)};
}

/// Lists what moves, in the order of the mesh: kind by kind.
static bool list(MieniArena *arena, const MieniCastParts *parts, const Morphed *morphed, MienAuthorMorph *out)
{
    uint32_t *vertices = NULL;
    MienVec3 *positions = NULL, *normals = NULL;
    for (int pass = 0; pass < 2; ++pass) {
        uint32_t at = 0;
        int count = 0;
        for (int kind = 0; kind < MIENI_CAST_KIND_COUNT; ++kind)
            for (int p = 0; p < parts->part_count; ++p) {
                const MieniCastPart *part = &parts->parts[p];
                for (int v = 0; (int)part->kind == kind && v < part->vertex_count; ++v, ++at) {
                    const int from = skin_vertex(part, v);
                    if (from < 0 || !morphed->moves[from])
                        continue;
                    if (pass == 1) {
                        vertices[count] = at;
                        positions[count] = vector_of(morphed->ways[from], parts->model->metre);
                        normals[count] = vector_of(morphed->turns[from], 1.0);
                    }
                    ++count;
                }
            }
        if (pass == 1)
            break;
        vertices = mieni_arena_take(arena, (size_t)count, sizeof *vertices);
        positions = mieni_arena_take(arena, (size_t)count, sizeof *positions);
        normals = mieni_arena_take(arena, (size_t)count, sizeof *normals);
        if (arena->is_out_of_memory)
            return false;
        *out = (MienAuthorMorph){
            .count = count, .vertices = vertices, .positions = positions, .normals = normals};
    }
    return true;
}

bool mieni_cast_make_morphs(MieniArena *arena, const MieniCastRig *rig, const MieniCastParts *parts,
                            MienAuthorMesh *mesh)
{
    MieniArena scratch = {.allocator = arena->allocator};
    const MieniCastPart *skin = &parts->parts[0];
    Morphed morphed;
    MienAuthorMorph *morphs = mieni_arena_take(arena, MIENI_MORPH_COUNT, sizeof *morphs);
    bool is_well = begin(&scratch, skin, &morphed) && morphs != NULL;
    for (int m = 0; m < MIENI_MORPH_COUNT && is_well; ++m) {
        mieni_cast_morph_skin(rig, skin, parts->column_count, (MieniMorph)m, morphed.ways);
        shape(&morphed, skin);
        is_well = list(arena, parts, &morphed, &morphs[m]);
        morphs[m].name = mieni_cast_morphs[m];
    }
    mieni_arena_release(&scratch);
    if (is_well) {
        mesh->morph_count = MIENI_MORPH_COUNT;
        mesh->morphs = morphs;
    }
    return is_well;
}
