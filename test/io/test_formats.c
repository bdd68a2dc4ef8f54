// SPDX-License-Identifier: MIT
//
// The table of source formats: well formed, and the right reader for a file.

#include "support/check.h"

#include "io/formats.h"

#include <string.h>

TEST(rows_are_well_formed)
{
    char ending[MIENI_ENDING_ROOM];
    char ids[256] = "";
    for (int i = 0; i < MIENI_FORMAT_COUNT; ++i) {
        const MieniSourceFormat *format = &mieni_source_formats[i];
        size_t size = 0;
        CHECK(mieni_source_format_find(format->id) == format);
        CHECK(mieni_format_of(format)->read != NULL);
        CHECK(format->title[0] != '\0');
        CHECK(mieni_source_format_ending(format, 0, ending));
        for (int e = 0; mieni_source_format_ending(format, e, ending); ++e) {
            CHECK(ending[0] == '.' && strspn(ending + 1, "abcdefghijklmnopqrstuvwxyz0123456789") > 0);
            size += strlen(ending) + (e > 0);
        }
        CHECK(size == strlen(format->endings)); // nothing that is no ending
        strcat(strcat(ids, i > 0 ? "|" : ""), format->id);
    }
    CHECK_STR(ids, MIENI_FORMAT_IDS);
    CHECK(mieni_source_format_find("rhubarbs") == NULL && mieni_source_format_find("") == NULL);
    CHECK(mieni_source_format_of_path("a.mp3") == NULL);
}

static const char *detect(const char *file, const char *text)
{
    const MieniSourceFormat *format = mieni_format_detect(file, text, strlen(text));
    return format != NULL ? format->id : "none";
}

TEST(ending_and_content_decide)
{
    CHECK_STR(detect("a.bvh", ""), "bvh");
    CHECK_STR(detect("a.VRM", ""), "gltf");
    CHECK_STR(detect("a.fbx", "anything"), "fbx");
    CHECK_STR(detect("a.csv", "Timecode,A\n"), "livelink");
    CHECK_STR(detect("a.csv", "timecode,A"), "livelink");
    CHECK_STR(detect("a.csv", "time,A\nTimecode"), "csv");
    CHECK_STR(detect("a.csv", ""), "csv");
    CHECK_STR(detect("a.csv", "1,2"), "csv");
    CHECK_STR(detect("a.tsv", "frame\tA\n"), "csv");
    CHECK_STR(detect("a.tsv", "0.00\tX\ntime"), "rhubarb");
    CHECK_STR(detect("a.tsv", ""), "rhubarb");
    CHECK_STR(detect("a.xml", ""), "rhubarb");
    CHECK_STR(detect("a.json", "{\"mouthCues\": []}"), "rhubarb");
    CHECK_STR(detect("a.json", "{\"mouthCues: \"mouthCues"), "json");
    CHECK_STR(detect("a.json", "\"\"mouthCues\""), "rhubarb");
    CHECK_STR(detect("a.json", ""), "json");
    CHECK_STR(detect("a.rhubarb", ""), "none");
    CHECK_STR(detect("csv", ""), "none");
}

CHECK_MAIN
{
    RUN(rows_are_well_formed);
    RUN(ending_and_content_decide);
}
