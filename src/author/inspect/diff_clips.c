// SPDX-License-Identifier: MIT
//
// What differs between two clips. Curves and tracks are compared at the frames of
// both; what is told is where they are farthest apart.

#include "core/float_rules.h"

#include "author/inspect/diff.h"

#include <stdlib.h>
#include <string.h>

/// The farthest apart that something was seen, and when.
typedef struct Worst {
    double size, time;
    bool differs; ///< Some bit did.
} Worst;

typedef struct WorstTrack {
    Worst turned, moved, grown;
} WorstTrack;

/// One of the two clips while it is sampled.
typedef struct Side {
    const MienClip *clip;
    MienClipInfo info;
    MienClipJob job;
} Side;

typedef struct Pair {
    MieniDiff *diff;
    Side first, second;
    const int *to_curve, *to_track;
    Worst *curves;      ///< Per curve of the first.
    WorstTrack *tracks; ///< Per track of the first.
} Pair;

static const char *curve_name(const void *clip, int curve) { return mien_clip_curve_name(clip, curve); }

static int curve_find(const void *clip, const char *name) { return mien_clip_find_curve(clip, name); }

static const char *track_name(const void *clip, int track) { return mien_clip_track_bone(clip, track); }

static int track_find(const void *clip, const char *name) { return mien_clip_find_track(clip, name); }

static Side open_side(const MieniPackView *view, MieniArena *arena)
{
    Side side = {.clip = view->clip, .info = mien_clip_info(view->clip)};
    const size_t curves = (size_t)side.info.curve_count, cursor = mien_clip_cursor_size(side.clip);
    side.job = (MienClipJob){.clip = side.clip, .bone_count = side.info.track_count};
    side.job.out_curves.count = side.info.curve_count;
    side.job.out_curves.values = mieni_arena_take(arena, curves, sizeof(float));
    side.job.out_bones = mieni_arena_take(arena, (size_t)side.info.track_count, sizeof(MienTransform));
    void *memory = mieni_arena_take(arena, cursor, 1);
    if (memory != NULL)
        side.job.cursor = mien_clip_cursor_init(side.clip, memory, cursor);
    return side;
}

static double absolute(double value) { return value < 0.0 ? -value : value; }

static void note(Worst *worst, double size, double time)
{
    worst->differs = worst->differs || size > 0.0;
    if (size > worst->size)
        *worst = (Worst){size, time, true};
}

static void note_track(WorstTrack *worst, const MienTransform *first, const MienTransform *second,
                       double time)
{
    const MieniPlace a = mieni_place_of(first), b = mieni_place_of(second);
    const double inverse[4] = {-a.q[0], -a.q[1], -a.q[2], a.q[3]};
    const double shift[3] = {b.t[0] - a.t[0], b.t[1] - a.t[1], b.t[2] - a.t[2]};
    double turn[4];
    if (memcmp(a.q, b.q, sizeof a.q) != 0) {
        mieni_multiply4(b.q, inverse, turn);
        note(&worst->turned, mieni_degrees_of(turn), time);
    }
    note(&worst->moved, mieni_length3(shift), time);
    for (int k = 0; k < 3; ++k)
        note(&worst->grown, absolute(b.s[k] - a.s[k]), time);
}

static void compare_at(Pair *pair, double time)
{
    pair->first.job.time = pair->second.job.time = time;
    if (mien_clip_job_run(&pair->first.job) != MIEN_OK || mien_clip_job_run(&pair->second.job) != MIEN_OK)
        return;
    for (int c = 0; c < pair->first.info.curve_count; ++c) {
        if (pair->to_curve[c] >= 0)
            note(&pair->curves[c],
                 absolute((double)pair->second.job.out_curves.values[pair->to_curve[c]] -
                          (double)pair->first.job.out_curves.values[c]),
                 time);
    }
    for (int t = 0; t < pair->first.info.track_count; ++t) {
        if (pair->to_track[t] >= 0)
            note_track(&pair->tracks[t], &pair->first.job.out_bones[t],
                       &pair->second.job.out_bones[pair->to_track[t]], time);
    }
}

static void compare_frames(Pair *pair, const MienClipInfo *info)
{
    for (int frame = 0; frame < info->frame_count; ++frame)
        compare_at(pair, (double)frame * (double)info->rate_divisor / (double)info->rate);
}

/// At the frames of both, never at more: a rate of one and a length of the other could
/// come to more moments than a life has.
static void compare_all(Pair *pair)
{
    const MienClipInfo *a = &pair->first.info, *b = &pair->second.info;
    compare_frames(pair, a);
    if (a->rate != b->rate || a->rate_divisor != b->rate_divisor || a->frame_count != b->frame_count)
        compare_frames(pair, b);
}

static void say_time(MieniTextOut *out, double time)
{
    mieni_text_put(out, " at ");
    mieni_say_fixed(out, time, 2);
    mieni_text_put(out, " s");
}

/// Whether the worst of something is told; small ones are counted.
static bool is_told(MieniDiff *diff, const Worst *worst, double least)
{
    if (worst->differs && worst->size <= least)
        ++diff->below_count;
    return worst->size > least;
}

static void tell_curves(Pair *pair)
{
    MieniTextOut *text = &pair->diff->text;
    for (int c = 0; c < pair->first.info.curve_count; ++c) {
        const Worst *worst = &pair->curves[c];
        if (!is_told(pair->diff, worst, MIENI_LEAST_DIFFERENCE))
            continue;
        mieni_diff_begin(pair->diff, "curve", mien_clip_curve_name(pair->first.clip, c));
        mieni_text_put(text, "differs by up to ");
        mieni_say_about(text, worst->size);
        say_time(text, worst->time);
        mieni_diff_end(pair->diff, MIEN_AUTHOR_DIFFERENCE_VALUE, worst->size);
    }
}

static void tell_tracks(Pair *pair)
{
    // An angle whose half has a sine of the least difference.
    const double least_degrees = 2.0 * MIENI_LEAST_DIFFERENCE * 57.29577951308232;
    MieniDiff *diff = pair->diff;
    for (int t = 0; t < pair->first.info.track_count; ++t) {
        const WorstTrack *worst = &pair->tracks[t];
        const char *name = mien_clip_track_bone(pair->first.clip, t);
        if (is_told(diff, &worst->turned, least_degrees)) {
            mieni_diff_begin(diff, "track", name);
            mieni_text_put(&diff->text, "rotates up to ");
            mieni_say_about(&diff->text, worst->turned.size);
            mieni_text_put(&diff->text, "\xC2\xB0");
            say_time(&diff->text, worst->turned.time);
            mieni_diff_end(diff, MIEN_AUTHOR_DIFFERENCE_ROTATED, worst->turned.size);
        }
        if (is_told(diff, &worst->moved, MIENI_LEAST_DIFFERENCE)) {
            mieni_diff_begin(diff, "track", name);
            mieni_text_put(&diff->text, "moves up to ");
            mieni_say_length(&diff->text, worst->moved.size);
            say_time(&diff->text, worst->moved.time);
            mieni_diff_end(diff, MIEN_AUTHOR_DIFFERENCE_MOVED, worst->moved.size);
        }
        if (is_told(diff, &worst->grown, MIENI_LEAST_DIFFERENCE)) {
            mieni_diff_begin(diff, "track", name);
            mieni_text_put(&diff->text, "scale differs by up to ");
            mieni_say_about(&diff->text, worst->grown.size);
            say_time(&diff->text, worst->grown.time);
            mieni_diff_end(diff, MIEN_AUTHOR_DIFFERENCE_SCALED, worst->grown.size);
        }
    }
}

static int compare_events(const void *left, const void *right)
{
    const MienClipEvent *a = left, *b = right;
    return a->time < b->time ? -1 : a->time > b->time ? 1 : strcmp(a->name, b->name);
}

static MienClipEvent *read_events(const Side *side, MieniArena *arena)
{
    const int count = side->info.event_count;
    MienClipEvent *events = mieni_arena_take(arena, (size_t)count, sizeof *events);
    for (int e = 0; events != NULL && e < count; ++e)
        events[e] = mien_clip_event(side->clip, e);
    if (events != NULL && count > 0)
        qsort(events, (size_t)count, sizeof *events, compare_events);
    return events;
}

static void diff_events(Pair *pair)
{
    MieniDiff *diff = pair->diff;
    const int first = pair->first.info.event_count, second = pair->second.info.event_count;
    const MienClipEvent *a = read_events(&pair->first, &diff->arena);
    const MienClipEvent *b = read_events(&pair->second, &diff->arena);
    for (int i = 0, j = 0; a != NULL && b != NULL && (i < first || j < second);) {
        const int order = i == first ? 1 : j == second ? -1 : compare_events(&a[i], &b[j]);
        if (order != 0) {
            const MienClipEvent *event = order < 0 ? &a[i] : &b[j];
            mieni_diff_begin(diff, "event", event->name);
            mieni_text_put(&diff->text, order < 0 ? "removed" : "added");
            say_time(&diff->text, event->time);
            mieni_diff_end(diff, order < 0 ? MIEN_AUTHOR_DIFFERENCE_REMOVED : MIEN_AUTHOR_DIFFERENCE_ADDED,
                           0.0);
        }
        i += order <= 0 ? 1 : 0;
        j += order >= 0 ? 1 : 0;
    }
}

static void diff_text(MieniDiff *diff, const char *what, const char *first, const char *second)
{
    if (strcmp(first, second) == 0)
        return;
    mieni_diff_begin(diff, "", "");
    mieni_text_putf(&diff->text, "%s %s, was %s", what, second[0] != '\0' ? second : "none",
                    first[0] != '\0' ? first : "none");
    mieni_diff_end(diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, 0.0);
}

static void diff_whole(Pair *pair)
{
    const MienClipInfo *a = &pair->first.info, *b = &pair->second.info;
    mieni_diff_value(pair->diff, "", "", "length in seconds", a->length, b->length);
    if ((int64_t)a->rate * b->rate_divisor != (int64_t)b->rate * a->rate_divisor)
        mieni_diff_say(pair->diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, "", "",
                       "%d/%d frames per second, was %d/%d", b->rate, b->rate_divisor, a->rate,
                       a->rate_divisor);
    diff_text(pair->diff, "sound", a->sound, b->sound);
    mieni_diff_value(pair->diff, "", "", "sound begins at second", a->sound_offset, b->sound_offset);
    diff_text(pair->diff, "source", a->source, b->source);
}

void mieni_diff_clips(MieniDiff *diff, const MieniPackView *first, const MieniPackView *second)
{
    MieniArena *arena = &diff->arena;
    Pair pair = {.diff = diff, .first = open_side(first, arena), .second = open_side(second, arena)};
    const MienClipInfo *a = &pair.first.info, *b = &pair.second.info;
    const MieniDiffNames curves = {"curve",        first->clip, second->clip, a->curve_count,
                                   b->curve_count, curve_name,  curve_find};
    const MieniDiffNames tracks = {"track",        first->clip, second->clip, a->track_count,
                                   b->track_count, track_name,  track_find};
    pair.curves = mieni_arena_take(arena, (size_t)a->curve_count, sizeof *pair.curves);
    pair.tracks = mieni_arena_take(arena, (size_t)a->track_count, sizeof *pair.tracks);
    diff_whole(&pair);
    pair.to_curve = mieni_diff_names(diff, &curves);
    pair.to_track = mieni_diff_names(diff, &tracks);
    if (arena->is_out_of_memory)
        return;
    compare_all(&pair);
    tell_curves(&pair);
    tell_tracks(&pair);
    diff_events(&pair);
}
