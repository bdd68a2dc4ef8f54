// SPDX-License-Identifier: MIT
//
// The tree: its memory, looking into it, building and changing it.

#include "base/json.h"

#include "base/json_memory.h"
#include "base/number.h"
#include "core/internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { POOL_SIZE = 8192 };

void mieni_json_begin(MieniJsonDocument *out_document, const MienAllocator *allocator)
{
    *out_document = (MieniJsonDocument){.arena = {.allocator = allocator}};
}

void mieni_json_release(MieniJsonDocument *document)
{
    mieni_arena_release(&document->arena);
    *document = (MieniJsonDocument){.arena = {.allocator = document->arena.allocator}};
}

void *mieni_json_take(MieniJsonDocument *document, size_t size, size_t alignment)
{
    if (size > POOL_SIZE / 4)
        return mieni_arena_take(&document->arena, size, 1);
    const size_t lost = document->pool_left % alignment;
    if (document->pool_left < size + lost) {
        document->pool = mieni_arena_take(&document->arena, POOL_SIZE, 1);
        document->pool_left = document->pool != NULL ? POOL_SIZE : 0;
        if (document->pool == NULL)
            return NULL;
    } else {
        document->pool += lost;
        document->pool_left -= lost;
    }
    void *piece = document->pool;
    document->pool += size;
    document->pool_left -= size;
    return piece;
}

static MieniJson *make(MieniJsonDocument *document, MieniJsonType type)
{
    MieniJson *value = mieni_json_take(document, sizeof *value, 8);
    if (value != NULL)
        value->type = type;
    return value;
}

MieniLocation mieni_at_value(const MieniJson *value, const char *path, ...)
{
    char text[96];
    va_list arguments;
    va_start(arguments, path);
    vsnprintf(text, sizeof text, path, arguments);
    va_end(arguments);
    return value != NULL && value->line > 0 ? mieni_in_line(value->line, "%s", text) : mieni_at("%s", text);
}

MieniJson *mieni_json_null(MieniJsonDocument *document) { return make(document, MIENI_JSON_NULL); }

MieniJson *mieni_json_bool(MieniJsonDocument *document, bool boolean)
{
    MieniJson *value = make(document, MIENI_JSON_BOOL);
    if (value != NULL)
        value->boolean = boolean;
    return value;
}

MieniJson *mieni_json_number(MieniJsonDocument *document, double number)
{
    MieniJson *value = make(document, MIENI_JSON_NUMBER);
    if (value != NULL)
        value->number = number;
    return value;
}

MieniJson *mieni_json_float(MieniJsonDocument *document, float number)
{
    return mieni_json_number(document, mieni_number_of_float(number));
}

MieniJson *mieni_json_string_of(MieniJsonDocument *document, const char *text)
{
    MieniJson *value = text != NULL ? make(document, MIENI_JSON_STRING) : NULL;
    if (value != NULL)
        value->string = text;
    return value;
}

static const char *keep_text(MieniJsonDocument *document, const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = mieni_json_take(document, size, 1);
    return copy != NULL ? memcpy(copy, text, size) : NULL;
}

MieniJson *mieni_json_string(MieniJsonDocument *document, const char *text)
{
    return mieni_json_string_of(document, keep_text(document, text));
}

MieniJson *mieni_json_array(MieniJsonDocument *document) { return make(document, MIENI_JSON_ARRAY); }

MieniJson *mieni_json_object(MieniJsonDocument *document) { return make(document, MIENI_JSON_OBJECT); }

/// Makes room for one more item.
static bool grow(MieniJsonDocument *document, MieniJson *container)
{
    if (container->count < container->room)
        return true;
    if (container->room > INT32_MAX / 2)
        return false;
    const int room = container->room > 0 ? 2 * container->room : 4;
    MieniJson **items = mieni_json_take(document, sizeof *items * (size_t)room, 8);
    const char **keys = container->type == MIENI_JSON_OBJECT
                            ? mieni_json_take(document, sizeof *keys * (size_t)room, 8)
                            : NULL;
    if (items == NULL || (container->type == MIENI_JSON_OBJECT && keys == NULL))
        return false;
    if (container->count > 0) {
        memcpy(items, container->items, sizeof *items * (size_t)container->count);
        if (keys != NULL)
            memcpy(keys, container->keys, sizeof *keys * (size_t)container->count);
    }
    container->items = items;
    container->keys = keys;
    container->room = room;
    return true;
}

bool mieni_json_push(MieniJsonDocument *document, MieniJson *container, const char *key, MieniJson *item)
{
    if (!grow(document, container))
        return false;
    container->items[container->count] = item;
    if (container->type == MIENI_JSON_OBJECT)
        container->keys[container->count] = key;
    ++container->count;
    return true;
}

static int index_of_key(const MieniJson *object, const char *key)
{
    if (object == NULL || object->type != MIENI_JSON_OBJECT)
        return -1;
    for (int i = 0; i < object->count; ++i)
        if (strcmp(object->keys[i], key) == 0)
            return i;
    return -1;
}

MieniJson *mieni_json_get(const MieniJson *object, const char *key)
{
    const int index = index_of_key(object, key);
    return index >= 0 ? object->items[index] : NULL;
}

const char *mieni_json_get_string(const MieniJson *object, const char *key, const char *fallback)
{
    const MieniJson *value = mieni_json_get(object, key);
    return value != NULL && value->type == MIENI_JSON_STRING ? value->string : fallback;
}

double mieni_json_get_number(const MieniJson *object, const char *key, double fallback)
{
    const MieniJson *value = mieni_json_get(object, key);
    return value != NULL && value->type == MIENI_JSON_NUMBER ? value->number : fallback;
}

bool mieni_json_get_bool(const MieniJson *object, const char *key, bool fallback)
{
    const MieniJson *value = mieni_json_get(object, key);
    return value != NULL && value->type == MIENI_JSON_BOOL ? value->boolean : fallback;
}

int mieni_json_find(const MieniJson *array, const char *key, const char *string)
{
    if (array == NULL || array->type != MIENI_JSON_ARRAY)
        return -1;
    for (int i = 0; i < array->count; ++i) {
        const char *found = mieni_json_get_string(array->items[i], key, NULL);
        if (found != NULL && strcmp(found, string) == 0)
            return i;
    }
    return -1;
}

MieniJson *mieni_json_copy(MieniJsonDocument *document, const MieniJson *value)
{
    if (value == NULL)
        return NULL;
    if (value->type == MIENI_JSON_STRING)
        return mieni_json_string(document, value->string);
    MieniJson *copy = make(document, value->type);
    if (copy == NULL)
        return NULL;
    copy->boolean = value->boolean;
    copy->number = value->number;
    if (value->type == MIENI_JSON_NUMBER && value->string != NULL) {
        copy->string = keep_text(document, value->string);
        if (copy->string == NULL)
            return NULL;
    }
    for (int i = 0; i < value->count; ++i) {
        const char *key = value->type == MIENI_JSON_OBJECT ? keep_text(document, value->keys[i]) : NULL;
        MieniJson *item = mieni_json_copy(document, value->items[i]);
        if (item == NULL || (value->type == MIENI_JSON_OBJECT && key == NULL) ||
            !mieni_json_push(document, copy, key, item))
            return NULL;
    }
    return copy;
}

MieniJson *mieni_json_set(MieniJsonDocument *document, MieniJson *object, const char *key, MieniJson *value)
{
    if (object == NULL || value == NULL)
        return NULL;
    const int index = index_of_key(object, key);
    if (index >= 0) {
        object->items[index] = value;
        return value;
    }
    const char *kept = keep_text(document, key);
    return kept != NULL && mieni_json_push(document, object, kept, value) ? value : NULL;
}

bool mieni_json_unset(MieniJson *object, const char *key)
{
    const int index = index_of_key(object, key);
    if (index < 0)
        return false;
    for (int i = index + 1; i < object->count; ++i) {
        object->items[i - 1] = object->items[i];
        object->keys[i - 1] = object->keys[i];
    }
    --object->count;
    return true;
}

MieniJson *mieni_json_insert(MieniJsonDocument *document, MieniJson *array, int index, MieniJson *value)
{
    if (array == NULL || value == NULL || !mieni_json_push(document, array, NULL, value))
        return NULL;
    for (int i = array->count - 1; i > index; --i)
        array->items[i] = array->items[i - 1];
    array->items[index] = value;
    return value;
}

MieniJson *mieni_json_append(MieniJsonDocument *document, MieniJson *array, MieniJson *value)
{
    return array != NULL ? mieni_json_insert(document, array, array->count, value) : NULL;
}

void mieni_json_remove(MieniJson *array, int index)
{
    for (int i = index + 1; i < array->count; ++i)
        array->items[i - 1] = array->items[i];
    --array->count;
}

bool mieni_json_equal(const MieniJson *a, const MieniJson *b)
{
    if (a == NULL || b == NULL)
        return a == b;
    if (a->type != b->type || a->count != b->count)
        return false;
    if (a->type == MIENI_JSON_STRING)
        return strcmp(a->string, b->string) == 0;
    if (a->type == MIENI_JSON_NUMBER && (a->string == NULL || b->string == NULL))
        return a->number == b->number && a->string == b->string;
    if (a->type == MIENI_JSON_NUMBER)
        return strcmp(a->string, b->string) == 0;
    if (a->type == MIENI_JSON_BOOL)
        return a->boolean == b->boolean;
    for (int i = 0; i < a->count; ++i) {
        const MieniJson *other = a->type == MIENI_JSON_OBJECT ? mieni_json_get(b, a->keys[i]) : b->items[i];
        if (!mieni_json_equal(a->items[i], other))
            return false;
    }
    return true;
}
