// SPDX-License-Identifier: MIT
//
// Writes small opaque pictures as PNG by zlib alone, for programs that do not load libpng. png_write.h is
// for all others.

#pragma once

#include "mien_io/gltf_write.h"
#include "mien_io/image.h"

/// Writes a picture without its opacity. allocator and error may be NULL. On failure *out_bytes is empty.
MienStatus mieni_png_plain_write(const MienIoImage *image, const MienAllocator *allocator,
                                 MienIoBytes *out_bytes, MienError *error);
