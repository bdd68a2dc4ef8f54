// SPDX-License-Identifier: MIT
//
// OpenGL without a window: EGL's surfaceless platform of Mesa, which draws on the
// processor (llvmpipe) where there is no graphics card. And the courtesy that a host's
// context is owed.

#include "render/renderer.h"

#include <stdio.h>
#include <string.h>

static MienStatus fail(MienError *error, const char *why)
{
    char sentence[160];
    snprintf(sentence, sizeof sentence,
             "There is no OpenGL 3.3 here: %s; install libegl-mesa0 and libgl1-mesa-dri.", why);
    return mieni_fail(error, MIEN_ERROR_HOST, mieni_nowhere(), "%s", sentence);
}

/// Notes who draws, and whether it can.
static MienStatus look(MieniRenderer *renderer, MienError *error)
{
    if (!epoxy_is_desktop_gl())
        return fail(error, "this is OpenGL ES");
    const int version = epoxy_gl_version();
    if (version < 33) {
        char why[64];
        snprintf(why, sizeof why, "this is %d.%d", version / 10, version % 10);
        return fail(error, why);
    }
    const GLubyte *name = glGetString(GL_RENDERER);
    snprintf(renderer->name, sizeof renderer->name, "%s", name != NULL ? (const char *)name : "unknown");
    renderer->is_software = strstr(renderer->name, "llvmpipe") != NULL;
    GLint depth_samples = 1;
    glGetIntegerv(GL_MAX_COLOR_TEXTURE_SAMPLES, &renderer->max_samples);
    glGetIntegerv(GL_MAX_SAMPLES, &depth_samples);
    if (depth_samples < renderer->max_samples)
        renderer->max_samples = depth_samples;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &renderer->max_texture_side);
    return MIEN_OK;
}

static MienStatus open_own(MieniRenderer *renderer, MienError *error)
{
    static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                                    EGL_NONE};
    static const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                        3,
                                        EGL_CONTEXT_MINOR_VERSION,
                                        3,
                                        EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                        EGL_NONE};
    if (!epoxy_has_egl()) // which would otherwise end the program
        return fail(error, "libEGL.so.1 cannot be loaded");
    if (!epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
        return fail(error, "EGL needs a display");
    const EGLDisplay display =
        eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL))
        return fail(error, "EGL does not start");
    EGLConfig config = EGL_NO_CONFIG_KHR;
    EGLint count = 0;
    if (!eglBindAPI(EGL_OPENGL_API))
        return fail(error, "EGL offers only OpenGL ES");
    if (!eglChooseConfig(display, wanted, &config, 1, &count) || count == 0)
        config = EGL_NO_CONFIG_KHR;
    renderer->display = display;
    renderer->context = eglCreateContext(display, config, EGL_NO_CONTEXT, attributes);
    if (renderer->context == EGL_NO_CONTEXT)
        return fail(error, "EGL makes no context of it");
    if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, renderer->context))
        return fail(error, "EGL needs a surface");
    return look(renderer, error);
}

MienStatus mieni_context_open(MieniRenderer *renderer, MienError *error)
{
    if (!renderer->is_hosted)
        return open_own(renderer, error);
    return look(renderer, error);
}

void mieni_context_close(MieniRenderer *renderer)
{
    if (renderer->is_hosted || renderer->context == EGL_NO_CONTEXT)
        return;
    eglMakeCurrent(renderer->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(renderer->display, renderer->context);
    // The display is the process's: ending it would end the contexts of other renderers.
}

static const GLenum switches[] = {
    GL_BLEND,
    GL_CULL_FACE,
    GL_DEPTH_TEST,
    GL_SCISSOR_TEST,
    GL_STENCIL_TEST,
    GL_FRAMEBUFFER_SRGB,
    GL_MULTISAMPLE,
    GL_POLYGON_OFFSET_FILL,
    GL_POLYGON_OFFSET_LINE,
    GL_SAMPLE_ALPHA_TO_COVERAGE,
    GL_PRIMITIVE_RESTART,
    GL_RASTERIZER_DISCARD,
    GL_DEPTH_CLAMP,
};
enum { SWITCHES = sizeof switches / sizeof *switches };
_Static_assert(SWITCHES == sizeof((MieniSaved *)0)->enabled, "a place for each");

static const GLenum blending[6] = {GL_BLEND_SRC_RGB,   GL_BLEND_DST_RGB,      GL_BLEND_SRC_ALPHA,
                                   GL_BLEND_DST_ALPHA, GL_BLEND_EQUATION_RGB, GL_BLEND_EQUATION_ALPHA};
static const GLenum packing[4] = {GL_PACK_ALIGNMENT, GL_PACK_ROW_LENGTH, GL_PACK_SKIP_ROWS,
                                  GL_PACK_SKIP_PIXELS};
static const GLenum unpacking[4] = {GL_UNPACK_ALIGNMENT, GL_UNPACK_ROW_LENGTH, GL_UNPACK_SKIP_ROWS,
                                    GL_UNPACK_SKIP_PIXELS};
/// What the units may have that the renderer binds.
static const GLenum kinds[3][2] = {{GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D},
                                   {GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BINDING_2D_ARRAY},
                                   {GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_BINDING_2D_MULTISAMPLE}};

static void save_units(MieniSaved *saved)
{
    glGetIntegerv(GL_ACTIVE_TEXTURE, &saved->active_unit);
    for (unsigned unit = 0; unit < 3; ++unit) {
        glActiveTexture(GL_TEXTURE0 + unit);
        glGetIntegerv(GL_SAMPLER_BINDING, &saved->samplers[unit]);
        glBindSampler(unit, 0);
        for (int kind = 0; kind < 3; ++kind)
            glGetIntegerv(kinds[kind][1], &saved->textures[unit][kind]);
    }
}

static void save(MieniSaved *saved)
{
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &saved->draw_frame);
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &saved->read_frame);
    glGetIntegerv(GL_RENDERBUFFER_BINDING, &saved->renderbuffer);
    glGetIntegerv(GL_CURRENT_PROGRAM, &saved->program);
    glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &saved->vertex_array);
    glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &saved->array_buffer);
    glGetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING, &saved->unpack_buffer);
    glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &saved->pack_buffer);
    glGetIntegerv(GL_VIEWPORT, saved->viewport);
    glGetIntegerv(GL_SCISSOR_BOX, saved->scissor);
    glGetIntegerv(GL_POLYGON_MODE, saved->polygon_mode);
    glGetIntegerv(GL_DEPTH_FUNC, &saved->depth_func);
    glGetIntegerv(GL_CULL_FACE_MODE, &saved->cull_mode);
    glGetIntegerv(GL_FRONT_FACE, &saved->front_face);
    glGetBooleanv(GL_COLOR_WRITEMASK, saved->color_mask);
    glGetBooleanv(GL_DEPTH_WRITEMASK, &saved->depth_mask);
    glGetFloatv(GL_COLOR_CLEAR_VALUE, saved->clear_color);
    glGetFloatv(GL_DEPTH_CLEAR_VALUE, &saved->clear_depth);
    glGetFloatv(GL_DEPTH_RANGE, saved->depth_range);
    for (int i = 0; i < SWITCHES; ++i)
        saved->enabled[i] = glIsEnabled(switches[i]);
    for (int i = 0; i < 6; ++i)
        glGetIntegerv(blending[i], &saved->blend[i]);
    for (int i = 0; i < 4; ++i) {
        glGetIntegerv(packing[i], &saved->pack[i]);
        glGetIntegerv(unpacking[i], &saved->unpack[i]);
    }
    save_units(saved);
}

static void put_back(const MieniSaved *saved)
{
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)saved->draw_frame);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)saved->read_frame);
    glBindRenderbuffer(GL_RENDERBUFFER, (GLuint)saved->renderbuffer);
    glUseProgram((GLuint)saved->program);
    glBindVertexArray((GLuint)saved->vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, (GLuint)saved->array_buffer);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, (GLuint)saved->unpack_buffer);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, (GLuint)saved->pack_buffer);
    glViewport(saved->viewport[0], saved->viewport[1], saved->viewport[2], saved->viewport[3]);
    glScissor(saved->scissor[0], saved->scissor[1], saved->scissor[2], saved->scissor[3]);
    glPolygonMode(GL_FRONT_AND_BACK, (GLenum)saved->polygon_mode[0]);
    glDepthFunc((GLenum)saved->depth_func);
    glCullFace((GLenum)saved->cull_mode);
    glFrontFace((GLenum)saved->front_face);
    glColorMask(saved->color_mask[0], saved->color_mask[1], saved->color_mask[2], saved->color_mask[3]);
    glDepthMask(saved->depth_mask);
    glClearColor(saved->clear_color[0], saved->clear_color[1], saved->clear_color[2], saved->clear_color[3]);
    glClearDepth((GLdouble)saved->clear_depth);
    glDepthRange((GLdouble)saved->depth_range[0], (GLdouble)saved->depth_range[1]);
    for (int i = 0; i < SWITCHES; ++i)
        (saved->enabled[i] ? glEnable : glDisable)(switches[i]);
    glBlendFuncSeparate((GLenum)saved->blend[0], (GLenum)saved->blend[1], (GLenum)saved->blend[2],
                        (GLenum)saved->blend[3]);
    glBlendEquationSeparate((GLenum)saved->blend[4], (GLenum)saved->blend[5]);
    for (int i = 0; i < 4; ++i) {
        glPixelStorei(packing[i], saved->pack[i]);
        glPixelStorei(unpacking[i], saved->unpack[i]);
    }
    for (unsigned unit = 0; unit < 3; ++unit) {
        glActiveTexture(GL_TEXTURE0 + unit);
        glBindSampler(unit, (GLuint)saved->samplers[unit]);
        for (int kind = 0; kind < 3; ++kind)
            glBindTexture(kinds[kind][0], (GLuint)saved->textures[unit][kind]);
    }
    glActiveTexture((GLenum)saved->active_unit);
}

/// What every function that draws starts from, whatever the host left.
static void set_defaults(void)
{
    for (int i = 0; i < SWITCHES; ++i)
        glDisable(switches[i]);
    glEnable(GL_MULTISAMPLE);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    for (int i = 0; i < 4; ++i) {
        glPixelStorei(packing[i], i == 0 ? 4 : 0);
        glPixelStorei(unpacking[i], i == 0 ? 4 : 0);
    }
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LEQUAL);
    glDepthRange(0, 1);
    glClearDepth(1);
    glFrontFace(GL_CCW);
    glBlendEquationSeparate(GL_FUNC_ADD, GL_FUNC_ADD);
    glBlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
}

MienStatus mieni_context_begin(MieniRenderer *renderer, MieniSaved *saved, MienError *error)
{
    if (!renderer->is_hosted) {
        if (!eglMakeCurrent(renderer->display, EGL_NO_SURFACE, EGL_NO_SURFACE, renderer->context))
            return mieni_fail(error, MIEN_ERROR_HOST, mieni_nowhere(),
                              "The context cannot be made current; another thread may be using it.");
    } else {
        save(saved);
    }
    set_defaults();
    for (int i = 0; i < 16 && glGetError() != GL_NO_ERROR; ++i) { // the host's, not ours
    }
    return MIEN_OK;
}

void mieni_context_end(MieniRenderer *renderer, const MieniSaved *saved)
{
    if (renderer->is_hosted)
        put_back(saved);
    else
        eglMakeCurrent(renderer->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

MienStatus mieni_context_check(MienError *error)
{
    const GLenum complaint = glGetError();
    if (complaint == GL_NO_ERROR)
        return MIEN_OK;
    if (complaint == GL_OUT_OF_MEMORY)
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory: try a smaller image.");
    return mieni_fail(error, MIEN_ERROR_HOST, mieni_at("OpenGL error 0x%04x", complaint),
                      "OpenGL refused to draw; another driver may do it.");
}
