// SPDX-License-Identifier: MIT
//
// Takes of Live Link Face made in code, for tests.

#pragma once

#include "support/victim.h"

#include "mien_io/live_link.h"

/// A timecode, from thousandths of a frame since midnight.
static inline void take_add_timecode(Text *take, int64_t milliframes, int base)
{
    const int64_t frames = milliframes / 1000, seconds = frames / base;
    text_add(take, "%02d:%02d:%02d:%02d.%03d", (int)(seconds / 3600 % 24), (int)(seconds / 60 % 60),
             (int)(seconds % 60), (int)(frames % base), (int)(milliframes % 1000));
}

/// A take of two curves: JawOpen counts rows in hundredths, MouthClose is 0.
static inline void take_add_row(Text *take, int64_t milliframes, int base)
{
    if (take->size == 0)
        text_add(take, "Timecode,BlendShapeCount,JawOpen,MouthClose\n");
    int row = -1;
    for (size_t i = 0; i < take->size; ++i)
        row += take->bytes[i] == '\n';
    take_add_timecode(take, milliframes, base);
    text_add(take, ",2,%d.%02d,0.0\n", row / 100, row % 100);
}

/// Reads text that must be a take.
static inline MienAuthorClip *read_text(const char *text, const MienIoLiveLinkOptions *options,
                                        MienIoLiveLinkReport *out_report)
{
    MienAuthorClip *clip = NULL;
    MienError error = {0};
    if (mien_io_live_link_read(text, strlen(text), options, &clip, out_report, &error) != MIEN_OK)
        printf("%s: %s\n", error.location, error.message);
    CHECK(clip != NULL);
    if (clip != NULL)
        CHECK_STATUS(mien_author_clip_check(clip, NULL), MIEN_OK);
    return clip;
}

/// The curve of that name, or NULL.
static inline const MienAuthorClipCurve *find_curve(const MienAuthorClip *clip, const char *name)
{
    for (int c = 0; clip != NULL && c < clip->curve_count; ++c)
        if (strcmp(clip->curves[c].name, name) == 0)
            return &clip->curves[c];
    return NULL;
}

/// A key's value; a number no test expects if there is no such key.
static inline float key_value(const MienAuthorClip *clip, const char *name, int key)
{
    const MienAuthorClipCurve *curve = find_curve(clip, name);
    return curve != NULL && key < curve->key_count ? curve->keys[key].value : -12345.0f;
}

static inline double key_time(const MienAuthorClip *clip, int key)
{
    const bool is_there = clip != NULL && clip->curve_count > 0 && key < clip->curves[0].key_count;
    return is_there ? clip->curves[0].keys[key].time : -12345.0;
}

/// What is wrong with a clip and its report, or NULL.
static inline const char *judge_clip(const MienAuthorClip *clip, const MienIoLiveLinkReport *report)
{
    if (mien_author_clip_check(clip, NULL) != MIEN_OK)
        return "a clip that its own check refuses";
    if (clip->curve_count != report->curve_count || clip->curve_count < 1 || report->row_count < 1 ||
        report->zero_count > report->curve_count || clip->rate < 1 || clip->rate_divisor < 1)
        return "a report that does not fit the clip";
    const MienAuthorClipCurve *curve = &clip->curves[clip->curve_count - 1];
    if (curve->key_count != report->row_count - report->no_face_count)
        return "not a key per row";
    for (int k = 0; k < curve->key_count; ++k) {
        const double frame = curve->keys[k].time * clip->rate / clip->rate_divisor;
        const double off = frame - (double)(int64_t)(frame + 0.5);
        if (curve->keys[k].time < 0.0 || curve->keys[k].time > clip->length)
            return "a key outside the clip";
        if (k > 0 && curve->keys[k].time <= curve->keys[k - 1].time)
            return "two keys at one time";
        if (report->is_on_frames && (off > 1e-3 || off < -1e-3))
            return "a key off the frames that the report says it is on";
    }
    for (int i = -1; i <= 5; ++i) {
        const float value = mien_author_curve_evaluate(curve, clip->length * i / 4.0);
        if (!(value >= -MIEN_MAX_CURVE && value <= MIEN_MAX_CURVE))
            return "a curve beyond all bounds";
    }
    return NULL;
}

/// Reads bytes that may be anything; returns what is wrong with the result, or NULL if
/// that is a sound clip or a sound refusal.
static inline const char *judge_take(const void *bytes, size_t size, const MienIoLiveLinkOptions *options,
                                     MienStatus *out_status)
{
    MienAuthorClip other, *clip = &other; // not NULL, to see that it becomes so
    MienIoLiveLinkReport report;
    MienError error = {0};
    char *copy = exact_copy(bytes, size);
    *out_status = mien_io_live_link_read(copy, size, options, &clip, &report, &error);
    free(copy);
    if (*out_status != MIEN_OK)
        return judge_refusal(*out_status, &error, clip, "line ");
    const char *fault = judge_clip(clip, &report);
    mien_author_clip_destroy(clip);
    return fault;
}
