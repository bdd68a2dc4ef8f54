// SPDX-License-Identifier: MIT
//
// The viewport widget: a GL area, its overlays and its commands.

#include "studio/panels/viewport/private.h"

#include <adwaita.h>
#include <string.h>

#include "studio/model/facts/strings.h"
#include "studio/panels/viewport/player.h"

G_DEFINE_TYPE(StudioViewport, studio_viewport, GTK_TYPE_WIDGET)

static guint steps_closed_signal;

static void on_active(StudioViewport *viewport)
{
    studio_viewport_choose(viewport, false);
    studio_viewport_pose(viewport, false); // weights may count now, or no longer
}

static void on_changed(StudioViewport *viewport) { studio_viewport_choose(viewport, true); }

/// What holds at the moment and should not be forgotten.
static void show_chips(StudioViewport *viewport)
{
    const StudioSession *session = studio_workspace_session(viewport->workspace);
    const char *peeked = studio_live_peeked(viewport->live);
    char name[STUDIO_LABEL_ROOM];
    g_autoptr(GString) solo = g_string_new(NULL);
    for (int i = 0; i < session->weight_count; ++i)
        if (session->weights[i].is_solo)
            g_string_append_printf(solo, "%s%s", solo->len > 0 ? ", " : "Solo: ", session->weights[i].name);
    g_autofree char *peek =
        peeked != NULL ? g_strdup_printf("Preview: %s", studio_asset_name(peeked, name)) : NULL;
    studio_viewport_overlay_chip(&viewport->over, STUDIO_CHIP_SOLO, solo->len > 0 ? solo->str : NULL);
    studio_viewport_overlay_chip(&viewport->over, STUDIO_CHIP_PEEK, peek);
    studio_viewport_overlay_chip(&viewport->over, STUDIO_CHIP_BEYOND,
                                 session->is_beyond ? "Beyond range" : NULL);
}

static void on_chip(GtkWidget *button, StudioViewport *viewport)
{
    StudioSession *session = studio_workspace_session(viewport->workspace);
    if (button == viewport->over.chip_buttons[STUDIO_CHIP_PEEK]) {
        studio_live_peek(viewport->live, NULL);
        return;
    }
    if (button == viewport->over.chip_buttons[STUDIO_CHIP_WEIGHTS]) {
        studio_session_mark(session);
        studio_session_reset_weights(session);
    }
    if (button == viewport->over.chip_buttons[STUDIO_CHIP_SOLO])
        studio_session_clear_solo(session);
    if (button == viewport->over.chip_buttons[STUDIO_CHIP_BEYOND]) {
        session->is_beyond = false;
        studio_commands_set_state(viewport->commands, "poses.beyond", false);
    }
    studio_workspace_session_changed(viewport->workspace);
}

static void on_session(StudioViewport *viewport)
{
    viewport->moved_at = g_get_monotonic_time();
    if (viewport->changed_at == 0)
        viewport->changed_at = viewport->moved_at;
    studio_viewport_rechoose(viewport);
    show_chips(viewport);
    studio_viewport_look_at_steps(viewport);
    if (studio_player_is_playing(studio_player_of(viewport->workspace)))
        studio_viewport_did(viewport, STUDIO_STEP_PLAY);
    studio_viewport_pose(viewport, true);
}

/// What live values do, in red while they are recorded.
static void show_live_chip(StudioViewport *viewport)
{
    bool is_red;
    const char *sign = studio_live_sign(viewport->live, &is_red);
    (is_red ? gtk_widget_add_css_class
            : gtk_widget_remove_css_class)(viewport->over.chip_buttons[STUDIO_CHIP_LIVE], "recording");
    studio_viewport_overlay_chip(&viewport->over, STUDIO_CHIP_LIVE, sign);
}

/// Live values began to play in place of a clip, or ended.
static void on_driven(StudioViewport *viewport) { studio_viewport_choose(viewport, false); }

/// Somebody wants a pose held, bones marked, an asset shown in passing, or faces driven.
static void on_asked(StudioViewport *viewport)
{
    const char *peeked = studio_live_peeked(viewport->live);
    if (g_strcmp0(peeked, viewport->peeked) != 0) {
        g_free(viewport->peeked);
        viewport->peeked = g_strdup(peeked);
        studio_viewport_choose(viewport, false);
        show_chips(viewport);
    }
    show_live_chip(viewport);
    studio_viewport_pose(viewport, true);
}

static void on_style(StudioViewport *viewport) { studio_viewport_redraw(viewport, false); }

// Commands

static void run_view(StudioViewport *viewport, const char *name)
{
    for (int i = 0; i < STUDIO_VIEWPORT_VIEWS; ++i)
        if (strcmp(studio_viewport_views[i].action, name) == 0)
            studio_viewport_turn_to(viewport, i);
    if (strcmp(name, "viewport.reset-camera") == 0)
        studio_viewport_turn_to(viewport, 0);
    if (strcmp(name, "viewport.frame") == 0 || strcmp(name, "viewport.reset-camera") == 0)
        studio_viewport_frame(viewport);
}

static void run_look(StudioViewport *viewport, const char *name)
{
    static const struct {
        const char *name;
        MieniPaint paint;
        MieniLight light;
    } shadings[] = {
        {"viewport.lit", MIENI_PAINT_MATERIALS, MIENI_LIGHT_STUDIO},
        {"viewport.clay", MIENI_PAINT_CLAY, MIENI_LIGHT_STUDIO},
        {"viewport.flat", MIENI_PAINT_MATERIALS, MIENI_LIGHT_FLAT},
        {"viewport.normals", MIENI_PAINT_NORMALS, MIENI_LIGHT_FLAT},
    };
    static const char *const grounds[] = {"viewport.background-style", "viewport.background-dark",
                                          "viewport.background-light", "viewport.background-chequered"};
    for (size_t i = 0; i < G_N_ELEMENTS(shadings); ++i)
        if (strcmp(shadings[i].name, name) == 0) {
            viewport->paint = shadings[i].paint;
            viewport->light = shadings[i].light;
            studio_viewport_overlay_shading(&viewport->over, studio_commands_label(viewport->commands, name));
        }
    for (size_t i = 0; i < G_N_ELEMENTS(grounds); ++i)
        if (strcmp(grounds[i], name) == 0)
            viewport->ground = (StudioGround)i;
    if (viewport->ground == STUDIO_GROUND_CHEQUERED)
        gtk_widget_add_css_class(viewport->overlay, "chequered");
    else
        gtk_widget_remove_css_class(viewport->overlay, "chequered");
    if (strcmp(name, "viewport.bones") == 0 && !studio_commands_state(viewport->commands, name))
        studio_live_mark(viewport->live, NULL, 0); // marked ones are bones too
    studio_viewport_pose(viewport, false);         // heat is measured with it
}

static void run_cast(StudioViewport *viewport, const char *name)
{
    if (strcmp(name, "viewport.next-character") == 0)
        studio_viewport_characters_step(viewport, 1);
    else if (strcmp(name, "viewport.previous-character") == 0)
        studio_viewport_characters_step(viewport, -1);
    else
        studio_viewport_characters_all(viewport);
    studio_viewport_did(viewport, STUDIO_STEP_OTHER);
}

typedef struct Command {
    const char *name;
    void (*run)(StudioViewport *viewport, const char *name);
} Command;

static void run_copy(StudioViewport *viewport, const char *name)
{
    (void)name;
    studio_viewport_copy_picture(viewport);
}

static void run_save(StudioViewport *viewport, const char *name)
{
    (void)name;
    studio_viewport_save_picture(viewport);
}

/// By name it is a switch; the key is held.
static void run_compare(StudioViewport *viewport, const char *name)
{
    (void)name;
    studio_viewport_compare(viewport, !viewport->is_comparing);
}

static void run_compare_take(StudioViewport *viewport, const char *name)
{
    (void)name;
    studio_viewport_choose(viewport, false);
}

static void run_explain(StudioViewport *viewport, const char *name)
{
    (void)name;
    studio_viewport_explain(viewport);
}

static const Command stage_commands[] = {
    {"viewport.frame", run_view},
    {"viewport.front", run_view},
    {"viewport.side", run_view},
    {"viewport.three-quarter", run_view},
    {"viewport.reset-camera", run_view},
    {"viewport.bones", run_look},
    {"viewport.explain", run_explain},
    {"viewport.wireframe", run_look},
    {"viewport.heat-map", run_look},
    {"viewport.lit", run_look},
    {"viewport.clay", run_look},
    {"viewport.flat", run_look},
    {"viewport.normals", run_look},
    {"viewport.background-style", run_look},
    {"viewport.background-dark", run_look},
    {"viewport.background-light", run_look},
    {"viewport.background-chequered", run_look},
    {"viewport.next-character", run_cast},
    {"viewport.previous-character", run_cast},
    {"viewport.all-characters", run_cast},
    {"viewport.copy-image", run_copy},
    {"viewport.save-image", run_save},
    {"viewport.compare-rest", run_compare},
    {"viewport.compare-take", run_compare_take},
};

static void on_run(void *user, const char *name)
{
    StudioViewport *viewport = user;
    for (size_t i = 0; i < G_N_ELEMENTS(stage_commands) && viewport->workspace != NULL; ++i)
        if (strcmp(stage_commands[i].name, name) == 0)
            stage_commands[i].run(viewport, name);
}

static void allow_commands(StudioViewport *viewport)
{
    const char *reason = viewport->workspace != NULL ? NULL : "Open a project first";
    for (size_t i = 0; i < G_N_ELEMENTS(stage_commands); ++i)
        studio_commands_allow(viewport->commands, stage_commands[i].name, reason);
}

// The widget

static void studio_viewport_dispose(GObject *object)
{
    StudioViewport *viewport = STUDIO_VIEWPORT(object);
    if (viewport->overlay != NULL)
        studio_viewport_stop(viewport);
    g_clear_handle_id(&viewport->words_timer, g_source_remove);
    g_clear_handle_id(&viewport->bars_idle, g_source_remove);
    g_clear_handle_id(&viewport->steps_timer, g_source_remove);
    g_clear_handle_id(&viewport->click_timer, g_source_remove);
    g_clear_pointer(&viewport->popover, gtk_widget_unparent);
    g_clear_pointer(&viewport->menu, gtk_widget_unparent);
    g_clear_object(&viewport->signals);
    g_clear_object(&viewport->live_signals);
    g_clear_pointer(&viewport->overlay, gtk_widget_unparent);
    g_clear_pointer(&viewport->actors, g_ptr_array_unref); // their meshes went with the area
    g_clear_pointer(&viewport->next, g_ptr_array_unref);
    g_clear_pointer(&viewport->roles, g_ptr_array_unref);
    g_clear_object(&viewport->workspace);
    g_clear_object(&viewport->live);
    g_clear_object(&viewport->commands);
    char **texts[] = {&viewport->clip,   &viewport->refusal, &viewport->chosen,     &viewport->held,
                      &viewport->peeked, &viewport->words,   &viewport->gl_problem, &viewport->cast_for};
    for (size_t i = 0; i < G_N_ELEMENTS(texts); ++i)
        g_clear_pointer(texts[i], g_free);
    G_OBJECT_CLASS(studio_viewport_parent_class)->dispose(object);
}

static void studio_viewport_class_init(StudioViewportClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_viewport_dispose;
    gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
    steps_closed_signal = g_signal_new("steps-closed", STUDIO_TYPE_VIEWPORT, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                       NULL, G_TYPE_NONE, 0);
}

static void studio_viewport_init(StudioViewport *viewport)
{
    viewport->camera = (StudioCamera){.target = {0, 0, 0}, .yaw = 0, .pitch = 2, .distance = 1.5f};
    viewport->actors = g_ptr_array_new_with_free_func(studio_actor_free);
    viewport->next = g_ptr_array_new_with_free_func(studio_actor_free);
    viewport->roles = g_ptr_array_new_with_free_func(studio_role_free);
    viewport->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    g_signal_group_connect_swapped(viewport->signals, "changed", G_CALLBACK(on_changed), viewport);
    g_signal_group_connect_swapped(viewport->signals, "active", G_CALLBACK(on_active), viewport);
    g_signal_group_connect_swapped(viewport->signals, "session", G_CALLBACK(on_session), viewport);
    viewport->live_signals = g_signal_group_new(STUDIO_TYPE_LIVE);
    g_signal_group_connect_swapped(viewport->live_signals, "asked", G_CALLBACK(on_asked), viewport);
    g_signal_group_connect_swapped(viewport->live_signals, "driven", G_CALLBACK(on_driven), viewport);
    g_signal_connect_object(adw_style_manager_get_default(), "notify::dark", G_CALLBACK(on_style), viewport,
                            G_CONNECT_SWAPPED);
}

GtkWidget *studio_viewport_new(StudioCommands *commands)
{
    StudioViewport *viewport = g_object_new(STUDIO_TYPE_VIEWPORT, NULL);
    viewport->commands = g_object_ref(commands);
    viewport->overlay = gtk_overlay_new();
    studio_viewport_add_area(viewport);
    gtk_overlay_set_child(GTK_OVERLAY(viewport->overlay), viewport->area);
    studio_viewport_add_plates(viewport);
    studio_viewport_overlay_add(&viewport->over, GTK_OVERLAY(viewport->overlay), commands);
    studio_viewport_add_characters_bar(viewport);
    gtk_widget_set_parent(viewport->overlay, GTK_WIDGET(viewport));
    studio_viewport_add_gestures(viewport);
    studio_viewport_add_drop(viewport, viewport->area);
    for (int i = 0; i < STUDIO_CHIP_REST; ++i)
        g_signal_connect(viewport->over.chip_buttons[i], "clicked", G_CALLBACK(on_chip), viewport);
    for (size_t i = 0; i < G_N_ELEMENTS(stage_commands); ++i)
        studio_commands_bind(commands, stage_commands[i].name, on_run, viewport);
    allow_commands(viewport);
    return GTK_WIDGET(viewport);
}

void studio_viewport_set_workspace(StudioViewport *viewport, StudioWorkspace *workspace)
{
    studio_viewport_clear(viewport); // nothing of the old project stays, above all no snapshot
    studio_viewport_stop(viewport);
    g_set_object(&viewport->workspace, workspace);
    StudioLive *live = workspace != NULL ? studio_live_of(workspace) : NULL;
    g_set_object(&viewport->live, live);
    g_signal_group_set_target(viewport->signals, workspace);
    g_signal_group_set_target(viewport->live_signals, viewport->live);
    g_clear_pointer(&viewport->peeked, g_free);
    g_clear_pointer(&viewport->chosen, g_free);
    g_clear_pointer(&viewport->cast_for, g_free);
    viewport->is_comparing = false;
    studio_viewport_turn_to(viewport, 0);
    allow_commands(viewport);
    if (workspace == NULL)
        return;
    studio_viewport_note_chosen(viewport);
    studio_viewport_choose(viewport, false);
    show_chips(viewport);
    studio_viewport_pose(viewport, false);
}

void studio_viewport_set_low(StudioViewport *viewport, bool is_low)
{
    studio_viewport_overlay_low(&viewport->over, is_low);
}

bool studio_viewport_is_settled(StudioViewport *viewport)
{
    if (viewport->workspace == NULL || viewport->gl_problem != NULL)
        return true;
    return !studio_viewport_is_making(viewport) && !viewport->is_draft && viewport->rest_timer == 0 &&
           viewport->tick == 0 && viewport->bars_idle == 0 && viewport->drawn_count > 0 &&
           (viewport->has_shown || viewport->actors->len == 0);
}

void studio_viewport_take_focus(StudioViewport *viewport) { gtk_widget_grab_focus(viewport->area); }
