// SPDX-License-Identifier: MIT
//
// Pose assets: loading and reading.

#include "core/float_rules.h"

#include "core/pose_data.h"
#include "core/simd/kernels.h"

#include <stddef.h>
#include <string.h>

static MienStatus read_header(MieniPoseData *d, MieniReader *reader)
{
    const MieniPoseHeader *info =
        (const MieniPoseHeader *)mieni_reader_take(reader, MIENI_POSE_INFO, sizeof *info, 1, NULL);
    if (info == NULL)
        return reader->status;
    if (info->pose_count > MIEN_MAX_POSES || info->bone_count > MIEN_MAX_BONES ||
        info->curve_count > MIEN_MAX_CURVES || info->driven_pose_count > info->pose_count)
        return mieni_reader_fail(reader, MIEN_ERROR_LIMIT,
                                 "more poses, bones or curves than an asset may have", "INFO", 0);
    static const float no_extent = 0.0f;
    const bool has_extent = memcmp(&info->extent, &no_extent, sizeof no_extent) == 0 ||
                            (info->extent >= 1e-6f && info->extent <= 1e7f);
    if (info->flags > 7 || info->reserved != 0 || !has_extent || info->base_pose < -1 ||
        info->base_pose >= (int32_t)info->pose_count)
        return mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, "flags, extent or base make no sense", "INFO",
                                 0);
    d->pose_count = (int)info->pose_count;
    d->driven_pose_count = (int)info->driven_pose_count;
    d->bone_count = (int)info->bone_count;
    d->curve_count = (int)info->curve_count;
    d->word_count = (d->bone_count + 63) / 64;
    d->is_additive = (info->flags & MIENI_POSE_ADDITIVE) != 0;
    d->is_unreal = (info->flags & MIENI_POSE_UNREAL) != 0;
    d->has_scale = (info->flags & MIENI_POSE_SCALE) != 0;
    d->base_pose = info->base_pose;
    d->extent = info->extent;
    if (!d->is_additive && !d->has_scale)
        return mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, "absolute poses always have scale", "INFO", 0);
    return MIEN_OK;
}

static int take_list(MieniReader *reader, uint32_t tag, size_t stride, const void *out_list)
{
    uint64_t count = 0;
    const void *list = mieni_reader_take(reader, tag, stride, MIENI_ANY_COUNT, &count);
    *(const void **)out_list = list;
    return (int)count;
}

static void read_controls(MieniPoseData *d, MieniReader *reader)
{
    const uint64_t poses = (uint64_t)d->pose_count, controls = (uint64_t)d->driven_pose_count;
    d->roles =
        (const MieniPoseRole *)mieni_reader_take(reader, MIENI_POSE_ROLES, sizeof *d->roles, poses, NULL);
    d->control_pose = (const uint32_t *)mieni_reader_take(reader, MIENI_POSE_CONTROLS, 4, controls, NULL);
    d->control_min = (const float *)mieni_reader_take(reader, MIENI_POSE_MIN, 4, controls, NULL);
    d->control_max = (const float *)mieni_reader_take(reader, MIENI_POSE_MAX, 4, controls, NULL);
    d->control_gain = (const float *)mieni_reader_take(reader, MIENI_POSE_GAIN, 4, controls, NULL);
    d->control_offset = (const float *)mieni_reader_take(reader, MIENI_POSE_OFFSET, 4, controls, NULL);
    d->control_remap = (const uint8_t *)mieni_reader_take(reader, MIENI_POSE_REMAP, 1, controls, NULL);
    d->control_group =
        (const int32_t *)mieni_reader_take(reader, MIENI_POSE_CONTROL_GROUP, 4, controls, NULL);
    d->mask_count = take_list(reader, MIENI_POSE_MASKS, sizeof *d->masks, &d->masks);
    d->group_count = take_list(reader, MIENI_POSE_GROUPS, sizeof *d->groups, &d->groups);
    d->member_count = take_list(reader, MIENI_POSE_MEMBERS, sizeof *d->members, &d->members);
    d->ladder_count = take_list(reader, MIENI_POSE_LADDERS, sizeof *d->ladders, &d->ladders);
    d->knot_count = take_list(reader, MIENI_POSE_KNOTS, sizeof *d->knots, &d->knots);
    d->combination_count =
        take_list(reader, MIENI_POSE_COMBINATIONS, sizeof *d->combinations, &d->combinations);
    d->input_count = take_list(reader, MIENI_POSE_INPUTS, sizeof *d->inputs, &d->inputs);
}

static void read_entries(MieniPoseData *d, MieniReader *reader)
{
    const uint64_t poses = (uint64_t)d->pose_count, bones = (uint64_t)d->bone_count;
    const uint64_t curves = (uint64_t)d->curve_count, scale = d->has_scale ? 1 : 0;
    d->group_first = (const uint32_t *)mieni_reader_take(reader, MIENI_POSE_GROUP_FIRST, 4, poses + 1, NULL);
    d->entry_group_count = take_list(reader, MIENI_POSE_GROUP_BONES, 8, &d->group_bones);
    const uint64_t groups = (uint64_t)d->entry_group_count;
    d->group_turn =
        (const float *)mieni_reader_take(reader, MIENI_POSE_GROUP_TURN, 4 * MIENI_TURN * 4, groups, NULL);
    d->group_scale = (const float *)mieni_reader_take(reader, MIENI_POSE_GROUP_SCALE, 4 * MIENI_SCALE * 4,
                                                      groups * scale, NULL);
    d->bone_bits = (const uint64_t *)mieni_reader_take(reader, MIENI_POSE_BONE_BITS, 8,
                                                       poses * (uint64_t)d->word_count, NULL);
    d->channel_count = mieni_channel_count(d->has_scale);
    d->slice_count = (d->bone_count + MIENI_SLICE - 1) / MIENI_SLICE;
    const uint64_t slices = (uint64_t)d->slice_count;
    const size_t step_bytes = (size_t)d->channel_count * MIENI_SLICE * sizeof(float);
    d->slice_first = (const uint32_t *)mieni_reader_take(reader, MIENI_POSE_SLICE_FIRST, 4, slices + 1, NULL);
    d->slice_bones =
        (const uint16_t *)mieni_reader_take(reader, MIENI_POSE_SLICE_BONES, 2 * MIENI_SLICE, slices, NULL);
    d->step_count = take_list(reader, MIENI_POSE_SLICE_POSES, 2 * MIENI_SLICE, &d->slice_poses);
    d->slice_data = (const float *)mieni_reader_take(reader, MIENI_POSE_SLICE_DATA, step_bytes,
                                                     (uint64_t)d->step_count, NULL);
    d->rows = (const MieniRow *)mieni_reader_take(reader, MIENI_POSE_ROWS, sizeof *d->rows, bones, NULL);
    d->curve_first = (const uint32_t *)mieni_reader_take(reader, MIENI_POSE_CURVE_FIRST, 4, poses + 1, NULL);
    d->curve_entry_count = take_list(reader, MIENI_POSE_CURVE_IDS, 2, &d->curve_ids);
    const uint64_t curve_entries = (uint64_t)d->curve_entry_count;
    d->curve_values =
        (const float *)mieni_reader_take(reader, MIENI_POSE_CURVE_VALUES, 4, curve_entries, NULL);
    d->curve_row_first =
        (const uint32_t *)mieni_reader_take(reader, MIENI_POSE_CURVE_ROWS, 4, curves + 1, NULL);
    d->curve_row_poses =
        (const uint16_t *)mieni_reader_take(reader, MIENI_POSE_CURVE_ROW_POSES, 2, curve_entries, NULL);
    d->curve_row_values =
        (const float *)mieni_reader_take(reader, MIENI_POSE_CURVE_ROW_VALUES, 4, curve_entries, NULL);
}

static MienStatus read_sections(MieniPoseData *d, MieniReader *reader)
{
    if (read_header(d, reader) != MIEN_OK)
        return reader->status;
    const uint64_t bones = (uint64_t)d->bone_count, curves = (uint64_t)d->curve_count;
    uint64_t text_size = 0, cursor = 0;
    const char *text =
        (const char *)mieni_reader_take(reader, MIENI_POSE_TEXT, 1, MIENI_ANY_COUNT, &text_size);
    d->poses = mieni_reader_take_names(reader, text, text_size, &cursor, MIENI_POSE_NAMES, MIENI_POSE_SORTED,
                                       d->pose_count, d->is_unreal);
    read_controls(d, reader);
    d->bones = mieni_reader_take_names(reader, text, text_size, &cursor, MIENI_POSE_BONE_NAMES,
                                       MIENI_POSE_BONE_SORTED, d->bone_count, d->is_unreal);
    d->base = (const MienTransform *)mieni_reader_take(reader, MIENI_POSE_BASE, sizeof *d->base, bones, NULL);
    d->reference =
        (const MienVec3 *)mieni_reader_take(reader, MIENI_POSE_REFERENCE, sizeof *d->reference, bones, NULL);
    d->rest = (const MieniRest *)mieni_reader_take(reader, MIENI_POSE_REST, sizeof *d->rest, bones, NULL);
    d->bone_levels = (const uint8_t *)mieni_reader_take(reader, MIENI_POSE_BONE_LODS, 1, bones, NULL);
    d->curves = mieni_reader_take_names(reader, text, text_size, &cursor, MIENI_POSE_CURVE_NAMES,
                                        MIENI_POSE_CURVE_SORTED, d->curve_count, d->is_unreal);
    d->curve_base = (const float *)mieni_reader_take(reader, MIENI_POSE_CURVE_BASE, 4, curves, NULL);
    d->curve_levels = (const uint8_t *)mieni_reader_take(reader, MIENI_POSE_CURVE_LODS, 1, curves, NULL);
    read_entries(d, reader);
    if (mieni_reader_close(reader) != MIEN_OK)
        return reader->status;
    if (cursor != text_size)
        return mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, "text that no name uses", "TEXT", (int)cursor);
    const bool has_rules = d->mask_count + d->group_count + d->ladder_count + d->combination_count > 0;
    d->is_plain = !has_rules && d->driven_pose_count == d->pose_count;
    if (d->is_unreal && !d->is_plain)
        return mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, "unreal assets have only curve-driven poses",
                                 "INFO", 0);
    if (mieni_pose_check(d, reader) != MIEN_OK)
        return reader->status;
    for (int b = 0; b < d->bone_count; ++b)
        d->entry_count += (int)d->rows[b].count;
    for (int c = 0; c < d->driven_pose_count; ++c)
        d->has_remap = d->has_remap || d->control_remap[c] != 0 || d->control_gain[c] != 1.0f ||
                       d->control_offset[c] != 0.0f;
    return MIEN_OK;
}

static MienStatus read_asset(void *whole, MieniReader *reader)
{
    MienPoseAsset *asset = (MienPoseAsset *)whole;
    asset->kernels = mieni_kernels_of(asset->loaded.isa);
    if (read_sections(&asset->data, reader) != MIEN_OK)
        return reader->status;
    asset->parts = mieni_pose_parts(&asset->data);
    const MienStatus status =
        mieni_target_build(&asset->own, &asset->data, NULL, NULL, asset->loaded.allocator);
    if (status != MIEN_OK)
        mieni_fail(reader->error, status, mieni_nowhere(), "Out of memory.");
    return status;
}

static void release_tables(void *asset) { mieni_target_release(&((MienPoseAsset *)asset)->own); }

static const MieniLoader loader = {
    .kind = MIEN_PACK_POSE_ASSET,
    .version = MIENI_POSE_VERSION,
    .size = sizeof(MienPoseAsset),
    .alignment = 16,
    .loaded = offsetof(MienPoseAsset, loaded),
    .computes = true,
    .arguments = "data and out_asset must be given",
    .memory = "Out of memory.",
    .read = read_asset,
    .release = release_tables,
};

MienStatus mien_pose_asset_load(const void *data, size_t size, const MienLoadOptions *options,
                                MienPoseAsset **out_asset, MienError *error)
{
    return mieni_load(&loader, data, size, options, out_asset, error);
}

void mien_pose_asset_destroy(MienPoseAsset *asset) { mieni_unload(&loader, asset); }

MienPoseAssetInfo mien_pose_asset_info(const MienPoseAsset *asset)
{
    const MieniPoseData *d = &asset->data;
    return (MienPoseAssetInfo){.pose_count = d->pose_count,
                               .driven_pose_count = d->driven_pose_count,
                               .bone_count = d->bone_count,
                               .curve_count = d->curve_count,
                               .entry_count = d->entry_count,
                               .is_additive = d->is_additive,
                               .is_unreal = d->is_unreal,
                               .has_scale = d->has_scale,
                               .extent = d->extent,
                               .isa = asset->loaded.isa};
}

MienPoseInfo mien_pose_asset_pose(const MienPoseAsset *asset, int pose)
{
    const MieniPoseData *d = &asset->data;
    if (pose < 0 || pose >= d->pose_count)
        return (MienPoseInfo){.name = "", .driven_pose = -1};
    return (MienPoseInfo){
        .name = mieni_names_get(&d->poses, pose),
        .driven_pose = d->roles[pose].control,
        .is_inbetween = d->roles[pose].role == MIENI_ROLE_INBETWEEN,
        .position = d->roles[pose].position,
        .bone_count = mieni_count_bits(d->bone_bits + (size_t)pose * (size_t)d->word_count, d->word_count),
        .curve_count = (int)(d->curve_first[pose + 1] - d->curve_first[pose])};
}

int mien_pose_asset_find_pose(const MienPoseAsset *asset, const char *name)
{
    return mieni_names_find(&asset->data.poses, name);
}

MienDrivenPose mien_pose_asset_driven_pose(const MienPoseAsset *asset, int control)
{
    const MieniPoseData *d = &asset->data;
    if (control < 0 || control >= d->driven_pose_count)
        return (MienDrivenPose){.pose = -1, .group = -1};
    return (MienDrivenPose){.pose = (int)d->control_pose[control],
                            .min = d->control_min[control],
                            .max = d->control_max[control],
                            .group = d->control_group[control]};
}

int mien_pose_asset_find_driven_pose(const MienPoseAsset *asset, const char *name)
{
    const int pose = mieni_names_find(&asset->data.poses, name);
    return pose >= 0 && asset->data.roles[pose].role == MIENI_ROLE_CONTROL ? asset->data.roles[pose].control
                                                                           : -1;
}

const char *mien_pose_asset_bone_name(const MienPoseAsset *asset, int bone)
{
    return mieni_names_get(&asset->data.bones, bone);
}

int mien_pose_asset_find_bone(const MienPoseAsset *asset, const char *name)
{
    return mieni_names_find(&asset->data.bones, name);
}

const MienTransform *mien_pose_asset_base(const MienPoseAsset *asset) { return asset->data.base; }

const char *mien_pose_asset_curve_name(const MienPoseAsset *asset, int curve)
{
    return mieni_names_get(&asset->data.curves, curve);
}

int mien_pose_asset_find_curve(const MienPoseAsset *asset, const char *name)
{
    return mieni_names_find(&asset->data.curves, name);
}
