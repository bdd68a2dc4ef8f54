// SPDX-License-Identifier: MIT
//
// The files that a renaming changes: read, changed, noted, and written all at the end.

#include "project/edit/journal.h"
#include "project/edit/known.h"
#include "project/rename/renaming.h"

#include <stdlib.h>
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

static void release_change(MieniRenamedFile *change)
{
    free(change->path);
    mieni_text_release(&change->before);
    mieni_text_release(&change->after);
}

/// Notes what a file becomes, if anything in it was renamed.
static MienStatus note_change(MieniRenaming *renaming, const char *path, const MieniBuffer *before,
                              const MieniAsset *asset, int places)
{
    MienError error = {0};
    const MienStatus status = mieni_asset_check(asset, &error);
    if (status != MIEN_OK)
        return mieni_problem_set(renaming->problem, path, status, mieni_at_error(&error), "%s",
                                 error.message);
    if (renaming->change_count == renaming->room) {
        const int room = renaming->room > 0 ? 2 * renaming->room : 16;
        MieniRenamedFile *changes = realloc(renaming->changes, sizeof *changes * (size_t)room);
        if (changes == NULL)
            return mieni_rename_no_memory(renaming, path);
        renaming->changes = changes;
        renaming->room = room;
    }
    MieniRenamedFile change = {.path = malloc(strlen(path) + 1), .places = places};
    if (change.path != NULL)
        strcpy(change.path, path);
    mieni_text_put_bytes(&change.before, before->bytes, before->size);
    mieni_asset_write(asset, &change.after);
    if (change.path == NULL || change.before.is_out_of_memory || change.after.is_out_of_memory ||
        asset->json.arena.is_out_of_memory) {
        release_change(&change);
        return mieni_rename_no_memory(renaming, path);
    }
    renaming->changes[renaming->change_count++] = change;
    return MIEN_OK;
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
            status = note_change(renaming, path, &buffer, &asset, places);
        mieni_asset_release(&asset);
    }
    mieni_buffer_release(&buffer);
    return status;
}

static MienStatus put_text(const MieniRenaming *renaming, const MieniRenamedFile *change,
                           const MieniTextOut *text)
{
    return mieni_project_write(renaming->project, change->path, text->bytes, text->size, renaming->problem);
}

/// Puts back what was replaced, up to the last one; false if a file still is as it was to become.
static bool put_back(const MieniRenaming *renaming, int last)
{
    MieniRenaming back = *renaming;
    bool is_back = true;
    back.problem = NULL;
    for (int i = last; i >= 0; --i) {
        const MieniRenamedFile *change = &renaming->changes[i];
        MieniFileWas after;
        put_text(&back, change, &change->before);
        mieni_file_was(&after, change->after.bytes, change->after.size);
        is_back = !mieni_project_is_as(renaming->project, change->path, &after) && is_back;
    }
    return is_back;
}

/// Notes what files become, so that all of them change even if this program is killed in between.
static MienStatus write_journal(const MieniRenaming *renaming)
{
    MieniTextOut journal = {0};
    for (int i = 0; i < renaming->change_count; ++i)
        mieni_edit_journal_add(&journal, renaming->changes[i].path, &renaming->changes[i].before,
                               &renaming->changes[i].after);
    const MienStatus status =
        mieni_edit_journal_write(renaming->project, &journal, renaming->change_count, renaming->problem);
    mieni_text_release(&journal);
    return status;
}

/// Replaces all files or none.
static MienStatus replace_files(const MieniRenaming *renaming)
{
    const MieniProject *project = renaming->project;
    const bool has_journal = project->edit != NULL && project->overlay == NULL && renaming->change_count > 1;
    MienStatus status = has_journal ? write_journal(renaming) : MIEN_OK;
    if (status != MIEN_OK)
        return status;
    bool is_over = true;
    for (int i = 0; i < renaming->change_count && status == MIEN_OK; ++i) {
        status = put_text(renaming, &renaming->changes[i], &renaming->changes[i].after);
        if (status != MIEN_OK) // the last one too: it may be replaced, and not have reached the disk
            is_over = put_back(renaming, i);
    }
    if (!has_journal || !is_over)
        return status;
    const MienStatus removed =
        mieni_edit_journal_remove(project, status == MIEN_OK ? renaming->problem : NULL);
    return status == MIEN_OK ? removed : status;
}

static MienStatus write_changes(const MieniRenaming *renaming)
{
    for (int i = 0; i < renaming->change_count; ++i) { // all, before the first one is replaced
        const MienStatus status =
            mieni_edit_check(renaming->project, renaming->changes[i].path, renaming->problem);
        if (status != MIEN_OK)
            return status;
    }
    return replace_files(renaming);
}

MienStatus mieni_rename_end(MieniRenaming *renaming, MienStatus status, MieniRenamed *renamed, void *user)
{
    if (status == MIEN_OK)
        status = write_changes(renaming);
    for (int i = 0; i < renaming->change_count; ++i) {
        if (status == MIEN_OK && renamed != NULL)
            renamed(user, renaming->changes[i].path, renaming->changes[i].places);
        release_change(&renaming->changes[i]);
    }
    free(renaming->changes);
    mieni_graphs_release(&renaming->graphs);
    return status;
}
