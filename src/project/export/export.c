// SPDX-License-Identifier: MIT
//
// Export: opens the assets, combines them, writes the file, and validates it.

#include "base/text_out.h"
#include "core/internal.h"
#include "project/export/exporting.h"

#include <stdio.h>
#include <string.h>

static MienStatus open_mesh(MieniExporting *exporting)
{
    MieniMeshRecipe *recipe = &exporting->mesh_recipe;
    MienStatus status = mieni_mesh_recipe(exporting->project, exporting->path, recipe, exporting->problem);
    if (status != MIEN_OK)
        return status;
    exporting->has_mesh = true;
    exporting->skeleton = &recipe->skeleton.skeleton;
    exporting->mesh = &recipe->mesh;
    const MieniSourceView *source = mieni_asset_source(&recipe->asset);
    const char *file = mieni_source_file(source);
    MieniTake take;
    status =
        mieni_sources_take(&recipe->sources, exporting->project, file, mieni_source_json(source), "", &take,
                           exporting->problem); // it is read already
    if (status != MIEN_OK || strcmp(take.format->id, "gltf") != 0)
        return status;
    exporting->scene = mieni_source_scene(source);
    exporting->base_path = file;
    return mieni_gltf_file_open(exporting->project, exporting->base_path, &exporting->base,
                                exporting->problem);
}

static MienStatus open_skeleton(MieniExporting *exporting, const char *path)
{
    const MienStatus status =
        mieni_skeleton_recipe(exporting->project, path, &exporting->skeleton_recipe, exporting->problem);
    exporting->has_skeleton = status == MIEN_OK;
    if (status == MIEN_OK)
        exporting->skeleton = &exporting->skeleton_recipe.skeleton;
    return status;
}

/// The asset itself. A clip brings its skeleton and is the first of the clips.
static MienStatus open_asset(MieniExporting *exporting)
{
    const MieniAssetKind kind = mieni_asset_kind_of_path(exporting->path);
    MieniAsset clip;
    if (kind == MIENI_ASSET_MESH)
        return open_mesh(exporting);
    if (kind == MIENI_ASSET_SKELETON)
        return open_skeleton(exporting, exporting->path);
    if (kind != MIENI_ASSET_CLIP)
        return mieni_problem_set(exporting->problem, exporting->path, MIEN_ERROR_DATA, mieni_nowhere(),
                                 "Only meshes, skeletons and clips can be exported.");
    MienStatus status =
        mieni_project_load(exporting->project, exporting->path, kind, &clip, exporting->problem);
    if (status != MIEN_OK)
        return status;
    const char *skeleton = mieni_asset_skeleton(&clip);
    if (skeleton != NULL && mieni_export_has_bones(exporting))
        status = open_skeleton(exporting, skeleton);
    mieni_asset_release(&clip);
    return status;
}

/// The pose asset that names the mesh, if there is one only.
static MienStatus find_poses(MieniExporting *exporting)
{
    MieniPaths files = {0};
    const char *found = NULL;
    MienStatus status = mieni_project_files(exporting->project, &files, exporting->problem);
    for (int i = 0; i < files.count && status == MIEN_OK; ++i) {
        MieniAsset asset;
        if (mieni_asset_kind_of_path(files.items[i]) != MIENI_ASSET_POSES ||
            mieni_project_load(exporting->project, files.items[i], MIENI_ASSET_POSES, &asset, NULL) !=
                MIEN_OK)
            continue; // what is broken is for lint to tell
        const bool is_its = strcmp(mieni_text_or_empty(mieni_asset_mesh(&asset)), exporting->path) == 0;
        mieni_asset_release(&asset);
        if (is_its && found != NULL)
            status = mieni_problem_set(exporting->problem, exporting->path, MIEN_ERROR_DATA, mieni_nowhere(),
                                       "Several pose assets name this mesh: choose one with --poses.");
        else if (is_its)
            found = files.items[i];
    }
    if (status == MIEN_OK && found != NULL &&
        (exporting->poses_path = mieni_arena_text(&exporting->arena, found, strlen(found))) == NULL)
        status = mieni_export_no_memory(exporting);
    mieni_paths_release(&files);
    return status;
}

static MienStatus open_poses(MieniExporting *exporting)
{
    const MieniExportOptions *options = exporting->options;
    MienStatus status = MIEN_OK;
    exporting->poses_path = options->poses;
    if (options->skip_poses || !mieni_export_has_bones(exporting))
        exporting->poses_path = NULL;
    else if (options->poses == NULL && exporting->mesh != NULL)
        status = find_poses(exporting);
    if (status != MIEN_OK)
        return status;
    if (exporting->poses_path == NULL)
        return options->poses_as == MIENI_EXPORT_NO_POSES
                   ? MIEN_OK
                   : mieni_problem_set(exporting->problem, exporting->path, MIEN_ERROR_DATA, mieni_nowhere(),
                                       "No pose asset names this mesh: choose one with --poses.");
    status = mieni_poses_recipe(exporting->project, exporting->poses_path, &exporting->poses_recipe,
                                exporting->problem);
    exporting->has_poses = status == MIEN_OK;
    return status;
}

/// Whether what is there can become what is wanted.
static MienStatus check_wish(const MieniExporting *exporting)
{
    const MienIoGltf *base = exporting->base != NULL ? mieni_gltf_file_content(exporting->base) : NULL;
    if (exporting->options->file == MIENI_EXPORT_VRM_FILE && !mien_io_gltf_uses(base, "VRMC_vrm") &&
        !mien_io_gltf_uses(base, "VRM"))
        return mieni_problem_set(
            exporting->problem, exporting->path, MIEN_ERROR_DATA, mieni_nowhere(),
            "Only a mesh imported from a VRM can be exported as VRM: use a file name that ends in .glb.");
    if (exporting->poses_path != NULL && exporting->skeleton == NULL)
        return mieni_problem_set(exporting->problem, exporting->path, MIEN_ERROR_DATA, mieni_nowhere(),
                                 "Poses need bones: export a mesh or a skeleton, or a clip that names one.");
    return MIEN_OK;
}

/// Reads the result as anyone would, which must work, and counts what is in it.
static MienStatus verify(const MieniExporting *exporting, const MienIoBytes *bytes, MieniExportReport *report)
{
    MienIoGltf *gltf = NULL;
    MienIoSource *source = NULL;
    MienError error = {0};
    // Images may still be files; nothing else is.
    MienStatus status = mien_io_gltf_open(bytes->data, bytes->size, NULL, &gltf, &error);
    if (status == MIEN_OK)
        status = mien_io_gltf_read(gltf, &(MienIoGltfReading){.scene = exporting->scene, .skip_mesh = true},
                                   &source, NULL, &error);
    if (status == MIEN_OK) {
        report->expression_count = source->expressions.count;
        report->animation_count = source->take_count - (source->expressions.count > 0);
    } else {
        mieni_problem_set(exporting->problem, exporting->path, status,
                          mieni_at("%s: %s", error.location, error.message),
                          "The exported file fails validation; it was not written.");
    }
    mien_io_source_destroy(source);
    mien_io_gltf_destroy(gltf);
    return status;
}

static MienStatus write_gltf(MieniExporting *exporting, MienIoBytes *out_bytes)
{
    const MieniExportOptions *options = exporting->options;
    const bool has_base = exporting->base != NULL;
    const bool has_expressions =
        options->poses_as == MIENI_EXPORT_KHR || options->poses_as == MIENI_EXPORT_VRM;
    MienError error = {0};
    const MienIoGltfWriting writing = {
        .base = has_base ? mieni_gltf_file_content(exporting->base) : NULL,
        .scene = exporting->scene,
        .skeleton = has_base ? NULL : exporting->skeleton,
        .mesh = has_base ? NULL : exporting->mesh,
        .animation_count = exporting->animation_count,
        .animations = exporting->animations,
        .expressions = has_expressions ? &exporting->expressions : NULL,
        .faces = exporting->faces,
        .expression_form = options->poses_as == MIENI_EXPORT_VRM ? MIEN_IO_GLTF_VRM : MIEN_IO_GLTF_KHR,
        .embed_images = true,
        .losses = options->losses};
    const MienStatus status = mien_io_gltf_write(&writing, NULL, out_bytes, &error);
    if (status != MIEN_OK)
        mieni_problem_set(exporting->problem, exporting->path, status, mieni_at_error(&error), "%s",
                          error.message);
    return status;
}

static MienStatus write_vrma(MieniExporting *exporting, MienIoBytes *out_bytes)
{
    MienError error = {0};
    if (exporting->animation_count != 1)
        return mieni_problem_set(exporting->problem, exporting->path, MIEN_ERROR_DATA, mieni_nowhere(),
                                 "A VRM animation contains one clip: choose it with --clip.");
    const MienIoVrmaWriting writing = {
        .base = exporting->base != NULL ? mieni_gltf_file_content(exporting->base) : NULL,
        .name = exporting->animations[0].name,
        .clip = exporting->animations[0].clip,
        .losses = exporting->options->losses};
    const MienStatus status = mien_io_vrma_write(&writing, NULL, out_bytes, &error);
    if (status != MIEN_OK)
        mieni_problem_set(exporting->problem, exporting->clip_paths[0], status, mieni_at_error(&error), "%s",
                          error.message);
    return status;
}

/// Names of the frames that poses are written as, a line each.
static MienStatus list_frame_names(const MieniExporting *exporting, MienIoBytes *out_names)
{
    const MienAuthorClip *frames = exporting->faces;
    MieniTextOut names = {0};
    for (int i = 0; i < frames->event_count; ++i)
        mieni_text_putf(&names, "%s\n", frames->events[i].name);
    if (names.is_out_of_memory) {
        mieni_text_release(&names);
        return mieni_export_no_memory(exporting);
    }
    *out_names = (MienIoBytes){.data = (uint8_t *)names.bytes, .size = names.size};
    return MIEN_OK;
}

/// Writes the file, reads it back, and counts what is in it.
static MienStatus write_file(MieniExporting *exporting, MienIoBytes *out_bytes, MieniExportReport *report)
{
    MienStatus status;
    switch (exporting->options->file) {
    case MIENI_EXPORT_TABLE:
    case MIENI_EXPORT_TAKE:
        report->animation_count = 1;
        return mieni_export_table(exporting, out_bytes);
    case MIENI_EXPORT_FBX:
        return mieni_export_fbx(exporting, out_bytes, &report->animation_count);
    case MIENI_EXPORT_VRMA:
        status = write_vrma(exporting, out_bytes);
        break;
    default:
        status = write_gltf(exporting, out_bytes);
    }
    return status == MIEN_OK ? verify(exporting, out_bytes, report) : status;
}

static void release(MieniExporting *exporting)
{
    for (int i = 0; i < exporting->clip_count; ++i) {
        mien_author_clip_destroy(exporting->baked[i]);
        mieni_clip_recipe_release(&exporting->clip_recipes[i]);
    }
    mien_author_clip_destroy(exporting->baked_faces);
    if (exporting->has_poses)
        mieni_poses_recipe_release(&exporting->poses_recipe);
    if (exporting->has_mesh)
        mieni_mesh_recipe_release(&exporting->mesh_recipe);
    if (exporting->has_skeleton)
        mieni_skeleton_recipe_release(&exporting->skeleton_recipe);
    mieni_gltf_file_close(exporting->base);
    mieni_arena_release(&exporting->arena);
}

MienStatus mieni_export(const MieniProject *project, const char *path, const MieniExportOptions *options,
                        MienIoBytes *out_bytes, MieniExportReport *out_report, MieniProblem *problem)
{
    MieniExporting exporting = {.project = project, .path = path, .options = options, .problem = problem};
    *out_bytes = (MienIoBytes){0};
    *out_report = (MieniExportReport){0};
    MienStatus status = open_asset(&exporting);
    if (status == MIEN_OK)
        status = open_poses(&exporting);
    if (status == MIEN_OK)
        status = check_wish(&exporting);
    if (status == MIEN_OK)
        status = mieni_export_clips(&exporting);
    if (status == MIEN_OK && options->poses_as != MIENI_EXPORT_NO_POSES)
        status = mieni_export_faces(&exporting);
    if (status == MIEN_OK && options->poses_as == MIENI_EXPORT_FRAMES)
        status = list_frame_names(&exporting, &out_report->frame_names);
    if (status == MIEN_OK)
        status = write_file(&exporting, out_bytes, out_report);
    if (status != MIEN_OK) {
        mien_io_bytes_release(out_bytes);
        mien_io_bytes_release(&out_report->frame_names);
    }
    if (exporting.base_path != NULL)
        snprintf(out_report->base, sizeof out_report->base, "%s", exporting.base_path);
    if (exporting.poses_path != NULL)
        snprintf(out_report->poses, sizeof out_report->poses, "%s", exporting.poses_path);
    release(&exporting);
    return status;
}

/// Whether a value, or one within it, is an object whose file is this: a source, a pose, a bone.
static bool names_file(const MieniJson *value, const char *file)
{
    if (strcmp(mieni_text_or_empty(mieni_source_file(mieni_source_view(value))), file) == 0)
        return true;
    for (int i = 0; i < value->count; ++i)
        if (names_file(value->items[i], file))
            return true;
    return false;
}

MienStatus mieni_export_check_target(const MieniProject *project, const char *file, MieniProblem *problem)
{
    MieniPaths files = {0};
    MienStatus status = mieni_project_files(project, &files, problem);
    if (status == MIEN_OK && mieni_asset_kind_of_path(file) != MIENI_ASSET_NONE)
        status = mieni_problem_set(problem, file, MIEN_ERROR_FILE, mieni_nowhere(),
                                   "This is the name of an asset; choose another one.");
    for (int i = 0; i < files.count && status == MIEN_OK; ++i) {
        const MieniAssetKind kind = mieni_asset_kind_of_path(files.items[i]);
        MieniAsset asset;
        if (kind == MIENI_ASSET_NONE ||
            mieni_project_load(project, files.items[i], kind, &asset, NULL) != MIEN_OK)
            continue;
        if (names_file(asset.json.root, file))
            status = mieni_problem_set(problem, file, MIEN_ERROR_FILE, mieni_nowhere(),
                                       "This file is a source file of the project, which the export would "
                                       "replace; choose another one.");
        mieni_asset_release(&asset);
    }
    if (status == MIEN_ERROR_FILE)
        problem->is_write = true;
    mieni_paths_release(&files);
    return status;
}
