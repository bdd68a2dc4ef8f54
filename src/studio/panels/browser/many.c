// SPDX-License-Identifier: MIT
//
// Clip collections that are too large to list: a worker sends the filter to the asset index, and
// the results appear below the asset.

#include "studio/panels/browser/private.h"

#include <string.h>

#include "studio/model/facts/strings.h"
#include "studio/panels/browser/many_uses.h"

// What was found

static void add_member(StudioBrowser *browser, GHashTable *now, GPtrArray *rows,
                       const StudioBrowserItem *asset, const StudioFoundClip *clip)
{
    char path[MIENI_PATH_ROOM], name[STUDIO_LABEL_ROOM];
    if (!studio_member_path(clip->file, path))
        return;
    StudioBrowserItem *item = g_hash_table_lookup(browser->members, path);
    item = item != NULL ? g_object_ref(item)
                        : studio_browser_item_new_member(path, studio_asset_name(path, name), clip->file,
                                                         asset->path, asset->section);
    g_autofree char *before = item->second;
    item->second = studio_found_clip_text(clip);
    if (g_strcmp0(before, item->second) != 0)
        studio_browser_item_changed(item);
    g_ptr_array_add(rows, item);
    g_hash_table_insert(now, item->path, item);
}

/// "and 99,800 more".
static StudioBrowserItem *note_of(const StudioBrowserItem *asset, int64_t left)
{
    char count[STUDIO_COUNT_ROOM];
    g_autofree char *text =
        g_strdup_printf("and %s more", studio_count_text((int)MIN(left, G_MAXINT), count));
    return studio_browser_item_new_note(text, "refine the filter", asset->section);
}

static void say_asset(StudioBrowserItem *asset, StudioCatalogueState state, bool is_filtered)
{
    char all[STUDIO_COUNT_ROOM], found[STUDIO_COUNT_ROOM];
    studio_count_text((int)MIN(asset->all, G_MAXINT), all);
    studio_count_text((int)MIN(asset->found, G_MAXINT), found);
    g_free(asset->second);
    asset->is_unsure = state == STUDIO_CATALOGUE_MISSING || state == STUDIO_CATALOGUE_OLD;
    if (state == STUDIO_CATALOGUE_ABSENT)
        asset->second = g_strdup("search is not available");
    else if (state == STUDIO_CATALOGUE_MISSING)
        asset->second = g_strdup("no asset index yet");
    else
        asset->second = g_strdup_printf("%s%s%s clips%s", is_filtered ? found : "", is_filtered ? " of " : "",
                                        all, state == STUDIO_CATALOGUE_OLD ? " · out of date" : "");
}

/// Whether rows are those that are listed: putting them again would take the focus from them.
static bool is_listed(const StudioBrowserItem *asset, const GPtrArray *rows)
{
    GListModel *listed = G_LIST_MODEL(asset->children);
    if (g_list_model_get_n_items(listed) != rows->len)
        return false;
    for (guint i = 0; i < rows->len; ++i) {
        g_autoptr(StudioBrowserItem) item = g_list_model_get_item(listed, i);
        const StudioBrowserItem *row = rows->pdata[i];
        if (item != row && !(item->is_note && row->is_note && strcmp(item->name, row->name) == 0))
            return false;
    }
    return true;
}

/// Puts what was found below its asset.
static void put_found(StudioBrowser *browser, GHashTable *now, const StudioSearch *search,
                      const StudioFoundClips *found, StudioBrowserItem *asset)
{
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func(g_object_unref);
    const bool is_filtered = search->words[0] != '\0';
    for (int i = 0; i < found->count; ++i)
        add_member(browser, now, rows, asset, &found->clips[i]);
    if (found->all > found->count)
        g_ptr_array_add(rows, note_of(asset, found->all - found->count));
    asset->found = is_filtered ? found->all : 0;
    if (!is_filtered)
        asset->all = found->all;
    StudioCatalogueState state = search->state;
    if (!search->checks_state && state == STUDIO_CATALOGUE_CURRENT && asset->is_unsure)
        state = STUDIO_CATALOGUE_OLD; // not checked since
    say_asset(asset, state, is_filtered);
    if (!is_listed(asset, rows))
        g_list_store_splice(asset->children, 0, g_list_model_get_n_items(G_LIST_MODEL(asset->children)),
                            rows->pdata, rows->len);
    studio_browser_item_changed(asset);
}

static GtkTreeListRow *row_of(const StudioBrowser *browser, const char *path)
{
    const guint position = studio_browser_list_position(&browser->list, path);
    return position != GTK_INVALID_LIST_POSITION
               ? g_list_model_get_item(G_LIST_MODEL(browser->list.tree), position)
               : NULL;
}

/// What was found is to be seen at once.
static void unfold(StudioBrowser *browser, const StudioSearch *search)
{
    for (int i = 0; i < search->found_count && search->words[0] != '\0'; ++i) {
        if (search->found[i].count == 0 || !studio_browser_list_open(&browser->list, search->found[i].asset))
            continue;
        g_autoptr(GtkTreeListRow) row = row_of(browser, search->found[i].asset);
        if (row != NULL)
            gtk_tree_list_row_set_expanded(row, TRUE);
    }
}

static void put_all(StudioBrowser *browser, const StudioSearch *search)
{
    GHashTable *now = g_hash_table_new(g_str_hash, g_str_equal);
    g_auto(GStrv) before = studio_browser_selected(browser);
    for (int i = 0; i < search->found_count; ++i) {
        StudioBrowserItem *asset = g_hash_table_lookup(browser->list.items, search->found[i].asset);
        if (asset != NULL && asset->is_many)
            put_found(browser, now, search, &search->found[i], asset);
    }
    g_hash_table_unref(browser->members); // rows hold the items of the new one
    browser->members = now;
    g_free(browser->searched);
    browser->searched = g_strdup(search->words);
    studio_browser_apply(browser);
    unfold(browser, search);
    if (before[0] != NULL)
        studio_browser_apply(browser); // once more, now that rows are there to be selected
}

// Searching

typedef struct Searching {
    StudioBrowser *browser; ///< Referenced.
    StudioSearch *search;
    StudioJob *job;
    gint64 began, ended; ///< Microseconds.
} Searching;

static void free_searching(void *given)
{
    Searching *searching = given;
    studio_search_destroy(searching->search);
    g_object_unref(searching->browser);
    g_free(searching);
}

static bool is_cancelled(void *user) { return studio_job_is_cancelled(((Searching *)user)->job); }

static void run_search(StudioJob *job, void *data)
{
    Searching *searching = data;
    searching->job = job;
    studio_search_run(searching->search);
    searching->ended = g_get_monotonic_time();
}

static void tell_times(const Searching *searching, gint64 showing)
{
    if (g_getenv("MIEN_STUDIO_TIMES") != NULL)
        g_printerr("mien-studio: searched clips in %d ms, shown in %d ms\n",
                   (int)((searching->ended - searching->began) / 1000),
                   (int)((g_get_monotonic_time() - showing) / 1000));
}

static void end_search(StudioWorkspace *workspace, void *data, bool is_over)
{
    Searching *searching = data;
    StudioBrowser *browser = searching->browser;
    if (browser->workspace != workspace || browser->members == NULL)
        return;
    browser->search = NULL;
    if (browser->wants_search) {
        studio_browser_search(browser, searching->search->checks_state);
    } else if (!is_over) {
        const gint64 showing = g_get_monotonic_time();
        put_all(browser, searching->search);
        tell_times(searching, showing);
    }
}

void studio_browser_search(StudioBrowser *browser, bool checks_state)
{
    const Studio *studio = browser->workspace != NULL ? studio_workspace_studio(browser->workspace) : NULL;
    if (studio == NULL || studio->many_count == 0)
        return;
    browser->checks_state = browser->checks_state || checks_state;
    if (browser->search != NULL) {
        browser->wants_search = true;
        studio_job_cancel(browser->search);
        return;
    }
    Searching *searching = g_new0(Searching, 1);
    searching->browser = g_object_ref(browser);
    searching->began = g_get_monotonic_time();
    searching->search = studio_search_begin(studio, browser->list.filter, STUDIO_MANY_SHOWN);
    if (searching->search == NULL) {
        free_searching(searching);
        return;
    }
    searching->search->checks_state = browser->checks_state;
    searching->search->is_cancelled = is_cancelled;
    searching->search->user = searching;
    browser->wants_search = browser->checks_state = false;
    browser->search = studio_workspace_run(
        browser->workspace,
        &(StudioJobWork){
            .is_minor = true, .run = run_search, .done = end_search, .free_data = free_searching},
        searching);
}

void studio_browser_looked(StudioBrowser *browser)
{
    const Studio *studio = studio_workspace_studio(browser->workspace);
    for (int i = 0; i < studio->many_count; ++i)
        if (g_hash_table_lookup(browser->list.items, studio->many[i].path) == NULL) {
            studio_browser_refresh(browser);
            break;
        }
    studio_browser_search(browser, true);
}

void studio_browser_search_end(StudioBrowser *browser)
{
    if (browser->search != NULL)
        studio_job_cancel(browser->search);
    browser->search = NULL;
    browser->wants_search = browser->checks_state = browser->is_updating = false;
    g_clear_pointer(&browser->searched, g_free);
    g_hash_table_remove_all(browser->members);
}

// Clips

bool studio_browser_is_member(const StudioBrowser *browser, const char *path)
{
    return g_hash_table_lookup(browser->members, path) != NULL;
}

bool studio_browser_know(StudioBrowser *browser, const char *path)
{
    const StudioBrowserItem *item = g_hash_table_lookup(browser->members, path);
    char known[MIENI_PATH_ROOM];
    MieniProblem problem = {0};
    if (item == NULL || studio_exists(studio_workspace_studio(browser->workspace), path))
        return true;
    const MienStatus status = studio_member_open(studio_workspace_studio(browser->workspace), item->asset,
                                                 item->file, known, &problem);
    return studio_workspace_check(browser->workspace, status, &problem);
}

// The asset index

typedef struct Updating {
    StudioBrowser *browser; ///< Referenced.
    MieniProject project;
    StudioJob *job;
    MienStatus status;
    MieniProblem problem;
} Updating;

static void free_updating(void *given)
{
    Updating *updating = given;
    mieni_project_close(&updating->project);
    g_object_unref(updating->browser);
    g_free(updating);
}

static bool is_update_cancelled(void *user) { return studio_job_is_cancelled(((Updating *)user)->job); }

static void tell_progress(void *user, double fraction)
{
    studio_job_progress(((Updating *)user)->job, fraction);
}

static void run_update(StudioJob *job, void *data)
{
    Updating *updating = data;
    updating->job = job;
    updating->status = studio_catalogue_refresh(
        &updating->project, NULL, &(StudioCatalogueWatch){is_update_cancelled, tell_progress, updating}, NULL,
        &updating->problem);
}

static void end_update(StudioWorkspace *workspace, void *data, bool is_over)
{
    Updating *updating = data;
    StudioBrowser *browser = updating->browser;
    if (browser->workspace != workspace)
        return;
    browser->is_updating = false;
    if (is_over)
        studio_workspace_toast(workspace, "The asset index was not updated", NULL, NULL);
    else
        studio_workspace_check(workspace, updating->status, &updating->problem);
    studio_browser_allow_update(browser);
    studio_browser_search(browser, true);
    studio_workspace_catalogue_changed(workspace);
}

void studio_browser_update_catalogue(StudioBrowser *browser)
{
    const Studio *studio = browser->workspace != NULL ? studio_workspace_studio(browser->workspace) : NULL;
    MieniProblem problem = {0};
    if (studio == NULL || browser->is_updating)
        return;
    Updating *updating = g_new0(Updating, 1);
    updating->browser = g_object_ref(browser);
    const MienStatus status = mieni_project_open(&updating->project, studio->files.disk.root, &problem);
    if (!studio_workspace_check(browser->workspace, status, &problem)) {
        free_updating(updating);
        return;
    }
    browser->is_updating = true;
    studio_browser_allow_update(browser);
    studio_workspace_run(browser->workspace,
                         &(StudioJobWork){.name = "Update the asset index",
                                          .is_minor = true,
                                          .run = run_update,
                                          .done = end_update,
                                          .free_data = free_updating},
                         updating);
}

void studio_browser_allow_update(StudioBrowser *browser)
{
    const Studio *studio = browser->workspace != NULL ? studio_workspace_studio(browser->workspace) : NULL;
    studio_commands_allow(browser->commands, "browser.update-asset-index",
                          studio == NULL         ? "Open a project first"
                          : browser->is_updating ? "The asset index is being updated"
                                                 : NULL);
}
