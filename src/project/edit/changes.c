// SPDX-License-Identifier: MIT
//
// Files that one edit changes together.

#include "project/edit/changes.h"

#include "project/edit/journal.h"
#include "project/edit/known.h"

#include <stdlib.h>
#include <string.h>

static MienStatus no_memory(const char *path, MieniProblem *problem)
{
    return mieni_problem_set(problem, path, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

static void release_change(MieniChangedFile *change)
{
    free(change->path);
    mieni_text_release(&change->before);
    mieni_text_release(&change->after);
}

static bool grow(MieniChanges *changes)
{
    if (changes->count < changes->room)
        return true;
    const int room = changes->room > 0 ? 2 * changes->room : 16;
    MieniChangedFile *items = realloc(changes->items, sizeof *items * (size_t)room);
    if (items == NULL)
        return false;
    changes->items = items;
    changes->room = room;
    return true;
}

MienStatus mieni_changes_add(MieniChanges *changes, const char *path, const MieniBuffer *before,
                             const MieniAsset *asset, int places, MieniProblem *problem)
{
    MienError error = {0};
    if (asset->json.arena.is_out_of_memory || !grow(changes))
        return no_memory(path, problem);
    const MienStatus status = mieni_asset_check(asset, &error);
    if (status != MIEN_OK)
        return mieni_problem_set(problem, path, status, mieni_at_error(&error), "%s", error.message);
    MieniChangedFile change = {.path = malloc(strlen(path) + 1), .is_new = before == NULL, .places = places};
    if (change.path != NULL)
        strcpy(change.path, path);
    if (before != NULL)
        mieni_text_put_bytes(&change.before, before->bytes, before->size);
    mieni_asset_write(asset, &change.after);
    if (change.path == NULL || change.before.is_out_of_memory || change.after.is_out_of_memory) {
        release_change(&change);
        return no_memory(path, problem);
    }
    changes->items[changes->count++] = change;
    return MIEN_OK;
}

static MienStatus put_text(const MieniChanges *changes, const MieniChangedFile *change,
                           const MieniTextOut *text, MieniProblem *problem)
{
    return mieni_project_write(changes->project, change->path, text->bytes, text->size, problem);
}

/// Puts back what was replaced, up to the last one; false if a file still is as it was to become.
static bool put_back(const MieniChanges *changes, int last)
{
    bool is_back = true;
    for (int i = last; i >= 0; --i) {
        const MieniChangedFile *change = &changes->items[i];
        MieniFileWas after;
        if (change->is_new)
            mieni_project_remove(changes->project, change->path, NULL);
        else
            put_text(changes, change, &change->before, NULL);
        mieni_file_was(&after, change->after.bytes, change->after.size);
        is_back = !mieni_project_is_as(changes->project, change->path, &after) && is_back;
    }
    return is_back;
}

/// Notes what files become, so that all of them change even if this program is killed in between.
static MienStatus write_journal(const MieniChanges *changes, MieniProblem *problem)
{
    MieniTextOut journal = {0};
    for (int i = 0; i < changes->count; ++i)
        mieni_edit_journal_add(&journal, changes->items[i].path, &changes->items[i].before,
                               &changes->items[i].after);
    const MienStatus status = mieni_edit_journal_write(changes->project, &journal, changes->count, problem);
    mieni_text_release(&journal);
    return status;
}

/// Replaces all files or none.
static MienStatus replace_files(const MieniChanges *changes, MieniProblem *problem)
{
    const MieniProject *project = changes->project;
    const bool has_journal = project->edit != NULL && project->overlay == NULL && changes->count > 1;
    MienStatus status = has_journal ? write_journal(changes, problem) : MIEN_OK;
    if (status != MIEN_OK)
        return status;
    bool is_over = true;
    for (int i = 0; i < changes->count && status == MIEN_OK; ++i) {
        status = put_text(changes, &changes->items[i], &changes->items[i].after, problem);
        if (status != MIEN_OK) // the last one too: it may be replaced, and not have reached the disk
            is_over = put_back(changes, i);
    }
    if (!has_journal || !is_over)
        return status;
    const MienStatus removed = mieni_edit_journal_remove(project, status == MIEN_OK ? problem : NULL);
    return status == MIEN_OK ? removed : status;
}

MienStatus mieni_changes_write(const MieniChanges *changes, MieniProblem *problem)
{
    for (int i = 0; i < changes->count; ++i) { // all, before the first one is replaced
        const MienStatus status = mieni_edit_check(changes->project, changes->items[i].path, problem);
        if (status != MIEN_OK)
            return status;
    }
    return replace_files(changes, problem);
}

void mieni_changes_release(MieniChanges *changes)
{
    for (int i = 0; i < changes->count; ++i)
        release_change(&changes->items[i]);
    free(changes->items);
    *changes = (MieniChanges){0};
}
