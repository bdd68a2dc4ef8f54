// SPDX-License-Identifier: MIT
//
// Faces with one defect each: the acceptance tests find it and name the pose.

#include "support/cast_actor.h"

#include "mien_accept/accept.h"

enum { MOST_POSES = 80, MOST_BONES = 80 };

/// Ada's poses, ready to be damaged.
static MieniCastHead ada;
static MienAuthorPose poses[MOST_POSES];
static MienTransform bones[MOST_POSES][MOST_BONES];
static int pose_count;

static int pose_of(const char *name)
{
    for (int i = 0; i < pose_count; ++i)
        if (strcmp(poses[i].name, name) == 0)
            return i;
    printf("no pose %s\n", name);
    exit(1);
}

static int bone_of(const char *name)
{
    for (int i = 0; i < ada.skeleton->bone_count; ++i)
        if (strcmp(ada.skeleton->bones[i].name, name) == 0)
            return i;
    printf("no bone %s\n", name);
    exit(1);
}

static void restore(void)
{
    pose_count = ada.poses.pose_count;
    for (int i = 0; i < pose_count; ++i) {
        poses[i] = ada.poses.poses[i];
        for (int b = 0; b < ada.skeleton->bone_count; ++b)
            bones[i][b] = poses[i].bones != NULL ? poses[i].bones[b] : ada.skeleton->bones[b].rest;
        poses[i].bones = bones[i];
    }
}

/// Makes a pose move its bones this much.
static void scale_pose(const char *name, float factor)
{
    MienTransform *pose = bones[pose_of(name)];
    for (int b = 0; b < ada.skeleton->bone_count; ++b) {
        const MienTransform rest = ada.skeleton->bones[b].rest;
        MienTransform *t = &pose[b];
        const float sign = rest.rotation.x * t->rotation.x + rest.rotation.y * t->rotation.y +
                                       rest.rotation.z * t->rotation.z + rest.rotation.w * t->rotation.w <
                                   0.0f
                               ? -1.0f
                               : 1.0f;
#define BETWEEN(from, to) ((from) + factor * ((to) - (from)))
        t->rotation = mien_quat_normalize((MienQuat){
            BETWEEN(rest.rotation.x, sign * t->rotation.x), BETWEEN(rest.rotation.y, sign * t->rotation.y),
            BETWEEN(rest.rotation.z, sign * t->rotation.z), BETWEEN(rest.rotation.w, sign * t->rotation.w)});
        t->translation = (MienVec3){BETWEEN(rest.translation.x, t->translation.x),
                                    BETWEEN(rest.translation.y, t->translation.y),
                                    BETWEEN(rest.translation.z, t->translation.z)};
#undef BETWEEN
    }
}

static void copy_pose(const char *from, const char *to)
{
    const int source = pose_of(from), target = pose_of(to);
    memcpy(bones[target], bones[source], sizeof bones[target]);
    poses[target].curves = poses[source].curves;
    poses[target].curve_count = poses[source].curve_count;
}

static void move_bone(const char *pose, const char *bone, float x, float y, float z)
{
    MienTransform *t = &bones[pose_of(pose)][bone_of(bone)];
    t->translation.x += x;
    t->translation.y += y;
    t->translation.z += z;
}

/// Adds a pose that moves one bone.
static MienAuthorPose *add_pose(const char *name, const char *bone, float x, float y, float z)
{
    MienAuthorPose *pose = &poses[pose_count];
    *pose = (MienAuthorPose){.name = name, .bones = bones[pose_count]};
    for (int b = 0; b < ada.skeleton->bone_count; ++b)
        bones[pose_count][b] = ada.skeleton->bones[b].rest;
    ++pose_count;
    move_bone(name, bone, x, y, z);
    return pose;
}

// One function per defect ---------------------------------------------------------------------------

static void lids_stop_short(void) { scale_pose("eyeBlinkLeft", 0.7f); }
static void right_lids_stop_a_little_short(void) { scale_pose("eyeBlinkRight", 0.88f); }
static void a_wink_closes_both(void)
{
    const int left = bone_of("lid_upper_L"), right = bone_of("lid_upper_R");
    bones[pose_of("eyeBlinkRight")][left].rotation = bones[pose_of("eyeBlinkLeft")][left].rotation;
    bones[pose_of("eyeBlinkRight")][right].rotation = bones[pose_of("eyeBlinkRight")][right].rotation;
}
static void a_lid_goes_into_the_eye(void) { move_bone("eyeSquintLeft", "lid_lower_L", 0.0f, 0.0f, -0.006f); }
static void wide_eyes_close(void) { scale_pose("eyeWideRight", -1.0f); }
static void an_eye_turns_the_wrong_way(void) { scale_pose("eyeLookInLeft", -1.0f); }
static void an_eye_hardly_turns(void) { scale_pose("eyeLookUpLeft", 0.2f); }
static void the_jaw_hardly_opens(void) { scale_pose("jawOpen", 0.1f); }
static void the_jaw_opens_too_far(void) { scale_pose("jawOpen", 2.0f); }
static void lips_stay_open_over_an_open_jaw(void) { scale_pose("mouthClose", 0.6f); }
static void lips_open_when_pressed(void) { copy_pose("mouthLowerDownLeft", "mouthPressLeft"); }
static void the_jaw_opens_when_it_goes_left(void)
{
    move_bone("jawLeft", "lip_lower_mid", 0.0f, -0.008f, 0.0f);
}
static void teeth_come_through(void) { move_bone("mouthSmileLeft", "teeth_upper", 0.0f, 0.0f, 0.04f); }
static void the_tongue_stays_in(void) { scale_pose("tongueOut", 0.05f); }
static void a_pose_does_nothing(void)
{
    scale_pose("browOuterUpRight", 0.0f);
    poses[pose_of("browOuterUpRight")].curve_count = 0;
}
static void two_poses_are_the_same(void) { copy_pose("browDownLeft", "browOuterUpLeft"); }
static void one_side_is_weaker(void) { scale_pose("mouthFrownRight", 0.4f); }
static void a_pose_is_on_at_zero(void)
{
    MienAuthorDrivenPose *driven = &poses[pose_of("mouthSmileLeft")].driven_settings;
    driven->has_remap = true;
    driven->gain = 0.7f;
    driven->offset = 0.3f;
}
static void an_in_between_goes_back(void)
{
    MienAuthorPose *pose = add_pose("browInnerUpHalf", "brow_in_L", 0.0f, -0.02f, 0.0f);
    move_bone("browInnerUpHalf", "brow_in_R", 0.0f, -0.02f, 0.0f);
    pose->role = MIEN_AUTHOR_INBETWEEN;
    pose->driven_pose = pose_of("browInnerUp");
    pose->position = 0.5f;
}
static void a_bone_flies_away(void) { move_bone("noseSneerLeft", "sneer_L", 0.08f, 0.0f, 0.05f); }
static void a_lip_goes_through_the_other(void)
{
    move_bone("mouthFrownLeft", "mouth_lower", 0.0f, 0.015f, 0.0f);
}
static void two_poses_collide(void)
{
    static int inputs[2];
    MienAuthorPose *pose = add_pose("smile", "mouth_lower", 0.0f, 0.015f, 0.0f);
    inputs[0] = pose_of("mouthSmileLeft");
    inputs[1] = pose_of("mouthSmileRight");
    pose->role = MIEN_AUTHOR_COMBINATION;
    pose->inputs = inputs;
    pose->input_count = 2;
}

static const struct Defect {
    const char *name;
    void (*make)(void);
    MienAcceptTest test;
    const char *pose; ///< That the finding names; NULL: none.
} defects[] = {
    {"lids stop short", lids_stop_short, MIEN_ACCEPT_BLINK, "eyeBlinkLeft"},
    {"right lids stop a little short", right_lids_stop_a_little_short, MIEN_ACCEPT_BLINK, "eyeBlinkRight"},
    {"a wink closes both eyes", a_wink_closes_both, MIEN_ACCEPT_WINK, "eyeBlinkRight"},
    {"a lid goes into the eye", a_lid_goes_into_the_eye, MIEN_ACCEPT_LIDS, "eyeSquintLeft"},
    {"wide eyes close", wide_eyes_close, MIEN_ACCEPT_WIDE, "eyeWideRight"},
    {"an eye turns the wrong way", an_eye_turns_the_wrong_way, MIEN_ACCEPT_GAZE, "eyeLookInLeft"},
    {"an eye hardly turns", an_eye_hardly_turns, MIEN_ACCEPT_GAZE, "eyeLookUpLeft"},
    {"the jaw hardly opens", the_jaw_hardly_opens, MIEN_ACCEPT_JAW, "jawOpen"},
    {"the jaw opens too far", the_jaw_opens_too_far, MIEN_ACCEPT_EXTREMES, "jawOpen"},
    {"lips stay open over an open jaw", lips_stay_open_over_an_open_jaw, MIEN_ACCEPT_SEAL, "mouthClose"},
    {"lips open when pressed", lips_open_when_pressed, MIEN_ACCEPT_SEAL, "mouthPressLeft"},
    {"lips open when the jaw goes left", the_jaw_opens_when_it_goes_left, MIEN_ACCEPT_SEAL, "jawLeft"},
    {"teeth come through the skin", teeth_come_through, MIEN_ACCEPT_TEETH, "mouthSmileLeft"},
    {"the tongue stays in", the_tongue_stays_in, MIEN_ACCEPT_TONGUE, "tongueOut"},
    {"a pose does nothing", a_pose_does_nothing, MIEN_ACCEPT_MOVES, "browOuterUpRight"},
    {"two poses are the same", two_poses_are_the_same, MIEN_ACCEPT_OWN, "browOuterUpLeft"},
    {"one side is weaker", one_side_is_weaker, MIEN_ACCEPT_SYMMETRY, "mouthFrownRight"},
    {"a pose is on at zero", a_pose_is_on_at_zero, MIEN_ACCEPT_NEUTRAL, NULL},
    {"an in-between goes back", an_in_between_goes_back, MIEN_ACCEPT_BETWEEN, "browInnerUp"},
    {"a bone flies away", a_bone_flies_away, MIEN_ACCEPT_EXTREMES, "noseSneerLeft"},
    {"a lip goes through the other", a_lip_goes_through_the_other, MIEN_ACCEPT_CROSSINGS, "mouthFrownLeft"},
    {"two poses collide", two_poses_collide, MIEN_ACCEPT_PAIRS, "mouthSmileLeft"},
};

/// Makes one test.
static MienAcceptReport *accept_poses(MienAcceptTest test)
{
    bool is_left_out[MIEN_ACCEPT_TESTS];
    MienAuthorPoseAsset asset = ada.poses;
    MienAcceptReport *report = NULL;
    MienError error = {0};
    Actor actor = {.head = ada};
    for (int t = 0; t < MIEN_ACCEPT_TESTS; ++t)
        is_left_out[t] = t != (int)test;
    asset.poses = poses;
    asset.pose_count = pose_count;
    open_actor_with(&actor, &asset);
    require_ok(mien_accept_run(&(MienAcceptDesc){.skeleton = actor.loaded.skeleton,
                                                 .mesh = actor.mesh,
                                                 .poses = actor.loaded.asset,
                                                 .is_left_out = is_left_out},
                               &report, &error),
               &error, __LINE__);
    actor.head = (MieniCastHead){0}; // stays ours
    close_actor(&actor);
    return report;
}

static bool finds(const MienAcceptReport *report, const struct Defect *defect)
{
    const MienAcceptRow *row = &report->rows[defect->test];
    bool is_found = false;
    for (int i = 0; i < row->count && row->result == MIEN_ACCEPT_FAILED; ++i) {
        const MienAcceptFinding *finding = &report->findings[row->first + i];
        is_found = is_found || defect->pose == NULL;
        for (int k = 0; k < 3 && finding->poses[k] != NULL && !is_found; ++k)
            is_found = strcmp(finding->poses[k], defect->pose) == 0;
    }
    return is_found;
}

TEST(each_defect_is_found)
{
    const int count = (int)(sizeof defects / sizeof *defects);
    int found = 0;
    for (int i = 0; i < count; ++i) {
        restore();
        defects[i].make();
        MienAcceptReport *report = accept_poses(defects[i].test);
        const bool is_found = finds(report, &defects[i]);
        const MienAcceptRow *row = &report->rows[defects[i].test];
        found += is_found;
        printf("%-32s %s: %s\n", defects[i].name, is_found ? "found" : "NOT FOUND",
               row->count > 0 ? report->findings[row->first].text : row->reason);
        CHECK(is_found);
        mien_accept_report_destroy(report);
    }
    printf("%d of %d defects found\n", found, count);
}

CHECK_MAIN
{
    MienError error = {0};
    require_ok(mieni_cast_make(MIENI_CAST_ADA, MIENI_CAST_DEFAULT, NULL, &ada, &error), &error, __LINE__);
    RUN(each_defect_is_found);
    mieni_cast_release(&ada);
}
