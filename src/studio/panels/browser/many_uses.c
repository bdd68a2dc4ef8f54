// SPDX-License-Identifier: MIT
//
// The list of clips from the asset index.

#include "studio/panels/browser/many_uses.h"

#include <string.h>

#include "studio/model/facts/strings.h"
#include "studio/panels/widgets/widgets.h"
#include "studio/panels/workspace/kinds.h"

typedef struct Asking Asking;

struct _StudioManyUses {
    GtkBox parent_instance;
    StudioWorkspace *workspace;
    GSignalGroup *signals;
    char *skeleton, **curves; ///< The question; NULL: none.
    bool folds_case;
    StudioSearch *answer; ///< What is shown.
    Asking *asking;       ///< What runs, or NULL.
    bool asks_again;
    GtkWidget *note, *update, *lists;
};

G_DEFINE_TYPE(StudioManyUses, studio_many_uses, GTK_TYPE_BOX)

static guint answered_signal;

char *studio_found_clip_text(const StudioFoundClip *clip)
{
    return clip->track_count > 0 ? g_strdup_printf("%.1f s · %d curves · %d tracks", clip->seconds,
                                                   clip->curve_count, clip->track_count)
                                 : g_strdup_printf("%.1f s · %d curves", clip->seconds, clip->curve_count);
}

// What is shown

static void on_row(GtkListBox *list, GtkListBoxRow *row, StudioManyUses *uses)
{
    (void)list;
    char path[MIENI_PATH_ROOM];
    MieniProblem problem = {0};
    g_autofree char *curve = g_strdup(uses->curves != NULL ? uses->curves[0] : NULL);
    g_autoptr(StudioWorkspace) workspace = uses->workspace != NULL ? g_object_ref(uses->workspace) : NULL;
    const char *asset = g_object_get_data(G_OBJECT(row), "asset"),
               *file = g_object_get_data(G_OBJECT(row), "file");
    if (workspace == NULL || file == NULL)
        return;
    const MienStatus status =
        studio_member_open(studio_workspace_studio(workspace), asset, file, path, &problem);
    if (!studio_workspace_check(workspace, status, &problem))
        return;
    GtkWidget *popover = gtk_widget_get_ancestor(GTK_WIDGET(uses), GTK_TYPE_POPOVER);
    if (popover != NULL)
        gtk_popover_popdown(GTK_POPOVER(popover));
    StudioDocument *document = studio_workspace_show(workspace, path, false);
    if (document != NULL && curve != NULL) {
        studio_selection_only(&document->selection, curve);
        studio_workspace_selection_changed(workspace);
    }
}

static void add_clip(GtkWidget *list, const char *asset, const StudioFoundClip *clip)
{
    char path[MIENI_PATH_ROOM], name[STUDIO_LABEL_ROOM];
    if (!studio_member_path(clip->file, path))
        return;
    g_autofree char *second = studio_found_clip_text(clip);
    GtkWidget *row = studio_link_row_new(studio_kinds[studio_kind_index(MIENI_ASSET_CLIP)].icon,
                                         studio_asset_name(path, name), second);
    studio_tip(row, clip->file);
    g_object_set_data_full(G_OBJECT(row), "asset", g_strdup(asset), g_free);
    g_object_set_data_full(G_OBJECT(row), "file", g_strdup(clip->file), g_free);
    gtk_list_box_append(GTK_LIST_BOX(list), row);
}

/// "and 450 more".
static void add_left(GtkWidget *list, int64_t left)
{
    char count[STUDIO_COUNT_ROOM];
    GtkWidget *row = gtk_list_box_row_new();
    g_autofree char *text =
        g_strdup_printf("and %s more", studio_count_text((int)MIN(left, G_MAXINT), count));
    GtkWidget *label = studio_label_new(text, "dim-label numeric missing-row");
    gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), label);
    gtk_list_box_row_set_activatable(GTK_LIST_BOX_ROW(row), FALSE);
    gtk_widget_set_focusable(row, FALSE); // there is nothing to do with it
    gtk_list_box_append(GTK_LIST_BOX(list), row);
}

static void add_asset(StudioManyUses *uses, const StudioFoundClips *found)
{
    char count[STUDIO_COUNT_ROOM], name[STUDIO_LABEL_ROOM];
    studio_count_text((int)MIN(found->all, G_MAXINT), count);
    g_autofree char *title = g_strdup_printf("Set by %s clip%s in %s", count, found->all == 1 ? "" : "s",
                                             studio_asset_name(found->asset, name));
    GtkWidget *list = studio_facts_new(title);
    for (int i = 0; i < found->count; ++i)
        add_clip(list, found->asset, &found->clips[i]);
    if (found->all > found->count)
        add_left(list, found->all - found->count);
    g_signal_connect(list, "row-activated", G_CALLBACK(on_row), uses);
    gtk_box_append(GTK_BOX(uses->lists), studio_label_new(title, "heading"));
    gtk_box_append(GTK_BOX(uses->lists), list);
}

static const char *note_of(StudioCatalogueState state)
{
    switch (state) {
    case STUDIO_CATALOGUE_MISSING:
        return "A clip collection is too large to list and has no asset index yet.";
    case STUDIO_CATALOGUE_OLD:
        return "The asset index is older than the last build.";
    case STUDIO_CATALOGUE_ABSENT:
        return "A clip collection is too large to list, and search is not available.";
    default:
        return "";
    }
}

static void show(StudioManyUses *uses)
{
    GtkWidget *child;
    const StudioSearch *answer = uses->answer;
    const StudioCatalogueState state = answer != NULL ? answer->state : STUDIO_CATALOGUE_CURRENT;
    while ((child = gtk_widget_get_first_child(uses->lists)) != NULL)
        gtk_box_remove(GTK_BOX(uses->lists), child);
    for (int i = 0; answer != NULL && i < answer->found_count; ++i)
        if (answer->found[i].all > 0)
            add_asset(uses, &answer->found[i]);
    gtk_label_set_text(GTK_LABEL(uses->note), note_of(state));
    gtk_widget_set_visible(uses->note, state != STUDIO_CATALOGUE_CURRENT);
    gtk_widget_set_visible(uses->update, state == STUDIO_CATALOGUE_MISSING || state == STUDIO_CATALOGUE_OLD);
    gtk_widget_set_visible(GTK_WIDGET(uses), state != STUDIO_CATALOGUE_CURRENT ||
                                                 gtk_widget_get_first_child(uses->lists) != NULL);
}

/// Rows stay where nothing changed: somebody may be about to press one.
static bool is_same(const StudioSearch *a, const StudioSearch *b)
{
    bool same = a != NULL && b != NULL && a->state == b->state && a->found_count == b->found_count;
    for (int i = 0; same && i < a->found_count; ++i) {
        const StudioFoundClips *one = &a->found[i], *other = &b->found[i];
        same = strcmp(one->asset, other->asset) == 0 && one->all == other->all && one->count == other->count;
        for (int c = 0; same && c < one->count; ++c)
            same = strcmp(one->clips[c].file, other->clips[c].file) == 0;
    }
    return same;
}

static void take(StudioManyUses *uses, StudioSearch *answer)
{
    const bool same = is_same(uses->answer, answer) || (uses->answer == NULL && answer == NULL);
    studio_search_destroy(uses->answer);
    uses->answer = answer;
    if (same)
        return;
    show(uses);
    g_signal_emit(uses, answered_signal, 0);
}

// Asking

struct Asking {
    StudioManyUses *uses; ///< Referenced.
    StudioSearch *search;
    StudioJob *job;
};

static void free_asking(void *given)
{
    Asking *asking = given;
    studio_search_destroy(asking->search);
    g_object_unref(asking->uses);
    g_free(asking);
}

static void run_asking(StudioJob *job, void *data)
{
    if (!studio_job_is_cancelled(job))
        studio_search_run(((Asking *)data)->search);
}

static void begin(StudioManyUses *uses);

static void end_asking(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    Asking *asking = data;
    StudioManyUses *uses = asking->uses;
    if (uses->asking != asking || uses->workspace != workspace)
        return;
    uses->asking = NULL;
    if (uses->asks_again)
        begin(uses);
    else if (!is_cancelled && uses->curves != NULL)
        take(uses, g_steal_pointer(&asking->search));
}

/// One question at a time: the last one counts.
static void begin(StudioManyUses *uses)
{
    Studio *studio = uses->workspace != NULL ? studio_workspace_studio(uses->workspace) : NULL;
    uses->asks_again = uses->asking != NULL;
    if (uses->asking != NULL) {
        studio_job_cancel(uses->asking->job);
        return;
    }
    StudioSearch *search = studio != NULL && uses->curves != NULL && studio->many_count > 0
                               ? studio_search_begin(studio, "", STUDIO_MANY_SHOWN)
                               : NULL;
    if (search == NULL) {
        take(uses, NULL);
        return;
    }
    for (int i = 0; uses->curves[i] != NULL; ++i)
        if (!mieni_paths_add(&search->having, uses->curves[i]))
            search->is_out_of_memory = true;
    search->folds_case = uses->folds_case;
    search->checks_state = true;
    studio_search_only_on(search, studio, uses->skeleton);
    Asking *asking = g_new0(Asking, 1);
    *asking = (Asking){.uses = g_object_ref(uses), .search = search};
    uses->asking = asking;
    asking->job = studio_workspace_run(
        uses->workspace,
        &(StudioJobWork){.is_minor = true, .run = run_asking, .done = end_asking, .free_data = free_asking},
        asking);
}

void studio_many_uses_ask(StudioManyUses *uses, StudioWorkspace *workspace, const char *skeleton,
                          const char *const *curves, bool folds_case)
{
    const bool is_none = workspace == NULL || skeleton == NULL || curves == NULL || curves[0] == NULL;
    if (uses->workspace == workspace && uses->folds_case == folds_case &&
        g_strcmp0(uses->skeleton, is_none ? NULL : skeleton) == 0 &&
        (is_none ? uses->curves == NULL
                 : uses->curves != NULL && g_strv_equal((const char *const *)uses->curves, curves)))
        return;
    if (uses->workspace != workspace)
        uses->asking = NULL; // whatever it finds belongs to another project
    g_set_object(&uses->workspace, workspace);
    g_signal_group_set_target(uses->signals, workspace);
    g_free(uses->skeleton);
    g_strfreev(uses->curves);
    uses->skeleton = g_strdup(is_none ? NULL : skeleton);
    uses->curves = is_none ? NULL : g_strdupv((char **)curves);
    uses->folds_case = folds_case;
    take(uses, NULL);
    begin(uses);
}

const StudioSearch *studio_many_uses_answer(const StudioManyUses *uses) { return uses->answer; }

bool studio_many_uses_focus(StudioManyUses *uses)
{
    GtkWidget *title = gtk_widget_get_first_child(uses->lists);
    return title != NULL &&
           gtk_widget_grab_focus(gtk_widget_get_first_child(gtk_widget_get_next_sibling(title)));
}

// Widgets

static void studio_many_uses_dispose(GObject *object)
{
    StudioManyUses *uses = STUDIO_MANY_USES(object);
    g_clear_object(&uses->signals);
    g_clear_object(&uses->workspace);
    g_clear_pointer(&uses->skeleton, g_free);
    g_clear_pointer(&uses->curves, g_strfreev);
    g_clear_pointer(&uses->answer, studio_search_destroy);
    G_OBJECT_CLASS(studio_many_uses_parent_class)->dispose(object);
}

static void studio_many_uses_class_init(StudioManyUsesClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_many_uses_dispose;
    answered_signal = g_signal_new("answered", STUDIO_TYPE_MANY_USES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
}

static void studio_many_uses_init(StudioManyUses *uses)
{
    gtk_orientable_set_orientation(GTK_ORIENTABLE(uses), GTK_ORIENTATION_VERTICAL);
    gtk_box_set_spacing(GTK_BOX(uses), 6);
    gtk_widget_add_css_class(GTK_WIDGET(uses), "many-uses");
    uses->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    g_signal_group_connect_swapped(uses->signals, "catalogue", G_CALLBACK(begin), uses);
    g_signal_group_connect_swapped(uses->signals, "looked", G_CALLBACK(begin), uses);
}

GtkWidget *studio_many_uses_new(void)
{
    StudioManyUses *uses = g_object_new(STUDIO_TYPE_MANY_USES, NULL);
    uses->note = studio_label_new(NULL, "caption dim-label");
    gtk_label_set_wrap(GTK_LABEL(uses->note), TRUE);
    gtk_label_set_ellipsize(GTK_LABEL(uses->note), PANGO_ELLIPSIZE_NONE);
    uses->update = gtk_button_new_with_label("Update Asset Index");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(uses->update), "browser.update-asset-index");
    gtk_widget_set_halign(uses->update, GTK_ALIGN_START);
    uses->lists = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    gtk_box_append(GTK_BOX(uses), uses->note);
    gtk_box_append(GTK_BOX(uses), uses->update);
    gtk_box_append(GTK_BOX(uses), uses->lists);
    show(uses);
    return GTK_WIDGET(uses);
}
