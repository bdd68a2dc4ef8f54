// SPDX-License-Identifier: MIT
//
// What kernels of other versions are asked to confine: a ruleset with a bit that they do not know
// would be refused, and nothing confined. Their Landlock is played by a function of this program,
// which takes the place of the C library's.

#if !defined(_WIN32)
#define _GNU_SOURCE
#endif

#include "support/temporary.h"

#include "project/files/confine.h"

#if defined(__linux__) && defined(__GLIBC__) && (defined(__x86_64__) || defined(__aarch64__))

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <unistd.h>

static char folder[64];

/// A kernel, and what it heard.
static struct {
    int version;
    bool has_no_scopes;
    uint64_t made[3]; ///< The last ruleset.
    size_t size;
    int made_count, rule_count;
    uint64_t rules[8];
    bool is_confined;
} kernel;

__attribute__((visibility("default"))) long syscall(long number, ...)
{
    va_list args;
    va_start(args, number);
    const uintptr_t a = va_arg(args, uintptr_t), b = va_arg(args, uintptr_t), c = va_arg(args, uintptr_t);
    va_end(args);
    if (number == 444 && a == 0 && c == 1)
        return kernel.version > 0 ? kernel.version : (errno = ENOSYS, -1);
    if (number == 444) { // landlock_create_ruleset
        memset(kernel.made, 0, sizeof kernel.made);
        memcpy(kernel.made, (const void *)a, kernel.size = b);
        ++kernel.made_count;
        return kernel.has_no_scopes && b > 16 ? (errno = E2BIG, -1) : open("/dev/null", O_RDONLY);
    }
    if (number == 445 && kernel.rule_count < 8) // landlock_add_rule
        memcpy(&kernel.rules[kernel.rule_count++], (const void *)c, sizeof *kernel.rules);
    kernel.is_confined = kernel.is_confined || number == 446; // landlock_restrict_self
    return number == 445 || number == 446 ? 0 : (errno = ENOSYS, -1);
}

/// Confines to a folder that is read and one that is written.
static unsigned confine_on(int version, bool has_no_scopes)
{
    const MieniConfinedPath paths[] = {{"/", false}, {folder, true}};
    memset(&kernel, 0, sizeof kernel);
    kernel.version = version;
    kernel.has_no_scopes = has_no_scopes;
    return mieni_os_confine(paths, 2) & MIENI_CONFINED_FILES;
}

TEST(versions)
{
    // As in the kernel's linux/landlock.h.
    enum { OF_1 = 0x1FFF, REFER = 0x2000, TRUNCATE = 0x4000, WRITTEN = 0x11BE };
    static const struct {
        int version;
        size_t size;
        uint64_t made[3], written;
    } rows[] = {
        {1, 8, {OF_1, 0, 0}, WRITTEN},
        {2, 8, {OF_1 | REFER, 0, 0}, WRITTEN | REFER},
        {3, 8, {OF_1 | REFER | TRUNCATE, 0, 0}, WRITTEN | REFER | TRUNCATE},
        {4, 16, {OF_1 | REFER | TRUNCATE, 3, 0}, WRITTEN | REFER | TRUNCATE},
        {5, 16, {OF_1 | REFER | TRUNCATE, 3, 0}, WRITTEN | REFER | TRUNCATE},
        {6, 24, {OF_1 | REFER | TRUNCATE, 3, 3}, WRITTEN | REFER | TRUNCATE},
        {7, 24, {OF_1 | REFER | TRUNCATE, 3, 3}, WRITTEN | REFER | TRUNCATE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        CHECK_INT(confine_on(rows[i].version, false), MIENI_CONFINED_FILES);
        CHECK(kernel.is_confined && kernel.made_count == 1 && kernel.rule_count >= 3);
        CHECK_INT(kernel.size, rows[i].size);
        for (int k = 0; k < 3; ++k)
            CHECK_INT(kernel.made[k], rows[i].made[k]);
        CHECK_INT(kernel.rules[0], 0xC); // reads files and folders
        CHECK_INT(kernel.rules[1], rows[i].written);
        CHECK_INT(kernel.rules[2], 0x4); // /dev/urandom
    }
}

TEST(no_landlock)
{
    CHECK_INT(confine_on(0, false), 0);
    CHECK(kernel.made_count == 0 && !kernel.is_confined);
    CHECK_INT(mieni_os_can_confine() & MIENI_CONFINED_FILES, 0);
}

/// Some say 6 and do not know scopes.
TEST(no_scopes)
{
    CHECK_INT(confine_on(6, true), MIENI_CONFINED_FILES);
    CHECK(kernel.is_confined && kernel.made_count == 2);
    CHECK_INT(kernel.size, 16);
    CHECK(kernel.made[0] == 0x7FFF && kernel.made[1] == 3 && kernel.made[2] == 0);
}

CHECK_MAIN
{
    if (!temporary_make(folder, "kernels"))
        exit(1);
    RUN(versions);
    RUN(no_landlock);
    RUN(no_scopes);
    temporary_remove(folder);
}

#else

TEST(no_kernels) { SKIP("this system confines nothing"); }

CHECK_MAIN { RUN(no_kernels); }

#endif
