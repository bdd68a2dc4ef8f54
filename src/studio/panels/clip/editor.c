// SPDX-License-Identifier: MIT
//
// The editor panel of clips: toolbar, list and timeline.

#include "studio/panels/clip/editor.h"

#include "studio/panels/clip/private.h"
#include "studio/panels/clip/timeline.h"
#include "studio/panels/widgets/widgets.h"
#include "studio/panels/workspace/preferences.h"

#include <string.h>

enum { LARGE = 1600 }; ///< Width of windows that have room for more.

#define STUDIO_TYPE_CLIP_EDITOR (studio_clip_editor_get_type())
G_DECLARE_FINAL_TYPE(StudioClipEditor, studio_clip_editor, STUDIO, CLIP_EDITOR, GtkBox)

struct _StudioClipEditor {
    GtkBox parent_instance;
    StudioClip clip;
};

G_DEFINE_TYPE(StudioClipEditor, studio_clip_editor, GTK_TYPE_BOX)

static void on_changed(StudioClip *clip, const char *const *paths)
{
    bool is_own = false, is_other = false;
    if (clip->document == NULL || !studio_exists(studio_clip_studio(clip), clip->path))
        return;
    for (; *paths != NULL; ++paths) {
        const MieniAssetKind kind = mieni_asset_kind_of_path(*paths);
        is_own = is_own || strcmp(*paths, clip->path) == 0;
        is_other = is_other || kind == MIENI_ASSET_POSES || kind == MIENI_ASSET_SKELETON ||
                   kind == MIENI_ASSET_MESH || kind == MIENI_ASSET_MAP;
    }
    if (is_own || is_other)
        studio_clip_read_elsewhere(clip, is_other);
    if (is_own)
        studio_clip_read(clip);
}

static void on_session(StudioClip *clip)
{
    if (clip->document == NULL)
        return;
    studio_clip_list_values(clip);
    studio_clip_timeline_played(clip);
}

/// What plays is another, or its sound was read.
static void on_played(StudioClip *clip)
{
    if (clip->document == NULL)
        return;
    studio_clip_timeline_listen(clip);
    on_session(clip);
}

static void on_selection(StudioClip *clip)
{
    if (clip->document == NULL || clip->is_syncing)
        return;
    studio_clip_list_select(clip);
    studio_clip_timeline_changed(clip, false);
    studio_clip_toolbar_update(clip);
    studio_clip_allow(clip);
}

static void on_style(StudioClip *clip)
{
    if (clip->document == NULL)
        return;
    studio_clip_list_fill(clip);
    studio_clip_timeline_changed(clip, true);
}

static void on_layout(GdkSurface *surface, int width, int height, StudioClip *clip)
{
    (void)surface, (void)height;
    const bool is_large = width >= LARGE;
    if (is_large == clip->is_large)
        return;
    clip->is_large = is_large;
    gtk_widget_set_visible(clip->tool_fields, is_large);
    gtk_widget_set_size_request(clip->list, studio_scaled(is_large ? 300 : 276), -1);
    studio_clip_list_fill(clip);
}

static void studio_clip_editor_realize(GtkWidget *widget)
{
    StudioClip *clip = &STUDIO_CLIP_EDITOR(widget)->clip;
    GTK_WIDGET_CLASS(studio_clip_editor_parent_class)->realize(widget);
    GdkSurface *surface = gtk_native_get_surface(gtk_widget_get_native(widget));
    g_signal_connect(surface, "layout", G_CALLBACK(on_layout), clip);
    on_layout(surface, gdk_surface_get_width(surface), 0, clip);
}

static void studio_clip_editor_unrealize(GtkWidget *widget)
{
    StudioClip *clip = &STUDIO_CLIP_EDITOR(widget)->clip;
    GdkSurface *surface = gtk_native_get_surface(gtk_widget_get_native(widget));
    g_signal_handlers_disconnect_by_data(surface, clip);
    GTK_WIDGET_CLASS(studio_clip_editor_parent_class)->unrealize(widget);
}

/// What belongs to the document, not to the editor.
static void forget(StudioClip *clip)
{
    g_clear_handle_id(&clip->values_timer, g_source_remove);
    if (clip->path != NULL && clip->is_look_own)
        g_hash_table_replace(clip->looks, g_strdup(clip->path), g_memdup2(&clip->look, sizeof clip->look));
    studio_clip_keep_keys(clip, true);
    g_clear_pointer(&clip->path, g_free);
    for (int i = 0; i < clip->mark_count; ++i)
        g_free(clip->marks[i]);
    g_clear_pointer(&clip->marks, g_free);
    clip->mark_count = 0;
    studio_samples_drop(clip->samples);
    clip->samples = NULL;
    studio_clip_view_release(&clip->view);
    mieni_uses_release(&clip->uses);
    mieni_json_release(&clip->sources);
    clip->sources = (MieniJsonDocument){0};
    clip->uses = (MieniUses){0};
    clip->has_uses = clip->wants_reading = false;
    clip->document = NULL;
}

static void studio_clip_editor_dispose(GObject *object)
{
    StudioClip *clip = &STUDIO_CLIP_EDITOR(object)->clip;
    g_clear_handle_id(&clip->describe_timer, g_source_remove);
    g_clear_handle_id(&clip->values_timer, g_source_remove);
    g_signal_handlers_disconnect_by_data(adw_style_manager_get_default(), clip);
    g_clear_object(&clip->signals);
    g_clear_object(&clip->player_signals);
    g_clear_object(&clip->workspace);
    g_clear_object(&clip->commands);
    G_OBJECT_CLASS(studio_clip_editor_parent_class)->dispose(object);
}

static void studio_clip_editor_finalize(GObject *object)
{
    StudioClip *clip = &STUDIO_CLIP_EDITOR(object)->clip;
    forget(clip);
    g_free(clip->infos);
    g_array_unref(clip->rows);
    g_hash_table_unref(clip->looks);
    g_clear_pointer(&clip->kept, g_hash_table_unref);
    g_clear_object(&clip->row_store);
    g_clear_pointer(&clip->copied, g_bytes_unref);
    G_OBJECT_CLASS(studio_clip_editor_parent_class)->finalize(object);
}

static void studio_clip_editor_class_init(StudioClipEditorClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_clip_editor_dispose;
    G_OBJECT_CLASS(class)->finalize = studio_clip_editor_finalize;
    GTK_WIDGET_CLASS(class)->realize = studio_clip_editor_realize;
    GTK_WIDGET_CLASS(class)->unrealize = studio_clip_editor_unrealize;
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "clipeditor");
}

static void studio_clip_editor_init(StudioClipEditor *editor)
{
    StudioClip *clip = &editor->clip;
    clip->editor = GTK_WIDGET(editor);
    clip->is_graph = true;
    clip->rows = g_array_new(FALSE, FALSE, sizeof(int));
    clip->looks = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    clip->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    g_signal_group_connect_swapped(clip->signals, "changed", G_CALLBACK(on_changed), clip);
    g_signal_group_connect_swapped(clip->signals, "session", G_CALLBACK(on_session), clip);
    g_signal_group_connect_swapped(clip->signals, "selection", G_CALLBACK(on_selection), clip);
    clip->player_signals = g_signal_group_new(STUDIO_TYPE_PLAYER);
    g_signal_group_connect_swapped(clip->player_signals, "clip", G_CALLBACK(on_played), clip);
    g_signal_connect_swapped(adw_style_manager_get_default(), "notify::dark", G_CALLBACK(on_style), clip);
}

GtkWidget *studio_clip_editor_new(StudioCommands *commands)
{
    StudioClipEditor *editor =
        g_object_new(STUDIO_TYPE_CLIP_EDITOR, "orientation", GTK_ORIENTATION_VERTICAL, NULL);
    StudioClip *clip = &editor->clip;
    clip->commands = g_object_ref(commands);
    clip->snap = (StudioSnap)studio_prefers(STUDIO_PREFER_SNAP);
    gtk_widget_set_name(GTK_WIDGET(editor), "clip-editor");
    gtk_box_append(GTK_BOX(editor), studio_clip_toolbar_new(clip));
    GtkWidget *curves = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    gtk_box_append(GTK_BOX(curves), studio_clip_list_new(clip));
    gtk_box_append(GTK_BOX(curves), gtk_separator_new(GTK_ORIENTATION_VERTICAL));
    clip->timeline = studio_clip_timeline_new(clip);
    gtk_widget_set_hexpand(clip->timeline, TRUE);
    gtk_box_append(GTK_BOX(curves), clip->timeline);
    clip->empty = studio_empty_new("video-x-generic-symbolic", "No curves yet",
                                   "Add a curve and key it, or paste keys.", "Add Curve…", "clip.add-curve",
                                   NULL, NULL);
    clip->body = gtk_stack_new();
    gtk_stack_add_named(GTK_STACK(clip->body), curves, "curves");
    gtk_stack_add_named(GTK_STACK(clip->body), clip->empty, "empty");
    gtk_widget_set_vexpand(clip->body, TRUE);
    gtk_box_append(GTK_BOX(editor), clip->body);
    studio_clip_bind(clip);
    return GTK_WIDGET(editor);
}

void studio_clip_editor_show(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document)
{
    StudioClip *clip = &STUDIO_CLIP_EDITOR(part)->clip;
    const bool is_same = document != NULL && clip->document == document && clip->workspace == workspace;
    if (is_same)
        return;
    forget(clip);
    if (workspace != clip->workspace) {
        g_set_object(&clip->workspace, workspace);
        g_clear_pointer(&clip->kept, g_hash_table_unref);
    }
    g_signal_group_set_target(clip->signals, workspace);
    g_signal_group_set_target(clip->player_signals,
                              workspace != NULL ? (void *)studio_player_of(workspace) : NULL);
    clip->document = document;
    clip->path = g_strdup(document != NULL ? document->path : NULL);
    studio_clip_timeline_listen(clip);
    if (document == NULL) {
        studio_clip_allow(clip);
        return;
    }
    const StudioClipLook *look = g_hash_table_lookup(clip->looks, clip->path);
    clip->is_look_own = look != NULL;
    if (look != NULL)
        clip->look = *look;
    studio_clip_read_elsewhere(clip, true);
    studio_clip_read(clip);
    studio_clip_look_first(clip);
    on_session(clip);
}
