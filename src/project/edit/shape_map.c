// SPDX-License-Identifier: MIT
//
// Maps by shape: a solver for one set of shapes, and each shape of the other set as its frame.

#include "core/float_rules.h"

#include "project/edit/shape_map.h"

#include "base/budget.h"
#include "project/posing.h"
#include "project/recipes/solve_face.h"

#include <string.h>

/// Makes weights of shapes that nearly cancel each other small, relative to how much shapes move.
static const double ridge = 1e-5;
/// Rows are left out as long as no more is lost than this times the least, and this part of the motion.
static const double most_loss = 1.04, spare_loss = 0.005;
/// How far weights reach.
static const float most_weight = 5.0f;

/// A set of shapes: of a pose asset, or of a mesh.
typedef struct Side {
    const char *path, *only;
    bool has_poses;
    MieniSolveFace face;  ///< With poses.
    MienAuthorPack pack;  ///< Of a mesh alone.
    MienMesh *own_mesh;   ///< The same, loaded.
    const MienMesh *mesh; ///< Either; NULL: none.
} Side;

typedef struct Making {
    const MieniProject *project;
    Side from, to;
    MienSolver *solver;
    bool has_bones;       ///< Bones are compared; otherwise points.
    MienTransform *bones; ///< Of a frame.
    MienVec3 *points;
    float *values; ///< Solved.
    MieniJsonDocument *json;
    MieniMapView *map;
    MieniArena *arena;
    MieniProblem *problem;
} Making;

static MienStatus fail(const Making *making, const char *path, const char *sentence)
{
    return mieni_problem_set(making->problem, path, MIEN_ERROR_DATA, mieni_nowhere(), "%s", sentence);
}

static MienStatus no_memory(const Making *making)
{
    return mieni_problem_set(making->problem, making->from.path, MIEN_ERROR_MEMORY, mieni_nowhere(),
                             "Out of memory.");
}

static MienStatus open_side(Making *making, Side *side)
{
    side->has_poses = mieni_asset_kind_of_path(side->path) == MIENI_ASSET_POSES;
    const MienStatus status =
        side->has_poses
            ? mieni_solve_face_open(making->project, side->path, &side->face, making->problem)
            : mieni_mesh_open(making->project, side->path, &side->pack, &side->own_mesh, making->problem);
    side->mesh = side->has_poses ? side->face.mesh : side->own_mesh;
    return status;
}

static void close_side(Side *side)
{
    mieni_solve_face_close(&side->face);
    mien_mesh_destroy(side->own_mesh);
    mien_author_pack_release(&side->pack);
}

static bool is_wanted(const Side *side, const char *name)
{
    return side->only == NULL || strstr(name, side->only) != NULL;
}

static bool moves_bones(const Side *side)
{
    return side->has_poses && mien_pose_asset_info(side->face.poses).bone_count > 0;
}

/// Both sets must move the same: bones of one skeleton, or morph targets of one mesh.
static MienStatus compare_sides(Making *making)
{
    making->has_bones = moves_bones(&making->from) && moves_bones(&making->to);
    if (making->has_bones)
        return MIEN_OK;
    if (moves_bones(&making->from) || moves_bones(&making->to))
        return fail(making, making->from.path,
                    "One set of shapes moves bones, the other morph targets. Both must move the same.");
    if (making->from.mesh == NULL || making->to.mesh == NULL)
        return fail(making, making->from.mesh == NULL ? making->from.path : making->to.path,
                    "The pose asset names no mesh, so its shapes are not known. Set its mesh.");
    if (mien_mesh_info(making->from.mesh).vertex_count != mien_mesh_info(making->to.mesh).vertex_count)
        return fail(making, making->from.path,
                    "The meshes of both sets differ. Shapes can be compared on one face only.");
    return MIEN_OK;
}

/// Whether a pose is one that a curve drives.
static bool is_driven_pose(const Side *side, const char *name)
{
    const int pose = mien_pose_asset_find_pose(side->face.poses, name);
    return pose >= 0 && mien_pose_asset_pose(side->face.poses, pose).driven_pose >= 0 &&
           !mien_pose_asset_pose(side->face.poses, pose).is_inbetween;
}

/// The names of the target set that may be used.
static const char **wanted_names(const Making *making, int *out_count)
{
    const Side *to = &making->to;
    const int count = to->has_poses ? mien_pose_asset_info(to->face.poses).pose_count
                                    : mien_mesh_info(to->mesh).morph_count;
    const char **names = mieni_arena_take(making->arena, (size_t)count, sizeof *names);
    *out_count = 0;
    for (int i = 0; names != NULL && i < count; ++i) {
        const char *name =
            to->has_poses ? mien_pose_asset_pose(to->face.poses, i).name : mien_mesh_morph(to->mesh, i).name;
        if ((!to->has_poses || is_driven_pose(to, name)) && is_wanted(to, name))
            names[(*out_count)++] = name;
    }
    return names;
}

/// The face with a pose of the source set, -1 for its base, as bones of the target's skeleton.
static void place_bones(Making *making, int pose)
{
    const MieniPosesRecipe *recipe = &making->from.face.recipe;
    const MienSkeleton *skeleton = making->to.face.skeleton;
    const int count = mien_skeleton_bone_count(skeleton);
    memcpy(making->bones, mien_skeleton_rest_pose(skeleton), (size_t)count * sizeof *making->bones);
    for (int b = 0; b < recipe->skeleton.skeleton.bone_count; ++b) {
        const int bone = mien_skeleton_find_bone(skeleton, recipe->skeleton.skeleton.bones[b].name);
        if (bone >= 0)
            making->bones[bone] = *mieni_posed_bone(recipe, pose, b);
    }
}

static MienStatus create_solver(Making *making)
{
    const Side *to = &making->to;
    MienError error = {0};
    MienSolverDesc desc = {.input = making->has_bones ? MIEN_SOLVE_BONES : MIEN_SOLVE_POINTS,
                           .poses = to->face.poses,
                           .skeleton = to->face.skeleton,
                           .mesh = to->mesh,
                           .ridge = ridge,
                           .allocator = mieni_project_allocator(making->project)};
    desc.only = wanted_names(making, &desc.only_count);
    if (desc.only != NULL && desc.only_count == 0)
        return fail(making, to->path, "No shape of this asset contains the text of --only.");
    const size_t bones = making->has_bones ? (size_t)mien_skeleton_bone_count(to->face.skeleton) : 0,
                 points = making->has_bones ? 0 : (size_t)mien_mesh_info(to->mesh).vertex_count;
    making->bones = mieni_arena_take(making->arena, bones, sizeof *making->bones);
    making->points = mieni_arena_take(making->arena, points, sizeof *making->points);
    MienTransform *neutral = mieni_arena_take(making->arena, bones, sizeof *neutral);
    if (making->arena->is_out_of_memory)
        return no_memory(making);
    if (making->has_bones) {
        place_bones(making, -1);
        memcpy(neutral, making->bones, bones * sizeof *neutral);
        desc.neutral_bones = neutral;
    }
    const MienStatus status = mien_solver_create(&desc, &making->solver, &error);
    if (status != MIEN_OK)
        return mieni_problem_set(making->problem, to->path,
                                 mieni_project_status(making->project, status, &error), mieni_nowhere(), "%s",
                                 error.message);
    making->values = mieni_arena_take(making->arena, (size_t)mien_solver_curve_count(making->solver),
                                      sizeof *making->values);
    for (int c = 0; c < mien_solver_curve_count(making->solver); ++c)
        mien_solver_set_range(making->solver, c, -most_weight, most_weight);
    return making->values != NULL ? MIEN_OK : no_memory(making);
}

static void add_morph(Making *making, const char *name, float weight)
{
    const int index = mien_mesh_find_morph(making->from.mesh, name);
    if (index < 0)
        return;
    const MienMorph morph = mien_mesh_morph(making->from.mesh, index);
    for (int i = 0; i < morph.vertex_count; ++i) {
        MienVec3 *point = &making->points[morph.vertices[i]];
        point->x += weight * morph.positions[i].x;
        point->y += weight * morph.positions[i].y;
        point->z += weight * morph.positions[i].z;
    }
}

/// The face with a shape at full weight; pose is its place among the poses, -1 for a morph target.
static void place_shape(Making *making, const char *name, int pose)
{
    if (making->has_bones) {
        place_bones(making, pose);
        return;
    }
    memcpy(making->points, mien_mesh_positions(making->to.mesh),
           (size_t)mien_mesh_info(making->to.mesh).vertex_count * sizeof *making->points);
    if (pose < 0) {
        add_morph(making, name, 1.0f);
        return;
    }
    const MienAuthorPoseAsset *poses = &making->from.face.recipe.poses;
    for (int c = 0; c < poses->poses[pose].curve_count; ++c)
        add_morph(making, poses->curves[poses->poses[pose].curves[c].curve].name,
                  poses->poses[pose].curves[c].value);
}

static void add_row(const Making *making, const char *from, const char *to, float weight, float lost)
{
    MieniMapRowView *row = mieni_map_add_row(making->json, making->map);
    mieni_map_row_set_from(making->json, row, from);
    mieni_map_row_set_to(making->json, row, to);
    mieni_map_row_set_weight_json(making->json, row, mieni_json_float(making->json, weight));
    mieni_map_row_set_error_json(making->json, row, mieni_json_float(making->json, lost));
}

/// A number of few digits, for people.
static float rounded(double value)
{
    return (float)((double)(int)(value * 10000.0 + (value < 0.0 ? -0.5 : 0.5)) / 10000.0);
}

/// The row that moves the face least, of those that are used; -1 if there is none.
static int find_least(const Making *making)
{
    int least = -1;
    float least_motion = 0.0f;
    for (int c = 0; c < mien_solver_curve_count(making->solver); ++c) {
        const float value = making->values[c];
        const float motion = (value < 0.0f ? -value : value) * mien_solver_curve(making->solver, c).motion;
        if (value == 0.0f || (least >= 0 && motion >= least_motion))
            continue;
        least = c;
        least_motion = motion;
    }
    return least;
}

/// Solves the shape with the rows that are left. Returns how much is lost, metres.
static double solve(Making *making)
{
    const MienSolveFrame frame = {.bones = making->bones, .points = making->points};
    double left = 0.0;
    mien_solver_restart(making->solver);
    const MienStatus status = mien_solver_run(making->solver, &frame, making->values, &left);
    return status == MIEN_OK ? left : -1.0;
}

/// Leaves out rows, the least first, while little is lost by it. Returns how much is lost.
static double leave_out(Making *making, double least_lost)
{
    const double most = most_loss * least_lost + spare_loss * mien_solver_motion(making->solver);
    double lost = least_lost;
    for (int c = find_least(making); c >= 0; c = find_least(making)) {
        mien_solver_set_range(making->solver, c, 0.0f, 0.0f);
        const double now = solve(making);
        if (now >= 0.0 && now <= most) {
            lost = now;
            continue;
        }
        mien_solver_set_range(making->solver, c, -most_weight, most_weight);
        lost = solve(making);
        break;
    }
    for (int c = 0; c < mien_solver_curve_count(making->solver); ++c)
        mien_solver_set_range(making->solver, c, -most_weight, most_weight);
    return lost;
}

/// Solves one shape. False if it moves nothing.
static bool map_shape(Making *making, const char *name, int pose, MieniShapeMapped *out)
{
    place_shape(making, name, pose);
    const double least = solve(making), motion = mien_solver_motion(making->solver);
    if (least < 0.0 || !(motion > 1e-9))
        return false;
    const double left = leave_out(making, least);
    *out = (MieniShapeMapped){.name = mieni_arena_text(making->arena, name, strlen(name)),
                              .lost = rounded(left / motion),
                              .motion = (float)motion};
    for (int c = 0; c < mien_solver_curve_count(making->solver); ++c) {
        const float weight = rounded((double)making->values[c]);
        if (weight == 0.0f)
            continue;
        add_row(making, name, mien_solver_curve(making->solver, c).name, weight, out->lost);
        ++out->row_count;
    }
    return true;
}

static MienStatus map_all(Making *making, const MieniShapeMapped **out_mapped, int *out_count)
{
    const Side *from = &making->from;
    const int count =
        from->has_poses ? from->face.recipe.poses.pose_count : mien_mesh_info(from->mesh).morph_count;
    MieniShapeMapped *mapped = mieni_arena_take(making->arena, (size_t)count, sizeof *mapped);
    if (mapped == NULL)
        return no_memory(making);
    *out_mapped = mapped;
    for (int i = 0; i < count; ++i) {
        const char *name =
            from->has_poses ? from->face.recipe.poses.poses[i].name : mien_mesh_morph(from->mesh, i).name;
        if (!is_wanted(from, name) || (from->has_poses && !is_driven_pose(from, name)))
            continue;
        *out_count += map_shape(making, name, from->has_poses ? i : -1, &mapped[*out_count]);
        if (!mieni_budget_goes_on(mieni_project_allocator(making->project)))
            return mieni_problem_set(making->problem, from->path, MIEN_ERROR_CANCELLED, mieni_nowhere(),
                                     "Cancelled.");
    }
    if (making->arena->is_out_of_memory || making->json->arena.is_out_of_memory)
        return no_memory(making);
    return *out_count > 0
               ? MIEN_OK
               : fail(making, from->path,
                      from->only != NULL ? "No shape of this asset contains the text of --only-from."
                                         : "No shape of this asset moves the face.");
}

MienStatus mieni_shape_map_fill(const MieniProject *project, const MieniShapeMapDesc *desc,
                                MieniJsonDocument *json, MieniMapView *map, MieniArena *arena,
                                const MieniShapeMapped **out_mapped, int *out_count, MieniProblem *problem)
{
    Making making = {.project = project,
                     .from = {.path = desc->from, .only = desc->from_only},
                     .to = {.path = desc->to, .only = desc->to_only},
                     .json = json,
                     .map = map,
                     .arena = arena,
                     .problem = problem};
    *out_mapped = NULL;
    *out_count = 0;
    MienStatus status = open_side(&making, &making.from);
    if (status == MIEN_OK)
        status = open_side(&making, &making.to);
    if (status == MIEN_OK)
        status = compare_sides(&making);
    if (status == MIEN_OK)
        status = create_solver(&making);
    if (status == MIEN_OK)
        status = map_all(&making, out_mapped, out_count);
    mien_solver_destroy(making.solver);
    close_side(&making.from);
    close_side(&making.to);
    return status;
}
