// SPDX-License-Identifier: MIT
//
// A library to be preloaded (LD_PRELOAD) that makes system calls on files fail, or writes
// down what they do. It looks only at files below one folder, so that what the C library
// and the loader do for themselves goes on. Processes that are started inherit it.
//
//   MIEN_FAULTS_ROOT    the folder, whole and without links
//   MIEN_FAULTS_COUNT   a file of 8 bytes: how many calls there were, in all processes
//   MIEN_FAULTS_LOG     if given, gets a line per call: its number, name and path
//   MIEN_FAULTS_AT      the number of the call that fails, from 1
//   MIEN_FAULTS_ERROR   how: EIO, ENOSPC, EINTR, ... as a number, or "short" or "kill"
//   MIEN_FAULTS_RECORD  if given, gets a line per call that changes something, with its bytes
//   MIEN_FAULTS_STAMPS  if given, has lines of a path below the root, a file number and two times in
//                       nanoseconds (written, changed) that files there seem to have
//
// scripts/try-faults and scripts/try-power-loss drive it.

#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

enum { PATH_ROOM = 4200, KILL = -1, SHORT = -2, NOTHING = 0 };

typedef struct Shim {
    bool is_on;
    char root[PATH_ROOM];
    _Atomic uint64_t *count;
    uint64_t at;
    int error; ///< An errno, KILL or SHORT.
    int log, record;
} Shim;

static Shim shim;
static _Atomic int state; // 0: not begun, 1: beginning, 2: begun

static int raw_open(const char *path, int flags)
{
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC, 0666);
}

static int open_far(const char *name)
{
    const char *path = getenv(name);
    const int low = path != NULL ? raw_open(path, O_WRONLY | O_CREAT | O_APPEND) : -1;
    if (low < 0)
        return -1;
    const int high = fcntl(low, F_DUPFD_CLOEXEC, 700); // where programs do not expect theirs
    syscall(SYS_close, low);
    return high;
}

static void begin(void)
{
    int expected = 0;
    if (atomic_load(&state) == 2 || !atomic_compare_exchange_strong(&state, &expected, 1))
        return;
    const char *root = getenv("MIEN_FAULTS_ROOT"), *count = getenv("MIEN_FAULTS_COUNT");
    const char *at = getenv("MIEN_FAULTS_AT"), *error = getenv("MIEN_FAULTS_ERROR");
    const int file = root != NULL && count != NULL ? raw_open(count, O_RDWR | O_CREAT) : -1;
    if (file >= 0 && syscall(SYS_ftruncate, file, 8) == 0) {
        const long mapped = syscall(SYS_mmap, NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        snprintf(shim.root, sizeof shim.root, "%s", root);
        shim.count = (_Atomic uint64_t *)mapped;
        shim.at = at != NULL ? strtoull(at, NULL, 10) : 0;
        shim.error = error == NULL                 ? 0
                     : strcmp(error, "kill") == 0  ? KILL
                     : strcmp(error, "short") == 0 ? SHORT
                                                   : atoi(error);
        shim.log = open_far("MIEN_FAULTS_LOG");
        shim.record = open_far("MIEN_FAULTS_RECORD");
        shim.is_on = mapped > 0;
    }
    if (file >= 0)
        syscall(SYS_close, file);
    atomic_store(&state, 2);
}

static bool is_below(const char *path)
{
    const size_t size = strlen(shim.root);
    return strncmp(path, shim.root, size) == 0 && (path[size] == '/' || path[size] == '\0');
}

static bool link_of(const char *link, char out[PATH_ROOM])
{
    const long size = syscall(SYS_readlinkat, AT_FDCWD, link, out, PATH_ROOM - 1);
    out[size > 0 ? size : 0] = '\0';
    return size > 0;
}

static bool path_of(int descriptor, char out[PATH_ROOM])
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    return link_of(link, out);
}

/// The whole path of one that is relative to a folder; ".." is left as it is.
static bool whole_path(int folder, const char *path, char out[PATH_ROOM])
{
    if (path == NULL)
        return false;
    if (path[0] == '/')
        return snprintf(out, PATH_ROOM, "%s", path) < PATH_ROOM;
    while (strncmp(path, "./", 2) == 0)
        path += 2;
    if (!(folder == AT_FDCWD ? link_of("/proc/self/cwd", out) : path_of(folder, out)))
        return false;
    const size_t size = strlen(out);
    return path[0] == '\0' || strcmp(path, ".") == 0 ||
           snprintf(out + size, PATH_ROOM - size, "/%s", path) < (int)(PATH_ROOM - size);
}

/// Counts a call, and says what becomes of it: NOTHING, SHORT or an errno.
static int count_call(const char *name, const char *path, bool can_be_short)
{
    const uint64_t number = atomic_fetch_add(shim.count, 1) + 1;
    if (shim.log >= 0) {
        char line[PATH_ROOM + 100];
        const int size = snprintf(line, sizeof line, "%llu %s %s\n", (unsigned long long)number, name, path);
        syscall(SYS_write, shim.log, line, size < (int)sizeof line ? (size_t)size : sizeof line - 1);
    }
    if (number != shim.at || shim.error == 0)
        return NOTHING;
    if (shim.error == KILL) {
        kill(getpid(), SIGKILL);
        for (;;)
            pause();
    }
    if (shim.error == SHORT)
        return can_be_short ? SHORT : NOTHING;
    return shim.error;
}

static int on_path(const char *name, int folder, const char *path)
{
    char whole[PATH_ROOM];
    const int before = errno;
    begin();
    const int fault = shim.is_on && whole_path(folder, path, whole) && is_below(whole)
                          ? count_call(name, whole, false)
                          : NOTHING;
    errno = before;
    return fault;
}

static int on_descriptor(const char *name, int descriptor, bool can_be_short)
{
    char whole[PATH_ROOM];
    const int before = errno;
    begin();
    const int fault = shim.is_on && path_of(descriptor, whole) && is_below(whole)
                          ? count_call(name, whole, can_be_short)
                          : NOTHING;
    errno = before;
    return fault;
}

#define FAIL_IF(fault, result)                                                                               \
    do {                                                                                                     \
        const int fault_ = (fault);                                                                          \
        if (fault_ > 0) {                                                                                    \
            errno = fault_;                                                                                  \
            return (result);                                                                                 \
        }                                                                                                    \
    } while (0)

// What files seem to be, so that a folder that was put together looks like one that a loss of power left.

typedef struct Stamp {
    struct Stamp *next;
    unsigned long long number;
    long long written, changed;
    char path[];
} Stamp;

static Stamp *stamps;

__attribute__((constructor)) static void read_stamps(void)
{
    const char *path = getenv("MIEN_FAULTS_STAMPS");
    FILE *file = path != NULL ? fopen(path, "r") : NULL;
    char name[PATH_ROOM];
    unsigned long long number;
    long long written, changed;
    while (file != NULL && fscanf(file, "%4000s %llu %lld %lld", name, &number, &written, &changed) == 4) {
        Stamp *stamp = malloc(sizeof *stamp + strlen(name) + 1);
        if (stamp == NULL)
            abort();
        *stamp = (Stamp){.next = stamps, .number = number, .written = written, .changed = changed};
        strcpy(stamp->path, name);
        stamps = stamp;
    }
    if (file != NULL)
        fclose(file);
}

static struct timespec time_of(long long nanoseconds)
{
    return (struct timespec){(time_t)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000)};
}

/// A file that was replaced since has another number than the one that was put there.
static void pretend(const char *path, struct stat *status)
{
    for (const Stamp *stamp = stamps; stamp != NULL; stamp = stamp->next)
        if (strcmp(stamp->path, path) == 0 && status->st_mtim.tv_sec == 1000000000) {
            status->st_ino = (ino_t)stamp->number;
            status->st_mtim = time_of(stamp->written);
            status->st_ctim = time_of(stamp->changed);
        }
}

EXPORT int fstatat(int folder, const char *path, struct stat *status, int flags)
{
    char whole[PATH_ROOM];
    const int result = (int)syscall(SYS_newfstatat, folder, path, status, flags);
    if (result == 0 && stamps != NULL && whole_path(folder, path, whole))
        pretend(whole, status);
    return result;
}

EXPORT int stat(const char *path, struct stat *status) { return fstatat(AT_FDCWD, path, status, 0); }

EXPORT int lstat(const char *path, struct stat *status)
{
    return fstatat(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
}

EXPORT int fstat(int descriptor, struct stat *status)
{
    char whole[PATH_ROOM];
    const int result = (int)syscall(SYS_fstat, descriptor, status);
    if (result == 0 && stamps != NULL && path_of(descriptor, whole))
        pretend(whole, status);
    return result;
}

// What was done, for a replay: one line per call, numbers and paths with a tab between, bytes as
// hexadecimal digits. Files are told apart by their inodes, because names move.

static unsigned long long inode_of(int descriptor)
{
    struct stat status;
    return fstat(descriptor, &status) == 0 ? (unsigned long long)status.st_ino : 0;
}

static bool records(int descriptor, char path[PATH_ROOM])
{
    return shim.is_on && shim.record >= 0 && path_of(descriptor, path) && is_below(path);
}

static void record_line(const char *format, ...)
{
    char line[3 * PATH_ROOM];
    va_list arguments;
    va_start(arguments, format);
    const int size = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    syscall(SYS_write, shim.record, line, size < (int)sizeof line ? (size_t)size : sizeof line - 1);
}

static void record_open(int descriptor, int flags)
{
    char path[PATH_ROOM];
    struct stat status;
    if (descriptor < 0 || !records(descriptor, path) || fstat(descriptor, &status) != 0)
        return;
    if ((flags & O_CREAT) != 0 && S_ISREG(status.st_mode))
        record_line("create\t%llu\t%s\n", (unsigned long long)status.st_ino, path);
    if ((flags & O_TRUNC) != 0)
        record_line("cut\t%llu\t0\n", (unsigned long long)status.st_ino);
}

static void record_write(int descriptor, const void *bytes, ssize_t size, int64_t offset)
{
    static const char digits[] = "0123456789abcdef";
    char path[PATH_ROOM];
    if (size <= 0 || !records(descriptor, path))
        return;
    char *line = malloc(2 * (size_t)size + 100);
    if (line == NULL)
        abort();
    size_t used = (size_t)sprintf(line, "write\t%llu\t%lld\t", inode_of(descriptor), (long long)offset);
    for (ssize_t i = 0; i < size; ++i) {
        const unsigned char byte = ((const unsigned char *)bytes)[i];
        line[used++] = digits[byte >> 4];
        line[used++] = digits[byte & 15];
    }
    line[used++] = '\n';
    syscall(SYS_write, shim.record, line, used);
    free(line);
}

static void record_paths(const char *what, int folder, const char *path, int other_folder, const char *other)
{
    char one[PATH_ROOM], two[PATH_ROOM] = "";
    if (!shim.is_on || shim.record < 0 || !whole_path(folder, path, one) || !is_below(one))
        return;
    if (other != NULL)
        whole_path(other_folder, other, two);
    record_line("%s\t%s\t%s\n", what, one, two);
}

// The calls themselves.

static bool has_mode(int flags) { return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE; }

#define OPEN_BODY(name, folder, path, flags)                                                                 \
    mode_t mode = 0;                                                                                         \
    if (has_mode(flags)) {                                                                                   \
        va_list arguments;                                                                                   \
        va_start(arguments, flags);                                                                          \
        mode = va_arg(arguments, mode_t);                                                                    \
        va_end(arguments);                                                                                   \
    }                                                                                                        \
    FAIL_IF(on_path(name, folder, path), -1);                                                                \
    const int descriptor = (int)syscall(SYS_openat, folder, path, flags, mode);                              \
    const int reason = errno;                                                                                \
    record_open(descriptor, flags);                                                                          \
    errno = reason;                                                                                          \
    return descriptor;

EXPORT int open(const char *path, int flags, ...){OPEN_BODY("open", AT_FDCWD, path, flags)} EXPORT
    int open64(const char *path, int flags,
               ...){OPEN_BODY("open", AT_FDCWD, path, flags | O_LARGEFILE)} EXPORT
    int openat(int folder, const char *path, int flags, ...){OPEN_BODY("open", folder, path, flags)} EXPORT
    int openat64(int folder, const char *path, int flags,
                 ...){OPEN_BODY("open", folder, path, flags | O_LARGEFILE)}

/// Of those that the C library has no function for, openat2 alone matters.
EXPORT long syscall(long number, ...)
{
    long a[6];
    va_list arguments;
    va_start(arguments, number);
    for (int i = 0; i < 6; ++i)
        a[i] = va_arg(arguments, long);
    va_end(arguments);
    static long (*real)(long, ...);
    if (real == NULL)
        real = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
#ifdef SYS_openat2
    if (number == SYS_openat2) {
        FAIL_IF(on_path("open", (int)a[0], (const char *)a[1]), -1);
        const long descriptor = real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
        const int reason = errno;
        record_open((int)descriptor, (int)*(const uint64_t *)a[2]); // flags come first
        errno = reason;
        return descriptor;
    }
#endif
    return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

EXPORT FILE *fopen(const char *path, const char *mode)
{
    FAIL_IF(on_path("fopen", AT_FDCWD, path), NULL);
    return ((FILE * (*)(const char *, const char *)) dlsym(RTLD_NEXT, "fopen"))(path, mode);
}

EXPORT FILE *fopen64(const char *path, const char *mode) { return fopen(path, mode); }

static size_t some_of(size_t size) { return size > 1 ? size / 2 : size; }

EXPORT ssize_t read(int descriptor, void *bytes, size_t size)
{
    const int fault = on_descriptor("read", descriptor, true);
    FAIL_IF(fault, -1);
    return syscall(SYS_read, descriptor, bytes, fault == SHORT ? some_of(size) : size);
}

EXPORT ssize_t pread(int descriptor, void *bytes, size_t size, off_t offset)
{
    const int fault = on_descriptor("pread", descriptor, true);
    FAIL_IF(fault, -1);
    return syscall(SYS_pread64, descriptor, bytes, fault == SHORT ? some_of(size) : size, offset);
}

EXPORT ssize_t pread64(int descriptor, void *bytes, size_t size, off64_t offset)
{
    return pread(descriptor, bytes, size, offset);
}

EXPORT ssize_t write(int descriptor, const void *bytes, size_t size)
{
    const int fault = on_descriptor("write", descriptor, true);
    FAIL_IF(fault, -1);
    const int64_t at = shim.record >= 0 ? lseek(descriptor, 0, SEEK_CUR) : 0;
    const ssize_t written = syscall(SYS_write, descriptor, bytes, fault == SHORT ? some_of(size) : size);
    const int reason = errno;
    if (shim.record >= 0 && written > 0) { // where it began, also if it was appended
        const int64_t end = lseek(descriptor, 0, SEEK_CUR);
        record_write(descriptor, bytes, written, end >= written ? end - written : at);
    }
    errno = reason;
    return written;
}

EXPORT ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset)
{
    const int fault = on_descriptor("pwrite", descriptor, true);
    FAIL_IF(fault, -1);
    const ssize_t written =
        syscall(SYS_pwrite64, descriptor, bytes, fault == SHORT ? some_of(size) : size, offset);
    const int reason = errno;
    record_write(descriptor, bytes, written, offset);
    errno = reason;
    return written;
}

EXPORT ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t offset)
{
    return pwrite(descriptor, bytes, size, offset);
}

EXPORT int fsync(int descriptor)
{
    char path[PATH_ROOM];
    FAIL_IF(on_descriptor("fsync", descriptor, false), -1);
    const int result = (int)syscall(SYS_fsync, descriptor);
    if (result == 0 && records(descriptor, path))
        record_line("sync\t%llu\t%s\n", inode_of(descriptor), path);
    return result;
}

EXPORT int fdatasync(int descriptor)
{
    char path[PATH_ROOM];
    FAIL_IF(on_descriptor("fdatasync", descriptor, false), -1);
    const int result = (int)syscall(SYS_fdatasync, descriptor);
    if (result == 0 && records(descriptor, path))
        record_line("sync\t%llu\t%s\n", inode_of(descriptor), path);
    return result;
}

EXPORT int syncfs(int descriptor)
{
    char path[PATH_ROOM];
    FAIL_IF(on_descriptor("syncfs", descriptor, false), -1);
    if (records(descriptor, path))
        record_line("sync_all\t\t\n"); // the real one may take seconds, and nothing looks for it
    return shim.is_on && shim.record >= 0 ? 0 : (int)syscall(SYS_syncfs, descriptor);
}

EXPORT int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags)
{
    FAIL_IF(on_path("rename", to_folder, to), -1);
    const int result = (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
    const int reason = errno;
    if (result == 0)
        record_paths("rename", from_folder, from, to_folder, to);
    errno = reason;
    return result;
}

EXPORT int rename(const char *from, const char *to) { return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0); }

EXPORT int renameat(int from_folder, const char *from, int to_folder, const char *to)
{
    return renameat2(from_folder, from, to_folder, to, 0);
}

EXPORT int unlinkat(int folder, const char *path, int flags)
{
    FAIL_IF(on_path("unlink", folder, path), -1);
    const int result = (int)syscall(SYS_unlinkat, folder, path, flags);
    const int reason = errno;
    if (result == 0)
        record_paths("unlink", folder, path, 0, NULL);
    errno = reason;
    return result;
}

EXPORT int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }

EXPORT int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

EXPORT int mkdirat(int folder, const char *path, mode_t mode)
{
    FAIL_IF(on_path("mkdir", folder, path), -1);
    const int result = (int)syscall(SYS_mkdirat, folder, path, mode);
    const int reason = errno;
    if (result == 0)
        record_paths("mkdir", folder, path, 0, NULL);
    errno = reason;
    return result;
}

EXPORT int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

EXPORT int ftruncate(int descriptor, off_t size)
{
    char path[PATH_ROOM];
    FAIL_IF(on_descriptor("ftruncate", descriptor, false), -1);
    const int result = (int)syscall(SYS_ftruncate, descriptor, size);
    if (result == 0 && records(descriptor, path))
        record_line("cut\t%llu\t%lld\n", inode_of(descriptor), (long long)size);
    return result;
}

EXPORT int ftruncate64(int descriptor, off64_t size) { return ftruncate(descriptor, size); }

EXPORT void *mmap(void *address, size_t size, int protection, int flags, int descriptor, off_t offset)
{
    if (descriptor >= 0)
        FAIL_IF(on_descriptor("mmap", descriptor, false), MAP_FAILED);
    return (void *)syscall(SYS_mmap, address, size, protection, flags, descriptor, offset);
}

EXPORT void *mmap64(void *address, size_t size, int protection, int flags, int descriptor, off64_t offset)
{
    return mmap(address, size, protection, flags, descriptor, offset);
}

EXPORT int flock(int descriptor, int operation)
{
    FAIL_IF(on_descriptor("flock", descriptor, false), -1);
    return (int)syscall(SYS_flock, descriptor, operation);
}

EXPORT int fchmod(int descriptor, mode_t mode)
{
    FAIL_IF(on_descriptor("fchmod", descriptor, false), -1);
    return (int)syscall(SYS_fchmod, descriptor, mode);
}

/// Closes even where it fails, as Linux does.
EXPORT int close(int descriptor)
{
    const int fault = on_descriptor("close", descriptor, false);
    const int result = (int)syscall(SYS_close, descriptor);
    FAIL_IF(fault, -1);
    return result;
}
