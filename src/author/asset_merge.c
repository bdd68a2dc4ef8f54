// SPDX-License-Identifier: MIT
//
// Three-way merge of assets: single values, conflicts and their words.

#include "author/asset_merge.h"

#include "author/asset_match.h"
#include "author/asset_words.h"
#include "author/json_memory.h"
#include "author/merge_tree.h"

#include <string.h>

/// What tells a choice from an object of an asset is that it has these very keys.
static const char *choice_keys[MIENI_SIDES] = {"ours", "base", "theirs"};

bool mieni_merge_is_choice(const MieniJson *value) { return value != NULL && value->keys == choice_keys; }

MieniJson *mieni_merge_choice(MieniMerging *merging, MieniJson *const values[MIENI_SIDES])
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
static void add(MieniMerging *merging, MieniJson *const values[MIENI_SIDES], MieniTextOut *text, bool is_note)
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

MieniJson *mieni_merge_conflict(MieniMerging *merging, const MieniMergeTrail *trail, const MieniField *field,
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
    add(merging, values, &text, false);
    return mieni_merge_choice(merging, values);
}

void mieni_merge_note(MieniMerging *merging, const MieniMergeTrail *trail,
                      MieniJson *const values[MIENI_SIDES], const char *note)
{
    MieniTextOut text = {.allocator = merging->options.allocator};
    put_trail(&text, trail);
    mieni_text_put(&text, note);
    add(merging, values, &text, true);
}

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
        return trail->key != NULL || field == NULL || !field->schema->is_whole;
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

MieniJson *mieni_merge_value(MieniMerging *merging, const MieniMergeTrail *trail, const MieniField *field,
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

/// Merges, and writes what comes out.
static MienStatus merge(MieniMerging *merging, MieniMerge *out, MieniAssetKind kind,
                        MieniJson *roots[MIENI_SIDES], MienError *error)
{
    MieniAsset asset = {.kind = kind};
    if (kind == MIENI_ASSET_POSES)
        mieni_merge_follow_renames(merging, roots);
    asset.json.arena.allocator = merging->options.allocator;
    asset.json.root = mieni_merge_items(merging, NULL, NULL, mieni_asset_schema(kind), roots);
    if (asset.json.root == NULL || out->memory.arena.is_out_of_memory || merging->scratch.is_out_of_memory)
        return mieni_fail(error, MIEN_ERROR_MEMORY, "There is not enough memory.", "%s", "");
    if (merging->conflict_count == 0) {
        const MienStatus status = mieni_asset_check(&asset, error);
        if (status != MIEN_OK)
            return status;
    }
    mieni_merge_write(merging, &asset, &out->text);
    if (out->text.is_out_of_memory || out->memory.arena.is_out_of_memory)
        return mieni_fail(error, MIEN_ERROR_MEMORY, "There is not enough memory.", "%s", "");
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
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, "Only assets of one kind can be merged.", "kind");
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
