// SPDX-License-Identifier: MIT
//
// Somewhere to sample clips into that shows what was written where, and skeletons
// that have some of a clip's curves.

#pragma once

#include "support/random_clips.h"

enum { GUARD = 80, UNTOUCHED = 0xA5 };

/// A curve set of count curves with guard values around both arrays that must not change.
typedef struct Guarded {
    MienCurveSet set;
    float *values; ///< GUARD, count, GUARD.
    uint32_t *present;
    bool had_bits;
} Guarded;

/// Presence bits are all off, or all on, before.
static inline Guarded guarded(int count, bool has_bits)
{
    const int words = mien_curve_set_words(count);
    Guarded g = {.set = {.count = count},
                 .values = clip_array(count + 2 * GUARD, sizeof *g.values),
                 .present = clip_array(words + 2 * GUARD, sizeof *g.present),
                 .had_bits = has_bits};
    memset(g.values, UNTOUCHED, (size_t)(count + 2 * GUARD) * sizeof *g.values);
    memset(g.present, UNTOUCHED, (size_t)(words + 2 * GUARD) * sizeof *g.present);
    g.set.values = g.values + GUARD;
    g.set.present = g.present + GUARD;
    memset(g.set.present, has_bits ? 0xFF : 0, (size_t)words * sizeof *g.present);
    return g;
}

static inline void guarded_free(Guarded *g)
{
    free(g->values);
    free(g->present);
    *g = (Guarded){0};
}

static inline bool is_untouched(float value)
{
    float untouched;
    memset(&untouched, UNTOUCHED, sizeof untouched);
    return same_bits(value, untouched);
}

/// Nothing was written around the arrays, nor bits beyond the count.
static inline bool guards_hold(const Guarded *g)
{
    const int words = mien_curve_set_words(g->set.count);
    bool holds = true;
    for (int i = 0; i < GUARD; ++i)
        holds = holds && is_untouched(g->values[i]) && is_untouched(g->set.values[g->set.count + i]) &&
                g->present[i] == 0xA5A5A5A5u && g->set.present[words + i] == 0xA5A5A5A5u;
    for (int c = g->set.count; c < words * 32; ++c)
        holds = holds && (g->set.present[c / 32] >> c % 32 & 1) == (g->had_bits ? 1u : 0u);
    return holds;
}

static inline bool guarded_has(const Guarded *g, int curve)
{
    return (g->set.present[curve / 32] >> curve % 32 & 1) != 0;
}

/// A cursor in memory of its own.
typedef struct Cursor {
    void *memory;
    size_t size;
    MienClipCursor *cursor;
} Cursor;

static inline Cursor cursor_make(const MienClip *clip)
{
    Cursor c = {.size = mien_clip_cursor_size(clip)};
    c.memory = mieni_allocate(NULL, c.size, 64);
    if (c.memory == NULL)
        abort();
    memset(c.memory, UNTOUCHED, c.size); // whatever is read before it is written would show
    c.cursor = mien_clip_cursor_init(clip, c.memory, c.size);
    CHECK(c.cursor != NULL);
    return c;
}

static inline void cursor_free(Cursor *c)
{
    mieni_free(NULL, c->memory, c->size, 64);
    *c = (Cursor){0};
}

/// A skeleton of one bone with about of_eight eighths of a clip's curves, in another
/// order, and some of its own.
static inline MienSkeleton *skeleton_for(const MienAuthorClip *clip, Random *random, int of_eight)
{
    char others[5][24];
    MienAuthorCurve *curves = clip_array(clip->curve_count + 5, sizeof *curves);
    int count = 0;
    for (int i = 0; i < clip->curve_count + 5; ++i) {
        const bool is_own = i >= clip->curve_count;
        if (!is_own && random_below(random, 8) >= of_eight)
            continue;
        if (is_own)
            snprintf(others[i - clip->curve_count], sizeof others[0], "other %d", i);
        const char *name = is_own ? others[i - clip->curve_count] : clip->curves[i].name;
        const int at = random_below(random, count + 1);
        curves[count++] = curves[at];
        curves[at] = (MienAuthorCurve){.name = name, .max_lod = MIEN_ALL_LODS};
    }
    const MienAuthorBone bone = {
        .name = "root", .parent = -1, .rest = mien_transform_identity(), .max_lod = MIEN_ALL_LODS};
    const MienAuthorSkeleton source = {
        .bone_count = 1, .bones = &bone, .curve_count = count, .curves = curves};
    MienAuthorPack pack = {0};
    MienSkeleton *skeleton = NULL;
    CHECK_STATUS(mien_author_skeleton_cook(&source, NULL, &pack, NULL), MIEN_OK);
    CHECK_STATUS(mien_skeleton_load(pack.data, pack.size, NULL, &skeleton, NULL), MIEN_OK);
    mien_author_pack_release(&pack);
    free(curves);
    return skeleton;
}

static inline MienClipBinding *bind_clip(const MienClip *clip, const MienSkeleton *skeleton,
                                         const uint32_t *used)
{
    const MienClipBindingOptions options = {.used_curves = used};
    MienClipBinding *binding = NULL;
    CHECK_STATUS(mien_clip_binding_create(clip, skeleton, &options, &binding, NULL), MIEN_OK);
    return binding;
}
