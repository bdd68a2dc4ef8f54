// SPDX-License-Identifier: MIT
//
// Making the clips that are measured.

#include "clip_workload.h"

#include "mien_io/live_link.h"
#include "workload.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *data_path(const char *relative, char *path, size_t size)
{
    static const char *const places[] = {"../shared/data", "../../shared/data", "../../../shared/data"};
    const char *given = getenv("MIEN_TEST_DATA");
    for (int i = 0; i < (given != NULL ? 1 : 3); ++i) {
        snprintf(path, size, "%s/%s", given != NULL ? given : places[i], relative);
        FILE *file = fopen(path, "rb");
        if (file != NULL) {
            fclose(file);
            return path;
        }
    }
    return NULL;
}

/// A take's first curves, which are the 52 shapes, as frames of its camera.
static MienAuthorClip *read_take(const char *relative, int curve_count)
{
    char path[1024];
    MienFile *file = NULL;
    MienAuthorClip *clip = NULL;
    const MienIoLiveLinkOptions options = {.timing = MIEN_IO_LIVE_LINK_COUNTED};
    if (data_path(relative, path, sizeof path) == NULL)
        return NULL;
    if (mien_file_open(path, NULL, &file, NULL) != MIEN_OK ||
        mien_io_live_link_read(mien_file_data(file), mien_file_size(file), &options, &clip, NULL, NULL) !=
            MIEN_OK)
        bench_fail("read a take");
    mien_file_close(file);
    if (clip->curve_count < curve_count)
        bench_fail("find 52 curves in a take");
    clip->curve_count = curve_count;
    return clip;
}

static MienAuthorClip *make_clip(ClipWorkload *w)
{
    const ClipSource *s = w->source;
    if (s->take != NULL)
        return read_take(s->take, s->curve_count);
    w->seed = 1;
    if (s->curve_count > 0) {
        const MienSamplePerformanceOptions options = {
            .seed = w->seed, .curve_count = s->curve_count, .capture = s->capture};
        return mien_sample_performance_create(&options);
    }
    const MienSampleMotionOptions options = {
        .seed = w->seed, .is_face = s->is_face, .has_noise = s->has_noise};
    return mien_sample_motion_create(&options, &w->skeleton);
}

static double frame_time(const ClipWorkload *w, double frame) { return frame / w->rows_per_second; }

/// Curves as rows of 16 bits over their range.
static void make_curve_rows(ClipWorkload *w, BenchRows *rows)
{
    float *steps = bench_allocate((rows->width + 8) * sizeof *steps);
    float *bases = bench_allocate((rows->width + 8) * sizeof *bases);
    uint16_t *u16 = bench_allocate((rows->frame_count + 2) * rows->width * sizeof *u16);
    for (int c = 0; c < w->clip->curve_count; ++c) {
        steps[c] = 2.0f / 65535.0f;
        bases[c] = -0.9f;
        for (size_t f = 0; f <= rows->frame_count; ++f) {
            const float v = mien_author_curve_evaluate(&w->clip->curves[c], frame_time(w, (double)f));
            u16[f * rows->width + (size_t)c] = (uint16_t)((v - bases[c]) / steps[c] + 0.5f);
        }
    }
    rows->u16 = u16;
    rows->steps = steps;
    rows->bases = bases;
}

/// Bones as rows of ten floats each.
static void make_bone_rows(ClipWorkload *w, BenchRows *rows)
{
    float *f32 = bench_allocate((rows->frame_count + 2) * rows->width * sizeof *f32);
    for (size_t f = 0; f <= rows->frame_count; ++f) {
        for (int t = 0; t < w->clip->track_count; ++t) {
            const MienTransform bone = mien_author_track_evaluate(w->clip, t, frame_time(w, (double)f));
            float *to = f32 + f * rows->width + (size_t)t * 10;
            memcpy(to, &bone.rotation, 4 * sizeof *to);
            memcpy(to + 4, &bone.translation, 3 * sizeof *to);
            memcpy(to + 7, &bone.scale, 3 * sizeof *to);
        }
    }
    rows->f32 = f32;
}

static void make_rows(ClipWorkload *w)
{
    const int numbers = w->source->curve_count > 0 ? w->clip->curve_count : 10 * w->clip->track_count;
    const size_t frames = (size_t)w->report.frame_count, width = ((size_t)numbers + 7) / 8 * 8;
    w->rows[0] = (BenchRows){.frame_count = frames, .width = width, .rate = w->rows_per_second};
    if (w->source->curve_count > 0)
        make_curve_rows(w, &w->rows[0]);
    else
        make_bone_rows(w, &w->rows[0]);
    for (int i = 1; i < BENCH_CLIPS; ++i) {
        w->rows[i] = w->rows[0];
        const size_t size =
            (frames + 1) * width * (w->rows[0].u16 != NULL ? sizeof(uint16_t) : sizeof(float));
        void *copy = bench_allocate(size + 64); // wide vectors read on
        memcpy(copy, w->rows[0].u16 != NULL ? (const void *)w->rows[0].u16 : (const void *)w->rows[0].f32,
               size);
        if (w->rows[0].u16 != NULL)
            w->rows[i].u16 = copy;
        else
            w->rows[i].f32 = copy;
    }
    w->output = (int)width;
}

/// What zstd makes of the differences from frame to frame, curve by curve, rounded
/// to the same step: small, but not to be sampled.
static double zstd_size(const ClipWorkload *w)
{
    const size_t frames = (size_t)w->report.frame_count, count = frames * (size_t)w->clip->curve_count;
    const size_t room_size = count * 2 + count / 64 + 4096;
    int16_t *deltas = bench_allocate((count + 1) * sizeof *deltas);
    void *room = bench_allocate(room_size);
    for (int c = 0; c < w->clip->curve_count; ++c) {
        int last = 0;
        for (size_t f = 0; f < frames; ++f) {
            const double v =
                (double)mien_author_curve_evaluate(&w->clip->curves[c], frame_time(w, (double)f));
            const int now = (int)floor(v / (2.0 * (double)w->error) + 0.5);
            deltas[(size_t)c * frames + f] = (int16_t)(now - last);
            last = now;
        }
    }
    const size_t size = bench_zstd_size(deltas, count * sizeof *deltas, room, room_size);
    free(deltas);
    free(room);
    return (double)size;
}

/// Largest distance of what sampling gives from the curves, at frames and at three
/// moments between each two.
static void measure_curves(ClipWorkload *w, const MienClip *clip)
{
    const MienClipInfo info = mien_clip_info(clip);
    float *values = bench_allocate((size_t)info.curve_count * sizeof *values);
    for (int q = 0; q <= (info.frame_count - 1) * 4; ++q) {
        const double time = frame_time(w, (double)q / 4.0);
        const MienClipJob job = {.clip = clip, .time = time, .out_curves = {info.curve_count, values, NULL}};
        mien_clip_job_run(&job);
        for (int c = 0; c < w->clip->curve_count; ++c) {
            const int at = mien_clip_find_curve(clip, w->clip->curves[c].name);
            const double off =
                fabs((double)values[at] - (double)mien_author_curve_evaluate(&w->clip->curves[c], time));
            double *worst = q % 4 == 0 ? &w->error_at_frames : &w->error_between;
            *worst = off > *worst ? off : *worst;
        }
    }
    free(values);
}

bool clip_workload_open(ClipWorkload *w, const ClipSource *source, float error)
{
    *w = (ClipWorkload){.source = source, .error = error};
    w->clip = make_clip(w);
    if (w->clip == NULL)
        return false;
    const bool has_curves = source->curve_count > 0;
    const MienAuthorClipOptions options = {.curve_error = has_curves ? error : 0.0f,
                                           .track_error = has_curves ? 0.0f : error,
                                           .skeleton = has_curves ? NULL : &w->skeleton};
    MienClip *clip = NULL;
    if (mien_author_clip_cook(w->clip, &options, &w->packs[0], &w->report, NULL) != MIEN_OK ||
        mien_clip_load(w->packs[0].data, w->packs[0].size, NULL, &clip, NULL) != MIEN_OK)
        bench_fail("cook a clip");
    for (int i = 1; i < BENCH_CLIPS; ++i) {
        w->packs[i] = w->packs[0];
        w->packs[i].data = bench_allocate(w->packs[0].size);
        memcpy(w->packs[i].data, w->packs[0].data, w->packs[0].size);
    }
    const MienClipInfo info = mien_clip_info(clip);
    w->rows_per_second = (double)info.rate / (double)info.rate_divisor;
    w->statistics = mien_sample_clip_statistics(w->clip);
    make_rows(w);
    if (has_curves) {
        w->zstd_bytes = zstd_size(w);
        measure_curves(w, clip);
    } else {
        clip_measure_bones(w, clip);
    }
    mien_clip_destroy(clip);
    return true;
}

void clip_workload_close(ClipWorkload *w)
{
    for (int i = 0; i < BENCH_CLIPS; ++i) {
        free((void *)(uintptr_t)w->rows[i].u16);
        free((void *)(uintptr_t)w->rows[i].f32);
        if (i > 0)
            free(w->packs[i].data);
    }
    free((void *)(uintptr_t)w->rows[0].steps);
    free((void *)(uintptr_t)w->rows[0].bases);
    mien_author_pack_release(&w->packs[0]);
    mien_author_clip_destroy(w->clip);
}
