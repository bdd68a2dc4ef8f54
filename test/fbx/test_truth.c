// SPDX-License-Identifier: MIT
//
// Deformed meshes of FBX files, compared with what the programs that wrote them show:
// within a thousandth of the size, vertex by vertex where faces come in one order.

#include "posed.h"
#include "read_files.h"

#include "io/fbx/scene.h"

/// A file, a moment of one of its takes, and what it looks like then.
typedef struct Row {
    const char *file, *truth;
    const char *take;   ///< NULL: the first one; "": none, at rest.
    int frame, start;   ///< Of the file, and where the take begins.
    const char *except; ///< A part that is not compared; NULL: none.
    bool is_dual;       ///< Skinned with dual quaternions, here; Mien's own meshes are linear.
    const char *pose;   ///< Bones are as in this bind pose of the file; NULL: as the take has them.
} Row;

// The part Y of maya_axes_anim moves by a geometry cache, which is a file of its own that
// the set does not have. maya_dual_quaternion_scale is of a file that the set does not have.
static const Row rows[] = {
    {"blender440_shape_weight_anim_7400_binary", "blender440_shape_weight_anim_5", NULL, 5, 0, NULL, false,
     NULL},
    {"blender440_shape_weight_anim_7400_binary", "blender440_shape_weight_anim_15", NULL, 15, 0, NULL, false,
     NULL},
    {"blender440_shape_weight_anim_7400_binary", "blender440_shape_weight_anim_25", NULL, 25, 0, NULL, false,
     NULL},
    {"blender_279_sausage_6100_ascii", "blender_279_sausage_base_0", "Base", 0, 0, NULL, false, NULL},
    {"blender_279_sausage_6100_ascii", "blender_279_sausage_spin_15", "Spin", 15, -1, NULL, false, NULL},
    {"blender_279_sausage_6100_ascii", "blender_279_sausage_wiggle_20", "Wiggle", 20, 0, NULL, false, NULL},
    {"blender_279_sausage_7400_binary", "blender_279_sausage_base_0", "Skeleton|Base", 0, 0, NULL, false,
     NULL},
    {"blender_279_sausage_7400_binary", "blender_279_sausage_spin_15", "Skeleton|Spin", 15, 0, NULL, false,
     NULL},
    {"blender_279_sausage_7400_binary", "blender_279_sausage_wiggle_20", "Skeleton|Wiggle", 20, 0, NULL,
     false, NULL},
    {"blender_293_half_skinned_7400_binary", "blender_293_half_skinned", "", 0, 0, NULL, false, NULL},
    {"blender_331_static_blend_shape_7400_binary", "blender_331_static_blend_shape", "", 0, 0, NULL, false,
     NULL},
    {"max7_blend_cube_5000_binary", "max7_blend_cube_8", NULL, 8, 0, NULL, false, NULL},
    {"max7_blend_cube_5000_binary", "max7_blend_cube_24", NULL, 24, 0, NULL, false, NULL},
    {"max7_skin_5000_binary", "max7_skin_5", NULL, 5, 0, NULL, false, NULL},
    {"max7_skin_5000_binary", "max7_skin_15", NULL, 15, 0, NULL, false, NULL},
    {"max_transformed_skin_7500_binary", "max_transformed_skin_5", NULL, 5, 0, NULL, false, NULL},
    {"max_transformed_skin_7500_binary", "max_transformed_skin_15", NULL, 15, 0, NULL, false, NULL},
    {"maya_anim_layers_over_acc_orders_7500_binary", "maya_anim_layers_over_acc_orders_18", NULL, 18, 1, NULL,
     false, NULL},
    {"maya_axes_anim_7700_ascii", "maya_axes_anim_0", NULL, 0, 0, "Y", false, NULL},
    {"maya_axes_anim_7700_ascii", "maya_axes_anim_5", NULL, 5, 0, "Y", false, NULL},
    {"maya_axes_anim_7700_ascii", "maya_axes_anim_8", NULL, 8, 0, "Y", false, NULL},
    {"maya_blend_inbetween_7500_ascii", "maya_blend_inbetween_1", NULL, 1, 1, NULL, false, NULL},
    {"maya_blend_inbetween_7500_ascii", "maya_blend_inbetween_71", NULL, 71, 1, NULL, false, NULL},
    {"maya_blend_inbetween_7500_binary", "maya_blend_inbetween_1", NULL, 1, 1, NULL, false, NULL},
    {"maya_blend_inbetween_7500_binary", "maya_blend_inbetween_30", NULL, 30, 1, NULL, false, NULL},
    {"maya_blend_inbetween_7500_binary", "maya_blend_inbetween_60", NULL, 60, 1, NULL, false, NULL},
    {"maya_blend_inbetween_7500_binary", "maya_blend_inbetween_65", NULL, 65, 1, NULL, false, NULL},
    {"maya_blend_inbetween_7500_binary", "maya_blend_inbetween_71", NULL, 71, 1, NULL, false, NULL},
    {"maya_blend_inbetween_7500_binary", "maya_blend_inbetween_80", NULL, 80, 1, NULL, false, NULL},
    {"maya_blend_inbetween_7500_binary", "maya_blend_inbetween_89", NULL, 89, 1, NULL, false, NULL},
    {"maya_blend_inbetween_7500_binary", "maya_blend_inbetween_120", NULL, 120, 1, NULL, false, NULL},
    {"maya_cube_big_endian_7500_binary", "maya_cube_big_endian", "", 0, 0, NULL, false, NULL},
    {"maya_dual_quaternion_7500_ascii", "maya_dual_quaternion", "", 0, 0, NULL, true, NULL},
    {"maya_game_sausage_6100_ascii_combined", "maya_game_sausage_wiggle_10", "wiggle", 10, 1, NULL, false,
     NULL},
    {"maya_game_sausage_6100_ascii_combined", "maya_game_sausage_wiggle_18", "wiggle", 18, 1, NULL, false,
     NULL},
    {"maya_game_sausage_6100_ascii_combined", "maya_game_sausage_spin_7", "spin", 27, 20, NULL, false, NULL},
    {"maya_game_sausage_6100_ascii_combined", "maya_game_sausage_spin_15", "spin", 35, 20, NULL, false, NULL},
    {"maya_game_sausage_6100_ascii_combined", "maya_game_sausage_deform_8", "deform", 48, 40, NULL, false,
     NULL},
    {"maya_game_sausage_6100_ascii_combined", "maya_game_sausage_deform_15", "deform", 55, 40, NULL, false,
     NULL},
    {"maya_game_sausage_7500_binary_combined", "maya_game_sausage_wiggle_10", "wiggle", 10, 1, NULL, false,
     NULL},
    {"maya_game_sausage_7500_binary_combined", "maya_game_sausage_wiggle_18", "wiggle", 18, 1, NULL, false,
     NULL},
    {"maya_game_sausage_7500_binary_combined", "maya_game_sausage_spin_7", "spin", 27, 20, NULL, false, NULL},
    {"maya_game_sausage_7500_binary_combined", "maya_game_sausage_spin_15", "spin", 35, 20, NULL, false,
     NULL},
    {"maya_game_sausage_7500_binary_combined", "maya_game_sausage_deform_8", "deform", 48, 40, NULL, false,
     NULL},
    {"maya_game_sausage_7500_binary_combined", "maya_game_sausage_deform_15", "deform", 55, 40, NULL, false,
     NULL},
    {"maya_game_sausage_7500_binary_wiggle", "maya_game_sausage_wiggle_10", NULL, 10, 1, NULL, false, NULL},
    {"maya_game_sausage_7500_binary_wiggle", "maya_game_sausage_wiggle_18", NULL, 18, 1, NULL, false, NULL},
    {"maya_poses_7700_ascii", "maya_poses", "", 0, 0, NULL, false, NULL},
    {"maya_poses_7700_ascii", "maya_poses_bind1", "", 0, 0, NULL, false, "skinCluster1"},
    {"maya_poses_7700_ascii", "maya_poses_bind2", "", 0, 0, NULL, false, "skinCluster2"},
    {"maya_rotation_order_7500_binary", "maya_rotation_order", "", 0, 0, NULL, false, NULL},
    {"maya_transformed_skin_7700_binary", "maya_transformed_skin_0", NULL, 0, 0, NULL, false, NULL},
    {"maya_transformed_skin_7700_binary", "maya_transformed_skin_4", NULL, 4, 0, NULL, false, NULL},
    {"maya_transformed_skin_7700_binary", "maya_transformed_skin_8", NULL, 8, 0, NULL, false, NULL},
    {"motionbuilder_sausage_rrss_7700_binary", "motionbuilder_sausage_rrss", "", 0, 0, NULL, false, NULL},
    {"motionbuilder_sausage_rrss_7700_binary", "motionbuilder_sausage_rrss_12", NULL, 12, 0, NULL, false,
     NULL},
    {"motionbuilder_sausage_rrss_7700_binary", "motionbuilder_sausage_rrss_24", NULL, 24, 0, NULL, false,
     NULL},
    {"motionbuilder_sausage_rrss_7700_binary", "motionbuilder_sausage_rrss_36", NULL, 36, 0, NULL, false,
     NULL},
    {"motionbuilder_sausage_rrss_7700_binary", "motionbuilder_sausage_rrss_48", NULL, 48, 0, NULL, false,
     NULL},
};

enum { ROWS = sizeof rows / sizeof *rows };
static const double tolerance = 1e-3;

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

/// A file as it is at a moment, and what it shall be.
typedef struct Scene {
    const Row *row;
    const MienAuthorMesh *mesh;
    double (*posed)[3];
    Obj obj;
    int by_face; ///< Triangles that were compared one with another.
} Scene;

/// The group of a part and how many triangles it has, or -1.
static int find_group(const Obj *obj, const char *name, int *out_count)
{
    for (int g = 0; g < obj->group_count; ++g) {
        const int next = g + 1 < obj->group_count ? obj->groups[g + 1].first : obj->triangle_count;
        *out_count = next - obj->groups[g].first;
        if (strcmp(obj->groups[g].name, name) == 0 && *out_count > 0)
            return g;
    }
    return -1;
}

/// Corner by corner, where the truth has as many triangles in the same order.
static bool compare_faces(Scene *scene, const MienAuthorSubmesh *part, double *worst)
{
    int count = scene->obj.triangle_count, first = 0;
    const int group = find_group(&scene->obj, part->name, &count);
    if (group >= 0)
        first = scene->obj.groups[group].first;
    else
        count = scene->mesh->submesh_count == 1 ? scene->obj.triangle_count : -1;
    if (scene->obj.is_unsorted || 3 * count != part->index_count)
        return false;
    for (int t = 0; t < count; ++t)
        for (int k = 0; k < 3; ++k) {
            const uint32_t vertex = scene->mesh->indices[part->first_index + 3 * t + k];
            const int truth = scene->obj.triangles[first + t][k];
            *worst = fmax(*worst, distance(scene->posed[vertex], scene->obj.vertices[truth]));
        }
    scene->by_face += count;
    return true;
}

/// Each corner has a vertex of the truth where it is.
static void compare_nearest(const Scene *scene, const MienAuthorSubmesh *part, double *worst)
{
    for (int i = 0; i < part->index_count; ++i) {
        double best = 1e30;
        for (int v = 0; v < scene->obj.vertex_count; ++v)
            best = fmin(best, distance(scene->posed[scene->mesh->indices[part->first_index + i]],
                                       scene->obj.vertices[v]));
        *worst = fmax(*worst, best);
    }
}

/// Each vertex of the truth has one of ours where it is.
static void compare_back(const Scene *scene, double *worst)
{
    for (int v = 0; v < scene->obj.vertex_count; ++v) {
        double best = 1e30;
        for (int i = 0; i < scene->mesh->vertex_count; ++i)
            best = fmin(best, distance(scene->posed[i], scene->obj.vertices[v]));
        *worst = fmax(*worst, best);
    }
}

static double error_of(Scene *scene)
{
    double worst = 0;
    for (int p = 0; p < scene->mesh->submesh_count; ++p) {
        const MienAuthorSubmesh *part = &scene->mesh->submeshes[p];
        if (scene->row->except != NULL && strcmp(scene->row->except, part->name) == 0)
            continue;
        if (!compare_faces(scene, part, &worst))
            compare_nearest(scene, part, &worst);
    }
    if (scene->row->except == NULL)
        compare_back(scene, &worst);
    return worst / size_of(&scene->obj);
}

/// The objects of a row's file, for what sources do not say.
typedef struct Insides {
    void *bytes;
    MieniArena arena;
    MieniFbxFile file;
    MieniFbxScene scene;
} Insides;

static void insides_open(const Row *row, Insides *insides)
{
    static const MienIoFbxOptions options = {0};
    char path[256];
    size_t size = 0;
    *insides = (Insides){0};
    snprintf(path, sizeof path, "fbx-ufbx/good/%s.fbx", row->file);
    insides->bytes = fbx_load(path, &size);
    CHECK_STATUS(mieni_fbx_parse(insides->bytes, size, &insides->arena, &options, &insides->file, NULL),
                 MIEN_OK);
    CHECK_STATUS(mieni_fbx_scene(&insides->file, &insides->arena, &insides->scene, NULL), MIEN_OK);
    CHECK_STATUS(mieni_fbx_models(&insides->scene), MIEN_OK);
}

static void insides_close(Insides *insides)
{
    mieni_arena_release(&insides->arena);
    free(insides->bytes);
}

static const MieniFbxObject *find_object(const Insides *insides, int64_t id, const char *name,
                                         const char *node)
{
    for (int i = 0; i < insides->scene.object_count; ++i) {
        const MieniFbxObject *object = &insides->scene.objects[i];
        if (strcmp(object->node->name, node) == 0 &&
            (name != NULL ? strcmp(object->name, name) == 0 : object->id == id))
            return object;
    }
    return NULL;
}

/// Puts bones where a bind pose of the file has them.
static void apply_pose(const Row *row, const MienIoSource *source, PosedSkin *skin)
{
    Insides insides;
    insides_open(row, &insides);
    const MieniFbxObject *pose = find_object(&insides, 0, row->pose, "Pose");
    int set = 0;
    CHECK(pose != NULL);
    for (const MieniFbxNode *node = pose != NULL ? mieni_fbx_child(pose->node, "PoseNode") : NULL;
         node != NULL; node = mieni_fbx_next(node, "PoseNode")) {
        const MieniFbxObject *model =
            find_object(&insides, mieni_fbx_integer(mieni_fbx_child(node, "Node"), 0, 0), NULL, "Model");
        double *m = NULL;
        size_t count = 0;
        CHECK_STATUS(
            mieni_fbx_reals(&insides.file, mieni_fbx_child(node, "Matrix"), &insides.arena, &m, &count, NULL),
            MIEN_OK);
        for (int b = 0; model != NULL && count == 16 && b < source->skeleton.bone_count; ++b) {
            if (strcmp(source->skeleton.bones[b].name, model->name) != 0)
                continue;
            for (int k = 0; k < 12; ++k)
                skin->worlds[b][k] = m[4 * (k % 4) + k / 4];
            ++set;
        }
    }
    CHECK_INT(set, 4);
    insides_close(&insides);
}

/// What Maya shows of a skinned mesh that moves itself: from where it was bound to where it
/// is now. Other programs leave it to the bones, and so does Mien.
static void move_skin(const Row *row, const MienIoSource *source, const PosedSkin *skin, double (*posed)[3])
{
    const MienAuthorMesh *mesh = source->mesh;
    const char *name = mesh->submeshes[0].name;
    Insides insides;
    insides_open(row, &insides);
    const MieniFbxObject *pose = find_object(&insides, 0, "skinCluster1", "Pose");
    double *m = NULL, bound[12], inverse[12], move[12];
    int bone = 0;
    size_t count = 0;
    while (bone + 1 < source->skeleton.bone_count && strcmp(source->skeleton.bones[bone].name, name) != 0)
        ++bone;
    for (const MieniFbxNode *node = pose != NULL ? mieni_fbx_child(pose->node, "PoseNode") : NULL;
         node != NULL && count == 0; node = mieni_fbx_next(node, "PoseNode")) {
        const int64_t id = mieni_fbx_integer(mieni_fbx_child(node, "Node"), 0, 0);
        const MieniFbxObject *model = find_object(&insides, id, NULL, "Model");
        if (model != NULL && strcmp(model->name, name) == 0)
            CHECK_STATUS(mieni_fbx_reals(&insides.file, mieni_fbx_child(node, "Matrix"), &insides.arena, &m,
                                         &count, NULL),
                         MIEN_OK);
    }
    CHECK_INT(count, 16);
    for (int k = 0; count == 16 && k < 12; ++k)
        bound[k] = m[4 * (k % 4) + k / 4];
    CHECK(count == 16 && mieni_fbx_matrix_invert(bound, inverse));
    posed_multiply(skin->worlds[bone], inverse, move);
    for (int v = 0; v < mesh->vertex_count; ++v)
        mieni_fbx_matrix_apply(move, posed[v], posed[v]);
    insides_close(&insides);
}

static double measure(const Row *row, int *out_by_face)
{
    char path[256];
    const MienIoFbxOptions options = {.keep_axes = true};
    snprintf(path, sizeof path, "fbx-ufbx/good/%s.fbx", row->file);
    MienIoSource *source = fbx_read(path, &options, NULL);
    Scene scene = {.row = row, .mesh = source != NULL ? source->mesh : NULL};
    snprintf(path, sizeof path, "fbx-ufbx/truth/%s.obj", row->truth);
    if (scene.mesh == NULL || !obj_read(path, &scene.obj)) {
        mien_io_source_destroy(source);
        return INFINITY;
    }
    CHECK_STATUS(mien_author_mesh_check(scene.mesh, NULL), MIEN_OK);
    const MienAuthorClip *clip = NULL;
    for (int t = 0; t < source->take_count; ++t)
        if (row->take == NULL ? t == 0 : strcmp(row->take, source->takes[t].name) == 0)
            clip = source->takes[t].clip;
    CHECK((clip != NULL) == (row->take == NULL || row->take[0] != '\0'));
    const double time =
        clip != NULL ? (double)(row->frame - row->start) * clip->rate_divisor / clip->rate : 0;
    PosedSkin skin = posed_skin(source, clip, time);
    if (row->pose != NULL)
        apply_pose(row, source, &skin);
    posed_palette(source, &skin);
    scene.posed = posed_mesh(scene.mesh, &skin, row->is_dual);
    if (scene.obj.moves_skin)
        move_skin(row, source, &skin, scene.posed);
    const double error = error_of(&scene);
    *out_by_face = scene.by_face;
    free(scene.posed);
    posed_release(&skin);
    obj_release(&scene.obj);
    mien_io_source_destroy(source);
    return error;
}

TEST(meshes_are_as_their_makers_show_them)
{
    if (check_data_path("fbx-ufbx/NOTICE.txt") == NULL)
        SKIP("there is no fbx-ufbx");
    if (!fbx_can_inflate())
        SKIP("built without zlib");
    int missed = 0;
    for (int i = 0; i < ROWS; ++i) {
        int by_face = 0;
        const double error = measure(&rows[i], &by_face);
        printf("%-46s %-38s %4d  %.2e%s%s\n", rows[i].file, rows[i].truth, rows[i].frame, error,
               by_face > 0 ? "" : "  nearest", error <= tolerance ? "" : "  !");
        missed += !(error <= tolerance);
    }
    printf("%d of %d rows\n", ROWS - missed, ROWS);
    CHECK_INT(missed, 0);
}

/// The largest distance between a file in its own space, brought to Mien's, and what Mien
/// makes of it, over the size.
static double turned_error(const Row *row)
{
    const MienIoFbxOptions keep = {.keep_axes = true};
    char path[256];
    snprintf(path, sizeof path, "fbx-ufbx/good/%s.fbx", row->file);
    MienIoSource *sources[2] = {fbx_read(path, &keep, NULL), fbx_read(path, NULL, NULL)};
    double(*posed[2])[3] = {NULL, NULL}, worst = INFINITY, size = 0, matrix[12];
    Insides insides;
    insides_open(row, &insides);
    const MieniFbxSettings settings = mieni_fbx_settings(&insides.scene);
    MieniFbxLocal turn = {.s = {settings.unit / 100, settings.unit / 100, settings.unit / 100}};
    mieni_fbx_turn(&settings, turn.q);
    mieni_fbx_matrix(&turn, matrix);
    insides_close(&insides);
    for (int i = 0; i < 2; ++i) {
        const MienAuthorClip *clip = NULL;
        if (sources[i] == NULL || sources[i]->mesh == NULL)
            continue;
        for (int t = 0; t < sources[i]->take_count; ++t)
            if (row->take == NULL ? t == 0 : strcmp(row->take, sources[i]->takes[t].name) == 0)
                clip = sources[i]->takes[t].clip;
        const double time =
            clip != NULL ? (double)(row->frame - row->start) * clip->rate_divisor / clip->rate : 0;
        PosedSkin skin = posed_skin(sources[i], clip, time);
        posed_palette(sources[i], &skin);
        posed[i] = posed_mesh(sources[i]->mesh, &skin, false);
        posed_release(&skin);
    }
    if (posed[0] != NULL && posed[1] != NULL &&
        sources[0]->mesh->vertex_count == sources[1]->mesh->vertex_count) {
        worst = 0;
        for (int v = 0; v < sources[0]->mesh->vertex_count; ++v) {
            mieni_fbx_matrix_apply(matrix, posed[0][v], posed[0][v]);
            worst = fmax(worst, distance(posed[0][v], posed[1][v]));
            size = fmax(size, distance(posed[1][v], posed[1][0]));
        }
    }
    for (int i = 0; i < 2; ++i) {
        free(posed[i]);
        mien_io_source_destroy(sources[i]);
    }
    return worst / size;
}

TEST(converted_meshes_are_the_same)
{
    if (check_data_path("fbx-ufbx/NOTICE.txt") == NULL)
        SKIP("there is no fbx-ufbx");
    if (!fbx_can_inflate())
        SKIP("built without zlib");
    double worst = 0;
    for (int i = 0; i < ROWS; ++i) {
        const double error = turned_error(&rows[i]);
        if (!(error <= 1e-5))
            printf("%s: %.2e\n", rows[i].file, error);
        CHECK(error <= 1e-5);
        worst = fmax(worst, error);
    }
    printf("at most %.2e off\n", worst);
}

CHECK_MAIN
{
    RUN(meshes_are_as_their_makers_show_them);
    RUN(converted_meshes_are_the_same);
}
