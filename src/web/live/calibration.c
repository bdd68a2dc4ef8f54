// SPDX-License-Identifier: MIT
//
// Calibrations behind flat functions: made of numbers that the page has, or measured in a take.

#include "web/live/live.h"

#include <stdlib.h>

/// Numbers of a curve: neutral, full, dead, noise, and whether it is a lid.
enum { NEUTRAL, FULL, DEAD, NOISE, LID, NUMBERS };

WEB_EXPORT(calibration_destroy) void web_calibration_destroy(MienLiveCalibration *calibration)
{
    mien_live_calibration_destroy(calibration);
}

static bool fill(MienLiveCalibrationDesc *desc, const char **list, const float *numbers, const int *posed,
                 const float *values)
{
    MienLiveCalibrationCurve *curves = calloc((size_t)desc->curve_count + 1, sizeof *curves);
    MienLiveCalibrationPose *poses = calloc((size_t)desc->pose_count + 1, sizeof *poses);
    desc->curves = curves;
    desc->poses = poses;
    if (list == NULL || curves == NULL || poses == NULL)
        return web_refuse(MIEN_ERROR_MEMORY, "The page has no more memory for a calibration.");
    for (int c = 0; c < desc->curve_count; ++c, numbers += NUMBERS)
        curves[c] = (MienLiveCalibrationCurve){.name = list[c],
                                               .neutral = numbers[NEUTRAL],
                                               .full = numbers[FULL],
                                               .dead = numbers[DEAD],
                                               .noise = numbers[NOISE],
                                               .is_lid = numbers[LID] != 0};
    for (int p = 0; p < desc->pose_count; ++p)
        poses[p] = (MienLiveCalibrationPose){posed[p], values + (size_t)p * (size_t)desc->curve_count};
    return true;
}

/// numbers: NUMBERS per curve. posed: the curve of each pose; values: as many per pose as there are curves.
WEB_EXPORT(calibration_new)
MienLiveCalibration *web_calibration_new(const char *names, int count, const float *numbers, const int *posed,
                                         const float *values, int pose_count)
{
    MienLiveCalibrationDesc desc = {.curve_count = count, .pose_count = pose_count};
    MienLiveCalibration *calibration = NULL;
    const char **list = web_names(names, count);
    if (fill(&desc, list, numbers, posed, values))
        mien_live_calibration_create(&desc, &calibration, &web_error);
    free((void *)desc.curves);
    free((void *)desc.poses);
    free(list);
    return calibration;
}

/// Measures one in a take: a time and a row of values per frame. prompts: curve, begin and end of each.
WEB_EXPORT(calibrate)
MienLiveCalibration *web_calibrate(const char *names, int count, const double *times, const float *values,
                                   int frames, double rest_begin, double rest_end, const double *prompts,
                                   int prompt_count)
{
    MienLiveCalibration *calibration = NULL;
    MienLivePrompt *list = calloc((size_t)prompt_count + 1, sizeof *list);
    const char **curves = web_names(names, count);
    for (int p = 0; list != NULL && p < prompt_count; ++p, prompts += 3)
        list[p] = (MienLivePrompt){(int)prompts[0], prompts[1], prompts[2]};
    const MienLiveCalibrationTake take = {.names = curves,
                                          .curve_count = count,
                                          .times = times,
                                          .values = values,
                                          .frame_count = frames,
                                          .neutral_begin = rest_begin,
                                          .neutral_end = rest_end,
                                          .prompts = list,
                                          .prompt_count = prompt_count};
    if (list == NULL || curves == NULL)
        web_refuse(MIEN_ERROR_MEMORY, "The page has no more memory for a calibration.");
    else
        mien_live_calibrate(&take, &calibration, &web_error);
    free(list);
    free(curves);
    return calibration;
}

WEB_EXPORT(calibration_count) int web_calibration_count(const MienLiveCalibration *c)
{
    return mien_live_calibration_desc(c).curve_count;
}
WEB_EXPORT(calibration_name) const char *web_calibration_name(const MienLiveCalibration *c, int i)
{
    return mien_live_calibration_desc(c).curves[i].name;
}
WEB_EXPORT(calibration_numbers) const float *web_calibration_numbers(const MienLiveCalibration *c, int i)
{
    static float numbers[NUMBERS];
    const MienLiveCalibrationCurve *curve = &mien_live_calibration_desc(c).curves[i];
    numbers[NEUTRAL] = curve->neutral;
    numbers[FULL] = curve->full;
    numbers[DEAD] = curve->dead;
    numbers[NOISE] = curve->noise;
    numbers[LID] = curve->is_lid ? 1 : 0;
    return numbers;
}
WEB_EXPORT(calibration_poses) int web_calibration_poses(const MienLiveCalibration *c)
{
    return mien_live_calibration_desc(c).pose_count;
}
WEB_EXPORT(calibration_posed) int web_calibration_posed(const MienLiveCalibration *c, int i)
{
    return mien_live_calibration_desc(c).poses[i].curve;
}
WEB_EXPORT(calibration_values) const float *web_calibration_values(const MienLiveCalibration *c, int i)
{
    return mien_live_calibration_desc(c).poses[i].values;
}
