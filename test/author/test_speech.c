// SPDX-License-Identifier: MIT
//
// Curves of visemes: closures that hold, jaw and lips apart, silence, recognised visemes,
// styles, refusals, memory. test/cli/speech_files.py compares the values with a second
// version of the rule.

#include "support/check.h"

#include "mien_author/speech.h"

#include <string.h>

#define SIL MIEN_AUTHOR_VISEME_SIL
#define PP  MIEN_AUTHOR_VISEME_PP
#define FF  MIEN_AUTHOR_VISEME_FF
#define AA  MIEN_AUTHOR_VISEME_AA
#define U   MIEN_AUTHOR_VISEME_U

static MienAuthorClip *make(const MienAuthorVisemeCue *cues, int count, double length,
                            const MienAuthorSpeechOptions *options, MienAuthorSpeechReport *out_report)
{
    const MienAuthorSpeech speech = {.cue_count = count, .cues = cues, .length = length};
    MienAuthorClip *clip = NULL;
    MienError error = {0};
    if (mien_author_speech_make_clip(&speech, options, &clip, out_report, &error) != MIEN_OK)
        printf("%s: %s\n", error.location, error.message);
    CHECK(clip != NULL);
    if (clip == NULL)
        exit(1);
    CHECK_STATUS(mien_author_clip_check(clip, NULL), MIEN_OK);
    return clip;
}

static double value(const MienAuthorClip *clip, const char *name, double time)
{
    for (int c = 0; c < clip->curve_count; ++c)
        if (strcmp(clip->curves[c].name, name) == 0)
            return (double)mien_author_curve_evaluate(&clip->curves[c], time);
    CHECK(!"the clip has the curve");
    return -1.0;
}

static double most(const MienAuthorClip *clip, const char *name)
{
    double largest = 0.0;
    for (int f = 0; f <= (int)(clip->length * 100.0); ++f) {
        const double now = value(clip, name, f / 100.0);
        largest = now > largest ? now : largest;
    }
    return largest;
}

/// Frames from the first at which lips are wholly closed while the jaw is open, in a row.
static int closed_frames(const MienAuthorClip *clip, double *out_start)
{
    int count = 0;
    for (int f = 0; f <= (int)(clip->length * 100.0); ++f) {
        const double jaw = value(clip, "jawOpen", f / 100.0), close = value(clip, "mouthClose", f / 100.0);
        if (jaw > 0.0 && close == jaw) {
            *out_start = count == 0 ? f / 100.0 : *out_start;
            ++count;
        } else if (count > 0) {
            break;
        }
    }
    return count;
}

TEST(lips_close_and_hold)
{
    for (int ms = 1; ms <= 120; ms += 7) {
        const double end = 0.5 + ms / 1000.0;
        const MienAuthorVisemeCue cues[] = {
            {0.2, 0.5, AA, 1.0f}, {0.5, end, PP, 1.0f}, {end, end + 0.3, AA, 1.0f}};
        MienAuthorSpeechReport report;
        MienAuthorClip *clip = make(cues, 3, 1.2, NULL, &report);
        double start = 0.0;
        const int frames = closed_frames(clip, &start);
        CHECK_INT(report.closure_count, 1);
        CHECK((frames - 1) * 10 >= 40);
        CHECK((frames - 1) * 10 >= ms);
        CHECK(start <= 0.5);
        CHECK(start > 0.47);
        CHECK(value(clip, "jawOpen", start + 0.02) <= 0.1 + 1e-6);
        mien_author_clip_destroy(clip);
    }
}

TEST(nothing_else_closes)
{
    const MienAuthorVisemeCue cues[] = {{0.2, 0.4, AA, 1.0f}, {0.4, 0.5, FF, 1.0f}, {0.5, 0.7, U, 1.0f}};
    MienAuthorSpeechReport report;
    MienAuthorClip *clip = make(cues, 3, 1.0, NULL, &report);
    CHECK_INT(report.closure_count, 0);
    CHECK_INT(report.bite_count, 1);
    CHECK(most(clip, "mouthClose") == 0.0);
    CHECK(most(clip, "mouthRollLower") == 0.75);
    CHECK(value(clip, "mouthRollLower", 0.45) == 0.75);
    CHECK(value(clip, "jawOpen", 0.45) <= 0.16 + 1e-6);
    CHECK(most(clip, "mouthPucker") > 0.4);
    CHECK(value(clip, "mouthPucker", 0.25) < 0.05); // the lips prepare for u late
    CHECK(value(clip, "mouthPucker", 0.42) > 0.02); // but before it
    mien_author_clip_destroy(clip);
}

/// Probabilities of a recogniser: below 0.3, or for less than 20 ms, there is no closure.
TEST(recognised_closures_need_weight_and_time)
{
    static const struct {
        float weight;
        double length;
        int closures;
    } rows[] = {{0.29f, 0.1, 0}, {0.31f, 0.1, 1}, {0.9f, 0.015, 0}, {0.9f, 0.021, 1}, {1.0f, 0.001, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        const double end = 0.5 + rows[i].length;
        const MienAuthorVisemeCue cues[] = {{0.5, end, PP, rows[i].weight},
                                            {0.5, end, AA, 1.0f - rows[i].weight}};
        MienAuthorSpeechReport report;
        MienAuthorClip *clip = make(cues, 2, 1.0, NULL, &report);
        CHECK_INT(report.closure_count, rows[i].closures);
        CHECK((most(clip, "mouthClose") > 0.0) == (rows[i].closures > 0));
        mien_author_clip_destroy(clip);
    }
}

/// Silence has few keys, and what comes after it is the same.
TEST(silence_is_skipped)
{
    MienAuthorVisemeCue cues[] = {{0.3, 0.5, AA, 1.0f}, {0.5, 0.6, PP, 1.0f}, {0.6, 0.8, U, 1.0f}};
    MienAuthorSpeechReport reports[2];
    MienAuthorClip *early = make(cues, 3, 1.5, NULL, &reports[0]);
    for (int c = 0; c < 3; ++c) {
        cues[c].start += 3600.0;
        cues[c].end += 3600.0;
    }
    MienAuthorClip *late = make(cues, 3, 3601.5, NULL, &reports[1]);
    CHECK(reports[1].key_count <= reports[0].key_count + 12);
    for (int c = 0; c < early->curve_count; ++c)
        for (int f = 0; f <= 150; ++f) {
            const double apart = (double)mien_author_curve_evaluate(&early->curves[c], f / 100.0) -
                                 (double)mien_author_curve_evaluate(&late->curves[c], 3600.0 + f / 100.0);
            CHECK(apart < 1e-4 && apart > -1e-4);
        }
    mien_author_clip_destroy(early);
    mien_author_clip_destroy(late);
}

TEST(a_style_scales_jaw_and_lips_but_not_closures)
{
    const MienAuthorVisemeCue cues[] = {{0.2, 0.5, AA, 1.0f}, {0.5, 0.6, PP, 1.0f}, {0.6, 0.9, U, 1.0f}};
    const MienAuthorSpeechOptions loud = {.style = {.jaw = 1.5, .lips = 0.5}};
    MienAuthorClip *plain = make(cues, 3, 1.2, NULL, NULL), *shouted = make(cues, 3, 1.2, &loud, NULL);
    double start = 0.0;
    CHECK(most(shouted, "jawOpen") > 1.4 * most(plain, "jawOpen"));
    CHECK(most(shouted, "mouthPucker") < 0.6 * most(plain, "mouthPucker"));
    CHECK(closed_frames(shouted, &start) >= 11);
    CHECK(value(shouted, "jawOpen", 0.55) <= 0.1 + 1e-6);
    mien_author_clip_destroy(plain);
    mien_author_clip_destroy(shouted);
}

static void refuse(MienAuthorVisemeCue first, MienAuthorVisemeCue second, double length, const char *place)
{
    const MienAuthorVisemeCue cues[] = {first, second};
    const MienAuthorSpeech speech = {.cue_count = 2, .cues = cues, .length = length};
    MienAuthorClip *clip = NULL;
    MienError error = {0};
    CHECK_STATUS(mien_author_speech_make_clip(&speech, NULL, &clip, NULL, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.location, place);
    CHECK(clip == NULL);
}

/// Each style opens the jaw further than the one before it, and lips close in all of them.
TEST(styles_are_built_in)
{
    static const char *const ids[] = {"mumbled", "normal", "clear", "shouted"};
    static const MienAuthorVisemeCue cues[] = {
        {0.3, 0.5, AA, 1.0f}, {0.5, 0.55, PP, 1.0f}, {0.55, 0.8, U, 1.0f}, {0.8, 1.0, AA, 1.0f}};
    double jaw = 0.0;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; ++i) {
        MienAuthorSpeechOptions options = {0};
        MienAuthorSpeechReport report;
        double start = 0.0;
        CHECK_STATUS(mien_author_speech_style_load(ids[i], NULL, &options.style, NULL), MIEN_OK);
        MienAuthorClip *clip = make(cues, 4, 1.5, &options, &report);
        CHECK_INT(report.closure_count, 1);
        CHECK(closed_frames(clip, &start) >= 5);
        CHECK(most(clip, "jawOpen") > jaw + 0.02);
        jaw = most(clip, "jawOpen");
        mien_author_clip_destroy(clip);
    }
    MienAuthorSpeechOptions normal = {0};
    CHECK_STATUS(mien_author_speech_style_load("normal", NULL, &normal.style, NULL), MIEN_OK);
    MienAuthorClip *named = make(cues, 4, 1.5, &normal, NULL), *plain = make(cues, 4, 1.5, NULL, NULL);
    for (int f = 0; f < 150; ++f)
        CHECK(value(named, "mouthPucker", f / 100.0) == value(plain, "mouthPucker", f / 100.0) &&
              value(named, "jawOpen", f / 100.0) == value(plain, "jawOpen", f / 100.0));
    mien_author_clip_destroy(named);
    mien_author_clip_destroy(plain);
}

static MienStatus read_style(const char *text, MienError *error)
{
    MienAuthorSpeechStyle style = {.jaw = 9.0};
    const MienStatus status = mien_author_speech_style_read(text, strlen(text), NULL, &style, error);
    CHECK(status == MIEN_OK || style.jaw == 0.0);
    return status;
}

TEST(wrong_styles_are_refused)
{
#define STYLE "{\"kind\": \"speech_style\", \"version\": 1, \"id\": \"a\", \"title\": \"A\""
    MienAuthorSpeechStyle style;
    MienError error = {0};
    CHECK_STATUS(read_style(STYLE "}", NULL), MIEN_OK);
    CHECK_STATUS(read_style(STYLE ", \"jaw\": 5}", &error), MIEN_ERROR_DATA);
    CHECK(strstr(error.location, "jaw") != NULL);
    CHECK_STATUS(read_style(STYLE ", \"hold\": 0.01}", NULL), MIEN_ERROR_DATA);
    CHECK_STATUS(read_style("{\"kind\": \"phones\"}", NULL), MIEN_ERROR_KIND);
    CHECK(read_style("{", NULL) != MIEN_OK && read_style("", NULL) != MIEN_OK);
    CHECK_STATUS(mien_author_speech_style_load("none", NULL, &style, NULL), MIEN_ERROR_DATA);
    CHECK_STATUS(mien_author_speech_style_load(NULL, NULL, &style, NULL), MIEN_ERROR_DATA);
    CHECK_STATUS(mien_author_speech_style_load("clear", NULL, NULL, NULL), MIEN_ERROR_ARGUMENT);
}

TEST(wrong_speech_is_refused)
{
    const MienAuthorVisemeCue good = {0.1, 0.2, AA, 1.0f};
    refuse((MienAuthorVisemeCue){-0.1, 0.2, AA, 1.0f}, good, 0.0, "cues[0]");
    refuse((MienAuthorVisemeCue){0.1, 0.05, AA, 1.0f}, good, 0.0, "cues[0]");
    refuse(good, (MienAuthorVisemeCue){0.0, 0.3, AA, 1.0f}, 0.0, "cues[1]");
    refuse(good, (MienAuthorVisemeCue){0.15, 0.18, AA, 1.0f}, 0.0, "cues[1]");
    refuse(good, (MienAuthorVisemeCue){0.2, 0.3, MIEN_AUTHOR_VISEMES, 1.0f}, 0.0, "cues[1]");
    refuse(good, (MienAuthorVisemeCue){0.2, 0.3, AA, 1.5f}, 0.0, "cues[1]");
    refuse(good, (MienAuthorVisemeCue){0.2, 61.0, AA, 1.0f}, 0.0, "cues[1]");
    refuse(good, good, 86401.0, "length");
    const MienAuthorSpeechOptions wrong = {.style = {.hold = 0.01}};
    const MienAuthorSpeech speech = {.cue_count = 1, .cues = &good};
    MienAuthorClip *clip = NULL;
    CHECK_STATUS(mien_author_speech_make_clip(&speech, &wrong, &clip, NULL, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_author_speech_make_clip(NULL, NULL, &clip, NULL, NULL), MIEN_ERROR_ARGUMENT);
}

TEST(nothing_said_is_a_clip)
{
    MienAuthorClip *clip = make(NULL, 0, 1.0, NULL, NULL);
    CHECK(most(clip, "jawOpen") == 0.0);
    mien_author_clip_destroy(clip);
}

TEST(limits_are_kept)
{
    static MienAuthorVisemeCue cues[20];
    for (int c = 0; c < 20; ++c)
        cues[c] = (MienAuthorVisemeCue){60.0 * c, 60.0 * c + 59.0, c % 2 == 0 ? AA : U, 1.0f};
    const MienAuthorSpeech speech = {.cue_count = 20, .cues = cues};
    const MienAuthorSpeechOptions options = {.limits = {.memory = 100000}};
    MienAuthorClip *clip = NULL;
    MienError error = {0};
    CHECK_STATUS(mien_author_speech_make_clip(&speech, &options, &clip, NULL, &error), MIEN_ERROR_LIMIT);
    CHECK(clip == NULL);
}

CHECK_MAIN
{
    RUN(lips_close_and_hold);
    RUN(nothing_else_closes);
    RUN(recognised_closures_need_weight_and_time);
    RUN(silence_is_skipped);
    RUN(a_style_scales_jaw_and_lips_but_not_closures);
    RUN(styles_are_built_in);
    RUN(wrong_styles_are_refused);
    RUN(wrong_speech_is_refused);
    RUN(nothing_said_is_a_clip);
    RUN(limits_are_kept);
}
