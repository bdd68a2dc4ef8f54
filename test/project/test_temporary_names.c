// SPDX-License-Identifier: MIT
//
// Names of temporary files: two machines that write into one folder at the same moment, by processes
// of the same number, take different ones. Clock, machine and process are those of this program,
// whose functions take the place of the C library's.

#if !defined(_WIN32)
#define _GNU_SOURCE
#endif

#include "support/temporary.h"

#if defined(__linux__) && defined(__GLIBC__)

#include <errno.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define OURS __attribute__((visibility("default")))

static char folder[64], name[64];
static const char *host = NULL; ///< NULL: the functions are not asked by a test.

OURS int gethostname(char *out, size_t size)
{
    snprintf(out, size, "%s", host != NULL ? host : "");
    return 0;
}

static struct timespec moment;

OURS int clock_gettime(clockid_t clock, struct timespec *out)
{
    (void)clock;
    *out = moment;
    return 0;
}

/// Notes the name of the temporary file, and fails.
OURS int renameat(int from, const char *old_name, int to, const char *new_name)
{
    (void)from, (void)to, (void)new_name;
    snprintf(name, sizeof name, "%s", old_name);
    errno = EIO;
    return -1;
}

/// What a new process on a machine calls its first, or second, temporary file, without its number.
static const char *name_on(const char *machine, int second, int turn)
{
    static char names[8][64];
    static int next;
    int ends[2];
    char *out = names[next++ % 8];
    memset(out, 0, 64);
    CHECK(pipe(ends) == 0);
    const pid_t child = fork();
    if (child == 0) {
        host = machine;
        moment = (struct timespec){.tv_sec = 1700000000 + second, .tv_nsec = 123456789};
        for (int i = 0; i <= turn; ++i)
            mieni_file_write_below(folder, "file", "bytes", 5, false, NULL, NULL);
        const char *number = strrchr(name, '-');
        _exit(number != NULL && write(ends[1], number, strlen(number)) > 0 ? 0 : 1);
    }
    int status = 1;
    CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
    CHECK(read(ends[0], out, 63) > 0);
    close(ends[0]);
    close(ends[1]);
    return out;
}

TEST(names)
{
    const char *one = name_on("ada", 0, 0);
    CHECK_INT(strlen(one), strlen("-12345678.tmp"));
    CHECK_STR(name_on("ada", 0, 0), one); // nothing else tells names apart
    CHECK(strcmp(name_on("bo", 0, 0), one) != 0);
    CHECK(strcmp(name_on("ada", 1, 0), one) != 0);
    CHECK(strcmp(name_on("ada", 0, 1), one) != 0);
}

CHECK_MAIN
{
    if (!temporary_make(folder, "names"))
        exit(1);
    RUN(names);
    temporary_remove(folder);
}

#else

TEST(names) { SKIP("functions of this C library cannot be replaced"); }

CHECK_MAIN { RUN(names); }

#endif
