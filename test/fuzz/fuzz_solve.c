// SPDX-License-Identifier: MIT
//
// Fuzzes solving: poses, meshes, settings and performances of any numbers. What a solver accepts it
// solves with finite values within the ranges of its curves, and the same twice.

#define FUZZ_OWN_MUTATOR
#include "fuzz/fuzz.h"

#include "mien_author/mesh.h"
#include "mien_author/pose_asset.h"
#include "mien_solve/solve.h"

enum {
    BONES = 4,
    POSES = 5,
    VERTICES = 6,
    MORPHS = 4,
    CURVES = POSES + MORPHS,
    MOST_FRAMES = 70
}; // more than a block

/// Bytes that were not used yet; zeros after the last.
typedef struct Bytes {
    const uint8_t *data;
    size_t size;
} Bytes;

static uint8_t next_byte(Bytes *bytes)
{
    if (bytes->size == 0)
        return 0;
    --bytes->size;
    return *bytes->data++;
}

/// Any number at all, or a tame one: the first byte decides.
static float next_float(Bytes *bytes)
{
    uint8_t raw[4];
    float value;
    const uint8_t kind = next_byte(bytes);
    if (kind < 240)
        return ((float)kind - 120.0f) / 100.0f;
    for (int i = 0; i < 4; ++i)
        raw[i] = next_byte(bytes);
    memcpy(&value, raw, sizeof value);
    return value;
}

static MienVec3 next_vector(Bytes *bytes)
{
    const float x = next_float(bytes), y = next_float(bytes);
    return (MienVec3){x, y, next_float(bytes)};
}

static MienTransform next_transform(Bytes *bytes)
{
    const MienVec3 turn = next_vector(bytes);
    MienTransform t = {.rotation = {turn.x, turn.y, turn.z, next_float(bytes)},
                       .translation = next_vector(bytes),
                       .scale = {1.0f, 1.0f, 1.0f}};
    const uint8_t odd = next_byte(bytes);
    if (odd % 16 != 0)
        t.rotation = mien_quat_normalize(t.rotation);
    if (odd % 4 == 0)
        t.scale = next_vector(bytes);
    return t;
}

/// Everything that a solver refers to.
typedef struct Face {
    MienAuthorBone bones[BONES];
    MienAuthorCurve curves[CURVES];
    MienAuthorSkeleton skeleton;
    MienTransform transforms[POSES][BONES];
    MienAuthorCurveValue values[POSES];
    MienAuthorPose poses[POSES];
    int inputs[2];
    MienAuthorOverride mask;
    MienAuthorPoseAsset asset;
    MienVec3 positions[VERTICES], offsets[MORPHS][VERTICES];
    uint32_t indices[3], moved[MORPHS][VERTICES];
    uint16_t vertex_joints[VERTICES];
    float vertex_weights[VERTICES];
    MienAuthorMeshJoint joint;
    MienAuthorSubmesh part;
    MienAuthorMorph morphs[MORPHS];
    MienAuthorMesh mesh;
    MienAuthorPack packs[3];
    MienSkeleton *loaded_skeleton;
    MienPoseAsset *loaded_poses;
    MienMesh *loaded_mesh;
} Face;

static const char *const bone_names[BONES] = {"root", "jaw", "lid", "tip"}, *const curve_names[CURVES] = {
                                                                                "a",  "b",  "c",  "d", "e",
                                                                                "m0", "m1", "m2", "m3"};

static void make_skeleton(Face *face, Bytes *bytes)
{
    for (int b = 0; b < BONES; ++b) {
        face->bones[b] = (MienAuthorBone){.name = bone_names[b],
                                          .parent = b - 1,
                                          .rest = {.rotation.w = 1.0f, .scale = {1.0f, 1.0f, 1.0f}}};
        face->bones[b].rest.translation = next_vector(bytes);
    }
    for (int c = 0; c < CURVES; ++c)
        face->curves[c] = (MienAuthorCurve){.name = curve_names[c]};
    face->skeleton = (MienAuthorSkeleton){
        .bone_count = BONES, .bones = face->bones, .curve_count = CURVES, .curves = face->curves};
}

/// Poses that move bones or set morph targets, with rules.
static void make_poses(Face *face, Bytes *bytes, bool has_bones, uint8_t rules)
{
    for (int p = 0; p < POSES; ++p) {
        MienAuthorPose *pose = &face->poses[p];
        *pose = (MienAuthorPose){.name = curve_names[p]};
        face->values[p] = (MienAuthorCurveValue){next_byte(bytes) % MORPHS, next_float(bytes)};
        for (int b = 0; b < BONES; ++b) {
            face->transforms[p][b] = face->bones[b].rest;
            if (has_bones && next_byte(bytes) % 2 == 0)
                face->transforms[p][b] = next_transform(bytes);
        }
        if (has_bones)
            pose->bones = face->transforms[p];
        pose->curves = &face->values[p];
        pose->curve_count = has_bones ? 0 : 1;
    }
    face->asset = (MienAuthorPoseAsset){.skeleton = &face->skeleton,
                                        .is_absolute = rules == 255,
                                        .is_unreal = rules == 254,
                                        .pose_count = POSES,
                                        .poses = face->poses,
                                        .curve_count = MORPHS,
                                        .curves = face->curves + POSES};
    if (rules % 2 != 0) {
        face->inputs[1] = 1;
        face->poses[2].role = MIEN_AUTHOR_COMBINATION;
        face->poses[2].inputs = face->inputs;
        face->poses[2].input_count = 2;
    }
    if (rules % 4 >= 2) {
        face->poses[3].role = MIEN_AUTHOR_INBETWEEN;
        face->poses[3].position = next_float(bytes);
        face->mask = (MienAuthorOverride){.target = 0, .source = 4, .amount = next_float(bytes)};
        face->asset.overrides = &face->mask;
        face->asset.override_count = 1;
    }
    if (rules % 8 >= 4)
        face->poses[4].driven_settings =
            (MienAuthorDrivenPose){.has_range = true, .min = next_float(bytes), .max = next_float(bytes)};
}

static void make_mesh(Face *face, Bytes *bytes)
{
    face->joint = (MienAuthorMeshJoint){.bone = "jaw", .inverse = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
    face->part = (MienAuthorSubmesh){.name = "skin", .material = -1, .index_count = 3};
    face->indices[1] = 1;
    face->indices[2] = 2;
    for (int v = 0; v < VERTICES; ++v) {
        face->positions[v] = next_vector(bytes);
        face->vertex_weights[v] = 1.0f;
    }
    for (int m = 0; m < MORPHS; ++m) {
        face->morphs[m] = (MienAuthorMorph){.name = curve_names[POSES + m],
                                            .count = next_byte(bytes) % (VERTICES + 1),
                                            .vertices = face->moved[m],
                                            .positions = face->offsets[m]};
        for (int v = 0; v < face->morphs[m].count; ++v) {
            face->moved[m][v] = (uint32_t)v;
            face->offsets[m][v] = next_vector(bytes);
        }
    }
    face->mesh = (MienAuthorMesh){.vertex_count = VERTICES,
                                  .positions = face->positions,
                                  .influence_count = 1,
                                  .vertex_joints = face->vertex_joints,
                                  .vertex_weights = face->vertex_weights,
                                  .joint_count = 1,
                                  .joints = &face->joint,
                                  .index_count = 3,
                                  .indices = face->indices,
                                  .submesh_count = 1,
                                  .submeshes = &face->part,
                                  .morph_count = MORPHS,
                                  .morphs = face->morphs};
}

/// False if the numbers make no face.
static bool load_face(Face *face)
{
    MienError error = {0};
    return mien_author_skeleton_cook(&face->skeleton, NULL, &face->packs[0], &error) == MIEN_OK &&
           mien_author_pose_asset_cook(&face->asset, NULL, &face->packs[1], NULL, &error) == MIEN_OK &&
           mien_author_mesh_cook(&face->mesh, NULL, &face->packs[2], &error) == MIEN_OK &&
           mien_skeleton_load(face->packs[0].data, face->packs[0].size, NULL, &face->loaded_skeleton,
                              &error) == MIEN_OK &&
           mien_pose_asset_load(face->packs[1].data, face->packs[1].size, NULL, &face->loaded_poses,
                                &error) == MIEN_OK &&
           mien_mesh_load(face->packs[2].data, face->packs[2].size, NULL, &face->loaded_mesh, &error) ==
               MIEN_OK;
}

static void unload_face(Face *face)
{
    mien_mesh_destroy(face->loaded_mesh);
    mien_pose_asset_destroy(face->loaded_poses);
    mien_skeleton_destroy(face->loaded_skeleton);
    for (int i = 0; i < 3; ++i)
        mien_author_pack_release(&face->packs[i]);
}

/// A performance: every frame begins somewhere in the bytes.
typedef struct Show {
    Bytes bytes;
    MienSolveInput input;
    int points;
} Show;

static bool read_frame(void *user, int frame, const MienSolveBuffer *out)
{
    const Show *show = user;
    const size_t skipped = show->bytes.size > 0 ? (size_t)frame * 37 % show->bytes.size : 0;
    Bytes bytes = {show->bytes.data + skipped, show->bytes.size - skipped};
    for (int b = 0; show->input == MIEN_SOLVE_BONES && b < BONES; ++b)
        out->bones[b] = next_transform(&bytes);
    for (int p = 0; show->input == MIEN_SOLVE_POINTS && p < show->points; ++p)
        out->points[p] = next_vector(&bytes);
    for (int m = 0; show->input == MIEN_SOLVE_MORPHS && m < MORPHS; ++m)
        out->morphs[m] = next_float(&bytes);
    return true;
}

static void check_values(const MienSolver *solver, const float *values, int frame_count)
{
    const int count = mien_solver_curve_count(solver);
    for (int f = 0; f < frame_count; ++f)
        for (int c = 0; c < count; ++c) {
            const MienSolverCurve curve = mien_solver_curve(solver, c);
            const float value = values[f * count + c];
            if (!(value >= curve.min && value <= curve.max))
                fuzz_found("a value outside the range of its curve");
        }
}

static void solve_take(MienSolver *solver, Show *show, Bytes *bytes)
{
    static float values[2][MOST_FRAMES * CURVES], residuals[MOST_FRAMES], lost[VERTICES + BONES];
    static bool flags[MOST_FRAMES];
    const int length = next_byte(bytes), frames = length < 220 ? length % 8 : 2 * (length - 220);
    const float rate = next_float(bytes), smooth = next_float(bytes);
    static MienTransform proposed[2][BONES];
    MienSolvePose poses[2] = {{.bones = proposed[0]}, {.bones = proposed[1]}};
    MienSolveReport report = {0};
    for (int k = 0; k < 2; ++k)
        for (int b = 0; b < BONES; ++b)
            proposed[k][b] = mien_transform_identity();
    MienSolveTake take = {.frame_count = frames,
                          .rate = rate < 0.0f ? 30.0 : (double)rate * 100.0,
                          .user = show,
                          .read = read_frame,
                          .smooth = (double)smooth,
                          .out_flags = frames % 2 == 0 ? flags : NULL,
                          .out_lost = frames % 3 == 0 ? lost : NULL,
                          .propose_count = show->input == MIEN_SOLVE_BONES ? frames % 3 : 0,
                          .out_proposed = poses};
    for (int i = 0; i < 2; ++i) {
        MienError error = {0};
        const MienStatus status = mien_solver_run_take(solver, &take, values[i], residuals, &report, &error);
        if (status != MIEN_OK) {
            fuzz_check_refusal(status, &error, NULL);
            return;
        }
    }
    check_values(solver, values[0], frames);
    if (!floats_are_finite(residuals, frames) || report.noise - report.noise != 0.0 ||
        report.residual - report.residual != 0.0 || report.most_residual - report.most_residual != 0.0)
        fuzz_found("a report that is not finite");
    if (memcmp(values[0], values[1],
               (size_t)frames * (size_t)mien_solver_curve_count(solver) * sizeof values[0][0]) != 0)
        fuzz_found("two results of one take");
}

/// Frames as they come live.
static void solve_frames(MienSolver *solver, Show *show)
{
    MienTransform bones[BONES];
    MienVec3 points[VERTICES];
    float morphs[MORPHS], values[CURVES], deviations[CURVES];
    const MienSolveBuffer buffer = {bones, points, morphs};
    for (int f = 0; f < 5; ++f) {
        double residual = 0.0;
        read_frame(show, f, &buffer);
        const MienStatus status =
            mien_solver_run(solver, &(MienSolveFrame){bones, points, morphs}, values, &residual);
        check_values(solver, values, 1);
        if (status == MIEN_OK && !(residual >= 0.0 && residual - residual == 0.0))
            fuzz_found("a residual that is no distance");
    }
    mien_solver_confidence(solver, 0.001, deviations);
}

/// Poses that an actor holds.
static void measure_points(MienSolver *solver, Show *show)
{
    const MienSolveTake take = {.frame_count = 5, .user = show, .read = read_frame};
    MienVec3 points[VERTICES];
    double deviation = 0.0;
    if (mien_solver_mean_points(solver, &take, 1, 4, points, &deviation, NULL) == MIEN_OK &&
        (!floats_are_finite(&points[0].x, 3 * show->points) || !(deviation >= 0.0)))
        fuzz_found("a mean that is no place");
}

static void solve_face(const Face *face, Bytes *bytes, MienSolveInput input)
{
    uint32_t points[VERTICES];
    float weights[VERTICES];
    bool has_bone[BONES];
    MienTransform neutral[BONES];
    MienVec3 neutral_points[VERTICES], own_points[VERTICES];
    const MienVec3 *const own[CURVES] = {own_points, NULL, own_points};
    const uint8_t given = next_byte(bytes);
    MienSolverDesc desc = {.input = input,
                           .poses = input != MIEN_SOLVE_POINTS || given % 2 == 0 ? face->loaded_poses : NULL,
                           .skeleton = face->loaded_skeleton,
                           .mesh = input != MIEN_SOLVE_BONES || given % 2 == 0 ? face->loaded_mesh : NULL};
    Show show = {.input = input, .points = VERTICES};
    for (int v = 0; v < VERTICES; ++v) {
        points[v] = next_byte(bytes) % (VERTICES + (given == 255));
        weights[v] = next_float(bytes);
        neutral_points[v] = next_vector(bytes);
    }
    for (int b = 0; b < BONES; ++b) {
        has_bone[b] = next_byte(bytes) % 4 != 0;
        neutral[b] = next_transform(bytes);
    }
    if (given % 4 >= 2) {
        desc.points = points;
        desc.point_count = show.points = given % (VERTICES + 1);
        desc.point_weights = given % 8 >= 4 ? weights : NULL;
        desc.has_bone = has_bone;
        for (int v = 0; v < VERTICES; ++v)
            own_points[v] = next_vector(bytes);
        desc.actor_poses = given % 32 >= 16 ? own : NULL;
        desc.actor_noise = given % 64 >= 32 ? (double)next_float(bytes) : 0.0;
    }
    if (given % 16 >= 8) {
        desc.neutral_bones = neutral;
        desc.neutral_points = neutral_points;
    }
    if (given % 32 >= 16) {
        desc.prefer = curve_names;
        desc.prefer_count = given % 3;
        desc.only = curve_names;
        desc.only_count = given % 5 == 0 ? 2 : 0;
    }
    int bones[VERTICES];
    for (int v = 0; v < VERTICES; ++v)
        bones[v] = (int)(points[v] % (BONES + 1)) - 1 + (given == 253);
    if (given % 64 >= 32) {
        desc.has_head = input == MIEN_SOLVE_POINTS;
        desc.point_bones = input == MIEN_SOLVE_POINTS && desc.points != NULL ? bones : NULL;
    }
    MienSolver *solver = NULL;
    MienError error = {0};
    const MienStatus status = mien_solver_create(&desc, &solver, &error);
    if (status != MIEN_OK) {
        fuzz_check_refusal(status, &error, solver);
        return;
    }
    show.bytes = *bytes;
    solve_take(solver, &show, bytes);
    solve_frames(solver, &show);
    measure_points(solver, &show);
    mien_solver_destroy(solver);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Bytes bytes = {data, size};
    Face face = {0};
    const MienSolveInput input = (MienSolveInput)(next_byte(&bytes) % 3);
    const uint8_t rules = next_byte(&bytes);
    make_skeleton(&face, &bytes);
    make_poses(&face, &bytes, input == MIEN_SOLVE_BONES || rules == 253, rules);
    make_mesh(&face, &bytes);
    if (load_face(&face))
        solve_face(&face, &bytes, input);
    unload_face(&face);
    return 0;
}
