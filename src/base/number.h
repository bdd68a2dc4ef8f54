// SPDX-License-Identifier: MIT
//
// Numbers as text: read to the nearest double, written as the shortest text that
// reads back equal. Neither depends on the locale, nor on the C library's strtod.

#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Room for any number and the closing zero.
#define MIENI_NUMBER_ROOM 32

/// A decimal number: sign, digits, point, exponent, and nothing else. Always the
/// nearest double, ties to even; too large a number becomes infinite. Needs the
/// default float environment.
bool mieni_number_read(const char *text, size_t size, double *out_number);

/// The shortest text that reads back as value, which must be finite; of several
/// the nearest. Returns its length. 0.1, -12, 1e-7, 1.5e21.
size_t mieni_number_write(double value, char out[MIENI_NUMBER_ROOM]);
/// The same for a float: what reads back as it.
size_t mieni_number_write_float(float value, char out[MIENI_NUMBER_ROOM]);
/// The number that the shortest text of a float means: 0.1 for 0.1f.
double mieni_number_of_float(float value);
