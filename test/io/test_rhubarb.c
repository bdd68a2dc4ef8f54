// SPDX-License-Identifier: MIT
//
// Reading mouth cues of Rhubarb: three formats, how shapes pass into each other,
// refusals, memory, and real files (skipped without the data).

#include "support/curve_files.h"

#include "mien_io/rhubarb.h"

static const char tsv[] = "0.00\tX\n0.20\tD\n0.60\tC\n0.64\tB\n1.00\tX\n1.25\tX\n";
static const char xml[] = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                          "<rhubarbResult>\n"
                          "  <metadata>\n"
                          "    <soundFile>C:\\av\\hi &amp; \xC3\xA9.wav</soundFile>\n"
                          "    <duration>1.25</duration>\n"
                          "  </metadata>\n"
                          "  <mouthCues>\n"
                          "    <mouthCue start=\"0.00\" end=\"0.20\">X</mouthCue>\n"
                          "    <mouthCue end='0.60' start='0.20'>D</mouthCue>\n"
                          "    <!-- short - one -->\n"
                          "    <mouthCue start = \"0.60\" end=\"0.64\" > C </mouthCue >\n"
                          "    <mouthCue start=\"0.64\" end=\"1.00\">B</mouthCue>\n"
                          "    <mouthCue start=\"1.00\" end=\"1.25\">X</mouthCue>\n"
                          "  </mouthCues>\n"
                          "</rhubarbResult>\n";
static const char json[] =
    "{\"metadata\": {\"soundFile\": \"C:\\\\av\\\\hi & \xC3\xA9.wav\", \"duration\": \"1.25\"},\n"
    "\"mouthCues\": [\n"
    "{\"start\": 0.00, \"end\": \"0.20\", \"value\": \"X\"},\n"
    "{\"start\": \"0.20\", \"end\": 0.60, \"value\": \"D\"},\n"
    "{\"start\": 0.60, \"end\": 0.64, \"value\": \"C\"},\n"
    "{\"start\": 0.64, \"end\": 1.00, \"value\": \"B\"},\n"
    "{\"start\": 1.0, \"end\": 1.25, \"value\": \"X\"}]}\n";

/// Reads text that must be mouth cues.
static MienAuthorClip *read_cues(const char *text, const MienIoRhubarbOptions *options,
                                 MienIoRhubarbReport *out_report)
{
    MienAuthorClip *clip = NULL;
    MienError error = {0};
    if (mien_io_rhubarb_read(text, strlen(text), options, &clip, out_report, &error) != MIEN_OK)
        printf("%s: %s\n", error.location, error.message);
    CHECK(clip != NULL);
    if (clip != NULL)
        CHECK_STATUS(mien_author_clip_check(clip, NULL), MIEN_OK);
    return clip;
}

static float value_at(const MienAuthorClip *clip, const char *name, double time)
{
    const MienAuthorClipCurve *curve = find_curve(clip, name);
    return curve != NULL ? mien_author_curve_evaluate(curve, time) : -12345.0f;
}

static double sum_at(const MienAuthorClip *clip, double time)
{
    double sum = 0.0;
    for (int c = 0; c < clip->curve_count; ++c)
        sum += (double)mien_author_curve_evaluate(&clip->curves[c], time);
    return sum;
}

/// Whether two clips have the same curves and the same length.
static void check_same(const MienAuthorClip *a, const MienAuthorClip *b)
{
    CHECK_INT(a->curve_count, b->curve_count);
    CHECK(a->length == b->length && a->rate == b->rate && a->rate_divisor == b->rate_divisor);
    for (int c = 0; c < a->curve_count && c < b->curve_count; ++c) {
        CHECK_STR(a->curves[c].name, b->curves[c].name);
        CHECK_INT(a->curves[c].key_count, b->curves[c].key_count);
        for (int k = 0; k < a->curves[c].key_count && k < b->curves[c].key_count; ++k) {
            const MienAuthorKey *x = &a->curves[c].keys[k], *y = &b->curves[c].keys[k];
            CHECK(x->time == y->time && x->value == y->value && x->interpolation == y->interpolation);
        }
    }
}

TEST(three_formats)
{
    static const char *const texts[] = {tsv, xml, json};
    MienAuthorClip *clips[3];
    for (int i = 0; i < 3; ++i) {
        MienIoRhubarbReport report;
        clips[i] = read_cues(texts[i], &(MienIoRhubarbOptions){.source = "hi"}, &report);
        CHECK_INT(report.format, i);
        CHECK_INT(report.cue_count, 5);
        CHECK_INT(report.empty_count + report.gap_count, 0);
        CHECK_INT(report.curve_count, 4);
        CHECK_INT(report.shortened_count, 2); // on both sides of C
        CHECK_STR(clips[i]->sound, i == 0 ? NULL : "C:\\av\\hi & \xC3\xA9.wav");
        CHECK_STR(clips[i]->source, "hi");
        CHECK_INT(clips[i]->rate, 100);
        CHECK(clips[i]->length == 1.25);
    }
    check_same(clips[0], clips[1]);
    check_same(clips[0], clips[2]);
    static const char *const names[] = {"B", "C", "D", "X"};
    for (int c = 0; c < 4; ++c)
        CHECK_STR(clips[0]->curves[c].name, names[c]);
    for (int i = 0; i < 3; ++i)
        mien_author_clip_destroy(clips[i]);
}

TEST(shapes_pass)
{
    MienAuthorClip *clip = read_cues(tsv, NULL, NULL);
    // X begins, and passes into D around 0.2 in 0.08.
    CHECK(value_at(clip, "X", 0.0) == 1.0f && value_at(clip, "X", 0.15) == 1.0f);
    CHECK(value_at(clip, "D", 0.15) == 0.0f);
    CHECK_NEAR(value_at(clip, "X", 0.2), 0.5, 1e-6);
    CHECK_NEAR(value_at(clip, "D", 0.2), 0.5, 1e-6);
    CHECK_NEAR(value_at(clip, "D", 0.18), 0.25, 1e-6);
    CHECK(value_at(clip, "D", 0.25) == 1.0f && value_at(clip, "X", 0.25) == 0.0f);
    // C lasts 0.04: passings of 0.02, and it is whole in between.
    CHECK(value_at(clip, "D", 0.585) == 1.0f);
    CHECK_NEAR(value_at(clip, "C", 0.6), 0.5, 1e-6);
    CHECK(value_at(clip, "C", 0.62) == 1.0f && value_at(clip, "D", 0.615) == 0.0f);
    CHECK(value_at(clip, "B", 0.625) == 0.0f);
    CHECK_NEAR(value_at(clip, "B", 0.64), 0.5, 1e-6);
    CHECK(value_at(clip, "X", 1.25) == 1.0f && value_at(clip, "X", 9.0) == 1.0f);
    for (int i = 0; i <= 1250; ++i)
        CHECK_NEAR(sum_at(clip, i / 1000.0), 1.0, 1e-6);
    CHECK_INT(find_curve(clip, "X")->key_count, 1 + 2 + 2);
    CHECK_INT(find_curve(clip, "C")->key_count, 4);
    mien_author_clip_destroy(clip);
    MienIoRhubarbReport report;
    clip =
        read_cues(tsv, &(MienIoRhubarbOptions){.blend = 10.0, .rate = 30000, .rate_divisor = 1001}, &report);
    CHECK_INT(report.shortened_count, 4);
    CHECK_INT(clip->rate, 30000);
    CHECK_INT(clip->rate_divisor, 1001);
    CHECK_NEAR(value_at(clip, "D", 0.15), 0.0, 1e-6); // 0.1, half of X
    CHECK_NEAR(value_at(clip, "D", 0.25), 1.0, 1e-6);
    for (int i = 0; i <= 1250; ++i)
        CHECK_NEAR(sum_at(clip, i / 1000.0), 1.0, 1e-6);
    mien_author_clip_destroy(clip);
}

TEST(shapes_step)
{
    MienAuthorClip *clip = read_cues(tsv, &(MienIoRhubarbOptions){.is_stepped = true}, NULL);
    static const struct {
        double time;
        const char *name;
    } rows[] = {{0.0, "X"}, {0.19, "X"}, {0.2, "D"}, {0.599, "D"}, {0.6, "C"}, {0.64, "B"}, {1.1, "X"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        CHECK(value_at(clip, rows[i].name, rows[i].time) == 1.0f);
        CHECK(sum_at(clip, rows[i].time) == 1.0);
    }
    CHECK_INT(find_curve(clip, "D")->keys[1].interpolation, MIEN_AUTHOR_CONSTANT);
    mien_author_clip_destroy(clip);
}

TEST(gaps_and_joins)
{
    static const char text[] = "{\"metadata\": {\"duration\": 4}, \"mouthCues\": ["
                               "{\"start\": 0.5, \"end\": 1, \"value\": \"A\"},"
                               "{\"start\": 1, \"end\": 1.5, \"value\": \"A\"},"
                               "{\"start\": 1.5, \"end\": 1.5, \"value\": \"B\"},"
                               "{\"start\": 2.5, \"end\": 3, \"value\": \"A\"}]}";
    MienIoRhubarbReport report;
    MienAuthorClip *clip = read_cues(text, NULL, &report);
    CHECK_INT(report.cue_count, 4);
    CHECK_INT(report.empty_count, 1);
    CHECK_INT(report.gap_count, 3);
    CHECK_INT(report.curve_count, 1);
    CHECK(clip->length == 4.0 && clip->sound == NULL);
    CHECK_INT(clip->curves[0].key_count, 8);
    CHECK(value_at(clip, "A", 0.0) == 0.0f && value_at(clip, "A", 1.0) == 1.0f);
    CHECK_NEAR(value_at(clip, "A", 0.5), 0.5, 1e-6);
    CHECK(value_at(clip, "A", 2.0) == 0.0f && value_at(clip, "A", 4.0) == 0.0f);
    mien_author_clip_destroy(clip);
    clip = read_cues(text, &(MienIoRhubarbOptions){.is_stepped = true}, &report);
    CHECK(value_at(clip, "A", 0.0) == 0.0f && value_at(clip, "A", 0.5) == 1.0f);
    CHECK(value_at(clip, "A", 2.0) == 0.0f && value_at(clip, "A", 4.0) == 0.0f);
    mien_author_clip_destroy(clip);
}

static void check_refused(const char *text, MienStatus expected, const char *place, const char *part)
{
    MienAuthorClip other, *clip = &other;
    MienError error = {0};
    MienIoRhubarbReport report = {.cue_count = 77};
    CHECK_STATUS(mien_io_rhubarb_read(text, strlen(text), NULL, &clip, &report, &error), expected);
    check_error(&error, expected, place, part);
    CHECK(clip == NULL);
    CHECK_INT(report.cue_count, 77);
}

TEST(refused_lines)
{
    check_refused("", MIEN_ERROR_CORRUPT, "line 1", "no text");
    check_refused("\n \n", MIEN_ERROR_CORRUPT, "line 1", "no text");
    check_refused("0.00 X\n0.10 X\n", MIEN_ERROR_CORRUPT, "line 1, column 2", "a tab and a shape");
    check_refused("0.00\tX\t\n", MIEN_ERROR_CORRUPT, "line 1, column 3", "a tab and a shape");
    check_refused("0.00\tX\n", MIEN_ERROR_CORRUPT, "line 1", "two lines");
    check_refused("0.00\tX\n\n0.10\tI\n", MIEN_ERROR_CORRUPT, "line 3, column 2", "A to H, or X");
    check_refused("0.00\tx\n0.10\tX\n", MIEN_ERROR_CORRUPT, "line 1, column 2", "A to H, or X");
    check_refused("0.00\tAB\n0.10\tX\n", MIEN_ERROR_CORRUPT, "line 1, column 2", "A to H, or X");
    check_refused("0,00\tX\n0.10\tX\n", MIEN_ERROR_CORRUPT, "line 1, column 1", "decimal number");
    check_refused("0.00\tX\n0.10\tA\n0.05\tX\n", MIEN_ERROR_DATA, "line 3, column 1", "ends after");
    check_refused("-1\tX\n0.10\tA\n", MIEN_ERROR_DATA, "line 1, column 1", "negative");
    check_refused("0\tX\n90000\tA\n", MIEN_ERROR_LIMIT, "line 2, column 1", "at most a day");
    check_refused("1\tX\n1\tX\n", MIEN_ERROR_DATA, "mouthCues", "no mouth cues that last");
}

#define CUES(inside) "{\"mouthCues\": [\n" inside "]}"

TEST(refused_json)
{
    check_refused("{", MIEN_ERROR_CORRUPT, "line 1, column 2", "");
    check_refused("{\"a\": 1}", MIEN_ERROR_CORRUPT, "line 1", "mouthCues");
    check_refused("{\"mouthCues\": 1}", MIEN_ERROR_CORRUPT, "line 1", "mouthCues");
    check_refused(CUES(""), MIEN_ERROR_DATA, "mouthCues", "no mouth cues");
    check_refused(CUES("5"), MIEN_ERROR_CORRUPT, "line 2, mouthCues[0].start", "decimal number");
    check_refused(CUES("{\"start\": 1, \"value\": \"A\"}"), MIEN_ERROR_CORRUPT, "line 2, mouthCues[0].end",
                  "decimal number");
    check_refused(CUES("{\"start\": \"1s\", \"end\": 2, \"value\": \"A\"}"), MIEN_ERROR_CORRUPT,
                  "line 2, mouthCues[0].start", "decimal number");
    check_refused(CUES("{\"start\": 1, \"end\": 2, \"value\": \"Q\"}"), MIEN_ERROR_CORRUPT,
                  "line 2, mouthCues[0].value", "A to H");
    check_refused(CUES("{\"start\": 1, \"end\": 2, \"value\": 1}"), MIEN_ERROR_CORRUPT,
                  "line 2, mouthCues[0].value", "A to H");
    check_refused(CUES("{\"start\": 2, \"end\": 1, \"value\": \"A\"}"), MIEN_ERROR_DATA,
                  "line 2, mouthCues[0]", "ends after");
    check_refused(CUES("{\"start\": 0, \"end\": 2, \"value\": \"A\"},\n{\"start\": 1, \"end\": 3, \"value\": "
                       "\"B\"}"),
                  MIEN_ERROR_DATA, "line 3, mouthCues[1]", "before it ends");
    check_refused(CUES("{\"start\": -1, \"end\": 2, \"value\": \"A\"}"), MIEN_ERROR_DATA,
                  "line 2, mouthCues[0].start", "negative");
    check_refused("{\"metadata\": {\n\"duration\": true}, \"mouthCues\": []}", MIEN_ERROR_CORRUPT,
                  "line 2, metadata.duration", "decimal number");
    check_refused("{\"metadata\": {\n\"soundFile\": \"a\\nb\"}, \"mouthCues\": []}", MIEN_ERROR_DATA,
                  "line 2, metadata.soundFile", "control characters");
}

#define RESULT(inside) "<rhubarbResult>\n" inside "</rhubarbResult>"
#define CUE(inside)    RESULT("<mouthCues>" inside "</mouthCues>")

TEST(refused_xml)
{
    check_refused("<", MIEN_ERROR_CORRUPT, "line 1, column 2", "name of an element");
    check_refused("<a>", MIEN_ERROR_CORRUPT, "line 1, column 1", "rhubarbResult");
    check_refused("<?xml version=\"1.0\"", MIEN_ERROR_CORRUPT, "line 1, column 1", "declaration");
    check_refused("<?php?><rhubarbResult/>", MIEN_ERROR_CORRUPT, "line 1, column 1", "Processing");
    check_refused("<!DOCTYPE a [<!ENTITY b \"c\">]>\n<rhubarbResult/>", MIEN_ERROR_CORRUPT,
                  "line 1, column 1", "Document types");
    check_refused("<rhubarbResult/>", MIEN_ERROR_CORRUPT, "line 1, column 1", "in a rhubarbResult");
    check_refused(RESULT(""), MIEN_ERROR_DATA, "mouthCues", "no mouth cues");
    check_refused(RESULT("<mouthCues/>"), MIEN_ERROR_DATA, "mouthCues", "no mouth cues");
    check_refused(RESULT("<a/>"), MIEN_ERROR_CORRUPT, "line 2, column 1", "metadata and mouthCues");
    check_refused(RESULT("<metadata/><metadata/>"), MIEN_ERROR_CORRUPT, "line 2, column 12", "each once");
    check_refused(RESULT("text"), MIEN_ERROR_CORRUPT, "line 2, column 1", "element comes here");
    check_refused(RESULT("<!-- a -- b -->"), MIEN_ERROR_CORRUPT, "line 2, column 1", "comment");
    check_refused(RESULT("<!-- a "), MIEN_ERROR_CORRUPT, "line 2, column 1", "comment");
    check_refused(RESULT("<metadata a=\"1\"/>"), MIEN_ERROR_CORRUPT, "line 2, column 11", "Only mouthCue");
    check_refused(RESULT("<metadata><duration>x</duration></metadata>"), MIEN_ERROR_CORRUPT,
                  "line 2, column 21", "decimal number");
    check_refused(RESULT("<metadata><duration>1<b/></duration></metadata>"), MIEN_ERROR_CORRUPT,
                  "line 2, column 22", "Nothing but text");
    check_refused(RESULT("<metadata><soundFile>a&nbsp;b</soundFile></metadata>"), MIEN_ERROR_CORRUPT,
                  "line 2, column 23", "&amp;");
    check_refused(RESULT("<metadata><soundFile>\xFF</soundFile></metadata>"), MIEN_ERROR_DATA,
                  "line 2, column 22", "UTF-8");
    check_refused(RESULT("<metadata><other/></metadata>"), MIEN_ERROR_CORRUPT, "line 2, column 11",
                  "soundFile and duration");
    check_refused(CUE("<mouthCue start=\"0\">A</mouthCue>"), MIEN_ERROR_CORRUPT, "line 2, column 12",
                  "start and end");
    check_refused(CUE("<mouthCue start=\"0\" start=\"1\">A</mouthCue>"), MIEN_ERROR_CORRUPT,
                  "line 2, column 32", "each once");
    check_refused(CUE("<mouthCue start=\"0\" end=\"1\" x=\"2\">A</mouthCue>"), MIEN_ERROR_CORRUPT,
                  "line 2, column 40", "each once");
    check_refused(CUE("<mouthCue start=\"0\" end=1>A</mouthCue>"), MIEN_ERROR_CORRUPT, "line 2, column 36",
                  "name=\"value\"");
    check_refused(CUE("<mouthCue start=\"0\"end=\"1\">A</mouthCue>"), MIEN_ERROR_CORRUPT, "line 2, column 31",
                  "ends with >");
    check_refused(CUE("<mouthCue start=\"0\" end=\"1>A</mouthCue>"), MIEN_ERROR_CORRUPT, "line 2, column 40",
                  "quote");
    check_refused(CUE("<mouthCue start=\"0\" end=\"one\">A</mouthCue>"), MIEN_ERROR_CORRUPT,
                  "line 2, column 37", "decimal number");
    check_refused(CUE("<mouthCue start=\"0\" end=\"1\">Z</mouthCue>"), MIEN_ERROR_CORRUPT,
                  "line 2, column 40", "A to H");
    check_refused(CUE("<mouthCue start=\"0\" end=\"1\"/>"), MIEN_ERROR_CORRUPT, "line 2, column 41",
                  "A to H");
    check_refused(CUE("<mouthCue start=\"1\" end=\"0\">A</mouthCue>"), MIEN_ERROR_DATA, "line 2, column 12",
                  "ends after");
    check_refused(CUE("<mouthCue start=\"0\" end=\"1\">A</mouthCues>"), MIEN_ERROR_CORRUPT,
                  "line 2, column 41", "Nothing but text");
    check_refused(CUE("<other start=\"0\" end=\"1\">A</other>"), MIEN_ERROR_CORRUPT, "line 2, column 12",
                  "nothing but mouthCue");
    check_refused(CUE("<mouthCue start=\"0\" end=\"1\">A</mouthCue>") "<a/>", MIEN_ERROR_CORRUPT,
                  "line 2, column 80", "Nothing comes after");
}

TEST(arguments)
{
    MienAuthorClip other, *clip = &other;
    MienError error = {0};
    CHECK_STATUS(mien_io_rhubarb_read(tsv, sizeof tsv - 1, NULL, NULL, NULL, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_io_rhubarb_read(NULL, 5, NULL, &clip, NULL, &error), MIEN_ERROR_ARGUMENT);
    CHECK(clip == NULL);
    CHECK_STATUS(mien_io_rhubarb_read(NULL, 0, NULL, &clip, NULL, &error), MIEN_ERROR_CORRUPT);
    const double zero = 0.0;
    const MienIoRhubarbOptions wrong[] = {{.blend = -0.1},        {.blend = 10.1},
                                          {.blend = zero / zero}, {.blend = 0.1, .is_stepped = true},
                                          {.rate = -1},           {.rate = 30, .rate_divisor = -1}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        CHECK_STATUS(mien_io_rhubarb_read(tsv, sizeof tsv - 1, &wrong[i], &clip, NULL, &error),
                     MIEN_ERROR_ARGUMENT);
        CHECK(strncmp(error.location, "options.", 8) == 0);
    }
    CHECK_STATUS(mien_io_rhubarb_read(tsv, (size_t)MIEN_IO_RHUBARB_MAX_SIZE + 1, NULL, &clip, NULL, &error),
                 MIEN_ERROR_LIMIT);
}

static MienStatus read_with(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    MienAuthorClip *clip = NULL;
    const MienIoRhubarbOptions options = {.source = "here", .allocator = allocator};
    const MienStatus status = mien_io_rhubarb_read(given, strlen(given), &options, &clip, NULL, error);
    *out_is_empty = clip == NULL;
    mien_author_clip_destroy(clip);
    return status;
}

TEST(each_allocation_fails_once)
{
    check_call("TSV", read_with, tsv);
    check_call("XML", read_with, xml);
    check_call("JSON", read_with, json);
}

static MienStatus read_way(const void *bytes, size_t size, int way, const MienAllocator *allocator,
                           MienAuthorClip **out_clip, MienError *error)
{
    (void)way;
    return mien_io_rhubarb_read(bytes, size, &(MienIoRhubarbOptions){.allocator = allocator}, out_clip, NULL,
                                error);
}

TEST(printed_samples)
{
    static const char *const paths[] = {"curves/rhubarb/doc-samples/hi.tsv",
                                        "curves/rhubarb/doc-samples/hi.xml",
                                        "curves/rhubarb/doc-samples/hi.json"};
    MienAuthorClip *clips[3] = {0};
    for (int i = 0; i < 3; ++i) {
        const char *path = check_data_path(paths[i]);
        if (path == NULL)
            SKIP("no test data");
        clips[i] = read_curve_file(path, read_way, 0);
    }
    check_same(clips[0], clips[1]);
    check_same(clips[0], clips[2]);
    CHECK_STR(clips[1]->sound, "C:\\Users\\Daniel\\Desktop\\av\\hi\\hi.wav");
    CHECK_STR(clips[2]->sound, "C:\\Users\\Daniel\\Desktop\\av\\hi\\hi.wav");
    CHECK(clips[0]->length == 0.47);
    CHECK_INT(clips[0]->curve_count, 4);
    CHECK_NEAR(value_at(clips[0], "C", 0.29), 1.0, 1e-6);
    for (int i = 0; i <= 470; ++i)
        CHECK_NEAR(sum_at(clips[0], i / 1000.0), 1.0, 1e-6);
    for (int i = 0; i < 3; ++i)
        mien_author_clip_destroy(clips[i]);
}

TEST(real_files)
{
    static const struct {
        const char *path, *sound;
        double length;
        int curve_count;
    } rows[] = {{"curves/rhubarb/en_male_electricity-expected.json", "en_male_electricity.ogg", 1.06, 4},
                {"curves/rhubarb/threelittlekittens_01_rountreesmith-expected.json",
                 "threelittlekittens_01_rountreesmith.ogg", 356.57, 9}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const char *path = check_data_path(rows[i].path);
        if (path == NULL)
            SKIP("no test data");
        MienAuthorClip *clip = read_curve_file(path, read_way, 0);
        CHECK_STR(clip->sound, rows[i].sound);
        CHECK(clip->length == rows[i].length);
        CHECK_INT(clip->curve_count, rows[i].curve_count);
        int keys = 0;
        double worst = 0.0;
        for (int c = 0; c < clip->curve_count; ++c)
            keys += clip->curves[c].key_count;
        for (int k = 0; k <= 10000; ++k) {
            const double off = sum_at(clip, clip->length * k / 10000.0) - 1.0;
            worst = off > worst ? off : -off > worst ? -off : worst;
        }
        printf("%s: %d curves, %d keys, sum of shapes within %.2g of 1\n", rows[i].path, clip->curve_count,
               keys, worst);
        CHECK(worst < 1e-6);
        mien_author_clip_destroy(clip);
    }
}

CHECK_MAIN
{
    RUN(three_formats);
    RUN(shapes_pass);
    RUN(shapes_step);
    RUN(gaps_and_joins);
    RUN(refused_lines);
    RUN(refused_json);
    RUN(refused_xml);
    RUN(arguments);
    RUN(each_allocation_fails_once);
    RUN(printed_samples);
    RUN(real_files);
}
