// SPDX-License-Identifier: MIT
//
// A running export, shared by the sources of this folder.

#pragma once

#include "asset/view.h"
#include "project/export/export.h"

typedef struct MieniExporting {
    const MieniProject *project;
    const char *path;
    const MieniExportOptions *options;
    MieniProblem *problem;
    MieniArena arena;

    MieniMeshRecipe mesh_recipe;
    MieniSkeletonRecipe skeleton_recipe;
    MieniPosesRecipe poses_recipe;
    bool has_mesh, has_skeleton, has_poses; ///< The recipes above are to be released.
    MieniGltfFile *base;                    ///< NULL: a new file.
    const char *base_path;                  ///< Its name; NULL: none.
    const char *scene;
    const MienAuthorSkeleton *skeleton; ///< NULL: none.
    const MienAuthorMesh *mesh;         ///< NULL: none.
    const char *poses_path;             ///< NULL: none.

    int clip_count;
    const char **clip_paths;
    MieniClipRecipe *clip_recipes;
    MienAuthorClip **baked; ///< Per clip: what is to be destroyed, or NULL.
    MienIoGltfAnimation *animations;
    int animation_count;

    MienIoExpressions expressions;
    MienAuthorClip *baked_faces; ///< To be destroyed, or NULL.
    const MienAuthorClip *faces; ///< NULL: none.
} MieniExporting;

MienStatus mieni_export_no_memory(const MieniExporting *exporting);
/// "line_01" of "takes/line_01.clip.json", in the arena; NULL without memory.
const char *mieni_export_stem(MieniExporting *exporting, const char *path);
void mieni_export_lose(const MieniExporting *exporting, const char *sentence, const char *of,
                       const char *name);
/// Whether the file has bones that clips are baked on.
bool mieni_export_has_bones(const MieniExporting *exporting);
/// The clip with the names that the file has for morphs; NULL without memory.
const MienAuthorClip *mieni_export_rename(MieniExporting *exporting, const MienAuthorClip *clip);
/// exporting->animations, one per clip.
MienStatus mieni_export_clips(MieniExporting *exporting);
/// The curves of the only clip as CSV, read back.
MienStatus mieni_export_table(const MieniExporting *exporting, MienIoBytes *out_bytes);
/// Bones and motion as FBX, read back.
MienStatus mieni_export_fbx(MieniExporting *exporting, MienIoBytes *out_bytes, int *out_animation_count);
/// exporting->expressions and faces, from the pose asset; as an animation if wanted.
MienStatus mieni_export_faces(MieniExporting *exporting);
