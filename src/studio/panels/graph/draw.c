// SPDX-License-Identifier: MIT
//
// Draws nodes.

#include "studio/panels/graph/draw.h"

#include <adwaita.h>
#include <string.h>

#include "studio/panels/widgets/widgets.h"

enum { INSET = 12, ICON = 14, CORNER = 9, BADGE_HEIGHT = 15 };

// Colours

static GdkRGBA named(GtkWidget *widget, const char *name)
{
    GdkRGBA color = {0.5f, 0.5f, 0.5f, 1.0f};
    gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), name, &color);
    return color;
}

static GdkRGBA mix(GdkRGBA a, GdkRGBA b, float m)
{
    return (GdkRGBA){a.red + (b.red - a.red) * m, a.green + (b.green - a.green) * m,
                     a.blue + (b.blue - a.blue) * m, 1.0f};
}

static GdkRGBA faded(GdkRGBA color, float alpha)
{
    color.alpha *= alpha;
    return color;
}

void studio_graph_colors_read(StudioGraphColors *out_colors, GtkWidget *widget)
{
    static const char *const families[MIENI_FAMILIES] = {"blue_3",  "orange_3", "purple_4",
                                                         "green_4", "yellow_5", NULL};
    AdwStyleManager *manager = adw_style_manager_get_default();
    const bool is_dark = adw_style_manager_get_dark(manager),
               is_high = adw_style_manager_get_high_contrast(manager);
    StudioGraphColors *c = out_colors;
    const GdkRGBA black = {0, 0, 0, 1}, window = named(widget, "window_bg_color");
    c->text = named(widget, "window_fg_color");
    c->text.alpha = is_high ? 1.0f : c->text.alpha;
    c->ground = mix(window, black, is_dark ? 0.3f : 0.05f);
    c->node = named(widget, "popover_bg_color");
    c->dim = faded(c->text, is_high ? 1.0f : 0.62f);
    c->dot = faded(c->text, is_high ? 0.4f : 0.16f);
    c->line = faded(c->text, is_high ? 1.0f : is_dark ? 0.10f : 0.16f);
    c->accent = named(widget, "accent_color");
    c->error = named(widget, "error_color");
    c->warning = named(widget, "warning_color");
    c->own = named(widget, "orange_4");
    c->wire = is_high ? c->text : faded(c->text, is_dark ? 0.95f : 0.8f);
    c->pin = is_high ? c->text : mix(c->node, c->text, is_dark ? 0.92f : 0.7f);
    c->pin.alpha = 1.0f;
    c->green = named(widget, is_dark ? "green_3" : "green_5");
    c->grey = faded(c->text, 0.5f);
    for (int i = 0; i < MIENI_FAMILIES; ++i)
        c->families[i] =
            families[i] != NULL ? named(widget, families[i]) : named(widget, is_dark ? "light_5" : "dark_1");
    c->tint = is_dark ? 0.34f : 0.22f;
    c->rim = is_high ? 2.0f : 1.0f;
}

// Text

PangoLayout *studio_graph_layout(GtkWidget *widget, const char *text, bool is_bold, bool is_struck)
{
    PangoLayout *layout = gtk_widget_create_pango_layout(widget, text);
    PangoFontDescription *font =
        pango_font_description_copy(pango_context_get_font_description(gtk_widget_get_pango_context(widget)));
    pango_font_description_set_absolute_size(font, 11.5 * PANGO_SCALE); // large text is a matter of zoom here
    pango_font_description_set_weight(font, is_bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_layout_set_font_description(layout, font);
    pango_font_description_free(font);
    pango_layout_set_single_paragraph_mode(layout, TRUE);
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_MIDDLE); // sides of names stay readable
    if (is_struck) {
        PangoAttrList *attributes = pango_attr_list_new();
        pango_attr_list_insert(attributes, pango_attr_strikethrough_new(TRUE));
        pango_layout_set_attributes(layout, attributes);
        pango_attr_list_unref(attributes);
    }
    return layout;
}

static void append_layout(GtkSnapshot *snapshot, PangoLayout *layout, double x, double middle, GdkRGBA color)
{
    int height;
    pango_layout_get_pixel_size(layout, NULL, &height);
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT((float)x, (float)(int)(middle - height * 0.5)));
    gtk_snapshot_append_layout(snapshot, layout, &color);
    gtk_snapshot_restore(snapshot);
}

/// Text from the left, no wider than room; gives its width.
static int append_left(GtkSnapshot *snapshot, GtkWidget *widget, const char *text, double x, double middle,
                       int room, GdkRGBA color, bool is_bold, bool is_struck)
{
    int width;
    g_autoptr(PangoLayout) layout = studio_graph_layout(widget, text, is_bold, is_struck);
    pango_layout_get_pixel_size(layout, &width, NULL);
    if (width > room)
        pango_layout_set_width(layout, MAX(room, 12) * PANGO_SCALE);
    append_layout(snapshot, layout, x, middle, color);
    return MIN(width, room);
}

static int append_right(GtkSnapshot *snapshot, GtkWidget *widget, const char *text, double right,
                        double middle, int room, GdkRGBA color, bool is_bold, bool is_struck)
{
    int width;
    g_autoptr(PangoLayout) layout = studio_graph_layout(widget, text, is_bold, is_struck);
    pango_layout_get_pixel_size(layout, &width, NULL);
    if (width > room) {
        pango_layout_set_width(layout, MAX(room, 12) * PANGO_SCALE);
        width = room;
    }
    append_layout(snapshot, layout, right - width, middle, color);
    return width;
}

static void append_icon(GtkSnapshot *snapshot, GtkWidget *widget, const char *name, double x, double middle,
                        GdkRGBA color)
{
    GtkIconTheme *theme = gtk_icon_theme_get_for_display(gtk_widget_get_display(widget));
    g_autoptr(GtkIconPaintable) icon =
        gtk_icon_theme_lookup_icon(theme, name, NULL, ICON, 2, GTK_TEXT_DIR_LTR, 0);
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT((float)x, (float)(middle - ICON * 0.5)));
    gtk_symbolic_paintable_snapshot_symbolic(GTK_SYMBOLIC_PAINTABLE(icon), snapshot, ICON, ICON, &color, 1);
    gtk_snapshot_restore(snapshot);
}

static void append_box(GtkSnapshot *snapshot, double x, double y, double width, double height, double corner,
                       GdkRGBA color)
{
    GskRoundedRect rect;
    const graphene_rect_t bounds = GRAPHENE_RECT_INIT((float)x, (float)y, (float)width, (float)height);
    gsk_rounded_rect_init_from_rect(&rect, &bounds, (float)corner);
    gtk_snapshot_push_rounded_clip(snapshot, &rect);
    gtk_snapshot_append_color(snapshot, &color, &bounds);
    gtk_snapshot_pop(snapshot);
}

static void append_outline(GtkSnapshot *snapshot, const StudioGraphNode *node, double out, float width,
                           GdkRGBA color)
{
    GskRoundedRect rect;
    const float o = (float)out;
    gsk_rounded_rect_init_from_rect(
        &rect, &GRAPHENE_RECT_INIT(-o, -o, (float)node->width + 2 * o, (float)node->height + 2 * o),
        CORNER + o);
    gtk_snapshot_append_border(snapshot, &rect, (float[4]){width, width, width, width},
                               (GdkRGBA[4]){color, color, color, color});
}

// Nodes

static void draw_header(GtkSnapshot *snapshot, GtkWidget *widget, const StudioGraphColors *c,
                        const StudioGraphNode *node, StudioNodeLook look)
{
    const double middle = STUDIO_NODE_HEADER * 0.5;
    double right = node->width - 10;
    if (node->is_own) {
        g_autoptr(PangoLayout) layout = studio_graph_layout(widget, "own", true, false);
        int width;
        pango_layout_get_pixel_size(layout, &width, NULL);
        const double box = width + 14;
        append_box(snapshot, right - box, middle - BADGE_HEIGHT * 0.5, box, BADGE_HEIGHT, BADGE_HEIGHT * 0.5,
                   c->own);
        append_layout(snapshot, layout, right - box + 7, middle, (GdkRGBA){1, 1, 1, 1});
        right -= box + 6;
    } else if (look.is_locked) {
        append_icon(snapshot, widget, "changes-prevent-symbolic", right - ICON, middle, c->dim);
        right -= ICON + 6;
    }
    if (node->problem != NULL) {
        append_icon(snapshot, widget, "dialog-warning-symbolic", right - ICON, middle, c->warning);
        right -= ICON + 6;
    }
    append_left(snapshot, widget, node->words->title, 10, middle, (int)right - 12, c->text, true, false);
}

/// An asset in a box, as a button that opens a list looks.
static void draw_field(GtkSnapshot *snapshot, GtkWidget *widget, const StudioGraphColors *c,
                       const StudioGraphNode *node, const StudioGraphRow *row, double middle)
{
    const char *icon =
        strcmp(row->key, "map") == 0 ? "accessories-character-map-symbolic" : "face-smile-big-symbolic";
    append_box(snapshot, INSET, middle - 10, node->width - 2 * INSET, 20, 6, faded(c->text, 0.1f));
    append_icon(snapshot, widget, icon, INSET + 6, middle, c->text);
    append_icon(snapshot, widget, "pan-down-symbolic", node->width - INSET - ICON - 4, middle, c->text);
    append_left(snapshot, widget, row->value, INSET + ICON + 12, middle,
                node->width - 2 * INSET - 2 * ICON - 24, c->text, false, false);
}

static void draw_row(GtkSnapshot *snapshot, GtkWidget *widget, const StudioGraphColors *c,
                     const StudioGraphNode *node, const StudioGraphRow *row, double middle)
{
    const int room = node->width - 2 * INSET;
    if (row->is_field && row->live == MIENI_LIVE_TIME) { // a clip's name, and its time at the end
        append_left(snapshot, widget, row->value, INSET, middle, room - 44, c->text, row->inherited != NULL,
                    false);
        return;
    }
    if (row->is_field) {
        draw_field(snapshot, widget, c, node, row, middle);
        return;
    }
    if (row->is_struck) {
        const int width =
            append_left(snapshot, widget, row->label, INSET, middle, room / 2, c->dim, false, true);
        append_left(snapshot, widget, row->value, INSET + width + 6, middle, room - width - 6, c->dim, false,
                    false);
        return;
    }
    int used = 0;
    if (row->value[0] != '\0' && row->live == MIENI_LIVE_NONE)
        used = 6 + append_right(snapshot, widget, row->value, node->width - INSET, middle, room * 2 / 3,
                                c->text, row->inherited != NULL, false);
    if (row->inherited != NULL)
        used += 6 + append_right(snapshot, widget, row->inherited, node->width - INSET - used, middle,
                                 room - used - 40, c->dim, false, true);
    append_left(snapshot, widget, row->label, INSET, middle, room - used, row->is_input ? c->text : c->dim,
                false, false);
}

/// Why it cannot work, under the node.
static void draw_error(GtkSnapshot *snapshot, GtkWidget *widget, const StudioGraphColors *c,
                       const StudioGraphNode *node)
{
    g_autoptr(PangoLayout) layout = studio_graph_layout(widget, node->error, false, false);
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
    pango_layout_set_single_paragraph_mode(layout, FALSE);
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_width(layout, node->width * PANGO_SCALE);
    pango_layout_set_height(layout, -4);
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(0, (float)node->height + 5));
    gtk_snapshot_append_layout(snapshot, layout, &c->error);
    gtk_snapshot_restore(snapshot);
}

GskRenderNode *studio_graph_draw_node(GtkWidget *widget, const StudioGraphColors *colors,
                                      const StudioGraphScene *scene, const StudioGraphNode *node,
                                      StudioNodeLook look)
{
    (void)scene;
    GtkSnapshot *snapshot = gtk_snapshot_new();
    GskRoundedRect body;
    const graphene_rect_t bounds = GRAPHENE_RECT_INIT(0, 0, (float)node->width, (float)node->height);
    const GdkRGBA shade = {0, 0, 0, 0.16f},
                  header = mix(colors->node, colors->families[node->words->family], colors->tint);
    gsk_rounded_rect_init_from_rect(&body, &bounds, CORNER);
    gtk_snapshot_append_outset_shadow(snapshot, &body, &shade, 0, 1, 0, 3);
    gtk_snapshot_push_rounded_clip(snapshot, &body);
    gtk_snapshot_append_color(snapshot, &colors->node, &bounds);
    gtk_snapshot_append_color(snapshot, &header,
                              &GRAPHENE_RECT_INIT(0, 0, (float)node->width, STUDIO_NODE_HEADER));
    gtk_snapshot_pop(snapshot);
    append_outline(snapshot, node, 0, colors->rim, colors->line);
    if (node->error != NULL)
        append_outline(snapshot, node, look.is_picked ? 3 : 1, 2, colors->error);
    else if (node->is_own)
        append_outline(snapshot, node, look.is_picked ? 3 : 1, look.is_picked ? 1 : 1.5f, colors->own);
    if (look.is_picked)
        append_outline(snapshot, node, 2, 2, colors->accent);
    draw_header(snapshot, widget, colors, node, look);
    for (guint i = 0; i < node->rows->len; ++i)
        draw_row(snapshot, widget, colors, node, studio_graph_node_row(node, (int)i),
                 studio_graph_row_middle((int)i));
    if (node->error != NULL)
        draw_error(snapshot, widget, colors, node);
    return gtk_snapshot_free_to_node(snapshot);
}

// What they do at the moment

static char *count_text(int count, const char *one, const char *many)
{
    return g_strdup_printf("%d %s", count, count == 1 ? one : many);
}

char *studio_graph_live_text(const StudioGraphSession *session, int node, int row)
{
    const StudioGraphNode *shown = studio_graph_scene_node(studio_graph_session_scene(session), node);
    const StudioGraphRow *given = shown != NULL ? studio_graph_node_row(shown, row) : NULL;
    const StudioNodeLive live = studio_graph_session_live(session, node);
    char out[STUDIO_NUMBER_ROOM];
    if (given == NULL || given->live == MIENI_LIVE_NONE || !live.is_known)
        return NULL;
    if (given->live == MIENI_LIVE_BONES)
        return g_strdup_printf("%d", live.bone_count);
    if (given->live == MIENI_LIVE_MORPHS)
        return g_strdup_printf("%d", live.morph_count);
    const StudioNodeLive from = studio_graph_session_live(session, given->from);
    const bool is_list = strchr(given->key, '[') != NULL;
    switch (live.is_live ? given->live : MIENI_LIVE_NONE) {
    case MIENI_LIVE_TIME:
        return g_strdup_printf("%s s", studio_number_text(live.time, 2, out));
    case MIENI_LIVE_CURVES:
        return count_text(from.curve_count, "curve", "curves");
    case MIENI_LIVE_ACTIVE:
        return g_strdup_printf("%d of %d", live.active, live.poses);
    case MIENI_LIVE_WEIGHT:
        return is_list && row >= live.weight_count
                   ? NULL
                   : g_strdup(
                         studio_number_text((double)(is_list ? live.weights[row] : from.weight), 2, out));
    default:
        return NULL;
    }
}

void studio_graph_draw_live(GtkSnapshot *snapshot, GtkWidget *widget, const StudioGraphColors *colors,
                            const StudioGraphSession *session, int node, GHashTable *layouts)
{
    const StudioGraphNode *shown = studio_graph_scene_node(studio_graph_session_scene(session), node);
    for (guint i = 0; i < shown->rows->len; ++i) {
        char *text = studio_graph_live_text(session, node, (int)i);
        const MieniNodeRowLive kind = studio_graph_node_row(shown, (int)i)->live;
        int width;
        if (text == NULL)
            continue;
        PangoLayout *layout = g_hash_table_lookup(layouts, text);
        if (layout == NULL) {
            if (g_hash_table_size(layouts) > 500) // times are new every time
                g_hash_table_remove_all(layouts);
            layout = studio_graph_layout(widget, text, false, false);
            g_hash_table_insert(layouts, g_strdup(text), layout);
        }
        pango_layout_get_pixel_size(layout, &width, NULL);
        append_layout(snapshot, layout, shown->width - INSET - width, studio_graph_row_middle((int)i),
                      kind >= MIENI_LIVE_BONES ? colors->text : colors->accent);
        g_free(text);
    }
}
