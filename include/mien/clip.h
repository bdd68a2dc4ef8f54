// SPDX-License-Identifier: MIT
//
// Clips: packed animation. Named curves (the face), bone tracks (the body) and
// events over time. Sampling works in place and takes constant time.
//
// Ownership  A clip owns its memory, or borrows the bytes on request. Bindings
//            point into the clip and the skeleton; destroy them first. The caller
//            owns the memory of a cursor.
// Threads    Clips and bindings are immutable: share them. A cursor belongs to one
//            job at a time. Sampling gives the same bits in any floating-point
//            environment, and changes nothing in it except the inexact flag.
// Memory     Loading and binding allocate; sampling never does.
// Errors     Hostile bytes are refused on load; sampling then stays in bounds.

#pragma once

#include "mien/base.h"
#include "mien/curves.h"
#include "mien/math.h"
#include "mien/pack.h"
#include "mien/skeleton.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A clip that is ready to sample.
typedef struct MienClip MienClip;

/// Loads a clip pack. Always checks the structure; checks the hash unless trust_hash is set.
MIEN_API MienStatus mien_clip_load(const void *data, size_t size, const MienLoadOptions *options,
                                   MienClip **out_clip, MienError *error);
MIEN_API void mien_clip_destroy(MienClip *clip); ///< Accepts NULL.

/// Properties of a clip.
typedef struct MienClipInfo {
    double length; ///< Seconds. Times outside the clip give its first or last frame.
    int rate, rate_divisor;
    int frame_count;
    int curve_count;
    int track_count;
    int event_count;
    int constant_curve_count; ///< Number of constant curves.
    const char *sound;        ///< Path of a sound file, or "".
    double sound_offset;      ///< Start of the sound, in seconds.
    const char *source;       ///< Origin of the clip, or "".
    size_t curve_bytes;       ///< Size of the curve samples.
    size_t track_bytes;       ///< Size of the track samples.
    MienIsa isa;              ///< Kernels in use.
} MienClipInfo;

/// Properties of a clip.
MIEN_API MienClipInfo mien_clip_info(const MienClip *clip);
/// Name of a curve.
MIEN_API const char *mien_clip_curve_name(const MienClip *clip, int curve);
MIEN_API int mien_clip_find_curve(const MienClip *clip, const char *name); ///< -1 if absent.
/// Name of a track's bone.
MIEN_API const char *mien_clip_track_bone(const MienClip *clip, int track);
MIEN_API int mien_clip_find_track(const MienClip *clip, const char *bone); ///< -1 if absent.

/// A named moment in a clip.
typedef struct MienClipEvent {
    const char *name;
    double time; ///< Seconds.
} MienClipEvent;

/// One event. Events are sorted by time.
MIEN_API MienClipEvent mien_clip_event(const MienClip *clip, int event);
/// Index of the first event at or after time; the event count if none. The events of
/// a step from t0 to t1, without t1, run from find(t0) to below find(t1).
MIEN_API int mien_clip_find_event(const MienClip *clip, double time);

/// A binding: maps a clip's names to a skeleton's indices, once.
typedef struct MienClipBinding MienClipBinding;

/// How to bind. Zero-initialise: zero is every field's default.
typedef struct MienClipBindingOptions {
    const MienAllocator *allocator;      ///< NULL for malloc and free. Must outlive the binding.
    const MienTransform *mesh_rest_pose; ///< The mesh's own rest pose; NULL: the skeleton's.
    const uint32_t *used_curves;         ///< One bit per curve of the skeleton: curves to sample; NULL: all.
} MienClipBindingOptions;

/// Binds a clip to a skeleton. Curves and bones that the skeleton lacks are
/// skipped and reported. Bone lengths follow the mesh (rule A13).
MIEN_API MienStatus mien_clip_binding_create(const MienClip *clip, const MienSkeleton *skeleton,
                                             const MienClipBindingOptions *options,
                                             MienClipBinding **out_binding, MienError *error);
MIEN_API void mien_clip_binding_destroy(MienClipBinding *binding); ///< Accepts NULL.
/// The skeleton's curve for a curve of the clip, or -1.
MIEN_API int mien_clip_binding_curve(const MienClipBinding *binding, int curve);
/// The skeleton's bone for a track of the clip, or -1.
MIEN_API int mien_clip_binding_bone(const MienClipBinding *binding, int track);

/// Number of rows in the report: missing curves and bones, scaled bones.
MIEN_API int mien_clip_binding_report_count(const MienClipBinding *binding);
/// One row of the report. Curves come first, then tracks.
MIEN_API MienFinding mien_clip_binding_report(const MienClipBinding *binding, int row);

/// Remembers the last sampled position. It makes the next sample faster and does not
/// change results.
typedef struct MienClipCursor MienClipCursor;

/// Size of a cursor for this clip, in bytes.
MIEN_API size_t mien_clip_cursor_size(const MienClip *clip);
/// Creates a cursor in 64-byte aligned memory; NULL if too small or misaligned.
MIEN_API MienClipCursor *mien_clip_cursor_init(const MienClip *clip, void *memory, size_t size);

/// Samples a clip at one time. Zero-initialise, then fill.
///
/// Curves and bones are in the skeleton's order. Without a binding they are in the
/// clip's order: curve i is its curve i, bone i its track i.
typedef struct MienClipJob {
    const MienClip *clip;
    const MienClipBinding *binding; ///< NULL: the clip's own order.
    MienClipCursor *cursor;         ///< A cursor of this clip; may be NULL.
    double time;                    ///< Seconds; NaN counts as 0.
    MienCurveSet out_curves;        ///< Out: the clip's curves; others are unchanged. count 0: none.
    int bone_count;                 ///< Length of out_bones; tracks of later bones are skipped.
    MienTransform *out_bones;       ///< Out: the clip's bones; others are unchanged. May be NULL.
} MienClipJob;

/// Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.
MIEN_API MienStatus mien_clip_job_validate(const MienClipJob *job, MienError *error);
/// Samples a clip. Never allocates. Returns MIEN_ERROR_ARGUMENT, before anything is
/// written, for a NULL, or a binding or cursor of a different clip.
MIEN_API MienStatus mien_clip_job_run(const MienClipJob *job);
/// Samples several clips or times in sequence. Same bits as separate calls, but faster
/// for many clips: the next clip's bytes are fetched while the current one is decoded.
MIEN_API MienStatus mien_clip_jobs_run(const MienClipJob *jobs, int count);

#ifdef __cplusplus
}
#endif
