// SPDX-License-Identifier: MIT
//
// A header, the rows as differences from their left neighbours, and an end.

#include "io/png_plain.h"

#include "core/internal.h"

#if !defined(MIEN_ZLIB)

MienStatus mieni_png_plain_write(const MienIoImage *image, const MienAllocator *allocator,
                                 MienIoBytes *out_bytes, MienError *error)
{
    (void)image;
    (void)allocator;
    *out_bytes = (MienIoBytes){0};
    return mieni_fail(error, MIEN_ERROR_VERSION, mieni_nowhere(),
                      "This build writes no PNG: it was made without zlib.");
}

#else

#include <string.h>
#include <zlib.h>

enum { CHUNK = 12, HEADER = 13, SIGNATURE = 8, MOST_SIDE = 4096 };

static void put_number(uint8_t *out, uint32_t value)
{
    for (int i = 0; i < 4; ++i)
        out[i] = (uint8_t)(value >> (24 - 8 * i));
}

/// Puts length, kind and checksum around bytes that stand at their place already.
static uint8_t *close_chunk(uint8_t *out, const char *kind, size_t size)
{
    put_number(out, (uint32_t)size);
    memcpy(out + 4, kind, 4);
    put_number(out + 8 + size, (uint32_t)crc32(0, out + 4, (uInt)(size + 4)));
    return out + CHUNK + size;
}

/// Red, green and blue of each pixel, less those on its left. A row begins with the kind of its filter.
static void filter_rows(const MienIoImage *image, uint8_t *out)
{
    for (int y = 0; y < image->height; ++y) {
        uint8_t before[3] = {0, 0, 0};
        *out++ = 1;
        for (int x = 0; x < image->width; ++x) {
            const uint8_t *pixel = image->pixels + 4 * ((size_t)y * (size_t)image->width + (size_t)x);
            for (int k = 0; k < 3; ++k) {
                *out++ = (uint8_t)(pixel[k] - before[k]);
                before[k] = pixel[k];
            }
        }
    }
}

static size_t write_all(const MienIoImage *image, const uint8_t *rows, size_t size, uint8_t *out, uLongf room)
{
    static const uint8_t signature[SIGNATURE] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    uint8_t *at = out + SIGNATURE;
    memcpy(out, signature, SIGNATURE);
    put_number(at + 8, (uint32_t)image->width);
    put_number(at + 12, (uint32_t)image->height);
    memcpy(at + 16, "\x08\x02\0\0\0", 5); // eight bits, three colours
    at = close_chunk(at, "IHDR", HEADER);
    if (compress2(at + 8, &room, rows, (uLong)size, 9) != Z_OK)
        return 0;
    at = close_chunk(at, "IDAT", (size_t)room);
    at = close_chunk(at, "IEND", 0);
    return (size_t)(at - out);
}

MienStatus mieni_png_plain_write(const MienIoImage *image, const MienAllocator *allocator,
                                 MienIoBytes *out_bytes, MienError *error)
{
    *out_bytes = (MienIoBytes){0};
    if (image->width < 1 || image->height < 1 || image->width > MOST_SIDE || image->height > MOST_SIDE)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_nowhere(),
                          "A picture is at most %d pixels wide and high.", MOST_SIDE);
    const size_t size = (size_t)image->height * (3 * (size_t)image->width + 1);
    const uLong room = compressBound((uLong)size);
    const size_t whole = SIGNATURE + 3 * CHUNK + HEADER + (size_t)room;
    uint8_t *rows = mieni_allocate(allocator, size, 1), *bytes = mieni_allocate(allocator, whole, 1),
            *fitting = NULL;
    size_t used = 0;
    if (rows != NULL && bytes != NULL) {
        filter_rows(image, rows);
        used = write_all(image, rows, size, bytes, room);
        fitting = used > 0 ? mieni_allocate(allocator, used, 1) : NULL;
    }
    if (fitting != NULL)
        memcpy(fitting, bytes, used);
    if (rows != NULL)
        mieni_free(allocator, rows, size, 1);
    if (bytes != NULL)
        mieni_free(allocator, bytes, whole, 1);
    if (fitting == NULL)
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    *out_bytes = (MienIoBytes){.data = fitting, .size = used, .allocator = allocator};
    return MIEN_OK;
}

#endif
