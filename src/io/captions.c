// SPDX-License-Identifier: MIT
//
// Reads captions, WebVTT and SubRip. They say when a line is shown, not when each sound is
// heard: the words of a line share its time by their letters, and letters are guessed to be
// sounds. What comes of it is rough.

#include "core/float_rules.h"

#include "io/speech.h"

#include <string.h>

typedef struct Captions {
    MieniSpeech *speech;
    double start, end; ///< Of the piece of text that is read.
    MieniSpan words[256];
    int word_count;
    size_t letters;
} Captions;

/// Digits and what follows them; false if there are none.
static bool take_part(MieniSpan *text, int *out_number)
{
    const int digits = mieni_span_digits(*text, 9, out_number);
    text->at += digits;
    text->size -= (size_t)digits;
    return digits > 0;
}

/// A time: [hours:]minutes:seconds.milliseconds, with a comma in SubRip.
static bool take_time(MieniSpan *text, double *out_seconds)
{
    int parts[3] = {0}, count = 0, fraction = 0;
    do {
        if (count == 3 || !take_part(text, &parts[count++]))
            return false;
    } while (text->size > 0 && text->at[0] == ':' && (++text->at, --text->size, true));
    if (count < 2 || text->size < 4 || (text->at[0] != '.' && text->at[0] != ','))
        return false;
    const MieniSpan milliseconds = {text->at + 1, 3};
    if (mieni_span_digits(milliseconds, 3, &fraction) != 3)
        return false;
    text->at += 4;
    text->size -= 4;
    const double whole =
        count == 3 ? 3600.0 * parts[0] + 60.0 * parts[1] + parts[2] : 60.0 * parts[0] + parts[1];
    *out_seconds = whole + fraction / 1000.0;
    return true;
}

/// A line with the times of a cue.
static bool take_times(MieniSpan line, double *out_start, double *out_end)
{
    line = mieni_span_trim(line);
    if (!take_time(&line, out_start))
        return false;
    line = mieni_span_trim(line);
    if (line.size < 3 || memcmp(line.at, "-->", 3) != 0)
        return false;
    line = mieni_span_trim((MieniSpan){line.at + 3, line.size - 3});
    return take_time(&line, out_end);
}

/// Words share the time of their piece by letters.
static MienStatus end_piece(Captions *captions, double end, int line)
{
    MienStatus status = MIEN_OK;
    double at = captions->start;
    if (captions->word_count > 0 && !(end >= at))
        return mieni_speech_refuse(captions->speech, MIEN_ERROR_DATA, line,
                                   "A cue does not end before it begins.");
    for (int w = 0; w < captions->word_count && status == MIEN_OK; ++w) {
        const double share = (double)captions->words[w].size / (double)captions->letters;
        const double until = w + 1 < captions->word_count ? at + share * (end - captions->start) : end;
        status = mieni_speech_add_phone(captions->speech, at, until, captions->words[w], line);
        at = until;
    }
    captions->word_count = 0;
    captions->letters = 0;
    captions->start = end;
    return status;
}

/// What is in angle or curly brackets: nothing, or a time at which the next words begin.
static MienStatus take_tag(Captions *captions, MieniSpan tag, int line)
{
    double time;
    return take_time(&tag, &time) && time >= captions->start && time <= captions->end
               ? end_piece(captions, time, line)
               : MIEN_OK;
}

static MienStatus read_words(Captions *captions, MieniSpan line, int number)
{
    MienStatus status = MIEN_OK;
    for (size_t i = 0; i < line.size && status == MIEN_OK;) {
        const char c = line.at[i];
        const char *close = c == '<'   ? memchr(line.at + i, '>', line.size - i)
                            : c == '{' ? memchr(line.at + i, '}', line.size - i)
                                       : NULL;
        const size_t start = close != NULL ? i + 1 : i;
        if (close != NULL) {
            i = (size_t)(close - line.at);
            status = take_tag(captions, (MieniSpan){line.at + start, i - start}, number);
            ++i;
            continue;
        }
        while (i < line.size && line.at[i] != ' ' && line.at[i] != '\t' &&
               (i == start || (line.at[i] != '<' && line.at[i] != '{')))
            ++i;
        if (i == start) {
            ++i;
        } else if (captions->word_count == (int)(sizeof captions->words / sizeof *captions->words)) {
            return mieni_speech_refuse(captions->speech, MIEN_ERROR_LIMIT, number,
                                       "A cue has at most 256 words.");
        } else {
            captions->words[captions->word_count++] = (MieniSpan){line.at + start, i - start};
            captions->letters += i - start;
        }
    }
    return status;
}

static MienStatus read_captions(MieniSpeech *speech)
{
    Captions captions = {.speech = speech};
    MieniSpan text;
    MienStatus status = mieni_speech_text(speech, &text);
    int number = 0, cues = 0;
    bool is_cue = false;
    speech->set = "letters";
    while (status == MIEN_OK && text.size > 0) {
        const char *newline = memchr(text.at, '\n', text.size);
        MieniSpan line = {text.at, newline != NULL ? (size_t)(newline - text.at) : text.size};
        text.at += line.size + (newline != NULL);
        text.size -= line.size + (newline != NULL);
        line.size -= line.size > 0 && line.at[line.size - 1] == '\r';
        ++number;
        if (mieni_span_trim(line).size == 0) {
            status = is_cue ? end_piece(&captions, captions.end, number) : MIEN_OK;
            is_cue = false;
        } else if (is_cue) {
            status = read_words(&captions, line, number);
        } else if (take_times(line, &captions.start, &captions.end)) {
            is_cue = true;
            ++cues;
        }
    }
    if (status == MIEN_OK && is_cue)
        status = end_piece(&captions, captions.end, number);
    if (status == MIEN_OK && cues == 0)
        return mieni_speech_refuse(speech, MIEN_ERROR_CORRUPT, 1,
                                   "There are no captions: a cue has a line 00:00:01.000 --> 00:00:02.500.");
    return status;
}

MienStatus mien_io_captions_read(const void *bytes, size_t size, const MienIoSpeechOptions *options,
                                 MienAuthorClip **out_clip, MienIoSpeechReport *out_report, MienError *error)
{
    return mieni_speech_read(read_captions, bytes, size, options, out_clip, out_report, error);
}

static MienStatus read_format(const MieniReading *reading, MieniRead *out, MienError *error)
{
    const MienStatus status = mieni_speech_read_format(read_captions, reading, out, error);
    if (status == MIEN_OK && reading->notes != NULL)
        mieni_source_note(reading->notes,
                          "Captions are rough: sounds are guessed from letters. Align the sound for "
                          "better lips.");
    return status;
}

const MieniFormat mieni_format_captions = {.read = read_format};
