// SPDX-License-Identifier: MIT
//
// Meshes on their way to OpenGL: checked, copied into one block, and uploaded.

#include "render/renderer.h"

#include "render/closed.h"

#include <string.h>

static const MieniRenderMaterial light_grey = {{0.55f, 0.55f, 0.55f, 1}, 0.6f, 0, MIENI_SURFACE_PLAIN, -1};

static MienStatus fail(MienError *error, const char *sentence, const char *what, int index)
{
    return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("%s[%d]", what, index), "%s", sentence);
}

static MienStatus check(const MieniRenderer *renderer, const MieniRenderMeshSource *source, MienError *error)
{
    if (source->vertex_count < 0 || source->vertex_count > MIEN_MAX_VERTICES || source->index_count < 0 ||
        source->index_count > MIEN_MAX_INDICES || source->index_count % 3 != 0 || source->part_count < 0 ||
        source->material_count < 0 || source->image_count < 0 ||
        (source->index_count > 0 && source->indices == NULL))
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "The mesh's counts make no sense.");
    for (int i = 0; i < source->index_count; ++i)
        if (source->indices[i] >= (uint32_t)source->vertex_count)
            return fail(error, "There is no such vertex.", "indices", i);
    for (int i = 0; i < source->part_count; ++i) {
        const MienSubmesh *part = &source->parts[i];
        if (part->first_index < 0 || part->index_count < 0 ||
            part->index_count > source->index_count - part->first_index)
            return fail(error, "The part has triangles that the mesh has not.", "parts", i);
        if (part->material < -1 || part->material >= source->material_count)
            return fail(error, "The part's material is not there.", "parts", i);
    }
    for (int i = 0; i < source->material_count; ++i) {
        const MieniRenderMaterial *material = &source->materials[i];
        if (material->image < -1 || material->image >= source->image_count)
            return fail(error, "The material's image is not there.", "materials", i);
        if ((unsigned)material->surface > MIENI_SURFACE_HOLLOW)
            return fail(error, "The material's surface is none.", "materials", i);
    }
    for (int i = 0; i < source->image_count; ++i) {
        const MieniRenderImage *image = &source->images[i];
        if (image->pixels != NULL &&
            (image->width < 1 || image->height < 1 || image->width > renderer->max_texture_side ||
             image->height > renderer->max_texture_side))
            return fail(error, "The image is larger than the driver takes; make it smaller.", "images", i);
    }
    return MIEN_OK;
}

/// Takes the block and divides it.
static MieniRenderMesh *take(MieniRenderer *renderer, const MieniRenderMeshSource *source)
{
    const size_t ranges = source->part_count > 0 ? (size_t)source->part_count : 1;
    const size_t materials = (size_t)source->material_count + 1; // the last: light grey
    const size_t at_materials = mieni_align64(sizeof(MieniRenderMesh));
    const size_t at_ranges = mieni_align64(at_materials + materials * sizeof(MieniMeshMaterial));
    const size_t at_textures = mieni_align64(at_ranges + ranges * sizeof(MieniMeshRange));
    const size_t at_indices = mieni_align64(at_textures + (size_t)source->image_count * sizeof(unsigned));
    const size_t at_paint = mieni_align64(at_indices + (size_t)source->index_count * sizeof(uint32_t));
    const size_t size = at_paint + (size_t)source->vertex_count * sizeof(MieniVertexPaint);
    char *block = mieni_allocate(renderer->allocator, size, 64);
    if (block == NULL)
        return NULL;
    memset(block, 0, at_indices);
    MieniRenderMesh *mesh = (MieniRenderMesh *)block;
    *mesh = (MieniRenderMesh){
        .renderer = renderer,
        .size = size,
        .vertex_count = source->vertex_count,
        .index_count = source->index_count,
        .range_count = (int)ranges,
        .material_count = (int)materials,
        .image_count = source->image_count,
        .materials = (MieniMeshMaterial *)(block + at_materials),
        .ranges = (MieniMeshRange *)(block + at_ranges),
        .textures = (unsigned *)(block + at_textures),
        .indices = (uint32_t *)(block + at_indices),
        .paint = (MieniVertexPaint *)(block + at_paint),
    };
    return mesh;
}

static bool is_seen_through(const MieniRenderImage *image)
{
    const size_t count = (size_t)image->width * (size_t)image->height;
    for (size_t i = 0; i < count; ++i)
        if (image->pixels[i * 4 + 3] < 250)
            return true;
    return false;
}

static void upload_image(const MieniRenderImage *image, unsigned *out_texture)
{
    glGenTextures(1, out_texture);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, *out_texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_SRGB8_ALPHA8, image->width, image->height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 image->pixels);
    glGenerateMipmap(GL_TEXTURE_2D);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
}

static void copy_materials(MieniRenderMesh *mesh, const MieniRenderMeshSource *source)
{
    const int last = source->material_count;
    for (int i = 0; i < source->image_count; ++i)
        if (source->images[i].pixels != NULL)
            upload_image(&source->images[i], &mesh->textures[i]);
    for (int i = 0; i <= last; ++i) {
        MieniMeshMaterial *material = &mesh->materials[i];
        material->given = i < last ? source->materials[i] : light_grey;
        const int image = material->given.image;
        material->is_blended = material->given.base_color[3] < 0.99f;
        if (image >= 0 && mesh->textures[image] != 0) {
            material->texture = mesh->textures[image];
            material->is_blended = material->is_blended || is_seen_through(&source->images[image]);
        }
    }
    if (source->part_count == 0)
        mesh->ranges[0] = (MieniMeshRange){source->material_count > 0 ? 0 : last, 0, source->index_count, 0};
    for (int i = 0; i < source->part_count; ++i) {
        const MienSubmesh *part = &source->parts[i];
        mesh->ranges[i] = (MieniMeshRange){part->material < 0 ? last : part->material, part->first_index,
                                           part->index_count, 0};
    }
}

/// Sorts the triangles of each range; false without memory. Ranges that overlap stay as
/// they are, because sorting one would change another.
static bool find_closed(MieniRenderMesh *mesh, const MieniRenderMeshSource *source)
{
    MieniClosing closing;
    int end = 0;
    if (source->positions == NULL)
        return true;
    for (int i = 0; i < mesh->range_count;
         end = mesh->ranges[i].first_index + mesh->ranges[i].index_count, ++i)
        if (mesh->ranges[i].first_index < end || mesh->ranges[i].index_count % 3 != 0)
            return true;
    if (!mieni_closing_begin(&closing, source->positions, source->vertex_count, mesh->renderer->allocator))
        return false;
    bool is_done = true;
    for (int i = 0; i < mesh->range_count && is_done; ++i) {
        MieniMeshRange *range = &mesh->ranges[i];
        const int count =
            mieni_closing_sort(&closing, mesh->indices + range->first_index, range->index_count);
        is_done = count >= 0;
        range->closed_count = is_done ? count : 0;
    }
    mieni_closing_end(&closing);
    return is_done;
}

/// Puts what vertices keep into a buffer.
static void upload_paint(MieniRenderMesh *mesh, const MieniRenderMeshSource *source)
{
    MieniVertexPaint *paint = mesh->paint;
    for (int i = 0; i < source->vertex_count; ++i) {
        paint[i] = (MieniVertexPaint){.color = {65535, 65535, 65535, 65535}};
        if (source->uvs != NULL)
            memcpy(paint[i].uv, source->uvs + (size_t)i * 2, sizeof paint[i].uv);
        if (source->colors != NULL)
            memcpy(paint[i].color, source->colors + (size_t)i * 4, sizeof paint[i].color);
    }
    glGenBuffers(1, &mesh->paint_buffer);
    glBindBuffer(GL_ARRAY_BUFFER, mesh->paint_buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)source->vertex_count * sizeof *paint), paint,
                 GL_STATIC_DRAW);
}

static MienStatus upload(MieniRenderMesh *mesh, const MieniRenderMeshSource *source, MienError *error)
{
    copy_materials(mesh, source);
    if (!find_closed(mesh, source))
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    upload_paint(mesh, source);
    glGenBuffers(1, &mesh->index_buffer);
    glBindVertexArray(mesh->renderer->vertex_array);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, mesh->index_buffer);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)((size_t)mesh->index_count * sizeof(uint32_t)),
                 mesh->indices, GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    return mieni_context_check(error);
}

/// Frees a mesh in a context that is current.
static void drop(MieniRenderMesh *mesh)
{
    glDeleteTextures(mesh->image_count, mesh->textures);
    glDeleteBuffers(1, &mesh->paint_buffer);
    glDeleteBuffers(1, &mesh->index_buffer);
    mieni_free(mesh->renderer->allocator, mesh, mesh->size, 64);
}

MienStatus mieni_render_mesh_create(MieniRenderer *renderer, const MieniRenderMeshSource *source,
                                    MieniRenderMesh **out_mesh, MienError *error)
{
    *out_mesh = NULL;
    MienStatus status = check(renderer, source, error);
    if (status != MIEN_OK)
        return status;
    MieniRenderMesh *mesh = take(renderer, source);
    if (mesh == NULL)
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    if (source->index_count > 0)
        memcpy(mesh->indices, source->indices, (size_t)source->index_count * sizeof(uint32_t));
    MieniSaved saved;
    status = mieni_context_begin(renderer, &saved, error);
    if (status != MIEN_OK) {
        mieni_free(renderer->allocator, mesh, mesh->size, 64);
        return status;
    }
    status = upload(mesh, source, error);
    if (status != MIEN_OK)
        drop(mesh);
    else
        *out_mesh = mesh;
    mieni_context_end(renderer, &saved);
    return status;
}

void mieni_render_mesh_destroy(MieniRenderMesh *mesh)
{
    MieniSaved saved;
    MieniRenderer *renderer = mesh != NULL ? mesh->renderer : NULL;
    if (mesh == NULL || mieni_context_begin(renderer, &saved, NULL) != MIEN_OK)
        return;
    drop(mesh);
    mieni_context_end(renderer, &saved);
}
