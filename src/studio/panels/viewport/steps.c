// SPDX-License-Identifier: MIT
//
// The first-steps card: three things to try with the sample cast. Each ticks itself off.

#include "studio/panels/viewport/private.h"

#include <string.h>

#include "asset/view.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/widgets/widgets.h"

/// The pose that the first step is about: one that opens the jaw, or the mouth's first. NULL: none.
static const char *find_pose(StudioStage *stage)
{
    const char *poses = studio_workspace_first(stage->workspace, MIENI_ASSET_POSES), *found = NULL;
    const MieniAsset *asset;
    MieniProblem problem = {0};
    if (poses == NULL ||
        studio_asset(studio_workspace_studio(stage->workspace), poses, &asset, &problem) != MIEN_OK)
        return NULL;
    const MieniPoseAssetView *view = mieni_pose_asset_of(asset);
    for (int i = 0; i < mieni_pose_asset_pose_count(view); ++i) {
        const char *name = mieni_text_or_empty(mieni_pose_name(mieni_pose_asset_pose(view, i)));
        g_autofree char *small = g_ascii_strdown(name, -1);
        if (strstr(small, "jawopen") != NULL || strstr(small, "jaw_open") != NULL)
            return name;
        if (found == NULL && strstr(small, "mouth") != NULL)
            found = name;
    }
    return found;
}

/// Somebody else of the project, the youngest of the sample if it is there; NULL: nobody.
static const char *find_other(StudioStage *stage)
{
    g_autoptr(GPtrArray) all = studio_stage_list(stage, MIENI_ASSET_CHARACTER);
    for (guint i = 0; i < all->len; ++i)
        if (strcmp(all->pdata[i], "pip.character.json") == 0)
            return all->pdata[i];
    return all->len > 1 ? all->pdata[1] : NULL;
}

static void on_close(GtkWidget *button, StudioStage *stage)
{
    (void)button;
    gtk_overlay_remove_overlay(GTK_OVERLAY(stage->overlay), stage->steps);
    stage->steps = NULL;
    g_signal_emit_by_name(stage, "steps-closed");
}

static void add_step(GtkWidget *box, int step, const char *text)
{
    GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9), *sign = gtk_stack_new();
    g_autofree char *digit = g_strdup_printf("%d", step + 1);
    gtk_stack_add_named(GTK_STACK(sign), gtk_label_new(digit), "todo");
    gtk_stack_add_named(GTK_STACK(sign), gtk_image_new_from_icon_name("emblem-ok-symbolic"), "done");
    gtk_widget_add_css_class(sign, "step-sign");
    gtk_widget_set_valign(sign, GTK_ALIGN_CENTER);
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(label), 0.0f);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_max_width_chars(GTK_LABEL(label), 18);
    gtk_box_append(GTK_BOX(row), sign);
    gtk_box_append(GTK_BOX(row), label);
    studio_describe(label, "to do");
    gtk_box_append(GTK_BOX(box), row);
    g_autofree char *key = g_strdup_printf("step-%d", step);
    g_object_set_data(G_OBJECT(box), key, row);
}

void studio_stage_show_steps(StudioStage *stage)
{
    char name[STUDIO_LABEL_ROOM];
    if (stage->workspace == NULL || stage->steps != NULL)
        return;
    const char *pose = find_pose(stage), *other = find_other(stage);
    if (pose == NULL || other == NULL)
        return;
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6),
              *top = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6),
              *close = gtk_button_new_from_icon_name("window-close-symbolic"),
              *title = studio_label_new("First steps", "heading");
    g_autofree char *drag = g_strdup_printf("Drag %s", pose);
    g_autofree char *look = g_strdup_printf("Click %s to see the same performance on another face",
                                            studio_asset_name(other, name));
    stage->steps = box;
    gtk_widget_add_css_class(box, "osd");
    gtk_widget_add_css_class(box, "first-steps");
    gtk_widget_set_halign(box, GTK_ALIGN_START);
    gtk_widget_set_valign(box, GTK_ALIGN_START);
    gtk_widget_set_hexpand(title, TRUE);
    gtk_widget_add_css_class(close, "flat");
    gtk_widget_add_css_class(close, "circular");
    gtk_widget_set_tooltip_text(close, "Hide for good");
    studio_name(close, "Hide first steps");
    g_signal_connect(close, "clicked", G_CALLBACK(on_close), stage);
    gtk_box_append(GTK_BOX(top), title);
    gtk_box_append(GTK_BOX(top), close);
    gtk_box_append(GTK_BOX(box), top);
    add_step(box, STUDIO_STEP_DRAG, drag);
    add_step(box, STUDIO_STEP_PLAY, "Press Space to play");
    add_step(box, STUDIO_STEP_OTHER, look);
    g_object_set_data_full(G_OBJECT(box), "pose", g_strdup(pose), g_free);
    gtk_overlay_add_overlay(GTK_OVERLAY(stage->overlay), box);
}

void studio_stage_did(StudioStage *stage, StudioFirstStep step)
{
    if (stage->steps == NULL)
        return;
    g_autofree char *key = g_strdup_printf("step-%d", (int)step);
    GtkWidget *row = g_object_get_data(G_OBJECT(stage->steps), key);
    gtk_stack_set_visible_child_name(GTK_STACK(gtk_widget_get_first_child(row)), "done");
    gtk_widget_add_css_class(row, "dim-label");
    studio_describe(gtk_widget_get_last_child(row), "done");
}

void studio_stage_look_at_steps(StudioStage *stage)
{
    if (stage->steps == NULL)
        return;
    const char *pose = g_object_get_data(G_OBJECT(stage->steps), "pose");
    if (studio_session_weight(studio_workspace_session(stage->workspace), pose) != 0.0f)
        studio_stage_did(stage, STUDIO_STEP_DRAG);
}
