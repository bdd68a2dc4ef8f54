// SPDX-License-Identifier: MIT
//
// The preview characters at the upper right: a thumbnail each. A click shows only this one,
// Ctrl+click adds or removes it, dragging changes the order, + lists all.

#include "asset/view.h"
#include "studio/model/commands/assets.h"
#include "studio/model/commands/graphs.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/thumbnails/thumbnails.h"
#include "studio/panels/viewport/player.h"
#include "studio/panels/viewport/private.h"
#include "studio/panels/widgets/widgets.h"

#include <string.h>

static void stage_cast_add(StudioViewport *viewport, const char *path, const char *before);
static void stage_show_cast_bar(StudioViewport *viewport);

// Assets dropped on the viewport: a clip plays, a character is added, a pose asset is previewed and
// may be set permanently.

/// An offer to use a pose asset for a character.
typedef struct Offer {
    StudioViewport *viewport;
    char *poses, *character;
    char *file, *node; ///< What would change: a node of a graph, or with NULL the character itself.
} Offer;

static void free_offer(void *given, GClosure *closure)
{
    (void)closure;
    Offer *offer = given;
    g_free(offer->poses);
    g_free(offer->character);
    g_free(offer->file);
    g_free(offer->node);
    g_free(offer);
}

static const MieniAsset *asset_of(StudioViewport *viewport, const char *path)
{
    const MieniAsset *asset;
    MieniProblem problem = {0};
    if (path == NULL || !studio_exists(studio_workspace_studio(viewport->workspace), path) ||
        studio_asset(studio_workspace_studio(viewport->workspace), path, &asset, &problem) != MIEN_OK)
        return NULL;
    return asset;
}

/// The node of a graph, or of what it extends, that has the face's poses; NULL: there is none.
static const char *find_node(StudioViewport *viewport, const char *graph)
{
    for (int depth = 0; depth < 16 && graph != NULL && graph[0] != '\0'; ++depth) {
        const MieniGraphView *view = mieni_graph_of(asset_of(viewport, graph));
        for (int i = 0; i < mieni_graph_node_count(view); ++i)
            if (g_strcmp0(mieni_node_node(mieni_graph_node(view, i)), "poses") == 0)
                return mieni_node_id(mieni_graph_node(view, i));
        graph = mieni_graph_extends(view);
    }
    return NULL;
}

static void on_show(GtkWidget *button, Offer *offer)
{
    (void)button;
    StudioViewport *viewport = offer->viewport;
    g_autofree char *poses = g_strdup(offer->poses);
    gtk_popover_popdown(GTK_POPOVER(viewport->popover));
    studio_live_peek(viewport->live, poses);
}

/// A path as a JSON text. Free it.
static char *json_text(const char *path)
{
    GString *text = g_string_new("\"");
    for (; *path != '\0'; ++path) {
        if (*path == '"' || *path == '\\')
            g_string_append_c(text, '\\');
        g_string_append_c(text, *path);
    }
    g_string_append_c(text, '"');
    return g_string_free(text, FALSE);
}

static void on_set(GtkWidget *button, Offer *offer)
{
    (void)button;
    StudioViewport *viewport = offer->viewport;
    Studio *studio = studio_workspace_studio(viewport->workspace);
    MieniProblem problem = {0};
    g_autofree char *json = json_text(offer->poses);
    const MienStatus status =
        offer->node != NULL
            ? studio_graph_set(studio, offer->file, offer->node, "poses", json, &problem)
            : studio_asset_set(studio, offer->file, "poses", json, "change pose asset", NULL, &problem);
    studio_workspace_check(viewport->workspace, status, &problem);
    gtk_popover_popdown(GTK_POPOVER(viewport->popover));
}

static GtkWidget *add_button(GtkWidget *box, const char *label, GCallback callback, const Offer *offer)
{
    GtkWidget *button = gtk_button_new_with_label(label);
    Offer *copy = g_new0(Offer, 1);
    *copy = (Offer){offer->viewport, g_strdup(offer->poses), g_strdup(offer->character),
                    g_strdup(offer->file), g_strdup(offer->node)};
    g_signal_connect_data(button, "clicked", callback, copy, free_offer, 0);
    gtk_box_append(GTK_BOX(box), button);
    return button;
}

/// Asks whether a character shall have a pose asset, or only be seen with it.
static void offer_poses(StudioViewport *viewport, const char *poses, const char *character, double x,
                        double y)
{
    char poses_name[STUDIO_LABEL_ROOM], name[STUDIO_LABEL_ROOM], file_name[STUDIO_LABEL_ROOM];
    const char *graph = mieni_character_graph(mieni_character_of(asset_of(viewport, character)));
    const char *node = find_node(viewport, graph);
    const Offer offer = {viewport, (char *)poses, (char *)character,
                         (char *)(node != NULL ? graph : character), (char *)node};
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12),
              *buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    g_autofree char *question = g_strdup_printf("Use %s for %s?", studio_asset_name(poses, poses_name),
                                                studio_asset_name(character, name));
    g_autofree char *set = g_strdup_printf("Set in %s", studio_asset_name(offer.file, file_name));
    gtk_box_append(GTK_BOX(box), gtk_label_new(question));
    gtk_box_append(GTK_BOX(box), buttons);
    add_button(buttons, "Preview Only", G_CALLBACK(on_show), &offer);
    GtkWidget *button = add_button(buttons, set, G_CALLBACK(on_set), &offer);
    gtk_widget_add_css_class(button, "suggested-action");
    gtk_widget_set_sensitive(button, !studio_workspace_studio(viewport->workspace)->is_read_only);
    GtkWidget *popover = studio_viewport_popover(viewport, x, y);
    gtk_popover_set_child(GTK_POPOVER(popover), box);
    studio_popup(popover);
}

static void play_clip(StudioViewport *viewport, const char *path)
{
    const StudioDocument *document = studio_workspace_active(viewport->workspace);
    StudioSession *session = studio_workspace_session(viewport->workspace);
    if (document != NULL && document->kind == MIENI_ASSET_CLIP) // which is what plays
        studio_live_peek(viewport->live, path);
    g_strlcpy(session->clip, path, sizeof session->clip);
    session->time = 0.0;
    studio_workspace_session_changed(viewport->workspace);
    studio_player_play(studio_player_of(viewport->workspace), true);
}

static const char *character_at(StudioViewport *viewport, GtkWidget *onto, double x, double y)
{
    MieniPick pick;
    const char *of_button = g_object_get_data(G_OBJECT(onto), "path");
    const int at = onto == viewport->area ? studio_viewport_actor_at(viewport, x, y, &pick) : -1;
    if (of_button != NULL)
        return of_button;
    const StudioActor *actor = viewport->actors->len > 0 ? viewport->actors->pdata[at >= 0 ? at : 0] : NULL;
    return actor != NULL && mieni_asset_kind_of_path(actor->role.path) == MIENI_ASSET_CHARACTER
               ? actor->role.path
               : NULL;
}

/// Shows one asset; false if it cannot be.
static bool take(StudioViewport *viewport, GtkWidget *onto, const char *path, double x, double y)
{
    if (!studio_exists(studio_workspace_studio(viewport->workspace), path))
        return false;
    switch (mieni_asset_kind_of_path(path)) {
    case MIENI_ASSET_CLIP:
        play_clip(viewport, path);
        return true;
    case MIENI_ASSET_CHARACTER:
        stage_cast_add(viewport, path, g_object_get_data(G_OBJECT(onto), "path"));
        return true;
    case MIENI_ASSET_MESH:
        studio_live_peek(viewport->live, path);
        return true;
    case MIENI_ASSET_POSES: {
        g_autofree char *character = g_strdup(character_at(viewport, onto, x, y));
        double at_x = x, at_y = y;
        gtk_widget_translate_coordinates(onto, GTK_WIDGET(viewport), x, y, &at_x, &at_y);
        if (character != NULL)
            offer_poses(viewport, path, character, at_x, at_y);
        else
            studio_live_peek(viewport->live, path);
        return true;
    }
    default:
        return false;
    }
}

/// Paths of assets, a line each, as the browser gives them.
static gboolean on_drop(GtkDropTarget *target, const GValue *value, double x, double y,
                        StudioViewport *viewport)
{
    GtkWidget *onto = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(target));
    const char *text = g_value_get_string(value);
    bool is_taken = false;
    if (viewport->workspace == NULL || text == NULL)
        return FALSE;
    g_auto(GStrv) paths = g_strsplit(text, "\n", -1);
    for (char **path = paths; *path != NULL; ++path)
        is_taken = take(viewport, onto, *path, x, y) || is_taken;
    if (!is_taken)
        studio_workspace_toast(viewport->workspace,
                               "The viewport shows only clips, characters, meshes and pose assets", NULL,
                               NULL);
    return is_taken;
}

void studio_viewport_add_drop(StudioViewport *viewport, GtkWidget *onto)
{
    GtkDropTarget *target = gtk_drop_target_new(G_TYPE_STRING, GDK_ACTION_COPY | GDK_ACTION_MOVE);
    g_signal_connect(target, "drop", G_CALLBACK(on_drop), viewport);
    gtk_widget_add_controller(onto, GTK_EVENT_CONTROLLER(target));
}

// Selects the preview characters: those of the active document, or the user's choice.

enum {
    LOOKED_AT = 256, ///< Characters that are asked for what they use: their texts are read for it.
    PARENTS = 16,    ///< Of a graph, at most.
};

static void add_role(StudioViewport *viewport, const char *path, const char *shown, const char *mesh)
{
    if (path == NULL || viewport->roles->len >= STUDIO_VIEWPORT_MOST)
        return;
    for (guint i = 0; i < viewport->roles->len; ++i)
        if (strcmp(((StudioRole *)viewport->roles->pdata[i])->path, path) == 0)
            return;
    StudioRole *role = g_new0(StudioRole, 1);
    *role = (StudioRole){.path = g_strdup(path), .shown = g_strdup(shown), .mesh = g_strdup(mesh)};
    g_ptr_array_add(viewport->roles, role);
}

/// NULL for a text that is empty.
static const char *given(const char *text) { return text != NULL && text[0] != '\0' ? text : NULL; }

static const MieniCharacterView *character_of(StudioViewport *viewport, const char *path)
{
    return mieni_character_of(asset_of(viewport, path));
}

static const char *graph_of(StudioViewport *viewport, const char *character)
{
    return given(mieni_character_graph(character_of(viewport, character)));
}

static const char *parent_of(StudioViewport *viewport, const char *graph)
{
    return given(mieni_graph_extends(mieni_graph_of(asset_of(viewport, graph))));
}

/// Paths of all assets of a kind. Unreference it.
static GPtrArray *stage_list(StudioViewport *viewport, MieniAssetKind kind)
{
    const Studio *studio = studio_workspace_studio(viewport->workspace);
    GPtrArray *list = g_ptr_array_new();
    for (int i = 0; i < studio->files.count; ++i)
        if (studio->files.items[i]->kind == kind && studio_exists(studio, studio->files.items[i]->path))
            g_ptr_array_add(list, studio->files.items[i]->path);
    return list;
}

/// Whether a value, or anything in it, is this text.
static bool names(const MieniJson *value, const char *text)
{
    if (value == NULL)
        return false;
    if (value->type == MIENI_JSON_STRING)
        return strcmp(value->string, text) == 0;
    for (int i = 0; i < value->count; ++i)
        if ((value->type == MIENI_JSON_ARRAY || value->type == MIENI_JSON_OBJECT) &&
            names(value->items[i], text))
            return true;
    return false;
}

/// Whether a character has a pose asset, itself or in a node of its graph.
static bool uses_poses(StudioViewport *viewport, const char *character, const char *poses)
{
    const MieniAsset *graph = asset_of(viewport, graph_of(viewport, character));
    return g_strcmp0(mieni_character_poses(character_of(viewport, character)), poses) == 0 ||
           (graph != NULL && names(graph->json.root, poses));
}

/// Whether a character's graph is this one, or one that extends it.
static bool has_graph(StudioViewport *viewport, const char *character, const char *graph)
{
    const char *at = graph_of(viewport, character);
    for (int i = 0; i < PARENTS && at != NULL; ++i) {
        if (strcmp(at, graph) == 0)
            return true;
        at = parent_of(viewport, at);
    }
    return false;
}

/// A character as the document in front shows it: weights drive its poses if they are edited.
static void add_character(StudioViewport *viewport, const char *character, const char *poses)
{
    const MieniCharacterView *view = character_of(viewport, character);
    const char *mesh = given(mieni_character_mesh(view)), *own = given(mieni_character_poses(view));
    if (poses != NULL && mesh != NULL && uses_poses(viewport, character, poses))
        add_role(viewport, character, poses, mesh);
    else if (poses != NULL && mesh != NULL && own != NULL)
        add_role(viewport, character, own, mesh);
    else
        add_role(viewport, character, character, NULL);
}

/// Those who were chosen, as far as they are there.
static void add_cast(StudioViewport *viewport, const char *poses)
{
    const StudioSession *session = studio_workspace_session(viewport->workspace);
    for (int i = 0; i < session->cast.count; ++i)
        if (studio_exists(studio_workspace_studio(viewport->workspace), session->cast.items[i]))
            add_character(viewport, session->cast.items[i], poses);
}

static void add_users_of_poses(StudioViewport *viewport, const char *poses)
{
    g_autoptr(GPtrArray) characters = stage_list(viewport, MIENI_ASSET_CHARACTER);
    for (guint i = 0; i < characters->len && i < LOOKED_AT; ++i)
        if (uses_poses(viewport, characters->pdata[i], poses)) {
            add_character(viewport, characters->pdata[i], poses);
            return;
        }
    if (given(mieni_asset_mesh(asset_of(viewport, poses))) != NULL) {
        add_role(viewport, poses, poses, NULL);
        return;
    }
    g_autoptr(GPtrArray) meshes = stage_list(viewport, MIENI_ASSET_MESH);
    const char *skeleton = given(mieni_asset_skeleton(asset_of(viewport, poses)));
    for (guint i = 0; i < meshes->len && i < LOOKED_AT; ++i)
        if (skeleton != NULL &&
            g_strcmp0(mieni_asset_skeleton(asset_of(viewport, meshes->pdata[i])), skeleton) == 0) {
            add_role(viewport, poses, poses, meshes->pdata[i]);
            return;
        }
    add_role(viewport, poses, poses, NULL);
}

static void add_users_of_graph(StudioViewport *viewport, const char *graph)
{
    g_autoptr(GPtrArray) characters = stage_list(viewport, MIENI_ASSET_CHARACTER);
    const char *parent = parent_of(viewport, graph);
    for (guint i = 0; i < characters->len && i < LOOKED_AT; ++i)
        if (g_strcmp0(graph_of(viewport, characters->pdata[i]), graph) == 0)
            add_character(viewport, characters->pdata[i], NULL);
    for (guint i = 0; viewport->roles->len == 0 && i < characters->len && i < LOOKED_AT; ++i)
        if (has_graph(viewport, characters->pdata[i], graph))
            add_character(viewport, characters->pdata[i], NULL);
    for (guint i = 0; parent != NULL && i < characters->len && i < LOOKED_AT; ++i)
        if (g_strcmp0(graph_of(viewport, characters->pdata[i]), parent) == 0) {
            add_character(viewport, characters->pdata[i], NULL);
            return;
        }
}

/// The first character that has a mesh, or the mesh itself.
static void add_users_of_mesh(StudioViewport *viewport, const char *mesh)
{
    g_autoptr(GPtrArray) characters = stage_list(viewport, MIENI_ASSET_CHARACTER);
    for (guint i = 0; i < characters->len && i < LOOKED_AT; ++i)
        if (g_strcmp0(mieni_character_mesh(character_of(viewport, characters->pdata[i])), mesh) == 0) {
            add_character(viewport, characters->pdata[i], NULL);
            return;
        }
    add_role(viewport, mesh, mesh, NULL);
}

/// Adds the mesh that the clip is previewed on, or the first character; without one, the pose asset
/// that the clip is previewed on or the first asset with a face.
static void add_anybody(StudioViewport *viewport, const char *clip)
{
    const char *preview = given(mieni_asset_preview(asset_of(viewport, clip)));
    if (preview != NULL && mieni_asset_kind_of_path(preview) == MIENI_ASSET_MESH &&
        asset_of(viewport, preview) != NULL) {
        add_users_of_mesh(viewport, preview);
        return;
    }
    const char *path = studio_workspace_first(viewport->workspace, MIENI_ASSET_CHARACTER);
    if (path == NULL)
        path = preview;
    if (path == NULL)
        path = studio_workspace_first(viewport->workspace, MIENI_ASSET_POSES);
    if (path == NULL)
        path = studio_workspace_first(viewport->workspace, MIENI_ASSET_MESH);
    if (path != NULL && mieni_asset_kind_of_path(path) == MIENI_ASSET_POSES)
        add_users_of_poses(viewport, path);
    else if (path != NULL)
        add_role(viewport, path, path, NULL);
}

static void add_roles(StudioViewport *viewport, MieniAssetKind kind, const char *path, bool is_by_hand)
{
    const char *poses = kind == MIENI_ASSET_POSES ? path : NULL;
    if (is_by_hand)
        add_cast(viewport, poses);
    else if (kind == MIENI_ASSET_CHARACTER || kind == MIENI_ASSET_MESH)
        add_role(viewport, path, path, NULL);
    else if (kind == MIENI_ASSET_POSES)
        add_users_of_poses(viewport, path);
    else if (kind == MIENI_ASSET_GRAPH)
        add_users_of_graph(viewport, path);
    if (viewport->roles->len == 0)
        add_cast(viewport, poses);
    if (viewport->roles->len == 0)
        add_anybody(viewport, viewport->clip);
}

void studio_viewport_choose(StudioViewport *viewport, bool is_other)
{
    if (viewport->workspace == NULL)
        return;
    const StudioDocument *document = studio_workspace_active(viewport->workspace);
    const StudioSession *session = studio_workspace_session(viewport->workspace);
    const char *peeked = studio_live_peeked(viewport->live);
    const char *front = document != NULL ? document->path : "";
    const char *path = peeked != NULL ? peeked : front;
    const MieniAssetKind kind = mieni_asset_kind_of_path(path);
    const char *clip = kind == MIENI_ASSET_CLIP ? path : session->clip[0] != '\0' ? session->clip : NULL;
    if (g_strcmp0(viewport->cast_for, front) != 0)
        g_clear_pointer(&viewport->cast_for, g_free);
    viewport->has_weights = kind != MIENI_ASSET_CLIP; // a clip is looked at as it is
    viewport->texts += is_other;
    char *copy = g_strdup(clip);
    g_free(viewport->clip);
    viewport->clip = copy;
    g_ptr_array_set_size(viewport->roles, 0);
    if (!studio_viewport_add_take(viewport))
        add_roles(viewport, kind, path, viewport->cast_for != NULL && peeked == NULL);
    if (studio_live_driven(viewport->live) != NULL)
        g_clear_pointer(&viewport->clip, g_free); // live values play in its place
    studio_viewport_get(viewport);
    stage_show_cast_bar(viewport);
}

/// Clip and cast of the session, a line each.
static char *chosen_now(StudioViewport *viewport)
{
    const StudioSession *session = studio_workspace_session(viewport->workspace);
    GString *key = g_string_new(session->clip);
    g_string_append_c(key, '\n');
    for (int i = 0; i < session->cast.count; ++i)
        g_string_append_printf(key, "%s\n", session->cast.items[i]);
    return g_string_free(key, FALSE);
}

void studio_viewport_note_chosen(StudioViewport *viewport)
{
    g_free(viewport->chosen);
    viewport->chosen = chosen_now(viewport);
}

void studio_viewport_rechoose(StudioViewport *viewport)
{
    g_autofree char *key = chosen_now(viewport), *before = g_steal_pointer(&viewport->chosen);
    const StudioDocument *document = studio_workspace_active(viewport->workspace);
    viewport->chosen = g_strdup(key);
    if (g_strcmp0(key, before) == 0)
        return;
    if (before != NULL && strcmp(strchr(key, '\n'), strchr(before, '\n')) != 0) { // somebody wants them now
        g_free(viewport->cast_for);
        viewport->cast_for = g_strdup(document != NULL ? document->path : "");
    }
    studio_viewport_choose(viewport, false);
}

/// The asset of a character that is of the kind of a document: the poses of Pip instead of those of Ada.
/// NULL: the document is about this character too, or it has no such asset.
static const char *counterpart(StudioViewport *viewport, const StudioDocument *document,
                               const char *character)
{
    const MieniCharacterView *view = character_of(viewport, character);
    const char *own = NULL;
    if (document->kind == MIENI_ASSET_POSES && !uses_poses(viewport, character, document->path))
        own = given(mieni_character_poses(view));
    else if (document->kind == MIENI_ASSET_MESH)
        own = given(mieni_character_mesh(view));
    else if (document->kind == MIENI_ASSET_CHARACTER)
        own = character;
    return own != NULL && strcmp(own, document->path) != 0 &&
                   studio_exists(studio_workspace_studio(viewport->workspace), own)
               ? own
               : NULL;
}

/// What is edited is what is seen: if the document in front is about none of these characters, that of
/// the first one comes to the front, with the same things selected.
static void follow_characters(StudioViewport *viewport, const char *const *paths, int count)
{
    StudioWorkspace *workspace = viewport->workspace;
    StudioDocument *before = studio_workspace_active(workspace);
    for (int i = count - 1; i >= 0; --i)
        if (before == NULL || counterpart(viewport, before, paths[i]) == NULL)
            return;
    g_autofree char *path = g_strdup(counterpart(viewport, before, paths[0]));
    const bool is_new = studio_workspace_find(workspace, path) == NULL;
    StudioDocument *document = studio_workspace_show(workspace, path, true);
    document->is_following = document->is_following || is_new;
    studio_selection_clear(&document->selection);
    for (int i = 0; i < before->selection.names.count; ++i)
        studio_selection_add(&document->selection, before->selection.names.items[i]);
    studio_workspace_set_active(workspace, document);
    const StudioFile *file = studio_files_find(&studio_workspace_studio(workspace)->files, before->path);
    if (before->is_following && (file == NULL || !studio_file_is_edited(file)))
        studio_workspace_close_document(workspace, before);
}

/// Puts characters in the viewport, whatever the document in front is about.
static void stage_set_cast(StudioViewport *viewport, const char *const *paths, int count)
{
    StudioSession *session = studio_workspace_session(viewport->workspace);
    MieniPaths cast = {0};
    for (int i = 0; i < count && i < STUDIO_VIEWPORT_MOST; ++i)
        mieni_paths_add(&cast, paths[i]);
    mieni_paths_release(&session->cast);
    session->cast = cast;
    if (studio_live_peeked(viewport->live) != NULL)
        studio_live_peek(viewport->live, NULL);
    follow_characters(viewport, (const char *const *)cast.items, cast.count);
    const StudioDocument *document = studio_workspace_active(viewport->workspace);
    g_free(viewport->cast_for);
    viewport->cast_for = g_strdup(document != NULL ? document->path : "");
    g_clear_pointer(&viewport->chosen, g_free); // the same people may be shown in another way
    studio_workspace_session_changed(viewport->workspace);
}

// The first-steps card: three things to try in the sample project. Each step marks itself as done, and
// the card goes soon after the last one.

enum { STEPS_STAY = 2500 }; ///< Milliseconds for which three ticks are to be seen.

/// The pose that the first step is about: one that opens the jaw, or the mouth's first. NULL: none.
static const char *find_pose(StudioViewport *viewport)
{
    const char *poses = studio_workspace_first(viewport->workspace, MIENI_ASSET_POSES), *found = NULL;
    const MieniAsset *asset;
    MieniProblem problem = {0};
    if (poses == NULL ||
        studio_asset(studio_workspace_studio(viewport->workspace), poses, &asset, &problem) != MIEN_OK)
        return NULL;
    const MieniPoseAssetView *view = mieni_pose_asset_of(asset);
    for (int i = 0; i < mieni_pose_asset_pose_count(view); ++i) {
        const char *name = mieni_text_or_empty(mieni_pose_name(mieni_pose_asset_pose(view, i)));
        g_autofree char *small = g_ascii_strdown(name, -1);
        if (strstr(small, "jawopen") != NULL || strstr(small, "jaw_open") != NULL)
            return name;
        if (found == NULL && strstr(small, "mouth") != NULL)
            found = name;
    }
    return found;
}

/// Another character of the project, preferably the youngest of the sample; NULL: none.
static const char *find_other(StudioViewport *viewport)
{
    g_autoptr(GPtrArray) all = stage_list(viewport, MIENI_ASSET_CHARACTER);
    for (guint i = 0; i < all->len; ++i)
        if (strcmp(all->pdata[i], "pip.character.json") == 0)
            return all->pdata[i];
    return all->len > 1 ? all->pdata[1] : NULL;
}

static void close_steps(StudioViewport *viewport)
{
    const bool has_focus = gtk_widget_get_focus_child(viewport->steps) != NULL;
    g_clear_handle_id(&viewport->steps_timer, g_source_remove);
    if (has_focus) // else GTK takes what comes next, and Space is for that
        gtk_widget_grab_focus(viewport->area);
    gtk_overlay_remove_overlay(GTK_OVERLAY(viewport->overlay), viewport->steps);
    viewport->steps = NULL;
    g_signal_emit_by_name(viewport, "steps-closed");
}

static gboolean on_steps_done(void *user)
{
    StudioViewport *viewport = user;
    viewport->steps_timer = 0;
    close_steps(viewport);
    return G_SOURCE_REMOVE;
}

static void add_step(GtkWidget *box, int step, const char *text)
{
    GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9), *sign = gtk_stack_new();
    g_autofree char *digit = g_strdup_printf("%d", step + 1);
    gtk_stack_add_named(GTK_STACK(sign), gtk_label_new(digit), "todo");
    gtk_stack_add_named(GTK_STACK(sign), gtk_image_new_from_icon_name("emblem-ok-symbolic"), "done");
    gtk_widget_add_css_class(sign, "step-sign");
    gtk_widget_set_valign(sign, GTK_ALIGN_CENTER);
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(label), 0.0f);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_max_width_chars(GTK_LABEL(label), 18);
    gtk_box_append(GTK_BOX(row), sign);
    gtk_box_append(GTK_BOX(row), label);
    studio_describe(label, "to do");
    gtk_box_append(GTK_BOX(box), row);
    g_autofree char *key = g_strdup_printf("step-%d", step);
    g_object_set_data(G_OBJECT(box), key, row);
}

void studio_viewport_show_steps(StudioViewport *viewport)
{
    char name[STUDIO_LABEL_ROOM];
    if (viewport->workspace == NULL || viewport->steps != NULL)
        return;
    const char *pose = find_pose(viewport), *other = find_other(viewport);
    if (pose == NULL || other == NULL)
        return;
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6),
              *top = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6),
              *close = gtk_button_new_from_icon_name("window-close-symbolic"),
              *title = studio_label_new("First steps", "heading");
    g_autofree char *drag = g_strdup_printf("Drag %s", pose);
    g_autofree char *look = g_strdup_printf("Click %s to see the same performance on another face",
                                            studio_asset_name(other, name));
    viewport->steps = box;
    viewport->steps_done = 0;
    gtk_widget_add_css_class(box, "osd");
    gtk_widget_add_css_class(box, "first-steps");
    gtk_widget_set_halign(box, GTK_ALIGN_START);
    gtk_widget_set_valign(box, GTK_ALIGN_START);
    gtk_widget_set_hexpand(title, TRUE);
    gtk_widget_add_css_class(close, "flat");
    gtk_widget_add_css_class(close, "circular");
    studio_tip(close, "Hide permanently");
    studio_name(close, "Hide first steps");
    g_signal_connect_swapped(close, "clicked", G_CALLBACK(close_steps), viewport);
    gtk_box_append(GTK_BOX(top), title);
    gtk_box_append(GTK_BOX(top), close);
    gtk_box_append(GTK_BOX(box), top);
    add_step(box, STUDIO_STEP_DRAG, drag);
    add_step(box, STUDIO_STEP_PLAY, "Press Space to play");
    add_step(box, STUDIO_STEP_OTHER, look);
    g_object_set_data_full(G_OBJECT(box), "pose", g_strdup(pose), g_free);
    gtk_overlay_add_overlay(GTK_OVERLAY(viewport->overlay), box);
}

void studio_viewport_did(StudioViewport *viewport, StudioFirstStep step)
{
    if (viewport->steps == NULL)
        return;
    g_autofree char *key = g_strdup_printf("step-%d", (int)step);
    GtkWidget *row = g_object_get_data(G_OBJECT(viewport->steps), key);
    gtk_stack_set_visible_child_name(GTK_STACK(gtk_widget_get_first_child(row)), "done");
    gtk_widget_add_css_class(row, "dim-label");
    studio_describe(gtk_widget_get_last_child(row), "done");
    viewport->steps_done |= 1u << step;
    if (viewport->steps_done == (1u << STUDIO_STEPS_COUNT) - 1 && viewport->steps_timer == 0)
        viewport->steps_timer = g_timeout_add(STEPS_STAY, on_steps_done, viewport);
}

void studio_viewport_look_at_steps(StudioViewport *viewport)
{
    if (viewport->steps == NULL)
        return;
    const char *pose = g_object_get_data(G_OBJECT(viewport->steps), "pose");
    if (studio_session_weight(studio_workspace_session(viewport->workspace), pose) != 0.0f)
        studio_viewport_did(viewport, STUDIO_STEP_DRAG);
}

enum {
    PICTURE = 36,
    MOST_IN_BAR = 6, ///< More are behind the +.
    MOST_IN_LIST = 60,
};

static int place_of(const StudioViewport *viewport, const char *path)
{
    for (guint i = 0; i < viewport->roles->len; ++i)
        if (strcmp(((StudioRole *)viewport->roles->pdata[i])->path, path) == 0)
            return (int)i;
    return -1;
}

/// Those who are wanted, as paths of characters. Unreference it.
static GPtrArray *list_wanted(const StudioViewport *viewport)
{
    GPtrArray *list = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < viewport->roles->len; ++i) {
        const char *path = ((StudioRole *)viewport->roles->pdata[i])->path;
        if (mieni_asset_kind_of_path(path) == MIENI_ASSET_CHARACTER)
            g_ptr_array_add(list, g_strdup(path));
    }
    return list;
}

static void set_cast(StudioViewport *viewport, const GPtrArray *list)
{
    if (list->len > 0) // somebody is always in the viewport
        stage_set_cast(viewport, (const char *const *)list->pdata, (int)list->len);
}

static void stage_cast_only(StudioViewport *viewport, const char *path)
{
    stage_set_cast(viewport, &path, 1);
}

/// Where a character that is added stands: in the bar's order, as far as others do.
static int place_among(const GPtrArray *list, const char *path)
{
    guint at = 0;
    while (at < list->len && strcmp(list->pdata[at], path) < 0)
        ++at;
    return (int)at;
}

static void stage_cast_toggle(StudioViewport *viewport, const char *path)
{
    g_autoptr(GPtrArray) list = list_wanted(viewport);
    guint at;
    if (g_ptr_array_find_with_equal_func(list, path, g_str_equal, &at))
        g_ptr_array_remove_index(list, at);
    else if (list->len < STUDIO_VIEWPORT_MOST)
        g_ptr_array_insert(list, place_among(list, path), g_strdup(path));
    else
        studio_workspace_toast(viewport->workspace, "The viewport shows up to eight characters", NULL, NULL);
    set_cast(viewport, list);
}

/// Adds or moves a character to before another one; NULL: to the end.
static void stage_cast_add(StudioViewport *viewport, const char *path, const char *before)
{
    g_autoptr(GPtrArray) list = list_wanted(viewport);
    guint at;
    if (g_strcmp0(path, before) == 0)
        return;
    if (g_ptr_array_find_with_equal_func(list, path, g_str_equal, &at))
        g_ptr_array_remove_index(list, at);
    if (before == NULL || !g_ptr_array_find_with_equal_func(list, before, g_str_equal, &at))
        at = list->len;
    g_ptr_array_insert(list, (int)at, g_strdup(path));
    set_cast(viewport, list);
}

void studio_viewport_characters_step(StudioViewport *viewport, int by)
{
    g_autoptr(GPtrArray) all = stage_list(viewport, MIENI_ASSET_CHARACTER);
    int at = by > 0 ? -1 : 0;
    for (guint i = 0; i < all->len; ++i)
        if (place_of(viewport, all->pdata[i]) == 0)
            at = (int)i;
    if (all->len > 0)
        stage_cast_only(viewport, all->pdata[(at + by + (int)all->len) % (int)all->len]);
}

void studio_viewport_characters_all(StudioViewport *viewport)
{
    g_autoptr(GPtrArray) all = stage_list(viewport, MIENI_ASSET_CHARACTER);
    if (all->len > STUDIO_VIEWPORT_MOST)
        g_ptr_array_set_size(all, STUDIO_VIEWPORT_MOST);
    set_cast(viewport, all);
}

// The bar

static const char *path_of(GtkWidget *widget) { return g_object_get_data(G_OBJECT(widget), "path"); }

static void on_pressed(GtkGestureClick *gesture, int count, double x, double y, GtkWidget *button)
{
    (void)count, (void)x, (void)y;
    const GdkModifierType state = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(gesture));
    g_object_set_data(G_OBJECT(button), "adds", (state & GDK_CONTROL_MASK) != 0 ? button : NULL);
}

static void on_clicked(GtkWidget *button, StudioViewport *viewport)
{
    g_autofree char *path = g_strdup(path_of(button));
    const bool adds = g_object_get_data(G_OBJECT(button), "adds") != NULL;
    g_object_set_data(G_OBJECT(button), "adds", NULL);
    if (adds)
        stage_cast_toggle(viewport, path);
    else
        stage_cast_only(viewport, path);
    studio_viewport_did(viewport, STUDIO_STEP_OTHER);
}

static GdkContentProvider *on_prepare(GtkDragSource *source, double x, double y, GtkWidget *button)
{
    (void)source, (void)x, (void)y;
    return gdk_content_provider_new_typed(G_TYPE_STRING, path_of(button));
}

static void on_drag_begin(GtkDragSource *source, GdkDrag *drag, GtkWidget *button)
{
    (void)drag;
    g_autoptr(GdkPaintable) icon = gtk_widget_paintable_new(button);
    gtk_drag_source_set_icon(source, icon, PICTURE / 2, PICTURE / 2);
}

static GtkWidget *make_button(StudioViewport *viewport, const char *path)
{
    char name[STUDIO_LABEL_ROOM];
    GtkWidget *button = gtk_button_new(), *picture = studio_picture_new(PICTURE);
    studio_asset_name(path, name);
    studio_picture_show(picture, viewport->workspace, &(StudioPictureOf){.asset = path},
                        "avatar-default-symbolic");
    gtk_button_set_child(GTK_BUTTON(button), picture);
    g_object_set_data_full(G_OBJECT(button), "path", g_strdup(path), g_free);
    gtk_widget_add_css_class(button, "flat");
    gtk_widget_add_css_class(button, "character-button");
    g_autofree char *words = g_strdup_printf("Show only %s (Ctrl+click: add or remove)", name);
    studio_tip(button, words);
    studio_name(button, name);
    GtkGesture *click = gtk_gesture_click_new();
    gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(click), GTK_PHASE_CAPTURE);
    g_signal_connect(click, "pressed", G_CALLBACK(on_pressed), button);
    gtk_widget_add_controller(button, GTK_EVENT_CONTROLLER(click));
    GtkDragSource *drag = gtk_drag_source_new();
    g_signal_connect(drag, "prepare", G_CALLBACK(on_prepare), button);
    g_signal_connect(drag, "drag-begin", G_CALLBACK(on_drag_begin), button);
    gtk_widget_add_controller(button, GTK_EVENT_CONTROLLER(drag));
    g_signal_connect(button, "clicked", G_CALLBACK(on_clicked), viewport);
    studio_viewport_add_drop(viewport, button);
    return button;
}

/// A path as the list of all characters has it, which outlives others.
static void *all_same(guint count, void *const *all, const char *path)
{
    for (guint i = 0; i < count; ++i)
        if (strcmp(all[i], path) == 0)
            return all[i];
    return all[0];
}

/// Who is in the bar: those in the viewport and the first of the others, in the project's order; those
/// in the viewport as they stand there.
static GPtrArray *list_bar(StudioViewport *viewport, guint all_count, void *const *all)
{
    GPtrArray *list = g_ptr_array_new();
    g_autoptr(GPtrArray) wanted = list_wanted(viewport);
    guint room = MOST_IN_BAR, shown = 0, next = 0;
    for (guint i = 0; i < all_count; ++i)
        shown += place_of(viewport, all[i]) >= 0;
    room = room > shown ? room - shown : 0;
    for (guint i = 0; i < all_count; ++i) {
        const bool is_shown = place_of(viewport, all[i]) >= 0;
        if (is_shown || room > 0)
            g_ptr_array_add(list, is_shown ? all_same(all_count, all, wanted->pdata[next++]) : all[i]);
        room -= !is_shown && room > 0;
    }
    return list;
}

static bool is_same_bar(GtkWidget *bar, const GPtrArray *list)
{
    GtkWidget *child = gtk_widget_get_first_child(bar);
    for (guint i = 0; i < list->len; ++i) {
        if (child == NULL || g_strcmp0(path_of(child), list->pdata[i]) != 0)
            return false;
        child = gtk_widget_get_next_sibling(child);
    }
    return child == NULL;
}

static void stage_show_cast_bar(StudioViewport *viewport)
{
    GtkWidget *bar = viewport->over.cast, *child;
    g_autoptr(GPtrArray) all = stage_list(viewport, MIENI_ASSET_CHARACTER);
    g_autoptr(GPtrArray) list = list_bar(viewport, all->len, all->pdata);
    gtk_widget_set_visible(viewport->over.cast_bar, all->len > 1);
    if (!is_same_bar(bar, list)) {
        while ((child = gtk_widget_get_first_child(bar)) != NULL)
            gtk_box_remove(GTK_BOX(bar), child);
        for (guint i = 0; i < list->len; ++i)
            gtk_box_append(GTK_BOX(bar), make_button(viewport, list->pdata[i]));
    }
    for (child = gtk_widget_get_first_child(bar); child != NULL; child = gtk_widget_get_next_sibling(child)) {
        const bool is_shown = place_of(viewport, path_of(child)) >= 0;
        if (is_shown)
            gtk_widget_add_css_class(child, "is-shown");
        else
            gtk_widget_remove_css_class(child, "is-shown");
        studio_describe(child, is_shown ? "shown" : "hidden");
    }
    const char *reason = all->len > 1 ? NULL : "The project has only one character";
    studio_commands_allow(viewport->commands, "viewport.next-character", reason);
    studio_commands_allow(viewport->commands, "viewport.previous-character", reason);
    studio_commands_allow(viewport->commands, "viewport.all-characters", reason);
}

// Choosing among all

static void fill_list(StudioViewport *viewport)
{
    GtkWidget *row;
    const char *filter = gtk_editable_get_text(GTK_EDITABLE(viewport->over.cast_filter));
    g_autoptr(GPtrArray) all = stage_list(viewport, MIENI_ASSET_CHARACTER);
    while ((row = gtk_widget_get_first_child(viewport->over.cast_list)) != NULL)
        gtk_list_box_remove(GTK_LIST_BOX(viewport->over.cast_list), row);
    for (guint i = 0, count = 0; i < all->len && count < MOST_IN_LIST; ++i) {
        char name[STUDIO_LABEL_ROOM];
        if (!studio_filter_matches(filter, studio_asset_name(all->pdata[i], name)))
            continue;
        GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9), *label = studio_label_new(name, NULL);
        GtkWidget *tick = gtk_image_new_from_icon_name("emblem-ok-symbolic");
        gtk_widget_set_hexpand(label, TRUE);
        gtk_widget_set_opacity(tick, place_of(viewport, all->pdata[i]) >= 0 ? 1.0 : 0.0);
        gtk_box_append(GTK_BOX(box), label);
        gtk_box_append(GTK_BOX(box), tick);
        g_object_set_data_full(G_OBJECT(box), "path", g_strdup(all->pdata[i]), g_free);
        gtk_list_box_append(GTK_LIST_BOX(viewport->over.cast_list), box);
        ++count;
    }
}

static void on_row(GtkListBox *list, GtkListBoxRow *row, StudioViewport *viewport)
{
    (void)list;
    g_autofree char *path = g_strdup(path_of(gtk_list_box_row_get_child(row)));
    stage_cast_toggle(viewport, path);
    fill_list(viewport);
}

void studio_viewport_add_characters_bar(StudioViewport *viewport)
{
    StudioViewportOverlay *over = &viewport->over;
    GtkWidget *more = gtk_menu_button_new(), *popover = gtk_popover_new(),
              *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6), *scrolled = gtk_scrolled_window_new();
    over->cast = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 3);
    gtk_box_append(GTK_BOX(over->cast_bar), over->cast);
    gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(more), "list-add-symbolic");
    gtk_widget_add_css_class(more, "flat");
    gtk_widget_set_valign(more, GTK_ALIGN_CENTER);
    studio_tip(more, "Choose the preview characters");
    studio_name(more, "Choose preview characters");
    over->cast_filter = gtk_search_entry_new();
    g_object_set(over->cast_filter, "placeholder-text", "Filter characters", NULL);
    studio_name(over->cast_filter, "Filter characters");
    over->cast_list = gtk_list_box_new();
    gtk_list_box_set_selection_mode(GTK_LIST_BOX(over->cast_list), GTK_SELECTION_NONE);
    studio_name(over->cast_list, "Characters");
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), over->cast_list);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(scrolled), 320);
    gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(scrolled), TRUE);
    gtk_widget_set_size_request(scrolled, 220, -1);
    gtk_box_append(GTK_BOX(box), over->cast_filter);
    gtk_box_append(GTK_BOX(box), scrolled);
    gtk_popover_set_child(GTK_POPOVER(popover), box);
    gtk_menu_button_set_popover(GTK_MENU_BUTTON(more), popover);
    g_signal_connect_swapped(popover, "show", G_CALLBACK(fill_list), viewport);
    g_signal_connect_swapped(over->cast_filter, "search-changed", G_CALLBACK(fill_list), viewport);
    g_signal_connect(over->cast_list, "row-activated", G_CALLBACK(on_row), viewport);
    gtk_box_append(GTK_BOX(over->cast_bar), more);
    studio_viewport_add_drop(viewport, over->cast_bar);
}
