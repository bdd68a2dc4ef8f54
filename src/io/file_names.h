// SPDX-License-Identifier: MIT
//
// Names from files that may hold any text, made such that rule A2 holds: valid, and
// unique where they must be.

#pragma once

#include "base/arena.h"

/// Makes of any UTF-8 text a name: without control characters, without white space at
/// the ends, at most MIEN_MAX_NAME bytes. False if nothing is left, and out is empty.
bool mieni_file_name_clean(const char *text, char out[MIEN_MAX_NAME + 1]);

typedef struct MieniFileNameNode MieniFileNameNode;

/// Names that were given out, each with a number. Zero-initialise with an arena. Takes
/// time by the length of names only, however many there are.
typedef struct MieniFileNames {
    MieniArena *arena;
    MieniFileNameNode *root; ///< Private.
    MieniFileNameNode *free; ///< Private: nodes that are taken next.
    int free_count;          ///< Private.
    int renamed_count;       ///< Names given out by add that are not the text asked for.
} MieniFileNames;

/// The number of a name, or -1.
int mieni_file_names_find(const MieniFileNames *names, const char *name);
/// Puts in a valid name that is not there yet; what is kept is a copy in the arena.
/// NULL without memory.
const char *mieni_file_names_put(MieniFileNames *names, const char *name, int number);
/// Puts in a name like text, or like fallback (a valid name) if text is NULL or no name
/// can be made of it. Where it is taken, "-2", "-3" and so on follow it. NULL without
/// memory.
const char *mieni_file_names_add(MieniFileNames *names, const char *text, const char *fallback, int number);
/// The same with the fallback of a word and the number: "node_12".
const char *mieni_file_name(MieniFileNames *names, const char *wanted, const char *word, int number);
