// SPDX-License-Identifier: MIT
//
// The viewport widget: a GL area, its overlays and its commands.

#include "studio/panels/viewport/private.h"

#include <adwaita.h>
#include <string.h>

#include "studio/model/facts/strings.h"
#include "studio/panels/viewport/player.h"

G_DEFINE_TYPE(StudioStage, studio_stage, GTK_TYPE_WIDGET)

static guint steps_closed_signal;

static void on_active(StudioStage *stage)
{
    studio_stage_choose(stage, false);
    studio_stage_pose(stage, false); // weights may count now, or no longer
}

static void on_changed(StudioStage *stage) { studio_stage_choose(stage, true); }

/// What holds at the moment and should not be forgotten.
static void show_chips(StudioStage *stage)
{
    const StudioSession *session = studio_workspace_session(stage->workspace);
    const char *peeked = studio_live_peeked(stage->live);
    char name[STUDIO_LABEL_ROOM];
    g_autoptr(GString) solo = g_string_new(NULL);
    for (int i = 0; i < session->weight_count; ++i)
        if (session->weights[i].is_solo)
            g_string_append_printf(solo, "%s%s", solo->len > 0 ? ", " : "Solo: ", session->weights[i].name);
    g_autofree char *peek =
        peeked != NULL ? g_strdup_printf("Preview: %s", studio_asset_name(peeked, name)) : NULL;
    studio_stage_overlay_chip(&stage->over, STUDIO_CHIP_SOLO, solo->len > 0 ? solo->str : NULL);
    studio_stage_overlay_chip(&stage->over, STUDIO_CHIP_PEEK, peek);
    studio_stage_overlay_chip(&stage->over, STUDIO_CHIP_BEYOND, session->is_beyond ? "Beyond range" : NULL);
}

static void on_chip(GtkWidget *button, StudioStage *stage)
{
    StudioSession *session = studio_workspace_session(stage->workspace);
    if (button == stage->over.chip_buttons[STUDIO_CHIP_PEEK]) {
        studio_live_peek(stage->live, NULL);
        return;
    }
    if (button == stage->over.chip_buttons[STUDIO_CHIP_SOLO])
        studio_session_clear_solo(session);
    if (button == stage->over.chip_buttons[STUDIO_CHIP_BEYOND]) {
        session->is_beyond = false;
        studio_commands_set_state(stage->commands, "poses.beyond", false);
    }
    studio_workspace_session_changed(stage->workspace);
}

static void on_session(StudioStage *stage)
{
    stage->moved_at = g_get_monotonic_time();
    if (stage->changed_at == 0)
        stage->changed_at = stage->moved_at;
    studio_stage_rechoose(stage);
    show_chips(stage);
    studio_stage_look_at_steps(stage);
    if (studio_player_is_playing(studio_player_of(stage->workspace)))
        studio_stage_did(stage, STUDIO_STEP_PLAY);
    studio_stage_pose(stage, true);
}

/// Somebody wants a pose held, bones marked, or an asset shown in passing.
static void on_asked(StudioStage *stage)
{
    const char *peeked = studio_live_peeked(stage->live);
    if (g_strcmp0(peeked, stage->peeked) != 0) {
        g_free(stage->peeked);
        stage->peeked = g_strdup(peeked);
        studio_stage_choose(stage, false);
        show_chips(stage);
    }
    studio_stage_pose(stage, true);
}

static void on_style(StudioStage *stage) { studio_stage_redraw(stage, false); }

// Commands

static void run_view(StudioStage *stage, const char *name)
{
    for (int i = 0; i < STUDIO_STAGE_VIEWS; ++i)
        if (strcmp(studio_stage_views[i].action, name) == 0)
            studio_stage_turn_to(stage, i);
    if (strcmp(name, "stage.reset-camera") == 0)
        studio_stage_turn_to(stage, 0);
    if (strcmp(name, "stage.frame") == 0 || strcmp(name, "stage.reset-camera") == 0)
        studio_stage_frame(stage);
}

static void run_look(StudioStage *stage, const char *name)
{
    static const struct {
        const char *name;
        MieniPaint paint;
        MieniLight light;
    } shadings[] = {
        {"stage.lit", MIENI_PAINT_MATERIALS, MIENI_LIGHT_STUDIO},
        {"stage.clay", MIENI_PAINT_CLAY, MIENI_LIGHT_STUDIO},
        {"stage.flat", MIENI_PAINT_MATERIALS, MIENI_LIGHT_FLAT},
        {"stage.normals", MIENI_PAINT_NORMALS, MIENI_LIGHT_FLAT},
    };
    static const char *const grounds[] = {"stage.ground-style", "stage.ground-dark", "stage.ground-light",
                                          "stage.ground-chequered"};
    for (size_t i = 0; i < G_N_ELEMENTS(shadings); ++i)
        if (strcmp(shadings[i].name, name) == 0) {
            stage->paint = shadings[i].paint;
            stage->light = shadings[i].light;
            studio_stage_overlay_shading(&stage->over, studio_commands_label(stage->commands, name));
        }
    for (size_t i = 0; i < G_N_ELEMENTS(grounds); ++i)
        if (strcmp(grounds[i], name) == 0)
            stage->ground = (StudioGround)i;
    if (stage->ground == STUDIO_GROUND_CHEQUERED)
        gtk_widget_add_css_class(stage->overlay, "chequered");
    else
        gtk_widget_remove_css_class(stage->overlay, "chequered");
    studio_stage_pose(stage, false); // heat is measured with it
}

static void run_cast(StudioStage *stage, const char *name)
{
    if (strcmp(name, "stage.cast-next") == 0)
        studio_stage_cast_step(stage, 1);
    else if (strcmp(name, "stage.cast-previous") == 0)
        studio_stage_cast_step(stage, -1);
    else
        studio_stage_cast_all(stage);
    studio_stage_did(stage, STUDIO_STEP_OTHER);
}

typedef struct Command {
    const char *name;
    void (*run)(StudioStage *stage, const char *name);
} Command;

static void run_copy(StudioStage *stage, const char *name)
{
    (void)name;
    studio_stage_copy_picture(stage);
}

static void run_save(StudioStage *stage, const char *name)
{
    (void)name;
    studio_stage_save_picture(stage);
}

/// By name it is a switch; the key is held.
static void run_compare(StudioStage *stage, const char *name)
{
    (void)name;
    studio_stage_compare(stage, !stage->is_comparing);
}

static const Command stage_commands[] = {
    {"stage.frame", run_view},        {"stage.front", run_view},
    {"stage.side", run_view},         {"stage.three-quarter", run_view},
    {"stage.reset-camera", run_view}, {"stage.bones", run_look},
    {"stage.wire", run_look},         {"stage.heat", run_look},
    {"stage.lit", run_look},          {"stage.clay", run_look},
    {"stage.flat", run_look},         {"stage.normals", run_look},
    {"stage.ground-style", run_look}, {"stage.ground-dark", run_look},
    {"stage.ground-light", run_look}, {"stage.ground-chequered", run_look},
    {"stage.cast-next", run_cast},    {"stage.cast-previous", run_cast},
    {"stage.cast-all", run_cast},     {"stage.copy-picture", run_copy},
    {"stage.save-picture", run_save}, {"stage.compare-rest", run_compare},
};

static void on_run(void *user, const char *name)
{
    StudioStage *stage = user;
    for (size_t i = 0; i < G_N_ELEMENTS(stage_commands) && stage->workspace != NULL; ++i)
        if (strcmp(stage_commands[i].name, name) == 0)
            stage_commands[i].run(stage, name);
}

static void allow_commands(StudioStage *stage)
{
    const char *reason = stage->workspace != NULL ? NULL : "Open a project first";
    for (size_t i = 0; i < G_N_ELEMENTS(stage_commands); ++i)
        studio_commands_allow(stage->commands, stage_commands[i].name, reason);
}

// The widget

static void studio_stage_dispose(GObject *object)
{
    StudioStage *stage = STUDIO_STAGE(object);
    if (stage->overlay != NULL)
        studio_stage_stop(stage);
    g_clear_handle_id(&stage->words_timer, g_source_remove);
    g_clear_handle_id(&stage->bars_idle, g_source_remove);
    g_clear_handle_id(&stage->click_timer, g_source_remove);
    g_clear_pointer(&stage->popover, gtk_widget_unparent);
    g_clear_pointer(&stage->menu, gtk_widget_unparent);
    g_clear_object(&stage->signals);
    g_clear_object(&stage->live_signals);
    g_clear_pointer(&stage->overlay, gtk_widget_unparent);
    g_clear_pointer(&stage->actors, g_ptr_array_unref); // their meshes went with the area
    g_clear_pointer(&stage->next, g_ptr_array_unref);
    g_clear_pointer(&stage->roles, g_ptr_array_unref);
    g_clear_object(&stage->workspace);
    g_clear_object(&stage->live);
    g_clear_object(&stage->commands);
    char **texts[] = {&stage->clip,   &stage->refusal, &stage->chosen,     &stage->held,
                      &stage->peeked, &stage->words,   &stage->gl_problem, &stage->cast_for};
    for (size_t i = 0; i < G_N_ELEMENTS(texts); ++i)
        g_clear_pointer(texts[i], g_free);
    G_OBJECT_CLASS(studio_stage_parent_class)->dispose(object);
}

static void studio_stage_class_init(StudioStageClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_stage_dispose;
    gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
    steps_closed_signal = g_signal_new("steps-closed", STUDIO_TYPE_STAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                       NULL, G_TYPE_NONE, 0);
}

static void studio_stage_init(StudioStage *stage)
{
    stage->camera = (StudioCamera){.target = {0, 0, 0}, .yaw = 0, .pitch = 2, .distance = 1.5f};
    stage->actors = g_ptr_array_new_with_free_func(studio_actor_free);
    stage->next = g_ptr_array_new_with_free_func(studio_actor_free);
    stage->roles = g_ptr_array_new_with_free_func(studio_role_free);
    stage->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    g_signal_group_connect_swapped(stage->signals, "changed", G_CALLBACK(on_changed), stage);
    g_signal_group_connect_swapped(stage->signals, "active", G_CALLBACK(on_active), stage);
    g_signal_group_connect_swapped(stage->signals, "session", G_CALLBACK(on_session), stage);
    stage->live_signals = g_signal_group_new(STUDIO_TYPE_LIVE);
    g_signal_group_connect_swapped(stage->live_signals, "asked", G_CALLBACK(on_asked), stage);
    g_signal_connect_object(adw_style_manager_get_default(), "notify::dark", G_CALLBACK(on_style), stage,
                            G_CONNECT_SWAPPED);
}

GtkWidget *studio_stage_new(StudioCommands *commands)
{
    StudioStage *stage = g_object_new(STUDIO_TYPE_STAGE, NULL);
    stage->commands = g_object_ref(commands);
    stage->overlay = gtk_overlay_new();
    studio_stage_add_area(stage);
    gtk_overlay_set_child(GTK_OVERLAY(stage->overlay), stage->area);
    studio_stage_add_plates(stage);
    studio_stage_overlay_add(&stage->over, GTK_OVERLAY(stage->overlay), commands);
    studio_stage_add_cast_bar(stage);
    gtk_widget_set_parent(stage->overlay, GTK_WIDGET(stage));
    studio_stage_add_gestures(stage);
    studio_stage_add_drop(stage, stage->area);
    for (int i = 0; i < STUDIO_CHIP_REST; ++i)
        g_signal_connect(stage->over.chip_buttons[i], "clicked", G_CALLBACK(on_chip), stage);
    for (size_t i = 0; i < G_N_ELEMENTS(stage_commands); ++i)
        studio_commands_bind(commands, stage_commands[i].name, on_run, stage);
    allow_commands(stage);
    return GTK_WIDGET(stage);
}

void studio_stage_set_workspace(StudioStage *stage, StudioWorkspace *workspace)
{
    studio_stage_clear(stage); // nothing of the old project stays, above all no snapshot
    studio_stage_stop(stage);
    g_set_object(&stage->workspace, workspace);
    StudioLive *live = workspace != NULL ? studio_live_of(workspace) : NULL;
    g_set_object(&stage->live, live);
    g_signal_group_set_target(stage->signals, workspace);
    g_signal_group_set_target(stage->live_signals, stage->live);
    g_clear_pointer(&stage->peeked, g_free);
    g_clear_pointer(&stage->chosen, g_free);
    g_clear_pointer(&stage->cast_for, g_free);
    stage->is_comparing = false;
    studio_stage_turn_to(stage, 0);
    allow_commands(stage);
    if (workspace == NULL)
        return;
    studio_stage_note_chosen(stage);
    studio_stage_choose(stage, false);
    show_chips(stage);
    studio_stage_pose(stage, false);
}

void studio_stage_set_low(StudioStage *stage, bool is_low) { studio_stage_overlay_low(&stage->over, is_low); }

bool studio_stage_is_settled(StudioStage *stage)
{
    if (stage->workspace == NULL || stage->gl_problem != NULL)
        return true;
    return !studio_stage_is_making(stage) && !stage->is_draft && stage->rest_timer == 0 && stage->tick == 0 &&
           stage->bars_idle == 0 && stage->drawn_count > 0 && (stage->has_shown || stage->actors->len == 0);
}

int studio_stage_drawn(StudioStage *stage) { return stage->drawn_count; }

void studio_stage_take_focus(StudioStage *stage) { gtk_widget_grab_focus(stage->area); }
