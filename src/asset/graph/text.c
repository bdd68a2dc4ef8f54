// SPDX-License-Identifier: MIT
//
// Reading graphs, and making children whole.

#include "asset/graph/text.h"

#include "base/nearest.h"
#include "base/owned.h"
#include "core/graph/format.h"

#include "asset/graph/node_types.h"

#include <stdio.h>
#include <string.h>

// Nodes, links, parameters and masks of a graph's text by index.

enum { PATH_ROOM = 88, SENTENCE_ROOM = 160 };

static MienStatus no_memory(MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

static MienStatus complain(const MieniGraphIndex *index, const MieniJson *value, const char *path,
                           const char *sentence)
{
    return mieni_fail(index->error, MIEN_ERROR_DATA, mieni_at_value(value, "%s", path), "%s", sentence);
}

/// Fails at a value of a node, naming what is near: There is no WHAT "given" here; did
/// you mean "name"?
static MienStatus graph_unknown(MienError *error, const MieniJson *value, const char *path, const char *what,
                                const char *given, const MieniNameEntry *entries, int count)
{
    char sentence[SENTENCE_ROOM];
    MieniNearest nearest = {.given = given};
    for (int i = 0; i < count; ++i)
        mieni_nearest_try(&nearest, entries[i].name);
    if (nearest.name != NULL)
        snprintf(sentence, sizeof sentence, "There is no %s \"%.48s\" here; did you mean \"%.48s\"?", what,
                 given, nearest.name);
    else
        snprintf(sentence, sizeof sentence, "There is no %s \"%.64s\" here.", what, given);
    return mieni_fail(error, MIEN_ERROR_DATA, mieni_at_value(value, "%s", path), "%s", sentence);
}

const MieniSchema *mieni_graph_node_schema(const MieniJson *row)
{
    const MieniField *nodes = mieni_schema_find(mieni_asset_schema(MIENI_ASSET_GRAPH), "nodes");
    return mieni_schema_of(nodes->schema, row);
}

int mieni_graph_parameter_of(const MieniGraphIndex *index, const MieniJson *value)
{
    const char *name = mieni_json_get_string(value, "parameter", NULL);
    return name != NULL ? mieni_names_search(index->parameters, index->parameter_count, name) : -1;
}

static MienGraphValueType type_of_word(const char *word)
{
    static const char *const words[] = {"float", "int", "bool", "name", "clip", "poses", "mask"};
    for (int i = 0; i < 7; ++i)
        if (strcmp(words[i], word) == 0)
            return (MienGraphValueType)(MIEN_GRAPH_FLOAT + i);
    return (MienGraphValueType)0;
}

MienGraphValueType mieni_graph_parameter_type(const MieniGraphIndex *index, int parameter)
{
    return type_of_word(mieni_json_get_string(index->parameter_rows->items[parameter], "type", ""));
}

/// Which parameters a field takes; *out_also is another type, or the same.
static MienGraphValueType type_of_field(const MieniField *field, MienGraphValueType *out_also)
{
    MienGraphValueType type = MIEN_GRAPH_NAME;
    if (field->type == MIENI_FIELD_NUMBER)
        type = MIEN_GRAPH_FLOAT;
    else if (field->type == MIENI_FIELD_INTEGER)
        type = MIEN_GRAPH_INT;
    else if (field->type == MIENI_FIELD_BOOL)
        type = MIEN_GRAPH_BOOL;
    else if (field->type == MIENI_FIELD_PATH)
        type = strcmp(field->key, "clip") == 0 ? MIEN_GRAPH_CLIP : MIEN_GRAPH_POSES;
    else if (strcmp(field->key, "mask") == 0)
        type = MIEN_GRAPH_MASK;
    *out_also = type == MIEN_GRAPH_INT ? MIEN_GRAPH_BOOL : type;
    return type;
}

static MienStatus check_parameter(const MieniGraphIndex *index, const MieniField *field,
                                  const MieniJson *value, const char *path)
{
    static const char *const words[] = {"", "float", "int or bool", "bool", "name", "clip", "poses", "mask"};
    MienGraphValueType also;
    const MienGraphValueType wanted = type_of_field(field, &also);
    const char *name = mieni_json_get_string(value, "parameter", "");
    const int parameter = mieni_graph_parameter_of(index, value);
    char sentence[SENTENCE_ROOM];
    if (parameter < 0)
        return graph_unknown(index->error, value, path, "parameter", name, index->parameters,
                             index->parameter_count);
    const MienGraphValueType type = mieni_graph_parameter_type(index, parameter);
    if (type == wanted || type == also)
        return MIEN_OK;
    snprintf(sentence, sizeof sentence, "This takes a parameter of type %s, and \"%.48s\" is of type %s.",
             words[wanted], name, mieni_json_get_string(index->parameter_rows->items[parameter], "type", ""));
    return complain(index, value, path, sentence);
}

static MienStatus check_mask(const MieniGraphIndex *index, const MieniJson *value, const char *path)
{
    if (value == NULL || value->type != MIENI_JSON_STRING ||
        mieni_names_search(index->masks, index->mask_count, value->string) >= 0)
        return MIEN_OK;
    return graph_unknown(index->error, value, path, "mask", value->string, index->masks, index->mask_count);
}

/// Parameters and masks that a row names, and rows within it.
static MienStatus check_settings(const MieniGraphIndex *index, const MieniSchema *schema,
                                 const MieniJson *row, const char *path)
{
    MienStatus status = MIEN_OK;
    for (int i = 0; i < schema->field_count && status == MIEN_OK; ++i) {
        const MieniField *field = &schema->fields[i];
        const MieniJson *value = mieni_json_get(row, field->key);
        char place[PATH_ROOM];
        if (value == NULL)
            continue;
        snprintf(place, sizeof place, "%.50s.%s", path, field->key);
        if (field->may_be_parameter && value->type == MIENI_JSON_OBJECT)
            status = check_parameter(index, field, value, place);
        else if (field->may_be_parameter && strcmp(field->key, "mask") == 0)
            status = check_mask(index, value, place);
        for (int k = 0; field->type == MIENI_FIELD_ROWS && k < value->count && status == MIEN_OK; ++k) {
            char item[PATH_ROOM];
            snprintf(item, sizeof item, "%.60s[%d]", place, k);
            status = check_settings(index, field->schema, value->items[k], item);
        }
    }
    return status;
}

static MienStatus check_state_name(const MieniGraphIndex *index, const MieniJson *states,
                                   const MieniJson *value, const char *path)
{
    if (value == NULL || mieni_json_find(states, "name", value->string) >= 0)
        return MIEN_OK;
    MieniNameEntry *entries =
        mieni_arena_take(index->arena, (size_t)(states != NULL ? states->count : 0), sizeof *entries);
    if (entries == NULL)
        return no_memory(index->error);
    for (int i = 0; states != NULL && i < states->count; ++i)
        entries[i] = (MieniNameEntry){mieni_json_get_string(states->items[i], "name", ""), i};
    return graph_unknown(index->error, value, path, "state", value->string, entries,
                         states != NULL ? states->count : 0);
}

static MienStatus check_condition(const MieniGraphIndex *index, const MieniJson *row, const char *path)
{
    static const char *const words[] = {"above", "below", "equal", "other"};
    const int parameter = mieni_graph_parameter_of(index, row);
    int found = 0;
    char place[PATH_ROOM];
    snprintf(place, sizeof place, "%.70s.parameter", path);
    if (parameter < 0)
        return graph_unknown(index->error, row, place, "parameter",
                             mieni_json_get_string(row, "parameter", ""), index->parameters,
                             index->parameter_count);
    if (mieni_graph_parameter_type(index, parameter) > MIEN_GRAPH_BOOL)
        return complain(index, row, place, "A condition looks at a float, int or bool parameter.");
    for (int i = 0; i < 4; ++i) {
        const MieniJson *value = mieni_json_get(row, words[i]);
        found += value != NULL;
        if (value != NULL && value->type == MIENI_JSON_STRING)
            return complain(index, value, path, "A condition compares with a number, or true or false.");
    }
    if (found != 1)
        return complain(index, row, path, "A condition has one of above, below, equal and other.");
    return MIEN_OK;
}

static MienStatus check_machine(const MieniGraphIndex *index, const MieniJson *row, const char *path)
{
    const MieniJson *states = mieni_json_get(row, "states"), *list = mieni_json_get(row, "transitions");
    MienStatus status = MIEN_OK;
    char place[PATH_ROOM], item[PATH_ROOM];
    for (int t = 0; list != NULL && t < list->count && status == MIEN_OK; ++t) {
        const MieniJson *when = mieni_json_get(list->items[t], "when");
        snprintf(place, sizeof place, "%.40s.transitions[%d].from", path, t);
        status = check_state_name(index, states, mieni_json_get(list->items[t], "from"), place);
        snprintf(place, sizeof place, "%.40s.transitions[%d].to", path, t);
        if (status == MIEN_OK)
            status = check_state_name(index, states, mieni_json_get(list->items[t], "to"), place);
        for (int c = 0; when != NULL && c < when->count && status == MIEN_OK; ++c) {
            snprintf(item, sizeof item, "%.40s.transitions[%d].when[%d]", path, t, c);
            status = check_condition(index, when->items[c], item);
        }
    }
    return status;
}

/// One input by its id.
static MienStatus add_link(MieniGraphIndex *index, const MieniJson *value, const char *path)
{
    int node = -1;
    if (value != NULL) {
        node = mieni_names_search(index->ids, index->node_count, value->string);
        if (node < 0)
            return graph_unknown(index->error, value, path, "node", value->string, index->ids,
                                 index->node_count);
        if (index->nodes[node].type == MIENI_NODE_OUTPUT)
            return complain(index, value, path, "Nothing comes after the output: name what leads to it.");
    }
    index->links[index->link_count++] = (MieniTextLink){node, value};
    return MIEN_OK;
}

/// The list whose rows have inputs, or NULL.
static const MieniJson *linked_rows(const MieniTextNode *node, const char **out_key)
{
    const MieniNodeTypeInfo *type = mieni_node_type(node->type);
    for (int i = 0; i < type->list_count; ++i)
        if (type->lists[i].has_links) {
            *out_key = type->lists[i].key;
            return mieni_json_get(node->row, type->lists[i].key);
        }
    return NULL;
}

static MienStatus add_links(MieniGraphIndex *index, MieniTextNode *node, const char *path)
{
    const MieniNodeTypeInfo *type = mieni_node_type(node->type);
    const char *key = NULL;
    const MieniJson *rows = linked_rows(node, &key);
    MienStatus status = MIEN_OK;
    char place[PATH_ROOM];
    node->first_link = index->link_count;
    for (int i = 0; i < type->input_count && status == MIEN_OK; ++i) {
        snprintf(place, sizeof place, "%.50s.%s", path, type->inputs[i]);
        status = add_link(index, mieni_json_get(node->row, type->inputs[i]), place);
    }
    for (int i = 0; rows != NULL && i < rows->count && status == MIEN_OK; ++i) {
        const bool is_id = rows->items[i]->type == MIENI_JSON_STRING;
        snprintf(place, sizeof place, "%.40s.%s[%d]%s", path, key, i, is_id ? "" : ".input");
        status = add_link(index, is_id ? rows->items[i] : mieni_json_get(rows->items[i], "input"), place);
    }
    node->link_count = index->link_count - node->first_link;
    if (status == MIEN_OK &&
        (node->type == MIENI_NODE_BLEND_BY_INT || node->type == MIENI_NODE_STATE_MACHINE) &&
        node->link_count == 0)
        return complain(index, node->row, path,
                        node->type == MIENI_NODE_BLEND_BY_INT
                            ? "There is nothing to select: add inputs."
                            : "A machine has at least one state: add states.");
    return status;
}

static MienStatus read_nodes(MieniGraphIndex *index)
{
    MienStatus status = MIEN_OK;
    char path[PATH_ROOM];
    for (int n = 0; n < index->node_count && status == MIEN_OK; ++n) {
        MieniTextNode *node = &index->nodes[n];
        snprintf(path, sizeof path, "nodes[%d]", n);
        status = add_links(index, node, path);
        if (status == MIEN_OK)
            status = check_settings(index, mieni_graph_node_schema(node->row), node->row, path);
        if (status == MIEN_OK && node->type == MIENI_NODE_STATE_MACHINE)
            status = check_machine(index, node->row, path);
    }
    return status;
}

static MienStatus find_output(MieniGraphIndex *index, const MieniJson *root)
{
    index->output = -1;
    for (int n = 0; n < index->node_count; ++n) {
        if (index->nodes[n].type != MIENI_NODE_OUTPUT)
            continue;
        if (index->output >= 0) {
            char path[PATH_ROOM];
            snprintf(path, sizeof path, "nodes[%d].node", n);
            return complain(index, index->nodes[n].row, path, "A graph has one output: take this one out.");
        }
        index->output = n;
    }
    return index->output >= 0
               ? MIEN_OK
               : complain(index, root, "nodes", "A graph has an output: add a node \"output\".");
}

/// A walk from a node to its sources that remembers where it is.
typedef struct Walk {
    const MieniGraphIndex *index;
    uint8_t *states; ///< Per node: 0 not seen, 1 on the way, 2 done.
    int *trail;      ///< Nodes on the way.
    int *next;       ///< Per node on the way: the link to go next.
    int depth;
} Walk;

static bool walk_begin(Walk *walk, const MieniGraphIndex *index)
{
    const size_t count = (size_t)index->node_count;
    *walk = (Walk){.index = index};
    walk->states = mieni_arena_take(index->arena, count, sizeof *walk->states);
    walk->trail = mieni_arena_take(index->arena, count, sizeof *walk->trail);
    walk->next = mieni_arena_take(index->arena, count, sizeof *walk->next);
    return !index->arena->is_out_of_memory;
}

/// Goes on from a node; done nodes are put into out_order, which may be NULL. The node
/// that closes a circle, or -1.
static int walk_from(Walk *walk, int node, int *out_order, int *out_count)
{
    if (walk->states[node] == 2)
        return -1;
    walk->depth = 1;
    walk->trail[0] = node;
    walk->next[0] = 0;
    walk->states[node] = 1;
    while (walk->depth > 0) {
        const int at = walk->trail[walk->depth - 1];
        const MieniTextNode *here = &walk->index->nodes[at];
        if (walk->next[walk->depth - 1] == here->link_count) {
            walk->states[at] = 2;
            --walk->depth;
            if (out_order != NULL)
                out_order[(*out_count)++] = at;
            continue;
        }
        const int to = walk->index->links[here->first_link + walk->next[walk->depth - 1]++].node;
        if (to < 0 || walk->states[to] == 2)
            continue;
        if (walk->states[to] == 1)
            return to;
        walk->states[to] = 1;
        walk->trail[walk->depth] = to;
        walk->next[walk->depth++] = 0;
    }
    return -1;
}

bool mieni_graph_order(const MieniGraphIndex *index, int node, int *out_order, int *out_count)
{
    Walk walk;
    *out_count = 0;
    if (!walk_begin(&walk, index))
        return false;
    walk_from(&walk, node, out_order, out_count);
    return true;
}

static MienStatus check_circles(const MieniGraphIndex *index)
{
    Walk walk;
    char sentence[SENTENCE_ROOM], path[PATH_ROOM], names[88] = "";
    if (!walk_begin(&walk, index))
        return no_memory(index->error);
    for (int n = 0; n < index->node_count; ++n) {
        const int closing = walk_from(&walk, n, NULL, NULL);
        if (closing < 0)
            continue;
        int begin = 0;
        while (walk.trail[begin] != closing)
            ++begin;
        for (int i = begin; i < walk.depth && strlen(names) < 60; ++i)
            snprintf(names + strlen(names), sizeof names - strlen(names), "%.24s -> ",
                     mieni_json_get_string(index->nodes[walk.trail[i]].row, "id", ""));
        snprintf(sentence, sizeof sentence, "The nodes %s%.24s go in a circle: take one link out.", names,
                 mieni_json_get_string(index->nodes[closing].row, "id", ""));
        snprintf(path, sizeof path, "nodes[%d]", closing);
        return complain(index, index->nodes[closing].row, path, sentence);
    }
    return MIEN_OK;
}

static MieniNameEntry *sort_rows(const MieniJson *rows, const char *key, MieniArena *arena)
{
    const int count = rows != NULL ? rows->count : 0;
    MieniNameEntry *entries = mieni_arena_take(arena, (size_t)count, sizeof *entries);
    for (int i = 0; i < count && entries != NULL; ++i)
        entries[i] = (MieniNameEntry){mieni_json_get_string(rows->items[i], key, ""), i};
    if (entries != NULL)
        mieni_names_sort(entries, count);
    return entries;
}

static MienStatus begin(MieniGraphIndex *index, const MieniJson *root, const MieniJson *nodes)
{
    size_t links = 0;
    index->parameter_rows = mieni_json_get(root, "parameters");
    index->mask_rows = mieni_json_get(root, "masks");
    index->node_count = nodes != NULL ? nodes->count : 0;
    index->parameter_count = index->parameter_rows != NULL ? index->parameter_rows->count : 0;
    index->mask_count = index->mask_rows != NULL ? index->mask_rows->count : 0;
    if (index->node_count > MIENI_GRAPH_MAX_NODES || index->parameter_count > MIENI_GRAPH_MAX_PARAMETERS ||
        index->mask_count > MIENI_GRAPH_MAX_MASKS)
        return mieni_fail(index->error, MIEN_ERROR_LIMIT, mieni_at_value(root, "nodes"),
                          "A graph has at most 4096 nodes, parameters and masks each.");
    index->ids = sort_rows(nodes, "id", index->arena);
    index->parameters = sort_rows(index->parameter_rows, "name", index->arena);
    index->masks = sort_rows(index->mask_rows, "name", index->arena);
    index->nodes = mieni_arena_take(index->arena, (size_t)index->node_count, sizeof *index->nodes);
    if (index->arena->is_out_of_memory)
        return no_memory(index->error);
    for (int n = 0; n < index->node_count; ++n) {
        MieniTextNode *node = &index->nodes[n];
        const char *key = NULL;
        node->row = nodes->items[n];
        node->type = mieni_node_type_find(mieni_json_get_string(node->row, "node", ""));
        const MieniJson *rows = linked_rows(node, &key);
        if (rows != NULL && rows->count > MIENI_GRAPH_MAX_ROWS)
            return mieni_fail(index->error, MIEN_ERROR_LIMIT, mieni_at_value(rows, "nodes[%d].%s", n, key),
                              "A list has at most 65535 rows.");
        links += MIENI_MAX_INPUTS + (size_t)(rows != NULL ? rows->count : 0);
    }
    index->links = mieni_arena_take(index->arena, links, sizeof *index->links);
    return index->links != NULL ? MIEN_OK : no_memory(index->error);
}

/// Masks that parameters begin with.
static MienStatus check_parameters(const MieniGraphIndex *index)
{
    MienStatus status = MIEN_OK;
    char path[PATH_ROOM];
    for (int p = 0; p < index->parameter_count && status == MIEN_OK; ++p) {
        snprintf(path, sizeof path, "parameters[%d].value", p);
        if (mieni_graph_parameter_type(index, p) == MIEN_GRAPH_MASK)
            status = check_mask(index, mieni_json_get(index->parameter_rows->items[p], "value"), path);
    }
    return status;
}

MienStatus mieni_graph_index(const MieniJson *root, MieniArena *arena, MieniGraphIndex *out_index,
                             MienError *error)
{
    *out_index = (MieniGraphIndex){.arena = arena, .error = error};
    MienStatus status = begin(out_index, root, mieni_json_get(root, "nodes"));
    if (status == MIEN_OK)
        status = check_parameters(out_index);
    if (status == MIEN_OK)
        status = read_nodes(out_index);
    if (status == MIEN_OK)
        status = find_output(out_index, root);
    if (status == MIEN_OK)
        status = check_circles(out_index);
    return status;
}

/// What a child may not have.
static MienStatus check_child(const MieniJson *root, MienError *error)
{
    static const char *const keys[] = {"skeleton", "parameters", "nodes"};
    const MieniJson *rows = mieni_json_get(root, "overrides");
    for (int i = 0; i < 3; ++i) {
        const MieniJson *value = mieni_json_get(root, keys[i]);
        if (value != NULL)
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at_value(value, "%s", keys[i]),
                              "A graph that extends another has overrides and masks alone.");
    }
    for (int i = 0; rows != NULL && i < rows->count; ++i) {
        const MieniJson *row = rows->items[i];
        if ((mieni_json_get(row, "id") != NULL) == (mieni_json_get(row, "parameter") != NULL))
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at_value(row, "overrides[%d]", i),
                              "An override names a node by \"id\", or a \"parameter\".");
    }
    return MIEN_OK;
}

static MienStatus check_whole(const MieniJson *root, const MienAllocator *allocator, MienError *error)
{
    MieniArena scratch = {.allocator = allocator};
    MieniGraphIndex index;
    const MieniJson *overrides = mieni_json_get(root, "overrides");
    if (overrides != NULL)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at_value(overrides, "overrides"),
                          "There is nothing to override: add \"extends\" with the path of a graph.");
    const MienStatus status = mieni_graph_index(root, &scratch, &index, error);
    mieni_arena_release(&scratch);
    return status;
}

MienStatus mien_author_graph_read(const void *bytes, size_t size, const MienAllocator *allocator,
                                  MienAuthorGraph **out_graph, MienError *error)
{
    if (out_graph == NULL || (bytes == NULL && size > 0))
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                          "There must be bytes, and a place for the graph.");
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
        entries != NULL ? graph_unknown(extend->error, value, path, what, value->string, entries, count)
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
    return mieni_fail(extend->error, MIEN_ERROR_DATA, mieni_at_value(value, "%s", path), "%s", sentence);
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
            return mieni_fail(extend->error, MIEN_ERROR_DATA, mieni_at_value(row->items[i], "%s", place),
                              "What a node is and where its inputs come from is the parent's to say.");
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
        return mieni_fail(extend->error, MIEN_ERROR_DATA, mieni_at_value(row->items[i], "%s", place),
                          "Of a parameter only the \"value\" can be overridden.");
    }
    if (value == NULL)
        return mieni_fail(extend->error, MIEN_ERROR_DATA, mieni_at_value(row, "%s", path),
                          "The key \"value\" is missing here.");
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
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                          "There must be a place for the graph.");
    *out_graph = NULL;
    if (parent == NULL || child == NULL || parent->parent[0] != '\0' || child->parent[0] == '\0')
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("%s", "extends"),
                          "A child extends a graph that is whole.");
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
