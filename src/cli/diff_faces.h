// SPDX-License-Identifier: MIT
//
// Two versions of a pose asset on one face: which poses differ, where and by how much.

#pragma once

#include "cli/project.h"
#include "mien/mien.h"

/// One version.
typedef struct CliDiffSide {
    const char *path;
    MienPoseAsset *asset;
    MienPoseBinding *binding;
    void *scratch;
    size_t scratch_size;
    MienVec3 *positions, *normals; ///< Of the pose that was posed last; normals: NULL without.
} CliDiffSide;

/// A pose that differs, by name.
typedef struct CliDiffPose {
    const char *name;
    int in[2];        ///< Its index in either version, -1 if it has none.
    float most;       ///< Metres, of the vertex that moved farthest.
    int moved_count;  ///< Vertices that moved by more than a tenth of that.
    MienVec3 place;   ///< Where the vertex is in the first version, metres.
    const char *bone; ///< What moves it most.
} CliDiffPose;

/// The face, and both versions.
typedef struct CliDiffFaces {
    const CliArgs *args;
    MieniProject project;
    bool has_project;
    MienSkeleton *skeleton;
    MienMesh *mesh;
    MienMeshBinding *binding;
    CliDiffSide sides[2];
    int bone_count, vertex_count;
    MienMeshInfo info;
    MienTransform *bones;
    MienMatrix34 *model, *palette;
    MienCurveSet curves;
    float *morphs, *heat; ///< heat: metres per vertex between both versions.
    MienVec3 *rest;       ///< Vertices without a pose.
    MienVec3 min, max;    ///< Of what any pose moves, at rest; all if none does.
    bool has_box;
    void *scratch;
    size_t scratch_size;
    int pose_count, same_count;
    CliDiffPose *poses; ///< Those that differ, the farthest first.
} CliDiffFaces;

/// Opens what both arguments name, --mesh and --skeleton, and compares. Says what is wrong
/// and returns the exit code. Close it in any case.
int cli_diff_faces_open(CliDiffFaces *faces, const CliArgs *args);
void cli_diff_faces_close(CliDiffFaces *faces);
/// Poses both versions and measures the way between them; heat, positions and normals then
/// are of this pose.
int cli_diff_faces_pose(CliDiffFaces *faces, CliDiffPose *pose);

/// mien diff --visual
int cli_diff_visual(const CliArgs *args);
