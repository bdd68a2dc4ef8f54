// SPDX-License-Identifier: MIT
//
// The sample cast: four heads made in code, each with a mesh, bones and poses, for
// tests, examples and pictures. The same bytes on every platform.
//
//     MieniCastHead ada;
//     if (mieni_cast_make(MIENI_CAST_ADA, MIENI_CAST_DEFAULT, NULL, &ada, &error) == MIEN_OK) {
//         mien_author_mesh_cook(&ada.mesh, ...);
//         mieni_cast_release(&ada);
//     }
//
// Poses are a table as drawn first (pose_table.c) and refinements over it (pose_refined.c),
// which also drive morphs. Both details have the refinements; MIENI_CAST_DRAWN has none.
//
// Ownership  A head owns all that its descriptions point at; mieni_cast_release frees it.
// Threads    No state: make heads on as many threads as you like.
// Memory     A head keeps about 8 MB at full detail and takes 30 MB while it is made.

#pragma once

#include "mien_author/clip.h"
#include "mien_author/mesh.h"
#include "mien_author/pose_asset.h"
#include "sample/cast/parts.h"

/// A head, in metres. All heads have the same bones, poses and morphs in the same order;
/// what differs is where the bones are and what morphs do.
typedef struct MieniCastHead {
    const MieniCastModel *model; ///< As it is at this detail.
    MieniCastDetail detail;
    const MienAuthorSkeleton
        *skeleton;             ///< With the head's own reference pose; a curve per pose, then per morph.
    MienAuthorMesh mesh;       ///< Has the reference pose of all bones too.
    MienAuthorPoseAsset poses; ///< Additive to the reference pose; its curves are the morphs'.
    float height;              ///< From the chin to the top of the skin, metres.
    /// The first slit_count vertices are the slit of the mouth; twins, above and below,
    /// are k and slit_count - k.
    int slit_count;
    MieniArena arena; ///< Private.
} MieniCastHead;

/// Makes a head. allocator may be NULL and must outlive it. On failure *out is empty.
MienStatus mieni_cast_make(MieniCastWho who, MieniCastDetail detail, const MienAllocator *allocator,
                           MieniCastHead *out, MienError *error);
/// Frees the head and empties it. An empty one is fine.
void mieni_cast_release(MieniCastHead *head);

typedef enum MieniCastScript {
    MIENI_CAST_EMOTIONS, ///< Smile, laugh, surprise, anger, sadness, puffed cheeks, a wink.
    MIENI_CAST_SENTENCE, ///< "We play four faces both ways.", with two blinks; its sound is the voice.
    MIENI_CAST_SCRIPT_COUNT,
} MieniCastScript;

/// Makes a clip of curves for all heads in the arena; false without memory.
bool mieni_cast_script(MieniCastScript script, MieniArena *arena, MienAuthorClip *out);

/// The sentence as it sounds, one channel.
typedef struct MieniCastVoice {
    int rate; ///< Samples per second.
    int sample_count;
    const int16_t *samples;
} MieniCastVoice;

/// Speaks the sentence, as long as its clip, in the arena; false without memory.
bool mieni_cast_voice(MieniArena *arena, MieniCastVoice *out);

/// Makes a clip of the body for all heads, on a head's skeleton: breathing, and a head that
/// turns and nods, within eight seconds that repeat. It begins with the reference pose and
/// has no track for any bone of the face. False without memory.
bool mieni_cast_idle(const MienAuthorSkeleton *skeleton, MieniArena *arena, MienAuthorClip *out);

/// How a body stands. It has no defaults.
typedef struct MieniCastStanding {
    int seconds, breaths; ///< How long, and how often it breathes in that time.
    double depth;         ///< Of breaths; 1: as the cast's.
    double sway[3];       ///< About each axis; 1: as the cast's, negative the other way round.
} MieniCastStanding;

/// The same with any body, as the one of the cast is for 8 s, 2 breaths and 1 throughout.
bool mieni_cast_stand(const MienAuthorSkeleton *skeleton, const MieniCastStanding *standing,
                      MieniArena *arena, MienAuthorClip *out);
