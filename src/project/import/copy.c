// SPDX-License-Identifier: MIT
//
// Copies files into a project.

#include "project/import/copy.h"

#include "base/json.h"
#include "project/files/os.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_JSON = 64 << 20, ///< Bytes of a glTF file that is searched for references.
    MOST_NAMED = 1000,    ///< Files that one may reference.
};

static bool ends_in(const char *text, const char *ending)
{
    const size_t size = strlen(text), end = strlen(ending);
    return size >= end && strcmp(text + size - end, ending) == 0;
}

/// A name that paths of a project can have.
static void clean_name(const char *given, char out[MIENI_PATH_ROOM])
{
    snprintf(out, MIENI_PATH_ROOM, "%.200s", given);
    if (mieni_path_is_valid(out))
        return;
    for (char *c = out; *c != '\0'; ++c)
        if ((unsigned char)*c < 0x20 || strchr("/\\:\"'", *c) != NULL)
            *c = '_';
    if (!mieni_path_is_valid(out))
        snprintf(out, MIENI_PATH_ROOM, "source");
}

void mieni_copy_place(const char *given, int number, char out[MIENI_PATH_ROOM])
{
    const char *slash = strrchr(given, '/');
    char name[MIENI_PATH_ROOM], extra[16] = "";
    clean_name(slash != NULL ? slash + 1 : given, name);
    const char *dot = strrchr(name, '.');
    const int stem = dot != NULL && dot != name ? (int)(dot - name) : (int)strlen(name);
    if (number > 1)
        snprintf(extra, sizeof extra, "_%d", number);
    if (ends_in(name, ".gltf"))
        snprintf(out, MIENI_PATH_ROOM, MIENI_SOURCES "/%.*s%s/%.*s%s%s", stem, name, extra, stem, name, extra,
                 name + stem);
    else
        snprintf(out, MIENI_PATH_ROOM, MIENI_SOURCES "/%.*s%s%s", stem, name, extra, name + stem);
}

static MienStatus no_memory(MieniProblem *problem, const char *path)
{
    return mieni_problem_set(problem, path, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

/// Compares bytes with the file at a path of the project. out_there, which may be NULL, gets the
/// bytes of a different file.
static MienStatus compare(const MieniProject *project, const char *path, const MieniBuffer *bytes,
                          MieniCopyState *out_state, MieniBuffer *out_there, MieniProblem *problem)
{
    MieniBuffer there = {0};
    *out_state = MIENI_COPY_FREE;
    if (!mieni_project_exists(project, path))
        return MIEN_OK;
    const MienStatus status = mieni_project_read(project, path, &there, problem);
    if (status != MIEN_OK)
        return status;
    const bool is_same =
        there.size == bytes->size && (there.size == 0 || memcmp(there.bytes, bytes->bytes, there.size) == 0);
    *out_state = is_same ? MIENI_COPY_SAME : MIENI_COPY_DIFFERENT;
    if (is_same || out_there == NULL)
        mieni_buffer_release(&there);
    else
        *out_there = there;
    return MIEN_OK;
}

MienStatus mieni_copy_compare(const MieniCopying *copying, MieniCopyState *out_state, MieniProblem *problem)
{
    MieniBuffer bytes = {0};
    *out_state = MIENI_COPY_FREE;
    if (!mieni_project_exists(copying->project, copying->file))
        return MIEN_OK;
    MienStatus status = mieni_file_read(copying->given, &bytes, problem);
    if (status == MIEN_OK)
        status = compare(copying->project, copying->file, &bytes, out_state, NULL, problem);
    mieni_buffer_release(&bytes);
    return status;
}

/// Adds a row before the file is written, so that it can be reverted in any case; takes was.
static bool add_copied(MieniCopies *copies, const char *path, MieniBuffer was)
{
    if (copies->count == copies->room) {
        const int room = copies->room > 0 ? 2 * copies->room : 8;
        MieniCopied *items = realloc(copies->items, (size_t)room * sizeof *items);
        if (items == NULL)
            return false;
        copies->items = items;
        copies->room = room;
    }
    char *copy = malloc(strlen(path) + 1);
    if (copy == NULL)
        return false;
    strcpy(copy, path);
    copies->items[copies->count++] = (MieniCopied){copy, was};
    return true;
}

static MienStatus write_copy(const MieniCopying *copying, const MieniBuffer *bytes, const char *path,
                             MieniCopies *out_copies, MieniProblem *problem)
{
    MieniCopyState state;
    MieniBuffer was = {0};
    const MienStatus status = compare(copying->project, path, bytes, &state, &was, problem);
    if (status != MIEN_OK || state == MIENI_COPY_SAME)
        return status;
    if (state == MIENI_COPY_DIFFERENT && !copying->is_replacing) {
        mieni_buffer_release(&was);
        return mieni_problem_set(problem, path, MIEN_ERROR_DATA, mieni_nowhere(),
                                 "A different file with this name exists: use --force to replace it.");
    }
    if (!add_copied(out_copies, path, was)) {
        mieni_buffer_release(&was);
        return no_memory(problem, path);
    }
    return mieni_project_write(copying->project, path, bytes->bytes, bytes->size, problem);
}

/// Reads a file outside the project, within the limits of the project's sources.
static MienStatus copy_file(const MieniCopying *copying, const char *given, const char *path,
                            MieniCopies *out_copies, MieniProblem *problem)
{
    MieniBudget *budget = copying->project->budget;
    MieniBuffer bytes = {0};
    MieniOsInfo info = {0};
    MienError error = {0};
    (void)mieni_os_look(given, &info); // reading it says why it cannot be read
    const uint64_t size = info.size > 0 ? (uint64_t)info.size : 0;
    if (!mieni_budget_take(budget, size)) {
        const MienStatus status = mieni_project_status(copying->project, MIEN_ERROR_MEMORY, &error);
        return mieni_problem_set(problem, given, status, mieni_nowhere(), "%s", error.message);
    }
    MienStatus status = mieni_file_read(given, &bytes, problem);
    if (status == MIEN_OK && copying->progress != NULL && !copying->progress(copying->user, 0.0))
        status = MIEN_ERROR_CANCELLED;
    if (status == MIEN_OK)
        status = write_copy(copying, &bytes, path, out_copies, problem);
    mieni_buffer_release(&bytes);
    mieni_budget_give_back(budget, size);
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

/// Copies the files that a list of a glTF file references. Missing ones are reported when the
/// file is read.
static MienStatus copy_named(const MieniCopying *copying, const MieniJson *list, MieniCopies *out_copies,
                             MieniProblem *problem)
{
    MienStatus status = MIEN_OK;
    const char *given_slash = strrchr(copying->given, '/'), *slash = strrchr(copying->file, '/');
    const int given_folder = given_slash != NULL ? (int)(given_slash - copying->given) + 1 : 0;
    const int folder = slash != NULL ? (int)(slash - copying->file) + 1 : 0;
    for (int i = 0; list != NULL && i < list->count && i < MOST_NAMED && status == MIEN_OK; ++i) {
        char name[MIENI_PATH_ROOM / 3], given[MIENI_PATH_ROOM], path[MIENI_PATH_ROOM];
        const char *uri = mieni_json_get_string(list->items[i], "uri", "");
        if (strncmp(uri, "data:", 5) == 0 || strlen(uri) >= sizeof name)
            continue;
        snprintf(name, sizeof name, "%s", uri);
        decode(name);
        snprintf(given, sizeof given, "%.*s%s", given_folder, copying->given, name);
        snprintf(path, sizeof path, "%.*s%s", folder, copying->file, name);
        if (mieni_path_is_valid(name) && mieni_file_exists(given))
            status = copy_file(copying, given, path, out_copies, problem);
    }
    return status;
}

MienStatus mieni_copy_all(const MieniCopying *copying, MieniCopies *out_copies, MieniProblem *problem)
{
    MieniOsInfo info;
    MienStatus status = copy_file(copying, copying->given, copying->file, out_copies, problem);
    if (status != MIEN_OK || !ends_in(copying->file, ".gltf") || !mieni_os_look(copying->given, &info) ||
        info.size > MOST_JSON)
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

/// Removes folders above a path as long as they are empty.
static void remove_folders(const MieniProject *project, const char *file)
{
    char path[MIENI_PATH_ROOM], full[MIENI_PATH_ROOM];
    snprintf(path, sizeof path, "%s", file);
    for (char *slash = strrchr(path, '/'); slash != NULL; slash = strrchr(path, '/')) {
        *slash = '\0';
        if (!mieni_project_locate(project, path, full) ||
            !(project->is_confined ? mieni_os_remove_folder(project->root, path)
                                   : mieni_os_remove_folder(NULL, full)))
            break;
    }
}

void mieni_copies_undo(const MieniProject *project, const MieniCopies *copies)
{
    for (int i = copies->count; i-- > 0;) {
        const MieniCopied *copied = &copies->items[i];
        if (copied->was.bytes != NULL)
            (void)mieni_project_write(project, copied->path, copied->was.bytes, copied->was.size, NULL);
        else if (mieni_project_remove(project, copied->path, NULL) == MIEN_OK && project->overlay == NULL)
            remove_folders(project, copied->path);
    }
}

void mieni_copies_release(MieniCopies *copies)
{
    for (int i = 0; i < copies->count; ++i) {
        free(copies->items[i].path);
        mieni_buffer_release(&copies->items[i].was);
    }
    free(copies->items);
    *copies = (MieniCopies){0};
}
