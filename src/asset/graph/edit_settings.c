// SPDX-License-Identifier: MIT
//
// Changing settings of nodes, parameters, and what children override.

#include "asset/graph/edit.h"

#include "asset/graph/text.h"

#include <string.h>

static MienStatus end(const MieniAsset *graph, MienError *error)
{
    return graph->json.arena.is_out_of_memory
               ? mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.")
               : MIEN_OK;
}

/// A list of the graph, made if it is not there; NULL without memory.
static MieniJson *list_of(MieniAsset *graph, const char *key)
{
    MieniJsonDocument *json = &graph->json;
    MieniJson *rows = mieni_json_get(json->root, key);
    return rows != NULL ? rows : mieni_json_set(json, json->root, key, mieni_json_array(json));
}

/// Whether a key of a node is one of its inputs.
static bool is_input(const MieniJson *row, const char *key)
{
    const MieniNodeTypeInfo *info =
        mieni_node_type((unsigned)mieni_node_type_find(mieni_json_get_string(row, "node", "")));
    for (int i = 0; info != NULL && i < info->input_count; ++i)
        if (strcmp(info->inputs[i], key) == 0)
            return true;
    return strcmp(key, "id") == 0 || strcmp(key, "node") == 0 || strcmp(key, "inputs") == 0;
}

MienStatus mieni_graph_set(MieniAsset *graph, const char *id, const char *key, const MieniJson *value,
                           MienError *error)
{
    MieniJson *row = mieni_graph_node_with_id(graph, id);
    if (row == NULL)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", id), "There is no node of this id.");
    if (is_input(row, key) || mieni_schema_find(mieni_graph_node_schema(row), key) == NULL)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", key), "The node has no such setting.");
    if (value != NULL)
        mieni_json_set(&graph->json, row, key, mieni_json_copy(&graph->json, value));
    else
        mieni_json_unset(row, key);
    return end(graph, error);
}

MienStatus mieni_graph_set_parameter(MieniAsset *graph, const char *name, const char *type,
                                     const MieniJson *value, MienError *error)
{
    MieniJsonDocument *json = &graph->json;
    MieniJson *rows = list_of(graph, "parameters");
    const int found = rows != NULL ? mieni_json_find(rows, "name", name) : -1;
    MieniJson *row = found >= 0 ? rows->items[found] : NULL;
    if (row == NULL && rows != NULL) {
        row = mieni_json_append(json, rows, mieni_json_object(json));
        mieni_json_set(json, row, "name", mieni_json_string(json, name));
        mieni_json_set(json, row, "type", mieni_json_string(json, type));
    }
    if (row != NULL && value != NULL)
        mieni_json_set(json, row, "value", mieni_json_copy(json, value));
    else if (row != NULL)
        mieni_json_unset(row, "value");
    return end(graph, error);
}

/// Whether anything below a value is given by the parameter.
static bool is_given(const MieniJson *value, const char *name)
{
    if (value->type == MIENI_JSON_OBJECT && strcmp(mieni_json_get_string(value, "parameter", ""), name) == 0)
        return true;
    for (int i = 0; value->type >= MIENI_JSON_ARRAY && i < value->count; ++i)
        if (is_given(value->items[i], name))
            return true;
    return false;
}

MienStatus mieni_graph_remove_parameter(MieniAsset *graph, const char *name, MienError *error)
{
    MieniJson *root = graph->json.root, *rows = mieni_json_get(root, "parameters");
    const MieniJson *nodes = mieni_json_get(root, "nodes");
    const int row = mieni_json_find(rows, "name", name);
    if (row < 0)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", name),
                          "There is no parameter of this name.");
    for (int i = 0; nodes != NULL && i < nodes->count; ++i)
        if (is_given(nodes->items[i], name))
            return mieni_fail(error, MIEN_ERROR_DATA,
                              mieni_at("%s", mieni_json_get_string(nodes->items[i], "id", "")),
                              "A node still gets a value from this parameter.");
    mieni_json_remove(rows, row);
    if (rows->count == 0)
        mieni_json_unset(root, "parameters");
    return MIEN_OK;
}

/// Takes a key of an override back.
static void take_back(MieniAsset *child, MieniJson *rows, int row, const char *key)
{
    mieni_json_unset(rows->items[row], key);
    if (rows->items[row]->count <= 1)
        mieni_json_remove(rows, row);
    if (rows->count == 0)
        mieni_json_unset(child->json.root, "overrides");
}

MienStatus mieni_graph_set_override(MieniAsset *child, const char *name, bool is_parameter, const char *key,
                                    const MieniJson *value, MienError *error)
{
    MieniJsonDocument *json = &child->json;
    const char *by = is_parameter ? "parameter" : "id";
    if (mieni_json_get(json->root, "extends") == NULL)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", "overrides"),
                          "Only a child overrides: this graph extends none.");
    MieniJson *rows = mieni_json_get(json->root, "overrides");
    const int found = mieni_json_find(rows, by, name);
    if (value == NULL) {
        if (found < 0 || mieni_json_get(rows->items[found], key) == NULL)
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s.%s", name, key),
                              "The child does not override this.");
        take_back(child, rows, found, key);
        return MIEN_OK;
    }
    rows = list_of(child, "overrides");
    MieniJson *row = found >= 0 ? rows->items[found] : NULL;
    if (row == NULL && rows != NULL) {
        row = mieni_json_append(json, rows, mieni_json_object(json));
        if (row != NULL)
            mieni_json_set(json, row, by, mieni_json_string(json, name));
    }
    if (row != NULL)
        mieni_json_set(json, row, key, mieni_json_copy(json, value));
    return end(child, error);
}
