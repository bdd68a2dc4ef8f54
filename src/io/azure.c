// SPDX-License-Identifier: MIT
//
// Reads viseme events of Azure's speech synthesis, as programs store them: the members of
// an event in the spelling of C#, JavaScript or Python.

#include "core/float_rules.h"

#include "io/speech.h"

#include <stdio.h>
#include <string.h>

static const double ticks = 1e7; ///< Per second.
enum { MOST_IDS = 21 };

static const MieniJson *member(const MieniJson *event, const char *const names[3])
{
    const MieniJson *found = NULL;
    for (int i = 0; found == NULL && i < 3; ++i)
        found = mieni_json_get(event, names[i]);
    return found != NULL && found->type == MIENI_JSON_NUMBER ? found : NULL;
}

static MienStatus put_event(MieniSpeech *speech, const MieniJson *event, int line)
{
    static const char *const offsets[] = {"audioOffset", "audio_offset", "AudioOffset"};
    static const char *const ids[] = {"visemeId", "viseme_id", "VisemeId"};
    const MieniJson *offset = member(event, offsets), *id = member(event, ids);
    char name[8];
    if (offset == NULL || id == NULL)
        return mieni_speech_refuse(speech, MIEN_ERROR_CORRUPT, line,
                                   "A viseme event has audioOffset, in units of 100 ns, and visemeId.");
    if (!(id->number >= 0.0 && id->number <= MOST_IDS) || id->number != (double)(int)id->number)
        return mieni_speech_refuse(speech, MIEN_ERROR_DATA, line, "A visemeId is 0 to 21.");
    snprintf(name, sizeof name, "%d", (int)id->number);
    return mieni_speech_add_start(speech, offset->number / ticks, (MieniSpan){name, strlen(name)}, line);
}

static MienStatus read_events(MieniSpeech *speech)
{
    speech->set = "azure";
    const MienStatus status = mieni_speech_objects(speech, put_event);
    if (status == MIEN_OK && speech->phone_count == 0)
        return mieni_speech_refuse(speech, MIEN_ERROR_DATA, 1, "There are no viseme events.");
    return status;
}

MienStatus mien_io_azure_read(const void *bytes, size_t size, const MienIoSpeechOptions *options,
                              MienAuthorClip **out_clip, MienIoSpeechReport *out_report, MienError *error)
{
    return mieni_speech_read(read_events, bytes, size, options, out_clip, out_report, error);
}

static bool sniff(const void *bytes, size_t size)
{
    return mieni_sniff_text(bytes, size, "\"audioOffset\"") ||
           mieni_sniff_text(bytes, size, "\"audio_offset\"") ||
           mieni_sniff_text(bytes, size, "\"AudioOffset\"");
}

static MienStatus read_format(const MieniReading *reading, MieniRead *out, MienError *error)
{
    return mieni_speech_read_format(read_events, reading, out, error);
}

const MieniFormat mieni_format_azure = {.sniff = sniff, .read = read_format};
