// SPDX-License-Identifier: MIT
//
// Errors of a clip's curves by what is seen of them: how far they move the skin of faces that play
// the clip.

#pragma once

#include "project/project.h"

typedef struct MieniSkinErrorDesc {
    const char *clip; ///< A clip asset of the project.
    int face_count;
    const char *const *faces; ///< Pose assets that play it, each with a mesh.
    double within;     ///< Metres. Of the vertices that the clip moves, 99 in 100 may be off by as much.
    MieniArena *arena; ///< Of the result.
} MieniSkinErrorDesc;

/// Distances between the skin with the cooked curves and with exact ones, at all frames.
typedef struct MieniSkinErrorFace {
    int vertex_count;    ///< Those that move.
    double within, most; ///< Metres: 99 in 100 of all distances are smaller, and all.
} MieniSkinErrorFace;

typedef struct MieniSkinError {
    int curve_count; ///< Curves that move the skin of a face.
    const char **curves;
    double *errors;           ///< Of each, up to 0.1, with two digits.
    size_t size, size_before; ///< Of the packs, bytes.
} MieniSkinError;

/// Finds the largest errors with which all curves move the skin by about the same distance. Cooks and
/// plays the clip; changes nothing.
MienStatus mieni_skin_error_find(const MieniProject *project, const MieniSkinErrorDesc *desc,
                                 MieniSkinError *out_error, MieniSkinErrorFace *out_faces,
                                 MieniProblem *problem);
