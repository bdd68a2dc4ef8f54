// SPDX-License-Identifier: MIT
//
// Values and locations.

#include "studio/model/document/value.h"

#include "core/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

MienStatus studio_value_read(MieniJsonDocument *out_json, const char *text, MieniProblem *problem)
{
    MienError error = {0};
    mieni_json_begin(out_json, NULL);
    if (text == NULL)
        return MIEN_OK;
    const MienStatus status = mieni_json_read(out_json, text, strlen(text), NULL, &error);
    return status == MIEN_OK
               ? MIEN_OK
               : mieni_problem_set(problem, "", status, mieni_at_error(&error), "%s", error.message);
}

/// One part of a place: a key, or an index.
typedef struct Part {
    char key[256]; ///< "" for an index.
    int index;
} Part;

/// Takes the next part off a place; false if it is none.
static bool next_part(const char **place, Part *out_part)
{
    const char *at = *place;
    *out_part = (Part){.index = -1};
    if (*at == '[') {
        char *end;
        const long index = strtol(at + 1, &end, 10);
        if (end == at + 1 || *end != ']' || index < 0 || index > 1000000)
            return false;
        out_part->index = (int)index;
        at = end + 1;
    } else {
        const size_t size = strcspn(at, ".[");
        if (size == 0 || size >= sizeof out_part->key)
            return false;
        memcpy(out_part->key, at, size);
        at += size;
    }
    *place = at + (*at == '.');
    return *at == '\0' || *at == '[' || (*at == '.' && at[1] != '\0');
}

/// A container for what the rest of a place names.
static MieniJson *make_container(MieniJsonDocument *json, const char *rest)
{
    return *rest == '[' ? mieni_json_array(json) : mieni_json_object(json);
}

static MienStatus no_place(MienError *error, const char *place)
{
    return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("%s", place), "No such location");
}

/// The member of a container that a part names, made if the place goes on and it is not there.
static MieniJson *step_in(MieniJsonDocument *json, MieniJson *at, const Part *part, const char *rest)
{
    if (part->key[0] != '\0') {
        if (at->type != MIENI_JSON_OBJECT)
            return NULL;
        MieniJson *next = mieni_json_get(at, part->key);
        return next != NULL ? next : mieni_json_set(json, at, part->key, make_container(json, rest));
    }
    if (at->type != MIENI_JSON_ARRAY || part->index > at->count)
        return NULL;
    return part->index < at->count ? at->items[part->index]
                                   : mieni_json_append(json, at, make_container(json, rest));
}

static MienStatus put_last(MieniJsonDocument *json, MieniJson *at, const Part *part, const MieniJson *value,
                           const char *place, MienError *error)
{
    MieniJson *copy = value != NULL ? mieni_json_copy(json, value) : NULL;
    if (part->key[0] != '\0' && at->type == MIENI_JSON_OBJECT) {
        if (copy != NULL)
            mieni_json_set(json, at, part->key, copy);
        else if (!mieni_json_unset(at, part->key))
            return no_place(error, place);
    } else if (part->key[0] == '\0' && at->type == MIENI_JSON_ARRAY) {
        if (part->index > at->count || (part->index == at->count && copy == NULL))
            return no_place(error, place);
        if (copy == NULL)
            mieni_json_remove(at, part->index);
        else if (part->index == at->count)
            mieni_json_append(json, at, copy);
        else
            at->items[part->index] = copy;
    } else {
        return no_place(error, place);
    }
    return json->arena.is_out_of_memory ? MIEN_ERROR_MEMORY : MIEN_OK;
}

MienStatus studio_value_put(MieniJsonDocument *json, const char *place, const MieniJson *value,
                            MienError *error)
{
    MieniJson *at = json->root;
    const char *rest = place;
    Part part;
    for (;;) {
        if (!next_part(&rest, &part))
            return no_place(error, place);
        if (*rest == '\0')
            return put_last(json, at, &part, value, place, error);
        at = step_in(json, at, &part, rest);
        if (at == NULL)
            return json->arena.is_out_of_memory ? MIEN_ERROR_MEMORY : no_place(error, place);
    }
}
