// SPDX-License-Identifier: MIT
//
// One writer per project: a lock on a file in its build folder, which goes with the
// process that has it, however that ends.

#pragma once

#include "project/project.h"

typedef struct StudioLock {
    int descriptor; ///< -1: not ours.
    long owner;     ///< The process that has it instead; 0 if none is known.
} StudioLock;

/// Takes the lock, or says who has it: that is no failure. A folder that cannot be written
/// is one.
MienStatus studio_lock_take(StudioLock *out_lock, const MieniProject *project, MieniProblem *problem);
void studio_lock_drop(StudioLock *lock);
