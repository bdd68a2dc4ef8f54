// SPDX-License-Identifier: MIT
//
// Files: whole and atomic.

#include "project/files.h"

#include "core/internal.h"
#include "project/os.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

MienStatus mieni_problem_set(MieniProblem *problem, const char *file, MienStatus status, const char *sentence,
                             const char *place, ...)
{
    if (problem == NULL)
        return status;
    problem->error.status = status;
    problem->is_write = false;
    snprintf(problem->error.message, sizeof problem->error.message, "%s", sentence);
    va_list arguments;
    va_start(arguments, place);
    vsnprintf(problem->error.place, sizeof problem->error.place, place, arguments);
    va_end(arguments);
    return mieni_problem_in(problem, file, status);
}

MienStatus mieni_problem_in(MieniProblem *problem, const char *file, MienStatus status)
{
    if (problem != NULL && problem->file != file)
        snprintf(problem->file, sizeof problem->file, "%s", file);
    return status;
}

/// What the system says of the last call.
static MienStatus system_problem(MieniProblem *problem, const char *file, const char *what)
{
    char sentence[160];
    snprintf(sentence, sizeof sentence, "%s: %s.", what, strerror(errno));
    return mieni_problem_set(problem, file, MIEN_ERROR_FILE, sentence, "%s", "");
}

MienStatus mieni_problem_write(MieniProblem *problem, const char *file, const char *what)
{
    const MienStatus status = system_problem(problem, file, what);
    if (problem != NULL)
        problem->is_write = true;
    return status;
}

static MienStatus memory_problem(MieniProblem *problem, const char *file)
{
    return mieni_problem_set(problem, file, MIEN_ERROR_MEMORY, "There is not enough memory.", "%s", "");
}

MienStatus mieni_file_read(const char *path, MieniBuffer *out_buffer, MieniProblem *problem)
{
    *out_buffer = (MieniBuffer){0};
    MienFile *file = NULL;
    const MienFileOptions options = {.copy = true};
    MienError error = {0};
    const MienStatus status = mien_file_open(path, &options, &file, &error);
    if (status != MIEN_OK)
        return mieni_problem_set(problem, path, status, error.message, "%s", "");
    out_buffer->size = mien_file_size(file);
    out_buffer->bytes = malloc(out_buffer->size + 1);
    if (out_buffer->bytes != NULL) {
        if (out_buffer->size > 0)
            memcpy(out_buffer->bytes, mien_file_data(file), out_buffer->size);
        out_buffer->bytes[out_buffer->size] = '\0';
    }
    mien_file_close(file);
    return out_buffer->bytes != NULL ? MIEN_OK : memory_problem(problem, path);
}

void mieni_buffer_release(MieniBuffer *buffer)
{
    free(buffer->bytes);
    *buffer = (MieniBuffer){0};
}

bool mieni_file_exists(const char *path)
{
    MieniOsInfo info;
    return mieni_os_look(path, &info);
}

bool mieni_file_holds(const char *path, const void *bytes, size_t size)
{
    MieniOsInfo info;
    MieniBuffer buffer;
    if (!mieni_os_look(path, &info) || info.kind != MIENI_OS_FILE || (uint64_t)info.size != size ||
        mieni_file_read(path, &buffer, NULL) != MIEN_OK)
        return false;
    const bool is_same = buffer.size == size && memcmp(buffer.bytes, bytes, size) == 0;
    mieni_buffer_release(&buffer);
    return is_same;
}

MienStatus mieni_folder_make(const char *path, MieniProblem *problem)
{
    char part[MIENI_PATH_ROOM];
    if (snprintf(part, sizeof part, "%s", path) >= (int)sizeof part)
        return mieni_problem_set(problem, path, MIEN_ERROR_LIMIT, "This path is too long.", "%s", "");
    for (char *at = part + 1; *at != '\0'; ++at) {
        if (*at != '/')
            continue;
        *at = '\0';
        if (!mieni_os_make_folder(part) && errno != EEXIST)
            return mieni_problem_write(problem, part, "The folder cannot be made");
        *at = '/';
    }
    if (!mieni_os_make_folder(part) && errno != EEXIST)
        return mieni_problem_write(problem, part, "The folder cannot be made");
    return MIEN_OK;
}

static bool write_all(int descriptor, const char *bytes, size_t size)
{
    while (size > 0) {
        const int64_t written = mieni_os_write(descriptor, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

/// So that the rename itself outlives a crash of the machine.
static void sync_folder_of(const char *path)
{
    char folder[MIENI_PATH_ROOM];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash != NULL ? (int)(slash - path) : 1,
             slash != NULL ? path : ".");
    mieni_os_sync_folder(folder[0] != '\0' ? folder : "/");
}

/// A name beside the file that no one else takes, on this machine or another one that
/// writes to the same folder.
static bool temporary_path(const char *path, char out[MIENI_PATH_ROOM])
{
    static uint32_t count;
    const int64_t now = mieni_os_time();
    char host[64];
    uint32_t mixed = 2166136261u;
    mieni_os_host(host);
    for (const char *at = host; *at != '\0'; ++at)
        mixed = (mixed ^ (unsigned char)*at) * 16777619u;
    mixed ^= (uint32_t)(now % 1000000000) ^ (uint32_t)(now / 1000000000) * 2654435761u ^ ++count * 40503u;
    return snprintf(out, MIENI_PATH_ROOM, "%s.%ld-%08x.tmp", path, mieni_os_process(), (unsigned)mixed) <
           MIENI_PATH_ROOM;
}

static MienStatus replace_target(const char *path, const void *bytes, size_t size, bool is_derived,
                                 bool *out_is_changed, MieniProblem *problem)
{
    char temporary[MIENI_PATH_ROOM];
    if (out_is_changed != NULL)
        *out_is_changed = false;
    if (mieni_file_holds(path, bytes, size))
        return MIEN_OK;
    if (!temporary_path(path, temporary))
        return mieni_problem_set(problem, path, MIEN_ERROR_LIMIT, "This path is too long.", "%s", "");
    char *slash = strrchr(temporary, '/');
    if (slash != NULL && slash != temporary) {
        *slash = '\0';
        const MienStatus status = mieni_folder_make(temporary, problem);
        *slash = '/';
        if (status != MIEN_OK)
            return status;
    }
    const int descriptor = mieni_os_open(temporary, MIENI_OS_NEW);
    if (descriptor < 0)
        return mieni_problem_write(problem, path, "The file cannot be written");
    bool is_written = write_all(descriptor, bytes, size) && (is_derived || mieni_os_sync(descriptor));
    int reason = errno;
    if (!mieni_os_close(descriptor) &&
        is_written) { // where file systems over a network say that they are full
        is_written = false;
        reason = errno;
    }
    errno = reason;
    if (!is_written || !mieni_os_replace(temporary, path)) {
        const MienStatus status = mieni_problem_write(problem, path, "The file cannot be written");
        mieni_os_remove(temporary);
        return status;
    }
    if (!is_derived)
        sync_folder_of(path);
    if (out_is_changed != NULL)
        *out_is_changed = true;
    return MIEN_OK;
}

/// What a link leads to is replaced, not the link.
static MienStatus replace_file(const char *path, const void *bytes, size_t size, bool is_derived,
                               bool *out_is_changed, MieniProblem *problem)
{
    char *target = mieni_os_real_path(path); // NULL for a file that is not there yet
    const MienStatus status =
        replace_target(target != NULL ? target : path, bytes, size, is_derived, out_is_changed, problem);
    if (status != MIEN_OK && target != NULL)
        mieni_problem_in(problem, path, status);
    free(target);
    return status;
}

MienStatus mieni_file_write(const char *path, const void *bytes, size_t size, bool *out_is_changed,
                            MieniProblem *problem)
{
    return replace_file(path, bytes, size, false, out_is_changed, problem);
}

MienStatus mieni_file_write_derived(const char *path, const void *bytes, size_t size, bool *out_is_changed,
                                    MieniProblem *problem)
{
    return replace_file(path, bytes, size, true, out_is_changed, problem);
}
