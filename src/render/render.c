// SPDX-License-Identifier: MIT
//
// A renderer from opening to closing, and a picture from its scene to its pixels. Samples
// are linear light in halves; only the last step writes sRGB.

#include "render/renderer.h"

#include <string.h>

/// Objects that live as long as the renderer.
static void make_objects(MieniRenderer *renderer)
{
    static const uint8_t white[4] = {255, 255, 255, 255};
    glGenVertexArrays(1, &renderer->vertex_array);
    glGenBuffers(1, &renderer->posed_buffer);
    glGenBuffers(1, &renderer->heat_buffer);
    glGenBuffers(1, &renderer->overlay_buffer);
    glGenFramebuffers(1, &renderer->frame);
    glGenFramebuffers(1, &renderer->result);
    glGenTextures(1, &renderer->white);
    glGenTextures(1, &renderer->shadows);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, renderer->white);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, white);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D_ARRAY, renderer->shadows);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
}

static void drop_frames(MieniRenderer *renderer)
{
    glDeleteTextures(1, &renderer->frame_color);
    glDeleteRenderbuffers(1, &renderer->frame_depth);
    renderer->frame_color = renderer->frame_depth = 0;
    renderer->frame_width = renderer->frame_height = 0;
}

static void drop_objects(MieniRenderer *renderer)
{
    drop_frames(renderer);
    glDeleteTextures(1, &renderer->result_color);
    for (int i = 0; i < MIENI_PROGRAM_COUNT; ++i)
        glDeleteProgram(renderer->programs[i]);
    glDeleteVertexArrays(1, &renderer->vertex_array);
    glDeleteBuffers(1, &renderer->posed_buffer);
    glDeleteBuffers(1, &renderer->heat_buffer);
    glDeleteBuffers(1, &renderer->overlay_buffer);
    glDeleteFramebuffers(1, &renderer->frame);
    glDeleteFramebuffers(1, &renderer->result);
    glDeleteFramebuffers(1, &renderer->shaded);
    glDeleteRenderbuffers(1, &renderer->shaded_color);
    glDeleteTextures(1, &renderer->fragments);
    glDeleteTextures(1, &renderer->white);
    glDeleteTextures(1, &renderer->shadows);
}

MienStatus mieni_renderer_create(const MieniRendererOptions *options, MieniRenderer **out_renderer,
                                 MienError *error)
{
    const MieniRendererOptions wish = options != NULL ? *options : (MieniRendererOptions){0};
    *out_renderer = NULL;
    MieniRenderer *renderer = mieni_allocate(wish.allocator, sizeof *renderer, _Alignof(MieniRenderer));
    if (renderer == NULL)
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    *renderer = (MieniRenderer){.allocator = wish.allocator, .is_hosted = wish.is_hosted};
    MieniSaved saved;
    MienStatus status = mieni_context_open(renderer, error);
    if (status == MIEN_OK)
        status = mieni_context_begin(renderer, &saved, error);
    if (status != MIEN_OK) {
        mieni_context_close(renderer);
        mieni_free(wish.allocator, renderer, sizeof *renderer, _Alignof(MieniRenderer));
        return status;
    }
    make_objects(renderer);
    status = mieni_context_check(error);
    mieni_context_end(renderer, &saved);
    if (status == MIEN_OK)
        *out_renderer = renderer;
    else
        mieni_renderer_destroy(renderer);
    return status;
}

void mieni_renderer_destroy(MieniRenderer *renderer)
{
    MieniSaved saved;
    if (renderer == NULL)
        return;
    if (mieni_context_begin(renderer, &saved, NULL) == MIEN_OK) {
        drop_objects(renderer);
        mieni_context_end(renderer, &saved);
    }
    mieni_context_close(renderer);
    for (int i = 0; i < ROOM_COUNT; ++i)
        if (renderer->rooms[i].memory != NULL)
            mieni_free(renderer->allocator, renderer->rooms[i].memory, renderer->rooms[i].size, 64);
    mieni_free(renderer->allocator, renderer, sizeof *renderer, _Alignof(MieniRenderer));
}

const char *mieni_renderer_name(const MieniRenderer *renderer) { return renderer->name; }

/// A texture of the drawing's size for its pixels, bound to unit 2, kept while the size is the same.
static MienStatus make_result(const MieniDrawing *drawing, MienError *error)
{
    MieniRenderer *renderer = drawing->renderer;
    glActiveTexture(GL_TEXTURE2);
    if (renderer->result_color == 0)
        glGenTextures(1, &renderer->result_color);
    glBindTexture(GL_TEXTURE_2D, renderer->result_color);
    if (renderer->result_width == drawing->width && renderer->result_height == drawing->height)
        return MIEN_OK;
    renderer->result_width = renderer->result_height = 0;
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, drawing->width, drawing->height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, renderer->result);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, renderer->result_color, 0);
    const MienStatus status = mieni_context_check(error);
    if (status == MIEN_OK) {
        renderer->result_width = drawing->width;
        renderer->result_height = drawing->height;
    }
    return status;
}

/// Framebuffers of the drawing's size, kept while it stays the same.
static MienStatus make_frames(const MieniDrawing *drawing, MienError *error)
{
    MieniRenderer *renderer = drawing->renderer;
    const int width = drawing->width, height = drawing->height, samples = drawing->samples;
    if (renderer->frame_width == width && renderer->frame_height == height &&
        renderer->frame_samples == samples)
        return MIEN_OK;
    drop_frames(renderer);
    glGenTextures(1, &renderer->frame_color);
    glActiveTexture(GL_TEXTURE2);
    glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, renderer->frame_color);
    glTexImage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, samples, GL_RGBA16F, width, height, GL_TRUE);
    glGenRenderbuffers(1, &renderer->frame_depth);
    glBindRenderbuffer(GL_RENDERBUFFER, renderer->frame_depth);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_DEPTH_COMPONENT24, width, height);
    glBindFramebuffer(GL_FRAMEBUFFER, renderer->frame);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D_MULTISAMPLE,
                           renderer->frame_color, 0);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, renderer->frame_depth);
    const MienStatus status = mieni_context_check(error);
    if (status != MIEN_OK)
        return status;
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        return mieni_fail(error, MIEN_ERROR_HOST, mieni_at("%d x %d, %d samples", width, height, samples),
                          "The driver cannot draw into samples of this size.");
    renderer->frame_width = width;
    renderer->frame_height = height;
    renderer->frame_samples = samples;
    return MIEN_OK;
}

/// From samples to pixels of the framebuffer that is bound, over the background.
static MienStatus resolve(const MieniDrawing *drawing, int x, int y, MienError *error)
{
    const MieniScene *scene = drawing->scene;
    const GLuint program = mieni_program(drawing->renderer, MIENI_PROGRAM_RESOLVE, error);
    float colors[6];
    if (program == 0)
        return MIEN_ERROR_HOST;
    mieni_ground_colors(scene, colors);
    glUseProgram(program);
    glUniform1i(glGetUniformLocation(program, "colors"), 2);
    glUniform1i(glGetUniformLocation(program, "samples"), drawing->samples);
    glUniform2i(glGetUniformLocation(program, "corner"), x, y);
    glUniform3fv(glGetUniformLocation(program, "ground"), 2, colors);
    glUniform1f(glGetUniformLocation(program, "opaque"), scene->is_transparent ? 0 : 1);
    glActiveTexture(GL_TEXTURE2);
    glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, drawing->renderer->frame_color);
    glDisable(GL_DEPTH_TEST);
    glViewport(x, y, drawing->width, drawing->height);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    return MIEN_OK;
}

static MienStatus draw_all(const MieniDrawing *drawing, MienError *error)
{
    MienStatus status = mieni_draw_items(drawing, error);
    if (status == MIEN_OK)
        status = mieni_draw_wires(drawing, error);
    return status == MIEN_OK ? mieni_draw_bones(drawing, error) : status;
}

/// Also asks whether any sample was covered, for which the driver must finish.
static MienStatus draw_and_count(MieniDrawing *drawing, MienError *error)
{
    GLuint query, any = 1;
    glGenQueries(1, &query);
    glBeginQuery(GL_ANY_SAMPLES_PASSED, query);
    const MienStatus status = draw_all(drawing, error);
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    glGetQueryObjectuiv(query, GL_QUERY_RESULT, &any);
    glDeleteQueries(1, &query);
    drawing->is_empty = any == 0;
    return status;
}

/// A gathered world, ending in the framebuffer given.
static MienStatus draw(MieniDrawing *drawing, GLuint target, int x, int y, MienError *error)
{
    MieniRenderer *renderer = drawing->renderer;
    MienStatus status = make_frames(drawing, error);
    if (status != MIEN_OK)
        return status;
    glBindFramebuffer(GL_FRAMEBUFFER, renderer->frame);
    glViewport(0, 0, drawing->width, drawing->height);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    status = drawing->has_report ? draw_and_count(drawing, error) : draw_all(drawing, error);
    if (status != MIEN_OK)
        return status;
    glBindFramebuffer(GL_FRAMEBUFFER, target);
    status = resolve(drawing, x, y, error);
    return status == MIEN_OK ? mieni_context_check(error) : status;
}

static MienStatus begin(MieniRenderer *renderer, const MieniScene *scene, int width, int height,
                        bool has_report, MieniDrawing *drawing, MieniSaved *saved, MienError *error)
{
    const int most = renderer->max_texture_side < MIENI_PICTURE_MAX_SIDE ? renderer->max_texture_side
                                                                         : MIENI_PICTURE_MAX_SIDE;
    if (width < 1 || height < 1 || width > most || height > most)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("%d x %d, at most %d", width, height, most),
                          "The picture is larger than the driver draws.");
    if (scene->item_count < 0 || (scene->item_count > 0 && scene->items == NULL) || scene->samples < 0 ||
        (unsigned)scene->light > MIENI_LIGHT_FLAT || (unsigned)scene->quality > MIENI_QUALITY_DRAFT ||
        (unsigned)scene->paint >= MIENI_PAINT_COUNT || scene->coarseness < 0 || scene->coarseness > 16)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("%s", "scene"),
                          "The scene's settings make no sense.");
    const int samples = scene->samples > 0 ? scene->samples : scene->quality == MIENI_QUALITY_DRAFT ? 1 : 4;
    *drawing = (MieniDrawing){
        .renderer = renderer,
        .scene = scene,
        .has_report = has_report,
        .width = width,
        .height = height,
        .samples = samples < renderer->max_samples ? samples : renderer->max_samples,
    };
    return mieni_context_begin(renderer, saved, error);
}

static void tell(const MieniDrawing *drawing, MieniRenderReport *report)
{
    if (report != NULL)
        *report =
            (MieniRenderReport){drawing->samples, drawing->heat_range, drawing->heat_most, drawing->is_empty};
}

/// OpenGL's rows go from the bottom up.
static MienStatus read_pixels(const MieniDrawing *drawing, MieniPicture *picture, MienError *error)
{
    const size_t row = (size_t)picture->width * 4;
    uint8_t *spare = mieni_room(drawing->renderer, ROOM_UPLOAD, row, error);
    if (spare == NULL)
        return MIEN_ERROR_MEMORY;
    glReadPixels(0, 0, picture->width, picture->height, GL_RGBA, GL_UNSIGNED_BYTE, picture->pixels);
    for (int y = 0; y < picture->height / 2; ++y) {
        uint8_t *above = picture->pixels + row * (size_t)y;
        uint8_t *below = picture->pixels + row * (size_t)(picture->height - 1 - y);
        memcpy(spare, above, row);
        memcpy(above, below, row);
        memcpy(below, spare, row);
    }
    return mieni_context_check(error);
}

/// A gathered world, read back from OpenGL.
static MienStatus draw_and_read(MieniDrawing *drawing, MieniPicture *picture, MienError *error)
{
    MienStatus status = make_result(drawing, error);
    if (status == MIEN_OK)
        status = draw(drawing, drawing->renderer->result, 0, 0, error);
    return status == MIEN_OK ? read_pixels(drawing, picture, error) : status;
}

MienStatus mieni_render_picture(MieniRenderer *renderer, const MieniScene *scene, int width, int height,
                                MieniPicture *out_picture, MieniRenderReport *report, MienError *error)
{
    MieniDrawing drawing;
    MieniSaved saved;
    bool is_drawn = false;
    *out_picture = (MieniPicture){0};
    MienStatus status = begin(renderer, scene, width, height, report != NULL, &drawing, &saved, error);
    if (status != MIEN_OK)
        return status;
    status = mieni_world_gather(&drawing, error);
    if (status == MIEN_OK)
        status =
            mieni_picture_create(width, height, (MieniColor){0}, renderer->allocator, out_picture, error);
    if (status == MIEN_OK && mieni_can_defer(&drawing))
        status = mieni_deferred_draw(&drawing, out_picture, &is_drawn, error);
    if (status == MIEN_OK && !is_drawn)
        status = draw_and_read(&drawing, out_picture, error);
    mieni_context_end(renderer, &saved);
    if (status != MIEN_OK)
        mieni_picture_release(out_picture);
    else
        tell(&drawing, report);
    return status;
}

/// A rectangle of a framebuffer.
typedef struct Target {
    GLuint frame;
    int x, y, width, height;
} Target;

/// Pixels of the result over a rectangle. is_upside_down: their rows go from the top.
static MienStatus put_result(const MieniDrawing *drawing, const Target *target, bool is_upside_down,
                             MienError *error)
{
    const int y = target->y + (is_upside_down ? target->height : 0);
    const int end = target->y + (is_upside_down ? 0 : target->height);
    const bool is_same = drawing->width == target->width && drawing->height == target->height;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, drawing->renderer->result);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target->frame);
    glBlitFramebuffer(0, 0, drawing->width, drawing->height, target->x, y, target->x + target->width, end,
                      GL_COLOR_BUFFER_BIT, is_same ? GL_NEAREST : GL_LINEAR);
    return mieni_context_check(error);
}

/// Without OpenGL's rasterizer, if that is possible.
static MienStatus put_deferred(MieniDrawing *drawing, const Target *target, bool *out_is_drawn,
                               MienError *error)
{
    MieniPicture picture;
    MienStatus status = mieni_picture_create(drawing->width, drawing->height, (MieniColor){0},
                                             drawing->renderer->allocator, &picture, error);
    if (status == MIEN_OK)
        status = mieni_deferred_draw(drawing, &picture, out_is_drawn, error);
    if (status == MIEN_OK && *out_is_drawn)
        status = make_result(drawing, error);
    if (status == MIEN_OK && *out_is_drawn) {
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, picture.width, picture.height, GL_RGBA, GL_UNSIGNED_BYTE,
                        picture.pixels);
        status = put_result(drawing, target, true, error);
    }
    mieni_picture_release(&picture);
    return status;
}

/// By OpenGL's rasterizer, in larger pixels first if such are wanted.
static MienStatus put(MieniDrawing *drawing, const Target *target, MienError *error)
{
    if (drawing->scene->coarseness <= 1)
        return draw(drawing, target->frame, target->x, target->y, error);
    MienStatus status = make_result(drawing, error);
    if (status == MIEN_OK)
        status = draw(drawing, drawing->renderer->result, 0, 0, error);
    return status == MIEN_OK ? put_result(drawing, target, false, error) : status;
}

MienStatus mieni_render_draw(MieniRenderer *renderer, const MieniScene *scene, int x, int y, int width,
                             int height, MieniRenderReport *report, MienError *error)
{
    MieniDrawing drawing;
    MieniSaved saved;
    bool is_drawn = false;
    if (!renderer->is_hosted)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                          "Only a host has a framebuffer to draw into.");
    MienStatus status = begin(renderer, scene, width, height, report != NULL, &drawing, &saved, error);
    if (status != MIEN_OK)
        return status;
    const Target target = {(GLuint)saved.draw_frame, x, y, width, height};
    if (scene->coarseness > 1) {
        drawing.width = (width + scene->coarseness - 1) / scene->coarseness;
        drawing.height = (height + scene->coarseness - 1) / scene->coarseness;
    }
    status = mieni_world_gather(&drawing, error);
    if (status == MIEN_OK && mieni_can_defer(&drawing))
        status = put_deferred(&drawing, &target, &is_drawn, error);
    if (status == MIEN_OK && !is_drawn)
        status = put(&drawing, &target, error);
    mieni_context_end(renderer, &saved);
    if (status == MIEN_OK)
        tell(&drawing, report);
    return status;
}
