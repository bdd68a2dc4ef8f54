// SPDX-License-Identifier: MIT
//
// Overlays of the viewport.

#include "studio/panels/viewport/overlay.h"

#include <string.h>

#include "render/heat.h"
#include "studio/panels/widgets/widgets.h"

enum { STACKED_HEIGHT = 360 }; ///< Legend and weights lie side by side in lower viewports.

static const char EMPTY_TEXT[] = "Import a face or open a character.";

static GtkWidget *add_box(GtkOverlay *overlay, GtkOrientation way, const char *class, GtkAlign across,
                          GtkAlign down)
{
    GtkWidget *box = gtk_box_new(way, 3);
    gtk_widget_add_css_class(box, "osd");
    gtk_widget_add_css_class(box, class);
    gtk_widget_set_halign(box, across);
    gtk_widget_set_valign(box, down);
    gtk_overlay_add_overlay(overlay, box);
    return box;
}

static GtkWidget *add_label_button(GtkWidget *bar, StudioCommands *commands, const char *name,
                                   const char *label, const char *words)
{
    GtkWidget *button = studio_commands_button(commands, name, words);
    gtk_button_set_label(GTK_BUTTON(button), label);
    gtk_widget_add_css_class(button, "flat");
    gtk_widget_set_focus_on_click(button, FALSE);
    gtk_box_append(GTK_BOX(bar), button);
    return button;
}

static void add_look(StudioViewportOverlay *over, GtkOverlay *overlay)
{
    static const char *const names[] = {"viewport.lit", "viewport.clay", "viewport.flat", "viewport.normals"};
    GtkWidget *button = gtk_menu_button_new(), *content = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    g_autoptr(GMenu) menu = g_menu_new();
    over->bar =
        add_box(overlay, GTK_ORIENTATION_HORIZONTAL, "viewport-bar", GTK_ALIGN_START, GTK_ALIGN_START);
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        g_menu_append(menu, studio_commands_label(over->commands, names[i]), names[i]);
    over->shading = gtk_label_new("Lit");
    gtk_box_append(GTK_BOX(content), gtk_image_new_from_icon_name("display-brightness-symbolic"));
    gtk_box_append(GTK_BOX(content), over->shading);
    gtk_box_append(GTK_BOX(content), gtk_image_new_from_icon_name("pan-down-symbolic"));
    gtk_menu_button_set_child(GTK_MENU_BUTTON(button), content);
    gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(button), G_MENU_MODEL(menu));
    studio_tip(button, "Shading of surfaces");
    gtk_widget_add_css_class(button, "flat");
    studio_name(button, "Shading");
    gtk_box_append(GTK_BOX(over->bar), button);
    gtk_box_append(GTK_BOX(over->bar), gtk_separator_new(GTK_ORIENTATION_VERTICAL));
    add_label_button(over->bar, over->commands, "viewport.bones", "Bones", "Show bones");
    add_label_button(over->bar, over->commands, "viewport.wireframe", "Wireframe", "Show triangle edges");
    add_label_button(over->bar, over->commands, "viewport.heat-map", "Heat map",
                     "Displacement from the rest pose in millimetres");
}

static void add_views(StudioViewportOverlay *over, GtkOverlay *overlay)
{
    static const char *const rows[3][3] = {
        {"viewport.front", "Front", "Front view"},
        {"viewport.three-quarter", "¾", "Three-quarter view"},
        {"viewport.side", "Side", "Side view"},
    };
    over->views = add_box(overlay, GTK_ORIENTATION_HORIZONTAL, "viewport-bar", GTK_ALIGN_END, GTK_ALIGN_END);
    for (int i = 0; i < 3; ++i)
        over->view_buttons[i] =
            add_label_button(over->views, over->commands, rows[i][0], rows[i][1], rows[i][2]);
    GtkWidget *frame = studio_commands_button(over->commands, "viewport.frame", "Frame all characters");
    gtk_widget_add_css_class(frame, "flat");
    gtk_widget_set_focus_on_click(frame, FALSE);
    gtk_box_append(GTK_BOX(over->views), frame);
}

static void add_readout(StudioViewportOverlay *over, GtkWidget *corner)
{
    GtkWidget *grid = gtk_grid_new();
    over->readout = grid;
    gtk_grid_set_column_spacing(GTK_GRID(grid), 18);
    gtk_widget_add_css_class(grid, "osd");
    gtk_widget_add_css_class(grid, "viewport-readout");
    gtk_widget_set_valign(grid, GTK_ALIGN_END);
    gtk_widget_set_visible(grid, FALSE);
    studio_name(grid, "Weights");
    for (int i = 0; i < STUDIO_READOUT_MOST; ++i) {
        over->names[i] = studio_label_new("", NULL);
        over->values[i] = gtk_label_new("");
        gtk_label_set_max_width_chars(GTK_LABEL(over->names[i]), 20);
        gtk_label_set_xalign(GTK_LABEL(over->values[i]), 1.0f);
        gtk_widget_set_hexpand(over->values[i], TRUE);
        gtk_widget_add_css_class(over->values[i], "numeric");
        gtk_grid_attach(GTK_GRID(grid), over->names[i], 0, i, 1, 1);
        gtk_grid_attach(GTK_GRID(grid), over->values[i], 1, i, 1, 1);
    }
    over->more = studio_label_new("", NULL);
    gtk_grid_attach(GTK_GRID(grid), over->more, 0, STUDIO_READOUT_MOST, 2, 1);
    gtk_box_append(GTK_BOX(corner), grid);
}

static void add_chips(StudioViewportOverlay *over, GtkOverlay *overlay)
{
    over->chips = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    gtk_widget_add_css_class(over->chips, "viewport-chips");
    gtk_widget_set_halign(over->chips, GTK_ALIGN_CENTER);
    gtk_widget_set_valign(over->chips, GTK_ALIGN_START);
    for (int i = 0; i < STUDIO_VIEWPORT_CHIPS; ++i) {
        GtkWidget *chip = gtk_button_new();
        gtk_widget_add_css_class(chip, "osd");
        gtk_widget_add_css_class(chip, "viewport-chip");
        gtk_widget_set_focus_on_click(chip, FALSE);
        gtk_widget_set_visible(chip, FALSE);
        gtk_box_append(GTK_BOX(over->chips), chip);
        over->chip_buttons[i] = chip;
    }
    gtk_overlay_add_overlay(overlay, over->chips);
}

static void draw_legend(GtkDrawingArea *area, cairo_t *cairo, int width, int height, void *user)
{
    (void)area, (void)user;
    for (int y = 0; y < height; ++y) {
        const MieniColor color = mieni_heat_color(1.0f - (float)y / (float)(height > 1 ? height - 1 : 1));
        cairo_set_source_rgb(cairo, color.r / 255.0, color.g / 255.0, color.b / 255.0);
        cairo_rectangle(cairo, 0, y, width, 1);
        cairo_fill(cairo);
    }
}

static void add_legend(StudioViewportOverlay *over, GtkWidget *corner)
{
    GtkWidget *bar = gtk_drawing_area_new(), *labels = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    GtkWidget *none = studio_label_new("0", "numeric");
    over->legend = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    gtk_widget_add_css_class(over->legend, "osd");
    gtk_widget_add_css_class(over->legend, "viewport-legend");
    gtk_widget_set_halign(over->legend, GTK_ALIGN_START);
    gtk_widget_set_valign(over->legend, GTK_ALIGN_END);
    gtk_drawing_area_set_content_width(GTK_DRAWING_AREA(bar), 12);
    gtk_drawing_area_set_content_height(GTK_DRAWING_AREA(bar), 96); // also in a low viewport, below the bar
    gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(bar), draw_legend, NULL, NULL);
    over->legend_most = studio_label_new("", "numeric");
    over->legend_half = studio_label_new("", "numeric");
    gtk_widget_set_vexpand(over->legend_half, TRUE);
    gtk_box_append(GTK_BOX(labels), over->legend_most);
    gtk_box_append(GTK_BOX(labels), over->legend_half);
    gtk_box_append(GTK_BOX(labels), none);
    gtk_box_append(GTK_BOX(over->legend), bar);
    gtk_box_append(GTK_BOX(over->legend), labels);
    studio_name(over->legend, "Heat map");
    gtk_widget_set_visible(over->legend, FALSE);
    gtk_box_append(GTK_BOX(corner), over->legend);
}

/// The legend of the heat map and the weights.
static void add_corner(StudioViewportOverlay *over, GtkOverlay *overlay)
{
    over->corner = gtk_box_new(GTK_ORIENTATION_VERTICAL, 10);
    gtk_widget_add_css_class(over->corner, "viewport-corner");
    gtk_widget_set_halign(over->corner, GTK_ALIGN_START);
    gtk_widget_set_valign(over->corner, GTK_ALIGN_END);
    gtk_widget_set_can_target(over->corner, FALSE);
    add_legend(over, over->corner);
    add_readout(over, over->corner);
    gtk_overlay_add_overlay(overlay, over->corner);
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

void studio_viewport_overlay_add(StudioViewportOverlay *over, GtkOverlay *overlay, StudioCommands *commands)
{
    over->commands = commands;
    over->states = gtk_stack_new();
    gtk_widget_set_can_target(over->states, FALSE);
    gtk_stack_add_named(GTK_STACK(over->states), gtk_label_new(NULL), "face");
    over->empty_page = make_page("avatar-default-symbolic", "No Characters", EMPTY_TEXT);
    gtk_stack_add_named(GTK_STACK(over->states), over->empty_page, "empty");
    over->gl_page = make_page("dialog-error-symbolic", "OpenGL 3.3 Required", "");
    gtk_stack_add_named(GTK_STACK(over->states), over->gl_page, "gl");
    gtk_overlay_add_overlay(overlay, over->states);
    add_corner(over, overlay);
    add_look(over, overlay);
    over->cast_bar =
        add_box(overlay, GTK_ORIENTATION_HORIZONTAL, "viewport-bar", GTK_ALIGN_END, GTK_ALIGN_START);
    add_views(over, overlay);
    add_chips(over, overlay);
}

static void show_parts(StudioViewportOverlay *over)
{
    gtk_widget_set_visible(over->readout,
                           over->has_weights && over->has_face && !over->is_low && !over->is_covering);
    gtk_widget_set_visible(over->bar, over->has_face);
    gtk_widget_set_visible(over->views, over->has_face && over->views_place != STUDIO_VIEWS_NOWHERE);
}

void studio_viewport_overlay_show(StudioViewportOverlay *over, const char *state, const char *problem)
{
    over->has_face = strcmp(state, "face") == 0;
    gtk_stack_set_visible_child_name(GTK_STACK(over->states), state);
    if (strcmp(state, "gl") == 0)
        adw_status_page_set_description(ADW_STATUS_PAGE(over->gl_page), problem);
    else
        adw_status_page_set_description(ADW_STATUS_PAGE(over->empty_page),
                                        problem != NULL ? problem : EMPTY_TEXT);
    show_parts(over);
}

/// "0.62", or "1.00 → 0.38" if it differs; whether it does.
static bool reading_text(const StudioReading *reading, char out[2 * STUDIO_NUMBER_ROOM + 8])
{
    char asked[STUDIO_NUMBER_ROOM], applied[STUDIO_NUMBER_ROOM];
    studio_number_text((double)reading->asked, 2, asked);
    studio_number_text((double)reading->applied, 2, applied);
    const bool differs = strcmp(asked, applied) != 0;
    g_snprintf(out, 2 * STUDIO_NUMBER_ROOM + 8, differs ? "%s → %s" : "%s", asked, applied);
    return differs;
}

static void set_text(GtkWidget *label, const char *text)
{
    if (strcmp(gtk_label_get_text(GTK_LABEL(label)), text) != 0)
        gtk_label_set_text(GTK_LABEL(label), text);
}

void studio_viewport_overlay_readings(StudioViewportOverlay *over, const StudioReading *readings, int count)
{
    for (int i = 0; i < STUDIO_READOUT_MOST; ++i) {
        char text[2 * STUDIO_NUMBER_ROOM + 8] = "";
        const bool is_shown = i < count, differs = is_shown && reading_text(&readings[i], text);
        gtk_widget_set_visible(over->names[i], is_shown);
        gtk_widget_set_visible(over->values[i], is_shown);
        set_text(over->names[i], is_shown ? readings[i].name : "");
        set_text(over->values[i], text);
        if (differs)
            gtk_widget_add_css_class(over->values[i], "warning");
        else
            gtk_widget_remove_css_class(over->values[i], "warning");
    }
    g_autofree char *more = g_strdup_printf("%d more", count - STUDIO_READOUT_MOST);
    gtk_widget_set_visible(over->more, count > STUDIO_READOUT_MOST);
    set_text(over->more, count > STUDIO_READOUT_MOST ? more : "");
    over->has_weights = count > 0;
    show_parts(over);
}

void studio_viewport_overlay_view(StudioViewportOverlay *over, int view)
{
    for (int i = 0; i < 3; ++i) {
        if (i == view)
            gtk_widget_add_css_class(over->view_buttons[i], "chosen");
        else
            gtk_widget_remove_css_class(over->view_buttons[i], "chosen");
    }
}

void studio_viewport_overlay_shading(StudioViewportOverlay *over, const char *label)
{
    gtk_label_set_text(GTK_LABEL(over->shading), label);
}

void studio_viewport_overlay_chip(StudioViewportOverlay *over, StudioChip chip, const char *words)
{
    GtkWidget *button = over->chip_buttons[chip];
    gtk_widget_set_visible(button, words != NULL);
    if (words == NULL || g_strcmp0(g_object_get_data(G_OBJECT(button), "words"), words) == 0)
        return;
    g_object_set_data_full(G_OBJECT(button), "words", g_strdup(words), g_free);
    g_autofree char *text =
        chip >= STUDIO_CHIP_REST ? g_strdup(words) : g_strdup_printf("%s  ✕", words); // nothing to click
    gtk_button_set_label(GTK_BUTTON(button), text);
    studio_name(button, words);
    gtk_widget_set_can_target(button, chip < STUDIO_CHIP_REST);
}

void studio_viewport_overlay_heat(StudioViewportOverlay *over, float most)
{
    char number[STUDIO_NUMBER_ROOM];
    gtk_widget_set_visible(over->legend, most >= 0.0f);
    if (most < 0.0f)
        return;
    const double millimetres = (double)most * 1000.0;
    const int decimals = millimetres < 10.0 && millimetres >= 0.05 ? 1 : 0;
    g_autofree char *text = g_strdup_printf("%s mm", studio_number_text(millimetres, decimals, number));
    set_text(over->legend_most, text);
    set_text(over->legend_half,
             millimetres >= 0.05 ? studio_number_text(millimetres / 2.0, decimals, number) : "");
}

void studio_viewport_overlay_views(StudioViewportOverlay *over, StudioViews place, int left)
{
    const bool is_above = place == STUDIO_VIEWS_ABOVE;
    over->views_place = place;
    gtk_widget_set_halign(over->views, is_above ? GTK_ALIGN_START : GTK_ALIGN_END);
    gtk_widget_set_valign(over->views, is_above ? GTK_ALIGN_START : GTK_ALIGN_END);
    gtk_widget_set_margin_start(over->views, is_above ? left : 0);
    show_parts(over);
}

void studio_viewport_overlay_stack(StudioViewportOverlay *over, int height)
{
    gtk_orientable_set_orientation(GTK_ORIENTABLE(over->corner), height >= studio_scaled(STACKED_HEIGHT)
                                                                     ? GTK_ORIENTATION_VERTICAL
                                                                     : GTK_ORIENTATION_HORIZONTAL);
}

void studio_viewport_overlay_cover(StudioViewportOverlay *over, bool is_covering)
{
    over->is_covering = is_covering;
    show_parts(over);
}

void studio_viewport_overlay_low(StudioViewportOverlay *over, bool is_low)
{
    over->is_low = is_low;
    show_parts(over);
}
