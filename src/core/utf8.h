// SPDX-License-Identifier: MIT
//
// Names: what may be one, and how two of them compare. Names are UTF-8 and
// compare by their bytes, so order and equality need no Unicode tables.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The character that starts at bytes, or -1 if none does within left (at least 1)
/// bytes, and how many bytes it takes.
int32_t mieni_utf8_decode(const char *bytes, size_t left, size_t *out_taken);

/// Whether length bytes make a name: well-formed UTF-8, 1 to MIEN_MAX_NAME
/// bytes, no control characters, no white space at either end. If not, *why (if
/// why is given) is a constant sentence; otherwise it is left alone.
bool mieni_name_is_valid(const char *bytes, size_t length, const char **why);

/// Below, at or above 0 as a comes before, is or comes after b, by unsigned bytes;
/// if case is ignored, with A to Z as a to z.
int mieni_name_compare(const char *a, const char *b, bool ignore_case);
