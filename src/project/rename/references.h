// SPDX-License-Identifier: MIT
//
// References of assets: every value of a text that names another file of the project.

#pragma once

#include "project/rename/rename.h"

/// A value that is a path: the member key of object. Returning false ends the walk.
typedef bool MieniReferenceFound(void *user, MieniJson *object, const char *key, const char *path);

/// Calls found for all of them, in the order of the text. It may set the member again.
void mieni_references(const MieniAsset *asset, MieniReferenceFound *found, void *user);

/// Gives an asset another path, of the same kind, and lets everything in the project that
/// names it name that. All is done or nothing. renamed may be NULL.
MienStatus mieni_move_asset(const MieniProject *project, const char *from, const char *to,
                            MieniRenamed *renamed, void *user, MieniProblem *problem);
