// SPDX-License-Identifier: MIT
//
// Names of a glTF file made names of Mien: valid (rule A2), and each only once.

#pragma once

#include "author/arena.h"
#include "mien/base.h"

typedef struct MieniGltfNameSlot MieniGltfNameSlot;

/// Names that are taken. Zero-initialise; the table lives in its arena.
typedef struct MieniGltfNames {
    MieniArena *arena;
    int count, renamed_count; ///< renamed_count: of names that are not as they were given.
    int room;                 ///< Private.
    MieniGltfNameSlot *slots; ///< Private.
} MieniGltfNames;

/// A name for wanted, which may be NULL, empty or no name: control characters and white
/// space at the ends go, what is too long is cut; if nothing is left it is the word and
/// the number ("node_12"); if it is taken, "-2" and so on follows. In the arena; NULL
/// without memory.
const char *mieni_gltf_name(MieniGltfNames *names, const char *wanted, const char *word, int number);
