// SPDX-License-Identifier: MIT
//
// Roles of poses, and the rules between controls: checked and put in the one
// order a pack has.

#include "core/float_rules.h"

#include "author/cook/pose_asset.h"

#include <stdlib.h>

MienStatus mieni_cook_no_memory(MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_MEMORY, "no memory while cooking", "%s", "");
}

static MienStatus bad(MienError *error, const char *sentence, const char *list, int index, const char *field)
{
    return mieni_fail(error, MIEN_ERROR_DATA, sentence, "%s[%d]%s", list, index, field);
}

static MienStatus bad_pose(MienError *error, const char *sentence, int pose, const char *field)
{
    return bad(error, sentence, "poses", pose, field);
}

static bool is_weight(float value) { return mieni_all_within(&value, 1, MIEN_MAX_WEIGHT); }

static int control_of(const MieniCook *cook, int pose)
{
    return pose >= 0 && pose < cook->source->pose_count ? cook->control_of[pose] : -1;
}

static MienStatus cook_settings(MieniCook *cook, int pose, int control, MienError *error)
{
    const MienAuthorControl *settings = &cook->source->poses[pose].control_settings;
    const float min = settings->has_range ? settings->min : 0.0f,
                max = settings->has_range ? settings->max : 1.0f;
    const float gain = settings->has_remap ? settings->gain : 1.0f;
    const float offset = settings->has_remap ? settings->offset : 0.0f;
    if (!is_weight(min) || !is_weight(max) || min > 0.0f || max < 0.0f)
        return bad_pose(error, "a range is finite, within 1000, and contains 0", pose, ".control_settings");
    if (cook->source->is_absolute && min != 0.0f)
        return bad_pose(error, "in an absolute asset a range begins at 0", pose, ".control_settings");
    if (!is_weight(gain) || !is_weight(offset))
        return bad_pose(error, "gain and offset are finite and within 1000", pose, ".control_settings");
    if (settings->is_binary && (settings->has_range || settings->has_remap || settings->is_smooth))
        return bad_pose(error, "a binary control has no other setting", pose, ".control_settings");
    cook->control_pose[control] = (uint32_t)pose;
    cook->min[control] = min + 0.0f;
    cook->max[control] = max + 0.0f;
    cook->gain[control] = gain + 0.0f;
    cook->offset[control] = offset + 0.0f;
    cook->remap[control] = settings->is_binary   ? MIENI_CONTROL_BINARY
                           : settings->is_smooth ? MIENI_CONTROL_SMOOTH
                                                 : 0;
    cook->group_of[control] = -1;
    return MIEN_OK;
}

static MienStatus cook_inbetween_role(MieniCook *cook, int pose, MienError *error)
{
    const MienAuthorPose *source = &cook->source->poses[pose];
    const int control = control_of(cook, source->control);
    if (control < 0)
        return bad_pose(error, "an in-between names the pose of a control", pose, ".control");
    if (!is_weight(source->position) || source->position == 0.0f || source->position == 1.0f)
        return bad_pose(error, "a position is finite, within 1000, and neither 0 nor 1", pose, ".position");
    if (cook->source->is_absolute && source->position < 0.0f)
        return bad_pose(error, "in an absolute asset a position is above 0", pose, ".position");
    cook->roles[pose] =
        (MieniPoseRole){.role = MIENI_ROLE_INBETWEEN, .control = control, .position = source->position};
    return MIEN_OK;
}

static MienStatus cook_roles(MieniCook *cook, MienError *error)
{
    for (int p = 0; p < cook->source->pose_count; ++p) {
        const MienAuthorRole role = cook->source->poses[p].role;
        MienStatus status = MIEN_OK;
        if (role == MIEN_AUTHOR_CONTROL) {
            const int control = cook->control_of[p];
            cook->roles[p] =
                (MieniPoseRole){.role = MIENI_ROLE_CONTROL, .control = control, .position = 1.0f};
            status = cook_settings(cook, p, control, error);
        } else if (cook->source->is_unreal) {
            status = bad_pose(error, "unreal assets have controls only", p, ".role");
        } else if (role == MIEN_AUTHOR_INBETWEEN) {
            status = cook_inbetween_role(cook, p, error);
        } else if (role == MIEN_AUTHOR_COMBINATION && !cook->source->is_absolute) {
            cook->roles[p] = (MieniPoseRole){.role = MIENI_ROLE_COMBINATION, .control = -1};
        } else {
            status = bad_pose(error,
                              role == MIEN_AUTHOR_COMBINATION ? "combinations exist in additive assets only"
                                                              : "a pose of no known role",
                              p, ".role");
        }
        if (status != MIEN_OK)
            return status;
    }
    return MIEN_OK;
}

static int compare_masks(const void *left, const void *right)
{
    const MieniMask *a = left, *b = right;
    if (a->target != b->target)
        return a->target < b->target ? -1 : 1;
    return (a->source > b->source) - (a->source < b->source);
}

/// Where the last mask between two controls stands in what the caller gave.
static int given_mask(const MieniCook *cook, const MieniMask *mask)
{
    int i = cook->source->mask_count - 1;
    while (i > 0 && (control_of(cook, cook->source->masks[i].target) != (int)mask->target ||
                     control_of(cook, cook->source->masks[i].source) != (int)mask->source))
        --i;
    return i;
}

static MienStatus cook_masks(MieniCook *cook, MienError *error)
{
    const int count = cook->source->mask_count;
    for (int i = 0; i < count; ++i) {
        const MienAuthorMask *mask = &cook->source->masks[i];
        const int target = control_of(cook, mask->target), source = control_of(cook, mask->source);
        if (target < 0 || source < 0 || target == source)
            return bad(error, "a mask names the poses of two different controls", "masks", i, "");
        if (!(mask->amount >= 0.0f && mask->amount <= 1.0f) || !is_weight(mask->threshold))
            return bad(error, "an amount is 0 to 1, a threshold finite and within 1000", "masks", i, "");
        if ((unsigned)mask->kind > MIEN_AUTHOR_MASK_BLOCK)
            return bad(error, "a mask of no known kind", "masks", i, "");
        cook->masks[i] =
            (MieniMask){.target = (uint32_t)target,
                        .source = (uint32_t)source,
                        .kind = (uint32_t)mask->kind,
                        .amount = mask->amount + 0.0f,
                        .threshold = mask->kind == MIEN_AUTHOR_MASK_BLOCK ? mask->threshold + 0.0f : 0.0f};
    }
    if (count > 0)
        qsort(cook->masks, (size_t)count, sizeof *cook->masks, compare_masks);
    for (int i = 1; i < count; ++i) {
        if (compare_masks(&cook->masks[i - 1], &cook->masks[i]) == 0)
            return bad(error, "two masks between the same controls", "masks",
                       given_mask(cook, &cook->masks[i]), "");
    }
    return MIEN_OK;
}

static int compare_numbers(const void *left, const void *right)
{
    const uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

static MienStatus cook_group(MieniCook *cook, int g, MienError *error)
{
    const MienAuthorGroup *source = &cook->source->groups[g];
    const bool is_top = source->kind == MIEN_AUTHOR_GROUP_TOP;
    if ((unsigned)source->kind > MIEN_AUTHOR_GROUP_TOP || source->member_count <= 0 ||
        source->members == NULL)
        return bad(error, "a group of no known kind, or without members", "groups", g, "");
    if (is_top && (source->keep < 1 || source->keep > source->member_count ||
                   source->member_count > MIENI_MAX_TOP_MEMBERS))
        return bad(error, "a top group keeps 1 or more of at most 256 members", "groups", g, "");
    if (!is_top && (!is_weight(source->limit) || source->limit <= 0.0f))
        return bad(error, "a limit is above 0 and at most 1000", "groups", g, "");
    if (source->member_count > cook->control_count - cook->member_count)
        return bad(error, "a control is in one group at most", "groups", g, "");
    uint32_t *members = cook->members + cook->member_count;
    for (int i = 0; i < source->member_count; ++i) {
        const int control = control_of(cook, source->members[i]);
        if (control < 0)
            return bad(error, "a member is the pose of a control", "groups", g, "");
        if (cook->group_of[control] >= 0)
            return bad(error, "a control is in one group at most", "groups", g, "");
        cook->group_of[control] = g;
        members[i] = (uint32_t)control;
    }
    qsort(members, (size_t)source->member_count, sizeof *members, compare_numbers);
    cook->groups[g] = (MieniGroup){.kind = (uint32_t)source->kind,
                                   .first = (uint32_t)cook->member_count,
                                   .count = (uint32_t)source->member_count,
                                   .keep = is_top ? (uint32_t)source->keep : 0,
                                   .limit = is_top ? 0.0f : source->limit};
    cook->member_count += source->member_count;
    return MIEN_OK;
}

static MienStatus cook_groups(MieniCook *cook, MienError *error)
{
    MienStatus status = MIEN_OK;
    for (int g = 0; status == MIEN_OK && g < cook->source->group_count; ++g)
        status = cook_group(cook, g, error);
    return status;
}

static int compare_knots(const void *left, const void *right)
{
    const MieniKnot *a = left, *b = right;
    return (a->position > b->position) - (a->position < b->position);
}

/// Of two neighbours that stand too close, the in-between; of two, the later.
static int crowded_pose(const MieniCook *cook, const MieniKnot *knots)
{
    const int low = knots[0].pose, high = knots[1].pose;
    if (low < 0 || cook->roles[low].role == MIENI_ROLE_CONTROL)
        return high;
    if (high < 0 || cook->roles[high].role == MIENI_ROLE_CONTROL)
        return low;
    return low > high ? low : high;
}

/// One ladder per control that has in-betweens.
static MienStatus cook_ladders(MieniCook *cook, MienError *error)
{
    const int poses = cook->source->pose_count;
    int *steps = mieni_arena_take(&cook->arena, (size_t)cook->control_count, sizeof *steps);
    int *first = mieni_arena_take(&cook->arena, (size_t)cook->control_count, sizeof *first);
    if (cook->arena.is_out_of_memory)
        return mieni_cook_no_memory(error);
    for (int p = 0; p < poses; ++p)
        steps[cook->roles[p].control >= 0 ? cook->roles[p].control : 0] +=
            cook->roles[p].role == MIENI_ROLE_INBETWEEN;
    for (int c = 0; c < cook->control_count; ++c) {
        if (steps[c] == 0)
            continue;
        MieniKnot *knots = cook->knots + cook->knot_count;
        knots[0] = (MieniKnot){.position = 0.0f, .pose = -1};
        knots[1] = (MieniKnot){.position = 1.0f, .pose = (int32_t)cook->control_pose[c]};
        first[c] = cook->knot_count + 2;
        cook->ladders[cook->ladder_count++] = (MieniLadder){
            .control = (uint32_t)c, .first = (uint32_t)cook->knot_count, .count = (uint32_t)steps[c] + 2};
        cook->knot_count += steps[c] + 2;
    }
    for (int p = 0; p < poses; ++p) {
        if (cook->roles[p].role == MIENI_ROLE_INBETWEEN)
            cook->knots[first[cook->roles[p].control]++] =
                (MieniKnot){.position = cook->roles[p].position, .pose = p};
    }
    for (int l = 0; l < cook->ladder_count; ++l) {
        MieniKnot *knots = cook->knots + cook->ladders[l].first;
        qsort(knots, cook->ladders[l].count, sizeof *knots, compare_knots);
        for (uint32_t k = 1; k < cook->ladders[l].count; ++k) {
            if (!(knots[k].position - knots[k - 1].position >= MIENI_MIN_KNOT_GAP))
                return bad_pose(error,
                                "in-betweens keep a distance of 1/1024 from each other, from 0 and from 1",
                                crowded_pose(cook, &knots[k - 1]), ".position");
        }
    }
    return MIEN_OK;
}

static int compare_inputs(const void *left, const void *right)
{
    const MieniInput *a = left, *b = right;
    if (a->is_inbetween != b->is_inbetween)
        return a->is_inbetween < b->is_inbetween ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

static MienStatus cook_combination(MieniCook *cook, int pose, MienError *error)
{
    const MienAuthorPose *source = &cook->source->poses[pose];
    MieniInput *inputs = cook->inputs + cook->input_count;
    for (int i = 0; i < source->input_count; ++i) {
        const int input = source->inputs[i];
        if (input < 0 || input >= cook->source->pose_count ||
            cook->roles[input].role == MIENI_ROLE_COMBINATION)
            return bad_pose(error, "an input is a control or an in-between", pose, ".inputs");
        const bool is_inbetween = cook->roles[input].role == MIENI_ROLE_INBETWEEN;
        inputs[i] = (MieniInput){.is_inbetween = is_inbetween,
                                 .index = (uint32_t)(is_inbetween ? input : cook->control_of[input])};
    }
    qsort(inputs, (size_t)source->input_count, sizeof *inputs, compare_inputs);
    for (int i = 1; i < source->input_count; ++i) {
        if (compare_inputs(&inputs[i - 1], &inputs[i]) == 0)
            return bad_pose(error, "an input stands there twice", pose, ".inputs");
    }
    cook->combinations[cook->combination_count++] = (MieniCombination){
        .pose = (uint32_t)pose, .first = (uint32_t)cook->input_count, .count = (uint32_t)source->input_count};
    cook->input_count += source->input_count;
    return MIEN_OK;
}

static MienStatus cook_combinations(MieniCook *cook, MienError *error)
{
    MienStatus status = MIEN_OK;
    for (int p = 0; status == MIEN_OK && p < cook->source->pose_count; ++p) {
        if (cook->roles[p].role == MIENI_ROLE_COMBINATION)
            status = cook_combination(cook, p, error);
    }
    return status;
}

/// Counts what the lists need; inputs of combinations are counted once they are
/// known to be sane.
static MienStatus take_memory(MieniCook *cook, MienError *error)
{
    const MienAuthorPoseAsset *source = cook->source;
    MieniArena *arena = &cook->arena;
    const size_t poses = (size_t)source->pose_count;
    size_t inputs = 0;
    cook->control_of = mieni_arena_take(arena, poses, sizeof(int));
    for (int p = 0; cook->control_of != NULL && p < source->pose_count; ++p) {
        const MienAuthorPose *pose = &source->poses[p];
        cook->control_of[p] = pose->role == MIEN_AUTHOR_CONTROL ? cook->control_count++ : -1;
        if (pose->role == MIEN_AUTHOR_COMBINATION) {
            if (pose->input_count < 1 || pose->input_count > source->pose_count || pose->inputs == NULL)
                return bad_pose(error, "a combination has at least one input", p, ".inputs");
            inputs += (size_t)pose->input_count;
        }
    }
    const size_t controls = (size_t)cook->control_count;
    cook->roles = mieni_arena_take(arena, poses, sizeof *cook->roles);
    cook->control_pose = mieni_arena_take(arena, controls, sizeof *cook->control_pose);
    cook->min = mieni_arena_take(arena, controls, sizeof(float));
    cook->max = mieni_arena_take(arena, controls, sizeof(float));
    cook->gain = mieni_arena_take(arena, controls, sizeof(float));
    cook->offset = mieni_arena_take(arena, controls, sizeof(float));
    cook->remap = mieni_arena_take(arena, controls, 1);
    cook->group_of = mieni_arena_take(arena, controls, sizeof *cook->group_of);
    cook->masks = mieni_arena_take(arena, (size_t)source->mask_count, sizeof *cook->masks);
    cook->groups = mieni_arena_take(arena, (size_t)source->group_count, sizeof *cook->groups);
    cook->members = mieni_arena_take(arena, controls, sizeof *cook->members);
    cook->ladders = mieni_arena_take(arena, controls, sizeof *cook->ladders);
    cook->knots = mieni_arena_take(arena, poses + 2 * controls, sizeof *cook->knots);
    cook->combinations = mieni_arena_take(arena, poses, sizeof *cook->combinations);
    cook->inputs = mieni_arena_take(arena, inputs, sizeof *cook->inputs);
    return arena->is_out_of_memory ? mieni_cook_no_memory(error) : MIEN_OK;
}

MienStatus mieni_cook_controls(MieniCook *cook, MienError *error)
{
    const MienAuthorPoseAsset *source = cook->source;
    if (source->is_unreal && (source->mask_count > 0 || source->group_count > 0))
        return mieni_fail(error, MIEN_ERROR_DATA, "unreal assets have no masks and no groups", "masks");
    MienStatus status = take_memory(cook, error);
    static MienStatus (*const steps[])(MieniCook *, MienError *) = {cook_roles, cook_masks, cook_groups,
                                                                    cook_ladders, cook_combinations};
    for (size_t i = 0; status == MIEN_OK && i < sizeof steps / sizeof steps[0]; ++i)
        status = steps[i](cook, error);
    return status;
}
