// SPDX-License-Identifier: MIT
//
// What each pose moves, in double, each stored number rounded once. Offsets are
// taken on the left (rotation then base), so that they mean the same for every
// bone whatever its base.

#include "core/float_rules.h"

#include "author/cook/pose_asset.h"
#include "core/square_root.h"

#include <string.h>

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
    return cook->source->base != NULL ? &cook->source->base[bone]
                                      : &cook->source->skeleton->bones[bone].reference;
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
        return mieni_fail(error, MIEN_ERROR_DATA,
                          "a posed bone needs a rotation of length 1 and finite, sane lengths",
                          "poses[%d].bones[%d]", pose, bone);
    if (!compare(posed, base, zero_scale, &difference))
        return mieni_fail(error, MIEN_ERROR_DATA, "an additive pose cannot be relative to a scale of 0",
                          "poses[%d].bones[%d].scale", pose, bone);
    if (source->is_unreal) {
        const MienTransform *against = source->is_absolute ? &source->skeleton->bones[bone].reference : base;
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
        return mieni_fail(error, MIEN_ERROR_DATA, "a pose moves or grows a bone by more than 1e6",
                          "poses[%d].bones[%d]", pose, bone);
    return MIEN_OK;
}

/// Longest side of the box around the reference pose's bones, in model space.
static MienStatus measure_extent(MieniCook *cook, MienError *error)
{
    const MienAuthorSkeleton *skeleton = cook->source->skeleton;
    typedef struct Model {
        Quat q;
        double t[3], s[3];
    } Model;
    Model *model = mieni_arena_take(&cook->arena, (size_t)skeleton->bone_count, sizeof *model);
    if (model == NULL)
        return mieni_cook_no_memory(error);
    double low[3] = {0}, high[3] = {0};
    for (int b = 0; b < skeleton->bone_count; ++b) {
        const MienTransform *local = &skeleton->bones[b].reference;
        const Model root = {.q = {0.0, 0.0, 0.0, 1.0}, .s = {1.0, 1.0, 1.0}};
        const Model *parent = skeleton->bones[b].parent >= 0 ? &model[skeleton->bones[b].parent] : &root;
        const Quat v = {parent->s[0] * local->translation.x, parent->s[1] * local->translation.y,
                        parent->s[2] * local->translation.z, 0.0};
        const Quat moved = multiply(multiply(parent->q, v), conjugate(parent->q));
        const double offset[3] = {moved.x, moved.y, moved.z};
        const float *scale = &local->scale.x;
        model[b].q = normalize(multiply(parent->q, quat(local->rotation)));
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
        return mieni_fail(error, MIEN_ERROR_DATA, "the reference pose is larger than 10,000 km; wrong unit?",
                          "skeleton");
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
                    return mieni_fail(error, MIEN_ERROR_LIMIT, "more entries than a pack can hold",
                                      "poses[%d]", p);
            }
        }
        if (pass == 0)
            cook->entries = mieni_arena_take(&cook->arena, (size_t)cook->entry_count, sizeof *cook->entries);
        if (cook->arena.is_out_of_memory)
            return mieni_cook_no_memory(error);
    }
    return MIEN_OK;
}

/// The asset's bones: those that some pose moves (in unreal assets all), by
/// descending last level, otherwise in the skeleton's order.
static MienStatus order_bones(MieniCook *cook, MienError *error)
{
    const MienAuthorSkeleton *skeleton = cook->source->skeleton;
    const size_t count = (size_t)skeleton->bone_count;
    int *levels = mieni_arena_take(&cook->arena, count, sizeof *levels);
    uint8_t *moves = mieni_arena_take(&cook->arena, count, 1);
    cook->bones = mieni_arena_take(&cook->arena, count, sizeof(int));
    cook->asset_bone = mieni_arena_take(&cook->arena, count, sizeof(int));
    if (cook->arena.is_out_of_memory)
        return mieni_cook_no_memory(error);
    for (int i = 0; i < cook->entry_count; ++i)
        moves[cook->entries[i].bone] = 1;
    for (size_t b = 0; b < count; ++b)
        levels[b] = skeleton->bones[b].last_level;
    const int *order = mieni_author_level_order(&cook->arena, levels, (int)count);
    if (order == NULL)
        return mieni_cook_no_memory(error);
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
        return mieni_cook_no_memory(error);
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
            return mieni_fail(error, MIEN_ERROR_DATA, "a pose holds bones that are not listed",
                              "poses[%d].hold", p);
        for (int i = 0; i < pose->hold_count; ++i) {
            if (pose->hold[i] < 0 || pose->hold[i] >= cook->source->skeleton->bone_count)
                return mieni_fail(error, MIEN_ERROR_DATA, "no such bone", "poses[%d].hold[%d]", p, i);
        }
    }
    return MIEN_OK;
}

static MienStatus check_base(MieniCook *cook, MienError *error)
{
    for (int b = 0; b < cook->source->skeleton->bone_count; ++b) {
        if (!mieni_author_transform_is_sane(base_of(cook, b)))
            return mieni_fail(error, MIEN_ERROR_DATA,
                              "the base needs rotations of length 1 and finite, sane lengths", "base[%d]", b);
    }
    return MIEN_OK;
}

MienStatus mieni_cook_entries(MieniCook *cook, MienError *error)
{
    static MienStatus (*const steps[])(MieniCook *, MienError *) = {check_holds, check_base,  measure_extent,
                                                                    collect,     order_bones, sort_entries};
    MienStatus status = MIEN_OK;
    for (size_t i = 0; status == MIEN_OK && i < sizeof steps / sizeof steps[0]; ++i)
        status = steps[i](cook, error);
    return status;
}
