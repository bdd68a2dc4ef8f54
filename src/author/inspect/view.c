// SPDX-License-Identifier: MIT
//
// Packs opened for reading back.

#include "core/float_rules.h"

#include "author/inspect/view.h"

#include <string.h>

static MienStatus load(MieniPackView *view, MienError *error)
{
    const MienLoadOptions options = {
        .allocator = view->allocator, .borrow_data = true, .trust_hash = true}; // compared already
    const uint8_t *data = view->bytes.data;
    const size_t size = view->bytes.size;
    switch (view->info.kind) {
    case MIEN_PACK_SKELETON:
        return mien_skeleton_load(data, size, &options, &view->skeleton, error);
    case MIEN_PACK_POSE_ASSET:
        return mien_pose_asset_load(data, size, &options, &view->poses, error);
    case MIEN_PACK_CLIP:
        return mien_clip_load(data, size, &options, &view->clip, error);
    case MIEN_PACK_BUNDLE:
        return mien_bundle_load(data, size, &options, &view->bundle, error);
    case MIEN_PACK_MESH:
        return mien_mesh_load(data, size, &options, &view->mesh, error);
    case MIEN_PACK_GRAPH:
        return mien_graph_load(data, size, &options, &view->graph, error);
    }
    return mieni_fail(error, MIEN_ERROR_KIND, mieni_at("%s", "header.kind"),
                      "a kind of pack that this library does not know");
}

MienStatus mieni_view_open(MieniPackView *out_view, const void *data, size_t size, const char *prefix,
                           const MienAllocator *allocator, MienError *error)
{
    MienError inner = {0};
    *out_view = (MieniPackView){.allocator = allocator};
    const MienLoadOptions hold = {.allocator = allocator,
                                  .borrow_data = (uintptr_t)data % MIEN_PACK_ALIGNMENT == 0};
    MienStatus status = mien_pack_inspect(data, size, false, &out_view->info, &inner);
    if (status == MIEN_OK)
        status = mieni_bytes_hold(&out_view->bytes, data, size, &hold, &inner);
    if (status == MIEN_OK)
        status = load(out_view, &inner);
    if (status == MIEN_OK)
        return MIEN_OK;
    mieni_view_close(out_view);
    return mieni_fail(error, status, mieni_at("%s%s", prefix, inner.location), "%s", inner.message);
}

void mieni_view_close(MieniPackView *view)
{
    mien_skeleton_destroy(view->skeleton);
    mien_pose_asset_destroy(view->poses);
    mien_clip_destroy(view->clip);
    mien_bundle_destroy(view->bundle);
    mien_mesh_destroy(view->mesh);
    mien_graph_destroy(view->graph);
    mieni_bytes_release(&view->bytes, view->allocator);
    *view = (MieniPackView){0};
}

const void *mieni_view_section(const MieniPackView *view, uint32_t tag, int *out_count)
{
    MieniSection section = {0};
    for (int i = 0; i < view->info.section_count && section.tag != tag; ++i)
        memcpy(&section, view->bytes.data + sizeof(MieniPackHeader) + (size_t)i * sizeof section,
               sizeof section);
    if (out_count != NULL)
        *out_count = (int)section.count;
    return view->bytes.data + section.offset;
}

MieniPackPoseView mieni_view_poses(const MieniPackView *view)
{
    MieniPackPoseView p = {.asset = view->poses, .info = mieni_view_section(view, MIENI_POSE_INFO, NULL)};
    p.is_additive = (p.info->flags & MIENI_POSE_ADDITIVE) != 0;
    p.is_unreal = (p.info->flags & MIENI_POSE_UNREAL) != 0;
    p.has_scale = (p.info->flags & MIENI_POSE_SCALE) != 0;
    p.roles = mieni_view_section(view, MIENI_POSE_ROLES, NULL);
    p.control_pose = mieni_view_section(view, MIENI_POSE_CONTROLS, NULL);
    p.min = mieni_view_section(view, MIENI_POSE_MIN, NULL);
    p.max = mieni_view_section(view, MIENI_POSE_MAX, NULL);
    p.gain = mieni_view_section(view, MIENI_POSE_GAIN, NULL);
    p.offset = mieni_view_section(view, MIENI_POSE_OFFSET, NULL);
    p.remap = mieni_view_section(view, MIENI_POSE_REMAP, NULL);
    p.masks = mieni_view_section(view, MIENI_POSE_MASKS, &p.mask_count);
    p.groups = mieni_view_section(view, MIENI_POSE_GROUPS, &p.group_count);
    p.members = mieni_view_section(view, MIENI_POSE_MEMBERS, NULL);
    p.combinations = mieni_view_section(view, MIENI_POSE_COMBINATIONS, &p.combination_count);
    p.inputs = mieni_view_section(view, MIENI_POSE_INPUTS, NULL);
    p.base = mieni_view_section(view, MIENI_POSE_BASE, NULL);
    p.reference = mieni_view_section(view, MIENI_POSE_REFERENCE, NULL);
    p.rest = mieni_view_section(view, MIENI_POSE_REST, NULL);
    p.bone_levels = mieni_view_section(view, MIENI_POSE_BONE_LODS, NULL);
    p.curve_levels = mieni_view_section(view, MIENI_POSE_CURVE_LODS, NULL);
    p.curve_base = mieni_view_section(view, MIENI_POSE_CURVE_BASE, NULL);
    p.group_first = mieni_view_section(view, MIENI_POSE_GROUP_FIRST, NULL);
    p.group_bones = mieni_view_section(view, MIENI_POSE_GROUP_BONES, NULL);
    p.turn = mieni_view_section(view, MIENI_POSE_GROUP_TURN, NULL);
    p.scale = mieni_view_section(view, MIENI_POSE_GROUP_SCALE, NULL);
    p.curve_first = mieni_view_section(view, MIENI_POSE_CURVE_FIRST, NULL);
    p.curve_ids = mieni_view_section(view, MIENI_POSE_CURVE_IDS, NULL);
    p.curve_values = mieni_view_section(view, MIENI_POSE_CURVE_VALUES, NULL);
    return p;
}

const char *mieni_view_pose_name(const MieniPackPoseView *poses, int pose)
{
    return mien_pose_asset_pose(poses->asset, pose).name;
}

const char *mieni_view_control_name(const MieniPackPoseView *poses, uint32_t control)
{
    return mieni_view_pose_name(poses, (int)poses->control_pose[control]);
}

const MieniCombination *mieni_view_combination(const MieniPackPoseView *poses, int pose)
{
    int low = 0, high = poses->combination_count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if ((int)poses->combinations[middle].pose < pose)
            low = middle + 1;
        else
            high = middle;
    }
    return low < poses->combination_count && (int)poses->combinations[low].pose == pose
               ? &poses->combinations[low]
               : NULL;
}

const char *mieni_view_input_name(const MieniPackPoseView *poses, const MieniInput *input)
{
    return input->is_inbetween != 0 ? mieni_view_pose_name(poses, (int)input->index)
                                    : mieni_view_control_name(poses, input->index);
}

MieniPlace mieni_view_entry(const MieniPackPoseView *poses, size_t entry)
{
    const float *turn = poses->turn + entry * MIENI_TURN, *scale = poses->scale + entry * MIENI_SCALE;
    MieniPlace place = {.q = {(double)turn[0], (double)turn[1], (double)turn[2], (double)turn[3]},
                        .t = {(double)turn[4], (double)turn[5], (double)turn[6]},
                        .s = {1.0, 1.0, 1.0}};
    if (poses->is_additive && !poses->is_unreal)
        place.q[3] += 1.0; // stored without, so that sums of offsets are small
    for (int k = 0; poses->has_scale && k < 3; ++k)
        place.s[k] = (double)scale[k] + (poses->is_additive ? 1.0 : 0.0);
    return place;
}
