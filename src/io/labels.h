// SPDX-License-Identifier: MIT
//
// When an actor held which pose: a table with a row per pose.

#pragma once

#include "base/arena.h"
#include "mien/base.h"

enum { MIENI_MOST_LABELS = 4096 };

/// A stretch of a take.
typedef struct MieniLabel {
    const char *name;
    double begin, end; ///< Seconds.
    int line;          ///< Of the table.
} MieniLabel;

/// Reads a table: a header with pose, begin and end; then a row per pose, each name once. Labels and names
/// are in the arena. Input is untrusted. On failure no output is produced.
MienStatus mieni_labels_read(const void *bytes, size_t size, MieniArena *arena, const MieniLabel **out_labels,
                             int *out_count, MienError *error);
