// SPDX-License-Identifier: MIT
//
// What makes no sense is refused with its place; memory that runs out leaves nothing
// behind; a host's context is as it was.

#include "support/render_scenes.h"

#include "support/driver_leaks.h"
#include "support/ledger.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>

static MienStatus draw_with(MieniRenderer *renderer, const MieniScene *scene, int side, MienError *error)
{
    MieniPicture picture;
    const MienStatus status = mieni_render_picture(renderer, scene, side, side, &picture, NULL, error);
    CHECK((status == MIEN_OK) == (picture.pixels != NULL));
    mieni_picture_release(&picture);
    return status;
}

TEST(scenes_that_make_no_sense)
{
    MieniRenderer *renderer = open_renderer(NULL), *other = open_renderer(NULL);
    if (renderer == NULL)
        SKIP(no_renderer);
    Shape ball = {0};
    shape_ball(&ball, (MienVec3){0, 0, 0}, (MienVec3){0.1f, 0.1f, 0.1f}, 12);
    shape_part(&ball, MIENI_SURFACE_PLAIN, 1, 1, 1);
    MieniRenderMesh *mesh = shape_mesh(renderer, &ball);
    MieniRenderItem item = shape_item(mesh, &ball);
    MieniScene scene = {.item_count = 1, .items = &item, .camera = camera_ahead(1)};
    MienError error = {0};
    CHECK_STATUS(draw_with(renderer, &scene, 16, &error), MIEN_OK);
    CHECK_STATUS(draw_with(renderer, &scene, 0, &error), MIEN_ERROR_LIMIT);
    CHECK_STATUS(draw_with(renderer, &scene, 100000, &error), MIEN_ERROR_LIMIT);
    CHECK_STATUS(draw_with(other, &scene, 16, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STR(error.location, "items[0]");
    CHECK_STATUS(mieni_render_draw(renderer, &scene, 0, 0, 16, 16, NULL, &error), MIEN_ERROR_ARGUMENT);

    ball.positions[5].y = NAN;
    CHECK_STATUS(draw_with(renderer, &scene, 16, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.location, "items[0].positions[5]");
    ball.positions[5].y = 1e30f; // far away, but a place
    CHECK_STATUS(draw_with(renderer, &scene, 16, &error), MIEN_OK);
    ball.positions[5].y = 0;
    ball.normals[5].y = NAN; // shaded somehow
    CHECK_STATUS(draw_with(renderer, &scene, 16, &error), MIEN_OK);

    const MienMatrix34 bone = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
    int parent = 1;
    item.bone_count = 1;
    item.bones = &bone;
    item.bone_parents = &parent;
    CHECK_STATUS(draw_with(renderer, &scene, 16, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STR(error.location, "items[0].bone_parents[0]");
    parent = 0; // its own parent: a stick without length
    CHECK_STATUS(draw_with(renderer, &scene, 16, &error), MIEN_OK);
    item.mesh = NULL; // bones alone
    CHECK_STATUS(draw_with(renderer, &scene, 16, &error), MIEN_OK);

    scene.camera.target = scene.camera.eye;
    CHECK_STATUS(draw_with(renderer, &scene, 16, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STR(error.location, "camera");
    mieni_render_mesh_destroy(mesh);
    shape_free(&ball);
    mieni_renderer_destroy(renderer);
    mieni_renderer_destroy(other);
}

TEST(meshes_that_make_no_sense)
{
    MieniRenderer *renderer = open_renderer(NULL);
    if (renderer == NULL)
        SKIP(no_renderer);
    static const uint32_t indices[3] = {0, 1, 2};
    const MienSubmesh part = {"", 0, 0, 3};
    const MieniRenderMaterial material = {{1, 1, 1, 1}, 1, 0, MIENI_SURFACE_PLAIN, 0};
    const MieniRenderImage image = {1, 1, (const uint8_t[4]){1, 2, 3, 255}};
    const MieniRenderMeshSource whole = {.vertex_count = 3,
                                         .index_count = 3,
                                         .indices = indices,
                                         .part_count = 1,
                                         .parts = &part,
                                         .material_count = 1,
                                         .materials = &material,
                                         .image_count = 1,
                                         .images = &image};
    MieniRenderMesh *mesh;
    MienError error;
    CHECK_STATUS(mieni_render_mesh_create(renderer, &whole, &mesh, &error), MIEN_OK);
    mieni_render_mesh_destroy(mesh);
    for (int i = 0; i < 5; ++i) {
        static const char *const places[] = {"indices[2]", "parts[0]", "parts[0]", "materials[0]",
                                             "images[0]"};
        const MienSubmesh long_part = {"", 0, 1, 3}, odd_part = {"", 7, 0, 3};
        const MieniRenderImage wide = {1 << 20, 1, image.pixels};
        MieniRenderMeshSource source = whole;
        source.vertex_count = i == 0 ? 2 : 3;
        source.parts = i == 1 ? &long_part : i == 2 ? &odd_part : &part;
        source.image_count = i == 3 ? 0 : 1;
        source.images = i == 4 ? &wide : &image;
        CHECK_STATUS(mieni_render_mesh_create(renderer, &source, &mesh, &error), MIEN_ERROR_ARGUMENT);
        CHECK_STR(error.location, places[i]);
        CHECK(mesh == NULL);
    }
    const MieniRenderMeshSource nothing = {0};
    CHECK_STATUS(mieni_render_mesh_create(renderer, &nothing, &mesh, &error), MIEN_OK);
    const MieniRenderItem item = {.mesh = mesh};
    const MieniScene scene = {.item_count = 1, .items = &item, .camera = camera_ahead(1)};
    CHECK_STATUS(draw_with(renderer, &scene, 16, &error), MIEN_OK);
    mieni_render_mesh_destroy(mesh);
    mieni_render_mesh_destroy(NULL);
    mieni_renderer_destroy(renderer);
}

TEST(memory_that_runs_out)
{
    Shape head = toy_head(12);
    MienMatrix34 bone = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
    static const int parent = -1;
    int fails = 1;
    for (bool is_done = false; !is_done && fails < 100; ++fails) {
        Ledger ledger = {.fails = fails};
        const MienAllocator allocator = {&ledger, ledger_allocate, ledger_free};
        const MieniRendererOptions options = {.allocator = &allocator};
        MieniRenderer *renderer = NULL;
        MienError error = {0};
        MienStatus status = mieni_renderer_create(&options, &renderer, &error);
        if (status == MIEN_ERROR_HOST) {
            shape_free(&head);
            SKIP(strcpy(no_renderer, error.message));
        }
        if (status == MIEN_OK) {
            const MieniRenderMeshSource source = {.vertex_count = head.vertex_count,
                                                  .index_count = head.index_count,
                                                  .indices = head.indices,
                                                  .positions = head.positions};
            MieniRenderMesh *mesh = NULL;
            status = mieni_render_mesh_create(renderer, &source, &mesh, &error);
            if (status == MIEN_OK) {
                MieniRenderItem item = shape_item(mesh, &head);
                item.bone_count = 1;
                item.bones = &bone;
                item.bone_parents = &parent;
                const MieniScene scene = {.item_count = 1, .items = &item, .camera = camera_ahead(1)};
                status = draw_with(renderer, &scene, 16, &error);
                mieni_render_mesh_destroy(mesh);
            }
            mieni_renderer_destroy(renderer);
        }
        is_done = ledger.allocations < fails;
        CHECK_STATUS(status, is_done ? MIEN_OK : MIEN_ERROR_MEMORY);
        if (!is_done)
            CHECK_STATUS(error.status, MIEN_ERROR_MEMORY);
        CHECK_INT(ledger.live, 0);
        CHECK(!ledger.is_broken);
    }
    printf("%d allocations failed in turn\n", fails - 2);
    CHECK(fails > 10);
    shape_free(&head);
}

/// What a host may have set, in one list of numbers.
static int note_state(GLint out[80])
{
    static const GLenum numbers[] = {GL_DRAW_FRAMEBUFFER_BINDING,
                                     GL_READ_FRAMEBUFFER_BINDING,
                                     GL_RENDERBUFFER_BINDING,
                                     GL_CURRENT_PROGRAM,
                                     GL_VERTEX_ARRAY_BINDING,
                                     GL_ARRAY_BUFFER_BINDING,
                                     GL_ACTIVE_TEXTURE,
                                     GL_DEPTH_FUNC,
                                     GL_BLEND_SRC_RGB,
                                     GL_BLEND_DST_ALPHA,
                                     GL_BLEND_EQUATION_RGB,
                                     GL_CULL_FACE_MODE,
                                     GL_FRONT_FACE,
                                     GL_UNPACK_ALIGNMENT,
                                     GL_PACK_ALIGNMENT,
                                     GL_DEPTH_WRITEMASK,
                                     GL_PIXEL_PACK_BUFFER_BINDING,
                                     GL_UNPACK_ROW_LENGTH};
    static const GLenum switches[] = {GL_BLEND,        GL_CULL_FACE,          GL_DEPTH_TEST,
                                      GL_SCISSOR_TEST, GL_STENCIL_TEST,       GL_FRAMEBUFFER_SRGB,
                                      GL_MULTISAMPLE,  GL_POLYGON_OFFSET_FILL};
    int count = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
        glGetIntegerv(numbers[i], &out[count++]);
    for (size_t i = 0; i < sizeof switches / sizeof *switches; ++i)
        out[count++] = glIsEnabled(switches[i]);
    glGetIntegerv(GL_VIEWPORT, out + count);
    glGetIntegerv(GL_SCISSOR_BOX, out + count + 4);
    glGetIntegerv(GL_COLOR_WRITEMASK, out + count + 8);
    glGetIntegerv(GL_COLOR_CLEAR_VALUE, out + count + 12);
    glGetIntegerv(GL_POLYGON_MODE, out + count + 16);
    count += 18;
    const GLint unit = out[6];
    for (unsigned i = 0; i < 4; ++i) {
        glActiveTexture(GL_TEXTURE0 + i);
        glGetIntegerv(GL_TEXTURE_BINDING_2D, &out[count++]);
        glGetIntegerv(GL_TEXTURE_BINDING_2D_ARRAY, &out[count++]);
        glGetIntegerv(GL_SAMPLER_BINDING, &out[count++]);
    }
    glActiveTexture((GLenum)unit);
    return count;
}

/// A host with a framebuffer of its own and unusual settings.
static void set_odd_state(GLuint frame, GLuint buffer, GLuint texture, GLuint vertex_array, GLuint sampler)
{
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glBindVertexArray(vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, texture);
    glBindSampler(1, sampler);
    glViewport(1, 2, 3, 4);
    glScissor(5, 6, 7, 8);
    glEnable(GL_SCISSOR_TEST);
    glEnable(GL_BLEND);
    glEnable(GL_CULL_FACE);
    glEnable(GL_FRAMEBUFFER_SRGB);
    glCullFace(GL_FRONT);
    glFrontFace(GL_CW);
    glDepthFunc(GL_GREATER);
    glDepthMask(GL_FALSE);
    glColorMask(GL_TRUE, GL_FALSE, GL_TRUE, GL_FALSE);
    glClearColor(0, 1, 0, 1);
    glBlendFunc(GL_DST_COLOR, GL_ONE);
    glBlendEquation(GL_FUNC_SUBTRACT);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glPixelStorei(GL_PACK_ALIGNMENT, 8);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 5);
    glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
}

static void draw_in_host(const MieniPicture *wanted, const Shape *head, const MieniScene *plan)
{
    enum { SIDE = 48 };
    GLuint frame, color, buffer, texture, vertex_array, sampler;
    glGenFramebuffers(1, &frame);
    glGenRenderbuffers(1, &color);
    glGenBuffers(1, &buffer);
    glGenTextures(1, &texture);
    glGenVertexArrays(1, &vertex_array);
    glGenSamplers(1, &sampler);
    glBindRenderbuffer(GL_RENDERBUFFER, color);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, SIDE + 10, SIDE + 20);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
    set_odd_state(frame, buffer, texture, vertex_array, sampler);

    GLint before[80], after[80];
    const int count = note_state(before);
    const MieniRendererOptions options = {.is_hosted = true};
    MieniRenderer *renderer = NULL;
    MienError error = {0};
    CHECK_STATUS(mieni_renderer_create(&options, &renderer, &error), MIEN_OK);
    MieniRenderMesh *mesh = shape_mesh(renderer, head);
    const MieniRenderItem item = shape_item(mesh, head);
    MieniScene scene = *plan;
    scene.items = &item;
    uint8_t pixels[SIDE * SIDE * 4];
    scene.coarseness = 3; // larger pixels, over the same rectangle
    CHECK_STATUS(mieni_render_draw(renderer, &scene, 10, 20, SIDE, SIDE, NULL, &error), MIEN_OK);
    CHECK_INT(note_state(after), count);
    for (int i = 0; i < count; ++i)
        CHECK_INT(after[i], before[i]);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(10, 20, SIDE, SIDE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    glPixelStorei(GL_PACK_ALIGNMENT, 8);
    double off = 0;
    for (int i = 0; i < SIDE * SIDE * 4; ++i) {
        const int y = i / (SIDE * 4), at = (SIDE - 1 - y) * SIDE * 4 + i % (SIDE * 4);
        off += abs(pixels[i] - wanted->pixels[at]);
    }
    off /= SIDE * SIDE * 4;
    printf("coarse pixels are off by %.2f of 255\n", off);
    CHECK(off > 0.1 && off < 12);
    scene.coarseness = 0;
    CHECK_STATUS(mieni_render_draw(renderer, &scene, 10, 20, SIDE, SIDE, NULL, &error), MIEN_OK);
    mieni_render_mesh_destroy(mesh);
    mieni_renderer_destroy(renderer);
    CHECK_INT(note_state(after), count);
    for (int i = 0; i < count; ++i)
        CHECK_INT(after[i], before[i]);
    CHECK_INT(glGetError(), GL_NO_ERROR);

    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(10, 20, SIDE, SIDE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    int wrong = 0;
    for (int y = 0; y < SIDE; ++y)
        wrong += memcmp(pixels + (size_t)(SIDE - 1 - y) * SIDE * 4, wanted->pixels + (size_t)y * SIDE * 4,
                        (size_t)SIDE * 4) != 0;
    CHECK_INT(wrong, 0);
}

TEST(a_host_finds_its_context_as_it_was)
{
    MieniRenderer *own = open_renderer(NULL);
    if (own == NULL)
        SKIP(no_renderer);
    Shape head = toy_head(24);
    MieniRenderMesh *mesh = shape_mesh(own, &head);
    MieniRenderItem item = shape_item(mesh, &head);
    MienVec3 min, max;
    mieni_bounds(head.positions, head.vertex_count, &min, &max);
    const MieniScene scene = {.item_count = 1, .items = &item, .camera = mieni_camera_frame(min, max, NULL)};
    MieniPicture wanted = take_picture(own, &scene, 48, 48);
    mieni_render_mesh_destroy(mesh);
    mieni_renderer_destroy(own);
    CHECK(eglGetCurrentContext() == EGL_NO_CONTEXT);

    static const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE};
    const EGLDisplay display =
        eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    eglInitialize(display, NULL, NULL);
    eglBindAPI(EGL_OPENGL_API);
    const EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
    CHECK(eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context));
    draw_in_host(&wanted, &head, &scene);
    CHECK(eglGetCurrentContext() == context);
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display, context);
    mieni_picture_release(&wanted);
    shape_free(&head);
}

TEST(names_promise_surfaces)
{
    CHECK_INT(mieni_surface_named("Wolf3D_Skin"), MIENI_SURFACE_SKIN);
    CHECK_INT(mieni_surface_named("eye_left"), MIENI_SURFACE_EYE);
    CHECK_INT(mieni_surface_named("Eyelashes"), MIENI_SURFACE_HAIR);
    CHECK_INT(mieni_surface_named("high_poly_teeth"), MIENI_SURFACE_MOUTH);
    CHECK_INT(mieni_surface_named("bag"), MIENI_SURFACE_HOLLOW);
    CHECK_INT(mieni_surface_named("chrome"), MIENI_SURFACE_PLAIN);
    CHECK_INT(mieni_surface_named(""), MIENI_SURFACE_PLAIN);
    CHECK_INT(mieni_surface_named(NULL), MIENI_SURFACE_PLAIN);
}

CHECK_MAIN
{
    RUN(scenes_that_make_no_sense);
    RUN(meshes_that_make_no_sense);
    RUN(memory_that_runs_out);
    RUN(a_host_finds_its_context_as_it_was);
    RUN(names_promise_surfaces);
}
