// SPDX-License-Identifier: MIT
//
// What was probably meant: the nearest of some names by edit distance.

#pragma once

/// Letters to insert, remove, replace or swap to make b of a, ASCII case aside; at
/// most 99, which is also what names of more than 64 bytes are apart.
int mieni_edit_distance(const char *a, const char *b);

/// Collects names and keeps the nearest. Zero-initialise with the name that was given.
typedef struct MieniNearest {
    const char *given;
    const char *name; ///< The nearest so far, or NULL.
    int distance;
    const char *others[2]; ///< As near as it, and not the same text; NULL: none.
} MieniNearest;

void mieni_nearest_try(MieniNearest *nearest, const char *name);
