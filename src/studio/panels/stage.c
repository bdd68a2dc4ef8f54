// SPDX-License-Identifier: MIT
//
// The stage: a widget around an area that is drawn, what lies over it, and its commands.

#include "studio/panels/stage_private.h"

#include <adwaita.h>
#include <string.h>

G_DEFINE_TYPE(StudioStage, studio_stage, GTK_TYPE_WIDGET)

static void on_active(StudioStage *stage) { studio_stage_choose(stage, false); }

static void on_changed(StudioStage *stage) { studio_stage_choose(stage, true); }

static void on_session(StudioStage *stage)
{
    studio_stage_rechoose(stage);
    studio_stage_overlay_weights(&stage->over, studio_workspace_session(stage->workspace));
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
    }
    studio_stage_pose(stage, true);
}

static void on_style(StudioStage *stage) { studio_stage_redraw(stage, false); }

static void on_run(void *user, const char *name)
{
    StudioStage *stage = user;
    for (int i = 0; i < STUDIO_STAGE_VIEWS; ++i)
        if (strcmp(studio_stage_views[i].action, name) == 0)
            studio_stage_turn_to(stage, i);
    if (strcmp(name, "stage.reset-camera") == 0)
        studio_stage_turn_to(stage, 0);
    if (strcmp(name, "stage.frame") == 0 || strcmp(name, "stage.reset-camera") == 0)
        studio_stage_frame(stage);
    studio_stage_redraw(stage, false);
}

static void studio_stage_dispose(GObject *object)
{
    StudioStage *stage = STUDIO_STAGE(object);
    if (stage->overlay != NULL)
        studio_stage_stop(stage);
    g_clear_handle_id(&stage->words_timer, g_source_remove);
    g_clear_object(&stage->signals);
    g_clear_object(&stage->live_signals);
    g_clear_pointer(&stage->overlay, gtk_widget_unparent);
    g_clear_pointer(&stage->actors, g_ptr_array_unref); // their meshes went with the area
    g_clear_pointer(&stage->next, g_ptr_array_unref);
    g_clear_pointer(&stage->roles, g_ptr_array_unref);
    g_clear_object(&stage->workspace);
    g_clear_object(&stage->live);
    g_clear_object(&stage->commands);
    char **texts[] = {&stage->clip,   &stage->refusal, &stage->chosen,    &stage->held,
                      &stage->peeked, &stage->words,   &stage->gl_problem};
    for (size_t i = 0; i < G_N_ELEMENTS(texts); ++i)
        g_clear_pointer(texts[i], g_free);
    G_OBJECT_CLASS(studio_stage_parent_class)->dispose(object);
}

static void studio_stage_class_init(StudioStageClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_stage_dispose;
    gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
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
    static const char *const names[] = {"stage.frame",         "stage.front",        "stage.side",
                                        "stage.three-quarter", "stage.reset-camera", "stage.bones",
                                        "stage.wire",          "stage.heat"};
    StudioStage *stage = g_object_new(STUDIO_TYPE_STAGE, NULL);
    stage->commands = g_object_ref(commands);
    stage->overlay = gtk_overlay_new();
    studio_stage_add_area(stage);
    gtk_overlay_set_child(GTK_OVERLAY(stage->overlay), stage->area);
    studio_stage_overlay_add(&stage->over, GTK_OVERLAY(stage->overlay), commands);
    gtk_widget_set_parent(stage->overlay, GTK_WIDGET(stage));
    studio_stage_add_gestures(stage);
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        studio_commands_bind(commands, names[i], on_run, stage);
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
    studio_stage_turn_to(stage, 0);
    if (workspace != NULL)
        studio_stage_choose(stage, false);
}

void studio_stage_set_low(StudioStage *stage, bool is_low) { studio_stage_overlay_low(&stage->over, is_low); }

bool studio_stage_is_settled(StudioStage *stage)
{
    if (stage->workspace == NULL || stage->gl_problem != NULL)
        return true;
    return !studio_stage_is_making(stage) && stage->rest_timer == 0 && stage->tick == 0 &&
           stage->drawn_count > 1;
}

int studio_stage_drawn(StudioStage *stage) { return stage->drawn_count; }
