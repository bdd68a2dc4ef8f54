// SPDX-License-Identifier: MIT
//
// Whether two sources are the same to the bit. The first difference is told.

#pragma once

#include "support/check.h"

#include "mien_io/source.h"

/// Where a comparison is and what it found.
typedef struct Compare {
    const char *of;     ///< The file.
    bool is_different;  ///< Something was told already.
    bool skips_images;  ///< Images may have other names.
    bool skips_sources; ///< Clips may come from files of other names.
} Compare;

static inline bool compare_tell(Compare *compare, bool is_same, const char *what, int index, int second)
{
    if (!is_same && !compare->is_different)
        printf("%s: %s differs (%d, %d)\n", compare->of, what, index, second);
    compare->is_different = compare->is_different || !is_same;
    return is_same;
}

static inline bool compare_text(Compare *compare, const char *a, const char *b, const char *what, int index)
{
    const bool is_same = a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
    if (!is_same && !compare->is_different)
        printf("%s: \"%s\" and \"%s\"\n", compare->of, a != NULL ? a : "(none)", b != NULL ? b : "(none)");
    return compare_tell(compare, is_same, what, index, 0);
}

static inline bool compare_int(Compare *compare, int a, int b, const char *what, int index)
{
    if (a != b && !compare->is_different)
        printf("%s: %d and %d\n", compare->of, a, b);
    return compare_tell(compare, a == b, what, index, 0);
}

/// Arrays of plain numbers, either of which may be missing.
static inline bool compare_bytes(Compare *compare, const void *a, const void *b, size_t count, size_t size,
                                 const char *what, int index)
{
    if (!compare_tell(compare, (a == NULL) == (b == NULL) || count == 0, what, index, -1))
        return false;
    for (size_t i = 0; a != NULL && b != NULL && i < count; ++i)
        if (memcmp((const char *)a + i * size, (const char *)b + i * size, size) != 0)
            return compare_tell(compare, false, what, index, (int)i);
    return true;
}

static inline void compare_skeletons(Compare *compare, const MienAuthorSkeleton *a,
                                     const MienAuthorSkeleton *b)
{
    if (!compare_int(compare, a->bone_count, b->bone_count, "bones", -1))
        return;
    for (int i = 0; i < a->bone_count; ++i) {
        compare_text(compare, a->bones[i].name, b->bones[i].name, "bone's name", i);
        compare_int(compare, a->bones[i].parent, b->bones[i].parent, "bone's parent", i);
        compare_bytes(compare, &a->bones[i].rest, &b->bones[i].rest, 1, sizeof(MienTransform),
                      "bone's reference", i);
    }
}

static inline void compare_curve(Compare *compare, const MienAuthorClipCurve *a, const MienAuthorClipCurve *b,
                                 int index)
{
    compare_text(compare, a->name, b->name, "curve's name", index);
    if (!compare_int(compare, a->key_count, b->key_count, "curve's keys", index))
        return;
    for (int k = 0; k < a->key_count; ++k) {
        const MienAuthorKey *x = &a->keys[k], *y = &b->keys[k];
        compare_tell(compare,
                     x->time == y->time && x->value == y->value && x->interpolation == y->interpolation &&
                         x->arrive == y->arrive && x->leave == y->leave && x->is_auto == y->is_auto,
                     "curve's key", index, k);
    }
    compare_int(compare, (int)a->before, (int)b->before, "before", index);
    compare_int(compare, (int)a->after, (int)b->after, "after", index);
}

static inline void compare_clips(Compare *compare, const MienAuthorClip *a, const MienAuthorClip *b)
{
    compare_int(compare, a->rate, b->rate, "rate", 0);
    compare_int(compare, a->rate_divisor, b->rate_divisor, "rate's divisor", 0);
    compare_bytes(compare, &a->length, &b->length, 1, sizeof a->length, "length", 0);
    if (compare_int(compare, a->curve_count, b->curve_count, "curves", -1))
        for (int i = 0; i < a->curve_count; ++i)
            compare_curve(compare, &a->curves[i], &b->curves[i], i);
    if (compare_int(compare, a->track_count, b->track_count, "tracks", -1))
        for (int i = 0; i < a->track_count; ++i) {
            const MienAuthorClipTrack *x = &a->tracks[i], *y = &b->tracks[i];
            compare_text(compare, x->bone, y->bone, "track's bone", i);
            compare_int(compare, x->is_stepped, y->is_stepped, "track's steps", i);
            if (!compare_int(compare, x->sample_count, y->sample_count, "track's samples", i))
                continue;
            const size_t count = (size_t)x->sample_count;
            compare_bytes(compare, x->samples, y->samples, count, sizeof *x->samples, "track's sample", i);
            compare_bytes(compare, x->times, y->times, count, sizeof *x->times, "track's time", i);
        }
    if (compare_int(compare, a->event_count, b->event_count, "events", -1))
        for (int i = 0; i < a->event_count; ++i) {
            compare_text(compare, a->events[i].name, b->events[i].name, "event's name", i);
            compare_bytes(compare, &a->events[i].time, &b->events[i].time, 1, sizeof(double), "event's time",
                          i);
        }
    if (!compare->skips_sources)
        compare_text(compare, a->source, b->source, "clip's source", 0);
}

static inline void compare_morphs(Compare *compare, const MienAuthorMesh *a, const MienAuthorMesh *b)
{
    if (!compare_int(compare, a->morph_count, b->morph_count, "morphs", -1))
        return;
    for (int i = 0; i < a->morph_count; ++i) {
        const MienAuthorMorph *x = &a->morphs[i], *y = &b->morphs[i];
        compare_text(compare, x->name, y->name, "morph's name", i);
        compare_bytes(compare, &x->weight, &y->weight, 1, sizeof x->weight, "morph's weight", i);
        if (!compare_int(compare, x->count, y->count, "morph's vertices", i))
            continue;
        const size_t count = (size_t)x->count;
        compare_bytes(compare, x->vertices, y->vertices, count, sizeof *x->vertices, "morph's vertex", i);
        compare_bytes(compare, x->positions, y->positions, count, sizeof *x->positions, "morph's offset", i);
        compare_bytes(compare, x->normals, y->normals, count, sizeof *x->normals, "morph's normal", i);
    }
}

static inline void compare_materials(Compare *compare, const MienAuthorMesh *a, const MienAuthorMesh *b)
{
    if (compare_int(compare, a->material_count, b->material_count, "materials", -1))
        for (int i = 0; i < a->material_count; ++i) {
            const MienAuthorMaterial *x = &a->materials[i], *y = &b->materials[i];
            compare_text(compare, x->name, y->name, "material's name", i);
            compare_bytes(compare, x->base_color, y->base_color, 4, sizeof(float), "colour", i);
            compare_tell(compare, x->roughness == y->roughness && x->metallic == y->metallic, "surface", i,
                         0);
            if (!compare->skips_images)
                compare_int(compare, x->image, y->image, "material's image", i);
        }
    if (!compare->skips_images && compare_int(compare, a->image_count, b->image_count, "images", -1))
        for (int i = 0; i < a->image_count; ++i)
            compare_text(compare, a->images[i].name, b->images[i].name, "image's name", i);
}

static inline void compare_parts(Compare *compare, const MienAuthorMesh *a, const MienAuthorMesh *b)
{
    if (compare_int(compare, a->submesh_count, b->submesh_count, "parts", -1))
        for (int i = 0; i < a->submesh_count; ++i) {
            compare_text(compare, a->submeshes[i].name, b->submeshes[i].name, "part's name", i);
            compare_int(compare, a->submeshes[i].material, b->submeshes[i].material, "part's material", i);
            compare_int(compare, a->submeshes[i].first_index, b->submeshes[i].first_index, "part's first", i);
            compare_int(compare, a->submeshes[i].index_count, b->submeshes[i].index_count, "part's indices",
                        i);
        }
    if (compare_int(compare, a->joint_count, b->joint_count, "binds", -1))
        for (int i = 0; i < a->joint_count; ++i) {
            compare_text(compare, a->joints[i].bone, b->joints[i].bone, "bind's bone", i);
            compare_bytes(compare, a->joints[i].inverse, b->joints[i].inverse, 12, sizeof(float), "bind", i);
        }
    if (compare_int(compare, a->bone_count, b->bone_count, "mesh's bones", -1))
        for (int i = 0; i < a->bone_count; ++i) {
            compare_text(compare, a->bones[i].name, b->bones[i].name, "mesh's bone", i);
            compare_bytes(compare, &a->bones[i].rest, &b->bones[i].rest, 1, sizeof(MienTransform),
                          "mesh's bone", i);
        }
}

static inline void compare_meshes(Compare *compare, const MienAuthorMesh *a, const MienAuthorMesh *b)
{
    if (!compare_tell(compare, (a == NULL) == (b == NULL), "mesh", 0, 0) || a == NULL)
        return;
    if (!compare_int(compare, a->vertex_count, b->vertex_count, "vertices", -1) ||
        !compare_int(compare, a->influence_count, b->influence_count, "influences", -1) ||
        !compare_int(compare, a->index_count, b->index_count, "indices", -1))
        return;
    const size_t count = (size_t)a->vertex_count, width = (size_t)a->influence_count;
    compare_bytes(compare, a->positions, b->positions, count, sizeof *a->positions, "position", 0);
    compare_bytes(compare, a->normals, b->normals, count, sizeof *a->normals, "normal", 0);
    compare_bytes(compare, a->uvs, b->uvs, 2 * count, sizeof *a->uvs, "uv", 0);
    compare_bytes(compare, a->colors, b->colors, 4 * count, sizeof *a->colors, "colour", 0);
    compare_bytes(compare, a->vertex_joints, b->vertex_joints, width * count, sizeof(uint16_t),
                  "vertex' bind", 0);
    compare_bytes(compare, a->vertex_weights, b->vertex_weights, width * count, sizeof(float),
                  "vertex' weight", 0);
    compare_bytes(compare, a->indices, b->indices, (size_t)a->index_count, sizeof *a->indices, "index", 0);
    compare_parts(compare, a, b);
    compare_morphs(compare, a, b);
    compare_materials(compare, a, b);
}

static inline void compare_expressions(Compare *compare, const MienIoExpressions *a,
                                       const MienIoExpressions *b)
{
    if (compare_int(compare, a->count, b->count, "expressions", -1))
        for (int i = 0; i < a->count; ++i) {
            compare_text(compare, a->items[i].name, b->items[i].name, "expression's name", i);
            compare_tell(compare,
                         a->items[i].is_binary == b->items[i].is_binary && a->items[i].on == b->items[i].on &&
                             a->items[i].at == b->items[i].at,
                         "expression", i, 0);
        }
    if (compare_int(compare, a->mask_count, b->mask_count, "masks", -1))
        for (int i = 0; i < a->mask_count; ++i)
            compare_tell(
                compare,
                a->masks[i].target == b->masks[i].target && a->masks[i].source == b->masks[i].source &&
                    a->masks[i].kind == b->masks[i].kind && a->masks[i].amount == b->masks[i].amount &&
                    a->masks[i].threshold == b->masks[i].threshold,
                "mask", i, 0);
}

/// Takes by their order, but for the one that shows expressions if there is none in b.
static inline void compare_takes(Compare *compare, const MienIoSource *a, const MienIoSource *b)
{
    const int skipped = a->expressions.count > 0 && b->expressions.count == 0 ? 1 : 0;
    if (!compare_int(compare, a->take_count - skipped, b->take_count, "takes", -1))
        return;
    for (int i = 0; i < b->take_count; ++i) {
        compare_text(compare, a->takes[i].name, b->takes[i].name, "take's name", i);
        compare_int(compare, (int)a->takes[i].use, (int)b->takes[i].use, "take's use", i);
        compare_clips(compare, a->takes[i].clip, b->takes[i].clip);
    }
}
