// SPDX-License-Identifier: MIT
//
// Changing lists of modifiers.

#include "asset/edit/clip.h"

#include <string.h>

static MienStatus no_memory(MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

/// The asset's own list; NULL if it has none.
static MieniJson *list_of(const MieniAsset *asset) { return mieni_json_get(asset->json.root, "modifiers"); }

static MienStatus check_index(const MieniAsset *asset, int index, MienError *error)
{
    const MieniJson *rows = list_of(asset);
    if (rows != NULL && index >= 0 && index < rows->count)
        return MIEN_OK;
    return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("modifiers[%d]", index),
                      "There is no such modifier.");
}

MienStatus mieni_modifiers_add(MieniAsset *asset, int index, const MieniJson *row, MienError *error)
{
    MieniJsonDocument *json = &asset->json;
    MieniJson *rows = list_of(asset);
    const int count = rows != NULL ? rows->count : 0;
    if (index < -1 || index > count)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("modifiers[%d]", index),
                          "There is no such place.");
    if (rows == NULL)
        rows = mieni_json_set(json, json->root, "modifiers", mieni_json_array(json));
    if (rows == NULL ||
        mieni_json_insert(json, rows, index < 0 ? count : index, mieni_json_copy(json, row)) == NULL)
        return no_memory(error);
    return MIEN_OK;
}

MienStatus mieni_modifiers_remove(MieniAsset *asset, int index, MienError *error)
{
    const MienStatus status = check_index(asset, index, error);
    if (status != MIEN_OK)
        return status;
    MieniJson *rows = list_of(asset);
    mieni_json_remove(rows, index);
    if (rows->count == 0)
        mieni_json_unset(asset->json.root, "modifiers");
    return MIEN_OK;
}

MienStatus mieni_modifiers_move(MieniAsset *asset, int from, int to, MienError *error)
{
    MienStatus status = check_index(asset, from, error);
    if (status == MIEN_OK)
        status = check_index(asset, to, error);
    if (status != MIEN_OK)
        return status;
    MieniJson *rows = list_of(asset), *row = rows->items[from];
    mieni_json_remove(rows, from);
    return mieni_json_insert(&asset->json, rows, to, row) != NULL ? MIEN_OK : no_memory(error);
}

MienStatus mieni_modifiers_set_off(MieniAsset *asset, int index, bool is_off, MienError *error)
{
    const MienStatus status = check_index(asset, index, error);
    if (status != MIEN_OK)
        return status;
    MieniJson *row = list_of(asset)->items[index];
    if (is_off)
        mieni_json_set(&asset->json, row, "off", mieni_json_bool(&asset->json, true));
    else
        mieni_json_unset(row, "off");
    return asset->json.arena.is_out_of_memory ? no_memory(error) : MIEN_OK;
}

MieniJson *mieni_modifiers_row(MieniJsonDocument *json, const char *what, const char *const *names, int count,
                               bool with_children)
{
    MieniJson *row = mieni_json_object(json);
    if (row == NULL)
        return NULL;
    mieni_json_set(json, row, "do", mieni_json_string(json, what));
    if (strcmp(what, "remove_all_tracks") != 0) {
        MieniJson *list = mieni_json_set(json, row, "names", mieni_json_array(json));
        for (int i = 0; list != NULL && i < count; ++i)
            mieni_json_append(json, list, mieni_json_string(json, names[i]));
        if (with_children)
            mieni_json_set(json, row, "with_children", mieni_json_bool(json, true));
    }
    return json->arena.is_out_of_memory ? NULL : row;
}
