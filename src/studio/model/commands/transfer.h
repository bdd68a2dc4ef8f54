// SPDX-License-Identifier: MIT
//
// New pose assets from the poses of another face, as `mien transfer` makes them. Transferring takes a second
// or more, and may run on another thread.

#pragma once

#include "project/edit/transfer.h"
#include "studio/model/document/edit.h"

/// Poses to look at, for a message.
enum { STUDIO_TRANSFER_NAMES = 3 };

/// Private, apart from what was found.
typedef struct StudioTransfer {
    StudioEdit edit;
    char source[MIENI_PATH_ROOM], face[MIENI_PATH_ROOM], path[MIENI_PATH_ROOM];
    MienStatus status;
    MieniProblem problem;
    // What was found.
    int pose_count;
    int doubt_count; ///< Poses that show eyes, teeth or an open mouth that the source does not.
    char doubts[STUDIO_TRANSFER_NAMES][MIENI_PATH_ROOM]; ///< Names of the first ones.
    int lost_count;                                      ///< Poses that move bones which the face lacks.
} StudioTransfer;

/// Begins, on the studio's thread: source is a pose asset, face a mesh, a character or a skeleton, path where
/// the new asset goes. End it in any case.
MienStatus studio_transfer_begin(StudioTransfer *out_transfer, Studio *studio, const char *source,
                                 const char *face, const char *path, MieniProblem *problem);
/// Transfers, on any thread. progress gets the part that is done, and cancels by false.
void studio_transfer_run(StudioTransfer *transfer, bool (*progress)(void *user, double done), void *user);
/// On the studio's thread: makes the asset one step, or nothing if something failed.
MienStatus studio_transfer_end(StudioTransfer *transfer, MieniProblem *problem);

/// Writes the bones that a pose moves into the asset, within an edit, on any thread: transfers keep them from
/// then on, and learn from them.
MienStatus studio_transfer_pin_in(const StudioEdit *edit, const char *path, const char *name,
                                  MieniProblem *problem);
