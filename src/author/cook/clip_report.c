// SPDX-License-Identifier: MIT
//
// What came of cooking a clip: sizes, and errors measured on what sampling gives.

#include "core/float_rules.h"

#include "author/cook/clip.h"

static void report_sizes(const MieniClipCook *cook, MienAuthorClipReport *r)
{
    const size_t frames = (size_t)cook->frame_count;
    r->frame_count = cook->frame_count;
    r->packed_curve_count = cook->packed_curves;
    r->raw_curve_count = cook->raw_curve_count;
    r->still_curve_count = cook->still_curve_count;
    r->curve_bytes = cook->curves.data_size + cook->curves.segment_starts * sizeof(uint32_t) +
                     (size_t)cook->raw_curve_count * frames * sizeof(float);
    r->track_bytes = cook->tracks.data_size + cook->tracks.segment_starts * sizeof(uint32_t) +
                     cook->raw_track_floats * frames * sizeof(float);
}

/// Largest distance of any curve from what the pack gives at a time.
static float error_at(const MieniClipCook *cook, const MienClip *clip, MienClipCursor *cursor, double time,
                      float *values)
{
    const int count = cook->clip->curve_count;
    const MienClipJob job = {
        .clip = clip, .cursor = cursor, .time = time, .out_curves = {count, values, NULL}};
    mien_clip_job_run(&job);
    float worst = 0.0f;
    for (int c = 0; c < count; ++c) {
        const float off =
            values[c] - mien_author_curve_evaluate(&cook->clip->curves[cook->curve_order[c]], time);
        const float distance = off < 0.0f ? -off : off;
        worst = distance > worst ? distance : worst;
    }
    return worst;
}

MienStatus mieni_report_clip(MieniClipCook *cook, const MienAuthorPack *pack,
                             MienAuthorClipReport *out_report)
{
    MienAuthorClipReport *r = &cook->report;
    report_sizes(cook, r);
    MienClip *clip = NULL;
    const MienLoadOptions options = {
        .allocator = cook->options->allocator, .borrow_data = true, .trust_hash = true};
    MienStatus status = mien_clip_load(pack->data, pack->size, &options, &clip, cook->error);
    if (status != MIEN_OK)
        return status;
    float *values = mieni_arena_take(&cook->arena, (size_t)cook->clip->curve_count, sizeof *values);
    const size_t size = mien_clip_cursor_size(clip);
    void *memory = mieni_arena_take(&cook->arena, size, 1);
    if (!cook->arena.is_out_of_memory) {
        MienClipCursor *cursor = mien_clip_cursor_init(clip, memory, size);
        for (int f = 0; f < cook->frame_count && cook->clip->curve_count > 0; ++f) {
            // The last frame may lie beyond the end.
            const double time = mieni_frame_time(cook, f), next = mieni_frame_time(cook, f + 1);
            const double end = cook->clip->length;
            const float at = error_at(cook, clip, cursor, time < end ? time : end, values);
            const float between =
                error_at(cook, clip, cursor, next < end ? (time + next) * 0.5 : end, values);
            r->curve_error = at > r->curve_error && time <= end ? at : r->curve_error;
            r->curve_error_between = between > r->curve_error_between ? between : r->curve_error_between;
        }
        *out_report = *r;
    }
    mien_clip_destroy(clip);
    return cook->arena.is_out_of_memory ? MIEN_ERROR_MEMORY : MIEN_OK;
}
