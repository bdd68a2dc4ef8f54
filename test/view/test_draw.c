// SPDX-License-Identifier: MIT
//
// Shots and thumbnails: framed as said, and drawn.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "support/view_projects.h"

#include "support/driver_leaks.h"
#include "view/thumbnail.h"

/// A picture of the toy, with one pose over rest or none.
static MieniPicture shoot(MieniRenderer *renderer, MieniFace *face, const MieniRenderMesh *mesh,
                          const MieniShot *shot, const char *name, MieniRenderReport *report)
{
    MieniPicture picture;
    MienError error = {0};
    const MieniFacePose pose = name != NULL ? toy_pose(face, name, 1) : (MieniFacePose){0, 0, 0};
    const MienStatus status =
        mieni_shot_picture(face, mesh, renderer, shot, &pose, name != NULL, &picture, report, &error);
    if (status != MIEN_OK)
        printf("%s\n", error.message);
    CHECK_STATUS(status, MIEN_OK);
    if (status != MIEN_OK)
        abort();
    return picture;
}

/// Rows that something opaque is in: the first, and the last.
static void rows_of(const MieniPicture *picture, int *out_first, int *out_last)
{
    *out_first = picture->height;
    *out_last = -1;
    for (int y = 0; y < picture->height; ++y)
        for (int x = 0; x < picture->width; ++x)
            if (pixel_at(picture, x, y)[3] > 128) {
                *out_first = y < *out_first ? y : *out_first;
                *out_last = y;
            }
}

TEST(a_shot_frames_what_it_is_told)
{
    MieniRenderer *renderer = open_renderer(NULL);
    if (renderer == NULL)
        SKIP(no_renderer);
    MieniFace *face = toy_open("toy.character.json");
    MieniRenderMesh *mesh = NULL;
    CHECK_STATUS(mieni_face_attach(face, renderer, &mesh, NULL), MIEN_OK);
    MieniShot shot = {.width = 100,
                      .height = 100,
                      .framing = {.is_turned = true},
                      .is_transparent = true,
                      .quality = MIENI_QUALITY_LIVE};
    int first, last;
    MieniPicture head = shoot(renderer, face, mesh, &shot, NULL, NULL);
    rows_of(&head, &first, &last);
    CHECK_NEAR(first, 10, 2); // 80 % of the height, and the body below
    shot.frame = MIENI_FRAME_BODY;
    MieniPicture body = shoot(renderer, face, mesh, &shot, NULL, NULL);
    rows_of(&body, &first, &last);
    CHECK_NEAR(first, 10, 2);
    CHECK_NEAR(last, 89, 2);
    const uint8_t *skin = pixel_at(&head, 50, 40); // by the image
    CHECK(skin[0] > 2 * skin[1] && skin[3] == 255);
    const MieniBox jaw = {{-0.03f, 0.91f, 0.08f}, {0.03f, 0.97f, 0.08f}, true};
    shot.box = &jaw;
    MieniCamera camera;
    CHECK_STATUS(mieni_shot_camera(face, &shot, &camera), MIEN_OK);
    CHECK_NEAR(camera.target.y, 0.94f, 1e-6);
    const MieniCamera own = {{0, 1, 3}, {0, 1, 0}, 20};
    shot.camera = &own;
    CHECK_STATUS(mieni_shot_camera(face, &shot, &camera), MIEN_OK);
    CHECK_NEAR(camera.eye.z, 3, 0);
    mieni_picture_release(&head);
    mieni_picture_release(&body);
    mieni_render_mesh_destroy(mesh);
    mieni_face_close(face);
    mieni_renderer_destroy(renderer);
}

TEST(a_shot_turns_eyes_to_its_camera)
{
    MieniFace *face = toy_open("toy.character.json");
    MieniShot shot = {.gaze = 0.5f}; // the usual camera is 16 degrees from the front
    const float *eye = face->model[3].m;
    CHECK_STATUS(mieni_shot_pose(face, &shot, NULL, 0), MIEN_OK);
    CHECK_NEAR(eye[2], -sin(8 * 3.14159265 / 180) * cos(2 * 3.14159265 / 180), 1e-5);
    shot.framing = (MieniFraming){.yaw = 30, .is_turned = true};
    CHECK_STATUS(mieni_shot_pose(face, &shot, NULL, 0), MIEN_OK);
    CHECK_NEAR(eye[2], sin(15 * 3.14159265 / 180), 1e-5);
    mieni_face_close(face);
}

TEST(a_shot_shows_heat_and_bones)
{
    MieniRenderer *renderer = open_renderer(NULL);
    if (renderer == NULL)
        SKIP(no_renderer);
    MieniFace *face = toy_open("toy.character.json");
    MieniRenderMesh *mesh = NULL;
    MieniRenderReport report = {0};
    CHECK_STATUS(mieni_face_attach(face, renderer, &mesh, NULL), MIEN_OK);
    MieniShot shot = {.width = 64,
                      .height = 64,
                      .framing = {.yaw = 20, .is_turned = true},
                      .gaze = 1,
                      .has_heat = true,
                      .is_rest = true,
                      .quality = MIENI_QUALITY_DRAFT};
    MieniPicture heat = shoot(renderer, face, mesh, &shot, "jawOpen", &report);
    CHECK_NEAR(report.heat_most, 0.04f, 1e-6);
    for (int v = 0; v < 13 * 7; ++v) // eyes look ahead, or they would be hot
        CHECK_NEAR(face->heat[toy_vertex_of(face, "eye_L") + v], 0, 1e-7);
    shot.has_heat = false;
    MieniPicture plain = shoot(renderer, face, mesh, &shot, "jawOpen", &report);
    CHECK(memcmp(heat.pixels, plain.pixels, 64 * 64 * 4) != 0);
    shot.has_bones = true;
    MieniPicture bones = shoot(renderer, face, mesh, &shot, "jawOpen", NULL);
    CHECK(memcmp(bones.pixels, plain.pixels, 64 * 64 * 4) != 0);
    const bool marks[TOY_BALLS] = {false, true, true, false, false};
    shot.bone_marks = marks;
    MieniPicture marked = shoot(renderer, face, mesh, &shot, "jawOpen", NULL);
    CHECK(memcmp(bones.pixels, marked.pixels, 64 * 64 * 4) != 0);
    mieni_picture_release(&heat);
    mieni_picture_release(&plain);
    mieni_picture_release(&bones);
    mieni_picture_release(&marked);
    mieni_render_mesh_destroy(mesh);
    mieni_face_close(face);

    face = toy_open("toy.skeleton.json"); // there is something to see without a mesh
    int first, last;
    shot = (MieniShot){.width = 200, .height = 200, .is_transparent = true};
    CHECK_STATUS(mieni_face_attach(face, renderer, &mesh, NULL), MIEN_OK);
    CHECK(mesh == NULL);
    bones = shoot(renderer, face, NULL, &shot, NULL, NULL);
    rows_of(&bones, &first, &last);
    CHECK(last > first + 100);
    mieni_picture_release(&bones);
    mieni_face_close(face);
    mieni_renderer_destroy(renderer);
}

/// The crop of a thumbnail of a pose.
static MieniBox crop_of(MieniFace *face, const char *name)
{
    MieniBox box = {0};
    const MieniFacePose pose = name != NULL ? toy_pose(face, name, 1) : (MieniFacePose){0, 0, 0};
    const MieniPosing posing = {.is_rest = true, .pose_count = name != NULL, .poses = &pose};
    CHECK_STATUS(mieni_thumbnail_box(face, &posing, &box), MIEN_OK);
    CHECK_NEAR(box.max.x - box.min.x, box.max.y - box.min.y, 1e-6); // a square
    return box;
}

TEST(thumbnails_frame_what_moves)
{
    MieniFace *face = toy_open("toy.character.json");
    const float head = 0.224f; // its width with air, which is more than its height
    MieniBox box = crop_of(face, NULL);
    CHECK_NEAR(box.max.y - box.min.y, head, 1e-4);
    CHECK_NEAR(box.max.y + box.min.y, 2, 1e-4);
    box = crop_of(face, "jawOpen"); // 100 mm of jaw, and room
    CHECK_NEAR(box.max.y - box.min.y, 0.115f, 1e-4);
    CHECK_NEAR(box.min.y, 0.9f, 1e-4); // not below the head
    CHECK_NEAR(box.max.x + box.min.x, 0, 1e-4);
    box = crop_of(face, "jawHint"); // 70 mm: less than four tenths
    CHECK_NEAR(box.max.y - box.min.y, 0.4f * head, 1e-4);
    box = crop_of(face, "lookUp");
    CHECK_NEAR(box.max.x - box.min.x, 0.138f, 1e-3);
    CHECK_NEAR(0.5f * (box.max.y + box.min.y), 1.031f, 2e-3); // as high as the head lets it
    box = crop_of(face, "puff");
    CHECK_NEAR(box.max.x, 0.112f, 1e-4); // at its side
    CHECK(box.min.x > -0.1f);
    box = crop_of(face, "hop"); // more than the head: no more than it
    CHECK_NEAR(box.max.y - box.min.y, head, 1e-4);
    mieni_face_close(face);
}

TEST(thumbnails_have_no_ground)
{
    MieniRenderer *renderer = open_renderer(NULL);
    if (renderer == NULL)
        SKIP(no_renderer);
    MieniFace *face = toy_open("toy.character.json");
    MieniRenderMesh *mesh = NULL;
    CHECK_STATUS(mieni_face_attach(face, renderer, &mesh, NULL), MIEN_OK);
    MieniPicture pictures[2];
    const MieniFacePose pose = toy_pose(face, "jawOpen", 1);
    for (int i = 0; i < 2; ++i) {
        const MieniPosing posing = {.is_rest = true, .pose_count = i, .poses = &pose};
        CHECK_STATUS(mieni_thumbnail_draw(face, mesh, renderer, &posing, 72, &pictures[i], NULL), MIEN_OK);
        CHECK(pictures[i].width == 72 && pictures[i].height == 72);
    }
    CHECK_INT(pixel_at(&pictures[0], 0, 0)[3], 0); // a ball in a square
    CHECK_INT(pixel_at(&pictures[0], 36, 36)[3], 255);
    CHECK_INT(pixel_at(&pictures[1], 36, 36)[3], 255);
    CHECK(memcmp(pictures[0].pixels, pictures[1].pixels, 72 * 72 * 4) != 0);
    mieni_picture_release(&pictures[0]);
    mieni_picture_release(&pictures[1]);
    MieniPicture none;
    MienError error = {0};
    const MieniFacePose wrong = {0, 99, 1};
    const MieniPosing posing = {.pose_count = 1, .poses = &wrong};
    CHECK_STATUS(mieni_thumbnail_draw(face, mesh, renderer, &posing, 72, &none, &error), MIEN_ERROR_ARGUMENT);
    CHECK(none.pixels == NULL && error.message[0] != '\0');
    mieni_render_mesh_destroy(mesh);
    mieni_face_close(face);
    mieni_renderer_destroy(renderer);
}

CHECK_MAIN
{
    toy_begin();
    RUN(a_shot_frames_what_it_is_told);
    RUN(a_shot_turns_eyes_to_its_camera);
    RUN(a_shot_shows_heat_and_bones);
    RUN(thumbnails_frame_what_moves);
    RUN(thumbnails_have_no_ground);
    toy_end();
}
