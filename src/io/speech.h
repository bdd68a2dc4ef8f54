// SPDX-License-Identifier: MIT
//
// What readers of speech share: they put sounds with times, and get a clip.

#pragma once

#include "author/clip/memory.h"
#include "base/json.h"
#include "io/formats.h"
#include "io/text.h"
#include "mien_author/phones.h"
#include "mien_io/speech.h"

/// A phone as a file has it.
typedef struct MieniPhone {
    double start, end; ///< Seconds.
    MieniSpan name;    ///< Empty: silence.
} MieniPhone;

/// Speech while it is read.
typedef struct MieniSpeech {
    const void *bytes;
    size_t size;
    const MienIoSpeechOptions *options;
    const MieniReading *reading; ///< NULL if it is read without a project.
    MienError *error;
    MieniArena scratch; ///< Freed when reading ends.
    const char *set;    ///< The phone set of the format; NULL: by the phones.
    double length;      ///< Of the sound, 0 if the file does not say.
    int phone_count, phone_room;
    MieniPhone *phones; ///< Either these, one after the other,
    int cue_count;
    MienAuthorVisemeCue *cues; ///< or these.
    MienIoSpeechReport report;
} MieniSpeech;

/// Reads the bytes into phones or cues.
typedef MienStatus (*MieniSpeechReader)(MieniSpeech *speech);

/// Reads speech with a reader, within the limits, and makes a clip of it.
MienStatus mieni_speech_read(MieniSpeechReader read, const void *bytes, size_t size,
                             const MienIoSpeechOptions *options, MienAuthorClip **out_clip,
                             MienIoSpeechReport *out_report, MienError *error);
/// The same with the settings of a source, and notes about what was read.
MienStatus mieni_speech_read_format(MieniSpeechReader read, const MieniReading *reading, MieniRead *out,
                                    MienError *error);

MienStatus mieni_speech_no_memory(const MieniSpeech *speech);
/// Refuses the file at a line.
MienStatus mieni_speech_refuse(const MieniSpeech *speech, MienStatus status, int line, const char *sentence);
/// The bytes as UTF-8 without a byte order mark; UTF-16 is converted, anything else refused.
MienStatus mieni_speech_text(MieniSpeech *speech, MieniSpan *out_text);
/// Room for that many phones; more make it grow.
MienStatus mieni_speech_take_phones(MieniSpeech *speech, size_t count);
/// Adds a phone that does not begin before the one before it ends.
MienStatus mieni_speech_add_phone(MieniSpeech *speech, double start, double end, MieniSpan name, int line);
/// Adds a sound that lasts until the next one, and the last one a tenth of a second. Its name is copied.
MienStatus mieni_speech_add_start(MieniSpeech *speech, double time, MieniSpan name, int line);

/// Takes an object of a file of JSON.
typedef MienStatus (*MieniSpeechObject)(MieniSpeech *speech, const MieniJson *object, int line);
/// Calls with each object of a list, or of a text with an object per line.
MienStatus mieni_speech_objects(MieniSpeech *speech, MieniSpeechObject put);
