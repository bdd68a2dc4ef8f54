// SPDX-License-Identifier: MIT
//
// Channels of blend shapes with several targets as expressions: the channel is a control,
// its targets are on the way to it. Their take shows each of them on a frame.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/fbx/reading.h"

#include <string.h>

enum { RATE = 30 };

/// The expressions of one channel, while their take is made.
typedef struct Expressing {
    MieniFbxReader *reader;
    MienIoExpression *items;
    int count;
    double *shown; ///< Per expression and morph of its channel, at what weight of the channel it is shown.
    const MieniFbxChannel **channel_of;
} Expressing;

static bool is_between(const MieniFbxTarget *target)
{
    return target->full != 0.0 && target->full != 1.0 && target->full >= -(double)MIEN_MAX_WEIGHT &&
           target->full <= (double)MIEN_MAX_WEIGHT;
}

static int count_expressions(const MieniFbxMorphs *morphs)
{
    int count = 0;
    for (int c = 0; c < morphs->channel_count; ++c) {
        const MieniFbxChannel *channel = &morphs->channels[c];
        count += channel->target_count > 1;
        for (int t = 0; channel->target_count > 1 && t < channel->target_count; ++t)
            count += is_between(&morphs->targets[channel->first_target + t]);
    }
    return count;
}

static void add(Expressing *expressing, const MieniFbxChannel *channel, MienIoExpression item, double shown)
{
    expressing->items[expressing->count] = item;
    expressing->channel_of[expressing->count] = channel;
    expressing->shown[expressing->count++] = shown;
}

static void list_expressions(Expressing *expressing)
{
    const MieniFbxMorphs *morphs = &expressing->reader->morphs;
    for (int c = 0; c < morphs->channel_count; ++c) {
        const MieniFbxChannel *channel = &morphs->channels[c];
        const int control = expressing->count;
        if (channel->target_count < 2)
            continue;
        add(expressing, channel, (MienIoExpression){.name = channel->curve, .on = -1}, 1.0);
        for (int t = 0; t < channel->target_count; ++t) {
            const MieniFbxTarget *target = &morphs->targets[channel->first_target + t];
            if (is_between(target))
                add(expressing, channel,
                    (MienIoExpression){
                        .name = morphs->names[target->morph], .on = control, .at = (float)target->full},
                    target->full);
        }
    }
}

/// The morph of a target on the frames of its channel's expressions; elsewhere it rests.
static MienStatus make_curve(const Expressing *expressing, const MieniFbxChannel *channel, int target,
                             int first, int count, MienAuthorClipCurve *curve)
{
    const MieniFbxReader *reader = expressing->reader;
    const MieniFbxTarget *targets = &reader->morphs.targets[channel->first_target];
    const int morph = targets[target].morph;
    MienAuthorKey *keys = mieni_arena_take(reader->arena, (size_t)count + 3, sizeof *keys);
    double *parts = mieni_arena_take(reader->scratch, (size_t)channel->target_count, sizeof *parts);
    if (keys == NULL || parts == NULL)
        return mieni_fbx_read_no_memory(reader);
    const double rest = (double)reader->morphs.weights[morph];
    int k = 0;
    keys[k++] = (MienAuthorKey){.value = (float)rest, .interpolation = MIEN_AUTHOR_LINEAR};
    if (first > 0)
        keys[k++] = (MienAuthorKey){
            .time = (double)first / RATE, .value = (float)rest, .interpolation = MIEN_AUTHOR_LINEAR};
    for (int i = 0; i < count; ++i) {
        mieni_fbx_parts(targets, channel->target_count, expressing->shown[first + i], parts);
        keys[k++] = (MienAuthorKey){.time = (double)(first + i + 1) / RATE,
                                    .value = (float)(rest + parts[target]),
                                    .interpolation = MIEN_AUTHOR_LINEAR};
    }
    if (first + count < expressing->count)
        keys[k++] = (MienAuthorKey){.time = (double)(first + count + 1) / RATE,
                                    .value = (float)rest,
                                    .interpolation = MIEN_AUTHOR_LINEAR};
    *curve = (MienAuthorClipCurve){.name = reader->morphs.names[morph], .key_count = k, .keys = keys};
    return MIEN_OK;
}

static MienStatus make_clip(const Expressing *expressing, MienAuthorClip *clip)
{
    const MieniFbxReader *reader = expressing->reader;
    const int count = expressing->count;
    const char *given = reader->options->source != NULL ? reader->options->source : "";
    MienAuthorClipEvent *events = mieni_arena_take(reader->arena, (size_t)count, sizeof *events);
    int curve_count = 0;
    for (int i = 0; i < count; ++i)
        curve_count += expressing->items[i].on < 0 ? expressing->channel_of[i]->target_count : 0;
    MienAuthorClipCurve *curves = mieni_arena_take(reader->arena, (size_t)curve_count, sizeof *curves);
    clip->source = mieni_arena_text(reader->arena, given, strlen(given));
    if (events == NULL || curves == NULL || clip->source == NULL)
        return mieni_fbx_read_no_memory(reader);
    MienStatus status = MIEN_OK;
    for (int first = 0, own; status == MIEN_OK && first < count; first += own) {
        const MieniFbxChannel *channel = expressing->channel_of[first];
        for (own = 1; first + own < count && expressing->channel_of[first + own] == channel;)
            ++own;
        for (int t = 0; status == MIEN_OK && t < channel->target_count; ++t)
            status = make_curve(expressing, channel, t, first, own, &curves[clip->curve_count++]);
    }
    for (int i = 0; i < count; ++i)
        events[i] = (MienAuthorClipEvent){expressing->items[i].name, (double)(i + 1) / RATE};
    clip->rate = RATE;
    clip->rate_divisor = 1;
    clip->length = (double)count / RATE;
    clip->curves = curves;
    clip->event_count = count;
    clip->events = events;
    return status;
}

MienStatus mieni_fbx_read_expressions(MieniFbxReader *reader)
{
    const int count = count_expressions(&reader->morphs), takes = reader->source->take_count;
    if (count == 0)
        return MIEN_OK;
    if (count > MIEN_MAX_POSES)
        return mieni_fail(reader->error, MIEN_ERROR_LIMIT, mieni_at("Objects"),
                          "A file has at most 65535 expressions.");
    Expressing expressing = {.reader = reader};
    expressing.items = mieni_arena_take(reader->arena, (size_t)count, sizeof *expressing.items);
    expressing.shown = mieni_arena_take(reader->scratch, (size_t)count, sizeof *expressing.shown);
    expressing.channel_of = mieni_arena_take(reader->scratch, (size_t)count, sizeof *expressing.channel_of);
    MienIoTake *all = mieni_arena_take(reader->arena, (size_t)takes + 1, sizeof *all);
    MienAuthorClip *clip = mieni_arena_take(reader->arena, 1, sizeof *clip);
    if (expressing.items == NULL || reader->scratch->is_out_of_memory || all == NULL || clip == NULL)
        return mieni_fbx_read_no_memory(reader);
    list_expressions(&expressing);
    const MienStatus status = make_clip(&expressing, clip);
    if (takes > 0)
        memcpy(all, reader->source->takes, sizeof *all * (size_t)takes);
    MieniFileNames names = {.arena = reader->arena};
    for (int t = 0; t < takes; ++t)
        if (mieni_file_names_put(&names, all[t].name, t) == NULL)
            return mieni_fbx_read_no_memory(reader);
    all[takes] = (MienIoTake){mieni_file_names_add(&names, "expressions", "expressions", takes), clip,
                              MIEN_IO_TAKE_POSES};
    if (all[takes].name == NULL)
        return mieni_fbx_read_no_memory(reader);
    reader->source->takes = all;
    reader->source->take_count = takes + 1;
    reader->source->expressions =
        (MienIoExpressions){.take = takes, .count = count, .items = expressing.items};
    return status;
}
