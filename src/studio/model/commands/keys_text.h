// SPDX-License-Identifier: MIT
//
// Keys on the clipboard: as JSON with all properties, or as a table of times and values for
// spreadsheets. Pasted text is validated like a file and taken completely or not at all.

#pragma once

#include "base/text_out.h"
#include "studio/model/commands/clips.h"

/// Keys that were read.
typedef struct StudioKeys {
    StudioKey *items;
    int count;
    bool is_one_curve; ///< They are all of one.
    MieniArena memory; ///< Private.
} StudioKeys;

/// Writes keys, their times from the first one on. Release out in any case.
void studio_keys_write_json(const StudioKey *keys, int count, MieniTextOut *out);
/// Writes a table: a line of names, then a line per time; where a curve has no key there, nothing stands
/// in its column. separator is a comma or a tab.
void studio_keys_write_table(const StudioKey *keys, int count, char separator, MieniTextOut *out);

/// Reads either. Keys of tables are linear. Always release it.
MienStatus studio_keys_read(StudioKeys *out_keys, const char *text, size_t size, MieniProblem *problem);
void studio_keys_release(StudioKeys *keys);
