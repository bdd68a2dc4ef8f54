// SPDX-License-Identifier: MIT
//
// Previews. Assets that are not characters get a temporary character in the snapshot.

#include "core/float_rules.h"

#include "studio/model/facts/preview.h"

#include "asset/edit/skeleton.h"
#include "asset/view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char MADE_UP[] = "studio-preview.character.json", TAKE[] = "studio-take.clip.json";

MienStatus studio_preview_begin(Studio *studio, const char *path, const char *mesh, const char *clip,
                                StudioPacks *packs, StudioPreview **out_preview, MieniProblem *problem)
{
    StudioPreview *preview = calloc(1, sizeof *preview);
    *out_preview = NULL;
    if (preview == NULL)
        return studio_no_memory(problem, path);
    snprintf(preview->path, sizeof preview->path, "%s", path);
    snprintf(preview->mesh, sizeof preview->mesh, "%s", mesh != NULL ? mesh : "");
    snprintf(preview->clip, sizeof preview->clip, "%s", clip != NULL ? clip : "");
    const MienStatus status = studio_snapshot_make(&studio->files, &preview->snapshot, problem);
    if (status != MIEN_OK) {
        studio_preview_destroy(preview);
        return status;
    }
    preview->project = preview->snapshot->project;
    // Notes of builds stand for texts that may have been edited since: there are none.
    snprintf(preview->project.build, sizeof preview->project.build, "%s", ".mien/none");
    preview->project.packs = packs != NULL ? &packs->store : NULL;
    *out_preview = preview;
    return MIEN_OK;
}

MienStatus studio_preview_set_take(StudioPreview *preview, const char *clip)
{
    const MieniProject *project = &preview->snapshot->project;
    MieniAsset asset;
    preview->status = mieni_project_load(project, clip, MIENI_ASSET_CLIP, &asset, &preview->problem);
    if (preview->status != MIEN_OK)
        return preview->status;
    MieniClipView *view = mieni_clip_of(&asset);
    mieni_clip_unset_solve(view);
    mieni_clip_unset_keyed(view);
    mieni_clip_unset_modifiers(view);
    preview->status = mieni_project_save(project, TAKE, &asset, &preview->problem);
    mieni_asset_release(&asset);
    snprintf(preview->clip, sizeof preview->clip, "%s", TAKE);
    return preview->status;
}

/// Lets the skeleton of the snapshot list the curves of all poses or morphs, so that each can be driven.
static MienStatus list_curves(StudioPreview *preview, const char *skeleton, const MieniAsset *face)
{
    const MieniProject *project = &preview->snapshot->project;
    const MieniPoseAssetView *poses = mieni_pose_asset_of(face);
    const MieniMeshView *mesh = mieni_mesh_of(face);
    const int pose_count = mieni_pose_asset_pose_count(poses),
              count = pose_count + mieni_mesh_morph_count(mesh);
    MieniAsset asset;
    int added = 0;
    const char **names = calloc((size_t)count + 1, sizeof *names);
    MienStatus status = names != NULL ? MIEN_OK : studio_no_memory(&preview->problem, skeleton);
    if (status == MIEN_OK)
        status = mieni_project_load(project, skeleton, MIENI_ASSET_SKELETON, &asset, &preview->problem);
    if (status == MIEN_OK) {
        for (int i = 0; i < count; ++i)
            names[i] = mieni_text_or_empty(i < pose_count
                                               ? mieni_pose_name(mieni_pose_asset_pose(poses, i))
                                               : mieni_morph_name(mieni_mesh_morph(mesh, i - pose_count)));
        status = mieni_skeleton_add_curves(&asset, names, count, &added, &preview->problem.error);
        if (status == MIEN_OK && added > 0)
            status = mieni_project_save(project, skeleton, &asset, &preview->problem);
        mieni_asset_release(&asset);
    }
    free(names);
    return status;
}

/// Writes a character for a pose asset or a mesh into the snapshot.
static MienStatus make_up(StudioPreview *preview)
{
    const MieniProject *project = &preview->snapshot->project;
    const MieniAssetKind kind = mieni_asset_kind_of_path(preview->path);
    MieniAsset shown, character;
    MienStatus status = mieni_project_load(project, preview->path, kind, &shown, &preview->problem);
    if (status != MIEN_OK)
        return status;
    const char *skeleton = mieni_asset_skeleton(&shown), *mesh = mieni_asset_mesh(&shown);
    status = list_curves(preview, mieni_text_or_empty(skeleton), &shown);
    if (status == MIEN_OK)
        status = mieni_asset_begin(&character, MIENI_ASSET_CHARACTER, NULL);
    if (status == MIEN_OK) {
        MieniCharacterView *made = mieni_character_of(&character);
        mieni_character_set_skeleton(&character.json, made, skeleton);
        mieni_character_set_mesh(&character.json, made,
                                 kind == MIENI_ASSET_MESH   ? preview->path
                                 : preview->mesh[0] != '\0' ? preview->mesh
                                                            : mesh);
        mieni_character_set_poses(&character.json, made, kind == MIENI_ASSET_POSES ? preview->path : NULL);
        status = mieni_project_save(project, MADE_UP, &character, &preview->problem);
        mieni_asset_release(&character);
    }
    mieni_asset_release(&shown);
    return status;
}

/// The place of the graph that a clip goes to: where it is already; the only one, or the only
/// parameter, because what a graph leaves to others is meant; that of the face, if one is called
/// so; or else the first. -1: there is none.
static int clip_place(const MieniCharacter *character, const char *clip)
{
    static const char *const names[] = {"clip", "line", "face"};
    int first = -1, parameter = -1, parameters = 0;
    for (int i = 0; i < character->asset_count; ++i) {
        const MieniCharacterAsset *asset = &character->assets[i];
        if (asset->place.type != MIEN_GRAPH_CLIP)
            continue;
        if (strcmp(asset->path, clip) == 0)
            return i;
        first = first < 0 ? i : first;
        parameter = asset->place.parameter >= 0 && parameter < 0 ? i : parameter;
        parameters += asset->place.parameter >= 0;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names && parameters != 1; ++i) {
        const int place = mieni_character_find_asset(character, MIEN_GRAPH_CLIP, names[i]);
        if (place >= 0)
            return place;
    }
    return parameter >= 0 ? parameter : first;
}

/// Remembers the curves that the character sets itself, which weights lie over.
static bool keep_own(StudioPreview *preview)
{
    const MienCurveSet *given = &preview->character.given;
    preview->own_values = calloc((size_t)given->count + 1, sizeof *preview->own_values);
    preview->own_is_set = calloc((size_t)given->count + 1, sizeof *preview->own_is_set);
    if (preview->own_values == NULL || preview->own_is_set == NULL)
        return false;
    for (int i = 0; i < given->count; ++i) {
        preview->own_is_set[i] = mien_curve_set_has(given, i);
        preview->own_values[i] = mien_curve_set_value(given, i);
    }
    return true;
}

void studio_preview_run(StudioPreview *preview)
{
    const MieniAssetKind kind = mieni_asset_kind_of_path(preview->path);
    MieniCharacter *character = &preview->character;
    const bool is_character = kind == MIENI_ASSET_CHARACTER;
    if (!is_character && kind != MIENI_ASSET_POSES && kind != MIENI_ASSET_MESH) {
        preview->status = mieni_problem_set(&preview->problem, preview->path, MIEN_ERROR_ARGUMENT,
                                            mieni_nowhere(), "This cannot be shown in the viewport");
        return;
    }
    if (!is_character)
        preview->status = make_up(preview);
    if (preview->status == MIEN_OK)
        preview->status = mieni_character_open(&preview->project, is_character ? preview->path : MADE_UP,
                                               character, &preview->problem);
    const int place =
        preview->status == MIEN_OK && preview->clip[0] != '\0' ? clip_place(character, preview->clip) : -1;
    if (place >= 0 && !mieni_character_replace(character, place, preview->clip))
        preview->status = MIEN_ERROR_MEMORY;
    if (preview->status == MIEN_OK)
        preview->status =
            mieni_character_bind(character, &(MieniCharacterOptions){.wants_trace = true}, &preview->problem);
    if (preview->status == MIEN_OK && !keep_own(preview))
        preview->status = studio_no_memory(&preview->problem, preview->path);
    preview->is_made = preview->status == MIEN_OK;
    if (preview->status != MIEN_OK)
        mieni_character_close(character);
}

void studio_preview_destroy(StudioPreview *preview)
{
    if (preview == NULL)
        return;
    if (preview->is_made)
        mieni_character_close(&preview->character);
    studio_snapshot_destroy(preview->snapshot);
    free(preview->own_values);
    free(preview->own_is_set);
    free(preview);
}

MienStatus studio_preview_play(StudioPreview *preview, double time, double rate, const float *values)
{
    MieniCharacter *character = &preview->character;
    if (!preview->is_made)
        return preview->status != MIEN_OK ? preview->status : MIEN_ERROR_ARGUMENT;
    mien_curve_set_clear(&character->given);
    for (int i = 0; i < character->given.count; ++i) {
        if (!isnan(values[i]))
            mien_curve_set_put(&character->given, i, values[i]);
        else if (preview->own_is_set[i])
            mien_curve_set_put(&character->given, i, preview->own_values[i]);
    }
    if (time < character->time)
        mieni_character_restart(character);
    if (rate > 0 && (character->time < 0 || time - character->time > 1))
        return mieni_character_go(character, time, rate, NULL);
    return mieni_character_step(character, time);
}
