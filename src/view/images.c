// SPDX-License-Identifier: MIT

#include "view/images.h"

#include "mien_io/gltf.h"
#include "mien_io/image.h"
#include "project/sources/sources.h"

#include <string.h>

/// A glTF file that several images in a row are in.
typedef struct Within {
    char path[MIENI_PATH_ROOM];
    MieniGltfFile *file;
} Within;

/// "faces/ada.glb#images/3" is image 3 of faces/ada.glb; -1 for a file of its own.
static int index_within(const char *name, size_t *out_length)
{
    static const char mark[] = "#images/";
    const char *at = strstr(name, mark);
    int index = 0;
    if (at == NULL)
        return -1;
    *out_length = (size_t)(at - name);
    for (const char *digit = at + sizeof mark - 1; *digit >= '0' && *digit <= '9' && index < 100000; ++digit)
        index = index * 10 + (*digit - '0');
    return index;
}

static MienStatus decode(const MieniImages *images, const char *name, const void *data, size_t size,
                         MienIoImage **out_image, MieniProblem *problem)
{
    const MienStatus status = mien_io_image_read(
        data, size, &(MienIoImageOptions){.allocator = images->arena.allocator}, out_image, &problem->error);
    return mieni_problem_in(problem, name, status);
}

static MienStatus read_within(const MieniImages *images, const MieniProject *project, const char *name,
                              size_t length, int index, Within *within, MienIoImage **out_image,
                              MieniProblem *problem)
{
    const void *data;
    size_t size;
    MienStatus status = MIEN_OK;
    if (length >= sizeof within->path)
        return mieni_problem_set(problem, name, MIEN_ERROR_LIMIT, mieni_nowhere(), "This path is too long.");
    if (within->file == NULL || strlen(within->path) != length || memcmp(within->path, name, length) != 0) {
        mieni_gltf_file_close(within->file);
        within->file = NULL;
        memcpy(within->path, name, length);
        within->path[length] = '\0';
        status = mieni_gltf_file_open(project, within->path, &within->file, problem);
    }
    if (status != MIEN_OK)
        return status;
    status = mien_io_gltf_image(mieni_gltf_file_content(within->file), index, &data, &size, &problem->error);
    return status == MIEN_OK ? decode(images, name, data, size, out_image, problem)
                             : mieni_problem_in(problem, name, status);
}

static MienStatus read_file(const MieniImages *images, const MieniProject *project, const char *name,
                            MienIoImage **out_image, MieniProblem *problem)
{
    MieniBuffer buffer = {0};
    MienStatus status = mieni_project_read(project, name, &buffer, problem);
    if (status == MIEN_OK)
        status = decode(images, name, buffer.bytes, buffer.size, out_image, problem);
    mieni_buffer_release(&buffer);
    return status;
}

/// Whether some material shows an image: glTF lists those of normals and shine too.
static bool is_shown(const MienMesh *mesh, int image)
{
    for (int m = 0; m < mien_mesh_info(mesh).material_count; ++m)
        if (mien_mesh_material(mesh, m).image == image)
            return true;
    return false;
}

static void warn(MieniImages *images, const char *name, const char *message)
{
    images->warnings[images->warning_count++] =
        (MieniImageWarning){mieni_arena_text(&images->arena, name, strlen(name)),
                            mieni_arena_text(&images->arena, message, strlen(message))};
}

static bool take_memory(MieniImages *images)
{
    const size_t count = (size_t)images->count;
    images->given = mieni_arena_take(&images->arena, count, sizeof *images->given);
    images->decoded = mieni_arena_take(&images->arena, count, sizeof(MienIoImage *));
    images->warnings = mieni_arena_take(&images->arena, count, sizeof *images->warnings);
    return !images->arena.is_out_of_memory;
}

MienStatus mieni_images_open(const MieniProject *project, const MienMesh *mesh,
                             const MienAllocator *allocator, MieniImages *out, MieniProblem *problem)
{
    Within within = {0};
    const int count = mien_mesh_info(mesh).image_count;
    *out = (MieniImages){.arena = {.allocator = allocator}, .count = count};
    MienStatus status = count == 0 || take_memory(out) ? MIEN_OK : MIEN_ERROR_MEMORY;
    for (int i = 0; i < count && status == MIEN_OK; ++i) {
        const char *name = mien_mesh_image_name(mesh, i);
        MieniProblem own = {0};
        size_t length = 0;
        const int index = index_within(name, &length);
        if (!is_shown(mesh, i))
            continue;
        status = index >= 0 ? read_within(out, project, name, length, index, &within, &out->decoded[i], &own)
                            : read_file(out, project, name, &out->decoded[i], &own);
        if (status == MIEN_OK)
            out->given[i] =
                (MieniRenderImage){out->decoded[i]->width, out->decoded[i]->height, out->decoded[i]->pixels};
        else if (status != MIEN_ERROR_MEMORY) {
            warn(out, name, own.error.message);
            status = out->arena.is_out_of_memory ? MIEN_ERROR_MEMORY : MIEN_OK;
        }
    }
    mieni_gltf_file_close(within.file);
    if (status == MIEN_OK)
        return MIEN_OK;
    mieni_images_release(out);
    return mieni_problem_set(problem, "", status, mieni_nowhere(), "Out of memory.");
}

void mieni_images_release(MieniImages *images)
{
    for (int i = 0; images->decoded != NULL && i < images->count; ++i)
        mien_io_image_destroy(images->decoded[i]);
    mieni_arena_release(&images->arena);
    *images = (MieniImages){0};
}
