// SPDX-License-Identifier: MIT
//
// One pose asset on faces whose bones are turned in another way at rest, without any transfer: binding must
// turn bones as their own poses do. Compared with the asset's rotations taken as they are.

#include "support/humans.h"
#include "support/transferring.h"

static Human humans[HUMANS];

static double worse(double a, double b) { return a > b ? a : b; }

/// What rotations as they are in the asset give: the pose's rotation from its base, before the target's.
static MienQuat unturned(MienQuat pose, MienQuat base, MienQuat target)
{
    return mien_quat_multiply(mien_quat_multiply(pose, (MienQuat){-base.x, -base.y, -base.z, base.w}),
                              target);
}

/// The asset of one face on another, ready to pose it.
typedef struct Bound {
    MienPoseBinding *binding;
    Stage stage;
} Bound;

static Bound bind_face(const Loaded *asset, const MienSkeleton *target, const MienTransform *rest)
{
    const MienPoseBindingOptions options = {.mesh_rest_pose = rest};
    Bound bound = {0};
    MienError error = {0};
    CHECK_INT(mien_skeleton_bone_count(target), asset->bone_count);
    require_ok(mien_pose_binding_create(asset->asset, target, &options, &bound.binding, &error), &error,
               __LINE__);
    bound.stage = stage_create(asset, bound.binding);
    memcpy(bound.stage.input, rest, (size_t)asset->bone_count * sizeof *rest);
    return bound;
}

static void show_bound(Bound *bound, const MienSkeleton *skeleton, const char *pose)
{
    stage_run_curve(&bound->stage, mien_skeleton_find_curve(skeleton, pose), 1.0f);
}

static void close_bound(Bound *bound)
{
    stage_destroy(&bound->stage);
    mien_pose_binding_destroy(bound->binding);
}

/// The worst angles of bones, in degrees: of a pair of faces.
typedef struct Angles {
    double before, after;
} Angles;

static Angles compare_humans(const Human *from, const Human *to)
{
    const MienSkeleton *skeleton = to->actor.loaded.skeleton;
    Angles worst = {0};
    Bound bound = bind_face(&from->actor.loaded, skeleton, mien_skeleton_rest_pose(skeleton));
    for (int p = 0; p < to->asset.pose_count; ++p) {
        show_bound(&bound, skeleton, to->asset.poses[p].name);
        for (int b = 0; b < to->skeleton.bone_count; ++b) {
            const int at = mien_skeleton_find_bone(skeleton, to->skeleton.bones[b].name);
            const MienQuat truth = to->asset.poses[p].bones[b].rotation;
            const MienQuat as_is = unturned(from->asset.poses[p].bones[b].rotation,
                                            from->asset.base[b].rotation, to->asset.base[b].rotation);
            worst.before = worse(worst.before, degrees_between(as_is, truth));
            worst.after = worse(worst.after, degrees_between(bound.stage.out[at].rotation, truth));
        }
    }
    close_bound(&bound);
    return worst;
}

TEST(one_asset_on_five_humans)
{
    Angles worst = {0};
    for (int i = 0; i < HUMANS; ++i)
        if (!open_human(&humans[i], human_files[i]))
            SKIP("no test data");
    for (int from = 0; from < HUMANS; ++from)
        for (int to = 0; to < HUMANS; ++to) {
            const Angles pair = compare_humans(&humans[from], &humans[to]);
            if (from != to)
                printf("%s on %s: worst bone %.4f degrees, unturned %.1f\n", human_files[from] + 18,
                       human_files[to] + 18, pair.after, pair.before);
            worst = (Angles){worse(worst.before, pair.before), worse(worst.after, pair.after)};
        }
    printf("MakeHuman, 20 pairs: worst bone %.4f degrees, unturned %.1f\n", worst.after, worst.before);
    CHECK(worst.after <= 0.01);
    CHECK(worst.before > 30.0); // or the faces could not tell
    for (int i = 0; i < HUMANS; ++i)
        close_human(&humans[i]);
}

/// The same face with other axes: every bone where it was, turned in another way.
static MienTransform *turn_axes(const Loaded *l, uint64_t seed)
{
    const int count = l->bone_count;
    const MienTransform *rest = mien_skeleton_rest_pose(l->skeleton);
    MienTransform *turned_rest = calloc((size_t)count, sizeof *turned_rest);
    MienQuat *axes = calloc((size_t)count, sizeof *axes);
    uint64_t random = seed;
    for (int b = 0; b < count; ++b) {
        const int parent = mien_skeleton_bone_parent(l->skeleton, b);
        const MienQuat above = parent >= 0 ? axes[parent] : (MienQuat){0.0f, 0.0f, 0.0f, 1.0f};
        const MienQuat back = {-above.x, -above.y, -above.z, above.w};
        const MienQuat moved = mien_quat_multiply(
            mien_quat_multiply(
                back, (MienQuat){rest[b].translation.x, rest[b].translation.y, rest[b].translation.z, 0.0f}),
            above);
        axes[b] = mien_quat_multiply(turned(0, (double)mien_random_between(&random, -60.0f, 60.0f)),
                                     turned(2, (double)mien_random_between(&random, -60.0f, 60.0f)));
        turned_rest[b] = rest[b];
        turned_rest[b].translation = (MienVec3){moved.x, moved.y, moved.z};
        turned_rest[b].rotation = mien_quat_multiply(mien_quat_multiply(back, rest[b].rotation), axes[b]);
    }
    free(axes);
    return turned_rest;
}

/// Where bones are in model space.
static void place_bones(const MienSkeleton *skeleton, const MienTransform *local, MienTransform *out)
{
    for (int b = 0; b < mien_skeleton_bone_count(skeleton); ++b) {
        const int parent = mien_skeleton_bone_parent(skeleton, b);
        out[b] = parent >= 0 ? mien_transform_compose(&out[parent], &local[b]) : local[b];
    }
}

/// How far a pose turns a bone, in model space, on one rig and on the other.
static double angle_apart(const MienTransform *a, const MienTransform *a_rest, const MienTransform *b,
                          const MienTransform *b_rest)
{
    const MienQuat one = {-a_rest->rotation.x, -a_rest->rotation.y, -a_rest->rotation.z, a_rest->rotation.w};
    const MienQuat two = {-b_rest->rotation.x, -b_rest->rotation.y, -b_rest->rotation.z, b_rest->rotation.w};
    return degrees_between(mien_quat_multiply(a->rotation, one), mien_quat_multiply(b->rotation, two));
}

/// A head of the cast on a rig with other axes, against itself. *out_far: percent of the head.
static Angles compare_axes(const Actor *head, double *out_far)
{
    const Loaded *l = &head->loaded;
    const size_t count = (size_t)l->bone_count;
    MienTransform *axes = turn_axes(l, 11), *places = calloc(5 * count, sizeof *places);
    MienTransform *rest = places, *truth = places + count, *other_rest = places + 2 * count,
                  *other = places + 3 * count, *as_is = places + 4 * count;
    Bound own = bind_face(l, l->skeleton, mien_skeleton_rest_pose(l->skeleton));
    Bound bound = bind_face(l, l->skeleton, axes);
    Angles worst = {0};
    place_bones(l->skeleton, own.stage.input, rest);
    place_bones(l->skeleton, axes, other_rest);
    for (int p = 0; p < l->source->pose_count; ++p) {
        const char *name = l->source->poses[p].name;
        MienTransform *posed = calloc(count, sizeof *posed);
        show_bound(&own, l->skeleton, name);
        show_bound(&bound, l->skeleton, name);
        for (size_t b = 0; b < count; ++b) {
            posed[b] = axes[b];
            posed[b].rotation =
                unturned(own.stage.out[b].rotation, own.stage.input[b].rotation, axes[b].rotation);
        }
        place_bones(l->skeleton, own.stage.out, truth);
        place_bones(l->skeleton, bound.stage.out, other);
        place_bones(l->skeleton, posed, as_is);
        for (size_t b = 0; b < count; ++b) {
            worst.after = worse(worst.after, angle_apart(&other[b], &other_rest[b], &truth[b], &rest[b]));
            worst.before = worse(worst.before, angle_apart(&as_is[b], &other_rest[b], &truth[b], &rest[b]));
            *out_far = worse(*out_far, 100.0 * point_distance(other[b].translation, truth[b].translation) /
                                           (double)head->head.height);
        }
        free(posed);
    }
    close_bound(&own);
    close_bound(&bound);
    free(places);
    free(axes);
    return worst;
}

TEST(the_cast_on_bones_with_other_axes)
{
    for (int i = 0; i < CAST_HEADS; ++i) {
        static Actor head;
        double far = 0.0;
        open_actor(&head, i, MIENI_CAST_DRAWN);
        const Angles worst = compare_axes(&head, &far);
        printf("%s with other axes: worst bone %.4f degrees, unturned %.1f; %.6f %% of the head away\n",
               cast_names[i], worst.after, worst.before, far);
        CHECK(worst.after <= 0.01);
        CHECK(far <= 0.001);
        CHECK(worst.before > 10.0);
        close_actor(&head);
    }
}

/// The cast's bones are not turned at rest: the asset of one is bound to another by lengths alone, and what
/// is left is that each has poses of its own.
TEST(the_cast_on_each_other)
{
    static Actor heads[CAST_HEADS];
    for (int i = 0; i < CAST_HEADS; ++i)
        open_actor(&heads[i], i, MIENI_CAST_DRAWN);
    for (int from = 0; from < CAST_HEADS; ++from)
        for (int to = 0; to < CAST_HEADS; ++to) {
            const Loaded *truth = &heads[to].loaded;
            Bound bound =
                bind_face(&heads[from].loaded, truth->skeleton, mien_skeleton_rest_pose(truth->skeleton));
            Angles worst = {0};
            for (int p = 0; p < truth->source->pose_count; ++p) {
                const MienAuthorPose *pose = &truth->source->poses[p],
                                     *own = &heads[from].loaded.source->poses[p];
                show_bound(&bound, truth->skeleton, pose->name);
                for (int b = 0; pose->bones != NULL && b < truth->bone_count; ++b) {
                    const int at =
                        mien_skeleton_find_bone(truth->skeleton, truth->source->skeleton->bones[b].name);
                    const double before = degrees_between(own->bones[b].rotation, pose->bones[b].rotation);
                    const double after =
                        degrees_between(bound.stage.out[at].rotation, pose->bones[b].rotation);
                    worst = (Angles){worse(worst.before, before), worse(worst.after, after)};
                }
            }
            if (from != to)
                printf("%s on %s: worst bone %.2f degrees, unturned %.2f\n", cast_names[from], cast_names[to],
                       worst.after, worst.before);
            CHECK_NEAR(worst.after, worst.before, 1e-3);
            close_bound(&bound);
        }
    for (int i = 0; i < CAST_HEADS; ++i)
        close_actor(&heads[i]);
}

CHECK_MAIN
{
    RUN(one_asset_on_five_humans);
    RUN(the_cast_on_bones_with_other_axes);
    RUN(the_cast_on_each_other);
}
