// SPDX-License-Identifier: MIT
//
// The project at one moment, for code that reads it while it changes: lint, previews,
// importing, and every command. All functions of the project module work on it as on a
// folder. Their writes stay in the snapshot.
//
// Threads  Created and destroyed on the studio's thread; used by one other thread meanwhile.
//          The studio must outlive it.

#pragma once

#include "base/name_map.h"
#include "studio/model/document/files.h"

/// A file that is known.
typedef struct StudioSnapshotFile {
    const char *path;
    StudioText *text; ///< NULL: it is not there.
    bool is_member;   ///< It can be read, but is no file of the project.
} StudioSnapshotFile;

/// A file that was written into the snapshot.
typedef struct StudioWrite {
    char *path;
    StudioText *text; ///< NULL: it was deleted.
} StudioWrite;

typedef struct StudioSnapshot {
    MieniProject project; ///< Hand this to functions of the project module.
    StudioSnapshotFile *files;
    int file_count;
    StudioWrite *writes;
    int write_count;
    int write_room;       ///< Private, as all below.
    MieniNameMap written; ///< To the index of a write, and 1.
    MieniOverlay overlay;
} StudioSnapshot;

/// Takes a snapshot of files.
MienStatus studio_snapshot_make(const StudioFiles *files, StudioSnapshot **out_snapshot,
                                MieniProblem *problem);
void studio_snapshot_destroy(StudioSnapshot *snapshot); ///< May be NULL.
/// Writes a file, or with bytes NULL deletes it, in the snapshot alone.
MienStatus studio_snapshot_put(StudioSnapshot *snapshot, const char *path, const void *bytes, size_t size,
                               MieniProblem *problem);
/// The file as the snapshot was made; NULL if it was not known then.
const StudioSnapshotFile *studio_snapshot_find(const StudioSnapshot *snapshot, const char *path);
