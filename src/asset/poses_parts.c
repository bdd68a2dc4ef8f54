// SPDX-License-Identifier: MIT
//
// Failing at a row, and transforms as text.

#include "core/float_rules.h"

#include "asset/poses_parts.h"
#include "base/json_memory.h"
#include "core/pack_format.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

MienStatus mieni_row_fail(MienError *error, const MieniJson *row, const char *list, int index,
                          const char *key, const char *sentence, ...)
{
    char text[sizeof error->message];
    va_list arguments;
    va_start(arguments, sentence);
    vsnprintf(text, sizeof text, sentence, arguments);
    va_end(arguments);
    const MieniJson *value = key != NULL ? mieni_json_get(row, key) : NULL;
    if (value == NULL)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at_value(row, "%s[%d]", list, index), "%s", text);
    return mieni_fail(error, MIEN_ERROR_DATA, mieni_at_value(value, "%s[%d].%s", list, index, key), "%s",
                      text);
}

MienStatus mieni_poses_no_memory(MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

static bool take_floats(const MieniJson *row, const char *key, float *values)
{
    const MieniJson *vector = mieni_json_get(row, key);
    for (int i = 0; vector != NULL && i < vector->count; ++i)
        values[i] = (float)vector->items[i]->number;
    return vector != NULL;
}

MienStatus mieni_transform_of_row(const MieniJson *row, const char *list, int index, MienTransform *transform,
                                  MienError *error)
{
    float t[3], q[4], s[3];
    if (take_floats(row, "t", t))
        transform->translation = (MienVec3){t[0], t[1], t[2]};
    if (take_floats(row, "s", s))
        transform->scale = (MienVec3){s[0], s[1], s[2]};
    if (take_floats(row, "q", q)) {
        if (!mieni_is_near_unit(q))
            return mieni_row_fail(error, row, list, index, "q",
                                  "A rotation is a quaternion x, y, z, w of length 1: fix its numbers.");
        transform->rotation = (MienQuat){q[0], q[1], q[2], q[3]};
    }
    return MIEN_OK;
}

static void put_floats(MieniJsonDocument *document, MieniJson *row, const char *key, const float *values,
                       const float *fallback, int count)
{
    bool is_same = true; // 0 and -0 are
    for (int i = 0; i < count; ++i)
        is_same = is_same && values[i] == fallback[i];
    if (is_same)
        return;
    MieniJson *vector = mieni_json_array(document);
    for (int i = 0; i < count; ++i)
        mieni_json_append(document, vector, mieni_json_float(document, values[i]));
    mieni_json_set(document, row, key, vector);
}

void mieni_transform_to_row(MieniJsonDocument *document, MieniJson *row, const MienTransform *transform,
                            const MienTransform *fallback)
{
    float a[12], b[12];
    memcpy(a, transform, sizeof a);
    memcpy(b, fallback, sizeof b);
    put_floats(document, row, "t", a + 4, b + 4, 3);
    put_floats(document, row, "q", a, b, 4);
    put_floats(document, row, "s", a + 8, b + 8, 3);
}

MieniJson *mieni_json_fork(MieniJsonDocument *document, const MieniJson *container)
{
    if (container == NULL)
        return NULL;
    MieniJson *fork =
        container->type == MIENI_JSON_OBJECT ? mieni_json_object(document) : mieni_json_array(document);
    if (fork == NULL)
        return NULL;
    fork->line = container->line;
    for (int i = 0; i < container->count; ++i)
        if (!mieni_json_push(document, fork, container->keys != NULL ? container->keys[i] : NULL,
                             container->items[i]))
            return NULL;
    return fork;
}

const char **mieni_json_strings(MieniArena *arena, const MieniJson *list)
{
    const int count = list != NULL ? list->count : 0;
    const char **strings = mieni_arena_take(arena, (size_t)count, sizeof *strings);
    for (int i = 0; strings != NULL && i < count; ++i)
        strings[i] = list->items[i]->string;
    return strings;
}

bool mieni_poses_is_rest_name(const char *name)
{
    static const char *const words[] = {"neutral",  "neutralpose", "rest",        "restpose", "base", "basis",
                                        "basepose", "bindpose",    "defaultpose", "default",  NULL};
    char key[64];
    size_t size = 0;
    for (; *name != '\0' && size + 1 < sizeof key; ++name)
        if (*name != '_' && *name != '-' && *name != ' ' && *name != '.')
            key[size++] = (char)(*name >= 'A' && *name <= 'Z' ? *name - 'A' + 'a' : *name);
    key[size] = '\0';
    for (int i = 0; words[i] != NULL; ++i)
        if (strcmp(words[i], key) == 0)
            return true;
    return false;
}
