// SPDX-License-Identifier: MIT
//
// Material images: decodes PNG and JPEG to eight bits each of red, green, blue and
// opacity. Values are unchanged, which is sRGB in mesh files: colour profiles, gamma and
// other metadata are ignored.
//
// Ownership  Bytes and options belong to the caller and are only read. Free an image with
//            mien_io_image_destroy; it does not refer to the bytes.
// Threads    No state: read different images from different threads.
// Errors     Input is untrusted. The image's size is checked against the limits before
//            memory is allocated. Files for which the decoders only warn, for example
//            truncated ones, are refused. The location is the decoder's approximate
//            position, "byte 33".

#pragma once

#include "mien_author/limits.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Default limits of an image.
#define MIEN_IO_IMAGE_MAX_SIDE   16384    ///< Width and height in pixels.
#define MIEN_IO_IMAGE_MAX_PIXELS 67108864 ///< Width times height.

/// Zero-initialise: zero is every field's default.
typedef struct MienIoImageOptions {
    int max_side;       ///< 0: MIEN_IO_IMAGE_MAX_SIDE. At most 65535.
    int64_t max_pixels; ///< 0: MIEN_IO_IMAGE_MAX_PIXELS.
    /// Limits for reading, including the image itself. The memory limit is 1 GiB by default and
    /// independent of the file size: large images with few colours are small files.
    MienAuthorLimits limits;
    const MienAllocator *allocator; ///< NULL for malloc and free. Must outlive the image.
} MienIoImageOptions;

/// An image. Rows from top to bottom without padding, pixels from left to right.
typedef struct MienIoImage {
    int width, height;
    const uint8_t *pixels; ///< Red, green, blue, opacity: 4 * width * height. Not premultiplied.
} MienIoImage;

/// Whether this build supports images (MIEN_IMAGES). WebAssembly does not.
MIEN_API bool mien_io_image_is_supported(void);

/// Reads a PNG or a JPEG, detected from the bytes. CMYK is refused. options and error may
/// be NULL. On failure *out_image is NULL.
MIEN_API MienStatus mien_io_image_read(const void *data, size_t size, const MienIoImageOptions *options,
                                       MienIoImage **out_image, MienError *error);
MIEN_API void mien_io_image_destroy(MienIoImage *image); ///< Accepts NULL.

#ifdef __cplusplus
}
#endif
