// SPDX-License-Identifier: MIT
//
// Commands on any asset and on the curves of skeletons. Each is one undo step or has no effect.

#pragma once

#include "project/lint/lint.h"
#include "studio/model/document/edit.h"

/// Sets any value of an asset: place is "preview", "sound.offset", "poses[3].range"; json is
/// the value, or NULL to take it out. An index behind the last adds a row. What the schema
/// does not allow is refused. key as of edits; may be NULL.
MienStatus studio_asset_set(Studio *studio, const char *path, const char *place, const char *json,
                            const char *label, const char *key, MieniProblem *problem);

/// A new asset with nothing in it but what its kind needs; skeleton may be NULL where the kind
/// needs none. Graphs get a rest pose and an output.
MienStatus studio_asset_make(Studio *studio, const char *path, const char *skeleton, MieniProblem *problem);
/// Gives an asset another path; references follow. *out_count (may be NULL): in how many files.
MienStatus studio_asset_move(Studio *studio, const char *from, const char *to, int *out_count,
                             MieniProblem *problem);
MienStatus studio_asset_copy(Studio *studio, const char *from, const char *to, MieniProblem *problem);
/// Deletes assets. References to them stay, and lint reports them.
MienStatus studio_assets_delete(Studio *studio, const char *const *paths, int count, MieniProblem *problem);

/// Removes them from the table; is_everywhere: keyed curves of that name go from clips too.
MienStatus studio_curves_delete(Studio *studio, const char *skeleton, const char *const *names, int count,
                                bool is_everywhere, MieniProblem *problem);

/// Applies the fixes of diagnostics as one step. *out_count is how many.
MienStatus studio_fix(Studio *studio, const MieniLintReport *report, int *out_count, MieniProblem *problem);
/// One of the names that a diagnostic says was probably meant. A clip gets a modifier that renames its
/// curve; a pose gets the name everywhere.
MienStatus studio_rename_meant(Studio *studio, const MieniFinding *finding, const MieniLintRename *rename,
                               MieniProblem *problem);
