// SPDX-License-Identifier: MIT
//
// Pictures in memory: what the renderer draws, text is written on and sheets are pasted
// together from.
//
// Ownership  A picture owns its pixels; release it with mieni_picture_release.
// Threads    No state: work on different pictures from different threads.
// Errors     A picture without memory stays empty; every function takes empty pictures.

#pragma once

#include "mien/base.h"

enum { MIENI_PICTURE_MAX_SIDE = 32767 }; ///< What Cairo can hold.

/// A colour as designers write it: sRGB and opacity, not premultiplied.
typedef struct MieniColor {
    uint8_t r, g, b, a;
} MieniColor;

/// Rows from top to bottom without gaps, pixels from left to right. Zero is an empty one.
typedef struct MieniPicture {
    int width, height;
    uint8_t *pixels; ///< Red, green, blue, opacity: 4 * width * height. sRGB, not premultiplied.
    const MienAllocator *allocator; ///< Who made pixels; NULL for malloc and free.
} MieniPicture;

/// A picture all of one colour. On failure *out_picture is empty.
MienStatus mieni_picture_create(int width, int height, MieniColor color, const MienAllocator *allocator,
                                MieniPicture *out_picture, MienError *error);
/// Frees the pixels and zeroes the struct. NULL and empty ones are fine.
void mieni_picture_release(MieniPicture *picture);

/// Puts one picture over another, its upper left at (x, y); what lies outside is left away.
void mieni_picture_paste(MieniPicture *picture, const MieniPicture *above, int x, int y);
