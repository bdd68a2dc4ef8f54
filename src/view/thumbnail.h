// SPDX-License-Identifier: MIT
//
// Small pictures of poses: cropped to what moves, from the front, without a ground.
//
// Ownership  Release pictures with mieni_picture_release.
// Threads    Where the face and the renderer are: for many, a thread of their own.
// Memory     Drawing allocates.
// Errors     As view/shot.h has them.

#pragma once

#include "view/shot.h"

/// What a thumbnail of a face that poses so shows: a square around what moves from rest, with some
/// room, no smaller than four tenths of the head and no larger than it, and within the head
/// where it touches it. All of the head if nothing moves. Poses the face.
MienStatus mieni_thumbnail_box(MieniFace *face, const MieniPosing *posing, MieniBox *out_box);

/// Draws a thumbnail, size pixels wide and high.
MienStatus mieni_thumbnail_draw(MieniFace *face, const MieniRenderMesh *mesh, MieniRenderer *renderer,
                                const MieniPosing *posing, int size, MieniPicture *out_picture,
                                MienError *error);
