// SPDX-License-Identifier: MIT
//
// Making pose assets whose poses are transferred from another face, and judging them.

#pragma once

#include "asset/edit/poses_transfer.h"
#include "mien_transfer/transfer.h"
#include "project/project.h"

/// The face that gets poses.
typedef struct MieniTransferTarget {
    char mesh[MIENI_PATH_ROOM]; ///< "": none.
    char skeleton[MIENI_PATH_ROOM];
} MieniTransferTarget;

/// The mesh and the skeleton of a face: of a mesh, a character or a skeleton.
MienStatus mieni_transfer_target(const MieniProject *project, const char *face,
                                 MieniTransferTarget *out_target, MieniProblem *problem);
/// Makes an asset, new or transferred from the same poses before, one of the poses at source for a face.
/// path is where it will be saved.
MienStatus mieni_transfer_fill(const MieniProject *project, const char *path, const char *source,
                               const MieniTransferTarget *target, MieniAsset *asset,
                               MieniTransferRows *out_rows, MieniProblem *problem);

/// Why a transferred pose should be looked at.
typedef enum MieniTransferDoubt {
    MIENI_TRANSFER_NO_DOUBT = 0,
    MIENI_TRANSFER_EYES,  ///< It shows eyes that the source hides.
    MIENI_TRANSFER_TEETH, ///< It shows teeth that the source hides.
    MIENI_TRANSFER_LIPS,  ///< It parts lips that the source closes.
} MieniTransferDoubt;
/// source and target get what is seen on both faces, as a part, or of lips in heights of the head; may be
/// NULL.
MieniTransferDoubt mieni_transfer_doubt(const MienTransferPose *pose, double *out_source, double *out_target);
