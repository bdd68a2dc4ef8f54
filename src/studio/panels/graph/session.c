// SPDX-License-Identifier: MIT
//
// The active graph.

#include "studio/panels/graph/session.h"

#include <string.h>

#include "studio/model/document/edit.h"
#include "studio/panels/workspace/live.h"

enum { LIVE_PAUSE = 66 }; ///< Milliseconds between two looks at what plays.

struct _StudioGraphSession {
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

G_DEFINE_TYPE(StudioGraphSession, studio_graph_session, G_TYPE_OBJECT)

enum { SCENE, MARKS, SELECTION, LIVE, PARAMETERS, SIGNALS };
static guint signals[SIGNALS];

// What is wrong

typedef struct Checking {
    StudioGraphSession *session;
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
    g_object_unref(checking->session);
    g_free(checking->path);
    g_free(checking);
}

static void check(StudioGraphSession *session);
static void mark_errors(StudioGraphSession *session);

/// The id of the node that a place is about: "line 9, nodes[3].alpha", "overrides[1].poses".
static char *id_of_place(StudioGraphSession *session, const char *place)
{
    Studio *studio = studio_workspace_studio(session->workspace);
    const char *list = strstr(place, "nodes["), *path = session->scene->root;
    const MieniAsset *asset;
    const bool is_override = list == NULL;
    if (is_override) {
        list = strstr(place, "overrides[");
        path = session->scene->path;
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
    StudioGraphSession *session = checking->session;
    (void)workspace;
    studio_edit_drop(&checking->edit);
    session->is_checking = false;
    if (session->scene == NULL || is_cancelled)
        return;
    if (checking->turn != session->turn) {
        check(session);
        return;
    }
    g_clear_pointer(&session->error, g_free);
    g_clear_pointer(&session->error_id, g_free);
    if (checking->status != MIEN_OK) {
        session->error = g_strdup(checking->problem.error.message);
        session->error_id = id_of_place(session, checking->problem.error.location);
    }
    mark_errors(session);
    g_signal_emit(session, signals[MARKS], 0);
}

/// Cooks the graph elsewhere, to know what cooking would say.
static void check(StudioGraphSession *session)
{
    MieniProblem problem = {0};
    if (session->is_checking || session->scene == NULL)
        return;
    Checking *checking = g_new0(Checking, 1);
    if (studio_edit_begin(&checking->edit, studio_workspace_studio(session->workspace), &problem) !=
        MIEN_OK) {
        g_free(checking);
        return;
    }
    checking->session = g_object_ref(session);
    checking->path = g_strdup(session->scene->path);
    checking->turn = session->turn;
    session->is_checking = true;
    studio_workspace_run(
        session->workspace,
        &(StudioJobWork){.is_minor = true, .run = run_check, .done = end_check, .free_data = free_check},
        checking);
}

static void mark_errors(StudioGraphSession *session)
{
    const StudioProblems *problems = studio_workspace_problems(session->workspace);
    const StudioGraphScene *scene = session->scene;
    for (guint i = 0; i < scene->nodes->len; ++i) {
        StudioGraphNode *node = studio_graph_scene_node(scene, (int)i);
        g_clear_pointer(&node->error, g_free);
        g_clear_pointer(&node->problem, g_free);
    }
    for (int i = 0; i < problems->count; ++i) {
        const MieniFinding *finding = problems->items[i].finding;
        if (strcmp(finding->file, scene->path) != 0 || finding->severity < MIENI_LINT_WARNING)
            continue;
        g_autofree char *id = id_of_place(session, finding->place);
        StudioGraphNode *node = studio_graph_scene_node(scene, studio_graph_scene_find(scene, id));
        if (node != NULL && node->problem == NULL)
            node->problem = g_strdup(finding->message);
    }
    if (session->error == NULL)
        return;
    StudioGraphNode *node = studio_graph_scene_node(scene, studio_graph_scene_find(scene, session->error_id));
    if (node == NULL && scene->nodes->len > 0) // an error of the whole is told where all ends
        node = studio_graph_scene_node(scene, (int)scene->nodes->len - 1);
    if (node != NULL)
        node->error = g_strdup(session->error);
}

// The scene

static void keep_selection(StudioGraphSession *session)
{
    g_autoptr(GPtrArray) ids = g_ptr_array_new();
    for (guint i = 0; i < session->scene->nodes->len; ++i)
        g_ptr_array_add(ids, studio_graph_scene_node(session->scene, (int)i)->id);
    studio_selection_keep(&session->document->selection, (const char *const *)ids->pdata, (int)ids->len);
}

static void rebuild(StudioGraphSession *session)
{
    Studio *studio = studio_workspace_studio(session->workspace);
    g_clear_pointer(&session->scene, studio_graph_scene_free);
    g_array_set_size(session->values, 0);
    ++session->turn;
    if (session->document != NULL && studio_exists(studio, session->document->path)) {
        session->scene = studio_graph_scene_new(studio, session->document->path);
        keep_selection(session);
        mark_errors(session);
        check(session);
    }
    g_signal_emit(session, signals[SCENE], 0);
}

static void on_changed(StudioGraphSession *session, const char *const *paths)
{
    if (session->document == NULL)
        return;
    for (; *paths != NULL; ++paths) {
        const MieniAssetKind kind = mieni_asset_kind_of_path(*paths);
        if (kind == MIENI_ASSET_GRAPH || kind == MIENI_ASSET_POSES || kind == MIENI_ASSET_MAP) {
            rebuild(session);
            return;
        }
    }
}

static void on_problems(StudioGraphSession *session)
{
    if (session->scene == NULL)
        return;
    mark_errors(session);
    g_signal_emit(session, signals[MARKS], 0);
}

static void on_selection(StudioGraphSession *session)
{
    if (session->document != NULL)
        g_signal_emit(session, signals[SELECTION], 0);
}

static void on_document_removed(StudioGraphSession *session, StudioDocument *document)
{
    if (session->document == document)
        studio_graph_session_show(session, NULL);
}

void studio_graph_session_show(StudioGraphSession *session, StudioDocument *document)
{
    if (session->document == document && (document == NULL || session->scene != NULL))
        return;
    session->document = document;
    g_clear_pointer(&session->error, g_free);
    g_clear_pointer(&session->error_id, g_free);
    rebuild(session);
    g_signal_emit(session, signals[SELECTION], 0);
}

const StudioGraphScene *studio_graph_session_scene(const StudioGraphSession *session)
{
    return session->scene;
}

StudioWorkspace *studio_graph_session_workspace(const StudioGraphSession *session)
{
    return session->workspace;
}

// Selection

void studio_graph_session_pick(StudioGraphSession *session, const char *id, StudioPick how)
{
    if (session->document == NULL)
        return;
    StudioSelection *selection = &session->document->selection;
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
        studio_workspace_selection_changed(session->workspace);
}

bool studio_graph_session_is_picked(const StudioGraphSession *session, const char *id)
{
    return session->document != NULL && studio_selection_has(&session->document->selection, id);
}

int studio_graph_session_focus(const StudioGraphSession *session)
{
    if (session->document == NULL || session->scene == NULL)
        return -1;
    const MieniPaths *names = &session->document->selection.names;
    return names->count > 0 ? studio_graph_scene_find(session->scene, names->items[names->count - 1]) : -1;
}

char **studio_graph_session_picked(const StudioGraphSession *session)
{
    GPtrArray *ids = g_ptr_array_new();
    for (guint i = 0; session->scene != NULL && i < session->scene->nodes->len; ++i) {
        const StudioGraphNode *node = studio_graph_scene_node(session->scene, (int)i);
        if (studio_graph_session_is_picked(session, node->id))
            g_ptr_array_add(ids, g_strdup(node->id));
    }
    g_ptr_array_add(ids, NULL);
    return (char **)g_ptr_array_free(ids, FALSE);
}

void studio_graph_session_ask_parameters(StudioGraphSession *session)
{
    g_signal_emit(session, signals[PARAMETERS], 0);
}

// What plays

/// Whether a graph is this one, or extends it.
static bool is_of(const StudioGraphSession *session, const char *graph)
{
    StudioGraphChain chain;
    if (graph == NULL ||
        studio_graph_chain_read(studio_workspace_studio(session->workspace), graph, &chain, NULL) != MIEN_OK)
        return false;
    for (int i = 0; i < chain.count; ++i)
        if (strcmp(chain.texts[i].path, session->scene->path) == 0)
            return true;
    return false;
}

/// The face in the viewport that this graph moves: one that names it before one of a child.
static const MieniFace *face_of(const StudioGraphSession *session)
{
    const MieniFace *found = NULL;
    for (int i = 0; i < studio_live_count(session->live); ++i) {
        const MieniFace *face = studio_live_face(session->live, i);
        const MieniCharacter *character = face != NULL ? face->character : NULL;
        if (character == NULL || character->graph_path == NULL || character->trace == NULL)
            continue;
        if (strcmp(character->graph_path, session->scene->path) == 0)
            return face;
        if (found == NULL && is_of(session, character->graph_path))
            found = face;
    }
    return found;
}

static const MieniCharacter *character_of(const StudioGraphSession *session)
{
    const MieniFace *face = session->scene != NULL ? face_of(session) : NULL;
    return face != NULL ? face->character : NULL;
}

const MieniFace *studio_graph_session_face(const StudioGraphSession *session)
{
    const MieniFace *face = session->scene != NULL ? face_of(session) : NULL;
    return face != NULL ? face : studio_live_face(session->live, 0);
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
        return live; // not connected to the output, so the pack omits it
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

static void look(StudioGraphSession *session)
{
    const MieniCharacter *character = session->wants_live ? character_of(session) : NULL;
    const guint before = session->values->len;
    g_array_set_size(session->values, 0);
    for (guint i = 0; character != NULL && i < session->scene->nodes->len; ++i) {
        const StudioNodeLive live = look_at(character, studio_graph_scene_node(session->scene, (int)i)->id);
        g_array_append_val(session->values, live);
    }
    session->has_news = false;
    session->live_time = g_get_monotonic_time();
    if (before > 0 || session->values->len > 0)
        g_signal_emit(session, signals[LIVE], 0);
}

static gboolean on_live_timer(void *user)
{
    StudioGraphSession *session = user;
    session->live_timer = 0;
    if (session->has_news && session->scene != NULL)
        look(session);
    return G_SOURCE_REMOVE;
}

/// Looks now, or once the pause since the last look is over.
static void on_shown(StudioGraphSession *session)
{
    if (session->scene == NULL || session->live_timer != 0) {
        session->has_news = session->live_timer != 0;
        return;
    }
    const gint64 since = (g_get_monotonic_time() - session->live_time) / 1000;
    session->has_news = true;
    if (since >= LIVE_PAUSE)
        look(session);
    else
        session->live_timer = g_timeout_add((guint)(LIVE_PAUSE - since), on_live_timer, session);
}

StudioNodeLive studio_graph_session_live(const StudioGraphSession *session, int node)
{
    return node >= 0 && node < (int)session->values->len
               ? g_array_index(session->values, StudioNodeLive, node)
               : (StudioNodeLive){0};
}

bool studio_graph_session_target(const StudioGraphSession *session, const char *id, int target,
                                 const char *name, float *out_weight)
{
    const MieniCharacter *character = character_of(session);
    const int node = character != NULL ? mien_graph_find_node(character->graph, id) : -1;
    if (node < 0)
        return false;
    const MienGraphNodeTrace trace = mien_graph_trace_node(character->trace, node);
    const int asset = mien_graph_node_asset(character->graph, node);
    const MienPoseAsset *poses = asset >= 0 ? character->assets[asset].poses : NULL;
    const int at = poses != NULL ? mien_pose_asset_find_pose(poses, name) : target; // of a curve: the target
    if (!trace.is_live || at < 0 || at >= trace.weight_count)
        return false;
    *out_weight = trace.weights[at];
    return true;
}

float studio_graph_session_radius(const StudioGraphSession *session, const char *id)
{
    const MieniCharacter *character = character_of(session);
    const int node = character != NULL ? mien_graph_find_node(character->graph, id) : -1;
    return node >= 0 ? mien_graph_driver(character->graph, node).radius : 0.0f;
}

void studio_graph_session_set_live(StudioGraphSession *session, bool is_live)
{
    session->wants_live = is_live;
    if (session->scene != NULL)
        look(session);
}

// The object

static void studio_graph_session_finalize(GObject *object)
{
    StudioGraphSession *session = STUDIO_GRAPH_SESSION(object);
    g_clear_handle_id(&session->live_timer, g_source_remove);
    studio_graph_scene_free(session->scene);
    g_array_unref(session->values);
    g_free(session->error);
    g_free(session->error_id);
    G_OBJECT_CLASS(studio_graph_session_parent_class)->finalize(object);
}

static void studio_graph_session_class_init(StudioGraphSessionClass *class)
{
    static const char *const names[SIGNALS] = {"scene", "marks", "selection", "live", "parameters"};
    G_OBJECT_CLASS(class)->finalize = studio_graph_session_finalize;
    for (int i = 0; i < SIGNALS; ++i)
        signals[i] = g_signal_new(names[i], G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
}

static void studio_graph_session_init(StudioGraphSession *session)
{
    session->values = g_array_new(FALSE, FALSE, sizeof(StudioNodeLive));
    session->wants_live = true;
}

StudioGraphSession *studio_graph_session_of(StudioWorkspace *workspace)
{
    StudioGraphSession *session = g_object_get_data(G_OBJECT(workspace), "graph-session");
    if (session != NULL)
        return session;
    session = g_object_new(STUDIO_TYPE_GRAPH_SESSION, NULL);
    session->workspace = workspace;
    session->live = studio_live_of(workspace);
    g_object_set_data_full(G_OBJECT(workspace), "graph-session", session, g_object_unref);
    g_signal_connect_object(workspace, "changed", G_CALLBACK(on_changed), session, G_CONNECT_SWAPPED);
    g_signal_connect_object(workspace, "problems", G_CALLBACK(on_problems), session, G_CONNECT_SWAPPED);
    g_signal_connect_object(workspace, "selection", G_CALLBACK(on_selection), session, G_CONNECT_SWAPPED);
    g_signal_connect_object(workspace, "document-removed", G_CALLBACK(on_document_removed), session,
                            G_CONNECT_SWAPPED);
    g_signal_connect_object(session->live, "shown", G_CALLBACK(on_shown), session, G_CONNECT_SWAPPED);
    g_signal_connect_object(session->live, "cast", G_CALLBACK(on_shown), session, G_CONNECT_SWAPPED);
    return session;
}
