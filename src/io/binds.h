// SPDX-License-Identifier: MIT
//
// From what vertices are bound by, as files say it, skin by skin, to the binds of a mesh.

#pragma once

#include "base/arena.h"
#include "mien_author/mesh.h"
#include "mien_author/skeleton.h"

/// What may become a bind: a joint of a skin, or what has a mesh that no skin moves.
typedef struct MieniBindCandidate {
    int bone;
    float inverse[12];
    int order; ///< Its place among all.
} MieniBindCandidate;

/// Equal candidates become one bind; binds are in the order of their first one. Sorts the
/// candidates. *out_bind_of, in scratch, has the bind of each by its order; the binds are
/// in the arena. MIEN_ERROR_MEMORY, or MIEN_ERROR_LIMIT for more than MIEN_MAX_JOINTS.
MienStatus mieni_binds_make(MieniBindCandidate *candidates, int count, const MienAuthorBone *bones,
                            MieniArena *scratch, MieniArena *arena, int **out_bind_of,
                            MienAuthorMesh *out_mesh);

/// The mesh's own reference pose: where all bones of its file are. False without memory.
bool mieni_binds_place_bones(const MienAuthorBone *bones, int count, MieniArena *arena,
                             MienAuthorMesh *out_mesh);
