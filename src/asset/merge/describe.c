// SPDX-License-Identifier: MIT
//
// Rows and values of assets in words.

#include "core/float_rules.h"

#include "asset/merge/describe.h"

#include "base/format.h"
#include "core/square_root.h"

#include <string.h>

enum { LONGEST_VALUE = 96 };

/// By the key of the list: what its rows are, and the key that names one.
static const struct {
    const char *list, *noun, *key;
} nouns[] = {
    {"bones", "bone", NULL},
    {"curves", "curve", "name"},
    {"rest_pose", "bone", "bone"},
    {"morphs", "morph", "name"},
    {"keyed", "curve", "curve"},
    {"poses", "pose", "name"},
    {"except", "exception for", "file"},
    {"nodes", "node", "id"},
    {"parameters", "parameter", "name"},
    {"states", "state", "name"},
    {"targets", "target", "name"},
};

static bool is_list(const MieniField *list, const char *key) { return strcmp(list->key, key) == 0; }

/// Bones of a skeleton have a name, those of poses, masks and targets are named.
static const char *bone_key(const MieniField *list)
{
    return list->schema->unique != NULL ? list->schema->unique : "bone";
}

/// A string as it is where that can be read, in quotes otherwise.
static void put_text(MieniTextOut *out, const char *text)
{
    bool is_plain = text[0] != '\0';
    for (const char *at = text; *at != '\0'; ++at)
        is_plain = is_plain && (unsigned char)*at > ' ' && *at != 0x7F && *at != '"' && *at != ',';
    if (is_plain)
        mieni_text_put(out, text);
    else
        mieni_text_put_string(out, text);
}

/// Cuts what was written since from, before a character of UTF-8.
static void shorten(MieniTextOut *out, size_t from)
{
    if (out->is_out_of_memory || out->size - from <= LONGEST_VALUE)
        return;
    size_t end = from + LONGEST_VALUE;
    while (end > from && ((unsigned char)out->bytes[end] & 0xC0) == 0x80)
        --end;
    out->size = end;
    mieni_text_put(out, "...");
}

bool mieni_words_row_is_nameless(const MieniField *list)
{
    return list == NULL || is_list(list, "modifiers") || is_list(list, "skipped") ||
           (is_list(list, "groups"));
}

void mieni_words_put_row(MieniTextOut *out, const MieniField *list, const MieniJson *row, int index)
{
    const char *name = NULL;
    if (list == NULL || row == NULL || row->type != MIENI_JSON_OBJECT) {
        mieni_text_putf(out, "item %d", index + 1);
        return;
    }
    for (size_t i = 0; i < sizeof nouns / sizeof *nouns; ++i) {
        if (!is_list(list, nouns[i].list))
            continue;
        name = nouns[i].key != NULL ? nouns[i].key : bone_key(list);
        mieni_text_putf(out, "%s ", nouns[i].noun);
        put_text(out, mieni_json_get_string(row, name, ""));
        return;
    }
    if (is_list(list, "keys")) {
        mieni_text_put(out, "key at ");
        mieni_text_put_number(out, mieni_json_get_number(row, "time", 0));
        mieni_text_put(out, " s");
    } else if (is_list(list, "events")) {
        mieni_text_put(out, "event ");
        put_text(out, mieni_json_get_string(row, "name", ""));
        mieni_text_put(out, " at ");
        mieni_text_put_number(out, mieni_json_get_number(row, "time", 0));
        mieni_text_put(out, " s");
    } else if (is_list(list, "masks")) {
        mieni_text_put(out, "mask ");
        put_text(out, mieni_json_get_string(row, list->schema->unique, ""));
    } else if (is_list(list, "overrides") && mieni_json_get(row, "target") != NULL) { // of a pose asset
        mieni_text_put(out, "override of ");
        put_text(out, mieni_json_get_string(row, "target", ""));
        mieni_text_put(out, " by ");
        put_text(out, mieni_json_get_string(row, "source", ""));
    } else if (is_list(list, "overrides")) {
        const bool is_node = mieni_json_get(row, "id") != NULL;
        mieni_text_put(out, is_node ? "override of " : "override of parameter ");
        put_text(out, mieni_json_get_string(row, is_node ? "id" : "parameter", ""));
    } else if (is_list(list, "transitions")) {
        mieni_text_put(out, "transition from ");
        put_text(out, mieni_json_get_string(row, "from", "any"));
        mieni_text_put(out, " to ");
        put_text(out, mieni_json_get_string(row, "to", ""));
    } else if (is_list(list, "changes")) {
        put_text(out, mieni_json_get_string(row, "do", "change"));
        mieni_text_put(out, " of ");
        put_text(out, mieni_json_get_string(row, "curve", ""));
    } else if (is_list(list, "rows")) {
        mieni_text_put(out, "row ");
        put_text(out, mieni_json_get_string(row, "from", ""));
        mieni_text_put(out, " to ");
        put_text(out, mieni_json_get_string(row, "to", ""));
    } else if (is_list(list, "groups") && mieni_json_get_string(row, "name", NULL) != NULL) {
        mieni_text_put(out, "group ");
        put_text(out, mieni_json_get_string(row, "name", ""));
    } else {
        const bool is_plural = list->key[strlen(list->key) - 1] == 's';
        mieni_text_putf(out, "%.*s %d", (int)strlen(list->key) - is_plural, list->key, index + 1);
    }
}

void mieni_words_put_modifier(MieniTextOut *out, const MieniJson *row)
{
    const size_t from = out->size;
    const MieniJson *names = mieni_json_get(row, "names");
    mieni_text_put(out, mieni_json_get_string(row, "do", "list"));
    for (int i = 0; i < row->count; ++i) {
        const char *key = row->keys[i];
        const MieniJson *value = row->items[i];
        if (strcmp(key, "do") == 0)
            continue;
        mieni_text_put(out, " ");
        if (strcmp(key, "with_children") == 0 && value->type == MIENI_JSON_BOOL) {
            mieni_text_put(out, value->boolean ? "with children" : "without children");
        } else if (strcmp(key, "list") == 0 && value->type == MIENI_JSON_STRING) {
            put_text(out, value->string);
        } else if (strcmp(key, "values") == 0 && value->type == MIENI_JSON_OBJECT) {
            mieni_text_put(out, "with ");
            mieni_text_put_json(out, value);
        } else if (value == names && value->type == MIENI_JSON_ARRAY) {
            for (int k = 0; k < value->count && out->size - from <= LONGEST_VALUE; ++k) {
                mieni_text_put(out, k > 0 ? ", " : "");
                put_text(out, value->items[k]->type == MIENI_JSON_STRING ? value->items[k]->string : "");
            }
        } else {
            mieni_text_putf(out, "%s ", key);
            mieni_words_put_value(out, NULL, value);
        }
    }
    shorten(out, from);
}

void mieni_words_put_value(MieniTextOut *out, const MieniField *field, const MieniJson *value)
{
    const size_t from = out->size;
    const bool is_vector = field != NULL && field->type == MIENI_FIELD_VECTOR && field->count > 2;
    if (value == NULL) {
        mieni_text_put(out, "nothing");
        return;
    }
    if (value->type == MIENI_JSON_OBJECT && field != NULL && is_list(field, "modifiers")) {
        mieni_words_put_modifier(out, value);
        return;
    }
    if (value->type == MIENI_JSON_STRING)
        put_text(out, value->string);
    else
        mieni_text_put_json(out, value);
    if (is_vector && !out->is_out_of_memory && value->type == MIENI_JSON_ARRAY) {
        out->bytes[from] = '(';
        out->bytes[out->size - 1] = ')';
    }
    shorten(out, from);
}

/// A quaternion of length 1 in double, or the identity for what is none.
static void read_rotation(const MieniJson *value, double out[4])
{
    double square = 0;
    for (int i = 0; i < 4; ++i) {
        out[i] = i == 3;
        if (value != NULL && value->type == MIENI_JSON_ARRAY && value->count == 4 &&
            value->items[i]->type == MIENI_JSON_NUMBER)
            out[i] = value->items[i]->number;
        square += out[i] * out[i];
    }
    for (int i = 0; i < 4; ++i)
        out[i] = square > 0x1p-20 ? out[i] / mieni_sqrt(square) : i == 3;
}

void mieni_words_put_turn(MieniTextOut *out, const MieniJson *from, const MieniJson *to)
{
    double a[4], b[4];
    read_rotation(from, a);
    read_rotation(to, b);
    // b times the conjugate of a
    const double x = -b[3] * a[0] + b[0] * a[3] - b[1] * a[2] + b[2] * a[1];
    const double y = -b[3] * a[1] + b[1] * a[3] - b[2] * a[0] + b[0] * a[2];
    const double z = -b[3] * a[2] + b[2] * a[3] - b[0] * a[1] + b[1] * a[0];
    const double w = b[3] * a[3] + b[0] * a[0] + b[1] * a[1] + b[2] * a[2];
    const double turn[4] = {x, y, z, w};
    mieni_text_put(out, mieni_degrees_of(b) < mieni_degrees_of(a) ? "-" : "+");
    if (mieni_degrees_of(turn) < 1e-4)
        mieni_text_put(out, "0"); // not visible: usually another quaternion of the same turn
    else
        mieni_say_about(out, mieni_degrees_of(turn));
    mieni_text_put(out, "\xC2\xB0");
}
