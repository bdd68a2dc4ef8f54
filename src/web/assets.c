// SPDX-License-Identifier: MIT
//
// Assets: loading packs and reading their names.

#include "web/web.h"

WEB_EXPORT(isa) const char *web_isa(void)
{
    return mien_isa_name(mien_isa_is_available(MIEN_ISA_WASM128) ? MIEN_ISA_WASM128 : MIEN_ISA_SCALAR);
}

// Packs: of every kind one function, told by the kind that the pack itself states.

WEB_EXPORT(pack_kind) int web_pack_kind(const void *data, size_t size)
{
    MienPackInfo info;
    return mien_pack_inspect(data, size, true, &info, &web_error) == MIEN_OK ? (int)info.kind : 0;
}

/// Loads a pack that lies at a 64-byte boundary and stays there. is_member: of a bundle whose hash was
/// compared.
WEB_EXPORT(load) void *web_load(int kind, const void *data, size_t size, int is_member)
{
    const MienLoadOptions options = {.borrow_data = true, .trust_hash = is_member != 0};
    void *asset = NULL;
    switch ((MienPackKind)kind) {
    case MIEN_PACK_SKELETON:
        mien_skeleton_load(data, size, &options, (MienSkeleton **)&asset, &web_error);
        return asset;
    case MIEN_PACK_POSE_ASSET:
        mien_pose_asset_load(data, size, &options, (MienPoseAsset **)&asset, &web_error);
        return asset;
    case MIEN_PACK_CLIP:
        mien_clip_load(data, size, &options, (MienClip **)&asset, &web_error);
        return asset;
    case MIEN_PACK_BUNDLE:
        mien_bundle_load(data, size, &options, (MienBundle **)&asset, &web_error);
        return asset;
    case MIEN_PACK_MESH:
        mien_mesh_load(data, size, &options, (MienMesh **)&asset, &web_error);
        return asset;
    case MIEN_PACK_GRAPH:
        mien_graph_load(data, size, &options, (MienGraph **)&asset, &web_error);
        return asset;
    }
    return web_refuse(MIEN_ERROR_KIND, "This pack is of a kind that this version does not know.");
}

WEB_EXPORT(destroy) void web_destroy(int kind, void *asset)
{
    switch ((MienPackKind)kind) {
    case MIEN_PACK_SKELETON:
        mien_skeleton_destroy(asset);
        break;
    case MIEN_PACK_POSE_ASSET:
        mien_pose_asset_destroy(asset);
        break;
    case MIEN_PACK_CLIP:
        mien_clip_destroy(asset);
        break;
    case MIEN_PACK_BUNDLE:
        mien_bundle_destroy(asset);
        break;
    case MIEN_PACK_MESH:
        mien_mesh_destroy(asset);
        break;
    case MIEN_PACK_GRAPH:
        mien_graph_destroy(asset);
        break;
    }
}

// What is in a bundle

static MienBundleMember member;

WEB_EXPORT(bundle_count) int web_bundle_count(const MienBundle *bundle) { return mien_bundle_count(bundle); }
/// Chooses a member, of which the following tell.
WEB_EXPORT(bundle_choose) const char *web_bundle_choose(const MienBundle *bundle, int index)
{
    member = mien_bundle_member(bundle, index);
    return member.name;
}
WEB_EXPORT(bundle_kind) int web_bundle_kind(void) { return (int)member.kind; }
WEB_EXPORT(bundle_data) const void *web_bundle_data(void) { return member.data; }
WEB_EXPORT(bundle_size) size_t web_bundle_size(void) { return member.size; }

// Names and numbers

WEB_EXPORT(bone_count) int web_bone_count(const MienSkeleton *s) { return mien_skeleton_bone_count(s); }
WEB_EXPORT(bone_name) const char *web_bone_name(const MienSkeleton *s, int i)
{
    return mien_skeleton_bone_name(s, i);
}
WEB_EXPORT(bone_parent) int web_bone_parent(const MienSkeleton *s, int i)
{
    return mien_skeleton_bone_parent(s, i);
}
WEB_EXPORT(curve_count) int web_curve_count(const MienSkeleton *s) { return mien_skeleton_curve_count(s); }
WEB_EXPORT(curve_name) const char *web_curve_name(const MienSkeleton *s, int i)
{
    return mien_skeleton_curve_name(s, i);
}

WEB_EXPORT(pose_count) int web_pose_count(const MienPoseAsset *p)
{
    return mien_pose_asset_info(p).pose_count;
}
WEB_EXPORT(pose_name) const char *web_pose_name(const MienPoseAsset *p, int i)
{
    return mien_pose_asset_pose(p, i).name;
}
/// The control that drives a pose; -1: none of its own.
WEB_EXPORT(pose_control) int web_pose_control(const MienPoseAsset *p, int i)
{
    const MienPoseInfo info = mien_pose_asset_pose(p, i);
    return info.is_inbetween ? -1 : info.driven_pose;
}
WEB_EXPORT(control_min) float web_control_min(const MienPoseAsset *p, int i)
{
    return mien_pose_asset_driven_pose(p, i).min;
}
WEB_EXPORT(control_max) float web_control_max(const MienPoseAsset *p, int i)
{
    return mien_pose_asset_driven_pose(p, i).max;
}
WEB_EXPORT(poses_are_additive) int web_poses_are_additive(const MienPoseAsset *p)
{
    return mien_pose_asset_info(p).is_additive;
}

WEB_EXPORT(clip_length) double web_clip_length(const MienClip *c) { return mien_clip_info(c).length; }
WEB_EXPORT(clip_rate) double web_clip_rate(const MienClip *c)
{
    const MienClipInfo info = mien_clip_info(c);
    return info.rate_divisor > 0 ? (double)info.rate / (double)info.rate_divisor : 0.0;
}
WEB_EXPORT(clip_curve_count) int web_clip_curve_count(const MienClip *c)
{
    return mien_clip_info(c).curve_count;
}
WEB_EXPORT(clip_curve_name) const char *web_clip_curve_name(const MienClip *c, int i)
{
    return mien_clip_curve_name(c, i);
}
WEB_EXPORT(clip_track_count) int web_clip_track_count(const MienClip *c)
{
    return mien_clip_info(c).track_count;
}
WEB_EXPORT(clip_track_bone) const char *web_clip_track_bone(const MienClip *c, int i)
{
    return mien_clip_track_bone(c, i);
}
WEB_EXPORT(clip_sound) const char *web_clip_sound(const MienClip *c) { return mien_clip_info(c).sound; }
WEB_EXPORT(clip_sound_offset) double web_clip_sound_offset(const MienClip *c)
{
    return mien_clip_info(c).sound_offset;
}

WEB_EXPORT(morph_count) int web_morph_count(const MienMesh *m) { return mien_mesh_info(m).morph_count; }
WEB_EXPORT(morph_name) const char *web_morph_name(const MienMesh *m, int i)
{
    return mien_mesh_morph(m, i).name;
}

WEB_EXPORT(parameter_count) int web_parameter_count(const MienGraph *g)
{
    return mien_graph_info(g).parameter_count;
}
WEB_EXPORT(parameter_name) const char *web_parameter_name(const MienGraph *g, int i)
{
    return mien_graph_parameter(g, i).name;
}
WEB_EXPORT(slot_count) int web_slot_count(const MienGraph *g) { return mien_graph_info(g).asset_slot_count; }
WEB_EXPORT(slot_path) const char *web_slot_path(const MienGraph *g, int i)
{
    return mien_graph_asset_slot(g, i).path;
}
WEB_EXPORT(slot_kind) int web_slot_kind(const MienGraph *g, int i)
{
    return mien_graph_asset_slot(g, i).type == MIEN_GRAPH_CLIP ? MIEN_PACK_CLIP : MIEN_PACK_POSE_ASSET;
}
WEB_EXPORT(node_count) int web_node_count(const MienGraph *g) { return mien_graph_info(g).node_count; }
WEB_EXPORT(node_id) const char *web_node_id(const MienGraph *g, int i) { return mien_graph_node(g, i).id; }
