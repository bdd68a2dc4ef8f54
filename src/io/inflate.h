// SPDX-License-Identifier: MIT
//
// Inflates zlib streams piece by piece, so that memory for one piece is enough. Only in builds with
// MIEN_ZLIB.

#pragma once

#include "mien/base.h"

typedef struct MieniInflate MieniInflate;

/// Begins; the data must outlive it. size is below 2^32. NULL without memory.
MieniInflate *mieni_inflate_begin(const void *data, size_t size, const MienAllocator *allocator);
/// Fills exactly size bytes. MIEN_ERROR_CORRUPT if the data is damaged or ends before.
MienStatus mieni_inflate_read(MieniInflate *inflate, void *out, size_t size);
/// MIEN_OK if all data was used and its checksum is right.
MienStatus mieni_inflate_finish(MieniInflate *inflate);
void mieni_inflate_end(MieniInflate *inflate); ///< NULL is fine.
