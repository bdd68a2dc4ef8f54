// SPDX-License-Identifier: MIT
//
// Clips: a performance, packed. Named curves (the face), bone tracks (the body)
// and events over time, sampled at any time in constant time, in place.
//
// Ownership  A clip owns its memory, or borrows the bytes if told so. Bindings
//            point into the clip and the skeleton; destroy them first. A cursor is
//            the caller's memory.
// Threads    Clips and bindings never change after creation: share them. A cursor
//            belongs to one job at a time. Sampling gives the same bits whatever
//            floating-point environment the caller has set, and leaves it as it is
//            but for the flag that something was rounded.
// Memory     Loading and binding allocate; sampling never does.
// Errors     Hostile bytes are refused on load; afterwards sampling stays in bounds.

#pragma once

#include "mien/base.h"
#include "mien/curves.h"
#include "mien/math.h"
#include "mien/pack.h"
#include "mien/skeleton.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A clip made ready to sample.
typedef struct MienClip MienClip;

/// Loads a clip pack. Always checks structure, and the hash unless told to trust.
MIEN_API MienStatus mien_clip_load(const void *data, size_t size, const MienLoadOptions *options,
                                   MienClip **out_clip, MienError *error);
MIEN_API void mien_clip_destroy(MienClip *clip); ///< NULL is fine.

/// What the clip as a whole is.
typedef struct MienClipInfo {
    double length; ///< Seconds. Sampling holds the first and last moment beyond.
    int rate, rate_divisor;
    int frame_count;
    int curve_count;
    int track_count;
    int event_count;
    int still_curve_count; ///< Of the curves, those that never change.
    const char *sound;     ///< Path of a sound file, or "".
    double sound_offset;   ///< When the sound begins, seconds.
    const char *source;    ///< Where the clip came from, or "".
    size_t curve_bytes;    ///< What the curves' samples take.
    size_t track_bytes;    ///< What the tracks' samples take.
    MienIsa isa;           ///< Kernels in use.
} MienClipInfo;

/// What the clip as a whole is.
MIEN_API MienClipInfo mien_clip_info(const MienClip *clip);
/// Name of a curve.
MIEN_API const char *mien_clip_curve_name(const MienClip *clip, int curve);
MIEN_API int mien_clip_find_curve(const MienClip *clip, const char *name); ///< -1 if absent.
/// Name of a track's bone.
MIEN_API const char *mien_clip_track_bone(const MienClip *clip, int track);
MIEN_API int mien_clip_find_track(const MienClip *clip, const char *bone); ///< -1 if absent.

/// Something that happens at a time.
typedef struct MienClipEvent {
    const char *name;
    double time; ///< Seconds.
} MienClipEvent;

/// One event. They are in order of time.
MIEN_API MienClipEvent mien_clip_event(const MienClip *clip, int event);
/// The first event at or after a time; the count of events if there is none. The
/// events of a step from t0 up to and without t1 are those from find(t0) to below
/// find(t1).
MIEN_API int mien_clip_find_event(const MienClip *clip, double time);

/// A binding: a clip's names turned into a skeleton's indices, once.
typedef struct MienClipBinding MienClipBinding;

/// How to bind. Zero-initialise: zero is the default of every field.
typedef struct MienClipBindingOptions {
    const MienAllocator *allocator;      ///< NULL for malloc and free. Must outlive the binding.
    const MienTransform *mesh_reference; ///< The mesh's own reference pose; NULL: the skeleton's.
    const uint32_t *used_curves; ///< Bits per curve of the skeleton: only these are sampled; NULL: all.
} MienClipBindingOptions;

/// Binds a clip to a skeleton. Curves and bones that the skeleton lacks are left
/// out; the functions below say which. Bone lengths become the mesh's own (rule A13).
MIEN_API MienStatus mien_clip_binding_create(const MienClip *clip, const MienSkeleton *skeleton,
                                             const MienClipBindingOptions *options,
                                             MienClipBinding **out_binding, MienError *error);
MIEN_API void mien_clip_binding_destroy(MienClipBinding *binding); ///< NULL is fine.
/// The skeleton's curve that a curve of the clip goes to, or -1.
MIEN_API int mien_clip_binding_curve(const MienClipBinding *binding, int curve);
/// The skeleton's bone that a track of the clip goes to, or -1.
MIEN_API int mien_clip_binding_bone(const MienClipBinding *binding, int track);

/// Memory of where a clip was last sampled, which makes the next moment cheaper
/// and changes no result.
typedef struct MienClipCursor MienClipCursor;

/// Bytes of a cursor for this clip.
MIEN_API size_t mien_clip_cursor_size(const MienClip *clip);
/// Makes a cursor of 64-byte aligned memory; NULL if it is too small or misaligned.
MIEN_API MienClipCursor *mien_clip_cursor_init(const MienClip *clip, void *memory, size_t size);

/// One moment of a clip. Zero-initialise, then fill.
///
/// Curves and bones are in the order of what the clip is bound to; without a
/// binding, of the clip: curve i is its curve i, bone i its track i.
typedef struct MienClipJob {
    const MienClip *clip;
    const MienClipBinding *binding; ///< NULL: the clip's own order.
    MienClipCursor *cursor;         ///< NULL: without. Of this very clip.
    double time;                    ///< Seconds; not-a-number counts as 0.
    MienCurveSet out_curves;        ///< Out: gets the clip's curves; others stay. count 0: not wanted.
    int bone_count;                 ///< Length of out_bones; tracks of bones beyond are left out.
    MienTransform *out_bones;       ///< Out: gets the clip's bones; others stay. NULL: not wanted.
} MienClipJob;

/// Samples. Never allocates. MIEN_ERROR_ARGUMENT for a NULL, or a binding or cursor
/// of another clip, before anything is written.
MIEN_API MienStatus mien_clip_job_run(const MienClipJob *job);
/// Samples several clips, or moments, one after another. The same bits as one by
/// one, and faster when the clips are many: the bytes of the next are fetched while
/// one is decoded.
MIEN_API MienStatus mien_clip_jobs_run(const MienClipJob *jobs, int count);

#ifdef __cplusplus
}
#endif
