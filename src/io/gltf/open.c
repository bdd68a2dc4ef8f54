// SPDX-License-Identifier: MIT
//
// Opens glTF files: the container, the JSON, the buffers, and the checks that all
// later reading relies on.

#include "core/float_rules.h"

#include "mien_io/gltf.h"

#include "base/budget.h"
#include "base/owned.h"
#include "core/float_env.h"
#include "core/internal.h"
#include "io/gltf/steps.h"

#include <stdio.h>
#include <string.h>

enum { MOST_FILES = 256 }; ///< That a file names for its buffers.

/// A file being opened. What stays is in the arena, which has the limited memory until
/// the end.
typedef struct Opening {
    MienIoGltf *gltf;
    MieniArena *arena, scratch;
    MieniGltfBytes bin;
    MieniBudget *budget;
    const void *known[MOST_FILES]; ///< Bytes of files that it names, each once.
    int known_count;
    MienError *error;
} Opening;

static MienStatus no_memory(const Opening *opening, const char *place)
{
    return mieni_fail(opening->error, MIEN_ERROR_MEMORY, mieni_at("%s", place), "Out of memory.");
}

static MienStatus read_json(Opening *opening, const void *data, size_t size, const MienAllocator *memory)
{
    MieniGlb glb = {.json = {data, size}};
    opening->gltf->is_binary = mieni_glb_is(data, size);
    if (opening->gltf->is_binary) {
        const MienStatus status = mieni_glb_read(data, size, &glb, opening->error);
        if (status != MIEN_OK)
            return status;
    }
    opening->bin = glb.bin;
    return mieni_json_read(&opening->gltf->json, glb.json.data, glb.json.size, memory, opening->error);
}

/// Bytes of a buffer that another file holds.
static MienStatus read_file(Opening *opening, const char *uri, const char *place, MieniGltfBytes *out_bytes)
{
    const MienIoFiles *files = &opening->gltf->files;
    const char *path = NULL;
    MienStatus status = mieni_gltf_path(uri, place, &opening->scratch, &path, opening->error);
    if (status != MIEN_OK)
        return status;
    if (files->read == NULL)
        return mieni_fail(opening->error, MIEN_ERROR_FILE, mieni_at("%s", place),
                          "The file needs another one, and there is no folder to find it in.");
    const void *data = NULL;
    size_t size = 0;
    MienError why = {0};
    status = files->read(files->user, path, &data, &size, &why);
    if (status != MIEN_OK)
        return mieni_fail(opening->error, status, mieni_at("%s", place), "%s",
                          why.message[0] != '\0' ? why.message : "The file that this names cannot be read.");
    bool is_known = false;
    for (int i = 0; i < opening->known_count && !is_known; ++i)
        is_known = opening->known[i] == data;
    if (!is_known && opening->known_count == MOST_FILES)
        return mieni_fail(opening->error, MIEN_ERROR_LIMIT, mieni_at("%s", place),
                          "A file names at most 256 others for its buffers.");
    if (!is_known) { // limits rise with what there is to read, not with how often it is named
        opening->known[opening->known_count++] = data;
        mieni_budget_add_input(opening->budget, size);
    }
    // A file of no bytes is there, unlike a buffer that has none.
    *out_bytes = (MieniGltfBytes){data != NULL ? data : (const uint8_t *)"", data != NULL ? size : 0};
    return MIEN_OK;
}

static MienStatus read_buffer(Opening *opening, int index)
{
    static const char *const types[] = {"application/octet-stream", "application/gltf-buffer"};
    const MieniJson *json = mieni_gltf_item(opening->gltf, "buffers", index);
    const char *uri = mieni_json_get_string(json, "uri", NULL);
    MieniGltfBytes *bytes = &opening->gltf->buffers[index];
    char place[48];
    MienStatus status = MIEN_OK;
    snprintf(place, sizeof place, "buffers[%d].uri", index);
    if (uri != NULL && mieni_uri_is_data(uri))
        status = mieni_uri_decode(uri, types, 2, place, opening->arena, bytes, opening->error);
    else if (uri != NULL)
        status = read_file(opening, uri, place, bytes);
    else if (index == 0 && opening->gltf->is_binary && opening->bin.data == NULL)
        return mieni_fail(opening->error, MIEN_ERROR_CORRUPT, mieni_at("buffers[0]"),
                          "The buffer is the chunk of binary data, which the file does not have.");
    else if (index == 0)
        *bytes = opening->bin;
    if (status != MIEN_OK || bytes->data == NULL)
        return status;
    const double length = mieni_json_get_number(json, "byteLength", 0.0);
    if (length > (double)bytes->size)
        return mieni_fail(opening->error, MIEN_ERROR_CORRUPT, mieni_at("buffers[%d].byteLength", index),
                          "There are fewer bytes than the buffer says; perhaps a file was cut short.");
    bytes->size = (size_t)length;
    return MIEN_OK;
}

/// Images of data URIs. Others stay where they are until someone asks for them.
static MienStatus read_image(Opening *opening, int index)
{
    const char *uri = mieni_json_get_string(mieni_gltf_item(opening->gltf, "images", index), "uri", NULL);
    char place[48];
    if (uri == NULL || !mieni_uri_is_data(uri))
        return MIEN_OK;
    snprintf(place, sizeof place, "images[%d].uri", index);
    return mieni_uri_decode(uri, NULL, 0, place, opening->arena, &opening->gltf->images[index],
                            opening->error);
}

static MienStatus read_bytes(Opening *opening)
{
    MienIoGltf *gltf = opening->gltf;
    const int buffers = mieni_gltf_count(gltf, "buffers"), images = mieni_gltf_count(gltf, "images");
    gltf->buffers = mieni_arena_take(opening->arena, (size_t)buffers, sizeof *gltf->buffers);
    gltf->images = mieni_arena_take(opening->arena, (size_t)images, sizeof *gltf->images);
    if (gltf->buffers == NULL || gltf->images == NULL)
        return no_memory(opening, "buffers");
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < buffers; ++i)
        status = read_buffer(opening, i);
    for (int i = 0; status == MIEN_OK && i < images; ++i)
        status = read_image(opening, i);
    return status;
}

static MIENI_APART MienStatus read_all(Opening *opening, const void *data, size_t size,
                                       const MienAllocator *memory)
{
    static MienStatus (*const checks[])(const MieniGltfCheck *) = {
        mieni_gltf_check_accessors, mieni_gltf_check_data,   mieni_gltf_check_nodes,
        mieni_gltf_check_skins,     mieni_gltf_check_meshes, mieni_gltf_check_animations};
    MienIoGltf *gltf = opening->gltf;
    const MieniGltfCheck check = {gltf, &opening->scratch, opening->error};
    MienStatus status = read_json(opening, data, size, memory);
    if (status == MIEN_OK)
        status = mieni_gltf_check_shape(&check);
    if (status == MIEN_OK)
        status = mieni_gltf_check_extensions(&check);
    if (status == MIEN_OK)
        status = read_bytes(opening);
    if (status != MIEN_OK)
        return status;
    gltf->parents =
        mieni_arena_take(opening->arena, (size_t)mieni_gltf_count(gltf, "nodes"), sizeof *gltf->parents);
    if (gltf->parents == NULL)
        return no_memory(opening, "nodes");
    for (size_t i = 0; status == MIEN_OK && i < sizeof checks / sizeof *checks; ++i)
        status = checks[i](&check);
    return status;
}

static MienStatus keep_settings(Opening *opening, const MienIoGltfOptions *options)
{
    MienIoGltf *gltf = opening->gltf;
    const char *source = options->source != NULL ? options->source : "";
    gltf->source = mieni_arena_text(opening->arena, source, strlen(source));
    gltf->files = options->files;
    gltf->limits = options->limits;
    return gltf->source != NULL ? MIEN_OK : no_memory(opening, "options.source");
}

MienStatus mien_io_gltf_open(const void *data, size_t size, const MienIoGltfOptions *options,
                             MienIoGltf **out_gltf, MienError *error)
{
    static const MienIoGltfOptions defaults = {0};
    if (out_gltf == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("out_gltf"),
                          "A place for the file must be given.");
    *out_gltf = NULL;
    if (data == NULL && size > 0)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("data"), "The bytes must be given.");
    options = options != NULL ? options : &defaults;
    MieniBudget memory;
    mieni_budget_begin(&memory, options->allocator, &options->limits, size);
    Opening opening = {.error = error, .budget = &memory, .scratch = {.allocator = &memory.allocator}};
    opening.gltf = mieni_owned_create_within(sizeof *opening.gltf, &memory);
    if (opening.gltf == NULL)
        return no_memory(&opening, "memory");
    opening.arena = mieni_owned_arena(opening.gltf);
    const MieniFloatEnv env = mieni_float_env_enter();
    MienStatus status = keep_settings(&opening, options);
    if (status == MIEN_OK)
        status = read_all(&opening, data, size, &memory.allocator);
    mieni_float_env_leave(env);
    mieni_arena_release(&opening.scratch);
    mieni_owned_leave_budget(opening.gltf);
    opening.gltf->json.arena.allocator = opening.arena->allocator;
    if (status != MIEN_OK) {
        mien_io_gltf_destroy(opening.gltf);
        return mieni_budget_status(&memory, status, error);
    }
    opening.gltf->input_size = memory.input;
    *out_gltf = opening.gltf;
    return MIEN_OK;
}

void mien_io_gltf_destroy(MienIoGltf *gltf)
{
    if (gltf != NULL)
        mieni_json_release(&gltf->json);
    mieni_owned_destroy(gltf);
}
