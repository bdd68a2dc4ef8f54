// SPDX-License-Identifier: MIT
//
// Checks for tests that must also run in WebAssembly and under emulators, so
// without fork, threads or longjmp. A failing check prints where and what, and
// the test goes on.
//
//     TEST(adds_up)
//     {
//         CHECK_INT(1 + 1, 2);
//     }
//
//     CHECK_MAIN
//     {
//         RUN(adds_up);
//     }
//
// The closing line counts tests, not checks. The exit code is 1 if any failed.

#pragma once

#include "mien/base.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEST(name) static void name(void)
#define RUN(name)  check_run(name, #name)
/// Leaves the test. Only in the test function itself.
#define SKIP(reason)                                                                                         \
    do {                                                                                                     \
        check_state.skip = (reason);                                                                         \
        return;                                                                                              \
    } while (0)

#define CHECK(condition) check_true((condition) ? true : false, __FILE__, __LINE__, #condition)
#define CHECK_INT(a, b)  check_int((int64_t)(a), (int64_t)(b), __FILE__, __LINE__, #a)
#define CHECK_STR(a, b)  check_str(a, b, __FILE__, __LINE__, #a)
/// |a - b| <= tolerance; never so for NaN.
#define CHECK_NEAR(a, b, tolerance)      check_near(a, b, tolerance, __FILE__, __LINE__, #a)
#define CHECK_STATUS(expression, status) check_status(expression, status, __FILE__, __LINE__, #expression)

#define CHECK_MAIN                                                                                           \
    static void check_run_all(void);                                                                         \
    int main(void)                                                                                           \
    {                                                                                                        \
        check_run_all();                                                                                     \
        return check_close();                                                                                \
    }                                                                                                        \
    static void check_run_all(void)

static struct {
    int passed, failed, skipped;
    int faults;       ///< Of the running test.
    const char *skip; ///< Why the running test was skipped, or NULL.
} check_state;

static inline void check_run(void (*test)(void), const char *name)
{
    check_state.faults = 0;
    check_state.skip = NULL;
    test();
    if (check_state.faults > 0) {
        printf("FAILED %s\n", name);
        check_state.failed++;
    } else if (check_state.skip) {
        printf("skipped %s: %s\n", name, check_state.skip);
        check_state.skipped++;
    } else {
        check_state.passed++;
    }
    fflush(stdout); // so that a crash in the next test does not swallow it
}

static inline int check_close(void)
{
    printf("%d passed, %d failed, %d skipped\n", check_state.passed, check_state.failed, check_state.skipped);
    return check_state.failed > 0;
}

static inline void check_true(bool holds, const char *file, int line, const char *text)
{
    if (holds)
        return;
    printf("%s:%d: not so: %s\n", file, line, text);
    check_state.faults++;
}

static inline void check_int(int64_t a, int64_t b, const char *file, int line, const char *text)
{
    if (a == b)
        return;
    printf("%s:%d: %s is %" PRId64 ", not %" PRId64 "\n", file, line, text, a, b);
    check_state.faults++;
}

static inline void check_str(const char *a, const char *b, const char *file, int line, const char *text)
{
    if (a == b || (a && b && strcmp(a, b) == 0))
        return;
    printf("%s:%d: %s is \"%s\", not \"%s\"\n", file, line, text, a ? a : "(NULL)", b ? b : "(NULL)");
    check_state.faults++;
}

static inline void check_near(double a, double b, double tolerance, const char *file, int line,
                              const char *text)
{
    if (a - b <= tolerance && b - a <= tolerance)
        return;
    printf("%s:%d: %s is %.17g, not within %.3g of %.17g\n", file, line, text, a, tolerance, b);
    check_state.faults++;
}

static inline void check_status(MienStatus a, MienStatus b, const char *file, int line, const char *text)
{
    if (a == b)
        return;
    printf("%s:%d: %s is %s, not %s\n", file, line, text, mien_status_name(a), mien_status_name(b));
    check_state.faults++;
}

/// Where a file or folder of the large test data is: below MIEN_TEST_DATA, or
/// below shared/data beside the sources. NULL if it is not there: then skip the
/// test. With MIEN_REQUIRE_DATA=1 that also fails it. Keeps the last four paths.
static inline const char *check_data_path(const char *relative)
{
    static const char *const places[] = {"../shared/data", "../../shared/data", "../../../shared/data",
                                         "../../../../shared/data"};
    static char paths[4][1024];
    static int turn;
    char *path = paths[turn++ % 4];
    const char *given = getenv("MIEN_TEST_DATA"), *required = getenv("MIEN_REQUIRE_DATA");
    const int count = given ? 1 : (int)(sizeof places / sizeof *places);
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof paths[0], "%s/%s", given ? given : places[i], relative);
        FILE *file = fopen(path, "rb");
        if (!file)
            continue;
        fclose(file);
        return path;
    }
    if (required && strcmp(required, "1") == 0) {
        printf("no test data, though MIEN_REQUIRE_DATA=1: %s\n", relative);
        check_state.faults++;
    }
    return NULL;
}
