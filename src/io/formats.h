// SPDX-License-Identifier: MIT
//
// Readers by source format: the list of base/source_formats.h with the function that
// recognises a format, if its endings do not, and the function that reads it.

#pragma once

#include "base/source_formats.h"
#include "core/internal.h"
#include "mien_author/clip.h"
#include "mien_io/gltf.h"
#include "mien_io/live_link.h"
#include "mien_io/source.h"

/// What a reader reports: a sentence.
typedef struct MieniSourceNote {
    char text[160];
    bool is_remark; ///< How the file was understood; no action is needed.
} MieniSourceNote;

typedef struct MieniSourceNotes {
    int count;
    MieniSourceNote items[8];
} MieniSourceNotes;

/// Adds a sentence, in printf's manner, if there is space.
void mieni_source_note(MieniSourceNotes *notes, const char *format, ...) MIENI_PRINTF(2, 3);
void mieni_source_remark(MieniSourceNotes *notes, const char *format, ...) MIENI_PRINTF(2, 3);
/// Adds the notes that readers of scenes share: the reader's own sentence, replaced names,
/// vertices with too many influences.
void mieni_source_note_scene(MieniSourceNotes *notes, const char *note, int renamed_count,
                             int reduced_vertex_count);

/// Takes a phone in ARPAbet, or "" for silence, with its times in seconds.
typedef MienStatus (*MieniPutPhone)(void *to, double start, double end, const char *phone);

/// A sound whose phones are wanted.
typedef struct MieniAligning {
    const int16_t *samples; ///< One channel, 16,000 per second.
    int sample_count;
    const char *text; ///< What is said, UTF-8; NULL: it is recognised.
    MieniPutPhone put;
    void *to;
    MieniSourceNotes *notes; ///< May be NULL.
} MieniAligning;

/// What finds phones in sound.
typedef struct MieniAligner {
    MienStatus (*align)(void *user, const MieniAligning *aligning, MienError *error);
    void *user;
} MieniAligner;

/// A file to read, with the settings of its source. A reader uses those that it knows.
typedef struct MieniReading {
    const void *bytes;
    size_t size;
    const char *file;            ///< Its name, for the result.
    MienIoFiles files;           ///< Files that this one names.
    const char *scene;           ///< NULL: the default.
    const char *take;            ///< NULL: the default. For files whose takes are not listed.
    const char *phones;          ///< A phone set; NULL: by the phones.
    const char *style;           ///< A style of speech; NULL: normal.
    const char *transcript;      ///< What is said; NULL: a text file beside the sound.
    const MieniAligner *aligner; ///< NULL: sound cannot be read.
    double unit;                 ///< Metres per unit; 0: the default.
    MienIoUp up;
    int rate, rate_divisor; ///< 0: not given.
    MienIoLiveLinkTiming timing;
    double blend;    ///< Seconds; 0: the default.
    bool is_stepped; ///< A blend of 0 was asked for.
    bool skip_mesh;
    bool (*progress)(void *user, double done); ///< May be NULL; reading stops if it returns false.
    void *user;
    const MienAllocator *allocator;
    MieniSourceNotes *notes;
} MieniReading;

/// The result, one of the two: a clip of a CURVES format without takes, otherwise a source.
typedef struct MieniRead {
    MienAuthorClip *clip;
    MienIoSource *source;
} MieniRead;

/// A format's functions. Each is defined beside its reader as mieni_format_<id>.
typedef struct MieniFormat {
    /// Whether a file that has the format's ending is of this format; NULL: always. The
    /// last format of those that share an ending gets every file that the others refuse.
    bool (*sniff)(const void *bytes, size_t size);
    /// Reads; on failure *out is left empty.
    MienStatus (*read)(const MieniReading *reading, MieniRead *out, MienError *error);
} MieniFormat;

#define MIENI_FORMAT_DECLARE(id, title, endings) extern const MieniFormat mieni_format_##id;
MIENI_SOURCE_FORMATS(MIENI_FORMAT_DECLARE, MIENI_FORMAT_DECLARE, MIENI_FORMAT_DECLARE)

/// The functions of a format of the list.
const MieniFormat *mieni_format_of(const MieniSourceFormat *format);
/// The format of a file by its ending, and by its content where formats share one; NULL: unknown.
const MieniSourceFormat *mieni_format_detect(const char *file, const void *bytes, size_t size);

/// Whether the text, or its first line, has a word: for sniff functions.
bool mieni_sniff_text(const void *bytes, size_t size, const char *word);
bool mieni_sniff_first_line(const void *bytes, size_t size, const char *word);
