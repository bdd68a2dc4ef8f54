// SPDX-License-Identifier: MIT
//
// A head from its parts.

#include "core/float_rules.h"

#include "sample/cast/making.h"

static bool make_all(MieniMaking *making)
{
    return mieni_cast_make_skin(making) && mieni_cast_make_eyes(making) && mieni_cast_make_brows(making) &&
           mieni_cast_make_mouth(making) && mieni_cast_make_ears(making) && mieni_cast_make_body(making) &&
           mieni_cast_make_hair(making) && mieni_cast_make_freckles(making);
}

/// Bright eyes are painted a little brighter than white.
static void keep_in_range(MieniCastPart *part)
{
    for (int v = 0; v < part->vertex_count; ++v)
        for (int k = 0; k < 3; ++k)
            part->colours[v][k] = mieni_between(part->colours[v][k], 0.0, 1.0);
}

bool mieni_cast_parts_make(MieniArena *arena, MieniCastWho who, MieniCastDetail detail, MieniCastParts *out)
{
    *out = (MieniCastParts){.model = mieni_cast_model_at(who, detail), .detail = detail};
    out->parts = mieni_arena_take(arena, MIENI_CAST_MOST_PARTS, sizeof *out->parts);
    if (out->parts == NULL)
        return false;
    MieniMaking making = {
        .arena = arena, .model = out->model, .is_full = detail != MIENI_CAST_DEFAULT, .parts = out};
    if (!make_all(&making))
        return false;
    for (int k = 0; k < out->part_count; ++k) {
        keep_in_range(&out->parts[k]);
        if (!making.has_normals[k])
            mieni_part_normals(&out->parts[k]);
    }
    mieni_cast_place_uvs(out);
    return true;
}
