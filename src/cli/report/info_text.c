// SPDX-License-Identifier: MIT
//
// mien info, as text.

#include "base/number.h"
#include "cli/report/info.h"

/// A line of the text: its name, and what it is.
static void info_put_field(MieniTextOut *out, const char *name, const char *value)
{
    cli_putf(out, "  %-10s  %s\n", name, value);
}

// mien info for graphs.

static const char *const types[] = {"", "float", "int", "bool", "name", "clip", "poses", "mask"};

static const char *inputs_text(const CliArgs *args, const MienGraph *graph, int node)
{
    const int count = mien_graph_node(graph, node).input_count;
    const char *text = "";
    for (int i = 0; i < count; ++i) {
        const int from = mien_graph_node_input(graph, node, i);
        text = cli_text(args, "%s%s%s", text, i > 0 ? ", " : "",
                        from >= 0 ? mien_graph_node(graph, from).id : "-");
    }
    return count > 0 ? text : "-";
}

static void put_nodes(const CliArgs *args, MieniTextOut *out, const MienGraph *graph)
{
    static const char *const heads[] = {"node", "type", "result", "inputs"};
    CliTable table;
    mieni_text_put(out, "\n");
    cli_table_begin(&table, args, heads, 4);
    for (int n = 0; n < mien_graph_info(graph).node_count; ++n) {
        const MienGraphNodeInfo node = mien_graph_node(graph, n);
        cli_table_put(&table, node.id);
        cli_table_put(&table, node.type);
        cli_table_put(&table, node.is_delta ? "delta" : "pose");
        cli_table_put(&table, inputs_text(args, graph, n));
    }
    cli_table_end(&table, out);
}

static const char *value_text(const CliArgs *args, const MienGraphParameter *parameter)
{
    if (parameter->type == MIEN_GRAPH_BOOL)
        return parameter->number != 0.0f ? "true" : "false";
    if (parameter->type <= MIEN_GRAPH_BOOL)
        return cli_float_text(args, parameter->number);
    return parameter->text[0] != '\0' ? parameter->text : "-";
}

static void put_parameters(const CliArgs *args, MieniTextOut *out, const MienGraph *graph)
{
    static const char *const heads[] = {"parameter", "type", "default"};
    CliTable table;
    mieni_text_put(out, "\n");
    cli_table_begin(&table, args, heads, 3);
    for (int p = 0; p < mien_graph_info(graph).parameter_count; ++p) {
        const MienGraphParameter parameter = mien_graph_parameter(graph, p);
        cli_table_put(&table, parameter.name);
        cli_table_put(&table, types[parameter.type]);
        cli_table_put(&table, value_text(args, &parameter));
    }
    cli_table_end(&table, out);
}

static const char *needs_text(const MienGraphAssetSlot *place)
{
    return place->needs_additive ? "additive" : place->needs_absolute ? "absolute" : "any";
}

static void put_assets(const CliArgs *args, MieniTextOut *out, const MienGraph *graph)
{
    static const char *const heads[] = {"asset", "type", "takes", "of"};
    CliTable table;
    mieni_text_put(out, "\n");
    cli_table_begin(&table, args, heads, 4);
    for (int a = 0; a < mien_graph_info(graph).asset_slot_count; ++a) {
        const MienGraphAssetSlot place = mien_graph_asset_slot(graph, a);
        cli_table_put(&table, place.path[0] != '\0' ? place.path : "-");
        cli_table_put(&table, types[place.type]);
        cli_table_put(&table, needs_text(&place));
        cli_table_put(
            &table, place.node >= 0
                        ? cli_text(args, "node %s", mien_graph_node(graph, place.node).id)
                        : cli_text(args, "parameter %s", mien_graph_parameter(graph, place.parameter).name));
    }
    cli_table_end(&table, out);
}

static void put_drivers(const CliArgs *args, MieniTextOut *out, const MienGraph *graph)
{
    static const char *const heads[] = {"driver",     ">bones",  ">targets",          ">radius",
                                        ">condition", ">lambda", ">error at targets", "solved"};
    CliTable table;
    bool has_begun = false;
    for (int n = 0; n < mien_graph_info(graph).node_count; ++n) {
        const MienGraphDriverInfo driver = mien_graph_driver(graph, n);
        if (driver.target_count == 0)
            continue;
        if (!has_begun) {
            mieni_text_put(out, "\n");
            cli_table_begin(&table, args, heads, 8);
            has_begun = true;
        }
        cli_table_put(&table, mien_graph_node(graph, n).id);
        cli_table_put(&table, cli_text(args, "%d", driver.bone_count));
        cli_table_put(&table, cli_text(args, "%d", driver.target_count));
        cli_table_put(&table, cli_float_text(args, driver.radius));
        cli_table_put(&table, cli_float_text(args, (float)driver.condition));
        cli_table_put(&table, cli_float_text(args, (float)driver.lambda));
        cli_table_put(&table, cli_float_text(args, driver.target_error));
        cli_table_put(&table, driver.is_invalid ? "no" : "yes");
    }
    if (has_begun)
        cli_table_end(&table, out);
}

static void info_put_graph(const CliArgs *args, MieniTextOut *out, const MienGraph *graph, bool with_lists)
{
    const MienGraphInfo info = mien_graph_info(graph);
    info_put_field(out, "nodes",
                   cli_text(args, "%d, with %d intermediate results", info.node_count, info.buffer_count));
    info_put_field(out, "parameters", cli_text(args, "%d", info.parameter_count));
    info_put_field(out, "assets", cli_text(args, "%d", info.asset_slot_count));
    info_put_field(out, "masks", cli_text(args, "%d", info.mask_count));
    info_put_field(
        out, "live input",
        cli_text(args, "%d nodes for curves, %d for poses", info.live_input_count, info.input_pose_count));
    if (!with_lists)
        return;
    put_nodes(args, out, graph);
    if (info.parameter_count > 0)
        put_parameters(args, out, graph);
    if (info.asset_slot_count > 0)
        put_assets(args, out, graph);
    put_drivers(args, out, graph);
}

static void add_node(MieniJsonDocument *document, MieniJson *nodes, const MienGraph *graph, int index)
{
    const MienGraphNodeInfo node = mien_graph_node(graph, index);
    const MienGraphDriverInfo driver = mien_graph_driver(graph, index);
    MieniJson *object = mieni_json_append(document, nodes, mieni_json_object(document));
    cli_json_set_string(document, object, "id", node.id);
    cli_json_set_string(document, object, "node", node.type);
    cli_json_set_bool(document, object, "is_delta", node.is_delta);
    MieniJson *inputs = mieni_json_set(document, object, "inputs", mieni_json_array(document));
    for (int i = 0; i < node.input_count; ++i) {
        const int from = mien_graph_node_input(graph, index, i);
        mieni_json_append(document, inputs,
                          from >= 0 ? mieni_json_string(document, mien_graph_node(graph, from).id)
                                    : mieni_json_null(document));
    }
    if (driver.target_count == 0)
        return;
    MieniJson *solver = mieni_json_set(document, object, "driver", mieni_json_object(document));
    cli_json_set_number(document, solver, "bone_count", driver.bone_count);
    cli_json_set_number(document, solver, "target_count", driver.target_count);
    cli_json_set_float(document, solver, "radius", driver.radius);
    cli_json_set_number(document, solver, "condition", driver.condition);
    cli_json_set_number(document, solver, "lambda", driver.lambda);
    cli_json_set_float(document, solver, "target_error", driver.target_error);
    cli_json_set_bool(document, solver, "is_invalid", driver.is_invalid);
}

static void add_parameter(MieniJsonDocument *document, MieniJson *list, const MienGraph *graph, int index)
{
    const MienGraphParameter parameter = mien_graph_parameter(graph, index);
    MieniJson *object = mieni_json_append(document, list, mieni_json_object(document));
    cli_json_set_string(document, object, "name", parameter.name);
    cli_json_set_string(document, object, "type", types[parameter.type]);
    if (parameter.type == MIEN_GRAPH_BOOL)
        cli_json_set_bool(document, object, "value", parameter.number != 0.0f);
    else if (parameter.type <= MIEN_GRAPH_BOOL)
        cli_json_set_float(document, object, "value", parameter.number);
    else
        cli_json_set_string(document, object, "value", parameter.text);
}

static void add_asset(MieniJsonDocument *document, MieniJson *list, const MienGraph *graph, int index)
{
    const MienGraphAssetSlot place = mien_graph_asset_slot(graph, index);
    MieniJson *object = mieni_json_append(document, list, mieni_json_object(document));
    cli_json_set_string(document, object, "path", place.path);
    cli_json_set_string(document, object, "type", types[place.type]);
    cli_json_set_string(document, object, "takes", needs_text(&place));
    if (place.node >= 0)
        cli_json_set_string(document, object, "node", mien_graph_node(graph, place.node).id);
    else
        cli_json_set_string(document, object, "parameter", mien_graph_parameter(graph, place.parameter).name);
}

void cli_info_set_graph(MieniJsonDocument *document, MieniJson *root, const MienGraph *graph, bool with_lists)
{
    const MienGraphInfo info = mien_graph_info(graph);
    cli_json_set_number(document, root, "node_count", info.node_count);
    cli_json_set_number(document, root, "buffer_count", info.buffer_count);
    cli_json_set_number(document, root, "parameter_count", info.parameter_count);
    cli_json_set_number(document, root, "asset_slot_count", info.asset_slot_count);
    cli_json_set_number(document, root, "mask_count", info.mask_count);
    cli_json_set_number(document, root, "live_input_count", info.live_input_count);
    cli_json_set_number(document, root, "input_pose_count", info.input_pose_count);
    if (!with_lists)
        return;
    MieniJson *nodes = mieni_json_set(document, root, "nodes", mieni_json_array(document));
    for (int n = 0; n < info.node_count; ++n)
        add_node(document, nodes, graph, n);
    MieniJson *parameters = mieni_json_set(document, root, "parameters", mieni_json_array(document));
    for (int p = 0; p < info.parameter_count; ++p)
        add_parameter(document, parameters, graph, p);
    MieniJson *assets = mieni_json_set(document, root, "assets", mieni_json_array(document));
    for (int a = 0; a < info.asset_slot_count; ++a)
        add_asset(document, assets, graph, a);
}

const char *cli_info_role(const MienPoseInfo *pose)
{
    return pose->driven_pose < 0 ? "corrective" : pose->is_inbetween ? "in-between" : "curve-driven";
}

static void put_count(const CliArgs *args, MieniTextOut *out, const char *name, int count)
{
    info_put_field(out, name, cli_text(args, "%d", count));
}

static const char *number_text(const CliArgs *args, double value)
{
    char text[MIENI_NUMBER_ROOM];
    mieni_number_write(value, text);
    return cli_text(args, "%s", text);
}

static const char *level_text(const CliArgs *args, int level)
{
    return level == MIEN_ALL_LODS ? "all" : cli_text(args, "%d", level);
}

static void put_skeleton(const CliArgs *args, MieniTextOut *out, const MienSkeleton *skeleton,
                         bool with_lists)
{
    static const char *const bone_heads[] = {"bone", "parent", ">max LOD"};
    static const char *const curve_heads[] = {"curve", ">max LOD"};
    const int bones = mien_skeleton_bone_count(skeleton), curves = mien_skeleton_curve_count(skeleton);
    uint8_t hash[32];
    CliTable table;
    mien_skeleton_interface_hash(skeleton, hash);
    info_put_field(out, "interface", cli_hash_text(args, hash));
    put_count(args, out, "bones", bones);
    put_count(args, out, "curves", curves);
    if (with_lists && bones > 0) {
        mieni_text_put(out, "\n");
        cli_table_begin(&table, args, bone_heads, 3);
        for (int b = 0; b < bones; ++b) {
            const int parent = mien_skeleton_bone_parent(skeleton, b);
            cli_table_put(&table, mien_skeleton_bone_name(skeleton, b));
            cli_table_put(&table, parent >= 0 ? mien_skeleton_bone_name(skeleton, parent) : "-");
            cli_table_put(&table, level_text(args, mien_skeleton_bone_max_lod(skeleton, b)));
        }
        cli_table_end(&table, out);
    }
    if (with_lists && curves > 0) {
        mieni_text_put(out, "\n");
        cli_table_begin(&table, args, curve_heads, 2);
        for (int c = 0; c < curves; ++c) {
            cli_table_put(&table, mien_skeleton_curve_name(skeleton, c));
            cli_table_put(&table, level_text(args, mien_skeleton_curve_max_lod(skeleton, c)));
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
    if (pose.driven_pose < 0) {
        cli_table_put(table, "-");
        return;
    }
    const MienDrivenPose control = mien_pose_asset_driven_pose(asset, pose.driven_pose);
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
    info_put_field(out, "poses are",
                   info.is_unreal ? (info.is_additive ? "additive, as in Unreal" : "absolute, as in Unreal")
                   : info.is_additive ? "additive"
                                      : "absolute");
    put_count(args, out, "poses", info.pose_count);
    put_count(args, out, "driven", info.driven_pose_count);
    put_count(args, out, "bones", info.bone_count);
    put_count(args, out, "curves", info.curve_count);
    put_count(args, out, "entries", info.entry_count);
    info_put_field(out, "scale", info.has_scale ? "changes" : "stays");
    info_put_field(out, "extent", cli_text(args, "%s m", cli_float_text(args, info.extent)));
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
    info_put_field(out, "length", cli_text(args, "%s s", cli_fixed_text(args, info.length, 3)));
    info_put_field(
        out, "rate",
        info.rate_divisor == 1
            ? cli_text(args, "%d fps", info.rate)
            : cli_text(args, "%s fps", cli_fixed_text(args, (double)info.rate / info.rate_divisor, 2)));
    put_count(args, out, "frames", info.frame_count);
    info_put_field(out, "curves",
                   cli_text(args, "%d, %d of them constant, in %zu bytes", info.curve_count,
                            info.constant_curve_count, info.curve_bytes));
    info_put_field(out, "tracks", cli_text(args, "%d, in %zu bytes", info.track_count, info.track_bytes));
    put_count(args, out, "events", info.event_count);
    if (info.sound[0] != '\0')
        info_put_field(out, "sound",
                       cli_text(args, "%s, from %s s", info.sound, number_text(args, info.sound_offset)));
    if (info.source[0] != '\0')
        info_put_field(out, "source", info.source);
    if (with_lists)
        put_clip_lists(args, out, clip);
}

static void put_bundle(const CliArgs *args, MieniTextOut *out, const MienBundle *bundle, bool with_lists)
{
    static const char *const heads[] = {"entry", "kind", ">bytes"};
    CliTable table;
    put_count(args, out, "entries", mien_bundle_count(bundle));
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
    static const char *const bind_heads[] = {"joint", "rest"};
    static const char *const part_heads[] = {"submesh", "material", ">triangles", "image"};
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
    if (info->joint_count > 0) {
        mieni_text_put(out, "\n");
        cli_table_begin(&table, args, bind_heads, 2);
        for (int b = 0; b < info->joint_count; ++b) {
            const int bone = mien_mesh_joint(mesh, b).bone;
            cli_table_put(&table, mien_mesh_bone_name(mesh, bone));
            cli_table_put(&table, bone < info->rest_pose_count ? "its own" : "the skeleton's");
        }
        cli_table_end(&table, out);
    }
    if (info->submesh_count > 0) {
        mieni_text_put(out, "\n");
        cli_table_begin(&table, args, part_heads, 4);
        for (int p = 0; p < info->submesh_count; ++p) {
            const MienSubmesh part = mien_mesh_submesh(mesh, p);
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
    info_put_field(out, "vertices",
                   cli_text(args, "%d, %s normals, %s texture coordinates, %s colours", info.vertex_count,
                            info.has_normals ? "with" : "without", info.has_uvs ? "with" : "without",
                            info.has_colors ? "with" : "without"));
    put_count(args, out, "triangles", info.index_count / 3);
    info_put_field(out, "extent",
                   cli_text(args, "%s x %s x %s m", cli_fixed_text(args, size[0], 3),
                            cli_fixed_text(args, size[1], 3), cli_fixed_text(args, size[2], 3)));
    info_put_field(out, "morphs",
                   cli_text(args, "%d, which move %d vertices", info.morph_count, info.morph_vertex_count));
    info_put_field(out, "joints",
                   cli_text(args, "%d, at most %d per vertex", info.joint_count, info.influence_count));
    info_put_field(
        out, "bones",
        cli_text(args, "%d, %d of them with their own position", info.bone_count, info.rest_pose_count));
    put_count(args, out, "submeshes", info.submesh_count);
    put_count(args, out, "materials", info.material_count);
    put_count(args, out, "images", info.image_count);
    if (with_lists)
        put_mesh_lists(args, out, mesh, &info);
}

void cli_info_put_text(const CliArgs *args, MieniTextOut *out, const CliPack *pack, bool with_lists)
{
    cli_put_heading(args, out, pack->input.path);
    mieni_text_put(out, "\n");
    info_put_field(
        out, "kind",
        cli_text(args, "%s, version %u", mien_pack_kind_name(pack->info.kind), (unsigned)pack->info.version));
    info_put_field(out, "size", cli_text(args, "%llu bytes", (unsigned long long)pack->info.size));
    info_put_field(out, "hash", cli_hash_text(args, pack->info.hash));
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
        info_put_graph(args, out, pack->graph, with_lists);
}
