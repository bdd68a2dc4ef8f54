// SPDX-License-Identifier: MIT
//
// Comparing two versions of a pose asset on a face.

#include "core/float_rules.h"

#include "cli/diff_faces.h"

#include "author/place.h"
#include "project/cook.h"

#include <stdlib.h>
#include <string.h>

/// What moved by less, in metres, is the same.
static const float least_difference = 1e-5f;

static bool is_pack_name(const char *given)
{
    const size_t size = strlen(given);
    return strcmp(given, "-") == 0 || (size > 5 && strcmp(given + size - 5, ".mien") == 0);
}

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

/// Opens a pack, or cooks an asset of the project in memory. *out_path is the asset's, or
/// NULL for a pack.
static int open_part(CliDiffFaces *faces, const char *given, MienPackKind kind, MieniAssetKind asset,
                     MienPoseAsset **out_poses, const char **out_path)
{
    MieniProblem problem = {0};
    MienAuthorPack pack = {0};
    CliInput input;
    *out_path = NULL;
    if (is_pack_name(given)) {
        int code = cli_input_open(faces->args, given, &input);
        if (code != CLI_EXIT_OK)
            return code;
        code = load(faces, input.data, input.size, input.path, kind, out_poses);
        cli_input_close(&input);
        return code;
    }
    int code = faces->has_project ? CLI_EXIT_OK : cli_project_open(faces->args, &faces->project);
    if (code != CLI_EXIT_OK)
        return code;
    faces->has_project = true;
    code = cli_project_asset(faces->args, &faces->project, given, asset, out_path);
    if (code == CLI_EXIT_OK && mieni_cook_pack(&faces->project, *out_path, NULL, &pack, &problem) != MIEN_OK)
        code = cli_fail_problem(faces->args, &problem);
    if (code == CLI_EXIT_OK)
        code = load(faces, pack.data, pack.size, *out_path, kind, out_poses);
    mien_author_pack_release(&pack);
    return code;
}

/// The asset that another one names under a key, or NULL.
static const char *referred(CliDiffFaces *faces, const char *path, MieniAssetKind kind, const char *key)
{
    MieniAsset asset;
    MieniProblem problem = {0};
    if (path == NULL || mieni_project_load(&faces->project, path, kind, &asset, &problem) != MIEN_OK)
        return NULL;
    const char *named = mieni_json_get_string(asset.json.root, key, NULL);
    const char *kept = named != NULL ? cli_text(faces->args, "%s", named) : NULL;
    mieni_asset_release(&asset);
    return kept;
}

static int open_parts(CliDiffFaces *faces)
{
    const CliArgs *args = faces->args;
    const char *paths[2] = {NULL, NULL}, *mesh_path = NULL, *unused;
    int code = CLI_EXIT_OK;
    for (int s = 0; s < 2 && code == CLI_EXIT_OK; ++s) {
        faces->sides[s].path = args->values[s];
        code = open_part(faces, args->values[s], MIEN_PACK_POSE_ASSET, MIENI_ASSET_POSES,
                         &faces->sides[s].asset, &paths[s]);
    }
    if (code != CLI_EXIT_OK)
        return code;
    const char *mesh = cli_value(args, "mesh", referred(faces, paths[1], MIENI_ASSET_POSES, "mesh"));
    if (mesh == NULL)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--visual needs a face: give --mesh MESH.");
    code = open_part(faces, mesh, MIEN_PACK_MESH, MIENI_ASSET_MESH, NULL, &mesh_path);
    if (code != CLI_EXIT_OK)
        return code;
    const char *skeleton =
        cli_value(args, "skeleton", referred(faces, mesh_path, MIENI_ASSET_MESH, "skeleton"));
    if (skeleton == NULL)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        "The mesh does not say what its bones are: give --skeleton SKELETON.");
    return open_part(faces, skeleton, MIEN_PACK_SKELETON, MIENI_ASSET_SKELETON, NULL, &unused);
}

static int bind(CliDiffFaces *faces)
{
    const CliArgs *args = faces->args;
    MienError error = {0};
    if (mien_mesh_binding_create(faces->mesh, faces->skeleton, NULL, &faces->binding, &error) != MIEN_OK)
        return cli_fail_error(args, NULL, &error);
    const MienPoseBindingOptions options = {.mesh_reference = mien_mesh_binding_reference(faces->binding)};
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
    faces->palette = mieni_arena_take(arena, (size_t)faces->info.bind_count, sizeof *faces->palette);
    faces->morphs = mieni_arena_take(arena, (size_t)faces->info.morph_count, sizeof(float));
    faces->heat = mieni_arena_take(arena, vertices, sizeof(float));
    faces->rest = mieni_arena_take(arena, vertices, sizeof *faces->rest);
    faces->curves.count = mien_skeleton_curve_count(faces->skeleton);
    faces->curves.values = mieni_arena_take(arena, (size_t)faces->curves.count, sizeof(float));
    faces->curves.present =
        mieni_arena_take(arena, (size_t)mien_curve_set_words(faces->curves.count), sizeof(uint32_t));
    faces->scratch_size = mien_skin_scratch_size(faces->mesh);
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
    const MienTransform *reference = mien_mesh_binding_reference(faces->binding);
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
        status = mien_morph_run(&(MienMorphJob){.binding = faces->binding,
                                                .curves = faces->curves,
                                                .morph_count = faces->info.morph_count,
                                                .out_weights = faces->morphs});
    if (status == MIEN_OK)
        status = mien_model_run(&(MienModelJob){.skeleton = faces->skeleton,
                                                .bone_count = faces->bone_count,
                                                .local_count = faces->bone_count,
                                                .local = faces->bones,
                                                .reference = reference,
                                                .out_model = faces->model});
    if (status == MIEN_OK)
        status = mien_palette_run(&(MienPaletteJob){.binding = faces->binding,
                                                    .bone_count = faces->bone_count,
                                                    .model = faces->model,
                                                    .bind_count = faces->info.bind_count,
                                                    .out_palette = faces->palette});
    if (status == MIEN_OK)
        status = mien_skin_run(&(MienSkinJob){.mesh = faces->mesh,
                                              .bind_count = faces->info.bind_count,
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

/// The bone that moves a vertex most.
static const char *bone_of(const CliDiffFaces *faces, int vertex)
{
    const int stride = faces->info.influence_stride;
    const uint16_t *binds = mien_mesh_vertex_binds(faces->mesh) + (ptrdiff_t)vertex * stride;
    const float *weights = mien_mesh_vertex_weights(faces->mesh) + (ptrdiff_t)vertex * stride;
    int most = 0;
    for (int i = 1; i < stride; ++i)
        most = weights[i] > weights[most] ? i : most;
    const int bone = mien_mesh_binding_bone(faces->binding, binds[most]);
    return bone >= 0 ? mien_skeleton_bone_name(faces->skeleton, bone) : "";
}

int cli_diff_faces_pose(CliDiffFaces *faces, CliDiffPose *pose)
{
    int farthest = 0;
    for (int s = 0; s < 2; ++s)
        if (skin_side(faces, &faces->sides[s], pose->in[s]) != MIEN_OK)
            return cli_fail(faces->args, CLI_EXIT_INTERNAL, faces->sides[s].path, NULL,
                            "The job was refused.");
    for (int v = 0; v < faces->vertex_count; ++v) {
        const MienVec3 a = faces->sides[0].positions[v], b = faces->sides[1].positions[v];
        const double way[3] = {(double)b.x - (double)a.x, (double)b.y - (double)a.y,
                               (double)b.z - (double)a.z};
        faces->heat[v] = (float)mieni_length3(way);
        farthest = faces->heat[v] > faces->heat[farthest] ? v : farthest;
    }
    if (faces->vertex_count == 0)
        return CLI_EXIT_OK;
    pose->most = faces->heat[farthest];
    pose->place = faces->sides[0].positions[farthest];
    pose->bone = bone_of(faces, farthest);
    pose->moved_count = 0;
    for (int v = 0; v < faces->vertex_count; ++v)
        pose->moved_count += faces->heat[v] > pose->most * 0.1f;
    return CLI_EXIT_OK;
}

/// Widens the box by the vertices that a version of the last pose moves: what is looked at.
static void widen_box(CliDiffFaces *faces, const CliDiffSide *side)
{
    const float far = 0.002f; // less is not what a pose is about
    for (int v = 0; v < faces->vertex_count; ++v) {
        const MienVec3 rest = faces->rest[v], at = side->positions[v];
        const double way[3] = {(double)at.x - (double)rest.x, (double)at.y - (double)rest.y,
                               (double)at.z - (double)rest.z};
        if (mieni_length3(way) < (double)far)
            continue;
        if (!faces->has_box)
            faces->min = faces->max = rest;
        faces->has_box = true;
        faces->min = (MienVec3){rest.x < faces->min.x ? rest.x : faces->min.x,
                                rest.y < faces->min.y ? rest.y : faces->min.y,
                                rest.z < faces->min.z ? rest.z : faces->min.z};
        faces->max = (MienVec3){rest.x > faces->max.x ? rest.x : faces->max.x,
                                rest.y > faces->max.y ? rest.y : faces->max.y,
                                rest.z > faces->max.z ? rest.z : faces->max.z};
    }
}

static int by_way(const void *a, const void *b)
{
    const CliDiffPose *x = a, *y = b;
    return x->most != y->most ? (x->most > y->most ? -1 : 1) : strcmp(x->name, y->name);
}

/// Keeps a pose that differs.
static int try_pose(CliDiffFaces *faces, CliDiffPose pose)
{
    const int code = cli_is_cancelled() ? cli_fail_cancelled(faces->args) : cli_diff_faces_pose(faces, &pose);
    if (code != CLI_EXIT_OK)
        return code;
    widen_box(faces, &faces->sides[0]);
    widen_box(faces, &faces->sides[1]);
    if (pose.most >= least_difference || pose.in[0] < 0 || pose.in[1] < 0)
        faces->poses[faces->pose_count++] = pose;
    else
        ++faces->same_count;
    return code;
}

static int compare(CliDiffFaces *faces)
{
    const MienPoseAsset *first = faces->sides[0].asset, *second = faces->sides[1].asset;
    const int counts[2] = {mien_pose_asset_info(first).pose_count, mien_pose_asset_info(second).pose_count};
    int code = CLI_EXIT_OK;
    faces->poses =
        mieni_arena_take(faces->args->arena, (size_t)counts[0] + (size_t)counts[1], sizeof *faces->poses);
    if (faces->poses == NULL)
        return cli_fail_memory(faces->args);
    CliDiffPose none = {.in = {-1, -1}};
    code = cli_diff_faces_pose(faces, &none);
    memcpy(faces->rest, faces->sides[0].positions, (size_t)faces->vertex_count * sizeof *faces->rest);
    for (int p = 0; p < counts[0] && code == CLI_EXIT_OK; ++p) {
        const char *name = mien_pose_asset_pose(first, p).name;
        code =
            try_pose(faces, (CliDiffPose){.name = name, .in = {p, mien_pose_asset_find_pose(second, name)}});
    }
    for (int p = 0; p < counts[1] && code == CLI_EXIT_OK; ++p) {
        const char *name = mien_pose_asset_pose(second, p).name;
        if (mien_pose_asset_find_pose(first, name) < 0)
            code = try_pose(faces, (CliDiffPose){.name = name, .in = {-1, p}});
    }
    if (faces->pose_count > 1)
        qsort(faces->poses, (size_t)faces->pose_count, sizeof *faces->poses, by_way);
    if (!faces->has_box) {
        faces->min = faces->info.min;
        faces->max = faces->info.max;
    }
    return code;
}

int cli_diff_faces_open(CliDiffFaces *faces, const CliArgs *args)
{
    *faces = (CliDiffFaces){.args = args};
    int code = open_parts(faces);
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
        mien_pose_asset_destroy(side->asset);
    }
    mieni_free(NULL, faces->scratch, faces->scratch_size, 64);
    mien_mesh_binding_destroy(faces->binding);
    mien_mesh_destroy(faces->mesh);
    mien_skeleton_destroy(faces->skeleton);
    if (faces->has_project)
        mieni_project_close(&faces->project);
}
