// SPDX-License-Identifier: MIT
//
// One writer per project: a lock on a file in its build folder. The lock ends with its process.

#pragma once

#include "project/project.h"

typedef struct StudioLock {
    int descriptor; ///< -1: not ours.
    long owner;     ///< The process that owns it; 0 if unknown.
} StudioLock;

/// Takes the lock, or returns its owner, which is not an error. A folder that cannot be written
/// is one.
MienStatus studio_lock_take(StudioLock *out_lock, const MieniProject *project, MieniProblem *problem);
void studio_lock_drop(StudioLock *lock);
