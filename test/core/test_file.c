// SPDX-License-Identifier: MIT
//
// Opening files: mapped, copied, empty, missing, not files at all, too large.

#define _POSIX_C_SOURCE   200809L // ftruncate, mkfifo, mkdir
#define _FILE_OFFSET_BITS 64

#include "mien/pack.h"
#include "support/check.h"

#include <errno.h>

#if !defined(_WIN32)
#include <sys/stat.h>
#include <unistd.h>
#endif

// Tests run in the build folder.
static const char *const scratch = "mien-test-file.tmp";

/// Bytes that differ from their neighbours and between pages.
static uint8_t byte_at(size_t i) { return (uint8_t)(i * 31 + (i >> 8) * 7 + 3); }

static bool write_scratch(size_t size)
{
    FILE *file = fopen(scratch, "wb");
    if (!file)
        return false;
    for (size_t i = 0; i < size; i++)
        fputc(byte_at(i), file);
    return fclose(file) == 0;
}

/// How often the scratch file is mapped, where the system tells, otherwise 0.
static int count_mappings(void)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[4096];
    int count = 0;
    while (maps && fgets(line, sizeof line, maps))
        count += strstr(line, scratch) != NULL;
    if (maps)
        fclose(maps);
    return count;
}

static size_t count_wrong(const MienFile *file)
{
    const uint8_t *bytes = mien_file_data(file);
    size_t wrong = 0;
    for (size_t i = 0; i < mien_file_size(file); i++)
        wrong += bytes[i] != byte_at(i);
    return wrong;
}

TEST(contents)
{
    static const size_t sizes[] = {1, 63, 64, 4095, 4096, 4097, 300000, (1 << 20) + 5};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        CHECK(write_scratch(sizes[i]));
        for (int copy = 0; copy <= 1; copy++) {
            const MienFileOptions options = {.copy = copy};
            MienFile *file = NULL;
            MienError error = {0};
            CHECK_STATUS(mien_file_open(scratch, &options, &file, &error), MIEN_OK);
            CHECK_INT(mien_file_size(file), sizes[i]);
            CHECK_INT((uintptr_t)mien_file_data(file) % MIEN_PACK_ALIGNMENT, 0);
            CHECK_INT(count_wrong(file), 0);
            CHECK_STATUS(error.status, MIEN_OK);
#if defined(__linux__)
            CHECK_INT(count_mappings(), copy ? 0 : 1);
#endif
            mien_file_close(file);
            CHECK_INT(count_mappings(), 0);
        }
    }
    remove(scratch);
}

TEST(empty_file)
{
    CHECK(write_scratch(0));
    MienFile *file = NULL;
    CHECK_STATUS(mien_file_open(scratch, NULL, &file, NULL), MIEN_OK);
    CHECK(file != NULL && mien_file_data(file) != NULL);
    CHECK_INT(mien_file_size(file), 0);
    mien_file_close(file);
    remove(scratch);
}

TEST(a_copy_does_not_follow_the_file)
{
    CHECK(write_scratch(5000));
    const MienFileOptions options = {.copy = true};
    MienFile *file = NULL;
    CHECK_STATUS(mien_file_open(scratch, &options, &file, NULL), MIEN_OK);
    CHECK(write_scratch(0));
    CHECK_INT(mien_file_size(file), 5000);
    CHECK_INT(count_wrong(file), 0);
    mien_file_close(file);
    remove(scratch);
}

/// A reason that an earlier call left says nothing about this one.
TEST(an_old_reason_does_not_count)
{
    CHECK(write_scratch(5000));
    const MienFileOptions options = {.copy = true};
    MienFile *file = NULL;
    errno = EINTR;
    CHECK_STATUS(mien_file_open(scratch, &options, &file, NULL), MIEN_OK);
    CHECK_INT(mien_file_size(file), 5000);
    CHECK_INT(count_wrong(file), 0);
    mien_file_close(file);
    remove(scratch);
}

/// Opens what cannot be opened.
static MienError refusal(const char *path, MienStatus status)
{
    MienError error = {0};
    MienFile *file = (MienFile *)&error; // anything but NULL
    CHECK_STATUS(mien_file_open(path, NULL, &file, &error), status);
    CHECK(file == NULL);
    CHECK_STATUS(error.status, status);
    CHECK_STR(error.location, path);
    return error;
}

TEST(missing)
{
    const MienError error = refusal("no-such-folder/no-such-file", MIEN_ERROR_FILE);
    const char *start = "The file cannot be opened: ";
    CHECK(strncmp(error.message, start, strlen(start)) == 0);
    CHECK(strlen(error.message) > strlen(start) + 5);
    CHECK_INT(error.message[strlen(error.message) - 1], '.');
    CHECK_STATUS(mien_file_open("no-such-file", NULL, &(MienFile *){NULL}, NULL), MIEN_ERROR_FILE);
}

TEST(folders_pipes_and_devices)
{
    MienError error = refusal(".", MIEN_ERROR_FILE);
    CHECK_STR(error.message, "The file cannot be opened: it is a folder.");
#if !defined(__wasm__)
#if defined(_WIN32)
    const char *const device = "NUL";
#else
    const char *const device = "/dev/null";
#endif
    error = refusal(device, MIEN_ERROR_FILE);
    CHECK_STR(error.message, "The file cannot be opened: it is a pipe or a device.");
#endif
#if !defined(_WIN32) && !defined(__wasm__)
    if (mkfifo(scratch, 0600) != 0)
        SKIP("no pipes here");
    refusal(scratch, MIEN_ERROR_FILE); // and does not wait for a writer
    remove(scratch);
#endif
}

TEST(too_large)
{
#if defined(_WIN32)
    SKIP("no sparse files");
#else
    // A hole of this size takes no space.
    const int64_t limit = (int64_t)4 << 30;
    FILE *hole = fopen(scratch, "wb");
    const bool made = hole && ftruncate(fileno(hole), (off_t)(limit + 1)) == 0;
    if (made) {
        refusal(scratch, MIEN_ERROR_LIMIT);
        // One byte less is allowed; only where it is mapped is it also cheap.
        if (sizeof(size_t) == 8 && ftruncate(fileno(hole), (off_t)limit) == 0) {
            MienFile *file = NULL;
            CHECK_STATUS(mien_file_open(scratch, NULL, &file, NULL), MIEN_OK);
            CHECK_INT(mien_file_size(file), limit);
            mien_file_close(file);
        }
    }
    if (hole)
        fclose(hole);
    remove(scratch);
    if (!made)
        SKIP("no files of 4 GiB");
#endif
}

TEST(missing_arguments)
{
    MienError error = {0};
    MienFile *file = (MienFile *)&error;
    CHECK_STATUS(mien_file_open(NULL, NULL, &file, &error), MIEN_ERROR_ARGUMENT);
    CHECK(file == NULL);
    CHECK_STR(error.location, "path");
    CHECK_STATUS(mien_file_open("x", NULL, NULL, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STR(error.location, "out_file");
    mien_file_close(NULL);
    CHECK(mien_file_data(NULL) == NULL);
    CHECK_INT(mien_file_size(NULL), 0);
}

typedef struct Account {
    int64_t bytes;
    int blocks;
    bool refuse;
} Account;

static void *account_allocate(void *user, size_t size, size_t alignment)
{
    Account *account = user;
    static _Alignas(64) uint8_t memory[8192];
    CHECK(alignment <= 64 && size <= sizeof memory);
    if (account->refuse)
        return NULL;
    account->bytes += (int64_t)size;
    account->blocks++;
    return memory;
}

static void account_free(void *user, void *memory, size_t size, size_t alignment)
{
    Account *account = user;
    CHECK(memory != NULL && alignment <= 64);
    account->bytes -= (int64_t)size;
}

TEST(memory_is_the_callers)
{
    Account account = {0};
    const MienAllocator allocator = {&account, account_allocate, account_free};
    CHECK(write_scratch(5000));
    for (int copy = 0; copy <= 1; copy++) {
        const MienFileOptions options = {.allocator = &allocator, .copy = copy};
        MienFile *file = NULL;
        account.refuse = false;
        account.blocks = 0;
        CHECK_STATUS(mien_file_open(scratch, &options, &file, NULL), MIEN_OK);
        CHECK_INT(account.blocks, 1);
        CHECK_INT(count_wrong(file), 0);
        mien_file_close(file);
        CHECK_INT(account.bytes, 0);

        account.refuse = true;
        MienError error = {0};
        file = (MienFile *)&error;
        CHECK_STATUS(mien_file_open(scratch, &options, &file, &error), MIEN_ERROR_MEMORY);
        CHECK(file == NULL);
        CHECK_STR(error.location, scratch);
        CHECK_INT(count_mappings(), 0);
    }
    remove(scratch);
}

CHECK_MAIN
{
    RUN(contents);
    RUN(empty_file);
    RUN(a_copy_does_not_follow_the_file);
    RUN(an_old_reason_does_not_count);
    RUN(missing);
    RUN(folders_pipes_and_devices);
    RUN(too_large);
    RUN(missing_arguments);
    RUN(memory_is_the_callers);
}
