// SPDX-License-Identifier: MIT
//
// Pictures of a face: shaded by a lamp, with its parts in plain colours.

#pragma once

#include "face/parts.h"
#include "face/raster.h"

/// Draws what a face shows into pixels * pixels times four bytes: red, green, blue, opacity. Lashes, brows
/// and hair are drawn if is_whole. False without memory.
bool mieni_accept_picture(const MieniShownFace *face, const MieniFaceParts *parts, const MieniFaceView *view,
                          int pixels, bool is_whole, uint8_t *out_pixels, const MienAllocator *allocator);
