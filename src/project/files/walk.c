// SPDX-License-Identifier: MIT
//
// Walks folders level by level, each level in parallel, because listing and sorting the names of
// a million files is half the time of a build without changes.

#include "project/files/files.h"
#include "project/files/os.h"
#include "project/files/parallel.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Folders that one thread takes at a time. Most projects have fewer on a level.
enum { CHUNK = 16 };

/// A folder and what is in it, sorted. A folder in it is NULL once it is one of its own.
typedef struct Folder {
    char *path;
    MieniPaths entries;
    int first_child; ///< Of those in the walk; the others follow.
    MienStatus status;
    MieniProblem *problem; ///< NULL, or why it could not be listed.
} Folder;

typedef struct Walk {
    const char *root;
    bool is_confined;
    size_t root_size; ///< With its slash.
    const char *const *ignore;
    int ignore_count;
    Folder *folders;
    int count, room;
    int first; ///< Of the level that is listed now.
    size_t file_count;
} Walk;

static MienStatus no_memory(MieniProblem *problem)
{
    return mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

static bool is_ignored(const Walk *walk, const char *path)
{
    for (int i = 0; i < walk->ignore_count; ++i)
        if (mieni_path_matches(walk->ignore[i], path))
            return true;
    return false;
}

/// Adds what is not ignored; folders end in a slash, so that they are where their files belong.
/// path begins with the path of the folder, of this size.
static MienStatus add_entry(const Walk *walk, const MieniOsFolder *directory, const char *name,
                            char path[MIENI_PATH_ROOM], size_t size, Folder *folder)
{
    if (name[0] == '.')
        return MIEN_OK;
    if (!mieni_path_put(path, &size, name, strlen(name)) || size + 1 == MIENI_PATH_ROOM ||
        walk->root_size + size >= MIENI_PATH_ROOM)
        return MIEN_ERROR_LIMIT;
    const MieniOsKind kind = mieni_os_folder_kind(directory);
    if (kind == 0 || is_ignored(walk, path))
        return MIEN_OK;
    if (kind == MIENI_OS_FOLDER)
        mieni_path_put(path, &size, "/", 1);
    return mieni_paths_add(&folder->entries, path) ? MIEN_OK : MIEN_ERROR_MEMORY;
}

static MienStatus list_entries(const Walk *walk, MieniOsFolder *directory, Folder *folder)
{
    char path[MIENI_PATH_ROOM];
    size_t size = 0;
    MienStatus status = MIEN_OK;
    if (folder->path[0] != '\0' && (!mieni_path_put(path, &size, folder->path, strlen(folder->path)) ||
                                    !mieni_path_put(path, &size, "/", 1)))
        return MIEN_ERROR_LIMIT;
    for (const char *name; status == MIEN_OK && (name = mieni_os_folder_next(directory)) != NULL;)
        status = add_entry(walk, directory, name, path, size, folder);
    mieni_paths_sort(&folder->entries);
    return status;
}

/// Lists a folder. Only where that fails, what it says needs room.
static void list_folder(const Walk *walk, Folder *folder)
{
    char full[MIENI_PATH_ROOM], sentence[160];
    MieniOsFolder *directory = NULL;
    const bool is_short = mieni_path_join(full, walk->root, folder->path);
    if (is_short)
        directory = walk->is_confined ? mieni_os_folder_open(walk->root, folder->path)
                                      : mieni_os_folder_open(NULL, full[0] != '\0' ? full : ".");
    const int reason = errno;
    folder->status = directory != NULL ? list_entries(walk, directory, folder)
                     : is_short        ? MIEN_ERROR_FILE
                                       : MIEN_ERROR_LIMIT;
    if (directory != NULL)
        mieni_os_folder_close(directory);
    if (folder->status == MIEN_OK || (folder->problem = calloc(1, sizeof *folder->problem)) == NULL)
        return;
    snprintf(sentence, sizeof sentence, "The folder cannot be read: %s.", strerror(reason));
    if (folder->status == MIEN_ERROR_FILE)
        mieni_problem_set(folder->problem, full, folder->status, mieni_nowhere(), "%s", sentence);
    else if (folder->status == MIEN_ERROR_LIMIT)
        mieni_problem_set(folder->problem, folder->path, folder->status, mieni_nowhere(), "%s",
                          is_short ? "A path in here is too long." : "This path is too long.");
    else
        no_memory(folder->problem);
}

static void list_folders(void *user, int first, int end)
{
    const Walk *walk = user;
    for (int i = first; i < end; ++i)
        list_folder(walk, &walk->folders[walk->first + i]);
}

/// Adds a folder, which takes the path.
static bool add_folder(Walk *walk, char *path)
{
    if (walk->count == walk->room) {
        const int room = walk->room > 0 ? 2 * walk->room : 64;
        Folder *folders = realloc(walk->folders, sizeof *folders * (size_t)room);
        if (folders == NULL) {
            free(path);
            return false;
        }
        walk->folders = folders;
        walk->room = room;
    }
    walk->folders[walk->count++] = (Folder){.path = path};
    return true;
}

/// The folders in a folder become some of the walk.
static bool add_children(Walk *walk, int index)
{
    const MieniPaths entries = walk->folders[index].entries; // the array moves as it grows
    bool is_added = true;
    walk->folders[index].first_child = walk->count;
    for (int i = 0; i < entries.count && is_added; ++i) {
        char *path = entries.items[i];
        const size_t size = strlen(path);
        if (path[size - 1] != '/') {
            walk->file_count++;
            continue;
        }
        path[size - 1] = '\0';
        entries.items[i] = NULL;
        is_added = add_folder(walk, path);
    }
    return is_added;
}

static bool list_levels(Walk *walk)
{
    bool is_listed = true;
    for (int end = walk->count; walk->first < end && is_listed; end = walk->count) {
        mieni_parallel(end - walk->first, CHUNK, list_folders, walk);
        for (int i = walk->first; i < end && is_listed; ++i)
            is_listed = add_children(walk, i);
        walk->first = end;
    }
    return is_listed;
}

/// Gives the files of a folder and those below it away, in order. There is room for them.
static MienStatus collect(Walk *walk, int index, MieniPaths *paths, MieniProblem *problem)
{
    Folder *folder = &walk->folders[index];
    MienStatus status = folder->status;
    int child = folder->first_child;
    if (status != MIEN_OK && problem != NULL && folder->problem != NULL)
        *problem = *folder->problem;
    for (int i = 0; i < folder->entries.count && status == MIEN_OK; ++i) {
        if (folder->entries.items[i] == NULL) {
            status = collect(walk, child++, paths, problem);
        } else {
            paths->items[paths->count++] = folder->entries.items[i];
            folder->entries.items[i] = NULL;
        }
    }
    return status;
}

static bool make_room(MieniPaths *paths, size_t more)
{
    const size_t room = (size_t)paths->count + more;
    if (room <= (size_t)paths->room)
        return true;
    char **items = room <= INT32_MAX ? realloc(paths->items, sizeof *items * room) : NULL;
    if (items == NULL)
        return false;
    paths->items = items;
    paths->room = (int)room;
    return true;
}

static void release(Walk *walk)
{
    for (int i = 0; i < walk->count; ++i) {
        free(walk->folders[i].path);
        free(walk->folders[i].problem);
        mieni_paths_release(&walk->folders[i].entries);
    }
    free(walk->folders);
}

/// Begins a walk and lists all folders.
static MienStatus list_all(Walk *walk, const char *folder, MieniProblem *problem)
{
    const bool is_here = walk->root[0] == '\0' || strcmp(walk->root, ".") == 0;
    char *first = malloc(strlen(folder) + 1);
    walk->root_size = is_here ? 0 : strlen(walk->root) + 1;
    return first != NULL && add_folder(walk, memcpy(first, folder, strlen(folder) + 1)) && list_levels(walk)
               ? MIEN_OK
               : no_memory(problem);
}

MienStatus mieni_walk(const char *root, const char *folder, bool is_confined, const char *const *ignore,
                      int ignore_count, MieniPaths *paths, MieniProblem *problem)
{
    Walk walk = {.root = root, .is_confined = is_confined, .ignore = ignore, .ignore_count = ignore_count};
    const bool was_empty = paths->count == 0;
    MienStatus status = list_all(&walk, folder, problem);
    if (status == MIEN_OK)
        status = make_room(paths, walk.file_count) ? collect(&walk, 0, paths, problem) : no_memory(problem);
    release(&walk);
    if (!was_empty) // files of one walk are in order
        mieni_paths_sort(paths);
    return status;
}
