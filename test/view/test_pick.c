// SPDX-License-Identifier: MIT
//
// What is under the pointer, what moves it, and where faces of a row stand.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "support/view_projects.h"

#include "view/lineup.h"
#include "view/pick.h"

enum { WIDTH = 400, HEIGHT = 300 };

/// A camera on a box of a face, from a side.
static MieniCamera look_at(MieniFace *face, float yaw)
{
    MieniBox box;
    const MieniFraming framing = {.yaw = yaw, .is_turned = true, .aspect = (float)WIDTH / (float)HEIGHT};
    CHECK_STATUS(mieni_face_box(face, MIENI_FRAME_HEAD, &box), MIEN_OK);
    return mieni_camera_frame(box.min, box.max, &framing);
}

/// Picks where a place of the scene is in the picture.
static bool pick_at(const MieniFace *face, const MienMatrix34 *model, const MieniCamera *camera,
                    MienVec3 place, MieniPick *out_pick)
{
    float at[3];
    CHECK(mieni_camera_project(camera, WIDTH, HEIGHT, place, at));
    return mieni_face_pick(face, model, camera, WIDTH, HEIGHT, at[0], at[1], out_pick);
}

TEST(rays_go_where_points_appear)
{
    const MieniCamera camera = {{0.3f, 1.2f, 2}, {0, 1, 0}, 17};
    const MienVec3 places[] = {{0, 1, 0}, {0.1f, 1.1f, 0.2f}, {-0.2f, 0.8f, -0.5f}};
    for (int i = 0; i < 3; ++i) {
        float at[3];
        MienVec3 from, along;
        CHECK(mieni_camera_project(&camera, WIDTH, HEIGHT, places[i], at));
        CHECK(mieni_camera_ray(&camera, WIDTH, HEIGHT, at[0], at[1], &from, &along));
        const MienVec3 to = {places[i].x - from.x, places[i].y - from.y, places[i].z - from.z};
        const double far = sqrt((double)(to.x * to.x + to.y * to.y + to.z * to.z));
        CHECK_NEAR(along.x * far, to.x, 1e-5);
        CHECK_NEAR(along.y * far, to.y, 1e-5);
        CHECK_NEAR(along.z * far, to.z, 1e-5);
    }
    MienVec3 from, along;
    CHECK(!mieni_camera_ray(&(MieniCamera){0}, WIDTH, HEIGHT, 1, 1, &from, &along));
    CHECK(!mieni_camera_ray(&camera, WIDTH, 0, 1, 1, &from, &along));
}

TEST(the_nearest_surface_is_picked)
{
    MieniFace *face = toy_open("toy.character.json");
    const MieniCamera front = look_at(face, 0), behind = look_at(face, 180);
    MieniPick pick = {0};
    CHECK(pick_at(face, NULL, &front, (MienVec3){0, 0.94f, 0.11f}, &pick)); // not the skull behind it
    CHECK_STR(toy_balls[pick.bone].bone, "jaw");
    CHECK_NEAR(pick.place.z, 0.11f, 1e-3);
    const float down = front.eye.y - pick.place.y, ahead = front.eye.z - pick.place.z;
    CHECK_NEAR(pick.distance, sqrt((double)(down * down + ahead * ahead)), 1e-5);
    const MienVec3 at = face->rest[pick.vertex];
    CHECK_NEAR(at.x, 0, 0.01);
    CHECK_NEAR(at.y, 0.94f, 0.01);
    CHECK(pick_at(face, NULL, &front, (MienVec3){0.04f, 1.03f, 0.1f}, &pick));
    CHECK_STR(toy_balls[pick.bone].bone, "eye_L"); // the face's left is at the picture's right
    CHECK(pick_at(face, NULL, &behind, (MienVec3){0, 0.94f, -0.09f}, &pick));
    CHECK_STR(toy_balls[pick.bone].bone, "head");
    CHECK(pick.place.z < -0.07f);
    CHECK(!mieni_face_pick(face, NULL, &front, WIDTH, HEIGHT, 2, 2, &pick)); // beside it
    const MieniCamera within = {{0, 1, 0}, {0, 1, 1}, 17};                   // who looks out sees no skin
    CHECK(!mieni_face_pick(face, NULL, &within, WIDTH, HEIGHT, 200, 150, &pick));
    toy_strike(face, "jawOpen", 1); // where it is now
    CHECK(pick_at(face, NULL, &front, (MienVec3){0, 0.89f, 0.1f}, &pick));
    CHECK_STR(toy_balls[pick.bone].bone, "jaw");
    mieni_face_close(face);

    face = toy_open("back.mesh.json");
    CHECK(pick_at(face, NULL, &front, (MienVec3){0.04f, 1.03f, 0.1f}, &pick));
    CHECK_STR(toy_balls[pick.bone].bone, "eye_L");
    mieni_face_close(face);
    face = toy_open("toy.skeleton.json");
    CHECK(!mieni_face_pick(face, NULL, &front, WIDTH, HEIGHT, 200, 150, &pick));
    mieni_face_close(face);
}

TEST(what_moves_a_vertex)
{
    MieniFace *face = toy_open("toy.character.json");
    MieniMover movers[8];
    const int jaw = toy_vertex_of(face, "jaw");
    static const char *const order[] = {"nod", "hop", "jawOpen", "jawHint"};
    static const float metres[] = {0.1f, 0.1f, 0.04f, 0.01f};
    CHECK_INT(mieni_face_movers(face, jaw, movers, 8), 4); // all but lookUp
    for (int i = 0; i < 4; ++i) {
        CHECK_NEAR(movers[i].metres, metres[i], 1e-6);
        if (i > 1)
            CHECK_STR(mieni_face_pose_name(face, movers[i].pose), order[i]);
    }
    CHECK_INT(mieni_face_movers(face, jaw, movers, 3), 3); // the farthest
    CHECK_STR(mieni_face_pose_name(face, movers[2].pose), "jawOpen");
    CHECK_INT(mieni_face_movers(face, toy_vertex_of(face, "root"), movers, 8), 1);
    CHECK_STR(mieni_face_pose_name(face, movers[0].pose), "hop");
    CHECK_INT(mieni_face_movers(face, face->vertex_count, movers, 8), 0);
    CHECK_INT(mieni_face_movers(face, jaw, movers, 0), 0);
    mieni_face_close(face);
}

TEST(what_holds_a_vertex_away_from_rest)
{
    MieniFace *face = toy_open("toy.character.json");
    MieniPull pulls[4];
    const int jaw = toy_vertex_of(face, "jaw");
    CHECK_STATUS(mieni_face_pose(face, &(MieniPosing){.is_rest = true}), MIEN_OK);
    CHECK_INT(mieni_face_pulls(face, jaw, pulls, 4), 0);
    toy_strike(face, "jawOpen", 0.5f);
    CHECK_INT(mieni_face_pulls(face, jaw, pulls, 4), 1);
    CHECK_STR(toy_balls[pulls[0].bone].bone, "jaw");
    CHECK_INT(pulls[0].morph, -1);
    CHECK_NEAR(pulls[0].weight, 1, 1e-6);
    CHECK_NEAR(pulls[0].metres, 0.02f, 1e-6);
    toy_strike(face, "jawOpen", 0.5f); // measuring moved it
    CHECK_INT(mieni_face_pulls(face, jaw, pulls, 0), 0);
    CHECK_INT(mieni_face_pulls(face, face->vertex_count, pulls, 4), 0);
    const MienMorph puff = mien_mesh_morph(face->character->mesh, 0);
    const MieniFacePose half = {-1, 0, 0.5f};
    CHECK_STATUS(mieni_face_pose(face, &(MieniPosing){.is_rest = true, .pose_count = 1, .poses = &half}),
                 MIEN_OK);
    CHECK_INT(mieni_face_pulls(face, (int)puff.vertices[0], pulls, 4), 1);
    CHECK_INT(pulls[0].morph, 0);
    CHECK_INT(pulls[0].bone, -1);
    CHECK_NEAR(pulls[0].weight, 0.5, 1e-6);
    const double x = (double)puff.positions[0].x, y = (double)puff.positions[0].y,
                 z = (double)puff.positions[0].z;
    CHECK_NEAR(pulls[0].metres, 0.5 * sqrt(x * x + y * y + z * z), 1e-6);
    mieni_face_close(face);
}

TEST(faces_stand_side_by_side)
{
    MieniFace *faces[3] = {toy_open("toy.character.json"), toy_open("back.mesh.json"),
                           toy_open("toy.mesh.json")};
    MienMatrix34 models[3];
    MieniBox all, box;
    MieniPick pick;
    CHECK_STATUS(mieni_lineup(faces, 3, MIENI_FRAME_HEAD, 0.5f, models, &all), MIEN_OK);
    CHECK_STATUS(mieni_face_box(faces[0], MIENI_FRAME_HEAD, &box), MIEN_OK);
    const float width = box.max.x - box.min.x;
    CHECK_NEAR(all.max.x - all.min.x, 4 * width, 1e-5); // three of them, and two halves
    CHECK_NEAR(all.max.x + all.min.x, 0, 1e-5);
    CHECK_NEAR(models[2].m[3] - models[0].m[3], 3 * width, 1e-5);
    const MieniFraming framing = {.is_turned = true, .aspect = (float)WIDTH / (float)HEIGHT};
    const MieniCamera camera = mieni_camera_frame(all.min, all.max, &framing);
    for (int i = 0; i < 3; ++i) { // the left eye of each, and of no other
        const MienVec3 eye = {((float)i - 1) * 1.5f * width + 0.04f, 1.03f, 0.1f};
        for (int k = 0; k < 3; ++k)
            CHECK(pick_at(faces[k], &models[k], &camera, eye, &pick) == (i == k));
        CHECK(pick_at(faces[i], &models[i], &camera, eye, &pick));
        CHECK_STR(toy_balls[pick.bone].bone, "eye_L");
    }
    CHECK_STATUS(mieni_lineup(faces, 1, MIENI_FRAME_HEAD, 0.5f, models, &all), MIEN_OK);
    CHECK_NEAR(models[0].m[3], 0, 0); // alone, it stays
    CHECK_NEAR(all.max.y, box.max.y, 0);
    CHECK_STATUS(mieni_lineup(faces, 0, MIENI_FRAME_HEAD, 0.5f, models, &all), MIEN_OK);
    CHECK(!all.is_known);
    for (int i = 0; i < 3; ++i)
        mieni_face_close(faces[i]);
}

CHECK_MAIN
{
    toy_begin();
    RUN(rays_go_where_points_appear);
    RUN(the_nearest_surface_is_picked);
    RUN(what_moves_a_vertex);
    RUN(what_holds_a_vertex_away_from_rest);
    RUN(faces_stand_side_by_side);
    toy_end();
}
