// SPDX-License-Identifier: MIT
//
// Clip collections with too many files to list. A single file is opened by its path and shown as a
// clip.

#pragma once

#include "studio/model/document/studio.h"

/// Parts all files of a project: paths keeps the assets, out_others gets the rest without files
/// of clip collections that the last build had in many shards, which out_many gets; free it. shards
/// is how many those are, 0 for 512. On any thread.
MienStatus studio_many_sort_out(const MieniProject *project, int shards, MieniPaths *paths,
                                MieniPaths *out_others, StudioMany **out_many, int *out_many_count,
                                MieniProblem *problem);
const StudioMany *studio_many_find(const Studio *studio, const char *path); ///< NULL: it is none.

/// "lines/a.clip.json" for "lines/a.csv": what a file of a clip collection is called among assets.
/// False if that is too long.
bool studio_member_path(const char *file, char out[MIENI_PATH_ROOM]);
/// Makes a file of a clip collection known as a clip, which can be looked at and played like any
/// other, but not changed. Gives its path, which is that of an asset if there is one.
MienStatus studio_member_open(Studio *studio, const char *asset, const char *file,
                              char out_path[MIENI_PATH_ROOM], MieniProblem *problem);
/// The same with the path that it had, as a session remembers it; false if it is none.
bool studio_member_open_again(Studio *studio, const char *path);
