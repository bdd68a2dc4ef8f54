// SPDX-License-Identifier: MIT
//
// What mien info tells, as text.

#include "base/number.h"
#include "cli/report/info.h"

const char *cli_info_role(const MienPoseInfo *pose)
{
    return pose->control < 0 ? "combination" : pose->is_inbetween ? "in-between" : "control";
}

void cli_info_put_field(MieniTextOut *out, const char *name, const char *value)
{
    cli_putf(out, "  %-10s  %s\n", name, value);
}

static void put_count(const CliArgs *args, MieniTextOut *out, const char *name, int count)
{
    cli_info_put_field(out, name, cli_text(args, "%d", count));
}

static const char *number_text(const CliArgs *args, double value)
{
    char text[MIENI_NUMBER_ROOM];
    mieni_number_write(value, text);
    return cli_text(args, "%s", text);
}

static const char *level_text(const CliArgs *args, int level)
{
    return level == MIEN_ALL_LEVELS ? "all" : cli_text(args, "%d", level);
}

static void put_skeleton(const CliArgs *args, MieniTextOut *out, const MienSkeleton *skeleton,
                         bool with_lists)
{
    static const char *const bone_heads[] = {"bone", "parent", ">last level"};
    static const char *const curve_heads[] = {"curve", ">last level"};
    const int bones = mien_skeleton_bone_count(skeleton), curves = mien_skeleton_curve_count(skeleton);
    uint8_t hash[32];
    CliTable table;
    mien_skeleton_interface_hash(skeleton, hash);
    cli_info_put_field(out, "interface", cli_hash_text(args, hash));
    put_count(args, out, "bones", bones);
    put_count(args, out, "curves", curves);
    if (with_lists && bones > 0) {
        mieni_text_put(out, "\n");
        cli_table_begin(&table, args, bone_heads, 3);
        for (int b = 0; b < bones; ++b) {
            const int parent = mien_skeleton_bone_parent(skeleton, b);
            cli_table_put(&table, mien_skeleton_bone_name(skeleton, b));
            cli_table_put(&table, parent >= 0 ? mien_skeleton_bone_name(skeleton, parent) : "-");
            cli_table_put(&table, level_text(args, mien_skeleton_bone_last_level(skeleton, b)));
        }
        cli_table_end(&table, out);
    }
    if (with_lists && curves > 0) {
        mieni_text_put(out, "\n");
        cli_table_begin(&table, args, curve_heads, 2);
        for (int c = 0; c < curves; ++c) {
            cli_table_put(&table, mien_skeleton_curve_name(skeleton, c));
            cli_table_put(&table, level_text(args, mien_skeleton_curve_last_level(skeleton, c)));
        }
        cli_table_end(&table, out);
    }
}

/// Where on its control a pose has full weight, and how far the control goes.
static void put_pose(const CliArgs *args, CliTable *table, const MienPoseAsset *asset, int index)
{
    const MienPoseInfo pose = mien_pose_asset_pose(asset, index);
    cli_table_put(table, pose.name);
    cli_table_put(table, cli_info_role(&pose));
    cli_table_put(table, cli_text(args, "%d", pose.bone_count));
    cli_table_put(table, cli_text(args, "%d", pose.curve_count));
    if (pose.control < 0) {
        cli_table_put(table, "-");
        return;
    }
    const MienControlInfo control = mien_pose_asset_control(asset, pose.control);
    if (pose.is_inbetween)
        cli_table_put(table, cli_text(args, "%s at %s", mien_pose_asset_pose(asset, control.pose).name,
                                      cli_float_text(args, pose.position)));
    else
        cli_table_put(table, cli_text(args, "%s to %s", cli_float_text(args, control.min),
                                      cli_float_text(args, control.max)));
}

static void put_poses(const CliArgs *args, MieniTextOut *out, const MienPoseAsset *asset, bool with_lists)
{
    static const char *const pose_heads[] = {"pose", "role", ">bones", ">curves", "range"};
    static const char *const curve_heads[] = {"curve of poses"};
    const MienPoseAssetInfo info = mien_pose_asset_info(asset);
    CliTable table;
    cli_info_put_field(out, "poses are",
                       info.is_unreal
                           ? (info.is_additive ? "additive, as in Unreal" : "absolute, as in Unreal")
                       : info.is_additive ? "additive"
                                          : "absolute");
    put_count(args, out, "poses", info.pose_count);
    put_count(args, out, "controls", info.control_count);
    put_count(args, out, "bones", info.bone_count);
    put_count(args, out, "curves", info.curve_count);
    put_count(args, out, "entries", info.entry_count);
    cli_info_put_field(out, "scale", info.has_scale ? "changes" : "stays");
    cli_info_put_field(out, "extent", cli_text(args, "%s m", cli_float_text(args, info.extent)));
    if (with_lists && info.pose_count > 0) {
        mieni_text_put(out, "\n");
        cli_table_begin(&table, args, pose_heads, 5);
        for (int p = 0; p < info.pose_count; ++p)
            put_pose(args, &table, asset, p);
        cli_table_end(&table, out);
    }
    if (with_lists && info.curve_count > 0) {
        mieni_text_put(out, "\n");
        cli_table_begin(&table, args, curve_heads, 1);
        for (int c = 0; c < info.curve_count; ++c)
            cli_table_put(&table, mien_pose_asset_curve_name(asset, c));
        cli_table_end(&table, out);
    }
}

static void put_clip_lists(const CliArgs *args, MieniTextOut *out, const MienClip *clip)
{
    static const char *const curve_heads[] = {"curve"}, *const track_heads[] = {"track"};
    static const char *const event_heads[] = {"event", ">time s"};
    const MienClipInfo info = mien_clip_info(clip);
    CliTable table;
    if (info.curve_count > 0) {
        mieni_text_put(out, "\n");
        cli_table_begin(&table, args, curve_heads, 1);
        for (int c = 0; c < info.curve_count; ++c)
            cli_table_put(&table, mien_clip_curve_name(clip, c));
        cli_table_end(&table, out);
    }
    if (info.track_count > 0) {
        mieni_text_put(out, "\n");
        cli_table_begin(&table, args, track_heads, 1);
        for (int t = 0; t < info.track_count; ++t)
            cli_table_put(&table, mien_clip_track_bone(clip, t));
        cli_table_end(&table, out);
    }
    if (info.event_count > 0) {
        mieni_text_put(out, "\n");
        cli_table_begin(&table, args, event_heads, 2);
        for (int e = 0; e < info.event_count; ++e) {
            const MienClipEvent event = mien_clip_event(clip, e);
            cli_table_put(&table, event.name);
            cli_table_put(&table, cli_fixed_text(args, event.time, 3));
        }
        cli_table_end(&table, out);
    }
}

static void put_clip(const CliArgs *args, MieniTextOut *out, const MienClip *clip, bool with_lists)
{
    const MienClipInfo info = mien_clip_info(clip);
    cli_info_put_field(out, "length", cli_text(args, "%s s", cli_fixed_text(args, info.length, 3)));
    cli_info_put_field(out, "rate",
                       info.rate_divisor == 1
                           ? cli_text(args, "%d a second", info.rate)
                           : cli_text(args, "%d in %d seconds", info.rate, info.rate_divisor));
    put_count(args, out, "frames", info.frame_count);
    cli_info_put_field(out, "curves",
                       cli_text(args, "%d, %d of them still, in %zu bytes", info.curve_count,
                                info.still_curve_count, info.curve_bytes));
    cli_info_put_field(out, "tracks", cli_text(args, "%d, in %zu bytes", info.track_count, info.track_bytes));
    put_count(args, out, "events", info.event_count);
    if (info.sound[0] != '\0')
        cli_info_put_field(out, "sound",
                           cli_text(args, "%s, from %s s", info.sound, number_text(args, info.sound_offset)));
    if (info.source[0] != '\0')
        cli_info_put_field(out, "source", info.source);
    if (with_lists)
        put_clip_lists(args, out, clip);
}

static void put_bundle(const CliArgs *args, MieniTextOut *out, const MienBundle *bundle, bool with_lists)
{
    static const char *const heads[] = {"member", "kind", ">bytes"};
    CliTable table;
    put_count(args, out, "members", mien_bundle_count(bundle));
    if (!with_lists || mien_bundle_count(bundle) == 0)
        return;
    mieni_text_put(out, "\n");
    cli_table_begin(&table, args, heads, 3);
    for (int m = 0; m < mien_bundle_count(bundle); ++m) {
        const MienBundleMember member = mien_bundle_member(bundle, m);
        cli_table_put(&table, member.name);
        cli_table_put(&table, mien_pack_kind_name(member.kind));
        cli_table_put(&table, cli_text(args, "%zu", member.size));
    }
    cli_table_end(&table, out);
}

/// The lists of a mesh: what can be driven, what it hangs on, and what it looks like.
static void put_mesh_lists(const CliArgs *args, MieniTextOut *out, const MienMesh *mesh,
                           const MienMeshInfo *info)
{
    static const char *const morph_heads[] = {"morph", ">weight", ">vertices", "normals"};
    static const char *const bind_heads[] = {"bind", "reference"};
    static const char *const part_heads[] = {"part", "material", ">triangles", "image"};
    CliTable table;
    if (info->morph_count > 0) {
        mieni_text_put(out, "\n");
        cli_table_begin(&table, args, morph_heads, 4);
        for (int m = 0; m < info->morph_count; ++m) {
            const MienMorph morph = mien_mesh_morph(mesh, m);
            cli_table_put(&table, morph.name);
            cli_table_put(&table, cli_float_text(args, morph.weight));
            cli_table_put(&table, cli_text(args, "%d", morph.vertex_count));
            cli_table_put(&table, morph.normals != NULL ? "yes" : "no");
        }
        cli_table_end(&table, out);
    }
    if (info->bind_count > 0) {
        mieni_text_put(out, "\n");
        cli_table_begin(&table, args, bind_heads, 2);
        for (int b = 0; b < info->bind_count; ++b) {
            const int bone = mien_mesh_bind(mesh, b).bone;
            cli_table_put(&table, mien_mesh_bone_name(mesh, bone));
            cli_table_put(&table, bone < info->reference_count ? "its own" : "the skeleton's");
        }
        cli_table_end(&table, out);
    }
    if (info->part_count > 0) {
        mieni_text_put(out, "\n");
        cli_table_begin(&table, args, part_heads, 4);
        for (int p = 0; p < info->part_count; ++p) {
            const MienMeshPart part = mien_mesh_part(mesh, p);
            const MienMeshMaterial material = mien_mesh_material(mesh, part.material);
            cli_table_put(&table, part.name);
            cli_table_put(&table, part.material >= 0 ? material.name : "-");
            cli_table_put(&table, cli_text(args, "%d", part.index_count / 3));
            cli_table_put(&table, material.image >= 0 ? mien_mesh_image_name(mesh, material.image) : "-");
        }
        cli_table_end(&table, out);
    }
}

static void put_mesh(const CliArgs *args, MieniTextOut *out, const MienMesh *mesh, bool with_lists)
{
    const MienMeshInfo info = mien_mesh_info(mesh);
    const double size[3] = {(double)info.max.x - (double)info.min.x, (double)info.max.y - (double)info.min.y,
                            (double)info.max.z - (double)info.min.z};
    cli_info_put_field(out, "vertices",
                       cli_text(args, "%d, %s normals, %s texture coordinates, %s colours", info.vertex_count,
                                info.has_normals ? "with" : "without", info.has_uvs ? "with" : "without",
                                info.has_colors ? "with" : "without"));
    put_count(args, out, "triangles", info.index_count / 3);
    cli_info_put_field(out, "extent",
                       cli_text(args, "%s x %s x %s m", cli_fixed_text(args, size[0], 3),
                                cli_fixed_text(args, size[1], 3), cli_fixed_text(args, size[2], 3)));
    cli_info_put_field(
        out, "morphs",
        cli_text(args, "%d, which move %d vertices", info.morph_count, info.morph_vertex_count));
    cli_info_put_field(out, "binds",
                       cli_text(args, "%d, at most %d per vertex", info.bind_count, info.influence_count));
    cli_info_put_field(
        out, "bones",
        cli_text(args, "%d, %d of them with a place of their own", info.bone_count, info.reference_count));
    put_count(args, out, "parts", info.part_count);
    put_count(args, out, "materials", info.material_count);
    put_count(args, out, "images", info.image_count);
    if (with_lists)
        put_mesh_lists(args, out, mesh, &info);
}

void cli_info_put_text(const CliArgs *args, MieniTextOut *out, const CliPack *pack, bool with_lists)
{
    cli_put_heading(args, out, pack->input.path);
    mieni_text_put(out, "\n");
    cli_info_put_field(
        out, "kind",
        cli_text(args, "%s, version %u", mien_pack_kind_name(pack->info.kind), (unsigned)pack->info.version));
    cli_info_put_field(out, "size", cli_text(args, "%llu bytes", (unsigned long long)pack->info.size));
    cli_info_put_field(out, "hash", cli_hash_text(args, pack->info.hash));
    if (pack->skeleton != NULL)
        put_skeleton(args, out, pack->skeleton, with_lists);
    if (pack->poses != NULL)
        put_poses(args, out, pack->poses, with_lists);
    if (pack->clip != NULL)
        put_clip(args, out, pack->clip, with_lists);
    if (pack->bundle != NULL)
        put_bundle(args, out, pack->bundle, with_lists);
    if (pack->mesh != NULL)
        put_mesh(args, out, pack->mesh, with_lists);
    if (pack->graph != NULL)
        cli_info_put_graph(args, out, pack->graph, with_lists);
}
