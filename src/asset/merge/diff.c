// SPDX-License-Identifier: MIT
//
// Comparing two versions of an asset: objects by key, rows by what makes them one.

#include "asset/merge/diff.h"

#include "asset/merge/describe.h"
#include "asset/merge/match.h"
#include "base/json_memory.h"

#include <string.h>

/// More moved rows than this in one list are reported in one line.
enum { MOST_MOVES = 5 };

typedef struct Diff {
    MieniJsonDocument *memory;
    MieniArena scratch;
    MieniTextOut text;
    MieniAssetChange *changes;
    int count, room;
} Diff;

/// Where in the asset we are: "pose jaw_open", and within it "bone jaw".
typedef struct Trail {
    const char *subject; ///< NULL at the asset itself.
    const char *prefix;  ///< "" at the subject itself.
    bool is_member;      ///< The subject is the member that is looked at, so its key is told.
} Trail;

static const char *keep(Diff *diff, const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = mieni_json_take(diff->memory, size, 1);
    return copy != NULL ? memcpy(copy, text, size) : "";
}

/// Ends the text in the making and keeps it.
static const char *take_text(Diff *diff)
{
    const char *text = diff->text.size > 0 ? keep(diff, diff->text.bytes) : "";
    diff->text.size = 0;
    return text;
}

static void begin(Diff *diff, const Trail *trail, const char *separator)
{
    diff->text.size = 0;
    mieni_text_put(&diff->text, trail->prefix);
    mieni_text_put(&diff->text, trail->prefix[0] != '\0' ? separator : "");
}

/// Adds a change with the text in the making.
static void end(Diff *diff, MieniChangeCode code, const Trail *trail, const MieniJson *a, const MieniJson *b)
{
    if (diff->count == diff->room) {
        const int room = diff->room > 0 ? 2 * diff->room : 16;
        MieniAssetChange *changes = mieni_json_take(diff->memory, sizeof *changes * (size_t)room, 8);
        if (changes == NULL)
            return;
        if (diff->count > 0)
            memcpy(changes, diff->changes, sizeof *changes * (size_t)diff->count);
        diff->changes = changes;
        diff->room = room;
    }
    diff->changes[diff->count++] =
        (MieniAssetChange){code, trail->subject != NULL ? trail->subject : "", take_text(diff),
                           a != NULL ? a->line : 0, b != NULL ? b->line : 0};
}

static void put_both(Diff *diff, const MieniField *field, const MieniJson *a, const MieniJson *b)
{
    mieni_words_put_value(&diff->text, field, a);
    mieni_text_put(&diff->text, " -> ");
    mieni_words_put_value(&diff->text, field, b);
}

/// The trail one step further in: a row or a member.
static Trail go_in(Diff *diff, const Trail *trail, const MieniField *list, const MieniJson *row, int index,
                   const char *key)
{
    Trail inner = {trail->subject, "", false};
    diff->text.size = 0;
    if (trail->subject != NULL)
        begin(diff, trail, " ");
    if (key != NULL)
        mieni_text_put(&diff->text, key);
    else
        mieni_words_put_row(&diff->text, list, row, index);
    if (trail->subject != NULL)
        inner.prefix = take_text(diff);
    else
        inner.subject = take_text(diff);
    return inner;
}

static void diff_object(Diff *diff, const Trail *trail, const MieniSchema *schema, const MieniJson *a,
                        const MieniJson *b);

/// A value without parts of its own.
static void diff_plain(Diff *diff, const Trail *trail, const MieniField *field, const char *key,
                       const MieniJson *a, const MieniJson *b)
{
    const bool is_vector = field != NULL && field->type == MIENI_FIELD_VECTOR;
    const char *verb = NULL;
    if (is_vector && strcmp(key, "t") == 0)
        verb = "moves ";
    else if (is_vector && strcmp(key, "s") == 0)
        verb = "scales ";
    else if (is_vector && strcmp(key, "q") == 0)
        verb = "rotates ";
    else if (field != NULL && field->type == MIENI_FIELD_NUMBER && strcmp(key, "value") == 0)
        verb = "";
    begin(diff, trail, verb != NULL ? " " : ": ");
    if (verb != NULL) {
        mieni_text_put(&diff->text, verb);
    } else if (!trail->is_member) {
        mieni_text_put(&diff->text, key);
        mieni_text_put(&diff->text, is_vector ? " " : ": ");
    }
    if (is_vector && strcmp(key, "q") == 0)
        mieni_words_put_turn(&diff->text, a, b);
    else
        put_both(diff, field, a, b);
    end(diff, MIENI_CHANGE_VALUE, trail, a, b);
}

/// The words of b that have no partner: ", "-separated after what.
static bool put_lonely(Diff *diff, const char *what, const MieniJson *list, const int *partners)
{
    int found = 0;
    for (int i = 0; i < mieni_json_count(list); ++i) {
        if (partners[i] >= 0)
            continue;
        if (++found <= 5) {
            mieni_text_put(&diff->text, found == 1 ? what : ", ");
            mieni_words_put_value(&diff->text, NULL, list->items[i]);
        }
    }
    if (found > 5)
        mieni_text_putf(&diff->text, " and %d more", found - 5);
    return found > 0;
}

/// A list of words, as a set with an order.
static void diff_words(Diff *diff, const Trail *trail, const MieniField *field, const MieniJson *a,
                       const MieniJson *b)
{
    int *b_of_a = mieni_arena_take(&diff->scratch, (size_t)mieni_json_count(a), sizeof *b_of_a);
    int *a_of_b = mieni_arena_take(&diff->scratch, (size_t)mieni_json_count(b), sizeof *a_of_b);
    if (b_of_a == NULL || a_of_b == NULL ||
        !mieni_match_items(&diff->scratch, field, a, b, false, b_of_a, a_of_b))
        return;
    begin(diff, trail, ": ");
    if (!trail->is_member)
        mieni_text_putf(&diff->text, "%s: ", field->key);
    const bool is_more = put_lonely(diff, "adds ", b, a_of_b);
    if (is_more && mieni_json_count(a) + mieni_json_count(b) > 0) {
        bool is_less = false;
        for (int i = 0; i < mieni_json_count(a); ++i)
            is_less = is_less || b_of_a[i] < 0;
        mieni_text_put(&diff->text, is_less ? "; " : "");
    }
    const bool is_less = put_lonely(diff, "removes ", a, b_of_a);
    if (!is_more && !is_less)
        mieni_text_put(&diff->text, "order changed");
    end(diff, is_more || is_less ? MIENI_CHANGE_VALUE : MIENI_CHANGE_ORDER, trail, a, b);
}

static void tell_row(Diff *diff, const Trail *trail, const MieniField *list, const MieniJson *row, int index,
                     bool is_added)
{
    const Trail inner = go_in(diff, trail, list, row, index, NULL);
    begin(diff, &inner, " ");
    mieni_text_put(&diff->text, is_added ? "added" : "removed");
    if (mieni_words_row_is_nameless(list)) {
        mieni_text_put(&diff->text, ": ");
        mieni_words_put_value(&diff->text, list, row);
    } else if (is_added && strcmp(list->key, "keys") == 0) {
        mieni_text_put(&diff->text, ": ");
        mieni_words_put_value(&diff->text, NULL, mieni_json_get(row, "value"));
    }
    end(diff, is_added ? MIENI_CHANGE_ADDED : MIENI_CHANGE_REMOVED, &inner, is_added ? NULL : row,
        is_added ? row : NULL);
}

static void diff_row(Diff *diff, const Trail *trail, const MieniField *list, const MieniJson *a,
                     const MieniJson *b, int index)
{
    if (mieni_json_same(a, b))
        return;
    const Trail inner = go_in(diff, trail, list, b, index, NULL);
    const char *unique = list != NULL && list->schema != NULL ? list->schema->unique : NULL;
    const char *name = unique != NULL ? mieni_json_get_string(a, unique, "") : "";
    if (a->type != MIENI_JSON_OBJECT || b->type != MIENI_JSON_OBJECT) {
        begin(diff, &inner, ": ");
        put_both(diff, NULL, a, b);
        end(diff, MIENI_CHANGE_VALUE, &inner, a, b);
        return;
    }
    if (unique != NULL && strcmp(name, mieni_json_get_string(b, unique, "")) != 0) {
        begin(diff, &inner, " ");
        mieni_text_put(&diff->text, "renamed from ");
        mieni_words_put_value(&diff->text, NULL, mieni_json_get(a, unique));
        end(diff, MIENI_CHANGE_RENAMED, &inner, a, b);
    }
    diff_object(diff, &inner, list != NULL ? list->schema : NULL, a, b);
}

/// Tells which rows of b stand elsewhere: numbers are places in a, by place in b.
static void diff_order(Diff *diff, const Trail *trail, const MieniField *list, const char *key,
                       const MieniJson *a, const MieniJson *b, const int *a_of_b)
{
    int *numbers = mieni_arena_take(&diff->scratch, (size_t)b->count, sizeof *numbers);
    bool *is_moved = mieni_arena_take(&diff->scratch, (size_t)b->count, sizeof *is_moved);
    int count = 0, moved = 0;
    if (numbers == NULL || is_moved == NULL)
        return;
    for (int i = 0; i < b->count; ++i)
        if (a_of_b[i] >= 0)
            numbers[count++] = a_of_b[i];
    if (!mieni_match_moved(&diff->scratch, numbers, count, is_moved))
        return;
    for (int i = 0; i < count; ++i)
        moved += is_moved[i];
    if (moved > MOST_MOVES) {
        const Trail inner = go_in(diff, trail, NULL, NULL, 0, key);
        begin(diff, &inner, ": ");
        mieni_text_putf(&diff->text, "order changed: %d of %d moved", moved, count);
        end(diff, MIENI_CHANGE_ORDER, &inner, a, b);
        return;
    }
    for (int i = 0, k = 0; i < b->count && moved > 0; ++i) {
        if (a_of_b[i] < 0 || !is_moved[k++])
            continue;
        const Trail inner = go_in(diff, trail, list, b->items[i], i, NULL);
        begin(diff, &inner, " ");
        mieni_text_putf(&diff->text, "moved from place %d to %d", a_of_b[i] + 1, i + 1);
        end(diff, MIENI_CHANGE_MOVED, &inner, a->items[a_of_b[i]], b->items[i]);
    }
}

static void diff_rows(Diff *diff, const Trail *trail, const MieniField *field, const char *key,
                      const MieniJson *a, const MieniJson *b)
{
    int *b_of_a = mieni_arena_take(&diff->scratch, (size_t)mieni_json_count(a), sizeof *b_of_a);
    int *a_of_b = mieni_arena_take(&diff->scratch, (size_t)mieni_json_count(b), sizeof *a_of_b);
    if (b_of_a == NULL || a_of_b == NULL ||
        !mieni_match_items(&diff->scratch, field, a, b, false, b_of_a, a_of_b))
        return;
    for (int i = 0; i < mieni_json_count(a); ++i)
        if (b_of_a[i] < 0)
            tell_row(diff, trail, field, a->items[i], i, false);
    for (int i = 0; i < mieni_json_count(b); ++i) {
        if (a_of_b[i] < 0)
            tell_row(diff, trail, field, b->items[i], i, true);
        else
            diff_row(diff, trail, field, a->items[a_of_b[i]], b->items[i], i);
    }
    if (a != NULL && b != NULL)
        diff_order(diff, trail, field, key, a, b, a_of_b);
}

static void tell_named(Diff *diff, const Trail *trail, const char *what, const char *name, const MieniJson *a,
                       const MieniJson *b)
{
    begin(diff, trail, " ");
    mieni_text_putf(&diff->text, "%s %s ", what, name);
    if (a == NULL)
        mieni_text_put(&diff->text, "added: ");
    if (b == NULL)
        mieni_text_put(&diff->text, "removed");
    else if (a == NULL)
        mieni_words_put_value(&diff->text, NULL, b);
    else
        put_both(diff, NULL, a, b);
    end(diff,
        a == NULL   ? MIENI_CHANGE_ADDED
        : b == NULL ? MIENI_CHANGE_REMOVED
                    : MIENI_CHANGE_VALUE,
        trail, a, b);
}

/// Values by name: of curves or, next to a list of modifiers, of its parameters.
static void diff_named(Diff *diff, const Trail *trail, const char *key, const MieniJson *a,
                       const MieniJson *b)
{
    const char *what = strcmp(key, "values") == 0 ? "value" : "curve";
    int *b_of_a = mieni_arena_take(&diff->scratch, (size_t)mieni_json_count(a), sizeof *b_of_a);
    int *a_of_b = mieni_arena_take(&diff->scratch, (size_t)mieni_json_count(b), sizeof *a_of_b);
    const int count = diff->count;
    if (b_of_a == NULL || a_of_b == NULL ||
        !mieni_match_items(&diff->scratch, NULL, a, b, false, b_of_a, a_of_b))
        return;
    for (int i = 0; i < mieni_json_count(a); ++i)
        if (b_of_a[i] < 0)
            tell_named(diff, trail, what, a->keys[i], a->items[i], NULL);
    for (int i = 0; i < mieni_json_count(b); ++i) {
        const MieniJson *other = a_of_b[i] >= 0 ? a->items[a_of_b[i]] : NULL;
        if (!mieni_json_same(other, b->items[i]))
            tell_named(diff, trail, what, b->keys[i], other, b->items[i]);
    }
    if (diff->count == count) {
        begin(diff, trail, ": ");
        mieni_text_putf(&diff->text, "order of %ss changed", what);
        end(diff, MIENI_CHANGE_ORDER, trail, a, b);
    }
}

static void diff_value(Diff *diff, const Trail *trail, const MieniField *field, const char *key,
                       const MieniJson *a, const MieniJson *b)
{
    const MieniJson *some = a != NULL ? a : b;
    if (mieni_json_same(a, b))
        return;
    const bool is_alike = a != NULL && b != NULL && a->type == b->type;
    const MieniListKind kind = some->type == MIENI_JSON_ARRAY ? mieni_list_kind(field) : MIENI_LIST_WHOLE;
    const bool is_empty = mieni_json_count(a) + mieni_json_count(b) == 0; // nothing inside can tell it
    if (field != NULL && !is_empty && field->type == MIENI_FIELD_ROWS && kind != MIENI_LIST_WHOLE) {
        diff_rows(diff, trail, field, key, a, b); // rows tell themselves who they are
        return;
    }
    Trail inner = *trail;
    inner.is_member = trail->subject == NULL;
    if (inner.is_member)
        inner.subject = keep(diff, key);
    if (is_empty) {
        diff_plain(diff, &inner, field, key, a, b);
    } else if (kind == MIENI_LIST_BY_NAME) {
        diff_words(diff, &inner, field, a, b);
    } else if (field != NULL && field->type == MIENI_FIELD_VALUES) {
        diff_named(diff, &inner, key, a, b);
    } else if (is_alike && kind == MIENI_LIST_BY_PLACE && a->count == b->count && a->count > 0 &&
               a->items[0]->type == MIENI_JSON_OBJECT) {
        if (trail->subject != NULL)
            inner = go_in(diff, trail, NULL, NULL, 0, key);
        inner.is_member = false;
        diff_rows(diff, &inner, NULL, key, a, b);
    } else if (is_alike && some->type == MIENI_JSON_OBJECT) {
        if (trail->subject != NULL)
            inner = go_in(diff, trail, NULL, NULL, 0, key);
        inner.is_member = false;
        diff_object(diff, &inner, field != NULL ? field->schema : NULL, a, b);
    } else {
        diff_plain(diff, &inner, field, key, a, b);
    }
}

/// Members in the order of the schema, then those that only a has, then b's.
static void diff_object(Diff *diff, const Trail *trail, const MieniSchema *given, const MieniJson *a,
                        const MieniJson *b)
{
    const MieniSchema *schema = mieni_schema_of(given, b);
    const char *unique = given != NULL ? given->unique : NULL;
    int *b_of_a = mieni_arena_take(&diff->scratch, (size_t)a->count, sizeof *b_of_a);
    int *a_of_b = mieni_arena_take(&diff->scratch, (size_t)b->count, sizeof *a_of_b);
    if (b_of_a == NULL || a_of_b == NULL ||
        !mieni_match_items(&diff->scratch, NULL, a, b, false, b_of_a, a_of_b))
        return;
    for (int i = 0; schema != NULL && i < schema->field_count; ++i) {
        const MieniField *field = &schema->fields[i];
        const bool is_name = unique != NULL && strcmp(unique, field->key) == 0;
        if (!is_name) // that is a rename, or what makes it another row
            diff_value(diff, trail, field, field->key, mieni_json_get(a, field->key),
                       mieni_json_get(b, field->key));
    }
    for (int i = 0; i < a->count; ++i)
        if (b_of_a[i] < 0 && (schema == NULL || mieni_schema_find(schema, a->keys[i]) == NULL))
            diff_value(diff, trail, NULL, a->keys[i], a->items[i], NULL);
    for (int i = 0; i < b->count; ++i)
        if (schema == NULL || mieni_schema_find(schema, b->keys[i]) == NULL)
            diff_value(diff, trail, NULL, b->keys[i], a_of_b[i] >= 0 ? a->items[a_of_b[i]] : NULL,
                       b->items[i]);
    for (int i = 0, last = -1; i < b->count; ++i) {
        if (a_of_b[i] < 0 || (schema != NULL && mieni_schema_find(schema, b->keys[i]) != NULL))
            continue;
        if (a_of_b[i] < last) {
            begin(diff, trail, ": ");
            mieni_text_put(&diff->text, "order of keys changed");
            end(diff, MIENI_CHANGE_ORDER, trail, a, b);
            break;
        }
        last = a_of_b[i];
    }
}

MienStatus mieni_asset_diff(MieniAssetDiff *out_diff, const MieniAsset *a, const MieniAsset *b,
                            const MienAllocator *allocator, MienError *error)
{
    *out_diff = (MieniAssetDiff){0};
    mieni_json_begin(&out_diff->memory, allocator);
    if (a->kind != b->kind || mieni_asset_schema(a->kind) == NULL || a->json.root == NULL ||
        b->json.root == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("kind"),
                          "Only two assets of one kind can be compared.");
    Diff diff = {
        .memory = &out_diff->memory, .scratch = {.allocator = allocator}, .text = {.allocator = allocator}};
    const Trail trail = {NULL, "", false};
    diff_object(&diff, &trail, mieni_asset_schema(a->kind), a->json.root, b->json.root);
    const bool failed = out_diff->memory.arena.is_out_of_memory || diff.scratch.is_out_of_memory ||
                        diff.text.is_out_of_memory;
    out_diff->changes = diff.changes;
    out_diff->count = diff.count;
    mieni_text_release(&diff.text);
    mieni_arena_release(&diff.scratch);
    if (!failed)
        return MIEN_OK;
    mieni_asset_diff_release(out_diff);
    return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

void mieni_asset_diff_release(MieniAssetDiff *diff)
{
    mieni_json_release(&diff->memory);
    diff->changes = NULL;
    diff->count = 0;
}

void mieni_asset_change_put(MieniTextOut *out, const MieniAssetChange *change)
{
    const bool goes_on = strncmp(change->text, "added:", 6) == 0 || strncmp(change->text, "removed:", 8) == 0;
    mieni_text_put(out, change->subject);
    mieni_text_put(out, change->subject[0] == '\0' ? "" : goes_on ? " " : ": ");
    mieni_text_put(out, change->text);
}
