// SPDX-License-Identifier: MIT
//
// References follow renames: where one side renamed a pose, what the other side says
// about it by its old name is said by the new one.

#include "base/names.h"
#include "asset/merge/match.h"
#include "asset/merge/tree.h"
#include "base/json_memory.h"

#include <string.h>

/// What the poses of one side will be called.
typedef struct Renames {
    MieniMerging *merging;
    MieniNameEntry *entries; ///< By the name on this side; the index is into names.
    const char **names;
    int count;
} Renames;

static const char *name_at(const MieniJson *poses, int index, const char *fallback)
{
    return index >= 0 ? mieni_json_get_string(poses->items[index], "name", fallback) : fallback;
}

/// The name that only one side gave, or NULL if they disagree.
static const char *settle(const char *base, const char *ours, const char *theirs)
{
    if (strcmp(base, ours) == 0 || strcmp(ours, theirs) == 0)
        return theirs;
    return strcmp(base, theirs) == 0 ? ours : NULL;
}

static void add(Renames *renames, const char *from, const char *to)
{
    if (strcmp(from, to) == 0)
        return;
    renames->entries[renames->count] = (MieniNameEntry){from, renames->count};
    renames->names[renames->count++] = to;
}

static bool find_renames(MieniMerging *merging, MieniJson *const roots[MIENI_SIDES],
                         Renames out_renames[MIENI_SIDES])
{
    MieniArena *scratch = &merging->scratch;
    const MieniField *field = mieni_schema_find(mieni_asset_schema(MIENI_ASSET_POSES), "poses");
    const MieniJson *lists[MIENI_SIDES];
    int *at[MIENI_SIDES] = {NULL, NULL, NULL};
    for (int side = 0; side < MIENI_SIDES; ++side)
        lists[side] = mieni_json_get(roots[side], "poses");
    const MieniJson *base = lists[MIENI_BASE];
    const size_t count = (size_t)mieni_json_count(base);
    if (count == 0)
        return false;
    for (int side = 0; side < MIENI_SIDES; ++side) {
        int *back = mieni_arena_take(scratch, (size_t)mieni_json_count(lists[side]), sizeof *back);
        at[side] = mieni_arena_take(scratch, count, sizeof *at[side]);
        out_renames[side] = (Renames){.merging = merging,
                                      .entries = mieni_arena_take(scratch, count, sizeof(MieniNameEntry)),
                                      .names = mieni_arena_take(scratch, count, sizeof(char *))};
        if (scratch->is_out_of_memory ||
            !mieni_match_items(scratch, field, base, lists[side], false, at[side], back))
            return false;
    }
    for (int i = 0; i < (int)count; ++i) {
        const char *name = name_at(base, i, "");
        const char *names[MIENI_SIDES] = {name_at(lists[0], at[0][i], name), name,
                                          name_at(lists[2], at[2][i], name)};
        const char *settled = settle(name, names[MIENI_OURS], names[MIENI_THEIRS]);
        for (int side = 0; side < MIENI_SIDES && settled != NULL; ++side)
            add(&out_renames[side], names[side], settled);
    }
    int found = 0;
    for (int side = 0; side < MIENI_SIDES; ++side) {
        mieni_names_sort(out_renames[side].entries, out_renames[side].count);
        found += out_renames[side].count;
    }
    return found > 0;
}

static MieniJson *copy_node(const Renames *renames, const MieniJson *value)
{
    MieniJsonDocument *memory = renames->merging->memory;
    MieniJson *copy = mieni_json_take(memory, sizeof *copy, 8);
    if (copy == NULL)
        return NULL;
    *copy = *value;
    if (value->type < MIENI_JSON_ARRAY)
        return copy;
    copy->room = value->count;
    copy->items = mieni_json_take(memory, sizeof *copy->items * (size_t)value->count, 8);
    if (copy->items == NULL)
        return NULL;
    if (value->count > 0)
        memcpy(copy->items, value->items, sizeof *copy->items * (size_t)value->count);
    return copy;
}

/// A value that names poses: a string, or a list of strings, in which a name that is
/// there already is not repeated. The value itself if nothing changes, or NULL.
static MieniJson *rename_value(const Renames *renames, MieniJson *value)
{
    if (value->type == MIENI_JSON_STRING) {
        const int index = mieni_names_search(renames->entries, renames->count, value->string);
        MieniJson *copy = index >= 0 ? copy_node(renames, value) : value;
        if (copy != NULL && index >= 0)
            copy->string = renames->names[index];
        return copy;
    }
    MieniJson *list = value;
    for (int i = 0; i < value->count; ++i) {
        MieniJson *item = rename_value(renames, value->items[i]);
        if (item == value->items[i])
            continue;
        list = list == value ? copy_node(renames, value) : list;
        if (list == NULL || item == NULL)
            return NULL;
        list->items[i] = item;
    }
    if (list == value)
        return value;
    int kept = 0;
    MieniNameEntry *entries =
        mieni_arena_take(&renames->merging->scratch, (size_t)list->count, sizeof *entries);
    for (int i = 0; i < list->count && entries != NULL; ++i)
        entries[i] = (MieniNameEntry){list->items[i]->string, i};
    if (entries == NULL)
        return NULL;
    mieni_names_sort(entries, list->count);
    for (int i = 0; i < list->count; ++i)
        if (mieni_names_search(entries, value->count, list->items[i]->string) == i)
            list->items[kept++] = list->items[i];
    list->count = kept;
    return list;
}

static MieniJson *rename_members(const Renames *renames, MieniJson *object, const char *const *keys,
                                 int key_count)
{
    MieniJson *changed = object;
    for (int k = 0; k < key_count && changed != NULL; ++k) {
        MieniJson *value = mieni_json_get(object, keys[k]);
        MieniJson *renamed = value != NULL ? rename_value(renames, value) : NULL;
        if (renamed == value)
            continue;
        changed = changed == object ? copy_node(renames, object) : changed;
        if (changed != NULL)
            mieni_json_set(renames->merging->memory, changed, keys[k], renamed);
    }
    return changed;
}

void mieni_merge_follow_renames(MieniMerging *merging, MieniJson *roots[MIENI_SIDES])
{
    static const struct {
        const char *list;
        const char *keys[2];
        int key_count;
    } places[] = {
        {"poses", {"on", "product"}, 2}, {"masks", {"target", "source"}, 2}, {"groups", {"members"}, 1}};
    static const char *const base_key[] = {"base"};
    Renames renames[MIENI_SIDES];
    if (!find_renames(merging, roots, renames))
        return;
    for (int side = 0; side < MIENI_SIDES; ++side) {
        const Renames *own = &renames[side];
        MieniJson *old = roots[side], *root = copy_node(own, old);
        if (root == NULL)
            return;
        root = rename_members(own, root, base_key, 1);
        for (int p = 0; p < 3 && root != NULL; ++p) {
            MieniJson *list = mieni_json_get(root, places[p].list);
            MieniJson *copy = list != NULL ? copy_node(own, list) : NULL;
            for (int i = 0; copy != NULL && i < copy->count; ++i) {
                copy->items[i] = rename_members(own, copy->items[i], places[p].keys, places[p].key_count);
                if (copy->items[i] == NULL)
                    return;
            }
            if (copy != NULL)
                mieni_json_set(merging->memory, root, places[p].list, copy);
        }
        if (root != NULL)
            roots[side] = root;
    }
}
