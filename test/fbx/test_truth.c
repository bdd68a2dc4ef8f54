// SPDX-License-Identifier: MIT
//
// Deformed meshes of FBX files, held against what the programs that wrote them show.

#include "fbx_files.h"
#include "posed.h"

/// A file, a moment of one of its takes, and what it looks like then.
typedef struct Row {
    const char *file, *truth;
    const char *take; ///< NULL: the first one; "": none, at rest.
    int frame, start; ///< Of the file, and where the take begins.
} Row;

static const Row rows[] = {
    {"blender440_shape_weight_anim_7400_binary", "blender440_shape_weight_anim_5", NULL, 5, 0},
    {"blender440_shape_weight_anim_7400_binary", "blender440_shape_weight_anim_15", NULL, 15, 0},
    {"blender440_shape_weight_anim_7400_binary", "blender440_shape_weight_anim_25", NULL, 25, 0},
    {"blender_279_sausage_6100_ascii", "blender_279_sausage_base_0", "Base", 0, 0},
    {"blender_279_sausage_6100_ascii", "blender_279_sausage_spin_15", "Spin", 15, -1},
    {"blender_279_sausage_6100_ascii", "blender_279_sausage_wiggle_20", "Wiggle", 20, 0},
    {"blender_279_sausage_7400_binary", "blender_279_sausage_base_0", "Skeleton|Base", 0, 0},
    {"blender_279_sausage_7400_binary", "blender_279_sausage_spin_15", "Skeleton|Spin", 15, 0},
    {"blender_279_sausage_7400_binary", "blender_279_sausage_wiggle_20", "Skeleton|Wiggle", 20, 0},
    {"blender_293_half_skinned_7400_binary", "blender_293_half_skinned", "", 0, 0},
    {"blender_331_static_blend_shape_7400_binary", "blender_331_static_blend_shape", "", 0, 0},
    {"max7_blend_cube_5000_binary", "max7_blend_cube_8", NULL, 8, 0},
    {"max7_blend_cube_5000_binary", "max7_blend_cube_24", NULL, 24, 0},
    {"max7_skin_5000_binary", "max7_skin_5", NULL, 5, 0},
    {"max7_skin_5000_binary", "max7_skin_15", NULL, 15, 0},
    {"max_transformed_skin_7500_binary", "max_transformed_skin_5", NULL, 5, 0},
    {"max_transformed_skin_7500_binary", "max_transformed_skin_15", NULL, 15, 0},
    {"maya_anim_layers_over_acc_orders_7500_binary", "maya_anim_layers_over_acc_orders_18", NULL, 18, 1},
    {"maya_axes_anim_7700_ascii", "maya_axes_anim_0", NULL, 0, 0},
    {"maya_axes_anim_7700_ascii", "maya_axes_anim_5", NULL, 5, 0},
    {"maya_axes_anim_7700_ascii", "maya_axes_anim_8", NULL, 8, 0},
    {"maya_blend_inbetween_7500_ascii", "maya_blend_inbetween_1", NULL, 1, 1},
    {"maya_blend_inbetween_7500_ascii", "maya_blend_inbetween_71", NULL, 71, 1},
    {"maya_blend_inbetween_7500_binary", "maya_blend_inbetween_1", NULL, 1, 1},
    {"maya_blend_inbetween_7500_binary", "maya_blend_inbetween_30", NULL, 30, 1},
    {"maya_blend_inbetween_7500_binary", "maya_blend_inbetween_60", NULL, 60, 1},
    {"maya_blend_inbetween_7500_binary", "maya_blend_inbetween_65", NULL, 65, 1},
    {"maya_blend_inbetween_7500_binary", "maya_blend_inbetween_71", NULL, 71, 1},
    {"maya_blend_inbetween_7500_binary", "maya_blend_inbetween_80", NULL, 80, 1},
    {"maya_blend_inbetween_7500_binary", "maya_blend_inbetween_89", NULL, 89, 1},
    {"maya_blend_inbetween_7500_binary", "maya_blend_inbetween_120", NULL, 120, 1},
    {"maya_cube_big_endian_7500_binary", "maya_cube_big_endian", "", 0, 0},
    {"maya_dual_quaternion_7500_ascii", "maya_dual_quaternion", "", 0, 0},
    {"maya_dual_quaternion_7500_ascii", "maya_dual_quaternion_scale", "", 0, 0},
    {"maya_game_sausage_6100_ascii_combined", "maya_game_sausage_wiggle_10", "wiggle", 10, 1},
    {"maya_game_sausage_6100_ascii_combined", "maya_game_sausage_wiggle_18", "wiggle", 18, 1},
    {"maya_game_sausage_6100_ascii_combined", "maya_game_sausage_spin_7", "spin", 27, 20},
    {"maya_game_sausage_6100_ascii_combined", "maya_game_sausage_spin_15", "spin", 35, 20},
    {"maya_game_sausage_6100_ascii_combined", "maya_game_sausage_deform_8", "deform", 48, 40},
    {"maya_game_sausage_6100_ascii_combined", "maya_game_sausage_deform_15", "deform", 55, 40},
    {"maya_game_sausage_7500_binary_combined", "maya_game_sausage_wiggle_10", "wiggle", 10, 1},
    {"maya_game_sausage_7500_binary_combined", "maya_game_sausage_wiggle_18", "wiggle", 18, 1},
    {"maya_game_sausage_7500_binary_combined", "maya_game_sausage_spin_7", "spin", 27, 20},
    {"maya_game_sausage_7500_binary_combined", "maya_game_sausage_spin_15", "spin", 35, 20},
    {"maya_game_sausage_7500_binary_combined", "maya_game_sausage_deform_8", "deform", 48, 40},
    {"maya_game_sausage_7500_binary_combined", "maya_game_sausage_deform_15", "deform", 55, 40},
    {"maya_game_sausage_7500_binary_wiggle", "maya_game_sausage_wiggle_10", NULL, 10, 1},
    {"maya_game_sausage_7500_binary_wiggle", "maya_game_sausage_wiggle_18", NULL, 18, 1},
    {"maya_poses_7700_ascii", "maya_poses", "", 0, 0},
    {"maya_poses_7700_ascii", "maya_poses_bind1", "", 0, 0},
    {"maya_poses_7700_ascii", "maya_poses_bind2", "", 0, 0},
    {"maya_rotation_order_7500_binary", "maya_rotation_order", "", 0, 0},
    {"maya_transformed_skin_7700_binary", "maya_transformed_skin_0", NULL, 0, 0},
    {"maya_transformed_skin_7700_binary", "maya_transformed_skin_4", NULL, 4, 0},
    {"maya_transformed_skin_7700_binary", "maya_transformed_skin_8", NULL, 8, 0},
    {"motionbuilder_sausage_rrss_7700_binary", "motionbuilder_sausage_rrss", "", 0, 0},
    {"motionbuilder_sausage_rrss_7700_binary", "motionbuilder_sausage_rrss_12", NULL, 12, 0},
    {"motionbuilder_sausage_rrss_7700_binary", "motionbuilder_sausage_rrss_24", NULL, 24, 0},
    {"motionbuilder_sausage_rrss_7700_binary", "motionbuilder_sausage_rrss_36", NULL, 36, 0},
    {"motionbuilder_sausage_rrss_7700_binary", "motionbuilder_sausage_rrss_48", NULL, 48, 0},
};

enum { ROWS = sizeof rows / sizeof *rows };

static double distance(const double a[3], const double b[3])
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                (a[2] - b[2]) * (a[2] - b[2]));
}

static double size_of(const Obj *obj)
{
    double low[3] = {1e30, 1e30, 1e30}, high[3] = {-1e30, -1e30, -1e30};
    for (int v = 0; v < obj->vertex_count; ++v)
        for (int k = 0; k < 3; ++k) {
            low[k] = fmin(low[k], obj->vertices[v][k]);
            high[k] = fmax(high[k], obj->vertices[v][k]);
        }
    return distance(low, high);
}

/// The largest distance of a vertex of either to the nearest one of the other.
static double nearest_error(const MienAuthorMesh *mesh, double (*posed)[3], const Obj *obj)
{
    double worst = 0;
    for (int v = 0; v < obj->vertex_count; ++v) {
        double best = 1e30;
        for (int i = 0; i < mesh->vertex_count; ++i)
            best = fmin(best, distance(posed[i], obj->vertices[v]));
        worst = fmax(worst, best);
    }
    for (int i = 0; i < mesh->vertex_count; ++i) {
        double best = 1e30;
        for (int v = 0; v < obj->vertex_count; ++v)
            best = fmin(best, distance(posed[i], obj->vertices[v]));
        worst = fmax(worst, best);
    }
    return worst;
}

static double error_of(const Row *row)
{
    char path[256];
    MienIoFbxReport report;
    const MienIoFbxOptions options = {.keep_axes = true};
    snprintf(path, sizeof path, "fbx-ufbx/good/%s.fbx", row->file);
    MienIoSource *source = fbx_read(path, &options, &report);
    Obj obj;
    snprintf(path, sizeof path, "fbx-ufbx/truth/%s.obj", row->truth);
    if (source == NULL || source->mesh == NULL || !obj_read(path, &obj)) {
        mien_io_source_destroy(source);
        return INFINITY;
    }
    for (int v = 0; v < obj.vertex_count; ++v)
        for (int k = 0; k < 3; ++k)
            obj.vertices[v][k] *= obj.scale;
    const MienAuthorClip *clip = NULL;
    double time = 0;
    for (int t = 0; t < source->take_count; ++t) {
        const bool is_it = row->take == NULL ? t == 0 : strcmp(row->take, source->takes[t].name) == 0;
        clip = is_it ? source->takes[t].clip : clip;
    }
    if (clip != NULL) {
        time = (double)(row->frame - row->start) * clip->rate_divisor / clip->rate;
    }
    double(*posed)[3] = posed_mesh(source, clip, time);
    const double error = nearest_error(source->mesh, posed, &obj) / size_of(&obj);
    free(posed);
    obj_release(&obj);
    mien_io_source_destroy(source);
    return error;
}

TEST(meshes_are_as_their_makers_show_them)
{
    if (check_data_path("fbx-ufbx/NOTICE.txt") == NULL)
        SKIP("there is no fbx-ufbx");
    int missed = 0;
    for (int i = 0; i < ROWS; ++i) {
        const double error = error_of(&rows[i]);
        printf("%-46s %-38s %4d  %.2e%s\n", rows[i].file, rows[i].truth, rows[i].frame, error,
               error <= 1e-3 ? "" : "  !");
        missed += !(error <= 1e-3);
    }
    printf("%d of %d rows\n", ROWS - missed, ROWS);
    CHECK_INT(missed, 0);
}

CHECK_MAIN { RUN(meshes_are_as_their_makers_show_them); }
