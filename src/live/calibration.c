// SPDX-License-Identifier: MIT
//
// Running a calibration: ranges of curves, and poses told apart by least squares within bounds.

#include "core/float_rules.h"

#include "mien_live/calibration.h"

#include "base/arena.h"
#include "base/box.h"
#include "core/float_env.h"
#include "core/internal.h"
#include "live/calibration.h"

#include <string.h>

#define LARGEST_POSE 1.25 // As far as poses go.
#define RIDGE        1e-4 // A part of the mean diagonal.
#define POSE_DEAD    0.02f

struct MienLiveCalibration {
    MieniArena arena; ///< Has all that follows.
    MienLiveCalibrationDesc desc;
    int *pose_of; ///< Per curve: its pose, or -1.
    MieniBox box; ///< The next ones are empty without poses.
    double *gram, *ridge, *right, *low, *high, *weights;
};

static bool is_number(float value) { return value >= -1000 && value <= 1000; }

static MienStatus check_curve(const MienLiveCalibrationCurve *curve, int index, MienError *error)
{
    if (curve->name == NULL || curve->name[0] == '\0' || strlen(curve->name) > MIEN_MAX_NAME)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("curves[%d].name", index),
                          "A curve needs a name of at most %d bytes.", MIEN_MAX_NAME);
    if (!is_number(curve->neutral) || !is_number(curve->full) ||
        !(curve->full - curve->neutral >= MIENI_LIVE_SMALLEST_RANGE))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("curves[%d].full", index),
                          "The full value of %s must be at least 0.05 above its neutral value.", curve->name);
    if (!(curve->dead >= 0 && curve->dead <= 0.5f))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("curves[%d].dead", index),
                          "The dead part of %s must be from 0 to 0.5.", curve->name);
    if (!(curve->noise >= 0 && curve->noise <= 1))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("curves[%d].noise", index),
                          "The noise of %s must be from 0 to 1.", curve->name);
    return MIEN_OK;
}

static MienStatus check_pose(const MienLiveCalibrationDesc *desc, int index, MienError *error)
{
    const MienLiveCalibrationPose *pose = &desc->poses[index];
    if (pose->curve < 0 || pose->curve >= desc->curve_count || pose->values == NULL ||
        desc->curves[pose->curve].is_lid)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("poses[%d].curve", index),
                          "A pose needs values and a curve that is not a lid.");
    for (int p = 0; p < index; ++p)
        if (desc->poses[p].curve == pose->curve)
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("poses[%d].curve", index),
                              "The curve %s has two poses.", desc->curves[pose->curve].name);
    for (int c = 0; c < desc->curve_count; ++c)
        if (!is_number(pose->values[c]))
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("poses[%d].values[%d]", index, c),
                              "A value is beyond 1000, or not a number.");
    if (!(pose->values[pose->curve] >= MIENI_LIVE_SMALLEST_RANGE))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("poses[%d].values[%d]", index, pose->curve),
                          "A pose must add at least 0.05 to its curve, %s.", desc->curves[pose->curve].name);
    return MIEN_OK;
}

static MienStatus check(const MienLiveCalibrationDesc *desc, MienError *error)
{
    if (desc->curve_count < 0 || desc->curve_count > MIEN_LIVE_MAX_CURVES || desc->pose_count < 0 ||
        desc->pose_count > MIEN_LIVE_MAX_POSES)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_nowhere(),
                          "A calibration has at most %d curves and %d poses.", MIEN_LIVE_MAX_CURVES,
                          MIEN_LIVE_MAX_POSES);
    MienStatus status = MIEN_OK;
    for (int c = 0; status == MIEN_OK && c < desc->curve_count; ++c)
        status = check_curve(&desc->curves[c], c, error);
    for (int p = 0; status == MIEN_OK && p < desc->pose_count; ++p)
        status = check_pose(desc, p, error);
    return status;
}

static void copy_curves(MienLiveCalibration *calibration, const MienLiveCalibrationDesc *desc)
{
    const size_t count = (size_t)desc->curve_count;
    MienLiveCalibrationCurve *curves = mieni_arena_take(&calibration->arena, count, sizeof *curves);
    calibration->pose_of = mieni_arena_take(&calibration->arena, count, sizeof *calibration->pose_of);
    if (calibration->arena.is_out_of_memory)
        return;
    for (size_t c = 0; c < count; ++c) {
        curves[c] = desc->curves[c];
        curves[c].name = mieni_arena_text(&calibration->arena, curves[c].name, strlen(curves[c].name));
        calibration->pose_of[c] = -1;
    }
    calibration->desc.curves = curves;
    calibration->desc.curve_count = desc->curve_count;
}

static void copy_poses(MienLiveCalibration *calibration, const MienLiveCalibrationDesc *desc)
{
    MieniArena *arena = &calibration->arena;
    const size_t count = (size_t)desc->pose_count, values = (size_t)desc->curve_count;
    MienLiveCalibrationPose *poses = mieni_arena_take(arena, count, sizeof *poses);
    for (size_t p = 0; p < count && !arena->is_out_of_memory; ++p) {
        float *copy = mieni_arena_take(arena, values, sizeof *copy);
        if (copy == NULL)
            return;
        memcpy(copy, desc->poses[p].values, values * sizeof *copy);
        poses[p] = (MienLiveCalibrationPose){desc->poses[p].curve, copy};
        calibration->pose_of[poses[p].curve] = (int)p;
    }
    calibration->desc.poses = poses;
    calibration->desc.pose_count = desc->pose_count;
}

/// The products of the poses' values, lids left out.
static void multiply_poses(MienLiveCalibration *calibration)
{
    const MienLiveCalibrationDesc *desc = &calibration->desc;
    const int count = desc->pose_count;
    double trace = 0;
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j <= i; ++j) {
            double sum = 0;
            for (int c = 0; c < desc->curve_count; ++c)
                if (!desc->curves[c].is_lid)
                    sum += (double)desc->poses[i].values[c] * (double)desc->poses[j].values[c];
            calibration->gram[i * count + j] = calibration->gram[j * count + i] = sum;
        }
        trace += calibration->gram[i * count + i];
    }
    for (int i = 0; i < count; ++i) {
        calibration->ridge[i] = RIDGE * trace / count;
        calibration->high[i] = LARGEST_POSE;
    }
    mieni_box_restart(&calibration->box, calibration->low, calibration->high);
}

static void prepare_poses(MienLiveCalibration *calibration)
{
    MieniArena *arena = &calibration->arena;
    const size_t count = (size_t)calibration->desc.pose_count;
    if (count == 0 || arena->is_out_of_memory)
        return;
    calibration->gram = mieni_arena_take(arena, count * count, sizeof(double));
    double **const rows[] = {&calibration->ridge, &calibration->right, &calibration->low, &calibration->high,
                             &calibration->weights};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i)
        *rows[i] = mieni_arena_take(arena, count, sizeof(double));
    if (mieni_box_create(arena, (int)count, &calibration->box) && !arena->is_out_of_memory)
        multiply_poses(calibration);
}

static MIENI_APART MienStatus create(const MienLiveCalibrationDesc *desc,
                                     MienLiveCalibration **out_calibration, MienError *error)
{
    const MienStatus status = check(desc, error);
    if (status != MIEN_OK)
        return status;
    MienLiveCalibration *calibration =
        mieni_allocate(desc->allocator, sizeof *calibration, _Alignof(MienLiveCalibration));
    if (calibration != NULL) {
        *calibration =
            (MienLiveCalibration){.arena.allocator = desc->allocator, .desc.allocator = desc->allocator};
        copy_curves(calibration, desc);
        copy_poses(calibration, desc);
        prepare_poses(calibration);
    }
    if (calibration == NULL || calibration->arena.is_out_of_memory) {
        mien_live_calibration_destroy(calibration);
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    }
    *out_calibration = calibration;
    return MIEN_OK;
}

MienStatus mien_live_calibration_create(const MienLiveCalibrationDesc *desc,
                                        MienLiveCalibration **out_calibration, MienError *error)
{
    *out_calibration = NULL;
    const MieniFloatEnv env = mieni_float_env_enter();
    const MienStatus status = create(desc, out_calibration, error);
    mieni_float_env_leave(env);
    return status;
}

void mien_live_calibration_destroy(MienLiveCalibration *calibration)
{
    if (calibration == NULL)
        return;
    const MienAllocator *allocator = calibration->arena.allocator;
    mieni_arena_release(&calibration->arena);
    mieni_free(allocator, calibration, sizeof *calibration, _Alignof(MienLiveCalibration));
}

MienLiveCalibrationDesc mien_live_calibration_desc(const MienLiveCalibration *calibration)
{
    return calibration->desc;
}

/// How much of each pose is in the values.
static void solve_poses(MienLiveCalibration *calibration, const float *values)
{
    const MienLiveCalibrationDesc *desc = &calibration->desc;
    for (int p = 0; p < desc->pose_count; ++p) {
        double sum = 0;
        for (int c = 0; c < desc->curve_count; ++c)
            if (!desc->curves[c].is_lid)
                sum +=
                    (double)desc->poses[p].values[c] * ((double)values[c] - (double)desc->curves[c].neutral);
        calibration->right[p] = sum;
    }
    const MieniBoxProblem problem = {.gram = calibration->gram,
                                     .ridge = calibration->ridge,
                                     .right = calibration->right,
                                     .low = calibration->low,
                                     .high = calibration->high,
                                     .is_same_gram = true};
    mieni_box_solve(&calibration->box, &problem, calibration->weights);
}

static float without_dead(float part, float dead) { return part <= dead ? 0 : (part - dead) / (1 - dead); }

static MIENI_APART void run(MienLiveCalibration *calibration, const float *values, float *out_values)
{
    const MienLiveCalibrationDesc *desc = &calibration->desc;
    if (desc->pose_count > 0)
        solve_poses(calibration, values);
    for (int c = 0; c < desc->curve_count; ++c) {
        const MienLiveCalibrationCurve *curve = &desc->curves[c];
        const int pose = calibration->pose_of[c];
        if (pose >= 0) {
            out_values[c] = without_dead((float)calibration->weights[pose], POSE_DEAD);
            continue;
        }
        const float part = (values[c] - curve->neutral) / (curve->full - curve->neutral);
        const float value = without_dead(part, curve->dead);
        out_values[c] = curve->is_lid && value > 1 ? 1 : value;
    }
}

void mien_live_calibration_run(MienLiveCalibration *calibration, const float *values, float *out_values)
{
    const MieniFloatEnv env = mieni_float_env_enter();
    run(calibration, values, out_values);
    mieni_float_env_leave(env);
}
