// SPDX-License-Identifier: MIT
//
// Reading FBX files of the test data, and Wavefront files that say where vertices are.

#pragma once

#include "support/check.h"

#include "mien_io/fbx.h"

/// Whether compressed arrays are read, which most of the files have.
static inline bool fbx_can_inflate(void)
{
#if defined(MIEN_ZLIB)
    return true;
#else
    return false;
#endif
}

/// A file's bytes, to be freed; NULL if it is not there.
static inline void *fbx_load(const char *relative, size_t *out_size)
{
    const char *path = check_data_path(relative);
    FILE *file = path != NULL ? fopen(path, "rb") : NULL;
    if (file == NULL)
        return NULL;
    fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    rewind(file);
    void *bytes = malloc((size_t)size + 1);
    *out_size = bytes != NULL ? fread(bytes, 1, (size_t)size, file) : 0;
    if (bytes != NULL)
        ((char *)bytes)[*out_size] = '\0';
    fclose(file);
    return bytes;
}

/// Reads a file; NULL, and says why, if that fails. Without the file it is only NULL.
static inline MienIoSource *fbx_read(const char *relative, const MienIoFbxOptions *options,
                                     MienIoFbxReport *out_report)
{
    size_t size = 0;
    void *bytes = fbx_load(relative, &size);
    MienIoSource *source = NULL;
    MienError error = {0};
    if (bytes == NULL)
        return NULL;
    if (mien_io_fbx_read(bytes, size, options, &source, out_report, &error) != MIEN_OK)
        printf("%s: %s: %s\n", relative, error.location, error.message);
    free(bytes);
    return source;
}

enum { OBJ_GROUPS = 64 };

/// A Wavefront file: vertices, and triangles of its faces.
typedef struct Obj {
    int vertex_count, triangle_count;
    double (*vertices)[3];
    int (*triangles)[3];
    int group_count;
    struct {
        char name[64];
        int first; ///< Triangle.
    } groups[OBJ_GROUPS];
    bool is_unsorted; ///< Its faces are in another order than in the file it was made of.
    bool moves_skin;  ///< The mesh's own transform was put upon that of its bones.
} Obj;

static inline void obj_face(Obj *obj, char *line)
{
    int first = -1, last = -1;
    for (char *word = strtok(line, " \t\r\n"); word != NULL; word = strtok(NULL, " \t\r\n")) {
        const int vertex = atoi(word) - 1;
        if (first >= 0 && last >= 0) {
            int *triangle = obj->triangles[obj->triangle_count++];
            triangle[0] = first;
            triangle[1] = last;
            triangle[2] = vertex;
        }
        last = first >= 0 ? vertex : last;
        first = first >= 0 ? first : vertex;
    }
}

static inline void obj_group(Obj *obj, const char *line)
{
    const size_t length = strcspn(line, " \t\r\n");
    snprintf(obj->groups[obj->group_count].name, sizeof obj->groups[0].name, "%.*s",
             (int)(length < 60 ? length : 60), line);
    obj->groups[obj->group_count++].first = obj->triangle_count;
}

static inline bool obj_read(const char *relative, Obj *out)
{
    size_t size = 0;
    char *text = fbx_load(relative, &size), line[512];
    *out = (Obj){0};
    if (text == NULL)
        return false;
    out->vertices = calloc(size / 4 + 1, sizeof *out->vertices);
    out->triangles = calloc(size / 4 + 1, sizeof *out->triangles);
    for (const char *at = text; *at != '\0'; at += *at == '\n') {
        const size_t length = strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", (int)(length < sizeof line - 1 ? length : sizeof line - 1), at);
        double *v = out->vertices[out->vertex_count];
        if (sscanf(line, "v %lf %lf %lf", &v[0], &v[1], &v[2]) == 3)
            ++out->vertex_count;
        else if (strncmp(line, "f ", 2) == 0)
            obj_face(out, line + 2);
        else if ((strncmp(line, "g ", 2) == 0 || strncmp(line, "o ", 2) == 0) &&
                 out->group_count < OBJ_GROUPS)
            obj_group(out, line + 2);
        else if (strncmp(line, "# ufbx:bad_order", 16) == 0)
            out->is_unsorted = true;
        else if (strncmp(line, "# ufbx:transform_skin", 21) == 0)
            out->moves_skin = true;
        at += length;
    }
    free(text);
    return true;
}

static inline void obj_release(Obj *obj)
{
    free(obj->vertices);
    free(obj->triangles);
}
