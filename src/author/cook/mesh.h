// SPDX-License-Identifier: MIT
//
// What checking and cooking meshes share.

#pragma once

#include "base/arena.h"
#include "mien_author/mesh.h"

/// Checks a mesh with memory of the arena.
MienStatus mieni_author_mesh_check(const MienAuthorMesh *mesh, MieniArena *arena, MienError *error);
