// SPDX-License-Identifier: MIT
//
// Summaries.

#include "studio/model/facts/summary.h"

#include "studio/model/facts/strings.h"

#include <stdio.h>
#include <string.h>

static int count_of(const MieniAsset *asset, const char *key)
{
    const MieniJson *rows = mieni_json_get(asset->json.root, key);
    return rows != NULL ? rows->count : 0;
}

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

/// The name of an asset that another names.
static void add_name(char out[STUDIO_SUMMARY_ROOM], const MieniAsset *asset, const char *key)
{
    char name[STUDIO_LABEL_ROOM];
    const char *path = mieni_json_get_string(asset->json.root, key, NULL);
    if (path != NULL)
        add_text(out, studio_asset_name(path, name));
}

/// When the last key of a clip is, in seconds; bones and curves of files may be longer.
static double last_key(const MieniAsset *asset)
{
    const MieniJson *keyed = mieni_json_get(asset->json.root, "keyed");
    double last = 0.0;
    for (int i = 0; keyed != NULL && i < keyed->count; ++i) {
        const MieniJson *keys = mieni_json_get(keyed->items[i], "keys");
        if (keys != NULL && keys->count > 0) { // in the order of time
            const double time = mieni_json_get_number(keys->items[keys->count - 1], "time", 0.0);
            last = time > last ? time : last;
        }
    }
    return last;
}

static void add_clip(char out[STUDIO_SUMMARY_ROOM], const MieniAsset *asset)
{
    const int keyed = count_of(asset, "keyed"), modifiers = count_of(asset, "modifiers");
    const bool has_curves = mieni_json_get(asset->json.root, "curves") != NULL;
    const bool has_bones = mieni_json_get(asset->json.root, "tracks") != NULL;
    if (keyed > 0 && !has_curves && !has_bones)
        snprintf(out, STUDIO_SUMMARY_ROOM, "%.1f s", last_key(asset));
    if (has_curves)
        add_text(out, "curves");
    if (has_bones)
        add_text(out, "bones");
    if (keyed > 0)
        add_count(out, keyed, "keyed curve");
    if (modifiers > 0)
        add_count(out, modifiers, "modifier");
}

static void add_graph(char out[STUDIO_SUMMARY_ROOM], const MieniAsset *asset)
{
    char text[STUDIO_LABEL_ROOM];
    if (mieni_json_get(asset->json.root, "extends") == NULL) {
        add_count(out, count_of(asset, "nodes"), "node");
        return;
    }
    add_text(out, "child of");
    const size_t size = strlen(out);
    snprintf(out + size, STUDIO_SUMMARY_ROOM - size, " %.100s",
             studio_asset_name(mieni_json_get_string(asset->json.root, "extends", ""), text));
    snprintf(text, sizeof text, "overrides %d", count_of(asset, "overrides"));
    add_text(out, text);
}

const char *studio_summary(const MieniAsset *asset, char out[STUDIO_SUMMARY_ROOM])
{
    out[0] = '\0';
    switch (asset->kind) {
    case MIENI_ASSET_SKELETON:
        add_count(out, count_of(asset, "bones"), "bone");
        add_count(out, count_of(asset, "curves"), "curve");
        break;
    case MIENI_ASSET_MESH:
        add_name(out, asset, "skeleton");
        add_count(out, count_of(asset, "morphs"), "morph");
        break;
    case MIENI_ASSET_CLIP:
        add_clip(out, asset);
        break;
    case MIENI_ASSET_POSES:
        add_count(out, count_of(asset, "poses"), "pose");
        add_text(out, mieni_json_get_string(asset->json.root, "mode", ""));
        break;
    case MIENI_ASSET_MODIFIERS:
        add_count(out, count_of(asset, "modifiers"), "modifier");
        break;
    case MIENI_ASSET_GRAPH:
        add_graph(out, asset);
        break;
    case MIENI_ASSET_CHARACTER:
        add_name(out, asset, "skeleton");
        add_name(out, asset, "graph");
        break;
    case MIENI_ASSET_MAP:
        add_count(out, count_of(asset, "rows"), "row");
        break;
    default:
        break;
    }
    return out;
}
