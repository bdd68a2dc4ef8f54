// SPDX-License-Identifier: MIT

#include "core/float_rules.h"

#include "project/recipes/calibration.h"

#include "asset/view.h"
#include "base/arena.h"
#include "base/name_map.h"
#include "base/number.h"
#include "core/internal.h"

#include <stdint.h>

static MienStatus no_memory(MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

static void read_curves(const MieniCalibrationView *view, MienLiveCalibrationCurve *curves,
                        MieniNameMap *names)
{
    for (int c = 0; c < mieni_calibration_curve_count(view); ++c) {
        const MieniCalibratedCurveView *curve = mieni_calibration_curve(view, c);
        curves[c] = (MienLiveCalibrationCurve){.name = mieni_calibrated_curve_name(curve),
                                               .neutral = (float)mieni_calibrated_curve_neutral(curve, 0),
                                               .full = (float)mieni_calibrated_curve_full(curve, 1),
                                               .dead = (float)mieni_calibrated_curve_dead(curve, 0),
                                               .noise = (float)mieni_calibrated_curve_noise(curve, 0),
                                               .is_lid = mieni_calibrated_curve_lid(curve)};
        mieni_name_map_add(names, curves[c].name, (void *)(uintptr_t)(c + 1));
    }
}

/// The curve of a name, or -1.
static int find(const MieniNameMap *names, const char *name)
{
    return (int)(uintptr_t)mieni_name_map_get(names, name) - 1;
}

static MienStatus read_pose(const MieniCalibratedPoseView *view, int index, const MieniNameMap *names,
                            MienLiveCalibrationPose *pose, float *values, MienError *error)
{
    const char *name = mieni_calibrated_pose_curve(view);
    pose->curve = find(names, name);
    pose->values = values;
    if (pose->curve < 0)
        return mieni_fail(error, MIEN_ERROR_DATA,
                          mieni_at_value(mieni_calibrated_pose_curve_json(view), "poses[%d].curve", index),
                          "The calibration has no curve %s: add it to \"curves\".", name);
    for (int v = 0; v < mieni_calibrated_pose_values_count(view); ++v) {
        const char *of = mieni_calibrated_pose_values_name(view, v);
        const int curve = find(names, of);
        if (curve < 0)
            return mieni_fail(
                error, MIEN_ERROR_DATA,
                mieni_at_value(mieni_calibrated_pose_values_json(view), "poses[%d].values.%s", index, of),
                "The calibration has no curve %s: add it to \"curves\".", of);
        values[curve] = (float)mieni_calibrated_pose_values_value(view, v);
    }
    return MIEN_OK;
}

static MienStatus make(const MieniCalibrationView *view, MieniArena *arena, MieniNameMap *names,
                       MienLiveCalibrationDesc *desc, MienError *error)
{
    MienLiveCalibrationCurve *curves = mieni_arena_take(arena, (size_t)desc->curve_count, sizeof *curves);
    MienLiveCalibrationPose *poses = mieni_arena_take(arena, (size_t)desc->pose_count, sizeof *poses);
    MienStatus status = MIEN_OK;
    if (arena->is_out_of_memory)
        return no_memory(error);
    read_curves(view, curves, names);
    for (int p = 0; p < desc->pose_count && status == MIEN_OK; ++p) {
        float *values = mieni_arena_take(arena, (size_t)desc->curve_count, sizeof *values);
        status = values == NULL
                     ? no_memory(error)
                     : read_pose(mieni_calibration_pose(view, p), p, names, &poses[p], values, error);
    }
    desc->curves = curves;
    desc->poses = poses;
    return status == MIEN_OK && names->is_out_of_memory ? no_memory(error) : status;
}

MienStatus mieni_calibration_make(const MieniAsset *asset, const MienAllocator *allocator,
                                  MienLiveCalibration **out_calibration, MienError *error)
{
    const MieniCalibrationView *view = mieni_calibration_of(asset);
    MienLiveCalibrationDesc desc = {.curve_count = mieni_calibration_curve_count(view),
                                    .pose_count = mieni_calibration_pose_count(view),
                                    .allocator = allocator};
    *out_calibration = NULL;
    if (desc.curve_count > MIEN_LIVE_MAX_CURVES || desc.pose_count > MIEN_LIVE_MAX_POSES)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_nowhere(),
                          "A calibration has at most %d curves and %d poses.", MIEN_LIVE_MAX_CURVES,
                          MIEN_LIVE_MAX_POSES);
    MieniArena arena = {.allocator = allocator};
    MieniNameMap names = {0};
    MienStatus status = make(view, &arena, &names, &desc, error);
    if (status == MIEN_OK)
        status = mien_live_calibration_create(&desc, out_calibration, error);
    mieni_name_map_release(&names);
    mieni_arena_release(&arena);
    return status;
}

// -- Writing

static double exact(float value) { return mieni_number_of_float(value); }

static void put_curve(MieniJsonDocument *json, MieniCalibrationView *view,
                      const MienLiveCalibrationCurve *from)
{
    MieniCalibratedCurveView *curve = mieni_calibration_add_curve(json, view);
    mieni_calibrated_curve_set_name(json, curve, from->name);
    mieni_calibrated_curve_set_neutral(json, curve, exact(from->neutral));
    mieni_calibrated_curve_set_full(json, curve, exact(from->full));
    if (from->dead > 0)
        mieni_calibrated_curve_set_dead(json, curve, exact(from->dead));
    if (from->noise > 0)
        mieni_calibrated_curve_set_noise(json, curve, exact(from->noise));
    if (from->is_lid)
        mieni_calibrated_curve_set_lid(json, curve, true);
}

/// Values of 0 are left out, and those of lids, which are not part of poses.
static void put_pose(MieniJsonDocument *json, MieniCalibrationView *view, const MienLiveCalibrationDesc *desc,
                     const MienLiveCalibrationPose *from)
{
    MieniCalibratedPoseView *pose = mieni_calibration_add_pose(json, view);
    MieniJson *values = mieni_json_object(json);
    mieni_calibrated_pose_set_curve(json, pose, desc->curves[from->curve].name);
    for (int c = 0; c < desc->curve_count; ++c)
        if (from->values[c] != 0 && !desc->curves[c].is_lid)
            mieni_json_set(json, values, desc->curves[c].name,
                           mieni_json_number(json, exact(from->values[c])));
    mieni_calibrated_pose_set_values_json(json, pose, values);
}

MienStatus mieni_calibration_begin(const MienLiveCalibration *calibration, const MienAllocator *allocator,
                                   MieniAsset *out_asset, MienError *error)
{
    const MienLiveCalibrationDesc desc = mien_live_calibration_desc(calibration);
    if (mieni_asset_begin(out_asset, MIENI_ASSET_CALIBRATION, allocator) != MIEN_OK)
        return no_memory(error);
    MieniJsonDocument *json = &out_asset->json;
    MieniCalibrationView *view = mieni_calibration_of(out_asset);
    for (int c = 0; c < desc.curve_count; ++c)
        put_curve(json, view, &desc.curves[c]);
    for (int p = 0; p < desc.pose_count; ++p)
        put_pose(json, view, &desc, &desc.poses[p]);
    return json->arena.is_out_of_memory ? no_memory(error) : mieni_asset_check(out_asset, error);
}
