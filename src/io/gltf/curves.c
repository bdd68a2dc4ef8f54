// SPDX-License-Identifier: MIT
//
// Curves: weights of targets, expressions of VRM animations, and what Mien has written
// itself. Keys stay as they are in the file.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/gltf/takes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A curve: one number of each key of a channel.
typedef struct Strand {
    int order; ///< Morphs by their index, then others as the file has them.
    const char *name;
    int channel, width, index; ///< index: which of width numbers.
    bool is_clamped;
} Strand;

static int compare(const void *a, const void *b)
{
    const Strand *x = a, *y = b;
    const int order = (x->order > y->order) - (x->order < y->order);
    return order != 0 ? order : (x->channel > y->channel) - (x->channel < y->channel);
}

/// How many strands a channel has.
static int strand_count(const MieniGltfTake *take, const MieniGltfTarget *target)
{
    if (target->drives == MIENI_GLTF_WEIGHTS && target->part < 0)
        return take->reader->morphs.target_count[target->node];
    return target->drives == MIENI_GLTF_NOTHING || target->drives == MIENI_GLTF_BONE ? 0 : 1;
}

static void put_strands(const MieniGltfTake *take, int channel, const MieniGltfTarget *target, Strand *out)
{
    const MieniGltfMorphs *morphs = &take->reader->morphs;
    const int count = strand_count(take, target);
    for (int i = 0; i < count; ++i) {
        out[i] = (Strand){.channel = channel, .width = count, .index = i, .name = target->name};
        if (target->drives == MIENI_GLTF_WEIGHTS) {
            const int morph = morphs->of_node[target->node][target->part < 0 ? i : target->part];
            out[i].order = morph;
            out[i].name = morphs->names[morph];
        } else if (target->drives == MIENI_GLTF_EXPRESSION) {
            out[i].order = morphs->count + target->part;
            out[i].width = 3;
            out[i].is_clamped = true;
        } else {
            out[i].order = morphs->count + take->actors->expression_count + target->part;
        }
    }
}

static float clamped(float value) { return value > 0.0f ? value < 1.0f ? value : 1.0f : 0.0f; }

/// Keys of a strand. Slopes of a cubic are per second already.
static MienStatus make_keys(const MieniGltfTake *take, const MieniGltfSampled *s, const Strand *strand,
                            MienAuthorClipCurve *curve)
{
    MienAuthorKey *keys = mieni_arena_take(take->reader->arena, (size_t)s->count, sizeof *keys);
    if (keys == NULL)
        return mieni_gltf_take_no_memory(take);
    for (int k = 0; k < s->count; ++k) {
        const float *value = mieni_gltf_key_value(s, k) + strand->index;
        keys[k] = (MienAuthorKey){.time = (double)s->times[k],
                                  .value = strand->is_clamped ? clamped(*value) : *value,
                                  .interpolation = s->interpolation};
        if (s->interpolation == MIEN_AUTHOR_CUBIC && keys[k].value == *value) {
            keys[k].arrive = value[-s->width];
            keys[k].leave = value[s->width];
        }
    }
    *curve = (MienAuthorClipCurve){.name = strand->name, .key_count = s->count, .keys = keys};
    return MIEN_OK;
}

static bool are_same(const MienAuthorClipCurve *a, const MienAuthorClipCurve *b)
{
    if (a->key_count != b->key_count)
        return false;
    for (int k = 0; k < a->key_count; ++k) {
        const MienAuthorKey *x = &a->keys[k], *y = &b->keys[k];
        if (x->time != y->time || x->value != y->value || x->interpolation != y->interpolation ||
            x->arrive != y->arrive || x->leave != y->leave)
            return false;
    }
    return true;
}

static void note_difference(const MieniGltfTake *take, const char *name)
{
    MienIoGltfReport *report = take->reader->report;
    if (report->note[0] == '\0')
        snprintf(report->note, sizeof report->note,
                 "Two meshes drive the morph %.60s differently in one animation; the first one counts.",
                 name);
}

/// The curves of sorted strands, of which the first of a name counts. Keys of one channel
/// are decoded once: its strands are made together.
static MienStatus make_curves(MieniGltfTake *take, const Strand *strands, int count,
                              MienAuthorClipCurve *curves)
{
    const int channel_count = take->channels->count;
    MieniGltfSampled *sampled = mieni_arena_take(&take->temp, (size_t)channel_count, sizeof *sampled);
    MienStatus status = sampled != NULL ? MIEN_OK : mieni_gltf_take_no_memory(take);
    int made = 0;
    for (int i = 0; i < count && status == MIEN_OK; ++i) {
        const Strand *strand = &strands[i];
        MieniGltfSampled *own = &sampled[strand->channel];
        MienAuthorClipCurve curve = {0};
        if (own->count == 0)
            status = mieni_gltf_take_keys(take, strand->channel, strand->width, &take->temp, own);
        if (status == MIEN_OK)
            status = make_keys(take, own, strand, &curve);
        if (status != MIEN_OK)
            break;
        if (made > 0 && strcmp(curves[made - 1].name, curve.name) == 0) {
            if (!are_same(&curves[made - 1], &curve))
                note_difference(take, curve.name);
        } else {
            curves[made++] = curve;
        }
    }
    take->clip->curve_count = made;
    take->clip->curves = curves;
    return status;
}

MienStatus mieni_gltf_take_curves(MieniGltfTake *take)
{
    size_t count = 0;
    for (int c = 0; c < take->channels->count; ++c) {
        const MieniGltfTarget target = mieni_gltf_target(take, c);
        count += (size_t)strand_count(take, &target);
    }
    Strand *strands = mieni_arena_take(&take->temp, count, sizeof *strands);
    MienAuthorClipCurve *curves = mieni_arena_take(take->reader->arena, count, sizeof *curves);
    if (strands == NULL || curves == NULL || count > INT32_MAX)
        return mieni_gltf_take_no_memory(take);
    count = 0;
    for (int c = 0; c < take->channels->count; ++c) {
        const MieniGltfTarget target = mieni_gltf_target(take, c);
        put_strands(take, c, &target, strands + count);
        count += (size_t)strand_count(take, &target);
    }
    if (count > 0)
        qsort(strands, count, sizeof *strands, compare);
    return make_curves(take, strands, (int)count, curves);
}
