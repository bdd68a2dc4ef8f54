// SPDX-License-Identifier: MIT
//
// Reads names from the clipboard for poses: the effect of each line, and errors by line. Without an
// error, studio_poses_rename_in does what they say.

#pragma once

#include "studio/model/commands/poses.h"

/// One line.
typedef struct StudioPasteRow {
    int line;          ///< From 1.
    int pose;          ///< Of the asset; -1: there is none for it.
    const char *from;  ///< The pose's name; "" without one.
    const char *to;    ///< What it becomes; as from where the line says nothing.
    const char *error; ///< One sentence, or NULL.
} StudioPasteRow;

typedef struct StudioPaste {
    StudioPasteRow *rows;
    int count;
    int changed_count, unchanged_count, error_count;
    bool is_by_name;   ///< Two columns: old and new names.
    MieniArena memory; ///< Private.
} StudioPaste;

/// Reads lines for the poses of an asset from first on, one each. A line that is empty or
/// "#" leaves the name; of lines with tabs a column counts (from 0). by_name: the first column
/// is the old name and the second the new one, in any order. Always release it.
MienStatus studio_paste_read(Studio *studio, const char *path, const char *text, size_t size, int first,
                             int column, bool by_name, StudioPaste *out_paste, MieniProblem *problem);
void studio_paste_release(StudioPaste *paste);
/// Whether the first column of a text with tabs looks like old names: at least half of them
/// are poses of the asset.
bool studio_paste_is_by_name(Studio *studio, const char *path, const char *text, size_t size);
