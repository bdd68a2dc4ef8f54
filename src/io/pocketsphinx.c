// SPDX-License-Identifier: MIT
//
// Reads phones of CMU Sphinx: JSON of pocketsphinx 5 with phones in words, lines of a
// phone with its start and end in seconds, and phone segments of its aligners in frames.

#include "core/float_rules.h"

#include "io/speech.h"

#include <string.h>

static const double frame_rate = 100.0;

// JSON --------------------------------------------------------------------------------------------

/// A segment: b is its start, d its duration, t its name, w what it consists of.
static MienStatus put_segment(MieniSpeech *speech, const MieniJson *segment, int line)
{
    const MieniJson *start = mieni_json_get(segment, "b"), *duration = mieni_json_get(segment, "d");
    const char *name = mieni_json_get_string(segment, "t", NULL);
    if (start == NULL || start->type != MIENI_JSON_NUMBER || duration == NULL ||
        duration->type != MIENI_JSON_NUMBER || name == NULL)
        return mieni_speech_refuse(speech, MIEN_ERROR_CORRUPT, line,
                                   "A phone has b, d and t: start, duration, text.");
    const char *copy = mieni_arena_text(&speech->scratch, name, strlen(name));
    if (copy == NULL)
        return mieni_speech_no_memory(speech);
    return mieni_speech_add_phone(speech, start->number, start->number + duration->number,
                                  (MieniSpan){copy, strlen(copy)}, line);
}

static MienStatus put_utterance(MieniSpeech *speech, const MieniJson *utterance, int line)
{
    const MieniJson *words = mieni_json_get(utterance, "w");
    MienStatus status = MIEN_OK;
    if (words == NULL || words->type != MIENI_JSON_ARRAY)
        return mieni_speech_refuse(speech, MIEN_ERROR_CORRUPT, line, "An utterance has words, w.");
    for (int w = 0; w < words->count && status == MIEN_OK; ++w) {
        const MieniJson *phones = mieni_json_get(words->items[w], "w");
        if (phones == NULL || phones->type != MIENI_JSON_ARRAY)
            return mieni_speech_refuse(speech, MIEN_ERROR_DATA, line,
                                       "Words have no phones: run pocketsphinx with -phone_align yes.");
        for (int p = 0; p < phones->count && status == MIEN_OK; ++p)
            status = put_segment(speech, phones->items[p], line);
    }
    return status;
}

// Lines -------------------------------------------------------------------------------------------

enum { MOST_CELLS = 5 };

/// The words of a line, up to MOST_CELLS.
static int split(MieniSpan line, MieniSpan out[MOST_CELLS])
{
    int count = 0;
    for (size_t i = 0; i < line.size && count < MOST_CELLS;) {
        while (i < line.size && (line.at[i] == ' ' || line.at[i] == '\t'))
            ++i;
        const size_t start = i;
        while (i < line.size && line.at[i] != ' ' && line.at[i] != '\t')
            ++i;
        if (i > start)
            out[count++] = (MieniSpan){line.at + start, i - start};
    }
    return count;
}

/// Segments in frames begin with a line of titles; the end of one is its last frame.
static MienStatus put_line(MieniSpeech *speech, MieniSpan line, int number, bool is_frames)
{
    MieniSpan cells[MOST_CELLS];
    double start, end;
    const int count = split(line, cells), first = is_frames ? 0 : 1;
    if (is_frames && count > 0 && mieni_span_is(cells[0], "Total")) // the score, at the end
        return MIEN_OK;
    if (count < (is_frames ? 4 : 3) || !mieni_span_number(cells[first], &start) ||
        !mieni_span_number(cells[first + 1], &end))
        return mieni_speech_refuse(speech, MIEN_ERROR_CORRUPT, number,
                                   is_frames ? "A segment has its first and last frame, a score and a phone."
                                             : "A line has a phone, its start and its end in seconds.");
    if (is_frames) {
        start /= frame_rate;
        end = (end + 1.0) / frame_rate;
    }
    return mieni_speech_add_phone(speech, start, end, cells[is_frames ? 3 : 0], number);
}

static MienStatus read_segments(MieniSpeech *speech)
{
    MieniSpan text, line;
    bool is_frames = false;
    MienStatus status = mieni_speech_text(speech, &text);
    if (status != MIEN_OK)
        return status;
    MieniLines lines = mieni_lines_of(text.at, text.size);
    const bool has_text = mieni_lines_next(&lines, &line);
    if (has_text && (mieni_span_trim(line).at[0] == '{' || mieni_span_trim(line).at[0] == '['))
        return mieni_speech_objects(speech, put_utterance);
    for (bool is_first = true; has_text && status == MIEN_OK; is_first = false) {
        MieniSpan cells[MOST_CELLS];
        if (is_first && split(line, cells) > 0 && mieni_span_is(cells[0], "SFrm"))
            is_frames = true;
        else
            status = put_line(speech, line, lines.number, is_frames);
        if (!mieni_lines_next(&lines, &line))
            break;
    }
    if (status == MIEN_OK && speech->phone_count == 0)
        return mieni_speech_refuse(speech, MIEN_ERROR_DATA, 1, "There are no phones.");
    return status;
}

MienStatus mien_io_pocketsphinx_read(const void *bytes, size_t size, const MienIoSpeechOptions *options,
                                     MienAuthorClip **out_clip, MienIoSpeechReport *out_report,
                                     MienError *error)
{
    return mieni_speech_read(read_segments, bytes, size, options, out_clip, out_report, error);
}

static bool sniff(const void *bytes, size_t size)
{
    return mieni_sniff_first_line(bytes, size, "\"b\":") && mieni_sniff_first_line(bytes, size, "\"w\":");
}

static MienStatus read_format(const MieniReading *reading, MieniRead *out, MienError *error)
{
    return mieni_speech_read_format(read_segments, reading, out, error);
}

const MieniFormat mieni_format_pocketsphinx = {.sniff = sniff, .read = read_format};
