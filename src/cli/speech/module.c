// SPDX-License-Identifier: MIT
//
// The aligner: pocketsphinx searches the best path through a grammar of phones. Without a text it
// recognises words first. Each sound gets a decoder of its own, so that results do not depend on what was
// aligned before.

#include "cli/speech/speech.h"
#include "io/sound/english.h"
#include "mien/base.h"
#include "project/files/files.h"

#include <pocketsphinx/pocketsphinx.h>
#include <sphinxbase/err.h>
#include <string.h>

#define MODEL(file) MIEN_SPEECH_MODEL "/en-us/" file

/// The function that the module shows; named in speech.map.
__attribute__((visibility("default"))) CliSpeechEntry mien_speech;

static const char *const phones[] = {"AA", "AE", "AH", "AO", "AW", "AY", "B",  "CH", "D",  "DH",
                                     "EH", "ER", "EY", "F",  "G",  "HH", "IH", "IY", "JH", "K",
                                     "L",  "M",  "N",  "NG", "OW", "OY", "P",  "R",  "S",  "SH",
                                     "T",  "TH", "UH", "UW", "V",  "W",  "Y",  "Z",  "ZH"};
enum { PHONES = sizeof phones / sizeof *phones };
/// Seconds. A frame is 10 ms, but its window of 25.6 ms begins with it: what a frame hears is later.
static const double frame = 0.01, later = 0.0128 - 0.005;

static MienStatus no_model(MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_HOST, mieni_nowhere(),
                      "The model of English is missing or damaged: install pocketsphinx-en-us (%s).",
                      MODEL("en-us"));
}

/// Sounds decode alike in any order: nothing is adapted, and no noise is added.
static cmd_ln_t *config_of(bool is_grammar)
{
    if (!is_grammar)
        return cmd_ln_init(NULL, ps_args(), TRUE, "-hmm", MODEL("en-us"), "-dict",
                           MODEL("cmudict-en-us.dict"), "-lm", MODEL("en-us.lm.bin"), "-dither", "no",
                           "-remove_noise", "yes", NULL);
    return cmd_ln_init(NULL, ps_args(), TRUE, "-hmm", MODEL("en-us"), "-dither", "no", "-remove_noise", "no",
                       "-remove_silence", "no", "-fsgusefiller", "no", "-fsgusealtpron", "no", "-bestpath",
                       "no", "-beam", "1e-120", "-pbeam", "1e-120", "-wbeam", "1e-120", "-lw", "1", NULL);
}

static ps_decoder_t *open_decoder(bool is_grammar)
{
    err_set_logfp(NULL);
    cmd_ln_t *config = config_of(is_grammar);
    ps_decoder_t *decoder = config != NULL ? ps_init(config) : NULL;
    if (config != NULL)
        cmd_ln_free_r(config);
    return decoder;
}

static bool decode(ps_decoder_t *decoder, const MieniAligning *aligning)
{
    return ps_start_utt(decoder) == 0 &&
           ps_process_raw(decoder, aligning->samples, (size_t)aligning->sample_count, FALSE, TRUE) >= 0 &&
           ps_end_utt(decoder) == 0;
}

// Words -------------------------------------------------------------------------------------------

/// "read(2)" is another pronunciation of read; "<sil>" and "[NOISE]" are no words.
static void put_words(ps_decoder_t *decoder, MieniTextOut *out)
{
    for (ps_seg_t *at = ps_seg_iter(decoder); at != NULL; at = ps_seg_next(at)) {
        const char *word = ps_seg_word(at);
        if (word == NULL || strchr("<[+", word[0]) != NULL)
            continue;
        mieni_text_put(out, out->size > 0 ? " " : "");
        mieni_text_put_bytes(out, word, strcspn(word, "("));
    }
}

static MienStatus recognise(const MieniAligning *aligning, MieniTextOut *out, MienError *error)
{
    ps_decoder_t *decoder = open_decoder(false);
    if (decoder == NULL)
        return no_model(error);
    if (decode(decoder, aligning))
        put_words(decoder, out);
    ps_free(decoder);
    if (out->is_out_of_memory)
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    if (out->size == 0)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_nowhere(),
                          "No words were recognised: give a transcript, or a sound with speech.");
    if (aligning->notes != NULL)
        mieni_source_note(aligning->notes, "There is no transcript. Recognised: \"%.100s\".", out->bytes);
    return MIEN_OK;
}

// Phones ------------------------------------------------------------------------------------------

/// When a frame begins, within the sound.
static double time_of(const MieniAligning *aligning, int index)
{
    const double length = (double)aligning->sample_count / 16000.0;
    const double time = index > 0 ? index * frame + later : 0.0;
    return time < length ? time : length;
}

static MienStatus put_phones(ps_decoder_t *decoder, const MieniAligning *aligning, MienError *error)
{
    int count = 0, end = 0;
    MienStatus status = MIEN_OK;
    for (ps_seg_t *at = ps_seg_iter(decoder); at != NULL; at = ps_seg_next(at)) {
        const char *phone = ps_seg_word(at);
        int first, last;
        ps_seg_frames(at, &first, &last);
        if (status != MIEN_OK || phone == NULL || phone[0] == '(' || last < first || first < end)
            continue;
        end = last + 1;
        ++count;
        status = aligning->put(aligning->to, time_of(aligning, first), time_of(aligning, end),
                               strcmp(phone, "SIL") == 0 ? "" : phone);
    }
    if (status == MIEN_OK && count == 0)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_nowhere(),
                          "The transcript does not fit the sound: compare what is said with it.");
    return status;
}

static bool add_phones(ps_decoder_t *decoder)
{
    for (int p = 0; p < PHONES; ++p)
        if (ps_add_word(decoder, phones[p], phones[p], FALSE) < 0)
            return false;
    return ps_add_word(decoder, "SIL", "SIL", TRUE) >= 0;
}

static MienStatus align(const MieniAligning *aligning, const char *grammar, MienError *error)
{
    ps_decoder_t *decoder = open_decoder(true);
    if (decoder == NULL || !add_phones(decoder)) {
        ps_free(decoder);
        return no_model(error);
    }
    MienStatus status = MIEN_OK;
    if (ps_set_jsgf_string(decoder, "line", grammar) != 0 || ps_set_search(decoder, "line") != 0)
        status = mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    else if (!decode(decoder, aligning))
        status = mieni_fail(error, MIEN_ERROR_DATA, mieni_nowhere(), "This sound cannot be decoded.");
    else
        status = put_phones(decoder, aligning, error);
    ps_free(decoder);
    return status;
}

/// The grammar of the text, by the model's dictionary.
static MienStatus write_grammar(const char *text, MieniTextOut *out, MieniSourceNotes *notes,
                                MienError *error)
{
    MieniBuffer dictionary = {0};
    MieniProblem problem = {0};
    if (mieni_file_read(MODEL("cmudict-en-us.dict"), &dictionary, &problem) != MIEN_OK)
        return no_model(error);
    MieniArena arena = {0};
    const MienStatus status = mieni_english_grammar(text, (const char *)dictionary.bytes, dictionary.size,
                                                    &arena, out, notes, error);
    mieni_arena_release(&arena);
    mieni_buffer_release(&dictionary);
    return status;
}

MienStatus mien_speech(const MieniAligning *aligning, MienError *error)
{
    MieniTextOut words = {0}, grammar = {0};
    MienStatus status = aligning->text == NULL ? recognise(aligning, &words, error) : MIEN_OK;
    if (status == MIEN_OK)
        status = write_grammar(aligning->text != NULL ? aligning->text : words.bytes, &grammar,
                               aligning->notes, error);
    if (status == MIEN_OK)
        status = align(aligning, grammar.bytes, error);
    mieni_text_release(&words);
    mieni_text_release(&grammar);
    return status;
}
