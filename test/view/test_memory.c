// SPDX-License-Identifier: MIT
//
// Memory that runs out anywhere while a face is opened leaves nothing behind, and a face
// that is open poses, measures and picks without any.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "support/view_projects.h"

#include "support/failing_memory.h"
#include "view/lineup.h"
#include "view/pick.h"
#include "view/thumbnail.h"

/// Opens with the allocation at a place failing; whether that place was reached.
static bool open_failing(const char *path, int place)
{
    MieniFace *face = NULL;
    MieniProblem problem = {0};
    const long start = balance;
    left = place;
    const MienStatus status = mieni_face_open(&lint_project, path, NULL, &face, &problem);
    const bool is_reached = left == 0;
    left = 0;
    CHECK((status == MIEN_OK) == (face != NULL));
    CHECK(status == MIEN_OK || problem.error.message[0] != '\0');
    CHECK(status == MIEN_OK || is_reached);
    mieni_face_close(face);
    CHECK_INT(balance, start);
    return is_reached;
}

TEST(memory_runs_out_while_opening)
{
    static const char *const paths[] = {"toy.character.json", "toy.poses.json", "toy.skeleton.json"};
    if (!CAN_FAIL)
        SKIP("allocation cannot be made to fail here");
    printf("places that can fail\n"); // so that printf's own memory is there already
    for (int i = 0; i < 3; ++i) {
        int place = 1;
        while (open_failing(paths[i], place) && place < 100000)
            ++place;
        printf("%s: %d\n", paths[i], place - 1);
        CHECK(place > 100);
    }
}

TEST(an_open_face_needs_no_more)
{
    enum { MANY = 1000000 };
    if (!CAN_FAIL)
        SKIP("allocation cannot be watched here");
    MieniFace *face = toy_open("toy.character.json");
    const MieniFacePose pose = toy_pose(face, "jawOpen", 0.5f);
    const MieniPosing posing = {
        .pose_count = 1, .poses = &pose, .is_driven = true, .is_beyond = true, .gaze = 1, .yaw = 10};
    const MieniShot shot = {.width = 100, .height = 100, .frame = MIENI_FRAME_FACE, .has_heat = true};
    MieniCamera camera;
    MieniBox box;
    MieniPick pick;
    MieniMover movers[4];
    MieniPull pulls[4];
    MienMatrix34 model;
    left = MANY; // counts what is taken
    CHECK_STATUS(mieni_face_go(face, 0.5, 30, NULL), MIEN_OK);
    CHECK_STATUS(mieni_face_pose(face, &posing), MIEN_OK);
    CHECK_STATUS(mieni_shot_camera(face, &shot, &camera), MIEN_OK);
    CHECK_STATUS(mieni_shot_pose(face, &shot, &pose, 1), MIEN_OK);
    CHECK(mieni_face_moved(face).is_known);
    CHECK_STATUS(mieni_thumbnail_box(face, &posing, &box), MIEN_OK);
    CHECK_STATUS(mieni_lineup(&face, 1, MIENI_FRAME_BODY, 0, &model, &box), MIEN_OK);
    CHECK(mieni_face_pick(face, &model, &camera, 100, 100, 50, 50, &pick));
    CHECK(mieni_face_movers(face, pick.vertex, movers, 4) > 0);
    CHECK(mieni_face_pulls(face, pick.vertex, pulls, 4) > 0);
    const int taken = MANY - left;
    left = 0;
    CHECK_INT(taken, 0);
    mieni_face_close(face);
}

CHECK_MAIN
{
    toy_begin();
    RUN(memory_runs_out_while_opening);
    RUN(an_open_face_needs_no_more);
    toy_end();
}
