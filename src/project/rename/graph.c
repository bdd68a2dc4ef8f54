// SPDX-License-Identifier: MIT
//
// Names in graphs: curves and poses in nodes and drivers; and nodes, parameters and masks in
// links, settings and children.

#include "project/rename/renaming.h"

#include "base/nearest.h"
#include "core/graph/nodes.h"

#include <stdio.h>
#include <string.h>

/// The type of a parameter, "" for one that there is not.
static const char *type_of(const MieniGraphText *text, const char *parameter)
{
    const MieniGraphView *root = mieni_graph_text_root_view(text);
    const int row = mieni_graph_find_parameter(root, parameter);
    return row >= 0 ? mieni_parameter_type(mieni_graph_parameter(root, row)) : "";
}

/// Values that parameters of a type have: what they begin with, and what children say.
typedef struct Typed {
    const MieniRenaming *renaming;
    const MieniGraphText *text;
    MieniAsset *asset; ///< That is changed.
    const char *type;
} Typed;

static int rename_typed(const Typed *typed)
{
    const MieniGraphView *graph = mieni_graph_of(typed->asset);
    MieniJsonDocument *json = &typed->asset->json;
    int places = 0;
    for (int i = 0; i < mieni_graph_parameter_count(graph); ++i) {
        const MieniParameterView *parameter = mieni_graph_parameter(graph, i);
        if (strcmp(mieni_parameter_type(parameter), typed->type) == 0)
            places += mieni_rename_value(typed->renaming, json, mieni_parameter_json(parameter), "value");
    }
    for (int i = 0; i < mieni_graph_override_count(graph); ++i) {
        const MieniOverrideView *override = mieni_graph_override(graph, i);
        const char *parameter = mieni_override_parameter(override);
        if (parameter != NULL && strcmp(type_of(typed->text, parameter), typed->type) == 0)
            places += mieni_rename_value(typed->renaming, json, mieni_override_json(override), "value");
    }
    return places;
}

/// Curves and poses that nodes, or overrides with members of nodes, name.
static int rename_curves(const MieniRenaming *renaming, MieniJsonDocument *json, const MieniJson *rows)
{
    int places = 0;
    for (int i = 0; i < mieni_view_count(rows); ++i) {
        const MieniNodeView *node = mieni_node_view(rows->items[i]);
        places += mieni_rename_value(renaming, json, mieni_node_json(node), "pose");
        places += mieni_rename_rows(renaming, json, mieni_node_changes_json(node), "curve");
        places += mieni_rename_names(renaming, json, mieni_node_names_json(node));
        places += mieni_rename_rows(renaming, json, mieni_node_targets_json(node), "name");
    }
    return places;
}

MienStatus mieni_rename_graph(MieniRenaming *renaming, const char *path, MieniAsset *asset, int *places)
{
    MieniJsonDocument *json = &asset->json;
    const MieniGraphText *text;
    const MienStatus status =
        mieni_graphs_read(&renaming->graphs, renaming->project, path, &text, renaming->problem);
    if (status != MIEN_OK)
        return status;
    const MieniGraphView *graph = mieni_graph_of(asset);
    const Typed typed = {renaming, text, asset, "name"};
    *places += rename_curves(renaming, json, mieni_graph_nodes_json(graph));
    *places += rename_curves(renaming, json, mieni_graph_overrides_json(graph));
    *places += rename_typed(&typed);
    return MIEN_OK;
}

/// Inputs of a node by the keys of its type, and those of its rows.
static int rename_links(const MieniRenaming *renaming, MieniJsonDocument *json, const MieniNodeView *node)
{
    const MieniNodeTypeInfo *type = mieni_node_type((unsigned)mieni_node_type_find(mieni_node_node(node)));
    MieniJson *row = mieni_node_json(node);
    int places = 0;
    for (int i = 0; type != NULL && i < type->input_count; ++i)
        places += mieni_rename_value(renaming, json, row, type->inputs[i]);
    for (int l = 0; type != NULL && l < type->list_count; ++l) {
        MieniJson *rows = type->lists[l].has_links ? mieni_json_get(row, type->lists[l].key) : NULL;
        places += mieni_rename_names(renaming, json, rows); // "inputs" of select are ids
        places += mieni_rename_rows(renaming, json, rows, "input");
    }
    return places;
}

static MienStatus rename_nodes(MieniRenaming *renaming, const char *path, MieniAsset *asset, int *places)
{
    MieniJsonDocument *json = &asset->json;
    const MieniGraphView *graph = mieni_graph_of(asset);
    (void)path;
    *places += mieni_rename_rows(renaming, json, mieni_graph_nodes_json(graph), "id");
    for (int i = 0; i < mieni_graph_node_count(graph); ++i)
        *places += rename_links(renaming, json, mieni_graph_node(graph, i));
    *places += mieni_rename_rows(renaming, json, mieni_graph_overrides_json(graph), "id");
    return MIEN_OK;
}

/// Every {"parameter": "name"}, however deep: of settings, conditions and overrides.
static int rename_uses(const MieniRenaming *renaming, MieniJsonDocument *json, MieniJson *value)
{
    int places =
        value->type == MIENI_JSON_OBJECT ? mieni_rename_value(renaming, json, value, "parameter") : 0;
    for (int i = 0; i < value->count; ++i)
        places += rename_uses(renaming, json, value->items[i]);
    return places;
}

static MienStatus rename_parameters(MieniRenaming *renaming, const char *path, MieniAsset *asset, int *places)
{
    MieniJsonDocument *json = &asset->json;
    (void)path;
    *places += mieni_rename_rows(renaming, json, mieni_graph_parameters_json(mieni_graph_of(asset)), "name");
    *places += rename_uses(renaming, json, json->root);
    return MIEN_OK;
}

static MienStatus rename_masks(MieniRenaming *renaming, const char *path, MieniAsset *asset, int *places)
{
    MieniJsonDocument *json = &asset->json;
    const MieniGraphText *text;
    const MienStatus status =
        mieni_graphs_read(&renaming->graphs, renaming->project, path, &text, renaming->problem);
    if (status != MIEN_OK)
        return status;
    const MieniGraphView *graph = mieni_graph_of(asset);
    const Typed typed = {renaming, text, asset, "mask"};
    *places += mieni_rename_rows(renaming, json, mieni_graph_masks_json(graph), "name");
    *places += mieni_rename_rows(renaming, json, mieni_graph_nodes_json(graph), "mask");
    *places += mieni_rename_rows(renaming, json, mieni_graph_overrides_json(graph), "mask");
    *places += rename_typed(&typed);
    return MIEN_OK;
}

static const struct {
    const char *list, *key, *noun;
    MieniRenameAsset *change;
} parts[] = {
    [MIENI_GRAPH_NODES] = {"nodes", "id", "node", rename_nodes},
    [MIENI_GRAPH_PARAMETERS] = {"parameters", "name", "parameter", rename_parameters},
    [MIENI_GRAPH_MASKS] = {"masks", "name", "mask", rename_masks},
};

/// That the graph itself has all that shall get another name.
static MienStatus check_names(const MieniRenaming *renaming, const MieniGraphText *text, MieniGraphPart part)
{
    const MieniJson *rows = mieni_json_get(text->asset.json.root, parts[part].list);
    char sentence[160];
    for (int i = 0; i < renaming->count; ++i) {
        MieniNearest nearest = {.given = renaming->from[i]};
        if (rows != NULL && mieni_json_find(rows, parts[part].key, renaming->from[i]) >= 0)
            continue;
        for (int r = 0; rows != NULL && r < rows->count; ++r)
            mieni_nearest_try(&nearest, mieni_json_get_string(rows->items[r], parts[part].key, ""));
        if (text->parent != NULL && part != MIENI_GRAPH_MASKS)
            snprintf(sentence, sizeof sentence, "A child has no %ss of its own: rename them in %.100s.",
                     parts[part].noun, mieni_graph_text_root(text)->path);
        else if (nearest.name != NULL)
            snprintf(sentence, sizeof sentence, "No %s named %.50s; did you mean %.50s?", parts[part].noun,
                     renaming->from[i], nearest.name);
        else
            snprintf(sentence, sizeof sentence, "No %s named %.100s.", parts[part].noun, renaming->from[i]);
        return mieni_problem_set(renaming->problem, text->path, MIEN_ERROR_DATA,
                                 mieni_at("%s", parts[part].list), "%s", sentence);
    }
    return MIEN_OK;
}

/// The graph and all that lead to it.
static MienStatus visit_family(MieniRenaming *renaming, const char *path, MieniGraphPart part)
{
    MienStatus status = MIEN_OK;
    for (int i = 0; i < renaming->files->count && status == MIEN_OK; ++i) {
        const MieniGraphText *text;
        if (mieni_asset_kind_of_path(renaming->files->items[i]) != MIENI_ASSET_GRAPH)
            continue;
        status = mieni_graphs_read(&renaming->graphs, renaming->project, renaming->files->items[i], &text,
                                   renaming->problem);
        for (; status == MIEN_OK && text != NULL && strcmp(text->path, path) != 0;)
            text = text->parent;
        if (status == MIEN_OK && text != NULL)
            status = mieni_rename_visit(renaming, renaming->files->items[i], parts[part].change);
    }
    return status;
}

MienStatus mieni_rename_in_graphs(const MieniProject *project, const char *path, MieniGraphPart part,
                                  const char *const *from, const char *const *to, int count,
                                  MieniRenamed *renamed, void *user, MieniProblem *problem)
{
    MieniRenaming renaming = {.project = project,
                              .from = from,
                              .to = to,
                              .count = count,
                              .changes = {.project = project},
                              .problem = problem};
    MieniPaths files = {0};
    const MieniGraphText *text;
    MienStatus status = mieni_project_files(project, &files, problem);
    renaming.files = &files;
    if (status == MIEN_OK)
        status = mieni_graphs_read(&renaming.graphs, project, path, &text, problem);
    if (status == MIEN_OK)
        status = check_names(&renaming, text, part);
    if (status == MIEN_OK)
        status = visit_family(&renaming, path, part);
    status = mieni_rename_end(&renaming, status, renamed, user);
    mieni_paths_release(&files);
    return status;
}
