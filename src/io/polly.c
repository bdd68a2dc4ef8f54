// SPDX-License-Identifier: MIT
//
// Reads speech marks of Amazon Polly: lines of JSON with a time in milliseconds, of which
// those with visemes count.

#include "core/float_rules.h"

#include "io/speech.h"

#include <string.h>

static MienStatus put_mark(MieniSpeech *speech, const MieniJson *mark, int line)
{
    const MieniJson *time = mieni_json_get(mark, "time");
    const char *value = mieni_json_get_string(mark, "value", NULL);
    const char *type = mieni_json_get_string(mark, "type", NULL);
    if (time == NULL || time->type != MIENI_JSON_NUMBER || type == NULL)
        return mieni_speech_refuse(speech, MIEN_ERROR_CORRUPT, line,
                                   "A speech mark has a time in milliseconds and a type.");
    if (strcmp(type, "viseme") != 0)
        return MIEN_OK;
    if (value == NULL)
        return mieni_speech_refuse(speech, MIEN_ERROR_CORRUPT, line, "A viseme has a value, such as \"p\".");
    return mieni_speech_add_start(speech, time->number / 1000.0, (MieniSpan){value, strlen(value)}, line);
}

static MienStatus read_marks(MieniSpeech *speech)
{
    speech->set = "polly";
    const MienStatus status = mieni_speech_objects(speech, put_mark);
    if (status == MIEN_OK && speech->phone_count == 0)
        return mieni_speech_refuse(speech, MIEN_ERROR_DATA, 1,
                                   "There are no visemes: ask Polly for speech marks of this type.");
    return status;
}

MienStatus mien_io_polly_read(const void *bytes, size_t size, const MienIoSpeechOptions *options,
                              MienAuthorClip **out_clip, MienIoSpeechReport *out_report, MienError *error)
{
    return mieni_speech_read(read_marks, bytes, size, options, out_clip, out_report, error);
}

static bool sniff(const void *bytes, size_t size)
{
    return mieni_sniff_first_line(bytes, size, "\"time\"") &&
           mieni_sniff_first_line(bytes, size, "\"type\"") && mieni_sniff_text(bytes, size, "\"viseme\"");
}

static MienStatus read_format(const MieniReading *reading, MieniRead *out, MienError *error)
{
    return mieni_speech_read_format(read_marks, reading, out, error);
}

const MieniFormat mieni_format_polly = {.sniff = sniff, .read = read_format};
