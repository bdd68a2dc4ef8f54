// SPDX-License-Identifier: MIT
//
// Reading curves from JSON: every form, refusals, memory.

#include "support/ledger.h"
#include "support/live_link_takes.h"

#include "mien_io/curves.h"

/// Reads text that must be curves.
static MienAuthorClip *read_json(const char *text, const MienIoCurvesOptions *options,
                                 MienIoCurvesReport *out_report)
{
    MienAuthorClip *clip = NULL;
    MienError error = {0};
    if (mien_io_curves_json_read(text, strlen(text), options, &clip, out_report, &error) != MIEN_OK)
        printf("%s: %s\n", error.location, error.message);
    CHECK(clip != NULL);
    if (clip != NULL)
        CHECK_STATUS(mien_author_clip_check(clip, NULL), MIEN_OK);
    return clip;
}

static const char timed[] = "{\"names\": [\"jawOpen\", \" b \"], \"head_pose\": [[1]], \"frames\": [\n"
                            "{\"weights\": [0.1, 1], \"time\": 0.5, \"rotation\": []},\n"
                            "{\"weights\": [0.2, -2], \"time\": 0.54},\n"
                            "{\"weights\": [0.3, 3], \"time\": 0.58}]}";
static const char counted[] = "{\"names\": [\"a\"], \"fps\": 29.97, \"frames\": [{\"weights\": [1]}, "
                              "{\"weights\": [2]}, {\"weights\": [3]}]}";

TEST(frames_with_weights)
{
    MienIoCurvesReport report;
    MienAuthorClip *clip = read_json(timed, &(MienIoCurvesOptions){.source = "here"}, &report);
    CHECK_INT(report.form, MIEN_IO_CURVES_FRAMES);
    CHECK_INT(report.row_count, 3);
    CHECK_INT(report.curve_count, 2);
    CHECK_INT(report.key_count, 6);
    CHECK_INT(report.trimmed_count, 1);
    CHECK_INT(report.ignored_count, 1);
    CHECK(!report.rate_is_assumed);
    CHECK(key_value(clip, "jawOpen", 0) == 0.1f);
    CHECK(key_value(clip, "jawOpen", 2) == 0.3f);
    CHECK(key_value(clip, "b", 1) == -2.0f);
    CHECK(key_time(clip, 1) == 0.54);
    CHECK_INT(clip->curves[0].keys[0].interpolation, MIEN_AUTHOR_LINEAR);
    CHECK_INT(clip->rate, 50); // 25 has no frame at 0.5
    CHECK(clip->length == 0.58);
    CHECK_STR(clip->source, "here");
    mien_author_clip_destroy(clip);
    clip = read_json(counted, NULL, &report);
    CHECK_INT(clip->rate, 30000);
    CHECK_INT(clip->rate_divisor, 1001);
    CHECK(key_time(clip, 2) == 2.0 * 1001.0 / 30000.0);
    CHECK(clip->length == key_time(clip, 2));
    CHECK_INT(report.ignored_count, 0);
    mien_author_clip_destroy(clip);
    clip = read_json(counted, &(MienIoCurvesOptions){.rate = 10}, &report);
    CHECK(key_time(clip, 2) == 0.2); // the options' rate is stronger
    mien_author_clip_destroy(clip);
}

TEST(audio2face)
{
    static const char text[] = "{\"exportFps\": 60.0, \"trackPath\": \"a.wav\", \"numPoses\": 2, "
                               "\"numFrames\": 3, \"facsNames\": [\"a\", \"b\"], "
                               "\"weightMat\": [[0, 1], [0.5, 2], [1, 3]]}";
    MienIoCurvesReport report;
    MienAuthorClip *clip = read_json(text, NULL, &report);
    CHECK_INT(report.form, MIEN_IO_CURVES_AUDIO2FACE);
    CHECK_INT(report.row_count, 3);
    CHECK_INT(report.ignored_count, 1);
    CHECK_INT(clip->rate, 60);
    CHECK(key_value(clip, "a", 1) == 0.5f);
    CHECK(key_value(clip, "b", 2) == 3.0f);
    CHECK(key_time(clip, 2) == 2.0 / 60.0);
    mien_author_clip_destroy(clip);
}

TEST(openfacefx)
{
    static const char text[] =
        "{\"format\": \"openfacefx.track\", \"version\": 1, \"fps\": 60.0, \"duration\": 1.6, "
        "\"viseme_set\": [\"PP\"], \"channels\": ["
        "{\"name\": \"PP\", \"keys\": [[0.0, 0.0], [0.9167, 0.5], [0.9167, 1]]}, {\"name\": \"aa\", "
        "\"keys\": []}], "
        "\"events\": [{\"t\": 0.5, \"type\": \"blink\", \"name\": \"blink left\", \"dur\": 0.1}, "
        "{\"t\": 1.75, \"type\": \"marker\", \"name\": \"end\"}]}";
    MienIoCurvesReport report;
    MienAuthorClip *clip = read_json(text, NULL, &report);
    CHECK_INT(report.form, MIEN_IO_CURVES_OPENFACEFX);
    CHECK_INT(report.row_count, 0);
    CHECK_INT(report.curve_count, 2);
    CHECK_INT(report.key_count, 3);
    CHECK_INT(report.empty_count, 1);
    CHECK_INT(report.ignored_count, 1);
    CHECK_INT(clip->rate, 60);
    CHECK(clip->length == 1.75); // an event is later than the duration
    CHECK(key_value(clip, "PP", 1) == 0.5f && key_time(clip, 1) == 0.9167);
    CHECK_NEAR(mien_author_curve_evaluate(&clip->curves[0], 1.0), 1.0, 0.0); // a step
    CHECK_INT(clip->event_count, 2);
    CHECK_STR(clip->events[0].name, "blink left");
    CHECK(clip->events[0].time == 0.5);
    mien_author_clip_destroy(clip);
}

TEST(keys_by_name)
{
    MienIoCurvesReport report;
    MienAuthorClip *clip = read_json("{\"curves\": {\"jawOpen\": [[0, 0], [0.25, 1]], \"b\": [[3, -1]]}, "
                                     "\"rate\": 24, \"length\": 2}",
                                     NULL, &report);
    CHECK_INT(report.form, MIEN_IO_CURVES_KEYS);
    CHECK_INT(clip->rate, 24);
    CHECK(!report.rate_is_assumed);
    CHECK(clip->length == 3.0); // a key is later
    CHECK(key_value(clip, "jawOpen", 1) == 1.0f && key_time(clip, 1) == 0.25);
    CHECK(key_value(clip, "b", 0) == -1.0f);
    mien_author_clip_destroy(clip);
    clip = read_json("{\"curves\": {\"a\": []}, \"length\": 1.5, \"note\": \"x\"}", NULL, &report);
    CHECK_INT(clip->rate, 60);
    CHECK(report.rate_is_assumed);
    CHECK(clip->length == 1.5);
    CHECK_INT(report.empty_count, 1);
    CHECK_INT(report.ignored_count, 1);
    mien_author_clip_destroy(clip);
}

TEST(rows_and_constants)
{
    static const char rows[] = "{\"blendshape_names\": [\"\xE3\x81\xBE\", \"b\"], "
                               "\"blendshape_values\": [[0, 1], [2, 3]]}";
    MienIoCurvesReport report;
    MienAuthorClip *clip = read_json(rows, &(MienIoCurvesOptions){.rate = 30}, &report);
    CHECK_INT(report.form, MIEN_IO_CURVES_ROWS);
    CHECK(key_value(clip, "\xE3\x81\xBE", 1) == 2.0f);
    CHECK(key_value(clip, "b", 0) == 1.0f);
    CHECK(key_time(clip, 1) == 1.0 / 30.0);
    mien_author_clip_destroy(clip);
    clip = read_json("{\"a\": 0.5, \" b\": -1, \"c\": 0}", NULL, &report);
    CHECK_INT(report.form, MIEN_IO_CURVES_CONSTANTS);
    CHECK_INT(report.curve_count, 3);
    CHECK_INT(report.trimmed_count, 1);
    CHECK_INT(report.ignored_count, 0);
    CHECK(report.rate_is_assumed && clip->length == 0.0);
    CHECK(key_value(clip, "a", 0) == 0.5f && key_value(clip, "b", 0) == -1.0f);
    CHECK(mien_author_curve_evaluate(&clip->curves[1], 7.0) == -1.0f);
    mien_author_clip_destroy(clip);
}

static void check_refused(const char *text, MienStatus expected, const char *place, const char *part)
{
    MienAuthorClip other, *clip = &other;
    MienError error = {0};
    MienIoCurvesReport report = {.row_count = 77};
    CHECK_STATUS(mien_io_curves_json_read(text, strlen(text), NULL, &clip, &report, &error), expected);
    check_error(&error, expected, place, part);
    CHECK(clip == NULL);
    CHECK_INT(report.row_count, 77);
}

TEST(refused_forms)
{
    static const char *const none[] = {"[1, 2]",
                                       "5",
                                       "\"names\"",
                                       "{}",
                                       "null",
                                       "{\"a\": 1, \"b\": \"c\"}",
                                       "{\"a\": null}",
                                       "{\"names\": [\"a\"]}",
                                       "{\"frames\": []}",
                                       "{\"facsNames\": [], \"frames\": []}",
                                       "{\"format\": \"other.track\", \"channels\": []}",
                                       "{\"format\": 1, \"channels\": []}"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; ++i)
        check_refused(none[i], MIEN_ERROR_CORRUPT, "line 1", "Curves are names+frames");
    check_refused("", MIEN_ERROR_CORRUPT, "line 1, column 1", "");
    check_refused("{\"a\": 1,}", MIEN_ERROR_CORRUPT, "line 1, column 9", "");
    check_refused("\n{\"curves\": {}, \"names\": [], \"frames\": []}", MIEN_ERROR_CORRUPT, "line 2",
                  "two forms");
    check_refused("{\"format\": \"openfacefx.track\", \"curves\": {}}", MIEN_ERROR_CORRUPT, "line 1",
                  "two forms");
}

#define FRAMES(names, frames) "{\"names\": " names ",\n\"frames\": " frames "}"

TEST(refused_rows)
{
    check_refused(FRAMES("1", "[]"), MIEN_ERROR_DATA, "line 1, names", "a list");
    check_refused(FRAMES("[]", "[]"), MIEN_ERROR_DATA, "line 1, names", "no curves");
    check_refused(FRAMES("[\"a\", 1]", "[]"), MIEN_ERROR_DATA, "line 1, names[1]", "string");
    check_refused(FRAMES("[\"a\", \"  \"]", "[]"), MIEN_ERROR_DATA, "line 1, names[1]", "empty");
    check_refused(FRAMES("[\"a\", \"b\", \"a \"]", "[]"), MIEN_ERROR_DATA, "line 1, names[2]", "Another");
    check_refused(FRAMES("[\"a\"]", "{}"), MIEN_ERROR_DATA, "line 2, frames", "a list");
    check_refused(FRAMES("[\"a\"]", "[]"), MIEN_ERROR_DATA, "line 2, frames", "at least one");
    check_refused(FRAMES("[\"a\"]", "[\n[1]]"), MIEN_ERROR_DATA, "line 3, frames[0]", "one value per name");
    check_refused(FRAMES("[\"a\"]", "[{\"weights\": [1, 2]}]"), MIEN_ERROR_DATA, "line 2, frames[0]",
                  "one value per name");
    check_refused(FRAMES("[\"a\"]", "[{\"weights\": [1]}]"), MIEN_ERROR_DATA, "line 2, frames", "use --rate");
    check_refused(FRAMES("[\"a\"]", "[{\"weights\": [1], \"time\": 0},\n{\"weights\": [1]}]"),
                  MIEN_ERROR_DATA, "line 3, frames[1].time", "number of seconds");
    check_refused(FRAMES("[\"a\"]", "[{\"weights\": [1], \"time\": 1}, {\"weights\": [1], \"time\": 1}]"),
                  MIEN_ERROR_DATA, "line 2, frames[1].time", "repeats");
    check_refused(FRAMES("[\"a\"]", "[{\"weights\": [1], \"time\": 1e6}]"), MIEN_ERROR_DATA,
                  "line 2, frames[0].time", "between 0 and a day");
    check_refused(FRAMES("[\"a\"]", "[{\"weights\": [\nnull], \"time\": 1}]"), MIEN_ERROR_DATA,
                  "line 3, frames[0].weights[0]", "a number");
    check_refused(FRAMES("[\"a\"]", "[{\"weights\": [1e10], \"time\": 1}]"), MIEN_ERROR_DATA,
                  "line 2, frames[0].weights[0]", "at most a billion");
    check_refused(FRAMES("[\"a\"], \"fps\": 0", "[{\"weights\": [1]}]"), MIEN_ERROR_DATA, "line 1, fps",
                  "frames per second");
    check_refused(FRAMES("[\"a\"], \"fps\": \"30\"", "[{\"weights\": [1]}]"), MIEN_ERROR_DATA, "line 1, fps",
                  "frames per second");
    check_refused("{\"facsNames\": [\"a\"], \"weightMat\": [[1]], \"exportFps\": 1, \"numPoses\": 2}",
                  MIEN_ERROR_DATA, "line 1, numPoses", "count");
    check_refused("{\"facsNames\": [\"a\"], \"weightMat\": [[1]], \"exportFps\": 1, \"numFrames\": \"1\"}",
                  MIEN_ERROR_DATA, "line 1, numFrames", "count");
    check_refused("{\"facsNames\": [\"a\"], \"weightMat\": [[true]], \"exportFps\": 1}", MIEN_ERROR_DATA,
                  "line 1, weightMat[0][0]", "a number");
    Text take = {0}; // a day has 86.4 frames at a thousandth per second
    text_add(&take, "{\"facsNames\": [\"a\"], \"exportFps\": 0.001, \"weightMat\": [[0]");
    for (int i = 0; i < 87; ++i)
        text_add(&take, ",[1]");
    text_add(&take, "]}");
    check_refused(take.bytes, MIEN_ERROR_LIMIT, "line 1, weightMat", "at most a day");
    text_free(&take);
}

TEST(refused_keys)
{
    check_refused("{\"curves\": []}", MIEN_ERROR_DATA, "line 1, curves", "object");
    check_refused("{\"curves\": {}}", MIEN_ERROR_DATA, "line 1, curves", "no curves");
    check_refused("{\"curves\": {\n\"a\": 1}}", MIEN_ERROR_DATA, "line 2, curves.a", "a list");
    check_refused("{\"curves\": {\"a\": [],\n\"\": []}}", MIEN_ERROR_DATA, "line 2, curves[1]", "empty");
    check_refused("{\"curves\": {\"a\": [],\n\"a \": []}}", MIEN_ERROR_DATA, "line 2, curves[1]", "Another");
    check_refused("{\"curves\": {\"a\": [[0, 1],\n[1]]}}", MIEN_ERROR_DATA, "line 2, curves.a[1]",
                  "list of two");
    check_refused("{\"curves\": {\"a\": [[0, 1], 5]}}", MIEN_ERROR_DATA, "line 1, curves.a[1]",
                  "list of two");
    check_refused("{\"curves\": {\"a\": [[1, 1], [0, 1]]}}", MIEN_ERROR_DATA, "line 1, curves.a[1]",
                  "goes back");
    check_refused("{\"curves\": {\"a\": [[-1, 1]]}}", MIEN_ERROR_DATA, "line 1, curves.a[0]", "a day");
    check_refused("{\"curves\": {\"a\": [[0, \"1\"]]}}", MIEN_ERROR_DATA, "line 1, curves.a[0]", "a number");
    check_refused("{\"curves\": {\"a\": []}, \"rate\": -1}", MIEN_ERROR_DATA, "line 1, rate", "per second");
    check_refused("{\"curves\": {\"a\": []}, \"length\": 1e9}", MIEN_ERROR_DATA, "line 1, length", "a day");
#define TRACK "{\"format\": \"openfacefx.track\", \"fps\": 60, "
    check_refused(TRACK "\"channels\": []}", MIEN_ERROR_VERSION, "line 1, version", "Version 1");
    check_refused(TRACK "\"version\": 2, \"channels\": []}", MIEN_ERROR_VERSION, "line 1, version",
                  "Version 1");
    check_refused(TRACK "\"version\": 1}", MIEN_ERROR_DATA, "line 1, channels", "a list");
    check_refused(TRACK "\"version\": 1, \"channels\": []}", MIEN_ERROR_DATA, "line 1, channels",
                  "no curves");
    check_refused(TRACK "\"version\": 1, \"channels\": [{\"keys\": []}]}", MIEN_ERROR_DATA,
                  "line 1, channels[0].name", "has a name");
    check_refused(TRACK "\"version\": 1, \"channels\": [{\"name\": \"a\"}]}", MIEN_ERROR_DATA,
                  "line 1, channels[0].keys", "a list");
    check_refused(TRACK "\"version\": 1, \"channels\": [5]}", MIEN_ERROR_DATA, "line 1, channels[0].name",
                  "has a name");
#define CHANNEL TRACK "\"version\": 1, \"channels\": [{\"name\": \"a\", \"keys\": []}], "
    check_refused(CHANNEL "\"events\": 1}", MIEN_ERROR_DATA, "line 1, events", "a list");
    check_refused(CHANNEL "\"events\": [\n{\"name\": \"b\"}]}", MIEN_ERROR_DATA, "line 2, events[0]",
                  "A time");
    check_refused(CHANNEL "\"events\": [{\"t\": 1}]}", MIEN_ERROR_DATA, "line 1, events[0]", "has a name");
    check_refused(CHANNEL "\"events\": [{\"t\": 1, \"name\": \"\"}]}", MIEN_ERROR_DATA, "line 1, events[0]",
                  "empty");
    check_refused("{\"a\": 1,\n\"b\": 1e10}", MIEN_ERROR_DATA, "line 2, members[1]", "at most a billion");
    check_refused("{\"a\": 1,\n\"\\u0007\": 1}", MIEN_ERROR_DATA, "line 2, members[1]", "control");
    check_refused("{\"a\": 1,\n\"a \": 1}", MIEN_ERROR_DATA, "line 2, members[1]", "Another");
}

TEST(arguments)
{
    MienAuthorClip other, *clip = &other;
    MienError error = {0};
    CHECK_STATUS(mien_io_curves_json_read(timed, sizeof timed - 1, NULL, NULL, NULL, NULL),
                 MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_io_curves_json_read(NULL, 5, NULL, &clip, NULL, &error), MIEN_ERROR_ARGUMENT);
    CHECK(clip == NULL);
    CHECK_STATUS(mien_io_curves_json_read(NULL, 0, NULL, &clip, NULL, &error), MIEN_ERROR_CORRUPT);
    CHECK_STATUS(mien_io_curves_json_read(timed, sizeof timed - 1, &(MienIoCurvesOptions){.rate = -1}, &clip,
                                          NULL, &error),
                 MIEN_ERROR_ARGUMENT);
}

static MienStatus read_with(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    MienAuthorClip *clip = NULL;
    const MienIoCurvesOptions options = {.source = "here", .allocator = allocator};
    const MienStatus status = mien_io_curves_json_read(given, strlen(given), &options, &clip, NULL, error);
    *out_is_empty = clip == NULL;
    mien_author_clip_destroy(clip);
    return status;
}

TEST(each_allocation_fails_once)
{
    check_call("frames", read_with, timed);
    check_call("counted", read_with, counted);
    check_call("constants", read_with, "{\"a\": 1, \"b\": 2}");
    check_call("keys", read_with, "{\"curves\": {\"a\": [[0, 0], [0.25, 1]], \"b\": [[3, -1]]}}");
    check_call("track", read_with,
               "{\"format\": \"openfacefx.track\", \"version\": 1, \"channels\": [{\"name\": \"a\", "
               "\"keys\": [[0, 1]]}], \"events\": [{\"t\": 1, \"name\": \"e\"}]}");
}

CHECK_MAIN
{
    RUN(frames_with_weights);
    RUN(audio2face);
    RUN(openfacefx);
    RUN(keys_by_name);
    RUN(rows_and_constants);
    RUN(refused_forms);
    RUN(refused_rows);
    RUN(refused_keys);
    RUN(arguments);
    RUN(each_allocation_fails_once);
}
