// SPDX-License-Identifier: MIT
//
// The details page of a clip: source, duration, preview poses and users.

#include "studio/panels/clip/inspector_private.h"

#include <math.h>
#include <string.h>

#include "studio/model/facts/strings.h"
#include "studio/panels/workspace/kinds.h"

// Filling

/// Sets a value, which may be longer than its place; NULL: there is none.
static void put(GtkWidget *label, const char *text)
{
    gtk_label_set_text(GTK_LABEL(label), text != NULL ? text : "–");
    studio_tip(label, text);
}

/// Tracks and curves may come from one file or two: "ada.glb" or "body.glb, face.csv".
static char *join(const char *a, const char *b)
{
    if (a != NULL && b != NULL && strcmp(a, b) != 0)
        return g_strdup_printf("%s, %s", a, b);
    return g_strdup(a != NULL ? a : b);
}

static void fill_source(StudioClipInspector *side, const MieniClipView *clip)
{
    const MieniSourceView *tracks = mieni_clip_tracks(clip), *curves = mieni_clip_curves(clip);
    const bool is_keyed = mieni_clip_keyed_json(clip) != NULL;
    g_autofree char *file = join(mieni_source_file(tracks), mieni_source_file(curves));
    g_autofree char *take = join(mieni_source_take(tracks), mieni_source_take(curves));
    put(side->source, file != NULL ? file : is_keyed ? "keyed in this clip" : NULL);
    put(side->take, take);
}

static void fill_time(StudioClipInspector *side)
{
    const StudioClipFacts *facts = &side->facts;
    char number[STUDIO_NUMBER_ROOM];
    if (!facts->is_made) {
        put(side->length, NULL);
        put(side->rate, NULL);
        put(side->markers, NULL);
        put(side->sound, NULL);
        return;
    }
    const double rate = (double)facts->rate / (facts->rate_divisor > 0 ? facts->rate_divisor : 1);
    g_autofree char *length =
        g_strdup_printf("%s s · %d frames", studio_number_text(facts->length, 2, number),
                        (int)floor(facts->length * rate + 0.5) + 1);
    put(side->length, length);
    g_autofree char *rates =
        g_strdup_printf("%s fps", studio_number_text(rate, floor(rate) == rate ? 0 : 2, number));
    put(side->rate, rates);
    g_autoptr(GString) markers = g_string_new(NULL);
    for (int i = 0; i < facts->marker_count && i < 30; ++i)
        g_string_append_printf(markers, "%s%s %s s", i > 0 ? ", " : "", facts->markers[i].name,
                               studio_number_text(facts->markers[i].time, 2, number));
    put(side->markers, markers->len > 0 ? markers->str : NULL);
    if (facts->marker_count > 1) { // the tooltip has them all
        g_autofree char *count = g_strdup_printf("%d", facts->marker_count);
        gtk_label_set_text(GTK_LABEL(side->markers), count);
    }
    g_autofree char *sound = facts->sound == NULL ? NULL
                             : facts->sound_offset == 0
                                 ? g_strdup(facts->sound)
                                 : g_strdup_printf("%s from %s s", facts->sound,
                                                   studio_number_text(facts->sound_offset, 2, number));
    put(side->sound, sound);
}

/// "ada", or "ada (morphs)" of a mesh. Free it.
static char *face_name(const char *path)
{
    char name[STUDIO_LABEL_ROOM];
    studio_asset_name(path, name);
    return mieni_asset_kind_of_path(path) == MIENI_ASSET_MESH ? g_strdup_printf("%s (morphs)", name)
                                                              : g_strdup(name);
}

/// The pose assets and meshes of the clip's skeleton, and the one that it is shown with.
static void fill_preview(StudioClipInspector *side, const MieniClipView *clip)
{
    const MieniPaths *poses = &side->facts.poses;
    const char *chosen = mieni_clip_preview(clip);
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    guint selected = 0;
    g_ptr_array_set_size(side->preview_paths, 0);
    g_ptr_array_add(side->preview_paths, NULL);
    g_ptr_array_add(names, g_strdup("From each character’s graph"));
    for (int i = 0; i < poses->count; ++i) {
        if (chosen != NULL && strcmp(poses->items[i], chosen) == 0)
            selected = side->preview_paths->len;
        g_ptr_array_add(side->preview_paths, g_strdup(poses->items[i]));
        g_ptr_array_add(names, face_name(poses->items[i]));
    }
    if (chosen != NULL && selected == 0) { // of another skeleton, or not looked at yet
        selected = side->preview_paths->len;
        g_ptr_array_add(side->preview_paths, g_strdup(chosen));
        g_ptr_array_add(names, face_name(chosen));
    }
    g_ptr_array_add(names, NULL);
    studio_strings_set(side->previews, (const char *const *)names->pdata);
    gtk_drop_down_set_selected(GTK_DROP_DOWN(side->preview), selected);
}

static void on_user(GtkWidget *list, GtkListBoxRow *row, void *user)
{
    (void)list;
    StudioClipInspector *side = user;
    const char *path = g_object_get_data(G_OBJECT(row), "path");
    if (side->workspace != NULL && path != NULL)
        studio_workspace_show(side->workspace, path, false);
}

static void fill_users(StudioClipInspector *side)
{
    GtkWidget *child;
    const MieniPaths *users = &side->facts.users;
    while ((child = gtk_widget_get_first_child(side->users)) != NULL)
        gtk_list_box_remove(GTK_LIST_BOX(side->users), child);
    gtk_widget_set_visible(side->users, users->count > 0);
    gtk_widget_set_visible(side->users_title, users->count > 0);
    for (int i = 0; i < users->count && i < 200; ++i) {
        char name[STUDIO_LABEL_ROOM];
        const StudioKind *kind = &studio_kinds[studio_kind_index(mieni_asset_kind_of_path(users->items[i]))];
        GtkWidget *row = studio_link_row_new(kind->icon, studio_asset_name(users->items[i], name), kind->one);
        g_object_set_data_full(G_OBJECT(row), "path", g_strdup(users->items[i]), g_free);
        gtk_list_box_append(GTK_LIST_BOX(side->users), row);
    }
}

void studio_clip_inspector_fill_details(StudioClipInspector *side)
{
    const MieniClipView *clip = studio_clip_inspector_clip(side);
    if (clip == NULL)
        return;
    side->is_filling = true;
    fill_source(side, clip);
    fill_time(side);
    fill_preview(side, clip);
    fill_users(side);
    side->is_filling = false;
}

// Widgets

static void on_preview(StudioClipInspector *side)
{
    const guint selected = gtk_drop_down_get_selected(GTK_DROP_DOWN(side->preview));
    MieniProblem problem = {0};
    if (side->is_filling || side->path == NULL || selected >= side->preview_paths->len)
        return;
    const char *path = side->preview_paths->pdata[selected];
    char name[STUDIO_LABEL_ROOM], clip[STUDIO_LABEL_ROOM];
    g_autofree char *json = path != NULL ? g_strdup_printf("\"%s\"", path) : NULL;
    g_autofree char *label =
        path != NULL ? g_strdup_printf("show %s with %s", studio_asset_name(side->path, clip),
                                       studio_asset_name(path, name))
                     : g_strdup_printf("show %s with poses from graphs", studio_asset_name(side->path, clip));
    const MienStatus status = studio_asset_set(studio_workspace_studio(side->workspace), side->path,
                                               "preview", json, label, NULL, &problem);
    studio_workspace_check(side->workspace, status, &problem);
}

GtkWidget *studio_clip_inspector_make_details(StudioClipInspector *side)
{
    GtkWidget *page = gtk_box_new(GTK_ORIENTATION_VERTICAL, 9), *list = studio_facts_new("Details");
    gtk_widget_add_css_class(page, "inspector-page");
    side->source = studio_facts_add(list, "Source");
    side->take = studio_facts_add(list, "Take");
    side->length = studio_facts_add(list, "Duration");
    side->rate = studio_facts_add(list, "Frame rate");
    side->markers = studio_facts_add(list, "Markers");
    side->sound = studio_facts_add(list, "Sound");
    side->previews = gtk_string_list_new(NULL);
    side->preview = gtk_drop_down_new(G_LIST_MODEL(side->previews), NULL);
    studio_name(side->preview, "Preview on");
    g_signal_connect_swapped(side->preview, "notify::selected", G_CALLBACK(on_preview), side);
    side->users_title = studio_label_new("Used by", "heading");
    side->users = studio_facts_new("Used by");
    g_signal_connect(side->users, "row-activated", G_CALLBACK(on_user), side);
    gtk_box_append(GTK_BOX(page), studio_label_new("Details", "heading"));
    gtk_box_append(GTK_BOX(page), list);
    gtk_box_append(GTK_BOX(page), studio_label_new("Preview on", "heading"));
    gtk_box_append(GTK_BOX(page), side->preview);
    gtk_box_append(GTK_BOX(page), side->users_title);
    gtk_box_append(GTK_BOX(page), side->users);
    return page;
}
