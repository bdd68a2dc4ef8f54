// SPDX-License-Identifier: MIT
//
// Reads frames of 15 visemes, as OVR LipSync and OpenXR give them: a table or JSON of
// curves, one per viseme, becomes probabilities for the rule.

#include "core/float_rules.h"

#include "io/speech.h"

#include "mien_author/vocabulary.h"
#include "mien_io/curves.h"

#include <string.h>

static const double frame = 0.01, least = 0.01; ///< Seconds; a smaller probability does not count.

/// The curve of each viseme, by its name or an alias; at least one is there.
static MienStatus find_curves(MieniSpeech *speech, const MienAuthorClip *clip,
                              const MienAuthorClipCurve *out_curves[MIEN_AUTHOR_VISEMES])
{
    MienAuthorVocabulary *names = NULL;
    const MienStatus status =
        mien_author_vocabulary_load("oculus", speech->scratch.allocator, &names, speech->error);
    int count = 0;
    if (status != MIEN_OK)
        return status;
    for (int c = 0; c < clip->curve_count; ++c)
        for (int v = 0; v < names->name_count && v < MIEN_AUTHOR_VISEMES; ++v) {
            bool is_it = strcmp(clip->curves[c].name, names->names[v].name) == 0;
            for (int a = 0; a < names->names[v].alias_count; ++a)
                is_it = is_it || strcmp(clip->curves[c].name, names->names[v].aliases[a]) == 0;
            count += is_it && out_curves[v] == NULL;
            out_curves[v] = is_it ? &clip->curves[c] : out_curves[v];
        }
    mien_author_vocabulary_destroy(names);
    return count > 0
               ? MIEN_OK
               : mieni_speech_refuse(speech, MIEN_ERROR_DATA, 1,
                                     "No curve is a viseme of the vocabulary oculus, such as PP or aa.");
}

/// The visemes of a frame. Sums above 1 are scaled to 1.
static void put_frame(MieniSpeech *speech, const MienAuthorClipCurve *const curves[MIEN_AUTHOR_VISEMES],
                      int index, double length)
{
    double values[MIEN_AUTHOR_VISEMES] = {0}, sum = 0.0;
    const double start = frame * index, end = start + frame < length ? start + frame : length;
    for (int v = 0; v < MIEN_AUTHOR_VISEMES; ++v) {
        const double value = curves[v] != NULL ? (double)mien_author_curve_evaluate(curves[v], start) : 0.0;
        values[v] = value > least ? (value < 1.0 ? value : 1.0) : 0.0;
        sum += values[v];
    }
    for (int v = 0; v < MIEN_AUTHOR_VISEMES; ++v)
        if (values[v] > 0.0)
            speech->cues[speech->cue_count++] =
                (MienAuthorVisemeCue){.start = start,
                                      .end = end,
                                      .viseme = (MienAuthorViseme)v,
                                      .weight = (float)(sum > 1.0 ? values[v] / sum : values[v])};
    speech->report.sound_count += sum > values[MIEN_AUTHOR_VISEME_SIL];
}

static MienStatus put_frames(MieniSpeech *speech, const MienAuthorClip *clip)
{
    const MienAuthorClipCurve *curves[MIEN_AUTHOR_VISEMES] = {0};
    const int count = (int)(clip->length / frame) + 1;
    MienStatus status = find_curves(speech, clip, curves);
    if (status != MIEN_OK)
        return status;
    if (count > MIEN_AUTHOR_SPEECH_MAX_CUES / MIEN_AUTHOR_VISEMES)
        return mieni_speech_refuse(speech, MIEN_ERROR_LIMIT, 1, "Frames of visemes last at most 95 minutes.");
    speech->cues =
        mieni_arena_take(&speech->scratch, (size_t)count * MIEN_AUTHOR_VISEMES, sizeof *speech->cues);
    if (speech->cues == NULL)
        return mieni_speech_no_memory(speech);
    for (int i = 0; i < count && frame * i < clip->length; ++i)
        put_frame(speech, curves, i, clip->length);
    speech->length = clip->length;
    return MIEN_OK;
}

static MienStatus read_frames(MieniSpeech *speech)
{
    MieniSpan text;
    MienAuthorClip *clip = NULL;
    MienStatus status = mieni_speech_text(speech, &text);
    if (status != MIEN_OK)
        return status;
    MieniLines lines = mieni_lines_of(text.at, text.size);
    MieniSpan line;
    const bool is_json = mieni_lines_next(&lines, &line) && mieni_span_trim(line).at[0] == '{';
    const MienAllocator *allocator = speech->scratch.allocator;
    if (is_json)
        status = mien_io_curves_json_read(text.at, text.size, &(MienIoCurvesOptions){.allocator = allocator},
                                          &clip, NULL, speech->error);
    else
        status = mien_io_curves_csv_read(text.at, text.size, &(MienIoCurvesOptions){.allocator = allocator},
                                         &clip, NULL, speech->error);
    if (status == MIEN_OK)
        status = put_frames(speech, clip);
    mien_author_clip_destroy(clip);
    return status;
}

MienStatus mien_io_ovr_read(const void *bytes, size_t size, const MienIoSpeechOptions *options,
                            MienAuthorClip **out_clip, MienIoSpeechReport *out_report, MienError *error)
{
    return mieni_speech_read(read_frames, bytes, size, options, out_clip, out_report, error);
}

/// Tables of visemes are tables of curves too: only a given format tells.
static bool sniff(const void *bytes, size_t size)
{
    (void)bytes;
    (void)size;
    return false;
}

static MienStatus read_format(const MieniReading *reading, MieniRead *out, MienError *error)
{
    return mieni_speech_read_format(read_frames, reading, out, error);
}

const MieniFormat mieni_format_ovr = {.sniff = sniff, .read = read_format};
