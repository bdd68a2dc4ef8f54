// SPDX-License-Identifier: MIT
//
// The dialog for changes to many poses. A worker prepares the result in an edit that waits for
// confirmation.

#include "studio/panels/dialogs/shape.h"

#include "asset/view.h"
#include "base/names.h"
#include "studio/model/commands/poses.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/dialogs/rows.h"
#include "studio/panels/widgets/widgets.h"

#include <string.h>

/// The dialog. Jobs hold a reference, so that it may be closed meanwhile.
typedef struct StudioShape {
    StudioDialog dialog;
    StudioWorkspace *workspace;
    char *path;
    StudioShapeKind kind;
    char **names; ///< Poses, ended by NULL.
    bool is_closed, is_running, wants_running;

    // What is proposed: changes of these poses, in an edit that waits.
    GPtrArray *from, *to, *other; ///< Names; other: right halves.
    StudioEdit edit;
    bool has_edit;
    MienStatus status;
    MieniProblem problem;
    StudioSourceReport report; ///< Of an update.
    int counts[MIENI_MATCH_STATES];
    GHashTable *draft;
    GArray *skipped; ///< Frames that become no poses.

    StudioDialogRows *rows;
    GtkWidget *left, *right, *from_left, *info;
    GtkWidget *falloff; ///< Of halves, in millimetres.
    GtkWidget *copies;  ///< Of mirrored poses: those without a side are copied, not flipped.
} StudioShape;

// The result for each pose, and its preview.

static const char *const tokens[][2] = {{"_l", "_r"},        {"_L", "_R"},        {"Left", "Right"},
                                        {"_left", "_right"}, {"_Left", "_Right"}, {"Left_", "Right_"},
                                        {".l", ".r"},        {".L", ".R"},        {"L", "R"},
                                        {"l_", "r_"},        {"L_", "R_"}};

static const MieniPoseAssetView *poses_of(const StudioShape *shape)
{
    const MieniAsset *asset = NULL;
    MieniProblem problem = {0};
    if (studio_asset(studio_workspace_studio(shape->workspace), shape->path, &asset, &problem) != MIEN_OK)
        return NULL;
    return mieni_pose_asset_of(asset);
}

static bool has_pose(const MieniPoseAssetView *poses, const char *name)
{
    return mieni_pose_asset_find_pose(poses, name) >= 0;
}

/// Finds the tokens by which names of the asset tell sides.
static void shape_find_tokens(const StudioShape *shape, const char **out_left, const char **out_right)
{
    const MieniPoseAssetView *poses = poses_of(shape);
    int best = 0;
    *out_left = tokens[0][0];
    *out_right = tokens[0][1];
    for (size_t t = 0; t < G_N_ELEMENTS(tokens); ++t) {
        int found = 0;
        for (int i = 0; i < mieni_pose_asset_pose_count(poses); ++i)
            found += g_str_has_suffix(mieni_text_or_empty(mieni_pose_name(mieni_pose_asset_pose(poses, i))),
                                      tokens[t][0]);
        if (found > best) {
            best = found;
            *out_left = tokens[t][0];
            *out_right = tokens[t][1];
        }
    }
}

/// The name of the other side by a token at its end, or by what is known of sides. Free it.
static char *other_side(const char *name, const char *left, const char *right)
{
    char swapped[MIENI_NAME_ROOM];
    const char *const ends[2][2] = {{left, right}, {right, left}};
    for (int i = 0; i < 2; ++i)
        if (ends[i][0][0] != '\0' && g_str_has_suffix(name, ends[i][0]) && strlen(name) > strlen(ends[i][0]))
            return g_strdup_printf("%.*s%s", (int)(strlen(name) - strlen(ends[i][0])), name, ends[i][1]);
    mieni_name_swap_sides(name, swapped); // itself, if it has no side
    return g_strdup(swapped);
}

/// 'L', 'R' or 0.
static char side_of(const char *name, const char *left, const char *right)
{
    if (left[0] != '\0' && g_str_has_suffix(name, left))
        return 'L';
    if (right[0] != '\0' && g_str_has_suffix(name, right))
        return 'R';
    for (size_t i = 0; name[i] != '\0'; ++i) {
        char side;
        bool is_letter;
        if (mieni_name_side_at(name, i, &side, &is_letter) > 0)
            return side;
    }
    return '\0';
}

/// Whether one of the poses has no side.
static bool shape_has_sideless(const StudioShape *shape)
{
    const char *left, *right;
    shape_find_tokens(shape, &left, &right);
    for (char **name = shape->names; *name != NULL; ++name)
        if (side_of(*name, left, right) == '\0')
            return true;
    return false;
}

/// How wide halves meet, in metres.
static double shape_falloff(const StudioShape *shape)
{
    return shape->falloff != NULL ? gtk_spin_button_get_value(GTK_SPIN_BUTTON(shape->falloff)) / 1000.0 : 0.0;
}

static bool shape_is_from_left(const StudioShape *shape)
{
    return shape->from_left == NULL || gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(shape->from_left));
}

/// What the mirrored copy of a pose without a side is called. Free it.
static char *name_of_copy(const MieniPoseAssetView *poses, const char *name)
{
    char *copy = g_strconcat(name, "_mirrored", NULL);
    for (int i = 2; has_pose(poses, copy); ++i) {
        g_free(copy);
        copy = g_strdup_printf("%s_mirrored_%d", name, i);
    }
    return copy;
}

static void add(StudioShape *shape, char *from, char *to, char *other)
{
    g_ptr_array_add(shape->from, from);
    g_ptr_array_add(shape->to, to);
    g_ptr_array_add(shape->other, other);
}

static void plan_mirror(StudioShape *shape, const char *name, const char *left, const char *right)
{
    char *other = other_side(name, left, right);
    if (shape->copies != NULL && strcmp(name, other) == 0 &&
        gtk_check_button_get_active(GTK_CHECK_BUTTON(shape->copies))) {
        g_free(other);
        other = name_of_copy(poses_of(shape), name);
    }
    add(shape, g_strdup(name), other, NULL);
}

/// From the one side to the other; a pose without any is made even in itself.
static void plan_symmetry(StudioShape *shape, const char *name, const char *left, const char *right)
{
    const char side = side_of(name, left, right);
    const bool is_source = side == (shape_is_from_left(shape) ? 'L' : 'R');
    char *other = other_side(name, left, right);
    const char *from = is_source || side == '\0' ? name : other, *to = side == '\0' ? name
                                                                       : is_source  ? other
                                                                                    : name;
    if (!g_ptr_array_find_with_equal_func(shape->from, from, g_str_equal, NULL)) // or both are selected
        add(shape, g_strdup(from), g_strdup(to), NULL);
    g_free(other);
}

/// Lists the changes of sides that names and tokens ask for.
static void shape_plan(StudioShape *shape)
{
    const char *left = shape->left != NULL ? gtk_editable_get_text(GTK_EDITABLE(shape->left)) : "",
               *right = shape->right != NULL ? gtk_editable_get_text(GTK_EDITABLE(shape->right)) : "";
    g_ptr_array_set_size(shape->from, 0);
    g_ptr_array_set_size(shape->to, 0);
    g_ptr_array_set_size(shape->other, 0);
    for (char **name = shape->names; *name != NULL && shape->kind != STUDIO_SHAPE_UPDATE; ++name) {
        if (shape->kind == STUDIO_SHAPE_SPLIT)
            add(shape, g_strdup(*name), g_strconcat(*name, left, NULL), g_strconcat(*name, right, NULL));
        else if (shape->kind == STUDIO_SHAPE_MIRROR)
            plan_mirror(shape, *name, left, right);
        else
            plan_symmetry(shape, *name, left, right);
    }
}

// Showing

static void show_pairs(StudioShape *shape)
{
    const MieniPoseAssetView *poses = poses_of(shape);
    const int count = (int)shape->from->len;
    g_autofree StudioDialogRow *rows = g_new0(StudioDialogRow, 2 * count + 1);
    const bool is_fine = shape->status == MIEN_OK && shape->draft != NULL;
    int shown = 0;
    for (int i = 0; i < count; ++i) {
        const char *from = shape->from->pdata[i];
        for (int k = 0; k < (shape->kind == STUDIO_SHAPE_SPLIT ? 2 : 1); ++k) {
            const char *to = k == 0 ? shape->to->pdata[i] : shape->other->pdata[i];
            const bool is_same = strcmp(from, to) == 0;
            rows[shown++] = (StudioDialogRow){.number = -1,
                                              .pose = from,
                                              .from = from,
                                              .to = to,
                                              .to_pose = is_fine ? to : NULL,
                                              .right = is_same && shape->kind == STUDIO_SHAPE_SYMMETRISE
                                                           ? "made symmetric (no side)"
                                                       : is_same             ? "flipped (no side)"
                                                       : has_pose(poses, to) ? "replaced"
                                                                             : "new"};
        }
    }
    studio_dialog_rows_show(shape->rows, rows, shown);
}

static const char *state_words(MieniMatchState state)
{
    static const char *const words[MIENI_MATCH_STATES] = {"unchanged", "changed", "moved", "added",
                                                          "removed"};
    return words[state];
}

static void show_update(StudioShape *shape)
{
    static const MieniMatchState order[] = {MIENI_MATCH_ADDED, MIENI_MATCH_REMOVED, MIENI_MATCH_CHANGED,
                                            MIENI_MATCH_MOVED, MIENI_MATCH_SAME};
    g_autofree StudioDialogRow *rows = g_new0(StudioDialogRow, shape->report.count + 1);
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    int shown = 0;
    for (size_t pass = 0; pass < G_N_ELEMENTS(order); ++pass)
        for (int i = 0; i < shape->report.count; ++i) {
            const StudioSourceRow *row = &shape->report.rows[i];
            bool is_skipped = false;
            if (row->state != order[pass] || (row->pose < 0 && row->state != MIENI_MATCH_ADDED))
                continue;
            for (guint k = 0; k < shape->skipped->len; ++k)
                is_skipped = is_skipped || g_array_index(shape->skipped, int, k) == row->to;
            const bool is_new = row->state == MIENI_MATCH_ADDED;
            char *title = is_new ? g_strdup_printf("Frame %d", row->to) : g_strdup(row->name);
            char *right = row->state == MIENI_MATCH_MOVED && row->from >= 0
                              ? g_strdup_printf("frame %d to %d%s", row->from, row->to,
                                                row->is_changed ? ", changed" : "")
                              : g_strdup(is_skipped ? "skipped" : state_words(row->state));
            g_ptr_array_add(texts, title);
            g_ptr_array_add(texts, right);
            rows[shown++] = (StudioDialogRow){.number = row->to >= 0 ? row->to : row->from,
                                              .pose = is_new ? NULL : row->name,
                                              .from = title,
                                              .right = right,
                                              .has_tick = is_new,
                                              .is_ticked = is_new && !is_skipped};
        }
    studio_dialog_rows_show(shape->rows, rows, shown);
}

/// Poses of the asset that hands have changed.
static int count_edited(const StudioShape *shape)
{
    const MieniPoseAssetView *poses = poses_of(shape);
    int count = 0;
    for (int i = 0; i < mieni_pose_asset_pose_count(poses); ++i) {
        const MieniPoseView *pose = mieni_pose_asset_pose(poses, i);
        count += mieni_pose_bones_json(pose) != NULL || mieni_pose_curves_json(pose) != NULL;
    }
    return count;
}

static char *info_of(const StudioShape *shape)
{
    const int *counts = shape->report.counts, edited = count_edited(shape);
    if (shape->status != MIEN_OK)
        return g_strdup_printf("%s%s%s", shape->problem.error.location,
                               shape->problem.error.location[0] != '\0' ? ": " : "",
                               shape->problem.error.message);
    if (shape->kind == STUDIO_SHAPE_SPLIT)
        return g_strdup(shape_falloff(shape) > 0.0
                            ? "Bones are split by position, with a smooth blend over this width across the "
                              "centre. Both halves add up to the original pose."
                            : "Bones are split by the side in their name; centre bones go half to each. A "
                              "falloff splits by position and blends across the centre.");
    if (shape->kind != STUDIO_SHAPE_UPDATE)
        return g_strdup("Nothing changes until you confirm. Undo reverts it in one step.");
    g_autofree char *edits = edited == 0   ? g_strdup("")
                             : edited == 1 ? g_strdup(" Your edits on 1 pose are kept.")
                                           : g_strdup_printf(" Your edits on %d poses are kept.", edited);
    static const MieniMatchState order[] = {MIENI_MATCH_CHANGED, MIENI_MATCH_ADDED, MIENI_MATCH_REMOVED,
                                            MIENI_MATCH_MOVED, MIENI_MATCH_SAME};
    GString *text = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(order); ++i)
        if (counts[order[i]] > 0)
            g_string_append_printf(text, "%s%d %s", text->len > 0 ? ", " : "", counts[order[i]],
                                   state_words(order[i]));
    g_string_append_printf(text, ".%s", edits);
    return g_string_free(text, FALSE);
}

static void shape_show(StudioShape *shape)
{
    static const char *const verbs[] = {"Mirror", "Symmetrise", "Split", "Update"};
    const int *counts = shape->report.counts;
    const int count = shape->kind == STUDIO_SHAPE_UPDATE
                          ? counts[MIENI_MATCH_CHANGED] + counts[MIENI_MATCH_ADDED] +
                                counts[MIENI_MATCH_REMOVED] + counts[MIENI_MATCH_MOVED]
                          : (int)shape->from->len;
    g_autofree char *label =
        count == 0   ? g_strdup(shape->kind == STUDIO_SHAPE_UPDATE ? "Up to Date" : "Nothing to Do")
        : count == 1 ? g_strdup_printf("%s 1 Pose", verbs[shape->kind])
                     : g_strdup_printf("%s %d Poses", verbs[shape->kind], count);
    g_autofree char *info = shape->is_running ? g_strdup("…") : info_of(shape);
    studio_dialog_rows_set_draft(shape->rows, shape->draft);
    if (shape->kind == STUDIO_SHAPE_UPDATE)
        show_update(shape);
    else
        show_pairs(shape);
    gtk_button_set_label(GTK_BUTTON(shape->dialog.suggest), shape->is_running ? verbs[shape->kind] : label);
    gtk_widget_set_sensitive(shape->dialog.suggest,
                             count > 0 && shape->status == MIEN_OK && shape->has_edit && !shape->is_running);
    gtk_label_set_text(GTK_LABEL(shape->info), info);
    if (shape->status != MIEN_OK)
        gtk_widget_add_css_class(shape->info, "error");
    else
        gtk_widget_remove_css_class(shape->info, "error");
}

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
        shape_show(shape);
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
    shape_plan(shape);
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
    now->is_from_left = shape_is_from_left(shape);
    now->falloff = shape_falloff(shape);
    shape->is_running = true;
    shape->status = MIEN_OK;
    shape_show(shape);
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
    studio_fill(entry, text);
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
    studio_name(shape->falloff, "Falloff (mm)");
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
    studio_tip(shape->copies, "Save the mirrored pose as a new pose instead of overwriting it");
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
    shape_find_tokens(shape, &left, &right);
    gtk_widget_add_css_class(top, "paste-top");
    shape->left = new_token(shape, left, "Left ends with");
    shape->right = new_token(shape, right, "Right ends with");
    gtk_box_append(GTK_BOX(top), new_word("Left"));
    gtk_box_append(GTK_BOX(top), shape->left);
    gtk_box_append(GTK_BOX(top), new_word("Right"));
    gtk_box_append(GTK_BOX(top), shape->right);
    if (shape->kind == STUDIO_SHAPE_SPLIT)
        add_falloff(shape, top);
    if (shape->kind == STUDIO_SHAPE_MIRROR && shape_has_sideless(shape))
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
