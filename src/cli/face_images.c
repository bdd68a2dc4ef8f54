// SPDX-License-Identifier: MIT
//
// The images of a face: files of the project, or parts of glTF files.

#include "cli/face.h"

#include "mien_io/gltf.h"
#include "mien_io/image.h"

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

static MienStatus read_within(const MieniProject *project, const char *name, size_t length, int index,
                              Within *within, MienIoImage **out_image, MieniProblem *problem)
{
    const void *data;
    size_t size;
    MienStatus status = MIEN_OK;
    if (length >= sizeof within->path)
        return mieni_problem_set(problem, name, MIEN_ERROR_LIMIT, "This path is too long.", "%s", "");
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
    if (status == MIEN_OK)
        status = mien_io_image_read(data, size, NULL, NULL, out_image, &problem->error);
    return mieni_problem_in(problem, name, status);
}

static MienStatus read_file(const MieniProject *project, const char *name, MienIoImage **out_image,
                            MieniProblem *problem)
{
    MieniBuffer buffer = {0};
    MienStatus status = mieni_project_read(project, name, &buffer, problem);
    if (status != MIEN_OK)
        return status;
    status = mien_io_image_read(buffer.bytes, buffer.size, NULL, NULL, out_image, &problem->error);
    mieni_buffer_release(&buffer);
    return mieni_problem_in(problem, name, status);
}

/// Whether some material shows an image: glTF lists those of normals and shine too.
static bool is_shown(const MienMesh *mesh, int image)
{
    for (int m = 0; m < mien_mesh_info(mesh).material_count; ++m)
        if (mien_mesh_material(mesh, m).image == image)
            return true;
    return false;
}

int cli_face_images_open(const CliArgs *args, const MieniProject *project, const MienMesh *mesh,
                         CliFaceImages *out)
{
    Within within = {0};
    *out = (CliFaceImages){.count = mien_mesh_info(mesh).image_count};
    if (out->count == 0)
        return CLI_EXIT_OK;
    out->given = mieni_arena_take(args->arena, (size_t)out->count, sizeof *out->given);
    out->decoded = mieni_arena_take(args->arena, (size_t)out->count, sizeof *out->decoded);
    if (out->given == NULL || out->decoded == NULL) {
        out->count = 0;
        return cli_fail_memory(args);
    }
    for (int i = 0; i < out->count; ++i) {
        const char *name = mien_mesh_image_name(mesh, i);
        MieniProblem problem = {0};
        size_t length = 0;
        const int index = index_within(name, &length);
        if (!is_shown(mesh, i))
            continue;
        const MienStatus status =
            index >= 0 ? read_within(project, name, length, index, &within, &out->decoded[i], &problem)
                       : read_file(project, name, &out->decoded[i], &problem);
        if (status == MIEN_OK)
            out->given[i] =
                (MieniRenderImage){out->decoded[i]->width, out->decoded[i]->height, out->decoded[i]->pixels};
        else
            cli_warn(args, name, NULL, "This image is left white: %s", problem.error.message);
    }
    mieni_gltf_file_close(within.file);
    return CLI_EXIT_OK;
}

void cli_face_images_close(CliFaceImages *images)
{
    for (int i = 0; i < images->count; ++i)
        mien_io_image_destroy(images->decoded[i]);
    *images = (CliFaceImages){0};
}
