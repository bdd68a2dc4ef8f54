// SPDX-License-Identifier: MIT
//
// Copies files into a project.

#define _DEFAULT_SOURCE // realpath

#include "studio/model/import/copy.h"

#include "base/json.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PIECE = 1 << 20,      ///< Bytes at a time.
    MOST_JSON = 64 << 20, ///< Bytes of a glTF file that is looked through.
    MOST_NAMED = 1000,    ///< Files that one may name.
};

bool studio_path_within(const char *root, const char *given, char out[MIENI_PATH_ROOM])
{
    char *real_root = realpath(root, NULL), *real_given = realpath(given, NULL);
    const size_t size = real_root != NULL ? strlen(real_root) : 0;
    const bool is_within = real_root != NULL && real_given != NULL &&
                           strncmp(real_given, real_root, size) == 0 && real_given[size] == '/' &&
                           strlen(real_given + size) < MIENI_PATH_ROOM;
    if (is_within)
        snprintf(out, MIENI_PATH_ROOM, "%s", real_given + size + 1);
    free(real_root);
    free(real_given);
    return is_within && mieni_path_is_valid(out);
}

static bool locate(const StudioCopying *copying, const char *path, char out[MIENI_PATH_ROOM])
{
    return mieni_project_locate(copying->project, path, out);
}

static bool aside(const StudioCopying *copying, char out[MIENI_PATH_ROOM])
{
    char full[MIENI_PATH_ROOM];
    if (!locate(copying, copying->file, full) || strlen(full) + 8 > MIENI_PATH_ROOM)
        return false;
    const char *slash = strrchr(full, '/');
    const int folder = slash != NULL ? (int)(slash - full) + 1 : 0;
    snprintf(out, MIENI_PATH_ROOM, "%.*s.%s~", folder, full, full + folder);
    return true;
}

static bool is_same_content(FILE *a, FILE *b)
{
    static _Thread_local char first[1 << 16], second[1 << 16];
    for (;;) {
        const size_t x = fread(first, 1, sizeof first, a), y = fread(second, 1, sizeof second, b);
        if (x != y || memcmp(first, second, x) != 0)
            return false;
        if (x == 0)
            return true;
    }
}

StudioCopyState studio_copy_compare(const StudioCopying *copying)
{
    char full[MIENI_PATH_ROOM];
    struct stat theirs, ours;
    if (!locate(copying, copying->file, full) || stat(full, &ours) != 0)
        return STUDIO_COPY_FREE;
    if (stat(copying->given, &theirs) != 0 || theirs.st_size != ours.st_size)
        return STUDIO_COPY_OTHER;
    FILE *a = fopen(full, "rb"), *b = fopen(copying->given, "rb");
    const bool is_same = a != NULL && b != NULL && is_same_content(a, b);
    if (a != NULL)
        fclose(a);
    if (b != NULL)
        fclose(b);
    return is_same ? STUDIO_COPY_SAME : STUDIO_COPY_OTHER;
}

static MienStatus fail(MieniProblem *problem, const char *file, bool is_write)
{
    char sentence[160];
    snprintf(sentence, sizeof sentence, "The file cannot be %s: %s", is_write ? "copied" : "read",
             strerror(errno));
    const MienStatus status =
        mieni_problem_set(problem, file, MIEN_ERROR_FILE, mieni_nowhere(), "%s", sentence);
    if (problem != NULL)
        problem->is_write = is_write;
    return status;
}

/// Copies all bytes; progress hears nothing but can end it.
static MienStatus copy_bytes(const StudioCopying *copying, FILE *from, FILE *to, const char *file,
                             MieniProblem *problem)
{
    char *piece = malloc(PIECE);
    MienStatus status =
        piece != NULL ? MIEN_OK
                      : mieni_problem_set(problem, file, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory");
    while (status == MIEN_OK) {
        const size_t size = fread(piece, 1, PIECE, from);
        if (size == 0) {
            if (ferror(from))
                status = fail(problem, file, false);
            break;
        }
        if (fwrite(piece, 1, size, to) != size)
            status = fail(problem, file, true);
        else if (copying->progress != NULL && !copying->progress(copying->user, 0.0))
            status = MIEN_ERROR_CANCELLED;
    }
    free(piece);
    return status;
}

/// Copies one file by way of a hidden one, so that what is there is whole.
static MienStatus copy_file(const StudioCopying *copying, const char *given, const char *path,
                            MieniPaths *out_copies, MieniProblem *problem)
{
    char full[MIENI_PATH_ROOM], folder[MIENI_PATH_ROOM], part[MIENI_PATH_ROOM];
    if (!locate(copying, path, full) || strlen(full) + 8 > sizeof part)
        return mieni_problem_set(problem, path, MIEN_ERROR_DATA, mieni_nowhere(), "Path too long");
    const int folder_size = (int)(strrchr(full, '/') - full);
    snprintf(folder, sizeof folder, "%.*s", folder_size, full);
    snprintf(part, sizeof part, "%.*s/.%s.part", folder_size, full, full + folder_size + 1);
    FILE *from = fopen(given, "rb");
    if (from == NULL)
        return fail(problem, given, false);
    MienStatus status = mieni_folder_make(folder, problem);
    FILE *to = status == MIEN_OK ? fopen(part, "wb") : NULL;
    if (status == MIEN_OK && to == NULL)
        status = fail(problem, path, true);
    if (status == MIEN_OK)
        status = copy_bytes(copying, from, to, path, problem);
    fclose(from);
    if (to != NULL && fclose(to) != 0 && status == MIEN_OK)
        status = fail(problem, path, true);
    if (status == MIEN_OK && !mieni_paths_add(out_copies, path))
        status = mieni_problem_set(problem, path, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory");
    if (status == MIEN_OK && rename(part, full) != 0)
        status = fail(problem, path, true);
    if (status != MIEN_OK && to != NULL)
        remove(part);
    return status;
}

/// "%20" and the like, in place.
static void decode(char *text)
{
    char *out = text;
    for (const char *c = text; *c != '\0'; ++c) {
        unsigned value;
        if (c[0] == '%' && sscanf(c + 1, "%2x", &value) == 1 && c[1] != '\0' && c[2] != '\0' && value != 0) {
            *out++ = (char)value;
            c += 2;
        } else {
            *out++ = *c;
        }
    }
    *out = '\0';
}

/// Copies the files that a list of a glTF file names. Missing ones are reported when the
/// file is read.
static MienStatus copy_named(const StudioCopying *copying, const MieniJson *list, MieniPaths *out_copies,
                             MieniProblem *problem)
{
    MienStatus status = MIEN_OK;
    const int given_folder = (int)(strrchr(copying->given, '/') - copying->given);
    const int folder = (int)(strrchr(copying->file, '/') - copying->file);
    for (int i = 0; list != NULL && i < list->count && i < MOST_NAMED && status == MIEN_OK; ++i) {
        char name[MIENI_PATH_ROOM / 3], given[MIENI_PATH_ROOM], path[MIENI_PATH_ROOM];
        const char *uri = mieni_json_get_string(list->items[i], "uri", "");
        if (strncmp(uri, "data:", 5) == 0 || strlen(uri) >= sizeof name)
            continue;
        snprintf(name, sizeof name, "%s", uri);
        decode(name);
        snprintf(given, sizeof given, "%.*s/%s", given_folder, copying->given, name);
        snprintf(path, sizeof path, "%.*s/%s", folder, copying->file, name);
        if (mieni_path_is_valid(name) && mieni_file_exists(given))
            status = copy_file(copying, given, path, out_copies, problem);
    }
    return status;
}

MienStatus studio_copy_all(const StudioCopying *copying, MieniPaths *out_copies, MieniProblem *problem)
{
    const size_t size = strlen(copying->file);
    struct stat found;
    MienStatus status = copy_file(copying, copying->given, copying->file, out_copies, problem);
    if (status != MIEN_OK || size < 5 || strcmp(copying->file + size - 5, ".gltf") != 0 ||
        stat(copying->given, &found) != 0 || found.st_size > MOST_JSON)
        return status;
    MieniBuffer buffer = {0};
    MieniJsonDocument json;
    status = mieni_file_read(copying->given, &buffer, problem);
    if (status == MIEN_OK && mieni_json_read(&json, buffer.bytes, buffer.size, NULL, NULL) == MIEN_OK) {
        static const char *const lists[] = {"buffers", "images"};
        for (int i = 0; i < 2 && status == MIEN_OK; ++i)
            status = copy_named(copying, mieni_json_get(json.root, lists[i]), out_copies, problem);
        mieni_json_release(&json);
    }
    mieni_buffer_release(&buffer);
    return status;
}

void studio_copy_undo(const StudioCopying *copying, const MieniPaths *copies)
{
    char full[MIENI_PATH_ROOM];
    for (int i = copies->count; i-- > 0;) {
        char path[MIENI_PATH_ROOM];
        snprintf(path, sizeof path, "%s", copies->items[i]);
        if (locate(copying, path, full))
            remove(full);
        for (char *slash = strrchr(path, '/'); slash != NULL; slash = strrchr(path, '/')) {
            *slash = '\0';
            if (!locate(copying, path, full) || rmdir(full) != 0) // others lie there
                break;
        }
    }
}

bool studio_copy_set_aside(const StudioCopying *copying)
{
    char full[MIENI_PATH_ROOM], kept[MIENI_PATH_ROOM];
    return locate(copying, copying->file, full) && aside(copying, kept) && rename(full, kept) == 0;
}

void studio_copy_put_back(const StudioCopying *copying)
{
    char full[MIENI_PATH_ROOM], kept[MIENI_PATH_ROOM];
    if (locate(copying, copying->file, full) && aside(copying, kept))
        (void)rename(kept, full);
}

void studio_copy_forget(const StudioCopying *copying)
{
    char kept[MIENI_PATH_ROOM];
    if (aside(copying, kept))
        remove(kept);
}
