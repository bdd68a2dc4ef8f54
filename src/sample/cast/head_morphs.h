// SPDX-License-Identifier: MIT
//
// The morphs of a head as authors describe them.
//
// Ownership  The morphs are allocated from the caller's arena.
// Threads    Functions are pure but for the arena.

#pragma once

#include "mien_author/mesh.h"
#include "sample/cast/rig.h"

/// Gives a mesh, whose vertices are those of the parts by kind, its morphs; false without
/// memory.
bool mieni_cast_make_morphs(MieniArena *arena, const MieniCastRig *rig, const MieniCastParts *parts,
                            MienAuthorMesh *mesh);
