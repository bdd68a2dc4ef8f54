// SPDX-License-Identifier: MIT
//
// Commands that make graphs.

#include "studio/panels/graph/maker.h"

#include <string.h>

#include "studio/model/commands/graphs.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/graph/match.h"

struct StudioGraphMaker {
    GtkWindow *window;
    StudioCommands *commands;
    StudioWorkspace *workspace;
    GSignalGroup *signals;
};

/// The graph that is meant: of the document in front, of what is selected in the browser, or the
/// first one of a character on the way. NULL for none. Free it.
static char *graph_meant(const StudioGraphMaker *maker)
{
    Studio *studio = studio_workspace_studio(maker->workspace);
    const StudioDocument *document = studio_workspace_active(maker->workspace);
    const char *selected = studio_workspace_selected_of(maker->workspace, MIENI_ASSET_GRAPH);
    if (document != NULL && document->kind == MIENI_ASSET_GRAPH)
        return g_strdup(document->path);
    if (selected != NULL)
        return g_strdup(selected);
    const char *character = studio_workspace_selected_of(maker->workspace, MIENI_ASSET_CHARACTER);
    if (character == NULL && document != NULL && document->kind == MIENI_ASSET_CHARACTER)
        character = document->path;
    char *graph = studio_match_graph(studio, character);
    if (graph != NULL && studio_exists(studio, graph))
        return graph;
    g_free(graph);
    return NULL;
}

/// What is shared: the parent of a child, and the first graph of the project if none is meant.
static char *graph_to_share(const StudioGraphMaker *maker)
{
    Studio *studio = studio_workspace_studio(maker->workspace);
    char *graph = graph_meant(maker);
    if (graph == NULL)
        graph = g_strdup(studio_workspace_first(maker->workspace, MIENI_ASSET_GRAPH));
    for (int i = 0; graph != NULL && i < 32; ++i) {
        char *parent = studio_match_parent(studio, graph);
        if (parent == NULL || !studio_exists(studio, parent)) {
            g_free(parent);
            break;
        }
        g_free(graph);
        graph = parent;
    }
    return graph;
}

static void allow(StudioGraphMaker *maker)
{
    const char *none = maker->workspace == NULL ? "Open a project first." : NULL;
    const char *locked = none;
    if (locked == NULL && studio_workspace_studio(maker->workspace)->is_read_only)
        locked = "This project can only be looked at.";
    studio_commands_allow(maker->commands, "win.new-graph",
                          locked != NULL ? locked
                          : studio_workspace_first(maker->workspace, MIENI_ASSET_SKELETON) == NULL
                              ? "A graph needs a skeleton: import a face first."
                              : NULL);
    g_autofree char *meant = locked == NULL ? graph_meant(maker) : NULL;
    studio_commands_allow(maker->commands, "win.new-child",
                          locked != NULL  ? locked
                          : meant == NULL ? "Open the graph that is to be the parent."
                                          : NULL);
    const bool can_share = locked == NULL &&
                           studio_workspace_first(maker->workspace, MIENI_ASSET_GRAPH) != NULL &&
                           studio_workspace_first(maker->workspace, MIENI_ASSET_CHARACTER) != NULL;
    studio_commands_allow(maker->commands, "win.share-face",
                          locked != NULL ? locked
                          : !can_share   ? "Make a graph and a character first."
                                         : NULL);
}

static void make_child(StudioGraphMaker *maker)
{
    Studio *studio = studio_workspace_studio(maker->workspace);
    MieniProblem problem = {0};
    char name[STUDIO_LABEL_ROOM];
    g_autofree char *parent = graph_meant(maker);
    if (parent == NULL)
        return;
    g_autofree char *wanted = g_strdup_printf("%s_child", studio_asset_name(parent, name)),
                    *path = studio_match_free_path(studio, parent, wanted, ".graph.json");
    const MienStatus status = studio_graph_make_child(studio, path, parent, NULL, &problem);
    if (studio_workspace_check(maker->workspace, status, &problem))
        studio_workspace_show(maker->workspace, path, false);
}

static void share(StudioGraphMaker *maker)
{
    g_autofree char *graph = graph_to_share(maker);
    g_autoptr(GPtrArray) only = g_ptr_array_new();
    const MieniPaths *selected = studio_workspace_selected(maker->workspace);
    for (int i = 0; i < selected->count; ++i)
        if (mieni_asset_kind_of_path(selected->items[i]) == MIENI_ASSET_CHARACTER)
            g_ptr_array_add(only, selected->items[i]);
    if (only->len < 2) // one is where the graph comes from
        g_ptr_array_set_size(only, 0);
    g_ptr_array_add(only, NULL);
    if (graph != NULL)
        studio_share_dialog_ask(maker->window, maker->workspace, graph, (const char *const *)only->pdata);
}

static void run(void *user, const char *name)
{
    StudioGraphMaker *maker = user;
    if (maker->workspace == NULL)
        return;
    if (strcmp(name, "win.new-graph") == 0)
        studio_graph_new_ask(maker->window, maker->workspace);
    else if (strcmp(name, "win.new-child") == 0)
        make_child(maker);
    else
        share(maker);
}

StudioGraphMaker *studio_graph_maker_new(GtkWindow *window, StudioCommands *commands)
{
    static const char *const names[] = {"win.new-graph", "win.new-child", "win.share-face"};
    static const char *const signals[] = {"changed", "active", "selected"};
    StudioGraphMaker *maker = g_new0(StudioGraphMaker, 1);
    maker->window = window;
    maker->commands = g_object_ref(commands);
    maker->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    for (size_t i = 0; i < G_N_ELEMENTS(signals); ++i)
        g_signal_group_connect_swapped(maker->signals, signals[i], G_CALLBACK(allow), maker);
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        studio_commands_bind(commands, names[i], run, maker);
    allow(maker);
    return maker;
}

void studio_graph_maker_free(StudioGraphMaker *maker)
{
    if (maker == NULL)
        return;
    g_clear_object(&maker->signals);
    g_clear_object(&maker->workspace);
    g_clear_object(&maker->commands);
    g_free(maker);
}

void studio_graph_maker_set_workspace(StudioGraphMaker *maker, StudioWorkspace *workspace)
{
    g_set_object(&maker->workspace, workspace);
    g_signal_group_set_target(maker->signals, workspace);
    allow(maker);
}
