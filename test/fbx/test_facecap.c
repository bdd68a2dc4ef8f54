// SPDX-License-Identifier: MIT
//
// Two heads with ARKit's shapes: as text all 52, binary with bones of head and eyes but
// without one shape, which the map names.

#define _XOPEN_SOURCE 700 // mkdtemp, realpath

#include "support/program.h"

#include "base/json.h"
#include "mien_author/vocabulary.h"

enum { SHAPES = 52 };

/// Names of the vocabulary that the map of a head leads to no shape.
static int count_unmapped(const char *head, char out_name[64])
{
    MieniBuffer text;
    MieniJsonDocument json;
    int count = 0;
    out_name[0] = '\0';
    CHECK(program_run(&text, "mien --no-warnings map create arkit %s.mesh.json", head));
    CHECK_STATUS(mieni_json_read(&json, text.bytes, text.size, NULL, NULL), MIEN_OK);
    mieni_buffer_release(&text);
    const MienAuthorVocabularyInfo arkit = mien_author_vocabulary_info(mien_author_vocabulary_find("arkit"));
    const MieniJson *rows = mieni_json_get(json.root, "rows");
    CHECK_INT(arkit.name_count, SHAPES);
    for (int i = 0; rows != NULL && i < arkit.name_count; ++i)
        if (mieni_json_find(rows, "from", arkit.names[i]) < 0) {
            snprintf(out_name, 64, "%s", arkit.names[i]);
            ++count;
        }
    mieni_json_release(&json);
    return count;
}

TEST(a_head_as_text_has_all_shapes)
{
    MieniBuffer text;
    char name[64];
    CHECK(program_run(&text, "mien import FaceCapHeadGeneric.fbx"));
    CHECK(strstr(text.bytes, "read, text FBX 7400") != NULL);
    CHECK(strstr(text.bytes, ", 52 morphs\n") != NULL);
    mieni_buffer_release(&text);
    CHECK_INT(count_unmapped("FaceCapHeadGeneric", name), 0);
}

TEST(the_missing_shape_is_named)
{
    MieniBuffer text;
    char name[64];
    CHECK(program_run(&text, "mien import FaceCapLiveModeAvatar.fbx --new-skeleton"));
    CHECK(strstr(text.bytes, "read, binary FBX 7500") != NULL);
    CHECK(strstr(text.bytes, ", 51 morphs\n") != NULL);
    printf("%s", text.bytes);
    mieni_buffer_release(&text);
    CHECK_INT(count_unmapped("FaceCapLiveModeAvatar", name), 1);
    CHECK_STR(name, "tongueOut");
    CHECK(program_run(&text, "mien map create arkit FaceCapLiveModeAvatar.mesh.json -o head.map.json"));
    CHECK(strstr(text.bytes, "1 of 52 names of arkit are not mapped: tongueOut.") != NULL);
    mieni_buffer_release(&text);
}

CHECK_MAIN
{
    program_begin_with("facecap/NOTICE.txt", "cp \"$data\"/facecap/*.fbx . && chmod u+w *.fbx");
    RUN(a_head_as_text_has_all_shapes);
    RUN(the_missing_shape_is_named);
    program_end();
}
