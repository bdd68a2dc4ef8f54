// SPDX-License-Identifier: MIT
//
// The menu of the playback controls.

#include "studio/panels/playback/menu.h"

#include <math.h>
#include <string.h>

#include "studio/panels/widgets/widgets.h"
#include "studio/panels/workspace/preferences.h"

static const struct {
    const char *action;
    double rate;
    const char *words; ///< Before the frames of the button.
} speeds[] = {{"play.rate-quarter", 0.25, "0.25× · "},
              {"play.rate-half", 0.5, "0.5× · "},
              {"play.rate-normal", 1.0, ""},
              {"play.rate-double", 2.0, "2× · "}};

static const struct {
    const char *action;
    double rate; ///< 0: the clip's own.
} frames[] = {{"play.fps-clip", 0.0}, {"play.fps-24", 24.0}, {"play.fps-25", 25.0},
              {"play.fps-30", 30.0},  {"play.fps-50", 50.0}, {"play.fps-60", 60.0}};

static void on_level(GtkRange *range) { studio_prefer(STUDIO_PREFER_LEVEL, (int)gtk_range_get_value(range)); }

static void on_prefer(GtkRange *range, int which)
{
    if (which == STUDIO_PREFER_LEVEL)
        gtk_range_set_value(range, studio_prefers(STUDIO_PREFER_LEVEL));
}

static GtkWidget *make_level(void)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    GtkWidget *scale = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 100, 5);
    gtk_range_set_value(GTK_RANGE(scale), studio_prefers(STUDIO_PREFER_LEVEL));
    gtk_scale_set_draw_value(GTK_SCALE(scale), FALSE);
    gtk_widget_set_size_request(scale, 132, -1);
    gtk_widget_set_hexpand(scale, TRUE);
    studio_tip(scale, "Playback volume");
    studio_name(scale, "Playback volume");
    gtk_box_append(GTK_BOX(box), gtk_image_new_from_icon_name("audio-volume-high-symbolic"));
    gtk_box_append(GTK_BOX(box), scale);
    gtk_widget_add_css_class(box, "level");
    g_signal_connect(scale, "value-changed", G_CALLBACK(on_level), NULL);
    g_signal_connect_object(studio_preferences(), "changed", G_CALLBACK(on_prefer), scale, G_CONNECT_SWAPPED);
    return box;
}

static void add(GMenu *menu, const StudioCommands *commands, const char *name)
{
    g_menu_append(menu, studio_commands_label(commands, name), name);
}

GtkWidget *studio_rate_menu_new(StudioCommands *commands)
{
    GtkWidget *button = gtk_menu_button_new();
    g_autoptr(GMenu) menu = g_menu_new(), speed = g_menu_new(), frame = g_menu_new(), sound = g_menu_new();
    for (size_t i = 0; i < G_N_ELEMENTS(speeds); ++i)
        add(speed, commands, speeds[i].action);
    for (size_t i = 0; i < G_N_ELEMENTS(frames); ++i)
        add(frame, commands, frames[i].action);
    add(frame, commands, "play.every-frame");
    g_autoptr(GMenuItem) level = g_menu_item_new(NULL, NULL);
    g_menu_item_set_attribute(level, "custom", "s", "level");
    g_menu_append_item(sound, level);
    g_menu_append_section(menu, "Speed", G_MENU_MODEL(speed));
    g_menu_append_section(menu, "Frame rate", G_MENU_MODEL(frame));
    g_menu_append_section(menu, "Sound", G_MENU_MODEL(sound));
    GtkWidget *popover = gtk_popover_menu_new_from_model(G_MENU_MODEL(menu));
    gtk_popover_menu_add_child(GTK_POPOVER_MENU(popover), make_level(), "level");
    gtk_menu_button_set_popover(GTK_MENU_BUTTON(button), popover);
    gtk_menu_button_set_always_show_arrow(GTK_MENU_BUTTON(button), TRUE);
    gtk_widget_add_css_class(button, "flat");
    gtk_widget_add_css_class(button, "rate");
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
    studio_tip(button, "Speed, frame rate and volume");
    studio_name(button, "Frame rate");
    return button;
}

void studio_rate_menu_show(GtkWidget *menu, StudioCommands *commands, const StudioPlayer *player,
                           const StudioSession *session)
{
    const double rate = player != NULL ? studio_player_rate(player) : 30.0;
    const double chosen = session != NULL ? studio_session_number(session, "play.fps", 0.0) : 0.0;
    const double speed = session != NULL && session->rate > 0.0 ? session->rate : 1.0;
    const char *words = "";
    char number[STUDIO_NUMBER_ROOM];
    for (size_t i = 0; i < G_N_ELEMENTS(speeds); ++i) {
        studio_commands_set_state(commands, speeds[i].action, speeds[i].rate == speed);
        if (speeds[i].rate == speed)
            words = speeds[i].words;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(frames); ++i)
        studio_commands_set_state(commands, frames[i].action, frames[i].rate == chosen);
    studio_number_text(rate, fabs(rate - (double)(int)(rate + 0.5)) < 0.005 ? 0 : 2, number);
    g_autofree char *label = g_strdup_printf("%s%s fps", words, number);
    if (g_strcmp0(gtk_menu_button_get_label(GTK_MENU_BUTTON(menu)), label) == 0)
        return;
    gtk_menu_button_set_label(GTK_MENU_BUTTON(menu), label);
    studio_name(menu, "Frame rate"); // the label would be its name
    studio_describe(menu, label);
}
