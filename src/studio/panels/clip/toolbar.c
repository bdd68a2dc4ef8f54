// SPDX-License-Identifier: MIT
//
// The toolbar of the clip editor.

#include "studio/panels/clip/private.h"

#include "studio/model/facts/strings.h"
#include "studio/panels/clip/timeline.h"
#include "studio/panels/widgets/widgets.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *action, *label, *words;
} shapes[] = {
    {"clip.tangent-auto", "Auto", "Smooth, without overshoot"},
    {"clip.tangent-smooth", "Smooth", "Smooth, with handles"},
    {"clip.tangent-linear", "Linear", "Straight line to the next key"},
    {"clip.tangent-step", "Step", "Hold the value until the next key"},
};

static void on_choice(GtkButton *button, StudioClip *clip)
{
    studio_commands_run(clip->commands, g_object_get_data(G_OBJECT(button), "command"));
    studio_clip_toolbar_update(clip); // it shows what is, not what was pressed
}

static GtkWidget *make_choice(StudioClip *clip, const char *action, const char *label, const char *words)
{
    GtkWidget *button = gtk_toggle_button_new_with_label(label);
    g_autofree char *tooltip = studio_commands_tooltip(clip->commands, action, words);
    studio_tip(button, tooltip);
    g_object_set_data(G_OBJECT(button), "command", (void *)action);
    g_signal_connect(button, "clicked", G_CALLBACK(on_choice), clip);
    return button;
}

static GtkWidget *link_all(GtkWidget *const *widgets, int count)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    gtk_widget_add_css_class(box, "linked");
    for (int i = 0; i < count; ++i)
        gtk_box_append(GTK_BOX(box), widgets[i]);
    return box;
}

// Fields

/// What a field is about: times or values of the selected keys.
static double field_before(const StudioClip *clip, bool is_time)
{
    g_autoptr(GArray) keys = studio_clip_selected_keys(clip);
    if (keys->len == 0)
        return 0;
    const MienAuthorKey *key = studio_clip_key(clip, &g_array_index(keys, MieniKeyPlace, keys->len - 1));
    return is_time ? key->time : (double)key->value;
}

static void on_field(GtkEntry *entry, StudioClip *clip)
{
    const bool is_time = GTK_WIDGET(entry) == clip->tool_time;
    g_autoptr(GArray) keys = studio_clip_selected_keys(clip);
    MieniProblem problem = {0};
    double number;
    if (clip->document == NULL || keys->len == 0)
        return;
    const double before = field_before(clip, is_time);
    g_auto(GStrv) parts = g_strsplit(gtk_editable_get_text(GTK_EDITABLE(entry)), "−", -1);
    g_autofree char *text = g_strjoinv("-", parts);
    char *unit = strstr(text, " s");
    if (unit != NULL)
        *unit = '\0';
    if (!studio_number_read(text, before, 0, is_time ? clip->view.length : 1, &number)) {
        gtk_widget_add_css_class(GTK_WIDGET(entry), "error");
        studio_tip(GTK_WIDGET(entry),
                   is_time ? "Not a time in seconds" : "Not a number. The range is 0 to 1.");
        return;
    }
    gtk_widget_remove_css_class(GTK_WIDGET(entry), "error");
    const MieniKeyMove move = {.time = is_time ? number - before : 0, .value = is_time ? 0 : number - before};
    for (guint i = 0; i < keys->len; ++i) {
        MieniKeyPlace *place = &g_array_index(keys, MieniKeyPlace, i);
        place->curve = g_intern_string(place->curve);
    }
    if (studio_clip_check(clip,
                          studio_clip_move_keys(studio_clip_studio(clip), clip->path,
                                                (MieniKeyPlace *)(void *)keys->data, (int)keys->len, &move,
                                                &problem),
                          &problem)) {
        studio_selection_clear_keys(studio_clip_selection(clip));
        for (guint i = 0; i < keys->len; ++i)
            studio_selection_add_key(studio_clip_selection(clip), g_array_index(keys, MieniKeyPlace, i).curve,
                                     g_array_index(keys, MieniKeyPlace, i).key);
        studio_clip_selected(clip);
    }
}

static GtkWidget *make_field(StudioClip *clip, GtkWidget *box, const char *name, const char *called)
{
    GtkWidget *entry = gtk_entry_new();
    gtk_editable_set_width_chars(GTK_EDITABLE(entry), 7);
    gtk_editable_set_max_width_chars(GTK_EDITABLE(entry), 7);
    gtk_widget_add_css_class(entry, "numeric");
    gtk_widget_set_valign(entry, GTK_ALIGN_CENTER);
    studio_name(entry, called);
    g_signal_connect(entry, "activate", G_CALLBACK(on_field), clip);
    gtk_box_append(GTK_BOX(box), studio_label_new(name, "dim-label caption"));
    gtk_box_append(GTK_BOX(box), entry);
    return entry;
}

static void show_fields(StudioClip *clip)
{
    g_autoptr(GArray) keys = studio_clip_selected_keys(clip);
    char number[STUDIO_NUMBER_ROOM];
    gtk_widget_set_sensitive(clip->tool_time, keys->len > 0);
    gtk_widget_set_sensitive(clip->tool_value, keys->len > 0);
    if (keys->len == 0) {
        studio_fill(clip->tool_time, "");
        studio_fill(clip->tool_value, "");
        gtk_label_set_text(GTK_LABEL(clip->tool_count), "");
        return;
    }
    g_autofree char *time = g_strdup_printf("%s s", studio_number_text(field_before(clip, true), 3, number));
    studio_fill(clip->tool_time, time);
    studio_fill(clip->tool_value, studio_number_text(field_before(clip, false), 3, number));
    g_autofree char *count = g_strdup_printf("1 of %u keys", keys->len);
    gtk_label_set_text(GTK_LABEL(clip->tool_count), keys->len > 1 ? count : "");
    gtk_widget_remove_css_class(clip->tool_time, "error");
    gtk_widget_remove_css_class(clip->tool_value, "error");
}

// The whole

static GtkWidget *make_snap(StudioClip *clip)
{
    static const char *const actions[] = {"clip.snap-frames", "clip.snap-keys", "clip.snap-off"};
    GtkWidget *button = gtk_menu_button_new();
    g_autoptr(GMenu) menu = g_menu_new();
    for (size_t i = 0; i < G_N_ELEMENTS(actions); ++i)
        g_menu_append(menu, studio_commands_label(clip->commands, actions[i]), actions[i]);
    gtk_menu_button_set_label(GTK_MENU_BUTTON(button), "Snap");
    gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(button), G_MENU_MODEL(menu));
    gtk_widget_add_css_class(button, "flat");
    studio_tip(button, "Snapping of dragged keys and the playhead");
    studio_name(button, "Snap");
    return button;
}

static GtkWidget *make_auto(StudioClip *clip)
{
    GtkWidget *button = gtk_toggle_button_new(), *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6),
              *icon = gtk_image_new_from_icon_name("media-record-symbolic");
    g_autofree char *tooltip =
        studio_commands_tooltip(clip->commands, "clip.auto-key", "Add a key whenever you move a slider");
    gtk_box_append(GTK_BOX(box), icon);
    gtk_box_append(GTK_BOX(box), gtk_label_new("Auto key"));
    gtk_button_set_child(GTK_BUTTON(button), box);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(button), "clip.auto-key");
    studio_tip(button, tooltip);
    gtk_widget_add_css_class(button, "auto-key");
    gtk_widget_add_css_class(button, "flat");
    studio_name(button, "Auto key");
    return button;
}

GtkWidget *studio_clip_toolbar_new(StudioClip *clip)
{
    GtkWidget *bar = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9), *key = gtk_button_new_with_label("Key"),
              *fit = studio_commands_button(clip->commands, "clip.fit", "Fit all keys"),
              *space = gtk_label_new(NULL);
    g_autofree char *tooltip = studio_commands_tooltip(clip->commands, "clip.key",
                                                       "Add a key to the selected curves at the playhead");
    clip->toolbar = bar;
    clip->tool_dope = make_choice(clip, "clip.dope", "Dope sheet", "Show the keys of all curves");
    clip->tool_graph = make_choice(clip, "clip.graph", "Graph", "Show values over time");
    clip->tool_auto = make_auto(clip);
    for (size_t i = 0; i < G_N_ELEMENTS(shapes); ++i)
        clip->tool_tangents[i] = make_choice(clip, shapes[i].action, shapes[i].label, shapes[i].words);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(key), "clip.key");
    studio_tip(key, tooltip);
    clip->tool_fields = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    clip->tool_time = make_field(clip, clip->tool_fields, "Time", "Key time");
    clip->tool_value = make_field(clip, clip->tool_fields, "Value", "Key value");
    clip->tool_count = studio_label_new("", "dim-label caption");
    gtk_box_append(GTK_BOX(clip->tool_fields), clip->tool_count);
    gtk_widget_set_visible(clip->tool_fields, FALSE);
    gtk_widget_set_hexpand(space, TRUE);
    gtk_widget_add_css_class(fit, "flat");
    gtk_widget_add_css_class(bar, "clip-toolbar");
    GtkWidget *const parts[] = {link_all((GtkWidget *const[]){clip->tool_dope, clip->tool_graph}, 2),
                                clip->tool_auto,
                                key,
                                link_all(clip->tool_tangents, 4),
                                clip->tool_fields,
                                space,
                                make_snap(clip),
                                fit};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i) {
        gtk_widget_set_valign(parts[i], GTK_ALIGN_CENTER);
        gtk_box_append(GTK_BOX(bar), parts[i]);
    }
    return bar;
}

void studio_clip_toolbar_update(StudioClip *clip)
{
    bool has[4] = {false, false, false, false};
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(clip->tool_dope), !clip->is_graph);
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(clip->tool_graph), clip->is_graph);
    gtk_widget_set_visible(clip->summary, !clip->is_graph);
    gtk_widget_set_margin_bottom(gtk_widget_get_parent(clip->rows_view), // lanes end above the sound
                                 !clip->is_graph && studio_clip_timeline_has_sound(clip) ? STUDIO_CLIP_SOUND
                                                                                         : 0);
    g_autoptr(GArray) keys = studio_clip_selected_keys(clip);
    for (guint i = 0; i < keys->len; ++i) {
        const StudioTangent tangent =
            studio_clip_tangent_of(studio_clip_key(clip, &g_array_index(keys, MieniKeyPlace, i)));
        has[MIN((int)tangent, 3)] = true;
    }
    for (int i = 0; i < 4; ++i) { // several are on where keys differ
        gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(clip->tool_tangents[i]), has[i]);
        gtk_widget_set_sensitive(clip->tool_tangents[i], keys->len > 0 && studio_clip_can_edit(clip));
    }
    show_fields(clip);
}
