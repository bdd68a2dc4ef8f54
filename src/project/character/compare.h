// SPDX-License-Identifier: MIT
//
// How far a clip of curves and the take that it was made from are apart on the skin of a face: both
// are played as a game would play them.

#pragma once

#include "project/character/character.h"

/// What to compare. All are paths of the project.
typedef struct MieniCompareDesc {
    const char *poses; ///< The pose asset that plays the clip, with its skeleton and mesh.
    const char *clip;  ///< Of curves.
    const char *take;  ///< Of bone tracks or morph curves, which is played without the poses.
} MieniCompareDesc;

/// Distances of vertices that the clip moves, metres.
typedef struct MieniCompared {
    int frame_count, vertex_count;
    double rms, most;
    double nearly_most; ///< All but a thousandth of all distances are smaller.
    double height;      ///< Of these vertices at rest: the height of the face.
    double clip_length,
        take_length; ///< Seconds. What the clip has more is compared with the take's last frame.
    int worst_frame; ///< The frame with `most`.
    int bad_count;   ///< Frames in which a vertex is more than 0.5 % of the height off.
} MieniCompared;

/// Compares frame by frame, at the rate of the clip.
MienStatus mieni_compare(const MieniProject *project, const MieniCompareDesc *desc,
                         MieniCompared *out_compared, MieniProblem *problem);
