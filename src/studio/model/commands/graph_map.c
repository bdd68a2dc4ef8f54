// SPDX-License-Identifier: MIT
//
// Chooses a built-in map by the vocabularies of a graph's poses and clips.

#include "studio/model/commands/graph_map.h"

#include "asset/names/vocabulary.h"
#include "asset/view.h"
#include "mien_author/map.h"

#include <string.h>

/// Adds the names of poses, or of keyed curves, of an asset; a parameter names none.
static void add_names(Studio *studio, const MieniJson *path, MieniPaths *names)
{
    const MieniAsset *asset;
    if (path == NULL || path->type != MIENI_JSON_STRING ||
        studio_asset(studio, path->string, &asset, NULL) != MIEN_OK)
        return;
    const MieniPoseAssetView *poses = asset->kind == MIENI_ASSET_POSES ? mieni_pose_asset_of(asset) : NULL;
    const MieniClipView *clip = asset->kind == MIENI_ASSET_CLIP ? mieni_clip_of(asset) : NULL;
    for (int i = 0; poses != NULL && i < mieni_pose_asset_pose_count(poses); ++i)
        mieni_paths_add(names, mieni_text_or_empty(mieni_pose_name(mieni_pose_asset_pose(poses, i))));
    for (int i = 0; clip != NULL && i < mieni_clip_keyed_curve_count(clip); ++i)
        mieni_paths_add(names, mieni_text_or_empty(mieni_keyed_curve_curve(mieni_clip_keyed_curve(clip, i))));
}

static const char *vocabulary_of(const MieniPaths *names)
{
    return names->count > 0 ? mieni_vocabulary_of((const char *const *)names->items, names->count) : NULL;
}

static bool is_same(const char *a, const char *b) { return a != NULL && b != NULL && strcmp(a, b) == 0; }

const char *studio_graph_map_for(Studio *studio, const char *graph)
{
    const MieniAsset *asset;
    MieniPaths poses = {0}, curves = {0};
    const char *best = NULL;
    int best_score = 0;
    if (studio_asset(studio, graph, &asset, NULL) != MIEN_OK)
        return NULL;
    const MieniGraphView *root = mieni_graph_of(asset);
    for (int i = 0; i < mieni_graph_node_count(root); ++i) {
        const MieniNodeView *node = mieni_graph_node(root, i);
        add_names(studio, mieni_node_poses_json(node), &poses);
        add_names(studio, mieni_node_clip_json(node), &curves);
    }
    const char *to = vocabulary_of(&poses), *from = vocabulary_of(&curves);
    if (from == NULL || is_same(from, to))
        from = "livelink";
    for (int i = 0; i < mien_author_map_count(); ++i) {
        const MienAuthorMapInfo info = mien_author_map_info(i);
        const int score = is_same(info.to, to) ? 1 + is_same(info.from, from) : 0;
        if (score > best_score) {
            best_score = score;
            best = info.id;
        }
    }
    mieni_paths_release(&poses);
    mieni_paths_release(&curves);
    return best;
}
