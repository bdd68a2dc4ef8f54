// SPDX-License-Identifier: MIT
//
// Assets that lint found clean, stored in the asset index, so that only changes are checked
// again. A file counts as changed by its size and time; an asset also if one of its references
// changed, and a file of a clip collection if the collection changed.

#pragma once

#include "catalog/catalog.h"
#include "project/lint/lint.h"

typedef struct MieniLinted MieniLinted;

/// Finds out what to look at, and sets files, all_files and callbacks of the options,
/// which must be as they will be used otherwise: what is clean at one level need not be at
/// another. Without a catalogue, or with one that cannot be read, that is everything.
/// The result outlives the options' use. If nothing is to be looked at, file_count is 0.
MienStatus mieni_linted_open(const MieniProject *project, MieniLintOptions *options, MieniLinted **out_linted,
                             MieniProblem *problem);
/// How many assets and files of clips assets there are, and how many are to be looked at.
void mieni_linted_counts(const MieniLinted *linted, int *out_all, int *out_due);
/// Keeps what was found clean.
MienStatus mieni_linted_save(MieniLinted *linted, const MieniLintReport *report, MieniProblem *problem);
void mieni_linted_close(MieniLinted *linted); ///< NULL is fine.
