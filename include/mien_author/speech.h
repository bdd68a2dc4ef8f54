// SPDX-License-Identifier: MIT
//
// Speech: visemes with times become curves of jaw and lips in ARKit's names. docs/speech.md
// defines the rule. Phone sets (mien_author/phones.h) give the visemes of phones.
//
// Ownership  Descriptions belong to the caller and are only read. Free the clip with
//            mien_author_clip_destroy; it shares nothing with the description.
// Threads    No state: use it from any thread.
// Errors     The location is a cue ("cues[12].end"). On failure no output is produced.

#pragma once

#include "mien_author/clip.h"
#include "mien_author/limits.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The 15 mouth shapes of speech, in the order of the vocabulary `oculus`.
typedef enum MienAuthorViseme {
    MIEN_AUTHOR_VISEME_SIL = 0, ///< Silence.
    MIEN_AUTHOR_VISEME_PP,      ///< p, b, m: lips closed.
    MIEN_AUTHOR_VISEME_FF,      ///< f, v: lower lip at the upper teeth.
    MIEN_AUTHOR_VISEME_TH,
    MIEN_AUTHOR_VISEME_DD, ///< t, d.
    MIEN_AUTHOR_VISEME_KK, ///< k, g, h.
    MIEN_AUTHOR_VISEME_CH, ///< ch, j, sh, zh.
    MIEN_AUTHOR_VISEME_SS, ///< s, z.
    MIEN_AUTHOR_VISEME_NN, ///< n, l, ng.
    MIEN_AUTHOR_VISEME_RR,
    MIEN_AUTHOR_VISEME_AA, ///< As in father.
    MIEN_AUTHOR_VISEME_E,  ///< As in bed.
    MIEN_AUTHOR_VISEME_I,  ///< As in sit.
    MIEN_AUTHOR_VISEME_O,  ///< As in law.
    MIEN_AUTHOR_VISEME_U,  ///< As in book; w.
    MIEN_AUTHOR_VISEMES,   ///< Number of visemes.
} MienAuthorViseme;

/// Limits of a description.
#define MIEN_AUTHOR_SPEECH_MAX_CUES 8640000 ///< A day of hundredths of a second.
#define MIEN_AUTHOR_SPEECH_MAX_CUE  60.0    ///< Seconds of a viseme other than silence.

/// A viseme with its time, in seconds.
typedef struct MienAuthorVisemeCue {
    double start, end;
    MienAuthorViseme viseme;
    /// 0 to 1. Recognised visemes that share a time have a probability each. Below 1, a
    /// closure (PP, FF) needs at least 0.3 for 20 ms.
    float weight;
} MienAuthorVisemeCue;

/// What is said. Starts and ends of cues do not decrease. Where weights sum to less than
/// 1, the rest is silence.
typedef struct MienAuthorSpeech {
    int cue_count;
    const MienAuthorVisemeCue *cues;
    double length; ///< Seconds; at least the end of the last cue counts.
} MienAuthorSpeech;

/// How clearly is spoken. Zero-initialise: zero is every field's default.
typedef struct MienAuthorSpeechStyle {
    double jaw, lips;               ///< Factors of jaw and lips, up to 4; 0: 1. Closures stay.
    double jaw_before, jaw_after;   ///< Time constants of coarticulation, seconds; 0: 0.04 and 0.05.
    double lips_before, lips_after; ///< The same of the lips; 0: 0.08 and 0.06.
    double jaw_cutoff, lips_cutoff; ///< Low-pass filters, Hz; 0: 8 and 7.
    double hold;                    ///< Shortest closure, seconds; 0: 0.04, which is the least.
} MienAuthorSpeechStyle;

/// Loads a built-in style, such as "clear"; docs/speech.md lists them. On failure *out_style is zero.
MIEN_API MienStatus mien_author_speech_style_load(const char *id, const MienAllocator *allocator,
                                                  MienAuthorSpeechStyle *out_style, MienError *error);
/// Reads the text of a style, as in data/styles. Input is untrusted. On failure *out_style is zero.
MIEN_API MienStatus mien_author_speech_style_read(const void *bytes, size_t size,
                                                  const MienAllocator *allocator,
                                                  MienAuthorSpeechStyle *out_style, MienError *error);

/// Zero-initialise: zero is every field's default.
typedef struct MienAuthorSpeechOptions {
    MienAuthorSpeechStyle style;
    int rate, rate_divisor; ///< Frames per second of the clip; 0: 100. Keys are always at hundredths.
    const char *source;     ///< The clip's source; NULL for none.
    MienAuthorLimits limits;
    const MienAllocator *allocator; ///< NULL for malloc and free. Must outlive the clip.
} MienAuthorSpeechOptions;

/// What the speech has. Filled only on success.
typedef struct MienAuthorSpeechReport {
    int closure_count; ///< Times at which the lips are closed by p, b or m.
    int bite_count;    ///< Times at which the lower lip is at the teeth, by f or v.
    int key_count;     ///< Keys of all curves.
} MienAuthorSpeechReport;

/// Creates a clip with the curves jawOpen, mouthClose, mouthFunnel, mouthPucker,
/// mouthRollLower, mouthStretchLeft and mouthStretchRight. options, out_report and error
/// may be NULL.
MIEN_API MienStatus mien_author_speech_make_clip(const MienAuthorSpeech *speech,
                                                 const MienAuthorSpeechOptions *options,
                                                 MienAuthorClip **out_clip,
                                                 MienAuthorSpeechReport *out_report, MienError *error);

#ifdef __cplusplus
}
#endif
