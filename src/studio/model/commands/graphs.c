// SPDX-License-Identifier: MIT
//
// Commands on nodes, connections, settings and parameters of graphs.

#include "studio/model/commands/graphs.h"

#include "asset/graph/edit.h"
#include "asset/view.h"
#include "studio/model/commands/graph_check.h"
#include "studio/model/commands/graph_map.h"
#include "studio/model/document/value.h"
#include "studio/model/facts/strings.h"

#include <stdio.h>
#include <string.h>

// Child graphs, sharing and characters.

MienStatus studio_graph_check(const MieniProject *project, const char *path, MieniProblem *problem)
{
    MieniGraphs graphs = {0};
    const MieniGraphText *text;
    const MienAuthorGraph *whole;
    MienStatus status = mieni_graphs_read(&graphs, project, path, &text, problem);
    if (status == MIEN_OK)
        status = mieni_graphs_whole(text, &whole, problem);
    mieni_graphs_release(&graphs);
    return status;
}

/// Overrides in the making: every place of the parent for a pose asset.
typedef struct Overriding {
    MieniAsset *child;
    const char *poses;
    MienStatus status;
} Overriding;

static bool override_poses(void *user, const MieniGraphValue *value, MieniAssetKind kind)
{
    Overriding *overriding = user;
    MieniJsonDocument *json = &overriding->child->json;
    const bool is_parameter = strcmp(value->list, "parameters") == 0;
    if (kind != MIENI_ASSET_POSES || value->row < 0)
        return true;
    const MieniGraphView *own = mieni_graph_of(&value->text->asset),
                         *root = mieni_graph_of(&mieni_graph_text_root(value->text)->asset);
    const char *name = NULL;
    if (strcmp(value->list, "overrides") == 0) // the parent is a child itself
        name = mieni_override_id(mieni_graph_override(own, value->row));
    else if (is_parameter && value->row < mieni_graph_parameter_count(root))
        name = mieni_parameter_name(mieni_graph_parameter(root, value->row));
    else if (!is_parameter && value->row < mieni_graph_node_count(root))
        name = mieni_node_id(mieni_graph_node(root, value->row));
    if (name != NULL)
        overriding->status = mieni_graph_set_override(overriding->child, name, is_parameter,
                                                      is_parameter ? "value" : value->key,
                                                      mieni_json_string(json, overriding->poses), NULL);
    return overriding->status == MIEN_OK;
}

/// Nodes of the root that take a pose asset and have none, which children are to say.
static void override_open(Overriding *overriding, const MieniGraphText *parent)
{
    const MieniGraphView *root = mieni_graph_of(&mieni_graph_text_root(parent)->asset);
    for (int i = 0; i < mieni_graph_node_count(root) && overriding->status == MIEN_OK; ++i) {
        const MieniNodeView *node = mieni_graph_node(root, i);
        if (strcmp(mieni_text_or_empty(mieni_node_node(node)), "poses") == 0 &&
            mieni_graph_text_setting(parent, i, "poses").value == NULL)
            overriding->status = mieni_graph_set_override(
                overriding->child, mieni_text_or_empty(mieni_node_id(node)), false, "poses",
                mieni_json_string(&overriding->child->json, overriding->poses), NULL);
    }
}

/// Makes a child, or overrides in one that is there.
static MienStatus put_child(const StudioEdit *edit, const char *path, const char *parent, const char *poses,
                            MieniProblem *problem)
{
    MieniGraphs graphs = {0};
    const MieniGraphText *text;
    MieniAsset child = {0};
    const MienError none = {0};
    const bool is_there = mieni_project_exists(edit->project, path);
    MienStatus status = mieni_graphs_read(&graphs, edit->project, parent, &text, problem);
    if (status == MIEN_OK && is_there)
        status = studio_edit_load(edit, path, &child, problem);
    else if (status == MIEN_OK && mieni_asset_begin(&child, MIENI_ASSET_GRAPH, NULL) != MIEN_OK)
        status = studio_no_memory(problem, path);
    if (status == MIEN_OK) {
        Overriding overriding = {&child, poses, MIEN_OK};
        mieni_graph_set_extends(&child.json, mieni_graph_of(&child), parent);
        if (poses != NULL)
            mieni_graph_text_assets(text, override_poses, &overriding);
        if (poses != NULL)
            override_open(&overriding, text);
        status = studio_edit_save(edit, path, &child, overriding.status, &none, problem);
    }
    mieni_graphs_release(&graphs);
    return status == MIEN_OK ? studio_graph_check(edit->project, path, problem) : status;
}

MienStatus studio_graph_make_child(Studio *studio, const char *path, const char *parent, const char *poses,
                                   MieniProblem *problem)
{
    StudioEdit edit;
    char name[STUDIO_LABEL_ROOM], of[STUDIO_LABEL_ROOM];
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    if (status == MIEN_OK && studio_exists(studio, path))
        status = mieni_problem_set(problem, path, MIEN_ERROR_DATA, mieni_nowhere(),
                                   "A file with this name already exists");
    if (status == MIEN_OK)
        status = put_child(&edit, path, parent, poses, problem);
    return studio_edit_endf(&edit, status, problem, NULL, "create %.150s, a child of %.150s",
                            studio_asset_name(path, name), studio_asset_name(parent, of));
}

static MienStatus share_one(const StudioEdit *edit, const char *parent, const StudioShared *share,
                            MieniProblem *problem)
{
    MieniAsset character;
    const MienError none = {0};
    MienStatus status = put_child(edit, share->child, parent, share->poses, problem);
    if (status == MIEN_OK)
        status = studio_edit_load(edit, share->character, &character, problem);
    if (status != MIEN_OK)
        return status;
    mieni_character_set_graph(&character.json, mieni_character_of(&character), share->child);
    return studio_edit_save(edit, share->character, &character, MIEN_OK, &none, problem);
}

MienStatus studio_graph_share(Studio *studio, const char *parent, const StudioShared *shares, int count,
                              MieniProblem *problem)
{
    StudioEdit edit;
    char name[STUDIO_LABEL_ROOM];
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    for (int i = 0; i < count && status == MIEN_OK; ++i)
        status = share_one(&edit, parent, &shares[i], problem);
    return studio_edit_endf(&edit, status, problem, NULL, "share %.200s with %d character%s",
                            studio_asset_name(parent, name), count, count == 1 ? "" : "s");
}

MienStatus studio_character_make(Studio *studio, const char *path, const char *mesh, const char *skeleton,
                                 const char *graph, const char *poses, MieniProblem *problem)
{
    StudioEdit edit;
    MieniAsset character, read = {0};
    const MienError none = {0};
    char name[STUDIO_LABEL_ROOM];
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    if (status == MIEN_OK && studio_exists(studio, path))
        status = mieni_problem_set(problem, path, MIEN_ERROR_DATA, mieni_nowhere(),
                                   "A file with this name already exists");
    if (status == MIEN_OK && mesh != NULL && skeleton == NULL) {
        status = mieni_project_load(edit.project, mesh, MIENI_ASSET_MESH, &read, problem);
        skeleton = mieni_asset_skeleton(&read);
    }
    if (status == MIEN_OK && mieni_asset_begin(&character, MIENI_ASSET_CHARACTER, NULL) != MIEN_OK)
        status = studio_no_memory(problem, path);
    if (status == MIEN_OK) {
        MieniCharacterView *made = mieni_character_of(&character);
        mieni_character_set_mesh(&character.json, made, mesh);
        mieni_character_set_skeleton(&character.json, made, skeleton);
        mieni_character_set_graph(&character.json, made, graph);
        mieni_character_set_poses(&character.json, made, poses);
        status = studio_edit_save(&edit, path, &character, MIEN_OK, &none, problem);
    }
    mieni_asset_release(&read);
    return studio_edit_endf(&edit, status, problem, NULL, "create %.300s", studio_asset_name(path, name));
}

/// What a command is given; each uses some of it.
typedef struct Given {
    const char *id, *type, *input, *from, *map;
    const char *const *ids;
    const StudioNodePlace *places;
    const MieniJson *value;
    char *out_id;
    int count;
    double x, y;
} Given;

static MienStatus add_node(void *user, MieniAsset *asset, MienError *error)
{
    const Given *given = user;
    MieniJson *row;
    if (given->id == NULL)
        mieni_graph_free_id(asset, given->type, given->out_id);
    else
        snprintf(given->out_id, 256, "%.255s", given->id);
    MienStatus status = mieni_graph_make_node(asset, given->out_id, given->type, &row, error);
    if (status == MIEN_OK && given->map != NULL)
        mieni_node_set_map(&asset->json, (MieniNodeView *)row, given->map);
    if (status == MIEN_OK)
        status = mieni_graph_complete_node(asset, given->out_id, error);
    if (status == MIEN_OK)
        status = mieni_graph_place_node(asset, given->out_id, given->x, given->y, error);
    return status;
}

MienStatus studio_graph_add_node(Studio *studio, const char *path, const char *type, const char *id, double x,
                                 double y, char out_id[256], MieniProblem *problem)
{
    char label[STUDIO_LABEL_ROOM], made[256] = "";
    Given given = {.type = type, .id = id, .x = x, .y = y, .out_id = out_id != NULL ? out_id : made};
    if (strcmp(type, "map") == 0)
        given.map = studio_graph_map_for(studio, path);
    snprintf(label, sizeof label, "add node %.300s", type);
    return studio_change(studio, path, add_node, &given, label, NULL, problem);
}

static MienStatus remove_nodes(void *user, MieniAsset *asset, MienError *error)
{
    const Given *given = user;
    return mieni_graph_remove_nodes(asset, given->ids, given->count, error);
}

MienStatus studio_graph_remove_nodes(Studio *studio, const char *path, const char *const *ids, int count,
                                     MieniProblem *problem)
{
    char label[STUDIO_LABEL_ROOM];
    Given given = {.ids = ids, .count = count};
    return studio_change(studio, path, remove_nodes, &given,
                         studio_label_many(label, "delete node", ids, count, "nodes"), NULL, problem);
}

static MienStatus place_nodes(void *user, MieniAsset *asset, MienError *error)
{
    const Given *given = user;
    MienStatus status = MIEN_OK;
    for (int i = 0; i < given->count && status == MIEN_OK; ++i)
        status =
            mieni_graph_place_node(asset, given->places[i].id, given->places[i].x, given->places[i].y, error);
    return status;
}

MienStatus studio_graph_place_nodes(Studio *studio, const char *path, const StudioNodePlace *places,
                                    int count, MieniProblem *problem)
{
    char label[STUDIO_LABEL_ROOM];
    Given given = {.places = places, .count = count};
    snprintf(label, sizeof label, "move %d node%s", count, count == 1 ? "" : "s");
    return studio_change(studio, path, place_nodes, &given, label, label, problem);
}

static MienStatus connect_nodes(void *user, MieniAsset *asset, MienError *error)
{
    const Given *given = user;
    return mieni_graph_connect(asset, given->id, given->input, given->from, error);
}

MienStatus studio_graph_connect(Studio *studio, const char *path, const char *id, const char *input,
                                const char *from, MieniProblem *problem)
{
    char label[STUDIO_LABEL_ROOM];
    Given given = {.id = id, .input = input, .from = from};
    if (from != NULL)
        snprintf(label, sizeof label, "connect %.150s to %.150s", from, id);
    else
        snprintf(label, sizeof label, "disconnect %.50s of %.150s", input, id);
    return studio_change(studio, path, connect_nodes, &given, label, NULL, problem);
}

/// A setting or parameter of a graph, or an override in a child.
typedef struct Setting {
    const char *name, *type, *key;
    const MieniJson *value;
    bool is_parameter;
} Setting;

static MienStatus set_value(const Setting *setting, MieniAsset *asset, MienError *error)
{
    if (mieni_graph_extends(mieni_graph_of(asset)) != NULL)
        return mieni_graph_set_override(asset, setting->name, setting->is_parameter, setting->key,
                                        setting->value, error);
    return setting->is_parameter
               ? mieni_graph_set_parameter(asset, setting->name, setting->type, setting->value, error)
               : mieni_graph_set(asset, setting->name, setting->key, setting->value, error);
}

/// Sets, and holds the graph, whole, against what it extends.
static MienStatus change_setting(Studio *studio, const char *path, const Setting *setting,
                                 MieniProblem *problem)
{
    StudioEdit edit;
    MieniAsset asset;
    MienError error = {0};
    char name[STUDIO_LABEL_ROOM], label[STUDIO_LABEL_ROOM];
    bool is_child = false;
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    if (status == MIEN_OK)
        status = studio_edit_load(&edit, path, &asset, problem);
    if (status == MIEN_OK) {
        is_child = mieni_graph_extends(mieni_graph_of(&asset)) != NULL;
        status = studio_edit_save(&edit, path, &asset, set_value(setting, &asset, &error), &error, problem);
    }
    if (status == MIEN_OK)
        status = studio_graph_check(edit.project, path, problem);
    studio_asset_name(path, name);
    if (is_child)
        snprintf(label, sizeof label, "%s %.150s in %.150s", setting->value != NULL ? "override" : "reset",
                 setting->name, name);
    else
        snprintf(label, sizeof label, "set %.100s of %.150s", setting->key, setting->name);
    return studio_edit_end(&edit, status, label, setting->value != NULL ? label : NULL, problem);
}

static MienStatus set_json(Studio *studio, const char *path, Setting *setting, const char *text,
                           MieniProblem *problem)
{
    MieniJsonDocument json;
    MienStatus status = studio_value_read(&json, text, problem);
    setting->value = json.root;
    if (status == MIEN_OK)
        status = change_setting(studio, path, setting, problem);
    mieni_json_release(&json);
    return status;
}

MienStatus studio_graph_set(Studio *studio, const char *path, const char *id, const char *key,
                            const char *json, MieniProblem *problem)
{
    Setting setting = {.name = id, .key = key};
    return set_json(studio, path, &setting, json, problem);
}

MienStatus studio_graph_set_parameter(Studio *studio, const char *path, const char *name, const char *type,
                                      const char *json, MieniProblem *problem)
{
    Setting setting = {.name = name, .type = type, .key = "value", .is_parameter = true};
    return set_json(studio, path, &setting, json, problem);
}

MienStatus studio_graph_rename(Studio *studio, const char *path, MieniGraphPart part, const char *from,
                               const char *to, MieniProblem *problem)
{
    StudioEdit edit;
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    if (status == MIEN_OK)
        status = mieni_rename_in_graphs(edit.project, path, part, &from, &to, 1, NULL, NULL, problem);
    return studio_edit_endf(&edit, status, problem, NULL, "rename %.150s to %.150s", from, to);
}
