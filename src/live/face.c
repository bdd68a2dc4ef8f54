// SPDX-License-Identifier: MIT
//
// A live face: what is common to its sources, and sampling.

#include "core/float_rules.h"

#include "mien_live/face.h"

#include "base/arena.h"
#include "core/float_env.h"
#include "core/internal.h"
#include "live/calibration.h"
#include "live/source.h"

#include <string.h>

#define USUAL_HOLD   0.5f
#define USUAL_FADE   0.5f
#define USUAL_REJOIN 0.15f
#define LONGEST      60.0f // Seconds of delay, hold, fade and rejoin.

struct MienLiveFace {
    MieniArena arena; ///< Has all that follows, but calibrations.
    MieniLiveCurves curves;
    MieniLiveTiming timing;
    MieniLiveSource *sources;
    int source_count;
    int *writers; ///< Per curve.
};

static MienStatus check(const MienLiveFaceDesc *desc, MienError *error)
{
    if (desc->curve_count < 0 || desc->curve_count > MIEN_LIVE_MAX_CURVES)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("curves"), "A live face has at most %d curves.",
                          MIEN_LIVE_MAX_CURVES);
    if (desc->source_count < 0 || desc->source_count > MIEN_LIVE_MAX_SOURCES)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("sources"), "A live face has at most %d sources.",
                          MIEN_LIVE_MAX_SOURCES);
    for (int c = 0; c < desc->curve_count; ++c)
        if (desc->curves[c] == NULL || strlen(desc->curves[c]) > MIEN_MAX_NAME)
            return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("curves[%d]", c),
                              "A curve needs a name of at most %d bytes.", MIEN_MAX_NAME);
    const float times[] = {desc->delay, desc->hold, desc->fade, desc->rejoin};
    for (int i = 0; i < 4; ++i)
        if (!(times[i] >= 0 && times[i] <= LONGEST))
            return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                              "Delay, hold, fade and rejoin must be from 0 to %d seconds.", (int)LONGEST);
    return MIEN_OK;
}

static float or_usual(float value, float usual) { return value > 0 ? value : usual; }

static void fill(MienLiveFace *face, const MienLiveFaceDesc *desc)
{
    face->source_count = desc->source_count > 0 ? desc->source_count : 1;
    face->timing = (MieniLiveTiming){.delay = desc->delay,
                                     .hold = or_usual(desc->hold, USUAL_HOLD),
                                     .fade = or_usual(desc->fade, USUAL_FADE),
                                     .rejoin = or_usual(desc->rejoin, USUAL_REJOIN)};
    mieni_live_curves_fill(&face->arena, desc->curves, desc->curve_count, &face->curves);
    face->writers = mieni_arena_take(&face->arena, (size_t)desc->curve_count, sizeof *face->writers);
    face->sources = mieni_arena_take(&face->arena, (size_t)face->source_count, sizeof *face->sources);
    for (int s = 0; s < face->source_count && !face->arena.is_out_of_memory; ++s)
        mieni_live_source_fill(&face->arena, &face->curves, &face->timing, &desc->filter, &face->sources[s]);
}

MienStatus mien_live_face_create(const MienLiveFaceDesc *desc, MienLiveFace **out_face, MienError *error)
{
    *out_face = NULL;
    const MienStatus status = check(desc, error);
    if (status != MIEN_OK)
        return status;
    MienLiveFace *face = mieni_allocate(desc->allocator, sizeof *face, _Alignof(MienLiveFace));
    if (face != NULL) {
        *face = (MienLiveFace){.arena.allocator = desc->allocator};
        fill(face, desc);
    }
    if (face == NULL || face->arena.is_out_of_memory) {
        mien_live_face_destroy(face);
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    }
    *out_face = face;
    return MIEN_OK;
}

void mien_live_face_destroy(MienLiveFace *face)
{
    if (face == NULL)
        return;
    const MienAllocator *allocator = face->arena.allocator;
    for (int s = 0; face->sources != NULL && s < face->source_count; ++s)
        mien_live_calibration_destroy(face->sources[s].calibration);
    mieni_arena_release(&face->arena);
    mieni_free(allocator, face, sizeof *face, _Alignof(MienLiveFace));
}

static MieniLiveSource *source_at(const MienLiveFace *face, int source)
{
    return source >= 0 && source < face->source_count ? &face->sources[source] : NULL;
}

MienStatus mien_live_face_set_calibration(MienLiveFace *face, int source,
                                          const MienLiveCalibration *calibration, MienError *error)
{
    MieniLiveSource *to = source_at(face, source);
    if (to == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "The face has no source %d.", source);
    MienLiveCalibration *copy = NULL;
    if (calibration != NULL) {
        MienLiveCalibrationDesc desc = mien_live_calibration_desc(calibration);
        desc.allocator = face->arena.allocator;
        const MienStatus status = mien_live_calibration_create(&desc, &copy, error);
        if (status != MIEN_OK)
            return status;
    }
    mien_live_calibration_destroy(to->calibration);
    mieni_live_source_calibrate(to, copy);
    return MIEN_OK;
}

void mien_live_face_set_writer(MienLiveFace *face, int curve, int source)
{
    if (curve >= 0 && curve < face->curves.count)
        face->writers[curve] = source >= 0 && source < face->source_count ? source : -1;
}

MienLiveAdded mien_live_face_add(MienLiveFace *face, int source, const MienLiveFrame *frame, double arrival)
{
    MieniLiveSource *to = source_at(face, source);
    const MieniFloatEnv env = mieni_float_env_enter();
    const MienLiveAdded added = to != NULL ? mieni_live_source_add(to, frame, arrival) : MIEN_LIVE_LATE;
    mieni_float_env_leave(env);
    return added;
}

static MIENI_APART void sample(MienLiveFace *face, double time, float *out_values)
{
    for (int s = 0; s < face->source_count; ++s)
        mieni_live_source_play(&face->sources[s], time);
    for (int c = 0; c < face->curves.count; ++c) {
        const MieniLiveSource *writer = source_at(face, face->writers[c]);
        out_values[c] = writer != NULL ? mieni_live_source_value(writer, c) : 0;
    }
}

void mien_live_face_sample(MienLiveFace *face, double time, float *out_values)
{
    const MieniFloatEnv env = mieni_float_env_enter();
    sample(face, time, out_values);
    mieni_float_env_leave(env);
}

MienLiveSourceState mien_live_face_source(const MienLiveFace *face, int source)
{
    const MieniLiveSource *from = source_at(face, source);
    return from != NULL ? from->state : (MienLiveSourceState){.last_arrival = -1, .last_face = -1};
}
