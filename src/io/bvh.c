// SPDX-License-Identifier: MIT
//
// Reads BVH: the hierarchy, then the skeleton it makes, then the motion.

#include "core/float_rules.h"

#include "mien_io/bvh.h"

#include "base/arena.h"
#include "base/names.h"
#include "base/owned.h"
#include "base/transform.h"
#include "core/float_env.h"
#include "core/internal.h"
#include "core/utf8.h"
#include "io/formats.h"
#include "io/rate.h"
#include "io/source_memory.h"
#include "io/words.h"

#include <string.h>

enum { MIENI_BVH_MAX_CHANNELS = 6, MIENI_BVH_FIRST_ROTATION = 3 };

/// A joint as in the file.
typedef struct MieniBvhJoint {
    MieniWord name;
    int parent; ///< -1 for a root.
    double offset[3];
    int channel_count;
    /// In the order listed: 0 to 2 positions along X, Y and Z, 3 to 5 rotations around them.
    uint8_t channels[MIENI_BVH_MAX_CHANNELS];
    bool has_offset, has_channels, has_children;
} MieniBvhJoint;

/// What reading knows and needs.
typedef struct MieniBvh {
    MieniWords words;
    const MienIoBvhOptions *options;
    double unit; ///< Metres per unit of the file.
    MienError *error;
    MienIoSource *source;
    MieniArena scratch; ///< Freed when reading ends.
    MieniBvhJoint *joints;
    MienIoBvhReport report;
} MieniBvh;

static MienStatus bvh_fail(const MieniBvh *bvh, MieniWord at, MienStatus status, const char *sentence)
{
    return mieni_fail(bvh->error, status, mieni_at_column(at.line, at.column), "%s", sentence);
}

/// Fails for a word that does not belong there, or for the end of the text in its place.
static MienStatus bvh_fail_word(const MieniBvh *bvh, MieniWord word, const char *sentence)
{
    return bvh_fail(bvh, word, MIEN_ERROR_CORRUPT,
                    word.text.size > 0 ? sentence : "The text ends in the middle; perhaps it was cut short.");
}

static MienStatus bvh_no_memory(const MieniBvh *bvh)
{
    return mieni_fail(bvh->error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

/// Takes the next word, which must be this one.
static MienStatus bvh_expect(MieniBvh *bvh, const char *word, const char *sentence)
{
    const MieniWord found = mieni_words_next(&bvh->words);
    return mieni_span_is(found.text, word) ? MIEN_OK : bvh_fail_word(bvh, found, sentence);
}

/// A word as a number of the file.
static MienStatus bvh_number(const MieniBvh *bvh, MieniWord word, double *out_number)
{
    if (mieni_span_number(word.text, out_number))
        return MIEN_OK;
    return bvh_fail_word(bvh, word, "A number belongs here: decimal, with a point, such as -12.5.");
}

/// Whether lengths of the file are within what bones may have.
static bool bvh_is_sane(const MieniBvh *bvh, const double lengths[3])
{
    const double most = (double)MIEN_MAX_LENGTH;
    for (int i = 0; i < 3; ++i)
        if (!(lengths[i] * bvh->unit >= -most && lengths[i] * bvh->unit <= most))
            return false;
    return true;
}

/// Lengths of the file as a translation: metres, Y up.
static MienVec3 bvh_translation(const MieniBvh *bvh, const double lengths[3])
{
    const float x = (float)(lengths[0] * bvh->unit), y = (float)(lengths[1] * bvh->unit),
                z = (float)(lengths[2] * bvh->unit);
    // Adding 0 makes -0 to 0, so that nothing depends on how a file writes it.
    const bool is_z_up = bvh->options->up == MIEN_IO_UP_Z;
    return (MienVec3){x + 0.0f, (is_z_up ? z : y) + 0.0f, (is_z_up ? -y : z) + 0.0f};
}

// The first half of BVH: joints within joints, each with an offset, channels and
// perhaps an end site. Depth is the file's business: a joint knows its parent, so
// that closing one needs neither recursion nor a stack.

/// Room for joints: each opens a brace, and names have none.
static MienStatus make_room(MieniBvh *bvh)
{
    MieniSpan rest = bvh->words.rest;
    size_t count = 0;
    const char *brace;
    while (count < MIEN_MAX_BONES && rest.size > 0 && (brace = memchr(rest.at, '{', rest.size)) != NULL) {
        rest.size -= (size_t)(brace + 1 - rest.at);
        rest.at = brace + 1;
        ++count;
    }
    bvh->joints = mieni_arena_take(&bvh->scratch, count, sizeof *bvh->joints);
    return bvh->joints != NULL ? MIEN_OK : bvh_no_memory(bvh);
}

/// Reads what follows ROOT or JOINT up to the brace.
static MienStatus open_joint(MieniBvh *bvh, int parent)
{
    const char *why = NULL;
    const MieniWord name = mieni_words_next_name(&bvh->words);
    if (!mieni_name_is_valid(name.text.at, name.text.size, &why))
        return bvh_fail(bvh, name, MIEN_ERROR_DATA, why);
    MienStatus status = bvh_expect(bvh, "{", "After the name of a joint a { belongs.");
    if (status != MIEN_OK)
        return status;
    if (bvh->report.joint_count == MIEN_MAX_BONES)
        return bvh_fail(bvh, name, MIEN_ERROR_LIMIT, "A file has at most 65535 joints.");
    bvh->joints[bvh->report.joint_count++] = (MieniBvhJoint){.name = name, .parent = parent};
    if (parent >= 0)
        bvh->joints[parent].has_children = true;
    else
        ++bvh->report.root_count;
    return MIEN_OK;
}

static MienStatus read_lengths(MieniBvh *bvh, double out_lengths[3])
{
    MieniWord word = {0};
    for (int i = 0; i < 3; ++i) {
        word = mieni_words_next(&bvh->words);
        MienStatus status = bvh_number(bvh, word, &out_lengths[i]);
        if (status != MIEN_OK)
            return status;
    }
    return bvh_is_sane(bvh, out_lengths)
               ? MIEN_OK
               : bvh_fail(bvh, word, MIEN_ERROR_DATA,
                          "An offset is at most a million metres; give the unit of the file.");
}

static MienStatus read_offset(MieniBvh *bvh, MieniWord at, MieniBvhJoint *joint)
{
    if (joint->has_offset || joint->has_children)
        return bvh_fail(bvh, at, MIEN_ERROR_CORRUPT, "A joint has one OFFSET, before the joints below it.");
    joint->has_offset = true;
    return read_lengths(bvh, joint->offset);
}

static MienStatus read_channel(MieniBvh *bvh, MieniBvhJoint *joint)
{
    static const char *const names[MIENI_BVH_MAX_CHANNELS] = {"Xposition", "Yposition", "Zposition",
                                                              "Xrotation", "Yrotation", "Zrotation"};
    const MieniWord word = mieni_words_next(&bvh->words);
    int channel = 0;
    while (channel < MIENI_BVH_MAX_CHANNELS && !mieni_span_is(word.text, names[channel]))
        ++channel;
    if (channel == MIENI_BVH_MAX_CHANNELS)
        return bvh_fail_word(
            bvh, word,
            "As many channels as CHANNELS says belong here: Xposition to Zposition, Xrotation to Zrotation.");
    if (joint->channel_count > 0 && memchr(joint->channels, channel, (size_t)joint->channel_count) != NULL)
        return bvh_fail(bvh, word, MIEN_ERROR_DATA, "The joint has this channel already.");
    joint->channels[joint->channel_count++] = (uint8_t)channel;
    return MIEN_OK;
}

static MienStatus read_channels(MieniBvh *bvh, MieniWord at, MieniBvhJoint *joint)
{
    // Values come in the order of these lines, which is that of the joints only then.
    if (joint->has_channels || joint->has_children)
        return bvh_fail(bvh, at, MIEN_ERROR_CORRUPT, "A joint has one CHANNELS, before the joints below it.");
    joint->has_channels = true;
    const MieniWord word = mieni_words_next(&bvh->words);
    int count = 0;
    if (mieni_span_digits(word.text, 9, &count) != (int)word.text.size || word.text.size == 0 ||
        count > MIENI_BVH_MAX_CHANNELS)
        return bvh_fail_word(bvh, word, "After CHANNELS their number belongs, 0 to 6.");
    bvh->report.channel_count += count;
    MienStatus status = MIEN_OK;
    while (status == MIEN_OK && joint->channel_count < count)
        status = read_channel(bvh, joint);
    return status;
}

/// An end site says how long the last bone is, which no bone here is asked.
static MienStatus read_end_site(MieniBvh *bvh, MieniBvhJoint *joint)
{
    double lengths[3];
    MienStatus status = bvh_expect(bvh, "Site", "After End the word Site belongs.");
    if (status == MIEN_OK)
        status = bvh_expect(bvh, "{", "After End Site a { belongs.");
    if (status == MIEN_OK)
        status = bvh_expect(bvh, "OFFSET", "An end site has an OFFSET.");
    if (status == MIEN_OK)
        status = read_lengths(bvh, lengths);
    if (status == MIEN_OK)
        status = bvh_expect(bvh, "}", "An end site has an OFFSET of three numbers, and then a }.");
    joint->has_children = true;
    ++bvh->report.end_site_count;
    return status;
}

/// What stands inside a joint. A joint that closes hands over to its parent.
static MienStatus read_in_joint(MieniBvh *bvh, MieniWord word, int *current)
{
    MieniBvhJoint *joint = &bvh->joints[*current];
    if (mieni_span_is(word.text, "OFFSET"))
        return read_offset(bvh, word, joint);
    if (mieni_span_is(word.text, "CHANNELS"))
        return read_channels(bvh, word, joint);
    if (mieni_span_is(word.text, "End"))
        return read_end_site(bvh, joint);
    if (mieni_span_is(word.text, "JOINT")) {
        const MienStatus status = open_joint(bvh, *current);
        *current = bvh->report.joint_count - 1;
        return status;
    }
    if (!mieni_span_is(word.text, "}"))
        return bvh_fail_word(bvh, word,
                             mieni_span_is(word.text, "MOTION")
                                 ? "A joint is still open before MOTION; a } is missing."
                                 : "In a joint OFFSET, CHANNELS, JOINT, End Site or } belongs.");
    if (!joint->has_offset)
        return bvh_fail(bvh, joint->name, MIEN_ERROR_CORRUPT, "The joint has no OFFSET.");
    *current = joint->parent;
    return MIEN_OK;
}

static MienStatus bad_start(const MieniBvh *bvh, MieniWord word)
{
    const bool is_utf16 = word.text.size >= 2 && (memcmp(word.text.at, "\xFF\xFE", 2) == 0 ||
                                                  memcmp(word.text.at, "\xFE\xFF", 2) == 0);
    return bvh_fail(bvh, word, MIEN_ERROR_CORRUPT,
                    is_utf16              ? "The text is UTF-16; save it as UTF-8."
                    : word.text.size == 0 ? "There is no text, so this is no BVH."
                                          : "A BVH begins with the word HIERARCHY, so this is none.");
}

/// Everything up to the word MOTION and with it; fills the joints.
static MienStatus bvh_read_hierarchy(MieniBvh *bvh)
{
    MieniWord word = mieni_words_next(&bvh->words);
    if (!mieni_span_is(word.text, "HIERARCHY"))
        return bad_start(bvh, word);
    MienStatus status = make_room(bvh);
    int current = -1;
    while (status == MIEN_OK) {
        word = mieni_words_next(&bvh->words);
        if (current >= 0) {
            status = read_in_joint(bvh, word, &current);
        } else if (mieni_span_is(word.text, "ROOT")) {
            current = bvh->report.joint_count;
            status = open_joint(bvh, -1);
        } else if (mieni_span_is(word.text, "MOTION") && bvh->report.joint_count > 0) {
            return MIEN_OK;
        } else {
            status = bvh_fail(bvh, word, MIEN_ERROR_CORRUPT,
                              word.text.size == 0 ? "The text ends before MOTION."
                              : mieni_span_is(word.text, "}")
                                  ? "This } closes nothing."
                                  : "ROOT and a name, or after the last root MOTION, belong here.");
        }
    }
    return status;
}

// The second half of BVH: frames of values, one per channel, in the order of the
// hierarchy. A frame begins on a line of its own and may go on over lines; so a
// value too few or too many is found where it is, not at the end of the file.

enum { DAY = 24 * 60 * 60 };

/// A walk over the frames.
typedef struct Rows {
    int frame;      ///< The one that is read.
    int first_line; ///< Where it begins.
    int last_line;  ///< Of the last word read.
} Rows;

static MienStatus read_frame_count(MieniBvh *bvh)
{
    MienStatus status = bvh_expect(bvh, "Frames", "After MOTION the line Frames: belongs.");
    if (status == MIEN_OK)
        status = bvh_expect(bvh, ":", "After Frames a colon belongs.");
    if (status != MIEN_OK)
        return status;
    const MieniWord word = mieni_words_next(&bvh->words);
    const int digits = mieni_span_digits(word.text, 9, &bvh->report.frame_count);
    if (digits == 0 || (size_t)digits != word.text.size)
        return bvh_fail_word(bvh, word, "The number of frames is a whole number below a billion.");
    // Each value is a digit at least, with a blank before it. What follows from here on
    // asks for memory by this product.
    const uint64_t values = (uint64_t)bvh->report.frame_count * (uint64_t)bvh->report.channel_count;
    if (values > bvh->words.rest.size / 2)
        return bvh_fail(bvh, word, MIEN_ERROR_CORRUPT,
                        "The file is too short for its number of frames; perhaps it was cut short.");
    return MIEN_OK;
}

/// Finds the clip's rate and length.
static MienStatus read_frame_time(MieniBvh *bvh, MienAuthorClip *clip, Rows *rows)
{
    MienIoBvhReport *report = &bvh->report;
    MienStatus status = bvh_expect(bvh, "Frame", "After the number of frames Frame Time: belongs.");
    if (status == MIEN_OK)
        status = bvh_expect(bvh, "Time", "After Frame the word Time belongs.");
    if (status == MIEN_OK)
        status = bvh_expect(bvh, ":", "After Frame Time a colon belongs.");
    if (status != MIEN_OK)
        return status;
    const MieniWord word = mieni_words_next(&bvh->words);
    rows->last_line = word.line;
    status = bvh_number(bvh, word, &report->frame_time);
    if (status != MIEN_OK)
        return status;
    if (!(report->frame_time >= MIENI_LEAST_FRAME_TIME && report->frame_time <= MIENI_MOST_FRAME_TIME))
        return bvh_fail(bvh, word, MIEN_ERROR_DATA,
                        "The frame time is in seconds: above 0.00001 and at most a day.");
    report->rate_is_snapped = mieni_rate_of_frame_time(report->frame_time, &clip->rate, &clip->rate_divisor);
    const int steps = report->frame_count > 0 ? report->frame_count - 1 : 0;
    clip->length = (double)steps * (double)clip->rate_divisor / (double)clip->rate;
    if (clip->length > (double)DAY)
        return bvh_fail(bvh, word, MIEN_ERROR_LIMIT, "A motion lasts at most a day; split it.");
    return MIEN_OK;
}

/// A word that follows a whole frame on its last line.
static MienStatus bad_line(const MieniBvh *bvh, const Rows *rows, MieniWord word)
{
    if (rows->frame < 0)
        return bvh_fail(bvh, word, MIEN_ERROR_CORRUPT,
                        "After the frame time a line ends, and values begin on the next.");
    if (rows->first_line == word.line)
        return bvh_fail(bvh, word, MIEN_ERROR_CORRUPT,
                        "The line has more values than the joints have channels.");
    return mieni_fail(bvh->error, MIEN_ERROR_CORRUPT,
                      mieni_in_line(rows->first_line, "frame %d", rows->frame),
                      "The frame has too few values, or too many: it does not end with a line.");
}

/// The next value of a frame, the first of it or another.
static MienStatus read_value(MieniBvh *bvh, Rows *rows, bool is_first, double *out_value)
{
    const MieniWord word = mieni_words_next(&bvh->words);
    if (word.text.size == 0)
        return mieni_fail(bvh->error, MIEN_ERROR_CORRUPT,
                          mieni_in_line(word.line, "frame %d", rows->frame + is_first),
                          "The text ends before the last value; perhaps it was cut short.");
    if (is_first && word.line == rows->last_line)
        return bad_line(bvh, rows, word);
    if (is_first) {
        ++rows->frame;
        rows->first_line = word.line;
    }
    rows->last_line = word.line;
    return bvh_number(bvh, word, out_value);
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
                              mieni_in_line(rows->last_line, "frame %d", rows->frame),
                              "A rotation is at most a billion degrees.");
    }
    if (!bvh_is_sane(bvh, lengths))
        return mieni_fail(bvh->error, MIEN_ERROR_DATA,
                          mieni_in_line(rows->last_line, "frame %d", rows->frame),
                          "A position is at most a million metres; give the unit of the file.");
    *out_sample = mien_transform_identity();
    out_sample->translation = bvh_translation(bvh, lengths);
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
        return bvh_no_memory(bvh);
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
        return bvh_no_memory(bvh);
    MienTransform *samples = NULL;
    MienStatus status = make_tracks(bvh, arena, clip, &samples);
    *take = (MienIoTake){"", clip, MIEN_IO_TAKE_MOTION};
    bvh->source->take_count = 1;
    bvh->source->takes = take;
    return status == MIEN_OK ? read_frames(bvh, rows, samples) : status;
}

/// Everything after it; gives the source its take. The skeleton must be there.
static MienStatus bvh_read_motion(MieniBvh *bvh)
{
    Rows rows = {.frame = -1};
    MienAuthorClip *clip = mieni_arena_take(mieni_source_arena(bvh->source), 1, sizeof *clip);
    if (clip == NULL)
        return bvh_no_memory(bvh);
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
    return bvh_fail(bvh, word, MIEN_ERROR_CORRUPT,
                    "There are more lines than Frames says; set it to the number of frames.");
}

/// Of all joints whose name an earlier one has, the first in the file is named.
static MienStatus check_unique(const MieniBvh *bvh, MieniNameEntry *entries)
{
    const int count = bvh->report.joint_count;
    int first = count, other = -1;
    for (int i = 0; i < count; ++i)
        entries[i] = (MieniNameEntry){bvh->source->skeleton.bones[i].name, i};
    mieni_names_sort(entries, count);
    for (int i = 1; i < count; ++i)
        if (entries[i].index < first && strcmp(entries[i - 1].name, entries[i].name) == 0) {
            first = entries[i].index;
            other = entries[i - 1].index;
        }
    if (other < 0)
        return MIEN_OK;
    return mieni_fail(
        bvh->error, MIEN_ERROR_DATA,
        mieni_in_line(bvh->joints[first].name.line, "and line %d", bvh->joints[other].name.line),
        "Two joints have the same name; rename one of them.");
}

static MienStatus make_skeleton(MieniBvh *bvh)
{
    MieniArena *arena = mieni_source_arena(bvh->source);
    const size_t count = (size_t)bvh->report.joint_count;
    size_t size = 0;
    for (size_t i = 0; i < count; ++i)
        size += bvh->joints[i].name.text.size + 1;
    char *names = mieni_arena_take(arena, size, 1);
    MienAuthorBone *bones = mieni_arena_take(arena, count, sizeof *bones);
    MieniNameEntry *entries = mieni_arena_take(&bvh->scratch, count, sizeof *entries);
    if (names == NULL || bones == NULL || entries == NULL)
        return bvh_no_memory(bvh);
    for (size_t i = 0; i < count; ++i) {
        const MieniBvhJoint *joint = &bvh->joints[i];
        memcpy(names, joint->name.text.at, joint->name.text.size); // zero follows: memory is zeroed
        bones[i] = (MienAuthorBone){.name = names,
                                    .parent = joint->parent,
                                    .rest = mien_transform_identity(),
                                    .max_lod = MIEN_ALL_LODS};
        bones[i].rest.translation = bvh_translation(bvh, joint->offset);
        names += joint->name.text.size + 1;
    }
    bvh->source->skeleton = (MienAuthorSkeleton){.bone_count = (int)count, .bones = bones};
    return check_unique(bvh, entries);
}

static MIENI_APART MienStatus read_file(MieniBvh *bvh)
{
    MienStatus status = bvh_read_hierarchy(bvh);
    if (status == MIEN_OK)
        status = make_skeleton(bvh);
    return status == MIEN_OK ? bvh_read_motion(bvh) : status;
}

static MienStatus check_arguments(const MieniBvh *bvh, const void *bytes, size_t size)
{
    const MienIoBvhOptions *options = bvh->options;
    if (bytes == NULL && size > 0)
        return mieni_fail(bvh->error, MIEN_ERROR_ARGUMENT, mieni_at("bytes"), "The bytes must be given.");
    if (options->unit != 0.0 && !(options->unit >= 1e-9 && options->unit <= 1e9))
        return mieni_fail(bvh->error, MIEN_ERROR_ARGUMENT, mieni_at("options.unit"),
                          "A unit is 1e-9 to 1e9 metres, or 0 to keep the numbers.");
    if ((unsigned)options->up > MIEN_IO_UP_Z)
        return mieni_fail(bvh->error, MIEN_ERROR_ARGUMENT, mieni_at("options.up"),
                          "The way up is of no known kind.");
    if (size > MIEN_IO_BVH_MAX_SIZE)
        return mieni_fail(bvh->error, MIEN_ERROR_LIMIT, mieni_at("byte %d", MIEN_IO_BVH_MAX_SIZE),
                          "A file has at most 1 GiB; split it.");
    return MIEN_OK;
}

MienStatus mien_io_bvh_read(const void *bytes, size_t size, const MienIoBvhOptions *options,
                            MienIoSource **out_source, MienIoBvhReport *out_report, MienError *error)
{
    static const MienIoBvhOptions defaults = {0};
    if (out_source == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("out_source"),
                          "A place for the source must be given.");
    *out_source = NULL;
    MieniBvh bvh = {.options = options != NULL ? options : &defaults, .error = error};
    MienStatus status = check_arguments(&bvh, bytes, size);
    if (status != MIEN_OK)
        return status;
    bvh.words = mieni_words_of(bytes, size);
    bvh.report.unit_is_kept = bvh.options->unit == 0.0;
    bvh.unit = bvh.report.unit_is_kept ? 1.0 : bvh.options->unit;
    MieniBudget budget;
    mieni_budget_begin(&budget, bvh.options->allocator, &bvh.options->limits, size);
    bvh.scratch.allocator = &budget.allocator;
    bvh.source = mieni_owned_create_within(sizeof *bvh.source, &budget);
    if (bvh.source == NULL)
        return mieni_budget_status(&budget, bvh_no_memory(&bvh), error);
    const MieniFloatEnv env = mieni_float_env_enter();
    status = read_file(&bvh);
    mieni_float_env_leave(env);
    mieni_arena_release(&bvh.scratch);
    mieni_owned_leave_budget(bvh.source);
    if (status != MIEN_OK) {
        mien_io_source_destroy(bvh.source);
        return mieni_budget_status(&budget, status, error);
    }
    *out_source = bvh.source;
    if (out_report != NULL)
        *out_report = bvh.report;
    return MIEN_OK;
}

static MienStatus read_format(const MieniReading *reading, MieniRead *out, MienError *error)
{
    MienIoBvhReport report = {0};
    const MienIoBvhOptions options = {
        .unit = reading->unit, .up = reading->up, .source = reading->file, .allocator = reading->allocator};
    const MienStatus status =
        mien_io_bvh_read(reading->bytes, reading->size, &options, &out->source, &report, error);
    if (status == MIEN_OK && report.unit_is_kept)
        mieni_source_note(reading->notes, "BVH has no unit: its numbers are read as metres. Use --unit if "
                                          "they are not (0.01 for centimetres).");
    return status;
}

const MieniFormat mieni_format_bvh = {.read = read_format};
