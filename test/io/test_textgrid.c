// SPDX-License-Identifier: MIT
//
// Reading TextGrids: both forms and their encodings, which tier is read, phone sets, and
// refusals. Damaged ones too.

#include "support/curve_files.h"

#include "mien_io/speech.h"

#define HEAD  "File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n\n"
#define TIER  "\"IntervalTier\" \"phones\" 0 1 4\n0 0.2 \"\"\n0.2 0.5 \"M\"\n0.5 0.8 \"AA1\"\n0.8 1 \"sil\"\n"
#define SHORT HEAD "0\n1\n<exists>\n1\n" TIER

static MienStatus read_string(const char *text, const MienIoSpeechOptions *options, MienAuthorClip **out_clip,
                              MienIoSpeechReport *out_report, MienError *error)
{
    return mien_io_textgrid_read(text, strlen(text), options, out_clip, out_report, error);
}

/// Reads what must be right, and checks what it says.
static void check_read(const char *text, const MienIoSpeechOptions *options, int sounds, int closures,
                       int unknown)
{
    MienAuthorClip *clip = NULL;
    MienIoSpeechReport report = {0};
    MienError error = {0};
    if (read_string(text, options, &clip, &report, &error) != MIEN_OK)
        printf("%s: %s\n", error.location, error.message);
    CHECK(clip != NULL);
    if (clip == NULL)
        return;
    CHECK_STATUS(mien_author_clip_check(clip, NULL), MIEN_OK);
    CHECK_INT(clip->curve_count, 7);
    CHECK_STR(report.phones, "arpabet");
    CHECK_INT(report.sound_count, sounds);
    CHECK_INT(report.speech.closure_count, closures);
    CHECK_INT(report.unknown_count, unknown);
    mien_author_clip_destroy(clip);
}

TEST(tiers_are_found)
{
    static const char points[] = "\"TextTier\" \"phones\" 0 1 1 0.5 \"AA\"\n";
    static const char words[] = "\"IntervalTier\" \"words\" 0 1 1 0 1 \"a \"\"map\"\"\"\n";
    static const char ann[] = "\"IntervalTier\" \"Ann - phones\" 0 1 1 0 1 \"P\"\n";
    char text[1000];
    check_read(SHORT, NULL, 2, 1, 0);
    snprintf(text, sizeof text, HEAD "0 1 <exists> 3 %s%s%s", points, words, TIER);
    check_read(text, NULL, 2, 1, 0);
    snprintf(text, sizeof text, HEAD "0 1 <exists> 2 %s%s", words, ann);
    check_read(text, NULL, 1, 1, 0);
    snprintf(text, sizeof text, HEAD "0 1 <exists> 2 %s%s", ann, TIER);
    check_read(text, &(MienIoSpeechOptions){.tier = "Ann - phones"}, 1, 1, 0);
    snprintf(text, sizeof text, HEAD "! a comment 5\n0 1 <exists> 1 \"IntervalTier\" \"x\" 0 1 1 0 1 \"b\"");
    check_read(text, NULL, 1, 1, 0); // the only one
}

TEST(unknown_phones_are_reported)
{
    static const char text[] =
        HEAD "0 1 <exists> 1 \"IntervalTier\" \"phones\" 0 1 5 0 0.2 \"P\" 0.2 0.4 \"QQ\" "
             "0.4 0.6 \"QQ\" 0.6 0.7 \"ZZ\" 0.7 1 \"spn\"";
    MienAuthorClip *clip = NULL;
    MienIoSpeechReport report = {0};
    const MienIoSpeechOptions options = {.phones = "arpabet"};
    CHECK_STATUS(read_string(text, &options, &clip, &report, NULL), MIEN_OK);
    CHECK_INT(report.unknown_count, 3);
    CHECK_STR(report.unknown, "\"QQ\", \"ZZ\"");
    CHECK_INT(report.sound_count, 2);
    mien_author_clip_destroy(clip);
}

TEST(wrong_grids_are_refused)
{
    static const struct {
        const char *text, *location;
        MienStatus status;
    } rows[] = {
        {"", "line 1", MIEN_ERROR_CORRUPT},
        {"\"ooTextFile\" \"Sound\"", "line 1", MIEN_ERROR_CORRUPT},
        {"ooBinaryFile\bTextGrid", "line 1", MIEN_ERROR_CORRUPT},
        {HEAD "0 1 <absent>", "line 4", MIEN_ERROR_CORRUPT},
        {HEAD "0 1 <exists> 5000 \"a\"", "line 4", MIEN_ERROR_CORRUPT},
        {HEAD "0 1 <exists> 1 \"IntervalTier\" \"phones\" 0 1 999 0 1 \"P\"", "line 4", MIEN_ERROR_CORRUPT},
        {HEAD "0 1 <exists> 1\n\"OtherTier\" \"phones\" 0 1 1 0 1 \"P\"", "line 5", MIEN_ERROR_CORRUPT},
        {HEAD "0 1 <exists> 1\n\"IntervalTier\" \"phones\" 0 1 1\n0 1 \"P", "line 6", MIEN_ERROR_CORRUPT},
        {HEAD "0 1 <exists> 1\n\"IntervalTier\" \"phones\" 0 1 1\n0.5 0.2 \"P\"", "line 6", MIEN_ERROR_DATA},
        {HEAD "0 1 <exists> 1\n\"IntervalTier\" \"phones\" 0 1 2\n0 0.2 \"P\"\n0.1 0.3 \"P\"", "line 7",
         MIEN_ERROR_DATA},
        {HEAD "0 90000 <exists> 1\n\"IntervalTier\" \"phones\" 0 1 1\n0 1 \"P\"", "line 1", MIEN_ERROR_LIMIT},
        {HEAD "0 99 <exists> 1\n\"IntervalTier\" \"phones\" 0 1 1\n0 99 \"P\"", "cues[0]", MIEN_ERROR_DATA},
        {HEAD "0 1 <exists> 2 " TIER TIER, "tiers", MIEN_ERROR_DATA},
        {HEAD "0 1 <exists> 1 \"TextTier\" \"phones\" 0 1 1 0.5 \"AA\"", "tiers", MIEN_ERROR_DATA},
        {HEAD "0 1 <exists> 1\n\"IntervalTier\" \"phones\" 0 1 1\n0 1 \"!!!\"", "phones", MIEN_ERROR_DATA},
        {"\"\xFF\"", "line 1", MIEN_ERROR_CORRUPT},
        {"\xFE\xFFx", "line 1", MIEN_ERROR_CORRUPT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        MienAuthorClip *clip = NULL;
        MienError error = {0};
        CHECK_STATUS(read_string(rows[i].text, NULL, &clip, NULL, &error), rows[i].status);
        CHECK_STR(error.location, rows[i].location);
        CHECK(clip == NULL && error.message[0] != '\0');
    }
    MienAuthorClip *clip = NULL;
    CHECK_STATUS(read_string(SHORT, &(MienIoSpeechOptions){.tier = "none"}, &clip, NULL, NULL),
                 MIEN_ERROR_DATA);
    CHECK_STATUS(read_string(SHORT, &(MienIoSpeechOptions){.phones = "none"}, &clip, NULL, NULL),
                 MIEN_ERROR_DATA);
    CHECK_STATUS(mien_io_textgrid_read(NULL, 3, NULL, &clip, NULL, NULL), MIEN_ERROR_ARGUMENT);
}

static MienStatus read_grid(const void *bytes, size_t size, int way, const MienAllocator *allocator,
                            MienAuthorClip **out_clip, MienError *error)
{
    const MienIoSpeechOptions options = {.phones = "arpabet", .allocator = allocator};
    (void)way;
    return mien_io_textgrid_read(bytes, size, &options, out_clip, NULL, error);
}

static const char *judge_grid(const void *bytes, size_t size, int way, MienStatus *out_status)
{
    return judge_file(bytes, size, read_grid, way, out_status);
}

TEST(damaged)
{
    Victim victim = {.name = "short",
                     .text = SHORT,
                     .size = strlen(SHORT),
                     .judge = judge_grid,
                     .ways = 1,
                     .others = "\n\" <!9e-\xFF"};
    victim_attack(&victim);
}

TEST(nothing_but)
{
    static const char *const fillers[] = {"\n", "\"", "\"\"",    "1 ", "<exists> ", "\"IntervalTier\" ",
                                          "9",  "!",  "\xFE\xFF"};
    static const char *const heads[] = {"", HEAD, HEAD "0 1 <exists> 1 ",
                                        HEAD "0 1 <exists> 1 \"IntervalTier\" \"phones\" 0 1 700 "};
    Victim victim = {.name = "nothing but", .judge = judge_grid, .ways = 1};
    for (size_t f = 0; f < sizeof fillers / sizeof *fillers; ++f)
        for (size_t h = 0; h < sizeof heads / sizeof *heads; ++h)
            victim_repeat(&victim, heads[h], fillers[f]);
    victim_close(&victim, "repeated", false);
}

static MienStatus read_with(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    MienAuthorClip *clip = NULL;
    const MienIoSpeechOptions options = {.source = "here", .allocator = allocator};
    const MienStatus status = mien_io_textgrid_read(given, strlen(given), &options, &clip, NULL, error);
    *out_is_empty = clip == NULL;
    mien_author_clip_destroy(clip);
    return status;
}

TEST(each_allocation_fails_once) { check_call("short", read_with, SHORT); }

CHECK_MAIN
{
    RUN(tiers_are_found);
    RUN(unknown_phones_are_reported);
    RUN(wrong_grids_are_refused);
    RUN(each_allocation_fails_once);
    RUN(damaged);
    RUN(nothing_but);
}
