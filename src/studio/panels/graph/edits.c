// SPDX-License-Identifier: MIT
//
// Edits of the active graph.

#include "studio/panels/graph/edits.h"

#include <math.h>
#include <string.h>

#include "studio/model/commands/graph_make.h"
#include "studio/model/commands/graph_parameters.h"
#include "studio/model/commands/graphs.h"
#include "studio/model/facts/strings.h"

static Studio *studio_of(StudioGraphSession *session)
{
    return studio_workspace_studio(studio_graph_session_workspace(session));
}

static bool told(StudioGraphSession *session, MienStatus status, const MieniProblem *problem)
{
    return studio_workspace_check(studio_graph_session_workspace(session), status, problem);
}

bool studio_graph_is_locked(StudioGraphSession *session)
{
    const StudioGraphScene *scene = studio_graph_session_scene(session);
    if (scene == NULL || scene->error != NULL)
        return true;
    if (scene->parent == NULL)
        return false;
    g_autofree char *text = g_strdup_printf("Connections are inherited from %s", scene->parent_name);
    g_autofree char *label = g_strdup_printf("Open %s", scene->parent_name);
    studio_workspace_toast(studio_graph_session_workspace(session), text, label, "graph.open-parent");
    return true;
}

/// Ends a group as the status says, and tells.
static bool end(StudioGraphSession *session, MienStatus status, MieniProblem *problem)
{
    Studio *studio = studio_of(session);
    if (status == MIEN_OK)
        status = studio_group_end(studio, problem);
    else
        studio_group_cancel(studio, NULL);
    return told(session, status, problem);
}

static bool begin(StudioGraphSession *session, const char *label)
{
    MieniProblem problem = {0};
    return !studio_graph_is_locked(session) &&
           told(session, studio_group_begin(studio_of(session), label, &problem), &problem);
}

/// Writes down where nodes are that were placed by themselves, before one of them moves or a
/// new one comes: otherwise all would.
static MienStatus keep_places(StudioGraphSession *session, double x, double y, bool is_all,
                              MieniProblem *problem)
{
    const StudioGraphScene *scene = studio_graph_session_scene(session);
    g_autoptr(GArray) places = g_array_new(FALSE, FALSE, sizeof(StudioNodePlace));
    g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < scene->nodes->len; ++i) {
        const StudioGraphNode *node = studio_graph_scene_node(scene, (int)i);
        const bool moves = (x != 0 || y != 0) && studio_graph_session_is_picked(session, node->id);
        if (node->has_place && !moves && !is_all)
            continue;
        const StudioNodePlace place = {g_strdup(node->id), node->x + (moves ? x : 0),
                                       node->y + (moves ? y : 0)};
        g_ptr_array_add(ids, (void *)place.id); // the scene goes with the change
        g_array_append_val(places, place);
    }
    g_autofree char *path = g_strdup(scene->path);
    return places->len > 0 ? studio_graph_place_nodes(studio_of(session), path,
                                                      (const StudioNodePlace *)(void *)places->data,
                                                      (int)places->len, problem)
                           : MIEN_OK;
}

bool studio_graph_move(StudioGraphSession *session, double x, double y)
{
    MieniProblem problem = {0};
    g_auto(GStrv) ids = studio_graph_session_picked(session);
    const int count = (int)g_strv_length(ids);
    g_autofree char *label = g_strdup_printf("move %d node%s", count, count == 1 ? "" : "s");
    if (count == 0 || (x == 0 && y == 0) || !begin(session, label))
        return false;
    return end(session, keep_places(session, x, y, false, &problem), &problem);
}

bool studio_graph_tidy(StudioGraphSession *session)
{
    MieniProblem problem = {0};
    if (!begin(session, "tidy up"))
        return false;
    StudioGraphScene *scene =
        studio_graph_scene_new(studio_of(session), studio_graph_session_scene(session)->path);
    studio_graph_lay_out(scene, true);
    g_autoptr(GArray) places = g_array_new(FALSE, FALSE, sizeof(StudioNodePlace));
    for (guint i = 0; i < scene->nodes->len; ++i) {
        const StudioGraphNode *node = studio_graph_scene_node(scene, (int)i);
        const StudioNodePlace place = {node->id, node->x, node->y};
        g_array_append_val(places, place);
    }
    const MienStatus status = places->len > 0
                                  ? studio_graph_place_nodes(studio_of(session), scene->path,
                                                             (const StudioNodePlace *)(void *)places->data,
                                                             (int)places->len, &problem)
                                  : MIEN_OK;
    studio_graph_scene_free(scene);
    return end(session, status, &problem);
}

// Wires

/// "connect Layer per bone to Pose asset"
static char *connect_label(const StudioGraphScene *scene, int from, int to)
{
    return g_strdup_printf("connect %s to %s", studio_graph_scene_node(scene, from)->words->title,
                           studio_graph_scene_node(scene, to)->words->title);
}

bool studio_graph_plug(StudioGraphSession *session, int from, int to, int row)
{
    MieniProblem problem = {0};
    const StudioGraphScene *scene = studio_graph_session_scene(session);
    if (studio_graph_is_locked(session))
        return false;
    const StudioGraphNode *node = studio_graph_scene_node(scene, to);
    g_autofree char *label = connect_label(scene, from, to), *path = g_strdup(scene->path),
                    *id = g_strdup(node->id), *key = g_strdup(studio_graph_node_row(node, row)->key),
                    *source = g_strdup(studio_graph_scene_node(scene, from)->id);
    if (!begin(session, label))
        return false;
    return end(session, studio_graph_connect(studio_of(session), path, id, key, source, &problem), &problem);
}

/// Where a new node lies over no other: at this height or below. It is as large as most.
static double free_height(const StudioGraphScene *scene, double x, double y)
{
    enum { HEIGHT = STUDIO_NODE_HEADER + 4 * STUDIO_NODE_ROW + STUDIO_NODE_FOOT };
    bool is_moved = true;
    for (guint round = 0; is_moved && round <= scene->nodes->len; ++round) {
        is_moved = false;
        for (guint i = 0; i < scene->nodes->len; ++i) {
            const StudioGraphNode *node = scene->nodes->pdata[i];
            if (x + STUDIO_NODE_WIDE <= node->x || x >= node->x + node->width || y + HEIGHT <= node->y ||
                y >= node->y + node->height)
                continue;
            const double below = node->y + node->height + STUDIO_NODE_ROW;
            y = STUDIO_SNAP * ceil(below / STUDIO_SNAP);
            is_moved = true;
        }
    }
    return y;
}

bool studio_graph_plug_applied(StudioGraphSession *session, int from, int to, int row)
{
    MieniProblem problem = {0};
    Studio *studio = studio_of(session);
    const StudioGraphScene *scene = studio_graph_session_scene(session);
    if (studio_graph_is_locked(session))
        return false;
    const StudioGraphNode *source = studio_graph_scene_node(scene, from),
                          *node = studio_graph_scene_node(scene, to);
    const StudioGraphRow *input = studio_graph_node_row(node, row);
    const StudioGraphNode *base = studio_graph_scene_node(scene, input->from);
    g_autofree char *path = g_strdup(scene->path), *id = g_strdup(node->id), *key = g_strdup(input->key),
                    *delta = g_strdup(source->id), *before = g_strdup(base != NULL ? base->id : NULL);
    char made[256];
    const double x = node->x - STUDIO_NODE_NARROW - STUDIO_GRID,
                 place = free_height(scene, x, node->y + node->height + STUDIO_GRID);
    if (!begin(session, "add node Apply additive"))
        return false;
    MienStatus status = keep_places(session, 0, 0, false, &problem);
    if (status == MIEN_OK)
        status = studio_graph_add_node(studio, path, "apply_additive", NULL, x, place, made, &problem);
    if (status == MIEN_OK && before != NULL)
        status = studio_graph_connect(studio, path, made, "base", before, &problem);
    if (status == MIEN_OK)
        status = studio_graph_connect(studio, path, made, "delta", delta, &problem);
    if (status == MIEN_OK)
        status = studio_graph_connect(studio, path, id, key, made, &problem);
    if (!end(session, status, &problem))
        return false;
    studio_graph_session_pick(session, made, STUDIO_PICK_ONLY);
    return true;
}

bool studio_graph_unplug(StudioGraphSession *session, int to, int row)
{
    MieniProblem problem = {0};
    const StudioGraphScene *scene = studio_graph_session_scene(session);
    if (studio_graph_is_locked(session))
        return false;
    const StudioGraphNode *node = studio_graph_scene_node(scene, to);
    g_autofree char *path = g_strdup(scene->path), *id = g_strdup(node->id),
                    *key = g_strdup(studio_graph_node_row(node, row)->key),
                    *label = g_strdup_printf("disconnect %s of %s", studio_graph_node_row(node, row)->label,
                                             node->words->title);
    if (!begin(session, label))
        return false;
    return end(session, studio_graph_connect(studio_of(session), path, id, key, NULL, &problem), &problem);
}

// Nodes

bool studio_graph_add(StudioGraphSession *session, const char *type, double x, double y, StudioLooseWire wire)
{
    MieniProblem problem = {0};
    Studio *studio = studio_of(session);
    const StudioGraphScene *scene = studio_graph_session_scene(session);
    if (studio_graph_is_locked(session))
        return false;
    const StudioGraphNode *from = studio_graph_scene_node(scene, wire.from),
                          *to = studio_graph_scene_node(scene, wire.to);
    const char *input = from != NULL ? studio_graph_input_for(type, from->flow) : NULL;
    g_autofree char *path = g_strdup(scene->path), *source = g_strdup(from != NULL ? from->id : NULL),
                    *id = g_strdup(to != NULL ? to->id : NULL),
                    *key = g_strdup(to != NULL ? studio_graph_node_row(to, wire.row)->key : NULL),
                    *label = g_strdup_printf("add node %s", mieni_node_words_of(type)->title);
    const double place = free_height(scene, x, y);
    char made[256];
    if (!begin(session, label))
        return false;
    MienStatus status = keep_places(session, 0, 0, false, &problem);
    if (status == MIEN_OK)
        status = studio_graph_add_node(studio, path, type, NULL, x, place, made, &problem);
    if (status == MIEN_OK && input != NULL)
        status = studio_graph_connect(studio, path, made, input, source, &problem);
    if (status == MIEN_OK && id != NULL)
        status = studio_graph_connect(studio, path, id, key, made, &problem);
    if (!end(session, status, &problem))
        return false;
    studio_graph_session_pick(session, made, STUDIO_PICK_ONLY);
    return true;
}

bool studio_graph_delete(StudioGraphSession *session)
{
    MieniProblem problem = {0};
    g_auto(GStrv) ids = studio_graph_session_picked(session);
    const int count = (int)g_strv_length(ids);
    if (count == 0 || studio_graph_is_locked(session))
        return false;
    g_autofree char *path = g_strdup(studio_graph_session_scene(session)->path);
    const MienStatus status =
        studio_graph_remove_nodes(studio_of(session), path, (const char *const *)ids, count, &problem);
    if (!told(session, status, &problem))
        return false;
    studio_graph_session_pick(session, NULL, STUDIO_PICK_ONLY);
    g_autofree char *text =
        count == 1 ? g_strdup_printf("Deleted %s", ids[0]) : g_strdup_printf("Deleted %d nodes", count);
    studio_workspace_toast(studio_graph_session_workspace(session), text, "Undo", "win.undo");
    return true;
}

char *studio_graph_copy(StudioGraphSession *session)
{
    MieniTextOut out = {0};
    g_auto(GStrv) ids = studio_graph_session_picked(session);
    const StudioGraphScene *scene = studio_graph_session_scene(session);
    char *text = NULL;
    if (scene != NULL && scene->root != NULL && ids[0] != NULL &&
        studio_graph_copy_nodes(studio_of(session), scene->root, (const char *const *)ids,
                                (int)g_strv_length(ids), &out, NULL) == MIEN_OK)
        text = g_strdup(out.bytes);
    mieni_text_release(&out);
    return text;
}

/// Pastes, and selects what came.
static bool put(StudioGraphSession *session, const char *text, double x, double y, const char *label)
{
    MieniProblem problem = {0};
    MieniPaths ids = {0};
    if (studio_graph_is_locked(session))
        return false;
    g_autofree char *path = g_strdup(studio_graph_session_scene(session)->path);
    if (!begin(session, label))
        return false;
    MienStatus status = keep_places(session, 0, 0, false, &problem);
    if (status == MIEN_OK)
        status = studio_graph_paste_nodes(studio_of(session), path, text, strlen(text), x, y, NULL, &ids,
                                          &problem);
    const bool is_done = end(session, status, &problem);
    for (int i = 0; is_done && i < ids.count; ++i)
        studio_graph_session_pick(session, ids.items[i], i == 0 ? STUDIO_PICK_ONLY : STUDIO_PICK_ADD);
    mieni_paths_release(&ids);
    return is_done;
}

bool studio_graph_duplicate(StudioGraphSession *session)
{
    g_auto(GStrv) ids = studio_graph_session_picked(session);
    const int count = (int)g_strv_length(ids);
    if (count == 0 || studio_graph_is_locked(session))
        return false;
    g_autofree char *label =
        count == 1 ? g_strdup_printf("duplicate %s", ids[0]) : g_strdup_printf("duplicate %d nodes", count);
    // Copies go below what they are copies of, so places must be in the text.
    MieniProblem problem = {0};
    if (!begin(session, label))
        return false;
    MienStatus status = keep_places(session, 0, 0, false, &problem);
    g_autofree char *text = status == MIEN_OK ? studio_graph_copy(session) : NULL;
    const bool is_done = text != NULL && put(session, text, 2 * STUDIO_GRID, 2 * STUDIO_GRID, label);
    if (text == NULL)
        status =
            mieni_problem_set(&problem, ids[0], MIEN_ERROR_DATA, mieni_nowhere(), "This cannot be copied");
    if (is_done || status != MIEN_OK)
        return end(session, status, &problem);
    studio_group_cancel(studio_of(session), NULL);
    return false;
}

bool studio_graph_paste(StudioGraphSession *session, const char *text, double x, double y)
{
    return put(session, text, x, y, "paste nodes");
}

// Values

char *studio_graph_quote(const char *text)
{
    MieniTextOut out = {0};
    mieni_text_put_string(&out, text);
    char *quoted = g_strdup(out.bytes != NULL ? out.bytes : "\"\"");
    mieni_text_release(&out);
    return quoted;
}

/// "Pip" for the graph of a character of that name, otherwise the graph's name.
static char *owner_of(StudioGraphSession *session)
{
    const StudioGraphScene *scene = studio_graph_session_scene(session);
    Studio *studio = studio_of(session);
    for (int i = 0; i < studio->files.count; ++i) {
        const StudioFile *file = studio->files.items[i];
        const MieniAsset *asset;
        if (file->kind != MIENI_ASSET_CHARACTER || !studio_exists(studio, file->path) ||
            studio_asset(studio, file->path, &asset, NULL) != MIEN_OK ||
            g_strcmp0(mieni_character_graph(mieni_character_of(asset)), scene->path) != 0)
            continue;
        char name[STUDIO_LABEL_ROOM];
        char *text = g_strdup(studio_asset_name(file->path, name));
        text[0] = g_ascii_toupper(text[0]);
        return text;
    }
    return g_strdup(scene->name);
}

bool studio_graph_change(StudioGraphSession *session, const char *id, const char *key, const char *json)
{
    MieniProblem problem = {0};
    const StudioGraphScene *scene = studio_graph_session_scene(session);
    const StudioGraphNode *node = studio_graph_scene_node(scene, studio_graph_scene_find(scene, id));
    if (node == NULL)
        return false;
    StudioGraphChain chain;
    bool was_own = true;
    if (scene->parent != NULL &&
        studio_graph_chain_read(studio_of(session), scene->path, &chain, NULL) == MIEN_OK)
        was_own = mieni_graph_text_setting(&chain.texts[0], node->row, key).text == &chain.texts[0];
    g_autofree char *what = studio_label_of_key(key), *owner = owner_of(session),
                    *path = g_strdup(scene->path), *name = g_strdup(id),
                    *title = g_strdup(node->words->title);
    g_autofree char *label =
        g_strdup_printf("%s %s in %s", json != NULL ? "override" : "reset", title, scene->name);
    const bool is_child = scene->parent != NULL;
    if (is_child && !told(session, studio_group_begin(studio_of(session), label, &problem), &problem))
        return false;
    const MienStatus status = studio_graph_set(studio_of(session), path, name, key, json, &problem);
    if (is_child ? !end(session, status, &problem) : !told(session, status, &problem))
        return false;
    if (is_child && json != NULL && !was_own) {
        g_autofree char *text = g_strdup_printf("%s now overrides %s", owner, what);
        studio_workspace_toast(studio_graph_session_workspace(session), text, "Undo", "win.undo");
    }
    return true;
}

bool studio_graph_change_as(StudioGraphSession *session, const char *id, const StudioGraphSetting *settings,
                            int count, const char *label)
{
    MieniProblem problem = {0};
    const StudioGraphScene *scene = studio_graph_session_scene(session);
    if (scene == NULL || !told(session, studio_group_begin(studio_of(session), label, &problem), &problem))
        return false;
    g_autofree char *path = g_strdup(scene->path), *name = g_strdup(id); // the scene goes
    MienStatus status = MIEN_OK;
    for (int i = 0; i < count && status == MIEN_OK; ++i)
        status =
            studio_graph_set(studio_of(session), path, name, settings[i].key, settings[i].json, &problem);
    return end(session, status, &problem);
}

bool studio_graph_change_parameter(StudioGraphSession *session, const char *name, const char *json)
{
    MieniProblem problem = {0};
    if (studio_graph_session_scene(session) == NULL)
        return false;
    g_autofree char *path = g_strdup(studio_graph_session_scene(session)->path);
    return told(session, studio_graph_set_parameter(studio_of(session), path, name, NULL, json, &problem),
                &problem);
}

bool studio_graph_give_parameter(StudioGraphSession *session, const char *id, const char *key,
                                 const char *type)
{
    MieniProblem problem = {0};
    char name[256];
    if (studio_graph_is_locked(session))
        return false;
    g_autofree char *path = g_strdup(studio_graph_session_scene(session)->path);
    if (!told(session, studio_parameter_add_for(studio_of(session), path, id, key, type, name, &problem),
              &problem))
        return false;
    g_autofree char *text = g_strdup_printf("Now set by parameter %s", name);
    studio_workspace_toast(studio_graph_session_workspace(session), text, "Undo", "win.undo");
    return true;
}

bool studio_graph_reset(StudioGraphSession *session, const char *id)
{
    MieniProblem problem = {0};
    const StudioGraphScene *scene = studio_graph_session_scene(session);
    const StudioGraphNode *node = studio_graph_scene_node(scene, studio_graph_scene_find(scene, id));
    const MieniAsset *asset;
    if (node == NULL || scene->parent == NULL ||
        studio_asset(studio_of(session), scene->path, &asset, &problem) != MIEN_OK)
        return false;
    const MieniGraphView *graph = mieni_graph_of(asset);
    const int at = mieni_graph_find_override(graph, id);
    if (at < 0)
        return false;
    const MieniJson *row = mieni_override_json(mieni_graph_override(graph, at));
    g_autoptr(GPtrArray) keys = g_ptr_array_new_with_free_func(g_free);
    for (int k = 0; k < row->count; ++k)
        if (strcmp(row->keys[k], "id") != 0)
            g_ptr_array_add(keys, g_strdup(row->keys[k]));
    g_autofree char *label = g_strdup_printf("reset %s in %s", node->words->title, scene->name),
                    *path = g_strdup(scene->path), *name = g_strdup(id);
    if (!told(session, studio_group_begin(studio_of(session), label, &problem), &problem))
        return false;
    MienStatus status = MIEN_OK;
    for (guint k = 0; k < keys->len && status == MIEN_OK; ++k)
        status = studio_graph_set(studio_of(session), path, name, g_ptr_array_index(keys, k), NULL, &problem);
    return end(session, status, &problem);
}
