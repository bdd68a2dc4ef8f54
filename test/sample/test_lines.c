// SPDX-License-Identifier: MIT
//
// Lines of dialogue made in code are what they promise, and the same on every platform.

#include "support/check.h"

#include "core/sha256.h"
#include "sample/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[MIENI_LINE_TEXT_ROOM], other[MIENI_LINE_TEXT_ROOM];

static void digest_text(MieniSha256 *sha, char out[65])
{
    uint8_t digest[32];
    mieni_sha256_end(sha, digest);
    for (int i = 0; i < 32; ++i)
        snprintf(out + 2 * i, 3, "%02x", digest[i]);
}

/// Rows as long as the header, from frame 0 on, values from 0 to 1; returns how many rows.
static int check_table(const char *table, size_t size, int *out_columns, int *out_faults)
{
    int columns = 0, rows = -1, commas = 0;
    for (size_t i = 0; i < size; ++i) {
        commas += table[i] == ',';
        if (table[i] == ',' && rows >= 0) {
            const double value = strtod(table + i + 1, NULL);
            *out_faults += !(value >= 0.0 && value <= 1.0);
        }
        if (table[i] != '\n')
            continue;
        columns = rows < 0 ? commas : columns;
        *out_faults += commas != columns;
        commas = 0;
        ++rows;
        *out_faults += i + 1 < size && atoi(table + i + 1) != rows;
    }
    *out_columns = columns;
    return rows;
}

TEST(lines_are_tables)
{
    MieniLines lines;
    int faults = 0, fewest = 99, most = 0;
    long bytes = 0, frames = 0;
    mieni_lines_begin(&lines, 3);
    for (int i = 0; i < 600; ++i) {
        int columns;
        const size_t size = mieni_line_write(&lines, i % 3, i, text);
        const int rows = check_table(text, size, &columns, &faults);
        faults += rows < MIENI_LINE_FEWEST || rows > MIENI_LINE_MOST || strstr(text, ",jawOpen") == NULL;
        fewest = columns < fewest ? columns : fewest;
        most = columns > most ? columns : most;
        bytes += (long)size;
        frames += rows;
    }
    printf("600 lines: %ld bytes and %ld frames in the mean, %d to %d curves\n", bytes / 600, frames / 600,
           fewest, most);
    CHECK_INT(faults, 0);
    CHECK(bytes / 600 <= 8300 && frames / 600 >= 105 && frames / 600 <= 130);
    CHECK(fewest >= 12 && most <= 30);
}

TEST(lines_are_pinned)
{
    MieniLines lines;
    MieniSha256 sha;
    char hash[65];
    mieni_sha256_begin(&sha);
    mieni_lines_begin(&lines, 1);
    for (int i = 0; i < 50; ++i)
        mieni_sha256_update(&sha, text, mieni_line_write(&lines, i % 7, i * 1999, text));
    digest_text(&sha, hash);
    CHECK_STR(hash, "cba27b85ab7951bd1c16157a989986e3bd03c67f1763da249bc3eb4dffbb74fc");
}

TEST(lines_differ_by_language_number_and_seed)
{
    MieniLines lines, others;
    mieni_lines_begin(&lines, 1);
    mieni_lines_begin(&others, 2);
    const size_t size = mieni_line_write(&lines, 0, 5, text);
    CHECK(mieni_line_write(&lines, 0, 5, other) == size && memcmp(text, other, size) == 0);
    CHECK(mieni_line_write(&lines, 1, 5, other) != size || memcmp(text, other, size) != 0);
    CHECK(mieni_line_write(&lines, 0, 6, other) != size || memcmp(text, other, size) != 0);
    CHECK(mieni_line_write(&others, 0, 5, other) != size || memcmp(text, other, size) != 0);
}

CHECK_MAIN
{
    RUN(lines_are_tables);
    RUN(lines_are_pinned);
    RUN(lines_differ_by_language_number_and_seed);
}
