// SPDX-License-Identifier: MIT
//
// Over the stage.

#include "studio/panels/stage_overlay.h"

#include <adwaita.h>
#include <string.h>

enum { MOST_WEIGHTS = 5 };

static const char EMPTY_TEXT[] = "Import a face, or open a character.";

static GtkWidget *add_bar(GtkOverlay *overlay, GtkAlign across, GtkAlign down)
{
    GtkWidget *bar = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 3);
    gtk_widget_add_css_class(bar, "osd");
    gtk_widget_add_css_class(bar, "stage-bar");
    gtk_widget_set_halign(bar, across);
    gtk_widget_set_valign(bar, down);
    gtk_overlay_add_overlay(overlay, bar);
    return bar;
}

static void add_label_button(GtkWidget *bar, StudioCommands *commands, const char *name, const char *label,
                             const char *words, GtkWidget **out)
{
    GtkWidget *button = studio_commands_button(commands, name, words);
    gtk_button_set_label(GTK_BUTTON(button), label);
    gtk_widget_add_css_class(button, "flat");
    gtk_widget_set_focus_on_click(button, FALSE);
    gtk_box_append(GTK_BOX(bar), button);
    if (out != NULL)
        *out = button;
}

static void add_look(StudioStageOverlay *over, GtkOverlay *overlay, StudioCommands *commands)
{
    over->bar = add_bar(overlay, GTK_ALIGN_START, GTK_ALIGN_START);
    GtkWidget *shading = gtk_menu_button_new();
    g_autoptr(GMenu) menu = g_menu_new();
    static const char *const names[] = {"stage.lit", "stage.clay", "stage.flat", "stage.normals"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        g_menu_append(menu, studio_commands_label(commands, names[i]), names[i]);
    GtkWidget *content = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    gtk_box_append(GTK_BOX(content), gtk_image_new_from_icon_name("display-brightness-symbolic"));
    gtk_box_append(GTK_BOX(content), gtk_label_new("Lit"));
    gtk_box_append(GTK_BOX(content), gtk_image_new_from_icon_name("pan-down-symbolic"));
    gtk_menu_button_set_child(GTK_MENU_BUTTON(shading), content);
    gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(shading), G_MENU_MODEL(menu));
    gtk_widget_set_tooltip_text(shading, "How the face is lit");
    gtk_widget_add_css_class(shading, "flat");
    gtk_accessible_update_property(GTK_ACCESSIBLE(shading), GTK_ACCESSIBLE_PROPERTY_LABEL, "Shading", -1);
    gtk_box_append(GTK_BOX(over->bar), shading);
    gtk_box_append(GTK_BOX(over->bar), gtk_separator_new(GTK_ORIENTATION_VERTICAL));
    add_label_button(over->bar, commands, "stage.bones", "Bones", "Show the bones", NULL);
    add_label_button(over->bar, commands, "stage.wire", "Wire", "Show the edges of triangles", NULL);
    add_label_button(over->bar, commands, "stage.heat", "Heat", "Distance from rest, in millimetres", NULL);
}

static void add_views(StudioStageOverlay *over, GtkOverlay *overlay, StudioCommands *commands)
{
    over->views = add_bar(overlay, GTK_ALIGN_END, GTK_ALIGN_END);
    add_label_button(over->views, commands, "stage.front", "Front", "Look from the front",
                     &over->view_buttons[0]);
    add_label_button(over->views, commands, "stage.three-quarter", "¾", "Look from between front and side",
                     &over->view_buttons[1]);
    add_label_button(over->views, commands, "stage.side", "Side", "Look from the side",
                     &over->view_buttons[2]);
    GtkWidget *frame = studio_commands_button(commands, "stage.frame", "Show the whole head");
    gtk_widget_add_css_class(frame, "flat");
    gtk_widget_set_focus_on_click(frame, FALSE);
    gtk_box_append(GTK_BOX(over->views), frame);
}

static GtkWidget *make_page(const char *icon, const char *title, const char *text)
{
    GtkWidget *page = adw_status_page_new();
    adw_status_page_set_icon_name(ADW_STATUS_PAGE(page), icon);
    adw_status_page_set_title(ADW_STATUS_PAGE(page), title);
    adw_status_page_set_description(ADW_STATUS_PAGE(page), text);
    gtk_widget_add_css_class(page, "compact");
    return page;
}

void studio_stage_overlay_add(StudioStageOverlay *over, GtkOverlay *overlay, StudioCommands *commands)
{
    over->states = gtk_stack_new();
    gtk_widget_set_can_target(over->states, FALSE);
    gtk_stack_add_named(GTK_STACK(over->states), gtk_label_new(NULL), "face");
    over->empty_page = make_page("avatar-default-symbolic", "Nobody on stage", EMPTY_TEXT);
    gtk_stack_add_named(GTK_STACK(over->states), over->empty_page, "empty");
    over->gl_page = make_page("dialog-error-symbolic", "The viewport needs OpenGL 3.3", "");
    gtk_stack_add_named(GTK_STACK(over->states), over->gl_page, "gl");
    gtk_overlay_add_overlay(overlay, over->states);
    add_look(over, overlay, commands);
    add_views(over, overlay, commands);
    over->readout = gtk_grid_new();
    gtk_grid_set_column_spacing(GTK_GRID(over->readout), 18);
    gtk_widget_add_css_class(over->readout, "osd");
    gtk_widget_add_css_class(over->readout, "stage-readout");
    gtk_widget_set_halign(over->readout, GTK_ALIGN_START);
    gtk_widget_set_valign(over->readout, GTK_ALIGN_END);
    gtk_widget_set_can_target(over->readout, FALSE);
    gtk_widget_set_visible(over->readout, FALSE);
    gtk_overlay_add_overlay(overlay, over->readout);
}

void studio_stage_overlay_show(StudioStageOverlay *over, const char *state, const char *problem)
{
    const bool is_face = strcmp(state, "face") == 0;
    gtk_stack_set_visible_child_name(GTK_STACK(over->states), state);
    if (strcmp(state, "gl") == 0)
        adw_status_page_set_description(ADW_STATUS_PAGE(over->gl_page), problem);
    else
        adw_status_page_set_description(ADW_STATUS_PAGE(over->empty_page),
                                        problem != NULL ? problem : EMPTY_TEXT);
    gtk_widget_set_visible(over->bar, is_face);
    gtk_widget_set_visible(over->views, is_face);
}

static int compare_weights(const void *a, const void *b)
{
    const StudioWeight *x = *(StudioWeight *const *)a, *y = *(StudioWeight *const *)b;
    const float of_x = x->value < 0 ? -x->value : x->value, of_y = y->value < 0 ? -y->value : y->value;
    return of_x != of_y ? (of_x < of_y ? 1 : -1) : strcmp(x->name, y->name);
}

GPtrArray *studio_stage_sorted_weights(const StudioSession *session)
{
    GPtrArray *list = g_ptr_array_new();
    for (int i = 0; i < session->weight_count; ++i)
        if (studio_session_effective(session, session->weights[i].name) != 0.0f)
            g_ptr_array_add(list, &session->weights[i]);
    g_ptr_array_sort(list, compare_weights);
    return list;
}

/// "0.62", with the minus sign of letters. Free it.
static char *weight_text(float value)
{
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(digits, sizeof digits, "%.2f", value < 0 ? (double)-value : (double)value);
    return g_strconcat(value < 0 ? "−" : "", digits, NULL);
}

void studio_stage_overlay_weights(StudioStageOverlay *over, const StudioSession *session)
{
    g_autoptr(GPtrArray) list = studio_stage_sorted_weights(session);
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(over->readout)) != NULL)
        gtk_grid_remove(GTK_GRID(over->readout), child);
    for (guint i = 0; i < list->len && i < MOST_WEIGHTS; ++i) {
        const StudioWeight *weight = list->pdata[i];
        g_autofree char *text = weight_text(weight->value);
        GtkWidget *name = gtk_label_new(weight->name), *value = gtk_label_new(text);
        gtk_label_set_xalign(GTK_LABEL(name), 0.0f);
        gtk_label_set_xalign(GTK_LABEL(value), 1.0f);
        gtk_widget_set_hexpand(value, TRUE);
        gtk_widget_add_css_class(value, "numeric");
        gtk_grid_attach(GTK_GRID(over->readout), name, 0, (int)i, 1, 1);
        gtk_grid_attach(GTK_GRID(over->readout), value, 1, (int)i, 1, 1);
    }
    if (list->len > MOST_WEIGHTS) {
        g_autofree char *more = g_strdup_printf("%u more", list->len - MOST_WEIGHTS);
        GtkWidget *label = gtk_label_new(more);
        gtk_label_set_xalign(GTK_LABEL(label), 0.0f);
        gtk_grid_attach(GTK_GRID(over->readout), label, 0, MOST_WEIGHTS, 2, 1);
    }
    gtk_widget_set_visible(over->readout, list->len > 0 && !over->is_low);
}

void studio_stage_overlay_view(StudioStageOverlay *over, int view)
{
    for (int i = 0; i < 3; ++i) {
        if (i == view)
            gtk_widget_add_css_class(over->view_buttons[i], "chosen");
        else
            gtk_widget_remove_css_class(over->view_buttons[i], "chosen");
    }
}

void studio_stage_overlay_low(StudioStageOverlay *over, bool is_low)
{
    over->is_low = is_low;
    if (is_low)
        gtk_widget_set_visible(over->readout, FALSE);
}
