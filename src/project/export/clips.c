// SPDX-License-Identifier: MIT
//
// Exported clips: unchanged, or baked onto the face. The file has its own morph names, which may
// differ from those of the mesh asset.

#include "project/export/exporting.h"

#include "base/names.h"
#include "mien_author/bake.h"

#include <string.h>

/// The clips that are wanted: the asset itself if it is one, then those of the options.
static MienStatus list_clips(MieniExporting *exporting)
{
    const MieniExportOptions *options = exporting->options;
    const size_t most = (size_t)options->clip_count + 1;
    exporting->clip_paths = mieni_arena_take(&exporting->arena, most, sizeof *exporting->clip_paths);
    exporting->clip_recipes = mieni_arena_take(&exporting->arena, most, sizeof *exporting->clip_recipes);
    exporting->baked = mieni_arena_take(&exporting->arena, most, sizeof *exporting->baked);
    // One more for the frames of poses.
    exporting->animations = mieni_arena_take(&exporting->arena, most + 1, sizeof *exporting->animations);
    if (exporting->arena.is_out_of_memory)
        return mieni_export_no_memory(exporting);
    int count = 0;
    if (mieni_asset_kind_of_path(exporting->path) == MIENI_ASSET_CLIP)
        exporting->clip_paths[count++] = exporting->path;
    for (int i = 0; i < options->clip_count; ++i)
        exporting->clip_paths[count++] = options->clips[i];
    exporting->animation_count = count;
    return MIEN_OK;
}

/// What the source calls a morph of the mesh asset, or NULL if it is none or the same.
static const char *target_of(const MieniExporting *exporting, const char *name)
{
    const MieniMeshView *mesh = exporting->base != NULL ? mieni_mesh_of(&exporting->mesh_recipe.asset) : NULL;
    const int row = mieni_mesh_find_morph(mesh, name);
    return row >= 0 ? mieni_morph_target(mieni_mesh_morph(mesh, row)) : NULL;
}

const MienAuthorClip *mieni_export_rename(MieniExporting *exporting, const MienAuthorClip *clip)
{
    MienAuthorClip *copy = mieni_arena_take(&exporting->arena, 1, sizeof *copy);
    MienAuthorClipCurve *curves =
        mieni_arena_take(&exporting->arena, (size_t)clip->curve_count, sizeof *curves);
    if (copy == NULL || curves == NULL)
        return NULL;
    *copy = *clip;
    copy->curves = curves;
    for (int c = 0; c < clip->curve_count; ++c) {
        const char *target = target_of(exporting, clip->curves[c].name);
        curves[c] = clip->curves[c];
        curves[c].name = target != NULL ? target : curves[c].name;
    }
    return copy;
}

/// Curves that neither drive a pose nor are a morph come to nothing when baked.
static MienStatus tell_of_curves(const MieniExporting *exporting, const MienAuthorClip *clip,
                                 const char *name)
{
    const MienAuthorPoseAsset *poses = exporting->has_poses ? &exporting->poses_recipe.poses : NULL;
    const MienAuthorMesh *mesh = exporting->mesh;
    MieniArena scratch = {0};
    const int pose_count = poses != NULL ? poses->pose_count : 0,
              morph_count = mesh != NULL ? mesh->morph_count : 0;
    MieniNameEntry *known =
        mieni_arena_take(&scratch, (size_t)pose_count + (size_t)morph_count, sizeof *known);
    int count = 0;
    if (known == NULL)
        return mieni_export_no_memory(exporting);
    for (int p = 0; p < pose_count; ++p)
        if (poses->poses[p].role == MIEN_AUTHOR_CURVE_DRIVEN)
            known[count++] = (MieniNameEntry){poses->poses[p].name, p};
    for (int m = 0; m < morph_count; ++m)
        known[count++] = (MieniNameEntry){mesh->morphs[m].name, m};
    mieni_names_sort(known, count);
    for (int c = 0; c < clip->curve_count; ++c)
        if (mieni_names_search(known, count, clip->curves[c].name) < 0)
            mieni_export_lose(exporting, "This curve drives neither a pose nor a morph; it is not baked.",
                              name, clip->curves[c].name);
    mieni_arena_release(&scratch);
    return MIEN_OK;
}

/// Whether the clip must be evaluated to know the result on this face: poses move bones,
/// and other proportions change translations.
static bool needs_baking(const MieniExporting *exporting, const MienAuthorClip *clip)
{
    if (exporting->options->form != MIEN_IO_GLTF_BAKED || !mieni_export_has_bones(exporting) ||
        exporting->skeleton == NULL)
        return false;
    return exporting->has_poses || exporting->options->rate > 0 ||
           (clip->track_count > 0 && exporting->mesh != NULL && exporting->mesh->bone_count > 0);
}

static MienStatus bake_clip(MieniExporting *exporting, int index, const MienAuthorClip *clip)
{
    const MienAuthorBaking baking = {.clip = clip,
                                     .skeleton = exporting->skeleton,
                                     .mesh = exporting->mesh,
                                     .poses = exporting->has_poses ? &exporting->poses_recipe.poses : NULL,
                                     .rate = exporting->options->rate,
                                     .rate_divisor = exporting->options->rate_divisor};
    MienError error = {0};
    MienStatus status = tell_of_curves(exporting, clip, exporting->animations[index].name);
    if (status != MIEN_OK)
        return status;
    status = mien_author_clip_bake(&baking, NULL, &exporting->baked[index], &error);
    if (status != MIEN_OK)
        mieni_problem_set(exporting->problem, exporting->clip_paths[index], status, mieni_at_error(&error),
                          "%s", error.message);
    return status;
}

/// What a clip is called: as the animation of the base that it was imported from, so that
/// it takes its place; otherwise as its asset.
static const char *name_clip(MieniExporting *exporting, int index)
{
    const MieniClipView *clip = mieni_clip_of(&exporting->clip_recipes[index].asset);
    const MieniSourceView *source =
        mieni_clip_tracks(clip) != NULL ? mieni_clip_tracks(clip) : mieni_clip_curves(clip);
    const char *take = mieni_text_or_empty(mieni_source_take(source)), *file = mieni_source_file(source);
    if (exporting->base_path != NULL && take[0] != '\0' && strcmp(file, exporting->base_path) == 0)
        return take;
    return mieni_export_stem(exporting, exporting->clip_paths[index]);
}

static MienStatus open_clip(MieniExporting *exporting, int index)
{
    const char *path = exporting->clip_paths[index];
    MieniClipRecipe *recipe = &exporting->clip_recipes[index];
    MienIoGltfAnimation *animation = &exporting->animations[index];
    MienStatus status = mieni_clip_recipe(exporting->project, path, NULL, recipe, exporting->problem);
    if (status != MIEN_OK)
        return status;
    ++exporting->clip_count;
    animation->name = name_clip(exporting, index);
    animation->form = exporting->options->form;
    const MienAuthorClip *clip = recipe->clip;
    if (animation->name != NULL && needs_baking(exporting, clip)) {
        status = bake_clip(exporting, index, clip);
        clip = exporting->baked[index];
    }
    if (status != MIEN_OK)
        return status;
    animation->clip = mieni_export_rename(exporting, clip);
    if (animation->name == NULL || animation->clip == NULL)
        return mieni_export_no_memory(exporting);
    for (int i = 0; i < index; ++i)
        if (strcmp(exporting->animations[i].name, animation->name) == 0)
            return mieni_problem_set(exporting->problem, path, MIEN_ERROR_DATA, mieni_nowhere(),
                                     "Another clip in this export has the same name; rename one of them.");
    return MIEN_OK;
}

MienStatus mieni_export_clips(MieniExporting *exporting)
{
    MienStatus status = list_clips(exporting);
    for (int i = 0; i < exporting->animation_count && status == MIEN_OK; ++i)
        status = open_clip(exporting, i);
    return status;
}
