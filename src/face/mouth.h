// SPDX-License-Identifier: MIT
//
// How far a mouth is open. The mouth is the largest opening that appears in a picture when the jaw opens.

#pragma once

#include "face/parts.h"
#include "face/raster.h"

typedef struct MieniMouthView {
    MieniFaceView view;
    MieniRaster raster; ///< What was drawn last.
    int box[4];         ///< First and last column and row that may show the opening.
    bool *is_inner;     ///< Per triangle: seen where the jaw opens the mouth, and hidden at rest.
    bool has_hole;      ///< Nothing is behind the lips.
    bool *was_new;      ///< Private, as all below.
    int *regions, *stack;
} MieniMouthView;

/// Opens a view of a face, which is shown at rest. False without memory.
bool mieni_mouth_open(MieniMouthView *mouth, const MieniShownFace *face, const MieniFaceParts *parts,
                      const MieniFaceView *view, int pixels, MieniArena *arena);
/// Finds the mouth of the face, whose jaw is shown open. Without it everything in the view may be the mouth.
void mieni_mouth_find(MieniMouthView *mouth, const MieniShownFace *face, const MieniFaceParts *parts);
/// From now on sees only where the opening may be, as large as before.
void mieni_mouth_crop(MieniMouthView *mouth);
/// Draws what is shown and returns the height of the opening, metres.
double mieni_mouth_gap(MieniMouthView *mouth, const MieniShownFace *face, const MieniFaceParts *parts);
/// The mean height of teeth; if there are none, what is given.
double mieni_mouth_height(const MieniShownFace *face, const MieniFaceParts *parts, double otherwise);
