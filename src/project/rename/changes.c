// SPDX-License-Identifier: MIT
//
// The files that a renaming changes: read, changed, noted, and written all at the end.

#include "project/rename/renaming.h"

#include <string.h>

const char *mieni_rename_new_name(const MieniRenaming *renaming, const char *name)
{
    for (int i = 0; i < renaming->count; ++i)
        if (strcmp(name, renaming->from[i]) == 0)
            return renaming->to[i];
    return NULL;
}

MienStatus mieni_rename_no_memory(const MieniRenaming *renaming, const char *path)
{
    return mieni_problem_set(renaming->problem, path, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

/// Renames a string where it stands.
int mieni_rename_value(const MieniRenaming *renaming, MieniJsonDocument *json, MieniJson *object,
                       const char *key)
{
    const char *name = mieni_json_get_string(object, key, NULL);
    const char *other = name != NULL ? mieni_rename_new_name(renaming, name) : NULL;
    if (other == NULL)
        return 0;
    mieni_json_set(json, object, key, mieni_json_string(json, other));
    return 1;
}

int mieni_rename_rows(const MieniRenaming *renaming, MieniJsonDocument *json, MieniJson *rows,
                      const char *key)
{
    int places = 0;
    for (int i = 0; rows != NULL && i < rows->count; ++i)
        places += mieni_rename_value(renaming, json, rows->items[i], key);
    return places;
}

int mieni_rename_names(const MieniRenaming *renaming, MieniJsonDocument *json, MieniJson *names)
{
    int places = 0;
    for (int i = 0; names != NULL && i < names->count; ++i) {
        const char *other = names->items[i]->type == MIENI_JSON_STRING
                                ? mieni_rename_new_name(renaming, names->items[i]->string)
                                : NULL;
        if (other == NULL)
            continue;
        names->items[i] = mieni_json_string(json, other);
        ++places;
    }
    return places;
}

MienStatus mieni_rename_visit(MieniRenaming *renaming, const char *path, MieniRenameAsset *change)
{
    MieniBuffer buffer;
    MieniAsset asset;
    MienError error = {0};
    int places = 0;
    MienStatus status = mieni_project_read(renaming->project, path, &buffer, renaming->problem);
    if (status != MIEN_OK)
        return status;
    status =
        mieni_asset_read(&asset, mieni_asset_kind_of_path(path), buffer.bytes, buffer.size, NULL, &error);
    if (status != MIEN_OK) {
        mieni_problem_set(renaming->problem, path, status, mieni_at_error(&error), "%s", error.message);
    } else {
        status = change(renaming, path, &asset, &places);
        if (status == MIEN_OK && places > 0)
            status = mieni_changes_add(&renaming->changes, path, &buffer, &asset, places, renaming->problem);
        mieni_asset_release(&asset);
    }
    mieni_buffer_release(&buffer);
    return status;
}

MienStatus mieni_rename_end(MieniRenaming *renaming, MienStatus status, MieniRenamed *renamed, void *user)
{
    MieniChanges *changes = &renaming->changes;
    if (status == MIEN_OK)
        status = mieni_changes_write(changes, renaming->problem);
    for (int i = 0; i < changes->count && status == MIEN_OK && renamed != NULL; ++i)
        renamed(user, changes->items[i].path, changes->items[i].places);
    mieni_changes_release(changes);
    mieni_graphs_release(&renaming->graphs);
    return status;
}
