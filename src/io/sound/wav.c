// SPDX-License-Identifier: MIT
//
// Recorded speech: the aligner that the reading has finds phones and their times. What is said is a
// setting, or a text file beside the sound; otherwise the aligner recognises it.

#include "core/float_rules.h"

#include "io/sound/wav.h"

#include "io/sound/resample.h"
#include "io/speech.h"

#include <stdio.h>
#include <string.h>

static const double longest = 300.0, shortest = 0.1; ///< Seconds of a line.
enum { TEXT_MOST = 65536, FRAMES_MOST = 1 << 27 };

static MienStatus no_memory(MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

/// The text file of the sound, copied: "hello.txt", or "hello.lab" as aligners name it. NULL: none.
static MienStatus read_text_file(const MieniReading *reading, MieniArena *arena, const char **out_text,
                                 MienError *error)
{
    static const char *const endings[] = {".txt", ".lab"};
    const char *slash = strrchr(reading->file, '/'), *name = slash != NULL ? slash + 1 : reading->file;
    const char *dot = strrchr(name, '.');
    for (size_t e = 0; dot != NULL && reading->files.read != NULL && e < sizeof endings / sizeof *endings;
         ++e) {
        char beside[300];
        const void *bytes = NULL;
        size_t size = 0;
        if (snprintf(beside, sizeof beside, "%.*s%s", (int)(dot - name), name, endings[e]) >=
            (int)sizeof beside)
            return MIEN_OK;
        const MienStatus status = reading->files.read(reading->files.user, beside, &bytes, &size, error);
        if (status == MIEN_ERROR_FILE) // there is none
            continue;
        if (status != MIEN_OK)
            return status;
        if (size > TEXT_MOST || memchr(bytes, '\0', size) != NULL)
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_nowhere(),
                              "The file \"%.60s\" is no text of at most 64 KiB: say what is said in it.",
                              beside);
        *out_text = mieni_arena_text(arena, bytes, size);
        return *out_text != NULL ? MIEN_OK : no_memory(error);
    }
    return MIEN_OK;
}

static MienStatus read_sound(const MieniReading *reading, MieniWav *wav, MienError *error)
{
    if (reading->aligner == NULL)
        return mieni_fail(
            error, MIEN_ERROR_HOST, mieni_nowhere(),
            "Recorded speech is aligned by the program mien. Write a TextGrid by mien speech, and "
            "import that.");
    const MienStatus status = mieni_wav_read(reading->bytes, reading->size, wav, error);
    const double length = status == MIEN_OK ? (double)wav->frame_count / wav->rate : 0.0;
    if (status == MIEN_OK && (length > longest || wav->frame_count > FRAMES_MOST || length < shortest))
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("length"),
                          "A line of speech lasts from 0.1 s to 5 minutes: split the sound.");
    return status;
}

MienStatus mieni_wav_align(const MieniReading *reading, MieniArena *arena, MieniPutPhone put, void *to,
                           double *out_length, MienError *error)
{
    MieniWav wav;
    MieniAligning aligning = {.text = reading->transcript, .put = put, .to = to, .notes = reading->notes};
    MienStatus status = read_sound(reading, &wav, error);
    if (status == MIEN_OK && aligning.text == NULL)
        status = read_text_file(reading, arena, &aligning.text, error);
    if (status != MIEN_OK)
        return status;
    *out_length = (double)wav.frame_count / wav.rate;
    aligning.samples = mieni_wav_resample(&wav, arena, &aligning.sample_count);
    if (aligning.samples == NULL)
        return no_memory(error);
    return reading->aligner->align(reading->aligner->user, &aligning, error);
}

// The format --------------------------------------------------------------------------------------

static MienStatus put_phone(void *to, double start, double end, const char *phone)
{
    MieniSpeech *speech = to;
    const MieniSpan name = {mieni_arena_text(&speech->scratch, phone, strlen(phone)), strlen(phone)};
    return name.at != NULL ? mieni_speech_add_phone(speech, start, end, name, 1)
                           : mieni_speech_no_memory(speech);
}

static MienStatus read_speech(MieniSpeech *speech)
{
    const MienStatus status = mieni_speech_take_phones(speech, 64);
    speech->set = "arpabet";
    return status == MIEN_OK ? mieni_wav_align(speech->reading, &speech->scratch, put_phone, speech,
                                               &speech->length, speech->error)
                             : status;
}

static MienStatus read_format(const MieniReading *reading, MieniRead *out, MienError *error)
{
    return mieni_speech_read_format(read_speech, reading, out, error);
}

const MieniFormat mieni_format_wav = {.read = read_format};
