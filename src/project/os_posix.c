// SPDX-License-Identifier: MIT
//
// The operating system: POSIX, and what Linux has beyond it.

#define _GNU_SOURCE // d_type, syncfs

#include "project/os.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static int64_t nanoseconds_of(struct timespec time)
{
    return (int64_t)time.tv_sec * 1000000000 + (int64_t)time.tv_nsec;
}

bool mieni_os_look(const char *path, MieniOsInfo *out)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return false;
    out->kind = S_ISREG(status.st_mode)   ? MIENI_OS_FILE
                : S_ISDIR(status.st_mode) ? MIENI_OS_FOLDER
                                          : MIENI_OS_OTHER;
    out->size = (int64_t)status.st_size;
    out->time = nanoseconds_of(status.st_mtim);
    out->changed = nanoseconds_of(status.st_ctim);
    return true;
}

char *mieni_os_real_path(const char *path) { return realpath(path, NULL); }

bool mieni_os_is_absolute(const char *path) { return path[0] == '/'; }

void mieni_os_tidy_path(char *path) { (void)path; }

bool mieni_os_make_folder(const char *path) { return mkdir(path, 0777) == 0; }

bool mieni_os_remove(const char *path) { return unlink(path) == 0; }

bool mieni_os_remove_folder(const char *path) { return rmdir(path) == 0; }

bool mieni_os_replace(const char *from, const char *to) { return rename(from, to) == 0; }

bool mieni_os_set_time(const char *path, int64_t time)
{
    const struct timespec date = {(time_t)(time / 1000000000), (long)(time % 1000000000)};
    return utimensat(AT_FDCWD, path, (const struct timespec[]){date, date}, 0) == 0;
}

bool mieni_os_make_link(const char *target, const char *path) { return symlink(target, path) == 0; }

void mieni_os_sync_folder(const char *path)
{
    const int descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    (void)fsync(descriptor);
    close(descriptor);
}

struct MieniOsFolder {
    DIR *directory;
    const struct dirent *entry;
};

MieniOsFolder *mieni_os_folder_open(const char *path)
{
    DIR *directory = opendir(path);
    MieniOsFolder *folder = directory != NULL ? malloc(sizeof *folder) : NULL;
    if (folder != NULL)
        *folder = (MieniOsFolder){.directory = directory};
    else if (directory != NULL)
        closedir(directory);
    return folder;
}

const char *mieni_os_folder_next(MieniOsFolder *folder)
{
    folder->entry = readdir(folder->directory);
    return folder->entry != NULL ? folder->entry->d_name : NULL;
}

MieniOsKind mieni_os_folder_kind(const MieniOsFolder *folder)
{
    struct stat status;
    const int descriptor = dirfd(folder->directory), type = folder->entry->d_type;
    if (type == DT_REG)
        return MIENI_OS_FILE;
    if (type == DT_DIR)
        return MIENI_OS_FOLDER;
    if (type == DT_LNK) // a linked file is a file, a linked folder might be a circle
        return fstatat(descriptor, folder->entry->d_name, &status, 0) == 0 && S_ISREG(status.st_mode)
                   ? MIENI_OS_FILE
                   : 0;
    if (type != DT_UNKNOWN || fstatat(descriptor, folder->entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return 0;
    return S_ISREG(status.st_mode) ? MIENI_OS_FILE : S_ISDIR(status.st_mode) ? MIENI_OS_FOLDER : 0;
}

void mieni_os_folder_close(MieniOsFolder *folder)
{
    closedir(folder->directory);
    free(folder);
}

int mieni_os_open(const char *path, MieniOsOpen how)
{
    const int flags = how == MIENI_OS_NEW       ? O_CREAT | O_EXCL
                      : how == MIENI_OS_EMPTIED ? O_CREAT | O_TRUNC
                                                : 0;
    return open(path, O_WRONLY | O_CLOEXEC | flags, 0666);
}

int64_t mieni_os_read(int descriptor, void *bytes, size_t size)
{
    return (int64_t)read(descriptor, bytes, size);
}

int64_t mieni_os_write(int descriptor, const void *bytes, size_t size)
{
    return (int64_t)write(descriptor, bytes, size);
}

bool mieni_os_sync(int descriptor) { return fsync(descriptor) == 0; }

bool mieni_os_close(int descriptor) { return close(descriptor) == 0; }

bool mieni_os_sync_disk(int descriptor)
{
#ifdef __linux__
    return syncfs(descriptor) == 0;
#else
    (void)descriptor;
    sync();
    return true;
#endif
}

int mieni_os_lock_open(const char *path) { return open(path, O_RDWR | O_CREAT, 0666); }

bool mieni_os_lock(int descriptor, bool is_shared, bool is_waiting)
{
    return flock(descriptor, (is_shared ? LOCK_SH : LOCK_EX) | (is_waiting ? 0 : LOCK_NB)) == 0;
}

int64_t mieni_os_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000000 + (int64_t)now.tv_nsec;
}

double mieni_os_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void mieni_os_sleep(int64_t nanoseconds)
{
    nanosleep(&(struct timespec){(time_t)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000)}, NULL);
}

int mieni_os_processors(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > 65536 ? 65536 : (int)count;
}

long mieni_os_process(void) { return (long)getpid(); }

void mieni_os_host(char out[64])
{
    memset(out, 0, 64);
    (void)gethostname(out, 63);
}

void mieni_os_boot(char out[64])
{
    FILE *file = fopen("/proc/sys/kernel/random/boot_id", "r");
    if (file == NULL || fgets(out, 64, file) == NULL)
        snprintf(out, 64, "%s", "unknown\n");
    if (file != NULL)
        fclose(file);
}

void mieni_os_begin(int *count, char ***words) { (void)count, (void)words; }

bool mieni_os_program(char *out, size_t size)
{
    const ssize_t length = readlink("/proc/self/exe", out, size - 1);
    if (length <= 0)
        return false;
    out[length] = '\0';
    return true;
}

int mieni_os_run(const char *const *words)
{
    pid_t child;
    int status;
    if (posix_spawnp(&child, words[0], NULL, NULL, (char *const *)words, environ) != 0)
        return -1;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void mieni_os_catch_stops(void (*stop)(int))
{
    // Without SA_RESTART, so that waiting for input ends.
    struct sigaction action = {.sa_handler = stop};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

void mieni_os_ignore_pipes(void)
{
    struct sigaction action = {.sa_handler = SIG_IGN};
    sigemptyset(&action.sa_mask);
    sigaction(SIGPIPE, &action, NULL);
}

bool mieni_os_is_terminal(int descriptor) { return isatty(descriptor) != 0; }

int mieni_os_columns(void)
{
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}
