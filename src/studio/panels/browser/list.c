// SPDX-License-Identifier: MIT
//
// The tree of assets in the browser.

#include "studio/panels/browser/list.h"

#include "studio/model/commands/many.h"
#include "studio/model/facts/strings.h"
#include "studio/model/import/import.h"
#include "studio/panels/workspace/kinds.h"

#include <string.h>

enum { FOLDED_ABOVE = 500 }; ///< Sections of more rows begin folded.

static GListModel *children_of(void *given, void *user)
{
    (void)user;
    StudioBrowserItem *item = given;
    return item->children != NULL ? G_LIST_MODEL(g_object_ref(item->children)) : NULL;
}

void studio_browser_list_init(StudioBrowserList *list)
{
    list->items = g_hash_table_new(g_str_hash, g_str_equal);
    list->order = g_ptr_array_new_with_free_func(g_object_unref);
    list->sections = g_ptr_array_new_with_free_func(g_object_unref);
    list->folders = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_object_unref);
    list->roots = g_list_store_new(STUDIO_TYPE_BROWSER_ITEM);
    list->filter = g_strdup("");
    list->flat = g_list_store_new(STUDIO_TYPE_BROWSER_ITEM);
    list->kind = -1;
    for (int i = 0; i < STUDIO_KIND_COUNT; ++i)
        g_ptr_array_add(list->sections, studio_browser_item_new(NULL, studio_kinds[i].plural, i));
    list->tree = gtk_tree_list_model_new(G_LIST_MODEL(g_object_ref(list->roots)), FALSE, FALSE, children_of,
                                         NULL, NULL);
}

void studio_browser_list_clear(StudioBrowserList *list)
{
    g_clear_object(&list->tree);
    g_clear_object(&list->roots);
    g_clear_object(&list->flat);
    g_clear_pointer(&list->items, g_hash_table_unref);
    g_clear_pointer(&list->folders, g_hash_table_unref);
    g_clear_pointer(&list->order, g_ptr_array_unref);
    g_clear_pointer(&list->sections, g_ptr_array_unref);
    g_clear_pointer(&list->filter, g_free);
}

static int compare_items(const void *a, const void *b)
{
    const StudioBrowserItem *x = *(StudioBrowserItem *const *)a, *y = *(StudioBrowserItem *const *)b;
    if (x->section != y->section)
        return x->section - y->section;
    return x->is_many != y->is_many ? (x->is_many ? -1 : 1) : strcmp(x->path, y->path);
}

static StudioBrowserItem *new_item(const char *path, int section, bool is_many)
{
    char room[STUDIO_LABEL_ROOM];
    g_autofree char *base = g_path_get_basename(path);
    const bool is_asset = studio_kinds[section].kind != MIENI_ASSET_NONE;
    const char *name = is_asset ? studio_asset_name(path, room) : base;
    return is_many ? studio_browser_item_new_many(path, name, section)
                   : studio_browser_item_new(path, name, section);
}

static void add_item(StudioBrowserList *list, GHashTable *before, const char *path, int section, bool is_many)
{
    StudioBrowserItem *known = g_hash_table_lookup(before, path);
    StudioBrowserItem *item = known != NULL ? g_object_ref(known) : new_item(path, section, is_many);
    g_ptr_array_add(list->order, item);
    g_hash_table_insert(list->items, item->path, item);
}

void studio_browser_list_load(StudioBrowserList *list, StudioWorkspace *workspace)
{
    GPtrArray *old = list->order;
    GHashTable *before = list->items;
    list->order = g_ptr_array_new_with_free_func(g_object_unref);
    list->items = g_hash_table_new(g_str_hash, g_str_equal);
    const Studio *studio = workspace != NULL ? studio_workspace_studio(workspace) : NULL;
    for (int i = 0; studio != NULL && i < studio->files.count; ++i) {
        const StudioFile *file = studio->files.items[i];
        const bool is_many = file->kind == MIENI_ASSET_CLIPS && studio_many_find(studio, file->path) != NULL;
        const int section = studio_kind_index(is_many ? MIENI_ASSET_CLIP : file->kind);
        if ((studio_kinds[section].kind == file->kind || is_many) && file->kind != MIENI_ASSET_NONE &&
            !file->is_member && studio_exists(studio, file->path))
            add_item(list, before, file->path, section, is_many);
    }
    for (int i = 0; studio != NULL && i < studio->others.count; ++i)
        if (studio_is_source(studio->others.items[i]))
            add_item(list, before, studio->others.items[i], STUDIO_KIND_COUNT - 1, false);
    g_ptr_array_sort(list->order, compare_items);
    g_hash_table_unref(before);
    g_ptr_array_unref(old);
    if (workspace != NULL)
        studio_browser_list_mark(list, workspace);
}

void studio_browser_list_mark(StudioBrowserList *list, StudioWorkspace *workspace)
{
    const Studio *studio = studio_workspace_studio(workspace);
    const StudioProblems *problems = studio_workspace_problems(workspace);
    g_autoptr(GHashTable) worst = g_hash_table_new(g_str_hash, g_str_equal);
    for (int i = 0; i < problems->count; ++i) {
        const MieniFinding *finding = problems->items[i].finding;
        const int severity = (int)finding->severity + 1;
        if (GPOINTER_TO_INT(g_hash_table_lookup(worst, finding->file)) < severity)
            g_hash_table_insert(worst, (void *)finding->file, GINT_TO_POINTER(severity));
    }
    for (guint i = 0; i < list->order->len; ++i) {
        StudioBrowserItem *item = list->order->pdata[i];
        const StudioFile *file = studio_files_find(&studio->files, item->path);
        const bool is_edited = file != NULL && studio_file_is_edited(file);
        const int severity = GPOINTER_TO_INT(g_hash_table_lookup(worst, item->path)) - 1;
        const bool is_other = is_edited != item->is_edited || severity != item->severity;
        item->is_edited = is_edited;
        item->severity = severity;
        if (is_other)
            studio_browser_item_changed(item);
    }
}

static bool has_problem(const StudioBrowserItem *item) { return item->severity >= (int)MIENI_LINT_WARNING; }

static bool passes(const StudioBrowserList *list, const StudioBrowserItem *item)
{
    const char *filter = list->filter;
    if (list->chip == STUDIO_CHIP_EDITED && !item->is_edited)
        return false;
    if (list->chip == STUDIO_CHIP_PROBLEMS && !has_problem(item))
        return false;
    if (strcmp(filter, "!") == 0)
        return item->is_edited;
    if (strcmp(filter, "?") == 0)
        return has_problem(item);
    return filter[0] == '\0' || item->found > 0 || studio_filter_matches(filter, item->name);
}

static bool is_same_list(GListModel *model, const GPtrArray *wanted)
{
    if (g_list_model_get_n_items(model) != wanted->len)
        return false;
    for (guint i = 0; i < wanted->len; ++i) {
        g_autoptr(GObject) item = g_list_model_get_item(model, i);
        if (item != wanted->pdata[i])
            return false;
    }
    return true;
}

static void put_list(GListStore *store, GPtrArray *wanted)
{
    if (!is_same_list(G_LIST_MODEL(store), wanted))
        g_list_store_splice(store, 0, g_list_model_get_n_items(G_LIST_MODEL(store)), wanted->pdata,
                            wanted->len);
}

/// Removing none would still tell views of a change.
static void remove_rows(GListStore *store, guint at, guint count)
{
    if (count > 0)
        g_list_store_splice(store, at, count, NULL, 0);
}

/// The same for few rows that may be open: those that stay are not touched. Both lists
/// have the same order.
static void merge_list(GListStore *store, GPtrArray *wanted)
{
    guint at = 0;
    for (guint i = 0; i < wanted->len; ++i, ++at) {
        guint place;
        if (g_list_store_find(store, wanted->pdata[i], &place) && place >= at)
            remove_rows(store, at, place - at);
        else
            g_list_store_insert(store, at, wanted->pdata[i]);
    }
    remove_rows(store, at, g_list_model_get_n_items(G_LIST_MODEL(store)) - at);
}

/// The row of a folder in a section.
static StudioBrowserItem *folder_row(StudioBrowserList *list, int section, const char *folder)
{
    g_autofree char *key = g_strdup_printf("%d/%s", section, folder);
    StudioBrowserItem *row = g_hash_table_lookup(list->folders, key);
    if (row == NULL) {
        row = studio_browser_item_new(NULL, folder, section);
        g_hash_table_insert(list->folders, g_steal_pointer(&key), row);
    }
    return row;
}

static char *folder_of(const StudioBrowserItem *item)
{
    const char *slash = strrchr(item->path, '/');
    return slash != NULL ? g_strndup(item->path, (gsize)(slash - item->path)) : NULL;
}

/// Whether assets, which are sorted by path, lie in several folders. Those of many clips come first and
/// are in none.
static bool has_folders(const GPtrArray *assets)
{
    guint plain = 0;
    while (plain < assets->len && ((StudioBrowserItem *)assets->pdata[plain])->is_many)
        ++plain;
    if (plain == assets->len)
        return false;
    g_autofree char *first = folder_of(assets->pdata[plain]),
                    *last = folder_of(assets->pdata[assets->len - 1]);
    return g_strcmp0(first, last) != 0;
}

/// Assets of a section, with a row per folder if they lie in several.
static void fill_section(StudioBrowserList *list, StudioBrowserItem *section, GPtrArray *assets)
{
    g_autoptr(GPtrArray) rows = g_ptr_array_new(), within = g_ptr_array_new();
    const bool is_deep = has_folders(assets);
    StudioBrowserItem *row = NULL;
    for (guint i = 0; i <= assets->len; ++i) { // once more at the end, to close the last folder
        StudioBrowserItem *item = i < assets->len ? assets->pdata[i] : NULL;
        g_autofree char *folder = item != NULL && is_deep && !item->is_many ? folder_of(item) : NULL;
        StudioBrowserItem *next = folder != NULL ? folder_row(list, section->section, folder) : NULL;
        if (next != row && row != NULL) {
            row->count = (int)within->len;
            put_list(row->children, within);
            g_ptr_array_set_size(within, 0);
        }
        if (next != row && next != NULL)
            g_ptr_array_add(rows, next);
        if (item != NULL)
            g_ptr_array_add(next != NULL ? within : rows, item);
        row = next;
    }
    section->count = (int)assets->len;
    (is_deep ? merge_list : put_list)(section->children, rows);
    studio_browser_item_changed(section);
}

static void unfold(StudioBrowserList *list, const GPtrArray *fresh)
{
    const guint count = g_list_model_get_n_items(G_LIST_MODEL(list->roots));
    for (guint i = 0; i < count; ++i) {
        g_autoptr(GtkTreeListRow) row = gtk_tree_list_model_get_child_row(list->tree, i);
        g_autoptr(StudioBrowserItem) item = gtk_tree_list_row_get_item(row);
        if (g_ptr_array_find((GPtrArray *)fresh, item, NULL) && item->count <= FOLDED_ABOVE)
            gtk_tree_list_row_set_expanded(row, TRUE);
    }
}

static bool is_narrowed(const StudioBrowserList *list)
{
    return list->filter[0] != '\0' || list->chip != STUDIO_CHIP_ALL;
}

/// Opens a section or folder, or folds it if it was opened so, and those in it.
static void open_found(GtkTreeListRow *row, bool is_open)
{
    g_autoptr(StudioBrowserItem) item = gtk_tree_list_row_get_item(row);
    if (item->children == NULL || item->is_many)
        return;
    if (is_open && item->count <= FOLDED_ABOVE && !gtk_tree_list_row_get_expanded(row)) {
        gtk_tree_list_row_set_expanded(row, TRUE);
        item->is_opened = true;
    }
    for (guint i = 0; gtk_tree_list_row_get_expanded(row) && i < MIN((guint)item->count, FOLDED_ABOVE); ++i) {
        g_autoptr(GtkTreeListRow) child = gtk_tree_list_row_get_child_row(row, i);
        if (child == NULL)
            break;
        open_found(child, is_open);
    }
    if (!is_open && item->is_opened) {
        gtk_tree_list_row_set_expanded(row, FALSE);
        item->is_opened = false;
    }
}

/// What a filter finds is to be seen at once; without it all is as it was before.
static void open_all_found(StudioBrowserList *list, bool is_open)
{
    const guint count = g_list_model_get_n_items(G_LIST_MODEL(list->roots));
    for (guint i = 0; i < count; ++i) {
        g_autoptr(GtkTreeListRow) row = gtk_tree_list_model_get_child_row(list->tree, i);
        open_found(row, is_open);
    }
}

/// Pictures have no tree: of a clip collection there are the clips that were found, and how many more.
static void add_flat(GPtrArray *flat, StudioBrowserItem *item)
{
    if (!item->is_many) {
        g_ptr_array_add(flat, item);
        return;
    }
    for (guint i = 0; i < g_list_model_get_n_items(G_LIST_MODEL(item->children)); ++i) {
        g_autoptr(StudioBrowserItem) member = g_list_model_get_item(G_LIST_MODEL(item->children), i);
        g_ptr_array_add(flat, member); // the list of children holds it
    }
}

void studio_browser_list_apply(StudioBrowserList *list)
{
    g_autoptr(GPtrArray) roots = g_ptr_array_new(), fresh = g_ptr_array_new();
    GPtrArray *assets[STUDIO_KIND_COUNT];
    g_autoptr(GPtrArray) flat = g_ptr_array_new();
    memset(list->counts, 0, sizeof list->counts);
    memset(list->kind_counts, 0, sizeof list->kind_counts);
    list->shown_count = 0;
    if (!is_narrowed(list))
        open_all_found(list, false); // before there are many rows again
    for (int i = 0; i < STUDIO_KIND_COUNT; ++i)
        assets[i] = g_ptr_array_new();
    for (guint i = 0; i < list->order->len; ++i) {
        StudioBrowserItem *item = list->order->pdata[i];
        list->counts[STUDIO_CHIP_ALL] += 1;
        list->counts[STUDIO_CHIP_EDITED] += item->is_edited;
        list->counts[STUDIO_CHIP_PROBLEMS] += has_problem(item);
        const bool is_through = passes(list, item);
        list->kind_counts[item->section] += is_through && item->found > 0 ? (int)item->found : is_through;
        if (is_through && (list->kind < 0 || list->kind == item->section || list->filter[0] == '\0')) {
            g_ptr_array_add(assets[item->section], item);
            add_flat(flat, item);
            ++list->shown_count;
        }
    }
    for (int i = 0; i < STUDIO_KIND_COUNT; ++i) {
        StudioBrowserItem *section = list->sections->pdata[i];
        guint place;
        if (assets[i]->len > 0) {
            fill_section(list, section, assets[i]);
            g_ptr_array_add(roots, section);
            if (!g_list_store_find(list->roots, section, &place))
                g_ptr_array_add(fresh, section);
        }
        g_ptr_array_unref(assets[i]);
    }
    merge_list(list->roots, roots);
    unfold(list, fresh);
    if (is_narrowed(list))
        open_all_found(list, true);
    if (list->wants_flat)
        put_list(list->flat, flat);
}

/// Unfolds a row if it or what is below it has the asset; false if it is not there.
static bool open_row(GtkTreeListRow *row, const StudioBrowserItem *wanted)
{
    g_autoptr(StudioBrowserItem) item = gtk_tree_list_row_get_item(row);
    if (item == wanted)
        return true;
    if (item->children == NULL || item->section != wanted->section)
        return false;
    const bool was_open = gtk_tree_list_row_get_expanded(row);
    gtk_tree_list_row_set_expanded(row, TRUE);
    for (guint i = 0; i < g_list_model_get_n_items(G_LIST_MODEL(item->children)); ++i) {
        g_autoptr(GtkTreeListRow) child = gtk_tree_list_row_get_child_row(row, i);
        if (child != NULL && open_row(child, wanted))
            return true;
    }
    gtk_tree_list_row_set_expanded(row, was_open);
    return false;
}

bool studio_browser_list_open(StudioBrowserList *list, const char *path)
{
    const StudioBrowserItem *wanted = g_hash_table_lookup(list->items, path);
    const guint count = g_list_model_get_n_items(G_LIST_MODEL(list->roots));
    for (guint i = 0; wanted != NULL && i < count; ++i) {
        g_autoptr(GtkTreeListRow) row = gtk_tree_list_model_get_child_row(list->tree, i);
        if (open_row(row, wanted))
            return true;
    }
    return false;
}

guint studio_browser_list_position(const StudioBrowserList *list, const char *path)
{
    const guint count = g_list_model_get_n_items(G_LIST_MODEL(list->tree));
    for (guint i = 0; i < count; ++i) {
        g_autoptr(GtkTreeListRow) row = g_list_model_get_item(G_LIST_MODEL(list->tree), i);
        g_autoptr(StudioBrowserItem) item = gtk_tree_list_row_get_item(row);
        if (item->path != NULL && strcmp(item->path, path) == 0)
            return i;
    }
    return GTK_INVALID_LIST_POSITION;
}

guint studio_browser_list_flat_position(const StudioBrowserList *list, const char *path)
{
    // Clips among many are in no table of the list, so it is looked for by its path.
    const guint count = g_list_model_get_n_items(G_LIST_MODEL(list->flat));
    for (guint i = 0; i < count; ++i) {
        g_autoptr(StudioBrowserItem) item = g_list_model_get_item(G_LIST_MODEL(list->flat), i);
        if (g_strcmp0(item->path, path) == 0)
            return i;
    }
    return GTK_INVALID_LIST_POSITION;
}
