// SPDX-License-Identifier: MIT
//
// Status names, errors, allocation, instruction sets.

#include "core/internal.h"
#include "support/check.h"

TEST(status_names)
{
    CHECK_STR(mien_status_name(MIEN_OK), "MIEN_OK");
    CHECK_STR(mien_status_name(MIEN_ERROR_DATA), "MIEN_ERROR_DATA");
    CHECK_STR(mien_status_name((MienStatus)77), "MIEN_ERROR_UNKNOWN");
    // All different, so none was forgotten or pasted twice.
    for (int a = MIEN_OK; a <= MIEN_ERROR_CANCELLED; a++)
        for (int b = a + 1; b <= MIEN_ERROR_CANCELLED + 1; b++)
            CHECK(strcmp(mien_status_name((MienStatus)a), mien_status_name((MienStatus)b)) != 0);
}

TEST(version_has_three_numbers)
{
    int major = -1, minor = -1, patch = -1;
    char more;
    CHECK_INT(sscanf(mien_version(), "%d.%d.%d%c", &major, &minor, &patch, &more), 3);
    CHECK(major >= 0 && minor >= 0 && patch >= 0);
}

TEST(fail_fills_the_error)
{
    MienError error = {0};
    CHECK_STATUS(mieni_fail(&error, MIEN_ERROR_LIMIT, mieni_at("poses[%d].%s", 3, "name"), "100%% too long."),
                 MIEN_ERROR_LIMIT);
    CHECK_STATUS(error.status, MIEN_ERROR_LIMIT);
    CHECK_STR(error.location, "poses[3].name");
    CHECK_STR(error.message, "100% too long.");
    CHECK_STATUS(mieni_fail(NULL, MIEN_ERROR_FILE, mieni_at("here"), "Not stored."), MIEN_ERROR_FILE);
    // An error may be built from the text of another in the same place.
    mieni_fail(&error, MIEN_ERROR_DATA, mieni_at("in %s", error.location), "%s", error.message);
    CHECK_STR(error.location, "in poses[3].name");
    CHECK_STR(error.message, "100% too long.");
}

TEST(fail_cuts_between_characters)
{
    // A two-byte, a three-byte and a four-byte character over the last byte of
    // place (95 bytes and a zero), and one of each that just fits.
    static const char *const characters[] = {"\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"};
    for (int i = 0; i < 3; i++) {
        const int size = (int)strlen(characters[i]);
        for (int before = 95 - size; before <= 95; before++) {
            char text[200] = "";
            memset(text, 'x', (size_t)before);
            strcpy(text + before, characters[i]);
            strcat(text, "tail");
            MienError error;
            mieni_fail(&error, MIEN_ERROR_DATA, mieni_at("%s", text), "Long.");
            CHECK_INT(strlen(error.location), before == 95 - size ? 95 : before);
        }
    }
    char long_sentence[400];
    memset(long_sentence, 'y', sizeof long_sentence);
    long_sentence[399] = '\0';
    MienError error;
    mieni_fail(&error, MIEN_ERROR_DATA, mieni_at("%s", "here"), "%s", long_sentence);
    CHECK_INT(strlen(error.message), sizeof error.message - 1);
    memcpy(long_sentence + sizeof error.message - 2, "\xC3\xA9", 2); // over the cut
    mieni_fail(&error, MIEN_ERROR_DATA, mieni_at("%s", "here"), "%s", long_sentence);
    CHECK_INT(strlen(error.message), sizeof error.message - 2);
    // What fits stays as it is, UTF-8 or not.
    mieni_fail(&error, MIEN_ERROR_DATA, mieni_at("%s", "here \xE2\x82"), "Short \xC3");
    CHECK_STR(error.message, "Short \xC3");
    CHECK_STR(error.location, "here \xE2\x82");
}

TEST(system_memory_is_aligned)
{
    for (size_t alignment = 1; alignment <= 64; alignment *= 2) {
        for (size_t size = 0; size <= 200; size += 50) {
            unsigned char *memory = mieni_allocate(NULL, size, alignment);
            CHECK(memory != NULL);
            if (!memory)
                return;
            CHECK_INT((uintptr_t)memory % alignment, 0);
            memset(memory, 0xA5, size);
            mieni_free(NULL, memory, size, alignment);
        }
    }
    mieni_free(NULL, NULL, 0, 64);
}

typedef struct Record {
    size_t size, alignment;
    int calls;
    char memory[16];
} Record;

static void *record_allocate(void *user, size_t size, size_t alignment)
{
    Record *record = user;
    *record = (Record){.size = size, .alignment = alignment, .calls = record->calls + 1};
    return record->memory;
}

static void record_free(void *user, void *memory, size_t size, size_t alignment)
{
    Record *record = user;
    CHECK(memory == record->memory);
    CHECK_INT(size, record->size);
    CHECK_INT(alignment, record->alignment);
    record->calls++;
}

TEST(caller_memory_gets_its_size_back)
{
    Record record = {0};
    const MienAllocator allocator = {&record, record_allocate, record_free};
    for (size_t size = 0; size <= 16; size += 8) {
        void *memory = mieni_allocate(&allocator, size, 32);
        CHECK(memory == record.memory);
        mieni_free(&allocator, memory, size, 32);
    }
    CHECK_INT(record.calls, 6);
    mieni_free(&allocator, NULL, 8, 32);
    CHECK_INT(record.calls, 6);
}

TEST(instruction_set_names)
{
    CHECK_STR(mien_isa_name(MIEN_ISA_BEST), "best");
    CHECK_STR(mien_isa_name(MIEN_ISA_AVX512), "avx512");
    CHECK_STR(mien_isa_name(MIEN_ISA_WASM128), "wasm128");
    CHECK_STR(mien_isa_name((MienIsa)77), "unknown");
}

TEST(instruction_sets_resolve)
{
    CHECK(mien_isa_is_available(MIEN_ISA_SCALAR));
    CHECK(mien_isa_is_available(MIEN_ISA_BEST));
    CHECK(!mien_isa_is_available((MienIsa)77));
#if defined(__x86_64__)
    CHECK(mien_isa_is_available(MIEN_ISA_SSE2));
    CHECK(!mien_isa_is_available(MIEN_ISA_NEON));
    CHECK(mien_isa_is_available(MIEN_ISA_AVX2) || !mien_isa_is_available(MIEN_ISA_AVX512));
#elif defined(__aarch64__)
    CHECK(mien_isa_is_available(MIEN_ISA_NEON));
    CHECK(!mien_isa_is_available(MIEN_ISA_SSE2));
#elif defined(__wasm_simd128__)
    CHECK(mien_isa_is_available(MIEN_ISA_WASM128));
#endif
    MienIsa best = MIEN_ISA_BEST;
    CHECK(mieni_isa_resolve(MIEN_ISA_BEST, &best));
    CHECK(best != MIEN_ISA_BEST && mien_isa_is_available(best));
    // Every wish is either met as it is or refused; nothing available is better
    // than the best. Sets of one processor are listed in order of width.
    for (int wish = MIEN_ISA_SCALAR; wish <= MIEN_ISA_WASM128; wish++) {
        MienIsa got = MIEN_ISA_BEST;
        const bool available = mien_isa_is_available((MienIsa)wish);
        CHECK_INT(mieni_isa_resolve((MienIsa)wish, &got), available);
        CHECK_INT(got, available ? wish : MIEN_ISA_BEST);
        CHECK(!available || wish <= (int)best);
    }
}

CHECK_MAIN
{
    RUN(status_names);
    RUN(version_has_three_numbers);
    RUN(fail_fills_the_error);
    RUN(fail_cuts_between_characters);
    RUN(system_memory_is_aligned);
    RUN(caller_memory_gets_its_size_back);
    RUN(instruction_set_names);
    RUN(instruction_sets_resolve);
}
