// SPDX-License-Identifier: MIT
//
// Summaries.

#include "studio/model/facts/summary.h"

#include "asset/view.h"
#include "studio/model/facts/strings.h"

#include <stdio.h>
#include <string.h>

/// Adds " · 3 poses", or "1 pose" at the beginning.
static void add_count(char out[STUDIO_SUMMARY_ROOM], int count, const char *what)
{
    const size_t size = strlen(out);
    snprintf(out + size, STUDIO_SUMMARY_ROOM - size, "%s%d %s%s", size > 0 ? " · " : "", count, what,
             count == 1 ? "" : "s");
}

static void add_text(char out[STUDIO_SUMMARY_ROOM], const char *text)
{
    const size_t size = strlen(out);
    snprintf(out + size, STUDIO_SUMMARY_ROOM - size, "%s%.100s", size > 0 ? " · " : "", text);
}

/// The name of an asset that another names, if it does.
static void add_name(char out[STUDIO_SUMMARY_ROOM], const char *path)
{
    char name[STUDIO_LABEL_ROOM];
    if (path != NULL)
        add_text(out, studio_asset_name(path, name));
}

/// When the last key of a clip is, in seconds; bones and curves of files may be longer.
static double last_key(const MieniClipView *clip)
{
    double last = 0.0;
    for (int i = 0; i < mieni_clip_keyed_curve_count(clip); ++i) {
        const MieniKeyedCurveView *curve = mieni_clip_keyed_curve(clip, i);
        const int count = mieni_keyed_curve_key_count(curve);
        if (count > 0) { // in the order of time
            const double time = mieni_key_time(mieni_keyed_curve_key(curve, count - 1), 0.0);
            last = time > last ? time : last;
        }
    }
    return last;
}

static void add_clip(char out[STUDIO_SUMMARY_ROOM], const MieniClipView *clip)
{
    const int keyed = mieni_clip_keyed_curve_count(clip), modifiers = mieni_clip_modifier_count(clip);
    const bool has_curves = mieni_clip_curves(clip) != NULL;
    const bool has_bones = mieni_clip_tracks(clip) != NULL;
    if (keyed > 0 && !has_curves && !has_bones)
        snprintf(out, STUDIO_SUMMARY_ROOM, "%.1f s", last_key(clip));
    const char *poses = mieni_solve_poses(mieni_clip_solve(clip));
    if (poses != NULL) {
        char name[STUDIO_LABEL_ROOM], text[STUDIO_LABEL_ROOM + 16];
        snprintf(text, sizeof text, "solved with %s", studio_asset_name(poses, name));
        add_text(out, text);
    }
    if (has_curves && poses == NULL)
        add_text(out, "curves");
    if (has_bones && poses == NULL)
        add_text(out, "bones");
    if (keyed > 0)
        add_count(out, keyed, "keyed curve");
    if (modifiers > 0)
        add_count(out, modifiers, "modifier");
}

static void add_graph(char out[STUDIO_SUMMARY_ROOM], const MieniGraphView *graph)
{
    char text[STUDIO_LABEL_ROOM];
    const char *parent = mieni_graph_extends(graph);
    if (parent == NULL) {
        add_count(out, mieni_graph_node_count(graph), "node");
        return;
    }
    add_text(out, "child of");
    const size_t size = strlen(out);
    snprintf(out + size, STUDIO_SUMMARY_ROOM - size, " %.100s", studio_asset_name(parent, text));
    snprintf(text, sizeof text, "overrides %d", mieni_graph_override_count(graph));
    add_text(out, text);
}

const char *studio_summary(const MieniAsset *asset, char out[STUDIO_SUMMARY_ROOM])
{
    out[0] = '\0';
    switch (asset->kind) {
    case MIENI_ASSET_SKELETON:
        add_count(out, mieni_skeleton_bone_count(mieni_skeleton_of(asset)), "bone");
        add_count(out, mieni_skeleton_curve_count(mieni_skeleton_of(asset)), "curve");
        break;
    case MIENI_ASSET_MESH:
        add_name(out, mieni_asset_skeleton(asset));
        add_count(out, mieni_mesh_morph_count(mieni_mesh_of(asset)), "morph");
        break;
    case MIENI_ASSET_CLIP:
        add_clip(out, mieni_clip_of(asset));
        break;
    case MIENI_ASSET_POSES:
        add_count(out, mieni_pose_asset_pose_count(mieni_pose_asset_of(asset)), "pose");
        add_text(out, mieni_text_or_empty(mieni_pose_asset_mode(mieni_pose_asset_of(asset))));
        break;
    case MIENI_ASSET_MODIFIERS:
        add_count(out, mieni_modifiers_modifier_count(mieni_modifiers_of(asset)), "modifier");
        break;
    case MIENI_ASSET_GRAPH:
        add_graph(out, mieni_graph_of(asset));
        break;
    case MIENI_ASSET_CHARACTER:
        add_name(out, mieni_asset_skeleton(asset));
        add_name(out, mieni_character_graph(mieni_character_of(asset)));
        break;
    case MIENI_ASSET_MAP:
        add_count(out, mieni_map_row_count(mieni_map_of(asset)), "row");
        break;
    case MIENI_ASSET_CALIBRATION:
        add_count(out, mieni_calibration_curve_count(mieni_calibration_of(asset)), "curve");
        break;
    default:
        break;
    }
    return out;
}
