// SPDX-License-Identifier: MIT
//
// Closing eyes as far as the source does, by what is seen of them.

#pragma once

#include "transfer/faces.h"
#include "transfer/sight.h"

/// The bones of both faces that turn lids, and both faces to look at.
typedef struct MieniClosure {
    const MienTransferDesc *desc;
    const MieniFaces *faces;
    MieniSight sights[2]; ///< Source, target.
    MienTransform *bones; ///< Of the larger skeleton, while looking.
    int8_t *eye_of[2];    ///< Per bone of each: whose lid it may be, 0 or 1; -1: none.
    MieniArena arena;
} MieniClosure;

/// Opens both faces. On failure it is empty.
MienStatus mieni_closure_open(MieniClosure *closure, const MienTransferDesc *desc, const MieniFaces *faces,
                              MienError *error);
void mieni_closure_close(MieniClosure *closure);

/// Closes the lids of a pose of the target as far as those of the source are.
void mieni_closure_close_lids(MieniClosure *closure, int pose, MienTransform *bones);
/// Notes what is seen in a pose of both faces. is_shown: they show it already.
void mieni_closure_report(MieniClosure *closure, int pose, const MienTransform *bones, bool is_shown,
                          MienTransferPose *report);
