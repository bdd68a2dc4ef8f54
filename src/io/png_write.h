// SPDX-License-Identifier: MIT
//
// Writes PNG. What is opaque throughout is written without opacity.
//
// Ownership  Pixels are the caller's and only read. Release the bytes with
//            mien_io_bytes_release; who puts them into a file replaces it whole.
// Threads    No state.
// Errors     Sizes beyond MIEN_IO_IMAGE_MAX_SIDE and MIEN_IO_IMAGE_MAX_PIXELS are refused, so
//            that mien_io_image_read takes whatever is written.
// Determinism The same pixels give the same bytes with the same libpng and zlib: no time, no
//            name of a program.

#pragma once

#include "mien_io/gltf_write.h"
#include "mien_io/image.h"

/// Writes a picture, sRGB. allocator and error may be NULL. On failure *out_bytes is empty.
MienStatus mieni_png_write(const MienIoImage *image, const MienAllocator *allocator, MienIoBytes *out_bytes,
                           MienError *error);
