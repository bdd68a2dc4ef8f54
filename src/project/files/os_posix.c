// SPDX-License-Identifier: MIT
//
// The operating system interface for POSIX, with extensions of Linux.

#define _GNU_SOURCE // d_type, syncfs, O_PATH

#include "project/files/os.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <pwd.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif
#include <time.h>
#include <unistd.h>

#if defined(__linux__) && __has_include(<linux/openat2.h>)
#include <linux/openat2.h>
#include <sys/syscall.h>
#endif

extern char **environ;

/// Opens, however often a signal comes between. mode: of a new file.
static int open_with(int folder, const char *path, int flags, mode_t mode)
{
    int descriptor;
    do
        descriptor = openat(folder, path, flags, mode);
    while (descriptor < 0 && errno == EINTR);
    return descriptor;
}

static int open_at(int folder, const char *path, int flags) { return open_with(folder, path, flags, 0666); }

static int64_t nanoseconds_of(struct timespec time)
{
    return (int64_t)time.tv_sec * 1000000000 + (int64_t)time.tv_nsec;
}

static void put_info(const struct stat *status, MieniOsInfo *out)
{
    out->kind = S_ISREG(status->st_mode)   ? MIENI_OS_FILE
                : S_ISDIR(status->st_mode) ? MIENI_OS_FOLDER
                                           : MIENI_OS_OTHER;
    out->size = (int64_t)status->st_size;
    out->time = nanoseconds_of(status->st_mtim);
    out->changed = nanoseconds_of(status->st_ctim);
    out->number = (uint64_t)status->st_ino;
}

bool mieni_os_look(const char *path, MieniOsInfo *out)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return false;
    put_info(&status, out);
    return true;
}

bool mieni_os_look_itself(const char *path, MieniOsInfo *out)
{
    struct stat status;
    if (lstat(path, &status) != 0)
        return false;
    put_info(&status, out);
    errno = ELOOP;
    return !S_ISLNK(status.st_mode);
}

bool mieni_os_look_open(int descriptor, MieniOsInfo *out)
{
    struct stat status;
    if (fstat(descriptor, &status) != 0)
        return false;
    put_info(&status, out);
    return true;
}

bool mieni_os_is_own(const char *path, char out_owner[64])
{
    struct stat status;
    const char *given = getenv("SUDO_UID");
    out_owner[0] = '\0';
    if (stat(path, &status) != 0 || status.st_uid == geteuid())
        return true; // a missing file is reported when it is opened
    if (geteuid() == 0 && given != NULL && strtoul(given, NULL, 10) == status.st_uid)
        return true; // by sudo
    const struct passwd *owner = getpwuid(status.st_uid);
    if (owner != NULL)
        snprintf(out_owner, 64, "%s", owner->pw_name);
    else
        snprintf(out_owner, 64, "user %lu", (unsigned long)status.st_uid);
    return false;
}

char *mieni_os_real_path(const char *path) { return realpath(path, NULL); }

bool mieni_os_is_absolute(const char *path) { return path[0] == '/'; }

void mieni_os_tidy_path(char *path) { (void)path; }

#if defined(O_PATH)
enum { FOLDER = O_PATH | O_DIRECTORY | O_CLOEXEC };
#else
enum { FOLDER = O_RDONLY | O_DIRECTORY | O_CLOEXEC };
#endif

/// Opens one more folder, which is no link, and closes the one it is in.
static int enter(int folder, const char *name)
{
    const bool leads_up = strcmp(name, "..") == 0;
    const int inner = leads_up ? -1 : open_at(folder, name, FOLDER | O_NOFOLLOW);
    int reason = leads_up ? EXDEV : errno;
    struct stat status;
    if (inner < 0 && reason == ENOTDIR && fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISLNK(status.st_mode))
        reason = ELOOP;
    close(folder);
    errno = reason;
    return inner;
}

/// Opens a folder below a root part by part, for systems that cannot do it at once. Takes the
/// descriptor of the root, and changes the path.
static int enter_each(int folder, char *path)
{
    char *rest = NULL;
    if (path[0] == '/') {
        close(folder);
        errno = EXDEV;
        return -1;
    }
    for (char *name = strtok_r(path, "/", &rest); name != NULL && folder >= 0;
         name = strtok_r(NULL, "/", &rest))
        folder = enter(folder, name);
    return folder;
}

/// Opens the folder that the first size bytes of a path name, to reach its entries.
static int open_folder(const char *root, const char *path, size_t size)
{
    char *part = strndup(path, size);
    if (part == NULL)
        return -1;
    int folder = open_at(AT_FDCWD,
                         root == NULL      ? (size > 0 ? part : ".")
                         : root[0] != '\0' ? root
                                           : ".",
                         FOLDER);
    if (root != NULL && folder >= 0 && size > 0) {
#if defined(SYS_openat2)
        const struct open_how how = {
            .flags = FOLDER, .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS};
        int inner;
        do
            inner = (int)syscall(SYS_openat2, folder, part, &how, sizeof how);
        while (inner < 0 && errno == EINTR);
        const int reason = errno;
        if (inner >= 0 || (reason != ENOSYS && reason != EPERM)) {
            close(folder);
            folder = inner;
            errno = reason;
        } else {
            folder = enter_each(folder, part);
        }
#else
        folder = enter_each(folder, part);
#endif
    }
    const int reason = errno;
    free(part);
    errno = reason;
    return folder;
}

/// Opens the folder that a path is in, and gives what it is called there.
static int open_folder_of(const char *root, const char *path, const char **out_name)
{
    const char *slash = strrchr(path, '/');
    *out_name = slash != NULL ? slash + 1 : path;
    if (root != NULL && (strcmp(*out_name, "..") == 0 || path[0] == '/')) {
        errno = EXDEV;
        return -1;
    }
    return open_folder(root, path, slash == NULL ? 0 : slash == path ? 1 : (size_t)(slash - path));
}

/// Closes a descriptor and leaves what errno says.
static void close_quietly(int descriptor)
{
    const int reason = errno;
    close(descriptor);
    errno = reason;
}

bool mieni_os_make_folder(const char *root, const char *path)
{
    const char *name;
    const int folder = open_folder_of(root, path, &name);
    if (folder < 0)
        return false;
    bool is_made = mkdirat(folder, name, 0777) == 0;
    struct stat status;
    if (!is_made && errno == EEXIST && root != NULL &&
        (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISDIR(status.st_mode)))
        errno = S_ISLNK(status.st_mode) ? ELOOP : ENOTDIR;
    close_quietly(folder);
    return is_made;
}

static bool remove_at(const char *root, const char *path, int flags)
{
    const char *name;
    const int folder = open_folder_of(root, path, &name);
    if (folder < 0)
        return false;
    const bool is_removed = unlinkat(folder, name, flags) == 0;
    close_quietly(folder);
    return is_removed;
}

bool mieni_os_remove(const char *root, const char *path) { return remove_at(root, path, 0); }

bool mieni_os_remove_folder(const char *root, const char *path)
{
    return remove_at(root, path, AT_REMOVEDIR);
}

bool mieni_os_replace(const char *root, const char *from, const char *to)
{
    const char *name;
    const char *slash = strrchr(to, '/');
    const int folder = open_folder_of(root, from, &name);
    if (folder < 0)
        return false;
    const bool is_replaced = renameat(folder, name, folder, slash != NULL ? slash + 1 : to) == 0;
    close_quietly(folder);
    return is_replaced;
}

bool mieni_os_set_time(const char *path, int64_t time)
{
    const struct timespec date = {(time_t)(time / 1000000000), (long)(time % 1000000000)};
    return utimensat(AT_FDCWD, path, (const struct timespec[]){date, date}, 0) == 0;
}

bool mieni_os_make_link(const char *target, const char *path) { return symlink(target, path) == 0; }

/// Opens a folder again in a way in which its names can be read.
static int open_to_list(int folder)
{
    const int descriptor = folder >= 0 ? open_at(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (folder >= 0)
        close_quietly(folder);
    return descriptor;
}

bool mieni_os_sync_folder_of(const char *root, const char *path)
{
    const char *name;
    const int descriptor = open_to_list(open_folder_of(root, path, &name));
    if (descriptor < 0)
        return false;
    // Some file systems cannot be asked this.
    const bool is_synced = mieni_os_sync(descriptor) || errno == EINVAL || errno == EROFS;
    close_quietly(descriptor);
    return is_synced;
}

struct MieniOsFolder {
    DIR *directory;
    const struct dirent *entry;
};

MieniOsFolder *mieni_os_folder_open(const char *root, const char *path)
{
    const int descriptor = open_to_list(open_folder(root, path, strlen(path)));
    DIR *directory = descriptor >= 0 ? fdopendir(descriptor) : NULL;
    if (directory == NULL && descriptor >= 0)
        close_quietly(descriptor);
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
    if (type == DT_LNK) // a linked file is a file, a linked folder might create a cycle
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

int mieni_os_open(const char *root, const char *path, MieniOsOpen how)
{
    static const int flags[] = {
        [MIENI_OS_TO_READ] = O_RDONLY | O_NONBLOCK,
        [MIENI_OS_NEW] = O_WRONLY | O_CREAT | O_EXCL,
        [MIENI_OS_PRIVATE] = O_WRONLY | O_CREAT | O_EXCL,
        [MIENI_OS_EMPTIED] = O_WRONLY | O_CREAT | O_TRUNC,
        [MIENI_OS_IN_PLACE] = O_WRONLY,
        [MIENI_OS_TO_APPEND] = O_WRONLY | O_APPEND | O_NONBLOCK,
    };
    const char *name;
    const mode_t mode = how == MIENI_OS_PRIVATE ? 0600 : 0666;
    if (root == NULL)
        return open_with(AT_FDCWD, path, flags[how] | O_CLOEXEC, mode);
    const int folder = open_folder_of(root, path, &name);
    if (folder < 0)
        return -1;
    const int descriptor = open_with(folder, name, flags[how] | O_CLOEXEC | O_NOFOLLOW, mode);
    close_quietly(folder);
    return descriptor;
}

int64_t mieni_os_read(int descriptor, void *bytes, size_t size)
{
    return (int64_t)read(descriptor, bytes, size);
}

int64_t mieni_os_write(int descriptor, const void *bytes, size_t size)
{
    return (int64_t)write(descriptor, bytes, size);
}

bool mieni_os_sync(int descriptor)
{
    int result;
    do
        result = fsync(descriptor);
    while (result != 0 && errno == EINTR);
    return result == 0;
}

/// A signal does not keep Linux from closing, and trying again would close another file.
bool mieni_os_close(int descriptor) { return close(descriptor) == 0 || errno == EINTR; }

/// Access lists and what people noted: at best, because file systems differ in what they have.
static void copy_attributes(int descriptor, int from, bool has_group)
{
#ifdef __linux__
    enum { NAMES_ROOM = 4096, VALUE_ROOM = 65536 };
    char names[NAMES_ROOM];
    const ssize_t size = flistxattr(from, names, sizeof names);
    char *value = size > 0 ? malloc(VALUE_ROOM) : NULL;
    for (ssize_t at = 0; value != NULL && at < size; at += (ssize_t)strlen(names + at) + 1) {
        const char *name = names + at;
        const bool is_list = strcmp(name, "system.posix_acl_access") == 0;
        if (strncmp(name, "user.", 5) != 0 && !(is_list && has_group))
            continue;
        const ssize_t length = fgetxattr(from, name, value, VALUE_ROOM);
        if (length >= 0)
            (void)fsetxattr(descriptor, name, value, (size_t)length, 0);
    }
    free(value);
#else
    (void)descriptor, (void)from, (void)has_group;
#endif
}

/// Gives a file mode, owner and group of another one; whether it has the group.
static bool copy_rights(int descriptor, const struct stat *new, const struct stat *old)
{
    bool has_group = old->st_gid == new->st_gid;
    if (!has_group || old->st_uid != new->st_uid) {
        if (fchown(descriptor, old->st_uid, old->st_gid) == 0)
            has_group = true;
        else if (!has_group)
            has_group = fchown(descriptor, (uid_t)-1, old->st_gid) == 0;
    }
    mode_t mode = old->st_mode & 0777;
    if (!has_group)
        mode &= 0707 | (mode & 07) << 3;
    (void)fchmod(descriptor, mode);
    return has_group;
}

void mieni_os_keep_owner(int descriptor, const char *root, const char *path)
{
    struct stat old, new;
    const char *name;
    const int folder = open_folder_of(root, path, &name);
    if (folder < 0)
        return;
    if (fstatat(folder, name, &old, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(old.st_mode) &&
        fstat(descriptor, &new) == 0) {
        const bool has_group = copy_rights(descriptor, &new, &old);
        const int from = open_at(folder, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
        if (from >= 0) {
            copy_attributes(descriptor, from, has_group);
            close(from);
        }
    }
    close(folder);
}

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

int mieni_os_lock_open(const char *root, const char *path)
{
    const char *name;
    struct stat status;
    const int folder = open_folder_of(root, path, &name);
    if (folder < 0)
        return -1;
    int lock = open_at(folder, name, O_RDWR | O_CREAT | O_NONBLOCK | (root != NULL ? O_NOFOLLOW : 0));
    close_quietly(folder);
    if (lock >= 0 && (fstat(lock, &status) != 0 || !S_ISREG(status.st_mode))) {
        close(lock);
        errno = EINVAL;
        lock = -1;
    }
    return lock;
}

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

/// Files must not get the numbers of standard streams that are closed: what is printed would go
/// into them. Something takes these, which fails as the closed stream would.
static void take_closed_streams(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream)
        if (fcntl(stream, F_GETFD) < 0 && errno == EBADF &&
            open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
            return;
}

void mieni_os_begin(int *count, char ***words)
{
    (void)count, (void)words;
    take_closed_streams();
#ifdef __GLIBC__
    // Large blocks go back to the system when they are freed, so that what the process has is what
    // limits of memory count: aligned ones leave gaps otherwise.
    mallopt(M_MMAP_THRESHOLD, 65536);
#endif
}

bool mieni_os_set_variable(const char *name, const char *value) { return setenv(name, value, 1) == 0; }

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

static void (*stop_function)(int);
static void (*late_function)(void);
static struct itimerval late_times;
static atomic_int holds;

static void handle_stop(int number)
{
    const int reason = errno;
    stop_function(number);
    setitimer(ITIMER_REAL, &late_times, NULL);
    errno = reason;
}

static void handle_late(int number)
{
    (void)number;
    const int reason = errno;
    if (atomic_load(&holds) == 0)
        late_function();
    errno = reason;
}

void mieni_os_catch_stops(void (*stop)(int), void (*late)(void), double seconds)
{
    // Without SA_RESTART, so that waiting for input ends.
    struct sigaction action = {.sa_handler = handle_stop}, alarm = {.sa_handler = handle_late};
    const long whole = (long)seconds;
    stop_function = stop;
    late_function = late;
    late_times = (struct itimerval){.it_interval = {0, 50000},
                                    .it_value = {whole, (long)((seconds - (double)whole) * 1e6)}};
    sigemptyset(&action.sa_mask);
    sigemptyset(&alarm.sa_mask);
    sigaction(SIGALRM, &alarm, NULL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

static void (*hold_elsewhere)(void), (*let_elsewhere)(void);

void mieni_os_follow_stops(void (*hold)(void), void (*let)(void))
{
    hold_elsewhere = hold;
    let_elsewhere = let;
}

void mieni_os_hold_stop(void)
{
    if (hold_elsewhere != NULL)
        hold_elsewhere();
    else
        atomic_fetch_add(&holds, 1);
}

void mieni_os_let_stop(void)
{
    if (let_elsewhere != NULL)
        let_elsewhere();
    else
        atomic_fetch_sub(&holds, 1);
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
