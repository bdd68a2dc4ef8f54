// SPDX-License-Identifier: MIT
//
// The playback controls: they show the state of the player and drive it with the frame clock.

#include "studio/panels/playback/playback.h"

#include <string.h>

#include "studio/panels/playback/clips.h"
#include "studio/panels/playback/curve.h"
#include "studio/panels/playback/menu.h"
#include "studio/panels/playback/scale.h"
#include "studio/panels/playback/time.h"
#include "studio/panels/viewport/player.h"
#include "studio/panels/viewport/sound.h"
#include "studio/panels/widgets/widgets.h"

enum { TELL = 250000 }; ///< Microseconds between what screen readers hear while it plays.

struct _StudioPlayback {
    GtkBox parent_instance;
    StudioCommands *commands;
    StudioWorkspace *workspace;
    StudioPlayer *player;
    StudioSound *sound;
    GSignalGroup *signals, *player_signals;
    GtkWidget *play, *clip, *time, *curve, *field, *rate;
    GtkWidget *turns, *viewport_turn, *editor_turn; ///< Of low windows.
    GtkEventController *keys;                       ///< Of the window.
    guint tick;
    gint64 told; ///< When screen readers heard of the time.
    bool is_filling;
};

G_DEFINE_TYPE(StudioPlayback, studio_playback, GTK_TYPE_BOX)

static const char *const commands_of_playing[] = {
    "play.toggle",         "play.loop",        "play.start",        "play.end",         "play.next-frame",
    "play.previous-frame", "play.next-key",    "play.previous-key", "play.range-in",    "play.range-out",
    "play.reverse",        "play.pause",       "play.forward",      "play.every-frame", "play.rate-quarter",
    "play.rate-half",      "play.rate-normal", "play.rate-double",  "play.fps-clip",    "play.fps-24",
    "play.fps-25",         "play.fps-30",      "play.fps-50",       "play.fps-60"};

// What is shown

static bool has_clip(const StudioPlayback *playback)
{
    return playback->player != NULL && studio_player_clip(playback->player) != NULL;
}

/// Words in place of the time, or NULL.
static const char *words_for(const StudioPlayback *playback)
{
    const StudioPlayFacts *facts = has_clip(playback) ? studio_player_facts(playback->player) : NULL;
    if (!has_clip(playback))
        return "preview weights";
    return facts == NULL ? "reading…" : facts->status != MIEN_OK ? "cannot be read" : NULL;
}

static void show_time(StudioPlayback *playback)
{
    const StudioSession *session = studio_workspace_session(playback->workspace);
    const gint64 now = g_get_monotonic_time();
    const bool is_told = !studio_player_is_playing(playback->player) || now - playback->told >= TELL;
    const char *words = words_for(playback);
    if (is_told)
        playback->told = now;
    playback->is_filling = true;
    studio_time_scale_set_time(STUDIO_TIME_SCALE(playback->time), has_clip(playback) ? session->time : 0.0,
                               is_told);
    playback->is_filling = false;
    if (words != NULL)
        studio_time_field_set_words(STUDIO_TIME_FIELD(playback->field), words);
    else
        studio_time_field_set(STUDIO_TIME_FIELD(playback->field), session->time,
                              studio_player_length(playback->player), studio_player_rate(playback->player),
                              is_told);
}

static void allow(StudioPlayback *playback)
{
    for (size_t i = 0; i < G_N_ELEMENTS(commands_of_playing); ++i) {
        const char *name = commands_of_playing[i];
        const char *reason =
            playback->player != NULL ? studio_player_reason(playback->player, name) : "Open a project first";
        if (g_strcmp0(studio_commands_reason(playback->commands, name), reason) != 0)
            studio_commands_allow(playback->commands, name, reason);
    }
}

static void show_session(StudioPlayback *playback)
{
    const StudioSession *session = studio_workspace_session(playback->workspace);
    double start = 0.0, end = 0.0;
    if (session->loops && session->loop_end > session->loop_start)
        studio_player_range(playback->player, &start, &end);
    studio_time_scale_set_range(STUDIO_TIME_SCALE(playback->time), start, end);
    if (studio_commands_state(playback->commands, "play.loop") != session->loops)
        studio_commands_set_state(playback->commands, "play.loop", session->loops);
    show_time(playback);
    studio_sound_follow(playback->sound);
    studio_curve_slider_show(playback->curve);
    const bool is_curve_alone = gtk_widget_get_visible(playback->curve) && !has_clip(playback);
    gtk_widget_set_visible(playback->time, !is_curve_alone);
    gtk_widget_set_visible(playback->field, !is_curve_alone);
}

static void show_clip(StudioPlayback *playback)
{
    const double length = studio_player_length(playback->player);
    studio_clip_choice_show(playback->clip);
    playback->is_filling = true;
    studio_time_scale_set_length(STUDIO_TIME_SCALE(playback->time), length,
                                 studio_player_rate(playback->player));
    playback->is_filling = false;
    gtk_widget_set_sensitive(playback->time, length > 0.0);
    studio_rate_menu_show(playback->rate, playback->commands, playback->player,
                          studio_workspace_session(playback->workspace));
    allow(playback);
    show_session(playback);
}

// Playing

static gboolean on_tick(GtkWidget *widget, GdkFrameClock *clock, void *user)
{
    (void)user;
    StudioPlayback *playback = STUDIO_PLAYBACK(widget);
    const bool is_held = studio_time_scale_is_held(STUDIO_TIME_SCALE(playback->time));
    if (playback->player != NULL) {
        if (is_held)
            studio_player_hold(playback->player, true);
        studio_player_tick(playback->player, gdk_frame_clock_get_frame_time(clock));
        if (is_held)
            studio_player_hold(playback->player, false);
    }
    return G_SOURCE_CONTINUE; // stopping removes it
}

static void show_playing(StudioPlayback *playback)
{
    const bool is_playing = playback->player != NULL && studio_player_is_playing(playback->player);
    if (is_playing && playback->tick == 0) {
        playback->tick = gtk_widget_add_tick_callback(GTK_WIDGET(playback), on_tick, NULL, NULL);
    } else if (!is_playing && playback->tick != 0) {
        gtk_widget_remove_tick_callback(GTK_WIDGET(playback), playback->tick);
        playback->tick = 0;
    }
    g_autofree char *tip =
        studio_commands_tooltip(playback->commands, "play.toggle", is_playing ? "Pause" : "Play");
    gtk_button_set_icon_name(GTK_BUTTON(playback->play),
                             is_playing ? "media-playback-pause-symbolic" : "media-playback-start-symbolic");
    studio_tip(playback->play, tip);
    studio_name(playback->play, is_playing ? "Pause" : "Play");
    if (playback->player == NULL)
        return;
    studio_rate_menu_show(playback->rate, playback->commands, playback->player,
                          studio_workspace_session(playback->workspace));
    show_time(playback);
    studio_sound_follow(playback->sound);
}

static void on_run(void *user, const char *name)
{
    StudioPlayback *playback = user;
    if (playback->player != NULL)
        studio_player_run(playback->player, name, studio_commands_state(playback->commands, name));
}

static void on_slider(StudioPlayback *playback)
{
    if (!playback->is_filling && playback->player != NULL)
        studio_player_seek(playback->player, gtk_range_get_value(GTK_RANGE(playback->time)));
}

static void on_typed(StudioTimeField *field, double time, StudioPlayback *playback)
{
    (void)field;
    if (playback->player != NULL)
        studio_player_seek(playback->player, time);
}

/// Space plays on every slider of the window: lists around them would select a row by it.
static gboolean on_key(GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state,
                       StudioPlayback *playback)
{
    (void)code;
    GtkWidget *window = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(keys));
    GtkWidget *focus = gtk_root_get_focus(GTK_ROOT(window));
    if (key != GDK_KEY_space || (state & gtk_accelerator_get_default_mod_mask()) != 0 || focus == NULL ||
        !GTK_IS_SCALE(focus))
        return FALSE;
    return studio_commands_run(playback->commands, "play.toggle");
}

// The widget

static void studio_playback_root(GtkWidget *widget)
{
    StudioPlayback *playback = STUDIO_PLAYBACK(widget);
    GTK_WIDGET_CLASS(studio_playback_parent_class)->root(widget);
    playback->keys = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(playback->keys, GTK_PHASE_CAPTURE);
    g_signal_connect(playback->keys, "key-pressed", G_CALLBACK(on_key), playback);
    gtk_widget_add_controller(GTK_WIDGET(gtk_widget_get_root(widget)), playback->keys);
}

static void studio_playback_unroot(GtkWidget *widget)
{
    StudioPlayback *playback = STUDIO_PLAYBACK(widget);
    gtk_widget_remove_controller(GTK_WIDGET(gtk_widget_get_root(widget)), playback->keys);
    playback->keys = NULL;
    GTK_WIDGET_CLASS(studio_playback_parent_class)->unroot(widget);
}

static void studio_playback_dispose(GObject *object)
{
    StudioPlayback *playback = STUDIO_PLAYBACK(object);
    g_clear_object(&playback->signals);
    g_clear_object(&playback->player_signals);
    g_clear_pointer(&playback->sound, studio_sound_free);
    g_clear_object(&playback->player);
    g_clear_object(&playback->workspace);
    g_clear_object(&playback->commands);
    G_OBJECT_CLASS(studio_playback_parent_class)->dispose(object);
}

static void studio_playback_class_init(StudioPlaybackClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_playback_dispose;
    GTK_WIDGET_CLASS(class)->root = studio_playback_root;
    GTK_WIDGET_CLASS(class)->unroot = studio_playback_unroot;
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "playback");
}

static void studio_playback_init(StudioPlayback *playback)
{
    playback->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    g_signal_group_connect_swapped(playback->signals, "session", G_CALLBACK(show_session), playback);
    g_signal_group_connect_swapped(playback->signals, "active", G_CALLBACK(show_session), playback);
    g_signal_group_connect_swapped(playback->signals, "selection", G_CALLBACK(show_session), playback);
    playback->player_signals = g_signal_group_new(STUDIO_TYPE_PLAYER);
    g_signal_group_connect_swapped(playback->player_signals, "clip", G_CALLBACK(show_clip), playback);
    g_signal_group_connect_swapped(playback->player_signals, "playing", G_CALLBACK(show_playing), playback);
}

static GtkWidget *add_button(StudioPlayback *playback, const char *name, const char *words,
                             const char *called)
{
    GtkWidget *button = studio_commands_button(playback->commands, name, words);
    gtk_widget_add_css_class(button, strcmp(name, "play.toggle") == 0 ? "play" : "flat");
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
    gtk_widget_set_focus_on_click(button, FALSE); // so that Space goes on to play
    studio_name(button, called);
    gtk_box_append(GTK_BOX(playback), button);
    return button;
}

static void on_turn(StudioPlayback *playback)
{
    const bool is_editor = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(playback->editor_turn));
    if (!playback->is_filling && is_editor != studio_commands_state(playback->commands, "win.show-editor"))
        studio_commands_run(playback->commands, "win.show-editor");
}

static void add_turns(StudioPlayback *playback)
{
    playback->turns = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    playback->viewport_turn = gtk_toggle_button_new_with_label("Viewport");
    playback->editor_turn = gtk_toggle_button_new_with_label("Editor");
    gtk_toggle_button_set_group(GTK_TOGGLE_BUTTON(playback->editor_turn),
                                GTK_TOGGLE_BUTTON(playback->viewport_turn));
    gtk_widget_add_css_class(playback->turns, "linked");
    gtk_widget_add_css_class(playback->turns, "turns");
    gtk_widget_set_valign(playback->turns, GTK_ALIGN_CENTER);
    studio_tip(playback->viewport_turn, "Show the viewport (F7)");
    studio_tip(playback->editor_turn, "Show the editor (F7)");
    gtk_box_append(GTK_BOX(playback->turns), playback->viewport_turn);
    gtk_box_append(GTK_BOX(playback->turns), playback->editor_turn);
    gtk_widget_set_visible(playback->turns, FALSE);
    g_signal_connect_swapped(playback->editor_turn, "toggled", G_CALLBACK(on_turn), playback);
    gtk_box_append(GTK_BOX(playback), playback->turns);
}

void studio_playback_set_switch(StudioPlayback *playback, bool is_shown, bool is_editor)
{
    playback->is_filling = true;
    gtk_widget_set_visible(playback->turns, is_shown);
    gtk_toggle_button_set_active(
        GTK_TOGGLE_BUTTON(is_editor ? playback->editor_turn : playback->viewport_turn), TRUE);
    playback->is_filling = false;
}

GtkWidget *studio_playback_new(StudioCommands *commands)
{
    StudioPlayback *playback = g_object_new(STUDIO_TYPE_PLAYBACK, "spacing", 6, NULL);
    playback->commands = g_object_ref(commands);
    add_button(playback, "play.previous-key", "Previous key", "Previous key");
    playback->play = add_button(playback, "play.toggle", "Play", "Play");
    add_button(playback, "play.next-key", "Next key", "Next key");
    add_button(playback, "play.loop", "Loop", "Loop");
    playback->clip = studio_clip_choice_new();
    GtkWidget *live = studio_commands_button(commands, "win.show-live", "Live faces of phones and trackers");
    gtk_button_set_label(GTK_BUTTON(live), "Live");
    studio_name(live, "Live");
    gtk_widget_set_valign(live, GTK_ALIGN_CENTER);
    gtk_widget_add_css_class(live, "flat");
    playback->time = studio_time_scale_new();
    gtk_widget_set_hexpand(playback->time, TRUE);
    gtk_widget_set_sensitive(playback->time, FALSE);
    studio_name(playback->time, "Time");
    g_signal_connect_swapped(playback->time, "value-changed", G_CALLBACK(on_slider), playback);
    playback->curve = studio_curve_slider_new();
    playback->field = studio_time_field_new();
    g_signal_connect(playback->field, "typed", G_CALLBACK(on_typed), playback);
    playback->rate = studio_rate_menu_new(commands);
    GtkWidget *const parts[] = {playback->clip,  live,          playback->time, playback->curve,
                                playback->field, playback->rate};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i)
        gtk_box_append(GTK_BOX(playback), parts[i]);
    add_turns(playback);
    for (size_t i = 0; i < G_N_ELEMENTS(commands_of_playing); ++i)
        studio_commands_bind(commands, commands_of_playing[i], on_run, playback);
    studio_time_field_set_words(STUDIO_TIME_FIELD(playback->field), "preview weights");
    allow(playback);
    return GTK_WIDGET(playback);
}

void studio_playback_set_workspace(StudioPlayback *playback, StudioWorkspace *workspace)
{
    if (playback->player != NULL && studio_player_is_playing(playback->player))
        studio_player_play(playback->player, false);
    g_clear_pointer(&playback->sound, studio_sound_free);
    playback->sound = workspace != NULL ? studio_sound_new(workspace) : NULL;
    g_set_object(&playback->workspace, workspace);
    StudioPlayer *player = workspace != NULL ? studio_player_of(workspace) : NULL;
    g_set_object(&playback->player, player);
    g_signal_group_set_target(playback->signals, workspace);
    g_signal_group_set_target(playback->player_signals, playback->player);
    studio_clip_choice_set_workspace(playback->clip, workspace);
    studio_curve_slider_set_workspace(playback->curve, workspace);
    show_playing(playback);
    if (workspace != NULL)
        show_clip(playback);
    else
        allow(playback);
}
