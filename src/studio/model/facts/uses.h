// SPDX-License-Identifier: MIT
//
// Uses: every curve name with the poses, morphs, clips, maps and graphs that drive it or are driven
// by it; and the files that reference a file.

#pragma once

#include "studio/model/document/snapshot.h"

typedef enum StudioUseKind {
    STUDIO_USE_TABLE = 0, ///< In a skeleton's table.
    STUDIO_USE_POSE,      ///< Drives a pose.
    STUDIO_USE_DEFINED,   ///< A pose sets it.
    STUDIO_USE_MORPH,     ///< Drives a morph.
    STUDIO_USE_KEYED,     ///< A clip has it by hand.
    STUDIO_USE_SOURCED,   ///< A clip has it from its source.
    STUDIO_USE_MODIFIED,  ///< A modifier names it.
    STUDIO_USE_MAPPED,    ///< A map leads to it.
    STUDIO_USE_GRAPH,     ///< A node changes or takes it.
    STUDIO_USE_CHARACTER, ///< A character sets it.
    STUDIO_USE_KINDS,
} StudioUseKind;

typedef struct StudioUse {
    const char *curve;
    StudioUseKind kind;
    const char *file;
    int row; ///< Of its list in the file: a pose, a morph, a keyed curve; -1 where there is none.
} StudioUse;

/// A name, and its uses, which lie one after another.
typedef struct StudioUsedCurve {
    const char *name;
    int first, count;
    int counts[STUDIO_USE_KINDS];
    int max_lod;    ///< Of the first table that has it; MIEN_ALL_LODS for all or none.
    bool is_unused; ///< No more than listed in a table.
} StudioUsedCurve;

typedef struct StudioUses {
    StudioUsedCurve *curves; ///< By name.
    int curve_count;
    StudioUse *uses; ///< By curve, file, kind and row.
    int use_count;
    MieniArena memory; ///< Private.
} StudioUses;

/// Collects the uses of all curves, on any thread. With reads_sources, clips are put together
/// for the curves that come from files, which takes as long as cooking them; what cannot be read
/// has no uses. Always release it.
MienStatus studio_uses_make(StudioUses *out_uses, const StudioSnapshot *snapshot, bool reads_sources,
                            MieniProblem *problem);
void studio_uses_release(StudioUses *uses);
/// The row with this name, or NULL.
const StudioUsedCurve *studio_uses_find(const StudioUses *uses, const char *name);

/// Adds the files that reference a file, by path.
MienStatus studio_users_of(const StudioSnapshot *snapshot, const char *path, MieniPaths *out_users,
                           MieniProblem *problem);
