// SPDX-License-Identifier: MIT
//
// Several characters in one scene, side by side.
//
// Ownership  Plain values; nothing to own.
// Threads    Where the faces are.
// Memory     Never allocates.

#pragma once

#include "view/face.h"

/// Where faces stand so that what a frame shows of them is side by side, the first at the
/// left, with a gap of so much of their mean width between them, their middle in the middle of the
/// scene. Heads and faces are brought to the height of the first one's, bodies keep their
/// feet where they are. One face stays where it is. out_models: one per face, for
/// mieni_shot_item and mieni_face_pick; *out_box holds all, for MieniShot.box.
MienStatus mieni_lineup(MieniFace *const *faces, int count, MieniFrame frame, float gap,
                        MienMatrix34 *out_models, MieniBox *out_box);
