// SPDX-License-Identifier: MIT
//
// Images of materials: PNG and JPEG become eight bits each of red, green, blue and
// opacity. Values stay as they are stored, which is sRGB in files of meshes: colour
// profiles, gamma and all other notes in a file are passed over.
//
// Ownership  The bytes and options are the caller's and only read. An image is the
//            caller's to free with mien_io_image_destroy; it points at nothing of the
//            bytes.
// Threads    No state: read different images from different threads.
// Errors     Bytes may come from anyone. Size is known, and held against the limits,
//            before memory is taken for it. What the decoders merely warn of, a file
//            cut short for one, is refused as well. Places are "byte 33", about where
//            the decoder was.

#pragma once

#include "mien_author/limits.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What an image may be at most unless the options say otherwise.
#define MIEN_IO_IMAGE_MAX_SIDE   16384    ///< Pixels of width and of height.
#define MIEN_IO_IMAGE_MAX_PIXELS 67108864 ///< Width times height.

/// Zero-initialise: zero is the default of every field.
typedef struct MienIoImageOptions {
    int max_side;       ///< 0: MIEN_IO_IMAGE_MAX_SIDE. At most 65535.
    int64_t max_pixels; ///< 0: MIEN_IO_IMAGE_MAX_PIXELS.
    /// What reading may take, the image included. Memory is 1 GiB by default, whatever the size of
    /// the file: large pictures of few colours are small files.
    MienAuthorLimits limits;
} MienIoImageOptions;

/// An image. Rows from top to bottom without gaps, pixels from left to right.
typedef struct MienIoImage {
    int width, height;
    const uint8_t *pixels; ///< Red, green, blue, opacity: 4 * width * height. Not premultiplied.
} MienIoImage;

/// Whether this build reads images (MIEN_IMAGES); WebAssembly's does not.
MIEN_API bool mien_io_image_is_supported(void);

/// Reads a PNG or a JPEG; which of them, the bytes say. Four inks (CMYK) are refused.
/// options, allocator and error may be NULL. On failure *out_image is NULL.
MIEN_API MienStatus mien_io_image_read(const void *data, size_t size, const MienIoImageOptions *options,
                                       const MienAllocator *allocator, MienIoImage **out_image,
                                       MienError *error);
MIEN_API void mien_io_image_destroy(MienIoImage *image); ///< NULL is fine.

#ifdef __cplusplus
}
#endif
