// SPDX-License-Identifier: MIT
//
// What tests of clips share: a hash over all of a clip, and another rounding than
// the default.

#pragma once

#include "support/check.h"
#include "support/ledger.h"
#include "support/random.h"

#include "core/internal.h"
#include "mien_author/clip.h"
#include "mien_author/skeleton.h"

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

/// skeleton may be NULL.
static inline void hash_clip(const MienAuthorClip *clip, const MienAuthorSkeleton *skeleton, char text[65])
{
    MieniSha256 hash;
    mieni_sha256_begin(&hash);
    hash_double(&hash, clip->rate);
    hash_double(&hash, clip->length);
    for (int c = 0; c < clip->curve_count; ++c) {
        const MienAuthorClipCurve *curve = &clip->curves[c];
        mieni_sha256_update(&hash, curve->name, strlen(curve->name) + 1);
        for (int k = 0; k < curve->key_count; ++k) {
            hash_double(&hash, curve->keys[k].time);
            hash_float(&hash, curve->keys[k].value);
            hash_double(&hash, curve->keys[k].interpolation);
        }
    }
    for (int t = 0; t < clip->track_count; ++t) {
        const MienAuthorClipTrack *track = &clip->tracks[t];
        mieni_sha256_update(&hash, track->bone, strlen(track->bone) + 1);
        mieni_sha256_update(&hash, track->samples, (size_t)track->sample_count * sizeof *track->samples);
    }
    for (int b = 0; skeleton != NULL && b < skeleton->bone_count; ++b) {
        const MienAuthorBone *bone = &skeleton->bones[b];
        mieni_sha256_update(&hash, bone->name, strlen(bone->name) + 1);
        mieni_sha256_update(&hash, &bone->rest, sizeof bone->rest);
        hash_double(&hash, bone->parent);
    }
    hash_text(&hash, text);
}

static inline void check_clip(const MienAuthorClip *clip)
{
    MienError error = {0};
    CHECK_STATUS(mien_author_clip_check(clip, &error), MIEN_OK);
    CHECK_STR(error.message, "");
}

/// Rounds upwards from now on, or as usual. False where that cannot be chosen.
static inline bool round_upwards(bool is_on)
{
#if defined(__SSE2__)
    _mm_setcsr(is_on ? 0x1F80 | 0x4000 : 0x1F80);
    return true;
#elif defined(__aarch64__)
    const uint64_t control = is_on ? 1u << 22 : 0;
    __asm__ volatile("msr fpcr, %0" : : "r"(control) : "memory");
    return true;
#else
    (void)is_on;
    return false;
#endif
}
