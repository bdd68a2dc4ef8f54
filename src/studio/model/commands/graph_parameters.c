// SPDX-License-Identifier: MIT
//
// Commands on graph parameters.

#include "studio/model/commands/graph_parameters.h"

#include "asset/graph/edit.h"
#include "asset/graph/text.h"
#include "asset/view.h"
#include "studio/model/commands/graph_check.h"
#include "studio/model/document/value.h"
#include "studio/model/facts/strings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const studio_parameter_types[] = {"float", "int", "bool", "name", "clip", "poses", "mask", NULL};

static MienStatus refuse(MieniProblem *problem, const char *path, const char *sentence, const char *place)
{
    return mieni_problem_set(problem, path, MIEN_ERROR_DATA, mieni_at("%s", place), "%s", sentence);
}

/// That the graph is no child; those have the parameters of their parents.
static MienStatus check_root(const MieniAsset *asset, const char *path, MieniProblem *problem)
{
    return mieni_graph_extends(mieni_graph_of(asset)) == NULL
               ? MIEN_OK
               : refuse(problem, path, "Parameters are inherited; change them in the parent graph",
                        "parameters");
}

// Adding

/// A name that no parameter has: base itself, or base_2 and so on.
static void free_name(const MieniAsset *asset, const char *base, char out[256])
{
    const MieniGraphView *graph = mieni_graph_of(asset);
    snprintf(out, 256, "%.240s", base);
    for (int i = 2; mieni_graph_find_parameter(graph, out) >= 0; ++i)
        snprintf(out, 256, "%.240s_%d", base, i);
}

static bool is_type(const char *type)
{
    for (const char *const *known = studio_parameter_types; *known != NULL; ++known)
        if (strcmp(*known, type) == 0)
            return true;
    return false;
}

/// What a command that adds is given.
typedef struct Adding {
    const char *type, *name;
    const MieniJson *value;
    const char *id, *key; ///< A setting that it is to give; NULL: none.
    char *out_name;
} Adding;

static MienStatus add(const Adding *adding, MieniAsset *asset, MienError *error)
{
    const MieniJson *value = adding->value;
    if (!is_type(adding->type))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", adding->type), "No such parameter type");
    if (adding->name == NULL)
        free_name(asset, adding->key != NULL ? adding->key : "parameter", adding->out_name);
    else
        snprintf(adding->out_name, 256, "%.255s", adding->name);
    if (mieni_graph_find_parameter(mieni_graph_of(asset), adding->out_name) >= 0)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", adding->out_name),
                          "A parameter with this name already exists");
    if (adding->id == NULL)
        return mieni_graph_set_parameter(asset, adding->out_name, adding->type, value, error);
    const MieniJson *node = mieni_graph_node_with_id(asset, adding->id);
    MienStatus status = MIEN_OK;
    if (node == NULL)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", adding->id), "No node with this id");
    const MieniField *field = mieni_schema_find(mieni_graph_node_schema(node), adding->key);
    value = mieni_json_get(node, adding->key);
    if (value == NULL && field != NULL && field->fallback != 0.0)
        value = field->type == MIENI_FIELD_BOOL ? mieni_json_bool(&asset->json, true)
                                                : mieni_json_number(&asset->json, field->fallback);
    status = mieni_graph_set_parameter(asset, adding->out_name, adding->type, value, error);
    if (status != MIEN_OK)
        return status;
    const MieniJson *given = mieni_value_of_parameter(&asset->json, adding->out_name);
    return mieni_graph_set(asset, adding->id, adding->key, given, error);
}

static MienStatus add_one(Studio *studio, const char *path, const Adding *adding, MieniProblem *problem)
{
    StudioEdit edit;
    MieniAsset asset = {0};
    MienError error = {0};
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    if (status == MIEN_OK)
        status = studio_edit_load(&edit, path, &asset, problem);
    if (status == MIEN_OK && (status = check_root(&asset, path, problem)) != MIEN_OK)
        mieni_asset_release(&asset);
    else if (status == MIEN_OK)
        status = studio_edit_save(&edit, path, &asset, add(adding, &asset, &error), &error, problem);
    if (status == MIEN_OK)
        status = studio_graph_check(edit.project, path, problem);
    return studio_edit_endf(&edit, status, problem, NULL, "add parameter %.300s", adding->out_name);
}

MienStatus studio_parameter_add(Studio *studio, const char *path, const char *type, const char *name,
                                const char *json, char out_name[256], MieniProblem *problem)
{
    char made[256] = "";
    MieniJsonDocument value;
    MienStatus status = studio_value_read(&value, json, problem);
    const Adding adding = {
        .type = type, .name = name, .value = value.root, .out_name = out_name != NULL ? out_name : made};
    if (status == MIEN_OK)
        status = add_one(studio, path, &adding, problem);
    mieni_json_release(&value);
    return status;
}

MienStatus studio_parameter_add_for(Studio *studio, const char *path, const char *id, const char *key,
                                    const char *type, char out_name[256], MieniProblem *problem)
{
    char made[256] = "";
    const Adding adding = {
        .type = type, .id = id, .key = key, .out_name = out_name != NULL ? out_name : made};
    return add_one(studio, path, &adding, problem);
}

// The graph and all that extend it

/// What is done to every text of a family.
typedef struct Family {
    const MieniProject *project;
    const StudioEdit *edit; ///< NULL: only looked at.
    const char *path, *name;
    int row;          ///< Of the parameter, in the root.
    const char *type; ///< What it has.
    MieniProblem *problem;
    MieniPaths changed; ///< Checked against each other at the end.
} Family;
typedef MienStatus VisitMember(Family *family, const MieniGraphText *text, void *user);

static MienStatus find_parameter(Family *family, MieniGraphs *graphs)
{
    const MieniGraphText *text;
    const MienStatus status =
        mieni_graphs_read(graphs, family->project, family->path, &text, family->problem);
    if (status != MIEN_OK)
        return status;
    if (text->parent != NULL)
        return check_root(&text->asset, family->path, family->problem);
    const MieniGraphView *graph = mieni_graph_of(&text->asset);
    family->row = mieni_graph_find_parameter(graph, family->name);
    if (family->row < 0)
        return refuse(family->problem, family->path, "No parameter with this name", family->name);
    family->type = mieni_text_or_empty(mieni_parameter_type(mieni_graph_parameter(graph, family->row)));
    return MIEN_OK;
}

/// Texts are as they were before the first visit, whatever visits write.
static MienStatus visit_family(Family *family, VisitMember *visit, void *user)
{
    MieniGraphs graphs = {0};
    MieniPaths files = {0};
    MienStatus status = find_parameter(family, &graphs);
    if (status == MIEN_OK)
        status = mieni_project_files(family->project, &files, family->problem);
    for (int i = 0; i < files.count && status == MIEN_OK; ++i) {
        const MieniGraphText *text;
        if (mieni_asset_kind_of_path(files.items[i]) != MIENI_ASSET_GRAPH)
            continue;
        status = mieni_graphs_read(&graphs, family->project, files.items[i], &text, family->problem);
        if (status == MIEN_OK && strcmp(mieni_graph_text_root(text)->path, family->path) == 0)
            status = visit(family, text, user);
    }
    for (int i = 0; i < family->changed.count && status == MIEN_OK; ++i)
        status = studio_graph_check(family->project, family->changed.items[i], family->problem);
    mieni_paths_release(&family->changed);
    mieni_paths_release(&files);
    mieni_graphs_release(&graphs);
    return status;
}

/// Writes a text that a visit changed, and notes that.
static MienStatus save(Family *family, const char *path, MieniAsset *asset, MienStatus status,
                       const MienError *error)
{
    status = studio_edit_save(family->edit, path, asset, status, error, family->problem);
    if (status == MIEN_OK && !mieni_paths_add(&family->changed, path))
        status = studio_no_memory(family->problem, path);
    return status;
}

// Another type

/// What a value means in another type; NULL: nothing.
static MieniJson *convert(MieniJsonDocument *json, const MieniJson *value, const char *type)
{
    const bool is_number = value != NULL && value->type == MIENI_JSON_NUMBER;
    if (!is_number && (value == NULL || value->type != MIENI_JSON_BOOL))
        return NULL;
    const double number = is_number ? value->number : value->boolean;
    if (strcmp(type, "float") == 0)
        return mieni_json_number(json, number);
    if (strcmp(type, "int") == 0)
        return mieni_json_number(json, round(fmin(fmax(number, -1e6), 1e6)));
    return strcmp(type, "bool") == 0 ? mieni_json_bool(json, number != 0.0) : NULL;
}

static MienStatus retype(Family *family, const MieniGraphText *text, void *user)
{
    const char *type = user;
    const MieniGraphValue value = mieni_graph_text_parameter(text, family->row);
    const bool is_root = text->parent == NULL;
    MieniAsset asset;
    MienError error = {0};
    if (!is_root && value.text != text) {
        // What it inherits may still not fit, for what it gives by itself.
        return mieni_paths_add(&family->changed, text->path) ? MIEN_OK
                                                             : studio_no_memory(family->problem, text->path);
    }
    MienStatus status = studio_edit_load(family->edit, text->path, &asset, family->problem);
    if (status != MIEN_OK)
        return status;
    const MieniJson *converted = convert(&asset.json, value.value, type);
    if (is_root) {
        mieni_parameter_set_type(&asset.json, mieni_graph_parameter(mieni_graph_of(&asset), family->row),
                                 type);
        status = mieni_graph_set_parameter(&asset, family->name, type, converted, &error);
    } else {
        status = mieni_graph_set_override(&asset, family->name, true, "value", converted, &error);
    }
    return save(family, text->path, &asset, status, &error);
}

MienStatus studio_parameter_set_type(Studio *studio, const char *path, const char *name, const char *type,
                                     MieniProblem *problem)
{
    StudioEdit edit;
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    Family family = {.project = edit.project, .edit = &edit, .path = path, .name = name, .problem = problem};
    if (status == MIEN_OK && !is_type(type))
        status = refuse(problem, path, "No such parameter type", type);
    if (status == MIEN_OK)
        status = visit_family(&family, retype, (void *)type);
    return studio_edit_endf(&edit, status, problem, NULL, "change type of %.300s", name);
}

// Uses

/// How a value has to do with a parameter.
typedef enum Mention { NOT_MENTIONED = 0, GIVEN, ASKED } Mention;

static Mention mention(const MieniJson *value, const char *name)
{
    Mention found = NOT_MENTIONED;
    if (strcmp(mieni_text_or_empty(mieni_value_parameter(value)), name) == 0)
        return value->count == 1 ? GIVEN : ASKED; // conditions also have the value to compare with
    for (int i = 0; value->type >= MIENI_JSON_ARRAY && i < value->count; ++i) {
        const Mention below = mention(value->items[i], name);
        found = below > found ? below : found;
    }
    return found;
}

/// Uses in the making.
static MienStatus add_use(Family *family, StudioParameterUses *uses, const StudioParameterUse *use)
{
    StudioParameterUse *items = realloc(uses->items, (size_t)(uses->count + 1) * sizeof *items);
    if (items == NULL)
        return studio_no_memory(family->problem, family->path);
    uses->items = items;
    uses->items[uses->count++] = *use;
    return MIEN_OK;
}

static MienStatus find_uses(Family *family, const MieniGraphText *text, void *user)
{
    StudioParameterUses *uses = user;
    const MieniGraphView *graph = mieni_graph_of(&text->asset);
    const MieniJson *rows =
        text->parent == NULL ? mieni_graph_nodes_json(graph) : mieni_graph_overrides_json(graph);
    MienStatus status = MIEN_OK;
    for (int i = 0; i < mieni_view_count(rows) && status == MIEN_OK; ++i) {
        const MieniJson *row = rows->items[i];
        const MieniOverrideView *override = mieni_override_view(row); // a node has an id too
        if (strcmp(mieni_text_or_empty(mieni_override_parameter(override)), family->name) == 0) {
            ++uses->overrides;
            continue;
        }
        for (int k = 0; k < row->count && status == MIEN_OK; ++k) {
            StudioParameterUse use = {.is_condition = mention(row->items[k], family->name) == ASKED};
            if (mention(row->items[k], family->name) == NOT_MENTIONED)
                continue;
            snprintf(use.id, sizeof use.id, "%s", mieni_text_or_empty(mieni_override_id(override)));
            snprintf(use.key, sizeof use.key, "%s", row->keys[k]);
            snprintf(use.graph, sizeof use.graph, "%.255s", text->path);
            status = add_use(family, uses, &use);
        }
    }
    return status;
}

MienStatus studio_parameter_uses(Studio *studio, const char *path, const char *name,
                                 StudioParameterUses *out_uses, MieniProblem *problem)
{
    StudioEdit edit;
    *out_uses = (StudioParameterUses){0};
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    Family family = {.project = edit.project, .path = path, .name = name, .problem = problem};
    if (status == MIEN_OK)
        status = visit_family(&family, find_uses, out_uses);
    studio_edit_drop(&edit);
    return status;
}

void studio_parameter_uses_release(StudioParameterUses *uses)
{
    free(uses->items);
    *uses = (StudioParameterUses){0};
}

// Removing

/// A copy of a value in which what the parameter gave stands instead of it. Of fields of whole
/// numbers, true is 1.
static MieniJson *substitute(MieniJsonDocument *json, const MieniJson *value, const char *name,
                             const MieniJson *given, bool is_whole)
{
    if (mention(value, name) == NOT_MENTIONED)
        return mieni_json_copy(json, value);
    if (mieni_value_parameter(value) != NULL)
        return given == NULL                                ? NULL
               : is_whole && given->type == MIENI_JSON_BOOL ? mieni_json_number(json, given->boolean)
                                                            : mieni_json_copy(json, given);
    MieniJson *copy = value->type == MIENI_JSON_ARRAY ? mieni_json_array(json) : mieni_json_object(json);
    for (int i = 0; i < value->count; ++i) {
        MieniJson *item = substitute(json, value->items[i], name, given, is_whole);
        if (item != NULL && value->type == MIENI_JSON_ARRAY)
            mieni_json_append(json, copy, item);
        else if (item != NULL)
            mieni_json_set(json, copy, value->keys[i], item);
    }
    return copy;
}

/// What a parameter begins with in a text; NULL: nothing, of types that name something.
static const MieniJson *first_value(const Family *family, const MieniGraphText *text, MieniJsonDocument *json)
{
    const MieniJson *value = mieni_graph_text_parameter(text, family->row).value;
    if (value != NULL)
        return value;
    return strcmp(family->type, "bool") == 0 ? mieni_json_bool(json, false)
           : strcmp(family->type, "float") == 0 || strcmp(family->type, "int") == 0
               ? mieni_json_number(json, 0)
               : NULL;
}

/// A setting that the parameter gives in a text, said by what it begins with there.
static MienStatus settle(const Family *family, const MieniGraphText *text, int row, const MieniField *field,
                         MieniAsset *asset, bool *is_changed, MienError *error)
{
    const MieniGraphValue value = mieni_graph_text_setting(text, row, field->key);
    const MieniGraphView *root = mieni_graph_of(&mieni_graph_text_root(text)->asset);
    const char *id = mieni_text_or_empty(mieni_node_id(mieni_graph_node(root, row)));
    const Mention how = value.value != NULL ? mention(value.value, family->name) : NOT_MENTIONED;
    const bool is_own = value.text == text,
               has_first = mieni_graph_text_parameter(text, family->row).text == text;
    if (how == ASKED)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", id),
                          "A state machine uses this parameter; change it first");
    if (how == NOT_MENTIONED || (!is_own && !has_first))
        return MIEN_OK;
    const MieniJson *settled =
        substitute(&asset->json, value.value, family->name, first_value(family, text, &asset->json),
                   field->type == MIENI_FIELD_INTEGER);
    *is_changed = true;
    if (text->parent == NULL)
        return mieni_graph_set(asset, id, field->key, settled, error);
    return settled != NULL || is_own ? mieni_graph_set_override(asset, id, false, field->key, settled, error)
                                     : MIEN_OK;
}

static MienStatus take_out(Family *family, const MieniGraphText *text, void *user)
{
    const MieniGraphView *root = mieni_graph_of(&mieni_graph_text_root(text)->asset);
    const bool is_root = text->parent == NULL,
               has_first = mieni_graph_text_parameter(text, family->row).text == text;
    bool is_changed = is_root || has_first;
    MieniAsset asset;
    MienError error = {0};
    (void)user;
    MienStatus status = studio_edit_load(family->edit, text->path, &asset, family->problem);
    if (status != MIEN_OK)
        return status;
    for (int i = 0; i < mieni_graph_node_count(root) && status == MIEN_OK; ++i) {
        const MieniSchema *schema = mieni_graph_node_schema(mieni_node_json(mieni_graph_node(root, i)));
        for (int f = 0; schema != NULL && f < schema->field_count && status == MIEN_OK; ++f)
            status = settle(family, text, i, &schema->fields[f], &asset, &is_changed, &error);
    }
    if (status == MIEN_OK && is_root)
        status = mieni_graph_remove_parameter(&asset, family->name, &error);
    else if (status == MIEN_OK && has_first)
        status = mieni_graph_set_override(&asset, family->name, true, "value", NULL, &error);
    if (status == MIEN_OK && !is_changed) { // its bytes stay as they are
        mieni_asset_release(&asset);
        return MIEN_OK;
    }
    return save(family, text->path, &asset, status, &error);
}

MienStatus studio_parameter_remove(Studio *studio, const char *path, const char *name, MieniProblem *problem)
{
    StudioEdit edit;
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    Family family = {.project = edit.project, .edit = &edit, .path = path, .name = name, .problem = problem};
    if (status == MIEN_OK)
        status = visit_family(&family, take_out, NULL);
    return studio_edit_endf(&edit, status, problem, NULL, "remove parameter %.300s", name);
}
