// SPDX-License-Identifier: MIT
//
// Names in graphs: bones of masks and drivers, poses of nodes, curves that nodes change, set or
// drive.

#include "project/lint/graph.h"

#include "base/nearest.h"

#include <stdio.h>
#include <string.h>

/// "; did you mean jaw_L?" for what is spelt otherwise by the rules for names, or nearly
/// so; "" if nothing comes near.
static const char *hint(MieniLint *lint, const char *given, const char *const *names, int count)
{
    MieniNearest nearest = {.given = given};
    for (int i = 0; i < count; ++i) {
        if (mien_author_name_near_miss(given, names[i]) >= 0)
            return mieni_lint_text(lint, "; did you mean %s?", names[i]);
        mieni_nearest_try(&nearest, names[i]);
    }
    return nearest.name != NULL ? mieni_lint_text(lint, "; did you mean %s?", nearest.name) : ".";
}

static const char **bone_names(MieniLintGraph *graph)
{
    const MienAuthorSkeleton *skeleton = &graph->skeleton->recipe.skeleton;
    const char **names = mieni_arena_take(&graph->scratch, (size_t)skeleton->bone_count, sizeof *names);
    for (int b = 0; names != NULL && b < skeleton->bone_count; ++b)
        names[b] = skeleton->bones[b].name;
    return names;
}

/// A bone that the graph's own text names at a place.
static void check_bone(MieniLintGraph *graph, const MieniJson *value, const char *place)
{
    MieniLint *lint = graph->lint;
    if (graph->skeleton == NULL || !mieni_lint_graph_owns(graph, value) ||
        mieni_lint_bone(graph->skeleton, value->string) >= 0)
        return;
    const char **names = bone_names(graph);
    if (names != NULL)
        mieni_lint_name(
            lint,
            mieni_lint_add(lint, MIENI_LINT_BROKEN_REFERENCE, MIENI_LINT_WARNING, graph->path, value->line,
                           place,
                           mieni_lint_text(lint, "%s has no bone %s%s", graph->skeleton->path, value->string,
                                           hint(lint, value->string, names,
                                                graph->skeleton->recipe.skeleton.bone_count))),
            &value->string, 1);
}

/// Masks stand in the own text, whatever it extends.
static void check_masks(MieniLintGraph *graph)
{
    const MieniGraphView *own = mieni_graph_of(&graph->text->asset);
    for (int m = 0; m < mieni_graph_mask_count(own); ++m) {
        const MieniBoneMaskView *mask = mieni_graph_mask(own, m);
        for (int b = 0; b < mieni_bone_mask_branch_count(mask); ++b) {
            char place[MIENI_LINT_PLACE_ROOM];
            snprintf(place, sizeof place, "masks[%d].bones[%d].bone", m, b);
            check_bone(graph, mieni_branch_bone_json(mieni_bone_mask_branch(mask, b)), place);
        }
    }
}

static void check_bones(MieniLintGraph *graph, int node, const MieniJson *names, const char *key)
{
    char place[MIENI_LINT_PLACE_ROOM];
    mieni_lint_graph_place(graph, node, key, place);
    for (int i = 0; i < mieni_view_count(names); ++i)
        check_bone(graph, names->items[i], place);
}

static void check_driver_bones(MieniLintGraph *graph, int node)
{
    const MieniNodeView *driver = mieni_lint_node(graph, node);
    char place[MIENI_LINT_PLACE_ROOM];
    check_bones(graph, node, mieni_node_bones_json(driver), "bones");
    check_bones(graph, node, mieni_node_only_json(driver), "only");
    mieni_lint_graph_place(graph, node, "space", place);
    check_bone(graph, mieni_node_space_json(driver), place);
    mieni_lint_graph_place(graph, node, "targets", place);
    for (int t = 0; t < mieni_node_target_count(driver); ++t) {
        const MieniTargetView *target = mieni_node_target(driver, t);
        for (int b = 0; b < mieni_target_target_bone_count(target); ++b)
            check_bone(graph, mieni_target_bone_bone_json(mieni_target_target_bone(target, b)), place);
    }
}

/// A pose that a node takes of its asset. Either of the two is the own text's.
static void check_pose(MieniLintGraph *graph, int node, const MieniJson *name, const char *key)
{
    MieniLint *lint = graph->lint;
    const MieniJson *asset = mieni_lint_graph_value(graph, node, "poses");
    const bool owns_name = mieni_lint_graph_owns(graph, name);
    if (name == NULL || name->type != MIENI_JSON_STRING ||
        (!owns_name && !mieni_lint_graph_owns(graph, asset)))
        return;
    const MieniLintPoses *poses = mieni_lint_graph_poses(graph, node);
    const char **names =
        poses != NULL ? mieni_arena_take(&graph->scratch, (size_t)poses->pose_count, sizeof *names) : NULL;
    for (int p = 0; names != NULL && p < poses->pose_count; ++p) {
        names[p] = poses->poses[p].name;
        if (strcmp(names[p], name->string) == 0)
            return;
    }
    if (names != NULL)
        mieni_lint_say_graph(graph, MIENI_LINT_BROKEN_REFERENCE, owns_name ? name : asset, node,
                             owns_name ? key : "poses", name->string,
                             mieni_lint_text(lint, "%s has no pose %s%s", poses->path, name->string,
                                             hint(lint, name->string, names, poses->pose_count)));
}

/// Whether a map of the graph takes a curve of this name.
static bool is_mapped(const MieniLintGraph *graph, const char *name)
{
    for (int i = 0; i < graph->order_count; ++i) {
        const int node = graph->order[i];
        const char *map_name = graph->index.nodes[node].type == MIENI_NODE_MAP
                                   ? mieni_node_map(mieni_lint_node(graph, node))
                                   : NULL;
        const MienAuthorMap *map =
            map_name != NULL ? mieni_graphs_map(&graph->lint->graphs, &graph->lint->project, map_name) : NULL;
        for (int r = 0; map != NULL && r < map->row_count; ++r)
            if (strcmp(map->rows[r].from, name) == 0)
                return true;
        for (int u = 0; map != NULL && u < map->unmapped_count; ++u)
            if (strcmp(map->unmapped[u], name) == 0)
                return true;
    }
    return false;
}

/// A curve that a node of the own text names.
static void check_curve(MieniLintGraph *graph, int node, const MieniJson *value, const char *key)
{
    MieniLint *lint = graph->lint;
    MieniLintSkeleton *skeleton = graph->skeleton;
    const MieniLintDriver *drivers[2];
    if (skeleton == NULL || !mieni_lint_graph_owns(graph, value))
        return;
    const char *name = value->string;
    const MieniLintDrive *drive = mieni_lint_drive_all(lint, skeleton);
    if (drive == NULL || drive->driver_count == 0 || mieni_lint_drivers(drive, name, drivers) > 0 ||
        mieni_name_map_has(&skeleton->table, name) || mieni_name_map_has(&skeleton->outputs, name) ||
        is_mapped(graph, name))
        return;
    const MienAuthorMatch match = mien_author_resolver_near_miss(drive->resolver, name);
    char rules[96];
    if (match.kind == MIEN_AUTHOR_NO_MATCH) {
        mieni_lint_say_graph(
            graph, MIENI_LINT_CURVE_WITHOUT_POSE, value, node, key, name,
            mieni_lint_text(lint, "%s: no pose has this name, and no other asset uses it.", name));
        return;
    }
    const char *names[2] = {name, drive->control_names[match.target]};
    mien_author_name_rules_describe(match.rules, rules, sizeof rules);
    mieni_lint_name(
        lint,
        mieni_lint_say_graph(
            graph, MIENI_LINT_NEAR_MISS, value, node, key, NULL,
            match.other >= 0
                ? mieni_lint_text(lint, "The curve %s drives nothing, but could mean %s or %s.", name,
                                  names[1], drive->control_names[match.other])
                : mieni_lint_text(lint,
                                  "The curve %s drives nothing, but differs from the pose %s only by %s.",
                                  name, names[1], rules)),
        names, 2);
}

/// A curve that the host or a driver gives counts as one that some clip has.
static void note_used(MieniLintGraph *graph, const char *name)
{
    if (graph->skeleton != NULL)
        mieni_name_map_add(&graph->skeleton->used, name, NULL);
}

static void check_driver(MieniLintGraph *graph, int node)
{
    const MieniNodeView *driver = mieni_lint_node(graph, node);
    const bool drives_curves = mieni_lint_drives_curves(driver);
    check_driver_bones(graph, node);
    for (int t = 0; t < mieni_node_target_count(driver); ++t) {
        const MieniJson *name = mieni_target_name_json(mieni_node_target(driver, t));
        if (drives_curves)
            check_curve(graph, node, name, "targets");
        else
            check_pose(graph, node, name, "targets");
        note_used(graph, name->string);
        if (graph->skeleton != NULL && !drives_curves)
            mieni_name_map_add(&graph->skeleton->targets, name->string, NULL);
    }
}

/// An asset of the own text that is bound to another skeleton: bones of it that the
/// graph's lacks. A face on a body's skeleton is as it should be.
static void check_skeleton(MieniLintGraph *graph, int node, const char *key, const char *asset,
                           const MieniLintSkeleton *skeleton)
{
    const MieniJson *value = mieni_lint_graph_value(graph, node, key);
    char place[MIENI_LINT_PLACE_ROOM];
    if (skeleton == NULL || graph->skeleton == NULL || skeleton == graph->skeleton ||
        !mieni_lint_graph_owns(graph, value))
        return;
    mieni_lint_graph_place(graph, node, key, place);
    const MieniLintBones about = {.file = graph->path, .at = value, .place = place, .what = asset};
    mieni_lint_compare_bones(graph->lint, &about, &skeleton->recipe.skeleton, graph->skeleton);
}

static void check_skeletons(MieniLintGraph *graph, int node)
{
    const MieniLintPoses *poses = mieni_lint_graph_poses(graph, node);
    const MieniJson *clip = mieni_lint_graph_value(graph, node, "clip");
    const MieniLintPlayed *played =
        clip != NULL && clip->type == MIENI_JSON_STRING ? mieni_lint_played(graph->lint, clip->string) : NULL;
    if (poses != NULL)
        check_skeleton(graph, node, "poses", poses->path, poses->skeleton);
    if (played != NULL)
        check_skeleton(graph, node, "clip", played->path, played->skeleton);
}

static void check_node(MieniLintGraph *graph, int node)
{
    const MieniNodeView *view = mieni_lint_node(graph, node);
    switch (graph->index.nodes[node].type) {
    case MIENI_NODE_POSE: {
        const MieniJson *pose = mieni_lint_graph_value(graph, node, "pose");
        check_pose(graph, node, pose, "pose");
        return;
    }
    case MIENI_NODE_DRIVER:
        check_driver(graph, node);
        return;
    case MIENI_NODE_MODIFY_CURVE:
        for (int i = 0; i < mieni_node_change_count(view); ++i)
            check_curve(graph, node, mieni_change_curve_json(mieni_node_change(view, i)), "changes");
        return;
    case MIENI_NODE_LIVE_INPUT:
        for (int i = 0; i < mieni_node_names_count(view); ++i) {
            check_curve(graph, node, mieni_node_names_json(view)->items[i], "names");
            note_used(graph, mieni_node_names(view, i));
        }
        return;
    default:
        return;
    }
}

void mieni_lint_check_graph_names(MieniLintGraph *graph)
{
    check_masks(graph);
    for (int i = 0; i < graph->order_count && graph->lint->status == MIEN_OK; ++i) {
        check_node(graph, graph->order[i]);
        if (mieni_lint_wants(graph->lint, MIENI_LINT_SKELETON_MISMATCH))
            check_skeletons(graph, graph->order[i]);
    }
}
