// SPDX-License-Identifier: MIT
//
// Merging objects and lists item by item, and the order that comes out.
//
// The order begins with ours. What theirs has beside it, because it added it, moved
// it, or kept what ours removed, goes behind the item that it follows in theirs and
// that ours left where it was, and behind what ours added there.

#include "asset/merge/match.h"
#include "asset/merge/tree.h"
#include "base/json_memory.h"
#include "base/names.h"

#include <stdlib.h>
#include <string.h>

/// One item of the merge: where it is on each side, or -1.
typedef struct Item {
    int at[MIENI_SIDES];
    MieniJson *value; ///< NULL once it is gone.
    int next;         ///< In the merged order; -1 at the end.
    bool is_placed;
    bool is_moved; ///< By ours, so that nothing goes by where it is.
} Item;

typedef struct Items {
    MieniMerging *merging;
    const MieniMergeTrail *trail;
    const MieniField *field;
    const MieniSchema *schema;
    MieniJson *const *sides;
    MieniListKind kind; ///< Of a list.
    bool is_object;
    Item *items;
    int count;
    int *item_at[MIENI_SIDES]; ///< By place on a side.
    int first;                 ///< Of the merged order.
    bool is_undecided;         ///< The order is a conflict.
} Items;

static bool has_type(const MieniJson *value, MieniJsonType type)
{
    return value != NULL && value->type == type;
}

/// Whether both sides can be merged item by item.
static bool has_items(const MieniMergeTrail *trail, const MieniField *field,
                      MieniJson *const values[MIENI_SIDES])
{
    const MieniJson *ours = values[MIENI_OURS], *theirs = values[MIENI_THEIRS], *base = values[MIENI_BASE];
    if (ours == NULL || theirs == NULL || ours->type != theirs->type || ours->type < MIENI_JSON_ARRAY ||
        (base != NULL && base->type != ours->type))
        return false;
    if (ours->type == MIENI_JSON_OBJECT)
        return trail->key != NULL || field == NULL || field->schema == NULL || !field->schema->is_whole;
    if (mieni_list_kind(field) != MIENI_LIST_BY_PLACE)
        return mieni_list_kind(field) != MIENI_LIST_WHOLE;
    if (base == NULL || base->count != ours->count || base->count != theirs->count)
        return false;
    for (int i = 0; i < base->count; ++i) // lists of numbers are values
        if (!has_type(base->items[i], MIENI_JSON_OBJECT) || !has_type(ours->items[i], MIENI_JSON_OBJECT) ||
            !has_type(theirs->items[i], MIENI_JSON_OBJECT))
            return false;
    return true;
}

/// The value of a member or row of which both sides have versions; any may be NULL.
static MieniJson *merge_value(MieniMerging *merging, const MieniMergeTrail *trail, const MieniField *field,
                              MieniJson *const values[MIENI_SIDES])
{
    MieniJson *ours = values[MIENI_OURS], *base = values[MIENI_BASE], *theirs = values[MIENI_THEIRS];
    if (mieni_json_same(ours, theirs) || mieni_json_same(base, theirs))
        return ours;
    if (mieni_json_same(base, ours))
        return theirs;
    if (has_items(trail, field, values))
        return mieni_merge_items(merging, trail, field, field != NULL ? field->schema : NULL, values);
    // Objects in another order are no conflict.
    if (mieni_json_equal(ours, theirs) || mieni_json_equal(base, theirs))
        return ours;
    if (mieni_json_equal(base, ours))
        return theirs;
    return mieni_merge_conflict(merging, trail, field, values, NULL);
}

static int count_of(const Items *all, int side) { return mieni_json_count(all->sides[side]); }

static MieniJson *value_at(const Items *all, const Item *item, int side)
{
    return item->at[side] >= 0 ? all->sides[side]->items[item->at[side]] : NULL;
}

static int *take_numbers(const Items *all, int count)
{
    return mieni_arena_take(&all->merging->scratch, (size_t)count, sizeof(int));
}

/// Finds out which items of the three are one.
static bool match_sides(Items *all)
{
    MieniArena *scratch = &all->merging->scratch;
    const int ours = count_of(all, MIENI_OURS), base = count_of(all, MIENI_BASE),
              theirs = count_of(all, MIENI_THEIRS);
    int *ours_of_base = take_numbers(all, base), *base_of_ours = take_numbers(all, ours);
    int *theirs_of_base = take_numbers(all, base), *base_of_theirs = take_numbers(all, theirs);
    int *theirs_of_ours = take_numbers(all, ours), *ours_of_theirs = take_numbers(all, theirs);
    for (int side = 0; side < MIENI_SIDES; ++side)
        all->item_at[side] = take_numbers(all, count_of(all, side));
    all->items = mieni_arena_take(scratch, (size_t)ours + (size_t)base + (size_t)theirs, sizeof *all->items);
    if (scratch->is_out_of_memory ||
        !mieni_match_items(scratch, all->field, all->sides[MIENI_BASE], all->sides[MIENI_OURS], false,
                           ours_of_base, base_of_ours) ||
        !mieni_match_items(scratch, all->field, all->sides[MIENI_BASE], all->sides[MIENI_THEIRS], false,
                           theirs_of_base, base_of_theirs) ||
        !mieni_match_items(scratch, all->field, all->sides[MIENI_OURS], all->sides[MIENI_THEIRS], true,
                           theirs_of_ours, ours_of_theirs))
        return false;
    for (int i = 0; i < base; ++i)
        all->items[all->count++] = (Item){.at = {ours_of_base[i], i, theirs_of_base[i]}};
    for (int i = 0; i < ours; ++i) {
        const int other = theirs_of_ours[i];
        if (base_of_ours[i] < 0)
            all->items[all->count++] =
                (Item){.at = {i, -1, other >= 0 && base_of_theirs[other] < 0 ? other : -1}};
    }
    for (int i = 0; i < theirs; ++i) {
        const int other = ours_of_theirs[i];
        if (base_of_theirs[i] < 0 && (other < 0 || base_of_ours[other] >= 0))
            all->items[all->count++] = (Item){.at = {-1, -1, i}};
    }
    for (int k = 0; k < all->count; ++k)
        for (int side = 0; side < MIENI_SIDES; ++side)
            if (all->items[k].at[side] >= 0)
                all->item_at[side][all->items[k].at[side]] = k;
    return true;
}

static void merge_item(Items *all, Item *item)
{
    static const int looked_at[MIENI_SIDES] = {MIENI_OURS, MIENI_THEIRS, MIENI_BASE};
    MieniJson *values[MIENI_SIDES];
    const MieniField *field = all->field;
    MieniMergeTrail trail = {.up = all->trail, .list = all->field};
    for (int i = MIENI_SIDES - 1; i >= 0; --i) {
        const int side = looked_at[i];
        values[side] = value_at(all, item, side);
        if (values[side] == NULL)
            continue;
        trail.index = item->at[side];
        trail.row = values[side];
        trail.key = all->is_object ? all->sides[side]->keys[item->at[side]] : NULL;
    }
    if (all->is_object)
        field = all->schema != NULL
                    ? mieni_schema_find(mieni_schema_of(all->schema, all->sides[MIENI_OURS]), trail.key)
                    : NULL;
    else if (field != NULL && all->trail != NULL)
        trail.up = all->trail->up; // a row says what list it is in
    item->value = merge_value(all->merging, &trail, field, values);
}

/// Marks which of the items that all sides have were moved by a side.
static bool find_moved(const Items *all, int side, bool *out_is_moved)
{
    MieniArena *scratch = &all->merging->scratch;
    int *numbers = take_numbers(all, all->count), count = 0;
    bool *is_moved = mieni_arena_take(scratch, (size_t)all->count, sizeof *is_moved);
    if (numbers == NULL || is_moved == NULL)
        return false;
    for (int i = 0; i < count_of(all, side); ++i) {
        const int k = all->item_at[side][i];
        const Item *item = &all->items[k];
        if (item->value != NULL && item->at[0] >= 0 && item->at[1] >= 0 && item->at[2] >= 0)
            numbers[count++] = k; // ascends with the place in base
    }
    if (!mieni_match_moved(scratch, numbers, count, is_moved))
        return false;
    for (int i = 0; i < count; ++i)
        out_is_moved[numbers[i]] = is_moved[i];
    return true;
}

/// Whether the items that both sides have come in the same order on both.
static bool is_same_order(const Items *all)
{
    int last = -1;
    for (int i = 0; i < count_of(all, MIENI_OURS); ++i) {
        const Item *item = &all->items[all->item_at[MIENI_OURS][i]];
        if (item->value == NULL || item->at[MIENI_THEIRS] < 0)
            continue;
        if (item->at[MIENI_THEIRS] < last)
            return false;
        last = item->at[MIENI_THEIRS];
    }
    return true;
}

/// Decides which items take their place from theirs though ours has them.
static bool find_taken(Items *all, bool *out_is_taken)
{
    bool *by_ours = mieni_arena_take(&all->merging->scratch, (size_t)all->count, sizeof *by_ours);
    bool is_ours = false, is_theirs = false, is_both = false;
    if (by_ours == NULL)
        return false;
    if (is_same_order(all))
        return true;
    if (!find_moved(all, MIENI_OURS, by_ours) || !find_moved(all, MIENI_THEIRS, out_is_taken))
        return false;
    for (int k = 0; k < all->count; ++k) {
        is_ours = is_ours || by_ours[k];
        is_theirs = is_theirs || out_is_taken[k];
        is_both = is_both || (by_ours[k] && out_is_taken[k]);
        out_is_taken[k] = out_is_taken[k] && !by_ours[k];
        all->items[k].is_moved = by_ours[k];
    }
    if (!all->is_object && all->kind == MIENI_LIST_BY_ORDER)
        all->is_undecided = is_ours && is_theirs;
    else if (!all->is_object && is_both)
        mieni_merge_note(all->merging, all->trail, all->sides,
                         "both sides changed the order, and the order of ours was kept");
    return true;
}

/// Puts an item behind another, or first for -1.
static void place(Items *all, int k, int behind)
{
    int *link = behind >= 0 ? &all->items[behind].next : &all->first;
    all->items[k].next = *link;
    all->items[k].is_placed = true;
    *link = k;
}

static bool put_in_order(Items *all)
{
    bool *is_taken = mieni_arena_take(&all->merging->scratch, (size_t)all->count, sizeof *is_taken);
    int last = -1;
    if (is_taken == NULL || !find_taken(all, is_taken))
        return false;
    all->first = -1;
    for (int i = 0; i < count_of(all, MIENI_OURS); ++i) {
        const int k = all->item_at[MIENI_OURS][i];
        if (all->items[k].value == NULL || is_taken[k])
            continue;
        place(all, k, last);
        last = k;
    }
    last = -1;
    for (int i = 0; i < count_of(all, MIENI_THEIRS); ++i) {
        const int k = all->item_at[MIENI_THEIRS][i];
        if (all->items[k].value == NULL)
            continue;
        if (!all->items[k].is_placed) {
            int next = last >= 0 ? all->items[last].next : all->first;
            while (next >= 0 && all->items[next].at[MIENI_THEIRS] < 0) {
                last = next;
                next = all->items[next].next;
            }
            place(all, k, last);
        }
        if (!all->items[k].is_moved)
            last = k;
    }
    return true;
}

/// A value, or of a choice that of ours, or else of theirs.
static const MieniJson *decided(const MieniJson *value)
{
    while (mieni_merge_is_choice(value))
        value = value->items[MIENI_OURS] != NULL ? value->items[MIENI_OURS] : value->items[MIENI_THEIRS];
    return value;
}

static const MieniJson *member_of(const MieniJson *row, const char *key)
{
    return decided(mieni_json_get(decided(row), key));
}

/// Names must stay unique: what a side added or renamed can meet what the other did.
static void find_clashes(Items *all)
{
    MieniMerging *merging = all->merging;
    const char *unique = all->schema != NULL ? all->schema->unique : NULL;
    int count = 0;
    if (all->is_object || unique == NULL)
        return;
    MieniNameEntry *entries = mieni_arena_take(&merging->scratch, (size_t)all->count, sizeof *entries);
    if (entries == NULL)
        return;
    for (int k = 0; k < all->count; ++k) {
        const MieniJson *name = all->items[k].value != NULL ? member_of(all->items[k].value, unique) : NULL;
        if (name != NULL && name->type == MIENI_JSON_STRING)
            entries[count++] = (MieniNameEntry){name->string, k};
    }
    mieni_names_sort(entries, count);
    for (int i = 1; i < count; ++i) {
        if (strcmp(entries[i - 1].name, entries[i].name) != 0)
            continue;
        for (int which = 0; which < 2; ++which) {
            Item *item = &all->items[entries[i - which].index];
            MieniJson *const values[MIENI_SIDES] = {value_at(all, item, 0), value_at(all, item, 1),
                                                    value_at(all, item, 2)};
            const MieniMergeTrail trail = {.up = all->trail != NULL ? all->trail->up : NULL,
                                           .list = all->field,
                                           .row = decided(item->value)};
            item->value = which == 0 ? mieni_merge_conflict(merging, &trail, all->field, values,
                                                            "the sides give this name to different rows")
                                     : mieni_merge_choice(merging, values);
        }
    }
}

/// Rows that have a time and ascend on all sides still do so.
typedef struct Timed {
    double time;
    int place;
    MieniJson *value;
} Timed;

static int compare_times(const void *a, const void *b)
{
    const Timed *x = a, *y = b;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

static void sort_by_time(Items *all, MieniJson *list)
{
    const char *identity = all->schema != NULL ? all->schema->identity : NULL;
    if (all->is_object || identity == NULL || list == NULL ||
        (strcmp(identity, "time") != 0 && strcmp(identity, "name|time") != 0))
        return;
    for (int side = 0; side < MIENI_SIDES; ++side)
        for (int i = 1; i < count_of(all, side); ++i)
            if (mieni_json_get_number(all->sides[side]->items[i - 1], "time", 0) >
                mieni_json_get_number(all->sides[side]->items[i], "time", 0))
                return;
    Timed *timed = mieni_arena_take(&all->merging->scratch, (size_t)list->count, sizeof *timed);
    for (int i = 0; i < list->count && timed != NULL; ++i) {
        const MieniJson *time = member_of(list->items[i], "time");
        timed[i] = (Timed){time != NULL ? time->number : 0, i, list->items[i]};
    }
    if (timed == NULL || list->count == 0)
        return;
    qsort(timed, (size_t)list->count, sizeof *timed, compare_times);
    for (int i = 0; i < list->count; ++i)
        list->items[i] = timed[i].value;
}

MieniJson *mieni_merge_items(MieniMerging *merging, const MieniMergeTrail *trail, const MieniField *field,
                             const MieniSchema *schema, MieniJson *const values[MIENI_SIDES])
{
    MieniJsonDocument *memory = merging->memory;
    Items all = {.merging = merging, .trail = trail, .field = field, .schema = schema, .sides = values};
    const int count = merging->count, conflict_count = merging->conflict_count;
    all.is_object = values[MIENI_OURS]->type == MIENI_JSON_OBJECT;
    all.kind = all.is_object ? MIENI_LIST_BY_NAME : mieni_list_kind(field);
    if (!match_sides(&all))
        return NULL;
    for (int k = 0; k < all.count; ++k)
        merge_item(&all, &all.items[k]);
    find_clashes(&all);
    if (memory->arena.is_out_of_memory || !put_in_order(&all))
        return NULL;
    if (all.is_undecided) {
        merging->count = count; // of the whole list, instead of what is in it
        merging->conflict_count = conflict_count;
        return mieni_merge_conflict(merging, trail, field, values,
                                    "both sides changed the order, which matters here");
    }
    MieniJson *merged = all.is_object ? mieni_json_object(memory) : mieni_json_array(memory);
    for (int k = all.first; k >= 0 && merged != NULL; k = all.items[k].next) {
        const Item *item = &all.items[k];
        const int side = item->at[MIENI_OURS] >= 0 ? MIENI_OURS : MIENI_THEIRS;
        const char *key = all.is_object ? values[side]->keys[item->at[side]] : NULL;
        if (!mieni_json_push(memory, merged, key, item->value))
            return NULL;
    }
    if (merged != NULL)
        merged->line = values[MIENI_OURS]->line;
    sort_by_time(&all, merged);
    return merged;
}
