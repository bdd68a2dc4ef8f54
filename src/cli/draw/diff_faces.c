// SPDX-License-Identifier: MIT
//
// Comparing two versions of a pose asset on a face.

#include "core/float_rules.h"

#include "cli/draw/diff_faces.h"

#include "asset/view.h"
#include "base/transform.h"
#include "cli/find_asset.h"
#include "cli/limits.h"
#include "project/build/cook.h"
#include "project/files/os.h"

#include <stdlib.h>
#include <string.h>

// Opening both versions of a pose asset and the face that they are compared on.

/// Loads what a pack or a cooked asset holds into the place of its kind.
static int load(CliDiffFaces *faces, const void *data, size_t size, const char *path, MienPackKind kind,
                MienPoseAsset **out_poses)
{
    MienError error = {0};
    const MienStatus status =
        kind == MIEN_PACK_SKELETON ? mien_skeleton_load(data, size, NULL, &faces->skeleton, &error)
        : kind == MIEN_PACK_MESH   ? mien_mesh_load(data, size, NULL, &faces->mesh, &error)
                                   : mien_pose_asset_load(data, size, NULL, out_poses, &error);
    return status == MIEN_OK ? CLI_EXIT_OK : cli_fail_error(faces->args, path, &error);
}

static int open_pack(CliDiffFaces *faces, const char *given, MienPackKind kind, MienPoseAsset **out_poses)
{
    CliInput input;
    int code = cli_input_open(faces->args, given, &input);
    if (code != CLI_EXIT_OK)
        return code;
    code = load(faces, input.data, input.size, input.path, kind, out_poses);
    cli_input_close(&input);
    return code;
}

/// Cooks an asset in memory.
static int open_asset(CliDiffFaces *faces, const MieniProject *project, const char *path, MienPackKind kind,
                      MienPoseAsset **out_poses)
{
    MieniProblem problem = {0};
    MienAuthorPack pack = {0};
    if (mieni_cook_pack(project, path, NULL, &pack, &problem) != MIEN_OK)
        return cli_fail_problem(faces->args, &problem);
    const int code = load(faces, pack.data, pack.size, path, kind, out_poses);
    mien_author_pack_release(&pack);
    return code;
}

static int open_project(CliDiffFaces *faces)
{
    const int code = faces->has_project ? CLI_EXIT_OK : cli_project_open(faces->args, &faces->project);
    faces->has_project = code == CLI_EXIT_OK;
    return code;
}

/// The project that a version lies in: that of the command, or another one, such as an
/// older one checked out beside it.
static int open_side_project(CliDiffFaces *faces, CliDiffSide *side, const MieniProject **out_project)
{
    char path[MIENI_PATH_ROOM];
    MieniProblem problem = {0};
    *out_project = &faces->project;
    if (!faces->has_project)
        faces->has_project =
            mieni_project_open(&faces->project, cli_value(faces->args, "project", ""), &problem) == MIEN_OK;
    faces->project.budget = cli_budget();
    if (faces->has_project && (cli_has(faces->args, "project")
                                   ? !mieni_os_is_absolute(side->path) ||
                                         mieni_project_relate(&faces->project, side->path, path, &problem)
                                   : mieni_project_relate(&faces->project, side->path, path, &problem)))
        return CLI_EXIT_OK;
    MieniProblem other = {0};
    side->has_own = mieni_project_open(&side->own, side->path, &other) == MIEN_OK;
    side->own.budget = cli_budget();
    if (side->has_own)
        *out_project = &side->own;
    else
        mieni_project_close(&side->own);
    return side->has_own ? CLI_EXIT_OK : cli_fail_problem(faces->args, &problem);
}

/// Names and ids of poses, by which one that was renamed is found again.
static int read_ids(CliDiffFaces *faces, CliDiffSide *side, const MieniPoseAssetView *poses)
{
    const CliArgs *args = faces->args;
    const int count = mieni_pose_asset_pose_count(poses);
    side->names.items = mieni_arena_take(args->arena, (size_t)count, sizeof *side->names.items);
    side->ids.items = mieni_arena_take(args->arena, (size_t)count, sizeof *side->ids.items);
    if (side->names.items == NULL || side->ids.items == NULL)
        return cli_fail_memory(args);
    for (int i = 0; i < count; ++i) {
        const MieniPoseView *pose = mieni_pose_asset_pose(poses, i);
        side->names.items[i] = cli_text(args, "%s", mieni_text_or_empty(mieni_pose_name(pose)));
        side->ids.items[i] = cli_text(args, "%s", mieni_text_or_empty(mieni_pose_id(pose)));
    }
    side->names.count = side->ids.count = count;
    return CLI_EXIT_OK;
}

/// Reads an asset again for what a pack does not hold; *out_named is the mesh of poses or the
/// skeleton of a mesh, NULL if it names none.
static int read_text(CliDiffFaces *faces, const MieniProject *project, const char *path, MieniAssetKind kind,
                     CliDiffSide *side, const char **out_named)
{
    MieniAsset asset;
    MieniProblem problem = {0};
    if (mieni_project_load(project, path, kind, &asset, &problem) != MIEN_OK)
        return cli_fail_problem(faces->args, &problem);
    const char *named = kind == MIENI_ASSET_POSES ? mieni_asset_mesh(&asset) : mieni_asset_skeleton(&asset);
    *out_named = named != NULL ? cli_text(faces->args, "%s", named) : NULL;
    const int code = side != NULL ? read_ids(faces, side, mieni_pose_asset_of(&asset)) : CLI_EXIT_OK;
    mieni_asset_release(&asset);
    return code;
}

/// The mesh of the first character that names these poses; NULL if none does.
static const char *guess_mesh(const CliDiffFaces *faces, const MieniProject *project, const char *poses)
{
    MieniPaths files = {0};
    MieniProblem problem = {0};
    const char *found = NULL;
    if (mieni_project_files(project, &files, &problem) == MIEN_OK)
        for (int i = 0; i < files.count && found == NULL; ++i) {
            MieniAsset asset;
            if (mieni_asset_kind_of_path(files.items[i]) != MIENI_ASSET_CHARACTER ||
                mieni_project_load(project, files.items[i], MIENI_ASSET_CHARACTER, &asset, &problem) !=
                    MIEN_OK)
                continue;
            const MieniCharacterView *character = mieni_character_of(&asset);
            const char *mesh = mieni_character_mesh(character);
            if (mesh != NULL && strcmp(mieni_text_or_empty(mieni_character_poses(character)), poses) == 0)
                found = cli_text(faces->args, "%s", mesh);
            mieni_asset_release(&asset);
        }
    mieni_paths_release(&files);
    return found;
}

/// Opens a version. *out_project and *out_path are NULL for a pack, *out_mesh is what the
/// asset says of its mesh.
static int open_side(CliDiffFaces *faces, CliDiffSide *side, const MieniProject **out_project,
                     const char **out_mesh)
{
    const CliArgs *args = faces->args;
    CliArgs plain = *args;
    const char *path;
    plain.given_count = 0; // --project names nothing of another one
    *out_project = NULL;
    *out_mesh = NULL;
    if (cli_is_pack_word(side->path))
        return open_pack(faces, side->path, MIEN_PACK_POSE_ASSET, &side->asset);
    int code = open_side_project(faces, side, out_project);
    if (code == CLI_EXIT_OK)
        code = cli_find_asset_as(side->has_own ? &plain : args, *out_project, side->path, MIENI_ASSET_POSES,
                                 &path);
    if (code == CLI_EXIT_OK)
        code = open_asset(faces, *out_project, path, MIEN_PACK_POSE_ASSET, &side->asset);
    if (code == CLI_EXIT_OK)
        code = read_text(faces, *out_project, path, MIENI_ASSET_POSES, side, out_mesh);
    if (code == CLI_EXIT_OK && *out_mesh == NULL && !cli_has(args, "mesh"))
        *out_mesh = guess_mesh(faces, *out_project, path);
    return code;
}

/// --mesh, or what the asset says; and the skeleton that this says.
static int open_mesh(CliDiffFaces *faces, const MieniProject *project, const char *path,
                     const char **out_skeleton)
{
    const CliArgs *args = faces->args;
    const char *given = cli_value(args, "mesh", NULL);
    int code = CLI_EXIT_OK;
    *out_skeleton = NULL;
    if (given == NULL && path == NULL)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--visual needs a face: use --mesh MESH.");
    faces->mesh_path = given != NULL ? given : path;
    if (given != NULL && cli_is_pack_word(given))
        return open_pack(faces, given, MIEN_PACK_MESH, NULL);
    if (given != NULL) {
        code = open_project(faces);
        project = &faces->project;
        if (code == CLI_EXIT_OK)
            code = cli_find_asset_as(args, project, given, MIENI_ASSET_MESH, &path);
    }
    if (code == CLI_EXIT_OK)
        code = open_asset(faces, project, path, MIEN_PACK_MESH, NULL);
    if (code == CLI_EXIT_OK)
        code = read_text(faces, project, path, MIENI_ASSET_MESH, NULL, out_skeleton);
    faces->mesh_project = project;
    faces->mesh_path = path;
    return code;
}

static int open_skeleton(CliDiffFaces *faces, const char *path)
{
    const CliArgs *args = faces->args;
    const char *given = cli_value(args, "skeleton", NULL);
    const MieniProject *project = faces->mesh_project;
    int code = CLI_EXIT_OK;
    if (given == NULL && path == NULL)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        "The mesh does not name its skeleton: use --skeleton SKELETON.");
    if (given != NULL && cli_is_pack_word(given))
        return open_pack(faces, given, MIEN_PACK_SKELETON, NULL);
    if (given != NULL) {
        code = open_project(faces);
        project = &faces->project;
        if (code == CLI_EXIT_OK)
            code = cli_find_asset_as(args, project, given, MIENI_ASSET_SKELETON, &path);
    }
    return code == CLI_EXIT_OK ? open_asset(faces, project, path, MIEN_PACK_SKELETON, NULL) : code;
}

/// Opens what both arguments name, --mesh and --skeleton. Says what is wrong and returns
/// the exit code.
static int diff_sides_open(CliDiffFaces *faces)
{
    const MieniProject *project = NULL;
    const char *mesh = NULL, *skeleton = NULL;
    int code = CLI_EXIT_OK;
    for (int s = 0; s < 2 && code == CLI_EXIT_OK; ++s) {
        faces->sides[s].path = faces->args->values[s];
        code = open_side(faces, &faces->sides[s], &project, &mesh);
    }
    if (code == CLI_EXIT_OK)
        code = open_mesh(faces, project, mesh, &skeleton);
    return code == CLI_EXIT_OK ? open_skeleton(faces, skeleton) : code;
}

static void diff_sides_close(CliDiffFaces *faces)
{
    for (int s = 0; s < 2; ++s) {
        mien_pose_asset_destroy(faces->sides[s].asset);
        if (faces->sides[s].has_own)
            mieni_project_close(&faces->sides[s].own);
    }
    mien_mesh_destroy(faces->mesh);
    mien_skeleton_destroy(faces->skeleton);
    if (faces->has_project)
        mieni_project_close(&faces->project);
}

/// What moved by less, in metres, is the same.
static const float diff_least = 1e-5f;

static int bind(CliDiffFaces *faces)
{
    const CliArgs *args = faces->args;
    MienError error = {0};
    if (mien_mesh_binding_create(faces->mesh, faces->skeleton, NULL, &faces->binding, &error) != MIEN_OK)
        return cli_fail_error(args, NULL, &error);
    const MienPoseBindingOptions options = {.mesh_rest_pose = mien_mesh_binding_rest_pose(faces->binding)};
    for (int s = 0; s < 2; ++s) {
        CliDiffSide *side = &faces->sides[s];
        if (mien_pose_binding_create(side->asset, faces->skeleton, &options, &side->binding, &error) !=
            MIEN_OK)
            return cli_fail_error(args, side->path, &error);
    }
    return CLI_EXIT_OK;
}

static int take_memory(CliDiffFaces *faces)
{
    MieniArena *arena = faces->args->arena;
    faces->info = mien_mesh_info(faces->mesh);
    faces->bone_count = mien_skeleton_bone_count(faces->skeleton);
    faces->vertex_count = faces->info.vertex_count;
    const size_t bones = (size_t)faces->bone_count, vertices = (size_t)faces->vertex_count;
    faces->bones = mieni_arena_take(arena, bones, sizeof *faces->bones);
    faces->model = mieni_arena_take(arena, bones, sizeof *faces->model);
    faces->palette = mieni_arena_take(arena, (size_t)faces->info.joint_count, sizeof *faces->palette);
    faces->morphs = mieni_arena_take(arena, (size_t)faces->info.morph_count, sizeof(float));
    faces->heat = mieni_arena_take(arena, vertices, sizeof(float));
    faces->rest = mieni_arena_take(arena, vertices, sizeof *faces->rest);
    faces->curves.count = mien_skeleton_curve_count(faces->skeleton);
    faces->curves.values = mieni_arena_take(arena, (size_t)faces->curves.count, sizeof(float));
    faces->curves.present =
        mieni_arena_take(arena, (size_t)mien_curve_set_words(faces->curves.count), sizeof(uint32_t));
    faces->scratch_size = mien_skin_job_scratch_size(faces->mesh);
    faces->scratch = mieni_allocate(NULL, faces->scratch_size, 64);
    bool is_short = faces->scratch == NULL;
    for (int s = 0; s < 2; ++s) {
        CliDiffSide *side = &faces->sides[s];
        side->positions = mieni_arena_take(arena, vertices, sizeof *side->positions);
        if (faces->info.has_normals)
            side->normals = mieni_arena_take(arena, vertices, sizeof *side->normals);
        side->scratch_size = mien_pose_job_scratch_size(side->asset);
        side->scratch = mieni_allocate(NULL, side->scratch_size, 64);
        is_short = is_short || side->scratch == NULL;
    }
    return is_short || arena->is_out_of_memory ? cli_fail_memory(faces->args) : CLI_EXIT_OK;
}

/// Vertices of one version with a pose at full weight, at rest if it has none.
static MienStatus skin_side(CliDiffFaces *faces, CliDiffSide *side, int pose)
{
    const MienTransform *reference = mien_mesh_binding_rest_pose(faces->binding);
    const MienPoseWeight weight = {pose, 1.0f};
    memcpy(faces->bones, reference, (size_t)faces->bone_count * sizeof *reference);
    mien_curve_set_clear(&faces->curves);
    MienStatus status = MIEN_OK;
    if (pose >= 0)
        status = mien_pose_job_run(&(MienPoseJob){.asset = side->asset,
                                                  .binding = side->binding,
                                                  .bone_count = faces->bone_count,
                                                  .input = faces->bones,
                                                  .out_bones = faces->bones,
                                                  .curves = faces->curves,
                                                  .out_curves = faces->curves,
                                                  .weights = &weight,
                                                  .weight_count = 1,
                                                  .scratch = side->scratch,
                                                  .scratch_size = side->scratch_size});
    if (status == MIEN_OK)
        status = mien_morph_job_run(&(MienMorphJob){.binding = faces->binding,
                                                    .curves = faces->curves,
                                                    .morph_count = faces->info.morph_count,
                                                    .out_weights = faces->morphs});
    if (status == MIEN_OK)
        status = mien_model_job_run(&(MienModelJob){.skeleton = faces->skeleton,
                                                    .bone_count = faces->bone_count,
                                                    .local_count = faces->bone_count,
                                                    .local = faces->bones,
                                                    .rest_pose = reference,
                                                    .out_model = faces->model});
    if (status == MIEN_OK)
        status = mien_palette_job_run(&(MienPaletteJob){.binding = faces->binding,
                                                        .bone_count = faces->bone_count,
                                                        .model = faces->model,
                                                        .joint_count = faces->info.joint_count,
                                                        .out_palette = faces->palette});
    if (status == MIEN_OK)
        status = mien_skin_job_run(&(MienSkinJob){.mesh = faces->mesh,
                                                  .joint_count = faces->info.joint_count,
                                                  .palette = faces->palette,
                                                  .morph_count = faces->info.morph_count,
                                                  .weights = faces->morphs,
                                                  .vertex_count = faces->vertex_count,
                                                  .out_positions = side->positions,
                                                  .out_normals = side->normals,
                                                  .scratch = faces->scratch,
                                                  .scratch_size = faces->scratch_size});
    return status;
}

/// The bone that moves a vertex most, and its part of that.
static const char *bone_of(const CliDiffFaces *faces, int vertex, float *out_share)
{
    const int stride = faces->info.influence_stride;
    const uint16_t *binds = mien_mesh_vertex_joints(faces->mesh) + (ptrdiff_t)vertex * stride;
    const float *weights = mien_mesh_vertex_weights(faces->mesh) + (ptrdiff_t)vertex * stride;
    int most = 0;
    for (int i = 1; i < stride; ++i)
        most = weights[i] > weights[most] ? i : most;
    const int bone = mien_mesh_binding_bone(faces->binding, binds[most]);
    *out_share = weights[most];
    return bone >= 0 ? mien_skeleton_bone_name(faces->skeleton, bone) : "";
}

static void widen(MienVec3 *min, MienVec3 *max, MienVec3 at)
{
    *min = (MienVec3){at.x < min->x ? at.x : min->x, at.y < min->y ? at.y : min->y,
                      at.z < min->z ? at.z : min->z};
    *max = (MienVec3){at.x > max->x ? at.x : max->x, at.y > max->y ? at.y : max->y,
                      at.z > max->z ? at.z : max->z};
}

static double way_between(MienVec3 a, MienVec3 b)
{
    const double way[3] = {(double)b.x - (double)a.x, (double)b.y - (double)a.y, (double)b.z - (double)a.z};
    return mieni_length3(way);
}

/// What the heat of a pose comes to.
static void sum_up(const CliDiffFaces *faces, CliDiffPose *pose, int farthest)
{
    const CliDiffSide *after = &faces->sides[1];
    pose->vertex = farthest;
    pose->most = faces->heat[farthest];
    pose->place = pose->min = pose->max = after->positions[farthest];
    pose->bone = bone_of(faces, farthest, &pose->share);
    pose->moved_count = pose->still_count = 0;
    for (int v = 0; v < faces->vertex_count; ++v) {
        pose->moved_count += faces->heat[v] >= diff_least;
        pose->still_count += faces->heat[v] == 0.0f;
        if (!(faces->heat[v] > pose->most * 0.1f))
            continue;
        widen(&pose->min, &pose->max, faces->sides[0].positions[v]);
        widen(&pose->min, &pose->max, after->positions[v]);
    }
}

int cli_diff_faces_pose(CliDiffFaces *faces, CliDiffPose *pose)
{
    int farthest = 0;
    for (int s = 0; s < 2; ++s)
        if (skin_side(faces, &faces->sides[s], pose->in[s]) != MIEN_OK)
            return cli_fail(faces->args, CLI_EXIT_INTERNAL, faces->sides[s].path, NULL,
                            "The job was refused.");
    for (int v = 0; v < faces->vertex_count; ++v) {
        faces->heat[v] = (float)way_between(faces->sides[0].positions[v], faces->sides[1].positions[v]);
        farthest = faces->heat[v] > faces->heat[farthest] ? v : farthest;
    }
    if (faces->vertex_count > 0)
        sum_up(faces, pose, farthest);
    return CLI_EXIT_OK;
}

/// Widens the box by the vertices that a version of the last pose moves: what is looked at.
/// Faces move in front, which tells where that is.
static void widen_box(CliDiffFaces *faces, const CliDiffSide *side)
{
    const double far = 0.002; // less is not what a pose is about
    for (int v = 0; v < faces->vertex_count; ++v) {
        const double way = way_between(faces->rest[v], side->positions[v]);
        if (way < far)
            continue;
        if (side->normals != NULL)
            faces->front += way * (double)side->normals[v].z;
        if (!faces->has_box)
            faces->min = faces->max = faces->rest[v];
        faces->has_box = true;
        widen(&faces->min, &faces->max, faces->rest[v]);
    }
}

static int by_state(const void *a, const void *b)
{
    const CliDiffPose *x = a, *y = b;
    if (x->state != y->state)
        return x->state < y->state ? -1 : 1;
    return x->most != y->most ? (x->most > y->most ? -1 : 1) : strcmp(x->name, y->name);
}

/// Measures a pose and keeps it.
static int take_pose(CliDiffFaces *faces, int first, int second)
{
    CliDiffPose *pose = &faces->poses[faces->pose_count++];
    *pose = (CliDiffPose){.in = {first, second}};
    const char *was = first >= 0 ? mien_pose_asset_pose(faces->sides[0].asset, first).name : NULL;
    pose->name = second >= 0 ? mien_pose_asset_pose(faces->sides[1].asset, second).name : was;
    pose->was = was != NULL && strcmp(was, pose->name) != 0 ? was : NULL;
    const int code = cli_is_cancelled() ? cli_fail_cancelled(faces->args) : cli_diff_faces_pose(faces, pose);
    if (code != CLI_EXIT_OK)
        return code;
    widen_box(faces, &faces->sides[0]);
    widen_box(faces, &faces->sides[1]);
    pose->state = first < 0                  ? CLI_DIFF_ADDED
                  : second < 0               ? CLI_DIFF_REMOVED
                  : pose->most >= diff_least ? CLI_DIFF_CHANGED
                  : pose->was != NULL        ? CLI_DIFF_RENAMED
                                             : CLI_DIFF_SAME;
    ++faces->counts[pose->state];
    if (pose->state == CLI_DIFF_CHANGED && pose->most > faces->range)
        faces->range = pose->most;
    return code;
}

static const char *id_of(const CliDiffSide *side, const char *name)
{
    for (int i = 0; i < side->names.count; ++i)
        if (strcmp(side->names.items[i], name) == 0)
            return side->ids.items[i];
    return "";
}

/// The pose of the second version that is a pose of the first: that of its id, which stays
/// when it is renamed; otherwise that of its name, unless it is another by its id.
static void pair_poses(const CliDiffFaces *faces, int *pairs, bool *taken, const int counts[2])
{
    const CliDiffSide *first = &faces->sides[0], *second = &faces->sides[1];
    for (int p = 0; p < counts[0]; ++p) {
        const char *id = id_of(first, mien_pose_asset_pose(first->asset, p).name);
        pairs[p] = -1;
        for (int i = 0; i < second->ids.count && pairs[p] < 0 && id[0] != '\0'; ++i)
            if (strcmp(second->ids.items[i], id) == 0)
                pairs[p] = mien_pose_asset_find_pose(second->asset, second->names.items[i]);
        if (pairs[p] >= 0 && taken[pairs[p]])
            pairs[p] = -1;
        if (pairs[p] >= 0)
            taken[pairs[p]] = true;
    }
    for (int p = 0; p < counts[0]; ++p) {
        const int same = mien_pose_asset_find_pose(second->asset, mien_pose_asset_pose(first->asset, p).name);
        if (pairs[p] >= 0 || same < 0 || taken[same])
            continue;
        pairs[p] = same;
        taken[same] = true;
    }
}

static int compare(CliDiffFaces *faces)
{
    MieniArena *arena = faces->args->arena;
    const int counts[2] = {mien_pose_asset_info(faces->sides[0].asset).pose_count,
                           mien_pose_asset_info(faces->sides[1].asset).pose_count};
    int *pairs = mieni_arena_take(arena, (size_t)counts[0], sizeof *pairs);
    bool *taken = mieni_arena_take(arena, (size_t)counts[1], sizeof *taken);
    faces->poses = mieni_arena_take(arena, (size_t)counts[0] + (size_t)counts[1], sizeof *faces->poses);
    if (arena->is_out_of_memory)
        return cli_fail_memory(faces->args);
    CliDiffPose none = {.in = {-1, -1}};
    int code = cli_diff_faces_pose(faces, &none);
    memcpy(faces->rest, faces->sides[0].positions, (size_t)faces->vertex_count * sizeof *faces->rest);
    pair_poses(faces, pairs, taken, counts);
    for (int p = 0; p < counts[0] && code == CLI_EXIT_OK; ++p)
        code = take_pose(faces, p, pairs[p]);
    for (int p = 0; p < counts[1] && code == CLI_EXIT_OK; ++p)
        if (!taken[p])
            code = take_pose(faces, -1, p);
    if (faces->pose_count > 1)
        qsort(faces->poses, (size_t)faces->pose_count, sizeof *faces->poses, by_state);
    if (!faces->has_box) {
        faces->min = faces->info.min;
        faces->max = faces->info.max;
    }
    return code;
}

int cli_diff_faces_open(CliDiffFaces *faces, const CliArgs *args)
{
    *faces = (CliDiffFaces){.args = args};
    int code = diff_sides_open(faces);
    if (code == CLI_EXIT_OK)
        code = bind(faces);
    if (code == CLI_EXIT_OK)
        code = take_memory(faces);
    return code == CLI_EXIT_OK ? compare(faces) : code;
}

void cli_diff_faces_close(CliDiffFaces *faces)
{
    for (int s = 0; s < 2; ++s) {
        CliDiffSide *side = &faces->sides[s];
        mieni_free(NULL, side->scratch, side->scratch_size, 64);
        mien_pose_binding_destroy(side->binding);
    }
    mieni_free(NULL, faces->scratch, faces->scratch_size, 64);
    mien_mesh_binding_destroy(faces->binding);
    diff_sides_close(faces);
}

int cli_diff_faces_count(const CliDiffFaces *faces)
{
    return faces->pose_count - faces->counts[CLI_DIFF_SAME];
}

const char *cli_diff_millimetres(const CliArgs *args, float metres)
{
    return cli_fixed_text(args, (double)metres * 1000.0, metres < 0.01f ? 2 : 1);
}
