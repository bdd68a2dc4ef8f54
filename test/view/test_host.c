// SPDX-License-Identifier: MIT
//
// A face in a host's framebuffer, as a viewport draws it, is the picture that a renderer of
// its own makes.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "support/view_projects.h"

#include "support/driver_leaks.h"
#include "view/shot.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>

enum { WIDTH = 64, HEIGHT = 48, LEFT = 8, BELOW = 4 };

static const MieniShot shot = {.width = WIDTH, .height = HEIGHT, .gaze = 1, .quality = MIENI_QUALITY_LIVE};

static MieniPicture draw_alone(MieniRenderer *renderer, MieniFace *face)
{
    MieniRenderMesh *mesh = NULL;
    MieniPicture picture;
    const MieniFacePose pose = toy_pose(face, "jawOpen", 1);
    CHECK_STATUS(mieni_face_attach(face, renderer, &mesh, NULL), MIEN_OK);
    CHECK_STATUS(mieni_shot_picture(face, mesh, renderer, &shot, &pose, 1, &picture, NULL, NULL), MIEN_OK);
    mieni_render_mesh_destroy(mesh);
    return picture;
}

static void draw_in_host(MieniFace *face, const MieniPicture *wanted)
{
    const MieniRendererOptions options = {.is_hosted = true};
    MieniRenderer *renderer = NULL;
    MieniRenderMesh *mesh = NULL;
    MieniRenderReport report = {0};
    static uint8_t pixels[WIDTH * HEIGHT * 4];
    const MieniFacePose pose = toy_pose(face, "jawOpen", 1);
    GLuint frame, color;
    glGenFramebuffers(1, &frame);
    glGenRenderbuffers(1, &color);
    glBindRenderbuffer(GL_RENDERBUFFER, color);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, WIDTH + LEFT, HEIGHT + BELOW);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
    CHECK_STATUS(mieni_renderer_create(&options, &renderer, NULL), MIEN_OK);
    CHECK_STATUS(mieni_face_attach(face, renderer, &mesh, NULL), MIEN_OK);
    MieniCamera camera;
    CHECK_STATUS(mieni_shot_camera(face, &shot, &camera), MIEN_OK);
    CHECK_STATUS(mieni_shot_pose(face, &shot, &pose, 1), MIEN_OK);
    const MieniRenderItem item = mieni_shot_item(face, mesh, &shot, NULL);
    const MieniScene scene = mieni_shot_scene(&shot, camera, &item, 1);
    CHECK_STATUS(mieni_render_draw(renderer, &scene, LEFT, BELOW, WIDTH, HEIGHT, &report, NULL), MIEN_OK);
    CHECK(report.samples >= 1);
    glReadPixels(LEFT, BELOW, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    for (size_t y = 0; y < HEIGHT; ++y)
        CHECK(memcmp(pixels + (HEIGHT - 1 - y) * WIDTH * 4, wanted->pixels + y * WIDTH * 4, WIDTH * 4) == 0);
    mieni_render_mesh_destroy(mesh);
    mieni_renderer_destroy(renderer);
    glDeleteFramebuffers(1, &frame);
    glDeleteRenderbuffers(1, &color);
}

TEST(a_viewport_shows_what_a_picture_shows)
{
    MieniRenderer *own = open_renderer(NULL);
    if (own == NULL)
        SKIP(no_renderer);
    MieniFace *face = toy_open("toy.character.json");
    MieniPicture wanted = draw_alone(own, face);
    mieni_renderer_destroy(own);
    static const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE};
    const EGLDisplay display =
        eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    eglInitialize(display, NULL, NULL);
    eglBindAPI(EGL_OPENGL_API);
    const EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
    CHECK(eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context));
    draw_in_host(face, &wanted);
    CHECK(eglGetCurrentContext() == context);
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display, context);
    mieni_picture_release(&wanted);
    mieni_face_close(face);
}

CHECK_MAIN
{
    toy_begin();
    RUN(a_viewport_shows_what_a_picture_shows);
    toy_end();
}
