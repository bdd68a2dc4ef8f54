// SPDX-License-Identifier: MIT
//
// What files held when they were read, so that what others wrote meanwhile is not replaced.

#pragma once

#include "project/files/files.h"
#include "project/place.h"

/// A file, and what it held.
typedef struct MieniKnown {
    char *path; ///< NULL: this place is free.
    MieniFileWas was;
} MieniKnown;

typedef struct MieniEdit {
    int lock;
    MieniKnown *known;           ///< By the hash of the path, at it or behind it.
    int count, room;             ///< Room is a power of two.
    char swept[MIENI_PATH_ROOM]; ///< The last folder that was.
} MieniEdit;

// All take NULL for an edit that is none.

/// Refuses a file that is no longer as it was read. A project without an edit refuses none.
MienStatus mieni_edit_check(const MieniProject *project, const char *path, MieniProblem *problem);

/// Notes what a file holds, unless that is known; bytes are NULL for a file that is not there.
/// False without memory.
bool mieni_edit_note(MieniEdit *edit, const char *path, const void *bytes, size_t size);
/// The same after the edit itself wrote or removed it.
bool mieni_edit_note_own(MieniEdit *edit, const char *path, const void *bytes, size_t size);
/// What is known of a file, or NULL.
const MieniFileWas *mieni_edit_was(const MieniEdit *edit, const char *path);
void mieni_edit_end(MieniEdit *edit);
/// Removes what edits that were killed left beside a file that is about to be written, if it is
/// older than an hour.
void mieni_edit_sweep(const MieniProject *project, const char *path);
