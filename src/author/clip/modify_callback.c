// SPDX-License-Identifier: MIT
//
// Modifiers of a program's own. Its function gets copies and the clip as it was before, and
// what it leaves is checked like a clip that comes from outside.

#include "core/float_rules.h"

#include "author/clip/modify.h"
#include "core/internal.h"

#include <string.h>

static MienStatus no_memory(const MieniWork *work)
{
    return mieni_fail(work->error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

static MienStatus fail_at(const MieniWork *work, MienStatus status, const char *list, int index,
                          const char *sentence)
{
    return mieni_fail(work->error, status,
                      mieni_at("lists[%d].items[%d], %s[%d]", work->list, work->item, list, index), "%s",
                      sentence);
}

/// The clip before this modifier. Later calls find the same one, whatever earlier ones changed.
static bool show_clip(const MieniWork *work, MienAuthorClip *out)
{
    MienAuthorClipCurve *curves = mieni_arena_take(work->scratch, (size_t)work->curve_count, sizeof *curves);
    MienAuthorClipTrack *tracks = mieni_arena_take(work->scratch, (size_t)work->track_count, sizeof *tracks);
    if (curves == NULL || tracks == NULL)
        return false;
    for (int c = 0; c < work->curve_count; ++c)
        curves[c] = work->curves[c].curve;
    for (int t = 0; t < work->track_count; ++t)
        tracks[t] = work->tracks[t].track;
    *out = *work->source;
    out->curve_count = work->curve_count;
    out->curves = curves;
    out->track_count = work->track_count;
    out->tracks = tracks;
    return true;
}

/// Calls the function; a failure has the place in the lists and the function's own sentence.
static MienStatus call(const MieniWork *work, const MienAuthorModifierCall *given, const char *list)
{
    MienError error = {0};
    const MienStatus status = work->modifier->callback(work->modifier->user, given, &error);
    error.message[sizeof error.message - 1] = '\0';
    return status == MIEN_OK
               ? MIEN_OK
               : fail_at(work, status, list, given->index,
                         error.message[0] != '\0' ? error.message : "the callback refused this clip");
}

/// Whether a clip could carry what the function left. alone has nothing but the curve or track.
static MienStatus check(const MieniWork *work, const MienAuthorClip *alone, const char *list, int index)
{
    MienError error = {0};
    return mien_author_clip_check(alone, &error) == MIEN_OK
               ? MIEN_OK
               : fail_at(work, MIEN_ERROR_DATA, list, index, error.message);
}

static bool is_same_key(const MienAuthorKey *a, const MienAuthorKey *b)
{
    return memcmp(&a->time, &b->time, sizeof a->time) == 0 &&
           memcmp(&a->value, &b->value, sizeof a->value) == 0 && a->interpolation == b->interpolation &&
           memcmp(&a->arrive, &b->arrive, sizeof a->arrive) == 0 &&
           memcmp(&a->leave, &b->leave, sizeof a->leave) == 0 && a->is_auto == b->is_auto;
}

static MienStatus call_for_curve(MieniWork *work, const MienAuthorClip *before, int c)
{
    MieniWorkCurve *at = &work->curves[c];
    const int count = at->curve.key_count;
    MienAuthorKey *keys = mieni_arena_take(work->scratch, (size_t)count, sizeof *keys);
    if (keys == NULL)
        return no_memory(work);
    if (count > 0)
        memcpy(keys, at->curve.keys, (size_t)count * sizeof *keys);
    const MienAuthorModifierCall given = {
        .clip = before, .index = c, .count = count, .keys = count > 0 ? keys : NULL};
    MienStatus status = call(work, &given, "curves");
    int same = 0;
    while (same < count && is_same_key(&keys[same], &at->curve.keys[same]))
        ++same;
    if (status != MIEN_OK || same == count)
        return status;
    at->curve.keys = keys;
    at->owns_keys = true;
    ++work->report->curves_touched;
    return check(work, &(MienAuthorClip){.curve_count = 1, .curves = &at->curve}, "curves", c);
}

MienStatus mieni_modify_call_for_curves(MieniWork *work)
{
    MienAuthorClip before;
    MienStatus status = show_clip(work, &before) ? MIEN_OK : no_memory(work);
    for (int c = 0; status == MIEN_OK && c < work->curve_count; ++c)
        if (mieni_work_is_named(work, work->curves[c].curve.name))
            status = call_for_curve(work, &before, c);
    return status;
}

/// Without the unused floats between the vectors.
static bool is_same_sample(const MienTransform *a, const MienTransform *b)
{
    return memcmp(&a->rotation, &b->rotation, sizeof a->rotation) == 0 &&
           memcmp(&a->translation, &b->translation, 3 * sizeof(float)) == 0 &&
           memcmp(&a->scale, &b->scale, 3 * sizeof(float)) == 0;
}

static MienStatus call_for_track(MieniWork *work, const MienAuthorClip *before, int t)
{
    MieniWorkTrack *at = &work->tracks[t];
    const int count = at->track.sample_count;
    MienTransform *samples = mieni_arena_take(work->scratch, (size_t)count, sizeof *samples);
    if (samples == NULL)
        return no_memory(work);
    memcpy(samples, at->track.samples, (size_t)count * sizeof *samples);
    const MienAuthorModifierCall given = {.clip = before, .index = t, .count = count, .samples = samples};
    MienStatus status = call(work, &given, "tracks");
    int same = 0;
    while (same < count && is_same_sample(&samples[same], &at->track.samples[same]))
        ++same;
    if (status != MIEN_OK || same == count)
        return status;
    at->track.samples = samples;
    at->owns_samples = true;
    ++work->report->tracks_touched;
    const MienAuthorClip alone = {.rate = work->source->rate, .track_count = 1, .tracks = &at->track};
    return check(work, &alone, "tracks", t);
}

MienStatus mieni_modify_call_for_tracks(MieniWork *work)
{
    MienAuthorClip before;
    MienStatus status = show_clip(work, &before) ? MIEN_OK : no_memory(work);
    for (int t = 0; status == MIEN_OK && t < work->track_count; ++t)
        if (mieni_work_is_named(work, work->tracks[t].track.bone))
            status = call_for_track(work, &before, t);
    return status;
}
