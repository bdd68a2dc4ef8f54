// SPDX-License-Identifier: MIT
//
// What becomes of which pose, and how that is shown.

#include "studio/panels/dialogs/shape_private.h"

#include "asset/view.h"
#include "base/names.h"

#include <string.h>

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

void studio_shape_find_tokens(const StudioShape *shape, const char **out_left, const char **out_right)
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

bool studio_shape_has_sideless(const StudioShape *shape)
{
    const char *left, *right;
    studio_shape_find_tokens(shape, &left, &right);
    for (char **name = shape->names; *name != NULL; ++name)
        if (side_of(*name, left, right) == '\0')
            return true;
    return false;
}

double studio_shape_falloff(const StudioShape *shape)
{
    return shape->falloff != NULL ? gtk_spin_button_get_value(GTK_SPIN_BUTTON(shape->falloff)) / 1000.0 : 0.0;
}

bool studio_shape_is_from_left(const StudioShape *shape)
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
    const bool is_source = side == (studio_shape_is_from_left(shape) ? 'L' : 'R');
    char *other = other_side(name, left, right);
    const char *from = is_source || side == '\0' ? name : other, *to = side == '\0' ? name
                                                                       : is_source  ? other
                                                                                    : name;
    if (!g_ptr_array_find_with_equal_func(shape->from, from, g_str_equal, NULL)) // or both are selected
        add(shape, g_strdup(from), g_strdup(to), NULL);
    g_free(other);
}

void studio_shape_plan(StudioShape *shape)
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
                                                           ? "made even: it has no side"
                                                       : is_same             ? "flipped: it has no side"
                                                       : has_pose(poses, to) ? "replaces it"
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
        return g_strdup_printf("%s%s%s", shape->problem.error.place,
                               shape->problem.error.place[0] != '\0' ? ": " : "",
                               shape->problem.error.message);
    if (shape->kind == STUDIO_SHAPE_SPLIT)
        return g_strdup(studio_shape_falloff(shape) > 0.0
                            ? "Bones are shared by where they are: softly over this width about the middle, "
                              "beyond it whole. Both halves together are the whole."
                            : "Bones go to the side that their names tell, those of the middle by halves. "
                              "With a falloff they are shared by where they are.");
    if (shape->kind != STUDIO_SHAPE_UPDATE)
        return g_strdup("Nothing changes before you say so; it is one step.");
    g_autofree char *edits = edited == 0   ? g_strdup("")
                             : edited == 1 ? g_strdup(" Your edits on 1 pose stay on top.")
                                           : g_strdup_printf(" Your edits on %d poses stay on top.", edited);
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

void studio_shape_show(StudioShape *shape)
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
