// SPDX-License-Identifier: MIT
//
// Picking: the bone under the pointer if bones are shown, otherwise the bones and morphs that move the point
// now, which can be explained, and the poses that can move it, one of which can be selected.

#include "studio/panels/viewport/private.h"

#include <math.h>

#include "studio/panels/widgets/widgets.h"
#include "view/pick.h"

enum { MOST_MOVERS = 6, MOST_PULLS = 4 };

int studio_viewport_actor_at(const StudioViewport *viewport, double x, double y, MieniPick *out_pick)
{
    const MieniCamera camera = studio_viewport_camera(viewport, &viewport->camera);
    const int width = gtk_widget_get_width(viewport->area), height = gtk_widget_get_height(viewport->area);
    int found = -1;
    for (guint i = 0; i < viewport->actors->len; ++i) {
        const StudioActor *actor = viewport->actors->pdata[i];
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

void studio_viewport_frame_at(StudioViewport *viewport, double x, double y)
{
    MieniPick pick;
    if (studio_viewport_actor_at(viewport, x, y, &pick) >= 0)
        studio_viewport_frame_place(viewport, pick.place);
    else
        studio_viewport_frame(viewport);
}

GtkWidget *studio_viewport_popover(StudioViewport *viewport, double x, double y)
{
    if (viewport->popover != NULL)
        gtk_widget_unparent(viewport->popover);
    viewport->popover = gtk_popover_new();
    gtk_widget_set_parent(viewport->popover, GTK_WIDGET(viewport));
    gtk_popover_set_pointing_to(GTK_POPOVER(viewport->popover), &(GdkRectangle){(int)x, (int)y, 1, 1});
    return viewport->popover;
}

/// In the poses in front, or else in those that the face has, which get a tab.
static void select_pose(StudioViewport *viewport, const char *poses, const char *name)
{
    StudioDocument *document = studio_workspace_active(viewport->workspace);
    if (document == NULL || document->kind != MIENI_ASSET_POSES)
        document = studio_workspace_show(viewport->workspace, poses, false);
    studio_selection_only(&document->selection, name);
    studio_workspace_selection_changed(viewport->workspace);
}

static void on_mover(GtkWidget *button, StudioViewport *viewport)
{
    g_autofree char *name = g_strdup(g_object_get_data(G_OBJECT(button), "name"));
    g_autofree char *poses = g_strdup(g_object_get_data(G_OBJECT(button), "poses"));
    gtk_popover_popdown(GTK_POPOVER(viewport->popover));
    select_pose(viewport, poses, name);
}

/// "7.9 mm", "24 mm". Free it.
static char *tell_metres(float metres)
{
    char digits[STUDIO_NUMBER_ROOM];
    const double millimetres = (double)metres * 1000.0;
    return g_strdup_printf("%s mm", studio_number_text(millimetres, millimetres < 10.0 ? 1 : 0, digits));
}

/// A row that is a button: words, and how far.
static GtkWidget *make_row(const char *words, const char *way)
{
    GtkWidget *button = gtk_button_new(), *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 18),
              *label = studio_label_new(words, NULL), *value = gtk_label_new(way);
    gtk_widget_set_hexpand(label, TRUE);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_NONE);
    gtk_widget_add_css_class(value, "numeric");
    gtk_widget_add_css_class(value, "dim-label");
    gtk_box_append(GTK_BOX(box), label);
    gtk_box_append(GTK_BOX(box), value);
    gtk_button_set_child(GTK_BUTTON(button), box);
    gtk_widget_add_css_class(button, "flat");
    g_autofree char *called = g_strdup_printf("%s %s", words, way);
    studio_name(button, called);
    return button;
}

static GtkWidget *make_mover(StudioViewport *viewport, const MieniFace *face, const MieniMover *mover)
{
    const char *name = mieni_face_pose_name(face, mover->pose);
    g_autofree char *way = tell_metres(mover->metres);
    GtkWidget *button = make_row(name, way);
    g_object_set_data_full(G_OBJECT(button), "name", g_strdup(name), g_free);
    g_object_set_data_full(G_OBJECT(button), "poses", g_strdup(face->poses[mover->pose.poses].path), g_free);
    g_signal_connect(button, "clicked", G_CALLBACK(on_mover), viewport);
    return button;
}

static void on_bone(GtkWidget *button, StudioViewport *viewport)
{
    g_autofree char *bone = g_strdup(g_object_get_data(G_OBJECT(button), "name"));
    gtk_popover_popdown(GTK_POPOVER(viewport->popover));
    studio_live_mark(viewport->live, (const char *const *)&bone, 1);
    studio_commands_run(viewport->commands, "viewport.explain");
}

static GtkWidget *make_pull(StudioViewport *viewport, const MieniFace *face, const MieniPull *pull)
{
    const MieniCharacter *character = face->character;
    const char *name = pull->bone >= 0 ? mien_skeleton_bone_name(character->skeleton, pull->bone)
                                       : mien_mesh_morph(character->mesh, pull->morph).name;
    char weight[STUDIO_NUMBER_ROOM];
    g_autofree char *way = tell_metres(pull->metres),
                    *words = g_strdup_printf("%s %s, weight %s", pull->bone >= 0 ? "Bone" : "Morph", name,
                                             studio_number_text((double)pull->weight, 2, weight));
    GtkWidget *button = make_row(words, way);
    g_object_set_data_full(G_OBJECT(button), "name", g_strdup(name), g_free);
    if (pull->bone >= 0)
        g_signal_connect(button, "clicked", G_CALLBACK(on_bone), viewport);
    else
        gtk_widget_set_sensitive(button, FALSE); // nothing more to say of it
    return button;
}

/// How far the point is from rest, and what moved it there; the first row, or NULL without any.
static GtkWidget *add_pulls(StudioViewport *viewport, StudioActor *actor, int vertex, GtkWidget *box)
{
    MieniFace *face = actor->face;
    MieniPull pulls[MOST_PULLS];
    const MienVec3 at = face->positions[vertex], rest = face->rest[vertex];
    const float x = at.x - rest.x, y = at.y - rest.y, z = at.z - rest.z;
    g_autofree char *way = tell_metres(sqrtf(x * x + y * y + z * z));
    const int count = mieni_face_pulls(face, vertex, pulls, MOST_PULLS);
    GtkWidget *first = NULL;
    if (count == 0)
        return NULL;
    g_autofree char *title = g_strdup_printf("This point is %s from its rest pose", way);
    gtk_box_append(GTK_BOX(box), studio_label_new(title, "heading"));
    for (int i = 0; i < count; ++i) {
        if (pulls[i].bone < 0 && pulls[i].morph < 0)
            continue; // a joint that the skeleton lacks
        GtkWidget *row = make_pull(viewport, face, &pulls[i]);
        first = first == NULL && gtk_widget_get_sensitive(row) ? row : first;
        gtk_box_append(GTK_BOX(box), row);
    }
    return first;
}

static void show_movers(StudioViewport *viewport, StudioActor *actor, const MieniPick *pick, double x,
                        double y)
{
    MieniMover movers[MOST_MOVERS];
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 3),
              *first = add_pulls(viewport, actor, pick->vertex, box);
    const int count = mieni_face_movers(actor->face, pick->vertex, movers, MOST_MOVERS);
    studio_viewport_pose(viewport, false); // measuring moved it
    gtk_box_append(GTK_BOX(box),
                   studio_label_new(count > 0 ? "Poses that can move this point" : "No pose moves this point",
                                    "dim-label caption"));
    for (int i = 0; i < count; ++i) {
        if (movers[i].pose.poses < 0)
            continue;
        GtkWidget *row = make_mover(viewport, actor->face, &movers[i]);
        first = first != NULL ? first : row;
        gtk_box_append(GTK_BOX(box), row);
    }
    GtkWidget *popover = studio_viewport_popover(viewport, x, y);
    gtk_popover_set_child(GTK_POPOVER(popover), box);
    studio_popup(popover);
    if (first != NULL)
        gtk_widget_grab_focus(first);
}

static void show_why(StudioViewport *viewport, StudioActor *actor, int bone, double x, double y)
{
    GtkWidget *why = studio_viewport_why(viewport, actor, bone),
              *popover = studio_viewport_popover(viewport, x, y);
    gtk_popover_set_child(GTK_POPOVER(popover), why);
    studio_popup(popover);
    gtk_widget_child_focus(why, GTK_DIR_TAB_FORWARD);
}

void studio_viewport_explain(StudioViewport *viewport)
{
    int count;
    const char *const *marked = studio_live_marked(viewport->live, &count);
    for (guint i = 0; count > 0 && i < viewport->actors->len; ++i) {
        StudioActor *actor = viewport->actors->pdata[i];
        const int bone = mien_skeleton_find_bone(actor->preview->character.skeleton, marked[0]);
        if (bone < 0 || bone >= actor->face->bone_count)
            continue;
        show_why(viewport, actor, bone, gtk_widget_get_width(viewport->area) / 2.0,
                 gtk_widget_get_height(viewport->area) / 2.0);
        return;
    }
    studio_workspace_toast(viewport->workspace, "Select a bone first: show bones and click one", NULL, NULL);
}

static void pick_bone(StudioViewport *viewport, StudioActor *actor, const MieniPick *pick, double x, double y)
{
    StudioDocument *document = studio_workspace_active(viewport->workspace);
    if (pick->bone < 0)
        return;
    const char *name = mien_skeleton_bone_name(actor->preview->character.skeleton, pick->bone);
    studio_live_mark(viewport->live, &name, 1);
    if (document != NULL && document->kind == MIENI_ASSET_SKELETON) {
        studio_selection_only(&document->selection, name);
        studio_workspace_selection_changed(viewport->workspace);
        return;
    }
    show_why(viewport, actor, pick->bone, x, y);
}

void studio_viewport_pick(StudioViewport *viewport, double x, double y)
{
    MieniPick pick;
    const int at = viewport->workspace != NULL ? studio_viewport_actor_at(viewport, x, y, &pick) : -1;
    const bool has_bones = studio_commands_state(viewport->commands, "viewport.bones");
    if (at >= 0 && has_bones)
        pick_bone(viewport, viewport->actors->pdata[at], &pick, x, y);
    else if (at >= 0)
        show_movers(viewport, viewport->actors->pdata[at], &pick, x, y);
    else if (has_bones && viewport->workspace != NULL)
        studio_live_mark(viewport->live, NULL, 0);
}
