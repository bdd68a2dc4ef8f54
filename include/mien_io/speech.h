// SPDX-License-Identifier: MIT
//
// Speech of other programs: phones or visemes with times. They become editable clips with
// curves of jaw and lips, by the rule of mien_author/speech.h.
//
// Ownership  Bytes and options belong to the caller and are only read. Free the clip with
//            mien_author_clip_destroy.
// Threads    No state: read different files from different threads.
// Errors     Input is untrusted. Reading stops at the first error, whose location has the
//            line. On failure no output is produced.

#pragma once

#include "mien_author/speech.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Files that exceed these limits are refused.
#define MIEN_IO_SPEECH_MAX_SIZE  268435456 ///< Bytes.
#define MIEN_IO_SPEECH_MAX_TIERS 4096      ///< Tiers of a TextGrid.

/// Zero-initialise: zero is every field's default.
typedef struct MienIoSpeechOptions {
    const char *tier;   ///< TextGrid: the tier with the phones; NULL: found by its name.
    const char *phones; ///< Id of a phone set (mien_author/phones.h); NULL: the one that knows most phones.
                        ///< Formats with codes of their own ignore it.
    MienAuthorSpeechStyle style;
    int rate, rate_divisor;         ///< Frames per second of the clip; 0: 100.
    const char *source;             ///< The clip's source; NULL for none.
    MienAuthorLimits limits;        ///< Limits for reading.
    const MienAllocator *allocator; ///< NULL for malloc and free. Must outlive the clip.
} MienIoSpeechOptions;

/// Contents of the file. Filled only on success.
typedef struct MienIoSpeechReport {
    char phones[16];   ///< Id of the phone set; "" if the file has visemes per frame, "letters" of captions.
    int sound_count;   ///< Phones or visemes other than silence; of captions, words.
    int unknown_count; ///< Phones that the set does not have. They are silent.
    char unknown[64];  ///< The first few of them.
    MienAuthorSpeechReport speech;
} MienIoSpeechReport;

/// Reads a TextGrid of Praat, in its long or short text form, UTF-8 or UTF-16. Of this and all functions
/// below, options, out_report and error may be NULL.
MIEN_API MienStatus mien_io_textgrid_read(const void *bytes, size_t size, const MienIoSpeechOptions *options,
                                          MienAuthorClip **out_clip, MienIoSpeechReport *out_report,
                                          MienError *error);
/// Reads speech marks of Amazon Polly: visemes; other marks are ignored.
MIEN_API MienStatus mien_io_polly_read(const void *bytes, size_t size, const MienIoSpeechOptions *options,
                                       MienAuthorClip **out_clip, MienIoSpeechReport *out_report,
                                       MienError *error);
/// Reads viseme events of Azure, as a list or an object per line.
MIEN_API MienStatus mien_io_azure_read(const void *bytes, size_t size, const MienIoSpeechOptions *options,
                                       MienAuthorClip **out_clip, MienIoSpeechReport *out_report,
                                       MienError *error);
/// Reads phones of CMU Sphinx: JSON of pocketsphinx 5, lines of phones, or phone segments.
MIEN_API MienStatus mien_io_pocketsphinx_read(const void *bytes, size_t size,
                                              const MienIoSpeechOptions *options, MienAuthorClip **out_clip,
                                              MienIoSpeechReport *out_report, MienError *error);
/// Reads captions, WebVTT or SubRip, and guesses visemes from letters.
MIEN_API MienStatus mien_io_captions_read(const void *bytes, size_t size, const MienIoSpeechOptions *options,
                                          MienAuthorClip **out_clip, MienIoSpeechReport *out_report,
                                          MienError *error);
/// Reads frames of 15 visemes, as a table or JSON of curves (mien_io/curves.h).
MIEN_API MienStatus mien_io_ovr_read(const void *bytes, size_t size, const MienIoSpeechOptions *options,
                                     MienAuthorClip **out_clip, MienIoSpeechReport *out_report,
                                     MienError *error);

#ifdef __cplusplus
}
#endif
