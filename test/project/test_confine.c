// SPDX-License-Identifier: MIT
//
// A process that is confined can do its work and nothing else. Each try runs in a process of its
// own, once free, where it must succeed, and once confined.

#if !defined(_WIN32)
#define _GNU_SOURCE
#endif

#include "support/temporary.h"

#include "project/files/confine.h"

#if defined(__linux__)

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOT_CONFINED = 250, ENDED_OTHERWISE = 251 };

static char folder[64];

static const char *at(const char *name)
{
    static char path[MIENI_PATH_ROOM];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/// Tries return 0 or why not.
typedef int Try(const char *path);

static int try_opening(const char *path, int flags)
{
    const int descriptor = open(path, flags | O_CLOEXEC, 0666);
    return descriptor < 0 ? errno : (close(descriptor), 0);
}

static int reads(const char *path) { return try_opening(path, O_RDONLY); }
static int lists(const char *path) { return try_opening(path, O_RDONLY | O_DIRECTORY); }
static int writes(const char *path) { return try_opening(path, O_WRONLY | O_CREAT); }
static int empties(const char *path) { return truncate(path, 0) == 0 ? 0 : errno; }
static int removes(const char *path) { return unlink(path) == 0 ? 0 : errno; }
static int makes_folder(const char *path) { return mkdir(path, 0777) == 0 ? 0 : errno; }
static int changes_mode(const char *path) { return chmod(path, 0777) == 0 ? 0 : errno; }

static int replaces(const char *path)
{
    char beside[MIENI_PATH_ROOM];
    snprintf(beside, sizeof beside, "%s.tmp", path);
    const int code = writes(beside);
    return code != 0 ? code : rename(beside, path) == 0 ? 0 : errno;
}

static int opens_socket(const char *path)
{
    (void)path;
    const int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    return descriptor < 0 ? errno : (close(descriptor), 0);
}

static int opens_local_socket(const char *path)
{
    (void)path;
    const int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    return descriptor < 0 ? errno : (close(descriptor), 0);
}

/// Ends with 0 by what it became.
static int runs_program(const char *path)
{
    execl(path, path, (char *)NULL);
    return errno;
}

static int makes_ring(const char *path)
{
    (void)path;
    // Without a place for what it says, a ring that is allowed fails by another number.
    return syscall(425, 1u, NULL) < 0 && errno == EPERM ? EPERM : 0;
}

static void *nothing(void *user) { return user; }

static int starts_thread(const char *path)
{
    pthread_t thread;
    (void)path;
    const int code = pthread_create(&thread, NULL, nothing, NULL);
    return code != 0 ? code : pthread_join(thread, NULL);
}

static int run_apart(Try *what, const char *path, bool is_confined)
{
    int status;
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        char project[MIENI_PATH_ROOM], build[MIENI_PATH_ROOM], named[MIENI_PATH_ROOM];
        snprintf(project, sizeof project, "%s/project", folder);
        snprintf(build, sizeof build, "%s/project/.mien", folder);
        snprintf(named, sizeof named, "%s/named", folder);
        const MieniConfinedPath paths[] = {
            {project, false}, {build, true}, {named, true}, {"/not/there", true}};
        if (is_confined && mieni_os_confine(paths, 4) != mieni_os_can_confine())
            _exit(NOT_CONFINED);
        _exit(what(path));
    }
    return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : ENDED_OTHERWISE;
}

static void make_file(const char *name)
{
    CHECK_STATUS(mieni_file_write(at(name), "text", 4, NULL, NULL), MIEN_OK);
}

static void make_all(void)
{
    temporary_empty(folder);
    make_file("project/mien.json");
    make_file("project/.mien/old.mien");
    make_file("named");
    make_file("outside/secret");
    CHECK(symlink("../outside/secret", at("project/link")) == 0);
}

/// Confined it fails with a reason, 0 for none; free it works.
static void check_try(Try *what, const char *path, int reason, int line)
{
    make_all();
    const int free_code = run_apart(what, path, false);
    make_all();
    const int code = run_apart(what, path, true);
    check_int(free_code, 0, __FILE__, line, "free");
    check_int(code, reason, __FILE__, line, "confined");
}
#define CHECK_TRY(what, name, reason)                                                                        \
    do {                                                                                                     \
        char path[MIENI_PATH_ROOM];                                                                          \
        snprintf(path, sizeof path, "%s", (name)[0] == '/' ? (name) : at(name));                             \
        check_try(what, path, reason, __LINE__);                                                             \
    } while (0)

TEST(files_are_read_and_written_where_it_was_said)
{
    if (!(mieni_os_can_confine() & MIENI_CONFINED_FILES))
        SKIP("this kernel has no Landlock");
    CHECK_TRY(reads, "project/mien.json", 0);
    CHECK_TRY(lists, "project", 0);
    CHECK_TRY(replaces, "project/.mien/old.mien", 0);
    CHECK_TRY(replaces, "project/.mien/new.mien", 0);
    CHECK_TRY(makes_folder, "project/.mien/packs", 0);
    CHECK_TRY(removes, "project/.mien/old.mien", 0);
    CHECK_TRY(writes, "named", 0);
}

TEST(files_elsewhere_are_out_of_reach)
{
    if (!(mieni_os_can_confine() & MIENI_CONFINED_FILES))
        SKIP("this kernel has no Landlock");
    CHECK_TRY(reads, "outside/secret", EACCES);
    CHECK_TRY(reads, "project/link", EACCES);
    CHECK_TRY(reads, "/etc/passwd", EACCES);
    CHECK_TRY(lists, "outside", EACCES);
    CHECK_TRY(lists, "/", EACCES);
    CHECK_TRY(writes, "project/mien.json", EACCES);
    CHECK_TRY(writes, "project/new", EACCES);
    CHECK_TRY(writes, "outside/secret", EACCES);
    CHECK_TRY(writes, "outside/new", EACCES);
    CHECK_TRY(removes, "outside/secret", EACCES);
    CHECK_TRY(makes_folder, "outside/folder", EACCES);
    CHECK_TRY(replaces, "named", EACCES); // the file alone, not its folder
}

TEST(there_is_no_network_and_no_other_program)
{
    if (!(mieni_os_can_confine() & MIENI_CONFINED_CALLS))
        SKIP("this kernel has no filters of seccomp");
    CHECK_TRY(opens_socket, "", EPERM);
    CHECK_TRY(opens_local_socket, "", EPERM);
    CHECK_TRY(runs_program, "/bin/true", EPERM);
    CHECK_TRY(changes_mode, "outside/secret", EPERM);
    CHECK_TRY(changes_mode, "project/.mien/old.mien", EPERM);
    CHECK_TRY(makes_ring, "", EPERM);
    CHECK_TRY(starts_thread, "", 0);
}

TEST(files_are_not_emptied_by_name)
{
    if (!(mieni_os_can_confine() & MIENI_CONFINED_FILES))
        SKIP("this kernel has no Landlock");
    if (syscall(444, NULL, 0, 1) < 3)
        SKIP("this kernel's Landlock does not know truncate");
    CHECK_TRY(empties, "outside/secret", EACCES);
    CHECK_TRY(empties, "project/.mien/old.mien", 0);
}

CHECK_MAIN
{
    if (!temporary_make(folder, "confine"))
        exit(1);
    RUN(files_are_read_and_written_where_it_was_said);
    RUN(files_elsewhere_are_out_of_reach);
    RUN(there_is_no_network_and_no_other_program);
    RUN(files_are_not_emptied_by_name);
    temporary_remove(folder);
}

#else

TEST(nothing_is_confined)
{
    CHECK_INT(mieni_os_can_confine(), 0);
    CHECK_INT(mieni_os_confine(NULL, 0), 0);
}

CHECK_MAIN { RUN(nothing_is_confined); }

#endif
