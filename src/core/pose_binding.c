// SPDX-License-Identifier: MIT
//
// Bindings: names become indices, bone lengths become factors, rest rotations turn entries, once.

#include "core/float_rules.h"

#include "core/float_env.h"
#include "core/pose_data.h"
#include "core/pose_scratch.h"
#include "core/rest_turns.h"
#include "core/skeleton_format.h"
#include "core/translation.h"

#include <string.h>

struct MienPoseBinding {
    const MienAllocator *allocator;
    const MienPoseAsset *asset;
    MieniTarget target;
    int report_count;
    size_t report_size;
    MienFinding *reports;
};

static void divide(MieniTarget *t, const MieniPoseData *d, MieniScratch *parts)
{
    const size_t bones = (size_t)d->bone_count, controls = (size_t)d->driven_pose_count;
    t->offset = (uint32_t *)mieni_scratch_take(parts, (bones + 1) * sizeof *t->offset);
    t->factor = (float *)mieni_scratch_take(parts, (bones + 1) * sizeof *t->factor);
    t->bone_last = (uint8_t *)mieni_scratch_take(parts, bones + 1);
    t->bone_bits = (uint64_t *)mieni_scratch_take(parts, (size_t)d->word_count * sizeof *t->bone_bits);
    t->reference = (MienTransform *)mieni_scratch_take(parts, bones * sizeof *t->reference);
    t->asset_bone = (int32_t *)mieni_scratch_take(parts, (size_t)t->bone_count * sizeof *t->asset_bone);
    t->control_curve = (int32_t *)mieni_scratch_take(parts, controls * sizeof *t->control_curve);
    t->control_last = (uint8_t *)mieni_scratch_take(parts, controls);
    t->curve_target = (int32_t *)mieni_scratch_take(parts, (size_t)d->curve_count * sizeof *t->curve_target);
    t->curve_last = (uint8_t *)mieni_scratch_take(parts, (size_t)d->curve_count);
}

static const uint32_t floats_per_bone = sizeof(MienTransform) / sizeof(float);

static void bind_bone(MieniTarget *t, const MieniPoseData *d, int bone, int target, MienTransform reference,
                      int max_lod)
{
    t->offset[bone] = (uint32_t)target * floats_per_bone;
    t->bone_bits[bone / 64] |= (uint64_t)1 << (bone % 64);
    t->reference[bone] = reference;
    t->factor[bone] = mieni_translation_factor(reference.translation, d->reference[bone], d->extent);
    t->bone_last[bone] = (uint8_t)(d->bone_levels[bone] < max_lod ? d->bone_levels[bone] : max_lod);
    t->asset_bone[target] = bone;
}

static void bind_to_itself(MieniTarget *t, const MieniPoseData *d)
{
    for (int b = 0; b < d->bone_count; ++b) {
        MienTransform reference = d->base[b];
        reference.translation = d->reference[b];
        bind_bone(t, d, b, b, reference, MIEN_ALL_LODS);
    }
    for (int c = 0; c < d->driven_pose_count; ++c) {
        t->control_curve[c] = c;
        t->control_last[c] = MIEN_ALL_LODS;
    }
    for (int c = 0; c < d->curve_count; ++c) {
        t->curve_target[c] = d->driven_pose_count + c;
        t->curve_last[c] = d->curve_levels[c];
    }
    for (int level = 0; level <= MIEN_MAX_LODS; ++level)
        t->bones_at[level] = mieni_levels_prefix(d->bone_levels, d->bone_count, level);
}

/// Walks the skeleton's names and finds each in the asset, whose own order
/// decides whether case matters. Where two fold to one, the first wins.
static void bind_to_skeleton(MieniTarget *t, const MieniPoseData *d, const MienSkeleton *skeleton,
                             const MienTransform *reference)
{
    for (int b = 0; b < t->bone_count; ++b) {
        const int bone = mieni_names_find(&d->bones, mien_skeleton_bone_name(skeleton, b));
        if (bone >= 0 && t->offset[bone] == MIENI_NOWHERE)
            bind_bone(t, d, bone, b, reference[b], mien_skeleton_bone_max_lod(skeleton, b));
    }
    for (int c = 0; c < t->curve_count; ++c) {
        const char *name = mien_skeleton_curve_name(skeleton, c);
        const int level = mien_skeleton_curve_max_lod(skeleton, c);
        const int pose = mieni_names_find(&d->poses, name), curve = mieni_names_find(&d->curves, name);
        if (pose >= 0 && d->roles[pose].role == MIENI_ROLE_CONTROL &&
            t->control_curve[d->roles[pose].control] < 0) {
            t->control_curve[d->roles[pose].control] = c;
            t->control_last[d->roles[pose].control] = (uint8_t)level;
        }
        if (curve >= 0 && t->curve_target[curve] < 0) {
            t->curve_target[curve] = c;
            t->curve_last[curve] = (uint8_t)(d->curve_levels[curve] < level ? d->curve_levels[curve] : level);
        }
    }
    for (int level = 0; level <= MIEN_MAX_LODS; ++level)
        t->bones_at[level] = mien_skeleton_bone_count_at(skeleton, level);
}

static void clear_target(MieniTarget *t, const MieniPoseData *d)
{
    memset(t->block, 0, t->block_size);
    for (int b = 0; b <= d->bone_count; ++b) {
        t->offset[b] = MIENI_NOWHERE;
        t->factor[b] = 1.0f;
    }
    for (int b = 0; b < t->bone_count; ++b)
        t->asset_bone[b] = -1;
    for (int c = 0; c < d->driven_pose_count; ++c)
        t->control_curve[c] = -1;
    for (int c = 0; c < d->curve_count; ++c)
        t->curve_target[c] = -1;
}

MienStatus mieni_target_build(MieniTarget *target, const MieniPoseData *data, const MienSkeleton *skeleton,
                              const MienTransform *mesh_rest_pose, const MienAllocator *allocator)
{
    const MienTransform *rest =
        skeleton == NULL || mesh_rest_pose != NULL ? mesh_rest_pose : mien_skeleton_rest_pose(skeleton);
    *target = (MieniTarget){.data = data,
                            .bone_count = skeleton ? mien_skeleton_bone_count(skeleton) : data->bone_count,
                            .curve_count = skeleton ? mien_skeleton_curve_count(skeleton)
                                                    : data->driven_pose_count + data->curve_count,
                            .allocator = allocator};
    MieniScratch parts = {0};
    divide(target, data, &parts);
    target->block_size = parts.used;
    target->block = mieni_allocate(allocator, parts.used, 64);
    if (target->block == NULL)
        return MIEN_ERROR_MEMORY;
    parts = (MieniScratch){.block = (uint8_t *)target->block};
    divide(target, data, &parts);
    clear_target(target, data);
    if (skeleton == NULL)
        bind_to_itself(target, data);
    else
        bind_to_skeleton(target, data, skeleton, rest);
    target->is_unscaled = target->is_whole = target->controls_in_order = true;
    for (int b = 0; b < data->bone_count; ++b) {
        target->is_unscaled = target->is_unscaled && target->factor[b] == 1.0f;
        target->is_whole = target->is_whole && target->offset[b] != MIENI_NOWHERE;
    }
    for (int c = 0; c < data->driven_pose_count; ++c)
        target->controls_in_order = target->controls_in_order && target->control_curve[c] == c;
    return skeleton != NULL ? mieni_target_turn(target, skeleton, rest) : MIEN_OK;
}

void mieni_target_release(MieniTarget *target)
{
    mieni_target_release_turned(target);
    if (target->block != NULL)
        mieni_free(target->allocator, target->block, target->block_size, 64);
    *target = (MieniTarget){0};
}

const MieniTarget *mieni_binding_target(const MienPoseBinding *binding, const MienPoseAsset *asset)
{
    if (binding == NULL)
        return &asset->own;
    return binding->asset == asset ? &binding->target : NULL;
}

/// Adds a row, or only counts while there is no list yet.
static void report(MienPoseBinding *binding, MienFindingKind kind, int index, const char *name, float factor)
{
    if (binding->reports != NULL)
        binding->reports[binding->report_count] =
            (MienFinding){.kind = kind, .index = index, .node = -1, .name = name, .factor = factor};
    ++binding->report_count;
}

static void write_reports(MienPoseBinding *binding, const MienSkeleton *skeleton)
{
    const MieniPoseData *d = &binding->asset->data;
    const MieniTarget *t = &binding->target;
    binding->report_count = 0;
    for (int b = 0; b < d->bone_count; ++b) {
        if (t->offset[b] == MIENI_NOWHERE)
            report(binding, MIEN_FINDING_MISSING_BONE, b, mieni_names_get(&d->bones, b), 1.0f);
        else if (t->factor[b] != 1.0f)
            report(binding, MIEN_FINDING_SCALED_BONE, b, mieni_names_get(&d->bones, b), t->factor[b]);
    }
    for (int c = 0; c < d->driven_pose_count; ++c) {
        const bool is_base = d->is_additive && (int)d->control_pose[c] == d->base_pose; // moves nothing
        if (t->control_curve[c] < 0 && !is_base)
            report(binding, MIEN_FINDING_MISSING_POSE_CURVE, c,
                   mieni_names_get(&d->poses, (int)d->control_pose[c]), 1.0f);
    }
    for (int c = 0; c < d->curve_count; ++c) {
        if (t->curve_target[c] < 0)
            report(binding, MIEN_FINDING_MISSING_CURVE, c, mieni_names_get(&d->curves, c), 1.0f);
    }
    for (int p = 0; p < d->pose_count; ++p) {
        const char *name = mieni_names_get(&d->poses, p);
        if (d->roles[p].role != MIENI_ROLE_CONTROL && mien_skeleton_find_curve(skeleton, name) >= 0)
            report(binding, MIEN_FINDING_NOT_CURVE_DRIVEN, p, name, 1.0f);
    }
}

static MienStatus make_reports(MienPoseBinding *binding, const MienSkeleton *skeleton)
{
    write_reports(binding, skeleton);
    binding->report_size = (size_t)binding->report_count * sizeof *binding->reports;
    if (binding->report_size == 0)
        return MIEN_OK;
    binding->reports = (MienFinding *)mieni_allocate(binding->allocator, binding->report_size, 16);
    if (binding->reports == NULL)
        return MIEN_ERROR_MEMORY;
    write_reports(binding, skeleton);
    return MIEN_OK;
}

MienStatus mien_pose_binding_create(const MienPoseAsset *asset, const MienSkeleton *skeleton,
                                    const MienPoseBindingOptions *options, MienPoseBinding **out_binding,
                                    MienError *error)
{
    static const MienPoseBindingOptions defaults = {0};
    if (out_binding == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "out_binding must be given");
    *out_binding = NULL;
    if (asset == NULL || skeleton == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "asset and skeleton must be given");
    if (options == NULL)
        options = &defaults;
    MienStatus status =
        mieni_check_mesh_rest_pose(options->mesh_rest_pose, mien_skeleton_bone_count(skeleton), error);
    if (status != MIEN_OK)
        return status;
    MienPoseBinding *binding = (MienPoseBinding *)mieni_allocate(options->allocator, sizeof *binding, 16);
    if (binding == NULL)
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    *binding = (MienPoseBinding){.allocator = options->allocator, .asset = asset};
    const MieniFloatEnv env = mieni_float_env_enter();
    status = mieni_target_build(&binding->target, &asset->data, skeleton, options->mesh_rest_pose,
                                options->allocator);
    mieni_float_env_leave(env);
    if (status == MIEN_OK)
        status = make_reports(binding, skeleton);
    if (status != MIEN_OK) {
        mien_pose_binding_destroy(binding);
        return mieni_fail(error, status, mieni_nowhere(), "Out of memory.");
    }
    *out_binding = binding;
    return MIEN_OK;
}

void mien_pose_binding_destroy(MienPoseBinding *binding)
{
    if (binding == NULL)
        return;
    const MienAllocator *allocator = binding->allocator;
    if (binding->reports != NULL)
        mieni_free(allocator, binding->reports, binding->report_size, 16);
    mieni_target_release(&binding->target);
    mieni_free(allocator, binding, sizeof *binding, 16);
}

int mien_pose_binding_report_count(const MienPoseBinding *binding) { return binding->report_count; }

MienFinding mien_pose_binding_report(const MienPoseBinding *binding, int row)
{
    if (row < 0 || row >= binding->report_count)
        return (MienFinding){.index = -1, .node = -1, .name = ""};
    return binding->reports[row];
}
