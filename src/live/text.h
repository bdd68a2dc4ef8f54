// SPDX-License-Identifier: MIT
//
// What sniffing needs of text and of fixed sizes.

#pragma once

#include "mien_live/live.h"

#define MIENI_OPENSEEFACE_SIZE 1785

/// iFacialMocap or Facemotion3d, by the names; unknown if it is neither.
MienLiveProtocol mieni_live_text_protocol(const void *bytes, size_t size);
/// Visits the fields that are read: rotations with numbers alone, and names with one number.
void mieni_live_text_known(const char *bytes, size_t size,
                           void (*visit)(void *user, const char *bytes, size_t size), void *user);
