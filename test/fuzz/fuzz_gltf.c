// SPDX-License-Identifier: MIT
//
// Fuzzes opening, reading and writing glTF. Bytes with a zero in them that are no .glb are made one:
// what stands before the zero is the JSON, what follows the binary data. Files that a file
// names are the bytes themselves. The last byte decides how to read.

#include "support/gltf/writes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static MienStatus give_bytes(void *user, const char *path, const void **out_data, size_t *out_size,
                             MienError *error)
{
    const Text *bytes = user;
    if (path[0] == 'x') {
        *error = (MienError){.status = MIEN_ERROR_FILE, .message = "It is not there."};
        return MIEN_ERROR_FILE;
    }
    *out_data = bytes->bytes;
    *out_size = bytes->size;
    return MIEN_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const unsigned how = size > 0 ? data[size - 1] : 0;
    char *json = exact_copy(data, size);
    const char *zero = size > 0 ? memchr(json, '\0', size) : NULL;
    const bool is_glb = size >= 4 && memcmp(json, "glTF", 4) == 0;
    Text file = {0}, bytes = {json, size, size};
    if (zero != NULL && !is_glb)
        file = gltf_glb(json, zero + 1, size - (size_t)(zero + 1 - json));
    else
        gltf_put(&file, json, size);
    const MienIoFiles files = {&bytes, give_bytes};
    const MienIoGltfReading reading = {.skip_mesh = how % 4 == 1, .rate = how % 8 == 7 ? 30 : 0};
    char *exact = exact_copy(file.bytes, file.size);
    MienStatus status;
    const char *fault = judge_gltf(exact, file.size, &files, &reading, 0, &status);
    if (fault == NULL && status == MIEN_OK && how % 2 == 0)
        fault = judge_gltf_writing(exact, file.size, &files, UINT64_C(64) << 20);
    free(exact);
    text_free(&file);
    free(json);
    if (fault != NULL) {
        fprintf(stderr, "found: %s\n", fault);
        abort();
    }
    return 0;
}
