// SPDX-License-Identifier: MIT
//
// Names of curves and bones: patterns, renaming, sides, finding.

#pragma once

#include "base/arena.h"

/// Room for what renaming or swapping makes of a name, with a closing zero.
enum { MIENI_NAME_ROOM = 2 * MIEN_MAX_NAME + 1 };

/// Whether a name is what a pattern says: * is any run of characters, ? is one.
/// Time grows with the product of both lengths at most.
bool mieni_name_matches(const char *pattern, const char *name);

/// How many times a character stands in a text.
int mieni_name_count(const char *text, char character);

/// What a name becomes where from becomes to: both without *, or with one each,
/// which stands for the same. False if from is not the name.
bool mieni_name_rename(const char *from, const char *to, const char *name, char out[MIENI_NAME_ROOM]);

/// The name of the other side: "eyeBlinkLeft" for "eyeBlinkRight". False, and out
/// is the name itself, if it has no side. Swapping twice gives the name.
bool mieni_name_swap_sides(const char *name, char out[MIENI_NAME_ROOM]);

/// The side that stands at a place of a name: how many bytes it takes, and L or R; 0
/// if there is none. A letter and a word are told apart.
int mieni_name_side_at(const char *name, size_t at, char *out_side, bool *out_is_letter);

/// The name with letters and the marks that follow them made one character, as far
/// as Latin letters and kana have one. Never longer than the name, which is valid.
void mieni_name_compose(const char *name, char out[MIENI_NAME_ROOM]);

/// Whether a name, after a deformer's prefix, begins with that of a numbered list:
/// AK_01_, AA_VI_00_.
bool mieni_name_is_numbered(const char *name);
/// What two names have in common if the rules (MienAuthorNameRule, without ALIAS) set
/// them apart: names are equal by the rules if their keys are. Only for valid names.
void mieni_name_key(const char *name, unsigned rules, char out[MIENI_NAME_ROOM]);

typedef struct MieniNameEntry {
    const char *name;
    int index;
} MieniNameEntry;

/// Sorts by name, equal ones by index.
void mieni_names_sort(MieniNameEntry *entries, int count);
/// The names of an array's structs, sorted: a struct takes stride bytes, and its name (a
/// const char *) stands at an offset. NULL without memory.
MieniNameEntry *mieni_names_index(const void *structs, int count, size_t stride, size_t offset,
                                  MieniArena *arena);
/// The first of sorted entries that is not before a name; count if all are.
int mieni_names_first(const MieniNameEntry *entries, int count, const char *name);
/// The lowest index of a name in sorted entries, or -1.
int mieni_names_search(const MieniNameEntry *entries, int count, const char *name);
