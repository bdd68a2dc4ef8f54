// SPDX-License-Identifier: MIT
//
// An edit of a project: from the first file that is read to the last one that is replaced. A
// lock serializes edits of Mien's programs. Changes by other programs are detected and not
// overwritten: files are compared with what was read.

#pragma once

#include "project/edit/journal.h"
#include "project/edit/known.h"
#include "project/project.h"

/// All may be zero.
typedef struct MieniEditOptions {
    bool (*is_cancelled)(void *user); ///< Or NULL.
    void (*waits)(void *user);        ///< Or NULL. Called once if another edit takes longer than a second.
    MieniResumed *resumed;            ///< Or NULL. Called if another edit was cut off and is ended first.
    double seconds;                   ///< Refuse after waiting for so long; 0: never.
    void *user;
} MieniEditOptions;

/// Waits until no other edit of the project is under way, and begins one; closing the
/// project ends it. From here on reading notes what files hold, and writing and removing
/// refuse files that differ from that. options may be NULL.
MienStatus mieni_edit_begin(MieniProject *project, const MieniEditOptions *options, MieniProblem *problem);
/// Ends an edit of several files that was cut off, if there is one and no edit is under way: for
/// those who only read. options may be NULL; it does not wait.
MienStatus mieni_edit_resume(const MieniProject *project, const MieniEditOptions *options,
                             MieniProblem *problem);

/// A lock on the edits of a project, for those who compare by themselves: a descriptor to close,
/// in *out_lock.
MienStatus mieni_edit_lock(const MieniProject *project, const MieniEditOptions *options, int *out_lock,
                           MieniProblem *problem);
