// SPDX-License-Identifier: MIT
//
// Who shall be on the stage: what the active document is about, or whom somebody chose.

#include "studio/panels/viewport/private.h"

#include <string.h>

#include "asset/view.h"

enum {
    LOOKED_AT = 256, ///< Characters that are asked for what they use: their texts are read for it.
    PARENTS = 16,    ///< Of a graph, at most.
};

static void add_role(StudioStage *stage, const char *path, const char *shown, const char *mesh)
{
    if (path == NULL || stage->roles->len >= STUDIO_STAGE_MOST)
        return;
    for (guint i = 0; i < stage->roles->len; ++i)
        if (strcmp(((StudioRole *)stage->roles->pdata[i])->path, path) == 0)
            return;
    StudioRole *role = g_new0(StudioRole, 1);
    *role = (StudioRole){g_strdup(path), g_strdup(shown), g_strdup(mesh)};
    g_ptr_array_add(stage->roles, role);
}

static const MieniAsset *asset_of(StudioStage *stage, const char *path)
{
    const MieniAsset *asset;
    MieniProblem problem = {0};
    if (path == NULL || !studio_exists(studio_workspace_studio(stage->workspace), path) ||
        studio_asset(studio_workspace_studio(stage->workspace), path, &asset, &problem) != MIEN_OK)
        return NULL;
    return asset;
}

/// NULL for a text that is empty.
static const char *given(const char *text) { return text != NULL && text[0] != '\0' ? text : NULL; }

static const MieniCharacterView *character_of(StudioStage *stage, const char *path)
{
    return mieni_character_of(asset_of(stage, path));
}

static const char *graph_of(StudioStage *stage, const char *character)
{
    return given(mieni_character_graph(character_of(stage, character)));
}

static const char *parent_of(StudioStage *stage, const char *graph)
{
    return given(mieni_graph_extends(mieni_graph_of(asset_of(stage, graph))));
}

GPtrArray *studio_stage_list(StudioStage *stage, MieniAssetKind kind)
{
    const Studio *studio = studio_workspace_studio(stage->workspace);
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
static bool uses_poses(StudioStage *stage, const char *character, const char *poses)
{
    const MieniAsset *graph = asset_of(stage, graph_of(stage, character));
    return g_strcmp0(mieni_character_poses(character_of(stage, character)), poses) == 0 ||
           (graph != NULL && names(graph->json.root, poses));
}

/// Whether a character's graph is this one, or one that extends it.
static bool has_graph(StudioStage *stage, const char *character, const char *graph)
{
    const char *at = graph_of(stage, character);
    for (int i = 0; i < PARENTS && at != NULL; ++i) {
        if (strcmp(at, graph) == 0)
            return true;
        at = parent_of(stage, at);
    }
    return false;
}

/// A character as the document in front shows it: weights drive its poses if they are edited.
static void add_character(StudioStage *stage, const char *character, const char *poses)
{
    const MieniCharacterView *view = character_of(stage, character);
    const char *mesh = given(mieni_character_mesh(view)), *own = given(mieni_character_poses(view));
    if (poses != NULL && mesh != NULL && uses_poses(stage, character, poses))
        add_role(stage, character, poses, mesh);
    else if (poses != NULL && mesh != NULL && own != NULL)
        add_role(stage, character, own, mesh);
    else
        add_role(stage, character, character, NULL);
}

/// Those who were chosen, as far as they are there.
static void add_cast(StudioStage *stage, const char *poses)
{
    const StudioSession *session = studio_workspace_session(stage->workspace);
    for (int i = 0; i < session->cast.count; ++i)
        if (studio_exists(studio_workspace_studio(stage->workspace), session->cast.items[i]))
            add_character(stage, session->cast.items[i], poses);
}

static void add_users_of_poses(StudioStage *stage, const char *poses)
{
    g_autoptr(GPtrArray) characters = studio_stage_list(stage, MIENI_ASSET_CHARACTER);
    for (guint i = 0; i < characters->len && i < LOOKED_AT; ++i)
        if (uses_poses(stage, characters->pdata[i], poses)) {
            add_character(stage, characters->pdata[i], poses);
            return;
        }
    if (given(mieni_asset_mesh(asset_of(stage, poses))) != NULL) {
        add_role(stage, poses, poses, NULL);
        return;
    }
    g_autoptr(GPtrArray) meshes = studio_stage_list(stage, MIENI_ASSET_MESH);
    const char *skeleton = given(mieni_asset_skeleton(asset_of(stage, poses)));
    for (guint i = 0; i < meshes->len && i < LOOKED_AT; ++i)
        if (skeleton != NULL &&
            g_strcmp0(mieni_asset_skeleton(asset_of(stage, meshes->pdata[i])), skeleton) == 0) {
            add_role(stage, poses, poses, meshes->pdata[i]);
            return;
        }
    add_role(stage, poses, poses, NULL);
}

static void add_users_of_graph(StudioStage *stage, const char *graph)
{
    g_autoptr(GPtrArray) characters = studio_stage_list(stage, MIENI_ASSET_CHARACTER);
    const char *parent = parent_of(stage, graph);
    for (guint i = 0; i < characters->len && i < LOOKED_AT; ++i)
        if (g_strcmp0(graph_of(stage, characters->pdata[i]), graph) == 0)
            add_character(stage, characters->pdata[i], NULL);
    for (guint i = 0; stage->roles->len == 0 && i < characters->len && i < LOOKED_AT; ++i)
        if (has_graph(stage, characters->pdata[i], graph))
            add_character(stage, characters->pdata[i], NULL);
    for (guint i = 0; parent != NULL && i < characters->len && i < LOOKED_AT; ++i)
        if (g_strcmp0(graph_of(stage, characters->pdata[i]), parent) == 0) {
            add_character(stage, characters->pdata[i], NULL);
            return;
        }
}

/// Whoever there is: for a clip, who its preview is for.
static void add_anybody(StudioStage *stage, const char *clip)
{
    const char *path = studio_workspace_first(stage->workspace, MIENI_ASSET_CHARACTER);
    if (path == NULL)
        path = given(mieni_asset_preview(asset_of(stage, clip)));
    if (path == NULL)
        path = studio_workspace_first(stage->workspace, MIENI_ASSET_POSES);
    if (path == NULL)
        path = studio_workspace_first(stage->workspace, MIENI_ASSET_MESH);
    if (path != NULL && mieni_asset_kind_of_path(path) == MIENI_ASSET_POSES)
        add_users_of_poses(stage, path);
    else if (path != NULL)
        add_role(stage, path, path, NULL);
}

static void add_roles(StudioStage *stage, MieniAssetKind kind, const char *path, bool is_by_hand)
{
    const char *poses = kind == MIENI_ASSET_POSES ? path : NULL;
    if (is_by_hand)
        add_cast(stage, poses);
    else if (kind == MIENI_ASSET_CHARACTER || kind == MIENI_ASSET_MESH)
        add_role(stage, path, path, NULL);
    else if (kind == MIENI_ASSET_POSES)
        add_users_of_poses(stage, path);
    else if (kind == MIENI_ASSET_GRAPH)
        add_users_of_graph(stage, path);
    if (stage->roles->len == 0)
        add_cast(stage, poses);
    if (stage->roles->len == 0)
        add_anybody(stage, stage->clip);
}

void studio_stage_choose(StudioStage *stage, bool is_other)
{
    if (stage->workspace == NULL)
        return;
    const StudioDocument *document = studio_workspace_active(stage->workspace);
    const StudioSession *session = studio_workspace_session(stage->workspace);
    const char *peeked = studio_live_peeked(stage->live);
    const char *front = document != NULL ? document->path : "";
    const char *path = peeked != NULL ? peeked : front;
    const MieniAssetKind kind = mieni_asset_kind_of_path(path);
    const char *clip = kind == MIENI_ASSET_CLIP ? path : session->clip[0] != '\0' ? session->clip : NULL;
    if (g_strcmp0(stage->cast_for, front) != 0)
        g_clear_pointer(&stage->cast_for, g_free);
    stage->has_weights = kind != MIENI_ASSET_CLIP; // a clip is looked at as it is
    stage->texts += is_other;
    char *copy = g_strdup(clip);
    g_free(stage->clip);
    stage->clip = copy;
    g_ptr_array_set_size(stage->roles, 0);
    add_roles(stage, kind, path, stage->cast_for != NULL && peeked == NULL);
    studio_stage_get(stage);
    studio_stage_show_cast_bar(stage);
}

/// Clip and cast of the session, a line each.
static char *chosen_now(StudioStage *stage)
{
    const StudioSession *session = studio_workspace_session(stage->workspace);
    GString *key = g_string_new(session->clip);
    g_string_append_c(key, '\n');
    for (int i = 0; i < session->cast.count; ++i)
        g_string_append_printf(key, "%s\n", session->cast.items[i]);
    return g_string_free(key, FALSE);
}

void studio_stage_note_chosen(StudioStage *stage)
{
    g_free(stage->chosen);
    stage->chosen = chosen_now(stage);
}

void studio_stage_rechoose(StudioStage *stage)
{
    g_autofree char *key = chosen_now(stage), *before = g_steal_pointer(&stage->chosen);
    const StudioDocument *document = studio_workspace_active(stage->workspace);
    stage->chosen = g_strdup(key);
    if (g_strcmp0(key, before) == 0)
        return;
    if (before != NULL && strcmp(strchr(key, '\n'), strchr(before, '\n')) != 0) { // somebody wants them now
        g_free(stage->cast_for);
        stage->cast_for = g_strdup(document != NULL ? document->path : "");
    }
    studio_stage_choose(stage, false);
}

void studio_stage_set_cast(StudioStage *stage, const char *const *paths, int count)
{
    StudioSession *session = studio_workspace_session(stage->workspace);
    const StudioDocument *document = studio_workspace_active(stage->workspace);
    MieniPaths cast = {0};
    for (int i = 0; i < count && i < STUDIO_STAGE_MOST; ++i)
        mieni_paths_add(&cast, paths[i]);
    mieni_paths_release(&session->cast);
    session->cast = cast;
    g_free(stage->cast_for);
    stage->cast_for = g_strdup(document != NULL ? document->path : "");
    if (studio_live_peeked(stage->live) != NULL)
        studio_live_peek(stage->live, NULL);
    g_clear_pointer(&stage->chosen, g_free); // the same people may be shown in another way
    studio_workspace_session_changed(stage->workspace);
}
