// SPDX-License-Identifier: MIT
//
// Skeletons, pose assets, and the files of a clip collection.

#include "project/recipes/recipes.h"

#include "asset/poses.h"
#include "asset/view.h"
#include "base/source_formats.h"

#include <stdio.h>
#include <string.h>

// Meshes: vertices from a source file, bones and morphs as listed in the asset.

MienStatus mieni_mesh_recipe_place(const MieniProject *project, const char *path, const char *skeleton_path,
                                   MieniSkeletonRecipe *skeleton, MieniArena *arena, MieniProblem *problem)
{
    MieniAsset asset;
    MienError error = {0};
    MienStatus status = mieni_project_load(project, path, MIENI_ASSET_MESH, &asset, problem);
    if (status != MIEN_OK)
        return status;
    const MieniJson *other = mieni_asset_skeleton_json(&asset);
    if (strcmp(other->string, skeleton_path) != 0)
        status = mieni_problem_set(problem, path, MIEN_ERROR_DATA, mieni_in_line(other->line, "skeleton"),
                                   "This mesh uses another skeleton than the asset that names it.");
    else if ((status = mieni_mesh_place(&asset, &skeleton->skeleton, arena, &skeleton->skeleton, &error)) !=
             MIEN_OK)
        mieni_problem_set(problem, path, status, mieni_at_error(&error), "%s", error.message);
    mieni_asset_release(&asset);
    return status;
}

/// The source's mesh, with what the asset says.
static MienStatus describe(const MieniProject *project, const char *path, MieniMeshRecipe *recipe,
                           MieniProblem *problem)
{
    const MieniSourceView *source = mieni_asset_source(&recipe->asset);
    const char *file = mieni_source_file(source);
    MieniTake take;
    MienError error = {0};
    if (file == NULL)
        return mieni_problem_set(problem, path, MIEN_ERROR_DATA, mieni_nowhere(),
                                 "This mesh has no source file, so it has no vertices to cook: import one.");
    recipe->sources.wants_mesh = true;
    MienStatus status =
        mieni_sources_take(&recipe->sources, project, file, mieni_source_json(source), "", &take, problem);
    if (status != MIEN_OK)
        return mieni_problem_refer(problem, status, path, mieni_source_file_json(source), "source.file",
                                   file);
    if (take.source == NULL || take.source->mesh == NULL)
        return mieni_problem_set(problem, file, MIEN_ERROR_DATA, mieni_nowhere(), "No mesh in this file.");
    status =
        mieni_mesh_describe(&recipe->asset, &recipe->skeleton.skeleton, take.source->mesh,
                            &take.source->skeleton, &recipe->arena, &recipe->mesh, &recipe->notes, &error);
    status = mieni_project_status(project, status, &error);
    if (status != MIEN_OK)
        mieni_problem_set(problem, path, status, mieni_at_error(&error), "%s", error.message);
    return status;
}

MienStatus mieni_mesh_recipe(const MieniProject *project, const char *path, MieniMeshRecipe *out_recipe,
                             MieniProblem *problem)
{
    *out_recipe = (MieniMeshRecipe){.arena = {.allocator = mieni_project_allocator(project)}};
    MienStatus status = mieni_project_load(project, path, MIENI_ASSET_MESH, &out_recipe->asset, problem);
    if (status != MIEN_OK)
        return status;
    const MieniJson *skeleton = mieni_asset_skeleton_json(&out_recipe->asset);
    status = mieni_skeleton_recipe(project, skeleton->string, &out_recipe->skeleton, problem);
    if (status != MIEN_OK)
        mieni_problem_refer(problem, status, path, skeleton, "skeleton", skeleton->string);
    else
        status = describe(project, path, out_recipe, problem);
    if (status != MIEN_OK)
        mieni_mesh_recipe_release(out_recipe);
    return status;
}

void mieni_mesh_recipe_release(MieniMeshRecipe *recipe)
{
    mieni_sources_release(&recipe->sources);
    mieni_skeleton_recipe_release(&recipe->skeleton);
    mieni_arena_release(&recipe->arena);
    mieni_asset_release(&recipe->asset);
    *recipe = (MieniMeshRecipe){0};
}

MienStatus mieni_mesh_open(const MieniProject *project, const char *path, MienAuthorPack *out_pack,
                           MienMesh **out_mesh, MieniProblem *problem)
{
    const MienLoadOptions options = {
        .allocator = mieni_project_allocator(project), .borrow_data = true, .trust_hash = true};
    MieniMeshRecipe recipe;
    MienError error = {0};
    *out_pack = (MienAuthorPack){0};
    *out_mesh = NULL;
    MienStatus status = mieni_mesh_recipe(project, path, &recipe, problem);
    if (status != MIEN_OK)
        return status;
    status = mien_author_mesh_cook(&recipe.mesh, options.allocator, out_pack, &error);
    if (status == MIEN_OK)
        status = mien_mesh_load(out_pack->data, out_pack->size, &options, out_mesh, &error);
    mieni_mesh_recipe_release(&recipe);
    if (status == MIEN_OK)
        return MIEN_OK;
    mien_author_pack_release(out_pack);
    status = mieni_project_status(project, status, &error);
    return mieni_problem_set(problem, path, status, mieni_nowhere(), "%s", error.message);
}

MienStatus mieni_problem_refer(MieniProblem *problem, MienStatus status, const char *path,
                               const MieniJson *value, const char *key, const char *target)
{
    enum { LONGEST_TARGET = 72 }; // what a message has room for
    static const char *const subjects[] = {"The file ", "This "};
    char sentence[sizeof problem->error.message];
    if (status == MIEN_OK || problem == NULL || value == NULL || value->line == 0 ||
        problem->error.location[0] != '\0' || strcmp(problem->file, target) != 0 ||
        strlen(target) > LONGEST_TARGET)
        return status;
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; ++i) {
        const size_t size = strlen(subjects[i]);
        if (strncmp(problem->error.message, subjects[i], size) != 0)
            continue;
        snprintf(sentence, sizeof sentence, "\"%.*s\" %.80s", LONGEST_TARGET, target,
                 problem->error.message + size);
        return mieni_problem_set(problem, path, status, mieni_in_line(value->line, "%s", key), "%s",
                                 sentence);
    }
    return status;
}

MienStatus mieni_skeleton_recipe_whole(const MieniProject *project, const char *path,
                                       MieniSkeletonRecipe *out_recipe, MieniProblem *problem)
{
    MienError error = {0};
    *out_recipe = (MieniSkeletonRecipe){.arena = {.allocator = mieni_project_allocator(project)}};
    MienStatus status = mieni_project_load(project, path, MIENI_ASSET_SKELETON, &out_recipe->asset, problem);
    if (status != MIEN_OK)
        return status;
    status = mieni_skeleton_describe(&out_recipe->asset, &out_recipe->arena, &out_recipe->skeleton, &error);
    status = mieni_project_status(project, status, &error);
    if (status != MIEN_OK) {
        mieni_problem_set(problem, path, status, mieni_at_error(&error), "%s", error.message);
        mieni_skeleton_recipe_release(out_recipe);
    }
    return status;
}

void mieni_skeleton_bones_text(const MieniSkeletonRecipe *recipe, MieniTextOut *out)
{
    const MieniSkeletonView *root = mieni_skeleton_of(&recipe->asset);
    mieni_text_put(out, "bones of a skeleton\n");
    for (int i = 0; i < mieni_skeleton_bone_count(root); ++i) {
        mieni_text_put_json(out, mieni_bone_json(mieni_skeleton_bone(root, i)));
        mieni_text_put(out, "\n");
    }
}

/// What depends on a skeleton depends on its bones, not on its list of curves: where a build
/// noted its bones, that note is the input; see cook.h.
static MienStatus note_bones(const MieniProject *project, const char *path, const MieniSkeletonRecipe *recipe,
                             MieniInputs *read, MieniProblem *problem)
{
    char bones[MIENI_PATH_ROOM];
    MieniTextOut text = {0};
    mieni_skeleton_bones_text(recipe, &text);
    const MienStatus status =
        text.is_out_of_memory
            ? mieni_problem_set(problem, path, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.")
        : mieni_project_bones_path(project, path, bones)
            ? mieni_project_note_instead(project, bones, text.bytes, text.size, read, problem)
            : mieni_problem_set(problem, path, MIEN_ERROR_LIMIT, mieni_nowhere(), "This path is too long.");
    mieni_text_release(&text);
    return status;
}

MienStatus mieni_skeleton_recipe(const MieniProject *project, const char *path,
                                 MieniSkeletonRecipe *out_recipe, MieniProblem *problem)
{
    const MieniSkeletonRecipe *known =
        project->known_skeleton != NULL ? project->known_skeleton(project->user, path) : NULL;
    if (known != NULL) {
        *out_recipe = *known;
        out_recipe->is_shared = true;
        return MIEN_OK;
    }
    if (project->inputs == NULL)
        return mieni_skeleton_recipe_whole(project, path, out_recipe, problem);
    MieniProject noting = *project;
    MieniInputs read = {.has_no_hashes = project->inputs->has_no_hashes};
    noting.inputs = &read;
    MienStatus status = mieni_skeleton_recipe_whole(&noting, path, out_recipe, problem);
    if (status == MIEN_OK) {
        status = note_bones(project, path, out_recipe, &read, problem);
        if (status != MIEN_OK)
            mieni_skeleton_recipe_release(out_recipe);
    }
    mieni_inputs_release(&read);
    return status;
}

void mieni_skeleton_recipe_release(MieniSkeletonRecipe *recipe)
{
    if (!recipe->is_shared) {
        mieni_arena_release(&recipe->arena);
        mieni_asset_release(&recipe->asset);
    }
    *recipe = (MieniSkeletonRecipe){0};
}

/// The skin of a face, if its mesh has vertices: one without a source file has bones only.
static MienStatus open_skin(const MieniProject *project, const char *path, MienAuthorPack *out_pack,
                            MienMesh **out_mesh, MieniProblem *problem)
{
    MieniAsset asset;
    if (path == NULL)
        return MIEN_OK;
    const MienStatus status = mieni_project_load(project, path, MIENI_ASSET_MESH, &asset, problem);
    if (status != MIEN_OK)
        return status;
    const bool has_skin = mieni_asset_source(&asset) != NULL;
    mieni_asset_release(&asset);
    return has_skin ? mieni_mesh_open(project, path, out_pack, out_mesh, problem) : MIEN_OK;
}

/// Transfers poses that are read, with the skins of both faces unless the asset wants bones only.
static MienStatus transfer_read(const MieniProject *project, const MieniPosesRecipe *source,
                                const MieniPosesRecipe *recipe, MieniPosesTransfer *made,
                                MieniProblem *problem)
{
    const MieniPoseAssetView *root = mieni_pose_asset_of(&recipe->asset);
    const char *meshes[2] = {mieni_asset_mesh(&source->asset), mieni_pose_asset_mesh(root)};
    const bool has_skins =
        !mieni_transfer_bones_only(mieni_pose_asset_transfer(root)) && meshes[0] != NULL && meshes[1] != NULL;
    MienAuthorPack packs[2] = {0};
    MienMesh *skins[2] = {NULL, NULL};
    MienStatus status = MIEN_OK;
    for (int f = 0; f < 2 && has_skins && status == MIEN_OK; ++f)
        status = open_skin(project, meshes[f], &packs[f], &skins[f], problem);
    made->project = project;
    made->source = &source->poses;
    made->source_mesh = skins[0];
    made->target_mesh = skins[1];
    if (status == MIEN_OK)
        status = mieni_poses_transfer(made, problem);
    for (int f = 0; f < 2; ++f) {
        mien_mesh_destroy(skins[f]);
        mien_author_pack_release(&packs[f]);
    }
    return status;
}

/// Reads the poses of the other face and transfers them.
static MienStatus transfer_from(const MieniProject *project, const MieniPosesRecipe *recipe,
                                MieniPosesTransfer *made, MieniProblem *problem)
{
    enum { DEEPEST = 8 }; // poses may be made of others that are, but not without end
    const MieniTransferView *transfer = mieni_pose_asset_transfer(mieni_pose_asset_of(&recipe->asset));
    const char *from = mieni_transfer_poses(transfer);
    MieniProject deeper = *project;
    MieniPosesRecipe source;
    if (++deeper.transfer_depth > DEEPEST)
        return mieni_problem_set(
            problem, made->path, MIEN_ERROR_DATA,
            mieni_in_line(mieni_transfer_json(transfer)->line, "transfer"),
            "These poses are transferred from each other in a circle, or more than %d times.", DEEPEST);
    MienStatus status = mieni_poses_recipe(&deeper, from, &source, problem);
    if (status != MIEN_OK)
        return mieni_problem_refer(problem, status, made->path, mieni_transfer_poses_json(transfer),
                                   "transfer.poses", from);
    status = transfer_read(project, &source, recipe, made, problem);
    mieni_poses_recipe_release(&source);
    return status;
}

/// The same, unless the project knows the result. What it is made of is noted by the texts themselves.
static MienStatus transfer_once(const MieniProject *project, const MieniPosesRecipe *recipe,
                                MieniPosesTransfer *made, MieniProblem *problem)
{
    const MieniTransferStore *store = project->transfers;
    MieniInputs read = {0};
    MieniProject noting = *project;
    MieniContentHash key;
    if (!mieni_poses_transfer_key(&recipe->asset, made->target, &key))
        return mieni_project_no_memory(project, made->path, problem);
    if (store->find(store->user, project, made->path, &key, made))
        return MIEN_OK;
    noting.inputs = &read;
    noting.known_skeleton = NULL;
    snprintf(noting.build, sizeof noting.build, "%s", ".mien/none"); // no notes of builds
    MienStatus status = transfer_from(&noting, recipe, made, problem);
    if (status == MIEN_OK)
        store->keep(store->user, made->path, &key, &read, made);
    if (project->inputs != NULL && !mieni_inputs_take(project->inputs, &read) && status == MIEN_OK)
        status = mieni_project_no_memory(project, made->path, problem);
    mieni_inputs_release(&read);
    return status;
}

/// Poses of another face, in the proportions of this one.
static MienStatus transfer_poses(const MieniProject *project, const char *path, MieniPosesRecipe *recipe,
                                 const MienAuthorClip **out_clip, MieniProblem *problem)
{
    MieniPosesTransfer made = {
        .path = path, .asset = &recipe->asset, .target = &recipe->skeleton.skeleton, .arena = &recipe->arena};
    const MienStatus status = project->transfers != NULL ? transfer_once(project, recipe, &made, problem)
                                                         : transfer_from(project, recipe, &made, problem);
    *out_clip = made.clip;
    recipe->transferred = made.transferred;
    recipe->transferred_count = made.transferred != NULL ? made.clip->event_count : 0;
    return status;
}

/// Reads the takes that the poses come from.
static MienStatus read_takes(const MieniProject *project, const char *path, MieniPosesRecipe *recipe,
                             MieniPosesTake *takes, int count, MieniProblem *problem)
{
    const MieniJson *source = mieni_source_json(mieni_asset_source(&recipe->asset));
    const char *transferred =
        mieni_transfer_poses(mieni_pose_asset_transfer(mieni_pose_asset_of(&recipe->asset)));
    if (transferred != NULL && source != NULL)
        return mieni_problem_set(problem, path, MIEN_ERROR_DATA, mieni_in_line(source->line, "source"),
                                 "Poses have a source or are transferred: remove one of the two.");
    for (int i = 0; i < count; ++i) {
        MieniTake take;
        if (transferred != NULL && strcmp(takes[i].file, transferred) == 0) {
            const MienStatus made = transfer_poses(project, path, recipe, &takes[i].clip, problem);
            if (made != MIEN_OK)
                return made;
            continue;
        }
        const MienStatus status = mieni_sources_take(&recipe->sources, project, takes[i].file, source,
                                                     takes[i].take, &take, problem);
        if (status != MIEN_OK)
            return mieni_problem_refer(problem, status, path, source, "source", takes[i].file);
        takes[i].clip = take.clip;
    }
    return MIEN_OK;
}

static MienStatus open_takes(const MieniProject *project, const char *path, MieniPosesRecipe *recipe,
                             MieniProblem *problem)
{
    MieniPosesTake *takes = NULL;
    MienError error = {0};
    const MieniPoseAssetView *root = mieni_pose_asset_of(&recipe->asset);
    const char *skeleton = mieni_text_or_empty(mieni_pose_asset_skeleton(root)),
               *mesh = mieni_pose_asset_mesh(root);
    MienStatus status = mieni_skeleton_recipe(project, skeleton, &recipe->skeleton, problem);
    if (status != MIEN_OK)
        return mieni_problem_refer(problem, status, path, mieni_pose_asset_skeleton_json(root), "skeleton",
                                   skeleton);
    if (mesh != NULL)
        status = mieni_mesh_recipe_place(project, mesh, skeleton, &recipe->skeleton, &recipe->arena, problem);
    if (status != MIEN_OK)
        return mieni_problem_refer(problem, status, path, mieni_pose_asset_mesh_json(root), "mesh", mesh);
    status = mieni_poses_takes(&recipe->asset, &recipe->arena, &takes, &recipe->take_count, &error);
    status = mieni_project_status(project, status, &error);
    if (status != MIEN_OK)
        return mieni_problem_set(problem, path, status, mieni_at_error(&error), "%s", error.message);
    recipe->takes = takes;
    return read_takes(project, path, recipe, takes, recipe->take_count, problem);
}

MienStatus mieni_poses_open(const MieniProject *project, const char *path, MieniAsset *asset,
                            MieniPosesRecipe *out_recipe, MieniProblem *problem)
{
    *out_recipe = (MieniPosesRecipe){.arena = {.allocator = mieni_project_allocator(project)}};
    MienStatus status = MIEN_OK;
    if (asset != NULL) {
        out_recipe->asset = *asset;
        *asset = (MieniAsset){0};
    } else {
        status = mieni_project_load(project, path, MIENI_ASSET_POSES, &out_recipe->asset, problem);
    }
    if (status == MIEN_OK)
        status = open_takes(project, path, out_recipe, problem);
    if (status != MIEN_OK)
        mieni_poses_recipe_release(out_recipe);
    return status;
}

MienStatus mieni_poses_recipe(const MieniProject *project, const char *path, MieniPosesRecipe *out_recipe,
                              MieniProblem *problem)
{
    MieniPosesNotes notes = {0};
    MienError error = {0};
    MienStatus status = mieni_poses_open(project, path, NULL, out_recipe, problem);
    if (status != MIEN_OK)
        return status;
    status = mieni_poses_follow(&out_recipe->asset, out_recipe->takes, out_recipe->take_count,
                                &out_recipe->arena, &out_recipe->match, &error);
    if (status == MIEN_OK)
        status = mieni_poses_describe(&out_recipe->asset, &out_recipe->skeleton.skeleton, out_recipe->takes,
                                      out_recipe->take_count, &out_recipe->arena, &out_recipe->poses, &notes,
                                      &error);
    out_recipe->ignored_count = notes.ignored_count;
    status = mieni_project_status(project, status, &error);
    if (status != MIEN_OK) {
        mieni_problem_set(problem, path, status, mieni_at_error(&error), "%s", error.message);
        mieni_poses_recipe_release(out_recipe);
    }
    return status;
}

void mieni_poses_recipe_release(MieniPosesRecipe *recipe)
{
    mieni_sources_release(&recipe->sources);
    mieni_skeleton_recipe_release(&recipe->skeleton);
    mieni_arena_release(&recipe->arena);
    mieni_asset_release(&recipe->asset);
    *recipe = (MieniPosesRecipe){0};
}

static bool matches_any(const MieniJson *patterns, const char *path)
{
    for (int i = 0; patterns != NULL && i < patterns->count; ++i)
        if (mieni_path_matches(patterns->items[i]->string, path))
            return true;
    return false;
}

/// Whether a file is one of a clips asset's, apart from those it skips.
static bool is_member(const MieniJson *files, const MieniJson *exclude, const char *file)
{
    return matches_any(files, file) && !matches_any(exclude, file) &&
           mieni_asset_kind_of_path(file) == MIENI_ASSET_NONE;
}

bool mieni_clips_has(const MieniAsset *asset, const char *file)
{
    const MieniClipsView *clips = mieni_clips_of(asset);
    const int row = mieni_clips_find_exception(clips, file);
    return is_member(mieni_clips_files_json(clips), mieni_clips_exclude_json(clips), file) &&
           (row < 0 || !mieni_exception_skip(mieni_clips_exception(clips, row)));
}

/// The first of sorted files that begins as the text or comes after such files; or the first after.
static int find_beginning(const MieniPaths *files, const char *text, size_t size, bool is_after)
{
    int low = 0, high = files->count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (strncmp(files->items[middle], text, size) < (is_after ? 1 : 0))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/// Where files are that may fit one of the patterns, by what is before their first stars: ten
/// languages of a project are not to look at each other's files.
static void find_range(const MieniJson *patterns, const MieniPaths *files, int *out_first, int *out_end)
{
    *out_first = files->count;
    *out_end = 0;
    for (int i = 0; patterns != NULL && i < patterns->count; ++i) {
        const char *pattern = patterns->items[i]->string;
        const size_t size = strcspn(pattern, "*?");
        const int first = find_beginning(files, pattern, size, false);
        const int end = find_beginning(files, pattern, size, true);
        if (first < end && first < *out_first)
            *out_first = first;
        if (first < end && end > *out_end)
            *out_end = end;
    }
}

bool mieni_clips_find(const MieniAsset *asset, const MieniPaths *files,
                      bool (*found)(void *user, const char *member), void *user)
{
    const MieniClipsView *clips = mieni_clips_of(asset);
    const MieniJson *patterns = mieni_clips_files_json(clips), *exclude = mieni_clips_exclude_json(clips);
    MieniPaths skipped = {0};
    bool is_good = true;
    int first, end;
    for (int i = 0; i < mieni_clips_exception_count(clips) && is_good; ++i) {
        const MieniExceptionView *exception = mieni_clips_exception(clips, i);
        if (mieni_exception_skip(exception))
            is_good = mieni_paths_add(&skipped, mieni_exception_file(exception));
    }
    mieni_paths_sort(&skipped);
    find_range(patterns, files, &first, &end);
    for (int i = first; i < end && is_good; ++i)
        if (is_member(patterns, exclude, files->items[i]) && !mieni_paths_has(&skipped, files->items[i]))
            is_good = found(user, files->items[i]);
    mieni_paths_release(&skipped);
    return is_good;
}

static bool add_member(void *user, const char *member) { return mieni_paths_add(user, member); }

MienStatus mieni_clips_members(const MieniProject *project, const char *path, const MieniPaths *files,
                               MieniPaths *out_members, MieniProblem *problem)
{
    MieniAsset asset;
    MienStatus status = mieni_project_load(project, path, MIENI_ASSET_CLIPS, &asset, problem);
    if (status != MIEN_OK)
        return status;
    if (!mieni_clips_find(&asset, files, add_member, out_members))
        status = mieni_problem_set(problem, path, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    mieni_asset_release(&asset);
    return status;
}

bool mieni_clips_file_of(const MieniProject *project, const MieniAsset *asset, const char *path,
                         char out[MIENI_PATH_ROOM])
{
    char end[MIENI_ENDING_ROOM];
    const size_t size = strlen(path), ending = strlen(".clip.json");
    if (mieni_asset_kind_of_path(path) != MIENI_ASSET_CLIP || size <= ending)
        return false;
    for (int f = 0; f < MIENI_FORMAT_COUNT; ++f)
        for (int e = 0; mieni_source_format_ending(&mieni_source_formats[f], e, end); ++e) {
            size_t used = 0;
            if (mieni_path_put(out, &used, path, size - ending) &&
                mieni_path_put(out, &used, end, strlen(end)) && mieni_clips_has(asset, out) &&
                mieni_project_exists(project, out))
                return true;
        }
    return false;
}

bool mieni_clips_member_name(const char *file, char out[MIENI_PATH_ROOM])
{
    const char *slash = strrchr(file, '/'), *name = slash != NULL ? slash + 1 : file;
    const char *dot = strrchr(name, '.');
    size_t used = 0;
    return mieni_path_put(out, &used, file,
                          dot != NULL && dot != name ? (size_t)(dot - file) : strlen(file)) &&
           mieni_path_put(out, &used, ".clip", 5);
}
