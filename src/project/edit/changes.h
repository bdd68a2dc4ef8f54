// SPDX-License-Identifier: MIT
//
// Files that one edit changes together: all of them are replaced, or none. In an edit (edit.h)
// that holds even if the program is killed: the next edit completes it.

#pragma once

#include "base/text_out.h"
#include "project/project.h"

/// A file that changes: its text before and after.
typedef struct MieniChangedFile {
    char *path;
    MieniTextOut before, after;
    bool is_new; ///< There was none before.
    int places;  ///< How many places of it changed, for reports.
} MieniChangedFile;

/// Zero-initialise with a project; release when done.
typedef struct MieniChanges {
    const MieniProject *project;
    MieniChangedFile *items;
    int count, room;
} MieniChanges;

/// Notes what a file becomes; refuses an asset that is not valid. before is NULL for a new file.
MienStatus mieni_changes_add(MieniChanges *changes, const char *path, const MieniBuffer *before,
                             const MieniAsset *asset, int places, MieniProblem *problem);
/// Replaces all files or, if one cannot be, none.
MienStatus mieni_changes_write(const MieniChanges *changes, MieniProblem *problem);
void mieni_changes_release(MieniChanges *changes);
