// SPDX-License-Identifier: MIT
//
// Recovery after a crash: restores, step by step, what the journal has and the files lack. Restored
// steps are part of the history, so Undo works on them.

#pragma once

#include "studio/model/document/studio.h"

/// One action of before.
typedef struct StudioRecoveryItem {
    const char *label;
    int64_t time; ///< Milliseconds since 1970; 0 for undo and redo, whose times are not recorded.
    StudioRecordKind kind;
    bool is_possible;    ///< All files are as it found them.
    const char *lost_by; ///< Otherwise the file that is not.
} StudioRecoveryItem;

typedef struct StudioRecovery {
    StudioRecoveryItem *items;
    int count;
    int possible_count;
    bool is_torn; ///< What was being written when it ended is lost.
    StudioRecords records;
    struct StudioChain *chains; ///< Private, as below.
    int chain_count;
} StudioRecovery;

/// Private to the model: looks at the journal of before, and keeps it if anything in it
/// is not in files. path is that of the journal, which may be overwritten then.
MienStatus studio_recover_look(Studio *studio, const char *path, MieniProblem *problem);

/// Reads what waits to be restored. Only if studio->recovered is not "".
MienStatus studio_recovery_open(Studio *studio, StudioRecovery **out_recovery, MieniProblem *problem);
void studio_recovery_destroy(StudioRecovery *recovery); ///< May be NULL.
/// Does the first count items again, those that are possible, and forgets the journal of
/// before. *out_done (may be NULL) is how many there were.
MienStatus studio_recovery_apply(Studio *studio, StudioRecovery *recovery, int count, int *out_done,
                                 MieniProblem *problem);
/// Forgets it.
void studio_recovery_discard(Studio *studio);
