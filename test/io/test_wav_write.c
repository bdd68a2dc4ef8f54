// SPDX-License-Identifier: MIT
//
// WAV that is written has the head that players expect and every sample behind it.

#include "support/ledger.h"

#include "io/wav_write.h"

TEST(heads_and_samples_are_where_players_look)
{
    static const int16_t samples[] = {0, 1, -1, 32767, -32768, 0x1234};
    static const uint8_t expected[] = {
        'R', 'I', 'F', 'F', 48, 0,    0,    0, 'W', 'A',  'V',  'E',  'f',  'm',  't', ' ',  16,   0,   0,
        0,   1,   0,   1,   0,  0xC0, 0x5D, 0, 0,   0x80, 0xBB, 0,    0,    2,    0,   16,   0,    'd', 'a',
        't', 'a', 12,  0,   0,  0,    0,    0, 1,   0,    0xFF, 0xFF, 0xFF, 0x7F, 0,   0x80, 0x34, 0x12};
    MienIoBytes bytes;
    CHECK_STATUS(mieni_wav_write(samples, 6, 24000, NULL, &bytes, NULL), MIEN_OK);
    CHECK_INT(bytes.size, sizeof expected);
    for (size_t i = 0; i < sizeof expected && i < bytes.size; ++i)
        CHECK_INT(bytes.data[i], expected[i]);
    mien_io_bytes_release(&bytes);
}

TEST(an_empty_sound_is_a_head)
{
    MienIoBytes bytes;
    CHECK_STATUS(mieni_wav_write(NULL, 0, 8000, NULL, &bytes, NULL), MIEN_OK);
    CHECK_INT(bytes.size, 44);
    mien_io_bytes_release(&bytes);
}

TEST(what_no_head_can_say_is_refused)
{
    static const int wrong[][2] = {{-1, 24000}, {MIENI_WAV_MOST_SAMPLES + 1, 24000}, {1, 0}, {1, 384001}};
    for (int i = 0; i < 4; ++i) {
        MienIoBytes bytes;
        MienError error;
        CHECK_STATUS(mieni_wav_write(NULL, wrong[i][0], wrong[i][1], NULL, &bytes, &error), MIEN_ERROR_LIMIT);
        CHECK(bytes.data == NULL && error.location[0] != '\0');
    }
}

TEST(memory_that_runs_out)
{
    static const int16_t samples[3] = {0};
    Ledger ledger = {.fails = 1};
    const MienAllocator allocator = {&ledger, ledger_allocate, ledger_free};
    MienIoBytes bytes;
    CHECK_STATUS(mieni_wav_write(samples, 3, 24000, &allocator, &bytes, NULL), MIEN_ERROR_MEMORY);
    CHECK(bytes.data == NULL);
    CHECK_INT(ledger.live, 0);
}

CHECK_MAIN
{
    RUN(heads_and_samples_are_where_players_look);
    RUN(an_empty_sound_is_a_head);
    RUN(what_no_head_can_say_is_refused);
    RUN(memory_that_runs_out);
}
