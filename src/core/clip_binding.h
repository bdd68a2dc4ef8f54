// SPDX-License-Identifier: MIT
//
// A clip's binding as the job sees it.

#pragma once

#include "core/clip_data.h"

struct MienClipBinding {
    const MienAllocator *allocator;
    const MienClip *clip;
    size_t size;
    int32_t *curves;   ///< Per curve of the clip: the target's, or -1.
    uint8_t *wanted;   ///< Per block of curves: bits of groups that anything needs.
    uint32_t *present; ///< Bits of the target's curves that the clip has.
    int present_words;
    int32_t *bones;       ///< Per track: the target's bone, or -1.
    MieniMove *moves;     ///< Per track with a bone.
    MienTransform *still; ///< The same: what does not move, with the translation moved.
    int32_t *reports;     ///< Rows of the report: a curve, or a track plus the number of curves.
    int report_count;
};
