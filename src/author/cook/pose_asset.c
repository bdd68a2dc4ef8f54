// SPDX-License-Identifier: MIT
//
// Cooking pose assets: the pack, with its entries in both stored orders.

#include "core/float_rules.h"

#include "author/cook/pose_asset.h"
#include "core/float_env.h"

#include <stdlib.h>
#include <string.h>

/// The parts of a pack that are made here.
typedef struct Parts {
    MieniPoseHeader info;
    MieniText text;
    MieniNameList poses, bones, curves;
    MienTransform *base;
    MienVec3 *reference;
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
        return mieni_cook_no_memory(error);
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
    parts->bone_levels = mieni_arena_take(&cook->arena, bones, 1);
    parts->curve_levels = mieni_arena_take(&cook->arena, curves, 1);
    parts->curve_base = mieni_arena_take(&cook->arena, curves, sizeof(float));
    if (cook->arena.is_out_of_memory)
        return mieni_cook_no_memory(error);
    for (size_t i = 0; i < bones; ++i) {
        const MienAuthorBone *bone = &source->skeleton->bones[cook->bones[i]];
        parts->base[i] =
            mieni_author_clean(source->base != NULL ? &source->base[cook->bones[i]] : &bone->reference);
        parts->reference[i] = bone->reference.translation;
        parts->bone_levels[i] = (uint8_t)bone->last_level;
    }
    for (size_t i = 0; i < curves; ++i) {
        const int curve = cook->curve_order[i];
        parts->curve_levels[i] = (uint8_t)source->curves[curve].last_level;
        parts->curve_base[i] = source->base_curves != NULL ? source->base_curves[curve] : 0.0f;
    }
    return MIEN_OK;
}

static MienStatus make_groups(MieniCook *cook, Parts *parts, MienError *error)
{
    const size_t poses = (size_t)cook->source->pose_count, bones = (size_t)cook->bone_count;
    parts->group_first = mieni_arena_take(&cook->arena, poses + 1, sizeof(uint32_t));
    if (cook->arena.is_out_of_memory)
        return mieni_cook_no_memory(error);
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
        return mieni_cook_no_memory(error);
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
        return mieni_cook_no_memory(error);
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
        return mieni_cook_no_memory(error);
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
        return mieni_cook_no_memory(error);
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
    const size_t controls = (size_t)cook->control_count;
    mieni_writer_add(writer, MIENI_POSE_ROLES, sizeof *cook->roles, (size_t)cook->source->pose_count,
                     cook->roles);
    mieni_writer_add(writer, MIENI_POSE_CONTROLS, 4, controls, cook->control_pose);
    mieni_writer_add(writer, MIENI_POSE_MIN, 4, controls, cook->min);
    mieni_writer_add(writer, MIENI_POSE_MAX, 4, controls, cook->max);
    mieni_writer_add(writer, MIENI_POSE_GAIN, 4, controls, cook->gain);
    mieni_writer_add(writer, MIENI_POSE_OFFSET, 4, controls, cook->offset);
    mieni_writer_add(writer, MIENI_POSE_REMAP, 1, controls, cook->remap);
    mieni_writer_add(writer, MIENI_POSE_CONTROL_GROUP, 4, controls, cook->group_of);
    mieni_writer_add(writer, MIENI_POSE_MASKS, sizeof *cook->masks, (size_t)cook->source->mask_count,
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
                                    .control_count = (uint32_t)cook->control_count,
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
    mieni_writer_add(&writer, MIENI_POSE_BONE_LEVELS, 1, bones, parts->bone_levels);
    mieni_writer_add(&writer, MIENI_POSE_CURVE_NAMES, 4, curves, parts->curves.offsets);
    mieni_writer_add(&writer, MIENI_POSE_CURVE_SORTED, 4, curves, parts->curves.sorted);
    mieni_writer_add(&writer, MIENI_POSE_CURVE_BASE, 4, curves, parts->curve_base);
    mieni_writer_add(&writer, MIENI_POSE_CURVE_LEVELS, 1, curves, parts->curve_levels);
    add_entries(&writer, cook, parts);
    return mieni_writer_finish(&writer, allocator, out_pack, error);
}

static MienStatus check_source(const MienAuthorPoseAsset *asset, MienError *error)
{
    if (asset->skeleton == NULL || (asset->skeleton->bone_count > 0 && asset->skeleton->bones == NULL) ||
        (asset->pose_count > 0 && asset->poses == NULL) ||
        (asset->curve_count > 0 && asset->curves == NULL) ||
        (asset->mask_count > 0 && asset->masks == NULL) || (asset->group_count > 0 && asset->groups == NULL))
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, "the skeleton and every counted list must be given",
                          "%s", "");
    if (asset->pose_count < 0 || asset->pose_count > MIEN_MAX_POSES)
        return mieni_fail(error, MIEN_ERROR_LIMIT, "an asset has at most 65535 poses", "poses");
    if (asset->curve_count < 0 || asset->curve_count > MIEN_MAX_CURVES)
        return mieni_fail(error, MIEN_ERROR_LIMIT, "an asset has at most 65535 curves", "curves");
    if (asset->mask_count < 0 || asset->group_count < 0)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, "a count is negative", "masks, groups");
    if (asset->base_pose < 0 || asset->base_pose > asset->pose_count)
        return mieni_fail(error, MIEN_ERROR_DATA, "the base names no pose", "base_pose");
    return mieni_author_check_skeleton(asset->skeleton, "skeleton.", error);
}

MienStatus mien_author_pose_asset_cook(const MienAuthorPoseAsset *asset, const MienAllocator *allocator,
                                       MienAuthorPack *out_pack, MienAuthorCookReport *out_report,
                                       MienError *error)
{
    if (out_pack != NULL)
        *out_pack = (MienAuthorPack){0};
    if (asset == NULL || out_pack == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, "asset and out_pack must be given", "%s", "");
    const MieniFloatEnv env = mieni_float_env_enter();
    MieniCook cook = {.source = asset, .arena = {.allocator = allocator}};
    Parts parts = {0};
    static MienStatus (*const cooks[])(MieniCook *, MienError *) = {mieni_cook_controls, mieni_cook_entries,
                                                                    mieni_cook_curves};
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
