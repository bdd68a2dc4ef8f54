// SPDX-License-Identifier: MIT
//
// Files below a root on systems that have no openat2: the way there is gone part by part, and is
// refused where it was refused before. A filter of system calls makes this system one of those.

#if !defined(_WIN32)
#define _GNU_SOURCE
#endif

#include "support/temporary.h"

#if defined(__linux__) && __has_include(<linux/openat2.h>)

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/openat2.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static char folder[64];

/// Takes openat2 away from this process; false where that is not allowed.
static bool grow_old(void)
{
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {.len = sizeof steps / sizeof *steps, .filter = steps};
    const struct open_how how = {.flags = O_RDONLY};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 &&
           syscall(SYS_openat2, AT_FDCWD, ".", &how, sizeof how) < 0 && errno == ENOSYS;
}

/// How opening a file below the folder ends: 0, or why not.
static int opening(const char *path)
{
    const int descriptor = mieni_os_open(folder, path, MIENI_OS_TO_READ);
    return descriptor >= 0 ? (mieni_os_close(descriptor), 0) : errno;
}

static int listing(const char *path)
{
    MieniOsFolder *opened = mieni_os_folder_open(folder, path);
    return opened != NULL ? (mieni_os_folder_close(opened), 0) : errno;
}

/// How many descriptors are open, by asking for the next one.
static int next_descriptor(void)
{
    const int next = dup(STDERR_FILENO);
    close(next);
    return next;
}

TEST(below_a_root)
{
    if (!grow_old())
        SKIP("openat2 cannot be taken away here");
    char link[MIENI_PATH_ROOM];
    MieniBuffer buffer;
    const int before = next_descriptor();
    CHECK_STATUS(mieni_file_write_below(folder, "a/b/c/file", "bytes", 5, false, NULL, NULL), MIEN_OK);
    CHECK_STATUS(mieni_file_read_below(folder, "a/b/c/file", &buffer, NULL, NULL), MIEN_OK);
    CHECK(buffer.size == 5 && memcmp(buffer.bytes, "bytes", 5) == 0);
    mieni_buffer_release(&buffer);
    CHECK_INT(opening("a/b/c/file"), 0);
    CHECK_INT(listing("a/b"), 0);

    snprintf(link, sizeof link, "%s/a/link", folder);
    CHECK(mieni_os_make_link("b", link));
    CHECK_INT(opening("a/link/c/file"), ELOOP);
    CHECK_INT(listing("a/link"), ELOOP);
    CHECK_INT(opening("a/../a/b/c/file"), EXDEV);
    CHECK_INT(opening("/etc/passwd"), EXDEV);
    CHECK_INT(listing("/etc"), EXDEV);
    CHECK_INT(listing(".."), EXDEV);
    CHECK_INT(opening("a/none/file"), ENOENT);
    CHECK_INT(opening("a/b/c/file/none"), ENOTDIR);
    CHECK_INT(next_descriptor(), before);
}

CHECK_MAIN
{
    if (!temporary_make(folder, "old"))
        exit(1);
    RUN(below_a_root);
    temporary_remove(folder);
}

#else

TEST(no_openat2) { SKIP("this system has none"); }

CHECK_MAIN { RUN(no_openat2); }

#endif
