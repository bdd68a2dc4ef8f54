// SPDX-License-Identifier: MIT
//
// Matching the items of two versions of a list.

#include "asset/merge/match.h"

#include "base/names.h"

#include <string.h>

/// How far similar rows are looked for: beyond this they are removed and added.
enum { LOOK_AHEAD = 32 };

/// Both lists, and what is known of them so far.
typedef struct Match {
    MieniArena *scratch;
    const MieniField *field;
    const MieniJson *lists[2];
    int *partners[2];
} Match;

bool mieni_json_same(const MieniJson *a, const MieniJson *b)
{
    if (a == NULL || b == NULL || a == b)
        return a == b;
    if (a->type != b->type || a->count != b->count)
        return false;
    switch (a->type) {
    case MIENI_JSON_NULL:
        return true;
    case MIENI_JSON_BOOL:
        return a->boolean == b->boolean;
    case MIENI_JSON_NUMBER:
        return a->number == b->number;
    case MIENI_JSON_STRING:
        return strcmp(a->string, b->string) == 0;
    default:
        for (int i = 0; i < a->count; ++i)
            if ((a->type == MIENI_JSON_OBJECT && strcmp(a->keys[i], b->keys[i]) != 0) ||
                !mieni_json_same(a->items[i], b->items[i]))
                return false;
        return true;
    }
}

MieniListKind mieni_list_kind(const MieniField *field)
{
    if (field == NULL)
        return MIENI_LIST_BY_PLACE;
    if (field->type == MIENI_FIELD_NAMES)
        return MIENI_LIST_BY_NAME;
    // A modifier's names and what they become go in pairs, and inputs are told by their place.
    if (field->type == MIENI_FIELD_TEXTS)
        return strcmp(field->key, "names") == 0 || strcmp(field->key, "to") == 0 ||
                       strcmp(field->key, "inputs") == 0
                   ? MIENI_LIST_WHOLE
                   : MIENI_LIST_BY_NAME;
    if (field->type != MIENI_FIELD_ROWS)
        return MIENI_LIST_WHOLE;
    if (field->schema->is_ordered)
        return MIENI_LIST_BY_ORDER;
    return field->schema->unique != NULL || field->schema->identity != NULL ? MIENI_LIST_BY_NAME
                                                                            : MIENI_LIST_WHOLE;
}

/// Text that is kept in the arena, or NULL.
static const char *keep(MieniArena *arena, MieniTextOut *text)
{
    char *copy = text->bytes != NULL ? mieni_arena_take(arena, text->size + 1, 1) : NULL;
    if (copy != NULL)
        memcpy(copy, text->bytes, text->size + 1);
    arena->is_out_of_memory = arena->is_out_of_memory || text->is_out_of_memory;
    text->size = 0;
    return copy;
}

/// The values of the keys between bars, each as JSON; "" where all are absent.
static void put_identity(MieniTextOut *out, const char *keys, const MieniJson *row)
{
    bool is_any = false;
    out->size = 0;
    mieni_text_put(out, "");
    while (*keys != '\0') {
        char key[32];
        const size_t size = strcspn(keys, "|");
        memcpy(key, keys, size < sizeof key ? size : sizeof key - 1);
        key[size < sizeof key ? size : sizeof key - 1] = '\0';
        const MieniJson *value = mieni_json_get(row, key);
        if (value != NULL)
            mieni_text_put_json(out, value);
        is_any = is_any || value != NULL;
        mieni_text_put(out, "|");
        keys += size + (keys[size] == '|');
    }
    if (!is_any && !out->is_out_of_memory) {
        out->size = 0;
        mieni_text_put(out, "");
    }
}

/// The entries of all items without a partner yet, sorted; keys is NULL for what the
/// items themselves are. With once, items without any of the keys are left out.
static MieniNameEntry *list_entries(const Match *match, int side, const char *keys, bool once, int *out_count)
{
    const MieniJson *list = match->lists[side];
    const int count = mieni_json_count(list);
    MieniNameEntry *entries = mieni_arena_take(match->scratch, (size_t)count, sizeof *entries);
    MieniTextOut text = {.allocator = match->scratch->allocator};
    int found = 0;
    for (int i = 0; i < count && entries != NULL; ++i) {
        const MieniJson *item = list->items[i];
        const char *name = NULL;
        if (match->partners[side][i] >= 0)
            continue;
        if (list->type == MIENI_JSON_OBJECT) {
            name = list->keys[i];
        } else if (item->type == MIENI_JSON_STRING) {
            name = item->string;
        } else if (keys != NULL && strchr(keys, '|') == NULL &&
                   mieni_json_get_string(item, keys, NULL) != NULL) {
            name = mieni_json_get_string(item, keys, NULL);
        } else {
            if (keys != NULL)
                put_identity(&text, keys, item);
            else
                mieni_text_put_json(&text, item);
            name = keep(match->scratch, &text);
        }
        if (name != NULL && (name[0] != '\0' || !once))
            entries[found++] = (MieniNameEntry){name, i};
    }
    mieni_text_release(&text);
    if (entries != NULL)
        mieni_names_sort(entries, found);
    *out_count = found;
    return entries;
}

static void pair(const Match *match, int a, int b)
{
    match->partners[0][a] = b;
    match->partners[1][b] = a;
}

/// How many entries from here on have the same name.
static int run_of(const MieniNameEntry *entries, int count, int from)
{
    int end = from + 1;
    while (end < count && strcmp(entries[end].name, entries[from].name) == 0)
        ++end;
    return end - from;
}

/// Pairs items that are called the same: the first with the first, and so on. With
/// once only those that are the only ones of their name.
static void match_names(const Match *match, const char *keys, bool once)
{
    int counts[2], i = 0, j = 0;
    const MieniNameEntry *a = list_entries(match, 0, keys, once, &counts[0]);
    const MieniNameEntry *b = list_entries(match, 1, keys, once, &counts[1]);
    if (match->scratch->is_out_of_memory)
        return;
    while (i < counts[0] && j < counts[1]) {
        const int order = strcmp(a[i].name, b[j].name);
        const int run_a = run_of(a, counts[0], i), run_b = run_of(b, counts[1], j);
        if (order == 0 && (!once || (run_a == 1 && run_b == 1)))
            for (int k = 0; k < run_a && k < run_b; ++k)
                pair(match, a[i + k].index, b[j + k].index);
        i += order <= 0 ? run_a : 0;
        j += order >= 0 ? run_b : 0;
    }
}

static bool is_similar(const Match *match, int a, int b, MieniTextOut texts[2])
{
    const char *keys = match->field->schema->identity;
    if (keys == NULL)
        return false;
    put_identity(&texts[0], keys, match->lists[0]->items[a]);
    put_identity(&texts[1], keys, match->lists[1]->items[b]);
    return !texts[0].is_out_of_memory && !texts[1].is_out_of_memory &&
           strcmp(texts[0].bytes, texts[1].bytes) == 0;
}

/// Pairs what is left between two neighbours that have partners: similar rows first,
/// then, if as many are left on both sides, the others as they stand.
static void match_gap(const Match *match, int a, int a_end, int b, int b_end, MieniTextOut texts[2])
{
    int left = 0;
    for (int i = a, next = b; i < a_end; ++i)
        for (int j = next; j < b_end && j < next + LOOK_AHEAD; ++j)
            if (is_similar(match, i, j, texts)) {
                pair(match, i, j);
                next = j + 1;
                break;
            }
    for (int i = a; i < a_end; ++i)
        left += match->partners[0][i] < 0;
    for (int j = b; j < b_end; ++j)
        left -= match->partners[1][j] < 0;
    for (int i = a, j = b; left == 0 && i < a_end; ++i) {
        if (match->partners[0][i] >= 0)
            continue;
        while (match->partners[1][j] >= 0)
            ++j;
        pair(match, i, j);
    }
}

static void match_similar(const Match *match)
{
    const int counts[2] = {mieni_json_count(match->lists[0]), mieni_json_count(match->lists[1])};
    MieniTextOut texts[2] = {{.allocator = match->scratch->allocator},
                             {.allocator = match->scratch->allocator}};
    for (int i = 0; i < counts[0]; ++i) {
        if (match->partners[0][i] >= 0)
            continue;
        int end = i;
        const int b = i > 0 ? match->partners[0][i - 1] + 1 : 0;
        int b_end = b;
        while (end < counts[0] && match->partners[0][end] < 0)
            ++end;
        while (b_end < counts[1] && match->partners[1][b_end] < 0)
            ++b_end;
        match_gap(match, i, end, b, b_end, texts);
        i = end - 1;
    }
    for (int side = 0; side < 2; ++side) {
        match->scratch->is_out_of_memory = match->scratch->is_out_of_memory || texts[side].is_out_of_memory;
        mieni_text_release(&texts[side]);
    }
}

bool mieni_match_items(MieniArena *scratch, const MieniField *field, const MieniJson *a, const MieniJson *b,
                       bool strictly, int *b_of_a, int *a_of_b)
{
    const Match match = {scratch, field, {a, b}, {b_of_a, a_of_b}};
    const MieniJson *some = a != NULL ? a : b;
    for (int i = 0; i < mieni_json_count(a); ++i)
        b_of_a[i] = -1;
    for (int i = 0; i < mieni_json_count(b); ++i)
        a_of_b[i] = -1;
    if (a == NULL || b == NULL)
        return true;
    const bool is_list = some->type == MIENI_JSON_ARRAY;
    const MieniSchema *schema = is_list && field != NULL ? field->schema : NULL;
    switch (is_list ? mieni_list_kind(field) : MIENI_LIST_BY_NAME) {
    case MIENI_LIST_BY_PLACE:
        for (int i = 0; i < a->count && i < b->count; ++i)
            pair(&match, i, i);
        break;
    case MIENI_LIST_BY_NAME:
        if (schema != NULL && schema->identity != NULL)
            match_names(&match, schema->identity, schema->unique != NULL);
        if (schema == NULL || schema->unique != NULL)
            match_names(&match, schema != NULL ? schema->unique : NULL, false);
        break;
    case MIENI_LIST_BY_ORDER:
        match_names(&match, NULL, false);
        if (!strictly && !scratch->is_out_of_memory)
            match_similar(&match);
        break;
    case MIENI_LIST_WHOLE:
        break;
    }
    return !scratch->is_out_of_memory;
}

bool mieni_match_moved(MieniArena *scratch, const int *numbers, int count, bool *out_is_moved)
{
    // The longest ascending part by patience: lasts[k] is the index of the lowest
    // number that ends an ascending part of k + 1 numbers, before[] leads back.
    int *lasts = mieni_arena_take(scratch, (size_t)count, sizeof *lasts);
    int *before = mieni_arena_take(scratch, (size_t)count, sizeof *before);
    int length = 0;
    if (lasts == NULL || before == NULL)
        return false;
    for (int i = 0; i < count; ++i) {
        int low = 0, high = length;
        while (low < high) {
            const int middle = low + (high - low) / 2;
            if (numbers[lasts[middle]] < numbers[i])
                low = middle + 1;
            else
                high = middle;
        }
        before[i] = low > 0 ? lasts[low - 1] : -1;
        lasts[low] = i;
        length += low == length;
        out_is_moved[i] = true;
    }
    for (int i = length > 0 ? lasts[length - 1] : -1; i >= 0; i = before[i])
        out_is_moved[i] = false;
    return true;
}
