// SPDX-License-Identifier: MIT
//
// Creates a pose asset from a source file.

#include "project/import/make_poses.h"

#include "asset/poses_parts.h"
#include "asset/view.h"
#include "mien_io/makehuman.h"

#include <stdlib.h>
#include <string.h>

/// How many moments of the take become poses or are skipped.
static int moment_count(const MieniMakePosesOptions *options, const MienAuthorClip *clip)
{
    if (options->from == MIENI_POSES_TIMES)
        return options->time_count;
    if (options->from == MIENI_POSES_MARKERS)
        return clip->event_count;
    if (options->count > 0)
        return options->count;
    const int frames = mieni_take_frame_count(clip);
    return frames > options->first ? frames - options->first : 0;
}

MienStatus mieni_read_names(const void *bytes, size_t size, int count, const char *file,
                            MienAuthorNameList **out_list, MieniProblem *problem)
{
    MienError error = {0};
    const char *text = bytes;
    size_t at = 0;
    while (at < size && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r' || text[at] == '\n'))
        ++at;
    const MienStatus status = (at < size && text[at] == '{'
                                   ? mien_io_makehuman_names_read
                                   : mien_author_name_list_read)(bytes, size, count, NULL, out_list, &error);
    return status == MIEN_OK
               ? MIEN_OK
               : mieni_problem_set(problem, file, status, mieni_at_error(&error), "%s", error.message);
}

static MienStatus make_named(const MieniMakePosesOptions *options, MieniPosesPlan *plan,
                             MieniAsset *out_asset, MieniProblem *problem)
{
    MienAuthorNameList *list = NULL;
    MienError error = {0};
    const int count = moment_count(options, plan->take.clip);
    const char **names = calloc((size_t)count + 1, sizeof *names);
    bool *is_skipped = calloc((size_t)count + 1, sizeof *is_skipped);
    MienStatus status = MIEN_OK;
    if (names == NULL || is_skipped == NULL)
        status =
            mieni_problem_set(problem, plan->take.file, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    if (status == MIEN_OK && options->names != NULL)
        status =
            mieni_read_names(options->names, options->names_size, count, options->names_file, &list, problem);
    if (status == MIEN_OK) {
        for (int i = 0; list != NULL && i < count; ++i) {
            names[i] = list->frames[i].is_default ? NULL : list->frames[i].name;
            is_skipped[i] = list->frames[i].is_skipped;
        }
        plan->names = names;
        plan->is_skipped = is_skipped;
        plan->name_count = list != NULL ? count : 0;
        status = mieni_poses_make(out_asset, options->skeleton, options->is_absolute, options->base, plan,
                                  NULL, &error);
        if (status != MIEN_OK)
            mieni_problem_set(problem, plan->take.file, status, mieni_at_error(&error), "%s", error.message);
    }
    mien_author_name_list_destroy(list);
    free(names);
    free(is_skipped);
    return status;
}

MienStatus mieni_make_poses(const MieniProject *project, const char *file,
                            const MieniMakePosesOptions *options, MieniSources *sources,
                            MieniAsset *out_asset, MieniTake *out_take, MieniProblem *problem)
{
    const char *take = options->import.take != NULL ? options->import.take : "";
    MienStatus status = mieni_sources_read(sources, project, file, &options->import, out_take, problem);
    if (status != MIEN_OK)
        return status;
    // Morphs are curves, so in glTF curves alone are faces too.
    if (out_take->clip == NULL || (out_take->clip->track_count == 0 && out_take->source == NULL))
        return mieni_problem_set(problem, file, MIEN_ERROR_DATA, mieni_nowhere(),
                                 "No bone motion in this file to create poses from.");
    if (options->from == MIENI_POSES_MARKERS && out_take->clip->event_count == 0)
        return mieni_problem_set(problem, file, MIEN_ERROR_DATA, mieni_nowhere(),
                                 "This take has no markers: use --frames or --times.");
    MieniPosesPlan plan = {.take = {file, take, out_take->clip},
                           .from = options->from,
                           .first = options->first,
                           .count = options->count,
                           .times = options->times,
                           .time_count = options->time_count};
    status = make_named(options, &plan, out_asset, problem);
    if (status == MIEN_OK)
        mieni_pose_asset_set_source_json(&out_asset->json, mieni_pose_asset_of(out_asset),
                                         mieni_import_source(&out_asset->json, file, &options->import));
    return status;
}

/// A text that lives as long as the arena.
static const char *keep_text(MieniArena *arena, const char *text)
{
    return mieni_arena_text(arena, text, strlen(text));
}

/// The skeleton of a mesh.
static MienStatus find_skeleton(const MieniProject *project, const char *mesh, MieniArena *arena,
                                const char **out_path, MieniProblem *problem)
{
    MieniAsset asset;
    const MienStatus status = mieni_project_load(project, mesh, MIENI_ASSET_MESH, &asset, problem);
    if (status == MIEN_OK)
        *out_path = keep_text(arena, mieni_asset_skeleton(&asset));
    mieni_asset_release(&asset);
    return status;
}

/// Makes the skeleton of the source.
static MienStatus make_skeleton(const MieniProject *project, const char *file,
                                const MieniImportOptions *import, MieniArena *arena, const char **out_path,
                                MieniProblem *problem)
{
    MieniImportReport report;
    MieniImportOptions only = *import;
    only.skip_clip = only.skip_mesh = only.skip_poses = true;
    MienStatus status = mieni_import(project, file, &only, &report, problem);
    const MieniImportLine *made = mieni_import_report_find(&report, MIENI_ASSET_SKELETON);
    if (status == MIEN_OK && made == NULL)
        status = mieni_problem_set(problem, file, MIEN_ERROR_DATA, mieni_nowhere(),
                                   "This file has no bones: choose a skeleton with --skeleton.");
    if (status == MIEN_OK)
        *out_path = keep_text(arena, made->path);
    mieni_import_report_release(&report);
    return status;
}

MienStatus mieni_make_poses_asset(const MieniProject *project, const char *path, const char *file,
                                  const MieniMakePosesOptions *options, const char *mesh,
                                  MieniSources *sources, MieniMadePoses *out_made, MieniProblem *problem)
{
    MieniMakePosesOptions making = *options;
    MieniAsset asset = {0}, kept = {0};
    MieniArena arena = {0};
    MienStatus status = MIEN_OK;
    *out_made = (MieniMadePoses){0};
    if (mesh != NULL && making.import.skeleton == NULL)
        status = find_skeleton(project, mesh, &arena, &making.import.skeleton, problem);
    const char *skeleton = making.import.skeleton;
    mieni_import_keep(project, file, &making.import, &kept);
    making.import.progress = NULL; // that of sources counts
    // First the poses, so that what is refused leaves no skeleton behind.
    making.skeleton = skeleton != NULL ? skeleton : "made.skeleton.json";
    if (status == MIEN_OK)
        status = mieni_make_poses(project, file, &making, sources, &asset, &out_made->take, problem);
    if (status == MIEN_OK && skeleton == NULL)
        status = make_skeleton(project, file, &making.import, &arena, &skeleton, problem);
    if (status == MIEN_OK) {
        MieniPoseAssetView *poses = mieni_pose_asset_of(&asset);
        mieni_pose_asset_set_skeleton(&asset.json, poses, skeleton);
        mieni_pose_asset_set_mesh(&asset.json, poses, mesh);
        out_made->pose_count = mieni_pose_asset_pose_count(poses);
        out_made->skipped_count = mieni_pose_asset_skipped_pose_count(poses);
        status = mieni_pose_curves_save(project, path, &asset, &out_made->curves, problem);
    }
    mieni_asset_release(&asset);
    mieni_asset_release(&kept);
    mieni_arena_release(&arena);
    return status;
}
