// SPDX-License-Identifier: MIT
//
// One evaluation for one character: curves become weights, weights choose
// entries, entries become sums, sums become transforms. The steps are plain C;
// what is worth vectors is in the kernels.

#include "core/float_rules.h"

#include "core/float_env.h"
#include "core/simd/kernels.h"
#include "core/skeleton_format.h"

#include <string.h>

typedef struct Work {
    float *values, *asked, *applied; ///< Per control, rounded up to 16.
    float *weights;                  ///< Per pose, rounded up to 64, zeros after the last.
    uint64_t *active_bits;
    uint16_t *active; ///< Poses with a weight that is not 0, ascending.
    int active_count;
    MieniActivePose *runs; ///< Those of them that move bones, and one more.
    int group_count;       ///< Entry groups of all runs.
    uint64_t *touched;     ///< Bits of bones with an entry of an active pose.
    uint16_t *bones;       ///< Bones to be written.
    int bone_count;
    MieniSums sums;
    float *nowhere; ///< A transform for lanes without a bone.
    float *curve_sums, *curve_loads;
    uint8_t *curve_touched;
} Work;

static size_t round_up(int count, int to) { return (size_t)((count + to - 1) / to * to); }

static size_t take(MieniPoseParts *parts, size_t size)
{
    const size_t at = parts->size;
    parts->size += mieni_align64(size);
    return at;
}

MieniPoseParts mieni_pose_parts(const MieniPoseData *d)
{
    const size_t controls = round_up(d->driven_pose_count, 16), poses = round_up(d->pose_count + 1, 64);
    const size_t sums = (size_t)d->bone_count + 1, curves = (size_t)d->curve_count;
    MieniPoseParts parts = {0};
    parts.values = take(&parts, controls * sizeof(float));
    parts.asked = take(&parts, controls * sizeof(float));
    parts.applied = take(&parts, controls * sizeof(float));
    parts.weights = take(&parts, poses * sizeof(float));
    parts.active_bits = take(&parts, poses / 8);
    parts.active = take(&parts, poses * sizeof(uint16_t));
    parts.runs = take(&parts, (poses + 1) * sizeof(MieniActivePose));
    parts.touched = take(&parts, (size_t)d->word_count * sizeof(uint64_t));
    parts.bones = take(&parts, (sums + 32) * sizeof(uint16_t));
    parts.sums = take(&parts, sums * (size_t)mieni_sum_stride(d->has_scale) * sizeof(float));
    parts.loads = take(&parts, d->is_additive ? 0 : sums * sizeof(float));
    parts.divisors = take(&parts, d->is_additive ? 0 : sums * sizeof(float));
    parts.nowhere = take(&parts, sizeof(MienTransform));
    parts.curve_sums = take(&parts, curves * sizeof(float));
    parts.curve_loads = take(&parts, curves * sizeof(float));
    parts.curve_touched = take(&parts, curves);
    return parts;
}

static void divide(Work *w, const MieniPoseParts *parts, void *scratch)
{
    uint8_t *block = (uint8_t *)scratch;
    w->values = (float *)(block + parts->values);
    w->asked = (float *)(block + parts->asked);
    w->applied = (float *)(block + parts->applied);
    w->weights = (float *)(block + parts->weights);
    w->active_bits = (uint64_t *)(block + parts->active_bits);
    w->active = (uint16_t *)(block + parts->active);
    w->runs = (MieniActivePose *)(block + parts->runs);
    w->touched = (uint64_t *)(block + parts->touched);
    w->bones = (uint16_t *)(block + parts->bones);
    w->sums.sum = (float *)(block + parts->sums);
    w->sums.load = (float *)(block + parts->loads);
    w->sums.divisor = (float *)(block + parts->divisors);
    w->nowhere = (float *)(block + parts->nowhere);
    w->curve_sums = (float *)(block + parts->curve_sums);
    w->curve_loads = (float *)(block + parts->curve_loads);
    w->curve_touched = block + parts->curve_touched;
}

size_t mien_pose_job_scratch_size(const MienPoseAsset *asset) { return asset->parts.size; }

static void copy_input(const MienPoseJob *job)
{
    if (job->out_bones != job->input && job->bone_count > 0)
        memcpy(job->out_bones, job->input, (size_t)job->bone_count * sizeof(MienTransform));
}

/// The curves' values, in order of controls; or those that are given so.
static void read_values(Work *w, const MieniPoseData *d, const MieniTarget *t, const MienPoseJob *job,
                        const float *controls, int level)
{
    const size_t padded = round_up(d->driven_pose_count, 16);
    const float *curves = job->curves.values;
    if (t->controls_in_order || controls != NULL) {
        if (d->driven_pose_count > 0)
            memcpy(w->values, controls != NULL ? controls : curves,
                   (size_t)d->driven_pose_count * sizeof(float));
    } else {
        for (int c = 0; c < d->driven_pose_count; ++c)
            w->values[c] = t->control_curve[c] >= 0 ? curves[t->control_curve[c]] : 0.0f;
    }
    for (int c = 0; level > 0 && c < d->driven_pose_count; ++c)
        w->values[c] = t->control_last[c] >= level ? w->values[c] : 0.0f;
    for (size_t c = (size_t)d->driven_pose_count; c < padded; ++c)
        w->values[c] = 0.0f;
}

/// Rule A3. In a plain asset asked, applied and weights are one and the same.
static void weigh(Work *w, const MienPoseAsset *asset)
{
    const MieniPoseData *d = &asset->data;
    float *asked = d->is_plain ? w->weights : w->asked;
    if (d->has_remap) {
        memcpy(asked, w->values, round_up(d->driven_pose_count, 16) * sizeof(float));
        mieni_asked_one(d, asked);
    } else {
        asset->kernels->clamp(w->values, d->control_min, d->control_max, asked, d->driven_pose_count);
    }
    if (d->is_plain)
        w->asked = w->applied = w->weights;
    else
        mieni_rules_one(d, w->asked, w->applied, w->weights);
    for (size_t p = (size_t)d->pose_count; p < round_up(d->pose_count + 1, 64); ++p)
        w->weights[p] = 0.0f;
}

/// Weights as the caller lists them; those of one pose add up.
static void take_listed_weights(Work *w, const MieniPoseData *d, const MienPoseJob *job)
{
    memset(w->asked, 0, (size_t)d->driven_pose_count * sizeof(float));
    memset(w->applied, 0, (size_t)d->driven_pose_count * sizeof(float));
    memset(w->weights, 0, round_up(d->pose_count + 1, 64) * sizeof(float));
    const float least = d->is_additive ? -MIEN_MAX_WEIGHT : 0.0f;
    for (int i = 0; i < job->weight_count; ++i) {
        float *weight = &w->weights[job->weights[i].pose];
        *weight += job->weights[i].weight == job->weights[i].weight ? job->weights[i].weight : 0.0f;
    }
    for (int p = 0; p < d->pose_count; ++p) {
        float weight = w->weights[p] == w->weights[p] ? w->weights[p] : 0.0f;
        weight = weight < least ? least : weight;
        w->weights[p] = (weight > MIEN_MAX_WEIGHT ? MIEN_MAX_WEIGHT : weight) + 0.0f;
    }
}

static int lowest_bit(uint64_t word)
{
#if defined(__GNUC__)
    return __builtin_ctzll(word);
#else
    int bit = 0;
    for (; (word & 1) == 0; word >>= 1)
        ++bit;
    return bit;
#endif
}

static void find_active(Work *w, const MienPoseAsset *asset)
{
    const int padded = (int)round_up(asset->data.pose_count + 1, 64);
    asset->kernels->nonzero(w->weights, padded, w->active_bits);
    w->active_count = mieni_count_bits(w->active_bits, padded / 64);
}

static void list_active(Work *w, const MieniPoseData *d)
{
    uint16_t *to = w->active;
    for (int i = 0; i < (int)round_up(d->pose_count + 1, 64) / 64; ++i) {
        for (uint64_t word = w->active_bits[i]; word != 0; word &= word - 1)
            *to++ = (uint16_t)(i * 64 + lowest_bit(word));
    }
}

/// First group of a pose that has no bone below bone_end; bones ascend.
static uint32_t group_end_below(const MieniPoseData *d, int pose, int bone_end)
{
    uint32_t low = d->group_first[pose], high = d->group_first[pose + 1];
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (d->group_bones[(size_t)middle * 4] < bone_end)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/// The active poses that move bones below bone_end, with their entry groups.
static void list_runs(Work *w, const MieniPoseData *d, int bone_end)
{
    MieniActivePose *run = w->runs;
    int group_count = 0;
    for (int i = 0; i < w->active_count; ++i) {
        const int pose = w->active[i];
        const uint32_t first = d->group_first[pose];
        const uint32_t end =
            bone_end < d->bone_count ? group_end_below(d, pose, bone_end) : d->group_first[pose + 1];
        *run = (MieniActivePose){.first = first, .end = end, .weight = w->weights[pose]};
        run += first != end;
        group_count += (int)(end - first);
    }
    w->group_count = group_count;
    *run = (MieniActivePose){.end = UINT32_MAX};
}

/// Words first to first + width of the union of the active poses' bits.
static inline void unite_words(Work *w, const MieniPoseData *d, int first, int width)
{
    uint64_t all[4] = {0};
    for (int i = 0; i < w->active_count; ++i) {
        const uint64_t *bits = d->bone_bits + (size_t)w->active[i] * (size_t)d->word_count + first;
        for (int k = 0; k < width; ++k)
            all[k] |= bits[k];
    }
    memcpy(w->touched + first, all, (size_t)width * sizeof(uint64_t));
}

/// Which bones have an entry of an active pose.
static void unite_bits(Work *w, const MieniPoseData *d)
{
    int k = 0;
    for (; k + 4 <= d->word_count; k += 4)
        unite_words(w, d, k, 4);
    for (; k + 2 <= d->word_count; k += 2)
        unite_words(w, d, k, 2);
    if (k < d->word_count)
        unite_words(w, d, k, 1);
}

/// Appends the numbers of the bits that are set, from first on. Four bits at a
/// time, each four as one number: what is written past the end is overwritten by
/// the next.
static uint16_t *list_bits(uint64_t word, int first, uint16_t *to)
{
#define PLACES(a, b, c, d) ((uint64_t)(a) | (uint64_t)(b) << 16 | (uint64_t)(c) << 32 | (uint64_t)(d) << 48)
    static const uint64_t places[16] = {
        PLACES(0, 0, 0, 0), PLACES(0, 0, 0, 0), PLACES(1, 0, 0, 0), PLACES(0, 1, 0, 0),
        PLACES(2, 0, 0, 0), PLACES(0, 2, 0, 0), PLACES(1, 2, 0, 0), PLACES(0, 1, 2, 0),
        PLACES(3, 0, 0, 0), PLACES(0, 3, 0, 0), PLACES(1, 3, 0, 0), PLACES(0, 1, 3, 0),
        PLACES(2, 3, 0, 0), PLACES(0, 2, 3, 0), PLACES(1, 2, 3, 0), PLACES(0, 1, 2, 3),
    };
    static const uint8_t counts[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    if (word == 0)
        return to;
    uint64_t base = PLACES(1, 1, 1, 1) * (uint64_t)first;
    for (int i = 0; i < 16; ++i, word >>= 4, base += PLACES(4, 4, 4, 4)) {
        const uint64_t four = places[word & 15] + base;
        memcpy(to, &four, sizeof four);
        to += counts[word & 15];
    }
    return to;
#undef PLACES
}

/// Bones with an entry of an active pose that the target has at this level.
static void list_bones(Work *w, const MieniPoseData *d, const MieniTarget *t, int level)
{
    uint16_t *to = w->bones;
    for (int k = 0; k < d->word_count; ++k)
        to = list_bits(w->touched[k] & t->bone_bits[k], k * 64, to);
    int count = (int)(to - w->bones);
    if (level > 0) {
        int kept = 0;
        for (int i = 0; i < count; ++i) {
            w->bones[kept] = w->bones[i];
            kept += t->bone_last[w->bones[i]] >= level;
        }
        count = kept;
    }
    w->bone_count = count;
    for (int k = 0; count > 0 && k < 16; ++k)
        w->bones[count + k] = w->bones[count - 1];
}

/// Absolute assets: how much weight is on each bone, and what to divide by.
static void load_bones(Work *w, const MieniPoseData *d)
{
    memset(w->sums.load, 0, ((size_t)d->bone_count + 1) * sizeof(float));
    MieniGroupWalk walk = {w->runs, w->runs->first};
    for (int left = w->group_count; left > 0; --left, walk = mieni_walk_next(walk)) {
        const uint16_t *bones = d->group_bones + (size_t)walk.group * 4;
        for (int k = 0; k < 4; ++k)
            w->sums.load[bones[k]] += walk.pose->weight;
    }
    for (int b = 0; b <= d->bone_count; ++b)
        w->sums.divisor[b] = w->sums.load[b] > 1.0f ? w->sums.load[b] : 1.0f;
}

static void pose_by_groups(Work *w, const MienPoseAsset *asset, const MieniTarget *t, const MienPoseJob *job,
                           int level)
{
    const MieniPoseData *d = t->data;
    unite_bits(w, d);
    list_bones(w, d, t, level);
    if (w->bone_count == 0)
        return;
    if (!d->is_additive)
        load_bones(w, d);
    const MieniActive active = {.poses = w->runs, .group_count = w->group_count};
    const size_t floats = ((size_t)d->bone_count + 1) * (size_t)mieni_sum_stride(d->has_scale);
    memset(w->sums.sum, 0, floats * sizeof(float));
    asset->kernels->add_groups(d, &active, &w->sums);
    const MieniFinish finish = {.data = d,
                                .target = t,
                                .sums = w->sums,
                                .bones = w->bones,
                                .count = w->bone_count,
                                .input = &job->input->rotation.x,
                                .out = &job->out_bones->rotation.x};
    asset->kernels->finish(&finish);
}

static void pose_by_slices(Work *w, const MienPoseAsset *asset, const MieniTarget *t, const MienPoseJob *job,
                           int level, int bone_end)
{
    const MieniSliceRun run = {.data = t->data,
                               .target = t,
                               .level = level,
                               .bone_end = bone_end,
                               .weights = w->weights,
                               .input = &job->input->rotation.x,
                               .out = &job->out_bones->rotation.x,
                               .nowhere = w->nowhere};
    memset(w->nowhere, 0, sizeof(MienTransform));
    asset->kernels->slices(&run);
}

static void pose_bones(Work *w, const MienPoseAsset *asset, const MieniTarget *t, const MienPoseJob *job,
                       int level)
{
    const MieniPoseData *d = &asset->data;
    const int bone_end =
        level > 0 ? mieni_levels_prefix(d->bone_levels, d->bone_count, level) : d->bone_count;
    if (w->active_count == 0 || bone_end == 0)
        return;
    const bool is_dense = (float)w->active_count > asset->kernels->slices_from * (float)d->pose_count;
    const bool by_slices = job->layout == MIEN_LAYOUT_ROWS || (job->layout == MIEN_LAYOUT_AUTO && is_dense);
    if (by_slices) {
        pose_by_slices(w, asset, t, job, level, bone_end);
    } else {
        list_active(w, d);
        list_runs(w, d, bone_end);
        pose_by_groups(w, asset, t, job, level);
    }
}

static void copy_curves(const MienPoseJob *job)
{
    const MienCurveSet *in = &job->curves, *out = &job->out_curves;
    const size_t words = (size_t)mien_curve_set_words(out->count);
    if (in->count == 0) {
        mien_curve_set_clear(out);
        return;
    }
    if (out->values != in->values)
        memcpy(out->values, in->values, (size_t)out->count * sizeof(float));
    if (out->present == NULL || out->present == in->present)
        return;
    memset(out->present, 0, words * sizeof(uint32_t));
    if (in->present != NULL)
        memcpy(out->present, in->present, words * sizeof(uint32_t));
    for (int c = 0; in->present == NULL && c < out->count; ++c)
        out->present[c / 32] |= (uint32_t)mien_curve_set_has(in, c) << (c % 32);
}

/// Rule A6: curves that active poses define. Few, so plain C.
static void pose_curves(Work *w, const MieniPoseData *d, const MieniTarget *t, const MienPoseJob *job,
                        int level)
{
    copy_curves(job);
    list_active(w, d);
    memset(w->curve_sums, 0, (size_t)d->curve_count * sizeof(float));
    memset(w->curve_loads, 0, (size_t)d->curve_count * sizeof(float));
    memset(w->curve_touched, 0, (size_t)d->curve_count);
    for (int i = 0; i < w->active_count; ++i) {
        const int pose = w->active[i];
        for (uint32_t e = d->curve_first[pose]; e < d->curve_first[pose + 1]; ++e) {
            w->curve_loads[d->curve_ids[e]] += w->weights[pose];
            w->curve_touched[d->curve_ids[e]] = 1;
        }
    }
    for (int i = 0; i < w->active_count; ++i) {
        const int pose = w->active[i];
        for (uint32_t e = d->curve_first[pose]; e < d->curve_first[pose + 1]; ++e) {
            const float load = w->curve_loads[d->curve_ids[e]];
            const float divisor = !d->is_additive && load > 1.0f ? load : 1.0f;
            w->curve_sums[d->curve_ids[e]] += (w->weights[pose] / divisor) * d->curve_values[e];
        }
    }
    for (int c = 0; c < d->curve_count; ++c) {
        if (!w->curve_touched[c] || t->curve_target[c] < 0 || t->curve_last[c] < level)
            continue;
        const float load = w->curve_loads[c];
        const float share = d->is_additive ? 1.0f : load > 1.0f ? 0.0f : 1.0f - load;
        // A curve may hold anything: not-a-number counts as 0, and so does an
        // infinity that nothing is to be left of.
        float input = mien_curve_set_value(&job->out_curves, t->curve_target[c]);
        input = input == input && share != 0.0f ? input : 0.0f;
        mien_curve_set_put(&job->out_curves, t->curve_target[c], share * input + w->curve_sums[c]);
    }
}

static void run_unreal(Work *w, const MieniPoseData *d, const MieniTarget *t, const MienPoseJob *job,
                       int level)
{
    MieniUnreal unreal = {.data = d,
                          .target = t,
                          .weights = w->weights,
                          .curve_sums = w->curve_sums,
                          .allow_negative = job->allow_negative,
                          .write_delta = job->write_delta && d->is_additive};
    mieni_unreal_weigh(&unreal, job->weights, job->weight_count);
    for (int b = 0; b < d->bone_count; ++b) {
        if (t->offset[b] == MIENI_NOWHERE || t->bone_last[b] < level)
            continue;
        const uint32_t at = t->offset[b] / (sizeof(MienTransform) / sizeof(float));
        mieni_unreal_bone(&unreal, b, &job->input[at], &job->out_bones[at]);
    }
    if (job->out_curves.count == 0)
        return;
    copy_curves(job);
    for (int c = 0; unreal.is_active && c < d->curve_count; ++c) {
        if (t->curve_target[c] < 0 || t->curve_last[c] < level)
            continue;
        float input = d->is_additive ? mien_curve_set_value(&job->out_curves, t->curve_target[c]) : 0.0f;
        input = input == input ? input : 0.0f;
        mien_curve_set_put(&job->out_curves, t->curve_target[c], input + w->curve_sums[c]);
    }
}

static const char *curves_refusal(const MienPoseJob *job, const MieniTarget *t)
{
    const MienCurveSet *in = &job->curves, *out = &job->out_curves;
    if (in->count != t->curve_count && !(in->count == 0 && job->weights != NULL))
        return "curves.count must be the target's number of curves";
    if (in->count > 0 && in->values == NULL)
        return "curves.values is NULL";
    if (out->count == 0)
        return NULL;
    if (out->count != t->curve_count)
        return "out_curves.count must be the target's number of curves, or 0";
    return out->values == NULL ? "out_curves.values is NULL" : NULL;
}

static const char *refusal(const MienPoseJob *job, const MieniTarget *t, int level)
{
    if (t == NULL)
        return "the binding is of another pose asset";
    if (job->lod < 0)
        return "level is negative";
    if (job->bone_count < t->bones_at[level] || job->bone_count > t->bone_count)
        return "bone_count must be the target's bones, or those of the level";
    if (job->bone_count > 0 && (job->input == NULL || job->out_bones == NULL))
        return "input or out_bones is NULL";
    if (job->scratch == NULL || (uintptr_t)job->scratch % 64 != 0)
        return "scratch is NULL or not 64-byte aligned";
    if (job->scratch_size < mien_pose_job_scratch_size(job->asset))
        return "scratch_size is less than mien_pose_job_scratch_size";
    if (job->weights != NULL && job->weight_count < 0)
        return "weight_count is negative";
    if ((unsigned)job->layout > MIEN_LAYOUT_ROWS)
        return "layout is unknown";
    for (int i = 0; job->weights != NULL && i < job->weight_count; ++i) {
        if (job->weights[i].pose < 0 || job->weights[i].pose >= job->asset->data.pose_count)
            return "a weight is of a pose that the asset does not have";
    }
    return curves_refusal(job, t);
}

MienStatus mien_pose_job_validate(const MienPoseJob *job, MienError *error)
{
    if (job == NULL || job->asset == NULL)
        return mieni_refuse(error, "job or asset is NULL");
    const int level = job->lod < MIEN_MAX_LODS ? job->lod : MIEN_MAX_LODS;
    return mieni_refuse(error,
                        refusal(job, mieni_binding_target(job->binding, job->asset), level < 0 ? 0 : level));
}

MIENI_APART void mieni_pose_run(const MienPoseJob *job, const MieniTarget *t, const float *controls,
                                int level)
{
    const MienPoseAsset *asset = job->asset;
    const MieniPoseData *d = &asset->data;
    Work w;
    divide(&w, &asset->parts, job->scratch);
    if (job->weights == NULL) {
        read_values(&w, d, t, job, controls, level);
        weigh(&w, asset);
    } else {
        take_listed_weights(&w, d, job);
    }
    copy_input(job);
    // Now: unreal assets divide their weights in place.
    const size_t size = (size_t)d->driven_pose_count * sizeof(float);
    if (job->out_input_weights != NULL && size > 0)
        memcpy(job->out_input_weights, w.asked, size);
    if (job->out_final_weights != NULL && size > 0)
        memcpy(job->out_final_weights, w.applied, size);
    if (d->is_unreal) {
        run_unreal(&w, d, t, job, level);
    } else {
        find_active(&w, asset);
        pose_bones(&w, asset, t, job, level);
        if (job->out_curves.count > 0)
            pose_curves(&w, d, t, job, level);
    }
    if (job->out_weights != NULL && d->pose_count > 0)
        memcpy(job->out_weights, w.weights, (size_t)d->pose_count * sizeof(float));
}

MienStatus mien_pose_job_run(const MienPoseJob *job)
{
    if (job == NULL || job->asset == NULL)
        return MIEN_ERROR_ARGUMENT;
    const MieniTarget *t = mieni_binding_target(job->binding, job->asset);
    const int level = job->lod < MIEN_MAX_LODS ? job->lod : MIEN_MAX_LODS;
    if (refusal(job, t, level < 0 ? 0 : level) != NULL)
        return MIEN_ERROR_ARGUMENT;
    const MieniFloatEnv env = mieni_float_env_enter();
    mieni_pose_run(job, t, NULL, level);
    mieni_float_env_leave(env);
    return MIEN_OK;
}
