// SPDX-License-Identifier: MIT
//
// Picking: the bone under the pointer if bones are shown, otherwise the poses that move the point,
// one of which can be selected.

#include "studio/panels/viewport/private.h"

#include "studio/panels/widgets/widgets.h"
#include "view/pick.h"

enum { MOST_MOVERS = 6 };

int studio_stage_actor_at(const StudioStage *stage, double x, double y, MieniPick *out_pick)
{
    const MieniCamera camera = studio_stage_camera(stage, &stage->camera);
    const int width = gtk_widget_get_width(stage->area), height = gtk_widget_get_height(stage->area);
    int found = -1;
    for (guint i = 0; i < stage->actors->len; ++i) {
        const StudioActor *actor = stage->actors->pdata[i];
        MieniPick pick;
        if (actor->face->vertex_count == 0 ||
            !mieni_face_pick(actor->face, &actor->model, &camera, width, height, (float)x, (float)y, &pick) ||
            (found >= 0 && pick.distance >= out_pick->distance))
            continue;
        *out_pick = pick;
        found = (int)i;
    }
    return found;
}

void studio_stage_frame_at(StudioStage *stage, double x, double y)
{
    MieniPick pick;
    if (studio_stage_actor_at(stage, x, y, &pick) >= 0)
        studio_stage_frame_place(stage, pick.place);
    else
        studio_stage_frame(stage);
}

GtkWidget *studio_stage_popover(StudioStage *stage, double x, double y)
{
    if (stage->popover != NULL)
        gtk_widget_unparent(stage->popover);
    stage->popover = gtk_popover_new();
    gtk_widget_set_parent(stage->popover, GTK_WIDGET(stage));
    gtk_popover_set_pointing_to(GTK_POPOVER(stage->popover), &(GdkRectangle){(int)x, (int)y, 1, 1});
    return stage->popover;
}

/// In the poses in front, or else in those that the face has, which get a tab.
static void select_pose(StudioStage *stage, const char *poses, const char *name)
{
    StudioDocument *document = studio_workspace_active(stage->workspace);
    if (document == NULL || document->kind != MIENI_ASSET_POSES)
        document = studio_workspace_show(stage->workspace, poses, false);
    studio_selection_only(&document->selection, name);
    studio_workspace_selection_changed(stage->workspace);
}

static void on_mover(GtkWidget *button, StudioStage *stage)
{
    g_autofree char *name = g_strdup(g_object_get_data(G_OBJECT(button), "name"));
    g_autofree char *poses = g_strdup(g_object_get_data(G_OBJECT(button), "poses"));
    gtk_popover_popdown(GTK_POPOVER(stage->popover));
    select_pose(stage, poses, name);
}

static GtkWidget *make_row(StudioStage *stage, const MieniFace *face, const MieniMover *mover)
{
    char digits[STUDIO_NUMBER_ROOM];
    const char *name = mieni_face_pose_name(face, mover->pose);
    const double millimetres = (double)mover->metres * 1000.0;
    GtkWidget *button = gtk_button_new(), *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 18);
    g_autofree char *way =
        g_strdup_printf("%s mm", studio_number_text(millimetres, millimetres < 10.0 ? 1 : 0, digits));
    GtkWidget *label = studio_label_new(name, NULL), *value = gtk_label_new(way);
    gtk_widget_set_hexpand(label, TRUE);
    gtk_widget_add_css_class(value, "numeric");
    gtk_widget_add_css_class(value, "dim-label");
    gtk_box_append(GTK_BOX(box), label);
    gtk_box_append(GTK_BOX(box), value);
    gtk_button_set_child(GTK_BUTTON(button), box);
    gtk_widget_add_css_class(button, "flat");
    g_autofree char *called = g_strdup_printf("%s %s", name, way);
    studio_name(button, called);
    g_object_set_data_full(G_OBJECT(button), "name", g_strdup(name), g_free);
    g_object_set_data_full(G_OBJECT(button), "poses", g_strdup(face->poses[mover->pose.poses].path), g_free);
    g_signal_connect(button, "clicked", G_CALLBACK(on_mover), stage);
    return button;
}

static void show_movers(StudioStage *stage, StudioActor *actor, const MieniPick *pick, double x, double y)
{
    MieniMover movers[MOST_MOVERS];
    const int count = mieni_face_movers(actor->face, pick->vertex, movers, MOST_MOVERS);
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 3), *first = NULL;
    studio_stage_pose(stage, false); // measuring moved it
    gtk_box_append(GTK_BOX(box),
                   studio_label_new(count > 0 ? "Poses that move this point" : "No pose moves this point",
                                    "dim-label caption"));
    for (int i = 0; i < count; ++i) {
        if (movers[i].pose.poses < 0)
            continue;
        GtkWidget *row = make_row(stage, actor->face, &movers[i]);
        first = first != NULL ? first : row;
        gtk_box_append(GTK_BOX(box), row);
    }
    GtkWidget *popover = studio_stage_popover(stage, x, y);
    gtk_popover_set_child(GTK_POPOVER(popover), box);
    studio_popup(popover);
    if (first != NULL)
        gtk_widget_grab_focus(first);
}

static void pick_bone(StudioStage *stage, const StudioActor *actor, const MieniPick *pick, double x, double y)
{
    StudioDocument *document = studio_workspace_active(stage->workspace);
    if (pick->bone < 0)
        return;
    const char *name = mien_skeleton_bone_name(actor->preview->character.skeleton, pick->bone);
    studio_live_mark(stage->live, &name, 1);
    if (document != NULL && document->kind == MIENI_ASSET_SKELETON) {
        studio_selection_only(&document->selection, name);
        studio_workspace_selection_changed(stage->workspace);
        return;
    }
    GtkWidget *popover = studio_stage_popover(stage, x, y);
    gtk_popover_set_child(GTK_POPOVER(popover), studio_label_new(name, NULL));
    studio_popup(popover);
}

void studio_stage_pick(StudioStage *stage, double x, double y)
{
    MieniPick pick;
    const int at = stage->workspace != NULL ? studio_stage_actor_at(stage, x, y, &pick) : -1;
    const bool has_bones = studio_commands_state(stage->commands, "stage.bones");
    if (at >= 0 && has_bones)
        pick_bone(stage, stage->actors->pdata[at], &pick, x, y);
    else if (at >= 0)
        show_movers(stage, stage->actors->pdata[at], &pick, x, y);
    else if (has_bones && stage->workspace != NULL)
        studio_live_mark(stage->live, NULL, 0);
}
