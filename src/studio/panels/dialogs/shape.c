// SPDX-License-Identifier: MIT
//
// The dialog of changed poses. What is proposed is made on a worker, in an edit that waits
// for a yes.

#include "studio/panels/dialogs/shape_private.h"

#include "asset/view.h"
#include "studio/model/facts/strings.h"

#include <string.h>

static void drop_edit(StudioShape *shape)
{
    if (shape->has_edit)
        studio_edit_drop(&shape->edit);
    shape->has_edit = false;
}

static void clear(void *given)
{
    StudioShape *shape = given;
    drop_edit(shape);
    studio_source_report_release(&shape->report);
    g_clear_pointer(&shape->draft, g_hash_table_unref);
    g_ptr_array_unref(shape->from);
    g_ptr_array_unref(shape->to);
    g_ptr_array_unref(shape->other);
    g_array_unref(shape->skipped);
    g_strfreev(shape->names);
    g_object_unref(shape->workspace);
    g_free(shape->path);
}

static void drop(void *shape) { g_rc_box_release_full(shape, clear); }

// Proposing, on a worker

typedef struct Proposing {
    StudioShape *shape;
    StudioEdit edit;
    GPtrArray *from, *to, *other;
    GArray *skipped;
    bool is_from_left;
    double falloff;
    MienStatus status;
    MieniProblem problem;
    StudioSourceReport report;
    int counts[MIENI_MATCH_STATES];
    GHashTable *draft;
} Proposing;

static void run(StudioJob *job, void *data)
{
    (void)job;
    Proposing *now = data;
    const char *path = now->shape->path;
    const char *const *from = (const char *const *)now->from->pdata,
                      *const *to = (const char *const *)now->to->pdata,
                      *const *other = (const char *const *)now->other->pdata;
    const int count = (int)now->from->len;
    switch (now->shape->kind) {
    case STUDIO_SHAPE_MIRROR:
        now->status = studio_poses_mirror_in(&now->edit, path, from, to, count, &now->problem);
        break;
    case STUDIO_SHAPE_SYMMETRISE:
        now->status =
            studio_poses_symmetrise_in(&now->edit, path, from, to, count, now->is_from_left, &now->problem);
        break;
    case STUDIO_SHAPE_SPLIT:
        now->status =
            studio_poses_split_in(&now->edit, path, from, to, other, count, now->falloff, &now->problem);
        break;
    case STUDIO_SHAPE_UPDATE:
        now->status = studio_poses_compare(now->edit.snapshot, path, &now->report, &now->problem);
        if (now->status == MIEN_OK)
            now->status = studio_poses_update_in(&now->edit, path, (const int *)(void *)now->skipped->data,
                                                 (int)now->skipped->len, now->counts, &now->problem);
        break;
    }
    if (now->status != MIEN_OK)
        return;
    now->draft = studio_picture_draft_new();
    for (int i = 0; i < now->edit.snapshot->write_count; ++i) {
        const StudioWrite *write = &now->edit.snapshot->writes[i];
        if (write->text != NULL)
            g_hash_table_insert(now->draft, g_strdup(write->path),
                                g_bytes_new(write->text->bytes, write->text->size));
    }
    studio_picture_draft_seal(now->draft);
}

static void propose(StudioShape *shape);

static void done(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    (void)workspace;
    Proposing *now = data;
    StudioShape *shape = now->shape;
    shape->is_running = false;
    if (shape->is_closed || is_cancelled || shape->wants_running) {
        studio_edit_drop(&now->edit);
        studio_source_report_release(&now->report);
        g_clear_pointer(&now->draft, g_hash_table_unref);
    } else {
        drop_edit(shape);
        shape->edit = now->edit;
        shape->has_edit = true;
        shape->status = now->status;
        shape->problem = now->problem;
        studio_source_report_release(&shape->report);
        shape->report = now->report;
        memcpy(shape->counts, now->counts, sizeof shape->counts);
        g_clear_pointer(&shape->draft, g_hash_table_unref);
        shape->draft = g_steal_pointer(&now->draft);
        studio_shape_show(shape);
    }
    if (!shape->is_closed && !is_cancelled && shape->wants_running)
        propose(shape);
    g_ptr_array_unref(now->from);
    g_ptr_array_unref(now->to);
    g_ptr_array_unref(now->other);
    g_array_unref(now->skipped);
    g_free(now);
    drop(shape);
}

static void *copy_text(const void *text, void *user)
{
    (void)user;
    return g_strdup(text);
}

/// Makes what is asked for now, to be looked at.
static void propose(StudioShape *shape)
{
    MieniProblem problem = {0};
    StudioEdit edit;
    shape->wants_running = shape->is_running;
    if (shape->is_running)
        return;
    studio_shape_plan(shape);
    drop_edit(shape);
    if (!studio_workspace_check(shape->workspace,
                                studio_edit_begin(&edit, studio_workspace_studio(shape->workspace), &problem),
                                &problem))
        return;
    Proposing *now = g_new0(Proposing, 1);
    now->shape = g_rc_box_acquire(shape);
    now->edit = edit;
    now->from = g_ptr_array_copy(shape->from, copy_text, NULL);
    now->to = g_ptr_array_copy(shape->to, copy_text, NULL);
    now->other = g_ptr_array_copy(shape->other, copy_text, NULL);
    now->skipped = g_array_copy(shape->skipped);
    now->is_from_left = studio_shape_is_from_left(shape);
    now->falloff = studio_shape_falloff(shape);
    shape->is_running = true;
    shape->status = MIEN_OK;
    studio_shape_show(shape);
    studio_workspace_run(shape->workspace, &(StudioJobWork){.run = run, .done = done}, now);
}

/// Frames whose tick was taken away are skipped.
static void on_ticked(StudioShape *shape)
{
    int shown = 0;
    g_array_set_size(shape->skipped, 0);
    for (int i = 0; i < shape->report.count; ++i)
        if (shape->report.rows[i].state == MIENI_MATCH_ADDED) { // they stand first, in order
            if (!studio_dialog_rows_is_ticked(shape->rows, shown))
                g_array_append_val(shape->skipped, shape->report.rows[i].to);
            ++shown;
        }
    propose(shape);
}

// Doing it

static void on_apply(StudioShape *shape)
{
    char name[STUDIO_LABEL_ROOM], label[STUDIO_LABEL_ROOM];
    MieniProblem problem = {0};
    const int count = (int)shape->from->len;
    const char *const *from = (const char *const *)shape->from->pdata;
    if (!shape->has_edit)
        return;
    if (shape->kind == STUDIO_SHAPE_UPDATE)
        g_snprintf(label, sizeof label, "update %.200s from source (%d changed)",
                   studio_asset_name(shape->path, name), shape->counts[MIENI_MATCH_CHANGED]);
    else if (shape->kind == STUDIO_SHAPE_SPLIT && count == 1)
        g_snprintf(label, sizeof label, "split %.100s into %.100s and %.100s", from[0],
                   (char *)shape->to->pdata[0], (char *)shape->other->pdata[0]);
    else
        studio_label_many(label,
                          shape->kind == STUDIO_SHAPE_SPLIT        ? "split"
                          : shape->kind == STUDIO_SHAPE_SYMMETRISE ? "symmetrise"
                                                                   : "mirror",
                          from, count, "poses");
    shape->has_edit = false;
    const MienStatus status = studio_edit_end(&shape->edit, MIEN_OK, label, NULL, &problem);
    if (!studio_workspace_check(shape->workspace, status, &problem)) {
        propose(shape);
        return;
    }
    label[0] = g_ascii_toupper(label[0]);
    studio_workspace_toast(shape->workspace, label, "Undo", "win.undo");
    gtk_window_destroy(GTK_WINDOW(shape->dialog.window));
}

// Widgets

/// A word before a field, which is never cut.
static GtkWidget *new_word(const char *text)
{
    GtkWidget *label = studio_label_new(text, "dim-label");
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_NONE);
    return label;
}

static GtkWidget *new_token(StudioShape *shape, const char *text, const char *name)
{
    GtkWidget *entry = gtk_entry_new();
    gtk_editable_set_text(GTK_EDITABLE(entry), text);
    gtk_editable_set_width_chars(GTK_EDITABLE(entry), 8);
    gtk_editable_set_max_width_chars(GTK_EDITABLE(entry), 8);
    studio_name(entry, name);
    g_signal_connect_swapped(entry, "changed", G_CALLBACK(propose), shape);
    return entry;
}

/// How wide halves meet.
static void add_falloff(StudioShape *shape, GtkWidget *top)
{
    GtkWidget *label = new_word("Falloff");
    shape->falloff = gtk_spin_button_new_with_range(0, 500, 5);
    studio_name(shape->falloff, "Falloff in millimetres");
    studio_ignore_scrolling(shape->falloff);
    g_signal_connect_swapped(shape->falloff, "value-changed", G_CALLBACK(propose), shape);
    gtk_widget_set_hexpand(label, TRUE);
    gtk_widget_set_halign(label, GTK_ALIGN_END);
    gtk_box_append(GTK_BOX(top), label);
    gtk_box_append(GTK_BOX(top), shape->falloff);
    gtk_box_append(GTK_BOX(top), new_word("mm"));
}

/// What becomes of poses that have no other side.
static void add_copies(StudioShape *shape, GtkWidget *top)
{
    shape->copies = gtk_check_button_new_with_label("Copy poses without a side");
    gtk_widget_set_tooltip_text(shape->copies, "Write their mirror image as a new pose instead of over them");
    gtk_widget_set_hexpand(shape->copies, TRUE);
    gtk_widget_set_halign(shape->copies, GTK_ALIGN_END);
    g_signal_connect_swapped(shape->copies, "toggled", G_CALLBACK(propose), shape);
    gtk_box_append(GTK_BOX(top), shape->copies);
}

static GtkWidget *make_top(StudioShape *shape)
{
    GtkWidget *top = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9),
              *linked = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    const char *left, *right;
    studio_shape_find_tokens(shape, &left, &right);
    gtk_widget_add_css_class(top, "paste-top");
    shape->left = new_token(shape, left, "Left ends with");
    shape->right = new_token(shape, right, "Right ends with");
    gtk_box_append(GTK_BOX(top), new_word("Left"));
    gtk_box_append(GTK_BOX(top), shape->left);
    gtk_box_append(GTK_BOX(top), new_word("Right"));
    gtk_box_append(GTK_BOX(top), shape->right);
    if (shape->kind == STUDIO_SHAPE_SPLIT)
        add_falloff(shape, top);
    if (shape->kind == STUDIO_SHAPE_MIRROR && studio_shape_has_sideless(shape))
        add_copies(shape, top);
    if (shape->kind != STUDIO_SHAPE_SYMMETRISE)
        return top;
    shape->from_left = gtk_toggle_button_new_with_label("Left to right");
    GtkWidget *from_right = gtk_toggle_button_new_with_label("Right to left");
    gtk_toggle_button_set_group(GTK_TOGGLE_BUTTON(from_right), GTK_TOGGLE_BUTTON(shape->from_left));
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(shape->from_left), TRUE);
    g_signal_connect_swapped(shape->from_left, "toggled", G_CALLBACK(propose), shape);
    gtk_widget_add_css_class(linked, "linked");
    gtk_widget_set_hexpand(linked, TRUE);
    gtk_widget_set_halign(linked, GTK_ALIGN_END);
    gtk_box_append(GTK_BOX(linked), shape->from_left);
    gtk_box_append(GTK_BOX(linked), from_right);
    gtk_box_append(GTK_BOX(top), linked);
    return top;
}

static void on_destroy(StudioShape *shape) { shape->is_closed = true; }

/// Poses that are selected, in the order of the asset: new ones come in that order too.
static char **in_order(StudioWorkspace *workspace, const char *path, const MieniPaths *names)
{
    const MieniAsset *asset = NULL;
    MieniProblem problem = {0};
    GPtrArray *found = g_ptr_array_new();
    g_autoptr(GHashTable) wanted = g_hash_table_new(g_str_hash, g_str_equal);
    for (int i = 0; i < names->count; ++i)
        g_hash_table_add(wanted, names->items[i]);
    studio_asset(studio_workspace_studio(workspace), path, &asset, &problem);
    const MieniPoseAssetView *poses = mieni_pose_asset_of(asset);
    for (int i = 0; i < mieni_pose_asset_pose_count(poses); ++i) {
        const char *name = mieni_text_or_empty(mieni_pose_name(mieni_pose_asset_pose(poses, i)));
        if (g_hash_table_contains(wanted, name))
            g_ptr_array_add(found, g_strdup(name));
    }
    g_ptr_array_add(found, NULL);
    return (char **)g_ptr_array_free(found, FALSE);
}

void studio_shape_open(GtkWidget *parent, StudioWorkspace *workspace, const char *path, StudioShapeKind kind,
                       const MieniPaths *names)
{
    static const char *const titles[] = {"Mirror Poses", "Symmetrise Poses", "Split Left and Right",
                                         "Update from Source"};
    static const char *const words[] = {"Mirror", "Symmetrise", "Split", "Update"};
    char name[STUDIO_LABEL_ROOM];
    StudioShape *shape = g_rc_box_new0(StudioShape);
    shape->workspace = g_object_ref(workspace);
    shape->path = g_strdup(path);
    shape->kind = kind;
    shape->from = g_ptr_array_new_with_free_func(g_free);
    shape->to = g_ptr_array_new_with_free_func(g_free);
    shape->other = g_ptr_array_new_with_free_func(g_free);
    shape->skipped = g_array_new(FALSE, FALSE, sizeof(int));
    shape->names = in_order(workspace, path, names);
    g_autofree char *subtitle = g_strdup_printf("of %s", studio_asset_name(path, name));
    shape->dialog = studio_dialog_new(parent, "shape-dialog", titles[kind], subtitle, words[kind],
                                      studio_scaled(620), 560);
    gtk_widget_set_size_request(GTK_WIDGET(shape->dialog.window), 520, 360);
    if (kind != STUDIO_SHAPE_UPDATE)
        gtk_box_append(GTK_BOX(shape->dialog.body), make_top(shape));
    shape->rows = STUDIO_DIALOG_ROWS(studio_dialog_rows_new(workspace, path, "Changes"));
    shape->info = studio_label_new("", "caption dialog-bottom");
    gtk_label_set_wrap(GTK_LABEL(shape->info), TRUE);
    gtk_label_set_ellipsize(GTK_LABEL(shape->info), PANGO_ELLIPSIZE_NONE);
    gtk_box_append(GTK_BOX(shape->dialog.body), GTK_WIDGET(shape->rows));
    gtk_box_append(GTK_BOX(shape->dialog.body), shape->info);
    g_signal_connect_swapped(shape->rows, "ticked", G_CALLBACK(on_ticked), shape);
    g_signal_connect_swapped(shape->dialog.suggest, "clicked", G_CALLBACK(on_apply), shape);
    g_signal_connect_swapped(shape->dialog.window, "destroy", G_CALLBACK(on_destroy), shape);
    g_object_set_data_full(G_OBJECT(shape->dialog.window), "shape", shape, drop);
    propose(shape);
    gtk_window_present(GTK_WINDOW(shape->dialog.window));
}
