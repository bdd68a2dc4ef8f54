// SPDX-License-Identifier: MIT
//
// The review bar. It is there while a pose asset with transferred poses is in front. Accepted poses are kept
// in the session by a number of their bones: a pose that changes is to be looked at again.

#include "studio/panels/transfer/review.h"

#include <string.h>

#include "asset/view.h"
#include "studio/model/commands/transfer.h"
#include "studio/model/facts/review.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/widgets/widgets.h"
#include "studio/panels/workspace/async_loader.h"
#include "studio/panels/workspace/live.h"

struct _StudioReviewBar {
    GtkBox parent_instance;
    StudioCommands *commands;
    StudioWorkspace *workspace;
    GSignalGroup *signals;
    StudioLooker looker;
    StudioReview review;
    char *path;    ///< Of the asset in front; NULL: it is not transferred.
    char *source;  ///< The asset that its poses come from.
    char *current; ///< The pose that is looked at; NULL: none yet.
    bool is_on, is_adjusting, is_pinning;
    GtkWidget *compare, *name, *text, *progress, *steps, *choices, *adjust;
};

G_DEFINE_TYPE(StudioReviewBar, studio_review, GTK_TYPE_BOX)

// Poses

static const StudioReviewRow *row_of(const StudioReviewBar *bar, const char *name)
{
    for (int i = 0; name != NULL && i < bar->review.count; ++i)
        if (strcmp(bar->review.rows[i].name, name) == 0)
            return &bar->review.rows[i];
    return NULL;
}

static char *key_of(const StudioReviewBar *bar, const StudioReviewRow *row)
{
    return g_strdup_printf("accepted:%s:%s", bar->path, row->source);
}

static bool is_accepted(const StudioReviewBar *bar, const StudioReviewRow *row)
{
    g_autofree char *key = key_of(bar, row);
    return studio_session_number(studio_workspace_session(bar->workspace), key, -1.0) == row->print;
}

static bool is_reviewed(const StudioReviewBar *bar, const StudioReviewRow *row)
{
    return row->is_pinned || is_accepted(bar, row);
}

/// What is to be known of a pose. Free it.
static char *words_of(const StudioReviewBar *bar, const StudioReviewRow *row)
{
    char name[STUDIO_LABEL_ROOM];
    const char *source = studio_asset_name(bar->source, name);
    const double here = 100.0 * row->target_part, there = 100.0 * row->source_part;
    if (bar->is_adjusting)
        return g_strdup("Move other sliders until it looks right, then Keep");
    if (row->is_pinned)
        return g_strdup("Pinned: transfers keep it, and learn from it");
    if (row->doubt == MIENI_TRANSFER_LIPS)
        return g_strdup_printf("Check: lips are %.1f %% of the head apart, %s’s %.1f %%", here, source,
                               there);
    if (row->doubt != MIENI_TRANSFER_NO_DOUBT)
        return g_strdup_printf("Check: shows %.1f %% of the %s, %s %.1f %%", here,
                               row->doubt == MIENI_TRANSFER_EYES ? "eyes" : "teeth", source, there);
    if (row->lost_bones > 0)
        return g_strdup_printf("Check: %d bone%s of %s missing here", row->lost_bones,
                               row->lost_bones == 1 ? "" : "s", source);
    return g_strdup(is_accepted(bar, row) ? "Accepted" : "Not looked at yet");
}

// What is shown

static void allow(StudioReviewBar *bar)
{
    static const char *const names[] = {"transfer.next", "transfer.previous", "transfer.accept",
                                        "transfer.pin", "transfer.adjust"};
    const bool has_row = row_of(bar, bar->current) != NULL;
    const char *none = bar->path == NULL ? "Open poses that come from another face" : NULL;
    const char *reason = none != NULL      ? none
                         : !bar->is_on     ? "Compare with the source first"
                         : !has_row        ? "The poses are being transferred"
                         : bar->is_pinning ? "The pose is being pinned"
                                           : NULL;
    const bool is_read_only = bar->workspace != NULL && studio_workspace_studio(bar->workspace)->is_read_only;
    studio_commands_allow(bar->commands, "transfer.compare", none);
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        studio_commands_allow(bar->commands, names[i],
                              reason == NULL && is_read_only && i >= 3 ? "This project is read-only"
                                                                       : reason);
}

static void show(StudioReviewBar *bar)
{
    const StudioReviewRow *row = row_of(bar, bar->current);
    char name[STUDIO_LABEL_ROOM];
    int reviewed = 0;
    gtk_widget_set_visible(GTK_WIDGET(bar), bar->path != NULL);
    studio_commands_set_state(bar->commands, "transfer.compare", bar->is_on);
    allow(bar);
    if (bar->path == NULL)
        return;
    for (int i = 0; i < bar->review.count; ++i)
        reviewed += is_reviewed(bar, &bar->review.rows[i]);
    g_autofree char *words =
        bar->is_on && row != NULL ? words_of(bar, row)
        : bar->is_on
            ? g_strdup(bar->review.problem.error.message[0] != '\0' ? bar->review.problem.error.message
                                                                    : "Transferring…")
            : g_strdup("Builds follow the source, except where you pinned a pose");
    g_autofree char *title = bar->is_on && row != NULL
                                 ? g_strdup(row->name)
                                 : g_strdup_printf("Poses from %s", studio_asset_name(bar->source, name));
    g_autofree char *progress = bar->review.count > 0
                                    ? g_strdup_printf("%d of %d reviewed", reviewed, bar->review.count)
                                    : g_strdup("");
    gtk_label_set_text(GTK_LABEL(bar->name), title);
    gtk_label_set_text(GTK_LABEL(bar->text), words);
    studio_tip(bar->text, words);
    gtk_label_set_text(GTK_LABEL(bar->progress), progress);
    const bool is_doubted = bar->is_on && row != NULL && !is_reviewed(bar, row) &&
                            (row->doubt != MIENI_TRANSFER_NO_DOUBT || row->lost_bones > 0);
    (is_doubted ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(bar->text, "warning");
    gtk_widget_set_visible(bar->steps, bar->is_on);
    gtk_widget_set_visible(bar->choices, bar->is_on);
    studio_set_label(bar->adjust, bar->is_adjusting ? "Keep" : "Adjust");
}

/// Shows a pose on both faces, and nothing else.
static void go_to(StudioReviewBar *bar, const StudioReviewRow *row)
{
    StudioSession *session = studio_workspace_session(bar->workspace);
    StudioDocument *document = studio_workspace_find(bar->workspace, bar->path);
    if (row == NULL || document == NULL)
        return;
    char *name = g_strdup(row->name);
    g_free(bar->current);
    bar->current = name;
    bar->is_adjusting = false;
    studio_session_mark(session);
    studio_session_reset_weights(session);
    studio_session_set_weight(session, row->name, 1.0f);
    studio_session_set_weight(session, row->source, 1.0f); // what the source calls it
    studio_selection_only(&document->selection, row->name);
    studio_workspace_selection_changed(bar->workspace);
    studio_workspace_session_changed(bar->workspace);
    show(bar);
}

static void step(StudioReviewBar *bar, int by)
{
    const StudioReviewRow *row = row_of(bar, bar->current);
    const int count = bar->review.count, at = row != NULL ? (int)(row - bar->review.rows) : -1;
    if (count > 0)
        go_to(bar, &bar->review.rows[(at + by + count) % count]);
}

/// The next pose that is neither accepted nor pinned, or else the next one.
static void go_on(StudioReviewBar *bar)
{
    const StudioReviewRow *row = row_of(bar, bar->current);
    const int count = bar->review.count, at = row != NULL ? (int)(row - bar->review.rows) : -1;
    for (int i = 1; i <= count; ++i) {
        const StudioReviewRow *next = &bar->review.rows[(at + i) % count];
        if (!is_reviewed(bar, next)) {
            go_to(bar, next);
            return;
        }
    }
    show(bar);
    studio_workspace_toast(bar->workspace, "All poses are reviewed", "Export Film…", "win.export-film");
}

// Faces

/// A character that has a pose asset, or the asset itself.
static const char *face_of(const StudioReviewBar *bar, const char *poses)
{
    Studio *studio = studio_workspace_studio(bar->workspace);
    for (int i = 0; i < studio->files.count; ++i) {
        const StudioFile *file = studio->files.items[i];
        const MieniAsset *asset;
        if (file->kind == MIENI_ASSET_CHARACTER && studio_exists(studio, file->path) &&
            studio_asset(studio, file->path, &asset, NULL) == MIEN_OK &&
            g_strcmp0(mieni_character_poses(mieni_character_of(asset)), poses) == 0)
            return file->path;
    }
    return poses;
}

static void show_faces(StudioReviewBar *bar)
{
    StudioSession *session = studio_workspace_session(bar->workspace);
    MieniPaths cast = {0};
    if (bar->is_on)
        mieni_paths_add(&cast, face_of(bar, bar->source));
    mieni_paths_add(&cast, face_of(bar, bar->path));
    mieni_paths_release(&session->cast);
    session->cast = cast;
    studio_workspace_session_changed(bar->workspace);
}

/// The pose that is selected, or the first one to be looked at.
static void begin(StudioReviewBar *bar)
{
    const StudioDocument *document = studio_workspace_find(bar->workspace, bar->path);
    const StudioReviewRow *row = document != NULL && document->selection.names.count == 1
                                     ? row_of(bar, document->selection.names.items[0])
                                     : NULL;
    for (int i = 0; row == NULL && i < bar->review.count; ++i)
        if (!is_reviewed(bar, &bar->review.rows[i]))
            row = &bar->review.rows[i];
    go_to(bar, row != NULL ? row : bar->review.rows);
}

// Pinning

typedef struct Pinning {
    StudioReviewBar *bar; ///< Referenced.
    StudioEdit edit;
    char *path, *name;
    MienStatus status;
    MieniProblem problem;
} Pinning;

static void run_pinning(StudioJob *job, void *data)
{
    Pinning *pinning = data;
    (void)job;
    pinning->status = studio_transfer_pin_in(&pinning->edit, pinning->path, pinning->name, &pinning->problem);
}

static void end_pinning(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    Pinning *pinning = data;
    StudioReviewBar *bar = pinning->bar;
    bar->is_pinning = false;
    if (is_cancelled) {
        studio_edit_drop(&pinning->edit);
        return;
    }
    const MienStatus status = studio_edit_endf(&pinning->edit, pinning->status, &pinning->problem, NULL,
                                               "pin %.200s", pinning->name);
    studio_workspace_check(workspace, status, &pinning->problem);
    if (bar->workspace == workspace)
        show(bar);
}

static void free_pinning(void *data)
{
    Pinning *pinning = data;
    g_object_unref(pinning->bar);
    g_free(pinning->path);
    g_free(pinning->name);
    g_free(pinning);
}

static void begin_pinning(StudioReviewBar *bar)
{
    MieniProblem problem = {0};
    Pinning *pinning = g_new0(Pinning, 1);
    pinning->bar = g_object_ref(bar);
    pinning->path = g_strdup(bar->path);
    pinning->name = g_strdup(bar->current);
    if (!studio_workspace_check(
            bar->workspace,
            studio_edit_begin(&pinning->edit, studio_workspace_studio(bar->workspace), &problem), &problem)) {
        free_pinning(pinning);
        return;
    }
    g_autofree char *name = g_strdup_printf("Pin %s", bar->current);
    bar->is_pinning = true;
    studio_workspace_run(
        bar->workspace,
        &(StudioJobWork){.name = name, .run = run_pinning, .done = end_pinning, .free_data = free_pinning},
        pinning);
    allow(bar);
}

// Commands

static void accept(StudioReviewBar *bar)
{
    const StudioReviewRow *row = row_of(bar, bar->current);
    if (row == NULL)
        return;
    g_autofree char *key = key_of(bar, row);
    studio_session_set_number(studio_workspace_session(bar->workspace), key, row->print);
    studio_workspace_keep_soon(bar->workspace);
    go_on(bar);
}

/// What the viewport shows becomes the pose, whatever is selected by now.
static void keep_adjustment(StudioReviewBar *bar)
{
    MieniProblem problem = {0};
    int count = 0;
    g_autofree MieniPosedBone *bones = studio_live_bones(studio_live_of(bar->workspace), bar->path, &count);
    if (bones != NULL)
        studio_workspace_check(bar->workspace,
                               studio_poses_set_bones(studio_workspace_studio(bar->workspace), bar->path,
                                                      bar->current, bones, count, &problem),
                               &problem);
}

/// First other sliders are moved; then what is seen becomes the pose.
static void adjust(StudioReviewBar *bar)
{
    if (bar->is_adjusting) {
        keep_adjustment(bar);
        go_to(bar, row_of(bar, bar->current));
        return;
    }
    go_to(bar, row_of(bar, bar->current));
    bar->is_adjusting = true;
    show(bar);
}

static void run(void *user, const char *name)
{
    StudioReviewBar *bar = user;
    if (bar->workspace == NULL || bar->path == NULL)
        return;
    if (strcmp(name, "transfer.compare") == 0) {
        bar->is_on = studio_commands_state(bar->commands, name);
        show_faces(bar);
        if (bar->is_on && bar->review.count > 0)
            begin(bar);
        show(bar);
    } else if (strcmp(name, "transfer.next") == 0) {
        step(bar, 1);
    } else if (strcmp(name, "transfer.previous") == 0) {
        step(bar, -1);
    } else if (strcmp(name, "transfer.accept") == 0) {
        accept(bar);
    } else if (strcmp(name, "transfer.pin") == 0) {
        begin_pinning(bar);
    } else if (strcmp(name, "transfer.adjust") == 0) {
        adjust(bar);
    }
}

// Following the project

static void find(void *found, const StudioSnapshot *snapshot, const char *path)
{
    studio_review_make(found, snapshot, path);
}

static void release(void *found) { studio_review_release(found); }

static void take(GObject *owner, void *found)
{
    StudioReviewBar *bar = STUDIO_REVIEW(owner);
    studio_review_release(&bar->review);
    bar->review = *(StudioReview *)found;
    *(StudioReview *)found = (StudioReview){0};
    if (bar->is_on && row_of(bar, bar->current) == NULL && bar->review.count > 0)
        begin(bar);
    show(bar);
}

/// The asset that the poses in front come from, or NULL.
static const char *source_of(const StudioReviewBar *bar, const StudioDocument *document)
{
    const MieniAsset *asset;
    if (document == NULL || document->kind != MIENI_ASSET_POSES ||
        studio_asset(studio_workspace_studio(bar->workspace), document->path, &asset, NULL) != MIEN_OK)
        return NULL;
    return mieni_transfer_poses(mieni_pose_asset_transfer(mieni_pose_asset_of(asset)));
}

static void on_active(StudioReviewBar *bar)
{
    const StudioDocument *document = bar->workspace != NULL ? studio_workspace_active(bar->workspace) : NULL;
    const char *source = bar->workspace != NULL ? source_of(bar, document) : NULL;
    const char *path = source != NULL ? document->path : NULL;
    if (g_strcmp0(path, bar->path) != 0) {
        g_free(bar->path);
        g_clear_pointer(&bar->current, g_free);
        bar->path = g_strdup(path);
        bar->is_on = bar->is_adjusting = false;
        studio_review_release(&bar->review);
        studio_looker_show(&bar->looker, bar->workspace, bar->path);
    }
    char *copy = g_strdup(source);
    g_free(bar->source);
    bar->source = copy;
    show(bar);
}

static void on_changed(StudioReviewBar *bar)
{
    on_active(bar);
    studio_looker_look_soon(&bar->looker);
}

/// Another pose that is selected becomes the one to look at; sliders stay.
static void on_selection(StudioReviewBar *bar)
{
    const StudioDocument *document =
        bar->path != NULL ? studio_workspace_find(bar->workspace, bar->path) : NULL;
    const char *name =
        document != NULL && document->selection.names.count == 1 ? document->selection.names.items[0] : NULL;
    if (!bar->is_on || bar->is_adjusting || row_of(bar, name) == NULL || g_strcmp0(name, bar->current) == 0)
        return;
    char *copy = g_strdup(name);
    g_free(bar->current);
    bar->current = copy;
    show(bar);
}

// The widget

static void studio_review_dispose(GObject *object)
{
    StudioReviewBar *bar = STUDIO_REVIEW(object);
    studio_looker_clear(&bar->looker);
    g_clear_object(&bar->signals);
    g_clear_object(&bar->workspace);
    g_clear_object(&bar->commands);
    g_clear_pointer(&bar->path, g_free);
    g_clear_pointer(&bar->source, g_free);
    g_clear_pointer(&bar->current, g_free);
    G_OBJECT_CLASS(studio_review_parent_class)->dispose(object);
}

static void studio_review_finalize(GObject *object)
{
    studio_review_release(&STUDIO_REVIEW(object)->review);
    G_OBJECT_CLASS(studio_review_parent_class)->finalize(object);
}

static void studio_review_class_init(StudioReviewBarClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_review_dispose;
    G_OBJECT_CLASS(class)->finalize = studio_review_finalize;
}

static void studio_review_init(StudioReviewBar *bar)
{
    bar->looker = (StudioLooker){
        .owner = G_OBJECT(bar), .size = sizeof(StudioReview), .find = find, .release = release, .take = take};
    bar->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    g_signal_group_connect_swapped(bar->signals, "active", G_CALLBACK(on_active), bar);
    g_signal_group_connect_swapped(bar->signals, "changed", G_CALLBACK(on_changed), bar);
    g_signal_group_connect_swapped(bar->signals, "selection", G_CALLBACK(on_selection), bar);
}

static GtkWidget *add_button(const StudioReviewBar *bar, GtkWidget *box, const char *action,
                             const char *label, const char *words)
{
    GtkWidget *button = label != NULL ? gtk_button_new_with_label(label)
                                      : studio_commands_button(bar->commands, action, words);
    g_autofree char *tip = studio_commands_tooltip(bar->commands, action, words);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(button), action);
    studio_tip(button, tip);
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
    gtk_box_append(GTK_BOX(box), button);
    return button;
}

static GtkWidget *make_choices(StudioReviewBar *bar)
{
    GtkWidget *choices = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    GtkWidget *accept_button =
        add_button(bar, choices, "transfer.accept", "Accept", "Accept the pose, and go on");
    gtk_widget_add_css_class(accept_button, "suggested-action");
    add_button(bar, choices, "transfer.pin", "Pin", "Keep the pose as it is now, whatever the source does");
    bar->adjust =
        add_button(bar, choices, "transfer.adjust", "Adjust", "Correct the pose with other sliders");
    return choices;
}

/// The pose and what to do with it.
static GtkWidget *make_top(StudioReviewBar *bar)
{
    GtkWidget *top = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9),
              *film = gtk_button_new_from_icon_name("video-x-generic-symbolic");
    bar->steps = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    gtk_widget_add_css_class(bar->steps, "linked");
    add_button(bar, bar->steps, "transfer.previous", NULL, "Previous pose");
    add_button(bar, bar->steps, "transfer.next", NULL, "Next pose");
    bar->name = studio_label_new("", "heading");
    gtk_widget_set_hexpand(bar->name, TRUE);
    bar->choices = make_choices(bar);
    bar->compare = gtk_toggle_button_new_with_label("Compare");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(bar->compare), "transfer.compare");
    studio_tip(bar->compare, "Show the source beside this face, pose by pose");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(film), "win.export-film");
    studio_name(film, "Export film");
    studio_tip(film, "Export a film of a clip on this face");
    GtkWidget *const parts[] = {bar->steps, bar->name, bar->choices, bar->compare, film};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i)
        gtk_box_append(GTK_BOX(top), parts[i]);
    return top;
}

/// What was found, and how many are reviewed.
static GtkWidget *make_line(StudioReviewBar *bar)
{
    GtkWidget *line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9);
    bar->text = studio_label_new("", "caption");
    bar->progress = studio_label_new("", "caption dim-label numeric");
    gtk_widget_set_hexpand(bar->text, TRUE);
    gtk_label_set_ellipsize(GTK_LABEL(bar->progress), PANGO_ELLIPSIZE_NONE);
    gtk_box_append(GTK_BOX(line), bar->text);
    gtk_box_append(GTK_BOX(line), bar->progress);
    return line;
}

GtkWidget *studio_review_new(StudioCommands *commands)
{
    static const char *const names[] = {"transfer.compare", "transfer.next", "transfer.previous",
                                        "transfer.accept",  "transfer.pin",  "transfer.adjust"};
    StudioReviewBar *bar =
        g_object_new(STUDIO_TYPE_REVIEW, "orientation", GTK_ORIENTATION_VERTICAL, "spacing", 3, NULL);
    bar->commands = g_object_ref(commands);
    gtk_widget_set_name(GTK_WIDGET(bar), "review-bar");
    studio_name(GTK_WIDGET(bar), "Review of transferred poses");
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        studio_commands_bind(commands, names[i], run, bar);
    gtk_box_append(GTK_BOX(bar), make_top(bar));
    gtk_box_append(GTK_BOX(bar), make_line(bar));
    show(bar);
    return GTK_WIDGET(bar);
}

void studio_review_set_workspace(StudioReviewBar *bar, StudioWorkspace *workspace)
{
    g_set_object(&bar->workspace, workspace);
    g_signal_group_set_target(bar->signals, workspace);
    g_clear_pointer(&bar->path, g_free);
    bar->is_on = false;
    studio_looker_show(&bar->looker, NULL, NULL);
    if (workspace == NULL)
        studio_looker_clear(&bar->looker);
    on_active(bar);
}
