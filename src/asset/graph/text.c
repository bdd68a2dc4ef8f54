// SPDX-License-Identifier: MIT
//
// Reading graphs, and making children whole.

#include "asset/graph/text.h"

#include "base/nearest.h"
#include "base/owned.h"

#include <stdio.h>
#include <string.h>

enum { PATH_ROOM = 88, SENTENCE_ROOM = 160 };

static MienStatus no_memory(MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_MEMORY, "There is not enough memory.", "%s", "");
}

/// What a child may not have.
static MienStatus check_child(const MieniJson *root, MienError *error)
{
    static const char *const keys[] = {"skeleton", "parameters", "nodes"};
    const MieniJson *rows = mieni_json_get(root, "overrides");
    for (int i = 0; i < 3; ++i) {
        const MieniJson *value = mieni_json_get(root, keys[i]);
        if (value != NULL)
            return mieni_asset_fail(error, value, MIEN_ERROR_DATA,
                                    "A graph that extends another has overrides and masks alone.", "%s",
                                    keys[i]);
    }
    for (int i = 0; rows != NULL && i < rows->count; ++i) {
        const MieniJson *row = rows->items[i];
        if ((mieni_json_get(row, "id") != NULL) == (mieni_json_get(row, "parameter") != NULL))
            return mieni_asset_fail(error, row, MIEN_ERROR_DATA,
                                    "An override names a node by \"id\", or a \"parameter\".",
                                    "overrides[%d]", i);
    }
    return MIEN_OK;
}

static MienStatus check_whole(const MieniJson *root, const MienAllocator *allocator, MienError *error)
{
    MieniArena scratch = {.allocator = allocator};
    MieniGraphIndex index;
    const MieniJson *overrides = mieni_json_get(root, "overrides");
    if (overrides != NULL)
        return mieni_asset_fail(error, overrides, MIEN_ERROR_DATA,
                                "There is nothing to override: add \"extends\" with the path of a graph.",
                                "overrides");
    const MienStatus status = mieni_graph_index(root, &scratch, &index, error);
    mieni_arena_release(&scratch);
    return status;
}

MienStatus mien_author_graph_read(const void *bytes, size_t size, const MienAllocator *allocator,
                                  MienAuthorGraph **out_graph, MienError *error)
{
    if (out_graph == NULL || (bytes == NULL && size > 0))
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, "There must be bytes, and a place for the graph.", "%s",
                          "");
    *out_graph = NULL;
    MienAuthorGraph *graph = mieni_owned_create(sizeof *graph, allocator);
    if (graph == NULL)
        return no_memory(error);
    MieniArena *arena = mieni_owned_arena(graph);
    MieniAsset asset;
    MienStatus status = mieni_asset_read(&asset, MIENI_ASSET_GRAPH, bytes, size, arena->allocator, error);
    if (status == MIEN_OK) {
        graph->root = asset.json.root;
        graph->parent = mieni_json_get_string(graph->root, "extends", "");
        mieni_arena_join(arena, &asset.json.arena);
        status = graph->parent[0] != '\0' ? check_child(graph->root, error)
                                          : check_whole(graph->root, arena->allocator, error);
    }
    if (status == MIEN_OK)
        *out_graph = graph;
    else
        mien_author_graph_destroy(graph);
    return status;
}

void mien_author_graph_destroy(MienAuthorGraph *graph) { mieni_owned_destroy(graph); }

const char *mien_author_graph_parent(const MienAuthorGraph *graph)
{
    return graph != NULL ? graph->parent : "";
}

/// A child on its way to be whole.
typedef struct Extend {
    MieniJsonDocument json; ///< The parent's tree, changed.
    MienError *error;
} Extend;

/// A copy that keeps the lines, unlike those of the parent, which are no places of the
/// child's text.
static MieniJson *copy_lines(MieniJson *copy, const MieniJson *value)
{
    if (copy == NULL)
        return NULL;
    copy->line = value->line;
    for (int i = 0; i < value->count; ++i)
        copy_lines(copy->items[i], value->items[i]);
    return copy;
}

static MieniJson *copy(Extend *extend, const MieniJson *value)
{
    return copy_lines(mieni_json_copy(&extend->json, value), value);
}

static MienStatus find_row(Extend *extend, const char *list, const char *key, const MieniJson *value,
                           const char *what, const char *path, MieniJson **out_row)
{
    const MieniJson *rows = mieni_json_get(extend->json.root, list);
    const int at = mieni_json_find(rows, key, value->string);
    *out_row = at >= 0 ? rows->items[at] : NULL;
    if (at >= 0)
        return MIEN_OK;
    const int count = rows != NULL ? rows->count : 0;
    MieniArena scratch = {.allocator = extend->json.arena.allocator};
    MieniNameEntry *entries = mieni_arena_take(&scratch, (size_t)count, sizeof *entries);
    for (int i = 0; i < count && entries != NULL; ++i)
        entries[i] = (MieniNameEntry){mieni_json_get_string(rows->items[i], key, ""), i};
    const MienStatus status =
        entries != NULL ? mieni_graph_unknown(extend->error, value, path, what, value->string, entries, count)
                        : no_memory(extend->error);
    mieni_arena_release(&scratch);
    return status;
}

/// Whether a key of a node is one of its inputs, or a list that has them.
static bool is_input(const MieniJson *node, const char *key)
{
    const MieniNodeTypeInfo *type =
        mieni_node_type(mieni_node_type_find(mieni_json_get_string(node, "node", "")));
    for (int i = 0; i < type->input_count; ++i)
        if (strcmp(type->inputs[i], key) == 0)
            return true;
    for (int i = 0; i < type->list_count; ++i)
        if (type->lists[i].has_links && strcmp(type->lists[i].key, key) == 0)
            return true;
    return false;
}

static MienStatus unknown_setting(Extend *extend, const MieniSchema *schema, const MieniJson *node,
                                  const char *key, const MieniJson *value, const char *path)
{
    char sentence[SENTENCE_ROOM];
    const char *type = mieni_json_get_string(node, "node", "");
    MieniNearest nearest = {.given = key};
    for (int i = 0; i < schema->field_count; ++i)
        if (!is_input(node, schema->fields[i].key) && strcmp(schema->fields[i].key, "id") != 0)
            mieni_nearest_try(&nearest, schema->fields[i].key);
    if (nearest.name != NULL)
        snprintf(sentence, sizeof sentence, "A node %s has no \"%.48s\"; did you mean \"%s\"?", type, key,
                 nearest.name);
    else
        snprintf(sentence, sizeof sentence, "A node %s has no \"%.48s\".", type, key);
    return mieni_asset_fail(extend->error, value, MIEN_ERROR_DATA, sentence, "%s", path);
}

static MienStatus override_node(Extend *extend, const MieniJson *row, MieniJson *node, const char *path)
{
    const MieniSchema *schema = mieni_graph_node_schema(node);
    for (int i = 0; i < row->count; ++i) {
        const char *key = row->keys[i];
        const MieniField *field = mieni_schema_find(schema, key);
        char place[PATH_ROOM];
        if (strcmp(key, "id") == 0)
            continue;
        snprintf(place, sizeof place, "%.40s.%.40s", path, key);
        if (field == NULL)
            return unknown_setting(extend, schema, node, key, row->items[i], place);
        if (strcmp(key, "node") == 0 || is_input(node, key))
            return mieni_asset_fail(extend->error, row->items[i], MIEN_ERROR_DATA,
                                    "What a node is and where its inputs come from is the parent's to say.",
                                    "%s", place);
        const MienStatus status =
            mieni_field_check(field, row->items[i], place, extend->json.arena.allocator, extend->error);
        if (status != MIEN_OK)
            return status;
        mieni_json_set(&extend->json, node, key, copy(extend, row->items[i]));
    }
    return MIEN_OK;
}

static MienStatus override_parameter(Extend *extend, const MieniJson *row, MieniJson *parameter,
                                     const char *path)
{
    const MieniField *list = mieni_schema_find(mieni_asset_schema(MIENI_ASSET_GRAPH), "parameters");
    const MieniField *field = mieni_schema_find(mieni_schema_of(list->schema, parameter), "value");
    const MieniJson *value = mieni_json_get(row, "value");
    char place[PATH_ROOM];
    for (int i = 0; i < row->count; ++i) {
        if (strcmp(row->keys[i], "parameter") == 0 || strcmp(row->keys[i], "value") == 0)
            continue;
        snprintf(place, sizeof place, "%.40s.%.40s", path, row->keys[i]);
        return mieni_asset_fail(extend->error, row->items[i], MIEN_ERROR_DATA,
                                "Of a parameter only the \"value\" can be overridden.", "%s", place);
    }
    if (value == NULL)
        return mieni_asset_fail(extend->error, row, MIEN_ERROR_DATA, "The key \"value\" is missing here.",
                                "%s", path);
    snprintf(place, sizeof place, "%.40s.value", path);
    const MienStatus status =
        mieni_field_check(field, value, place, extend->json.arena.allocator, extend->error);
    if (status == MIEN_OK)
        mieni_json_set(&extend->json, parameter, "value", copy(extend, value));
    return status;
}

static MienStatus override_one(Extend *extend, const MieniJson *row, int index)
{
    const MieniJson *id = mieni_json_get(row, "id"), *name = mieni_json_get(row, "parameter");
    MieniJson *found = NULL;
    char path[PATH_ROOM], place[PATH_ROOM];
    snprintf(path, sizeof path, "overrides[%d]", index);
    snprintf(place, sizeof place, "%.40s.%s", path, id != NULL ? "id" : "parameter");
    const MienStatus status = id != NULL
                                  ? find_row(extend, "nodes", "id", id, "node", place, &found)
                                  : find_row(extend, "parameters", "name", name, "parameter", place, &found);
    if (status != MIEN_OK)
        return status;
    return id != NULL ? override_node(extend, row, found, path)
                      : override_parameter(extend, row, found, path);
}

/// Masks of the child replace those of the same name, or come last.
static void add_masks(Extend *extend, const MieniJson *masks)
{
    MieniJson *list = mieni_json_get(extend->json.root, "masks");
    if (masks == NULL)
        return;
    if (list == NULL)
        list = mieni_json_set(&extend->json, extend->json.root, "masks", mieni_json_array(&extend->json));
    for (int i = 0; list != NULL && i < masks->count; ++i) {
        MieniJson *mask = copy(extend, masks->items[i]);
        const int at = mieni_json_find(list, "name", mieni_json_get_string(masks->items[i], "name", ""));
        if (at >= 0 && mask != NULL)
            list->items[at] = mask;
        else
            mieni_json_append(&extend->json, list, mask);
    }
}

static MienStatus extend_tree(Extend *extend, const MienAuthorGraph *parent, const MienAuthorGraph *child)
{
    const MieniJson *rows = mieni_json_get(child->root, "overrides");
    MienStatus status = MIEN_OK;
    extend->json.root = mieni_json_copy(&extend->json, parent->root);
    if (extend->json.root == NULL)
        return no_memory(extend->error);
    add_masks(extend, mieni_json_get(child->root, "masks"));
    for (int i = 0; rows != NULL && i < rows->count && status == MIEN_OK; ++i)
        status = override_one(extend, rows->items[i], i);
    if (status == MIEN_OK && extend->json.arena.is_out_of_memory)
        status = no_memory(extend->error);
    if (status == MIEN_OK)
        status = check_whole(extend->json.root, extend->json.arena.allocator, extend->error);
    return status;
}

MienStatus mien_author_graph_extend(const MienAuthorGraph *parent, const MienAuthorGraph *child,
                                    const MienAllocator *allocator, MienAuthorGraph **out_graph,
                                    MienError *error)
{
    if (out_graph == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, "There must be a place for the graph.", "%s", "");
    *out_graph = NULL;
    if (parent == NULL || child == NULL || parent->parent[0] != '\0' || child->parent[0] == '\0')
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, "A child extends a graph that is whole.", "%s",
                          "extends");
    MienAuthorGraph *graph = mieni_owned_create(sizeof *graph, allocator);
    if (graph == NULL)
        return no_memory(error);
    MieniArena *arena = mieni_owned_arena(graph);
    Extend extend = {.error = error};
    mieni_json_begin(&extend.json, arena->allocator);
    const MienStatus status = extend_tree(&extend, parent, child);
    graph->root = extend.json.root;
    graph->parent = "";
    mieni_arena_join(arena, &extend.json.arena);
    if (status == MIEN_OK)
        *out_graph = graph;
    else
        mien_author_graph_destroy(graph);
    return status;
}
