// SPDX-License-Identifier: MIT
//
// The playback controls: they show the state of the player and drive it with the frame clock.

#include "studio/panels/transport/transport.h"

#include <string.h>

#include "studio/panels/transport/clips.h"
#include "studio/panels/transport/curve.h"
#include "studio/panels/transport/menu.h"
#include "studio/panels/transport/scale.h"
#include "studio/panels/transport/time.h"
#include "studio/panels/viewport/player.h"
#include "studio/panels/viewport/sound.h"
#include "studio/panels/widgets/widgets.h"

enum { TELL = 250000 }; ///< Microseconds between what screen readers hear while it plays.

struct _StudioTransport {
    GtkBox parent_instance;
    StudioCommands *commands;
    StudioWorkspace *workspace;
    StudioPlayer *player;
    StudioSound *sound;
    GSignalGroup *signals, *player_signals;
    GtkWidget *play, *clip, *time, *curve, *field, *rate;
    GtkWidget *turns, *stage_turn, *editor_turn; ///< Of low windows.
    GtkEventController *keys;                    ///< Of the window.
    guint tick;
    gint64 told; ///< When screen readers heard of the time.
    bool is_filling;
};

G_DEFINE_TYPE(StudioTransport, studio_transport, GTK_TYPE_BOX)

static const char *const commands_of_playing[] = {
    "play.toggle",         "play.loop",        "play.start",        "play.end",         "play.next-frame",
    "play.previous-frame", "play.next-key",    "play.previous-key", "play.range-in",    "play.range-out",
    "play.reverse",        "play.pause",       "play.forward",      "play.every-frame", "play.rate-quarter",
    "play.rate-half",      "play.rate-normal", "play.rate-double",  "play.fps-clip",    "play.fps-24",
    "play.fps-25",         "play.fps-30",      "play.fps-50",       "play.fps-60"};

// What is shown

static bool has_clip(const StudioTransport *transport)
{
    return transport->player != NULL && studio_player_clip(transport->player) != NULL;
}

/// Words in place of the time, or NULL.
static const char *words_for(const StudioTransport *transport)
{
    const StudioPlayFacts *facts = has_clip(transport) ? studio_player_facts(transport->player) : NULL;
    if (!has_clip(transport))
        return "preview weights";
    return facts == NULL ? "reading…" : facts->status != MIEN_OK ? "cannot be read" : NULL;
}

static void show_time(StudioTransport *transport)
{
    const StudioSession *session = studio_workspace_session(transport->workspace);
    const gint64 now = g_get_monotonic_time();
    const bool is_told = !studio_player_is_playing(transport->player) || now - transport->told >= TELL;
    const char *words = words_for(transport);
    if (is_told)
        transport->told = now;
    transport->is_filling = true;
    studio_time_scale_set_time(STUDIO_TIME_SCALE(transport->time), has_clip(transport) ? session->time : 0.0,
                               is_told);
    transport->is_filling = false;
    if (words != NULL)
        studio_time_field_set_words(STUDIO_TIME_FIELD(transport->field), words);
    else
        studio_time_field_set(STUDIO_TIME_FIELD(transport->field), session->time,
                              studio_player_length(transport->player), studio_player_rate(transport->player),
                              is_told);
}

static void allow(StudioTransport *transport)
{
    for (size_t i = 0; i < G_N_ELEMENTS(commands_of_playing); ++i) {
        const char *name = commands_of_playing[i];
        const char *reason = transport->player != NULL ? studio_player_reason(transport->player, name)
                                                       : "Open a project first";
        if (g_strcmp0(studio_commands_reason(transport->commands, name), reason) != 0)
            studio_commands_allow(transport->commands, name, reason);
    }
}

static void show_session(StudioTransport *transport)
{
    const StudioSession *session = studio_workspace_session(transport->workspace);
    double start = 0.0, end = 0.0;
    if (session->loops && session->loop_end > session->loop_start)
        studio_player_range(transport->player, &start, &end);
    studio_time_scale_set_range(STUDIO_TIME_SCALE(transport->time), start, end);
    if (studio_commands_state(transport->commands, "play.loop") != session->loops)
        studio_commands_set_state(transport->commands, "play.loop", session->loops);
    show_time(transport);
    studio_sound_follow(transport->sound);
    studio_curve_slider_show(transport->curve);
    const bool is_curve_alone = gtk_widget_get_visible(transport->curve) && !has_clip(transport);
    gtk_widget_set_visible(transport->time, !is_curve_alone);
    gtk_widget_set_visible(transport->field, !is_curve_alone);
}

static void show_clip(StudioTransport *transport)
{
    const double length = studio_player_length(transport->player);
    studio_clip_choice_show(transport->clip);
    transport->is_filling = true;
    studio_time_scale_set_length(STUDIO_TIME_SCALE(transport->time), length,
                                 studio_player_rate(transport->player));
    transport->is_filling = false;
    gtk_widget_set_sensitive(transport->time, length > 0.0);
    studio_rate_menu_show(transport->rate, transport->commands, transport->player,
                          studio_workspace_session(transport->workspace));
    allow(transport);
    show_session(transport);
}

// Playing

static gboolean on_tick(GtkWidget *widget, GdkFrameClock *clock, void *user)
{
    (void)user;
    StudioTransport *transport = STUDIO_TRANSPORT(widget);
    const bool is_held = studio_time_scale_is_held(STUDIO_TIME_SCALE(transport->time));
    if (transport->player != NULL) {
        if (is_held)
            studio_player_hold(transport->player, true);
        studio_player_tick(transport->player, gdk_frame_clock_get_frame_time(clock));
        if (is_held)
            studio_player_hold(transport->player, false);
    }
    return G_SOURCE_CONTINUE; // whoever stops it removes it
}

static void show_playing(StudioTransport *transport)
{
    const bool is_playing = transport->player != NULL && studio_player_is_playing(transport->player);
    if (is_playing && transport->tick == 0) {
        transport->tick = gtk_widget_add_tick_callback(GTK_WIDGET(transport), on_tick, NULL, NULL);
    } else if (!is_playing && transport->tick != 0) {
        gtk_widget_remove_tick_callback(GTK_WIDGET(transport), transport->tick);
        transport->tick = 0;
    }
    g_autofree char *tip =
        studio_commands_tooltip(transport->commands, "play.toggle", is_playing ? "Pause" : "Play");
    gtk_button_set_icon_name(GTK_BUTTON(transport->play),
                             is_playing ? "media-playback-pause-symbolic" : "media-playback-start-symbolic");
    gtk_widget_set_tooltip_text(transport->play, tip);
    studio_name(transport->play, is_playing ? "Pause" : "Play");
    if (transport->player == NULL)
        return;
    studio_rate_menu_show(transport->rate, transport->commands, transport->player,
                          studio_workspace_session(transport->workspace));
    show_time(transport);
    studio_sound_follow(transport->sound);
}

static void on_run(void *user, const char *name)
{
    StudioTransport *transport = user;
    if (transport->player != NULL)
        studio_player_run(transport->player, name, studio_commands_state(transport->commands, name));
}

static void on_slider(StudioTransport *transport)
{
    if (!transport->is_filling && transport->player != NULL)
        studio_player_seek(transport->player, gtk_range_get_value(GTK_RANGE(transport->time)));
}

static void on_typed(StudioTimeField *field, double time, StudioTransport *transport)
{
    (void)field;
    if (transport->player != NULL)
        studio_player_seek(transport->player, time);
}

/// Space plays on every slider of the window: lists around them would select a row by it.
static gboolean on_key(GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state,
                       StudioTransport *transport)
{
    (void)code;
    GtkWidget *window = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(keys));
    GtkWidget *focus = gtk_root_get_focus(GTK_ROOT(window));
    if (key != GDK_KEY_space || (state & gtk_accelerator_get_default_mod_mask()) != 0 || focus == NULL ||
        !GTK_IS_SCALE(focus))
        return FALSE;
    return studio_commands_run(transport->commands, "play.toggle");
}

// The widget

static void studio_transport_root(GtkWidget *widget)
{
    StudioTransport *transport = STUDIO_TRANSPORT(widget);
    GTK_WIDGET_CLASS(studio_transport_parent_class)->root(widget);
    transport->keys = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(transport->keys, GTK_PHASE_CAPTURE);
    g_signal_connect(transport->keys, "key-pressed", G_CALLBACK(on_key), transport);
    gtk_widget_add_controller(GTK_WIDGET(gtk_widget_get_root(widget)), transport->keys);
}

static void studio_transport_unroot(GtkWidget *widget)
{
    StudioTransport *transport = STUDIO_TRANSPORT(widget);
    gtk_widget_remove_controller(GTK_WIDGET(gtk_widget_get_root(widget)), transport->keys);
    transport->keys = NULL;
    GTK_WIDGET_CLASS(studio_transport_parent_class)->unroot(widget);
}

static void studio_transport_dispose(GObject *object)
{
    StudioTransport *transport = STUDIO_TRANSPORT(object);
    g_clear_object(&transport->signals);
    g_clear_object(&transport->player_signals);
    g_clear_pointer(&transport->sound, studio_sound_free);
    g_clear_object(&transport->player);
    g_clear_object(&transport->workspace);
    g_clear_object(&transport->commands);
    G_OBJECT_CLASS(studio_transport_parent_class)->dispose(object);
}

static void studio_transport_class_init(StudioTransportClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_transport_dispose;
    GTK_WIDGET_CLASS(class)->root = studio_transport_root;
    GTK_WIDGET_CLASS(class)->unroot = studio_transport_unroot;
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "transport");
}

static void studio_transport_init(StudioTransport *transport)
{
    transport->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    g_signal_group_connect_swapped(transport->signals, "session", G_CALLBACK(show_session), transport);
    g_signal_group_connect_swapped(transport->signals, "active", G_CALLBACK(show_session), transport);
    g_signal_group_connect_swapped(transport->signals, "selection", G_CALLBACK(show_session), transport);
    transport->player_signals = g_signal_group_new(STUDIO_TYPE_PLAYER);
    g_signal_group_connect_swapped(transport->player_signals, "clip", G_CALLBACK(show_clip), transport);
    g_signal_group_connect_swapped(transport->player_signals, "playing", G_CALLBACK(show_playing), transport);
}

static GtkWidget *add_button(StudioTransport *transport, const char *name, const char *words,
                             const char *called)
{
    GtkWidget *button = studio_commands_button(transport->commands, name, words);
    gtk_widget_add_css_class(button, strcmp(name, "play.toggle") == 0 ? "play" : "flat");
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
    gtk_widget_set_focus_on_click(button, FALSE); // so that Space goes on to play
    studio_name(button, called);
    gtk_box_append(GTK_BOX(transport), button);
    return button;
}

static void on_turn(StudioTransport *transport)
{
    const bool is_editor = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(transport->editor_turn));
    if (!transport->is_filling && is_editor != studio_commands_state(transport->commands, "win.show-bottom"))
        studio_commands_run(transport->commands, "win.show-bottom");
}

static void add_turns(StudioTransport *transport)
{
    transport->turns = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    transport->stage_turn = gtk_toggle_button_new_with_label("Viewport");
    transport->editor_turn = gtk_toggle_button_new_with_label("Editor");
    gtk_toggle_button_set_group(GTK_TOGGLE_BUTTON(transport->editor_turn),
                                GTK_TOGGLE_BUTTON(transport->stage_turn));
    gtk_widget_add_css_class(transport->turns, "linked");
    gtk_widget_add_css_class(transport->turns, "turns");
    gtk_widget_set_valign(transport->turns, GTK_ALIGN_CENTER);
    gtk_widget_set_tooltip_text(transport->stage_turn, "Show the viewport (F7)");
    gtk_widget_set_tooltip_text(transport->editor_turn, "Show the editor (F7)");
    gtk_box_append(GTK_BOX(transport->turns), transport->stage_turn);
    gtk_box_append(GTK_BOX(transport->turns), transport->editor_turn);
    gtk_widget_set_visible(transport->turns, FALSE);
    g_signal_connect_swapped(transport->editor_turn, "toggled", G_CALLBACK(on_turn), transport);
    gtk_box_append(GTK_BOX(transport), transport->turns);
}

void studio_transport_set_switch(StudioTransport *transport, bool is_shown, bool is_editor)
{
    transport->is_filling = true;
    gtk_widget_set_visible(transport->turns, is_shown);
    gtk_toggle_button_set_active(
        GTK_TOGGLE_BUTTON(is_editor ? transport->editor_turn : transport->stage_turn), TRUE);
    transport->is_filling = false;
}

GtkWidget *studio_transport_new(StudioCommands *commands)
{
    StudioTransport *transport = g_object_new(STUDIO_TYPE_TRANSPORT, "spacing", 6, NULL);
    transport->commands = g_object_ref(commands);
    add_button(transport, "play.previous-key", "Previous key", "Previous key");
    transport->play = add_button(transport, "play.toggle", "Play", "Play");
    add_button(transport, "play.next-key", "Next key", "Next key");
    add_button(transport, "play.loop", "Loop", "Loop");
    transport->clip = studio_clip_choice_new();
    transport->time = studio_time_scale_new();
    gtk_widget_set_hexpand(transport->time, TRUE);
    gtk_widget_set_sensitive(transport->time, FALSE);
    studio_name(transport->time, "Time");
    g_signal_connect_swapped(transport->time, "value-changed", G_CALLBACK(on_slider), transport);
    transport->curve = studio_curve_slider_new();
    transport->field = studio_time_field_new();
    g_signal_connect(transport->field, "typed", G_CALLBACK(on_typed), transport);
    transport->rate = studio_rate_menu_new(commands);
    GtkWidget *const parts[] = {transport->clip, transport->time, transport->curve, transport->field,
                                transport->rate};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i)
        gtk_box_append(GTK_BOX(transport), parts[i]);
    add_turns(transport);
    for (size_t i = 0; i < G_N_ELEMENTS(commands_of_playing); ++i)
        studio_commands_bind(commands, commands_of_playing[i], on_run, transport);
    studio_time_field_set_words(STUDIO_TIME_FIELD(transport->field), "preview weights");
    allow(transport);
    return GTK_WIDGET(transport);
}

void studio_transport_set_workspace(StudioTransport *transport, StudioWorkspace *workspace)
{
    if (transport->player != NULL && studio_player_is_playing(transport->player))
        studio_player_play(transport->player, false);
    g_clear_pointer(&transport->sound, studio_sound_free);
    transport->sound = workspace != NULL ? studio_sound_new(workspace) : NULL;
    g_set_object(&transport->workspace, workspace);
    StudioPlayer *player = workspace != NULL ? studio_player_of(workspace) : NULL;
    g_set_object(&transport->player, player);
    g_signal_group_set_target(transport->signals, workspace);
    g_signal_group_set_target(transport->player_signals, transport->player);
    studio_clip_choice_set_workspace(transport->clip, workspace);
    studio_curve_slider_set_workspace(transport->curve, workspace);
    show_playing(transport);
    if (workspace != NULL)
        show_clip(transport);
    else
        allow(transport);
}
