// SPDX-License-Identifier: MIT
//
// The curve table, updated while it is visible.

#include "studio/panels/skeleton/curves_source.h"

#include <string.h>

enum { DELAY = 200 }; ///< Milliseconds after the last change.

struct _StudioCurvesSource {
    GObject parent_instance;
    StudioWorkspace *workspace; ///< It owns us.
    char *path;                 ///< NULL: not shown.
    StudioCurveTable table;
    bool has_table, is_making, makes_again;
    guint timer;
};

G_DEFINE_TYPE(StudioCurvesSource, studio_curves_source, G_TYPE_OBJECT)

static guint made_signal;

typedef struct Making {
    StudioCurvesSource *source;
    char *path;
    StudioSnapshot *snapshot;
    StudioSearch *search; ///< NULL: all clips are listed.
    StudioCurveTable table;
    MienStatus status;
} Making;

static void run_making(StudioJob *job, void *data)
{
    Making *making = data;
    making->status = studio_job_is_cancelled(job) ? MIEN_ERROR_ARGUMENT
                                                  : studio_curve_table_make(&making->table, making->snapshot,
                                                                            making->path, true, NULL);
    if (making->status == MIEN_OK && making->search != NULL) {
        making->search->wants_curves = true;
        studio_search_run(making->search);
        making->status = studio_curve_table_add_many(&making->table, making->search, NULL);
    }
}

static void begin(StudioCurvesSource *source);

static void forget(StudioCurvesSource *source)
{
    studio_curve_table_release(&source->table);
    source->has_table = false;
}

static void end_making(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    (void)workspace;
    Making *making = data;
    StudioCurvesSource *source = making->source;
    studio_snapshot_destroy(g_steal_pointer(&making->snapshot));
    source->is_making = false;
    if (!is_cancelled && making->status == MIEN_OK && g_strcmp0(source->path, making->path) == 0) {
        forget(source);
        source->table = making->table;
        source->has_table = true;
        making->table = (StudioCurveTable){0};
        g_signal_emit(source, made_signal, 0);
    }
    if (source->makes_again)
        begin(source);
}

static void free_making(void *data)
{
    Making *making = data;
    studio_curve_table_release(&making->table);
    studio_search_destroy(making->search);
    g_object_unref(making->source);
    g_free(making->path);
    g_free(making);
}

static void begin(StudioCurvesSource *source)
{
    StudioSnapshot *snapshot;
    source->makes_again = source->is_making;
    if (source->path == NULL || source->is_making || studio_workspace_studio(source->workspace) == NULL ||
        studio_snapshot_make(&studio_workspace_studio(source->workspace)->files, &snapshot, NULL) != MIEN_OK)
        return;
    Making *making = g_new0(Making, 1);
    *making = (Making){.source = g_object_ref(source), .path = g_strdup(source->path), .snapshot = snapshot};
    Studio *studio = studio_workspace_studio(source->workspace);
    making->search = studio->many_count > 0 ? studio_search_begin(studio, "", 0) : NULL;
    if (making->search != NULL)
        studio_search_only_on(making->search, studio, source->path);
    source->is_making = true;
    studio_workspace_run(
        source->workspace,
        &(StudioJobWork){.is_minor = true, .run = run_making, .done = end_making, .free_data = free_making},
        making);
}

static gboolean on_timer(void *user)
{
    StudioCurvesSource *source = user;
    source->timer = 0;
    begin(source);
    return G_SOURCE_REMOVE;
}

static void on_changed(StudioCurvesSource *source)
{
    if (source->path == NULL)
        return;
    g_clear_handle_id(&source->timer, g_source_remove);
    source->timer = g_timeout_add(DELAY, on_timer, source);
}

static void studio_curves_source_finalize(GObject *object)
{
    StudioCurvesSource *source = STUDIO_CURVES_SOURCE(object);
    g_clear_handle_id(&source->timer, g_source_remove);
    forget(source);
    g_free(source->path);
    G_OBJECT_CLASS(studio_curves_source_parent_class)->finalize(object);
}

static void studio_curves_source_class_init(StudioCurvesSourceClass *class)
{
    G_OBJECT_CLASS(class)->finalize = studio_curves_source_finalize;
    made_signal = g_signal_new("created", STUDIO_TYPE_CURVES_SOURCE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 0);
}

static void studio_curves_source_init(StudioCurvesSource *source) { (void)source; }

StudioCurvesSource *studio_curves_source_of(StudioWorkspace *workspace)
{
    StudioCurvesSource *source = g_object_get_data(G_OBJECT(workspace), "curves");
    if (source == NULL) {
        source = g_object_new(STUDIO_TYPE_CURVES_SOURCE, NULL);
        source->workspace = workspace;
        g_signal_connect_object(workspace, "changed", G_CALLBACK(on_changed), source, G_CONNECT_SWAPPED);
        g_signal_connect_object(workspace, "catalogue", G_CALLBACK(on_changed), source, G_CONNECT_SWAPPED);
        g_object_set_data_full(G_OBJECT(workspace), "curves", source, g_object_unref);
    }
    return source;
}

void studio_curves_source_want(StudioCurvesSource *source, const char *skeleton)
{
    if (g_strcmp0(source->path, skeleton) == 0)
        return;
    g_clear_handle_id(&source->timer, g_source_remove);
    forget(source);
    g_free(source->path);
    source->path = g_strdup(skeleton);
    begin(source);
}

const StudioCurveTable *studio_curves_source_table(const StudioCurvesSource *source)
{
    return source->has_table ? &source->table : NULL;
}
