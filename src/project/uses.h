// SPDX-License-Identifier: MIT
//
// Uses: every curve name with the poses, morphs, clips, maps and graphs that drive it or are driven
// by it; and the files that reference a file.

#pragma once

#include "project/project.h"

typedef enum MieniUseKind {
    MIENI_USE_TABLE = 0, ///< In a skeleton's table.
    MIENI_USE_POSE,      ///< Drives a pose.
    MIENI_USE_DEFINED,   ///< A pose sets it.
    MIENI_USE_MORPH,     ///< Drives a morph.
    MIENI_USE_KEYED,     ///< A clip has it by hand.
    MIENI_USE_SOURCED,   ///< A clip has it from its source.
    MIENI_USE_MODIFIED,  ///< A modifier names it.
    MIENI_USE_MAPPED,    ///< A map leads to it.
    MIENI_USE_GRAPH,     ///< A node changes or takes it.
    MIENI_USE_CHARACTER, ///< A character sets it.
    MIENI_USE_KINDS,
} MieniUseKind;

typedef struct MieniUse {
    const char *curve;
    MieniUseKind kind;
    const char *file;
    int row; ///< Of its list in the file: a pose, a morph, a keyed curve; -1 where there is none.
} MieniUse;

/// A name, and its uses, which lie one after another.
typedef struct MieniUsedCurve {
    const char *name;
    int first, count;
    int counts[MIENI_USE_KINDS];
    int max_lod;    ///< Of the first table that has it; MIEN_ALL_LODS for all or none.
    bool is_unused; ///< No more than listed in a table.
} MieniUsedCurve;

typedef struct MieniUses {
    MieniUsedCurve *curves; ///< By name.
    int curve_count;
    MieniUse *uses; ///< By curve, file, kind and row.
    int use_count;
    int unreadable_count; ///< Assets, and sources of clips, that could not be read.
    MieniArena memory;    ///< Private.
} MieniUses;

/// What else to read than the texts of assets.
typedef enum MieniUsesReading {
    MIENI_USES_TEXTS = 0,
    MIENI_USES_CLIPS,   ///< Sources of clips.
    MIENI_USES_SOURCES, ///< Also those of clip collections.
    MIENI_USES_ALL,     ///< Also those of pose assets, whose poses may set curves.
} MieniUsesReading;

/// Collects the uses of all curves, on any thread. If sources are read, clips are put together
/// for the curves that come from files, which takes as long as cooking them; what cannot be read
/// has no uses, and is counted. Curves that poses have from sources are counted once per asset. Always
/// release it.
MienStatus mieni_uses_make(MieniUses *out_uses, const MieniProject *project, MieniUsesReading reading,
                           MieniProblem *problem);
void mieni_uses_release(MieniUses *uses);
/// The row with this name, or NULL.
const MieniUsedCurve *mieni_uses_find(const MieniUses *uses, const char *name);

/// Whether an asset names a file of the project.
bool mieni_refers_to(const MieniAsset *asset, const char *path);
/// Adds the files that reference a file, by path.
MienStatus mieni_users_of(const MieniProject *project, const char *path, MieniPaths *out_users,
                          MieniProblem *problem);
