// SPDX-License-Identifier: MIT
//
// Reads mouth cues of Rhubarb: recognises the format, checks and joins cues, and
// makes curves of them.

#include "core/float_rules.h"

#include "io/rhubarb.h"

#include "core/float_env.h"
#include "core/internal.h"
#include "core/utf8.h"
#include "io/formats.h"

#include <string.h>

static const double day = 86400.0, longest_blend = 10.0;

static const char *const shape_names[MIENI_SHAPES] = {"A", "B", "C", "D", "E", "F", "G", "H", "X"};

MienStatus mieni_rhubarb_no_memory(const MieniRhubarb *rhubarb)
{
    return mieni_fail(rhubarb->error, MIEN_ERROR_MEMORY, "There is no memory for the mouth cues.", "%s", "");
}

MienStatus mieni_rhubarb_take(MieniRhubarb *rhubarb, int count)
{
    // Before each cue, and after the last, there may be a time without one.
    rhubarb->cues = mieni_arena_take(&rhubarb->scratch, 2 * (size_t)count + 1, sizeof *rhubarb->cues);
    return rhubarb->cues != NULL ? MIEN_OK : mieni_rhubarb_no_memory(rhubarb);
}

MieniRefusal mieni_rhubarb_check_time(double time)
{
    if (time < 0.0)
        return (MieniRefusal){MIEN_ERROR_DATA, "A time is not negative."};
    if (time > day)
        return (MieniRefusal){MIEN_ERROR_LIMIT, "Mouth cues last at most a day; split the sound."};
    return (MieniRefusal){0};
}

MieniRefusal mieni_rhubarb_time(MieniSpan text, double *out_time)
{
    if (!mieni_span_number(text, out_time))
        return (MieniRefusal){MIEN_ERROR_CORRUPT, "A time is a decimal number of seconds, such as 0.25."};
    return mieni_rhubarb_check_time(*out_time);
}

MieniRefusal mieni_rhubarb_shape(MieniSpan text, int *out_shape)
{
    for (int s = 0; s < MIENI_SHAPES; ++s)
        if (text.size == 1 && text.at[0] == shape_names[s][0]) {
            *out_shape = s;
            return (MieniRefusal){0};
        }
    return (MieniRefusal){MIEN_ERROR_CORRUPT, "A mouth shape is one of the letters A to H, or X."};
}

MieniRefusal mieni_rhubarb_sound(MieniRhubarb *rhubarb, MieniSpan path)
{
    if (path.size > MIEN_IO_RHUBARB_MAX_PATH)
        return (MieniRefusal){MIEN_ERROR_LIMIT, "The path of the sound has at most 4096 bytes."};
    for (size_t i = 0, taken = 0; i < path.size; i += taken) {
        const int32_t character = mieni_utf8_decode(path.at + i, path.size - i, &taken);
        if (character < 0x20 || character == 0x7F)
            return (MieniRefusal){MIEN_ERROR_DATA,
                                  "The path of the sound is UTF-8 without control characters."};
    }
    if (path.size == 0)
        return (MieniRefusal){0};
    rhubarb->clip->sound = mieni_arena_text(mieni_clip_arena(rhubarb->clip), path.at, path.size);
    if (rhubarb->clip->sound == NULL)
        return (MieniRefusal){MIEN_ERROR_MEMORY, "There is no memory for the path of the sound."};
    return (MieniRefusal){0};
}

static double last_end(const MieniRhubarb *rhubarb)
{
    return rhubarb->cue_count > 0 ? rhubarb->cues[rhubarb->cue_count - 1].end : 0.0;
}

/// Appends a time that begins where the last one ends, or makes that one longer.
static void append(MieniRhubarb *rhubarb, double end, int shape)
{
    MieniCue *last = rhubarb->cue_count > 0 ? &rhubarb->cues[rhubarb->cue_count - 1] : NULL;
    if (last != NULL && last->shape == shape)
        last->end = end;
    else
        rhubarb->cues[rhubarb->cue_count++] = (MieniCue){last != NULL ? last->end : 0.0, end, shape};
}

static void append_gap(MieniRhubarb *rhubarb, double end)
{
    append(rhubarb, end, MIENI_NO_SHAPE);
    ++rhubarb->report.gap_count;
}

MieniRefusal mieni_rhubarb_add(MieniRhubarb *rhubarb, double start, double end, int shape)
{
    if (end < start)
        return (MieniRefusal){MIEN_ERROR_DATA, "A cue ends after it begins."};
    if (start < last_end(rhubarb))
        return (MieniRefusal){MIEN_ERROR_DATA, "A cue does not begin before the one before it ends."};
    ++rhubarb->report.cue_count;
    if (start == end) {
        ++rhubarb->report.empty_count;
        return (MieniRefusal){0};
    }
    if (start > last_end(rhubarb))
        append_gap(rhubarb, start);
    append(rhubarb, end, shape);
    return (MieniRefusal){0};
}

/// How long cue i - 1 passes into cue i: with at most half of either, each cue is
/// whole for at least half of its time.
static double passing(MieniRhubarb *rhubarb, int i)
{
    const MieniCue *cue = &rhubarb->cues[i];
    const double before = 0.5 * (cue[-1].end - cue[-1].start), after = 0.5 * (cue->end - cue->start);
    const double wanted = rhubarb->options->blend > 0.0 ? rhubarb->options->blend : MIEN_IO_RHUBARB_BLEND;
    double width = before < after ? before : after;
    if (width < wanted)
        ++rhubarb->report.shortened_count;
    else
        width = wanted;
    return width;
}

static void put_key(MienAuthorClipCurve *curve, MienAuthorKey *keys, double time, float value,
                    MienAuthorInterpolation interpolation)
{
    keys[curve->key_count++] = (MienAuthorKey){.time = time, .value = value, .interpolation = interpolation};
}

/// The keys of a shape where it becomes value, at the start of cue i.
static void put_change(const MieniRhubarb *rhubarb, MienAuthorClipCurve *curve, MienAuthorKey *keys, int i,
                       double width, float value)
{
    const double at = rhubarb->cues[i].start;
    if (!rhubarb->options->is_stepped) {
        put_key(curve, keys, at - 0.5 * width, 1.0f - value, MIEN_AUTHOR_LINEAR);
        put_key(curve, keys, at + 0.5 * width, value, MIEN_AUTHOR_LINEAR);
        return;
    }
    if (curve->key_count == 0) // before its first key a curve holds that key's value
        put_key(curve, keys, 0.0, 0.0f, MIEN_AUTHOR_CONSTANT);
    put_key(curve, keys, at, value, MIEN_AUTHOR_CONSTANT);
}

static MienStatus make_curves(MieniRhubarb *rhubarb)
{
    MienAuthorClip *clip = rhubarb->clip;
    MieniArena *arena = mieni_clip_arena(clip);
    int counts[MIENI_SHAPES] = {0}, curve_of[MIENI_SHAPES] = {0};
    MienAuthorKey *keys_of[MIENI_SHAPES] = {0};
    for (int i = 0; i < rhubarb->cue_count; ++i)
        if (rhubarb->cues[i].shape != MIENI_NO_SHAPE)
            ++counts[rhubarb->cues[i].shape];
    MienAuthorClipCurve *curves = mieni_arena_take(arena, MIENI_SHAPES, sizeof *curves);
    MienAuthorKey *keys = mieni_arena_take(arena, 4 * (size_t)rhubarb->cue_count, sizeof *keys);
    if (curves == NULL || keys == NULL)
        return mieni_rhubarb_no_memory(rhubarb);
    for (int s = 0; s < MIENI_SHAPES; ++s) {
        if (counts[s] == 0)
            continue;
        curve_of[s] = clip->curve_count++;
        curves[curve_of[s]] = (MienAuthorClipCurve){.name = shape_names[s], .keys = keys};
        keys_of[s] = keys;
        keys += 4 * (size_t)counts[s];
    }
    clip->curves = curves;
    for (int i = 0; i < rhubarb->cue_count; ++i) {
        const int before = i > 0 ? rhubarb->cues[i - 1].shape : MIENI_NO_SHAPE, now = rhubarb->cues[i].shape;
        const double width = i > 0 && !rhubarb->options->is_stepped ? passing(rhubarb, i) : 0.0;
        if (before != MIENI_NO_SHAPE)
            put_change(rhubarb, &curves[curve_of[before]], keys_of[before], i, width, 0.0f);
        if (now != MIENI_NO_SHAPE && i > 0)
            put_change(rhubarb, &curves[curve_of[now]], keys_of[now], i, width, 1.0f);
        else if (now != MIENI_NO_SHAPE)
            put_key(&curves[curve_of[now]], keys_of[now], 0.0, 1.0f,
                    rhubarb->options->is_stepped ? MIEN_AUTHOR_CONSTANT : MIEN_AUTHOR_LINEAR);
    }
    rhubarb->report.curve_count = clip->curve_count;
    return MIEN_OK;
}

static MienStatus finish(MieniRhubarb *rhubarb)
{
    MienAuthorClip *clip = rhubarb->clip;
    const MienIoRhubarbOptions *options = rhubarb->options;
    if (rhubarb->report.cue_count == rhubarb->report.empty_count)
        return mieni_fail(rhubarb->error, MIEN_ERROR_DATA, "There are no mouth cues that last.", "mouthCues");
    if (rhubarb->duration > last_end(rhubarb))
        append_gap(rhubarb, rhubarb->duration);
    clip->length = last_end(rhubarb);
    clip->rate = options->rate > 0 ? options->rate : 100;
    clip->rate_divisor = options->rate > 0 && options->rate_divisor > 0 ? options->rate_divisor : 1;
    if (options->source != NULL) {
        clip->source = mieni_arena_text(mieni_clip_arena(clip), options->source, strlen(options->source));
        if (clip->source == NULL)
            return mieni_rhubarb_no_memory(rhubarb);
    }
    return make_curves(rhubarb);
}

static MIENI_APART MienStatus read_cues(MieniRhubarb *rhubarb)
{
    MieniLines lines = mieni_lines_of(rhubarb->bytes, rhubarb->size);
    MieniSpan line;
    if (!mieni_lines_next(&lines, &line))
        return mieni_fail(rhubarb->error, MIEN_ERROR_CORRUPT, "There is no text, so there are no mouth cues.",
                          "line 1");
    const char first = mieni_span_trim(line).at[0];
    MienStatus status;
    if (first == '<') {
        rhubarb->report.format = MIEN_IO_RHUBARB_XML;
        status = mieni_rhubarb_xml(rhubarb);
    } else if (first == '{') {
        rhubarb->report.format = MIEN_IO_RHUBARB_JSON;
        status = mieni_rhubarb_json(rhubarb);
    } else {
        rhubarb->report.format = MIEN_IO_RHUBARB_TSV;
        status = mieni_rhubarb_tsv(rhubarb);
    }
    return status == MIEN_OK ? finish(rhubarb) : status;
}

static MienStatus check_arguments(const MieniRhubarb *rhubarb)
{
    const MienIoRhubarbOptions *options = rhubarb->options;
    if (rhubarb->bytes == NULL && rhubarb->size > 0)
        return mieni_fail(rhubarb->error, MIEN_ERROR_ARGUMENT, "The bytes must be given.", "bytes");
    if (!(options->blend >= 0.0 && options->blend <= longest_blend) ||
        (options->is_stepped && options->blend > 0.0))
        return mieni_fail(rhubarb->error, MIEN_ERROR_ARGUMENT,
                          "A blend is 0 to 10 seconds, and 0 if the curves are stepped.", "options.blend");
    if (options->rate < 0 || options->rate_divisor < 0)
        return mieni_fail(rhubarb->error, MIEN_ERROR_ARGUMENT, "A rate is above 0, or 0 for 100.",
                          "options.rate");
    if (rhubarb->size > MIEN_IO_RHUBARB_MAX_SIZE)
        return mieni_fail(rhubarb->error, MIEN_ERROR_LIMIT, "Mouth cues have at most 256 MiB of text.",
                          "byte %d", MIEN_IO_RHUBARB_MAX_SIZE);
    return MIEN_OK;
}

MienStatus mien_io_rhubarb_read(const void *bytes, size_t size, const MienIoRhubarbOptions *options,
                                const MienAllocator *allocator, MienAuthorClip **out_clip,
                                MienIoRhubarbReport *out_report, MienError *error)
{
    static const MienIoRhubarbOptions defaults = {0};
    if (out_clip == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, "A place for the clip must be given.", "out_clip");
    *out_clip = NULL;
    MieniRhubarb rhubarb = {
        .bytes = bytes, .size = size, .options = options != NULL ? options : &defaults, .error = error};
    MienStatus status = check_arguments(&rhubarb);
    if (status != MIEN_OK)
        return status;
    MieniBudget budget;
    mieni_budget_begin(&budget, allocator, &rhubarb.options->limits, size);
    rhubarb.scratch.allocator = &budget.allocator;
    rhubarb.clip = mieni_clip_create_within(&budget);
    if (rhubarb.clip == NULL)
        return mieni_budget_status(&budget, mieni_rhubarb_no_memory(&rhubarb), error);
    const MieniFloatEnv env = mieni_float_env_enter();
    status = read_cues(&rhubarb);
    mieni_float_env_leave(env);
    mieni_arena_release(&rhubarb.scratch);
    mieni_clip_leave_budget(rhubarb.clip);
    if (status != MIEN_OK) {
        mien_author_clip_destroy(rhubarb.clip);
        return mieni_budget_status(&budget, status, error);
    }
    *out_clip = rhubarb.clip;
    if (out_report != NULL)
        *out_report = rhubarb.report;
    return MIEN_OK;
}

static MienStatus read_format(const MieniReading *reading, MieniRead *out, MienError *error)
{
    const MienIoRhubarbOptions options = {.source = reading->file,
                                          .blend = reading->blend,
                                          .is_stepped = reading->is_stepped,
                                          .rate = reading->rate,
                                          .rate_divisor = reading->rate_divisor};
    return mien_io_rhubarb_read(reading->bytes, reading->size, &options, reading->allocator, &out->clip, NULL,
                                error);
}

const MieniFormat mieni_format_rhubarb = {.read = read_format};
