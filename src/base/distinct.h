// SPDX-License-Identifier: MIT
//
// Names that may repeat, and what remains of them: each once, in the order in which
// they first occur.

#pragma once

#include "base/arena.h"

typedef struct MieniDistinct {
    int count; ///< Given.
    const char **given;
    uint32_t *index; ///< Per given name: of the distinct ones.
    int distinct_count;
    const char **names;
} MieniDistinct;

/// Makes room for names. The caller adds them: given[count++]. False without memory.
bool mieni_distinct_begin(MieniDistinct *distinct, MieniArena *arena, size_t room);
/// Finds those that are the same. False without memory.
bool mieni_distinct_end(MieniDistinct *distinct, MieniArena *arena);
