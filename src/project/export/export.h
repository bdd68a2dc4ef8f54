// SPDX-License-Identifier: MIT
//
// Exports a mesh, a skeleton or a clip of a project as the bytes of a .glb, .vrma or .fbx, or the curves of a
// clip as those of a .csv. A mesh that was imported from glTF is written as glTF into a copy of its file,
// which is otherwise unchanged.

#pragma once

#include "mien_io/gltf_write.h"
#include "project/recipes/recipes.h"

/// What becomes of the poses themselves, beside what clips make of them.
typedef enum MieniExportPoses {
    MIENI_EXPORT_NO_POSES = 0,
    MIENI_EXPORT_FRAMES, ///< An animation with a frame per pose, named in `extras.poseNames`.
    MIENI_EXPORT_KHR,    ///< KHR_character_expression, a draft.
    MIENI_EXPORT_VRM,    ///< Expressions of the VRM that the mesh's file is.
} MieniExportPoses;

/// What the result is to be.
typedef enum MieniExportFile {
    MIENI_EXPORT_GLB = 0,
    MIENI_EXPORT_VRM_FILE, ///< The file of a mesh that was imported from a VRM.
    MIENI_EXPORT_VRMA,
    MIENI_EXPORT_FBX,   ///< Bones and motion, without a mesh.
    MIENI_EXPORT_TABLE, ///< CSV with the curves of one clip.
    MIENI_EXPORT_TAKE,  ///< CSV as Live Link Face writes it: the curves of ARKit, at timecodes.
} MieniExportFile;

/// Zero-initialise: zero is the default of every field.
typedef struct MieniExportOptions {
    const char *const *clips; ///< Clip assets.
    int clip_count;
    const char *poses; ///< A pose asset; NULL: the one that names the mesh.
    bool skip_poses;   ///< None, even if one names the mesh.
    MienIoGltfForm form;
    MieniExportPoses poses_as;
    int rate, rate_divisor; ///< Of what is baked; 0: that of each clip.
    MieniExportFile file;
    MienIoLosses losses;
} MieniExportOptions;

typedef struct MieniExportReport {
    char base[MIENI_PATH_ROOM];  ///< The file that was written into, "" for a new one.
    char poses[MIENI_PATH_ROOM]; ///< The pose asset that was used, "" for none.
    int animation_count;         ///< Of the result.
    int expression_count;        ///< Of the result.
    MienIoBytes frame_names;     ///< Of MIENI_EXPORT_FRAMES: a line each, in order. To be released.
} MieniExportReport;

/// Exports an asset of kind mesh, skeleton or clip. The result is read back before it
/// is returned. On failure *out_bytes is empty.
MienStatus mieni_export(const MieniProject *project, const char *path, const MieniExportOptions *options,
                        MienIoBytes *out_bytes, MieniExportReport *out_report, MieniProblem *problem);

/// Refuses a file, named as within the project, that an asset has as its source.
MienStatus mieni_export_check_target(const MieniProject *project, const char *file, MieniProblem *problem);
