// SPDX-License-Identifier: MIT
//
// Recorded speech: resampling keeps tones and removes what 16 kHz cannot hold; the reader gives the
// aligner sound and text, and takes its phones; texts become grammars; refusals, damage and memory.

#include "support/curve_files.h"

#include "io/sound/english.h"
#include "io/sound/resample.h"
#include "io/sound/wav.h"
#include "io/wav_write.h"
#include "mien/math.h"

enum { MOST = 48000 };

/// A tone as a WAV; the caller releases the bytes.
static MienIoBytes tone(double hertz, int rate, int count)
{
    static int16_t samples[MOST];
    MienIoBytes bytes = {0};
    for (int i = 0; i < count; ++i) {
        double sin, cos;
        mien_sincos(6.283185307179586 * hertz * i / rate, &sin, &cos);
        samples[i] = (int16_t)(16000.0 * sin);
    }
    CHECK_STATUS(mieni_wav_write(samples, count, rate, NULL, &bytes, NULL), MIEN_OK);
    return bytes;
}

/// The largest difference of a resampled tone from the tone, or its size if it should be gone.
static double worst(double hertz, int rate, bool is_gone)
{
    const MienIoBytes bytes = tone(hertz, rate, rate);
    MieniArena arena = {0};
    MieniWav wav;
    int count = 0;
    double most = 0.0;
    CHECK_STATUS(mieni_wav_read(bytes.data, bytes.size, &wav, NULL), MIEN_OK);
    const int16_t *samples = mieni_wav_resample(&wav, &arena, &count);
    CHECK_INT(count, 16000);
    for (int i = 200; i < count - 200; ++i) {
        double sin, cos;
        mien_sincos(6.283185307179586 * hertz * i / 16000.0, &sin, &cos);
        const double away = samples[i] - (is_gone ? 0.0 : 16000.0 * sin);
        most = away > most ? away : -away > most ? -away : most;
    }
    mieni_arena_release(&arena);
    mien_io_bytes_release((MienIoBytes *)&bytes);
    return most;
}

TEST(tones_stay)
{
    static const int rates[] = {8000, 16000, 22050, 44100, 44101, 48000};
    for (size_t r = 0; r < sizeof rates / sizeof *rates; ++r) {
        CHECK(worst(440.0, rates[r], false) < 80.0);
        CHECK(worst(3000.0, rates[r], false) < 250.0);
    }
    CHECK(worst(10000.0, 44100, true) < 80.0);
    CHECK(worst(15000.0, 48000, true) < 80.0);
}

// Reading -----------------------------------------------------------------------------------------

static char heard[200]; ///< What the aligner was given.
static MienStatus answer = MIEN_OK;

static MienStatus align(void *user, const MieniAligning *aligning, MienError *error)
{
    (void)user;
    snprintf(heard, sizeof heard, "%s", aligning->text != NULL ? aligning->text : "(none)");
    if (answer != MIEN_OK)
        return mieni_fail(error, answer, mieni_nowhere(), "No.");
    const double length = aligning->sample_count / 16000.0;
    MienStatus status = aligning->put(aligning->to, 0.0, 0.2 * length, "");
    if (status == MIEN_OK)
        status = aligning->put(aligning->to, 0.2 * length, 0.4 * length, "B");
    return status == MIEN_OK ? aligning->put(aligning->to, 0.4 * length, length, "AA") : status;
}

static const MieniAligner aligner = {.align = align};
static const char *beside; ///< The name of the file beside the sound, which says "lab".

static MienStatus read_beside(void *user, const char *path, const void **out_data, size_t *out_size,
                              MienError *error)
{
    (void)user;
    if (beside == NULL || strcmp(path, beside) != 0)
        return mieni_fail(error, MIEN_ERROR_FILE, mieni_nowhere(), "The file is not there.");
    *out_data = "lab";
    *out_size = 3;
    return MIEN_OK;
}

static MienStatus read_wav(const void *bytes, size_t size, const char *transcript,
                           const MienAllocator *allocator, MienAuthorClip **out_clip, MienError *error)
{
    MieniRead read = {0};
    MieniSourceNotes notes = {0};
    const MieniReading reading = {.bytes = bytes,
                                  .size = size,
                                  .file = "lines/hello.wav",
                                  .files = {NULL, read_beside},
                                  .transcript = transcript,
                                  .aligner = &aligner,
                                  .allocator = allocator,
                                  .notes = &notes};
    const MienStatus status = mieni_format_of(mieni_source_format_find("wav"))->read(&reading, &read, error);
    *out_clip = read.clip;
    return status;
}

TEST(the_aligner_gets_the_text)
{
    MienIoBytes bytes = tone(200.0, 22050, 22050);
    static const struct {
        const char *transcript, *beside, *heard;
    } rows[] = {{"Hello.", "hello.txt", "Hello."},
                {NULL, "hello.txt", "lab"},
                {NULL, "hello.lab", "lab"},
                {NULL, NULL, "(none)"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        MienAuthorClip *clip = NULL;
        beside = rows[i].beside;
        CHECK_STATUS(read_wav(bytes.data, bytes.size, rows[i].transcript, NULL, &clip, NULL), MIEN_OK);
        CHECK_STR(heard, rows[i].heard);
        CHECK(clip != NULL && clip->curve_count == 7 && clip->length == 1.0);
        mien_author_clip_destroy(clip);
    }
    MienAuthorClip *clip = NULL;
    MienError error = {0};
    answer = MIEN_ERROR_HOST;
    CHECK_STATUS(read_wav(bytes.data, bytes.size, "a", NULL, &clip, &error), MIEN_ERROR_HOST);
    answer = MIEN_OK;
    CHECK(clip == NULL);
    mien_io_bytes_release(&bytes);
    bytes = tone(200.0, 8000, 700); // too short
    CHECK_STATUS(read_wav(bytes.data, bytes.size, "a", NULL, &clip, &error), MIEN_ERROR_LIMIT);
    mien_io_bytes_release(&bytes);
}

static MienStatus read_way(const void *bytes, size_t size, int way, const MienAllocator *allocator,
                           MienAuthorClip **out_clip, MienError *error)
{
    return read_wav(bytes, size, way == 0 ? "a" : NULL, allocator, out_clip, error);
}

static const char *judge_wav(const void *bytes, size_t size, int way, MienStatus *out_status)
{
    return judge_file(bytes, size, read_way, way, out_status);
}

static MienStatus read_with(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    const MienIoBytes *bytes = given;
    MienAuthorClip *clip = NULL;
    const MienStatus status = read_wav(bytes->data, bytes->size, NULL, allocator, &clip, error);
    *out_is_empty = clip == NULL;
    mien_author_clip_destroy(clip);
    return status;
}

TEST(damaged_sound_and_failing_memory)
{
    MienIoBytes bytes = tone(200.0, 1000, 104);
    Victim victim = {.name = "wav",
                     .text = (const char *)bytes.data,
                     .size = bytes.size,
                     .judge = judge_wav,
                     .ways = 2,
                     .others = "\xFF\x01"};
    beside = "hello.txt";
    victim_attack(&victim);
    check_call("wav", read_with, &bytes);
    mien_io_bytes_release(&bytes);
}

// English -----------------------------------------------------------------------------------------

static const char dictionary[] = "a AH\na(2) EY\nbob B AA B\nmap M AE P\nmap's M AE P S\r\n";

static void check_grammar(const char *text, const char *wanted)
{
    MieniTextOut out = {0};
    MieniArena arena = {0};
    MienError error = {0};
    const MienStatus status =
        mieni_english_grammar(text, dictionary, sizeof dictionary - 1, &arena, &out, NULL, &error);
    if (wanted == NULL) {
        CHECK(status != MIEN_OK && strcmp(error.location, "transcript") == 0);
    } else {
        CHECK_STATUS(status, MIEN_OK);
        if (status == MIEN_OK) {
            char all[400];
            snprintf(all, sizeof all, "#JSGF V1.0;\ngrammar line;\npublic <line> = [SIL]%s;\n", wanted);
            CHECK_STR(out.bytes, all);
        }
    }
    mieni_text_release(&out);
    mieni_arena_release(&arena);
}

TEST(texts_become_grammars)
{
    char text[4 * MIENI_ENGLISH_MOST_WORDS + 8] = "";
    check_grammar("Bob, a \"map\"!", " ( B AA B ) [SIL] ( AH | EY ) [SIL] ( M AE P ) [SIL]");
    check_grammar("map\xE2\x80\x99s \xE2\x80\x94 'Bob'", " ( M AE P S ) [SIL] ( B AA B ) [SIL]");
    check_grammar("e", " ( AH ) [SIL]"); // a letter that is silent
    check_grammar("b\xC3\xB6"
                  "b",
                  " ( B AA B ) [SIL]");
    check_grammar("", NULL);
    check_grammar("...", NULL);
    check_grammar("4 maps", NULL);
    check_grammar("\xD0\xBC", NULL);
    check_grammar("\xFF", NULL);
    memset(text, 'a', MIENI_ENGLISH_LONGEST_WORD + 1);
    check_grammar(text, NULL);
    for (int w = 0; w <= MIENI_ENGLISH_MOST_WORDS; ++w)
        memcpy(text + 2 * w, "a ", 3);
    check_grammar(text, NULL);
}

TEST(words_are_spelt)
{
    static const struct {
        const char *word, *phones;
    } rows[] = {{"zorp", " Z AO R P"},
                {"phlimbob", " F L IH M B AA B"},
                {"fame", " F EY M"},
                {"bumped", " B AH M P D"},
                {"thumb", " TH AH M"},
                {"knavely", " N AE V EH L IY"},
                {"mipping's", " M IH P IH NG G Z"},
                {"quiff", " K W IH F"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        MieniTextOut out = {0};
        mieni_english_spell(rows[i].word, &out);
        CHECK_STR(out.bytes, rows[i].phones);
        mieni_text_release(&out);
    }
}

CHECK_MAIN
{
    RUN(tones_stay);
    RUN(the_aligner_gets_the_text);
    RUN(damaged_sound_and_failing_memory);
    RUN(texts_become_grammars);
    RUN(words_are_spelt);
}
