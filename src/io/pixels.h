// SPDX-License-Identifier: MIT
//
// What the decoders of images share. Both libraries leave by longjmp when something is
// wrong, so all that must survive a jump lives in MieniImageReading, never in a local
// variable of the function that called setjmp.

#pragma once

#include "mien_io/image.h"

#if defined(MIEN_IMAGES) // WebAssembly has no jumps
#include <setjmp.h>
#endif

typedef struct MieniImageReading {
    const uint8_t *data;
    size_t size;
    MienIoImageOptions options; ///< Without zeros: defaults are filled in.
    const MienAllocator *allocator;
    uint64_t taken;     ///< Bytes of memory taken so far.
    MienIoImage *image; ///< Owned; empty until mieni_image_begin.
    uint8_t *pixels;    ///< The image's, zeroed.
#if defined(MIEN_IMAGES)
    jmp_buf leave;
#endif
    MienStatus status; ///< Why the decoder left.
    MienError *error;
} MieniImageReading;

/// Holds a size against the limits and takes memory for the pixels; other is what else
/// decoding will take. place is the byte at which the size is stored.
MienStatus mieni_image_begin(MieniImageReading *reading, uint32_t width, uint32_t height, uint64_t other,
                             size_t place);
/// Fills the error with what a decoder says ("Not enough image data") and where.
MienStatus mieni_image_fail(MieniImageReading *reading, MienStatus status, const char *format,
                            const char *reason, size_t place);

/// The decoders: fill the pixels, or return what is wrong.
MienStatus mieni_image_read_png(MieniImageReading *reading);
MienStatus mieni_image_read_jpeg(MieniImageReading *reading);
