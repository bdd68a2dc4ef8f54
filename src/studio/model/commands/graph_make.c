// SPDX-License-Identifier: MIT
//
// Groups of nodes.

#include "studio/model/commands/graph_make.h"

#include "asset/graph/edit.h"
#include "asset/view.h"
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
        const MieniNodeView *node = mieni_node_view(mieni_graph_node_with_id(asset, ids[i]));
        if (node == NULL || strcmp(mieni_text_or_empty(mieni_node_node(node)), "output") == 0)
            continue;
        mieni_text_put(out, is_first ? "\n  " : ",\n  ");
        mieni_text_put_json(out, mieni_node_json(node));
        is_first = false;
    }
    mieni_text_put(out, "\n]}\n");
    return out->is_out_of_memory ? studio_no_memory(problem, path) : MIEN_OK;
}

/// Nodes on their way into a graph.
typedef struct Pasting {
    const MieniGraphView *copied;
    MieniPaths *ids; ///< New ones, node by node.
    double x, y;
} Pasting;

/// What an input is to come from: what was pasted with it, what is there, or NULL.
static const char *new_source(const Pasting *pasting, const MieniAsset *graph, const char *from)
{
    const int row = from != NULL ? mieni_graph_find_node(pasting->copied, from) : -1;
    if (row >= 0)
        return pasting->ids->items[row];
    return from != NULL && mieni_graph_node_with_id(graph, from) != NULL ? from : NULL;
}

/// The inputs of a list; those that lead nowhere here go.
static void relink_list(const Pasting *pasting, MieniAsset *graph, MieniNodeView *node)
{
    MieniJson *inputs = mieni_node_inputs_json(node);
    for (int i = mieni_view_count(inputs); i-- > 0;) {
        const char *to = new_source(pasting, graph, inputs->items[i]->string);
        if (to != NULL)
            inputs->items[i] = mieni_json_string(&graph->json, to);
        else
            mieni_json_remove(inputs, i);
    }
    if (mieni_node_inputs_count(node) == 0)
        mieni_node_unset_inputs(node);
}

static void relink_states(const Pasting *pasting, MieniAsset *graph, MieniNodeView *node)
{
    for (int i = mieni_node_state_count(node); i-- > 0;) {
        MieniStateView *state = mieni_node_state(node, i);
        const char *to = new_source(pasting, graph, mieni_state_input(state));
        if (to != NULL)
            mieni_state_set_input(&graph->json, state, to);
        else
            mieni_json_remove(mieni_node_states_json(node), i);
    }
    if (mieni_node_state_count(node) == 0)
        mieni_node_unset_states(node);
}

/// Inputs that lead nowhere here go; completing the node puts the rest pose in their place.
static void relink(const Pasting *pasting, MieniAsset *graph, MieniNodeView *node)
{
    MieniJson *row = mieni_node_json(node);
    const MieniJson *mask = mieni_node_mask_json(node);
    const MieniNodeTypeInfo *info =
        mieni_node_type((unsigned)mieni_node_type_find(mieni_text_or_empty(mieni_node_node(node))));
    for (int i = 0; info != NULL && i < info->input_count; ++i) {
        const char *from = mieni_json_get_string(row, info->inputs[i], NULL);
        mieni_view_set_text(&graph->json, row, info->inputs[i], new_source(pasting, graph, from));
    }
    relink_list(pasting, graph, node);
    relink_states(pasting, graph, node);
    if (mask != NULL && mask->type == MIENI_JSON_STRING &&
        mieni_graph_find_mask(mieni_graph_of(graph), mask->string) < 0)
        mieni_node_unset_mask(node);
}

static MienStatus add_copy(const Pasting *pasting, MieniAsset *graph, const MieniNodeView *node,
                           const char *id, MienError *error)
{
    MieniJson *row;
    const MieniJson *from = mieni_node_json(node);
    double place[2] = {0, 0};
    mieni_node_position(node, place);
    MienStatus status =
        mieni_graph_make_node(graph, id, mieni_text_or_empty(mieni_node_node(node)), &row, error);
    for (int k = 0; status == MIEN_OK && k < from->count; ++k)
        if (strcmp(from->keys[k], "id") != 0 && strcmp(from->keys[k], "node") != 0)
            mieni_json_set(&graph->json, row, from->keys[k], mieni_json_copy(&graph->json, from->items[k]));
    if (status == MIEN_OK)
        status = mieni_graph_place_node(graph, id, place[0] + pasting->x, place[1] + pasting->y, error);
    return status;
}

static MienStatus paste(void *user, MieniAsset *graph, MienError *error)
{
    const Pasting *pasting = user;
    MienStatus status = MIEN_OK;
    for (int i = 0; i < mieni_graph_node_count(pasting->copied) && status == MIEN_OK; ++i) {
        const MieniNodeView *node = mieni_graph_node(pasting->copied, i);
        char id[256];
        mieni_graph_free_id(graph, mieni_node_id(node) != NULL ? mieni_node_id(node) : "node", id);
        status = add_copy(pasting, graph, node, id, error);
        if (status == MIEN_OK && !mieni_paths_add(pasting->ids, id))
            status = mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory");
    }
    for (int i = 0; i < pasting->ids->count && status == MIEN_OK; ++i) {
        const MieniGraphView *view = mieni_graph_of(graph);
        relink(pasting, graph, mieni_graph_node(view, mieni_graph_find_node(view, pasting->ids->items[i])));
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
        return mieni_problem_set(problem, path, status, mieni_at_error(&error), "%s", error.message);
    const int count = mieni_graph_node_count(mieni_graph_of(&asset));
    if (count == 0) {
        status = mieni_problem_set(problem, path, MIEN_ERROR_DATA, mieni_nowhere(),
                                   "The clipboard contains no nodes");
    } else {
        Pasting pasting = {mieni_graph_of(&asset), out_ids != NULL ? out_ids : &made, x, y};
        snprintf(words, sizeof words, "paste %d node%s", count, count == 1 ? "" : "s");
        status = studio_change(studio, path, paste, &pasting, label != NULL ? label : words, NULL, problem);
    }
    mieni_paths_release(&made);
    mieni_asset_release(&asset);
    return status;
}

// The template of a face

/// A path, if there is one.
static MieniJson *path_json(MieniJsonDocument *json, const char *path)
{
    return path != NULL ? mieni_json_string(json, path) : NULL;
}

static MieniNodeView *add_node(MieniJsonDocument *json, MieniGraphView *graph, const char *id,
                               const char *type, const char *input)
{
    MieniNodeView *node = mieni_graph_add_node(json, graph);
    mieni_node_set_id(json, node, id);
    mieni_node_set_node(json, node, type);
    mieni_node_set_input(json, node, input);
    return node;
}

static void put_parameters(MieniJsonDocument *json, MieniGraphView *graph, const StudioFaceGraph *face)
{
    mieni_graph_set_parameters_json(json, graph, mieni_json_array(json));
    MieniParameterView *parameter = mieni_graph_add_parameter(json, graph);
    mieni_parameter_set_name(json, parameter, "performance");
    mieni_parameter_set_type(json, parameter, "clip");
    mieni_parameter_set_value_json(json, parameter, path_json(json, face->clip));
    mieni_graph_set_masks_json(json, graph, mieni_json_array(json));
    MieniBoneMaskView *mask = mieni_graph_add_mask(json, graph);
    mieni_bone_mask_set_name(json, mask, "no_bones");
    // The face gives curves alone, so that nothing moves twice.
    mieni_bone_mask_set_bones_json(json, mask, mieni_json_array(json));
}

static MienStatus fill_face(void *user, MieniAsset *asset, MienError *error)
{
    const StudioFaceGraph *face = user;
    MieniJsonDocument *json = &asset->json;
    MieniGraphView *graph = mieni_graph_of(asset);
    if (mieni_graph_extends(graph) != NULL)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", "extends"),
                          "Nodes and connections of a child graph are inherited from its parent");
    put_parameters(json, graph, face);
    mieni_graph_set_nodes_json(json, graph, mieni_json_array(json));
    MieniNodeView *node = add_node(json, graph, "body", "clip", NULL);
    mieni_node_set_clip_json(json, node, path_json(json, face->body));
    node = add_node(json, graph, "face", "clip", NULL);
    mieni_node_set_clip_json(json, node, mieni_value_of_parameter(json, "performance"));
    mieni_node_set_loop_json(json, node, mieni_json_bool(json, false));
    node = add_node(json, graph, "both", "layered_blend", NULL);
    mieni_node_set_base(json, node, "body");
    mieni_node_set_layer(json, node, "face");
    mieni_node_set_mask_json(json, node, mieni_json_string(json, "no_bones"));
    add_node(json, graph, "live", "live_input", "both");
    node = add_node(json, graph, "pose", "poses", "live");
    mieni_node_set_poses_json(json, node, path_json(json, face->poses));
    add_node(json, graph, "out", "output", "pose");
    return json->arena.is_out_of_memory
               ? mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory")
               : MIEN_OK;
}

MienStatus studio_graph_fill_face(Studio *studio, const char *path, const StudioFaceGraph *face,
                                  MieniProblem *problem)
{
    return studio_change(studio, path, fill_face, (void *)face, "add face graph", NULL, problem);
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
