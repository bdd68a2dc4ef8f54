// SPDX-License-Identifier: MIT
//
// Checking a pose asset on load, completely: after this, evaluation needs no
// check and cannot overflow. Each list has one allowed order, so equal content
// means equal bytes, and the two stored forms of the entries are compared.

#include "core/float_rules.h"

#include "core/pose_data.h"
#include "core/skeleton_format.h"

#include <string.h>

static MienStatus corrupt(MieniReader *reader, const char *sentence, const char *place, int64_t index)
{
    return mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, sentence, place, (int)index);
}

/// -0 would be a second form of 0.
static bool is_minus_zero(float value)
{
    static const float minus_zero = -0.0f;
    return memcmp(&value, &minus_zero, sizeof value) == 0;
}

static bool is_zero(float value) { return value == 0.0f && !is_minus_zero(value); }

static bool is_weight(float value)
{
    return mieni_all_within(&value, 1, MIEN_MAX_WEIGHT) && !is_minus_zero(value);
}

static MienStatus check_roles(const MieniPoseData *d, MieniReader *reader)
{
    int inbetweens = 0, combinations = 0;
    for (int p = 0; p < d->pose_count; ++p) {
        const MieniPoseRole *role = &d->roles[p];
        const bool has_control = role->control >= 0 && role->control < d->driven_pose_count;
        bool good = false;
        if (role->role == MIENI_ROLE_CONTROL) {
            good = has_control && d->control_pose[role->control] == (uint32_t)p && role->position == 1.0f;
        } else if (role->role == MIENI_ROLE_INBETWEEN) {
            good =
                has_control && is_weight(role->position) && role->position != 0.0f && role->position != 1.0f;
            ++inbetweens;
        } else if (role->role == MIENI_ROLE_COMBINATION) {
            good = role->control == -1 && is_zero(role->position) && d->is_additive;
            ++combinations;
        }
        if (!good)
            return corrupt(reader, "a pose's role makes no sense", "PROL", p);
    }
    if (combinations != d->combination_count)
        return corrupt(reader, "correctives are missing", "COMB", combinations);
    if (inbetweens != d->knot_count - 2 * d->ladder_count)
        return corrupt(reader, "in-betweens are missing", "KNOT", inbetweens);
    return MIEN_OK;
}

static MienStatus check_controls(const MieniPoseData *d, MieniReader *reader)
{
    int members = 0;
    for (int c = 0; c < d->driven_pose_count; ++c) {
        const uint32_t pose = d->control_pose[c];
        if (pose >= (uint32_t)d->pose_count || (c > 0 && pose <= d->control_pose[c - 1]) ||
            d->roles[pose].role != MIENI_ROLE_CONTROL || d->roles[pose].control != c)
            return corrupt(reader, "a curve-driven pose does not match its pose", "KPOS", c);
        const float min = d->control_min[c], max = d->control_max[c];
        const unsigned remap = d->control_remap[c];
        const bool is_binary = remap == MIENI_CONTROL_BINARY;
        if (!is_weight(min) || !is_weight(max) || min > 0.0f || max < 0.0f ||
            (!d->is_additive && min != 0.0f))
            return corrupt(reader, "a range must be finite and contain 0", "KMIN", c);
        if (!is_weight(d->control_gain[c]) || !is_weight(d->control_offset[c]) ||
            remap > MIENI_CONTROL_BINARY)
            return corrupt(reader, "a remapping is out of range", "KGAI", c);
        if (is_binary &&
            (min != 0.0f || max != 1.0f || d->control_gain[c] != 1.0f || d->control_offset[c] != 0.0f))
            return corrupt(reader, "a binary pose has no other setting", "KMAX", c);
        if (d->control_group[c] < -1 || d->control_group[c] >= d->group_count)
            return corrupt(reader, "a curve-driven pose has an unknown group", "KGRP", c);
        members += d->control_group[c] >= 0;
    }
    if (members != d->member_count)
        return corrupt(reader, "groups and their members do not agree", "KGRP", members);
    return MIEN_OK;
}

static MienStatus check_masks(const MieniPoseData *d, MieniReader *reader)
{
    const uint32_t controls = (uint32_t)d->driven_pose_count;
    for (int i = 0; i < d->mask_count; ++i) {
        const MieniMask *mask = &d->masks[i], *before = &d->masks[i > 0 ? i - 1 : 0];
        const bool ascends = i == 0 || mask->target > before->target ||
                             (mask->target == before->target && mask->source > before->source);
        if (mask->target >= controls || mask->source >= controls || mask->target == mask->source ||
            !ascends || mask->kind > MIENI_MASK_BLOCK)
            return corrupt(reader, "an override has no pair of poses, or is out of order", "MASK", i);
        if (!is_weight(mask->amount) || mask->amount < 0.0f || mask->amount > 1.0f ||
            !is_weight(mask->threshold) || (mask->kind != MIENI_MASK_BLOCK && mask->threshold != 0.0f))
            return corrupt(reader, "an override's amount or threshold is out of range", "MASK", i);
    }
    return MIEN_OK;
}

static MienStatus check_groups(const MieniPoseData *d, MieniReader *reader)
{
    uint32_t next = 0;
    for (int g = 0; g < d->group_count; ++g) {
        const MieniGroup *group = &d->groups[g];
        if (group->kind > MIENI_GROUP_TOP || group->first != next || group->count == 0 ||
            group->count > (uint32_t)d->member_count - next)
            return corrupt(reader, "a group's members are not where they must be", "GRUP", g);
        const bool is_top = group->kind == MIENI_GROUP_TOP;
        if (is_top ? group->keep == 0 || group->keep > group->count || group->count > MIENI_MAX_TOP_MEMBERS ||
                         !is_zero(group->limit)
                   : !is_weight(group->limit) || group->limit <= 0.0f || group->keep != 0)
            return corrupt(reader, "a group's limit is out of range", "GRUP", g);
        for (uint32_t i = 0; i < group->count; ++i) {
            const uint32_t control = d->members[next + i];
            if (control >= (uint32_t)d->driven_pose_count || d->control_group[control] != g ||
                (i > 0 && control <= d->members[next + i - 1]))
                return corrupt(reader, "a group's member has another group", "GMEM", next + i);
        }
        next += group->count;
    }
    return next == (uint32_t)d->member_count ? MIEN_OK : corrupt(reader, "members of no group", "GMEM", next);
}

/// Knots ascend, keep their distance, and are: the base at 0, the control's own
/// pose at 1, its in-betweens elsewhere.
static bool ladder_is_sound(const MieniPoseData *d, const MieniLadder *ladder)
{
    int bases = 0, own = 0;
    for (uint32_t k = 0; k < ladder->count; ++k) {
        const MieniKnot *knot = &d->knots[ladder->first + k];
        if (!is_weight(knot->position) || knot->pose < -1 || knot->pose >= d->pose_count)
            return false;
        if (k > 0 && !(knot->position - knot[-1].position >= MIENI_MIN_KNOT_GAP))
            return false;
        if (knot->pose == -1) {
            ++bases;
            if (knot->position != 0.0f)
                return false;
            continue;
        }
        const MieniPoseRole *role = &d->roles[knot->pose];
        if (role->control != (int32_t)ladder->control || role->position != knot->position)
            return false;
        own += role->role == MIENI_ROLE_CONTROL;
    }
    return bases == 1 && own == 1;
}

static MienStatus check_ladders(const MieniPoseData *d, MieniReader *reader)
{
    uint32_t next = 0;
    for (int l = 0; l < d->ladder_count; ++l) {
        const MieniLadder *ladder = &d->ladders[l];
        if (ladder->control >= (uint32_t)d->driven_pose_count || ladder->first != next || ladder->count < 3 ||
            ladder->count > (uint32_t)d->knot_count - next ||
            (l > 0 && ladder->control <= d->ladders[l - 1].control))
            return corrupt(reader, "in-betweens are not where they must be", "LADR", l);
        if (!ladder_is_sound(d, ladder))
            return corrupt(reader, "positions of in-betweens make no sense", "LADR", l);
        next += ladder->count;
    }
    return next == (uint32_t)d->knot_count ? MIEN_OK : corrupt(reader, "knots of no pose", "KNOT", next);
}

static MienStatus check_combinations(const MieniPoseData *d, MieniReader *reader)
{
    uint32_t next = 0;
    for (int i = 0; i < d->combination_count; ++i) {
        const MieniCombination *combination = &d->combinations[i];
        if (combination->pose >= (uint32_t)d->pose_count ||
            d->roles[combination->pose].role != MIENI_ROLE_COMBINATION || combination->first != next ||
            combination->count == 0 || combination->count > (uint32_t)d->input_count - next ||
            (i > 0 && combination->pose <= d->combinations[i - 1].pose))
            return corrupt(reader, "a combination does not match its pose", "COMB", i);
        for (uint32_t k = 0; k < combination->count; ++k) {
            const MieniInput *input = &d->inputs[next + k], *before = &d->inputs[next + (k > 0 ? k - 1 : 0)];
            const bool ascends =
                k == 0 || input->is_inbetween > before->is_inbetween ||
                (input->is_inbetween == before->is_inbetween && input->index > before->index);
            const bool exists = input->is_inbetween == 0
                                    ? input->index < (uint32_t)d->driven_pose_count
                                    : input->is_inbetween == 1 && input->index < (uint32_t)d->pose_count &&
                                          d->roles[input->index].role == MIENI_ROLE_INBETWEEN;
            if (!ascends || !exists)
                return corrupt(reader, "a combination's input is no control or in-between", "CINP", next + k);
        }
        next += combination->count;
    }
    return next == (uint32_t)d->input_count ? MIEN_OK
                                            : corrupt(reader, "inputs of no combination", "CINP", next);
}

static MienStatus check_bones_and_curves(const MieniPoseData *d, MieniReader *reader)
{
    for (int b = 0; b < d->bone_count; ++b) {
        if (!mieni_transform_is_sane(&d->base[b]))
            return corrupt(reader, "a base transform is out of range", "BBAS", b);
        if (!mieni_all_within(&d->reference[b].x, 3, MIEN_MAX_LENGTH))
            return corrupt(reader, "a reference translation is out of range", "BREF", b);
        float rest[8];
        memcpy(rest, &d->rest[b], sizeof rest);
        if (!mieni_is_near_unit(rest) || !mieni_is_near_unit(rest + 4))
            return corrupt(reader, "a rest rotation is not of length 1", "BROT", b);
    }
    if (!mieni_levels_descend(d->bone_levels, d->bone_count))
        return corrupt(reader, "bones are not in order of max LOD", "BLVL", 0);
    if (!mieni_levels_descend(d->curve_levels, d->curve_count))
        return corrupt(reader, "curves are not in order of max LOD", "CLVL", 0);
    if (!mieni_all_within(d->curve_base, (size_t)d->curve_count, MIEN_MAX_CURVE))
        return corrupt(reader, "a curve's base value is out of range", "CBAS", 0);
    return MIEN_OK;
}

/// Counts from 0 to total, never falling.
static bool firsts_are_sound(const uint32_t *first, int count, int total)
{
    if (first[0] != 0 || first[count] != (uint32_t)total)
        return false;
    for (int i = 0; i < count; ++i) {
        if (first[i] > first[i + 1])
            return false;
    }
    return true;
}

static bool entry_is_sound(const MieniPoseData *d, const float *turn, const float *scale)
{
    const bool is_offset = d->is_additive && !d->is_unreal;
    const float q[4] = {turn[0], turn[1], turn[2], is_offset ? turn[3] + 1.0f : turn[3]};
    const float last = d->is_additive ? 0.0f : 1.0f;
    return mieni_all_within(turn, 4, 2.0f) && mieni_is_near_unit(q) &&
           mieni_all_within(turn + 4, 3, MIEN_MAX_LENGTH) && memcmp(&turn[7], &last, sizeof last) == 0 &&
           (scale == NULL || (mieni_all_within(scale, 3, MIEN_MAX_LENGTH) && is_zero(scale[3])));
}

static bool entry_is_empty(const float *turn, const float *scale)
{
    static const float zeros[MIENI_TURN] = {0};
    return memcmp(turn, zeros, MIENI_TURN * sizeof(float)) == 0 &&
           (scale == NULL || memcmp(scale, zeros, MIENI_SCALE * sizeof(float)) == 0);
}

/// One pose's groups: bones ascend, unused places are empty and at the end.
/// Returns the number of entries, or -1.
static int64_t check_pose_groups(const MieniPoseData *d, int pose, uint64_t *words)
{
    int64_t entries = 0;
    int before = -1;
    memset(words, 0, (size_t)d->word_count * sizeof *words);
    const size_t first = d->group_first[pose], end = d->group_first[pose + 1];
    for (size_t place = first * 4; place < end * 4; ++place) {
        const int bone = d->group_bones[place];
        const float *turn = d->group_turn + place * MIENI_TURN;
        const float *scale = d->has_scale ? d->group_scale + place * MIENI_SCALE : NULL;
        if (bone == d->bone_count) {
            if (place < (end - 1) * 4 + 1 || !entry_is_empty(turn, scale))
                return -1;
        } else if (bone > d->bone_count || bone <= before || before == d->bone_count ||
                   !entry_is_sound(d, turn, scale)) {
            return -1;
        } else {
            words[bone / 64] |= (uint64_t)1 << (bone % 64);
            ++entries;
        }
        before = bone;
    }
    return entries;
}

static MienStatus check_groups_of_entries(const MieniPoseData *d, MieniReader *reader)
{
    if (!firsts_are_sound(d->group_first, d->pose_count, d->entry_group_count))
        return corrupt(reader, "entry groups are not where they must be", "EGRP", 0);
    uint64_t words[(MIEN_MAX_BONES + 63) / 64];
    int64_t entries = 0;
    for (int p = 0; p < d->pose_count; ++p) {
        const int64_t found = check_pose_groups(d, p, words);
        if (found < 0)
            return corrupt(reader, "an entry is out of order or out of range", "EGBN of pose", p);
        if (memcmp(words, d->bone_bits + (size_t)p * (size_t)d->word_count,
                   (size_t)d->word_count * sizeof *words) != 0)
            return corrupt(reader, "bone bits do not match the entries", "EBIT of pose", p);
        entries += found;
    }
    int64_t rows = 0;
    for (int b = 0; b < d->bone_count; ++b)
        rows += d->rows[b].count;
    return entries == rows ? MIEN_OK : corrupt(reader, "slices and groups differ in number", "BROW", 0);
}

int64_t mieni_pose_find_entry(const MieniPoseData *d, int pose, int bone)
{
    int64_t low = (int64_t)d->group_first[pose] * 4, high = (int64_t)d->group_first[pose + 1] * 4;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (d->group_bones[middle] < bone)
            low = middle + 1;
        else
            high = middle;
    }
    return low < (int64_t)d->group_first[pose + 1] * 4 && d->group_bones[low] == bone ? low : -1;
}

/// Whether one lane of one step is the entry of this pose and bone, bit for bit.
static bool lane_is_entry(const MieniPoseData *d, int pose, int bone, const float *lane)
{
    const int64_t place = mieni_pose_find_entry(d, pose, bone);
    for (int c = 0; place >= 0 && c < d->channel_count; ++c) {
        const float *entry =
            c < 7 ? &d->group_turn[place * MIENI_TURN + c] : &d->group_scale[place * MIENI_SCALE + c - 7];
        if (memcmp(entry, &lane[c * MIENI_SLICE], sizeof *entry) != 0)
            return false;
    }
    return place >= 0;
}

static bool lane_is_empty(const MieniPoseData *d, const float *lane)
{
    static const float zero = 0.0f;
    for (int c = 0; c < d->channel_count; ++c) {
        if (memcmp(&zero, &lane[c * MIENI_SLICE], sizeof zero) != 0)
            return false;
    }
    return true;
}

/// One lane of a slice: the bone's entries, poses ascending, then empty steps.
static bool lane_is_sound(const MieniPoseData *d, int slice, int lane, uint32_t count)
{
    const int bone = d->slice_bones[slice * MIENI_SLICE + lane];
    int before = -1;
    for (uint32_t step = d->slice_first[slice]; step < d->slice_first[slice + 1]; ++step) {
        const int pose = d->slice_poses[(size_t)step * MIENI_SLICE + (size_t)lane];
        const float *data = d->slice_data + (size_t)step * (size_t)d->channel_count * MIENI_SLICE + lane;
        if (step - d->slice_first[slice] >= count) {
            if (pose != d->pose_count || !lane_is_empty(d, data))
                return false;
        } else if (pose >= d->pose_count || pose <= before || !lane_is_entry(d, pose, bone, data)) {
            return false;
        }
        before = pose;
    }
    return true;
}

/// Bones in the slices are sorted by descending max LOD, then by descending
/// number of entries, then ascending: one order, and each bone once.
static bool follows(const MieniPoseData *d, int before, int bone)
{
    if (d->bone_levels[before] != d->bone_levels[bone])
        return d->bone_levels[before] > d->bone_levels[bone];
    if (d->rows[before].count != d->rows[bone].count)
        return d->rows[before].count > d->rows[bone].count;
    return before < bone;
}

static bool slice_is_sound(const MieniPoseData *d, int slice)
{
    uint32_t longest = 0;
    for (int lane = 0; lane < MIENI_SLICE; ++lane) {
        const int place = slice * MIENI_SLICE + lane, bone = d->slice_bones[place];
        if (place >= d->bone_count) {
            if (bone != d->bone_count || !lane_is_sound(d, slice, lane, 0))
                return false;
            continue;
        }
        if (bone >= d->bone_count || d->rows[bone].place != (uint32_t)place ||
            (place > 0 && !follows(d, d->slice_bones[place - 1], bone)))
            return false;
        longest = d->rows[bone].count > longest ? d->rows[bone].count : longest;
    }
    if (d->slice_first[slice + 1] - d->slice_first[slice] != longest)
        return false;
    for (int lane = 0; lane < MIENI_SLICE && slice * MIENI_SLICE + lane < d->bone_count; ++lane) {
        if (!lane_is_sound(d, slice, lane, d->rows[d->slice_bones[slice * MIENI_SLICE + lane]].count))
            return false;
    }
    return true;
}

/// Every entry of the slices stands in the groups; with equal numbers and no
/// repetition that makes the two forms equal.
static MienStatus check_slices(const MieniPoseData *d, MieniReader *reader)
{
    if (!firsts_are_sound(d->slice_first, d->slice_count, d->step_count))
        return corrupt(reader, "slices are not where they must be", "SLIC", 0);
    for (int slice = 0; slice < d->slice_count; ++slice) {
        if (!slice_is_sound(d, slice))
            return corrupt(reader, "a slice's bones or entries are not the poses'", "SBON", slice);
    }
    return MIEN_OK;
}

static MienStatus check_pose_curves(const MieniPoseData *d, MieniReader *reader)
{
    if (!firsts_are_sound(d->curve_first, d->pose_count, d->curve_entry_count))
        return corrupt(reader, "curve entries are not where they must be", "PCRV", 0);
    for (int p = 0; p < d->pose_count; ++p) {
        for (uint32_t e = d->curve_first[p]; e < d->curve_first[p + 1]; ++e) {
            if (d->curve_ids[e] >= d->curve_count ||
                (e > d->curve_first[p] && d->curve_ids[e] <= d->curve_ids[e - 1]) ||
                !mieni_all_within(&d->curve_values[e], 1, MIEN_MAX_CURVE))
                return corrupt(reader, "a curve entry is out of order or out of range", "PCID", e);
        }
    }
    if (!firsts_are_sound(d->curve_row_first, d->curve_count, d->curve_entry_count))
        return corrupt(reader, "curve rows are not where they must be", "CROW", 0);
    return MIEN_OK;
}

static const float *find_curve_entry(const MieniPoseData *d, int pose, int curve)
{
    uint32_t low = d->curve_first[pose], high = d->curve_first[pose + 1];
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (d->curve_ids[middle] < curve)
            low = middle + 1;
        else
            high = middle;
    }
    return low < d->curve_first[pose + 1] && d->curve_ids[low] == curve ? &d->curve_values[low] : NULL;
}

static MienStatus check_curve_rows(const MieniPoseData *d, MieniReader *reader)
{
    for (int c = 0; c < d->curve_count; ++c) {
        for (uint32_t e = d->curve_row_first[c]; e < d->curve_row_first[c + 1]; ++e) {
            const int pose = d->curve_row_poses[e];
            if (pose >= d->pose_count || (e > d->curve_row_first[c] && pose <= d->curve_row_poses[e - 1]))
                return corrupt(reader, "poses in a curve's row must ascend", "CRPO", e);
            const float *value = find_curve_entry(d, pose, c);
            if (value == NULL || memcmp(value, &d->curve_row_values[e], sizeof *value) != 0)
                return corrupt(reader, "a curve's row is not the pose's", "CRVL", e);
        }
    }
    return MIEN_OK;
}

MienStatus mieni_pose_check(const MieniPoseData *data, MieniReader *reader)
{
    static MienStatus (*const checks[])(const MieniPoseData *, MieniReader *) = {
        check_roles,
        check_controls,
        check_masks,
        check_groups,
        check_ladders,
        check_combinations,
        check_bones_and_curves,
        check_groups_of_entries,
        check_slices,
        check_pose_curves,
        check_curve_rows,
    };
    MienStatus status = MIEN_OK;
    for (size_t i = 0; status == MIEN_OK && i < sizeof checks / sizeof checks[0]; ++i)
        status = checks[i](data, reader);
    return status;
}
