// SPDX-License-Identifier: MIT
//
// Cooking pose assets: the pack, with its entries in both stored orders.

#include "core/float_rules.h"

#include "author/cook/pack_writer.h"
#include "author/cook/skeleton.h"
#include "core/float_env.h"
#include "core/pose_format.h"
#include "core/square_root.h"
#include "mien_author/pose_asset.h"

#include <stdlib.h>
#include <string.h>

/// One (pose, bone) pair that moves, as it will be stored.
typedef struct MieniEntry {
    float turn[MIENI_TURN];
    float scale[MIENI_SCALE];
    int pose, bone; ///< bone: of the skeleton at first, then of the asset.
} MieniEntry;

typedef struct MieniCook {
    const MienAuthorPoseAsset *source;
    MieniArena arena;
    MienAuthorCookReport report;
    double extent;
    MieniRest *rest; ///< Per bone of the skeleton.

    // Controls.
    int driven_pose_count;
    int *control_of; ///< Per pose: its control, or -1.
    MieniPoseRole *roles;
    uint32_t *control_pose;
    float *min, *max, *gain, *offset;
    uint8_t *remap;
    int32_t *group_of;
    MieniMask *masks;
    MieniGroup *groups;
    uint32_t *members;
    int member_count;
    MieniLadder *ladders;
    MieniKnot *knots;
    int ladder_count, knot_count;
    MieniCombination *combinations;
    MieniInput *inputs;
    int combination_count, input_count;

    // Entries, in order of pose, then of the asset's bone.
    MieniEntry *entries;
    int entry_count;
    int bone_count;   ///< Bones of the asset.
    int *bones;       ///< Per bone of the asset: of the skeleton.
    int *asset_bone;  ///< Per bone of the skeleton: of the asset, or -1.
    int *curve_order; ///< Per curve of the asset: as given.
    int *curve_place; ///< Per curve as given: of the asset.
    uint32_t *curve_first;
    uint16_t *curve_ids;
    float *curve_values;
    int curve_entry_count;
} MieniCook;

// Roles of poses, and the rules between controls: checked and put in the one
// order a pack has.

/// The failure of an arena, as a status.
static MienStatus cook_no_memory(MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

static MienStatus bad(MienError *error, const char *sentence, const char *list, int index, const char *field)
{
    return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s[%d]%s", list, index, field), "%s", sentence);
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
    const MienAuthorDrivenPose *settings = &cook->source->poses[pose].driven_settings;
    const float min = settings->has_range ? settings->min : 0.0f,
                max = settings->has_range ? settings->max : 1.0f;
    const float gain = settings->has_remap ? settings->gain : 1.0f;
    const float offset = settings->has_remap ? settings->offset : 0.0f;
    if (!is_weight(min) || !is_weight(max) || min > 0.0f || max < 0.0f)
        return bad_pose(error, "a range is finite, within 1000, and contains 0", pose, ".driven_settings");
    if (cook->source->is_absolute && min != 0.0f)
        return bad_pose(error, "in an absolute asset a range begins at 0", pose, ".driven_settings");
    if (!is_weight(gain) || !is_weight(offset))
        return bad_pose(error, "gain and offset are finite and within 1000", pose, ".driven_settings");
    if (settings->is_binary && (settings->has_range || settings->has_remap || settings->is_smooth))
        return bad_pose(error, "a binary pose has no other setting", pose, ".driven_settings");
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
    const int control = control_of(cook, source->driven_pose);
    if (control < 0)
        return bad_pose(error, "an in-between names a curve-driven pose", pose, ".driven_pose");
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
        if (role == MIEN_AUTHOR_CURVE_DRIVEN) {
            const int control = cook->control_of[p];
            cook->roles[p] =
                (MieniPoseRole){.role = MIENI_ROLE_CONTROL, .control = control, .position = 1.0f};
            status = cook_settings(cook, p, control, error);
        } else if (cook->source->is_unreal) {
            status = bad_pose(error, "unreal assets have only curve-driven poses", p, ".role");
        } else if (role == MIEN_AUTHOR_INBETWEEN) {
            status = cook_inbetween_role(cook, p, error);
        } else if (role == MIEN_AUTHOR_COMBINATION && !cook->source->is_absolute) {
            cook->roles[p] = (MieniPoseRole){.role = MIENI_ROLE_COMBINATION, .control = -1};
        } else {
            status = bad_pose(error,
                              role == MIEN_AUTHOR_COMBINATION ? "only additive assets have correctives"
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
    int i = cook->source->override_count - 1;
    while (i > 0 && (control_of(cook, cook->source->overrides[i].target) != (int)mask->target ||
                     control_of(cook, cook->source->overrides[i].source) != (int)mask->source))
        --i;
    return i;
}

static MienStatus cook_masks(MieniCook *cook, MienError *error)
{
    const int count = cook->source->override_count;
    for (int i = 0; i < count; ++i) {
        const MienAuthorOverride *mask = &cook->source->overrides[i];
        const int target = control_of(cook, mask->target), source = control_of(cook, mask->source);
        if (target < 0 || source < 0 || target == source)
            return bad(error, "an override needs two different curve-driven poses", "overrides", i, "");
        if (!(mask->amount >= 0.0f && mask->amount <= 1.0f) || !is_weight(mask->threshold))
            return bad(error, "an amount is 0 to 1, a threshold finite and within 1000", "overrides", i, "");
        if ((unsigned)mask->kind > MIEN_AUTHOR_OVERRIDE_BLOCK)
            return bad(error, "unknown kind of override", "overrides", i, "");
        cook->masks[i] = (MieniMask){
            .target = (uint32_t)target,
            .source = (uint32_t)source,
            .kind = (uint32_t)mask->kind,
            .amount = mask->amount + 0.0f,
            .threshold = mask->kind == MIEN_AUTHOR_OVERRIDE_BLOCK ? mask->threshold + 0.0f : 0.0f};
    }
    if (count > 0)
        qsort(cook->masks, (size_t)count, sizeof *cook->masks, compare_masks);
    for (int i = 1; i < count; ++i) {
        if (compare_masks(&cook->masks[i - 1], &cook->masks[i]) == 0)
            return bad(error, "two overrides between the same poses", "overrides",
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
    if (source->member_count > cook->driven_pose_count - cook->member_count)
        return bad(error, "a pose is in at most one group", "groups", g, "");
    uint32_t *members = cook->members + cook->member_count;
    for (int i = 0; i < source->member_count; ++i) {
        const int control = control_of(cook, source->members[i]);
        if (control < 0)
            return bad(error, "a member is a curve-driven pose", "groups", g, "");
        if (cook->group_of[control] >= 0)
            return bad(error, "a pose is in at most one group", "groups", g, "");
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
    int *steps = mieni_arena_take(&cook->arena, (size_t)cook->driven_pose_count, sizeof *steps);
    int *first = mieni_arena_take(&cook->arena, (size_t)cook->driven_pose_count, sizeof *first);
    if (cook->arena.is_out_of_memory)
        return cook_no_memory(error);
    for (int p = 0; p < poses; ++p)
        steps[cook->roles[p].control >= 0 ? cook->roles[p].control : 0] +=
            cook->roles[p].role == MIENI_ROLE_INBETWEEN;
    for (int c = 0; c < cook->driven_pose_count; ++c) {
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
            return bad_pose(error, "an input is a curve-driven pose or an in-between", pose, ".inputs");
        const bool is_inbetween = cook->roles[input].role == MIENI_ROLE_INBETWEEN;
        inputs[i] = (MieniInput){.is_inbetween = is_inbetween,
                                 .index = (uint32_t)(is_inbetween ? input : cook->control_of[input])};
    }
    qsort(inputs, (size_t)source->input_count, sizeof *inputs, compare_inputs);
    for (int i = 1; i < source->input_count; ++i) {
        if (compare_inputs(&inputs[i - 1], &inputs[i]) == 0)
            return bad_pose(error, "duplicate input", pose, ".inputs");
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
        cook->control_of[p] = pose->role == MIEN_AUTHOR_CURVE_DRIVEN ? cook->driven_pose_count++ : -1;
        if (pose->role == MIEN_AUTHOR_COMBINATION) {
            if (pose->input_count < 1 || pose->input_count > source->pose_count || pose->inputs == NULL)
                return bad_pose(error, "a corrective has at least one input", p, ".inputs");
            inputs += (size_t)pose->input_count;
        }
    }
    const size_t controls = (size_t)cook->driven_pose_count;
    cook->roles = mieni_arena_take(arena, poses, sizeof *cook->roles);
    cook->control_pose = mieni_arena_take(arena, controls, sizeof *cook->control_pose);
    cook->min = mieni_arena_take(arena, controls, sizeof(float));
    cook->max = mieni_arena_take(arena, controls, sizeof(float));
    cook->gain = mieni_arena_take(arena, controls, sizeof(float));
    cook->offset = mieni_arena_take(arena, controls, sizeof(float));
    cook->remap = mieni_arena_take(arena, controls, 1);
    cook->group_of = mieni_arena_take(arena, controls, sizeof *cook->group_of);
    cook->masks = mieni_arena_take(arena, (size_t)source->override_count, sizeof *cook->masks);
    cook->groups = mieni_arena_take(arena, (size_t)source->group_count, sizeof *cook->groups);
    cook->members = mieni_arena_take(arena, controls, sizeof *cook->members);
    cook->ladders = mieni_arena_take(arena, controls, sizeof *cook->ladders);
    cook->knots = mieni_arena_take(arena, poses + 2 * controls, sizeof *cook->knots);
    cook->combinations = mieni_arena_take(arena, poses, sizeof *cook->combinations);
    cook->inputs = mieni_arena_take(arena, inputs, sizeof *cook->inputs);
    return arena->is_out_of_memory ? cook_no_memory(error) : MIEN_OK;
}

static MienStatus cook_controls(MieniCook *cook, MienError *error)
{
    const MienAuthorPoseAsset *source = cook->source;
    if (source->is_unreal && (source->override_count > 0 || source->group_count > 0))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("overrides"),
                          "unreal assets have no overrides and no groups");
    MienStatus status = take_memory(cook, error);
    static MienStatus (*const steps[])(MieniCook *, MienError *) = {cook_roles, cook_masks, cook_groups,
                                                                    cook_ladders, cook_combinations};
    for (size_t i = 0; status == MIEN_OK && i < sizeof steps / sizeof steps[0]; ++i)
        status = steps[i](cook, error);
    return status;
}

// What each pose moves, in double, each stored number rounded once. Offsets are
// taken on the left (rotation then base), so that they mean the same for every
// bone whatever its base.

typedef struct Quat {
    double x, y, z, w;
} Quat;

static Quat quat(MienQuat q) { return (Quat){q.x, q.y, q.z, q.w}; }

static Quat multiply(Quat a, Quat b)
{
    return (Quat){
        ((a.w * b.x + a.x * b.w) + a.y * b.z) - a.z * b.y, ((a.w * b.y + a.y * b.w) + a.z * b.x) - a.x * b.z,
        ((a.w * b.z + a.z * b.w) + a.x * b.y) - a.y * b.x, ((a.w * b.w - a.x * b.x) - a.y * b.y) - a.z * b.z};
}

static Quat conjugate(Quat q) { return (Quat){-q.x, -q.y, -q.z, q.w}; }

static Quat negate(Quat q) { return (Quat){-q.x, -q.y, -q.z, -q.w}; }

static double dot(Quat a, Quat b) { return (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w); }

static Quat normalize(Quat q)
{
    const double scale = 1.0 / mieni_sqrt(dot(q, q));
    return (Quat){q.x * scale, q.y * scale, q.z * scale, q.w * scale};
}

/// Whether of q and -q the other one is stored: w, or where it is 0 the first of
/// x, y, z that is not, must be positive.
static bool is_lower_half(Quat q)
{
    if (q.w != 0.0)
        return q.w < 0.0;
    if (q.x != 0.0)
        return q.x < 0.0;
    return q.y != 0.0 ? q.y < 0.0 : q.z < 0.0;
}

static double length3(double x, double y, double z) { return mieni_sqrt((x * x + y * y) + z * z); }

static double magnitude(double x) { return x < 0.0 ? -x : x; }

/// A bone in a pose against its base, in every form that cooking needs.
typedef struct Difference {
    Quat offset;             ///< pose * base^-1, upper half.
    double t[3];             ///< pose - base.
    double s[3];             ///< pose / base - 1.
    double turn, move, grow; ///< Sizes of the three.
} Difference;

/// What to make of a base scale of 0, which nothing can be divided by.
typedef enum ZeroScale {
    ZERO_SCALE_FAILS,
    ZERO_SCALE_SUBTRACTS, ///< Where only the size of the difference matters.
    ZERO_SCALE_IS_UNREAL, ///< Unreal takes its reciprocal as 0.
} ZeroScale;

static bool compare(const MienTransform *pose, const MienTransform *base, ZeroScale zero_scale,
                    Difference *out)
{
    const Quat q = multiply(quat(pose->rotation), conjugate(quat(base->rotation)));
    out->offset = normalize(q);
    if (is_lower_half(out->offset))
        out->offset = negate(out->offset);
    const float *pt = &pose->translation.x, *bt = &base->translation.x, *ps = &pose->scale.x,
                *bs = &base->scale.x;
    for (int k = 0; k < 3; ++k) {
        out->t[k] = (double)pt[k] - (double)bt[k];
        if (magnitude(bs[k]) < 1e-8) {
            if (zero_scale == ZERO_SCALE_FAILS)
                return false;
            out->s[k] = zero_scale == ZERO_SCALE_IS_UNREAL ? -1.0 : (double)ps[k] - (double)bs[k];
        } else {
            out->s[k] = (double)ps[k] / (double)bs[k] - 1.0;
        }
    }
    out->turn = length3(out->offset.x, out->offset.y, out->offset.z);
    out->move = length3(out->t[0], out->t[1], out->t[2]);
    out->grow = length3(out->s[0], out->s[1], out->s[2]);
    return true;
}

/// Rounded once; q and -q must give the same bytes, so 0 has one sign.
static float rounded(double value) { return (float)value + 0.0f; }

static void store_additive(const Difference *difference, bool keep_w, MieniEntry *entry)
{
    const Quat q = difference->offset;
    entry->turn[0] = rounded(q.x);
    entry->turn[1] = rounded(q.y);
    entry->turn[2] = rounded(q.z);
    entry->turn[3] = rounded(keep_w ? q.w : q.w - 1.0);
    for (int k = 0; k < 3; ++k) {
        entry->turn[4 + k] = rounded(difference->t[k]);
        entry->scale[k] = rounded(difference->s[k]);
    }
}

/// The pose itself, its rotation on the base's side.
static void store_absolute(const MienTransform *pose, const MienTransform *base, MieniEntry *entry)
{
    Quat q = normalize(quat(pose->rotation));
    const double side = dot(q, quat(base->rotation));
    if (side < 0.0 || (side == 0.0 && is_lower_half(q)))
        q = negate(q);
    entry->turn[0] = rounded(q.x);
    entry->turn[1] = rounded(q.y);
    entry->turn[2] = rounded(q.z);
    entry->turn[3] = rounded(q.w);
    memcpy(&entry->turn[4], &pose->translation, 3 * sizeof(float));
    entry->turn[7] = 1.0f;
    memcpy(entry->scale, &pose->scale, 3 * sizeof(float));
}

static bool differs_by(const double *values, int count, double limit)
{
    for (int k = 0; k < count; ++k) {
        if (magnitude(values[k]) > limit)
            return true;
    }
    return false;
}

/// Unreal's test of influence: any component off by more than 1e-4, in
/// centimetres for translations.
static bool influences_unreal(const MienTransform *pose, const MienTransform *reference, bool is_additive)
{
    Difference difference;
    compare(pose, reference, ZERO_SCALE_IS_UNREAL, &difference);
    double q[4], s[3];
    if (is_additive) {
        const Quat offset = difference.offset;
        memcpy(q, (double[4]){offset.x, offset.y, offset.z, offset.w - 1.0}, sizeof q);
        memcpy(s, difference.s, sizeof s);
    } else {
        const Quat a = quat(pose->rotation), b = quat(reference->rotation);
        const double side = dot(a, b) < 0.0 ? -1.0 : 1.0;
        memcpy(q, (double[4]){side * a.x - b.x, side * a.y - b.y, side * a.z - b.z, side * a.w - b.w},
               sizeof q);
        const float *ps = &pose->scale.x, *rs = &reference->scale.x;
        for (int k = 0; k < 3; ++k)
            s[k] = (double)ps[k] - (double)rs[k];
    }
    return differs_by(q, 4, 1e-4) || differs_by(difference.t, 3, 1e-6) || differs_by(s, 3, 1e-4);
}

static bool is_held(const MienAuthorPose *pose, int bone)
{
    for (int i = 0; i < pose->hold_count; ++i) {
        if (pose->hold[i] == bone)
            return true;
    }
    return false;
}

static void note_dropped(MieniCook *cook, const Difference *difference)
{
    MienAuthorCookReport *report = &cook->report;
    if (difference->turn == 0.0 && difference->move == 0.0 && difference->grow == 0.0)
        return;
    ++report->dropped;
    const float turn = (float)difference->turn, move = (float)difference->move,
                grow = (float)difference->grow;
    if (turn > report->largest_dropped_rotation)
        report->largest_dropped_rotation = turn;
    if (move > report->largest_dropped_translation)
        report->largest_dropped_translation = move;
    if (grow > report->largest_dropped_scale)
        report->largest_dropped_scale = grow;
}

static const MienTransform *base_of(const MieniCook *cook, int bone)
{
    return cook->source->base != NULL ? &cook->source->base[bone] : &cook->source->skeleton->bones[bone].rest;
}

/// Cooks one pair if it moves; *out_kept says whether entry was filled.
static MienStatus cook_pair(MieniCook *cook, int pose, int bone, MieniEntry *entry, bool *out_kept,
                            MienError *error)
{
    const MienAuthorPoseAsset *source = cook->source;
    const MienTransform *base = base_of(cook, bone);
    const MienTransform *posed = source->poses[pose].bones != NULL ? &source->poses[pose].bones[bone] : base;
    const ZeroScale zero_scale = source->is_unreal     ? ZERO_SCALE_IS_UNREAL
                                 : source->is_absolute ? ZERO_SCALE_SUBTRACTS
                                                       : ZERO_SCALE_FAILS;
    Difference difference;
    if (!mieni_author_transform_is_sane(posed))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("poses[%d].bones[%d]", pose, bone),
                          "a posed bone needs a rotation of length 1 and finite, sane lengths");
    if (!compare(posed, base, zero_scale, &difference))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("poses[%d].bones[%d].scale", pose, bone),
                          "an additive pose cannot be relative to a scale of 0");
    if (source->is_unreal) {
        const MienTransform *against = source->is_absolute ? &source->skeleton->bones[bone].rest : base;
        *out_kept = influences_unreal(posed, against, !source->is_absolute);
    } else {
        *out_kept = difference.turn > 1e-5 || difference.move > 1e-5 * cook->extent ||
                    difference.grow > 1e-5 || (source->is_absolute && is_held(&source->poses[pose], bone));
    }
    if (!*out_kept) {
        note_dropped(cook, &difference);
        return MIEN_OK;
    }
    *entry = (MieniEntry){.pose = pose, .bone = bone};
    if (source->is_absolute)
        store_absolute(posed, base, entry);
    else
        store_additive(&difference, source->is_unreal, entry);
    if (!mieni_all_within(entry->scale, 3, MIEN_MAX_LENGTH) ||
        !mieni_all_within(entry->turn + 4, 3, MIEN_MAX_LENGTH))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("poses[%d].bones[%d]", pose, bone),
                          "a pose moves or grows a bone by more than 1e6");
    return MIEN_OK;
}

static MienQuat stored(Quat q) { return (MienQuat){rounded(q.x), rounded(q.y), rounded(q.z), rounded(q.w)}; }

/// Longest side of the box around the reference pose's bones, in model space; and how bones are turned in it.
static MienStatus measure_rest(MieniCook *cook, MienError *error)
{
    const MienAuthorSkeleton *skeleton = cook->source->skeleton;
    typedef struct Model {
        Quat q;
        double t[3], s[3];
    } Model;
    Model *model = mieni_arena_take(&cook->arena, (size_t)skeleton->bone_count, sizeof *model);
    cook->rest = mieni_arena_take(&cook->arena, (size_t)skeleton->bone_count, sizeof *cook->rest);
    if (cook->arena.is_out_of_memory)
        return cook_no_memory(error);
    double low[3] = {0}, high[3] = {0};
    for (int b = 0; b < skeleton->bone_count; ++b) {
        const MienTransform *local = &skeleton->bones[b].rest;
        const Model root = {.q = {0.0, 0.0, 0.0, 1.0}, .s = {1.0, 1.0, 1.0}};
        const Model *parent = skeleton->bones[b].parent >= 0 ? &model[skeleton->bones[b].parent] : &root;
        const Quat v = {parent->s[0] * local->translation.x, parent->s[1] * local->translation.y,
                        parent->s[2] * local->translation.z, 0.0};
        const Quat moved = multiply(multiply(parent->q, v), conjugate(parent->q));
        const double offset[3] = {moved.x, moved.y, moved.z};
        const float *scale = &local->scale.x;
        model[b].q = normalize(multiply(parent->q, quat(local->rotation)));
        cook->rest[b] = (MieniRest){stored(parent->q), stored(normalize(quat(local->rotation)))};
        for (int k = 0; k < 3; ++k) {
            model[b].t[k] = parent->t[k] + offset[k];
            model[b].s[k] = parent->s[k] * (double)scale[k];
            if (b == 0 || model[b].t[k] < low[k])
                low[k] = model[b].t[k];
            if (b == 0 || model[b].t[k] > high[k])
                high[k] = model[b].t[k];
        }
    }
    for (int k = 0; k < 3; ++k)
        cook->extent = high[k] - low[k] > cook->extent ? high[k] - low[k] : cook->extent;
    if (!(cook->extent <= 1e7))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("skeleton"),
                          "the rest pose is larger than 10,000 km; wrong unit?");
    if (cook->extent < 1e-6)
        cook->extent = 0.0;
    // The same number that is stored decides what is dropped.
    cook->extent = (float)cook->extent;
    cook->report.extent = (float)cook->extent;
    return MIEN_OK;
}

static MienStatus collect(MieniCook *cook, MienError *error)
{
    const int bones = cook->source->skeleton->bone_count;
    // Twice: to count, then to keep. Cooking is rare, memory for the worst case is not small.
    for (int pass = 0; pass < 2; ++pass) {
        cook->report.dropped = 0;
        cook->entry_count = 0;
        for (int p = 0; p < cook->source->pose_count; ++p) {
            // Without bones a pose is as its base: no offset, but it may hold some.
            const bool may_move = cook->source->poses[p].bones != NULL || cook->source->is_absolute;
            for (int b = 0; may_move && b < bones; ++b) {
                MieniEntry entry;
                bool is_kept = false;
                const MienStatus status = cook_pair(cook, p, b, &entry, &is_kept, error);
                if (status != MIEN_OK)
                    return status;
                if (is_kept && pass == 1)
                    cook->entries[cook->entry_count] = entry;
                cook->entry_count += is_kept;
                if (cook->entry_count == INT32_MAX / 64)
                    return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("poses[%d]", p),
                                      "more entries than a pack can hold");
            }
        }
        if (pass == 0)
            cook->entries = mieni_arena_take(&cook->arena, (size_t)cook->entry_count, sizeof *cook->entries);
        if (cook->arena.is_out_of_memory)
            return cook_no_memory(error);
    }
    return MIEN_OK;
}

/// The asset's bones: those that some pose moves (in unreal assets all), by
/// descending max LOD, otherwise in the skeleton's order.
static MienStatus order_bones(MieniCook *cook, MienError *error)
{
    const MienAuthorSkeleton *skeleton = cook->source->skeleton;
    const size_t count = (size_t)skeleton->bone_count;
    int *levels = mieni_arena_take(&cook->arena, count, sizeof *levels);
    uint8_t *moves = mieni_arena_take(&cook->arena, count, 1);
    cook->bones = mieni_arena_take(&cook->arena, count, sizeof(int));
    cook->asset_bone = mieni_arena_take(&cook->arena, count, sizeof(int));
    if (cook->arena.is_out_of_memory)
        return cook_no_memory(error);
    for (int i = 0; i < cook->entry_count; ++i)
        moves[cook->entries[i].bone] = 1;
    for (size_t b = 0; b < count; ++b)
        levels[b] = skeleton->bones[b].max_lod;
    const int *order = mieni_author_level_order(&cook->arena, levels, (int)count);
    if (order == NULL)
        return cook_no_memory(error);
    for (size_t i = 0; i < count; ++i) {
        const int bone = order[i];
        cook->asset_bone[bone] = -1;
        if (cook->source->is_unreal || moves[bone]) {
            cook->asset_bone[bone] = cook->bone_count;
            cook->bones[cook->bone_count++] = bone;
        }
    }
    return MIEN_OK;
}

/// Renumbers entries to the asset's bones and sorts each pose's by them, through
/// a table: bones of one pose are all different.
static MienStatus sort_entries(MieniCook *cook, MienError *error)
{
    MieniEntry *sorted = mieni_arena_take(&cook->arena, (size_t)cook->entry_count, sizeof *sorted);
    int *place = mieni_arena_take(&cook->arena, (size_t)cook->bone_count, sizeof *place);
    if (cook->arena.is_out_of_memory)
        return cook_no_memory(error);
    for (int first = 0, end; first < cook->entry_count; first = end) {
        for (int b = 0; b < cook->bone_count; ++b)
            place[b] = -1;
        for (end = first; end < cook->entry_count && cook->entries[end].pose == cook->entries[first].pose;
             ++end)
            place[cook->asset_bone[cook->entries[end].bone]] = end;
        int next = first;
        for (int b = 0; b < cook->bone_count; ++b) {
            if (place[b] >= 0) {
                sorted[next] = cook->entries[place[b]];
                sorted[next++].bone = b;
            }
        }
    }
    cook->entries = sorted;
    cook->report.entries = cook->entry_count;
    cook->report.has_scale = cook->source->is_absolute;
    static const float zeros[3] = {0.0f, 0.0f, 0.0f};
    for (int i = 0; i < cook->entry_count; ++i)
        cook->report.has_scale = cook->report.has_scale || memcmp(sorted[i].scale, zeros, sizeof zeros) != 0;
    return MIEN_OK;
}

static MienStatus check_holds(MieniCook *cook, MienError *error)
{
    for (int p = 0; p < cook->source->pose_count; ++p) {
        const MienAuthorPose *pose = &cook->source->poses[p];
        if (pose->hold_count < 0 || (pose->hold_count > 0 && pose->hold == NULL))
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("poses[%d].hold", p),
                              "a pose holds bones that are not listed");
        for (int i = 0; i < pose->hold_count; ++i) {
            if (pose->hold[i] < 0 || pose->hold[i] >= cook->source->skeleton->bone_count)
                return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("poses[%d].hold[%d]", p, i),
                                  "no such bone");
        }
    }
    return MIEN_OK;
}

static MienStatus check_base(MieniCook *cook, MienError *error)
{
    for (int b = 0; b < cook->source->skeleton->bone_count; ++b) {
        if (!mieni_author_transform_is_sane(base_of(cook, b)))
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("base[%d]", b),
                              "the base needs rotations of length 1 and finite, sane lengths");
    }
    return MIEN_OK;
}

static MienStatus cook_entries(MieniCook *cook, MienError *error)
{
    static MienStatus (*const steps[])(MieniCook *, MienError *) = {check_holds, check_base,  measure_rest,
                                                                    collect,     order_bones, sort_entries};
    MienStatus status = MIEN_OK;
    for (size_t i = 0; status == MIEN_OK && i < sizeof steps / sizeof steps[0]; ++i)
        status = steps[i](cook, error);
    return status;
}

// What each pose does to curves (morphs, material values). A pose defines what
// it lists and nothing else; in unreal assets every pose defines every curve.

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
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("base_curves[%d]", c),
                              "a curve's base value must be finite and sane");
    }
    for (int p = 0; p < source->pose_count; ++p) {
        const MienAuthorPose *pose = &source->poses[p];
        if (pose->curve_count < 0 || pose->curve_count > source->curve_count ||
            (pose->curve_count > 0 && pose->curves == NULL))
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("poses[%d].curves", p),
                              "a pose lists more curves than there are");
        for (int i = 0; i < pose->curve_count; ++i) {
            if (pose->curves[i].curve < 0 || pose->curves[i].curve >= source->curve_count)
                return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("poses[%d].curves[%d].curve", p, i),
                                  "no such curve");
            if (!mieni_all_within(&pose->curves[i].value, 1, MIEN_MAX_CURVE / 2.0f))
                return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("poses[%d].curves[%d].value", p, i),
                                  "a curve's value must be finite and sane");
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
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("poses[%d].curves[%d]", p, i),
                              "duplicate curve");
        defined[curve] = 2;
        values[curve] = given->value;
    }
    return MIEN_OK;
}

static MienStatus cook_curves(MieniCook *cook, MienError *error)
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
        return cook_no_memory(error);
    if (most > INT32_MAX / 8)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("curves"),
                          "more curve entries than a pack can hold");
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

/// The parts of a pack that are made here.
typedef struct Parts {
    MieniPoseHeader info;
    MieniText text;
    MieniNameList poses, bones, curves;
    MienTransform *base;
    MienVec3 *reference;
    MieniRest *rest;
    uint8_t *bone_levels, *curve_levels;
    float *curve_base;
    // By pose, in groups of four.
    uint32_t *group_first;
    uint16_t *group_bones;
    float *group_turn, *group_scale;
    size_t group_count;
    uint64_t *bone_bits;
    size_t word_count;
    // By bone, in slices.
    uint32_t *slice_first;
    uint16_t *slice_bones, *slice_poses;
    float *slice_data;
    size_t slice_count, step_count, channel_count;
    MieniRow *rows;
    uint32_t *curve_row_first;
    uint16_t *curve_row_poses;
    float *curve_row_values;
} Parts;

static MienStatus make_names(MieniCook *cook, Parts *parts, MienError *error)
{
    const MienAuthorPoseAsset *source = cook->source;
    const size_t poses = (size_t)source->pose_count, bones = (size_t)cook->bone_count;
    const size_t curves = (size_t)source->curve_count;
    const char **pose_names = mieni_arena_take(&cook->arena, poses, sizeof *pose_names);
    const char **bone_names = mieni_arena_take(&cook->arena, bones, sizeof *bone_names);
    const char **curve_names = mieni_arena_take(&cook->arena, curves, sizeof *curve_names);
    mieni_text_begin(&parts->text, &cook->arena, poses + bones + curves);
    if (cook->arena.is_out_of_memory)
        return cook_no_memory(error);
    for (size_t i = 0; i < poses; ++i)
        pose_names[i] = source->poses[i].name;
    for (size_t i = 0; i < bones; ++i)
        bone_names[i] = source->skeleton->bones[cook->bones[i]].name;
    for (size_t i = 0; i < curves; ++i)
        curve_names[i] = source->curves[cook->curve_order[i]].name;
    const MieniNameSource lists[] = {
        {pose_names, (int)poses, source->is_unreal, "poses", NULL, NULL},
        {bone_names, (int)bones, source->is_unreal, "skeleton.bones", cook->bones, NULL},
        {curve_names, (int)curves, source->is_unreal, "curves", cook->curve_order, NULL},
    };
    MieniNameList *const out[] = {&parts->poses, &parts->bones, &parts->curves};
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < 3; ++i)
        status = mieni_text_add_list(&parts->text, &cook->arena, &lists[i], out[i], error);
    return status;
}

static MienStatus make_tables(MieniCook *cook, Parts *parts, MienError *error)
{
    const MienAuthorPoseAsset *source = cook->source;
    const size_t bones = (size_t)cook->bone_count, curves = (size_t)source->curve_count;
    parts->base = mieni_arena_take(&cook->arena, bones, sizeof *parts->base);
    parts->reference = mieni_arena_take(&cook->arena, bones, sizeof *parts->reference);
    parts->rest = mieni_arena_take(&cook->arena, bones, sizeof *parts->rest);
    parts->bone_levels = mieni_arena_take(&cook->arena, bones, 1);
    parts->curve_levels = mieni_arena_take(&cook->arena, curves, 1);
    parts->curve_base = mieni_arena_take(&cook->arena, curves, sizeof(float));
    if (cook->arena.is_out_of_memory)
        return cook_no_memory(error);
    for (size_t i = 0; i < bones; ++i) {
        const MienAuthorBone *bone = &source->skeleton->bones[cook->bones[i]];
        parts->base[i] =
            mieni_author_clean(source->base != NULL ? &source->base[cook->bones[i]] : &bone->rest);
        parts->reference[i] = bone->rest.translation;
        parts->rest[i] = cook->rest[cook->bones[i]];
        parts->bone_levels[i] = (uint8_t)bone->max_lod;
    }
    for (size_t i = 0; i < curves; ++i) {
        const int curve = cook->curve_order[i];
        parts->curve_levels[i] = (uint8_t)source->curves[curve].max_lod;
        parts->curve_base[i] = source->base_curves != NULL ? source->base_curves[curve] : 0.0f;
    }
    return MIEN_OK;
}

static MienStatus make_groups(MieniCook *cook, Parts *parts, MienError *error)
{
    const size_t poses = (size_t)cook->source->pose_count, bones = (size_t)cook->bone_count;
    parts->group_first = mieni_arena_take(&cook->arena, poses + 1, sizeof(uint32_t));
    if (cook->arena.is_out_of_memory)
        return cook_no_memory(error);
    for (int i = 0; i < cook->entry_count; ++i)
        ++parts->group_first[cook->entries[i].pose + 1];
    for (size_t p = 0; p < poses; ++p)
        parts->group_first[p + 1] = parts->group_first[p] + (parts->group_first[p + 1] + 3) / 4;
    parts->group_count = parts->group_first[poses];
    parts->word_count = (bones + 63) / 64;
    parts->group_bones = mieni_arena_take(&cook->arena, parts->group_count * 4, sizeof(uint16_t));
    parts->group_turn = mieni_arena_take(&cook->arena, parts->group_count * 4 * MIENI_TURN, sizeof(float));
    parts->group_scale = mieni_arena_take(&cook->arena, parts->group_count * 4 * MIENI_SCALE, sizeof(float));
    parts->bone_bits = mieni_arena_take(&cook->arena, poses * parts->word_count, sizeof(uint64_t));
    if (cook->arena.is_out_of_memory)
        return cook_no_memory(error);
    for (size_t i = 0; i < parts->group_count * 4; ++i)
        parts->group_bones[i] = (uint16_t)bones;
    size_t place = 0;
    for (int i = 0; i < cook->entry_count; ++i) {
        const MieniEntry *entry = &cook->entries[i];
        if (i == 0 || entry->pose != entry[-1].pose)
            place = (size_t)parts->group_first[entry->pose] * 4;
        parts->group_bones[place] = (uint16_t)entry->bone;
        memcpy(parts->group_turn + place * MIENI_TURN, entry->turn, sizeof entry->turn);
        memcpy(parts->group_scale + place * MIENI_SCALE, entry->scale, sizeof entry->scale);
        parts->bone_bits[(size_t)entry->pose * parts->word_count + (size_t)entry->bone / 64] |=
            (uint64_t)1 << (entry->bone % 64);
        ++place;
    }
    return MIEN_OK;
}

typedef struct RowKey {
    int level, length, bone;
} RowKey;

static int compare_rows(const void *left, const void *right)
{
    const RowKey *a = left, *b = right;
    if (a->level != b->level)
        return a->level > b->level ? -1 : 1;
    if (a->length != b->length)
        return a->length > b->length ? -1 : 1;
    return (a->bone > b->bone) - (a->bone < b->bone);
}

/// Which bone goes where: longest rows first, so that the eight of a slice are
/// about equally long.
static MienStatus place_rows(MieniCook *cook, Parts *parts, MienError *error)
{
    const size_t bones = (size_t)cook->bone_count;
    RowKey *keys = mieni_arena_take(&cook->arena, bones, sizeof *keys);
    parts->slice_count = (bones + MIENI_SLICE - 1) / MIENI_SLICE;
    parts->rows = mieni_arena_take(&cook->arena, bones, sizeof *parts->rows);
    parts->slice_first = mieni_arena_take(&cook->arena, parts->slice_count + 1, sizeof(uint32_t));
    parts->slice_bones = mieni_arena_take(&cook->arena, parts->slice_count * MIENI_SLICE, sizeof(uint16_t));
    if (cook->arena.is_out_of_memory)
        return cook_no_memory(error);
    for (int i = 0; i < cook->entry_count; ++i)
        ++parts->rows[cook->entries[i].bone].count;
    for (size_t b = 0; b < bones; ++b)
        keys[b] = (RowKey){parts->bone_levels[b], (int)parts->rows[b].count, (int)b};
    if (bones > 0)
        qsort(keys, bones, sizeof *keys, compare_rows);
    for (size_t place = 0; place < parts->slice_count * MIENI_SLICE; ++place) {
        parts->slice_bones[place] = (uint16_t)(place < bones ? (size_t)keys[place].bone : bones);
        if (place >= bones)
            continue;
        uint32_t *longest = &parts->slice_first[place / MIENI_SLICE + 1];
        parts->rows[keys[place].bone].place = (uint32_t)place;
        *longest = (uint32_t)keys[place].length > *longest ? (uint32_t)keys[place].length : *longest;
    }
    for (size_t slice = 0; slice < parts->slice_count; ++slice)
        parts->slice_first[slice + 1] += parts->slice_first[slice];
    parts->step_count = parts->slice_first[parts->slice_count];
    return MIEN_OK;
}

static MienStatus make_slices(MieniCook *cook, Parts *parts, MienError *error)
{
    const MienStatus status = place_rows(cook, parts, error);
    if (status != MIEN_OK)
        return status;
    const size_t channels = (size_t)mieni_channel_count(cook->report.has_scale),
                 step = channels * MIENI_SLICE;
    parts->channel_count = channels;
    parts->slice_poses = mieni_arena_take(&cook->arena, parts->step_count * MIENI_SLICE, sizeof(uint16_t));
    parts->slice_data = mieni_arena_take(&cook->arena, parts->step_count * step, sizeof(float));
    uint32_t *filled = mieni_arena_take(&cook->arena, (size_t)cook->bone_count, sizeof *filled);
    if (cook->arena.is_out_of_memory)
        return cook_no_memory(error);
    for (size_t i = 0; i < parts->step_count * MIENI_SLICE; ++i)
        parts->slice_poses[i] = (uint16_t)cook->source->pose_count;
    // Entries are in order of pose, so each row ends up in order of pose.
    for (int i = 0; i < cook->entry_count; ++i) {
        const MieniEntry *entry = &cook->entries[i];
        const size_t place = parts->rows[entry->bone].place, lane = place % MIENI_SLICE;
        const size_t at = parts->slice_first[place / MIENI_SLICE] + filled[entry->bone]++;
        float *data = parts->slice_data + at * step + lane;
        parts->slice_poses[at * MIENI_SLICE + lane] = (uint16_t)entry->pose;
        for (size_t c = 0; c < channels; ++c)
            data[c * MIENI_SLICE] = c < 7 ? entry->turn[c] : entry->scale[c - 7];
    }
    return MIEN_OK;
}

static MienStatus make_curve_rows(MieniCook *cook, Parts *parts, MienError *error)
{
    const size_t curves = (size_t)cook->source->curve_count, entries = (size_t)cook->curve_entry_count;
    parts->curve_row_first = mieni_arena_take(&cook->arena, curves + 1, sizeof(uint32_t));
    parts->curve_row_poses = mieni_arena_take(&cook->arena, entries, sizeof(uint16_t));
    parts->curve_row_values = mieni_arena_take(&cook->arena, entries, sizeof(float));
    uint32_t *next = mieni_arena_take(&cook->arena, curves + 1, sizeof *next);
    if (cook->arena.is_out_of_memory)
        return cook_no_memory(error);
    for (size_t i = 0; i < entries; ++i)
        ++parts->curve_row_first[cook->curve_ids[i] + 1];
    for (size_t c = 0; c < curves; ++c) {
        parts->curve_row_first[c + 1] += parts->curve_row_first[c];
        next[c] = parts->curve_row_first[c];
    }
    for (int p = 0; p < cook->source->pose_count; ++p) {
        for (uint32_t e = cook->curve_first[p]; e < cook->curve_first[p + 1]; ++e) {
            const size_t place = next[cook->curve_ids[e]]++;
            parts->curve_row_poses[place] = (uint16_t)p;
            parts->curve_row_values[place] = cook->curve_values[e];
        }
    }
    return MIEN_OK;
}

static void add_rules(MieniPackWriter *writer, const MieniCook *cook)
{
    const size_t controls = (size_t)cook->driven_pose_count;
    mieni_writer_add(writer, MIENI_POSE_ROLES, sizeof *cook->roles, (size_t)cook->source->pose_count,
                     cook->roles);
    mieni_writer_add(writer, MIENI_POSE_CONTROLS, 4, controls, cook->control_pose);
    mieni_writer_add(writer, MIENI_POSE_MIN, 4, controls, cook->min);
    mieni_writer_add(writer, MIENI_POSE_MAX, 4, controls, cook->max);
    mieni_writer_add(writer, MIENI_POSE_GAIN, 4, controls, cook->gain);
    mieni_writer_add(writer, MIENI_POSE_OFFSET, 4, controls, cook->offset);
    mieni_writer_add(writer, MIENI_POSE_REMAP, 1, controls, cook->remap);
    mieni_writer_add(writer, MIENI_POSE_CONTROL_GROUP, 4, controls, cook->group_of);
    mieni_writer_add(writer, MIENI_POSE_MASKS, sizeof *cook->masks, (size_t)cook->source->override_count,
                     cook->masks);
    mieni_writer_add(writer, MIENI_POSE_GROUPS, sizeof *cook->groups, (size_t)cook->source->group_count,
                     cook->groups);
    mieni_writer_add(writer, MIENI_POSE_MEMBERS, 4, (size_t)cook->member_count, cook->members);
    mieni_writer_add(writer, MIENI_POSE_LADDERS, sizeof *cook->ladders, (size_t)cook->ladder_count,
                     cook->ladders);
    mieni_writer_add(writer, MIENI_POSE_KNOTS, sizeof *cook->knots, (size_t)cook->knot_count, cook->knots);
    mieni_writer_add(writer, MIENI_POSE_COMBINATIONS, sizeof *cook->combinations,
                     (size_t)cook->combination_count, cook->combinations);
    mieni_writer_add(writer, MIENI_POSE_INPUTS, sizeof *cook->inputs, (size_t)cook->input_count,
                     cook->inputs);
}

static void add_entries(MieniPackWriter *writer, const MieniCook *cook, const Parts *parts)
{
    const size_t poses = (size_t)cook->source->pose_count, bones = (size_t)cook->bone_count;
    const size_t curves = (size_t)cook->source->curve_count;
    const size_t curve_entries = (size_t)cook->curve_entry_count, scale = cook->report.has_scale ? 1 : 0;
    mieni_writer_add(writer, MIENI_POSE_GROUP_FIRST, 4, poses + 1, parts->group_first);
    mieni_writer_add(writer, MIENI_POSE_GROUP_BONES, 8, parts->group_count, parts->group_bones);
    mieni_writer_add(writer, MIENI_POSE_GROUP_TURN, 16 * MIENI_TURN, parts->group_count, parts->group_turn);
    mieni_writer_add(writer, MIENI_POSE_GROUP_SCALE, 16 * MIENI_SCALE, parts->group_count * scale,
                     parts->group_scale);
    mieni_writer_add(writer, MIENI_POSE_BONE_BITS, 8, poses * parts->word_count, parts->bone_bits);
    mieni_writer_add(writer, MIENI_POSE_SLICE_FIRST, 4, parts->slice_count + 1, parts->slice_first);
    mieni_writer_add(writer, MIENI_POSE_SLICE_BONES, 2 * MIENI_SLICE, parts->slice_count, parts->slice_bones);
    mieni_writer_add(writer, MIENI_POSE_SLICE_POSES, 2 * MIENI_SLICE, parts->step_count, parts->slice_poses);
    mieni_writer_add(writer, MIENI_POSE_SLICE_DATA, 4 * MIENI_SLICE * parts->channel_count, parts->step_count,
                     parts->slice_data);
    mieni_writer_add(writer, MIENI_POSE_ROWS, sizeof *parts->rows, bones, parts->rows);
    mieni_writer_add(writer, MIENI_POSE_CURVE_FIRST, 4, poses + 1, cook->curve_first);
    mieni_writer_add(writer, MIENI_POSE_CURVE_IDS, 2, curve_entries, cook->curve_ids);
    mieni_writer_add(writer, MIENI_POSE_CURVE_VALUES, 4, curve_entries, cook->curve_values);
    mieni_writer_add(writer, MIENI_POSE_CURVE_ROWS, 4, curves + 1, parts->curve_row_first);
    mieni_writer_add(writer, MIENI_POSE_CURVE_ROW_POSES, 2, curve_entries, parts->curve_row_poses);
    mieni_writer_add(writer, MIENI_POSE_CURVE_ROW_VALUES, 4, curve_entries, parts->curve_row_values);
}

static MienStatus write_pack(const MieniCook *cook, Parts *parts, const MienAllocator *allocator,
                             MienAuthorPack *out_pack, MienError *error)
{
    const MienAuthorPoseAsset *source = cook->source;
    const size_t poses = (size_t)source->pose_count, bones = (size_t)cook->bone_count;
    const size_t curves = (size_t)source->curve_count;
    const uint32_t flags = (source->is_absolute ? 0 : MIENI_POSE_ADDITIVE) |
                           (source->is_unreal ? MIENI_POSE_UNREAL : 0) |
                           (cook->report.has_scale ? MIENI_POSE_SCALE : 0);
    parts->info = (MieniPoseHeader){.pose_count = (uint32_t)poses,
                                    .driven_pose_count = (uint32_t)cook->driven_pose_count,
                                    .bone_count = (uint32_t)bones,
                                    .curve_count = (uint32_t)curves,
                                    .flags = flags,
                                    .base_pose = source->base_pose - 1,
                                    .extent = (float)cook->extent};
    MieniPackWriter writer = {.kind = MIEN_PACK_POSE_ASSET, .version = MIENI_POSE_VERSION};
    mieni_writer_add(&writer, MIENI_POSE_INFO, sizeof parts->info, 1, &parts->info);
    mieni_writer_add(&writer, MIENI_POSE_TEXT, 1, parts->text.size, parts->text.bytes);
    mieni_writer_add(&writer, MIENI_POSE_NAMES, 4, poses, parts->poses.offsets);
    mieni_writer_add(&writer, MIENI_POSE_SORTED, 4, poses, parts->poses.sorted);
    add_rules(&writer, cook);
    mieni_writer_add(&writer, MIENI_POSE_BONE_NAMES, 4, bones, parts->bones.offsets);
    mieni_writer_add(&writer, MIENI_POSE_BONE_SORTED, 4, bones, parts->bones.sorted);
    mieni_writer_add(&writer, MIENI_POSE_BASE, sizeof(MienTransform), bones, parts->base);
    mieni_writer_add(&writer, MIENI_POSE_REFERENCE, sizeof(MienVec3), bones, parts->reference);
    mieni_writer_add(&writer, MIENI_POSE_REST, sizeof(MieniRest), bones, parts->rest);
    mieni_writer_add(&writer, MIENI_POSE_BONE_LODS, 1, bones, parts->bone_levels);
    mieni_writer_add(&writer, MIENI_POSE_CURVE_NAMES, 4, curves, parts->curves.offsets);
    mieni_writer_add(&writer, MIENI_POSE_CURVE_SORTED, 4, curves, parts->curves.sorted);
    mieni_writer_add(&writer, MIENI_POSE_CURVE_BASE, 4, curves, parts->curve_base);
    mieni_writer_add(&writer, MIENI_POSE_CURVE_LODS, 1, curves, parts->curve_levels);
    add_entries(&writer, cook, parts);
    return mieni_writer_finish(&writer, allocator, out_pack, error);
}

static MienStatus check_source(const MienAuthorPoseAsset *asset, MienError *error)
{
    if (asset->skeleton == NULL || (asset->skeleton->bone_count > 0 && asset->skeleton->bones == NULL) ||
        (asset->pose_count > 0 && asset->poses == NULL) ||
        (asset->curve_count > 0 && asset->curves == NULL) ||
        (asset->override_count > 0 && asset->overrides == NULL) ||
        (asset->group_count > 0 && asset->groups == NULL))
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                          "the skeleton and every counted list must be given");
    if (asset->pose_count < 0 || asset->pose_count > MIEN_MAX_POSES)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("poses"), "an asset has at most 65535 poses");
    if (asset->curve_count < 0 || asset->curve_count > MIEN_MAX_CURVES)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("curves"), "an asset has at most 65535 curves");
    if (asset->override_count < 0 || asset->group_count < 0)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("overrides, groups"), "a count is negative");
    if (asset->base_pose < 0 || asset->base_pose > asset->pose_count)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("base_pose"), "the base names no pose");
    return mieni_author_check_skeleton(asset->skeleton, "skeleton.", error);
}

MienStatus mien_author_pose_asset_cook(const MienAuthorPoseAsset *asset, const MienAllocator *allocator,
                                       MienAuthorPack *out_pack, MienAuthorCookReport *out_report,
                                       MienError *error)
{
    if (out_pack != NULL)
        *out_pack = (MienAuthorPack){0};
    if (asset == NULL || out_pack == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "asset and out_pack must be given");
    const MieniFloatEnv env = mieni_float_env_enter();
    MieniCook cook = {.source = asset, .arena = {.allocator = allocator}};
    Parts parts = {0};
    static MienStatus (*const cooks[])(MieniCook *, MienError *) = {cook_controls, cook_entries, cook_curves};
    static MienStatus (*const makes[])(MieniCook *, Parts *, MienError *) = {
        make_names, make_tables, make_groups, make_slices, make_curve_rows};
    MienStatus status = check_source(asset, error);
    for (size_t i = 0; status == MIEN_OK && i < sizeof cooks / sizeof cooks[0]; ++i)
        status = cooks[i](&cook, error);
    for (size_t i = 0; status == MIEN_OK && i < sizeof makes / sizeof makes[0]; ++i)
        status = makes[i](&cook, &parts, error);
    if (status == MIEN_OK)
        status = write_pack(&cook, &parts, allocator, out_pack, error);
    if (status == MIEN_OK && out_report != NULL)
        *out_report = cook.report;
    mieni_arena_release(&cook.arena);
    mieni_float_env_leave(env);
    return status;
}
