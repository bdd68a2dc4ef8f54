// SPDX-License-Identifier: MIT
//
// Groups of nodes.

#include "studio/model/commands/graph_make.h"

#include "asset/graph/edit.h"
#include "studio/model/commands/assets.h"
#include "studio/model/commands/graph_check.h"
#include "studio/model/facts/strings.h"

#include <stdio.h>
#include <string.h>

// Copying

MienStatus studio_graph_copy_nodes(Studio *studio, const char *path, const char *const *ids, int count,
                                   MieniTextOut *out, MieniProblem *problem)
{
    const MieniAsset *asset;
    const MienStatus status = studio_asset(studio, path, &asset, problem);
    bool is_first = true;
    if (status != MIEN_OK)
        return status;
    mieni_text_put(out, "{\"kind\": \"graph\", \"version\": 1, \"nodes\": [");
    for (int i = 0; i < count; ++i) {
        const MieniJson *row = mieni_graph_node_with_id(asset, ids[i]);
        if (row == NULL || strcmp(mieni_json_get_string(row, "node", ""), "output") == 0)
            continue;
        mieni_text_put(out, is_first ? "\n  " : ",\n  ");
        mieni_text_put_json(out, row);
        is_first = false;
    }
    mieni_text_put(out, "\n]}\n");
    return out->is_out_of_memory ? studio_no_memory(problem, path) : MIEN_OK;
}

/// Nodes on their way into a graph.
typedef struct Pasting {
    const MieniJson *rows;
    MieniPaths *ids; ///< New ones, row by row.
    double x, y;
} Pasting;

/// What an input is to come from: what was pasted with it, what is there, or NULL.
static const char *new_source(const Pasting *pasting, const MieniAsset *graph, const char *from)
{
    const int row = mieni_json_find(pasting->rows, "id", from);
    if (row >= 0)
        return pasting->ids->items[row];
    return mieni_graph_node_with_id(graph, from) != NULL ? from : NULL;
}

static void relink_key(const Pasting *pasting, MieniAsset *graph, MieniJson *row, const char *key)
{
    const char *from = mieni_json_get_string(row, key, NULL);
    const char *to = from != NULL ? new_source(pasting, graph, from) : NULL;
    if (to != NULL)
        mieni_json_set(&graph->json, row, key, mieni_json_string(&graph->json, to));
    else
        mieni_json_unset(row, key);
}

/// Inputs that lead nowhere here go; completing the node puts the reference pose in their place.
static void relink(const Pasting *pasting, MieniAsset *graph, MieniJson *row)
{
    const MieniNodeTypeInfo *info =
        mieni_node_type((unsigned)mieni_node_type_find(mieni_json_get_string(row, "node", "")));
    for (int i = 0; info != NULL && i < info->input_count; ++i)
        relink_key(pasting, graph, row, info->inputs[i]);
    MieniJson *inputs = mieni_json_get(row, "inputs");
    for (int i = inputs != NULL ? inputs->count : 0; i-- > 0;) {
        const char *to = new_source(pasting, graph, inputs->items[i]->string);
        if (to != NULL)
            inputs->items[i] = mieni_json_string(&graph->json, to);
        else
            mieni_json_remove(inputs, i);
    }
    if (inputs != NULL && inputs->count == 0)
        mieni_json_unset(row, "inputs");
    MieniJson *states = mieni_json_get(row, "states");
    for (int i = states != NULL ? states->count : 0; i-- > 0;) {
        relink_key(pasting, graph, states->items[i], "input");
        if (mieni_json_get(states->items[i], "input") == NULL)
            mieni_json_remove(states, i);
    }
    if (states != NULL && states->count == 0)
        mieni_json_unset(row, "states");
    const char *mask = mieni_json_get_string(row, "mask", NULL);
    if (mask != NULL && mieni_json_find(mieni_json_get(graph->json.root, "masks"), "name", mask) < 0)
        mieni_json_unset(row, "mask");
}

static MienStatus add_copy(const Pasting *pasting, MieniAsset *graph, const MieniJson *from, const char *id,
                           MienError *error)
{
    MieniJson *row;
    const MieniJson *place = mieni_json_get(from, "place");
    const bool is_placed = place != NULL && place->count == 2;
    MienStatus status =
        mieni_graph_make_node(graph, id, mieni_json_get_string(from, "node", ""), &row, error);
    for (int k = 0; status == MIEN_OK && k < from->count; ++k)
        if (strcmp(from->keys[k], "id") != 0 && strcmp(from->keys[k], "node") != 0)
            mieni_json_set(&graph->json, row, from->keys[k], mieni_json_copy(&graph->json, from->items[k]));
    if (status == MIEN_OK)
        status = mieni_graph_place_node(graph, id, (is_placed ? place->items[0]->number : 0) + pasting->x,
                                        (is_placed ? place->items[1]->number : 0) + pasting->y, error);
    return status;
}

static MienStatus paste(void *user, MieniAsset *graph, MienError *error)
{
    const Pasting *pasting = user;
    MienStatus status = MIEN_OK;
    for (int i = 0; i < pasting->rows->count && status == MIEN_OK; ++i) {
        char id[256];
        mieni_graph_free_id(graph, mieni_json_get_string(pasting->rows->items[i], "id", "node"), id);
        status = add_copy(pasting, graph, pasting->rows->items[i], id, error);
        if (status == MIEN_OK && !mieni_paths_add(pasting->ids, id))
            status = mieni_fail(error, MIEN_ERROR_MEMORY, "There is not enough memory.", "%s", "");
    }
    for (int i = 0; i < pasting->ids->count && status == MIEN_OK; ++i) {
        relink(pasting, graph, mieni_graph_node_with_id(graph, pasting->ids->items[i]));
        status = mieni_graph_complete_node(graph, pasting->ids->items[i], error);
    }
    return status;
}

MienStatus studio_graph_paste_nodes(Studio *studio, const char *path, const char *text, size_t size, double x,
                                    double y, const char *label, MieniPaths *out_ids, MieniProblem *problem)
{
    MieniAsset asset;
    MieniPaths made = {0};
    MienError error = {0};
    char words[STUDIO_LABEL_ROOM];
    MienStatus status = mieni_asset_read(&asset, MIENI_ASSET_GRAPH, text, size, NULL, &error);
    if (status != MIEN_OK)
        return mieni_problem_set(problem, path, status, error.message, "%s", error.place);
    const MieniJson *rows = mieni_json_get(asset.json.root, "nodes");
    if (rows == NULL || rows->count == 0) {
        status =
            mieni_problem_set(problem, path, MIEN_ERROR_DATA, "What was copied holds no nodes.", "%s", "");
    } else {
        Pasting pasting = {rows, out_ids != NULL ? out_ids : &made, x, y};
        snprintf(words, sizeof words, "paste %d node%s", rows->count, rows->count == 1 ? "" : "s");
        status = studio_change(studio, path, paste, &pasting, label != NULL ? label : words, NULL, problem);
    }
    mieni_paths_release(&made);
    mieni_asset_release(&asset);
    return status;
}

// The template of a face

static void put_text(MieniJsonDocument *json, MieniJson *row, const char *key, const char *text)
{
    if (row != NULL && text != NULL)
        mieni_json_set(json, row, key, mieni_json_string(json, text));
}

static MieniJson *add_row(MieniJsonDocument *json, MieniJson *rows, const char *key, const char *name)
{
    MieniJson *row = mieni_json_append(json, rows, mieni_json_object(json));
    put_text(json, row, key, name);
    return row;
}

static MieniJson *add_node(MieniJsonDocument *json, MieniJson *nodes, const char *id, const char *type,
                           const char *input)
{
    MieniJson *row = add_row(json, nodes, "id", id);
    put_text(json, row, "node", type);
    put_text(json, row, "input", input);
    return row;
}

static void put_parameters(MieniJsonDocument *json, const StudioFaceGraph *face)
{
    MieniJson *rows = mieni_json_set(json, json->root, "parameters", mieni_json_array(json));
    MieniJson *row = rows != NULL ? add_row(json, rows, "name", "performance") : NULL;
    put_text(json, row, "type", "clip");
    put_text(json, row, "value", face->clip);
    MieniJson *masks = mieni_json_set(json, json->root, "masks", mieni_json_array(json));
    MieniJson *mask = masks != NULL ? add_row(json, masks, "name", "no_bones") : NULL;
    if (mask != NULL) // the face gives curves alone, so that nothing moves twice
        mieni_json_set(json, mask, "bones", mieni_json_array(json));
}

static MienStatus fill_face(void *user, MieniAsset *graph, MienError *error)
{
    const StudioFaceGraph *face = user;
    MieniJsonDocument *json = &graph->json;
    if (mieni_json_get(json->root, "extends") != NULL)
        return mieni_fail(error, MIEN_ERROR_DATA, "Nodes and links of a child belong to its parent.", "%s",
                          "extends");
    put_parameters(json, face);
    MieniJson *nodes = mieni_json_set(json, json->root, "nodes", mieni_json_array(json));
    if (nodes == NULL)
        return mieni_fail(error, MIEN_ERROR_MEMORY, "There is not enough memory.", "%s", "");
    put_text(json, add_node(json, nodes, "body", "clip", NULL), "clip", face->body);
    MieniJson *row = add_node(json, nodes, "face", "clip", NULL);
    MieniJson *value = row != NULL ? mieni_json_set(json, row, "clip", mieni_json_object(json)) : NULL;
    put_text(json, value, "parameter", "performance");
    if (row != NULL)
        mieni_json_set(json, row, "loop", mieni_json_bool(json, false));
    row = add_node(json, nodes, "both", "layer", NULL);
    put_text(json, row, "base", "body");
    put_text(json, row, "layer", "face");
    put_text(json, row, "mask", "no_bones");
    add_node(json, nodes, "live", "source", "both");
    put_text(json, add_node(json, nodes, "pose", "poses", "live"), "poses", face->poses);
    add_node(json, nodes, "out", "output", "pose");
    return json->arena.is_out_of_memory
               ? mieni_fail(error, MIEN_ERROR_MEMORY, "There is not enough memory.", "%s", "")
               : MIEN_OK;
}

MienStatus studio_graph_fill_face(Studio *studio, const char *path, const StudioFaceGraph *face,
                                  MieniProblem *problem)
{
    return studio_change(studio, path, fill_face, (void *)face, "add a face graph", NULL, problem);
}

MienStatus studio_graph_make_face(Studio *studio, const char *path, const char *skeleton,
                                  const char *character, const StudioFaceGraph *face, MieniProblem *problem)
{
    char name[STUDIO_LABEL_ROOM], label[STUDIO_LABEL_ROOM];
    MieniTextOut value = {0};
    snprintf(label, sizeof label, "create %.300s (6 nodes)", studio_asset_name(path, name));
    MienStatus status = studio_group_begin(studio, label, problem);
    if (status != MIEN_OK)
        return status;
    status = studio_asset_make(studio, path, skeleton, problem);
    if (status == MIEN_OK)
        status = studio_graph_fill_face(studio, path, face, problem);
    if (status == MIEN_OK && character != NULL) {
        mieni_text_put_string(&value, path);
        status = value.is_out_of_memory
                     ? studio_no_memory(problem, path)
                     : studio_asset_set(studio, character, "graph", value.bytes, label, NULL, problem);
        mieni_text_release(&value);
    }
    if (status != MIEN_OK) {
        studio_group_cancel(studio, NULL);
        return status;
    }
    return studio_group_end(studio, problem);
}
