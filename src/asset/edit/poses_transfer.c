// SPDX-License-Identifier: MIT
//
// Rows of transferred poses: names and rules of the source, bones by marker.

#include "asset/edit/poses_transfer.h"

#include "asset/poses_parts.h"
#include "base/name_map.h"

#include <string.h>

/// What a pose is made of; a transferred one is made of its marker instead.
static bool is_content(const char *key)
{
    static const char *const keys[] = {"file", "take", "frame", "time", "marker", "hash", "bones", "curves"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i)
        if (strcmp(keys[i], key) == 0)
            return true;
    return false;
}

static void add_row(MieniJsonDocument *json, MieniJson *rows, const MieniJson *from)
{
    MieniJson *row = mieni_json_append(json, rows, mieni_json_object(json));
    for (int i = 0; i < from->count; ++i)
        if (!is_content(from->keys[i]))
            mieni_json_set(json, row, from->keys[i], mieni_json_copy(json, from->items[i]));
    mieni_json_set(json, row, "marker", mieni_json_string(json, mieni_json_get_string(from, "name", "")));
}

/// What a new asset has in common with its source.
static void copy_rules(MieniJsonDocument *json, const MieniJson *source)
{
    static const char *const keys[] = {"mode",   "blending", "base",       "overrides",
                                       "groups", "curves",   "base_curves"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
        const MieniJson *value = mieni_json_get(source, keys[i]);
        if (value != NULL)
            mieni_json_set(json, json->root, keys[i], mieni_json_copy(json, value));
    }
}

static bool is_edited(const MieniJson *row)
{
    const MieniJson *bones = mieni_json_get(row, "bones"), *curves = mieni_json_get(row, "curves");
    return (bones != NULL && bones->count > 0) || (curves != NULL && curves->count > 0);
}

/// The rows that stay: those whose pose the source has, and those that were edited.
static MieniJson *keep_rows(MieniJsonDocument *json, const MieniJson *rows, const MieniNameMap *names,
                            MieniNameMap *had, MieniTransferRows *out)
{
    MieniJson *kept = mieni_json_array(json);
    for (int i = 0; rows != NULL && i < rows->count; ++i) {
        MieniJson *row = rows->items[i];
        const char *marker = mieni_json_get_string(row, "marker", NULL);
        const bool is_ours = marker != NULL && mieni_json_get(row, "file") == NULL;
        mieni_name_map_add(had, marker != NULL ? marker : mieni_json_get_string(row, "name", ""), NULL);
        mieni_name_map_add(had, mieni_json_get_string(row, "name", ""), NULL);
        if (is_ours && !mieni_name_map_has(names, marker)) {
            out->freed += is_edited(row);
            out->removed += !is_edited(row);
            if (!is_edited(row))
                continue;
            mieni_json_unset(row, "marker");
        }
        mieni_json_append(json, kept, row);
    }
    return kept;
}

MienStatus mieni_poses_transfer_rows(MieniAsset *asset, const MieniAsset *source, const char *path,
                                     MieniTransferRows *out_rows, MienError *error)
{
    MieniJsonDocument *json = &asset->json;
    const MieniJson *from = mieni_json_get(source->json.root, "poses");
    const bool is_new = mieni_json_get(json->root, "transfer") == NULL;
    MieniNameMap names = {0}, had = {0};
    *out_rows = (MieniTransferRows){0};
    for (int i = 0; from != NULL && i < from->count; ++i)
        mieni_name_map_add(&names, mieni_json_get_string(from->items[i], "name", ""), NULL);
    if (is_new)
        copy_rules(json, source->json.root);
    MieniJson *transfer = mieni_json_get(json->root, "transfer");
    if (transfer == NULL)
        transfer = mieni_json_set(json, json->root, "transfer", mieni_json_object(json));
    mieni_json_set(json, transfer, "poses", mieni_json_string(json, path));
    MieniJson *rows = keep_rows(json, mieni_json_get(json->root, "poses"), &names, &had, out_rows);
    for (int i = 0; from != NULL && i < from->count; ++i)
        if (!mieni_name_map_has(&had, mieni_json_get_string(from->items[i], "name", ""))) {
            add_row(json, rows, from->items[i]);
            ++out_rows->added;
        }
    mieni_json_set(json, json->root, "poses", rows);
    const bool is_out_of_memory =
        names.is_out_of_memory || had.is_out_of_memory || json->arena.is_out_of_memory;
    mieni_name_map_release(&names);
    mieni_name_map_release(&had);
    return is_out_of_memory ? mieni_poses_no_memory(error) : MIEN_OK;
}
