// SPDX-License-Identifier: MIT
//
// Readers of speech other than TextGrid: what they refuse and where, damaged files, and memory
// that runs out.

#include "support/curve_files.h"

#include "mien_io/speech.h"

typedef MienStatus Reader(const void *bytes, size_t size, const MienIoSpeechOptions *options,
                          MienAuthorClip **out_clip, MienIoSpeechReport *out_report, MienError *error);

/// A small file of each form.
typedef struct Form {
    const char *name;
    Reader *read;
    const char *text;
    int sounds, closures;
    const char *others; ///< Bytes that mean something in it.
} Form;

static const Form forms[] = {
    {"polly", mien_io_polly_read,
     "{\"time\":0,\"type\":\"word\",\"value\":\"ma\"}\n"
     "{\"time\":100,\"type\":\"viseme\",\"value\":\"p\"}\n"
     "{\"time\":200,\"type\":\"viseme\",\"value\":\"a\"}\n"
     "{\"time\":300,\"type\":\"viseme\",\"value\":\"sil\"}\n",
     2, 1, "\n\"{}:,9-\xFF"},
    {"azure list", mien_io_azure_read,
     "[{\"audioOffset\":1000000,\"visemeId\":21},{\"audioOffset\":2000000,\"visemeId\":2},"
     "{\"audioOffset\":3000000,\"visemeId\":0}]",
     2, 1, "\n\"{}[]:,9e-\xFF"},
    {"azure lines", mien_io_azure_read,
     "{\"audio_offset\":1000000,\"viseme_id\":21}\n{\"audio_offset\":2000000,\"viseme_id\":2}\n", 2, 1,
     "\n\"{}[]:,9e-\xFF"},
    {"sphinx json", mien_io_pocketsphinx_read,
     "{\"b\":0,\"d\":1,\"w\":[{\"t\":\"ma\",\"b\":0,\"d\":1,\"w\":[{\"b\":0,\"d\":0.2,\"t\":\"M\"},"
     "{\"b\":0.2,\"d\":0.3,\"t\":\"AA\"}]}]}",
     2, 1, "\n\"{}[]:,9e-\xFF"},
    {"sphinx lines", mien_io_pocketsphinx_read, "SIL 0.000 0.100 1\nM 0.100 0.200 0.98\nAA 0.200 0.400 0.9\n",
     2, 1, "\n .9-\xFF"},
    {"sphinx frames", mien_io_pocketsphinx_read,
     " SFrm  EFrm   SegAScr Phone\n    0     9   -123 SIL\n   10    19   -123 M SIL AA b\n   20    39   -1 "
     "AA\n"
     " Total score:   -123456\n",
     2, 1, "\n .9-\xFF"},
    {"webvtt", mien_io_captions_read, "WEBVTT\n\n00:00.300 --> 00:01.300\nBob <00:00.800>may\n\nNOTE x\n", 2,
     2, "\n:.>-<9\xFF"},
    {"subrip", mien_io_captions_read, "1\r\n00:00:00,300 --> 00:00:00,800\r\n<i>Bob</i> may\r\n", 2, 2,
     "\n:,>-<9\xFF"},
    {"ovr table", mien_io_ovr_read,
     "time,sil,PP,aa\n0,1,0,0\n0.01,0,1,0\n0.05,0,0.9,0.5\n0.1,0,0,1\n0.2,1,0,0\n", -1, 1, "\n,.9-e\xFF"},
};
enum { FORMS = sizeof forms / sizeof *forms };

TEST(each_form_is_read)
{
    for (int f = 0; f < FORMS; ++f) {
        MienAuthorClip *clip = NULL;
        MienIoSpeechReport report = {0};
        MienError error = {0};
        if (forms[f].read(forms[f].text, strlen(forms[f].text), NULL, &clip, &report, &error) != MIEN_OK)
            printf("%s: %s: %s\n", forms[f].name, error.location, error.message);
        CHECK(clip != NULL);
        if (clip == NULL)
            continue;
        CHECK_STATUS(mien_author_clip_check(clip, NULL), MIEN_OK);
        if (forms[f].sounds >= 0)
            CHECK_INT(report.sound_count, forms[f].sounds);
        CHECK_INT(report.speech.closure_count, forms[f].closures);
        mien_author_clip_destroy(clip);
    }
}

#define MARK(time) "{\"time\":" time ",\"type\":\"viseme\",\"value\":\"p\"}"

TEST(wrong_files_are_refused)
{
    static const struct {
        Reader *read;
        const char *text, *location;
        MienStatus status;
    } rows[] = {
        {mien_io_polly_read, "", "line 1", MIEN_ERROR_DATA},
        {mien_io_polly_read, "{\"time\":1,\"type\":\"word\"}", "line 1", MIEN_ERROR_DATA},
        {mien_io_polly_read, "{\"time\":1,\"type\":\"viseme\"}", "line 1", MIEN_ERROR_CORRUPT},
        {mien_io_polly_read, MARK("10") "\n{\"type\":\"viseme\"}", "line 2", MIEN_ERROR_CORRUPT},
        {mien_io_polly_read, MARK("10") "\n" MARK("9"), "line 2", MIEN_ERROR_DATA},
        {mien_io_polly_read, MARK("-1"), "line 1", MIEN_ERROR_DATA},
        {mien_io_polly_read, MARK("90000000"), "line 1", MIEN_ERROR_LIMIT},
        {mien_io_polly_read, "7", "line 1", MIEN_ERROR_CORRUPT},
        {mien_io_azure_read, "[]", "line 1", MIEN_ERROR_DATA},
        {mien_io_azure_read, "[{\"audioOffset\":1}]", "line 1", MIEN_ERROR_CORRUPT},
        {mien_io_azure_read, "[\n{\"audioOffset\":1,\"visemeId\":22}]", "line 2", MIEN_ERROR_DATA},
        {mien_io_azure_read, "[{\"audioOffset\":1,\"visemeId\":-1}]", "line 1", MIEN_ERROR_DATA},
        {mien_io_azure_read, "[{\"audioOffset\":1e30,\"visemeId\":1}]", "line 1", MIEN_ERROR_LIMIT},
        {mien_io_pocketsphinx_read, "", "line 1", MIEN_ERROR_DATA},
        {mien_io_pocketsphinx_read, "{\"t\":\"a\"}", "line 1", MIEN_ERROR_CORRUPT},
        {mien_io_pocketsphinx_read, "{\"w\":[{\"t\":\"a\"}]}", "line 1", MIEN_ERROR_DATA},
        {mien_io_pocketsphinx_read, "{\"w\":[{\"w\":[{\"t\":\"M\"}]}]}", "line 1", MIEN_ERROR_CORRUPT},
        {mien_io_pocketsphinx_read, "M 0.1 0.2\nAA 0.2\n", "line 2", MIEN_ERROR_CORRUPT},
        {mien_io_pocketsphinx_read, "M 0.1 0.2\nAA 0.1 0.3\n", "line 2", MIEN_ERROR_DATA},
        {mien_io_pocketsphinx_read, "M 0.3 0.2\n", "line 1", MIEN_ERROR_DATA},
        {mien_io_pocketsphinx_read, "SFrm EFrm SegAScr Phone\n1 x 1 M\n", "line 2", MIEN_ERROR_CORRUPT},
        {mien_io_captions_read, "", "line 1", MIEN_ERROR_CORRUPT},
        {mien_io_captions_read, "WEBVTT\n\nno time\n", "line 1", MIEN_ERROR_CORRUPT},
        {mien_io_captions_read, "\n00:02.000 --> 00:01.000\nBob\n", "line 3", MIEN_ERROR_DATA},
        {mien_io_captions_read, "00:00.000 --> 00:01.000\n\xFF\n", "line 2", MIEN_ERROR_CORRUPT},
        {mien_io_captions_read, "99:00:00.000 --> 99:00:01.000\nBob\n", "line 2", MIEN_ERROR_LIMIT},
        {mien_io_ovr_read, "time,smile\n0,1\n", "line 1", MIEN_ERROR_DATA},
        {mien_io_ovr_read, "", "line 1", MIEN_ERROR_CORRUPT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        MienAuthorClip *clip = NULL;
        MienError error = {0};
        CHECK_STATUS(rows[i].read(rows[i].text, strlen(rows[i].text), NULL, &clip, NULL, &error),
                     rows[i].status);
        if (strcmp(error.location, rows[i].location) != 0)
            printf("row %zu, %s: %s\n", i, error.location, error.message);
        CHECK_STR(error.location, rows[i].location);
        CHECK(clip == NULL && error.message[0] != '\0');
    }
    for (int f = 0; f < FORMS; ++f) {
        MienAuthorClip *clip = NULL;
        CHECK_STATUS(forms[f].read(NULL, 3, NULL, &clip, NULL, NULL), MIEN_ERROR_ARGUMENT);
        CHECK_STATUS(forms[f].read("", 0, NULL, NULL, NULL, NULL), MIEN_ERROR_ARGUMENT);
    }
}

static MienStatus read_form(const void *bytes, size_t size, int way, const MienAllocator *allocator,
                            MienAuthorClip **out_clip, MienError *error)
{
    const MienIoSpeechOptions options = {.phones = "arpabet", .allocator = allocator};
    return forms[way].read(bytes, size, &options, out_clip, NULL, error);
}

static int attacked; ///< The form that damage is done to.

static const char *judge_form(const void *bytes, size_t size, int way, MienStatus *out_status)
{
    (void)way;
    return judge_file(bytes, size, read_form, attacked, out_status);
}

TEST(damaged)
{
    for (attacked = 0; attacked < FORMS; ++attacked) {
        Victim victim = {.name = forms[attacked].name,
                         .text = forms[attacked].text,
                         .size = strlen(forms[attacked].text),
                         .judge = judge_form,
                         .ways = 1,
                         .others = forms[attacked].others};
        victim_attack(&victim);
    }
}

/// A part of each form, over and over.
TEST(nothing_but)
{
    static const char *const fillers[] = {"\n",        "{",
                                          "[",         "\"",
                                          "9",         "\xFE\xFF",
                                          "M 0 1 1\n", "00:00.300 --> 00:01.300\n",
                                          "PP,",       "{\"time\":1,\"type\":\"viseme\",\"value\":\"p\"}\n"};
    Victim victim = {.name = "nothing but", .judge = judge_form, .ways = 1};
    for (attacked = 0; attacked < FORMS; ++attacked)
        for (size_t f = 0; f < sizeof fillers / sizeof *fillers; ++f) {
            victim_repeat(&victim, "", fillers[f]);
            victim_repeat(&victim, forms[attacked].text, fillers[f]);
        }
    victim_close(&victim, "repeated", false);
}

static MienStatus read_with(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    const Form *form = given;
    MienAuthorClip *clip = NULL;
    const MienIoSpeechOptions options = {.source = "here", .allocator = allocator};
    const MienStatus status = form->read(form->text, strlen(form->text), &options, &clip, NULL, error);
    *out_is_empty = clip == NULL;
    mien_author_clip_destroy(clip);
    return status;
}

TEST(each_allocation_fails_once)
{
    for (int f = 0; f < FORMS; ++f)
        check_call(forms[f].name, read_with, &forms[f]);
}

CHECK_MAIN
{
    RUN(each_form_is_read);
    RUN(wrong_files_are_refused);
    RUN(each_allocation_fails_once);
    RUN(damaged);
    RUN(nothing_but);
}
