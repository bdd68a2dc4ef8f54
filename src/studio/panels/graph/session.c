// SPDX-License-Identifier: MIT
//
// The active graph.

#include "studio/panels/graph/session.h"

#include <string.h>

#include "studio/model/document/edit.h"
#include "studio/panels/workspace/live.h"

enum { LIVE_PAUSE = 66 }; ///< Milliseconds between two looks at what plays.

struct _StudioGraphDesk {
    GObject parent_instance;
    StudioWorkspace *workspace; ///< Owns the desk.
    StudioLive *live;           ///< The workspace's.
    StudioDocument *document;
    StudioGraphScene *scene;
    bool wants_live, has_news;
    gint64 live_time;
    guint live_timer;
    GArray *values; ///< Of StudioNodeLive, a row per node; empty if nothing is known.
    guint64 turn;   ///< Goes up with every scene.
    bool is_checking, is_outdated;
    char *error_id, *error; ///< Of the last check.
};

G_DEFINE_TYPE(StudioGraphDesk, studio_graph_desk, G_TYPE_OBJECT)

enum { SCENE, MARKS, SELECTION, LIVE, PARAMETERS, SIGNALS };
static guint signals[SIGNALS];

// What is wrong

typedef struct Checking {
    StudioGraphDesk *desk;
    StudioEdit edit;
    char *path;
    guint64 turn;
    MienStatus status;
    MieniProblem problem;
} Checking;

static void run_check(StudioJob *job, void *data)
{
    Checking *checking = data;
    MieniGraphs graphs = {0};
    const MieniGraphText *text;
    MienAuthorPack pack = {0};
    if (studio_job_is_cancelled(job))
        return;
    checking->status =
        mieni_graphs_read(&graphs, checking->edit.project, checking->path, &text, &checking->problem);
    if (checking->status == MIEN_OK)
        checking->status =
            mieni_graphs_cook(&graphs, checking->edit.project, text, &pack, &checking->problem);
    if (checking->status == MIEN_OK)
        mien_author_pack_release(&pack);
    mieni_graphs_release(&graphs);
}

static void free_check(void *data)
{
    Checking *checking = data;
    g_object_unref(checking->desk);
    g_free(checking->path);
    g_free(checking);
}

static void check(StudioGraphDesk *desk);
static void mark_errors(StudioGraphDesk *desk);

/// The id of the node that a place is about: "line 9, nodes[3].alpha", "overrides[1].poses".
static char *id_of_place(StudioGraphDesk *desk, const char *place)
{
    Studio *studio = studio_workspace_studio(desk->workspace);
    const char *list = strstr(place, "nodes["), *path = desk->scene->root;
    const MieniAsset *asset;
    const bool is_override = list == NULL;
    if (is_override) {
        list = strstr(place, "overrides[");
        path = desk->scene->path;
    }
    if (list == NULL || path == NULL || studio_asset(studio, path, &asset, NULL) != MIEN_OK)
        return NULL;
    const MieniGraphView *graph = mieni_graph_of(asset);
    const int index = (int)g_ascii_strtoll(strchr(list, '[') + 1, NULL, 10);
    if (index < 0 ||
        index >= (is_override ? mieni_graph_override_count(graph) : mieni_graph_node_count(graph)))
        return NULL;
    return g_strdup(is_override ? mieni_override_id(mieni_graph_override(graph, index))
                                : mieni_node_id(mieni_graph_node(graph, index)));
}

static void end_check(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    Checking *checking = data;
    StudioGraphDesk *desk = checking->desk;
    (void)workspace;
    studio_edit_drop(&checking->edit);
    desk->is_checking = false;
    if (desk->scene == NULL || is_cancelled)
        return;
    if (checking->turn != desk->turn) {
        check(desk);
        return;
    }
    g_clear_pointer(&desk->error, g_free);
    g_clear_pointer(&desk->error_id, g_free);
    if (checking->status != MIEN_OK) {
        desk->error = g_strdup(checking->problem.error.message);
        desk->error_id = id_of_place(desk, checking->problem.error.place);
    }
    mark_errors(desk);
    g_signal_emit(desk, signals[MARKS], 0);
}

/// Cooks the graph elsewhere, to know what cooking would say.
static void check(StudioGraphDesk *desk)
{
    MieniProblem problem = {0};
    if (desk->is_checking || desk->scene == NULL)
        return;
    Checking *checking = g_new0(Checking, 1);
    if (studio_edit_begin(&checking->edit, studio_workspace_studio(desk->workspace), &problem) != MIEN_OK) {
        g_free(checking);
        return;
    }
    checking->desk = g_object_ref(desk);
    checking->path = g_strdup(desk->scene->path);
    checking->turn = desk->turn;
    desk->is_checking = true;
    studio_workspace_run(
        desk->workspace,
        &(StudioJobWork){.is_minor = true, .run = run_check, .done = end_check, .free_data = free_check},
        checking);
}

static void mark_errors(StudioGraphDesk *desk)
{
    const StudioProblems *problems = studio_workspace_problems(desk->workspace);
    const StudioGraphScene *scene = desk->scene;
    for (guint i = 0; i < scene->nodes->len; ++i) {
        StudioGraphNode *node = studio_graph_scene_node(scene, (int)i);
        g_clear_pointer(&node->error, g_free);
        g_clear_pointer(&node->problem, g_free);
    }
    for (int i = 0; i < problems->count; ++i) {
        const MieniFinding *finding = problems->items[i].finding;
        if (strcmp(finding->file, scene->path) != 0 || finding->severity < MIENI_LINT_WARNING)
            continue;
        g_autofree char *id = id_of_place(desk, finding->place);
        StudioGraphNode *node = studio_graph_scene_node(scene, studio_graph_scene_find(scene, id));
        if (node != NULL && node->problem == NULL)
            node->problem = g_strdup(finding->message);
    }
    if (desk->error == NULL)
        return;
    StudioGraphNode *node = studio_graph_scene_node(scene, studio_graph_scene_find(scene, desk->error_id));
    if (node == NULL && scene->nodes->len > 0) // an error of the whole is told where all ends
        node = studio_graph_scene_node(scene, (int)scene->nodes->len - 1);
    if (node != NULL)
        node->error = g_strdup(desk->error);
}

// The scene

static void keep_selection(StudioGraphDesk *desk)
{
    g_autoptr(GPtrArray) ids = g_ptr_array_new();
    for (guint i = 0; i < desk->scene->nodes->len; ++i)
        g_ptr_array_add(ids, studio_graph_scene_node(desk->scene, (int)i)->id);
    studio_selection_keep(&desk->document->selection, (const char *const *)ids->pdata, (int)ids->len);
}

static void rebuild(StudioGraphDesk *desk)
{
    Studio *studio = studio_workspace_studio(desk->workspace);
    g_clear_pointer(&desk->scene, studio_graph_scene_free);
    g_array_set_size(desk->values, 0);
    ++desk->turn;
    if (desk->document != NULL && studio_exists(studio, desk->document->path)) {
        desk->scene = studio_graph_scene_new(studio, desk->document->path);
        keep_selection(desk);
        mark_errors(desk);
        check(desk);
    }
    g_signal_emit(desk, signals[SCENE], 0);
}

static void on_changed(StudioGraphDesk *desk, const char *const *paths)
{
    if (desk->document == NULL)
        return;
    for (; *paths != NULL; ++paths) {
        const MieniAssetKind kind = mieni_asset_kind_of_path(*paths);
        if (kind == MIENI_ASSET_GRAPH || kind == MIENI_ASSET_POSES || kind == MIENI_ASSET_MAP) {
            rebuild(desk);
            return;
        }
    }
}

static void on_problems(StudioGraphDesk *desk)
{
    if (desk->scene == NULL)
        return;
    mark_errors(desk);
    g_signal_emit(desk, signals[MARKS], 0);
}

static void on_selection(StudioGraphDesk *desk)
{
    if (desk->document != NULL)
        g_signal_emit(desk, signals[SELECTION], 0);
}

static void on_document_removed(StudioGraphDesk *desk, StudioDocument *document)
{
    if (desk->document == document)
        studio_graph_desk_show(desk, NULL);
}

void studio_graph_desk_show(StudioGraphDesk *desk, StudioDocument *document)
{
    if (desk->document == document && (document == NULL || desk->scene != NULL))
        return;
    desk->document = document;
    g_clear_pointer(&desk->error, g_free);
    g_clear_pointer(&desk->error_id, g_free);
    rebuild(desk);
    g_signal_emit(desk, signals[SELECTION], 0);
}

const StudioGraphScene *studio_graph_desk_scene(const StudioGraphDesk *desk) { return desk->scene; }

StudioDocument *studio_graph_desk_document(const StudioGraphDesk *desk) { return desk->document; }

StudioWorkspace *studio_graph_desk_workspace(const StudioGraphDesk *desk) { return desk->workspace; }

bool studio_graph_desk_is_checking(const StudioGraphDesk *desk) { return desk->is_checking; }

// Selection

void studio_graph_desk_pick(StudioGraphDesk *desk, const char *id, StudioPick how)
{
    if (desk->document == NULL)
        return;
    StudioSelection *selection = &desk->document->selection;
    const uint64_t before = selection->revision;
    if (id == NULL)
        studio_selection_clear(selection);
    else if (how == STUDIO_PICK_ONLY)
        studio_selection_only(selection, id);
    else if (how == STUDIO_PICK_ADD)
        studio_selection_add(selection, id);
    else
        studio_selection_toggle(selection, id);
    if (selection->revision != before)
        studio_workspace_selection_changed(desk->workspace);
}

bool studio_graph_desk_is_picked(const StudioGraphDesk *desk, const char *id)
{
    return desk->document != NULL && studio_selection_has(&desk->document->selection, id);
}

int studio_graph_desk_focus(const StudioGraphDesk *desk)
{
    if (desk->document == NULL || desk->scene == NULL)
        return -1;
    const MieniPaths *names = &desk->document->selection.names;
    return names->count > 0 ? studio_graph_scene_find(desk->scene, names->items[names->count - 1]) : -1;
}

char **studio_graph_desk_picked(const StudioGraphDesk *desk)
{
    GPtrArray *ids = g_ptr_array_new();
    for (guint i = 0; desk->scene != NULL && i < desk->scene->nodes->len; ++i) {
        const StudioGraphNode *node = studio_graph_scene_node(desk->scene, (int)i);
        if (studio_graph_desk_is_picked(desk, node->id))
            g_ptr_array_add(ids, g_strdup(node->id));
    }
    g_ptr_array_add(ids, NULL);
    return (char **)g_ptr_array_free(ids, FALSE);
}

void studio_graph_desk_ask_parameters(StudioGraphDesk *desk) { g_signal_emit(desk, signals[PARAMETERS], 0); }

// What plays

/// Whether a graph is this one, or extends it.
static bool is_of(StudioGraphDesk *desk, const char *graph)
{
    StudioGraphChain chain;
    if (graph == NULL ||
        studio_graph_chain_read(studio_workspace_studio(desk->workspace), graph, &chain, NULL) != MIEN_OK)
        return false;
    for (int i = 0; i < chain.count; ++i)
        if (strcmp(chain.texts[i].path, desk->scene->path) == 0)
            return true;
    return false;
}

/// The character in the viewport that this graph moves: one that names it before one of a child.
static const MieniCharacter *character_of(StudioGraphDesk *desk)
{
    const MieniCharacter *found = NULL;
    for (int i = 0; i < studio_live_count(desk->live); ++i) {
        const MieniFace *face = studio_live_face(desk->live, i);
        const MieniCharacter *character = face != NULL ? face->character : NULL;
        if (character == NULL || character->graph_path == NULL || character->trace == NULL)
            continue;
        if (strcmp(character->graph_path, desk->scene->path) == 0)
            return character;
        if (found == NULL && is_of(desk, character->graph_path))
            found = character;
    }
    return found;
}

static int count_present(const MienCurveSet *curves)
{
    int count = 0;
    for (int i = 0; i < curves->count; ++i)
        count += curves->present == NULL || ((curves->present[i / 32] >> (i % 32)) & 1u) != 0;
    return count;
}

static StudioNodeLive look_at(const MieniCharacter *character, const char *id)
{
    StudioNodeLive live = {
        .is_known = true, .bone_count = character->bone_count, .morph_count = character->morph_count};
    const int index = mien_graph_find_node(character->graph, id);
    if (index < 0)
        return live; // it leads nowhere, so the pack is without it
    const MienGraphNodeTrace trace = mien_graph_trace_node(character->trace, index);
    live.is_live = trace.is_live;
    if (!trace.is_live)
        return live;
    live.weight = trace.weight;
    live.time = trace.time;
    live.curve_count = count_present(&trace.curves);
    live.poses = trace.weight_count;
    for (int i = 0; i < trace.weight_count; ++i)
        live.active += trace.weights[i] != 0.0f;
    live.weight_count = MIN(trace.weight_count, (int)G_N_ELEMENTS(live.weights));
    for (int i = 0; i < live.weight_count; ++i)
        live.weights[i] = trace.weights[i];
    return live;
}

static void look(StudioGraphDesk *desk)
{
    const MieniCharacter *character = desk->wants_live ? character_of(desk) : NULL;
    const guint before = desk->values->len;
    g_array_set_size(desk->values, 0);
    for (guint i = 0; character != NULL && i < desk->scene->nodes->len; ++i) {
        const StudioNodeLive live = look_at(character, studio_graph_scene_node(desk->scene, (int)i)->id);
        g_array_append_val(desk->values, live);
    }
    desk->has_news = false;
    desk->live_time = g_get_monotonic_time();
    if (before > 0 || desk->values->len > 0)
        g_signal_emit(desk, signals[LIVE], 0);
}

static gboolean on_live_timer(void *user)
{
    StudioGraphDesk *desk = user;
    desk->live_timer = 0;
    if (desk->has_news && desk->scene != NULL)
        look(desk);
    return G_SOURCE_REMOVE;
}

/// Looks now, or once the pause since the last look is over.
static void on_shown(StudioGraphDesk *desk)
{
    if (desk->scene == NULL || desk->live_timer != 0) {
        desk->has_news = desk->live_timer != 0;
        return;
    }
    const gint64 since = (g_get_monotonic_time() - desk->live_time) / 1000;
    desk->has_news = true;
    if (since >= LIVE_PAUSE)
        look(desk);
    else
        desk->live_timer = g_timeout_add((guint)(LIVE_PAUSE - since), on_live_timer, desk);
}

StudioNodeLive studio_graph_desk_live(const StudioGraphDesk *desk, int node)
{
    return node >= 0 && node < (int)desk->values->len ? g_array_index(desk->values, StudioNodeLive, node)
                                                      : (StudioNodeLive){0};
}

void studio_graph_desk_set_live(StudioGraphDesk *desk, bool is_live)
{
    desk->wants_live = is_live;
    if (desk->scene != NULL)
        look(desk);
}

// The object

static void studio_graph_desk_finalize(GObject *object)
{
    StudioGraphDesk *desk = STUDIO_GRAPH_DESK(object);
    g_clear_handle_id(&desk->live_timer, g_source_remove);
    studio_graph_scene_free(desk->scene);
    g_array_unref(desk->values);
    g_free(desk->error);
    g_free(desk->error_id);
    G_OBJECT_CLASS(studio_graph_desk_parent_class)->finalize(object);
}

static void studio_graph_desk_class_init(StudioGraphDeskClass *class)
{
    static const char *const names[SIGNALS] = {"scene", "marks", "selection", "live", "parameters"};
    G_OBJECT_CLASS(class)->finalize = studio_graph_desk_finalize;
    for (int i = 0; i < SIGNALS; ++i)
        signals[i] = g_signal_new(names[i], G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
}

static void studio_graph_desk_init(StudioGraphDesk *desk)
{
    desk->values = g_array_new(FALSE, FALSE, sizeof(StudioNodeLive));
    desk->wants_live = true;
}

StudioGraphDesk *studio_graph_desk_of(StudioWorkspace *workspace)
{
    StudioGraphDesk *desk = g_object_get_data(G_OBJECT(workspace), "graph-desk");
    if (desk != NULL)
        return desk;
    desk = g_object_new(STUDIO_TYPE_GRAPH_DESK, NULL);
    desk->workspace = workspace;
    desk->live = studio_live_of(workspace);
    g_object_set_data_full(G_OBJECT(workspace), "graph-desk", desk, g_object_unref);
    g_signal_connect_object(workspace, "changed", G_CALLBACK(on_changed), desk, G_CONNECT_SWAPPED);
    g_signal_connect_object(workspace, "problems", G_CALLBACK(on_problems), desk, G_CONNECT_SWAPPED);
    g_signal_connect_object(workspace, "selection", G_CALLBACK(on_selection), desk, G_CONNECT_SWAPPED);
    g_signal_connect_object(workspace, "document-removed", G_CALLBACK(on_document_removed), desk,
                            G_CONNECT_SWAPPED);
    g_signal_connect_object(desk->live, "shown", G_CALLBACK(on_shown), desk, G_CONNECT_SWAPPED);
    g_signal_connect_object(desk->live, "cast", G_CALLBACK(on_shown), desk, G_CONNECT_SWAPPED);
    return desk;
}
