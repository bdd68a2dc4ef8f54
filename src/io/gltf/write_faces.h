// SPDX-License-Identifier: MIT
//
// What writers of expressions share: faces of a clip, one per frame.

#pragma once

#include "io/gltf/write_base.h"

/// When a frame of a clip is.
static inline double mieni_face_time(const MienAuthorClip *faces, int frame)
{
    const int rate = faces->rate > 0 ? faces->rate : 30;
    return (double)frame * (double)(faces->rate_divisor > 0 ? faces->rate_divisor : 1) / (double)rate;
}

/// Whether a track has a bone elsewhere at a frame than at the first.
bool mieni_face_moves(const MienAuthorClip *faces, int track, int frame);
/// How far a curve is at a frame from where it is at the first.
double mieni_face_amount(const MienAuthorClip *faces, int curve, int frame);
/// The item that an expression is placed on, or -1 for a control.
bool mieni_face_is_control(const MienIoExpressions *expressions, int expression);
/// An extension of the root, made if it is not there, and noted as used. NULL if something
/// else is in its place.
MieniJson *mieni_gltf_root_extension(MieniGltfOut *out, const char *name);
