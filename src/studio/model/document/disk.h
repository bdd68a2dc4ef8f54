// SPDX-License-Identifier: MIT
//
// Files changed by other programs: a scan of the disk, which may run on another thread, and its
// effects. A file without edits is reloaded; an edited one is in conflict until the user decides.

#pragma once

#include "asset/merge/diff.h"
#include "studio/model/document/studio.h"

typedef struct StudioSeen {
    const char *path;
    StudioStamp stamp;
    uint64_t revision;
    bool is_changed;
    StudioText *text; ///< Of what changed; NULL: it is gone.
} StudioSeen;

typedef struct StudioLook {
    StudioSnapshot *snapshot; ///< For what the project leaves out.
    StudioDisk disk;
    StudioSeen *files; ///< Those that are known.
    int count;
    int many_shards;
    MieniPaths found;  ///< All assets on disk.
    MieniPaths others; ///< Files that are none, nor one of many.
    StudioMany *many;
    int many_count;
    MienStatus status;
    MieniProblem problem;
} StudioLook;

/// What a look came to.
typedef struct StudioLooked {
    int reloaded;  ///< Files that were not edited, and are as on disk again.
    int contested; ///< Edited files that are others on disk.
    int came, went;
    bool has_others; ///< Files that are no assets came or went.
} StudioLooked;

MienStatus studio_look_begin(Studio *studio, StudioLook **out_look, MieniProblem *problem);
void studio_look_run(StudioLook *look);
/// Makes of it what is to be made, and releases the look. While a group is open or a save
/// has not ended, nothing is: look again then. out_looked may be NULL.
MienStatus studio_look_end(Studio *studio, StudioLook *look, StudioLooked *out_looked, MieniProblem *problem);

/// What changed from what is on disk to what is here, in words.
MienStatus studio_contest_diff(Studio *studio, const char *path, MieniAssetDiff *out_diff,
                               MieniProblem *problem);
/// Decides about a contested file, as steps that can be undone.
MienStatus studio_keep_mine(Studio *studio, const char *path, MieniProblem *problem);
MienStatus studio_load_theirs(Studio *studio, const char *path, MieniProblem *problem);
/// Makes an edited file what it is on disk, as a step.
MienStatus studio_revert(Studio *studio, const char *path, MieniProblem *problem);
