// SPDX-License-Identifier: MIT
//
// Skeletons that a program creates from its own lists: what they hold, what is refused, and
// that a face bound to one has the bits of a cooked one, in the order of the lists.

#include "support/posing.h"

#include "mien/actor.h"

static const char *const names[] = {"root", "jaw", "eye", "hat"};
static const char *const curves[] = {"smile", "blink", "jawOpen"};
static const int parents[] = {-1, 0, 0, 2};

static MienSkeletonDesc make_desc(MienTransform rest_pose[4])
{
    for (int b = 0; b < 4; ++b) {
        rest_pose[b] = mien_transform_identity();
        rest_pose[b].translation.y = 0.25f * (float)b;
    }
    const MienSkeletonDesc desc = {.bone_count = 4,
                                   .bone_names = names,
                                   .bone_parents = parents,
                                   .rest_pose = rest_pose,
                                   .curve_count = 3,
                                   .curve_names = curves};
    return desc;
}

TEST(holds_the_lists)
{
    MienTransform rest_pose[4];
    const MienSkeletonDesc desc = make_desc(rest_pose);
    MienSkeleton *skeleton = NULL;
    CHECK_STATUS(mien_skeleton_create(&desc, &skeleton, NULL), MIEN_OK);
    CHECK_INT(mien_skeleton_bone_count(skeleton), 4);
    CHECK_INT(mien_skeleton_bone_count_at(skeleton, MIEN_MAX_LODS), 4);
    CHECK_INT(mien_skeleton_curve_count(skeleton), 3);
    for (int b = 0; b < 4; ++b) {
        CHECK_STR(mien_skeleton_bone_name(skeleton, b), names[b]);
        CHECK_INT(mien_skeleton_find_bone(skeleton, names[b]), b);
        CHECK_INT(mien_skeleton_bone_parent(skeleton, b), parents[b]);
        CHECK(same_transform(&mien_skeleton_rest_pose(skeleton)[b], &rest_pose[b]));
    }
    for (int c = 0; c < 3; ++c)
        CHECK_INT(mien_skeleton_find_curve(skeleton, curves[c]), c);
    CHECK_INT(mien_skeleton_find_curve(skeleton, "frown"), -1);
    mien_skeleton_destroy(skeleton);
    const MienSkeletonDesc empty = {0};
    CHECK_STATUS(mien_skeleton_create(&empty, &skeleton, NULL), MIEN_OK);
    CHECK_INT(mien_skeleton_find_bone(skeleton, "root"), -1);
    mien_skeleton_destroy(skeleton);
}

static void check_refused(const MienSkeletonDesc *desc, MienStatus status, const char *location,
                          const char *part)
{
    MienSkeleton *skeleton = (MienSkeleton *)(uintptr_t)1;
    MienError error = {0};
    CHECK_STATUS(mien_skeleton_create(desc, &skeleton, &error), status);
    CHECK(skeleton == NULL);
    CHECK_STR(error.location, location);
    CHECK(strstr(error.message, part) != NULL);
}

TEST(refuses)
{
    static const char *const twice[] = {"root", "jaw", "eye", "jaw"}, *const none[] = {"root", NULL, "eye",
                                                                                       "hat"};
    static const int later[] = {-1, 2, 0, 2};
    MienTransform rest_pose[4];
    MienSkeletonDesc desc = make_desc(rest_pose);
    desc.bone_names = twice;
    check_refused(&desc, MIEN_ERROR_DATA, "bone_names[3]", "two named \"jaw\"");
    desc.bone_names = none;
    check_refused(&desc, MIEN_ERROR_DATA, "bone_names[1]", "NULL");
    desc.bone_names = NULL;
    check_refused(&desc, MIEN_ERROR_ARGUMENT, "", "must be given");
    desc = make_desc(rest_pose);
    desc.bone_parents = later;
    check_refused(&desc, MIEN_ERROR_DATA, "bone_parents[1]", "before its child");
    desc = make_desc(rest_pose);
    rest_pose[2].rotation.w = 0.0f;
    check_refused(&desc, MIEN_ERROR_DATA, "rest_pose[2]", "\"eye\"");
    desc = make_desc(rest_pose);
    desc.curve_names = none;
    check_refused(&desc, MIEN_ERROR_DATA, "curve_names[1]", "NULL");
    desc.curve_count = MIEN_MAX_CURVES + 1;
    check_refused(&desc, MIEN_ERROR_LIMIT, "", "more bones or curves");
    desc.curve_count = -1;
    check_refused(&desc, MIEN_ERROR_ARGUMENT, "", "must be given");
    check_refused(NULL, MIEN_ERROR_ARGUMENT, "", "must be given");
}

TEST(many_names_are_found)
{
    enum { COUNT = 3000 };
    static char text[COUNT][12];
    static const char *list[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        snprintf(text[i], sizeof text[i], "c%u", (unsigned)i * 2654435761u % 4000037u);
        list[i] = text[i];
    }
    const MienSkeletonDesc desc = {.curve_count = COUNT, .curve_names = list};
    MienSkeleton *skeleton = NULL;
    CHECK_STATUS(mien_skeleton_create(&desc, &skeleton, NULL), MIEN_OK);
    for (int i = 0; i < COUNT; ++i)
        CHECK_INT(mien_skeleton_find_curve(skeleton, list[i]), i);
    mien_skeleton_destroy(skeleton);
}

/// A face bound to the lists in reverse order has the bits of the cooked one.
TEST(has_the_bits_of_a_cooked_one)
{
    Rig rig;
    rig_begin(&rig, 4);
    rig_mover(&rig, "a", 1, 1.0f);
    rig_mover(&rig, "b", 3, 2.0f);
    Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
    const int count = mien_skeleton_bone_count(l.skeleton);
    const char *own_names[8];
    MienTransform own_rest[8];
    for (int b = 0; b < count; ++b) {
        own_names[b] = mien_skeleton_bone_name(l.skeleton, count - 1 - b);
        own_rest[b] = mien_skeleton_rest_pose(l.skeleton)[count - 1 - b];
    }
    static const char *const own_curves[] = {"b", "wind", "a"};
    const MienSkeletonDesc desc = {.bone_count = count,
                                   .bone_names = own_names,
                                   .rest_pose = own_rest,
                                   .curve_count = 3,
                                   .curve_names = own_curves};
    MienSkeleton *own = NULL;
    CHECK_STATUS(mien_skeleton_create(&desc, &own, NULL), MIEN_OK);
    MienActor *actors[2] = {NULL, NULL};
    const MienPoseAsset *asset = l.asset;
    for (int i = 0; i < 2; ++i) {
        const MienActorDesc parts = {
            .skeleton = i == 0 ? own : l.skeleton, .pose_asset_count = 1, .pose_assets = &asset};
        CHECK_STATUS(mien_actor_create(&parts, &actors[i], NULL), MIEN_OK);
        CHECK_STATUS(mien_actor_set_curve_named(actors[i], "a", 0.3f), MIEN_OK);
        CHECK_STATUS(mien_actor_set_curve_named(actors[i], "b", 0.6f), MIEN_OK);
        CHECK_STATUS(mien_actor_step(actors[i], 0.0), MIEN_OK);
    }
    for (int b = 0; b < count; ++b)
        CHECK(same_transform(&mien_actor_bones(actors[0])[b], &mien_actor_bones(actors[1])[count - 1 - b]));
    CHECK(!same_transform(&mien_actor_bones(actors[0])[0], &own_rest[0]));
    mien_actor_destroy(actors[0]);
    mien_actor_destroy(actors[1]);
    mien_skeleton_destroy(own);
    unload(&l);
}

CHECK_MAIN
{
    RUN(holds_the_lists);
    RUN(refuses);
    RUN(many_names_are_found);
    RUN(has_the_bits_of_a_cooked_one);
}
