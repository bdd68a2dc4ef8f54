// SPDX-License-Identifier: MIT
//
// The second half of BVH: frames of values, one per channel, in the order of the
// hierarchy. A frame begins on a line of its own and may go on over lines; so a
// value too few or too many is found where it is, not at the end of the file.

#include "core/float_rules.h"

#include "author/clip/memory.h"
#include "base/transform.h"
#include "core/internal.h"
#include "io/bvh.h"
#include "io/rate.h"
#include "io/source_memory.h"

#include <string.h>

enum { DAY = 24 * 60 * 60 };

/// A walk over the frames.
typedef struct Rows {
    int frame;      ///< The one that is read.
    int first_line; ///< Where it begins.
    int last_line;  ///< Of the last word read.
} Rows;

static MienStatus read_frame_count(MieniBvh *bvh)
{
    MienStatus status = mieni_bvh_expect(bvh, "Frames", "After MOTION the line Frames: belongs.");
    if (status == MIEN_OK)
        status = mieni_bvh_expect(bvh, ":", "After Frames a colon belongs.");
    if (status != MIEN_OK)
        return status;
    const MieniWord word = mieni_words_next(&bvh->words);
    const int digits = mieni_span_digits(word.text, 9, &bvh->report.frame_count);
    if (digits == 0 || (size_t)digits != word.text.size)
        return mieni_bvh_fail_word(bvh, word,
                                   "The number of frames is a whole number below a thousand million.");
    // Each value is a digit at least, with a blank before it. What follows from here on
    // asks for memory by this product.
    const uint64_t values = (uint64_t)bvh->report.frame_count * (uint64_t)bvh->report.channel_count;
    if (values > bvh->words.rest.size / 2)
        return mieni_bvh_fail(bvh, word, MIEN_ERROR_CORRUPT,
                              "The file is too short for so many frames; perhaps it was cut short.");
    return MIEN_OK;
}

/// Finds the clip's rate and length.
static MienStatus read_frame_time(MieniBvh *bvh, MienAuthorClip *clip, Rows *rows)
{
    MienIoBvhReport *report = &bvh->report;
    MienStatus status = mieni_bvh_expect(bvh, "Frame", "After the number of frames Frame Time: belongs.");
    if (status == MIEN_OK)
        status = mieni_bvh_expect(bvh, "Time", "After Frame the word Time belongs.");
    if (status == MIEN_OK)
        status = mieni_bvh_expect(bvh, ":", "After Frame Time a colon belongs.");
    if (status != MIEN_OK)
        return status;
    const MieniWord word = mieni_words_next(&bvh->words);
    rows->last_line = word.line;
    status = mieni_bvh_number(bvh, word, &report->frame_time);
    if (status != MIEN_OK)
        return status;
    if (!(report->frame_time >= MIENI_LEAST_FRAME_TIME && report->frame_time <= MIENI_MOST_FRAME_TIME))
        return mieni_bvh_fail(bvh, word, MIEN_ERROR_DATA,
                              "The frame time is in seconds: above 0.00001 and at most a day.");
    report->rate_is_snapped = mieni_rate_of_frame_time(report->frame_time, &clip->rate, &clip->rate_divisor);
    const int steps = report->frame_count > 0 ? report->frame_count - 1 : 0;
    clip->length = (double)steps * (double)clip->rate_divisor / (double)clip->rate;
    if (clip->length > (double)DAY)
        return mieni_bvh_fail(bvh, word, MIEN_ERROR_LIMIT, "A motion lasts at most a day; split it.");
    return MIEN_OK;
}

/// A word that follows a whole frame on its last line.
static MienStatus bad_line(const MieniBvh *bvh, const Rows *rows, MieniWord word)
{
    if (rows->frame < 0)
        return mieni_bvh_fail(bvh, word, MIEN_ERROR_CORRUPT,
                              "After the frame time a line ends, and values begin on the next.");
    if (rows->first_line == word.line)
        return mieni_bvh_fail(bvh, word, MIEN_ERROR_CORRUPT,
                              "The line has more values than the joints have channels.");
    return mieni_fail(bvh->error, MIEN_ERROR_CORRUPT,
                      "The frame has too few values, or too many: it does not end with a line.",
                      "line %d, frame %d", rows->first_line, rows->frame);
}

/// The next value of a frame, the first of it or another.
static MienStatus read_value(MieniBvh *bvh, Rows *rows, bool is_first, double *out_value)
{
    const MieniWord word = mieni_words_next(&bvh->words);
    if (word.text.size == 0)
        return mieni_fail(bvh->error, MIEN_ERROR_CORRUPT,
                          "The text ends before the last value; perhaps it was cut short.",
                          "line %d, frame %d", word.line, rows->frame + is_first);
    if (is_first && word.line == rows->last_line)
        return bad_line(bvh, rows, word);
    if (is_first) {
        ++rows->frame;
        rows->first_line = word.line;
    }
    rows->last_line = word.line;
    return mieni_bvh_number(bvh, word, out_value);
}

/// R = R1 * R2 * R3 in the order listed: in double, rounded once.
static MienQuat rotation_of(const MieniBvh *bvh, const MieniBvhJoint *joint, const double values[])
{
    static const double half_degree = 0x1.1df46a2529d39p-7; // pi / 360
    double q[4] = {0.0, 0.0, 0.0, 1.0};
    for (int c = 0; c < joint->channel_count; ++c) {
        const int axis = joint->channels[c] - MIENI_BVH_FIRST_ROTATION;
        if (axis < 0)
            continue;
        // Whole turns off first, which is exact: they change the sign at most.
        const double degrees = values[c] - 360.0 * (double)(int64_t)(values[c] / 360.0);
        double turn[4] = {0.0, 0.0, 0.0, 1.0};
        mien_sincos(degrees * half_degree, &turn[axis], &turn[3]);
        mieni_multiply4(q, turn, q);
    }
    if (bvh->options->up == MIEN_IO_UP_Z) {
        const double y = q[1];
        q[1] = q[2];
        q[2] = -y;
    }
    // Of the two quaternions of a rotation the one whose w is not negative. Adding 0
    // makes -0 to 0.
    const double sign = q[3] < 0.0 ? -1.0 : 1.0;
    return (MienQuat){(float)(sign * q[0]) + 0.0f, (float)(sign * q[1]) + 0.0f, (float)(sign * q[2]) + 0.0f,
                      (float)(sign * q[3]) + 0.0f};
}

/// One joint in one frame.
static MienStatus read_sample(MieniBvh *bvh, Rows *rows, const MieniBvhJoint *joint, bool is_first,
                              MienTransform *out_sample)
{
    double values[MIENI_BVH_MAX_CHANNELS], lengths[3];
    memcpy(lengths, joint->offset, sizeof lengths);
    for (int c = 0; c < joint->channel_count; ++c) {
        const MienStatus status = read_value(bvh, rows, is_first && c == 0, &values[c]);
        if (status != MIEN_OK)
            return status;
        if (joint->channels[c] < MIENI_BVH_FIRST_ROTATION)
            lengths[joint->channels[c]] = values[c];
        else if (!(values[c] >= -MIEN_IO_BVH_MAX_DEGREES && values[c] <= MIEN_IO_BVH_MAX_DEGREES))
            return mieni_fail(bvh->error, MIEN_ERROR_DATA,
                              "A rotation is at most a thousand million degrees.", "line %d, frame %d",
                              rows->last_line, rows->frame);
    }
    if (!mieni_bvh_is_sane(bvh, lengths))
        return mieni_fail(bvh->error, MIEN_ERROR_DATA,
                          "A position is at most a million metres; give the unit of the file.",
                          "line %d, frame %d", rows->last_line, rows->frame);
    *out_sample = mien_transform_identity();
    out_sample->translation = mieni_bvh_translation(bvh, lengths);
    out_sample->rotation = rotation_of(bvh, joint, values);
    return MIEN_OK;
}

static MienStatus read_frames(MieniBvh *bvh, Rows *rows, MienTransform *samples)
{
    const size_t per_track = (size_t)bvh->report.frame_count;
    MienStatus status = MIEN_OK;
    for (size_t f = 0; status == MIEN_OK && bvh->report.channel_count > 0 && f < per_track; ++f) {
        MienTransform *at = samples + f;
        bool is_first = true;
        for (int j = 0; status == MIEN_OK && j < bvh->report.joint_count; ++j) {
            if (bvh->joints[j].channel_count == 0)
                continue;
            status = read_sample(bvh, rows, &bvh->joints[j], is_first, at);
            at += per_track;
            is_first = false;
        }
    }
    return status;
}

/// The tracks of all joints with channels; their samples follow each other.
static MienStatus make_tracks(const MieniBvh *bvh, MieniArena *arena, MienAuthorClip *clip,
                              MienTransform **out_samples)
{
    int count = 0;
    for (int j = 0; j < bvh->report.joint_count; ++j)
        count += bvh->joints[j].channel_count > 0;
    MienAuthorClipTrack *tracks = mieni_arena_take(arena, (size_t)count, sizeof *tracks);
    // No overflow: there are no more samples than values, and those are in the bytes.
    const size_t per_track = (size_t)bvh->report.frame_count;
    MienTransform *samples = mieni_arena_take(arena, (size_t)count * per_track, sizeof *samples);
    if (tracks == NULL || samples == NULL)
        return mieni_bvh_no_memory(bvh);
    clip->track_count = count;
    clip->tracks = tracks;
    *out_samples = samples;
    for (int j = 0; j < bvh->report.joint_count; ++j)
        if (bvh->joints[j].channel_count > 0) {
            *tracks++ = (MienAuthorClipTrack){.bone = bvh->source->skeleton.bones[j].name,
                                              .sample_count = bvh->report.frame_count,
                                              .samples = samples};
            samples += per_track;
        }
    return MIEN_OK;
}

static MienStatus read_take(MieniBvh *bvh, MienAuthorClip *clip, Rows *rows)
{
    MieniArena *arena = mieni_source_arena(bvh->source);
    const char *source = bvh->options->source;
    MienIoTake *take = mieni_arena_take(arena, 1, sizeof *take);
    if (source != NULL)
        clip->source = mieni_arena_text(arena, source, strlen(source));
    if (take == NULL || (source != NULL && clip->source == NULL))
        return mieni_bvh_no_memory(bvh);
    MienTransform *samples = NULL;
    MienStatus status = make_tracks(bvh, arena, clip, &samples);
    *take = (MienIoTake){"", clip, MIEN_IO_TAKE_MOTION};
    bvh->source->take_count = 1;
    bvh->source->takes = take;
    return status == MIEN_OK ? read_frames(bvh, rows, samples) : status;
}

MienStatus mieni_bvh_read_motion(MieniBvh *bvh)
{
    Rows rows = {.frame = -1};
    MienAuthorClip *clip = mieni_arena_take(mieni_source_arena(bvh->source), 1, sizeof *clip);
    if (clip == NULL)
        return mieni_bvh_no_memory(bvh);
    MienStatus status = read_frame_count(bvh);
    if (status == MIEN_OK)
        status = read_frame_time(bvh, clip, &rows);
    if (status == MIEN_OK && bvh->report.frame_count > 0)
        status = read_take(bvh, clip, &rows);
    if (status != MIEN_OK)
        return status;
    const MieniWord word = mieni_words_next(&bvh->words);
    if (word.text.size == 0)
        return MIEN_OK;
    if (word.line == rows.last_line)
        return bad_line(bvh, &rows, word);
    return mieni_bvh_fail(bvh, word, MIEN_ERROR_CORRUPT,
                          "There are more lines than Frames says; set it to the number of frames.");
}
