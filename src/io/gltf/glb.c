// SPDX-License-Identifier: MIT
//
// The container of .glb files: a header and chunks, the first of JSON, the second of
// binary data; others are ignored.

#include "core/internal.h"
#include "io/gltf/steps.h"

#include <string.h>

enum { HEADER = 12, CHUNK_HEADER = 8 };

static const uint32_t type_json = 0x4E4F534A, type_bin = 0x004E4942;

static uint32_t number_at(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

bool mieni_glb_is(const void *data, size_t size) { return size >= 4 && memcmp(data, "glTF", 4) == 0; }

static MienStatus fail(MienError *error, size_t at, const char *sentence)
{
    return mieni_fail(error, MIEN_ERROR_CORRUPT, mieni_at_byte(at), "%s", sentence);
}

/// One chunk, the number-th. Each kind stands once and at its place.
static MienStatus take_chunk(uint32_t type, MieniGltfBytes bytes, int number, size_t at, MieniGlb *glb,
                             MienError *error)
{
    if (number == 0) {
        if (type != type_json)
            return fail(error, at + 4, "The first chunk must hold the JSON.");
        if (bytes.size == 0)
            return fail(error, at, "The chunk of JSON is empty.");
        if (bytes.size >= 3 && memcmp(bytes.data, "\xEF\xBB\xBF", 3) == 0)
            return fail(error, at + CHUNK_HEADER,
                        "The JSON of a .glb must not begin with a byte order mark.");
        glb->json = bytes;
    } else if (type == type_json) {
        return fail(error, at, "There is a second chunk of JSON; a .glb has one.");
    } else if (type == type_bin) {
        if (number != 1)
            return fail(error, at, "The chunk of binary data must be the second, and the only one.");
        glb->bin = bytes;
    }
    return MIEN_OK;
}

MienStatus mieni_glb_read(const void *data, size_t size, MieniGlb *out_glb, MienError *error)
{
    const uint8_t *bytes = data;
    *out_glb = (MieniGlb){0};
    if (size < HEADER)
        return fail(error, size, "The header is incomplete; perhaps the file was cut short.");
    if (number_at(bytes + 4) != 2)
        return mieni_fail(error, MIEN_ERROR_VERSION, mieni_at("byte 4"),
                          "Only version 2 of .glb is read: export as glTF 2.0.");
    const size_t length = number_at(bytes + 8);
    if (length > size)
        return fail(error, size, "The file is shorter than its header says; perhaps it was cut short.");
    if (length < HEADER + CHUNK_HEADER)
        return fail(error, 8, "The length in the header leaves no room for a chunk.");
    int number = 0;
    for (size_t at = HEADER; at < length; ++number) {
        if (length - at < CHUNK_HEADER)
            return fail(error, at, "A chunk begins here that has no room for its header.");
        const size_t chunk = number_at(bytes + at);
        if (chunk % 4 != 0)
            return fail(error, at, "The length of a chunk must be a multiple of four.");
        if (chunk > length - at - CHUNK_HEADER)
            return fail(error, at, "The chunk ends after the end of the file; perhaps it was cut short.");
        const MieniGltfBytes content = {bytes + at + CHUNK_HEADER, chunk};
        const MienStatus status = take_chunk(number_at(bytes + at + 4), content, number, at, out_glb, error);
        if (status != MIEN_OK)
            return status;
        at += CHUNK_HEADER + chunk;
    }
    return MIEN_OK;
}
