// SPDX-License-Identifier: MIT
//
// What is under the pointer, and what moves it: for clicking on a face.
//
// Ownership  Plain values; nothing to own.
// Threads    Where the face is.
// Memory     Never allocates.

#pragma once

#include "view/face.h"

/// A place on a face.
typedef struct MieniPick {
    int vertex;     ///< The nearest corner of the triangle that is there.
    int triangle;   ///< Of the mesh, from 0.
    int bone;       ///< Of the skeleton: what moves the vertex most; -1 if that is missing.
    MienVec3 place; ///< In the scene.
    float distance; ///< From the eye, metres.
} MieniPick;

/// Finds what a face as posed shows at a place of a picture, in pixels from its upper left:
/// of the triangles that look at the camera, the nearest. model: where the face stands, as
/// mieni_shot_item takes it. False if nothing of it is there.
bool mieni_face_pick(const MieniFace *face, const MienMatrix34 *model, const MieniCamera *camera, int width,
                     int height, float x, float y, MieniPick *out_pick);

/// A pose that moves a vertex.
typedef struct MieniMover {
    MieniFacePose pose;
    float metres; ///< How far the vertex goes from rest, at weight 1.
} MieniMover;

/// The poses that move a vertex, the one that moves it farthest first; those that move it by
/// less than a hundredth of a millimetre are left away. Returns how many of room. Pose the
/// face again before it is drawn.
int mieni_face_movers(MieniFace *face, int vertex, MieniMover *out_movers, int room);

/// A bone or a morph that holds a vertex away from its place at rest.
typedef struct MieniPull {
    int bone;     ///< Of the skeleton; -1: a morph.
    int morph;    ///< Of the mesh; -1: a bone.
    float weight; ///< Of the bone on the vertex, or of the morph.
    float metres; ///< How far it alone takes the vertex from rest.
} MieniPull;

/// What moves a vertex of the face as posed, the one that moves it farthest first, as mieni_face_movers.
/// Pose the face again before it is drawn.
int mieni_face_pulls(MieniFace *face, int vertex, MieniPull *out_pulls, int room);
