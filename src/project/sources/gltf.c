// SPDX-License-Identifier: MIT
//
// glTF files that stay open, for what reading a source does not take: images and the
// parts that an export keeps.

#include "mien_io/gltf.h"
#include "project/sources/files.h"
#include "project/sources/sources.h"

#include <stdio.h>
#include <stdlib.h>

struct MieniGltfFile {
    MienIoGltf *gltf;
    MieniOpenFiles files;
    char name[MIENI_PATH_ROOM];
};

MienStatus mieni_gltf_file_open(const MieniProject *project, const char *file, MieniGltfFile **out_file,
                                MieniProblem *problem)
{
    MieniGltfFile *open = calloc(1, sizeof *open);
    MienError error = {0};
    const void *data = NULL;
    size_t size = 0;
    *out_file = NULL;
    if (open == NULL)
        return mieni_problem_set(problem, file, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    snprintf(open->name, sizeof open->name, "%s", file);
    open->files = (MieniOpenFiles){.project = project, .name = open->name};
    const MienIoGltfOptions options = {.source = open->name,
                                       .files = {&open->files, mieni_open_files_beside},
                                       .allocator = mieni_project_allocator(project)};
    MienStatus status = mieni_open_files_read(&open->files, &data, &size, &error);
    if (status == MIEN_OK)
        status = mien_io_gltf_open(data, size, &options, &open->gltf, &error);
    status = mieni_project_status(project, status, &error);
    if (status != MIEN_OK) {
        mieni_gltf_file_close(open);
        return mieni_problem_set(problem, file, status, mieni_at_error(&error), "%s", error.message);
    }
    *out_file = open;
    return MIEN_OK;
}

const MienIoGltf *mieni_gltf_file_content(const MieniGltfFile *file) { return file->gltf; }

void mieni_gltf_file_close(MieniGltfFile *file)
{
    if (file == NULL)
        return;
    mien_io_gltf_destroy(file->gltf);
    mieni_open_files_close(&file->files);
    free(file);
}
