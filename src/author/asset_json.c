// SPDX-License-Identifier: MIT
//
// What readers of text assets share.

#include "author/asset_json.h"

#include "core/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

MienStatus mieni_tree_fail(MienError *error, const MieniJson *value, MienStatus status, const char *sentence,
                           const char *place, ...)
{
    char text[sizeof error->place];
    va_list arguments;
    va_start(arguments, place);
    vsnprintf(text, sizeof text, place, arguments);
    va_end(arguments);
    return mieni_fail(error, status, sentence, "line %d%s%s", value->line, text[0] != '\0' ? ", " : "", text);
}

/// The first key that is not one of the given ones, or -1.
static int unknown_key(const MieniJson *object, const char *const *keys)
{
    for (int i = 0; i < object->count; ++i) {
        const char *const *key = keys;
        while (*key != NULL && strcmp(*key, object->keys[i]) != 0)
            ++key;
        if (*key == NULL)
            return i;
    }
    return -1;
}

MienStatus mieni_tree_check(const MieniJson *root, const char *kind, const char *const *keys,
                            MienError *error)
{
    if (root->type != MIENI_JSON_OBJECT)
        return mieni_tree_fail(error, root, MIEN_ERROR_DATA, "an asset is an object with a kind", "%s", "");
    if (strcmp(mieni_json_get_string(root, "kind", ""), kind) != 0)
        return mieni_tree_fail(error, root, MIEN_ERROR_KIND, "this is not an asset of the kind asked for",
                               "kind");
    const MieniJson *version = mieni_json_get(root, "version");
    if (version == NULL || version->type != MIENI_JSON_NUMBER || version->number != 1.0)
        return mieni_tree_fail(error, version != NULL ? version : root, MIEN_ERROR_VERSION,
                               "this library reads version 1", "version");
    const int unknown = unknown_key(root, keys);
    if (unknown >= 0)
        return mieni_tree_fail(error, root->items[unknown], MIEN_ERROR_DATA,
                               "no such key is known here: correct or remove it", "%.64s",
                               root->keys[unknown]);
    return MIEN_OK;
}

MienStatus mieni_tree_check_item(const MieniJson *value, const char *const *keys, const char *list, int index,
                                 MienError *error)
{
    if (value->type != MIENI_JSON_OBJECT)
        return mieni_tree_fail(error, value, MIEN_ERROR_DATA, "an item of this list is an object", "%s[%d]",
                               list, index);
    const int unknown = unknown_key(value, keys);
    if (unknown >= 0)
        return mieni_tree_fail(error, value->items[unknown], MIEN_ERROR_DATA,
                               "no such key is known here: correct or remove it", "%s[%d].%.40s", list, index,
                               value->keys[unknown]);
    return MIEN_OK;
}

MienStatus mieni_tree_list(const MieniJson *object, const char *key, bool is_optional,
                           const MieniJson **out_list, MienError *error)
{
    static const MieniJson empty = {.type = MIENI_JSON_ARRAY};
    const MieniJson *list = mieni_json_get(object, key);
    *out_list = list != NULL ? list : &empty;
    if ((list == NULL && !is_optional) || (list != NULL && list->type != MIENI_JSON_ARRAY))
        return mieni_tree_fail(error, list != NULL ? list : object, MIEN_ERROR_DATA,
                               "there must be a list here", "%s", key);
    return MIEN_OK;
}

MienStatus mieni_tree_name(const MieniJson *object, const char *key, const char *place, const char **out_name,
                           MienError *error)
{
    const MieniJson *value = mieni_json_get(object, key);
    const char *why = "there must be a name here, in quotes";
    if (value == NULL || value->type != MIENI_JSON_STRING ||
        !mieni_name_is_valid(value->string, strlen(value->string), &why))
        return mieni_tree_fail(error, value != NULL ? value : object, MIEN_ERROR_DATA, why, "%s%s%s", place,
                               place[0] != '\0' ? "." : "", key);
    *out_name = value->string;
    return MIEN_OK;
}

MienStatus mieni_tree_check_name(const MieniJson *value, const char *place, int index, MienError *error)
{
    const char *why = "there must be a name here, in quotes";
    if (value->type != MIENI_JSON_STRING || !mieni_name_is_valid(value->string, strlen(value->string), &why))
        return mieni_tree_fail(error, value, MIEN_ERROR_DATA, why, "%s[%d]", place, index);
    return MIEN_OK;
}
