// SPDX-License-Identifier: MIT
//
// mien info, as JSON.

#include "cli/report/info.h"

static void set_level(MieniJsonDocument *document, MieniJson *object, int level)
{
    if (level == MIEN_ALL_LODS)
        mieni_json_set(document, object, "max_lod", mieni_json_null(document));
    else
        cli_json_set_number(document, object, "max_lod", level);
}

static void set_skeleton(const CliArgs *args, MieniJsonDocument *document, MieniJson *root,
                         const MienSkeleton *skeleton, bool with_lists)
{
    uint8_t hash[32];
    mien_skeleton_interface_hash(skeleton, hash);
    cli_json_set_string(document, root, "interface_hash", cli_hash_text(args, hash));
    cli_json_set_number(document, root, "bone_count", mien_skeleton_bone_count(skeleton));
    cli_json_set_number(document, root, "curve_count", mien_skeleton_curve_count(skeleton));
    if (!with_lists)
        return;
    MieniJson *bones = mieni_json_set(document, root, "bones", mieni_json_array(document));
    for (int b = 0; b < mien_skeleton_bone_count(skeleton); ++b) {
        MieniJson *bone = mieni_json_append(document, bones, mieni_json_object(document));
        const int parent = mien_skeleton_bone_parent(skeleton, b);
        cli_json_set_string(document, bone, "name", mien_skeleton_bone_name(skeleton, b));
        mieni_json_set(document, bone, "parent",
                       parent >= 0 ? mieni_json_string(document, mien_skeleton_bone_name(skeleton, parent))
                                   : mieni_json_null(document));
        set_level(document, bone, mien_skeleton_bone_max_lod(skeleton, b));
        cli_json_set_transform(document, bone, &mien_skeleton_rest_pose(skeleton)[b]);
    }
    MieniJson *curves = mieni_json_set(document, root, "curves", mieni_json_array(document));
    for (int c = 0; c < mien_skeleton_curve_count(skeleton); ++c) {
        MieniJson *curve = mieni_json_append(document, curves, mieni_json_object(document));
        cli_json_set_string(document, curve, "name", mien_skeleton_curve_name(skeleton, c));
        set_level(document, curve, mien_skeleton_curve_max_lod(skeleton, c));
    }
}

static void add_pose(MieniJsonDocument *document, MieniJson *poses, const MienPoseAsset *asset, int index)
{
    MieniJson *object = mieni_json_append(document, poses, mieni_json_object(document));
    const MienPoseInfo pose = mien_pose_asset_pose(asset, index);
    cli_json_set_string(document, object, "name", pose.name);
    cli_json_set_string(document, object, "role", cli_info_role(&pose));
    cli_json_set_number(document, object, "bone_count", pose.bone_count);
    cli_json_set_number(document, object, "curve_count", pose.curve_count);
    if (pose.driven_pose < 0)
        return;
    const MienDrivenPose control = mien_pose_asset_driven_pose(asset, pose.driven_pose);
    if (pose.is_inbetween) {
        cli_json_set_string(document, object, "target", mien_pose_asset_pose(asset, control.pose).name);
        cli_json_set_float(document, object, "position", pose.position);
        return;
    }
    cli_json_set_float(document, object, "min", control.min);
    cli_json_set_float(document, object, "max", control.max);
    if (control.group >= 0)
        cli_json_set_number(document, object, "group", control.group);
}

static void set_poses(MieniJsonDocument *document, MieniJson *root, const MienPoseAsset *asset,
                      bool with_lists)
{
    const MienPoseAssetInfo info = mien_pose_asset_info(asset);
    cli_json_set_bool(document, root, "is_additive", info.is_additive);
    cli_json_set_bool(document, root, "is_unreal", info.is_unreal);
    cli_json_set_bool(document, root, "has_scale", info.has_scale);
    cli_json_set_float(document, root, "extent", info.extent);
    cli_json_set_number(document, root, "pose_count", info.pose_count);
    cli_json_set_number(document, root, "driven_pose_count", info.driven_pose_count);
    cli_json_set_number(document, root, "bone_count", info.bone_count);
    cli_json_set_number(document, root, "curve_count", info.curve_count);
    cli_json_set_number(document, root, "entry_count", info.entry_count);
    if (!with_lists)
        return;
    MieniJson *poses = mieni_json_set(document, root, "poses", mieni_json_array(document));
    for (int p = 0; p < info.pose_count; ++p)
        add_pose(document, poses, asset, p);
    MieniJson *bones = mieni_json_set(document, root, "bones", mieni_json_array(document));
    for (int b = 0; b < info.bone_count; ++b)
        mieni_json_append(document, bones, mieni_json_string(document, mien_pose_asset_bone_name(asset, b)));
    MieniJson *curves = mieni_json_set(document, root, "curves", mieni_json_array(document));
    for (int c = 0; c < info.curve_count; ++c)
        mieni_json_append(document, curves,
                          mieni_json_string(document, mien_pose_asset_curve_name(asset, c)));
}

static void set_clip(MieniJsonDocument *document, MieniJson *root, const MienClip *clip, bool with_lists)
{
    const MienClipInfo info = mien_clip_info(clip);
    cli_json_set_number(document, root, "length", info.length);
    cli_json_set_number(document, root, "rate", info.rate);
    cli_json_set_number(document, root, "rate_divisor", info.rate_divisor);
    cli_json_set_number(document, root, "frame_count", info.frame_count);
    cli_json_set_number(document, root, "curve_count", info.curve_count);
    cli_json_set_number(document, root, "constant_curve_count", info.constant_curve_count);
    cli_json_set_number(document, root, "track_count", info.track_count);
    cli_json_set_number(document, root, "event_count", info.event_count);
    cli_json_set_number(document, root, "curve_bytes", (double)info.curve_bytes);
    cli_json_set_number(document, root, "track_bytes", (double)info.track_bytes);
    cli_json_set_string(document, root, "sound", info.sound);
    cli_json_set_number(document, root, "sound_offset", info.sound_offset);
    cli_json_set_string(document, root, "source", info.source);
    if (!with_lists)
        return;
    MieniJson *curves = mieni_json_set(document, root, "curves", mieni_json_array(document));
    for (int c = 0; c < info.curve_count; ++c)
        mieni_json_append(document, curves, mieni_json_string(document, mien_clip_curve_name(clip, c)));
    MieniJson *tracks = mieni_json_set(document, root, "tracks", mieni_json_array(document));
    for (int t = 0; t < info.track_count; ++t)
        mieni_json_append(document, tracks, mieni_json_string(document, mien_clip_track_bone(clip, t)));
    MieniJson *events = mieni_json_set(document, root, "events", mieni_json_array(document));
    for (int e = 0; e < info.event_count; ++e) {
        const MienClipEvent event = mien_clip_event(clip, e);
        MieniJson *object = mieni_json_append(document, events, mieni_json_object(document));
        cli_json_set_string(document, object, "name", event.name);
        cli_json_set_number(document, object, "time", event.time);
    }
}

static void set_bundle(MieniJsonDocument *document, MieniJson *root, const MienBundle *bundle,
                       bool with_lists)
{
    cli_json_set_number(document, root, "member_count", mien_bundle_count(bundle));
    if (!with_lists)
        return;
    MieniJson *members = mieni_json_set(document, root, "entries", mieni_json_array(document));
    for (int m = 0; m < mien_bundle_count(bundle); ++m) {
        const MienBundleMember member = mien_bundle_member(bundle, m);
        MieniJson *object = mieni_json_append(document, members, mieni_json_object(document));
        cli_json_set_string(document, object, "name", member.name);
        cli_json_set_string(document, object, "kind", mien_pack_kind_name(member.kind));
        cli_json_set_number(document, object, "version", member.version);
        cli_json_set_number(document, object, "size", (double)member.size);
    }
}

static void add_parts(MieniJsonDocument *document, MieniJson *root, const MienMesh *mesh,
                      const MienMeshInfo *info)
{
    MieniJson *parts = mieni_json_set(document, root, "submeshes", mieni_json_array(document));
    for (int p = 0; p < info->submesh_count; ++p) {
        const MienSubmesh part = mien_mesh_submesh(mesh, p);
        MieniJson *object = mieni_json_append(document, parts, mieni_json_object(document));
        cli_json_set_string(document, object, "name", part.name);
        cli_json_set_number(document, object, "triangle_count", part.index_count / 3);
        if (part.material >= 0)
            cli_json_set_number(document, object, "material", part.material);
    }
    MieniJson *materials = mieni_json_set(document, root, "materials", mieni_json_array(document));
    for (int m = 0; m < info->material_count; ++m) {
        const MienMeshMaterial material = mien_mesh_material(mesh, m);
        MieniJson *object = mieni_json_append(document, materials, mieni_json_object(document));
        cli_json_set_string(document, object, "name", material.name);
        MieniJson *color = mieni_json_set(document, object, "base_color", mieni_json_array(document));
        for (int k = 0; k < 4; ++k)
            mieni_json_append(document, color, cli_json_float(document, material.base_color[k]));
        cli_json_set_float(document, object, "roughness", material.roughness);
        cli_json_set_float(document, object, "metallic", material.metallic);
        if (material.image >= 0)
            cli_json_set_string(document, object, "image", mien_mesh_image_name(mesh, material.image));
    }
}

static void set_mesh(MieniJsonDocument *document, MieniJson *root, const MienMesh *mesh, bool with_lists)
{
    const MienMeshInfo info = mien_mesh_info(mesh);
    cli_json_set_number(document, root, "vertex_count", info.vertex_count);
    cli_json_set_number(document, root, "triangle_count", info.index_count / 3);
    cli_json_set_number(document, root, "influence_count", info.influence_count);
    cli_json_set_number(document, root, "joint_count", info.joint_count);
    cli_json_set_number(document, root, "bone_count", info.bone_count);
    cli_json_set_number(document, root, "rest_pose_count", info.rest_pose_count);
    cli_json_set_number(document, root, "morph_count", info.morph_count);
    cli_json_set_number(document, root, "morph_vertex_count", info.morph_vertex_count);
    cli_json_set_number(document, root, "submesh_count", info.submesh_count);
    cli_json_set_number(document, root, "material_count", info.material_count);
    cli_json_set_number(document, root, "image_count", info.image_count);
    cli_json_set_bool(document, root, "has_normals", info.has_normals);
    cli_json_set_bool(document, root, "has_uvs", info.has_uvs);
    cli_json_set_bool(document, root, "has_colors", info.has_colors);
    if (!with_lists)
        return;
    MieniJson *morphs = mieni_json_set(document, root, "morphs", mieni_json_array(document));
    for (int m = 0; m < info.morph_count; ++m) {
        const MienMorph morph = mien_mesh_morph(mesh, m);
        MieniJson *object = mieni_json_append(document, morphs, mieni_json_object(document));
        cli_json_set_string(document, object, "name", morph.name);
        cli_json_set_float(document, object, "weight", morph.weight);
        cli_json_set_number(document, object, "vertex_count", morph.vertex_count);
        cli_json_set_bool(document, object, "has_normals", morph.normals != NULL);
    }
    MieniJson *binds = mieni_json_set(document, root, "joints", mieni_json_array(document));
    for (int b = 0; b < info.joint_count; ++b)
        mieni_json_append(
            document, binds,
            mieni_json_string(document, mien_mesh_bone_name(mesh, mien_mesh_joint(mesh, b).bone)));
    MieniJson *bones = mieni_json_set(document, root, "rest_pose", mieni_json_array(document));
    for (int b = 0; b < info.rest_pose_count; ++b) {
        MieniJson *bone = mieni_json_append(document, bones, mieni_json_object(document));
        cli_json_set_string(document, bone, "name", mien_mesh_bone_name(mesh, b));
        cli_json_set_transform(document, bone, &mien_mesh_rest_pose(mesh)[b]);
    }
    add_parts(document, root, mesh, &info);
}

MieniJson *cli_info_make_json(const CliArgs *args, MieniJsonDocument *document, const CliPack *pack,
                              bool with_lists)
{
    MieniJson *root = mieni_json_object(document);
    cli_json_set_string(document, root, "file", pack->input.path);
    cli_json_set_string(document, root, "kind", mien_pack_kind_name(pack->info.kind));
    cli_json_set_number(document, root, "version", pack->info.version);
    cli_json_set_number(document, root, "size", (double)pack->info.size);
    cli_json_set_string(document, root, "hash", cli_hash_text(args, pack->info.hash));
    if (pack->skeleton != NULL)
        set_skeleton(args, document, root, pack->skeleton, with_lists);
    if (pack->poses != NULL)
        set_poses(document, root, pack->poses, with_lists);
    if (pack->clip != NULL)
        set_clip(document, root, pack->clip, with_lists);
    if (pack->bundle != NULL)
        set_bundle(document, root, pack->bundle, with_lists);
    if (pack->mesh != NULL)
        set_mesh(document, root, pack->mesh, with_lists);
    if (pack->graph != NULL)
        cli_info_set_graph(document, root, pack->graph, with_lists);
    return root;
}
