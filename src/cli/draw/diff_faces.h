// SPDX-License-Identifier: MIT
//
// Two versions of a pose asset on one face: which poses differ, where and by how much.

#pragma once

#include "cli/draw/lines.h"
#include "cli/project.h"
#include "cli/report/progress.h"
#include "mien/mien.h"

/// One version.
typedef struct CliDiffSide {
    const char *path; ///< As the user gave it.
    MieniProject own; ///< Where it lies, if that is not the project of the command.
    bool has_own;
    MienPoseAsset *asset;
    CliLines names, ids; ///< Of its poses, where the text says them: a pose keeps its id when renamed.
    MienPoseBinding *binding;
    void *scratch;
    size_t scratch_size;
    MienVec3 *positions, *normals; ///< Of the pose that was posed last; normals: NULL without.
} CliDiffSide;

/// In the order of the page.
typedef enum CliDiffState {
    CLI_DIFF_CHANGED = 0, ///< It moves the face otherwise.
    CLI_DIFF_ADDED,
    CLI_DIFF_REMOVED,
    CLI_DIFF_RENAMED, ///< It moves the face as before under another name.
    CLI_DIFF_SAME,
} CliDiffState;

/// A pose of either version or of both.
typedef struct CliDiffPose {
    const char *name; ///< In the second version if it is there.
    const char *was;  ///< In the first, if that is another; otherwise NULL.
    int in[2];        ///< Its index in either version, -1 if it has none.
    CliDiffState state;
    float most;        ///< Metres, of the vertex that moved farthest.
    int vertex;        ///< Which one that is.
    MienVec3 place;    ///< Where it is in the second version, metres.
    const char *bone;  ///< What moves it most.
    float share;       ///< The part of its weight that is this bone's.
    int moved_count;   ///< Vertices that moved by a hundredth of a millimetre or more.
    int still_count;   ///< Vertices that are at the very same place.
    MienVec3 min, max; ///< Of what moved by a tenth of the most or more, in both versions.
} CliDiffPose;

/// The face, and both versions.
typedef struct CliDiffFaces {
    const CliArgs *args;
    MieniProject project; ///< That of the command.
    bool has_project;
    const MieniProject *mesh_project; ///< Where images of the mesh are; NULL for a pack.
    const char *mesh_path;
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
    double front; ///< Above 0: what moves looks along +Z; below: along -Z, as in VRM 0.
    void *scratch;
    size_t scratch_size;
    CliProgress progress; ///< Of the page.
    int pose_count;
    CliDiffPose *poses;            ///< All, by state; those of a state the farthest first.
    int counts[CLI_DIFF_SAME + 1]; ///< Of each state.
    float range;                   ///< Metres of the poses that changed, at most.
} CliDiffFaces;

/// Opens all, and compares. Says what is wrong and returns the exit code. Close it in any case.
int cli_diff_faces_open(CliDiffFaces *faces, const CliArgs *args);
void cli_diff_faces_close(CliDiffFaces *faces);
/// Poses both versions and measures the way between them; heat, positions and normals then
/// are of this pose.
int cli_diff_faces_pose(CliDiffFaces *faces, CliDiffPose *pose);
/// Poses that are not the same.
int cli_diff_faces_count(const CliDiffFaces *faces);

/// mien diff --visual
int cli_diff_visual(const CliArgs *args);

/// "0.67", of metres; one decimal from a centimetre on.
const char *cli_diff_millimetres(const CliArgs *args, float metres);
