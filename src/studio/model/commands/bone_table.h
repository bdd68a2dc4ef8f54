// SPDX-License-Identifier: MIT
//
// The bones of a skeleton and their differences in its meshes: missing, extra, different parent.
// Reads the source files of meshes. Works on a snapshot, on any thread.

#pragma once

#include "studio/model/document/snapshot.h"

typedef struct StudioBoneRow {
    const char *name;
    int parent;         ///< -1: none.
    int max_lod;        ///< Of detail; MIEN_ALL_LODS for all.
    int mesh_count;     ///< Meshes that have it.
    const char *remark; ///< "missing in pip; under neck in moss"; "" for none.
    bool is_extra;      ///< Meshes have it, the skeleton does not.
} StudioBoneRow;

typedef struct StudioBoneTable {
    StudioBoneRow *rows; ///< Parents before children, then extra ones.
    int count, room;
    int mesh_count;    ///< Number of meshes examined.
    int remark_count;  ///< Rows with one.
    MieniArena memory; ///< Private.
} StudioBoneTable;

/// Always release it.
MienStatus studio_bone_table_make(StudioBoneTable *out_table, const StudioSnapshot *snapshot,
                                  const char *skeleton, MieniProblem *problem);
void studio_bone_table_release(StudioBoneTable *table);
