// SPDX-License-Identifier: MIT
//
// Faces pose as asked: rest, moments, poses and morphs over them, eyes; and what that moved
// is measured.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "support/view_projects.h"

TEST(rest_is_where_the_mesh_is)
{
    MieniFace *face = toy_open("toy.character.json");
    CHECK_INT(face->bone_count, TOY_BALLS);
    CHECK(face->vertex_count > 500 && face->normals != NULL && !face->looks_back);
    const MienVec3 *positions = mien_mesh_positions(face->character->mesh);
    CHECK_STATUS(mieni_face_pose(face, &(MieniPosing){.is_rest = true}), MIEN_OK);
    for (int v = 0; v < face->vertex_count; ++v) {
        CHECK_NEAR(face->positions[v].x, positions[v].x, 1e-6);
        CHECK_NEAR(face->rest[v].y, positions[v].y, 1e-6);
        CHECK_NEAR(face->positions[v].z, positions[v].z, 1e-6);
    }
    CHECK_NEAR(mieni_face_heat(face), 0, 0);
    CHECK(!mieni_face_moved(face).is_known);
    mieni_face_close(face);
}

TEST(poses_move_their_bones)
{
    MieniFace *face = toy_open("toy.character.json");
    CHECK_INT(face->pose_count, 5);
    CHECK(!face->shows_morphs);
    CHECK_STR(mieni_face_pose_name(face, mieni_face_pose_at(face, 2)), "lookUp");
    const int jaw = toy_vertex_of(face, "jaw"), skull = toy_vertex_of(face, "head");
    toy_strike(face, "jawOpen", 0.5f); // 40 mm down at 1
    CHECK_NEAR(face->positions[jaw].y, face->rest[jaw].y - 0.02f, 1e-6);
    CHECK_NEAR(face->positions[skull].y, face->rest[skull].y, 1e-7);
    CHECK_NEAR(mieni_face_heat(face), 0.02f, 1e-6);
    CHECK_NEAR(face->heat[jaw], 0.02f, 1e-6);
    CHECK_NEAR(face->heat[skull], 0, 1e-7);
    const MieniBox moved = mieni_face_moved(face); // the ball at both its places
    CHECK_NEAR(moved.max.y, 0.97f, 1e-4);
    CHECK_NEAR(moved.min.y, 0.89f, 1e-4);
    CHECK_NEAR(moved.max.z, 0.11f, 1e-3);
    // Two of one asset are mixed as it mixes them.
    const MieniFacePose two[] = {toy_pose(face, "jawOpen", 0.5f), toy_pose(face, "nod", 0.5f)};
    CHECK_STATUS(mieni_face_pose(face, &(MieniPosing){.pose_count = 2, .poses = two}), MIEN_OK);
    CHECK_NEAR(face->positions[jaw].y, face->rest[jaw].y - 0.07f, 1e-6);
    CHECK_NEAR(face->positions[skull].y, face->rest[skull].y - 0.05f, 1e-6);
    CHECK_STATUS(mieni_face_pose(face, NULL), MIEN_OK); // and off again
    CHECK_NEAR(face->positions[jaw].y, face->rest[jaw].y, 1e-7);
    mieni_face_close(face);
}

/// Drives one pose over rest; where the jaw is, metres from rest.
static float drive_jaw(MieniFace *face, const char *name, float weight, bool is_beyond)
{
    const MieniFacePose pose = toy_pose(face, name, weight);
    const MieniPosing posing = {
        .is_rest = true, .pose_count = 1, .poses = &pose, .is_driven = true, .is_beyond = is_beyond};
    const int jaw = toy_vertex_of(face, "jaw");
    CHECK_STATUS(mieni_face_pose(face, &posing), MIEN_OK);
    return face->positions[jaw].y - face->rest[jaw].y;
}

TEST(driven_weights_keep_to_their_range)
{
    MieniFace *face = toy_open("toy.character.json");
    const MieniFacePose hint = toy_pose(face, "jawHint", 1);
    const int jaw = toy_vertex_of(face, "jaw"),
              control = mien_pose_asset_pose(face->poses[0].asset, hint.pose).driven_pose;
    CHECK_NEAR(drive_jaw(face, "jawHint", 3, false), -0.005f, 1e-6); // 10 mm down at 1
    CHECK_NEAR(face->poses[0].asked[control], 0.5, 0);
    CHECK_NEAR(face->poses[0].applied[control], 0.5, 0);
    CHECK_NEAR(drive_jaw(face, "jawHint", -1, false), 0.01f, 1e-6);
    CHECK_NEAR(face->poses[0].applied[control], -1, 0);
    CHECK_NEAR(drive_jaw(face, "jawHint", 2, true), -0.02f, 1e-6);
    CHECK_NEAR(drive_jaw(face, "jawHint", -2, true), 0.02f, 1e-6);
    CHECK_NEAR(drive_jaw(face, "jawOpen", 0.25f, true), -0.01f, 1e-6);
    toy_strike(face, "jawHint", 3); // not driven, it is taken as it is
    CHECK_NEAR(face->positions[jaw].y, face->rest[jaw].y - 0.03f, 1e-6);
    mieni_face_close(face);
}

TEST(masks_weaken_what_is_driven)
{
    MieniFace *face = toy_open("toy.character.json");
    const MieniFacePose two[] = {toy_pose(face, "jawOpen", 1), toy_pose(face, "lookUp", 1)};
    const MieniPosing posing = {.is_rest = true, .pose_count = 2, .poses = two, .is_driven = true};
    const int control = mien_pose_asset_pose(face->poses[0].asset, two[0].pose).driven_pose;
    CHECK_STATUS(mieni_face_pose(face, &posing), MIEN_OK); // looking up opens the mouth by half
    CHECK_NEAR(face->poses[0].asked[control], 1, 0);
    CHECK_NEAR(face->poses[0].applied[control], 0.5, 1e-6);
    CHECK_NEAR(mieni_face_heat(face), 0.02f, 1e-6);
    mieni_face_close(face);
}

TEST(morphs_are_poses_too)
{
    MieniFace *face = toy_open("toy.character.json");
    const MieniFacePose puff = toy_pose(face, "puff", 1);
    CHECK_INT(puff.poses, -1);
    toy_strike(face, "puff", 1);
    CHECK_NEAR(mieni_face_heat(face), 0.02f, 1e-6);
    const MieniBox moved = mieni_face_moved(face);
    CHECK(moved.min.x > 0.049f && moved.max.x < 0.121f && moved.min.z > 0);
    mieni_face_close(face);

    face = toy_open("back.mesh.json"); // has nothing else
    CHECK(face->shows_morphs && face->pose_count == 1);
    CHECK_STR(mieni_face_pose_name(face, mieni_face_pose_at(face, 0)), "puff");
    mieni_face_close(face);
}

TEST(characters_go_where_they_are_sent)
{
    MieniFace *face = toy_open("toy.character.json");
    const int jaw = toy_vertex_of(face, "jaw");
    CHECK_STATUS(mien_actor_set_curve_named(face->character->actor, "jawOpen", 1), MIEN_OK);
    CHECK_STATUS(mieni_face_go(face, 1, 30, NULL), MIEN_OK);
    CHECK_NEAR(face->character->time, 1, 0);
    CHECK_STATUS(mieni_face_pose(face, NULL), MIEN_OK);
    CHECK_NEAR(face->positions[jaw].y, face->rest[jaw].y - 0.04f, 1e-6);
    CHECK_STATUS(mieni_face_pose(face, &(MieniPosing){.is_rest = true}), MIEN_OK);
    CHECK_NEAR(face->positions[jaw].y, face->rest[jaw].y, 1e-7);
    CHECK_STATUS(mieni_face_go(face, 0.25, 30, NULL), MIEN_OK); // back
    CHECK_NEAR(face->character->time, 0.25, 0);
    mieni_face_close(face);
}

TEST(eyes_follow_the_camera)
{
    MieniFace *face = toy_open("toy.character.json");
    MieniPosing posing = {.is_rest = true, .gaze = 0.5f, .yaw = 30};
    const int eye = 3; // in the order of bones
    CHECK(face->is_eye[eye] && face->is_eye[4] && !face->is_eye[2]);
    CHECK_STATUS(mieni_face_pose(face, &posing), MIEN_OK);
    const float *m = face->model[eye].m;
    CHECK_NEAR(m[2], sin(15 * 3.14159265 / 180), 1e-5); // where its +Z points
    CHECK_NEAR(m[10], cos(15 * 3.14159265 / 180), 1e-5);
    CHECK_NEAR(m[3], 0.04f, 1e-6); // and it stays where it is
    CHECK_NEAR(m[11], 0.08f, 1e-6);
    CHECK_NEAR(face->model[2].m[2], 0, 0);
    posing.yaw = 90; // beyond the range of the eyes
    CHECK_STATUS(mieni_face_pose(face, &posing), MIEN_OK);
    CHECK_NEAR(m[2], 0, 1e-6);
    mieni_face_close(face);
}

TEST(boxes_of_heads_faces_and_bodies)
{
    MieniFace *face = toy_open("toy.character.json");
    MieniBox box;
    CHECK_STATUS(mieni_face_box(face, MIENI_FRAME_HEAD, &box), MIEN_OK);
    CHECK_NEAR(box.max.y, 1.1f, 1e-5);
    CHECK_NEAR(box.min.y, 0.9f, 1e-5);
    CHECK_NEAR(box.max.x, 0.112f, 1e-5); // with air for ears
    CHECK_STATUS(mieni_face_box(face, MIENI_FRAME_BODY, &box), MIEN_OK);
    CHECK_NEAR(box.min.y, 0.3f, 1e-5);
    CHECK_NEAR(box.max.x, 0.2f, 1e-5);
    CHECK_STATUS(mieni_face_box(face, MIENI_FRAME_FACE, &box), MIEN_OK);
    CHECK_NEAR(box.min.y, 0.87f, 1e-4);  // the jaw where it goes; nods and hops tell nothing
    CHECK_NEAR(box.max.y, 1.055f, 1e-4); // the eyes
    CHECK_NEAR(box.max.x, 0.06f, 1e-4);
    mieni_face_close(face);

    face = toy_open("back.mesh.json");
    CHECK(face->looks_back);
    toy_strike(face, "puff", 1);
    box = mieni_face_moved(face); // turned round, it is the same as the other
    CHECK(box.min.x > 0.049f && box.max.x < 0.121f && box.min.z > 0);
    mieni_face_close(face);
}

TEST(what_is_wrong_is_refused)
{
    MieniFace *face = toy_open("toy.character.json");
    MieniFacePose pose = {0, 5, 1};
    MieniPosing posing = {.is_rest = true, .pose_count = 1, .poses = &pose};
    CHECK_STATUS(mieni_face_pose(face, &posing), MIEN_ERROR_ARGUMENT);
    pose = (MieniFacePose){-1, 1, 1};
    CHECK_STATUS(mieni_face_pose(face, &posing), MIEN_ERROR_ARGUMENT);
    posing.pose_count = MIENI_FACE_MOST_POSES + 1;
    CHECK_STATUS(mieni_face_pose(face, &posing), MIEN_ERROR_ARGUMENT);
    posing.pose_count = 1;
    pose = toy_pose(face, "nod", NAN);
    CHECK_STATUS(mieni_face_pose(face, &posing), MIEN_OK);
    CHECK(mieni_face_heat(face) < 1e-6f); // no number counts as 0
    mieni_face_close(face);
}

CHECK_MAIN
{
    toy_begin();
    RUN(rest_is_where_the_mesh_is);
    RUN(poses_move_their_bones);
    RUN(driven_weights_keep_to_their_range);
    RUN(masks_weaken_what_is_driven);
    RUN(morphs_are_poses_too);
    RUN(characters_go_where_they_are_sent);
    RUN(eyes_follow_the_camera);
    RUN(boxes_of_heads_faces_and_bodies);
    RUN(what_is_wrong_is_refused);
    toy_end();
}
