// SPDX-License-Identifier: MIT
//
// Writing a merge in which sides disagree. A line that holds a choice is written once
// per side, with all that was merged in it, so that taking a side is keeping a line.

#include "asset/lines.h"
#include "asset/merge/tree.h"
#include "base/json_memory.h"

#include <string.h>

/// Whether there is a choice in a value; with depth, none of those on further lines.
static bool holds_choice(const MieniField *field, const MieniJson *value, int depth)
{
    if (mieni_merge_is_choice(value))
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
    if (mieni_merge_is_choice(value))
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

void mieni_merge_write(MieniMerging *merging, const MieniAsset *asset, MieniTextOut *out)
{
    mieni_asset_write_lines(asset, out, put_line, merging);
}
