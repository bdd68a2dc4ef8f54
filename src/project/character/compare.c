// SPDX-License-Identifier: MIT
//
// Playing a clip and its take on one face, and measuring the difference.

#include "core/float_rules.h"

#include "project/character/compare.h"

#include "asset/view.h"
#include "base/budget.h"
#include "core/internal.h"

#include <math.h>
#include <string.h>

/// Distances are counted by size, in steps of about 1.5 %: the upper bits of floats.
enum { SIZE_SHIFT = 17, SIZES = 1 << 14 };
/// What moves less is still, metres; what is off by more of the height is bad.
static const float still = 1e-6f;
static const double bad_part = 0.005;

typedef struct Side {
    MieniCharacter character;
    MienVec3 *positions;
} Side;

typedef struct Comparing {
    const MieniProject *project;
    MieniProblem *problem;
    MieniArena arena;
    Side clip, take;
    int vertex_count, frame_count;
    double step; ///< Seconds per frame.
    bool *is_moved;
    void *scratch;
    size_t scratch_size;
    uint64_t *sizes; ///< How many distances have each size.
} Comparing;

static MienStatus no_memory(const Comparing *c)
{
    return mieni_problem_set(c->problem, c->clip.character.path, MIEN_ERROR_MEMORY, mieni_nowhere(),
                             "Out of memory.");
}

/// The skeleton and mesh of a pose asset.
static MienStatus find_parts(Comparing *c, const char *poses, MieniCharacterParts *out_parts)
{
    MieniAsset asset;
    const MienStatus status = mieni_project_load(c->project, poses, MIENI_ASSET_POSES, &asset, c->problem);
    if (status != MIEN_OK)
        return status;
    const char *skeleton = mieni_asset_skeleton(&asset), *mesh = mieni_asset_mesh(&asset);
    *out_parts = (MieniCharacterParts){
        .skeleton = skeleton != NULL ? mieni_arena_text(&c->arena, skeleton, strlen(skeleton)) : NULL,
        .mesh = mesh != NULL ? mieni_arena_text(&c->arena, mesh, strlen(mesh)) : NULL};
    mieni_asset_release(&asset);
    return mesh != NULL ? MIEN_OK
                        : mieni_problem_set(c->problem, poses, MIEN_ERROR_DATA, mieni_nowhere(),
                                            "The pose asset names no mesh: set its mesh to compare on it.");
}

static MienStatus open_side(Comparing *c, const MieniCharacterParts *parts, const char *path, Side *side)
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
    side->positions = mieni_arena_take(&c->arena, (size_t)mien_mesh_info(character->mesh).vertex_count,
                                       sizeof *side->positions);
    return side->positions != NULL ? MIEN_OK : no_memory(c);
}

/// Shows a frame.
static MienStatus show(Comparing *c, Side *side, int frame)
{
    MieniCharacter *character = &side->character;
    MienStatus status = mieni_character_step(character, (double)frame * c->step);
    if (status == MIEN_OK)
        status = mien_skin_job_run(&(MienSkinJob){.mesh = character->mesh,
                                                  .joint_count = mien_mesh_info(character->mesh).joint_count,
                                                  .palette = mien_actor_palette(character->actor),
                                                  .morph_count = character->morph_count,
                                                  .weights = character->morphs,
                                                  .vertex_count = c->vertex_count,
                                                  .out_positions = side->positions,
                                                  .scratch = c->scratch,
                                                  .scratch_size = c->scratch_size});
    if (status == MIEN_OK && !mieni_budget_goes_on(mieni_project_allocator(c->project)))
        status = MIEN_ERROR_CANCELLED;
    return status == MIEN_OK ? MIEN_OK
                             : mieni_problem_set(c->problem, character->path, status, mieni_nowhere(),
                                                 "Frame %d could not be shown.", frame);
}

static double distance(MienVec3 a, MienVec3 b)
{
    const double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y, z = (double)a.z - (double)b.z;
    return sqrt(x * x + y * y + z * z);
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
            c->is_moved[v] = c->is_moved[v] || distance(c->clip.positions[v], rest[v]) > (double)still;
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

static int size_of(double value)
{
    const float number = (float)value;
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return (int)(bits >> SIZE_SHIFT);
}

/// The largest number of a size.
static double size_value(int size)
{
    const uint32_t bits = ((uint32_t)size << SIZE_SHIFT) | ((1u << SIZE_SHIFT) - 1);
    float number;
    memcpy(&number, &bits, sizeof number);
    return (double)number;
}

static double find_nearly_most(const Comparing *c, const MieniCompared *compared)
{
    const uint64_t all = (uint64_t)compared->frame_count * (uint64_t)compared->vertex_count;
    uint64_t above = 0;
    for (int s = SIZES - 1; s >= 0; --s) {
        above += c->sizes[s];
        if (above > all / 1000)
            return size_value(s) < compared->most ? size_value(s) : compared->most;
    }
    return 0.0;
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
            const double off = distance(c->clip.positions[v], c->take.positions[v]);
            sum += off * off;
            most = off > most ? off : most;
            ++c->sizes[size_of(off)];
        }
        compared->worst_frame = most > compared->most ? f : compared->worst_frame;
        compared->most = most > compared->most ? most : compared->most;
        compared->bad_count += most > bad_part * compared->height;
    }
    compared->frame_count = c->frame_count;
    compared->rms = sqrt(sum / ((double)c->frame_count * (double)compared->vertex_count));
    compared->nearly_most = find_nearly_most(c, compared);
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
    c->scratch_size = mien_skin_job_scratch_size(character->mesh);
    c->scratch = mieni_arena_take(&c->arena, c->scratch_size, 1);
    c->is_moved = mieni_arena_take(&c->arena, (size_t)c->vertex_count, sizeof *c->is_moved);
    c->sizes = mieni_arena_take(&c->arena, SIZES, sizeof *c->sizes);
    return c->arena.is_out_of_memory ? no_memory(c) : MIEN_OK;
}

MienStatus mieni_compare(const MieniProject *project, const MieniCompareDesc *desc,
                         MieniCompared *out_compared, MieniProblem *problem)
{
    Comparing c = {
        .project = project, .problem = problem, .arena = {.allocator = mieni_project_allocator(project)}};
    MieniCharacterParts parts;
    *out_compared = (MieniCompared){0};
    MienStatus status = find_parts(&c, desc->poses, &parts);
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
