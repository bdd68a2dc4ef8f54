// SPDX-License-Identifier: MIT
//
// What the steps of a merge share: choices, conflicts and their words.

#include "asset/merge/tree.h"

#include "asset/merge/describe.h"
#include "base/json_memory.h"

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
