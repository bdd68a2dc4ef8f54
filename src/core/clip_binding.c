// SPDX-License-Identifier: MIT
//
// Bindings of clips: names become indices, bone lengths become factors, once.

#include "core/float_rules.h"

#include "core/clip_binding.h"
#include "core/float_env.h"
#include "core/pose_scratch.h"
#include "core/skeleton_format.h"
#include "core/translation.h"

#include <string.h>

static void divide(MienClipBinding *binding, MieniScratch *parts)
{
    const MienClip *clip = binding->clip;
    const size_t curves = (size_t)clip->curve_names.count, tracks = clip->info.track_count;
    binding->curves = (int32_t *)mieni_scratch_take(parts, curves * sizeof *binding->curves);
    binding->wanted = (uint8_t *)mieni_scratch_take(parts, (size_t)clip->curves.block_count);
    binding->present =
        (uint32_t *)mieni_scratch_take(parts, (size_t)binding->present_words * sizeof *binding->present);
    binding->bones = (int32_t *)mieni_scratch_take(parts, tracks * sizeof *binding->bones);
    binding->moves = (MieniMove *)mieni_scratch_take(parts, tracks * sizeof *binding->moves);
    binding->still = (MienTransform *)mieni_scratch_take(parts, tracks * sizeof *binding->still);
    binding->reports = (int32_t *)mieni_scratch_take(parts, (curves + tracks) * sizeof *binding->reports);
}

static void bind_curves(MienClipBinding *binding, const MienSkeleton *skeleton, const uint32_t *used)
{
    const MienClip *clip = binding->clip;
    memset(binding->present, 0, (size_t)binding->present_words * sizeof *binding->present);
    for (int c = 0; c < clip->curve_names.count; ++c) {
        const int target = mien_skeleton_find_curve(skeleton, mieni_names_get(&clip->curve_names, c));
        const bool is_used = target >= 0 && (used == NULL || (used[target / 32] >> target % 32 & 1) != 0);
        binding->curves[c] = is_used ? target : -1;
        if (target < 0)
            binding->reports[binding->report_count++] = c;
        if (is_used)
            binding->present[target / 32] |= (uint32_t)1 << target % 32;
    }
    for (int b = 0; b < clip->curves.block_count; ++b) {
        const MieniClipBlock *block = &clip->curves.blocks[b];
        binding->wanted[b] = 0;
        for (int g = block->group_count - 1; g >= 0; --g) {
            const MieniClipGroup *group = &clip->curves.groups[block->first_group + (uint32_t)g];
            bool is_wanted = (binding->wanted[b] >> g & 1) != 0; // by a later group that is relative to it
            for (int lane = 0; lane < group->count; ++lane)
                is_wanted = is_wanted || binding->curves[group->first + (uint32_t)lane] >= 0;
            if (is_wanted)
                binding->wanted[b] |=
                    (uint8_t)(1 << g | (group->reference != MIENI_ALONE ? 1 << group->reference : 0));
        }
    }
}

static void bind_tracks(MienClipBinding *binding, const MienSkeleton *skeleton,
                        const MienTransform *reference)
{
    const MienClip *clip = binding->clip;
    float extent = 0.0f;
    for (uint32_t t = 0; t < clip->info.track_count; ++t) {
        MienVec3 own;
        memcpy(&own, clip->reference + 3 * t, sizeof own);
        const float length = mieni_length(own);
        extent = length > extent ? length : extent;
    }
    for (uint32_t t = 0; t < clip->info.track_count; ++t) {
        const int bone = mien_skeleton_find_bone(skeleton, mieni_names_get(&clip->bone_names, (int)t));
        const int32_t row = (int32_t)t + clip->curve_names.count;
        binding->bones[t] = bone;
        if (bone < 0) {
            binding->reports[binding->report_count++] = row;
            continue;
        }
        MieniMove *move = &binding->moves[t];
        memcpy(&move->from, clip->reference + 3 * t, sizeof move->from);
        move->to = reference[bone].translation;
        move->is_same = memcmp(&move->from, &move->to, sizeof move->to) == 0;
        move->factor = mieni_translation_factor(move->to, move->from, extent);
        binding->still[t] = clip->still_tracks[t];
        binding->still[t].translation = mieni_moved(move, clip->still_tracks[t].translation);
        if (!move->is_same && move->factor != 1.0f)
            binding->reports[binding->report_count++] = row;
    }
}

MienStatus mien_clip_binding_create(const MienClip *clip, const MienSkeleton *skeleton,
                                    const MienClipBindingOptions *options, MienClipBinding **out_binding,
                                    MienError *error)
{
    static const MienClipBindingOptions defaults = {0};
    if (out_binding == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "out_binding must be given");
    *out_binding = NULL;
    if (clip == NULL || skeleton == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "clip and skeleton must be given");
    if (options == NULL)
        options = &defaults;
    const MienStatus status =
        mieni_check_mesh_rest_pose(options->mesh_rest_pose, mien_skeleton_bone_count(skeleton), error);
    if (status != MIEN_OK)
        return status;
    const int words = mien_curve_set_words(mien_skeleton_curve_count(skeleton));
    MienClipBinding probe = {.clip = clip, .present_words = words};
    MieniScratch parts = {.used = mieni_align64(sizeof probe)};
    divide(&probe, &parts);
    MienClipBinding *binding = (MienClipBinding *)mieni_allocate(options->allocator, parts.used, 64);
    if (binding == NULL)
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    *binding = (MienClipBinding){
        .allocator = options->allocator, .clip = clip, .size = parts.used, .present_words = words};
    parts = (MieniScratch){.block = (uint8_t *)binding, .used = mieni_align64(sizeof probe)};
    divide(binding, &parts);
    const MieniFloatEnv env = mieni_float_env_enter();
    bind_curves(binding, skeleton, options->used_curves);
    bind_tracks(binding, skeleton,
                options->mesh_rest_pose ? options->mesh_rest_pose : mien_skeleton_rest_pose(skeleton));
    mieni_float_env_leave(env);
    *out_binding = binding;
    return MIEN_OK;
}

void mien_clip_binding_destroy(MienClipBinding *binding)
{
    if (binding != NULL)
        mieni_free(binding->allocator, binding, binding->size, 64);
}

int mien_clip_binding_curve(const MienClipBinding *binding, int curve)
{
    return curve >= 0 && curve < binding->clip->curve_names.count ? binding->curves[curve] : -1;
}

int mien_clip_binding_bone(const MienClipBinding *binding, int track)
{
    return track >= 0 && track < (int)binding->clip->info.track_count ? binding->bones[track] : -1;
}

int mien_clip_binding_report_count(const MienClipBinding *binding) { return binding->report_count; }

MienFinding mien_clip_binding_report(const MienClipBinding *binding, int row)
{
    MienFinding out = {
        .kind = MIEN_FINDING_MISSING_CURVE, .index = -1, .node = -1, .name = "", .factor = 1.0f};
    if (row < 0 || row >= binding->report_count)
        return (MienFinding){.index = -1, .node = -1, .name = ""};
    const int curves = binding->clip->curve_names.count, at = binding->reports[row];
    out.index = at < curves ? at : at - curves;
    out.name = at < curves ? mien_clip_curve_name(binding->clip, at)
                           : mien_clip_track_bone(binding->clip, at - curves);
    if (at >= curves && binding->bones[out.index] < 0) {
        out.kind = MIEN_FINDING_MISSING_BONE;
    } else if (at >= curves) {
        out.kind = MIEN_FINDING_SCALED_BONE;
        out.factor = binding->moves[out.index].factor;
    }
    return out;
}
