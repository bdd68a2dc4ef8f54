// SPDX-License-Identifier: MIT
//
// A face opened in one thread is drawn in another, and thumbnails are made beside it by a
// renderer of their own; pictures are those that one thread alone makes.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "support/view_projects.h"

#include "support/driver_leaks.h"
#include "view/thumbnail.h"

#include <pthread.h>

enum { SIZE = 64, THUMBNAILS = 5 };

static void *open_there(void *out)
{
    *(MieniFace **)out = toy_open("toy.character.json");
    return NULL;
}

/// Pictures of all poses, by a renderer and a face of this thread.
typedef struct Thumbnails {
    MieniPicture pictures[THUMBNAILS];
    bool is_fine;
} Thumbnails;

static void *draw_thumbnails(void *out)
{
    Thumbnails *thumbnails = out;
    MieniRenderer *renderer = NULL;
    MieniRenderMesh *mesh = NULL;
    MieniFace *face = toy_open("toy.character.json");
    thumbnails->is_fine = mieni_renderer_create(NULL, &renderer, NULL) == MIEN_OK &&
                          mieni_face_attach(face, renderer, &mesh, NULL) == MIEN_OK;
    for (int i = 0; i < THUMBNAILS && thumbnails->is_fine; ++i) {
        const MieniFacePose pose = mieni_face_pose_at(face, i);
        const MieniPosing posing = {.is_rest = true, .pose_count = 1, .poses = &pose};
        thumbnails->is_fine = mieni_thumbnail_draw(face, mesh, renderer, &posing, SIZE,
                                                   &thumbnails->pictures[i], NULL) == MIEN_OK;
    }
    mieni_render_mesh_destroy(mesh);
    mieni_renderer_destroy(renderer);
    mieni_face_close(face);
    return NULL;
}

static bool is_same(const MieniPicture *a, const MieniPicture *b)
{
    return a->pixels != NULL && b->pixels != NULL && memcmp(a->pixels, b->pixels, SIZE * SIZE * 4) == 0;
}

TEST(opened_there_and_drawn_here)
{
    MieniRenderer *renderer = open_renderer(NULL);
    if (renderer == NULL)
        SKIP(no_renderer);
    const MieniShot shot = {.width = SIZE, .height = SIZE, .gaze = 1, .quality = MIENI_QUALITY_LIVE};
    MieniFace *faces[2] = {NULL, toy_open("toy.character.json")};
    MieniPicture pictures[2] = {{0}, {0}};
    pthread_t thread;
    CHECK_INT(pthread_create(&thread, NULL, open_there, &faces[0]), 0);
    pthread_join(thread, NULL);
    for (int i = 0; i < 2; ++i) {
        MieniRenderMesh *mesh = NULL;
        const MieniFacePose pose = toy_pose(faces[i], "jawOpen", 1);
        CHECK_STATUS(mieni_face_attach(faces[i], renderer, &mesh, NULL), MIEN_OK);
        mieni_face_drop_images(faces[i]);
        CHECK_STATUS(mieni_shot_picture(faces[i], mesh, renderer, &shot, &pose, 1, &pictures[i], NULL, NULL),
                     MIEN_OK);
        mieni_render_mesh_destroy(mesh);
        mieni_face_close(faces[i]);
    }
    CHECK(is_same(&pictures[0], &pictures[1]));
    mieni_picture_release(&pictures[0]);
    mieni_picture_release(&pictures[1]);
    mieni_renderer_destroy(renderer);
}

TEST(thumbnails_beside_a_viewport)
{
    MieniRenderer *renderer = open_renderer(NULL);
    if (renderer == NULL)
        SKIP(no_renderer);
    static Thumbnails alone, beside;
    const MieniShot shot = {.width = SIZE, .height = SIZE, .quality = MIENI_QUALITY_DRAFT};
    MieniFace *face = toy_open("toy.character.json");
    MieniRenderMesh *mesh = NULL;
    MieniPicture first = {0};
    pthread_t thread;
    draw_thumbnails(&alone);
    CHECK_STATUS(mieni_face_attach(face, renderer, &mesh, NULL), MIEN_OK);
    CHECK_INT(pthread_create(&thread, NULL, draw_thumbnails, &beside), 0);
    for (int i = 0; i < 10; ++i) {
        MieniPicture picture;
        CHECK_STATUS(mieni_shot_picture(face, mesh, renderer, &shot, NULL, 0, &picture, NULL, NULL), MIEN_OK);
        CHECK(i == 0 || is_same(&first, &picture));
        if (i == 0)
            first = picture;
        else
            mieni_picture_release(&picture);
    }
    pthread_join(thread, NULL);
    CHECK(alone.is_fine && beside.is_fine);
    for (int i = 0; i < THUMBNAILS; ++i) {
        CHECK(is_same(&alone.pictures[i], &beside.pictures[i]));
        CHECK(i + 1 == THUMBNAILS || !is_same(&alone.pictures[i], &alone.pictures[i + 1]));
        mieni_picture_release(&alone.pictures[i]);
        mieni_picture_release(&beside.pictures[i]);
    }
    mieni_picture_release(&first);
    mieni_render_mesh_destroy(mesh);
    mieni_face_close(face);
    mieni_renderer_destroy(renderer);
}

CHECK_MAIN
{
    toy_begin();
    RUN(opened_there_and_drawn_here);
    RUN(thumbnails_beside_a_viewport);
    toy_end();
}
