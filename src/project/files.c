// SPDX-License-Identifier: MIT
//
// Files: whole and atomic.

#define _DEFAULT_SOURCE     // gethostname
#define _XOPEN_SOURCE   700 // realpath

#include "project/files.h"

#include "core/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

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
    struct stat status;
    return stat(path, &status) == 0;
}

bool mieni_file_holds(const char *path, const void *bytes, size_t size)
{
    struct stat status;
    MieniBuffer buffer;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || (uint64_t)status.st_size != size ||
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
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return mieni_problem_write(problem, part, "The folder cannot be made");
        *at = '/';
    }
    if (mkdir(part, 0777) != 0 && errno != EEXIST)
        return mieni_problem_write(problem, part, "The folder cannot be made");
    return MIEN_OK;
}

static bool write_all(int descriptor, const char *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t written = write(descriptor, bytes, size);
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
    const int descriptor = open(folder[0] != '\0' ? folder : "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    (void)fsync(descriptor);
    close(descriptor);
}

/// A name beside the file that no one else takes, on this machine or another one that
/// writes to the same folder.
static bool temporary_path(const char *path, char out[MIENI_PATH_ROOM])
{
    static uint32_t count;
    struct timespec now;
    char host[64] = "";
    uint32_t mixed = 2166136261u;
    clock_gettime(CLOCK_REALTIME, &now);
    (void)gethostname(host, sizeof host - 1);
    for (const char *at = host; *at != '\0'; ++at)
        mixed = (mixed ^ (unsigned char)*at) * 16777619u;
    mixed ^= (uint32_t)now.tv_nsec ^ (uint32_t)now.tv_sec * 2654435761u ^ ++count * 40503u;
    return snprintf(out, MIENI_PATH_ROOM, "%s.%ld-%08x.tmp", path, (long)getpid(), (unsigned)mixed) <
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
    const int descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0)
        return mieni_problem_write(problem, path, "The file cannot be written");
    bool is_written = write_all(descriptor, bytes, size) && (is_derived || fsync(descriptor) == 0);
    int reason = errno;
    if (close(descriptor) != 0 && is_written) { // where file systems over a network say that they are full
        is_written = false;
        reason = errno;
    }
    errno = reason;
    if (!is_written || rename(temporary, path) != 0) {
        const MienStatus status = mieni_problem_write(problem, path, "The file cannot be written");
        unlink(temporary);
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
    char *target = realpath(path, NULL); // NULL for a file that is not there yet
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
