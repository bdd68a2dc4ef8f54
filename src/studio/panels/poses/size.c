// SPDX-License-Identifier: MIT
//
// Row sizes, by the size class of the window and the panel's menu.

#include "studio/panels/poses/details.h"

/// Pixels that the longest name needs. Each name is measured once at a text size.
static int longest_name(StudioPosesPanel *panel)
{
    g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout(panel->view, NULL);
    g_autoptr(PangoAttrList) bold = pango_attr_list_new();
    const int scale = studio_scaled(1000);
    pango_attr_list_insert(bold, pango_attr_weight_new(PANGO_WEIGHT_BOLD));
    pango_layout_set_attributes(layout, bold);
    int longest = 0;
    for (guint i = 0; i < panel->list.items->len && i < 300; ++i) {
        StudioPoseItem *item = panel->list.items->pdata[i];
        if (item->name_width == 0 || panel->name_scale != scale) {
            pango_layout_set_text(layout, item->name, -1);
            pango_layout_get_pixel_size(layout, &item->name_width, NULL);
        }
        longest = MAX(longest, item->name_width);
    }
    panel->name_scale = scale;
    return longest;
}

void studio_poses_lay_out(StudioPosesPanel *panel)
{
    const bool is_large = panel->width >= STUDIO_POSES_LARGE, is_narrow = panel->width < STUDIO_POSES_NARROW;
    const int most = studio_scaled(is_large ? 190 : 152), longest = longest_name(panel) + 2;
    const bool shows_buttons = is_large || studio_commands_state(panel->commands, "poses.column-solo");
    const int name_width = is_narrow ? 96 : CLAMP(longest, 96, most);
    const int picture_size = studio_commands_state(panel->commands, "poses.thumbnails-off")     ? 0
                             : studio_commands_state(panel->commands, "poses.thumbnails-large") ? 72
                                                                                                : 36;
    const bool is_other = panel->shows_buttons != shows_buttons || panel->name_width != name_width ||
                          panel->picture_size != picture_size;
    panel->shows_buttons = shows_buttons;
    panel->name_width = name_width;
    panel->picture_size = picture_size;
    gtk_widget_set_visible(panel->state, panel->width >= studio_scaled(STUDIO_POSES_NARROW));
    for (guint i = 0; is_other && i < panel->rows->len; ++i)
        studio_poses_row_resize(panel->rows->pdata[i]);
    studio_poses_details_set_low(panel, panel->height > 0 && panel->height < STUDIO_POSES_LOW);
}

static gboolean on_size_idle(void *user)
{
    StudioPosesPanel *panel = user;
    panel->size_idle = 0;
    studio_poses_lay_out(panel);
    return G_SOURCE_REMOVE;
}

static void on_layout(GdkSurface *surface, int width, int height, StudioPosesPanel *panel)
{
    (void)surface;
    const bool is_other = (width >= STUDIO_POSES_LARGE) != (panel->width >= STUDIO_POSES_LARGE) ||
                          (width < STUDIO_POSES_NARROW) != (panel->width < STUDIO_POSES_NARROW) ||
                          (height < STUDIO_POSES_LOW) != (panel->height < STUDIO_POSES_LOW) ||
                          panel->width == 0;
    panel->width = width;
    panel->height = height;
    if (is_other && panel->size_idle == 0)
        panel->size_idle = g_idle_add(on_size_idle, panel);
}

void studio_poses_watch_size(StudioPosesPanel *panel)
{
    GtkNative *native = gtk_widget_get_native(GTK_WIDGET(panel));
    g_signal_connect_object(gtk_native_get_surface(native), "layout", G_CALLBACK(on_layout), panel,
                            G_CONNECT_AFTER);
    on_layout(NULL, gtk_widget_get_width(GTK_WIDGET(native)), gtk_widget_get_height(GTK_WIDGET(native)),
              panel);
}
