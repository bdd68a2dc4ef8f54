// SPDX-License-Identifier: MIT
//
// Whether a clip is a list of faces. Motion is smooth: a frame is nearly the middle of its
// neighbours. In a list of faces every frame stands for itself, so that what a frame differs
// from that middle is as large as what it differs from its neighbours.

#include "core/float_rules.h"

#include "studio/model/import/import.h"

#include "project/recipes/recipes.h"

enum {
    LEAST = 5, ///< Frames. With fewer there is nothing to tell.
    MOST = 400,
};

typedef struct Sums {
    double steps; ///< Squares of differences of neighbours.
    double bends; ///< Squares of what frames differ from the middle of theirs, doubled.
} Sums;

static void add_three(Sums *sums, double before, double here, double after)
{
    const double step = here - before, bend = before - 2.0 * here + after;
    sums->steps += step * step;
    sums->bends += bend * bend;
}

static void add_tracks(Sums *sums, const MienAuthorClip *clip, int frames, double rate)
{
    for (int t = 0; t < clip->track_count; ++t) {
        MienTransform rows[3];
        for (int i = 0; i < frames; ++i) {
            rows[i % 3] = mien_author_track_evaluate(clip, t, (double)i / rate);
            if (i < 2)
                continue;
            const MienTransform *a = &rows[(i - 2) % 3], *b = &rows[(i - 1) % 3], *c = &rows[i % 3];
            add_three(sums, (double)a->translation.x, (double)b->translation.x, (double)c->translation.x);
            add_three(sums, (double)a->translation.y, (double)b->translation.y, (double)c->translation.y);
            add_three(sums, (double)a->translation.z, (double)b->translation.z, (double)c->translation.z);
        }
    }
}

/// Rotations count on their own, since metres and turns cannot be added.
static void add_rotations(Sums *sums, const MienAuthorClip *clip, int frames, double rate)
{
    for (int t = 0; t < clip->track_count; ++t) {
        MienTransform rows[3];
        for (int i = 0; i < frames; ++i) {
            rows[i % 3] = mien_author_track_evaluate(clip, t, (double)i / rate);
            if (i < 2)
                continue;
            const MienQuat *a = &rows[(i - 2) % 3].rotation, *b = &rows[(i - 1) % 3].rotation,
                           *c = &rows[i % 3].rotation;
            const double first = (double)(a->x * b->x + a->y * b->y + a->z * b->z + a->w * b->w) < 0 ? -1 : 1;
            const double last = (double)(c->x * b->x + c->y * b->y + c->z * b->z + c->w * b->w) < 0 ? -1 : 1;
            add_three(sums, first * (double)a->x, (double)b->x, last * (double)c->x);
            add_three(sums, first * (double)a->y, (double)b->y, last * (double)c->y);
            add_three(sums, first * (double)a->z, (double)b->z, last * (double)c->z);
        }
    }
}

static void add_curves(Sums *sums, const MienAuthorClip *clip, int frames, double rate)
{
    for (int k = 0; k < clip->curve_count; ++k)
        for (int i = 2; i < frames; ++i)
            add_three(sums, (double)mien_author_curve_evaluate(&clip->curves[k], (double)(i - 2) / rate),
                      (double)mien_author_curve_evaluate(&clip->curves[k], (double)(i - 1) / rate),
                      (double)mien_author_curve_evaluate(&clip->curves[k], (double)i / rate));
}

static bool is_list(const MienAuthorClip *clip)
{
    const double rate = (double)clip->rate / (clip->rate_divisor > 0 ? (double)clip->rate_divisor : 1.0);
    const int frames = rate > 0 && clip->length * rate < MOST ? (int)(clip->length * rate + 0.5) + 1 : 0;
    Sums sums[3] = {{0, 0}, {0, 0}, {0, 0}};
    if (frames < LEAST)
        return false;
    if (clip->event_count >= frames - 1)
        return true; // every frame has a name
    add_tracks(&sums[0], clip, frames, rate);
    add_rotations(&sums[1], clip, frames, rate);
    add_curves(&sums[2], clip, frames, rate);
    for (int i = 0; i < 3; ++i)
        if (sums[i].steps > 1e-8)
            return sums[i].bends > 1.3 * sums[i].steps;
    return false;
}

bool studio_clip_is_list(const MieniProject *project, const char *path)
{
    MieniClipRecipe recipe;
    if (mieni_clip_recipe(project, path, NULL, &recipe, NULL) != MIEN_OK)
        return false;
    const bool is = is_list(&recipe.assembled);
    mieni_clip_recipe_release(&recipe);
    return is;
}
