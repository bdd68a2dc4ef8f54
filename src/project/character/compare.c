// SPDX-License-Identifier: MIT
//
// Playing a clip and its take on one face, and measuring the difference.

#include "core/float_rules.h"

#include "project/character/compare.h"

#include "base/budget.h"
#include "project/character/skin.h"

#include <math.h>

/// What moves less is still, metres; what is off by more of the height is bad.
static const float still = 1e-6f;
static const double bad_part = 0.005;

typedef struct Comparing {
    const MieniProject *project;
    MieniProblem *problem;
    MieniArena arena;
    MieniSkin clip, take;
    int vertex_count, frame_count;
    double step; ///< Seconds per frame.
    bool *is_moved;
    MieniDistances *distances;
} Comparing;

static MienStatus no_memory(const Comparing *c)
{
    return mieni_problem_set(c->problem, c->clip.character.path, MIEN_ERROR_MEMORY, mieni_nowhere(),
                             "Out of memory.");
}

static MienStatus open_side(Comparing *c, const MieniCharacterParts *parts, const char *path, MieniSkin *side)
{
    MieniCharacter *character = &side->character;
    MienStatus status = mieni_character_open_parts(c->project, path, parts, character, c->problem);
    if (status != MIEN_OK)
        return status;
    const int place = mieni_character_find_asset(character, MIEN_GRAPH_CLIP, "clip");
    if (place < 0 || !mieni_character_replace(character, place, path))
        return no_memory(c);
    status = mieni_character_bind(character, NULL, c->problem);
    if (status != MIEN_OK)
        return status;
    return mieni_skin_prepare(side, &c->arena) ? MIEN_OK : no_memory(c);
}

/// Shows a frame.
static MienStatus show(Comparing *c, MieniSkin *side, int frame)
{
    MieniCharacter *character = &side->character;
    MienStatus status = mieni_character_step(character, (double)frame * c->step);
    if (status == MIEN_OK)
        status = mieni_skin_show(side);
    if (status == MIEN_OK && !mieni_budget_goes_on(mieni_project_allocator(c->project)))
        status = MIEN_ERROR_CANCELLED;
    return status == MIEN_OK ? MIEN_OK
                             : mieni_problem_set(c->problem, character->path, status, mieni_nowhere(),
                                                 "Frame %d could not be shown.", frame);
}

/// Marks what the clip moves, and measures it.
static MienStatus mark_moved(Comparing *c, MieniCompared *compared)
{
    const MienVec3 *rest = mien_mesh_positions(c->clip.character.mesh);
    double low = 0.0, high = 0.0;
    for (int f = 0; f < c->frame_count; ++f) {
        const MienStatus status = show(c, &c->clip, f);
        if (status != MIEN_OK)
            return status;
        for (int v = 0; v < c->vertex_count; ++v)
            c->is_moved[v] = c->is_moved[v] || mieni_distance(c->clip.positions[v], rest[v]) > (double)still;
    }
    for (int v = 0; v < c->vertex_count; ++v) {
        const double y = (double)rest[v].y;
        if (!c->is_moved[v])
            continue;
        low = compared->vertex_count == 0 || y < low ? y : low;
        high = compared->vertex_count == 0 || y > high ? y : high;
        ++compared->vertex_count;
    }
    compared->height = high - low;
    mieni_character_restart(&c->clip.character);
    return compared->vertex_count > 0
               ? MIEN_OK
               : mieni_problem_set(c->problem, c->clip.character.path, MIEN_ERROR_DATA, mieni_nowhere(),
                                   "The clip moves nothing of this face, so there is nothing to compare.");
}

static MienStatus measure(Comparing *c, MieniCompared *compared)
{
    double sum = 0.0;
    for (int f = 0; f < c->frame_count; ++f) {
        double most = 0.0;
        MienStatus status = show(c, &c->clip, f);
        if (status == MIEN_OK)
            status = show(c, &c->take, f);
        if (status != MIEN_OK)
            return status;
        for (int v = 0; v < c->vertex_count; ++v) {
            if (!c->is_moved[v])
                continue;
            const double off = mieni_distance(c->clip.positions[v], c->take.positions[v]);
            sum += off * off;
            most = off > most ? off : most;
            mieni_distances_add(c->distances, off);
        }
        compared->worst_frame = most > compared->most ? f : compared->worst_frame;
        compared->most = most > compared->most ? most : compared->most;
        compared->bad_count += most > bad_part * compared->height;
    }
    compared->frame_count = c->frame_count;
    compared->clip_length = mieni_character_length(&c->clip.character);
    compared->take_length = mieni_character_length(&c->take.character);
    compared->rms = sqrt(sum / ((double)c->frame_count * (double)compared->vertex_count));
    compared->nearly_most = mieni_distances_but_one_in(c->distances, 1000);
    return MIEN_OK;
}

/// Frames of the clip, and memory for them.
static MienStatus prepare(Comparing *c)
{
    const MieniCharacter *character = &c->clip.character;
    const int place = mieni_character_find_asset(character, MIEN_GRAPH_CLIP, "clip");
    const MienClipInfo info = mien_clip_info(character->assets[place].clip);
    c->vertex_count = mien_mesh_info(character->mesh).vertex_count;
    c->frame_count = info.frame_count;
    c->step = (double)(info.rate_divisor > 0 ? info.rate_divisor : 1) / (double)info.rate;
    c->is_moved = mieni_arena_take(&c->arena, (size_t)c->vertex_count, sizeof *c->is_moved);
    c->distances = mieni_arena_take(&c->arena, 1, sizeof *c->distances);
    return c->arena.is_out_of_memory ? no_memory(c) : MIEN_OK;
}

MienStatus mieni_compare(const MieniProject *project, const MieniCompareDesc *desc,
                         MieniCompared *out_compared, MieniProblem *problem)
{
    Comparing c = {
        .project = project, .problem = problem, .arena = {.allocator = mieni_project_allocator(project)}};
    MieniCharacterParts parts;
    *out_compared = (MieniCompared){0};
    MienStatus status = mieni_skin_parts(project, desc->poses, &c.arena, &parts, problem);
    if (status == MIEN_OK)
        status = open_side(&c, &parts, desc->take, &c.take);
    parts.poses = desc->poses;
    if (status == MIEN_OK)
        status = open_side(&c, &parts, desc->clip, &c.clip);
    if (status == MIEN_OK)
        status = prepare(&c);
    if (status == MIEN_OK)
        status = mark_moved(&c, out_compared);
    if (status == MIEN_OK)
        status = measure(&c, out_compared);
    mieni_character_close(&c.clip.character);
    mieni_character_close(&c.take.character);
    mieni_arena_release(&c.arena);
    return status;
}
