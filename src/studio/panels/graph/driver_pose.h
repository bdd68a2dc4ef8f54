// SPDX-License-Identifier: MIT
//
// Targets of a driver node as JSON, and poses of a face as a driver reads them.

#pragma once

#include "asset/view.h"
#include "base/text_out.h"
#include "view/face.h"

/// How a driver reads bones.
typedef struct StudioDriverReading {
    const char *space; ///< A bone; NULL: the bone's own parent.
    bool is_translation, is_from_rest;
} StudioDriverReading;

/// Writes the bones of a target, as the face is posed: [{"bone": "jaw", "q": [0.1, 0, 0, 0.99]}]. Gives the
/// name of a bone that the face lacks, or NULL.
const char *studio_driver_put_pose(MieniTextOut *out, const MieniFace *face, const MieniJson *bones,
                                   const StudioDriverReading *reading);

/// What becomes of a list of targets. Zero-initialise: nothing.
typedef struct StudioTargetsEdit {
    int index;            ///< Of the target that is meant.
    bool is_removed;      ///< It goes.
    const char *bones;    ///< Its bones as JSON from now on; NULL: as they are.
    const double *radius; ///< Its radius, 0 for the driver's; NULL: as it is.
    const char *lost;     ///< A bone that goes from all targets; NULL: none.
    const char *added;    ///< The name of one more, with bones; NULL: none.
} StudioTargetsEdit;
/// Writes a list of targets with an edit made. rows may be NULL.
void studio_driver_put_targets(MieniTextOut *out, const MieniJson *rows, const StudioTargetsEdit *edit);

/// "jaw 21.4°, neck 3.0°", or millimetres: how far a target is from no rotation and no translation. Free it.
char *studio_driver_tell_target(const MieniTargetView *target);
