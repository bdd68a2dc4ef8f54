// SPDX-License-Identifier: MIT
//
// What a graph says when all texts of its chain are taken together: nearest wins.

#include "project/recipes/graphs.h"

#include <stdio.h>
#include <string.h>

const MieniGraphText *mieni_graph_text_root(const MieniGraphText *text)
{
    while (text->parent != NULL)
        text = text->parent;
    return text;
}

const MieniGraphView *mieni_graph_text_root_view(const MieniGraphText *text)
{
    return mieni_graph_of(&mieni_graph_text_root(text)->asset);
}

const MieniJson *mieni_graph_text_rows(const MieniGraphText *text, const char *list)
{
    return mieni_json_get(mieni_graph_text_root(text)->asset.json.root, list);
}

/// A key of a row of the root, as the nearest override of what the row is called says.
static MieniGraphValue find_value(const MieniGraphText *text, const char *list, int row, const char *name_key,
                                  const char *override_key, const char *key)
{
    const MieniJson *rows = mieni_graph_text_rows(text, list);
    if (rows == NULL || row < 0 || row >= rows->count)
        return (MieniGraphValue){.text = text, .list = list, .row = -1, .key = key};
    const char *name = mieni_json_get_string(rows->items[row], name_key, "");
    for (; text->parent != NULL; text = text->parent) {
        const MieniGraphView *own = mieni_graph_of(&text->asset);
        for (int i = 0; i < mieni_graph_override_count(own); ++i) {
            const MieniJson *override = mieni_override_json(mieni_graph_override(own, i));
            const MieniJson *value = mieni_json_get(override, key);
            if (value != NULL && strcmp(mieni_json_get_string(override, override_key, ""), name) == 0)
                return (MieniGraphValue){value, text, "overrides", i, key};
        }
    }
    return (MieniGraphValue){mieni_json_get(rows->items[row], key), text, list, row, key};
}

MieniGraphValue mieni_graph_text_setting(const MieniGraphText *text, int row, const char *key)
{
    return find_value(text, "nodes", row, "id", "id", key);
}

MieniGraphValue mieni_graph_text_parameter(const MieniGraphText *text, int row)
{
    return find_value(text, "parameters", row, "name", "parameter", "value");
}

MieniGraphValue mieni_graph_text_mask(const MieniGraphText *text, const char *name)
{
    for (; text != NULL; text = text->parent) {
        const MieniGraphView *own = mieni_graph_of(&text->asset);
        const int row = mieni_graph_find_mask(own, name);
        if (row >= 0)
            return (MieniGraphValue){mieni_bone_mask_json(mieni_graph_mask(own, row)), text, "masks", row,
                                     "bones"};
    }
    return (MieniGraphValue){.list = "masks", .row = -1, .key = "bones"};
}

void mieni_graph_text_place(const MieniGraphValue *value, char *out, size_t size)
{
    if (value->row < 0)
        snprintf(out, size, "%s", value->key);
    else
        snprintf(out, size, "%s[%d].%s", value->list, value->row, value->key);
}

/// The kind of asset that a key of a node names; none for other keys.
static MieniAssetKind kind_of_key(const char *key)
{
    return strcmp(key, "poses") == 0  ? MIENI_ASSET_POSES
           : strcmp(key, "clip") == 0 ? MIENI_ASSET_CLIP
           : strcmp(key, "map") == 0  ? MIENI_ASSET_MAP
                                      : MIENI_ASSET_NONE;
}

static bool find_assets_of_nodes(const MieniGraphText *text, MieniGraphFound *found, void *user)
{
    static const char *const keys[] = {"poses", "clip", "map"};
    const int count = mieni_graph_node_count(mieni_graph_text_root_view(text));
    for (int n = 0; n < count; ++n)
        for (size_t k = 0; k < sizeof keys / sizeof *keys; ++k) {
            const MieniGraphValue value = mieni_graph_text_setting(text, n, keys[k]);
            if (value.value != NULL && value.value->type == MIENI_JSON_STRING &&
                !found(user, &value, kind_of_key(keys[k])))
                return false;
        }
    return true;
}

void mieni_graph_text_assets(const MieniGraphText *text, MieniGraphFound *found, void *user)
{
    const MieniGraphText *last = mieni_graph_text_root(text); // children have no skeleton of their own
    const MieniGraphView *root = mieni_graph_of(&last->asset);
    const MieniGraphValue skeleton = {mieni_graph_skeleton_json(root), last, "", -1, "skeleton"};
    if (skeleton.value != NULL && !found(user, &skeleton, MIENI_ASSET_SKELETON))
        return;
    if (!find_assets_of_nodes(text, found, user))
        return;
    for (int p = 0; p < mieni_graph_parameter_count(root); ++p) {
        const MieniAssetKind kind = kind_of_key(mieni_parameter_type(mieni_graph_parameter(root, p)));
        const MieniGraphValue value = mieni_graph_text_parameter(text, p);
        if (kind != MIENI_ASSET_NONE && value.value != NULL && value.value->type == MIENI_JSON_STRING &&
            !found(user, &value, kind))
            return;
    }
}
