// SPDX-License-Identifier: MIT
//
// Decides which packs to cook: packs without a note, from another version of cooking, changed
// packs, and packs with a changed input. Stamps decide whether to read a file, contents decide
// whether it changed; modification times are never compared with each other.

#pragma once

#include "project/build/notes.h"

/// The steps of one stage of a build.
typedef struct MieniDueSteps {
    const int *steps; ///< Which of the plan's.
    int count;
    const MieniPaths *changing; ///< Sorted: files that count as changed, for a dry run; or NULL.
    bool *is_due;               ///< Out: of each.
} MieniDueSteps;

/// Finds what is due. New stamps of files that hold what they held are noted unless is_dry.
MienStatus mieni_due_find(const MieniProject *project, const MieniBuildPlan *plan, MieniNotes *notes,
                          const MieniDueSteps *due, bool is_dry, MieniProblem *problem);
