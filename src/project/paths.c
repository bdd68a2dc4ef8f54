// SPDX-License-Identifier: MIT
//
// Paths: joined, matched, listed and walked. Projects have a million of them, so that
// what is done for each is done without formatting and with as little sorting as may be.

#include "project/files.h"

#include "project/os.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static MienStatus memory_problem(MieniProblem *problem, const char *file)
{
    return mieni_problem_set(problem, file, MIEN_ERROR_MEMORY, "There is not enough memory.", "%s", "");
}

bool mieni_path_put(char out[MIENI_PATH_ROOM], size_t *used, const char *text, size_t size)
{
    if (size >= MIENI_PATH_ROOM - *used)
        return false;
    memcpy(out + *used, text, size);
    *used += size;
    out[*used] = '\0';
    return true;
}

bool mieni_path_join(char out[MIENI_PATH_ROOM], const char *a, const char *b)
{
    const bool is_alone = a[0] == '\0' || strcmp(a, ".") == 0;
    size_t used = 0;
    return (is_alone || (mieni_path_put(out, &used, a, strlen(a)) && mieni_path_put(out, &used, "/", 1))) &&
           mieni_path_put(out, &used, b, strlen(b));
}

/// Adds a place in the pattern and those that a star can be left for without taking
/// a character. "**/" may stand for no part at all, but only where a part begins.
static void reach(bool *places, const char *pattern, int place, bool is_part_start)
{
    for (; !places[place]; ++place) {
        places[place] = true;
        if (pattern[place] != '*')
            return;
        if (pattern[place + 1] == '*') {
            if (is_part_start && pattern[place + 2] == '/')
                reach(places, pattern, place + 3, true);
            ++place;
        }
    }
}

/// All places of the pattern that the path so far can have led to, so that time grows
/// with the product of both lengths at most.
static bool matches(const char *pattern, const char *path, bool is_part_start)
{
    bool places[MIENI_PATH_ROOM], next[MIENI_PATH_ROOM];
    const int size = (int)strlen(pattern);
    if (size >= MIENI_PATH_ROOM - 2)
        return false;
    const size_t used = (size_t)size + 1;
    memset(places, 0, used);
    reach(places, pattern, 0, is_part_start);
    for (const char *at = path; *at != '\0'; ++at) {
        memset(next, 0, used);
        for (int p = 0; p < size; ++p) {
            if (!places[p])
                continue;
            const bool is_deep = pattern[p] == '*' && pattern[p + 1] == '*';
            if (is_deep || (pattern[p] == '*' && *at != '/'))
                reach(next, pattern, p, is_deep && *at == '/');
            else if (pattern[p] == '?' ? *at != '/' : pattern[p] == *at)
                reach(next, pattern, p + 1, *at == '/');
        }
        memcpy(places, next, used);
    }
    return places[size];
}

bool mieni_path_matches(const char *pattern, const char *path)
{
    // What is before the first star decides for nearly all paths, and for the rest of
    // "takes/**/*.csv", which is how most clips are named, the ending does.
    const size_t plain = strcspn(pattern, "*?");
    if (strncmp(pattern, path, plain) != 0)
        return false;
    const bool is_part_start = plain == 0 || pattern[plain - 1] == '/';
    pattern += plain;
    path += plain;
    if (is_part_start && strncmp(pattern, "**/*", 4) == 0 && strpbrk(pattern + 4, "*?/") == NULL) {
        const size_t size = strlen(path), ending = strlen(pattern + 4);
        return size >= ending && strcmp(path + size - ending, pattern + 4) == 0 &&
               memchr(path + size - ending, '/', ending) == NULL;
    }
    return matches(pattern, path, is_part_start);
}

bool mieni_paths_add(MieniPaths *paths, const char *path)
{
    if (paths->count == paths->room) {
        const int room = paths->room > 0 ? 2 * paths->room : 64;
        char **items = realloc(paths->items, sizeof *items * (size_t)room);
        if (items == NULL)
            return false;
        paths->items = items;
        paths->room = room;
    }
    const size_t size = strlen(path) + 1;
    char *copy = malloc(size);
    if (copy == NULL)
        return false;
    memcpy(copy, path, size);
    paths->items[paths->count++] = copy;
    return true;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void mieni_paths_sort(MieniPaths *paths)
{
    bool is_sorted = true;
    for (int i = 1; i < paths->count && is_sorted; ++i)
        is_sorted = strcmp(paths->items[i - 1], paths->items[i]) < 0;
    if (is_sorted)
        return;
    qsort(paths->items, (size_t)paths->count, sizeof *paths->items, compare_paths);
    int kept = 1;
    for (int i = 1; i < paths->count; ++i) {
        if (strcmp(paths->items[kept - 1], paths->items[i]) == 0)
            free(paths->items[i]);
        else
            paths->items[kept++] = paths->items[i];
    }
    paths->count = kept;
}

bool mieni_paths_has(const MieniPaths *paths, const char *path)
{
    return paths->count > 0 &&
           bsearch(&path, paths->items, (size_t)paths->count, sizeof *paths->items, compare_paths) != NULL;
}

void mieni_paths_release(MieniPaths *paths)
{
    for (int i = 0; i < paths->count; ++i)
        free(paths->items[i]);
    free(paths->items);
    *paths = (MieniPaths){0};
}

static bool is_ignored(const char *path, const char *const *ignore, int ignore_count)
{
    for (int i = 0; i < ignore_count; ++i)
        if (mieni_path_matches(ignore[i], path))
            return true;
    return false;
}

typedef struct Walk {
    const char *root;
    const char *const *ignore;
    int ignore_count;
    MieniPaths *paths;
    MieniProblem *problem;
} Walk;

/// All that is in a folder and not ignored, sorted; folders end in a slash, so that they
/// are where their files belong.
static MienStatus list_folder(const Walk *walk, const char *folder, MieniPaths *entries)
{
    char full[MIENI_PATH_ROOM], path[MIENI_PATH_ROOM];
    if (!mieni_path_join(full, walk->root, folder))
        return mieni_problem_set(walk->problem, folder, MIEN_ERROR_LIMIT, "This path is too long.", "%s", "");
    MieniOsFolder *directory = mieni_os_folder_open(full[0] != '\0' ? full : ".");
    if (directory == NULL) {
        char sentence[160];
        snprintf(sentence, sizeof sentence, "The folder cannot be read: %s.", strerror(errno));
        return mieni_problem_set(walk->problem, full, MIEN_ERROR_FILE, sentence, "%s", "");
    }
    MienStatus status = MIEN_OK;
    for (const char *name; status == MIEN_OK && (name = mieni_os_folder_next(directory)) != NULL;) {
        if (name[0] == '.')
            continue;
        if (!mieni_path_join(path, folder, name) || !mieni_path_join(full, walk->root, path) ||
            strlen(path) + 1 == MIENI_PATH_ROOM) {
            status = mieni_problem_set(walk->problem, folder, MIEN_ERROR_LIMIT, "A path in here is too long.",
                                       "%s", "");
            break;
        }
        const MieniOsKind kind = mieni_os_folder_kind(directory, full);
        if (kind == 0 || is_ignored(path, walk->ignore, walk->ignore_count))
            continue;
        if (kind == MIENI_OS_FOLDER)
            strcat(path, "/");
        if (!mieni_paths_add(entries, path))
            status = memory_problem(walk->problem, path);
    }
    mieni_os_folder_close(directory);
    mieni_paths_sort(entries);
    return status;
}

static MienStatus walk_folder(const Walk *walk, const char *folder)
{
    MieniPaths entries = {0};
    MienStatus status = list_folder(walk, folder, &entries);
    for (int i = 0; i < entries.count && status == MIEN_OK; ++i) {
        char *entry = entries.items[i];
        const size_t size = strlen(entry);
        if (entry[size - 1] == '/') {
            entry[size - 1] = '\0';
            status = walk_folder(walk, entry);
        } else if (!mieni_paths_add(walk->paths, entry)) {
            status = memory_problem(walk->problem, entry);
        }
    }
    mieni_paths_release(&entries);
    return status;
}

MienStatus mieni_walk(const char *root, const char *folder, const char *const *ignore, int ignore_count,
                      MieniPaths *paths, MieniProblem *problem)
{
    const Walk walk = {root, ignore, ignore_count, paths, problem};
    const MienStatus status = walk_folder(&walk, folder);
    mieni_paths_sort(paths);
    return status;
}
