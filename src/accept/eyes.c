// SPDX-License-Identifier: MIT
//
// Tests of lids and eyeballs.

#include "core/float_rules.h"

#include "accept/accepting.h"
#include "core/square_root.h"

static const char *const sides[] = {"left", "right"};

/// How much of an eye is seen, of what is seen at rest.
static double seen(MieniAccepting *a, int eye)
{
    return 100.0 * mieni_accept_eye(a, eye) / a->eye_at_rest[eye];
}

static void test_blink(MieniAccepting *a, int eye, const MieniAcceptPose *pose)
{
    const MieniAmount one = {.pose = pose, .amount = 1.0f};
    if (pose == NULL || !mieni_accept_show_one(a, pose, 1.0f))
        return;
    const double own = seen(a, eye), hidden = 100.0 - seen(a, 1 - eye);
    mieni_accept_tell(a, MIEN_ACCEPT_BLINK, &one, 1, own, "%.3g %% of the %s eye is still seen with %s.", own,
                      sides[eye], pose->name);
    mieni_accept_tell(a, MIEN_ACCEPT_WINK, &one, 1, hidden, "%s hides %.3g %% of the %s eye.", pose->name,
                      hidden, sides[1 - eye]);
}

static void test_wide(MieniAccepting *a, int eye, const MieniAcceptPose *pose)
{
    const MieniAmount one = {.pose = pose, .amount = 1.0f};
    if (pose == NULL || !mieni_accept_show_one(a, pose, 1.0f))
        return;
    const double more = seen(a, eye) - 100.0;
    mieni_accept_tell(a, MIEN_ACCEPT_WIDE, &one, 1, more, "%s shows %.3g %% more of the %s eye.", pose->name,
                      more, sides[eye]);
}

/// How deep skin is in the eyeball where it is not at rest, metres.
static double depth_in_eye(const MieniAccepting *a, int eye)
{
    const MieniEyeball *ball = &a->parts.eyes[eye];
    double deepest = 0.0;
    for (int v = 0; v < a->face.vertex_count; ++v) {
        double square[2] = {0.0, 0.0};
        if (a->parts.of_vertex[v] != MIENI_PART_SKIN)
            continue;
        for (int k = 0; k < 2; ++k) {
            const MienVec3 p = k == 0 ? a->face.positions[v] : a->face.rest[v];
            const double x = (double)p.x - ball->centre[0], y = (double)p.y - ball->centre[1],
                         z = (double)p.z - ball->centre[2];
            square[k] = x * x + y * y + z * z;
        }
        if (square[0] >= ball->radius * ball->radius)
            continue;
        const double rest = ball->radius - mieni_sqrt(square[1]);
        const double deep = ball->radius - mieni_sqrt(square[0]) - (rest > 0.0 ? rest : 0.0);
        deepest = deep > deepest ? deep : deepest;
    }
    return deepest;
}

static void test_lids(MieniAccepting *a, int eye, const MieniAcceptPose *pose)
{
    const MieniAmount one = {.pose = pose, .amount = 1.0f};
    if (pose == NULL || !mieni_accept_show_one(a, pose, 1.0f))
        return;
    const double value = mieni_accept_percent(a, depth_in_eye(a, eye));
    mieni_accept_tell(a, MIEN_ACCEPT_LIDS, &one, 1, value,
                      "%s brings skin %.2g %% of head height into the %s eyeball.", pose->name, value,
                      sides[eye]);
}

/// Where an eye looks: from the mean of its vertices to the mean of those in front at rest.
static void direction(const MieniAccepting *a, int eye, const MienVec3 *positions, double out[3])
{
    const MieniEyeball *ball = &a->parts.eyes[eye];
    double all[3] = {0}, front[3] = {0}, length = 0.0;
    int count = 0, front_count = 0;
    for (int v = 0; v < a->face.vertex_count; ++v) {
        if (mieni_face_parts_eye_of(&a->face, &a->parts, v) != eye)
            continue;
        const double p[3] = {(double)positions[v].x, (double)positions[v].y, (double)positions[v].z};
        const bool is_front = (double)a->face.rest[v].z - ball->centre[2] > 0.7 * ball->radius;
        for (int k = 0; k < 3; ++k) {
            all[k] += p[k];
            front[k] += is_front ? p[k] : 0.0;
        }
        ++count;
        front_count += is_front;
    }
    for (int k = 0; k < 3; ++k) {
        out[k] = front_count > 0 ? front[k] / (double)front_count - all[k] / (double)count : 0.0;
        length += out[k] * out[k];
    }
    for (int k = 0; k < 3 && length > 0.0; ++k)
        out[k] /= mieni_sqrt(length);
}

/// Degrees that an eye turns towards where the pose says: out and in along X, up and down along Y.
static void test_gaze(MieniAccepting *a, int eye, const MieniAcceptPose *pose, double x, double y)
{
    const MieniAmount one = {.pose = pose, .amount = 1.0f};
    double rest[3], now[3];
    if (pose == NULL || !mieni_accept_show_one(a, pose, 1.0f))
        return;
    direction(a, eye, a->face.rest, rest);
    direction(a, eye, a->face.positions, now);
    const double along = (now[0] - rest[0]) * x + (now[1] - rest[1]) * y;
    const double angle =
        mien_atan2(along, mieni_sqrt(along * along < 1.0 ? 1.0 - along * along : 0.0)) * 57.29577951308232;
    mieni_accept_tell(a, MIEN_ACCEPT_GAZE, &one, 1, angle, "%s turns the %s eye by %.1f degrees to its side.",
                      pose->name, sides[eye], angle);
}

static const char *const blinks[] = {"eyeBlinkLeft", "eyeBlinkRight"};
static const char *const wides[] = {"eyeWideLeft", "eyeWideRight"};
static const char *const squints[] = {"eyeSquintLeft", "eyeSquintRight"};
static const struct {
    const char *names[2];
    double x, y; ///< Of the left eye; the right one has the other X.
} looks[] = {
    {{"eyeLookInLeft", "eyeLookInRight"}, -1.0, 0.0},
    {{"eyeLookOutLeft", "eyeLookOutRight"}, 1.0, 0.0},
    {{"eyeLookUpLeft", "eyeLookUpRight"}, 0.0, 1.0},
    {{"eyeLookDownLeft", "eyeLookDownRight"}, 0.0, -1.0},
};

static void test_one_eye(MieniAccepting *a, int eye)
{
    test_blink(a, eye, mieni_accept_role(a, blinks[eye]));
    test_wide(a, eye, mieni_accept_role(a, wides[eye]));
    test_lids(a, eye, mieni_accept_role(a, blinks[eye]));
    test_lids(a, eye, mieni_accept_role(a, wides[eye]));
    test_lids(a, eye, mieni_accept_role(a, squints[eye]));
    for (size_t i = 0; i < sizeof looks / sizeof *looks; ++i) {
        const MieniAcceptPose *pose = mieni_accept_role(a, looks[i].names[eye]);
        test_gaze(a, eye, pose, eye == 0 ? looks[i].x : -looks[i].x, looks[i].y);
        test_lids(a, eye, pose);
    }
}

void mieni_accept_test_eyes(MieniAccepting *a)
{
    static const MienAcceptTest tests[] = {MIEN_ACCEPT_BLINK, MIEN_ACCEPT_WINK, MIEN_ACCEPT_LIDS,
                                           MIEN_ACCEPT_WIDE, MIEN_ACCEPT_GAZE};
    const bool is_seen = a->parts.has_eyes && a->eye_at_rest[0] >= 50.0 && a->eye_at_rest[1] >= 50.0;
    for (size_t i = 0; i < sizeof tests / sizeof *tests && !is_seen; ++i)
        mieni_accept_skip(a, tests[i],
                          a->parts.has_eyes ? "The eyes are closed at rest." : "The mesh has no eyeballs.");
    for (int eye = 0; eye < 2 && is_seen && mieni_accept_goes_on(a, a->done); ++eye)
        test_one_eye(a, eye);
}
