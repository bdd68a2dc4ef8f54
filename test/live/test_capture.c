// SPDX-License-Identifier: MIT
//
// Capture files: whole records are read wherever a file is cut off, and damage is found.

#include "support/check.h"

#include "mien_live/capture.h"

enum { ROOM = 1024 };

/// A file of three records; returns its size. starts: where each begins, and the end.
static size_t make_file(uint8_t *out, size_t starts[4])
{
    static const char *const texts[] = {"first", "", "slate 12"};
    mien_live_capture_begin(out);
    size_t size = MIEN_LIVE_CAPTURE_HEADER;
    for (int i = 0; i < 3; ++i) {
        MienLiveRecord record = {.kind = i == 2 ? MIEN_LIVE_RECORD_NOTE : MIEN_LIVE_RECORD_DATAGRAM,
                                 .arrival = 123456789012345u + (uint64_t)i,
                                 .date = 1800000000123456789u,
                                 .port = (uint16_t)(49983 + i),
                                 .bytes = texts[i],
                                 .size = strlen(texts[i])};
        memcpy(record.address, "\0\0\0\0\0\0\0\0\0\0\xff\xff\x7f\0\0\x01", 16);
        size_t added = 0;
        CHECK_STATUS(mien_live_capture_write(&record, out + size, ROOM - size, &added, NULL), MIEN_OK);
        starts[i] = size;
        size += added;
    }
    starts[3] = size;
    return size;
}

/// Reads all records; the count, or -1 if the file is refused. offset is where reading ended.
static int count_records(const uint8_t *bytes, size_t size, size_t *offset)
{
    MienLiveRecord record;
    bool has_record = true;
    int count = -1;
    *offset = 0;
    do {
        ++count;
        if (mien_live_capture_read(bytes, size, offset, &record, &has_record, NULL) != MIEN_OK)
            return -1;
        CHECK(record.size == 0 || ((const uint8_t *)record.bytes >= bytes &&
                                   (const uint8_t *)record.bytes + record.size <= bytes + size));
    } while (has_record);
    return count;
}

TEST(records_are_read_as_written)
{
    uint8_t file[ROOM];
    size_t starts[4], offset = 0;
    const size_t size = make_file(file, starts);
    MienLiveRecord record;
    bool has_record = false;
    for (int i = 0; i < 3; ++i) {
        CHECK_STATUS(mien_live_capture_read(file, size, &offset, &record, &has_record, NULL), MIEN_OK);
        CHECK(has_record);
        CHECK(record.arrival == 123456789012345u + (uint64_t)i && record.date == 1800000000123456789u);
        CHECK_INT(record.port, 49983 + i);
        CHECK_INT(record.address[12], 127);
        CHECK(offset == starts[i + 1]);
    }
    CHECK_INT(record.kind, MIEN_LIVE_RECORD_NOTE);
    CHECK(record.size == 8 && memcmp(record.bytes, "slate 12", 8) == 0);
    CHECK_STATUS(mien_live_capture_read(file, size, &offset, &record, &has_record, NULL), MIEN_OK);
    CHECK(!has_record && offset == size);
}

TEST(what_was_written_whole_survives_any_cut)
{
    uint8_t file[ROOM];
    size_t starts[4], offset;
    const size_t size = make_file(file, starts);
    for (size_t cut = 0; cut <= size; ++cut) {
        uint8_t *copy = malloc(cut + 1); // its end is watched by sanitizers
        memcpy(copy, file, cut);
        copy = realloc(copy, cut > 0 ? cut : 1);
        int expected = -1;
        for (int i = 0; i < 4 && cut >= MIEN_LIVE_CAPTURE_HEADER; ++i)
            expected += starts[i] <= cut;
        CHECK_INT(count_records(copy, cut, &offset), expected);
        free(copy);
    }
}

TEST(every_flipped_bit_is_found)
{
    uint8_t file[ROOM];
    size_t starts[4], offset;
    const size_t size = make_file(file, starts);
    for (size_t bit = 0; bit < 8 * size; ++bit) {
        const bool is_spare = bit / 8 >= 12 && bit / 8 < MIEN_LIVE_CAPTURE_HEADER;
        file[bit / 8] ^= (uint8_t)(1 << bit % 8);
        const int count = count_records(file, size, &offset);
        // A size that grew looks like a record that was not written whole.
        CHECK(is_spare ? count == 3 : count == -1 || (count < 3 && offset < size));
        file[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
}

TEST(limits_are_kept)
{
    static uint8_t large[MIEN_LIVE_CAPTURE_LARGEST + 1],
        out[MIEN_LIVE_CAPTURE_LARGEST + MIEN_LIVE_CAPTURE_EXTRA];
    MienLiveRecord record = {.kind = 9, .bytes = large, .size = MIEN_LIVE_CAPTURE_LARGEST};
    size_t size = 1;
    CHECK_STATUS(mien_live_capture_write(&record, out, sizeof out, &size, NULL), MIEN_OK);
    CHECK(size == sizeof out);
    CHECK_STATUS(mien_live_capture_write(&record, out, sizeof out - 1, &size, NULL), MIEN_ERROR_LIMIT);
    record.size++;
    MienError error = {0};
    CHECK_STATUS(mien_live_capture_write(&record, out, sizeof out, &size, &error), MIEN_ERROR_LIMIT);
    CHECK_STR(error.message, "A record of 65537 bytes is too large; at most 65536 are allowed.");
    CHECK(size == 0);

    mien_live_capture_begin(out);
    out[8] = 2;
    size_t offset = 0;
    bool has_record = true;
    CHECK_STATUS(mien_live_capture_read(out, MIEN_LIVE_CAPTURE_HEADER, &offset, &record, &has_record, &error),
                 MIEN_ERROR_VERSION);
    CHECK(!has_record);
}

CHECK_MAIN
{
    RUN(records_are_read_as_written);
    RUN(what_was_written_whole_survives_any_cut);
    RUN(every_flipped_bit_is_found);
    RUN(limits_are_kept);
}
