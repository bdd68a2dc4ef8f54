// SPDX-License-Identifier: MIT
//
// The file table of a project.

#define _XOPEN_SOURCE 700 // st_mtim

#include "studio/model/document/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static MienStatus no_memory(MieniProblem *problem, const char *path)
{
    return mieni_problem_set(problem, path, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory");
}

static void forget_tree(StudioFile *file)
{
    mieni_asset_release(&file->tree);
    free(file->tree_problem);
    file->tree_problem = NULL;
    file->tree_revision = 0;
}

void studio_files_release(StudioFiles *files)
{
    for (int i = 0; i < files->count; ++i) {
        StudioFile *file = files->items[i];
        forget_tree(file);
        studio_text_drop(file->now);
        studio_text_drop(file->saved);
        studio_text_drop(file->theirs);
        free(file->path);
        free(file);
    }
    free(files->items);
    *files = (StudioFiles){0};
}

int studio_files_search(const StudioFiles *files, const char *path)
{
    int low = 0, high = files->count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (strcmp(files->items[middle]->path, path) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

StudioFile *studio_files_find(const StudioFiles *files, const char *path)
{
    const int at = studio_files_search(files, path);
    return at < files->count && strcmp(files->items[at]->path, path) == 0 ? files->items[at] : NULL;
}

StudioFile *studio_files_add(StudioFiles *files, const char *path)
{
    const int at = studio_files_search(files, path);
    if (at < files->count && strcmp(files->items[at]->path, path) == 0)
        return files->items[at];
    if (files->count == files->room) {
        const int room = files->room > 0 ? 2 * files->room : 64;
        StudioFile **items = realloc(files->items, sizeof *items * (size_t)room);
        if (items == NULL)
            return NULL;
        files->items = items;
        files->room = room;
    }
    const size_t size = strlen(path) + 1;
    StudioFile *file = calloc(1, sizeof *file);
    char *copy = malloc(size);
    if (file == NULL || copy == NULL) {
        free(file);
        free(copy);
        return NULL;
    }
    memcpy(copy, path, size);
    file->path = copy;
    file->kind = mieni_asset_kind_of_path(path);
    memmove(files->items + at + 1, files->items + at, sizeof *files->items * (size_t)(files->count - at));
    files->items[at] = file;
    ++files->count;
    return file;
}

void studio_stamp_take(const char *root, const char *path, StudioStamp *out_stamp)
{
    char full[MIENI_PATH_ROOM];
    struct stat status;
    *out_stamp = (StudioStamp){0};
    if (!mieni_path_join(full, root, path) || stat(full, &status) != 0)
        return;
    *out_stamp = (StudioStamp){true,
                               (int64_t)status.st_size,
                               (int64_t)status.st_mtim.tv_sec,
                               (int64_t)status.st_mtim.tv_nsec,
                               (int64_t)status.st_ctim.tv_sec,
                               (int64_t)status.st_ctim.tv_nsec,
                               (uint64_t)status.st_dev,
                               (uint64_t)status.st_ino};
}

bool studio_stamp_same(const StudioStamp *a, const StudioStamp *b)
{
    return a->is_there == b->is_there && a->size == b->size && a->seconds == b->seconds &&
           a->nanoseconds == b->nanoseconds && a->changed_seconds == b->changed_seconds &&
           a->changed_nanoseconds == b->changed_nanoseconds && a->device == b->device && a->inode == b->inode;
}

void studio_disk_open(const StudioDisk *disk, MieniProject *out_project)
{
    mieni_project_open_loose(out_project, disk->root);
    out_project->is_confined = disk->is_confined;
}

MienStatus studio_disk_read(const StudioDisk *disk, const char *path, StudioText **out_text,
                            StudioStamp *out_stamp, MieniProblem *problem)
{
    enum { TRIES = 5 };
    const char *root = disk->root;
    MieniProject project;
    *out_text = NULL;
    *out_stamp = (StudioStamp){0};
    studio_disk_open(disk, &project);
    for (int i = 0; i < TRIES; ++i) { // somebody may be writing it
        StudioStamp after;
        MieniBuffer buffer;
        studio_text_drop(*out_text);
        *out_text = NULL;
        studio_stamp_take(root, path, out_stamp);
        if (!out_stamp->is_there)
            return MIEN_OK;
        const MienStatus status = mieni_project_read(&project, path, &buffer, problem);
        studio_stamp_take(root, path, &after);
        if (status != MIEN_OK && !after.is_there)
            continue;
        if (status != MIEN_OK)
            return status;
        *out_text = studio_text_make(buffer.bytes, buffer.size);
        mieni_buffer_release(&buffer);
        if (*out_text == NULL)
            return no_memory(problem, path);
        if (studio_stamp_same(out_stamp, &after))
            return MIEN_OK;
    }
    return MIEN_OK; // what was read last, with a stamp that the next look will find to differ
}

MienStatus studio_file_know(StudioFiles *files, StudioFile *file, MieniProblem *problem)
{
    StudioText *text;
    StudioStamp stamp;
    if (file->is_known)
        return MIEN_OK;
    const MienStatus status = studio_disk_read(&files->disk, file->path, &text, &stamp, problem);
    if (status != MIEN_OK)
        return status;
    file->is_known = true;
    file->is_listed = text != NULL;
    file->stamp = stamp;
    file->saved = text;
    file->now = studio_text_hold(text);
    file->revision = ++files->revision;
    return MIEN_OK;
}

bool studio_file_is_there(const StudioFile *file)
{
    return file->is_known ? file->now != NULL : file->is_listed;
}

bool studio_file_is_edited(const StudioFile *file)
{
    return file->is_known && !studio_text_same(file->now, file->saved);
}

void studio_file_set(StudioFiles *files, StudioFile *file, StudioText *text)
{
    StudioText *before = file->now;
    file->now = studio_text_hold(text);
    studio_text_drop(before);
    file->revision = ++files->revision;
    forget_tree(file);
}

void studio_file_set_saved(StudioFile *file, StudioText *text, const StudioStamp *stamp)
{
    StudioText *before = file->saved;
    file->saved = studio_text_hold(text);
    file->stamp = *stamp;
    file->is_listed = text != NULL;
    studio_text_drop(before);
    studio_text_drop(file->theirs);
    file->theirs = NULL;
    file->is_contested = false;
}

void studio_file_contest(StudioFile *file, StudioText *theirs, const StudioStamp *stamp)
{
    StudioText *before = file->theirs;
    file->theirs = studio_text_hold(theirs);
    file->stamp = *stamp;
    file->is_listed = theirs != NULL;
    file->is_contested = true;
    studio_text_drop(before);
}

/// Reads the text again; what is wrong with it is kept like what it says.
static MienStatus read_tree(StudioFile *file)
{
    MienError error = {0};
    const MienStatus status =
        mieni_asset_read(&file->tree, file->kind, file->now->bytes, file->now->size, NULL, &error);
    if (status == MIEN_OK || status == MIEN_ERROR_MEMORY)
        return status;
    file->tree_problem = calloc(1, sizeof *file->tree_problem);
    if (file->tree_problem == NULL)
        return MIEN_ERROR_MEMORY;
    mieni_problem_set(file->tree_problem, file->path, status, mieni_at_error(&error), "%s", error.message);
    return MIEN_OK;
}

MienStatus studio_file_tree(StudioFiles *files, StudioFile *file, const MieniAsset **out_asset,
                            MieniProblem *problem)
{
    *out_asset = NULL;
    MienStatus status = studio_file_know(files, file, problem);
    if (status != MIEN_OK)
        return status;
    if (file->now == NULL)
        return mieni_problem_set(problem, file->path, MIEN_ERROR_FILE, mieni_nowhere(), "File not found");
    if (file->tree_revision != file->revision) {
        forget_tree(file);
        status = read_tree(file);
        if (status != MIEN_OK)
            return no_memory(problem, file->path);
        file->tree_revision = file->revision;
    }
    if (file->tree_problem != NULL) {
        if (problem != NULL)
            *problem = *file->tree_problem;
        return file->tree_problem->error.status;
    }
    *out_asset = &file->tree;
    return MIEN_OK;
}
