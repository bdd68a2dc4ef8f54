// SPDX-License-Identifier: MIT
//
// Three-way merge of assets.

#include "asset/merge/merge.h"

#include "asset/lines.h"
#include "asset/merge/describe.h"
#include "asset/merge/match.h"
#include "base/json_memory.h"
#include "base/names.h"

#include <stdlib.h>
#include <string.h>

enum { MIENI_OURS = 0, MIENI_BASE, MIENI_THEIRS, MIENI_SIDES };

/// Where in the asset a value is, for words; built on the stack on the way down.
typedef struct MieniMergeTrail MieniMergeTrail;
struct MieniMergeTrail {
    const MieniMergeTrail *up;
    const char *key;        ///< Of a member; NULL for a row.
    const MieniField *list; ///< Of a row: the list it is in.
    const MieniJson *row;
    int index;
};

typedef struct MieniMerging {
    MieniJsonDocument *memory; ///< Of the result: everything is made here.
    MieniArena scratch;
    MieniMergeOptions options;
    MieniMergeConflict *conflicts;
    int count, room, conflict_count;
} MieniMerging;

static MieniJson *merge_items(MieniMerging *merging, const MieniMergeTrail *trail, const MieniField *field,
                              const MieniSchema *schema, MieniJson *const values[MIENI_SIDES]);

// What the steps of a merge share: choices, conflicts and their words.

/// What tells a choice from an object of an asset is that it has these very keys.
static const char *choice_keys[MIENI_SIDES] = {"ours", "base", "theirs"};

static bool merge_is_choice(const MieniJson *value) { return value != NULL && value->keys == choice_keys; }

/// A choice without words of its own.
static MieniJson *merge_choice(MieniMerging *merging, MieniJson *const values[MIENI_SIDES])
{
    MieniJson *choice = mieni_json_object(merging->memory);
    MieniJson **items = mieni_json_take(merging->memory, sizeof *items * MIENI_SIDES, 8);
    if (choice == NULL || items == NULL)
        return NULL;
    for (int side = 0; side < MIENI_SIDES; ++side)
        items[side] = values[side];
    choice->items = items;
    choice->keys = choice_keys;
    choice->count = MIENI_SIDES;
    return choice;
}

/// "pose jaw_open: bone jaw: "
static void put_trail(MieniTextOut *out, const MieniMergeTrail *trail)
{
    if (trail == NULL)
        return;
    put_trail(out, trail->up);
    if (trail->key != NULL)
        mieni_text_put(out, trail->key);
    else
        mieni_words_put_row(out, trail->list, trail->row, trail->index);
    mieni_text_put(out, ": ");
}

static void put_side(MieniTextOut *out, const char *label, const MieniField *field, const MieniJson *value,
                     const MieniJson *base, bool is_row)
{
    mieni_text_put(out, label);
    mieni_text_put(out, " ");
    if (value == NULL)
        mieni_text_put(out, base != NULL ? "removes it" : "has none");
    else if (is_row && base != NULL && !(field != NULL && field->schema != NULL && field->schema->is_whole))
        mieni_text_put(out, "changes it");
    else
        mieni_words_put_value(out, field, value);
}

static int line_of(const MieniJson *value) { return value != NULL ? value->line : 0; }

/// Adds an entry with this text, which is released.
static void add_conflict(MieniMerging *merging, MieniJson *const values[MIENI_SIDES], MieniTextOut *text,
                         bool is_note)
{
    MieniJsonDocument *memory = merging->memory;
    if (merging->count == merging->room) {
        const int room = merging->room > 0 ? 2 * merging->room : 8;
        MieniMergeConflict *conflicts = mieni_json_take(memory, sizeof *conflicts * (size_t)room, 8);
        if (conflicts != NULL && merging->count > 0)
            memcpy(conflicts, merging->conflicts, sizeof *conflicts * (size_t)merging->count);
        merging->conflicts = conflicts != NULL ? conflicts : merging->conflicts;
        merging->room = conflicts != NULL ? room : merging->room;
    }
    char *copy = !text->is_out_of_memory ? mieni_json_take(memory, text->size + 1, 1) : NULL;
    if (copy == NULL || merging->count == merging->room) {
        memory->arena.is_out_of_memory = true;
    } else {
        memcpy(copy, text->bytes, text->size + 1);
        merging->conflicts[merging->count++] =
            (MieniMergeConflict){copy, line_of(values[MIENI_BASE]), line_of(values[MIENI_OURS]),
                                 line_of(values[MIENI_THEIRS]), is_note};
        merging->conflict_count += !is_note;
    }
    mieni_text_release(text);
}

/// Adds a conflict and returns the choice. why is NULL for the values themselves.
static MieniJson *merge_conflict(MieniMerging *merging, const MieniMergeTrail *trail, const MieniField *field,
                                 MieniJson *const values[MIENI_SIDES], const char *why)
{
    MieniTextOut text = {.allocator = merging->options.allocator};
    const MieniJson *base = values[MIENI_BASE];
    const bool is_row = trail != NULL && trail->key == NULL;
    put_trail(&text, trail);
    if (why != NULL) {
        mieni_text_put(&text, why);
    } else {
        put_side(&text, merging->options.ours, field, values[MIENI_OURS], base, is_row);
        mieni_text_put(&text, ", ");
        put_side(&text, merging->options.theirs, field, values[MIENI_THEIRS], base, is_row);
    }
    add_conflict(merging, values, &text, false);
    return merge_choice(merging, values);
}

/// Adds words about something that was decided.
static void merge_note(MieniMerging *merging, const MieniMergeTrail *trail,
                       MieniJson *const values[MIENI_SIDES], const char *note)
{
    MieniTextOut text = {.allocator = merging->options.allocator};
    put_trail(&text, trail);
    mieni_text_put(&text, note);
    add_conflict(merging, values, &text, true);
}

// Merging objects and lists item by item, and the order that comes out.
//
// The order begins with ours. What theirs has beside it, because it added it, moved
// it, or kept what ours removed, goes behind the item that it follows in theirs and
// that ours left where it was, and behind what ours added there.

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
        return merge_items(merging, trail, field, field != NULL ? field->schema : NULL, values);
    // Objects in another order are no conflict.
    if (mieni_json_equal(ours, theirs) || mieni_json_equal(base, theirs))
        return ours;
    if (mieni_json_equal(base, ours))
        return theirs;
    return merge_conflict(merging, trail, field, values, NULL);
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
        merge_note(all->merging, all->trail, all->sides,
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
    while (merge_is_choice(value))
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
            item->value = which == 0 ? merge_conflict(merging, &trail, all->field, values,
                                                      "the sides give this name to different rows")
                                     : merge_choice(merging, values);
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

/// The value of an object or list of which both sides have versions, item by item; base
/// may be NULL. field is that of
/// the object or list, NULL for the asset itself, whose schema is given.
static MieniJson *merge_items(MieniMerging *merging, const MieniMergeTrail *trail, const MieniField *field,
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
        return merge_conflict(merging, trail, field, values,
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

// References follow renames: where one side renamed a pose, what the other side says
// about it by its old name is said by the new one.

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

static void add_rename(Renames *renames, const char *from, const char *to)
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
            add_rename(&out_renames[side], names[side], settled);
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

/// Makes names of poses in base, on, product, masks and groups follow what either side
/// renamed: replaces the roots by copies where that changes anything.
static void merge_follow_renames(MieniMerging *merging, MieniJson *roots[MIENI_SIDES])
{
    static const struct {
        const char *list;
        const char *keys[2];
        int key_count;
    } places[] = {{"poses", {"target", "corrective"}, 2},
                  {"overrides", {"target", "source"}, 2},
                  {"groups", {"members"}, 1}};
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

// Writing a merge in which sides disagree. A line that holds a choice is written once
// per side, with all that was merged in it, so that taking a side is keeping a line.

/// Whether there is a choice in a value; with depth, none of those on further lines.
static bool holds_choice(const MieniField *field, const MieniJson *value, int depth)
{
    if (merge_is_choice(value))
        return true;
    if (value == NULL || value->type < MIENI_JSON_ARRAY ||
        (depth > 0 && mieni_asset_is_broken(field, value, depth)))
        return false;
    for (int i = 0; i < value->count; ++i) {
        const MieniField *inner = field;
        if (value->type == MIENI_JSON_OBJECT)
            inner = field != NULL && field->schema != NULL
                        ? mieni_schema_find(mieni_schema_of(field->schema, value), value->keys[i])
                        : NULL;
        if (holds_choice(inner, value->items[i], depth > 0 ? depth + 1 : 0))
            return true;
    }
    return false;
}

/// The value as one side wants it, or NULL for absent.
static MieniJson *choose(MieniMerging *merging, const MieniJson *value, int side)
{
    MieniJsonDocument *memory = merging->memory;
    if (merge_is_choice(value))
        return value->items[side] != NULL ? choose(merging, value->items[side], side) : NULL;
    if (!holds_choice(NULL, value, 0))
        return (MieniJson *)value;
    MieniJson *chosen =
        value->type == MIENI_JSON_OBJECT ? mieni_json_object(memory) : mieni_json_array(memory);
    for (int i = 0; i < value->count && chosen != NULL; ++i) {
        MieniJson *item = choose(merging, value->items[i], side);
        if (item != NULL &&
            !mieni_json_push(memory, chosen, value->type == MIENI_JSON_OBJECT ? value->keys[i] : NULL, item))
            return NULL;
    }
    return chosen;
}

static void put_marker(const MieniMerging *merging, MieniTextOut *out, char sign, const char *label)
{
    const int size = merging->options.marker_size;
    mieni_text_put(out, "\n");
    for (int i = 0; i < size; ++i)
        mieni_text_put_bytes(out, &sign, 1);
    mieni_text_put(out, label[0] != '\0' ? " " : "");
    mieni_text_put(out, label);
}

static bool put_line(void *user, MieniTextOut *out, const MieniAssetLine *line)
{
    MieniMerging *merging = user;
    const MieniMergeOptions *options = &merging->options;
    const char signs[MIENI_SIDES] = {'<', '|', '='};
    const char *const labels[MIENI_SIDES] = {options->ours, options->base, ""};
    const bool is_inner_list = line->key == NULL && line->value->type == MIENI_JSON_ARRAY;
    if (!holds_choice(is_inner_list ? NULL : line->field, line->value, line->depth))
        return false;
    for (int side = 0; side < MIENI_SIDES; ++side) {
        MieniAssetLine own = *line;
        own.value = choose(merging, line->value, side);
        put_marker(merging, out, signs[side], labels[side]);
        if (own.value != NULL)
            mieni_asset_put_line(out, &own);
    }
    put_marker(merging, out, '>', options->theirs);
    return true;
}

/// Writes a tree with choices: the lines that hold them between markers.
static void merge_write(MieniMerging *merging, const MieniAsset *asset, MieniTextOut *out)
{
    mieni_asset_write_lines(asset, out, put_line, merging);
}

/// Merges, and writes what comes out.
static MienStatus merge(MieniMerging *merging, MieniMerge *out, MieniAssetKind kind,
                        MieniJson *roots[MIENI_SIDES], MienError *error)
{
    MieniAsset asset = {.kind = kind};
    if (kind == MIENI_ASSET_POSES)
        merge_follow_renames(merging, roots);
    asset.json.arena.allocator = merging->options.allocator;
    asset.json.root = merge_items(merging, NULL, NULL, mieni_asset_schema(kind), roots);
    if (asset.json.root == NULL || out->memory.arena.is_out_of_memory || merging->scratch.is_out_of_memory)
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    if (merging->conflict_count == 0) {
        const MienStatus status = mieni_asset_check(&asset, error);
        if (status != MIEN_OK)
            return status;
    }
    merge_write(merging, &asset, &out->text);
    if (out->text.is_out_of_memory || out->memory.arena.is_out_of_memory)
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    out->conflicts = merging->conflicts;
    out->count = merging->count;
    out->conflict_count = merging->conflict_count;
    return MIEN_OK;
}

MienStatus mieni_asset_merge(MieniMerge *out_merge, const MieniAsset *base, const MieniAsset *ours,
                             const MieniAsset *theirs, const MieniMergeOptions *options, MienError *error)
{
    MieniMerging merging = {.memory = &out_merge->memory};
    if (options != NULL)
        merging.options = *options;
    const MienAllocator *allocator = merging.options.allocator;
    *out_merge = (MieniMerge){.text = {.allocator = allocator}};
    mieni_json_begin(&out_merge->memory, allocator);
    merging.scratch.allocator = allocator;
    if (merging.options.ours == NULL)
        merging.options.ours = "ours";
    if (merging.options.base == NULL)
        merging.options.base = "base";
    if (merging.options.theirs == NULL)
        merging.options.theirs = "theirs";
    if (merging.options.marker_size <= 0 || merging.options.marker_size > 1000)
        merging.options.marker_size = 7;
    if (ours->kind != theirs->kind || (base != NULL && base->kind != ours->kind) ||
        mieni_asset_schema(ours->kind) == NULL || ours->json.root == NULL || theirs->json.root == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("kind"),
                          "Only assets of one kind can be merged.");
    MieniJson *roots[MIENI_SIDES] = {ours->json.root, base != NULL ? base->json.root : NULL,
                                     theirs->json.root};
    const MienStatus status = merge(&merging, out_merge, ours->kind, roots, error);
    mieni_arena_release(&merging.scratch);
    if (status != MIEN_OK)
        mieni_asset_merge_release(out_merge);
    return status;
}

void mieni_asset_merge_release(MieniMerge *merge)
{
    mieni_text_release(&merge->text);
    mieni_json_release(&merge->memory);
    merge->conflicts = NULL;
    merge->count = merge->conflict_count = 0;
}
