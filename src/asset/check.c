// SPDX-License-Identifier: MIT
//
// Holding a tree against its schema. The first thing that is wrong is told, with
// the line it stands on and the path that leads to it.

#include "asset/asset.h"

#include "base/names.h"
#include "base/nearest.h"
#include "base/number.h"
#include "core/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { PATH_ROOM = 72 };

typedef struct Check {
    MienError *error;
    MieniUnknownKey *found; ///< Or NULL: then unknown keys do not matter.
    void *user;
    const MienAllocator *allocator;
} Check;

static MienStatus complain(const Check *check, const MieniJson *value, const char *path, const char *sentence)
{
    return mieni_fail(check->error, MIEN_ERROR_DATA, mieni_at_value(value, "%s", path), "%s", sentence);
}

static const char *type_sentence(MieniFieldType type)
{
    switch (type) {
    case MIENI_FIELD_TEXT:
    case MIENI_FIELD_NAME:
    case MIENI_FIELD_PATH:
    case MIENI_FIELD_CHOICE:
        return "This must be a string.";
    case MIENI_FIELD_NUMBER:
    case MIENI_FIELD_INTEGER:
        return "This must be a number.";
    case MIENI_FIELD_BOOL:
        return "This must be true or false.";
    case MIENI_FIELD_PLAIN:
        return "This must be a number, true or false, or a string.";
    case MIENI_FIELD_RATE:
        return "This must be frames per second: 30 or \"30000/1001\".";
    case MIENI_FIELD_OBJECT:
    case MIENI_FIELD_VALUES:
        return "This must be an object in { }.";
    default:
        return "This must be a list in [ ].";
    }
}

static bool has_type(const MieniJson *value, MieniFieldType type)
{
    switch (type) {
    case MIENI_FIELD_TEXT:
    case MIENI_FIELD_NAME:
    case MIENI_FIELD_PATH:
    case MIENI_FIELD_CHOICE:
        return value->type == MIENI_JSON_STRING;
    case MIENI_FIELD_NUMBER:
    case MIENI_FIELD_INTEGER:
        return value->type == MIENI_JSON_NUMBER;
    case MIENI_FIELD_BOOL:
        return value->type == MIENI_JSON_BOOL;
    case MIENI_FIELD_PLAIN:
        return value->type >= MIENI_JSON_BOOL && value->type <= MIENI_JSON_STRING;
    case MIENI_FIELD_RATE:
        return value->type == MIENI_JSON_NUMBER || value->type == MIENI_JSON_STRING;
    case MIENI_FIELD_OBJECT:
    case MIENI_FIELD_VALUES:
        return value->type == MIENI_JSON_OBJECT;
    default:
        return value->type == MIENI_JSON_ARRAY;
    }
}

bool mieni_path_is_valid(const char *path)
{
    if (*path == '\0' || strlen(path) > 1000)
        return false;
    for (const char *part = path;; ++part) {
        const char *slash = strchr(part, '/');
        const size_t size = slash != NULL ? (size_t)(slash - part) : strlen(part);
        if (size == 0 || size > MIEN_MAX_NAME || !mieni_name_is_valid(part, size, NULL) ||
            memchr(part, '\\', size) != NULL || memchr(part, ':', size) != NULL ||
            (size <= 2 && memcmp(part, "..", size) == 0))
            return false;
        if (slash == NULL)
            return true;
        part = slash;
    }
}

bool mieni_rate_of_json(const MieniJson *value, int *out_rate, int *out_divisor)
{
    double rate = 0, divisor = 1;
    if (value == NULL)
        return false;
    if (value->type == MIENI_JSON_NUMBER) {
        rate = value->number;
    } else if (value->type == MIENI_JSON_STRING) {
        const char *slash = strchr(value->string, '/');
        if (slash == NULL || !mieni_number_read(value->string, (size_t)(slash - value->string), &rate) ||
            !mieni_number_read(slash + 1, strlen(slash + 1), &divisor))
            return false;
    }
    if (!(rate >= 1 && rate <= 1000000 && divisor >= 1 && divisor <= 1000000))
        return false;
    *out_rate = (int)rate;
    *out_divisor = (int)divisor;
    return *out_rate == rate && *out_divisor == divisor;
}

static bool is_choice(const char *choices, const char *word)
{
    const size_t size = strlen(word);
    for (const char *at = choices; at != NULL; at = strchr(at, '|'), at = at != NULL ? at + 1 : NULL)
        if (size > 0 && strncmp(at, word, size) == 0 && (at[size] == '|' || at[size] == '\0'))
            return true;
    return false;
}

/// Of more choices than that, the nearest is told and not all of them.
enum { FEW_CHOICES = 60 };

/// What to say of a word that is no choice.
static void say_choices(const char *choices, const char *word, char *out, size_t room)
{
    char words[512];
    MieniNearest nearest = {.given = word};
    snprintf(words, sizeof words, "%s", choices);
    for (char *at = words, *bar; at != NULL; at = bar) {
        bar = strchr(at, '|');
        if (bar != NULL)
            *bar++ = '\0';
        mieni_nearest_try(&nearest, at);
    }
    if (nearest.name != NULL && strlen(choices) > FEW_CHOICES)
        snprintf(out, room, "There is no such choice; did you mean \"%s\"?", nearest.name);
    else if (snprintf(out, room, "Use one of %s.", choices) >= (int)room)
        snprintf(out, room, "There is no such choice: docs/assets.md lists them.");
}

static MienStatus check_number(const Check *check, const MieniField *field, const MieniJson *value,
                               const char *path)
{
    char sentence[120], low[MIENI_NUMBER_ROOM], high[MIENI_NUMBER_ROOM];
    if (value->type != MIENI_JSON_NUMBER)
        return complain(check, value, path, "This must be a number.");
    if (value->number >= field->min && value->number <= field->max) {
        if (field->type != MIENI_FIELD_INTEGER || value->number == (double)(int64_t)value->number)
            return MIEN_OK;
        return complain(check, value, path, "This must be a whole number.");
    }
    mieni_number_write(field->min, low);
    mieni_number_write(field->max, high);
    snprintf(sentence, sizeof sentence, "This must be from %s to %s.", low, high);
    return complain(check, value, path, sentence);
}

static MienStatus check_text(const Check *check, const MieniField *field, const MieniJson *value,
                             const char *path)
{
    const char *why = NULL;
    char sentence[160];
    switch (field->type) {
    case MIENI_FIELD_NAME:
    case MIENI_FIELD_NAMES:
        if (!mieni_name_is_valid(value->string, strlen(value->string), &why))
            return complain(check, value, path, why);
        return MIEN_OK;
    case MIENI_FIELD_PATH:
        if (!mieni_path_is_valid(value->string))
            return complain(
                check, value, path,
                "A path is relative to the project, with / between its parts and without \"..\".");
        return MIEN_OK;
    case MIENI_FIELD_CHOICE:
        if (is_choice(field->choices, value->string))
            return MIEN_OK;
        say_choices(field->choices, value->string, sentence, sizeof sentence);
        return complain(check, value, path, sentence);
    default:
        return MIEN_OK;
    }
}

static MienStatus check_object(const Check *check, const MieniSchema *schema, const MieniJson *object,
                               const char *path);

/// Writes at most `most` bytes of a text and a closing zero; returns the address of that zero. Every value
/// gets a path, though few have an error, and printf would take most of the time of a check.
static char *put_place(char *out, const char *text, int most)
{
    while (most-- > 0 && *text != '\0')
        *out++ = *text++;
    *out = '\0';
    return out;
}

/// Makes "bones[3].name" from "bones[3]". Paths that are too long are cut; the error still has its line.
static void join_path(char out[PATH_ROOM], const char *path, const char *key)
{
    char *at = put_place(out, path, 40);
    put_place(put_place(at, ".", path[0] != '\0'), key, 30);
}

static void join_index(char out[PATH_ROOM], const char *path, int index)
{
    char digits[16], *first = digits + sizeof digits;
    *--first = '\0';
    *--first = ']';
    do {
        *--first = (char)('0' + index % 10);
        index /= 10;
    } while (index > 0);
    *--first = '[';
    put_place(put_place(out, path, 56), first, 15);
}

/// That no two strings of a list, or no two rows by their unique key, are the same.
static MienStatus check_unique(const Check *check, const char *key, const MieniJson *list, const char *path)
{
    MieniArena scratch = {.allocator = check->allocator};
    MieniNameEntry *entries = mieni_arena_take(&scratch, (size_t)list->count, sizeof *entries);
    char place[PATH_ROOM];
    MienStatus status = MIEN_OK;
    if (entries == NULL)
        return mieni_fail(check->error, MIEN_ERROR_MEMORY, mieni_at("%s", path), "Out of memory.");
    for (int i = 0; i < list->count; ++i)
        entries[i] = (MieniNameEntry){
            key != NULL ? mieni_json_get_string(list->items[i], key, "") : list->items[i]->string, i};
    mieni_names_sort(entries, list->count);
    for (int i = 1; i < list->count && status == MIEN_OK; ++i)
        if (strcmp(entries[i - 1].name, entries[i].name) == 0) {
            const MieniJson *row = list->items[entries[i].index];
            char sentence[160];
            snprintf(sentence, sizeof sentence, "\"%.80s\" is there already, in line %d.", entries[i].name,
                     list->items[entries[i - 1].index]->line);
            join_index(place, path, entries[i].index);
            status = complain(check, row, place, sentence);
        }
    mieni_arena_release(&scratch);
    return status;
}

static MienStatus check_items(const Check *check, const MieniField *field, const MieniJson *list,
                              const char *path)
{
    MienStatus status = MIEN_OK;
    char place[PATH_ROOM];
    const MieniField number = {.type = MIENI_FIELD_NUMBER, .min = field->min, .max = field->max};
    const MieniField pair = {.type = MIENI_FIELD_VECTOR, .min = field->min, .max = field->max, .count = 2};
    if (field->type == MIENI_FIELD_VECTOR && list->count != field->count) {
        char sentence[64];
        snprintf(sentence, sizeof sentence, "This must be %d numbers.", field->count);
        return complain(check, list, path, sentence);
    }
    for (int i = 0; i < list->count && status == MIEN_OK; ++i) {
        const MieniJson *item = list->items[i];
        join_index(place, path, i);
        if (field->type == MIENI_FIELD_VECTOR)
            status = check_number(check, &number, item, place);
        else if (field->type == MIENI_FIELD_POINTS)
            status = item->type == MIENI_JSON_ARRAY
                         ? check_items(check, &pair, item, place)
                         : complain(check, item, place, "This must be two numbers in [ ].");
        else if (field->type == MIENI_FIELD_ROWS && item->type != MIENI_JSON_OBJECT)
            status = complain(check, item, place, "This must be an object in { }.");
        else if (field->type == MIENI_FIELD_ROWS)
            status = check_object(check, field->schema, item, place);
        else if (item->type != MIENI_JSON_STRING)
            status = complain(check, item, place, "This must be a string.");
        else
            status = check_text(check, field, item, place);
    }
    if (status == MIEN_OK && field->type == MIENI_FIELD_NAMES)
        status = check_unique(check, NULL, list, path);
    if (status == MIEN_OK && field->type == MIENI_FIELD_ROWS && field->schema->unique != NULL)
        status = check_unique(check, field->schema->unique, list, path);
    return status;
}

static MienStatus check_values(const Check *check, const MieniField *field, const MieniJson *object,
                               const char *path)
{
    const MieniField number = {.type = MIENI_FIELD_NUMBER, .min = field->min, .max = field->max};
    for (int i = 0; i < object->count; ++i) {
        char place[PATH_ROOM];
        const char *why = NULL;
        join_path(place, path, object->keys[i]);
        if (!mieni_name_is_valid(object->keys[i], strlen(object->keys[i]), &why))
            return complain(check, object->items[i], place, why);
        const MienStatus status = check_number(check, &number, object->items[i], place);
        if (status != MIEN_OK)
            return status;
    }
    return MIEN_OK;
}

static MienStatus check_field(const Check *check, const MieniField *field, const MieniJson *value,
                              const char *path)
{
    static const MieniField reference_fields[] = {
        {.key = "parameter", .type = MIENI_FIELD_NAME, .is_required = true}};
    static const MieniSchema reference = {.fields = reference_fields, .field_count = 1};
    int rate, divisor;
    if (field->may_be_parameter && value->type == MIENI_JSON_OBJECT)
        return check_object(check, &reference, value, path);
    if (!has_type(value, field->type))
        return complain(check, value, path, type_sentence(field->type));
    switch (field->type) {
    case MIENI_FIELD_NUMBER:
    case MIENI_FIELD_INTEGER:
        return check_number(check, field, value, path);
    case MIENI_FIELD_RATE:
        return mieni_rate_of_json(value, &rate, &divisor)
                   ? MIEN_OK
                   : complain(check, value, path, type_sentence(MIENI_FIELD_RATE));
    case MIENI_FIELD_OBJECT:
        return check_object(check, field->schema, value, path);
    case MIENI_FIELD_VALUES:
        return check_values(check, field, value, path);
    case MIENI_FIELD_VECTOR:
    case MIENI_FIELD_NAMES:
    case MIENI_FIELD_TEXTS:
    case MIENI_FIELD_POINTS:
    case MIENI_FIELD_ROWS:
        return check_items(check, field, value, path);
    default:
        return check_text(check, field, value, path);
    }
}

static MienStatus check_object(const Check *check, const MieniSchema *given, const MieniJson *object,
                               const char *path)
{
    const MieniSchema *schema = mieni_schema_of(given, object);
    for (int i = 0; i < object->count; ++i) {
        char place[PATH_ROOM];
        const MieniField *field = mieni_schema_find(schema, object->keys[i]);
        join_path(place, path, object->keys[i]);
        if (field != NULL) {
            const MienStatus status = check_field(check, field, object->items[i], place);
            if (status != MIEN_OK)
                return status;
        } else if (check->found != NULL) {
            check->found(check->user, place, object->items[i]->line);
        }
    }
    for (int i = 0; i < schema->field_count; ++i) {
        const MieniField *field = &schema->fields[i];
        if (field->is_required && mieni_json_get(object, field->key) == NULL) {
            char sentence[96];
            snprintf(sentence, sizeof sentence, "The key \"%s\" is missing here.", field->key);
            return complain(check, object, path, sentence);
        }
    }
    return MIEN_OK;
}

static MienStatus check_root(const Check *check, const MieniSchema *schema, const char *kind_name,
                             const MieniJson *root)
{
    char sentence[120];
    if (root == NULL || root->type != MIENI_JSON_OBJECT)
        return complain(check, root, "", "An asset is an object in { }.");
    const MieniJson *kind = mieni_json_get(root, "kind"), *version = mieni_json_get(root, "version");
    if (kind != NULL && kind->type == MIENI_JSON_STRING && strcmp(kind->string, kind_name) != 0) {
        snprintf(sentence, sizeof sentence, "This is read as \"%s\": fix the kind, or the file name.",
                 kind_name);
        return mieni_fail(check->error, MIEN_ERROR_KIND, mieni_at_value(kind, "kind"), "%s", sentence);
    }
    if (version != NULL && version->type == MIENI_JSON_NUMBER && version->number > 1)
        return mieni_fail(check->error, MIEN_ERROR_VERSION, mieni_at_value(version, "version"),
                          "This asset is of a later version than this program reads.");
    return check_object(check, schema, root, "");
}

MienStatus mieni_schema_check(const MieniSchema *schema, const char *kind, const MieniJsonDocument *document,
                              MienError *error)
{
    const Check check = {.error = error, .allocator = document->arena.allocator};
    return check_root(&check, schema, kind, document->root);
}

MienStatus mieni_field_check(const MieniField *field, const MieniJson *value, const char *path,
                             const MienAllocator *allocator, MienError *error)
{
    const Check check = {.error = error, .allocator = allocator};
    return check_field(&check, field, value, path);
}

MienStatus mieni_asset_check(const MieniAsset *asset, MienError *error)
{
    return mieni_schema_check(mieni_asset_schema(asset->kind), mieni_asset_kind_name(asset->kind),
                              &asset->json, error);
}

void mieni_asset_unknown_keys(const MieniAsset *asset, MieniUnknownKey *found, void *user)
{
    const Check check = {.found = found, .user = user, .allocator = asset->json.arena.allocator};
    check_root(&check, mieni_asset_schema(asset->kind), mieni_asset_kind_name(asset->kind), asset->json.root);
}
