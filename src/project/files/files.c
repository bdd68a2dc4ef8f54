// SPDX-License-Identifier: MIT
//
// Reads and writes complete files, atomically.

#include "project/files/files.h"

#include "core/internal.h"
#include "project/files/os.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

MienStatus mieni_problem_set(MieniProblem *problem, const char *file, MienStatus status,
                             MieniLocation location, const char *format, ...)
{
    if (problem == NULL)
        return status;
    char sentence[sizeof problem->error.message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    problem->is_write = false;
    mieni_fail(&problem->error, status, location, "%s", sentence);
    return mieni_problem_in(problem, file, status);
}

MienStatus mieni_problem_in(MieniProblem *problem, const char *file, MienStatus status)
{
    if (problem != NULL && problem->file != file)
        snprintf(problem->file, sizeof problem->file, "%s", file);
    return status;
}

/// Whether a reason is that of one name, and no other file would have it.
static bool is_of_name(int reason)
{
    return reason == ENAMETOOLONG || reason == ELOOP || reason == EXDEV || reason == ENOTDIR ||
           reason == EISDIR || reason == EILSEQ;
}

/// What the system says of the last call.
static MienStatus system_problem(MieniProblem *problem, const char *file, const char *what)
{
    char sentence[160];
    const int reason = errno;
    if (reason == ELOOP || reason == EXDEV)
        snprintf(sentence, sizeof sentence, "%s: a part of its path is a link%s.", what,
                 reason == EXDEV ? " that leads out of the project" : "");
    else if (reason == ENAMETOOLONG)
        snprintf(sentence, sizeof sentence, "%s: its name is too long. Use a shorter asset name.", what);
    else
        snprintf(sentence, sizeof sentence, "%s: %s.", what, strerror(reason));
    return mieni_problem_set(problem, file, MIEN_ERROR_FILE, mieni_nowhere(), "%s", sentence);
}

MienStatus mieni_problem_write(MieniProblem *problem, const char *file, const char *what)
{
    const bool is_write = !is_of_name(errno);
    const MienStatus status = system_problem(problem, file, what);
    if (problem != NULL)
        problem->is_write = is_write;
    return status;
}

static MienStatus memory_problem(MieniProblem *problem, const char *file)
{
    return mieni_problem_set(problem, file, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

/// Clocks of file systems tick this coarsely; and those that know no parts of a second this.
static const int64_t tick = 20000000, second = 1000000000, coarse_tick = 2100000000;

bool mieni_file_is_settled(int64_t time, int64_t begin)
{
    return time < begin - (time % second == 0 ? coarse_tick : tick);
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    hash = (hash ^ hash >> 30) * 0xbf58476d1ce4e5b9u;
    hash = (hash ^ hash >> 27) * 0x94d049bb133111ebu;
    return hash ^ hash >> 31;
}

static MieniFileStamp own_stamp_of(const MieniOsInfo *info)
{
    if (info->kind != MIENI_OS_FILE)
        return 0;
    uint64_t stamp = mix(mix(1, (uint64_t)info->size), (uint64_t)info->time);
    stamp = mix(mix(stamp, (uint64_t)info->changed), info->number);
    return stamp != 0 ? stamp : 1;
}

static MieniFileStamp stamp_of(const MieniOsInfo *info, int64_t begin)
{
    return mieni_file_is_settled(info->changed != 0 ? info->changed : info->time, begin) ? own_stamp_of(info)
                                                                                         : 0;
}

MieniFileStamp mieni_file_stamp_own(const char *path)
{
    MieniOsInfo info;
    return mieni_os_look(path, &info) ? own_stamp_of(&info) : 0;
}

/// Reads all bytes of an open file, of which info tells the size.
static MienStatus read_all(int descriptor, const MieniOsInfo *info, const char *path, MieniBuffer *out,
                           MieniProblem *problem)
{
    static const int64_t largest = (int64_t)4 << 30;
    if (info->kind != MIENI_OS_FILE)
        return mieni_problem_set(problem, path, MIEN_ERROR_FILE, mieni_nowhere(), "%s",
                                 info->kind == MIENI_OS_FOLDER
                                     ? "The file cannot be opened: it is a folder."
                                     : "The file cannot be opened: it is a pipe or a device.");
    if (info->size > largest || (uint64_t)info->size >= SIZE_MAX)
        return mieni_problem_set(problem, path, MIEN_ERROR_LIMIT, mieni_nowhere(),
                                 "The file is larger than 4 GiB.");
    out->bytes = malloc((size_t)info->size + 1);
    if (out->bytes == NULL)
        return memory_problem(problem, path);
    while (out->size < (size_t)info->size) {
        const int64_t taken =
            mieni_os_read(descriptor, out->bytes + out->size, (size_t)info->size - out->size);
        if (taken < 0 && errno == EINTR)
            continue;
        if (taken < 0)
            return system_problem(problem, path, "The file cannot be read");
        if (taken == 0)
            return mieni_problem_set(problem, path, MIEN_ERROR_FILE, mieni_nowhere(),
                                     "The file became shorter while it was read.");
        out->size += (size_t)taken;
    }
    out->bytes[out->size] = '\0';
    return MIEN_OK;
}

MienStatus mieni_file_read_below(const char *root, const char *path, MieniBuffer *out_buffer,
                                 MieniFileStamp *out_stamp, MieniProblem *problem)
{
    MieniOsInfo info;
    const int64_t begin = mieni_os_time();
    int descriptor;
    *out_buffer = (MieniBuffer){0};
    do
        descriptor = mieni_os_open(root, path, MIENI_OS_TO_READ);
    while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0)
        return system_problem(problem, path, "The file cannot be opened");
    const MienStatus status = mieni_os_look_open(descriptor, &info)
                                  ? read_all(descriptor, &info, path, out_buffer, problem)
                                  : system_problem(problem, path, "The file cannot be opened");
    mieni_os_close(descriptor);
    if (status == MIEN_OK && out_stamp != NULL)
        *out_stamp = stamp_of(&info, begin);
    if (status != MIEN_OK)
        mieni_buffer_release(out_buffer);
    return status;
}

MienStatus mieni_file_read(const char *path, MieniBuffer *out_buffer, MieniProblem *problem)
{
    return mieni_file_read_below(NULL, path, out_buffer, NULL, problem);
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

bool mieni_file_holds(const char *root, const char *path, const void *bytes, size_t size)
{
    MieniOsInfo info;
    MieniBuffer buffer = {0};
    const int descriptor = mieni_os_open(root, path, MIENI_OS_TO_READ);
    if (descriptor < 0)
        return false;
    const bool is_same = mieni_os_look_open(descriptor, &info) && info.kind == MIENI_OS_FILE &&
                         (uint64_t)info.size == size &&
                         read_all(descriptor, &info, path, &buffer, NULL) == MIEN_OK &&
                         (size == 0 || memcmp(buffer.bytes, bytes, size) == 0);
    mieni_os_close(descriptor);
    mieni_buffer_release(&buffer);
    return is_same;
}

void mieni_file_was(MieniFileWas *out_was, const void *bytes, size_t size)
{
    *out_was = (MieniFileWas){.is_there = bytes != NULL, .size = size};
    if (bytes != NULL)
        mien_sha256(bytes, size, out_was->hash);
}

bool mieni_file_is_as(const char *root, const char *path, const MieniFileWas *was)
{
    MieniBuffer buffer;
    MieniProblem problem = {0};
    uint8_t hash[32];
    errno = 0;
    if (mieni_file_read_below(root, path, &buffer, NULL, &problem) != MIEN_OK)
        return !was->is_there && (errno == ENOENT || errno == ELOOP); // a broken link
    mien_sha256(buffer.bytes, buffer.size, hash);
    const bool is_same =
        was->is_there && buffer.size == was->size && memcmp(hash, was->hash, sizeof hash) == 0;
    mieni_buffer_release(&buffer);
    return is_same;
}

MienStatus mieni_problem_changed(MieniProblem *problem, const char *file)
{
    const MienStatus status = mieni_problem_set(
        problem, file, MIEN_ERROR_FILE, mieni_nowhere(),
        "Another program changed this file. It is left unchanged: check it, then try again.");
    if (problem != NULL)
        problem->is_write = true;
    return status;
}

/// Makes a folder if there is none. Outside of a project, one that is there is not tried: some
/// systems refuse or redirect making folders at their root, whatever is there.
static MienStatus make_one(const char *root, const char *path, MieniProblem *problem)
{
    MieniOsInfo info;
    if (root == NULL && mieni_os_look(path, &info) && info.kind == MIENI_OS_FOLDER)
        return MIEN_OK;
    return mieni_os_make_folder(root, path) || errno == EEXIST
               ? MIEN_OK
               : mieni_problem_write(problem, path, "The folder cannot be created");
}

MienStatus mieni_folder_make_below(const char *root, const char *path, MieniProblem *problem)
{
    char part[MIENI_PATH_ROOM];
    if (snprintf(part, sizeof part, "%s", path) >= (int)sizeof part)
        return mieni_problem_set(problem, path, MIEN_ERROR_LIMIT, mieni_nowhere(), "This path is too long.");
    MienStatus status = MIEN_OK;
    for (char *at = part + 1; part[0] != '\0' && *at != '\0' && status == MIEN_OK; ++at) {
        if (*at != '/')
            continue;
        *at = '\0';
        status = make_one(root, part, problem);
        *at = '/';
    }
    const size_t size = strlen(part);
    return status == MIEN_OK && size > 0 && part[size - 1] != '/' ? make_one(root, part, problem) : status;
}

MienStatus mieni_folder_make(const char *path, MieniProblem *problem)
{
    return mieni_folder_make_below(NULL, path, problem);
}

bool mieni_file_append(int descriptor, const void *given, size_t size)
{
    const char *bytes = given;
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

/// A name beside the file that no one else takes, on this machine or another one that
/// writes to the same folder. It is short, because the file's own name may be as long as names can be.
static bool temporary_path(const char *path, char out[MIENI_PATH_ROOM])
{
    static uint32_t count;
    const int64_t now = mieni_os_time();
    const char *slash = strrchr(path, '/');
    char host[64];
    uint32_t mixed = 2166136261u;
    mieni_os_host(host);
    for (const char *at = host; *at != '\0'; ++at)
        mixed = (mixed ^ (unsigned char)*at) * 16777619u;
    mixed ^= (uint32_t)(now % 1000000000) ^ (uint32_t)(now / 1000000000) * 2654435761u ^ ++count * 40503u;
    return snprintf(out, MIENI_PATH_ROOM, "%.*smien-%ld-%08x.tmp",
                    slash != NULL ? (int)(slash + 1 - path) : 0, path, mieni_os_process(),
                    (unsigned)mixed) < MIENI_PATH_ROOM;
}

static bool has_folder(const char *root, const char *path)
{
    MieniOsFolder *folder = mieni_os_folder_open(root, path);
    if (folder != NULL)
        mieni_os_folder_close(folder);
    return folder != NULL;
}

/// Makes folders, and sees to it that they outlive a crash of the machine.
static MienStatus make_safe_folders(const char *root, const char *path, MieniProblem *problem)
{
    char part[MIENI_PATH_ROOM];
    size_t there = strlen(path); // so much of the path was there before
    snprintf(part, sizeof part, "%s", path);
    while (there > 0 && !has_folder(root, part)) {
        while (there > 0 && part[there - 1] != '/')
            --there;
        there -= there > 0;
        part[there] = '\0';
    }
    const MienStatus status = mieni_folder_make_below(root, path, problem);
    for (size_t size = strlen(path); size > there && status == MIEN_OK; --size) {
        if (path[size] != '/' && path[size] != '\0')
            continue;
        snprintf(part, sizeof part, "%.*s", (int)size, path);
        if (!mieni_os_sync_folder_of(root, part))
            return mieni_problem_write(problem, part, "The folder may not be on disk");
    }
    return status;
}

/// Opens a new file. Folders are made if they are not there, as most often they are.
static int open_new(const char *root, const char *path, bool is_derived, MienStatus *status,
                    MieniProblem *problem)
{
    char folder[MIENI_PATH_ROOM];
    const char *slash = strrchr(path, '/');
    int descriptor = mieni_os_open(root, path, MIENI_OS_NEW);
    if (descriptor >= 0 || errno != ENOENT || slash == NULL || slash == path)
        return descriptor;
    snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
    *status = is_derived ? mieni_folder_make_below(root, folder, problem)
                         : make_safe_folders(root, folder, problem);
    return *status == MIEN_OK ? mieni_os_open(root, path, MIENI_OS_NEW) : -1;
}

/// Writes and closes a new file.
static bool fill(int descriptor, const void *bytes, size_t size, bool is_derived)
{
    bool is_written = mieni_file_append(descriptor, bytes, size) && (is_derived || mieni_os_sync(descriptor));
    int reason = errno;
    if (!mieni_os_close(descriptor) &&
        is_written) { // where file systems over a network say that they are full
        is_written = false;
        reason = errno;
    }
    errno = reason;
    return is_written;
}

/// Writes a temporary file beside the file, and moves it over that if it is as it was (may be NULL).
static MienStatus replace_file(const char *root, const char *path, const void *bytes, size_t size,
                               bool is_derived, const MieniFileWas *was, MieniProblem *problem)
{
    char temporary[MIENI_PATH_ROOM];
    MienStatus status = MIEN_OK;
    if (strlen(path) >= MIENI_PATH_ROOM || !temporary_path(path, temporary))
        return mieni_problem_set(problem, path, MIEN_ERROR_LIMIT, mieni_nowhere(), "This path is too long.");
    mieni_os_hold_stop(); // no half of it is left behind
    const int descriptor = open_new(root, temporary, is_derived, &status, problem);
    if (descriptor < 0) {
        mieni_os_let_stop();
        return status != MIEN_OK ? status : mieni_problem_write(problem, path, "The file cannot be written");
    }
    if (!is_derived)
        mieni_os_keep_owner(descriptor, root, path);
    if (!fill(descriptor, bytes, size, is_derived))
        status = mieni_problem_write(problem, path, "The file cannot be written");
    else if (was != NULL && !mieni_file_is_as(root, path, was))
        status = mieni_problem_changed(problem, path);
    else if (!mieni_os_replace(root, temporary, path))
        status = mieni_problem_write(problem, path, "The file cannot be written");
    if (status != MIEN_OK)
        mieni_os_remove(root, temporary);
    mieni_os_let_stop();
    return status;
}

static MienStatus write_file(const char *root, const char *path, const void *bytes, size_t size,
                             bool is_derived, const MieniFileWas *was, bool *out_is_changed,
                             MieniProblem *problem)
{
    if (out_is_changed != NULL)
        *out_is_changed = false;
    if (mieni_file_holds(root, path, bytes, size))
        return MIEN_OK;
    const MienStatus status = replace_file(root, path, bytes, size, is_derived, was, problem);
    if (status != MIEN_OK)
        return status;
    if (out_is_changed != NULL)
        *out_is_changed = true;
    // So that the rename outlives a crash of the machine.
    return is_derived || mieni_os_sync_folder_of(root, path)
               ? MIEN_OK
               : mieni_problem_write(problem, path, "The file may not be on disk");
}

MienStatus mieni_file_write_below(const char *root, const char *path, const void *bytes, size_t size,
                                  bool is_derived, bool *out_is_changed, MieniProblem *problem)
{
    return write_file(root, path, bytes, size, is_derived, NULL, out_is_changed, problem);
}

MienStatus mieni_file_write_over_below(const char *root, const char *path, const void *bytes, size_t size,
                                       const MieniFileWas *was, MieniProblem *problem)
{
    return write_file(root, path, bytes, size, false, was, NULL, problem);
}

/// A pipe or a device is written to, and stays what it is.
static MienStatus write_in_place(const char *path, const void *bytes, size_t size, MieniProblem *problem)
{
    const int descriptor = mieni_os_open(NULL, path, MIENI_OS_IN_PLACE);
    return descriptor >= 0 && fill(descriptor, bytes, size, true)
               ? MIEN_OK
               : mieni_problem_write(problem, path, "The file cannot be written");
}

/// What a link leads to is replaced, not the link.
static MienStatus write_target(const char *path, const void *bytes, size_t size, const MieniFileWas *was,
                               bool *out_is_changed, MieniProblem *problem)
{
    MieniOsInfo info;
    if (mieni_os_look(path, &info) && info.kind == MIENI_OS_OTHER)
        return write_in_place(path, bytes, size, problem);
    char *target = mieni_os_real_path(path); // NULL for a file that is not there yet
    const MienStatus status =
        write_file(NULL, target != NULL ? target : path, bytes, size, false, was, out_is_changed, problem);
    if (status != MIEN_OK && target != NULL)
        mieni_problem_in(problem, path, status);
    free(target);
    return status;
}

MienStatus mieni_file_write(const char *path, const void *bytes, size_t size, bool *out_is_changed,
                            MieniProblem *problem)
{
    return write_target(path, bytes, size, NULL, out_is_changed, problem);
}

MienStatus mieni_file_write_over(const char *path, const void *bytes, size_t size, const MieniFileWas *was,
                                 MieniProblem *problem)
{
    return write_target(path, bytes, size, was, NULL, problem);
}

MienStatus mieni_file_write_derived(const char *path, const void *bytes, size_t size, bool *out_is_changed,
                                    MieniProblem *problem)
{
    return mieni_file_write_below(NULL, path, bytes, size, true, out_is_changed, problem);
}
