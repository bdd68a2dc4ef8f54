// SPDX-License-Identifier: MIT
//
// The list of poses.

#include "studio/panels/poses/list.h"

#include <math.h>
#include <string.h>

#include "studio/model/facts/strings.h"

static void free_group(void *given)
{
    StudioPoseGroup *group = given;
    g_free(group->name);
    g_free(group);
}

void studio_poses_list_begin(StudioPosesList *list)
{
    *list = (StudioPosesList){.items = g_ptr_array_new_with_free_func(g_object_unref),
                              .shown = g_list_store_new(STUDIO_TYPE_POSE_ITEM),
                              .groups = g_ptr_array_new_with_free_func(free_group),
                              .by_name = g_hash_table_new(g_str_hash, g_str_equal),
                              .filter = g_strdup("")};
}

void studio_poses_list_release(StudioPosesList *list)
{
    g_clear_pointer(&list->by_name, g_hash_table_unref);
    g_clear_pointer(&list->items, g_ptr_array_unref);
    g_clear_pointer(&list->groups, g_ptr_array_unref);
    g_clear_object(&list->shown);
    g_clear_pointer(&list->filter, g_free);
    g_clear_pointer(&list->base, g_free);
}

// Groups

/// Parts of a face by what names of poses say; the first that fits counts.
static const struct {
    const char *group, *words[8];
} parts[] = {
    {"Visemes", {"viseme", "vrc.v", "phoneme"}},
    {"Brows", {"brow"}},
    {"Eyes", {"eye", "lid", "blink", "pupil", "squint", "gaze"}},
    {"Mouth", {"mouth", "jaw", "lip", "smile", "chin", "teeth", "tongue"}},
    {"Cheeks", {"cheek", "nose", "sneer", "puff"}},
    {"Head", {"head", "neck", "ear"}},
};

static const char *part_of(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i)
        for (int k = 0; k < 8 && parts[i].words[k] != NULL; ++k)
            if (studio_filter_matches(parts[i].words[k], name))
                return parts[i].group;
    return NULL;
}

static int find_group(const StudioPosesList *list, const char *name)
{
    for (guint i = 0; i < list->groups->len; ++i)
        if (strcmp(((const StudioPoseGroup *)list->groups->pdata[i])->name, name) == 0)
            return (int)i;
    return -1;
}

static int add_group(StudioPosesList *list, const char *name, bool is_own)
{
    StudioPoseGroup *group = g_new0(StudioPoseGroup, 1);
    group->name = g_strdup(name);
    group->is_own = is_own;
    g_ptr_array_add(list->groups, group);
    return (int)list->groups->len - 1;
}

static void put_into(StudioPosesList *list, StudioPoseItem *item, int group)
{
    item->group = group;
    ((StudioPoseGroup *)list->groups->pdata[group])->count += 1;
}

static void load_groups(StudioPosesList *list, const MieniPoseAssetView *asset)
{
    for (int g = 0; g < mieni_pose_asset_group_count(asset); ++g) {
        const MieniGroupView *row = mieni_pose_asset_group(asset, g);
        g_autofree char *fallback = g_strdup_printf("Group %d", g + 1);
        const char *name = mieni_group_name(row);
        const int group = add_group(list, name != NULL ? name : fallback, true);
        for (int m = 0; m < mieni_group_members_count(row); ++m) {
            StudioPoseItem *item = studio_poses_list_find(list, mieni_group_members(row, m));
            if (item != NULL)
                put_into(list, item, group);
        }
    }
    if (list->groups->len > 0)
        return;
    for (size_t p = 0; p < G_N_ELEMENTS(parts); ++p)
        for (guint i = 0; i < list->items->len; ++i) {
            StudioPoseItem *item = list->items->pdata[i];
            if (g_strcmp0(part_of(item->name), parts[p].group) != 0)
                continue;
            int group = find_group(list, parts[p].group);
            put_into(list, item, group >= 0 ? group : add_group(list, parts[p].group, false));
        }
    if (list->groups->len == 1) // it would say nothing
        for (guint i = 0; i < list->items->len; ++i)
            ((StudioPoseItem *)list->items->pdata[i])->group = -1;
    if (list->groups->len == 1)
        g_ptr_array_set_size(list->groups, 0);
}

const StudioPoseGroup *studio_poses_list_group(const StudioPosesList *list, const StudioPoseItem *item)
{
    const StudioPoseGroup *group =
        item->group >= 0 && item->group < (int)list->groups->len ? list->groups->pdata[item->group] : NULL;
    return group != NULL && group->is_own ? group : NULL;
}

// Loading

/// The item that a row was before: by its id, otherwise by its name.
static StudioPoseItem *known(GHashTable *by_id, GHashTable *by_name, const MieniPoseView *pose)
{
    const char *id = mieni_text_or_empty(mieni_pose_id(pose));
    StudioPoseItem *item = id[0] != '\0' ? g_hash_table_lookup(by_id, id) : NULL;
    if (item == NULL) {
        item = g_hash_table_lookup(by_name, mieni_text_or_empty(mieni_pose_name(pose)));
        if (item != NULL && item->id[0] != '\0' && id[0] != '\0') // another pose of the same name
            item = NULL;
    }
    return item;
}

static void load_rows(StudioPosesList *list, const MieniPoseAssetView *asset, StudioPoseRenamed *renamed,
                      void *user)
{
    g_autoptr(GPtrArray) old = list->items;
    g_autoptr(GHashTable) by_id = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) old_names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) taken = g_hash_table_new(NULL, NULL);
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free); // pairs: from, to
    for (guint i = 0; i < old->len; ++i) {
        StudioPoseItem *item = old->pdata[i];
        if (item->id[0] != '\0')
            g_hash_table_insert(by_id, item->id, item);
        g_hash_table_insert(old_names, g_strdup(item->name), item);
    }
    g_hash_table_remove_all(list->by_name);
    list->items = g_ptr_array_new_with_free_func(g_object_unref);
    for (int i = 0; i < mieni_pose_asset_pose_count(asset); ++i) {
        const MieniPoseView *pose = mieni_pose_asset_pose(asset, i);
        StudioPoseItem *item = known(by_id, old_names, pose);
        const bool is_new = item == NULL || !g_hash_table_add(taken, item);
        item = is_new ? studio_pose_item_new() : g_object_ref(item);
        g_autofree char *before = g_strdup(item->name);
        if (item->id != NULL)
            g_hash_table_remove(by_id, item->id); // reading may free it
        item->group = -1;
        const bool is_other = studio_pose_item_read(item, pose, i);
        if (before != NULL && strcmp(before, item->name) != 0) {
            g_ptr_array_add(names, g_strdup(before));
            g_ptr_array_add(names, g_strdup(item->name));
        }
        g_ptr_array_add(list->items, item);
        g_hash_table_insert(list->by_name, item->name, item);
        if (is_other && !is_new)
            studio_pose_item_changed(item);
    }
    for (guint i = 0; renamed != NULL && i + 1 < names->len; i += 2)
        renamed(user, names->pdata[i], names->pdata[i + 1]);
}

void studio_poses_list_load(StudioPosesList *list, const MieniAsset *asset, StudioPoseRenamed *renamed,
                            void *user)
{
    const MieniPoseAssetView *poses = mieni_pose_asset_of(asset);
    // Chips stay chosen by name.
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < list->groups->len; ++i) {
        const StudioPoseGroup *group = list->groups->pdata[i];
        if (group->is_chosen)
            g_ptr_array_add(names, g_strdup(group->name));
    }
    g_ptr_array_set_size(list->groups, 0);
    load_rows(list, poses, renamed, user);
    load_groups(list, poses);
    for (guint i = 0; i < names->len; ++i) {
        const int group = find_group(list, names->pdata[i]);
        if (group >= 0)
            ((StudioPoseGroup *)list->groups->pdata[group])->is_chosen = true;
    }
    list->is_absolute = g_strcmp0(mieni_pose_asset_mode(poses), "absolute") == 0;
    list->is_unreal = g_strcmp0(mieni_pose_asset_blending(poses), "unreal") == 0;
    char *base = g_strdup(mieni_pose_asset_base(poses));
    g_free(list->base);
    list->base = base;
}

// Filtering

/// What a filter asks for besides words.
typedef struct Wanted {
    bool is_active, is_edited, has_problem, has_chip;
    char *words;
} Wanted;

static Wanted read_filter(const StudioPosesList *list)
{
    Wanted wanted = {.is_active = list->is_active_only};
    g_auto(GStrv) parts_of = g_strsplit(list->filter, " ", -1);
    GString *words = g_string_new(NULL);
    for (char **part = parts_of; *part != NULL; ++part) {
        if (strcmp(*part, ">0") == 0)
            wanted.is_active = true;
        else if (strcmp(*part, "!") == 0)
            wanted.is_edited = true;
        else if (strcmp(*part, "?") == 0)
            wanted.has_problem = true;
        else
            g_string_append_printf(words, "%s ", *part);
    }
    for (guint i = 0; i < list->groups->len; ++i)
        wanted.has_chip |= ((const StudioPoseGroup *)list->groups->pdata[i])->is_chosen;
    wanted.words = g_string_free(words, FALSE);
    return wanted;
}

static bool passes(const StudioPosesList *list, const StudioPoseItem *item, const Wanted *wanted,
                   const StudioSession *session)
{
    if (wanted->is_active &&
        (session == NULL || studio_weight_reads_zero(studio_session_weight(session, item->name))))
        return false;
    if (wanted->is_edited && !item->is_edited && item->place != NULL)
        return false;
    if (wanted->has_problem && !item->has_problem)
        return false;
    if (wanted->has_chip &&
        (item->group < 0 || !((const StudioPoseGroup *)list->groups->pdata[item->group])->is_chosen))
        return false;
    return studio_filter_matches(wanted->words, item->name);
}

static int compare_names(const void *a, const void *b)
{
    const StudioPoseItem *x = *(StudioPoseItem *const *)a, *y = *(StudioPoseItem *const *)b;
    const int order = g_ascii_strcasecmp(x->name, y->name);
    return order != 0 ? order : x->index - y->index;
}

static int compare_strengths(const void *a, const void *b, void *session)
{
    const StudioPoseItem *x = *(StudioPoseItem *const *)a, *y = *(StudioPoseItem *const *)b;
    const float of_x = session != NULL ? fabsf(studio_session_weight(session, x->name)) : 0;
    const float of_y = session != NULL ? fabsf(studio_session_weight(session, y->name)) : 0;
    return of_x != of_y ? (of_x < of_y ? 1 : -1) : x->index - y->index;
}

static bool is_at(GListStore *store, guint position, const void *item)
{
    g_autoptr(GObject) here = g_list_model_get_item(G_LIST_MODEL(store), position);
    return here == item;
}

/// Makes a list what is wanted by one change, of all between what stays at the start and at the end: views
/// keep the rows of items that are in it before and after.
static bool merge(GListStore *store, const GPtrArray *wanted)
{
    const guint count = g_list_model_get_n_items(G_LIST_MODEL(store)), most = MIN(count, wanted->len);
    guint start = 0, end = 0;
    while (start < most && is_at(store, start, wanted->pdata[start]))
        ++start;
    while (end < most - start && is_at(store, count - 1 - end, wanted->pdata[wanted->len - 1 - end]))
        ++end;
    if (start == count && start == wanted->len)
        return false;
    g_list_store_splice(store, start, count - start - end,
                        wanted->len > 0 ? wanted->pdata + start : NULL, // an empty array has no memory
                        wanted->len - start - end);
    return true;
}

bool studio_poses_list_apply(StudioPosesList *list, const StudioSession *session)
{
    g_autoptr(GPtrArray) wanted = g_ptr_array_new();
    const Wanted filter = read_filter(list);
    for (guint i = 0; i < list->items->len; ++i)
        if (passes(list, list->items->pdata[i], &filter, session))
            g_ptr_array_add(wanted, list->items->pdata[i]);
    g_free(filter.words);
    if (list->sort == STUDIO_SORT_NAME)
        g_ptr_array_sort(wanted, compare_names);
    else if (list->sort == STUDIO_SORT_STRENGTH)
        g_ptr_array_sort_with_data(wanted, compare_strengths, (void *)session);
    return merge(list->shown, wanted);
}

StudioPoseItem *studio_poses_list_find(const StudioPosesList *list, const char *name)
{
    return g_hash_table_lookup(list->by_name, name);
}

guint studio_poses_list_position(const StudioPosesList *list, const char *name)
{
    StudioPoseItem *item = studio_poses_list_find(list, name);
    guint place;
    return item != NULL && g_list_store_find(list->shown, item, &place) ? place : G_MAXUINT;
}
