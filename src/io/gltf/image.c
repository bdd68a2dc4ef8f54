// SPDX-License-Identifier: MIT
//
// The bytes of images, wherever they are.

#include "core/internal.h"
#include "io/gltf/gltf.h"

#include <stdio.h>

/// An image in another file: the caller that opened the file keeps its bytes.
static MienStatus read_file(const MienIoGltf *gltf, const char *uri, const char *place, const void **out_data,
                            size_t *out_size, MienError *error)
{
    MieniArena scratch = {0};
    const char *path = NULL;
    MienError why = {0};
    MienStatus status = mieni_gltf_path(uri, place, &scratch, &path, error);
    if (status == MIEN_OK && gltf->files.read == NULL)
        status = mieni_fail(error, MIEN_ERROR_FILE, mieni_at("%s", place),
                            "The image is another file, and there is no folder to find it in.");
    else if (status == MIEN_OK) {
        status = gltf->files.read(gltf->files.user, path, out_data, out_size, &why);
        if (status != MIEN_OK)
            status = mieni_fail(error, status, mieni_at("%s", place), "%s",
                                why.message[0] != '\0' ? why.message : "The image cannot be read.");
    }
    mieni_arena_release(&scratch);
    return status;
}

MienStatus mien_io_gltf_image(const MienIoGltf *gltf, int image, const void **out_data, size_t *out_size,
                              MienError *error)
{
    if (out_data == NULL || out_size == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("out_data"),
                          "Places for the bytes must be given.");
    *out_data = NULL;
    *out_size = 0;
    if (gltf == NULL || image < 0 || image >= mieni_gltf_count(gltf, "images"))
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("images[%d]", image),
                          "The file has no such image.");
    const MieniJson *json = mieni_gltf_item(gltf, "images", image);
    const char *uri = mieni_json_get_string(json, "uri", NULL);
    const int view = mieni_gltf_index(json, "bufferView");
    char place[48];
    snprintf(place, sizeof place, "images[%d].uri", image);
    if (gltf->images[image].data != NULL) {
        *out_data = gltf->images[image].data;
        *out_size = gltf->images[image].size;
    } else if (uri != NULL) {
        const void *data = NULL;
        size_t size = 0;
        const MienStatus status = read_file(gltf, uri, place, &data, &size, error);
        *out_data = status == MIEN_OK ? data : NULL;
        *out_size = status == MIEN_OK ? size : 0;
        return status;
    } else if (view >= 0) {
        const uint8_t *data = NULL;
        mieni_gltf_view(gltf, view, &data, out_size);
        *out_data = data;
    } else {
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("images[%d]", image),
                          "The image is neither a file nor a part of one.");
    }
    return MIEN_OK;
}
