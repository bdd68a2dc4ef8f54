// SPDX-License-Identifier: MIT
//
// Which packs are to be made: those without a note, by another version of cooking, whose pack is
// not the one that was made, or of whose inputs one holds something else. Stamps say whether to
// look into a file, contents whether it changed; which of two files is newer is never asked.

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
