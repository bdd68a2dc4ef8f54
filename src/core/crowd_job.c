// SPDX-License-Identifier: MIT
//
// Crowds: the same rules for tiles of characters. A tile's weights stay in
// scratch; bones are streamed through the kernels once.

#include "core/float_rules.h"

#include "core/crowd.h"
#include "core/float_env.h"
#include "core/pose_scratch.h"
#include "core/simd/kernels.h"

#include <string.h>

size_t mien_tile_size(int bone_count) { return (size_t)bone_count * MIEN_TILE_CHANNELS * MIEN_TILE; }

void mien_tile_write(float *tile, int bone_count, int k, const MienTransform *pose)
{
    for (int b = 0; b < bone_count; ++b) {
        float *to = tile + (size_t)b * MIEN_TILE_CHANNELS * MIEN_TILE + k;
        const MienQuat *q = &pose[b].rotation;
        const MienVec3 *t = &pose[b].translation, *s = &pose[b].scale;
        const float channels[MIEN_TILE_CHANNELS] = {q->x, q->y, q->z, q->w, t->x,
                                                    t->y, t->z, s->x, s->y, s->z};
        for (int c = 0; c < MIEN_TILE_CHANNELS; ++c)
            to[c * MIEN_TILE] = channels[c];
    }
}

void mien_tile_read(const float *tile, int bone_count, int k, MienTransform *out_pose)
{
    for (int b = 0; b < bone_count; ++b) {
        const float *from = tile + (size_t)b * MIEN_TILE_CHANNELS * MIEN_TILE + k;
        float c[MIEN_TILE_CHANNELS];
        for (int i = 0; i < MIEN_TILE_CHANNELS; ++i)
            c[i] = from[i * MIEN_TILE];
        out_pose[b] = (MienTransform){.rotation = {c[0], c[1], c[2], c[3]},
                                      .translation = {c[4], c[5], c[6]},
                                      .scale = {c[7], c[8], c[9]}};
    }
}

typedef struct Work {
    float *asked, *applied, *weights; ///< [control or pose][MIEN_TILE].
    uint16_t *active;                 ///< Per pose.
    float *one_weights, *one_curves;  ///< Unreal assets: per pose and curve of one character.
} Work;

static void divide(Work *w, const MieniPoseData *d, MieniScratch *scratch)
{
    const size_t lane = MIEN_TILE * sizeof(float);
    w->asked = (float *)mieni_scratch_take(scratch, (size_t)d->driven_pose_count * lane);
    w->applied = (float *)mieni_scratch_take(scratch, (size_t)d->driven_pose_count * lane);
    w->weights = (float *)mieni_scratch_take(scratch, (size_t)d->pose_count * lane);
    w->active = (uint16_t *)mieni_scratch_take(scratch, (size_t)d->pose_count * sizeof *w->active);
    w->one_weights = (float *)mieni_scratch_take(scratch, (size_t)d->pose_count * sizeof(float));
    w->one_curves = (float *)mieni_scratch_take(scratch, (size_t)d->curve_count * sizeof(float));
}

size_t mien_crowd_job_scratch_size(const MienPoseAsset *asset)
{
    Work work;
    MieniScratch scratch = {0};
    divide(&work, &asset->data, &scratch);
    return scratch.used;
}

static MieniCrowdTile tile_at(const MienCrowdJob *job, const MieniTarget *target, int level, size_t index)
{
    const size_t bones = index * mien_tile_size(job->bone_count), curves = index * (size_t)job->curve_count;
    const size_t poses = index * (size_t)job->asset->data.pose_count;
    return (MieniCrowdTile){
        .asset = job->asset,
        .target = target,
        .level = level,
        .bone_count = job->bone_count,
        .curve_count = job->curve_count,
        .input = job->input != NULL ? job->input + bones : NULL,
        .out_bones = job->out_bones != NULL ? job->out_bones + bones : NULL,
        .curves = job->curves != NULL ? job->curves + curves * MIEN_TILE : NULL,
        .present = job->present != NULL ? job->present + curves : NULL,
        .out_curves = job->out_curves != NULL ? job->out_curves + curves * MIEN_TILE : NULL,
        .out_present = job->out_present != NULL ? job->out_present + curves : NULL,
        .out_weights = job->out_weights != NULL ? job->out_weights + poses * MIEN_TILE : NULL,
        .scratch = job->scratch};
}

static void weigh(const Work *w, const MieniCrowdTile *tile)
{
    const MieniPoseData *d = &tile->asset->data;
    const MieniTarget *t = tile->target;
    float *asked = d->is_plain ? w->weights : w->asked;
    for (int c = 0; c < d->driven_pose_count; ++c) {
        float *to = asked + (size_t)c * MIEN_TILE;
        if (t->control_curve[c] >= 0 && t->control_last[c] >= tile->level)
            memcpy(to, tile->curves + (size_t)t->control_curve[c] * MIEN_TILE, MIEN_TILE * sizeof(float));
        else
            memset(to, 0, MIEN_TILE * sizeof(float));
    }
    tile->asset->kernels->tile_asked(d, asked);
    if (!d->is_plain)
        tile->asset->kernels->tile_rules(d, w->asked, w->applied, w->weights);
}

/// After the weights are known: of what drives controls nothing is left.
static void consume(const MieniCrowdTile *tile)
{
    const MieniTarget *t = tile->target;
    for (int c = 0; c < tile->asset->data.driven_pose_count; ++c) {
        if (t->control_curve[c] < 0)
            continue;
        memset(tile->out_curves + (size_t)t->control_curve[c] * MIEN_TILE, 0, MIEN_TILE * sizeof(float));
        if (tile->out_present != NULL)
            tile->out_present[t->control_curve[c]] = 0;
    }
}

/// Presence without bits of it: what is not 0.
static void copy_curves(const MieniCrowdTile *tile)
{
    const size_t count = (size_t)tile->curve_count;
    if (tile->out_curves != tile->curves && count > 0)
        memcpy(tile->out_curves, tile->curves, count * MIEN_TILE * sizeof(float));
    if (tile->out_present == NULL || tile->out_present == tile->present)
        return;
    for (size_t c = 0; c < count; ++c) {
        uint32_t bits = 0;
        for (int k = 0; tile->present == NULL && k < MIEN_TILE; ++k)
            bits |= (uint32_t)(tile->curves[c * MIEN_TILE + (size_t)k] != 0.0f) << k;
        tile->out_present[c] = tile->present != NULL ? tile->present[c] : (uint16_t)bits;
    }
}

/// What the kernels do by the way, for poses that need one character after another.
static void copy_bones(const MieniCrowdTile *tile)
{
    for (int b = 0; b < tile->bone_count; ++b) {
        const size_t at = mien_tile_size(b);
        if (tile->shared != NULL && !mieni_tile_has(tile->own, b))
            tile->asset->kernels->tile_fill(&tile->shared[b], tile->out_bones + at);
        else if (tile->out_bones != tile->input)
            memcpy(tile->out_bones + at, tile->input + at, mien_tile_size(1) * sizeof(float));
    }
}

static void run_unreal_one(const Work *w, const MieniCrowdTile *tile, int k)
{
    const MieniPoseData *d = &tile->asset->data;
    const MieniTarget *t = tile->target;
    MieniUnreal unreal = {.data = d, .target = t, .weights = w->one_weights, .curve_sums = w->one_curves};
    for (int p = 0; p < d->pose_count; ++p)
        w->one_weights[p] = w->weights[(size_t)p * MIEN_TILE + (size_t)k];
    mieni_unreal_weigh(&unreal, NULL, d->pose_count);
    for (int p = 0; p < d->pose_count; ++p)
        w->weights[(size_t)p * MIEN_TILE + (size_t)k] = w->one_weights[p];
    for (int b = 0; b < d->bone_count; ++b) {
        if (t->offset[b] == MIENI_NOWHERE || t->bone_last[b] < tile->level)
            continue;
        MienTransform bone;
        float *at = tile->out_bones + mien_tile_size((int)(t->offset[b] / (sizeof bone / sizeof(float))));
        mien_tile_read(at, 1, k, &bone);
        mieni_unreal_bone(&unreal, b, &bone, &bone);
        mien_tile_write(at, 1, k, &bone);
    }
    for (int c = 0; tile->out_curves != NULL && unreal.is_active && c < d->curve_count; ++c) {
        if (t->curve_target[c] < 0 || t->curve_last[c] < tile->level)
            continue;
        float *value = &tile->out_curves[(size_t)t->curve_target[c] * MIEN_TILE + (size_t)k];
        *value = (d->is_additive && *value == *value ? *value : 0.0f) + w->one_curves[c];
        if (tile->out_present != NULL)
            tile->out_present[t->curve_target[c]] |= (uint16_t)(1u << k);
    }
}

void mieni_crowd_tile(const MieniCrowdTile *tile)
{
    const MienPoseAsset *asset = tile->asset;
    Work w;
    MieniScratch scratch = {.block = (uint8_t *)tile->scratch};
    divide(&w, &asset->data, &scratch);
    weigh(&w, tile);
    if (tile->out_curves != NULL)
        copy_curves(tile);
    if (tile->consumes)
        consume(tile);
    if (asset->data.is_unreal) {
        copy_bones(tile);
        for (int k = 0; k < MIEN_TILE; ++k)
            run_unreal_one(&w, tile, k);
    } else {
        const MieniTileRun run = {.data = tile->target->data,
                                  .target = tile->target,
                                  .level = tile->level,
                                  .bone_count = tile->bone_count,
                                  .weights = w.weights,
                                  .active = w.active,
                                  .input = tile->input,
                                  .shared = tile->shared,
                                  .own = tile->own,
                                  .out = tile->out_bones};
        asset->kernels->tile_bones(&run);
        if (tile->out_curves != NULL)
            asset->kernels->tile_curves(&run, tile->out_curves, tile->out_curves, tile->out_present,
                                        tile->out_present);
    }
    if (tile->out_weights != NULL && asset->data.pose_count > 0)
        memcpy(tile->out_weights, w.weights, (size_t)asset->data.pose_count * MIEN_TILE * sizeof(float));
}

static bool is_aligned(const void *pointer) { return pointer != NULL && (uintptr_t)pointer % 64 == 0; }

static const char *refusal(const MienCrowdJob *job, const MieniTarget *t, int level)
{
    if (t == NULL)
        return "the binding is of another pose asset";
    if (job->lod < 0 || job->character_count < 0)
        return "level or character_count is negative";
    if (job->bone_count < t->bones_at[level] || job->bone_count > t->bone_count)
        return "bone_count must be the target's bones, or those of the level";
    if (job->curve_count != t->curve_count)
        return "curve_count must be the target's number of curves";
    if (job->bone_count > 0 && (!is_aligned(job->input) || !is_aligned(job->out_bones)))
        return "input or out_bones is NULL or not 64-byte aligned";
    if (job->curve_count > 0 &&
        (!is_aligned(job->curves) || (job->out_curves != NULL && !is_aligned(job->out_curves))))
        return "curves is NULL, or curves or out_curves is not 64-byte aligned";
    if (!is_aligned(job->scratch))
        return "scratch is NULL or not 64-byte aligned";
    return job->scratch_size < mien_crowd_job_scratch_size(job->asset)
               ? "scratch_size is less than mien_crowd_job_scratch_size"
               : NULL;
}

MienStatus mien_crowd_job_validate(const MienCrowdJob *job, MienError *error)
{
    if (job == NULL || job->asset == NULL)
        return mieni_refuse(error, "job or asset is NULL");
    const int level = job->lod < MIEN_MAX_LODS ? job->lod : MIEN_MAX_LODS;
    return mieni_refuse(error,
                        refusal(job, mieni_binding_target(job->binding, job->asset), level < 0 ? 0 : level));
}

MienStatus mien_crowd_job_run(const MienCrowdJob *job)
{
    if (job == NULL || job->asset == NULL)
        return MIEN_ERROR_ARGUMENT;
    const MieniTarget *t = mieni_binding_target(job->binding, job->asset);
    const int level = job->lod < MIEN_MAX_LODS ? job->lod : MIEN_MAX_LODS;
    if (refusal(job, t, level < 0 ? 0 : level) != NULL)
        return MIEN_ERROR_ARGUMENT;
    const MieniFloatEnv env = mieni_float_env_enter();
    const size_t tiles = ((size_t)job->character_count + MIEN_TILE - 1) / MIEN_TILE;
    for (size_t i = 0; i < tiles; ++i) {
        const MieniCrowdTile tile = tile_at(job, t, level, i);
        mieni_crowd_tile(&tile);
    }
    mieni_float_env_leave(env);
    return MIEN_OK;
}
