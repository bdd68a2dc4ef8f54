// SPDX-License-Identifier: MIT
//
// Tables of points of a head of the cast become the curves that made them.

#include "support/solving.h"
#include "support/temporary.h"

#include "demo/cast_project.h"
#include "project/recipes/solve_face.h"

enum { POINTS = 300, FRAMES = 40 };
static char folder[64];
static MieniProject project;
static MieniSolveFace face;
static Actor ada;

static void write_file(const char *name, const char *text)
{
    char path[MIENI_PATH_ROOM];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    CHECK_STATUS(mieni_file_write(path, text, strlen(text), NULL, NULL), MIEN_OK);
}

/// Some curves that move at different times.
static float value_at(const char *curve, int frame)
{
    const double x = ((double)frame - (curve[0] + strlen(curve)) % 40) / 12.0;
    const bool is_used = strncmp(curve, "jaw", 3) == 0 || strncmp(curve, "brow", 4) == 0 ||
                         strcmp(curve, "mouthFunnel") == 0 || strncmp(curve, "mouthSmile", 10) == 0;
    return is_used && x * x < 1.0 ? (float)((1.0 - x * x) * (1.0 - x * x) * 0.8) : 0.0f;
}

static void pose_ada(int frame)
{
    mien_curve_set_clear(&ada.stage.job.curves);
    for (int c = 0; c < mien_skeleton_curve_count(ada.loaded.skeleton); ++c)
        mien_curve_set_put(&ada.stage.job.curves, c,
                           value_at(mien_skeleton_curve_name(ada.loaded.skeleton, c), frame));
    stage_run(&ada.stage);
    skin_actor(&ada);
}

static int vertex_of(int point)
{
    return (int)((int64_t)point * mien_mesh_info(ada.mesh).vertex_count / POINTS);
}

/// Where the jaw's bone is in the model.
static MienVec3 jaw_place(int bone)
{
    MienMatrix34 *model = calloc((size_t)ada.loaded.bone_count, sizeof *model);
    CHECK_STATUS(mien_model_job_run(&(MienModelJob){.skeleton = ada.loaded.skeleton,
                                                    .bone_count = ada.loaded.bone_count,
                                                    .local_count = ada.loaded.bone_count,
                                                    .local = ada.stage.out,
                                                    .out_model = model}),
                 MIEN_OK);
    const MienVec3 at = {model[bone].m[3], model[bone].m[7], model[bone].m[11]};
    free(model);
    return at;
}

/// Writes what a tracker sees, in centimetres with Z up; the last point is the jaw's bone, and a row lacks a
/// cell.
static void write_table(bool has_head)
{
    const int bone = mien_skeleton_find_bone(ada.loaded.skeleton, "lip_corner_L");
    MieniTextOut table = {0}, map = {0};
    char text[128];
    mieni_text_put(&table, "frame");
    mieni_text_put(&map, "point;weight;vertex;bone\n");
    for (int p = 0; p <= POINTS; ++p) {
        snprintf(text, sizeof text, ";p%d_X;p%d_Y;p%d_Z", p, p, p);
        mieni_text_put(&table, text);
        snprintf(text, sizeof text, p < POINTS ? "p%d;1;%d;\n" : "p%d;1;;lip_corner_L\n", p, vertex_of(p));
        mieni_text_put(&map, text);
    }
    for (int f = 0; f < FRAMES; ++f) {
        pose_ada(f);
        snprintf(text, sizeof text, "\n%d", f);
        mieni_text_put(&table, text);
        for (int p = 0; p <= POINTS; ++p) {
            const MienVec3 at = p < POINTS ? ada.positions[vertex_of(p)] : jaw_place(bone);
            const double angle = has_head ? 0.2 * sin(0.2 * f) : 0.0,
                         x = cos(angle) * at.x + sin(angle) * at.z, z = cos(angle) * at.z - sin(angle) * at.x;
            snprintf(text, sizeof text, ";%.6f;%.6f;%.6f", 100.0 * x, -100.0 * z,
                     100.0 * at.y + (has_head ? 0.05 * f : 0.0));
            mieni_text_put(&table, p == 7 && f == 20 ? ";;;" : text);
        }
    }
    write_file("tracked.csv", table.bytes);
    write_file("map.csv", map.bytes);
    mieni_text_release(&table);
    mieni_text_release(&map);
}

static void write_clip(const char *more)
{
    char text[600];
    snprintf(
        text, sizeof text,
        "{\"kind\": \"clip\", \"version\": 1, \"skeleton\": \"ada.skeleton.json\", \"curves\": {\"file\": "
        "\"tracked.csv\", \"unit\": 0.01, \"up\": \"z\", \"rate\": 30}, \"solve\": {\"poses\": "
        "\"ada.poses.json\", \"points\": \"map.csv\"%s}}",
        more);
    write_file("line.clip.json", text);
}

/// The largest difference between the curves of the clip and those that were shown.
static double most_off(const MienAuthorClip *clip)
{
    double most = 0.0;
    for (int c = 0; c < clip->curve_count; ++c)
        for (int f = 0; f < FRAMES; ++f)
            most = fmax(most, fabs((double)mien_author_curve_evaluate(&clip->curves[c], f / 30.0) -
                                   (double)value_at(clip->curves[c].name, f)));
    return most;
}

/// Solves the clip; prints what is wrong.
static bool solve(MieniClipRecipe *recipe)
{
    MieniProblem problem = {0};
    const MienStatus status = mieni_clip_recipe(&project, "line.clip.json", NULL, recipe, &problem);
    if (status != MIEN_OK)
        printf("%s: %s: %s\n", problem.file, problem.error.location, problem.error.message);
    CHECK_STATUS(status, MIEN_OK);
    return status == MIEN_OK;
}

TEST(a_table_becomes_curves)
{
    MieniClipRecipe recipe;
    write_table(false);
    write_clip("");
    if (!solve(&recipe))
        return;
    printf("curves off by %.2g, residual %.2g m\n", most_off(recipe.clip), recipe.solved.report.residual);
    CHECK_INT(recipe.solved.point_count, POINTS + 1);
    CHECK_INT(recipe.clip->track_count, 0);
    CHECK(most_off(recipe.clip) < 0.03);
    CHECK(recipe.solved.report.residual < 2e-6);
    mieni_clip_recipe_release(&recipe);
}

TEST(the_head_becomes_a_track)
{
    MieniClipRecipe recipe;
    write_table(true);
    write_clip(", \"head\": \"head\"");
    if (!solve(&recipe))
        return;
    printf("curves off by %.2g, residual %.2g m\n", most_off(recipe.clip), recipe.solved.report.residual);
    CHECK(most_off(recipe.clip) < 0.03);
    CHECK_INT(recipe.clip->track_count, 1);
    CHECK_STR(recipe.clip->tracks[0].bone, "head");
    const MienTransform *samples = recipe.clip->tracks[0].samples;
    const int bone = mien_skeleton_find_bone(ada.loaded.skeleton, "head");
    const MienTransform *rest = &mien_skeleton_rest_pose(ada.loaded.skeleton)[bone];
    const double angle = 2.0 * acos(fmin(1.0, fabs((double)rest->rotation.x * samples[8].rotation.x +
                                                   (double)rest->rotation.y * samples[8].rotation.y +
                                                   (double)rest->rotation.z * samples[8].rotation.z +
                                                   (double)rest->rotation.w * samples[8].rotation.w)));
    CHECK_NEAR(angle, 0.2 * sin(1.6), 1e-4);
    mieni_clip_recipe_release(&recipe);
}

static void check_refused(const char *map, const char *file, const char *location, const char *part)
{
    MieniClipRecipe recipe;
    MieniProblem problem = {0};
    write_file("map.csv", map);
    CHECK(mieni_clip_recipe(&project, "line.clip.json", NULL, &recipe, &problem) != MIEN_OK);
    CHECK_STR(problem.file, file);
    CHECK_STR(problem.error.location, location);
    if (strstr(problem.error.message, part) == NULL)
        printf("%s\n", problem.error.message);
    CHECK(strstr(problem.error.message, part) != NULL);
}

TEST(wrong_maps_are_refused)
{
    write_clip("");
    check_refused("point,vertex\np0,1\np0,2\n", "map.csv", "line 3, column 1", "Another row");
    check_refused("point,vertex\np0,99999999\n", "map.csv", "line 2", "no such vertex");
    check_refused("point,vertex\np0,1234567890\n", "map.csv", "line 2, column 2", "whole number");
    check_refused("point,bone\np0,tail\n", "map.csv", "line 2", "no bone \"tail\"");
    check_refused("point\np0\n", "map.csv", "line 1", "begins with a header");
    check_refused("point,vertex\n", "map.csv", "line 1", "no rows");
    check_refused("point,vertex,bone\np0,3,jaw\n", "map.csv", "line 2", "needs one of them");
    check_refused("point,vertex\nnobody,3\n", "line.clip.json", "", "None of the points");
}

CHECK_MAIN
{
    MieniProblem problem = {0};
    CHECK(temporary_make(folder, "solve-points"));
    CHECK_STATUS(mieni_cast_project_make(folder, NULL, &problem), MIEN_OK);
    CHECK_STATUS(mieni_project_open(&project, folder, NULL), MIEN_OK);
    CHECK_STATUS(mieni_solve_face_open(&project, "ada.poses.json", &face, &problem), MIEN_OK);
    ada.loaded = load_source(&face.recipe.poses, MIEN_ISA_BEST);
    ada.mesh = face.mesh;
    CHECK_STATUS(mien_mesh_binding_create(ada.mesh, ada.loaded.skeleton, NULL, &ada.binding, NULL), MIEN_OK);
    ada.stage = stage_create(&ada.loaded, ada.loaded.binding);
    ada.positions = calloc((size_t)mien_mesh_info(ada.mesh).vertex_count, sizeof *ada.positions);
    ada.normals = calloc((size_t)mien_mesh_info(ada.mesh).vertex_count, sizeof *ada.normals);
    RUN(a_table_becomes_curves);
    RUN(the_head_becomes_a_track);
    RUN(wrong_maps_are_refused);
    free(ada.positions);
    free(ada.normals);
    stage_destroy(&ada.stage);
    mien_mesh_binding_destroy(ada.binding);
    unload(&ada.loaded);
    mieni_solve_face_close(&face);
    mieni_project_close(&project);
    temporary_remove(folder);
}
