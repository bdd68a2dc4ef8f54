// SPDX-License-Identifier: MIT
//
// What each pose does to curves (morphs, material values). A pose defines what
// it lists and nothing else; in unreal assets every pose defines every curve.

#include "core/float_rules.h"

#include "author/cook/pose_asset.h"

static float base_value(const MieniCook *cook, int curve)
{
    return cook->source->base_curves != NULL ? cook->source->base_curves[curve] : 0.0f;
}

static MienStatus check_values(const MieniCook *cook, MienError *error)
{
    const MienAuthorPoseAsset *source = cook->source;
    for (int c = 0; c < source->curve_count; ++c) {
        const float value = base_value(cook, c);
        if (!mieni_all_within(&value, 1, MIEN_MAX_CURVE / 2.0f))
            return mieni_fail(error, MIEN_ERROR_DATA, "a curve's base value must be finite and sane",
                              "base_curves[%d]", c);
    }
    for (int p = 0; p < source->pose_count; ++p) {
        const MienAuthorPose *pose = &source->poses[p];
        if (pose->curve_count < 0 || pose->curve_count > source->curve_count ||
            (pose->curve_count > 0 && pose->curves == NULL))
            return mieni_fail(error, MIEN_ERROR_DATA, "a pose lists more curves than there are",
                              "poses[%d].curves", p);
        for (int i = 0; i < pose->curve_count; ++i) {
            if (pose->curves[i].curve < 0 || pose->curves[i].curve >= source->curve_count)
                return mieni_fail(error, MIEN_ERROR_DATA, "no such curve", "poses[%d].curves[%d].curve", p,
                                  i);
            if (!mieni_all_within(&pose->curves[i].value, 1, MIEN_MAX_CURVE / 2.0f))
                return mieni_fail(error, MIEN_ERROR_DATA, "a curve's value must be finite and sane",
                                  "poses[%d].curves[%d].value", p, i);
        }
    }
    return MIEN_OK;
}

/// Fills place (per curve of the asset) with one pose's values.
static MienStatus spread(const MieniCook *cook, int p, float *values, uint8_t *defined, MienError *error)
{
    const MienAuthorPoseAsset *source = cook->source;
    for (int c = 0; c < source->curve_count; ++c) {
        values[c] = base_value(cook, cook->curve_order[c]);
        defined[c] = source->is_unreal;
    }
    for (int i = 0; i < source->poses[p].curve_count; ++i) {
        const MienAuthorCurveValue *given = &source->poses[p].curves[i];
        const int curve = cook->curve_place[given->curve];
        if (defined[curve] == 2)
            return mieni_fail(error, MIEN_ERROR_DATA, "a curve stands there twice", "poses[%d].curves[%d]", p,
                              i);
        defined[curve] = 2;
        values[curve] = given->value;
    }
    return MIEN_OK;
}

MienStatus mieni_cook_curves(MieniCook *cook, MienError *error)
{
    const MienAuthorPoseAsset *source = cook->source;
    const size_t curves = (size_t)source->curve_count, poses = (size_t)source->pose_count;
    MienStatus status = mieni_author_curve_order(&cook->arena, source->curves, source->curve_count,
                                                 &cook->curve_order, error);
    if (status == MIEN_OK)
        status = check_values(cook, error);
    if (status != MIEN_OK)
        return status;
    size_t most = source->is_unreal ? curves * poses : 0;
    for (size_t p = 0; p < poses && !source->is_unreal; ++p)
        most += (size_t)source->poses[p].curve_count;
    cook->curve_place = mieni_arena_take(&cook->arena, curves, sizeof(int));
    cook->curve_first = mieni_arena_take(&cook->arena, poses + 1, sizeof(uint32_t));
    cook->curve_ids = mieni_arena_take(&cook->arena, most, sizeof(uint16_t));
    cook->curve_values = mieni_arena_take(&cook->arena, most, sizeof(float));
    float *values = mieni_arena_take(&cook->arena, curves, sizeof(float));
    uint8_t *defined = mieni_arena_take(&cook->arena, curves, 1);
    if (cook->arena.is_out_of_memory)
        return mieni_cook_no_memory(error);
    if (most > INT32_MAX / 8)
        return mieni_fail(error, MIEN_ERROR_LIMIT, "more curve entries than a pack can hold", "curves");
    for (size_t c = 0; c < curves; ++c)
        cook->curve_place[cook->curve_order[c]] = (int)c;
    for (size_t p = 0; p < poses && status == MIEN_OK; ++p) {
        status = spread(cook, (int)p, values, defined, error);
        for (size_t c = 0; status == MIEN_OK && c < curves; ++c) {
            if (!defined[c])
                continue;
            const double base = source->is_absolute ? 0.0 : (double)base_value(cook, cook->curve_order[c]);
            cook->curve_ids[cook->curve_entry_count] = (uint16_t)c;
            cook->curve_values[cook->curve_entry_count++] = (float)((double)values[c] - base);
        }
        cook->curve_first[p + 1] = (uint32_t)cook->curve_entry_count;
    }
    cook->report.curve_entries = cook->curve_entry_count;
    return status;
}
