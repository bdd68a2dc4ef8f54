// SPDX-License-Identifier: MIT
//
// Words of FBX as text: numbers, letters and whatever else has no quotes.

#pragma once

#include "io/fbx/fbx.h"

/// What a word means: an integer, a real (also "inf", "nan(ind)" and "-1.#IND" as C
/// libraries print them), a letter, or a text. False if it begins like a number and is
/// none.
bool mieni_fbx_word(const char *word, size_t size, MieniFbxValue *out_value);
