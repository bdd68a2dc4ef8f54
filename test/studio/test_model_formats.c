// SPDX-License-Identifier: MIT
//
// The files that the editor lists as sources.

#include "support/check.h"

#include "base/source_formats.h"
#include "studio/model/import/import.h"

#include <stdio.h>

TEST(every_reader_has_its_files_listed)
{
    static const char *const sources[] = {"a.bvh", "a.glb", "a.gltf", "a.vrm", "a.vrma",  "a.fbx",
                                          "a.csv", "a.tsv", "a.json", "a.xml", "b/A.JSON"};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; ++i)
        if (!studio_is_source(sources[i])) {
            fprintf(stderr, "%s is not listed\n", sources[i]);
            CHECK(false);
        }
}

TEST(every_ending_of_the_table_is_listed)
{
    char ending[MIENI_ENDING_ROOM], path[MIENI_ENDING_ROOM + 8];
    int count = 0;
    for (int f = 0; f < MIENI_FORMAT_COUNT; ++f)
        for (int e = 0; mieni_source_format_ending(&mieni_source_formats[f], e, ending); ++e, ++count) {
            snprintf(path, sizeof path, "takes/a%s", ending);
            CHECK(studio_is_source(path) == (strcmp(ending, ".wav") != 0)); // sounds are heard, not imported
        }
    CHECK(count >= 13);
}

TEST(other_files_are_not_listed)
{
    static const char *const others[] = {"a.clip.json", "mien.json", "a.rhubarb", "a.wav", "json",
                                         "a.jso",       "a.jsonx",   ".mien/x",   ""};
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i)
        CHECK(!studio_is_source(others[i]));
}

CHECK_MAIN
{
    RUN(every_reader_has_its_files_listed);
    RUN(every_ending_of_the_table_is_listed);
    RUN(other_files_are_not_listed);
}
