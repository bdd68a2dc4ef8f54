// SPDX-License-Identifier: MIT
//
// The inspector of a mesh.

#include "studio/panels/mesh/inspector.h"

#include <string.h>

#include "studio/model/commands/fit.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/thumbnails/thumbnails.h"
#include "studio/panels/widgets/weight_scale.h"
#include "studio/panels/widgets/widgets.h"
#include "studio/panels/workspace/async_loader.h"

enum { PICTURE = 38, MOST_MORPHS = 400, MOST_SHIFTS = 100 };
enum { NAMES = 132 }; ///< Pixels for names: sliders begin at one line, and need the rest.

struct _StudioMeshInspector {
    GtkBox parent_instance;
    StudioWorkspace *workspace;
    GSignalGroup *signals;
    char *path; ///< NULL: no mesh.
    StudioLooker looker;
    StudioMeshFacts facts;
    bool has_facts;
    GtkWidget *title, *filter, *states, *morphs, *shifts, *shifts_title, *shifts_text;
    GPtrArray *scales; ///< Of all rows.
};

G_DEFINE_TYPE(StudioMeshInspector, studio_mesh_inspector, GTK_TYPE_BOX)

// Weights

static void on_began(StudioMeshInspector *side)
{
    if (side->workspace != NULL)
        studio_session_mark(studio_workspace_session(side->workspace));
}

static void on_asked(GtkWidget *scale, double value, StudioMeshInspector *side)
{
    if (side->workspace == NULL)
        return;
    studio_session_set_weight(studio_workspace_session(side->workspace),
                              g_object_get_data(G_OBJECT(scale), "morph"), (float)value);
    studio_workspace_session_changed(side->workspace);
}

static void show_weights(StudioMeshInspector *side)
{
    for (guint i = 0; side->path != NULL && i < side->scales->len; ++i) {
        GtkWidget *scale = side->scales->pdata[i], *number = g_object_get_data(G_OBJECT(scale), "number");
        char text[STUDIO_NUMBER_ROOM];
        const double weight = (double)studio_session_weight(studio_workspace_session(side->workspace),
                                                            g_object_get_data(G_OBJECT(scale), "morph"));
        studio_weight_scale_set_range(STUDIO_WEIGHT_SCALE(scale), MIN(0.0, weight), MAX(1.0, weight), 0.0,
                                      1.0);
        studio_weight_scale_set_values(STUDIO_WEIGHT_SCALE(scale), weight, weight);
        gtk_label_set_text(GTK_LABEL(number), studio_number_text(weight, 2, text));
    }
}

static void on_reset(StudioMeshInspector *side)
{
    if (side->workspace == NULL)
        return;
    StudioSession *session = studio_workspace_session(side->workspace);
    studio_session_mark(session);
    studio_session_reset_weights(session);
    studio_workspace_session_changed(side->workspace);
}

// Rows

static GtkWidget *make_row(StudioMeshInspector *side, const StudioMorphFact *morph)
{
    GtkWidget *row = gtk_list_box_row_new(), *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6),
              *texts = gtk_box_new(GTK_ORIENTATION_VERTICAL, 1), *picture = studio_picture_new(PICTURE),
              *scale = studio_weight_scale_new(), *number = studio_label_new("0.00", "numeric"),
              *name = studio_label_new(morph->name, NULL);
    g_autofree char *movers = morph->movers[0] != '\0' ? g_strdup_printf("driven by %s", morph->movers)
                                                       : g_strdup("driven by its own curve");
    g_autofree char *weight = g_strdup_printf("%s weight", morph->name);
    studio_picture_show(picture, side->workspace,
                        &(StudioPictureOf){.asset = side->path, .pose = morph->name}, "view-grid-symbolic");
    gtk_label_set_ellipsize(GTK_LABEL(name), PANGO_ELLIPSIZE_MIDDLE);
    GtkWidget *second = studio_label_new(movers, "caption dim-label");
    studio_tip(second, movers);
    studio_describe(name, movers);
    gtk_label_set_max_width_chars(GTK_LABEL(second), 1); // the column says how wide they are
    gtk_label_set_max_width_chars(GTK_LABEL(name), 1);
    gtk_widget_set_size_request(texts, studio_scaled(NAMES), -1);
    gtk_widget_set_valign(texts, GTK_ALIGN_CENTER);
    gtk_box_append(GTK_BOX(texts), name);
    gtk_box_append(GTK_BOX(texts), second);
    gtk_widget_set_hexpand(scale, TRUE);
    gtk_label_set_width_chars(GTK_LABEL(number), 4);
    gtk_label_set_xalign(GTK_LABEL(number), 1.0f);
    studio_name(scale, weight);
    g_object_set_data_full(G_OBJECT(scale), "morph", g_strdup(morph->name), g_free);
    g_object_set_data(G_OBJECT(scale), "number", number);
    g_signal_connect_swapped(scale, "began", G_CALLBACK(on_began), side);
    g_signal_connect(scale, "asked", G_CALLBACK(on_asked), side);
    g_ptr_array_add(side->scales, scale);
    gtk_widget_add_css_class(box, "morph-row");
    gtk_box_append(GTK_BOX(box), picture);
    gtk_box_append(GTK_BOX(box), texts);
    gtk_box_append(GTK_BOX(box), scale);
    gtk_box_append(GTK_BOX(box), number);
    gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), box);
    gtk_list_box_row_set_activatable(GTK_LIST_BOX_ROW(row), FALSE);
    g_object_set_data_full(G_OBJECT(row), "name", g_strdup(morph->name), g_free);
    return row;
}

static gboolean matches(GtkListBoxRow *row, void *user)
{
    const StudioMeshInspector *side = user;
    return studio_filter_matches(gtk_editable_get_text(GTK_EDITABLE(side->filter)),
                                 g_object_get_data(G_OBJECT(row), "name"));
}

static void empty(GtkWidget *list)
{
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(list)) != NULL)
        gtk_list_box_remove(GTK_LIST_BOX(list), child);
}

static void fill_shifts(StudioMeshInspector *side)
{
    const StudioMeshFacts *facts = &side->facts;
    empty(side->shifts);
    gtk_widget_set_visible(side->shifts, facts->shift_count > 0);
    gtk_label_set_text(GTK_LABEL(side->shifts_text), !side->has_facts ? ""
                                                     : facts->shift_count == 0
                                                         ? "Bones match the rest pose of the skeleton."
                                                         : "Differences from the rest pose of the skeleton.");
    for (int i = 0; i < facts->shift_count && i < MOST_SHIFTS; ++i) {
        char millimetres[STUDIO_NUMBER_ROOM], degrees[STUDIO_NUMBER_ROOM];
        g_autofree char *text = g_strdup_printf(
            "%s mm · %s°", studio_number_text((double)facts->shifts[i].millimetres, 1, millimetres),
            studio_number_text((double)facts->shifts[i].degrees, 1, degrees));
        gtk_label_set_text(GTK_LABEL(studio_facts_add(side->shifts, facts->shifts[i].bone)), text);
    }
}

static void fill(StudioMeshInspector *side)
{
    const StudioMeshFacts *facts = &side->facts;
    g_ptr_array_set_size(side->scales, 0);
    empty(side->morphs);
    for (int i = 0; i < facts->morph_count && i < MOST_MORPHS; ++i)
        gtk_list_box_append(GTK_LIST_BOX(side->morphs), make_row(side, &facts->morphs[i]));
    g_autofree char *title = g_strdup_printf("Morphs %d", facts->morph_count);
    g_autofree char *hint = g_strdup_printf("Filter %d morphs", facts->morph_count);
    gtk_label_set_text(GTK_LABEL(side->title), title);
    g_object_set(side->filter, "placeholder-text", hint, NULL);
    gtk_stack_set_visible_child_name(GTK_STACK(side->states),
                                     side->has_facts && facts->morph_count == 0 ? "empty" : "list");
    fill_shifts(side);
    show_weights(side);
}

static void find(void *found, const StudioSnapshot *snapshot, const char *path)
{
    studio_mesh_facts_make(found, snapshot, path);
}

static void release(void *found) { studio_mesh_facts_release(found); }

static bool is_same(const StudioMeshFacts *a, const StudioMeshFacts *b)
{
    bool is = a->morph_count == b->morph_count && a->shift_count == b->shift_count;
    for (int i = 0; is && i < a->morph_count; ++i)
        is = strcmp(a->morphs[i].name, b->morphs[i].name) == 0 &&
             strcmp(a->morphs[i].movers, b->morphs[i].movers) == 0;
    for (int i = 0; is && i < a->shift_count; ++i)
        is = strcmp(a->shifts[i].bone, b->shifts[i].bone) == 0 &&
             a->shifts[i].millimetres == b->shifts[i].millimetres;
    return is;
}

/// Rows are made again only if something changed: the focus may be on a slider.
static void take(GObject *owner, void *found)
{
    StudioMeshInspector *side = STUDIO_MESH_INSPECTOR(owner);
    if (side->has_facts && is_same(&side->facts, found))
        return;
    studio_mesh_facts_release(&side->facts);
    side->facts = *(StudioMeshFacts *)found;
    *(StudioMeshFacts *)found = (StudioMeshFacts){0};
    side->has_facts = true;
    fill(side);
}

// The panel

static void on_changed(StudioMeshInspector *side, const char *const *paths)
{
    for (; side->path != NULL && *paths != NULL; ++paths) {
        const MieniAssetKind kind = mieni_asset_kind_of_path(*paths);
        if (kind == MIENI_ASSET_MESH || kind == MIENI_ASSET_POSES || kind == MIENI_ASSET_SKELETON) {
            studio_looker_look_soon(&side->looker);
            return;
        }
    }
}

static void studio_mesh_inspector_dispose(GObject *object)
{
    StudioMeshInspector *side = STUDIO_MESH_INSPECTOR(object);
    studio_looker_clear(&side->looker);
    g_clear_object(&side->signals);
    g_clear_object(&side->workspace);
    g_clear_pointer(&side->path, g_free);
    G_OBJECT_CLASS(studio_mesh_inspector_parent_class)->dispose(object);
}

static void studio_mesh_inspector_finalize(GObject *object)
{
    StudioMeshInspector *side = STUDIO_MESH_INSPECTOR(object);
    studio_mesh_facts_release(&side->facts);
    g_ptr_array_unref(side->scales);
    G_OBJECT_CLASS(studio_mesh_inspector_parent_class)->finalize(object);
}

static void studio_mesh_inspector_class_init(StudioMeshInspectorClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_mesh_inspector_dispose;
    G_OBJECT_CLASS(class)->finalize = studio_mesh_inspector_finalize;
}

static void studio_mesh_inspector_init(StudioMeshInspector *side)
{
    side->scales = g_ptr_array_new();
    side->looker = (StudioLooker){.owner = G_OBJECT(side),
                                  .size = sizeof(StudioMeshFacts),
                                  .find = find,
                                  .release = release,
                                  .take = take};
    side->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    g_signal_group_connect_swapped(side->signals, "changed", G_CALLBACK(on_changed), side);
    g_signal_group_connect_swapped(side->signals, "session", G_CALLBACK(show_weights), side);
}

static GtkWidget *make_top(StudioMeshInspector *side)
{
    GtkWidget *top = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6),
              *reset = gtk_button_new_from_icon_name("edit-clear-all-symbolic");
    side->title = studio_label_new("Morphs", "heading");
    gtk_widget_set_hexpand(side->title, TRUE);
    studio_tip(reset, "Reset all weights to 0");
    gtk_widget_add_css_class(reset, "flat");
    studio_name(reset, "Reset preview weights");
    g_signal_connect_swapped(reset, "clicked", G_CALLBACK(on_reset), side);
    gtk_box_append(GTK_BOX(top), side->title);
    gtk_box_append(GTK_BOX(top), reset);
    return top;
}

static GtkWidget *make_page(StudioMeshInspector *side)
{
    GtkWidget *page = gtk_box_new(GTK_ORIENTATION_VERTICAL, 9), *scrolled = gtk_scrolled_window_new();
    side->filter = gtk_search_entry_new();
    studio_name(side->filter, "Filter morphs");
    side->morphs = studio_facts_new("Morphs");
    gtk_list_box_set_filter_func(GTK_LIST_BOX(side->morphs), matches, side, NULL);
    g_signal_connect_swapped(side->filter, "search-changed", G_CALLBACK(gtk_list_box_invalidate_filter),
                             side->morphs);
    side->states = gtk_stack_new();
    gtk_stack_set_vhomogeneous(GTK_STACK(side->states), FALSE);
    gtk_stack_add_named(GTK_STACK(side->states), side->morphs, "list");
    gtk_stack_add_named(GTK_STACK(side->states),
                        studio_empty_new("view-grid-symbolic", "No morphs", "Only bones move this mesh.",
                                         NULL, NULL, NULL, NULL),
                        "empty");
    side->shifts_title = studio_label_new("Rest pose", "heading");
    side->shifts_text = studio_label_new(NULL, "caption dim-label");
    side->shifts = studio_facts_new("Rest pose");
    gtk_widget_add_css_class(page, "inspector-page");
    gtk_box_append(GTK_BOX(page), make_top(side));
    gtk_box_append(GTK_BOX(page), side->filter);
    gtk_box_append(GTK_BOX(page), side->states);
    gtk_box_append(GTK_BOX(page), side->shifts_title);
    gtk_box_append(GTK_BOX(page), side->shifts_text);
    gtk_box_append(GTK_BOX(page), side->shifts);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), page);
    gtk_widget_set_vexpand(scrolled, TRUE);
    return scrolled;
}

GtkWidget *studio_mesh_inspector_new(StudioCommands *commands)
{
    (void)commands;
    StudioMeshInspector *side =
        g_object_new(STUDIO_TYPE_MESH_INSPECTOR, "orientation", GTK_ORIENTATION_VERTICAL, NULL);
    gtk_widget_set_name(GTK_WIDGET(side), "mesh-inspector");
    gtk_box_append(GTK_BOX(side), make_page(side));
    return GTK_WIDGET(side);
}

void studio_mesh_inspector_show(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document)
{
    StudioMeshInspector *side = STUDIO_MESH_INSPECTOR(part);
    g_set_object(&side->workspace, workspace);
    g_signal_group_set_target(side->signals, workspace);
    g_free(side->path);
    side->path = g_strdup(document != NULL ? document->path : NULL);
    side->has_facts = false;
    studio_mesh_facts_release(&side->facts);
    fill(side);
    studio_looker_show(&side->looker, workspace, side->path);
}
