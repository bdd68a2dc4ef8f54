// SPDX-License-Identifier: MIT
//
// Real files of curves in JSON. Skipped without the data.

#include "support/curve_files.h"

#include "mien_io/curves.h"

/// Way 0 has no rate, others that rate.
static MienStatus read_json(const void *bytes, size_t size, int way, const MienAllocator *allocator,
                            MienAuthorClip **out_clip, MienError *error)
{
    return mien_io_curves_json_read(bytes, size, &(MienIoCurvesOptions){.rate = way, .allocator = allocator},
                                    out_clip, NULL, error);
}

TEST(expression)
{
    const char *path = check_data_path("curves/lam/test_expression_1s.json");
    if (path == NULL)
        SKIP("no test data");
    MienAuthorClip *clip = read_curve_file(path, read_json, 0);
    CHECK_INT(clip->curve_count, 52);
    CHECK_INT(clip->rate, 30);
    CHECK_INT(clip->rate_divisor, 1);
    CHECK(clip->length == 32.4);
    CHECK_STR(clip->curves[0].name, "browDownLeft");
    float least = 0.0f, most = 0.0f;
    for (int c = 0; c < clip->curve_count; ++c) {
        CHECK_INT(clip->curves[c].key_count, 973);
        for (int k = 0; k < 973; ++k) {
            const float value = clip->curves[c].keys[k].value;
            least = value < least ? value : least;
            most = value > most ? value : most;
        }
    }
    CHECK(least == 0.0f);
    CHECK(most == (float)0.9367408637095523);
    CHECK(key_time(clip, 1) == 0.03333333333333333);
    mien_author_clip_destroy(clip);
}

TEST(blinks)
{
    static const char *const paths[] = {"curves/dlp3d/blink_anim/neutral.json",
                                        "curves/dlp3d/blink_anim/anger_1.json"};
    for (int i = 0; i < 2; ++i) {
        const char *path = check_data_path(paths[i]);
        if (path == NULL)
            SKIP("no test data");
        MienAuthorClip *clip = read_curve_file(path, read_json, 30);
        CHECK_INT(clip->curve_count, 2);
        CHECK_STR(clip->curves[1].name, "\xE4\xB8\x8B");
        CHECK_INT(clip->curves[0].key_count, 13);
        CHECK(clip->length == 12.0 / 30.0);
        CHECK(clip->curves[0].keys[5].value == (i == 0 ? 1.0f : 0.86474609375f));
        mien_author_clip_destroy(clip);
    }
}

TEST(offsets)
{
    const char *path = check_data_path("curves/dlp3d/blendshapes_offset/anger_1.json");
    if (path == NULL)
        SKIP("no test data");
    MienAuthorClip *clip = read_curve_file(path, read_json, 0);
    CHECK_INT(clip->curve_count, 61);
    CHECK(clip->length == 0.0);
    CHECK(key_value(clip, "\xE4\xB8\x8B\xE5\xB7\xA6", 0) == 0.6445860266685486f);
    CHECK(find_curve(clip, "\xE3\x81\xAA\xE3\x81\x94\xE3\x81\xBF\xE5\xB7\xA6") !=
          NULL); // with a space in the file
    mien_author_clip_destroy(clip);
}

/// Every feeling in every strength.
TEST(all_feelings)
{
    static const char *const feelings[] = {"anger",   "disgust", "fear",    "happiness",
                                           "sadness", "shyness", "surprise"};
    int read = 0;
    for (int i = 0; i < 7 * 4 * 2; ++i) {
        char name[128];
        const bool is_blink = i % 2 != 0;
        snprintf(name, sizeof name, "curves/dlp3d/%s/%s_%d.json",
                 is_blink ? "blink_anim" : "blendshapes_offset", feelings[i / 8], i / 2 % 4 + 1);
        const char *path = check_data_path(name);
        if (path == NULL)
            SKIP("no test data");
        MienAuthorClip *clip = read_curve_file(path, read_json, 30);
        CHECK_INT(clip != NULL ? clip->curve_count : 0, is_blink ? 2 : 61);
        read += clip != NULL;
        mien_author_clip_destroy(clip);
    }
    CHECK_INT(read, 56);
}

/// Lists and tables of names are no curves.
TEST(no_curves)
{
    static const char *const paths[] = {"curves/dlp3d/unitalker_output_names.json",
                                        "curves/dlp3d/mmd_arkit_mapping.json",
                                        "curves/rhubarb/doc-samples/hi.json"};
    for (int i = 0; i < 3; ++i) {
        const char *path = check_data_path(paths[i]);
        if (path == NULL)
            SKIP("no test data");
        MienFile *file = NULL;
        MienAuthorClip *clip = NULL;
        MienError error = {0};
        CHECK_STATUS(mien_file_open(path, NULL, &file, &error), MIEN_OK);
        CHECK_STATUS(read_json(mien_file_data(file), mien_file_size(file), 30, NULL, &clip, &error),
                     MIEN_ERROR_CORRUPT);
        CHECK_STR(error.location, "line 1");
        mien_file_close(file);
    }
}

CHECK_MAIN
{
    RUN(expression);
    RUN(blinks);
    RUN(offsets);
    RUN(all_feelings);
    RUN(no_curves);
}
