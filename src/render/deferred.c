// SPDX-License-Identifier: MIT
//
// Pictures for software OpenGL, which shades at least 16 pixels for every triangle, however
// small, and everything that is hidden. So the processor finds what is visible, OpenGL shades
// that once per pixel and surface, in full blocks, and the processor mixes samples into pixels.

#include "render/renderer.h"

#include "render/fragments.h"
#include "render/srgb.h"

#include <string.h>

enum {
    BAND = 1 << 16, ///< Pixels whose samples are in memory at a time.
    TEXTURE_ROWS = MIENI_MOST_BLOCKS * MIENI_FRAGMENT_ROWS,
    MOST_FRAGMENTS = MIENI_MOST_BLOCKS * MIENI_BLOCK_SIZE,
};

/// What one picture needs.
typedef struct Deferred {
    MieniDrawing *drawing;
    MieniPicture *picture;
    GLuint program;
    MieniVisible visible;
    MieniFragments fragments;
    MieniSeen *seen;
    uint16_t *shaded; ///< Linear light of fragments, four each.
    float *corners;   ///< Of blocks to shade, in clip space.
} Deferred;

static bool has_only_opaque(const MieniScene *scene, const MieniRenderItem *item)
{
    const MieniRenderMesh *mesh = item->mesh;
    for (int i = 0; i < mesh->range_count && mieni_has_materials(scene, item); ++i) {
        const MieniMeshMaterial *material = &mesh->materials[mesh->ranges[i].material];
        if (material->is_blended || material->texture != 0)
            return false;
    }
    return true;
}

bool mieni_can_defer(const MieniDrawing *drawing)
{
    const MieniScene *scene = drawing->scene;
    int64_t triangles = 0, batches = 0;
    bool is_plain = drawing->renderer->is_software &&
                    (scene->samples == 0 || scene->samples == MIENI_VISIBLE_SAMPLES) &&
                    drawing->renderer->max_texture_side >= TEXTURE_ROWS && scene->light != MIENI_LIGHT_FLAT;
    for (int i = 0; i < scene->item_count && is_plain; ++i) {
        const MieniRenderItem *item = &scene->items[i];
        is_plain = item->bone_count == 0 && !item->has_wires;
        if (item->mesh == NULL || item->is_hidden)
            continue;
        is_plain = is_plain && has_only_opaque(scene, item);
        batches += item->mesh->range_count;
        for (int r = 0; r < item->mesh->range_count; ++r)
            triangles += item->mesh->ranges[r].index_count / 3;
    }
    return is_plain && triangles <= MIENI_VISIBLE_TRIANGLES && batches <= MIENI_MOST_BATCHES;
}

/// What vertices have, side by side, as light needs it.
static MienStatus gather_vertices(Deferred *deferred, MienError *error)
{
    const MieniDrawing *drawing = deferred->drawing;
    const MieniWorld *world = &drawing->world;
    const size_t count = (size_t)world->vertex_count;
    MieniFragment *vertices =
        mieni_room(drawing->renderer, ROOM_FRAGMENT_VERTICES, count * sizeof *vertices, error);
    uint16_t *colors = mieni_room(drawing->renderer, ROOM_UPLOAD, count * 4 * sizeof *colors, error);
    if (vertices == NULL || colors == NULL)
        return MIEN_ERROR_MEMORY;
    for (int i = 0, first = 0; i < world->item_count; ++i) {
        if (world->items[i].mesh == NULL)
            continue;
        mieni_colors_fill(drawing, &world->items[i], first, colors + (size_t)first * 4);
        first += world->items[i].mesh->vertex_count;
    }
    for (size_t i = 0; i < count; ++i) {
        const uint16_t *lamp = drawing->lamp + i * 2;
        vertices[i] = (MieniFragment){.place = world->positions[i],
                                      .lamp = (float)lamp[0] / 65535,
                                      .normal = world->normals[i],
                                      .lamp_edge = (float)lamp[1] / 65535};
        for (int c = 0; c < 4; ++c) {
            vertices[i].sky[c] = (float)drawing->sky[i * 4 + (size_t)c] / 65535;
            vertices[i].color[c] = (float)colors[i * 4 + (size_t)c] / 65535;
        }
    }
    deferred->fragments.vertices = vertices;
    return MIEN_OK;
}

/// Memory for triangles, samples and fragments.
static MienStatus take_rooms(Deferred *deferred, MienError *error)
{
    MieniRenderer *renderer = deferred->drawing->renderer;
    MieniVisible *visible = &deferred->visible;
    const MieniWorld *world = visible->world;
    size_t triangles = 0, batches = 0;
    for (int i = 0; i < world->item_count; ++i) {
        const MieniRenderMesh *mesh = world->items[i].mesh;
        batches += mesh != NULL ? (size_t)mesh->range_count : 0;
        for (int r = 0; mesh != NULL && r < mesh->range_count; ++r)
            triangles += (size_t)mesh->ranges[r].index_count / 3;
    }
    const size_t band = (size_t)(deferred->drawing->width > BAND ? deferred->drawing->width : BAND);
    visible->vertices =
        mieni_room(renderer, ROOM_ON_PICTURE, (size_t)world->vertex_count * sizeof *visible->vertices, error);
    visible->batches = mieni_room(renderer, ROOM_BATCHES, batches * sizeof *visible->batches, error);
    visible->triangles = mieni_room(renderer, ROOM_TRIANGLES, triangles * sizeof *visible->triangles, error);
    deferred->seen = mieni_room(renderer, ROOM_SEEN, band * sizeof *deferred->seen, error);
    deferred->fragments.all =
        mieni_room(renderer, ROOM_FRAGMENTS, MOST_FRAGMENTS * sizeof *deferred->fragments.all, error);
    deferred->fragments.parts =
        mieni_room(renderer, ROOM_PARTS, MOST_FRAGMENTS * sizeof *deferred->fragments.parts, error);
    deferred->shaded =
        mieni_room(renderer, ROOM_SHADED, MOST_FRAGMENTS * 4 * sizeof *deferred->shaded, error);
    deferred->corners =
        mieni_room(renderer, ROOM_CORNERS, MIENI_MOST_BLOCKS * 12 * sizeof *deferred->corners, error);
    return visible->vertices != NULL && visible->batches != NULL && visible->triangles != NULL &&
                   deferred->seen != NULL && deferred->fragments.all != NULL &&
                   deferred->fragments.parts != NULL && deferred->shaded != NULL && deferred->corners != NULL
               ? MIEN_OK
               : MIEN_ERROR_MEMORY;
}

/// The texture with fragments and the one that they are shaded into, once per renderer.
static MienStatus make_textures(MieniRenderer *renderer, MienError *error)
{
    glActiveTexture(GL_TEXTURE2);
    if (renderer->fragments != 0) {
        glBindTexture(GL_TEXTURE_2D, renderer->fragments);
        glBindFramebuffer(GL_FRAMEBUFFER, renderer->shaded);
        return MIEN_OK;
    }
    glGenTextures(1, &renderer->fragments);
    glBindTexture(GL_TEXTURE_2D, renderer->fragments);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, MIENI_FRAGMENT_COLUMNS * 4, TEXTURE_ROWS, 0, GL_RGBA, GL_FLOAT,
                 NULL);
    glGenFramebuffers(1, &renderer->shaded);
    glGenRenderbuffers(1, &renderer->shaded_color);
    glBindRenderbuffer(GL_RENDERBUFFER, renderer->shaded_color);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA16, MIENI_FRAGMENT_COLUMNS, TEXTURE_ROWS);
    glBindFramebuffer(GL_FRAMEBUFFER, renderer->shaded);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderer->shaded_color);
    const MienStatus status = mieni_context_check(error);
    if (status == MIEN_OK && glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        return mieni_fail(error, MIEN_ERROR_HOST, mieni_nowhere(),
                          "The driver cannot draw 16 bits per colour.");
    return status;
}

/// Shades the blocks of one batch.
static void shade_batch(const Deferred *deferred, int batch)
{
    const MieniFragments *fragments = &deferred->fragments;
    const MieniBatch *shown = &deferred->visible.batches[batch];
    int count = 0;
    for (int i = 0; i < fragments->block_count; ++i) {
        if (fragments->batches[i] != batch)
            continue;
        const float below = (float)i * 2 / MIENI_MOST_BLOCKS - 1,
                    above = (float)(i + 1) * 2 / MIENI_MOST_BLOCKS - 1;
        const float corners[12] = {-1, below, 1, below, 1, above, -1, below, 1, above, -1, above};
        memcpy(deferred->corners + (size_t)count * 2, corners, sizeof corners);
        count += 6;
    }
    if (count == 0)
        return;
    mieni_item_use(deferred->drawing, shown->item, shown->item->mesh->ranges[shown->range].material,
                   deferred->program);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)count * 2 * sizeof(float)), deferred->corners,
                 GL_STREAM_DRAW);
    glDrawArrays(GL_TRIANGLES, 0, count);
}

/// Shades all fragments.
static MienStatus shade(const Deferred *deferred, MienError *error)
{
    const MieniRenderer *renderer = deferred->drawing->renderer;
    const int rows = deferred->fragments.block_count * MIENI_FRAGMENT_ROWS;
    glActiveTexture(GL_TEXTURE2);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, MIENI_FRAGMENT_COLUMNS * 4, rows, GL_RGBA, GL_FLOAT,
                    deferred->fragments.all);
    glActiveTexture(GL_TEXTURE0);
    glBindBuffer(GL_ARRAY_BUFFER, renderer->overlay_buffer);
    for (int i = 0; i < deferred->visible.batch_count; ++i)
        shade_batch(deferred, i);
    glReadPixels(0, 0, MIENI_FRAGMENT_COLUMNS, rows, GL_RGBA, GL_UNSIGNED_SHORT, deferred->shaded);
    return mieni_context_check(error);
}

/// Mixes the parts of a pixel, from the first on, and the background; gives where the next begins.
static int mix_pixel(const Deferred *deferred, int first)
{
    const MieniFragments *fragments = &deferred->fragments;
    const MieniPart *part = &fragments->parts[first];
    const int x = part->x, y = part->y;
    uint32_t sum[3] = {0, 0, 0}, samples = 0;
    int next = first;
    for (; next < fragments->part_count && part->x == x && part->y == y; ++next, ++part) {
        const uint16_t *light = deferred->shaded + (size_t)part->fragment * 4;
        for (int c = 0; c < 3; ++c)
            sum[c] += light[c] * (uint32_t)part->samples;
        samples += part->samples;
    }
    uint8_t *pixel =
        deferred->picture->pixels + ((size_t)y * (size_t)deferred->picture->width + (size_t)x) * 4;
    mieni_ground_mix(deferred->drawing, x, y, sum, samples, pixel);
    return next;
}

static MienStatus flush(Deferred *deferred, MienError *error)
{
    MienStatus status = MIEN_OK;
    if (deferred->fragments.part_count > 0) {
        deferred->drawing->is_empty = false;
        status = shade(deferred, error);
    }
    for (int i = 0; status == MIEN_OK && i < deferred->fragments.part_count;)
        i = mix_pixel(deferred, i);
    mieni_fragments_clear(&deferred->fragments);
    return status;
}

/// Band by band, so that large pictures need no more memory.
static MienStatus draw_bands(Deferred *deferred, MienError *error)
{
    const MieniVisible *visible = &deferred->visible;
    const int width = visible->x1 - visible->x0;
    const int rows = width > 0 && width < BAND ? BAND / width : 1;
    MienStatus status = MIEN_OK;
    mieni_fragments_clear(&deferred->fragments);
    for (int band = visible->y0; band < visible->y1 && status == MIEN_OK; band += rows) {
        const int end = band + rows < visible->y1 ? band + rows : visible->y1;
        mieni_visible_draw(visible, band, end, deferred->seen);
        for (int y = band; y < end && status == MIEN_OK; ++y) {
            if (!mieni_fragments_have_room(&deferred->fragments, width))
                status = flush(deferred, error);
            if (status == MIEN_OK)
                mieni_fragments_add_row(&deferred->fragments, y,
                                        deferred->seen + (ptrdiff_t)(y - band) * width);
        }
    }
    return status == MIEN_OK ? flush(deferred, error) : status;
}

static MienStatus begin(Deferred *deferred, MienError *error)
{
    MieniDrawing *drawing = deferred->drawing;
    const float pixel = 2 * drawing->distance * drawing->slope / (float)drawing->height;
    deferred->visible =
        (MieniVisible){.world = &drawing->world, .width = drawing->width, .height = drawing->height};
    deferred->fragments.visible = &deferred->visible;
    deferred->fragments.eye = drawing->scene->camera.eye;
    deferred->fragments.back = drawing->axes.z;
    deferred->fragments.near_enough = 8 * pixel;
    deferred->fragments.maps = drawing->key_maps;
    deferred->fragments.map_count = drawing->lamps.has_fine_shadows ? drawing->lamps.key_count : 0;
    deferred->fragments.key = drawing->lamps.key;
    deferred->fragments.lift = drawing->world.radius * MIENI_KEY_LIFT;
    deferred->program = mieni_program(drawing->renderer, MIENI_PROGRAM_SHADE_PACKED, error);
    if (deferred->program == 0)
        return MIEN_ERROR_HOST;
    MienStatus status = take_rooms(deferred, error);
    if (status == MIEN_OK)
        status = gather_vertices(deferred, error);
    return status;
}

static MienStatus draw(Deferred *deferred, MienError *error)
{
    MieniDrawing *drawing = deferred->drawing;
    mieni_visible_gather(&deferred->visible);
    MienStatus status = make_textures(drawing->renderer, error);
    if (status == MIEN_OK)
        status = mieni_ground_begin(drawing, deferred->picture, error);
    if (status != MIEN_OK)
        return status;
    mieni_lamps_use(drawing, deferred->program);
    glUniform1i(glGetUniformLocation(deferred->program, "fragments"), 2);
    glUniform1f(glGetUniformLocation(deferred->program, "has_backs"), 1);
    glViewport(0, 0, MIENI_FRAGMENT_COLUMNS, TEXTURE_ROWS);
    glBindVertexArray(drawing->renderer->vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, drawing->renderer->overlay_buffer);
    glEnableVertexAttribArray(AT_POSITION);
    glVertexAttribPointer(AT_POSITION, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    drawing->samples = MIENI_VISIBLE_SAMPLES;
    drawing->is_empty = true;
    return draw_bands(deferred, error);
}

MienStatus mieni_deferred_draw(MieniDrawing *drawing, MieniPicture *picture, bool *out_is_drawn,
                               MienError *error)
{
    Deferred deferred = {.drawing = drawing, .picture = picture};
    MienStatus status = begin(&deferred, error);
    *out_is_drawn = status == MIEN_OK && mieni_visible_project(&deferred.visible, drawing->matrix);
    return *out_is_drawn ? draw(&deferred, error) : status;
}
