// SPDX-License-Identifier: MIT
//
// Meshes between text and cooking. The text says where bones lie in the mesh's own
// reference pose and which morphs it has; vertices are only in the source.
//
// Ownership  What is described lives in the arena and points at the asset, the
//            skeleton and the source's mesh.
// Errors     Places are those of the text: "line 12, reference[3].bone".

#pragma once

#include "asset/asset.h"
#include "mien_author/mesh.h"
#include "mien_author/skeleton.h"

/// The skeleton as the mesh wears it: bones lie where the mesh's own reference pose
/// says, the others stay.
MienStatus mieni_mesh_place(const MieniAsset *asset, const MienAuthorSkeleton *skeleton, MieniArena *arena,
                            MienAuthorSkeleton *out_skeleton, MienError *error);

/// What a source has that its asset does not know of.
typedef struct MieniMeshNotes {
    int new_morph_count;    ///< Morphs that the asset does not list: they are left out.
    const char *new_morph;  ///< The first, or NULL.
    int moved_bone_count;   ///< Bones that lie elsewhere in the source.
    const char *moved_bone; ///< The first, or NULL.
} MieniMeshNotes;

/// What cooking takes: the source's mesh with the bones and morphs of the asset. Fails
/// for a morph that the source lacks and for a bind whose bone the skeleton lacks.
/// source has the bones as they are in the file; out_notes may be NULL.
MienStatus mieni_mesh_describe(const MieniAsset *asset, const MienAuthorSkeleton *skeleton,
                               const MienAuthorMesh *mesh, const MienAuthorSkeleton *source,
                               MieniArena *arena, MienAuthorMesh *out_mesh, MieniMeshNotes *out_notes,
                               MienError *error);

/// Writes into a mesh asset what a source has: bones that do not lie as in the
/// skeleton, in place of those that are listed; morphs that are new, behind the others.
/// Those that the source lacks go, and *out_gone_count says how many. On failure the
/// asset is as it was.
MienStatus mieni_mesh_fill(MieniAsset *asset, const MienAuthorSkeleton *skeleton, const MienAuthorMesh *mesh,
                           const MienAuthorSkeleton *source, int *out_gone_count, MienError *error);
