// SPDX-License-Identifier: MIT
//
// A calibration from a take: resting values, noise, ranges, blinks, and poses by prompts.

#include "core/float_rules.h"

#include "mien_live/calibration.h"

#include "base/arena.h"
#include "base/names.h"
#include "core/float_env.h"
#include "core/internal.h"
#include "core/square_root.h"
#include "live/calibration.h"

#include <stdlib.h>
#include <string.h>

#define FULL_PART      0.98f // Of the sorted values: outliers are not the range.
#define USUAL_FULL     1.0f
#define LEAST_MOTION   0.15f // A curve that moved less has not been shown.
#define LARGEST_REST   0.5f
#define LARGEST_LID    0.3f // Lids rest below this, also of tired eyes.
#define BLINK_PART     0.6f // A blink is beyond this part of the lid's range,
#define BLINK_REST     0.3f // and over below this one.
#define DEAD_NOISES    3.0f
#define LARGEST_DEAD   0.1f
#define FIRST_EXAMPLE  0.5 // Poses are measured in the later part of their prompt.
#define LEAST_EXAMPLES 5

typedef struct Work {
    const MienLiveCalibrationTake *take;
    MieniArena arena;
    float *sorted; ///< Room for one value per frame.
    MienLiveCalibrationCurve *curves;
    bool *is_shown; ///< Per curve: whether it moved.
    MienLiveCalibrationPose *poses;
    int pose_count;
} Work;

static int by_value(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return x < y ? -1 : x > y;
}

/// Sorts the values of a curve between two times; returns how many there are.
static int sort_values(const Work *work, int curve, double begin, double end)
{
    const MienLiveCalibrationTake *take = work->take;
    int count = 0;
    for (int f = 0; f < take->frame_count; ++f)
        if (take->times[f] >= begin && take->times[f] <= end)
            work->sorted[count++] = take->values[(size_t)f * (size_t)take->curve_count + (size_t)curve];
    qsort(work->sorted, (size_t)count, sizeof *work->sorted, by_value);
    return count;
}

static float at_part(const float *sorted, int count, float part)
{
    return sorted[(int)((float)(count - 1) * part)];
}

static bool is_lid(const char *name)
{
    return strcmp(name, "eyeBlinkLeft") == 0 || strcmp(name, "eyeBlinkRight") == 0;
}

/// The resting value and the noise: of lids by the open half, since blinks occur.
static void measure_rest(const Work *work, int curve, MienLiveCalibrationCurve *out)
{
    const MienLiveCalibrationTake *take = work->take;
    const int count = sort_values(work, curve, take->neutral_begin, take->neutral_end);
    const float middle = at_part(work->sorted, count, out->is_lid ? 0.25f : 0.5f);
    // Half of a normal distribution is within 0.6745 deviations of its middle.
    const float low = at_part(work->sorted, count, out->is_lid ? 0.05f : 0.25f);
    out->noise = (middle - low) * (out->is_lid ? 1.03f : 1.4826f);
    const float largest = out->is_lid ? LARGEST_LID : LARGEST_REST;
    out->neutral = middle > largest ? largest : middle < -largest ? -largest : middle;
    if (out->noise > 0.05f)
        out->noise = 0.05f;
}

/// The weakest of the usual blinks: the fifth part of all peaks from below.
static float measure_blinks(const Work *work, int curve, float neutral, float largest)
{
    const MienLiveCalibrationTake *take = work->take;
    const float begin = neutral + BLINK_PART * (largest - neutral),
                end = neutral + BLINK_REST * (largest - neutral);
    float peak = neutral;
    int count = 0;
    bool is_closed = false;
    for (int f = 0; f < take->frame_count; ++f) {
        const float value = take->values[(size_t)f * (size_t)take->curve_count + (size_t)curve];
        if (value > begin)
            is_closed = true;
        if (is_closed && value > peak)
            peak = value;
        if (is_closed && (value < end || f == take->frame_count - 1)) {
            work->sorted[count++] = peak;
            peak = neutral;
            is_closed = false;
        }
    }
    qsort(work->sorted, (size_t)count, sizeof *work->sorted, by_value);
    return count > 0 ? at_part(work->sorted, count, 0.2f) : largest;
}

static void measure_curve(Work *work, int curve)
{
    const MienLiveCalibrationTake *take = work->take;
    MienLiveCalibrationCurve *out = &work->curves[curve];
    out->name = take->names[curve];
    out->is_lid = is_lid(out->name);
    measure_rest(work, curve, out);
    const int count = sort_values(work, curve, take->times[0], take->times[take->frame_count - 1]);
    const float largest = at_part(work->sorted, count, out->is_lid ? 1.0f : FULL_PART);
    work->is_shown[curve] = largest - out->neutral >= LEAST_MOTION;
    out->full = !work->is_shown[curve] ? USUAL_FULL
                : out->is_lid          ? measure_blinks(work, curve, out->neutral, largest)
                                       : largest;
}

/// The curve of the other side, or -1.
static int find_other_side(const MienLiveCalibrationTake *take, int curve)
{
    char other[MIENI_NAME_ROOM];
    if (!mieni_name_swap_sides(take->names[curve], other))
        return -1;
    for (int c = 0; c < take->curve_count; ++c)
        if (strcmp(take->names[c], other) == 0)
            return c;
    return -1;
}

static void balance_sides(Work *work)
{
    for (int c = 0; c < work->take->curve_count; ++c) {
        const int other = work->is_shown[c] ? -1 : find_other_side(work->take, c);
        if (other >= 0 && work->is_shown[other])
            work->curves[c].full =
                work->curves[c].neutral + work->curves[other].full - work->curves[other].neutral;
    }
}

static void set_dead_parts(Work *work)
{
    for (int c = 0; c < work->take->curve_count; ++c) {
        MienLiveCalibrationCurve *curve = &work->curves[c];
        const float least = curve->neutral + MIENI_LIVE_SMALLEST_RANGE;
        if (curve->full < least)
            curve->full = least;
        if (curve->is_lid) // A blink with noise closes too.
            curve->full -= curve->noise < 0.02f ? curve->noise : 0.02f;
        if (curve->full < least)
            curve->full = least;
        const float dead = DEAD_NOISES * curve->noise / (curve->full - curve->neutral);
        curve->dead = dead > LARGEST_DEAD ? LARGEST_DEAD : dead;
    }
}

/// The mean of a prompt's later part, above rest. False: too few frames, or the shape is not seen.
static bool measure_pose(const Work *work, const MienLivePrompt *prompt, float *out_values)
{
    const MienLiveCalibrationTake *take = work->take;
    const double begin = prompt->begin + FIRST_EXAMPLE * (prompt->end - prompt->begin);
    const size_t count = (size_t)take->curve_count;
    int frames = 0;
    for (size_t c = 0; c < count; ++c) {
        double sum = 0;
        frames = 0;
        for (int f = 0; f < take->frame_count; ++f)
            if (take->times[f] >= begin && take->times[f] <= prompt->end) {
                sum += (double)take->values[(size_t)f * count + c];
                ++frames;
            }
        out_values[c] = frames > 0 ? (float)(sum / frames) - work->curves[c].neutral : 0;
    }
    return frames >= LEAST_EXAMPLES && out_values[prompt->curve] >= LEAST_MOTION;
}

static bool has_pose(const Work *work, int curve)
{
    for (int p = 0; p < work->pose_count; ++p)
        if (work->poses[p].curve == curve)
            return true;
    return false;
}

static void measure_poses(Work *work)
{
    const MienLiveCalibrationTake *take = work->take;
    work->poses = mieni_arena_take(&work->arena, (size_t)take->prompt_count, sizeof *work->poses);
    for (int p = 0; p < take->prompt_count && !work->arena.is_out_of_memory; ++p) {
        const MienLivePrompt *prompt = &take->prompts[p];
        float *values = mieni_arena_take(&work->arena, (size_t)take->curve_count, sizeof *values);
        if (values != NULL && !work->curves[prompt->curve].is_lid && !has_pose(work, prompt->curve) &&
            measure_pose(work, prompt, values))
            work->poses[work->pose_count++] = (MienLiveCalibrationPose){prompt->curve, values};
    }
}

static MienStatus check_frames(const MienLiveCalibrationTake *take, MienError *error)
{
    int resting = 0;
    for (int f = 0; f < take->frame_count; ++f) {
        if (!(take->times[f] >= -1e12 && take->times[f] <= 1e12) ||
            (f > 0 && !(take->times[f] > take->times[f - 1])))
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("times[%d]", f), "Times must rise.");
        resting += take->times[f] >= take->neutral_begin && take->times[f] <= take->neutral_end;
        for (int c = 0; c < take->curve_count; ++c) {
            const float value = take->values[(size_t)f * (size_t)take->curve_count + (size_t)c];
            if (!(value >= -1000 && value <= 1000))
                return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("frame %d, %s", f, take->names[c]),
                                  "A value is beyond 1000, or not a number.");
        }
    }
    if (resting < LEAST_EXAMPLES)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("neutral"),
                          "The take has %d frames of the resting face; at least %d are needed.", resting,
                          LEAST_EXAMPLES);
    return MIEN_OK;
}

static MienStatus check(const MienLiveCalibrationTake *take, MienError *error)
{
    if (take->curve_count < 0 || take->curve_count > MIEN_LIVE_MAX_CURVES || take->frame_count < 0 ||
        take->prompt_count < 0 || take->prompt_count > MIEN_LIVE_MAX_POSES)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_nowhere(),
                          "A take has at most %d curves and %d prompts.", MIEN_LIVE_MAX_CURVES,
                          MIEN_LIVE_MAX_POSES);
    for (int p = 0; p < take->prompt_count; ++p)
        if (take->prompts[p].curve < 0 || take->prompts[p].curve >= take->curve_count)
            return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("prompts[%d].curve", p),
                              "There is no such curve.");
    for (int c = 0; c < take->curve_count; ++c)
        if (take->names[c] == NULL || strlen(take->names[c]) > MIEN_MAX_NAME)
            return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("names[%d]", c),
                              "A curve needs a name of at most %d bytes.", MIEN_MAX_NAME);
    return check_frames(take, error);
}

static MIENI_APART MienStatus calibrate(const MienLiveCalibrationTake *take,
                                        MienLiveCalibration **out_calibration, MienError *error)
{
    MienStatus status = check(take, error);
    if (status != MIEN_OK)
        return status;
    Work work = {.take = take, .arena.allocator = take->allocator};
    const size_t curves = (size_t)take->curve_count;
    work.sorted = mieni_arena_take(&work.arena, (size_t)take->frame_count, sizeof *work.sorted);
    work.curves = mieni_arena_take(&work.arena, curves, sizeof *work.curves);
    work.is_shown = mieni_arena_take(&work.arena, curves, sizeof *work.is_shown);
    if (!work.arena.is_out_of_memory) {
        for (int c = 0; c < take->curve_count; ++c)
            measure_curve(&work, c);
        balance_sides(&work);
        set_dead_parts(&work);
        measure_poses(&work);
    }
    const MienLiveCalibrationDesc desc = {work.curves, take->curve_count, work.poses, work.pose_count,
                                          take->allocator};
    status = work.arena.is_out_of_memory
                 ? mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.")
                 : mien_live_calibration_create(&desc, out_calibration, error);
    mieni_arena_release(&work.arena);
    return status;
}

MienStatus mien_live_calibrate(const MienLiveCalibrationTake *take, MienLiveCalibration **out_calibration,
                               MienError *error)
{
    *out_calibration = NULL;
    const MieniFloatEnv env = mieni_float_env_enter();
    const MienStatus status = calibrate(take, out_calibration, error);
    mieni_float_env_leave(env);
    return status;
}
