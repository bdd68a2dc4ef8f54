// SPDX-License-Identifier: MIT
//
// Binding an asset to a skeleton: what is missing and what is reported, bone
// lengths of other meshes, LODs.

#include "support/posing.h"

/// Another skeleton than the one an asset was made on.
typedef struct Mesh {
    MienAuthorPack pack;
    MienSkeleton *skeleton;
    MienPoseBinding *binding;
} Mesh;

static Mesh bind_mesh(const Loaded *l, const MienAuthorSkeleton *source, const MienTransform *reference)
{
    Mesh mesh = {0};
    const MienPoseBindingOptions options = {.mesh_rest_pose = reference};
    CHECK_STATUS(mien_author_skeleton_cook(source, NULL, &mesh.pack, NULL), MIEN_OK);
    CHECK_STATUS(mien_skeleton_load(mesh.pack.data, mesh.pack.size, NULL, &mesh.skeleton, NULL), MIEN_OK);
    CHECK_STATUS(mien_pose_binding_create(l->asset, mesh.skeleton, &options, &mesh.binding, NULL), MIEN_OK);
    return mesh;
}

static void drop_mesh(Mesh *mesh)
{
    mien_pose_binding_destroy(mesh->binding);
    mien_skeleton_destroy(mesh->skeleton);
    mien_author_pack_release(&mesh->pack);
}

static void check_report(const Mesh *mesh, int row, MienFindingKind finding, int index, const char *name,
                         float factor)
{
    const MienFinding report = mien_pose_binding_report(mesh->binding, row);
    CHECK_INT(report.kind, finding);
    CHECK_INT(report.index, index);
    CHECK_STR(report.name, name);
    CHECK_NEAR(report.factor, factor, 1e-6);
}

TEST(all_fits)
{
    Rig rig;
    rig_begin(&rig, 2);
    rig_mover(&rig, "a", 1, 1.0f);
    rig_curve(&rig, "curve");
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    CHECK_INT(mien_pose_binding_report_count(l.binding), 0);
    CHECK_INT(mien_pose_binding_report(l.binding, 0).index, -1);
    CHECK_STR(mien_pose_binding_report(l.binding, -1).name, "");
    unload(&l);
}

/// An asset of nothing has nothing to bind, and passes its input on.
TEST(no_poses_at_all)
{
    Rig rig;
    rig_begin(&rig, 2);
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    CHECK_INT(l.info.driven_pose_count + l.info.curve_count, 0);
    CHECK_INT(mien_pose_binding_report_count(l.binding), 0);
    Stage s = stage_create(&l, l.binding);
    s.input[1].translation.x = 3.0f;
    stage_run(&s);
    for (int b = 0; b < 2; ++b)
        CHECK(same_transform(&s.out[b], &s.input[b]));
    stage_destroy(&s);
    unload(&l);
}

TEST(what_is_missing_is_reported)
{
    static const int inputs[] = {0, 1};
    Rig rig;
    rig_begin(&rig, 4);
    rig_mover(&rig, "a", 1, 1.0f);
    rig_mover(&rig, "b", 2, 1.0f);
    MienAuthorPose *between = rig_mover(&rig, "between", 1, 3.0f);
    between->role = MIEN_AUTHOR_INBETWEEN;
    between->driven_pose = 1;
    between->position = 0.5f;
    MienAuthorPose *both = rig_mover(&rig, "both", 3, 1.0f);
    both->role = MIEN_AUTHOR_COMBINATION;
    both->inputs = inputs;
    both->input_count = 2;
    rig_curve(&rig, "smile");
    rig_curve(&rig, "frown");
    rig_value(&rig, 0, 0, 1.0f);
    rig_value(&rig, 0, 1, 1.0f);
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    // The mesh lacks bone2, has a stranger in its place and a longer bone3; its
    // curves come in another order and name poses that no curve drives.
    static const MienAuthorCurve curves[] = {
        {"both", MIEN_ALL_LODS}, {"frown", MIEN_ALL_LODS}, {"a", MIEN_ALL_LODS}, {"between", MIEN_ALL_LODS}};
    MienAuthorBone bones[] = {rig.bones[0], rig.bones[2], rig.bones[1], rig.bones[3]};
    bones[1].name = "stranger";
    bones[3].rest.translation.y = 2.0f;
    const MienAuthorSkeleton skeleton = {4, bones, 4, curves};
    Mesh mesh = bind_mesh(&l, &skeleton, NULL);
    CHECK_INT(l.info.bone_count, 3); // bone0 never moves
    CHECK_INT(mien_pose_binding_report_count(mesh.binding), 6);
    check_report(&mesh, 0, MIEN_FINDING_MISSING_BONE, 1, "bone2", 1.0f);
    check_report(&mesh, 1, MIEN_FINDING_SCALED_BONE, 2, "bone3", 2.0f);
    check_report(&mesh, 2, MIEN_FINDING_MISSING_POSE_CURVE, 1, "b", 1.0f);
    check_report(&mesh, 3, MIEN_FINDING_MISSING_CURVE, 0, "smile", 1.0f);
    check_report(&mesh, 4, MIEN_FINDING_NOT_CURVE_DRIVEN, 2, "between", 1.0f);
    check_report(&mesh, 5, MIEN_FINDING_NOT_CURVE_DRIVEN, 3, "both", 1.0f);

    Stage s = stage_create(&l, l.binding); // large enough for the mesh as well
    s.job.binding = mesh.binding;
    s.job.curves.count = s.job.out_curves.count = 4;
    for (int c = 0; c < 4; ++c)
        mien_curve_set_put(&s.job.curves, c, 1.0f);
    mien_curve_set_remove(&s.job.curves, 1);
    stage_run(&s);
    CHECK(s.weights[0] == 1.0f && s.weights[1] == 0.0f && s.weights[2] == 0.0f && s.weights[3] == 0.0f);
    CHECK(s.out[2].translation.x == 1.0f); // bone1
    for (int b = 0; b < 4; ++b)
        CHECK(b == 2 || same_transform(&s.out[b], &s.input[b]));
    CHECK(s.out_curves[1] == 1.0f && mien_curve_set_has(&s.job.out_curves, 1));
    const MienPoseWeight list[] = {{1, 1.0f}, {3, 1.0f}}; // what has no curve can still be listed
    stage_run_list(&s, list, 2);
    CHECK(s.out[3].translation.x == 2.0f && same_transform(&s.out[1], &s.input[1]));
    stage_destroy(&s);
    drop_mesh(&mesh);
    unload(&l);
}

/// Factors of a rig whose second to fifth bone are bound to other lengths.
TEST(translations_scale_with_the_mesh)
{
    Rig rig;
    rig_begin(&rig, 6);
    rig.bones[4].rest.translation = (MienVec3){9e-7f, 0.0f, 0.0f};
    rig.bones[5].rest.translation = (MienVec3){4e-6f, 0.0f, 0.0f};
    rig_pose(&rig, "a");
    for (int b = 0; b < 6; ++b)
        rig.posed[0][b].translation.x += 1.0f;
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    MienTransform reference[6];
    for (int b = 0; b < 6; ++b)
        reference[b] = rig.bones[b].rest;
    reference[0].translation = (MienVec3){0.0f, 3.0f, 0.0f};  // from nothing: 1
    reference[2].translation = (MienVec3){0.0f, 0.0f, 1.0f};  // as long, elsewhere: 1
    reference[3].translation = (MienVec3){1.5f, 2.0f, 0.0f};  // 2.5
    reference[4].translation = (MienVec3){1.0f, 0.0f, 0.0f};  // below 1e-6 of the extent: 1
    reference[5].translation = (MienVec3){0.0f, 1e-6f, 0.0f}; // 0.25
    static const float factors[6] = {1.0f, 1.0f, 1.0f, 2.5f, 1.0f, 0.25f};
    Mesh mesh = bind_mesh(&l, &rig.skeleton, reference);
    CHECK_INT(mien_pose_binding_report_count(mesh.binding), 2);
    check_report(&mesh, 0, MIEN_FINDING_SCALED_BONE, 3, "bone3", 2.5f);
    check_report(&mesh, 1, MIEN_FINDING_SCALED_BONE, 5, "bone5", 0.25f);
    Stage s = stage_create(&l, l.binding);
    s.job.binding = mesh.binding;
    memcpy(s.input, reference, sizeof reference);
    stage_run_curve(&s, 0, 1.0f);
    for (int b = 0; b < 6; ++b) {
        CHECK_NEAR(s.out[b].translation.x, reference[b].translation.x + factors[b], 1e-6);
        CHECK(s.out[b].translation.y == reference[b].translation.y);
        CHECK(s.out[b].translation.z == reference[b].translation.z);
    }
    stage_destroy(&s);
    drop_mesh(&mesh);
    unload(&l);
}

/// Absolute poses on a mesh with other bones: it keeps its own lengths, and only
/// what a pose adds is scaled.
TEST(bone_lengths_stay_the_meshs_own)
{
    static const int hold[] = {1, 2};
    Rig rig;
    rig_begin(&rig, 3);
    rig.asset.is_absolute = true;
    for (int p = 0; p < 2; ++p) {
        MienAuthorPose *pose = rig_pose(&rig, p == 0 ? "turn" : "move");
        pose->hold = hold;
        pose->hold_count = 2;
    }
    rig.posed[0][1].rotation = turned(0, 60.0);
    rig.posed[1][1].translation.x = 1.0f;
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    MienTransform reference[3];
    for (int b = 0; b < 3; ++b)
        reference[b] = rig.bones[b].rest;
    reference[1].translation = (MienVec3){0.25f, 3.0f, 0.5f};
    reference[2].translation = (MienVec3){0.0f, 1.0f, 0.0f};
    const float factor = sqrtf(0.0625f + 9.0f + 0.25f);
    Mesh mesh = bind_mesh(&l, &rig.skeleton, reference);
    Stage s = stage_create(&l, l.binding);
    s.job.binding = mesh.binding;
    memcpy(s.input, reference, sizeof reference);
    static const float turns[] = {1.0f, 0.3f, 0.123f, 3.0f};
    for (int i = 0; i < 4; ++i) {
        const MienPoseWeight turn = {0, turns[i]};
        stage_run_list(&s, &turn, 1);
        for (int k = 0; k < 3; ++k) {
            const float own = nth(&reference[1].translation.x, k), out = nth(&s.out[1].translation.x, k);
            CHECK_NEAR(out, own, i == 0 ? 0.0 : 1e-6); // the whole pose: exactly
        }
    }
    const MienPoseWeight half = {1, 0.5f};
    stage_run_list(&s, &half, 1);
    CHECK_NEAR(s.out[1].translation.x, 0.25 + 0.5 * factor, 1e-6);
    CHECK_NEAR(s.out[1].translation.y, 3.0, 1e-6);
    CHECK_NEAR(s.out[1].translation.z, 0.5, 1e-6);
    CHECK(same_transform(&s.out[2], &s.input[2])); // not of another length
    stage_destroy(&s);
    drop_mesh(&mesh);
    unload(&l);
}

/// Vectors by hand: the target's parent is turned by 90 degrees about z, so what was x for the asset's bones
/// is minus y for its bones, and what was y is x.
static void turned_rest(const Rig *rig, MienTransform reference[2])
{
    reference[0] = rig->bones[0].rest;
    reference[1] = rig->bones[1].rest;
    reference[0].rotation = turned(2, 90.0);
    reference[1].translation = (MienVec3){1.0f, 0.0f, 0.0f}; // where it is in the asset, in model space
    reference[1].rotation = turned(2, -90.0);
}

TEST(poses_turn_bones_alike_in_model_space)
{
    Rig rig;
    rig_begin(&rig, 2);
    rig_pose(&rig, "a");
    rig.posed[0][1].rotation = turned(0, 60.0);
    rig.posed[0][1].translation = (MienVec3){0.25f, 1.5f, 0.125f};
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    MienTransform reference[2];
    turned_rest(&rig, reference);
    Mesh mesh = bind_mesh(&l, &rig.skeleton, reference);
    Stage s = stage_create(&l, l.binding);
    s.job.binding = mesh.binding;
    memcpy(s.input, reference, sizeof reference);
    stage_run_curve(&s, 0, 1.0f);
    CHECK(same_transform(&s.out[0], &reference[0]));
    // 60 degrees about minus y, then the rest rotation: -90 degrees about z.
    const double c = sqrt(0.75), h = sqrt(0.5);
    CHECK_NEAR(s.out[1].rotation.x, 0.5 * h, 1e-6);
    CHECK_NEAR(s.out[1].rotation.y, -0.5 * h, 1e-6);
    CHECK_NEAR(s.out[1].rotation.z, -c * h, 1e-6);
    CHECK_NEAR(s.out[1].rotation.w, c * h, 1e-6);
    CHECK_NEAR(s.out[1].translation.x, 1.5, 1e-6);
    CHECK_NEAR(s.out[1].translation.y, -0.25, 1e-6);
    CHECK_NEAR(s.out[1].translation.z, 0.125, 1e-6);
    stage_destroy(&s);
    drop_mesh(&mesh);
    unload(&l);
}

/// Absolute poses follow the rest pose as well: a bone held at rest is at the target's rest.
TEST(absolute_poses_turn_bones_alike)
{
    static const int hold[] = {1};
    Rig rig;
    rig_begin(&rig, 2);
    rig.asset.is_absolute = true;
    rig_pose(&rig, "turn");
    MienAuthorPose *still = rig_pose(&rig, "still");
    still->hold = hold;
    still->hold_count = 1;
    rig.posed[0][1].rotation = turned(0, 60.0);
    rig.posed[0][1].translation.x = 0.25f;
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    MienTransform reference[2];
    turned_rest(&rig, reference);
    Mesh mesh = bind_mesh(&l, &rig.skeleton, reference);
    Stage s = stage_create(&l, l.binding);
    s.job.binding = mesh.binding;
    memcpy(s.input, reference, sizeof reference);
    const MienPoseWeight turn = {0, 1.0f}, rest = {1, 1.0f};
    stage_run_list(&s, &turn, 1);
    const MienQuat expected = mien_quat_multiply(turned(1, -60.0), turned(2, -90.0));
    CHECK_NEAR(degrees_between(s.out[1].rotation, expected), 0.0, 1e-4);
    CHECK_NEAR(s.out[1].translation.x, 1.0, 1e-6);
    CHECK_NEAR(s.out[1].translation.y, -0.25, 1e-6);
    stage_run_list(&s, &rest, 1);
    CHECK_NEAR(degrees_between(s.out[1].rotation, reference[1].rotation), 0.0, 1e-4);
    CHECK_NEAR(s.out[1].translation.x, 1.0, 1e-6);
    CHECK_NEAR(s.out[1].translation.y, 0.0, 1e-6);
    stage_destroy(&s);
    drop_mesh(&mesh);
    unload(&l);
}

/// Unreal's formulas know no rest rotations.
TEST(unreal_assets_are_not_turned)
{
    Rig rig;
    rig_begin(&rig, 2);
    rig.asset.is_unreal = true;
    rig_pose(&rig, "a");
    rig.posed[0][1].rotation = turned(0, 60.0);
    rig.posed[0][1].translation.x = 0.25f;
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    MienTransform reference[2];
    turned_rest(&rig, reference);
    Mesh mesh = bind_mesh(&l, &rig.skeleton, reference);
    Stage s = stage_create(&l, l.binding);
    s.job.binding = mesh.binding;
    memcpy(s.input, reference, sizeof reference);
    stage_run_curve(&s, 0, 1.0f);
    const MienQuat expected = mien_quat_multiply(turned(0, 60.0), turned(2, -90.0));
    CHECK_NEAR(degrees_between(s.out[1].rotation, expected), 0.0, 1e-4);
    CHECK_NEAR(s.out[1].translation.x, 1.25, 1e-6);
    stage_destroy(&s);
    drop_mesh(&mesh);
    unload(&l);
}

/// A root, or any bone above, that is turned alike in both changes no bits.
TEST(equal_rests_keep_all_bits)
{
    Rig rig;
    rig_begin(&rig, 3);
    rig.bones[0].rest.rotation = turned(1, 73.0);
    rig.bones[1].rest.rotation = turned(0, -31.0);
    rig_pose(&rig, "a");
    for (int b = 1; b < 3; ++b) {
        rig.posed[0][b].rotation = turned(b, 40.0);
        rig.posed[0][b].translation.z += 0.3f;
    }
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    Stage bound = stage_create(&l, l.binding), own = stage_create(&l, NULL);
    CHECK_INT(l.info.bone_count, 2);
    stage_run_curve(&bound, 0, 0.7f);
    stage_run_curve(&own, 0, 0.7f);
    for (int b = 0; b < 2; ++b)
        CHECK(same_transform(&bound.out[b + 1], &own.out[b]));
    stage_destroy(&bound);
    stage_destroy(&own);
    unload(&l);
}

TEST(bindings_that_cannot_be)
{
    Rig rig;
    rig_begin(&rig, 2);
    rig_mover(&rig, "a", 1, 1.0f);
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    MienTransform reference[2] = {rig.bones[0].rest, rig.bones[1].rest};
    const MienPoseBindingOptions options = {.mesh_rest_pose = reference};
    static const float bad[] = {NAN, INFINITY, -1.1e6f};
    MienError error;
    for (int i = 0; i < 3; ++i) {
        reference[1].translation.z = bad[i];
        MienPoseBinding *binding = l.binding;
        CHECK_STATUS(mien_pose_binding_create(l.asset, l.skeleton, &options, &binding, &error),
                     MIEN_ERROR_DATA);
        CHECK_STR(error.location, "mesh_rest_pose[1]");
        CHECK(binding == NULL);
    }
    reference[1] = rig.bones[1].rest;
    reference[1].rotation.w = NAN;
    MienPoseBinding *binding = l.binding;
    CHECK_STATUS(mien_pose_binding_create(l.asset, l.skeleton, &options, &binding, &error), MIEN_ERROR_DATA);
    reference[1] = rig.bones[1].rest;
    reference[1].scale.y = INFINITY;
    CHECK_STATUS(mien_pose_binding_create(l.asset, l.skeleton, &options, &binding, &error), MIEN_ERROR_DATA);
    CHECK_STATUS(mien_pose_binding_create(NULL, l.skeleton, NULL, &binding, &error), MIEN_ERROR_ARGUMENT);
    CHECK(binding == NULL);
    binding = l.binding;
    CHECK_STATUS(mien_pose_binding_create(l.asset, NULL, NULL, &binding, NULL), MIEN_ERROR_ARGUMENT);
    CHECK(binding == NULL);
    CHECK_STATUS(mien_pose_binding_create(l.asset, l.skeleton, NULL, NULL, &error), MIEN_ERROR_ARGUMENT);
    mien_pose_binding_destroy(NULL);
    unload(&l);
}

/// bone1 goes after level 2, bone2 after level 0, bone3 stays; a curve that
/// drives goes after level 1, one that poses define after level 0.
static void make_levels(Rig *rig)
{
    rig_begin(rig, 4);
    rig->bones[1].max_lod = 2;
    rig->bones[2].max_lod = 0;
    rig_pose(rig, "a");
    rig_pose(rig, "b");
    for (int b = 1; b < 4; ++b) {
        rig->posed[0][b].translation.x = 1.0f;
        rig->posed[1][b].translation.z = 1.0f;
    }
    rig_curve(rig, "kept");
    rig_curve(rig, "lost");
    rig_value(rig, 0, 0, 1.0f);
    rig_value(rig, 0, 1, 1.0f);
    rig->curves[1].max_lod = rig->skeleton_curves[3].max_lod = 0;
    rig->skeleton_curves[1].max_lod = 1;
}

TEST(lods)
{
    static const int last_bone[] = {3, 2, 2, 1, 1}, levels[] = {0, 1, 2, 3, 1000};
    Rig rig;
    make_levels(&rig);
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    // By descending max LOD, otherwise as given: bone0, bone3, bone1, bone2.
    CHECK_STR(mien_skeleton_bone_name(l.skeleton, 1), "bone3");
    CHECK_STR(mien_skeleton_bone_name(l.skeleton, 2), "bone1");
    CHECK_STR(mien_skeleton_curve_name(l.skeleton, 2), "b");
    CHECK_STR(mien_skeleton_curve_name(l.skeleton, 3), "lost");
    Stage s = stage_create(&l, l.binding);
    mien_curve_set_put(&s.job.curves, 0, 1.0f);
    mien_curve_set_put(&s.job.curves, 2, 1.0f);
    mien_curve_set_put(&s.job.curves, 3, 5.0f);
    for (int layout = 0; layout < 3; ++layout) {
        for (int i = 0; i < 5; ++i) {
            const bool has_b = levels[i] <= 1;
            s.job.layout = (MienPoseLayout)layout;
            s.job.lod = levels[i];
            stage_run(&s);
            CHECK_INT(mien_skeleton_bone_count_at(l.skeleton, levels[i]), last_bone[i] + 1);
            CHECK(s.weights[0] == 1.0f && s.weights[1] == (has_b ? 1.0f : 0.0f));
            for (int b = 1; b < 4; ++b) {
                CHECK(s.out[b].translation.x == (b <= last_bone[i] ? 1.0f : 0.0f));
                CHECK(s.out[b].translation.z == (b <= last_bone[i] && has_b ? 1.0f : 0.0f));
            }
            CHECK(s.out_curves[1] == 1.0f && s.out_curves[3] == (i == 0 ? 6.0f : 5.0f));
            // Bones of finer levels need not be brought along.
            s.job.bone_count = last_bone[i] + 1;
            memset(s.out, 0, 4 * sizeof *s.out);
            stage_run(&s);
            CHECK(s.out[last_bone[i]].translation.x == 1.0f);
            CHECK(last_bone[i] == 3 || s.out[last_bone[i] + 1].rotation.w == 0.0f);
            s.job.bone_count = last_bone[i];
            CHECK_STATUS(mien_pose_job_run(&s.job), MIEN_ERROR_ARGUMENT);
            s.job.bone_count = 4;
        }
    }
    stage_destroy(&s);
    unload(&l);
}

/// The smaller of two max LODs counts: the asset's and the mesh's.
TEST(levels_of_another_mesh)
{
    Rig rig;
    make_levels(&rig);
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    MienAuthorBone bones[4];
    memcpy(bones, rig.bones, sizeof bones);
    bones[1].max_lod = MIEN_ALL_LODS;
    bones[2].max_lod = MIEN_ALL_LODS;
    bones[3].max_lod = 1;
    const MienAuthorSkeleton skeleton = {4, bones, rig.skeleton.curve_count, rig.skeleton_curves};
    Mesh mesh = bind_mesh(&l, &skeleton, NULL);
    Stage s = stage_create(&l, l.binding);
    s.job.binding = mesh.binding;
    static const bool moves[4][3] = {{1, 1, 1}, {1, 0, 1}, {1, 0, 0}, {0, 0, 0}};
    for (int level = 0; level < 4; ++level) {
        s.job.lod = level;
        stage_run_curve(&s, 0, 1.0f);
        for (int b = 1; b < 4; ++b)
            CHECK(s.out[b].translation.x == (moves[level][b - 1] ? 1.0f : 0.0f));
    }
    stage_destroy(&s);
    drop_mesh(&mesh);
    unload(&l);
}

CHECK_MAIN
{
    RUN(all_fits);
    RUN(no_poses_at_all);
    RUN(what_is_missing_is_reported);
    RUN(translations_scale_with_the_mesh);
    RUN(bone_lengths_stay_the_meshs_own);
    RUN(poses_turn_bones_alike_in_model_space);
    RUN(absolute_poses_turn_bones_alike);
    RUN(unreal_assets_are_not_turned);
    RUN(equal_rests_keep_all_bits);
    RUN(bindings_that_cannot_be);
    RUN(lods);
    RUN(levels_of_another_mesh);
}
