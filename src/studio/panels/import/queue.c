// SPDX-License-Identifier: MIT
//
// The import queue.

#include "studio/panels/import/queue.h"

#include "asset/view.h"
#include "studio/panels/import/states.h"
#include "studio/panels/import/strings.h"

#include <string.h>

enum { MOST_AT_ONCE = 2 };

enum { CHANGED, ASKS, REFUSED, SIGNALS };
static guint signals[SIGNALS];

/// An import that runs or asks.
typedef struct Entry {
    StudioImports *imports; ///< Referenced.
    StudioImport *import;
    StudioJob *job; ///< NULL while it asks.
    int ended;      ///< Imports that had ended when it began.
    bool was_again; ///< It was run again since a file changed meanwhile.
} Entry;

struct _StudioImports {
    GObject parent_instance;
    StudioWorkspace *workspace; ///< Weak.
    GQueue waiting;             ///< Of whole paths.
    GPtrArray *entries;         ///< Of Entry; those that run are freed by their jobs.
    int running, ended;
    bool is_stopped, is_single; ///< One file was given alone.
    char *last, *poses;
    MieniPaths made; ///< By the batch that runs or ran.
    GString *batch;  ///< Sentences of the batch, for one toast.
    int batch_count; ///< Files of it that were imported.
    StudioImportStates *states;
};

G_DEFINE_TYPE(StudioImports, studio_imports, G_TYPE_OBJECT)

static void go_on(StudioImports *imports);

static void free_entry(Entry *entry)
{
    studio_import_destroy(entry->import);
    g_object_unref(entry->imports);
    g_free(entry);
}

static void tell(StudioImports *imports) { g_signal_emit(imports, signals[CHANGED], 0); }

// Results

static void note_made(StudioImports *imports, const StudioImport *import)
{
    for (const MieniImportLine *line = import->report.lines; line != NULL; line = line->next)
        if (strcmp(line->what, "used") != 0)
            mieni_paths_add(&imports->made, line->path);
    g_free(imports->last);
    imports->last = g_strdup(import->file);
    g_free(imports->poses);
    imports->poses = import->poses[0] != '\0' ? g_strdup(import->poses) : NULL;
}

static void say_imported(StudioImports *imports, const StudioImport *import)
{
    g_autofree char *base = g_path_get_basename(import->file);
    char summary[200];
    note_made(imports, import);
    ++imports->batch_count;
    g_string_printf(imports->batch, "Imported %s: %s", base, studio_import_summary(&import->report, summary));
}

/// One toast for all files that were given at once, when the last is done.
static void end_batch(StudioImports *imports)
{
    if (imports->batch_count > 1)
        g_string_printf(imports->batch, "Imported %d files: %d assets", imports->batch_count,
                        imports->made.count);
    const bool is_poses = imports->batch_count == 1 && imports->poses != NULL;
    if (imports->batch_count > 0)
        studio_workspace_toast(imports->workspace, imports->batch->str,
                               is_poses ? "Create Pose Asset" : "Show",
                               is_poses ? "win.import-poses" : "win.import-show");
    imports->batch_count = 0;
    studio_workspace_look(imports->workspace); // copies are among the sources now
}

static void refuse(StudioImports *imports, const char *file, const MieniProblem *problem)
{
    g_autofree char *base = g_path_get_basename(file), *text = studio_import_refusal(problem);
    g_signal_emit(imports, signals[REFUSED], 0, base, text);
}

// Running

static bool on_progress(void *user, double done)
{
    StudioJob *job = user;
    studio_job_progress(job, done);
    return !studio_job_is_cancelled(job);
}

static void run_import(StudioJob *job, void *data)
{
    studio_import_run(((Entry *)data)->import, on_progress, job);
}

static void remove_entry(StudioImports *imports, Entry *entry)
{
    g_ptr_array_remove(imports->entries, entry);
    free_entry(entry);
}

static void end_import(StudioWorkspace *workspace, void *data, bool is_cancelled);

static void start(StudioImports *imports, Entry *entry)
{
    g_autofree char *base = g_path_get_basename(entry->import->file);
    g_autofree char *name = g_strconcat("Import ", base, NULL);
    ++imports->running;
    entry->ended = imports->ended;
    entry->job = studio_workspace_run(
        imports->workspace, &(StudioJobWork){.name = name, .run = run_import, .done = end_import}, entry);
}

/// Takes the project as it is now and reads the file once more.
static bool start_again(StudioImports *imports, Entry *entry)
{
    MieniProblem problem = {0};
    if (studio_import_again(entry->import, &problem) == MIEN_OK) {
        start(imports, entry);
        return true;
    }
    refuse(imports, entry->import->given, &problem);
    remove_entry(imports, entry);
    return false;
}

static bool made_skeleton(const StudioImport *import)
{
    const MieniImportLine *line = mieni_import_report_find(&import->report, MIENI_ASSET_SKELETON);
    return line != NULL && strcmp(line->what, "created") == 0;
}

/// Whether an import that ended meanwhile can change what is made of this one: two files of
/// one skeleton must find each other's.
static bool is_outdated(const StudioImports *imports, const Entry *entry)
{
    return entry->ended != imports->ended &&
           (entry->import->status != MIEN_OK || made_skeleton(entry->import));
}

static void end_well(StudioImports *imports, Entry *entry)
{
    MieniProblem problem = {0};
    StudioImport *import = entry->import;
    if (studio_import_end(import, &problem) == MIEN_OK) {
        ++imports->ended;
        say_imported(imports, import);
        remove_entry(imports, entry);
    } else if (!entry->was_again) { // a file changed meanwhile
        entry->was_again = true;
        start_again(imports, entry);
    } else {
        refuse(imports, import->given, &problem);
        remove_entry(imports, entry);
    }
}

static void end_import(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    Entry *entry = data;
    g_autoptr(StudioImports) imports = g_object_ref(entry->imports);
    StudioImport *import = entry->import;
    --imports->running;
    entry->job = NULL;
    if (is_cancelled || imports->is_stopped) {
        g_autofree char *base = g_path_get_basename(import->file);
        g_autofree char *text = g_strdup_printf("Import of %s cancelled; nothing changed", base);
        remove_entry(imports, entry);
        if (!imports->is_stopped)
            studio_workspace_toast(workspace, text, NULL, NULL);
    } else if (import->ask == STUDIO_IMPORT_ASKS_AGAIN || is_outdated(imports, entry)) {
        start_again(imports, entry);
    } else if (import->ask != STUDIO_IMPORT_ASKS_NOTHING) {
        g_signal_emit(imports, signals[ASKS], 0, import);
    } else if (import->status != MIEN_OK) {
        refuse(imports, import->given, &import->problem);
        remove_entry(imports, entry);
    } else {
        end_well(imports, entry);
    }
    go_on(imports);
}

static void begin(StudioImports *imports, const char *path)
{
    MieniProblem problem = {0};
    StudioImport *import;
    const MienStatus status =
        studio_import_begin(studio_workspace_studio(imports->workspace), path, &import, &problem);
    if (status != MIEN_OK) {
        refuse(imports, path, &problem);
        return;
    }
    Entry *entry = g_new0(Entry, 1);
    entry->imports = g_object_ref(imports);
    entry->import = import;
    import->may_ask_takes = imports->is_single; // many files are not to ask one by one
    g_ptr_array_add(imports->entries, entry);
    start(imports, entry);
}

static void go_on(StudioImports *imports)
{
    while (!imports->is_stopped && imports->running < MOST_AT_ONCE && !g_queue_is_empty(&imports->waiting)) {
        g_autofree char *path = g_queue_pop_head(&imports->waiting);
        begin(imports, path);
    }
    if (!imports->is_stopped && imports->entries->len == 0 && imports->batch_count > 0)
        end_batch(imports);
    tell(imports);
}

void studio_imports_answer(StudioImports *imports, StudioImport *import, bool is_going_on)
{
    for (guint i = 0; i < imports->entries->len; ++i) {
        Entry *entry = imports->entries->pdata[i];
        if (entry->import != import || entry->job != NULL)
            continue;
        if (is_going_on)
            start_again(imports, entry);
        else
            remove_entry(imports, entry);
        break;
    }
    go_on(imports);
}

// Adding

typedef struct Walk {
    StudioImports *imports;
    GPtrArray *folders, *found;
} Walk;

static void free_walk(void *given)
{
    Walk *walk = given;
    g_object_unref(walk->imports);
    g_ptr_array_unref(walk->folders);
    g_ptr_array_unref(walk->found);
    g_free(walk);
}

static void run_walk(StudioJob *job, void *data)
{
    Walk *walk = data;
    for (guint i = 0; i < walk->folders->len && !studio_job_is_cancelled(job); ++i) {
        MieniPaths paths = {0};
        const char *folder = walk->folders->pdata[i];
        if (mieni_walk(folder, "", false, NULL, 0, &paths, NULL) == MIEN_OK)
            for (int p = 0; p < paths.count; ++p)
                if (studio_is_source(paths.items[p]))
                    g_ptr_array_add(walk->found, g_build_filename(folder, paths.items[p], NULL));
        mieni_paths_release(&paths);
    }
}

static void end_walk(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    Walk *walk = data;
    if (is_cancelled || walk->imports->is_stopped)
        return;
    if (walk->found->len == 0)
        studio_workspace_toast(workspace, "No files to import in this folder", NULL, NULL);
    else
        studio_imports_add(walk->imports, (const char *const *)walk->found->pdata, (int)walk->found->len);
}

void studio_imports_add(StudioImports *imports, const char *const *paths, int count)
{
    Walk *walk = g_new0(Walk, 1);
    walk->imports = g_object_ref(imports);
    walk->folders = g_ptr_array_new_with_free_func(g_free);
    walk->found = g_ptr_array_new_with_free_func(g_free);
    const bool is_first = imports->entries->len == 0 && g_queue_is_empty(&imports->waiting);
    if (is_first)
        mieni_paths_release(&imports->made);
    imports->is_single = is_first && count == 1;
    for (int i = 0; i < count; ++i)
        if (g_file_test(paths[i], G_FILE_TEST_IS_DIR))
            g_ptr_array_add(walk->folders, g_strdup(paths[i]));
        else
            g_queue_push_tail(&imports->waiting, g_strdup(paths[i]));
    if (walk->folders->len > 0)
        studio_workspace_run(imports->workspace,
                             &(StudioJobWork){.run = run_walk, .done = end_walk, .free_data = free_walk},
                             walk);
    else
        free_walk(walk);
    go_on(imports);
}

void studio_imports_again(StudioImports *imports, const char *const *files, int count)
{
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    const char *root = studio_workspace_studio(imports->workspace)->files.disk.root;
    for (int i = 0; i < count; ++i)
        g_ptr_array_add(paths, g_build_filename(root, files[i], NULL));
    studio_imports_add(imports, (const char *const *)paths->pdata, (int)paths->len);
}

void studio_imports_stop(StudioImports *imports)
{
    imports->is_stopped = true;
    studio_import_states_stop(imports->states);
    g_queue_clear_full(&imports->waiting, g_free);
    for (guint i = imports->entries->len; i-- > 0;) {
        Entry *entry = imports->entries->pdata[i];
        if (entry->job != NULL)
            studio_job_cancel(entry->job); // it frees its entry
        else
            remove_entry(imports, entry);
    }
}

// Asking

static const Entry *find_entry(const StudioImports *imports, const char *file)
{
    for (guint i = 0; i < imports->entries->len; ++i) {
        const Entry *entry = imports->entries->pdata[i];
        if (strcmp(entry->import->file, file) == 0)
            return entry;
    }
    return NULL;
}

double studio_imports_fraction(const StudioImports *imports, const char *file)
{
    const Entry *entry = find_entry(imports, file);
    return entry == NULL ? -1.0 : entry->job != NULL ? MAX(studio_job_fraction(entry->job), 0.0) : 0.0;
}

StudioSourceState studio_imports_state(const StudioImports *imports, const char *file)
{
    return studio_import_states_get(imports->states, file);
}

const char *studio_imports_last(const StudioImports *imports) { return imports->last; }

const MieniPaths *studio_imports_made(const StudioImports *imports) { return &imports->made; }

const char *studio_imports_poses(const StudioImports *imports) { return imports->poses; }

const char *studio_source_of(StudioWorkspace *workspace, const char *path)
{
    const MieniAsset *asset;
    MieniProblem problem = {0};
    if (mieni_asset_kind_of_path(path) <= MIENI_ASSET_PROJECT ||
        studio_asset(studio_workspace_studio(workspace), path, &asset, &problem) != MIEN_OK)
        return NULL;
    const MieniClipView *clip = mieni_clip_of(asset);
    const MieniSourceView *const sources[] = {mieni_asset_source(asset), mieni_clip_tracks(clip),
                                              mieni_clip_curves(clip)};
    const char *file = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(sources) && file == NULL; ++i)
        file = mieni_source_file(sources[i]);
    return file;
}

// The object

static void studio_imports_finalize(GObject *object)
{
    StudioImports *imports = STUDIO_IMPORTS(object);
    g_queue_clear_full(&imports->waiting, g_free);
    g_ptr_array_unref(imports->entries);
    studio_import_states_destroy(imports->states);
    g_string_free(imports->batch, TRUE);
    mieni_paths_release(&imports->made);
    g_free(imports->last);
    g_free(imports->poses);
    G_OBJECT_CLASS(studio_imports_parent_class)->finalize(object);
}

static void studio_imports_class_init(StudioImportsClass *class)
{
    G_OBJECT_CLASS(class)->finalize = studio_imports_finalize;
    signals[CHANGED] =
        g_signal_new("changed", STUDIO_TYPE_IMPORTS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
    signals[ASKS] = g_signal_new("asks", STUDIO_TYPE_IMPORTS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_POINTER);
    signals[REFUSED] = g_signal_new("refused", STUDIO_TYPE_IMPORTS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
}

static void studio_imports_init(StudioImports *imports)
{
    g_queue_init(&imports->waiting);
    imports->entries = g_ptr_array_new();
    imports->batch = g_string_new("");
}

static void on_states(void *imports) { tell(imports); }

static void on_changed(StudioImports *imports) { studio_import_states_changed(imports->states); }

static void on_looked(StudioImports *imports) { studio_import_states_looked(imports->states); }

StudioImports *studio_imports_of(StudioWorkspace *workspace)
{
    StudioImports *imports = g_object_get_data(G_OBJECT(workspace), "imports");
    if (imports == NULL) {
        imports = g_object_new(STUDIO_TYPE_IMPORTS, NULL);
        imports->workspace = workspace; // which owns it
        imports->states = studio_import_states_new(workspace, on_states, imports);
        g_object_set_data_full(G_OBJECT(workspace), "imports", imports, g_object_unref);
        g_signal_connect_object(workspace, "changed", G_CALLBACK(on_changed), imports, G_CONNECT_SWAPPED);
        g_signal_connect_object(workspace, "looked", G_CALLBACK(on_looked), imports, G_CONNECT_SWAPPED);
        g_signal_connect_object(workspace, "jobs", G_CALLBACK(tell), imports, G_CONNECT_SWAPPED);
        on_changed(imports);
    }
    return imports;
}
