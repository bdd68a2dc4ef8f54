// SPDX-License-Identifier: MIT
//
// Changing graphs.

#include "asset/graph/edit.h"

#include "asset/graph/text.h"
#include "mien_author/map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static MienStatus no_memory(MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

static MienStatus end(const MieniAsset *graph, MienError *error)
{
    return graph->json.arena.is_out_of_memory ? no_memory(error) : MIEN_OK;
}

static MieniJson *nodes_of(const MieniAsset *graph) { return mieni_json_get(graph->json.root, "nodes"); }

static void put_text(MieniJsonDocument *json, MieniJson *row, const char *key, const char *text)
{
    if (row != NULL)
        mieni_json_set(json, row, key, mieni_json_string(json, text));
}

static MienStatus refuse_child(const MieniAsset *graph, MienError *error)
{
    return mieni_json_get(graph->json.root, "extends") == NULL
               ? MIEN_OK
               : mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", "extends"),
                            "Nodes and links of a child belong to its parent.");
}

MieniJson *mieni_graph_node_with_id(const MieniAsset *graph, const char *id)
{
    const MieniJson *nodes = nodes_of(graph);
    const int row = mieni_json_find(nodes, "id", id);
    return row >= 0 ? nodes->items[row] : NULL;
}

static MienStatus find_node(const MieniAsset *graph, const char *id, MieniJson **out_row, MienError *error)
{
    const MienStatus status = refuse_child(graph, error);
    *out_row = mieni_graph_node_with_id(graph, id);
    if (status != MIEN_OK || *out_row != NULL)
        return status;
    return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", id), "There is no node of this id.");
}

void mieni_graph_free_id(const MieniAsset *graph, const char *base, char out[256])
{
    snprintf(out, 256, "%.200s", base);
    for (int i = 2; mieni_graph_node_with_id(graph, out) != NULL; ++i)
        snprintf(out, 256, "%.200s_%d", base, i);
}

static const MieniNodeTypeInfo *type_of(const MieniJson *row)
{
    return mieni_node_type((unsigned)mieni_node_type_find(mieni_json_get_string(row, "node", "")));
}

/// A node that stands for what is not connected.
static const char *reference_of(MieniAsset *graph)
{
    MieniJson *nodes = nodes_of(graph), *row;
    char id[256];
    const int found = mieni_json_find(nodes, "node", "rest_pose");
    if (found >= 0)
        return mieni_json_get_string(nodes->items[found], "id", "");
    mieni_graph_free_id(graph, "rest_pose", id);
    row = mieni_json_insert(&graph->json, nodes, 0, mieni_json_object(&graph->json));
    put_text(&graph->json, row, "id", id);
    put_text(&graph->json, row, "node", "rest_pose");
    return mieni_json_get_string(row, "id", "");
}

MienStatus mieni_graph_make_node(MieniAsset *graph, const char *id, const char *type, MieniJson **out_row,
                                 MienError *error)
{
    MieniJsonDocument *json = &graph->json;
    const MieniNodeTypeInfo *info = mieni_node_type((unsigned)mieni_node_type_find(type));
    MieniJson *nodes = nodes_of(graph);
    const MienStatus status = refuse_child(graph, error);
    *out_row = NULL;
    if (status != MIEN_OK)
        return status;
    if (info == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("%s", type), "There is no such type of node.");
    if (mieni_graph_node_with_id(graph, id) != NULL)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", id), "There is a node of this id already.");
    if (mieni_node_type_find(type) == MIENI_NODE_OUTPUT && mieni_json_find(nodes, "node", "output") >= 0)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", type), "A graph has one output.");
    if (nodes == NULL)
        nodes = mieni_json_set(json, json->root, "nodes", mieni_json_array(json));
    MieniJson *row = nodes != NULL ? mieni_json_append(json, nodes, mieni_json_object(json)) : NULL;
    put_text(json, row, "id", id);
    put_text(json, row, "node", type);
    *out_row = row;
    return end(graph, error);
}

/// Any mask of the graph; one without bones is made if it has none.
static const char *mask_of(MieniAsset *graph)
{
    MieniJsonDocument *json = &graph->json;
    MieniJson *rows = mieni_json_get(json->root, "masks");
    if (rows == NULL)
        rows = mieni_json_set(json, json->root, "masks", mieni_json_array(json));
    if (rows != NULL && rows->count == 0) {
        MieniJson *row = mieni_json_append(json, rows, mieni_json_object(json));
        put_text(json, row, "name", "no_bones");
        if (row != NULL)
            mieni_json_set(json, row, "bones", mieni_json_array(json));
    }
    return rows != NULL && rows->count > 0 ? mieni_json_get_string(rows->items[0], "name", "") : "";
}

/// Lists that must lead somewhere.
static void complete_lists(MieniAsset *graph, MieniJson *row, MieniNodeType type)
{
    MieniJsonDocument *json = &graph->json;
    if (type == MIENI_NODE_BLEND_BY_INT && mieni_json_get(row, "inputs") == NULL) {
        MieniJson *list = mieni_json_set(json, row, "inputs", mieni_json_array(json));
        if (list != NULL)
            mieni_json_append(json, list, mieni_json_string(json, reference_of(graph)));
    }
    if (type == MIENI_NODE_STATE_MACHINE && mieni_json_get(row, "states") == NULL) {
        MieniJson *list = mieni_json_set(json, row, "states", mieni_json_array(json));
        MieniJson *state = list != NULL ? mieni_json_append(json, list, mieni_json_object(json)) : NULL;
        put_text(json, state, "name", "start");
        put_text(json, state, "input", reference_of(graph));
    }
}

MienStatus mieni_graph_complete_node(MieniAsset *graph, const char *id, MienError *error)
{
    MieniJson *row;
    const MienStatus status = find_node(graph, id, &row, error);
    if (status != MIEN_OK)
        return status;
    const MieniNodeType type = mieni_node_type_find(mieni_json_get_string(row, "node", ""));
    const MieniNodeTypeInfo *info = type_of(row);
    for (int i = 0; i < info->input_count; ++i)
        if (mieni_json_get(row, info->inputs[i]) == NULL && !(i == 0 && info->is_open_allowed))
            put_text(&graph->json, row, info->inputs[i], reference_of(graph));
    complete_lists(graph, row, type);
    if (type == MIENI_NODE_LAYERED_BLEND && mieni_json_get(row, "mask") == NULL)
        put_text(&graph->json, row, "mask", mask_of(graph));
    if (type == MIENI_NODE_MAP && mieni_json_get(row, "map") == NULL)
        put_text(&graph->json, row, "map", "livelink-to-arkit");
    return end(graph, error);
}

/// Called for every input of every node: sets it, if it is to be another.
typedef const char *NewLink(void *user, const char *from);

static void visit_links(MieniAsset *graph, NewLink *change, void *user)
{
    MieniJsonDocument *json = &graph->json;
    MieniJson *nodes = nodes_of(graph);
    for (int n = 0; nodes != NULL && n < nodes->count; ++n) {
        MieniJson *row = nodes->items[n];
        const MieniNodeTypeInfo *info = type_of(row);
        for (int i = 0; info != NULL && i < info->input_count; ++i) {
            const char *from = mieni_json_get_string(row, info->inputs[i], NULL),
                       *to = from != NULL ? change(user, from) : NULL;
            if (to != NULL)
                put_text(json, row, info->inputs[i], to);
        }
        MieniJson *inputs = mieni_json_get(row, "inputs"), *states = mieni_json_get(row, "states");
        for (int i = 0; inputs != NULL && i < inputs->count; ++i) {
            const char *to = change(user, inputs->items[i]->string);
            if (to != NULL)
                inputs->items[i] = mieni_json_string(json, to);
        }
        for (int i = 0; states != NULL && i < states->count; ++i) {
            const char *to = change(user, mieni_json_get_string(states->items[i], "input", ""));
            if (to != NULL)
                put_text(json, states->items[i], "input", to);
        }
    }
}

/// What leads to a node that goes.
typedef struct Bypass {
    MieniAsset *graph;
    const char *id;
    const char *to;
} Bypass;

static const char *bypass(void *user, const char *from)
{
    const Bypass *passed = user;
    return strcmp(from, passed->id) == 0 ? passed->to : NULL;
}

static const char *first_input(const MieniJson *row)
{
    const MieniNodeTypeInfo *info = type_of(row);
    return info != NULL && info->input_count > 0 ? mieni_json_get_string(row, info->inputs[0], NULL) : NULL;
}

static bool is_led_to(const MieniAsset *graph, const char *id);

static MienStatus remove_node(MieniAsset *graph, const char *id, MienError *error)
{
    MieniJson *nodes = nodes_of(graph), *row = mieni_graph_node_with_id(graph, id);
    const char *input = first_input(row);
    const bool is_reference = strcmp(mieni_json_get_string(row, "node", ""), "rest_pose") == 0;
    if (is_led_to(graph, id)) {
        if (is_reference) // another one takes its place, so nothing would change
            return mieni_fail(
                error, MIEN_ERROR_DATA, mieni_at("%s", id),
                "This rest pose is an input of another node: connect that node elsewhere first.");
        const Bypass passed = {graph, id, input != NULL ? input : reference_of(graph)};
        visit_links(graph, bypass, (void *)&passed);
    }
    mieni_json_remove(nodes, mieni_json_find(nodes, "id", id));
    return end(graph, error);
}

static const char *note_link(void *user, const char *from)
{
    Bypass *passed = user;
    if (strcmp(from, passed->id) == 0)
        passed->to = from;
    return NULL;
}

static bool is_led_to(const MieniAsset *graph, const char *id)
{
    Bypass passed = {(MieniAsset *)graph, id, NULL};
    visit_links((MieniAsset *)graph, note_link, &passed); // changes nothing
    return passed.to != NULL;
}

MienStatus mieni_graph_remove_nodes(MieniAsset *graph, const char *const *ids, int count, MienError *error)
{
    for (int i = 0; i < count; ++i) {
        MieniJson *row;
        const MienStatus status = find_node(graph, ids[i], &row, error);
        if (status != MIEN_OK)
            return status;
        if (strcmp(mieni_json_get_string(row, "node", ""), "output") == 0)
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", ids[i]), "A graph needs its output.");
    }
    for (int i = 0; i < count; ++i) {
        if (mieni_graph_node_with_id(graph, ids[i]) == NULL)
            continue; // named twice
        const MienStatus status = remove_node(graph, ids[i], error);
        if (status != MIEN_OK)
            return status;
    }
    return MIEN_OK;
}

MienStatus mieni_graph_place_node(MieniAsset *graph, const char *id, double x, double y, MienError *error)
{
    MieniJsonDocument *json = &graph->json;
    MieniJson *row;
    const MienStatus status = find_node(graph, id, &row, error);
    if (status != MIEN_OK)
        return status;
    MieniJson *place = mieni_json_set(json, row, "position", mieni_json_array(json));
    if (place != NULL) {
        mieni_json_append(json, place, mieni_json_number(json, x));
        mieni_json_append(json, place, mieni_json_number(json, y));
    }
    return end(graph, error);
}

/// Whether one node leads to another, over any number of links.
static bool leads_to(const MieniAsset *graph, const char *from, const char *to, int depth)
{
    const MieniJson *row = mieni_graph_node_with_id(graph, to);
    const MieniNodeTypeInfo *info = row != NULL ? type_of(row) : NULL;
    const MieniJson *nodes = nodes_of(graph);
    if (strcmp(from, to) == 0)
        return true;
    if (info == NULL || depth > nodes->count)
        return false;
    const MieniJson *inputs = mieni_json_get(row, "inputs"), *states = mieni_json_get(row, "states");
    for (int i = 0; i < info->input_count; ++i) {
        const char *next = mieni_json_get_string(row, info->inputs[i], NULL);
        if (next != NULL && leads_to(graph, from, next, depth + 1))
            return true;
    }
    for (int i = 0; inputs != NULL && i < inputs->count; ++i)
        if (leads_to(graph, from, inputs->items[i]->string, depth + 1))
            return true;
    for (int i = 0; states != NULL && i < states->count; ++i)
        if (leads_to(graph, from, mieni_json_get_string(states->items[i], "input", ""), depth + 1))
            return true;
    return false;
}

/// The list and index that "states[2]" names; NULL if it names none.
static MieniJson *list_input(const MieniJson *row, const char *input, int *out_index)
{
    const char *bracket = strchr(input, '[');
    char key[32];
    if (bracket == NULL || (size_t)(bracket - input) >= sizeof key)
        return NULL;
    snprintf(key, sizeof key, "%.*s", (int)(bracket - input), input);
    *out_index = atoi(bracket + 1);
    return strcmp(key, "inputs") == 0 || strcmp(key, "states") == 0 ? mieni_json_get(row, key) : NULL;
}

static MienStatus connect_list(MieniAsset *graph, const MieniJson *row, const char *input, const char *from,
                               MienError *error)
{
    MieniJsonDocument *json = &graph->json;
    int index = -1;
    MieniJson *list = list_input(row, input, &index);
    const bool is_states = list != NULL && strncmp(input, "states", 6) == 0;
    if (list == NULL || index < 0 || index > list->count ||
        (index == list->count && (is_states || from == NULL)))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", input), "The node has no such input.");
    if (is_states)
        put_text(json, list->items[index], "input", from != NULL ? from : reference_of(graph));
    else if (index == list->count)
        mieni_json_append(json, list, mieni_json_string(json, from));
    else if (from != NULL)
        list->items[index] = mieni_json_string(json, from);
    else if (list->count > 1)
        mieni_json_remove(list, index);
    else
        list->items[0] = mieni_json_string(json, reference_of(graph));
    return end(graph, error);
}

MienStatus mieni_graph_connect(MieniAsset *graph, const char *id, const char *input, const char *from,
                               MienError *error)
{
    MieniJson *row, *source;
    MienStatus status = find_node(graph, id, &row, error);
    if (status == MIEN_OK && from != NULL)
        status = find_node(graph, from, &source, error);
    if (status != MIEN_OK)
        return status;
    if (from != NULL && leads_to(graph, id, from, 0))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", from), "This connection creates a cycle.");
    const MieniNodeTypeInfo *info = type_of(row);
    for (int i = 0; info != NULL && i < info->input_count; ++i) {
        if (strcmp(info->inputs[i], input) != 0)
            continue;
        if (from == NULL && i == 0 && info->is_open_allowed)
            mieni_json_unset(row, input);
        else
            put_text(&graph->json, row, input, from != NULL ? from : reference_of(graph));
        return end(graph, error);
    }
    return connect_list(graph, row, input, from, error);
}
