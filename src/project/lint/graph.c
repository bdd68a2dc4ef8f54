// SPDX-License-Identifier: MIT
//
// Checks graphs: whether they can be resolved and cooked, overrides without effect, and unused
// nodes and parameters.

#include "project/lint/graph.h"

#include "base/nearest.h"

#include <stdio.h>
#include <string.h>

/// Without a word.
static MienStatus open_graph(MieniLint *lint, const char *path, MieniLintGraph *out_graph,
                             MieniProblem *problem)
{
    const MienAuthorGraph *whole = NULL;
    *out_graph = (MieniLintGraph){.lint = lint, .path = path};
    MienStatus status = mieni_graphs_read(&lint->graphs, &lint->project, path, &out_graph->text, problem);
    if (status == MIEN_OK)
        status = mieni_graphs_whole(out_graph->text, &whole, problem);
    if (status != MIEN_OK)
        return status;
    out_graph->root = mieni_graph_view(whole->root);
    status = mieni_graph_index(whole->root, &out_graph->scratch, &out_graph->index, &problem->error);
    if (status != MIEN_OK)
        return mieni_problem_in(problem, path, status);
    out_graph->order =
        mieni_arena_take(&out_graph->scratch, (size_t)out_graph->index.node_count, sizeof *out_graph->order);
    if (out_graph->order == NULL || !mieni_graph_order(&out_graph->index, out_graph->index.output,
                                                       out_graph->order, &out_graph->order_count))
        return mieni_problem_set(problem, path, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    return MIEN_OK;
}

/// What is wrong with another file is told with that, if it is looked at.
static void tell(MieniLint *lint, const char *path, const MieniProblem *problem)
{
    if (strcmp(problem->file, path) == 0 || !mieni_name_map_has(&lint->asked, problem->file))
        mieni_lint_unreadable(lint, problem);
}

bool mieni_lint_graph_open(MieniLint *lint, const char *path, const char *asker, MieniLintGraph *out_graph)
{
    MieniProblem problem = {0};
    if (open_graph(lint, path, out_graph, &problem) == MIEN_OK) {
        out_graph->skeleton = mieni_lint_skeleton(lint, mieni_graph_skeleton(out_graph->root));
        return true;
    }
    tell(lint, asker, &problem);
    return false;
}

void mieni_lint_graph_close(MieniLintGraph *graph) { mieni_lint_release(graph->lint, &graph->scratch); }

const MieniJson *mieni_lint_graph_value(const MieniLintGraph *graph, int node, const char *key)
{
    const MieniJson *value = mieni_json_get(graph->index.nodes[node].row, key);
    const int parameter = mieni_graph_parameter_of(&graph->index, value);
    return parameter >= 0 ? mieni_parameter_value_json(mieni_graph_parameter(graph->root, parameter)) : value;
}

bool mieni_lint_graph_is_on(const MieniLintGraph *graph, int node, const char *key)
{
    const MieniJson *value = mieni_lint_graph_value(graph, node, key);
    return value != NULL && value->type == MIENI_JSON_BOOL && value->boolean;
}

bool mieni_lint_drives_curves(const MieniNodeView *driver)
{
    return strcmp(mieni_text_or_empty(mieni_node_drives(driver)), "curves") == 0;
}

MieniLintPoses *mieni_lint_graph_poses(const MieniLintGraph *graph, int node)
{
    const MieniJson *value = mieni_lint_graph_value(graph, node, "poses");
    // What is not there was told where it is named.
    if (value == NULL || value->type != MIENI_JSON_STRING ||
        mieni_asset_kind_of_path(value->string) != MIENI_ASSET_POSES ||
        !mieni_project_exists(&graph->lint->project, value->string))
        return NULL;
    return mieni_lint_poses(graph->lint, value->string);
}

bool mieni_lint_graph_owns(const MieniLintGraph *graph, const MieniJson *value)
{
    return value != NULL && (graph->text->parent == NULL || value->line > 0);
}

void mieni_lint_graph_place(const MieniLintGraph *graph, int node, const char *key,
                            char out[MIENI_LINT_PLACE_ROOM])
{
    const MieniGraphView *own = mieni_graph_of(&graph->text->asset);
    if (graph->text->parent == NULL) {
        snprintf(out, MIENI_LINT_PLACE_ROOM, "nodes[%d].%.60s", node, key);
        return;
    }
    snprintf(out, MIENI_LINT_PLACE_ROOM, "overrides"); // of a parameter, unless it is found
    for (int i = 0; i < mieni_graph_override_count(own); ++i) {
        const MieniOverrideView *override = mieni_graph_override(own, i);
        if (strcmp(mieni_text_or_empty(mieni_override_id(override)),
                   mieni_node_id(mieni_lint_node(graph, node))) == 0 &&
            mieni_json_get(mieni_override_json(override), key) != NULL)
            snprintf(out, MIENI_LINT_PLACE_ROOM, "overrides[%d].%.60s", i, key);
    }
}

MieniFinding *mieni_lint_say_graph(const MieniLintGraph *graph, MieniLintCode code, const MieniJson *at,
                                   int node, const char *key, const char *name, const char *message)
{
    char place[MIENI_LINT_PLACE_ROOM];
    mieni_lint_graph_place(graph, node, key, place);
    return mieni_lint_say(graph->lint, code, graph->path, at, place, name, message);
}

/// What overrides of a graph change, by the texts alone.
typedef struct Overriding {
    MieniLint *lint;
    const MieniGraphText *text;
    int broken;
} Overriding;

static void complain(Overriding *overriding, const MieniJson *at, int row, const char *key, const char *what,
                     const char *given, const MieniNearest *nearest)
{
    MieniLint *lint = overriding->lint;
    char place[MIENI_LINT_PLACE_ROOM];
    snprintf(place, sizeof place, "overrides[%d].%.60s", row, key);
    ++overriding->broken;
    mieni_lint_say(lint, MIENI_LINT_BROKEN_REFERENCE, overriding->text->path, at, place, given,
                   nearest->name != NULL
                       ? mieni_lint_text(lint, "%s has no %s %s; did you mean %s?",
                                         mieni_graph_text_root(overriding->text)->path, what, given,
                                         nearest->name)
                       : mieni_lint_text(lint, "%s has no %s %s.",
                                         mieni_graph_text_root(overriding->text)->path, what, given));
}

/// Whether a value is what absence of the field means.
static bool is_default(const MieniField *field, const MieniJson *value)
{
    switch (field->type) {
    case MIENI_FIELD_NUMBER:
    case MIENI_FIELD_INTEGER:
        return value->type == MIENI_JSON_NUMBER && value->number == field->fallback;
    case MIENI_FIELD_BOOL:
        return value->type == MIENI_JSON_BOOL && value->boolean == (field->fallback != 0);
    default:
        return false;
    }
}

static void check_idle(Overriding *overriding, int row, const char *name, const char *key,
                       const MieniJson *value, const MieniGraphValue *above, const MieniField *field)
{
    MieniLint *lint = overriding->lint;
    char place[MIENI_LINT_PLACE_ROOM];
    const bool is_idle = above->value != NULL ? mieni_json_equal(value, above->value)
                                              : field != NULL && is_default(field, value);
    if (!is_idle)
        return;
    snprintf(place, sizeof place, "overrides[%d].%.60s", row, key);
    mieni_lint_say(
        lint, MIENI_LINT_IDLE_OVERRIDE, overriding->text->path, value, place, name,
        mieni_lint_text(lint, "The %s of %s is already the same in %s.", key, name, above->text->path));
}

/// Settings of a node that an override names.
static void check_node(Overriding *overriding, int row, const MieniOverrideView *override, int index)
{
    const MieniNodeView *node = mieni_graph_node(mieni_graph_text_root_view(overriding->text), index);
    const MieniSchema *schema = mieni_graph_node_schema(mieni_node_json(node));
    const MieniJson *members = mieni_override_json(override);
    for (int k = 0; k < members->count; ++k) {
        const char *key = members->keys[k];
        const MieniField *field = mieni_schema_find(schema, key);
        MieniNearest nearest = {.given = key};
        if (strcmp(key, "id") == 0)
            continue;
        if (field == NULL) {
            for (int f = 0; f < schema->field_count; ++f)
                mieni_nearest_try(&nearest, schema->fields[f].key);
            complain(overriding, members->items[k], row, key,
                     mieni_lint_text(overriding->lint, "%s node with a setting", mieni_node_node(node)), key,
                     &nearest);
            continue;
        }
        const MieniGraphValue above = mieni_graph_text_setting(overriding->text->parent, index, key);
        check_idle(overriding, row, mieni_override_id(override), key, members->items[k], &above, field);
    }
}

/// An override of a node.
static void check_override(Overriding *overriding, int row, const MieniOverrideView *override)
{
    const MieniGraphView *root = mieni_graph_text_root_view(overriding->text);
    const char *id = mieni_override_id(override);
    MieniNearest nearest = {.given = id};
    const int at = mieni_graph_find_node(root, id);
    for (int i = 0; i < mieni_graph_node_count(root); ++i)
        mieni_nearest_try(&nearest, mieni_node_id(mieni_graph_node(root, i)));
    if (at < 0)
        complain(overriding, mieni_override_id_json(override), row, "id", "node", id, &nearest);
    else
        check_node(overriding, row, override, at);
}

/// An override of a parameter.
static void check_parameter(Overriding *overriding, int row, const MieniOverrideView *override)
{
    const MieniGraphView *root = mieni_graph_text_root_view(overriding->text);
    const char *name = mieni_override_parameter(override);
    MieniNearest nearest = {.given = name};
    const int at = mieni_graph_find_parameter(root, name);
    for (int i = 0; i < mieni_graph_parameter_count(root); ++i)
        mieni_nearest_try(&nearest, mieni_parameter_name(mieni_graph_parameter(root, i)));
    if (at < 0) {
        complain(overriding, mieni_override_parameter_json(override), row, "parameter", "parameter", name,
                 &nearest);
    } else if (mieni_override_value_json(override) != NULL) {
        const MieniGraphValue above = mieni_graph_text_parameter(overriding->text->parent, at);
        check_idle(overriding, row, name, "value", mieni_override_value_json(override), &above, NULL);
    }
}

/// Overrides of what the parent does not have, and those that change nothing. Returns
/// how many are of the first kind.
static int check_overrides(MieniLint *lint, const MieniGraphText *text)
{
    Overriding overriding = {.lint = lint, .text = text};
    const MieniGraphView *own = mieni_graph_of(&text->asset);
    for (int i = 0; text->parent != NULL && i < mieni_graph_override_count(own); ++i) {
        const MieniOverrideView *override = mieni_graph_override(own, i);
        if (mieni_override_id(override) != NULL)
            check_override(&overriding, i, override);
        else if (mieni_override_parameter(override) != NULL) // having neither is told when the text is read
            check_parameter(&overriding, i, override);
    }
    for (int i = 0; text->parent != NULL && i < mieni_graph_mask_count(own); ++i) {
        const MieniBoneMaskView *mask = mieni_graph_mask(own, i);
        const MieniJson *row = mieni_bone_mask_json(mask);
        const char *name = mieni_bone_mask_name(mask);
        const MieniGraphValue above = mieni_graph_text_mask(text->parent, name);
        char place[MIENI_LINT_PLACE_ROOM];
        snprintf(place, sizeof place, "masks[%d]", i);
        if (above.value != NULL && mieni_json_equal(above.value, row))
            mieni_lint_say(
                lint, MIENI_LINT_IDLE_OVERRIDE, text->path, row, place, name,
                mieni_lint_text(lint, "The mask %s is already the same in %s.", name, above.text->path));
    }
    return overriding.broken;
}

static void check_reached(const MieniLintGraph *graph)
{
    bool *is_reached =
        mieni_arena_take((MieniArena *)&graph->scratch, (size_t)graph->index.node_count, sizeof *is_reached);
    for (int i = 0; is_reached != NULL && i < graph->order_count; ++i)
        is_reached[graph->order[i]] = true;
    for (int n = 0; is_reached != NULL && n < graph->index.node_count; ++n) {
        const MieniNodeView *node = mieni_lint_node(graph, n);
        const char *id = mieni_node_id(node);
        if (!is_reached[n])
            mieni_lint_say_graph(graph, MIENI_LINT_UNREACHABLE_NODE, mieni_node_json(node), n, "id", id,
                                 mieni_lint_text(graph->lint, "%s does not lead to the output.", id));
    }
}

/// Notes every parameter that a value names, however deep.
static void note_uses(const MieniGraphIndex *index, const MieniJson *value, bool *is_used)
{
    const int parameter = value->type == MIENI_JSON_OBJECT ? mieni_graph_parameter_of(index, value) : -1;
    if (parameter >= 0)
        is_used[parameter] = true;
    for (int i = 0; i < value->count; ++i)
        note_uses(index, value->items[i], is_used);
}

static void check_parameters(const MieniLintGraph *graph)
{
    const MieniGraphIndex *index = &graph->index;
    bool *is_used =
        mieni_arena_take((MieniArena *)&graph->scratch, (size_t)index->parameter_count, sizeof *is_used);
    for (int n = 0; is_used != NULL && n < index->node_count; ++n)
        note_uses(index, index->nodes[n].row, is_used);
    for (int p = 0; is_used != NULL && p < index->parameter_count; ++p) {
        const MieniParameterView *parameter = mieni_graph_parameter(graph->root, p);
        const char *name = mieni_parameter_name(parameter);
        char place[MIENI_LINT_PLACE_ROOM];
        snprintf(place, sizeof place, "parameters[%d].name", p);
        if (!is_used[p])
            mieni_lint_say(graph->lint, MIENI_LINT_UNUSED_PARAMETER, graph->path,
                           mieni_parameter_json(parameter), place, name,
                           mieni_lint_text(graph->lint, "No node uses the parameter %s.", name));
    }
}

/// Clips and pose assets that parameters of the own text begin with. Those of nodes are
/// looked at with the text.
static int check_parameter_paths(const MieniLintGraph *graph)
{
    int broken = 0;
    for (int p = 0; p < graph->index.parameter_count; ++p) {
        const MienGraphValueType type = mieni_graph_parameter_type(&graph->index, p);
        const MieniJson *value = mieni_parameter_value_json(mieni_graph_parameter(graph->root, p));
        char place[MIENI_LINT_PLACE_ROOM];
        if ((type != MIEN_GRAPH_CLIP && type != MIEN_GRAPH_POSES) || !mieni_lint_graph_owns(graph, value))
            continue;
        if (graph->text->parent == NULL)
            snprintf(place, sizeof place, "parameters[%d].value", p);
        else
            snprintf(place, sizeof place, "overrides");
        broken += mieni_lint_path(graph->lint, graph->path, value, type == MIEN_GRAPH_CLIP ? "clip" : "poses",
                                  place);
    }
    return broken;
}

static void check_pack(const MieniLintGraph *graph)
{
    MieniLint *lint = graph->lint;
    MieniProblem problem = {0};
    MienAuthorPack pack = {0};
    for (int i = 0; i < graph->order_count; ++i) {
        const MieniLintPoses *poses = mieni_lint_graph_poses(graph, graph->order[i]);
        if (poses != NULL)
            mieni_graphs_know(&lint->graphs, poses->path,
                              poses->is_absolute ? MIEN_AUTHOR_GRAPH_ABSOLUTE : MIEN_AUTHOR_GRAPH_ADDITIVE);
    }
    if (mieni_graphs_cook(&lint->graphs, &lint->project, graph->text, &pack, &problem) != MIEN_OK)
        tell(lint, graph->path, &problem);
    else if (mieni_lint_has_pack(lint, graph->path, NULL))
        mieni_lint_pack(lint, graph->path, NULL, &pack);
    mien_author_pack_release(&pack);
}

void mieni_lint_check_graph(MieniLint *lint, const char *path)
{
    MieniLintGraph graph;
    MieniProblem problem = {0};
    const MieniGraphText *text;
    if (mieni_graphs_read(&lint->graphs, &lint->project, path, &text, &problem) == MIEN_OK &&
        check_overrides(lint, text) > 0)
        return;
    if (mieni_lint_graph_open(lint, path, path, &graph)) {
        if (graph.text->parent == NULL) { // children have no structure of their own
            check_reached(&graph);
            check_parameters(&graph);
        }
        mieni_lint_check_graph_names(&graph);
        if (check_parameter_paths(&graph) == 0)
            check_pack(&graph);
        if (lint->status == MIEN_OK)
            mieni_lint_check_graph_flow(&graph);
    }
    mieni_lint_graph_close(&graph);
}

void mieni_lint_check_moved(MieniLint *lint, const char *path, const MieniJson *at,
                            const MieniLintSkeleton *skeleton, const char *mesh_path,
                            const MieniMeshView *mesh)
{
    MieniLintGraph graph;
    if (mieni_lint_graph_open(lint, at->string, path, &graph)) {
        mieni_lint_compare_part(lint, path, at, "graph", at->string, mieni_graph_skeleton(graph.root),
                                skeleton);
        for (int i = 0; mesh != NULL && i < graph.order_count; ++i) {
            const int node = graph.order[i];
            if (graph.index.nodes[node].type != MIENI_NODE_POSES ||
                mieni_lint_graph_is_on(&graph, node, "consume"))
                continue;
            MieniLintPoses *poses = mieni_lint_graph_poses(&graph, node);
            const MieniLintDrive *drive = poses != NULL ? mieni_lint_drive_of(lint, poses) : NULL;
            if (drive != NULL)
                mieni_lint_check_morphs(lint, path, at, "graph", mesh_path, mesh, drive,
                                        mieni_lint_text(lint, ", unless the node %s consumes it",
                                                        mieni_node_id(mieni_lint_node(&graph, node))));
        }
    }
    mieni_lint_graph_close(&graph);
}

/// Notes which pose assets a graph uses, and whether it takes their curves away.
static void note_consumed(MieniLint *lint, const char *path)
{
    MieniLintGraph graph;
    MieniProblem problem = {0};
    const bool is_open = open_graph(lint, path, &graph, &problem) == MIEN_OK;
    for (int i = 0; is_open && i < graph.order_count; ++i) {
        const int node = graph.order[i];
        const MieniJson *poses = mieni_lint_graph_value(&graph, node, "poses");
        if (graph.index.nodes[node].type != MIENI_NODE_POSES || poses == NULL ||
            poses->type != MIENI_JSON_STRING)
            continue;
        bool *is_consumed = mieni_name_map_get(&lint->consumed, poses->string);
        if (is_consumed == NULL) {
            is_consumed = mieni_arena_take(&lint->arena, 1, sizeof *is_consumed);
            if (is_consumed == NULL || !mieni_name_map_add(&lint->consumed, poses->string, is_consumed))
                break;
            *is_consumed = true;
        }
        *is_consumed = *is_consumed && mieni_lint_graph_is_on(&graph, node, "consume");
    }
    mieni_lint_graph_close(&graph);
}

bool mieni_lint_is_consumed(MieniLint *lint, const char *poses)
{
    const MieniPaths *files = mieni_lint_files(lint);
    for (int i = 0; !lint->has_consumed && i < files->count; ++i)
        if (mieni_asset_kind_of_path(files->items[i]) == MIENI_ASSET_GRAPH)
            note_consumed(lint, files->items[i]);
    lint->has_consumed = true;
    const bool *is_consumed = mieni_name_map_get(&lint->consumed, poses);
    return is_consumed != NULL && *is_consumed;
}
