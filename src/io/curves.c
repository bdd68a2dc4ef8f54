// SPDX-License-Identifier: MIT
//
// What readers of curves share, and their public functions.

#include "core/float_rules.h"

#include "io/curves.h"

#include "base/names.h"
#include "core/float_env.h"
#include "core/internal.h"
#include "io/rate.h"

#include <string.h>

MienStatus mieni_curves_no_memory(const MieniCurvesReading *reading)
{
    return mieni_fail(reading->error, MIEN_ERROR_MEMORY, "There is no memory for the curves.", "%s", "");
}

MienStatus mieni_curves_take(MieniCurvesReading *reading)
{
    const int count = reading->report.curve_count;
    reading->curves =
        mieni_arena_take(mieni_clip_arena(reading->clip), (size_t)count, sizeof *reading->curves);
    if (reading->curves == NULL)
        return mieni_curves_no_memory(reading);
    reading->clip->curve_count = count;
    reading->clip->curves = reading->curves;
    return MIEN_OK;
}

MienStatus mieni_curves_find_double(MieniCurvesReading *reading, int *out_curve)
{
    const int count = reading->report.curve_count;
    MieniNameEntry *names = mieni_arena_take(&reading->scratch, (size_t)count, sizeof *names);
    if (names == NULL)
        return mieni_curves_no_memory(reading);
    for (int c = 0; c < count; ++c)
        names[c] = (MieniNameEntry){reading->curves[c].name, c};
    mieni_names_sort(names, count);
    *out_curve = -1;
    for (int c = 1; c < count && *out_curve < 0; ++c)
        if (strcmp(names[c - 1].name, names[c].name) == 0)
            *out_curve = names[c].index;
    return MIEN_OK;
}

bool mieni_curves_set_rate(MieniCurvesReading *reading, double frames_per_second)
{
    MienAuthorClip *clip = reading->clip;
    clip->rate = reading->options->rate;
    clip->rate_divisor = reading->options->rate_divisor > 0 ? reading->options->rate_divisor : 1;
    if (clip->rate > 0)
        return true;
    clip->rate_divisor = 1;
    reading->report.rate_is_assumed = frames_per_second == 0.0;
    if (frames_per_second != 0.0)
        return mieni_rate_of_number(frames_per_second, &clip->rate, &clip->rate_divisor);
    clip->rate = MIENI_ASSUMED_RATE;
    return true;
}

MienStatus mieni_curves_set_rate_by_times(MieniCurvesReading *reading, const double *seconds, int count)
{
    MienAuthorClip *clip = reading->clip;
    if (reading->options->rate > 0) {
        mieni_curves_set_rate(reading, 0.0);
        return MIEN_OK;
    }
    int64_t *scratch = mieni_arena_take(&reading->scratch, (size_t)count, sizeof *scratch);
    if (scratch == NULL)
        return mieni_curves_no_memory(reading);
    reading->report.rate_is_assumed =
        !mieni_rate_of_times(seconds, count, scratch, &clip->rate, &clip->rate_divisor);
    return MIEN_OK;
}

double mieni_curves_frame_time(const MieniCurvesReading *reading, double frame)
{
    return frame * (double)reading->clip->rate_divisor / (double)reading->clip->rate;
}

static MienStatus check_arguments(const MieniCurvesReading *reading)
{
    if (reading->bytes == NULL && reading->size > 0)
        return mieni_fail(reading->error, MIEN_ERROR_ARGUMENT, "The bytes must be given.", "bytes");
    if (reading->options->rate < 0 || reading->options->rate_divisor < 0)
        return mieni_fail(reading->error, MIEN_ERROR_ARGUMENT, "A rate is above 0, or 0 to have it found.",
                          "options.rate");
    if (reading->size > MIEN_IO_CURVES_MAX_SIZE)
        return mieni_fail(reading->error, MIEN_ERROR_LIMIT, "Curves have at most 1 GiB of text; split them.",
                          "byte %d", MIEN_IO_CURVES_MAX_SIZE);
    return MIEN_OK;
}

static MienStatus finish(MieniCurvesReading *reading)
{
    MienIoCurvesReport *report = &reading->report;
    for (int c = 0; c < report->curve_count; ++c) {
        report->key_count += reading->curves[c].key_count;
        report->empty_count += reading->curves[c].key_count == 0;
    }
    const char *source = reading->options->source;
    if (source == NULL)
        return MIEN_OK;
    reading->clip->source = mieni_arena_text(mieni_clip_arena(reading->clip), source, strlen(source));
    return reading->clip->source != NULL ? MIEN_OK : mieni_curves_no_memory(reading);
}

MienStatus mieni_curves_read(const MieniCurvesReading *given, MieniCurvesReader read,
                             const MienAllocator *allocator, MienAuthorClip **out_clip,
                             MienIoCurvesReport *out_report)
{
    static const MienIoCurvesOptions defaults = {0};
    if (out_clip == NULL)
        return mieni_fail(given->error, MIEN_ERROR_ARGUMENT, "A place for the clip must be given.",
                          "out_clip");
    *out_clip = NULL;
    MieniCurvesReading reading = *given;
    reading.options = given->options != NULL ? given->options : &defaults;
    MienStatus status = check_arguments(&reading);
    if (status != MIEN_OK)
        return status;
    MieniBudget budget;
    mieni_budget_begin(&budget, allocator, &reading.options->limits, reading.size);
    reading.scratch.allocator = &budget.allocator;
    reading.clip = mieni_clip_create_within(&budget);
    if (reading.clip == NULL)
        return mieni_budget_status(&budget, mieni_curves_no_memory(&reading), reading.error);
    const MieniFloatEnv env = mieni_float_env_enter();
    status = read(&reading);
    mieni_float_env_leave(env);
    mieni_arena_release(&reading.scratch);
    if (status == MIEN_OK)
        status = finish(&reading);
    mieni_clip_leave_budget(reading.clip);
    if (status != MIEN_OK) {
        mien_author_clip_destroy(reading.clip);
        return mieni_budget_status(&budget, status, reading.error);
    }
    *out_clip = reading.clip;
    if (out_report != NULL)
        *out_report = reading.report;
    return MIEN_OK;
}

MienStatus mien_io_curves_csv_read(const void *bytes, size_t size, const MienIoCurvesOptions *options,
                                   const MienAllocator *allocator, MienAuthorClip **out_clip,
                                   MienIoCurvesReport *out_report, MienError *error)
{
    const MieniCurvesReading given = {.bytes = bytes, .size = size, .options = options, .error = error};
    return mieni_curves_read(&given, mieni_curves_csv, allocator, out_clip, out_report);
}

MienStatus mien_io_curves_json_read(const void *bytes, size_t size, const MienIoCurvesOptions *options,
                                    const MienAllocator *allocator, MienAuthorClip **out_clip,
                                    MienIoCurvesReport *out_report, MienError *error)
{
    const MieniCurvesReading given = {.bytes = bytes, .size = size, .options = options, .error = error};
    return mieni_curves_read(&given, mieni_curves_json, allocator, out_clip, out_report);
}
