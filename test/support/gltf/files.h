// SPDX-License-Identifier: MIT
//
// glTF for tests: files of the data sets with what lies beside them, and small files
// made in code. A made file is JSON with places for data: while it is written, buffer
// views and accessors are counted, and at the end it becomes a .glb.

#pragma once

#include "support/data_files.h"
#include "support/read_sources.h"
#include "support/victim.h"

#include "core/internal.h"
#include "core/utf8.h"
#include "mien/mien.h"
#include "mien_io/gltf.h"

#include <stdarg.h>

/// A folder that files are read from, and those that were.
typedef struct GltfFolder {
    char path[768]; ///< Up to and with the last slash.
    int count;
    MienFile *files[16];
} GltfFolder;

static inline MienStatus gltf_folder_read(void *user, const char *path, const void **out_data,
                                          size_t *out_size, MienError *error)
{
    GltfFolder *folder = user;
    char whole[1024];
    MienFile *file = NULL;
    snprintf(whole, sizeof whole, "%s%s", folder->path, path);
    if (folder->count == 16)
        abort();
    const MienStatus status = mien_file_open(whole, NULL, &file, error);
    if (status != MIEN_OK)
        return status;
    folder->files[folder->count++] = file;
    *out_data = mien_file_data(file);
    *out_size = mien_file_size(file);
    return MIEN_OK;
}

static inline void gltf_folder_close(GltfFolder *folder)
{
    while (folder->count > 0)
        mien_file_close(folder->files[--folder->count]);
}

/// Opens a file of the file system. Close the folder after the opened file.
static inline MienStatus gltf_open_path(const char *path, GltfFolder *folder, MienIoGltf **out_gltf,
                                        MienError *error)
{
    const char *slash = strrchr(path, '/');
    *folder = (GltfFolder){.count = 0};
    *out_gltf = NULL;
    snprintf(folder->path, sizeof folder->path, "%.*s", slash != NULL ? (int)(slash - path) + 1 : 0, path);
    const MienIoGltfOptions options = {.source = slash != NULL ? slash + 1 : path,
                                       .files = {folder, gltf_folder_read}};
    const void *data = NULL;
    size_t size = 0;
    const MienStatus status = gltf_folder_read(folder, slash != NULL ? slash + 1 : path, &data, &size, error);
    return status == MIEN_OK ? mien_io_gltf_open(data, size, &options, out_gltf, error) : status;
}

/// Opens and reads a file of the file system.
static inline MienStatus gltf_read_path(const char *path, const MienIoGltfReading *reading,
                                        MienIoSource **out_source, MienIoGltfReport *out_report,
                                        MienError *error)
{
    GltfFolder folder;
    MienIoGltf *gltf = NULL;
    *out_source = NULL;
    MienStatus status = gltf_open_path(path, &folder, &gltf, error);
    if (status == MIEN_OK)
        status = mien_io_gltf_read(gltf, reading, out_source, out_report, error);
    mien_io_gltf_destroy(gltf);
    gltf_folder_close(&folder);
    return status;
}

/// A file that is being made: one buffer, and lists that grow.
typedef struct GltfMaker {
    uint8_t *bytes; ///< Of the buffer.
    size_t size, room;
    Text views, accessors; ///< Rows of JSON, with commas between.
    int view_count, accessor_count;
} GltfMaker;

/// Adds bytes, at a multiple of four, as a view of their own; returns its index. stride
/// 0: none.
static inline int gltf_view(GltfMaker *maker, const void *bytes, size_t size, int stride)
{
    if (maker->room - maker->size < size + 8) {
        maker->room = 2 * maker->room + size + 4096;
        maker->bytes = realloc(maker->bytes, maker->room);
        if (maker->bytes == NULL)
            abort();
    }
    while (maker->size % 4 != 0)
        maker->bytes[maker->size++] = 0;
    text_add(&maker->views, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu",
             maker->view_count > 0 ? "," : "", maker->size, size);
    if (stride > 0)
        text_add(&maker->views, ",\"byteStride\":%d", stride);
    text_add(&maker->views, "}");
    memcpy(maker->bytes + maker->size, bytes, size);
    maker->size += size;
    return maker->view_count++;
}

/// Adds an accessor of JSON, written after the brace that opens it; returns its index.
static inline int gltf_accessor(GltfMaker *maker, const char *format, ...)
{
    char row[500];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(row, sizeof row, format, arguments);
    va_end(arguments);
    text_add(&maker->accessors, "%s{%s}", maker->accessor_count > 0 ? "," : "", row);
    return maker->accessor_count++;
}

/// Floats as an accessor with bounds: "VEC3" and their count.
static inline int gltf_floats(GltfMaker *maker, const char *type, int count, const float *values)
{
    const int components = strcmp(type, "SCALAR") == 0 ? 1 : strcmp(type, "MAT4") == 0 ? 16 : type[3] - '0';
    Text bounds[2] = {{0}, {0}};
    for (int c = 0; c < components; ++c) {
        float least = values[c], most = values[c];
        for (int i = 1; i < count; ++i) {
            const float value = values[i * components + c];
            least = value < least ? value : least;
            most = value > most ? value : most;
        }
        text_add(&bounds[0], "%s%.9g", c > 0 ? "," : "", (double)least);
        text_add(&bounds[1], "%s%.9g", c > 0 ? "," : "", (double)most);
    }
    const int view = gltf_view(maker, values, sizeof *values * (size_t)(count * components), 0);
    const int accessor = gltf_accessor(
        maker,
        "\"bufferView\":%d,\"componentType\":5126,\"count\":%d,\"type\":\"%s\",\"min\":[%s],\"max\":[%s]",
        view, count, type, bounds[0].bytes, bounds[1].bytes);
    text_free(&bounds[0]);
    text_free(&bounds[1]);
    return accessor;
}

/// Whole numbers without sign of 1, 2 or 4 bytes as an accessor, given as they are stored.
static inline int gltf_whole(GltfMaker *maker, const char *type, int count, int size, bool is_normalized,
                             const void *values)
{
    const int components = strcmp(type, "SCALAR") == 0 ? 1 : type[3] - '0';
    const int view = gltf_view(maker, values, (size_t)(count * components * size), 0);
    return gltf_accessor(maker, "\"bufferView\":%d,\"componentType\":%d,\"count\":%d,\"type\":\"%s\"%s", view,
                         size == 1   ? 5121
                         : size == 2 ? 5123
                                     : 5125,
                         count, type, is_normalized ? ",\"normalized\":true" : "");
}

static inline void gltf_put(Text *out, const void *bytes, size_t size)
{
    if (out->room - out->size < size + 1) {
        out->room = 2 * out->room + size + 4096;
        out->bytes = realloc(out->bytes, out->room);
        if (out->bytes == NULL)
            abort();
    }
    if (size > 0)
        memcpy(out->bytes + out->size, bytes, size);
    out->size += size;
}

static inline void gltf_put_number(Text *out, size_t number)
{
    const uint8_t bytes[4] = {(uint8_t)number, (uint8_t)(number >> 8), (uint8_t)(number >> 16),
                              (uint8_t)(number >> 24)};
    gltf_put(out, bytes, 4);
}

/// A .glb of JSON and binary data as they are; bin may be NULL. Free with text_free.
static inline Text gltf_glb(const char *json, const void *bin, size_t bin_size)
{
    static const char blanks[4] = "    ", zeros[4] = {0};
    const size_t json_size = strlen(json), json_pad = (4 - json_size % 4) % 4,
                 bin_pad = (4 - bin_size % 4) % 4;
    Text out = {0};
    gltf_put(&out, "glTF\2\0\0\0", 8);
    gltf_put_number(&out, 12 + 8 + json_size + json_pad + (bin != NULL ? 8 + bin_size + bin_pad : 0));
    gltf_put_number(&out, json_size + json_pad);
    gltf_put(&out, "JSON", 4);
    gltf_put(&out, json, json_size);
    gltf_put(&out, blanks, json_pad);
    if (bin != NULL) {
        gltf_put_number(&out, bin_size + bin_pad);
        gltf_put(&out, "BIN\0", 4);
        gltf_put(&out, bin, bin_size);
        gltf_put(&out, zeros, bin_pad);
    }
    return out;
}

/// Ends a file: rest are the members of the root besides asset, buffers, bufferViews and
/// accessors, as JSON without braces. Free the result with text_free.
static inline Text gltf_finish(GltfMaker *maker, const char *rest)
{
    Text json = {0};
    gltf_put(&json, "{\"asset\":{\"version\":\"2.0\"}", 26);
    if (maker->view_count > 0) {
        text_add(&json, ",\"buffers\":[{\"byteLength\":%zu}],\"bufferViews\":[", maker->size);
        gltf_put(&json, maker->views.bytes, maker->views.size);
        gltf_put(&json, "]", 1);
    }
    if (maker->accessor_count > 0) {
        gltf_put(&json, ",\"accessors\":[", 14);
        gltf_put(&json, maker->accessors.bytes, maker->accessors.size);
        gltf_put(&json, "]", 1);
    }
    if (rest[0] != '\0') {
        gltf_put(&json, ",", 1);
        gltf_put(&json, rest, strlen(rest));
    }
    gltf_put(&json, "}", 2); // with the closing zero
    const Text glb = gltf_glb(json.bytes, maker->view_count > 0 ? maker->bytes : NULL, maker->size);
    text_free(&json);
    text_free(&maker->views);
    text_free(&maker->accessors);
    free(maker->bytes);
    *maker = (GltfMaker){0};
    return glb;
}

/// What a skinned triangle that turns needs, as accessors: 0 positions, 1 times, 2
/// rotations, 3 joints, 4 weights, 5 indices.
static inline void gltf_triangle(GltfMaker *maker)
{
    static const float positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, times[2] = {0, 1};
    static const float turns[8] = {0, 0, 0, 1, 0, 0, 1, 0}, weights[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint8_t joints[12] = {0, 1};
    static const uint16_t indices[3] = {0, 1, 2};
    gltf_floats(maker, "VEC3", 3, positions);
    gltf_floats(maker, "SCALAR", 2, times);
    gltf_floats(maker, "VEC4", 2, turns);
    gltf_whole(maker, "VEC4", 3, 1, false, joints);
    gltf_floats(maker, "VEC4", 3, weights);
    gltf_whole(maker, "SCALAR", 3, 2, false, indices);
}

/// One file of everything: skin, morphs, images, expressions, all kinds of channels.
static inline Text gltf_whole_file(void)
{
    static const float uvs[6] = {0}, morph[2] = {0, 1};
    static const uint16_t colors[12] = {65535, 0, 1, 2};
    GltfMaker maker = {0};
    gltf_triangle(&maker);
    gltf_floats(&maker, "SCALAR", 2, morph);
    gltf_floats(&maker, "VEC2", 3, uvs);
    gltf_whole(&maker, "VEC4", 3, 2, true, colors);
    return gltf_finish(
        &maker,
        "\"nodes\":[{\"name\":\"face\",\"mesh\":0,\"skin\":0,\"children\":[1]},{\"name\":\"jaw\","
        "\"children\":[2]},"
        "{}],\"scenes\":[{\"nodes\":[0]}],\"skins\":[{\"joints\":[1,2]}],\"extras\":{\"mien\":{"
        "\"curveNames\":["
        "\"own\"],\"curves\":[0]}},\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":"
        "0}}}],"
        "\"textures\":[{\"source\":0}],\"images\":[{\"uri\":\"data:image/png;base64,YWJj\"}],"
        "\"meshes\":[{\"extras\":{\"targetNames\":[\"smile\"]},\"primitives\":[{\"material\":0,\"indices\":5,"
        "\"attributes\":{\"POSITION\":0,\"JOINTS_0\":3,\"WEIGHTS_0\":4,\"TEXCOORD_0\":7,\"COLOR_0\":8},"
        "\"targets\":[{"
        "\"POSITION\":0}]}]}],"
        "\"animations\":[{\"extras\":{\"poseNames\":[\"a\",\"b\"]},\"channels\":[{\"sampler\":0,\"target\":{"
        "\"node\":1,\"path\":\"rotation\"}},{\"sampler\":1,\"target\":{\"node\":0,\"path\":\"weights\"}},{"
        "\"sampler\":1,\"target\":{\"path\":\"pointer\",\"extensions\":{\"KHR_animation_pointer\":{"
        "\"pointer\":"
        "\"/extras/mien/curves/"
        "0\"}}}}],\"samplers\":[{\"input\":1,\"output\":2},{\"input\":1,\"output\":6}]}],"
        "\"extensions\":{\"VRMC_vrm\":{\"expressions\":{\"preset\":{\"happy\":{\"morphTargetBinds\":[{"
        "\"node\":0,"
        "\"index\":0,\"weight\":1}]}}}}}");
}

/// Opens bytes that must be sound; the opened file reads from them.
static inline MienIoGltf *gltf_open(const Text *file)
{
    MienIoGltf *gltf = NULL;
    MienError error = {0};
    if (mien_io_gltf_open(file->bytes, file->size, NULL, &gltf, &error) != MIEN_OK)
        printf("%s: %s\n", error.location, error.message);
    CHECK(gltf != NULL);
    return gltf;
}

/// Opens and reads bytes that must be sound.
static inline MienIoSource *gltf_read(const Text *file, const MienIoGltfReading *reading,
                                      MienIoGltfReport *out_report)
{
    MienIoGltf *gltf = gltf_open(file);
    MienIoSource *source = NULL;
    MienError error = {0};
    if (gltf != NULL && mien_io_gltf_read(gltf, reading, &source, out_report, &error) != MIEN_OK)
        printf("%s: %s\n", error.location, error.message);
    CHECK(source != NULL);
    mien_io_gltf_destroy(gltf);
    return source;
}

/// Opens and reads any bytes within a limit, 0 for the default; files that it names have as
/// many bytes at most. Returns what is wrong with the result, or NULL.
static inline const char *judge_gltf(const void *bytes, size_t size, const MienIoFiles *files,
                                     const MienIoGltfReading *reading, uint64_t limit, MienStatus *out_status)
{
    MeasuredMemory memory = {0, 0};
    const MienAllocator allocator = {&memory, measured_allocate, measured_free};
    const MienIoGltfOptions options = {.files = *files, .limits.memory = limit, .allocator = &allocator};
    MienIoGltf *gltf = NULL;
    MienIoSource *source = NULL;
    MienError error = {0};
    const char *fault = NULL;
    *out_status = mien_io_gltf_open(bytes, size, &options, &gltf, &error);
    if (*out_status != MIEN_OK) {
        fault = judge_refusal(*out_status, &error, gltf, "");
    } else {
        const size_t opened = memory.live;
        memory.most = opened;
        MienIoGltfReading how = *reading;
        how.allocator = &allocator;
        *out_status = mien_io_gltf_read(gltf, &how, &source, NULL, &error);
        fault = *out_status == MIEN_OK ? judge_read_source(source)
                                       : judge_refusal(*out_status, &error, source, "");
        memory.most -= opened;
    }
    mien_io_source_destroy(source);
    mien_io_gltf_destroy(gltf);
    const uint64_t most = limit > 0 ? limit : default_memory(2 * (uint64_t)size);
    if (fault == NULL && memory.most > most + 4096)
        fault = "more memory than the limit";
    if (fault == NULL && memory.live != 0)
        fault = "memory that is not given back";
    return fault;
}
