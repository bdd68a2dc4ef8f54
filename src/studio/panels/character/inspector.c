// SPDX-License-Identifier: MIT
//
// The inspector of a character.

#include "studio/panels/character/inspector.h"

#include <string.h>

#include "asset/view.h"
#include "studio/model/commands/assets.h"
#include "studio/model/commands/fit.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/thumbnails/thumbnails.h"
#include "studio/panels/widgets/widgets.h"
#include "studio/panels/workspace/async_loader.h"

enum { MESH, GRAPH, CHOICES, PICTURE = 168, MOST = 100 };

/// A part of the character that is chosen among assets.
typedef struct Choice {
    GtkWidget *drop_down;
    GtkStringList *names;
    GPtrArray *paths; ///< NULL first: none.
} Choice;

struct _StudioCharacterInspector {
    GtkBox parent_instance;
    StudioWorkspace *workspace;
    GSignalGroup *signals;
    char *path; ///< NULL: no character.
    StudioLooker looker;
    StudioFit fit;
    bool has_fit, is_filling;
    Choice choices[CHOICES];
    GtkWidget *picture, *name, *text, *fits, *problem;
};

G_DEFINE_TYPE(StudioCharacterInspector, studio_character_inspector, GTK_TYPE_BOX)

static const struct {
    const char *key, *title, *none;
    MieniAssetKind kind;
} parts[CHOICES] = {
    [MESH] = {"mesh", "Mesh", "No mesh", MIENI_ASSET_MESH},
    [GRAPH] = {"graph", "Graph", "Default graph", MIENI_ASSET_GRAPH},
};

// What it is made of

static void fill_choice(StudioCharacterInspector *side, int which, const MieniCharacterView *character)
{
    Choice *choice = &side->choices[which];
    const Studio *studio = studio_workspace_studio(side->workspace);
    const char *chosen = which == MESH ? mieni_character_mesh(character) : mieni_character_graph(character);
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    char name[STUDIO_LABEL_ROOM];
    guint selected = 0;
    g_ptr_array_set_size(choice->paths, 0);
    g_ptr_array_add(choice->paths, NULL);
    g_ptr_array_add(names, g_strdup(parts[which].none));
    for (int i = 0; i < studio->files.count; ++i) {
        const StudioFile *file = studio->files.items[i];
        if (file->kind != parts[which].kind || !studio_exists(studio, file->path))
            continue;
        if (chosen != NULL && strcmp(file->path, chosen) == 0)
            selected = choice->paths->len;
        g_ptr_array_add(choice->paths, g_strdup(file->path));
        g_ptr_array_add(names, g_strdup(studio_asset_name(file->path, name)));
    }
    g_ptr_array_add(names, NULL);
    studio_strings_set(choice->names, (const char *const *)names->pdata);
    gtk_drop_down_set_selected(GTK_DROP_DOWN(choice->drop_down), selected);
}

static void on_choice(GtkDropDown *drop_down, GParamSpec *spec, StudioCharacterInspector *side)
{
    (void)spec;
    const int which = GTK_WIDGET(drop_down) == side->choices[GRAPH].drop_down ? GRAPH : MESH;
    const guint selected = gtk_drop_down_get_selected(drop_down);
    const Choice *choice = &side->choices[which];
    MieniProblem problem = {0};
    char name[STUDIO_LABEL_ROOM], own[STUDIO_LABEL_ROOM];
    if (side->is_filling || side->path == NULL || selected >= choice->paths->len)
        return;
    const char *path = choice->paths->pdata[selected];
    g_autofree char *json = path != NULL ? g_strdup_printf("\"%s\"", path) : NULL;
    g_autofree char *label =
        g_strdup_printf("set %s of %s to %s", parts[which].key, studio_asset_name(side->path, own),
                        path != NULL ? studio_asset_name(path, name) : "none");
    const MienStatus status = studio_asset_set(studio_workspace_studio(side->workspace), side->path,
                                               parts[which].key, json, label, NULL, &problem);
    studio_workspace_check(side->workspace, status, &problem);
}

// Whether it fits

static void add_missing(StudioCharacterInspector *side, const StudioMissing *missing)
{
    g_autofree char *text = missing->near == NULL ? g_strdup("no similar name")
                            : missing->rule[0] != '\0'
                                ? g_strdup_printf("nearest: %s (%s)", missing->near, missing->rule)
                                : g_strdup_printf("nearest: %s", missing->near);
    GtkWidget *row = gtk_list_box_row_new(), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 1);
    GtkWidget *name = studio_label_new(missing->name, NULL);
    gtk_box_append(GTK_BOX(box), name);
    gtk_box_append(GTK_BOX(box), studio_label_new(text, "caption dim-label"));
    studio_describe(name, text);
    gtk_widget_add_css_class(box, "missing-row");
    gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), box);
    gtk_list_box_row_set_activatable(GTK_LIST_BOX_ROW(row), FALSE);
    gtk_list_box_append(GTK_LIST_BOX(side->fits), row);
}

static void add_part(StudioCharacterInspector *side, StudioFitKind kind)
{
    static const char *const titles[STUDIO_FIT_KINDS] = {"Bones", "Curves", "Morphs"};
    const StudioFitPart *part = &side->fit.parts[kind];
    const bool is_fine = part->matched == part->count;
    GtkWidget *row = gtk_list_box_row_new(), *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9),
              *icon =
                  gtk_image_new_from_icon_name(is_fine ? "emblem-ok-symbolic" : "dialog-warning-symbolic"),
              *title = studio_label_new(titles[kind], NULL);
    g_autofree char *text =
        part->count > 0 ? g_strdup_printf("%d of %d", part->matched, part->count) : g_strdup("none");
    gtk_widget_add_css_class(icon, is_fine ? "success" : "warning");
    gtk_widget_set_hexpand(title, TRUE);
    gtk_box_append(GTK_BOX(box), icon);
    gtk_box_append(GTK_BOX(box), title);
    gtk_box_append(GTK_BOX(box), studio_label_new(text, "numeric dim-label"));
    studio_describe(title, text);
    gtk_widget_add_css_class(box, "fact-row");
    gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), box);
    gtk_list_box_row_set_activatable(GTK_LIST_BOX_ROW(row), FALSE);
    gtk_list_box_append(GTK_LIST_BOX(side->fits), row);
    for (int i = 0; i < part->missing_count && i < MOST; ++i)
        add_missing(side, &part->missing[i]);
}

static void fill_fit(StudioCharacterInspector *side)
{
    GtkWidget *child;
    char skeleton[STUDIO_LABEL_ROOM], poses[STUDIO_LABEL_ROOM];
    const StudioFit *fit = &side->fit;
    while ((child = gtk_widget_get_first_child(side->fits)) != NULL)
        gtk_list_box_remove(GTK_LIST_BOX(side->fits), child);
    gtk_widget_set_visible(side->fits, side->has_fit);
    gtk_widget_set_visible(side->problem, side->has_fit && fit->problem.error.message[0] != '\0');
    gtk_label_set_text(GTK_LABEL(side->problem), fit->problem.error.message);
    if (!side->has_fit)
        return;
    g_autofree char *text = g_strdup_printf(
        "%s%s%s", fit->skeleton != NULL ? studio_asset_name(fit->skeleton, skeleton) : "no skeleton",
        fit->poses != NULL ? " · poses from " : "",
        fit->poses != NULL ? studio_asset_name(fit->poses, poses) : "");
    gtk_label_set_text(GTK_LABEL(side->text), text);
    for (int i = 0; i < STUDIO_FIT_KINDS; ++i)
        add_part(side, (StudioFitKind)i);
}

static void find(void *found, const StudioSnapshot *snapshot, const char *path)
{
    studio_fit_make(found, snapshot, path);
}

static void release(void *found) { studio_fit_release(found); }

static void take(GObject *owner, void *found)
{
    StudioCharacterInspector *side = STUDIO_CHARACTER_INSPECTOR(owner);
    studio_fit_release(&side->fit);
    side->fit = *(StudioFit *)found;
    *(StudioFit *)found = (StudioFit){0};
    side->has_fit = true;
    fill_fit(side);
}

// The panel

static void fill(StudioCharacterInspector *side)
{
    const MieniAsset *asset;
    char name[STUDIO_LABEL_ROOM];
    if (side->path == NULL ||
        studio_asset(studio_workspace_studio(side->workspace), side->path, &asset, NULL) != MIEN_OK)
        return;
    side->is_filling = true;
    for (int i = 0; i < CHOICES; ++i)
        fill_choice(side, i, mieni_character_of(asset));
    side->is_filling = false;
    gtk_label_set_text(GTK_LABEL(side->name), studio_asset_name(side->path, name));
    studio_picture_show(side->picture, side->workspace, &(StudioPictureOf){.asset = side->path},
                        "avatar-default-symbolic");
}

static void on_changed(StudioCharacterInspector *side, const char *const *paths)
{
    if (side->path == NULL || !studio_exists(studio_workspace_studio(side->workspace), side->path))
        return;
    for (; *paths != NULL; ++paths)
        if (mieni_asset_kind_of_path(*paths) != MIENI_ASSET_CLIP) { // clips are no part of it
            fill(side);
            studio_looker_look_soon(&side->looker);
            return;
        }
}

static void studio_character_inspector_dispose(GObject *object)
{
    StudioCharacterInspector *side = STUDIO_CHARACTER_INSPECTOR(object);
    studio_looker_clear(&side->looker);
    g_clear_object(&side->signals);
    g_clear_object(&side->workspace);
    g_clear_pointer(&side->path, g_free);
    for (int i = 0; i < CHOICES; ++i)
        g_clear_pointer(&side->choices[i].paths, g_ptr_array_unref);
    G_OBJECT_CLASS(studio_character_inspector_parent_class)->dispose(object);
}

static void studio_character_inspector_finalize(GObject *object)
{
    studio_fit_release(&STUDIO_CHARACTER_INSPECTOR(object)->fit);
    G_OBJECT_CLASS(studio_character_inspector_parent_class)->finalize(object);
}

static void studio_character_inspector_class_init(StudioCharacterInspectorClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_character_inspector_dispose;
    G_OBJECT_CLASS(class)->finalize = studio_character_inspector_finalize;
}

static void studio_character_inspector_init(StudioCharacterInspector *side)
{
    side->looker = (StudioLooker){
        .owner = G_OBJECT(side), .size = sizeof(StudioFit), .find = find, .release = release, .take = take};
    side->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    g_signal_group_connect_swapped(side->signals, "changed", G_CALLBACK(on_changed), side);
}

static GtkWidget *make_choice(StudioCharacterInspector *side, int which)
{
    Choice *choice = &side->choices[which];
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12),
              *title = studio_label_new(parts[which].title, NULL);
    choice->paths = g_ptr_array_new_with_free_func(g_free);
    choice->names = gtk_string_list_new(NULL);
    choice->drop_down = gtk_drop_down_new(G_LIST_MODEL(choice->names), NULL);
    gtk_widget_set_hexpand(choice->drop_down, TRUE);
    gtk_widget_set_size_request(title, 56, -1);
    studio_name(choice->drop_down, parts[which].title);
    g_signal_connect(choice->drop_down, "notify::selected", G_CALLBACK(on_choice), side);
    gtk_box_append(GTK_BOX(box), title);
    gtk_box_append(GTK_BOX(box), choice->drop_down);
    return box;
}

static GtkWidget *make_page(StudioCharacterInspector *side)
{
    GtkWidget *page = gtk_box_new(GTK_ORIENTATION_VERTICAL, 9),
              *share = gtk_button_new_with_label("Share Face Graph…"), *scrolled = gtk_scrolled_window_new();
    side->picture = studio_picture_new(PICTURE);
    gtk_widget_set_halign(side->picture, GTK_ALIGN_CENTER);
    side->name = studio_label_new(NULL, "title-3");
    side->text = studio_label_new(NULL, "caption dim-label");
    gtk_label_set_xalign(GTK_LABEL(side->name), 0.5f);
    gtk_label_set_xalign(GTK_LABEL(side->text), 0.5f);
    side->fits = studio_facts_new("Fit");
    side->problem = studio_label_new(NULL, "caption error");
    gtk_label_set_ellipsize(GTK_LABEL(side->problem), PANGO_ELLIPSIZE_NONE);
    gtk_label_set_wrap(GTK_LABEL(side->problem), TRUE);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(share), "win.share-face");
    studio_tip(share, "Use this graph for other characters");
    gtk_widget_add_css_class(page, "inspector-page");
    gtk_box_append(GTK_BOX(page), side->picture);
    gtk_box_append(GTK_BOX(page), side->name);
    gtk_box_append(GTK_BOX(page), side->text);
    for (int i = 0; i < CHOICES; ++i)
        gtk_box_append(GTK_BOX(page), make_choice(side, i));
    gtk_box_append(GTK_BOX(page), studio_label_new("Fit", "heading"));
    gtk_box_append(GTK_BOX(page), side->fits);
    gtk_box_append(GTK_BOX(page), side->problem);
    gtk_box_append(GTK_BOX(page), share);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), page);
    gtk_widget_set_vexpand(scrolled, TRUE);
    return scrolled;
}

GtkWidget *studio_character_inspector_new(StudioCommands *commands)
{
    (void)commands;
    StudioCharacterInspector *side =
        g_object_new(STUDIO_TYPE_CHARACTER_INSPECTOR, "orientation", GTK_ORIENTATION_VERTICAL, NULL);
    gtk_widget_set_name(GTK_WIDGET(side), "character-inspector");
    gtk_box_append(GTK_BOX(side), make_page(side));
    return GTK_WIDGET(side);
}

void studio_character_inspector_show(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document)
{
    StudioCharacterInspector *side = STUDIO_CHARACTER_INSPECTOR(part);
    g_set_object(&side->workspace, workspace);
    g_signal_group_set_target(side->signals, workspace);
    g_free(side->path);
    side->path = g_strdup(document != NULL ? document->path : NULL);
    side->has_fit = false;
    studio_looker_show(&side->looker, workspace, side->path);
    fill_fit(side);
    fill(side);
}
