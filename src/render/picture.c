// SPDX-License-Identifier: MIT

#include "core/float_rules.h"

#include "render/picture.h"

#include "core/internal.h"

#include <string.h>

static size_t size_of(const MieniPicture *picture)
{
    return (size_t)picture->width * (size_t)picture->height * 4;
}

MienStatus mieni_picture_create(int width, int height, MieniColor color, const MienAllocator *allocator,
                                MieniPicture *out_picture, MienError *error)
{
    *out_picture = (MieniPicture){0};
    if (width < 1 || height < 1 || width > MIENI_PICTURE_MAX_SIDE || height > MIENI_PICTURE_MAX_SIDE)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("%d x %d", width, height),
                          "A picture is 1 to 32767 pixels wide and high.");
    MieniPicture picture = {.width = width, .height = height, .allocator = allocator};
    picture.pixels = mieni_allocate(allocator, size_of(&picture), 16);
    if (picture.pixels == NULL)
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_at("%d x %d", width, height), "Out of memory.");
    for (size_t i = 0; i < size_of(&picture); i += 4)
        memcpy(picture.pixels + i, &color, 4);
    *out_picture = picture;
    return MIEN_OK;
}

void mieni_picture_release(MieniPicture *picture)
{
    if (picture == NULL)
        return;
    if (picture->pixels != NULL)
        mieni_free(picture->allocator, picture->pixels, size_of(picture), 16);
    *picture = (MieniPicture){0};
}

/// One pixel over another, neither premultiplied. Mixed as stored, not in linear light:
/// so mix Cairo and every program that shows pictures over one another, and letters have
/// the weight their designers saw.
static void put_over(uint8_t *below, const uint8_t *above)
{
    const unsigned a = above[3], b = below[3], rest = b * (255 - a);
    if (a == 255 || (a > 0 && b == 0)) {
        memcpy(below, above, 4);
        return;
    }
    const unsigned whole = a * 255 + rest; // opacity times 255
    if (a == 0 || whole == 0)
        return;
    for (int c = 0; c < 3; ++c)
        below[c] = (uint8_t)((above[c] * a * 255 + below[c] * rest + whole / 2) / whole);
    below[3] = (uint8_t)((whole + 127) / 255);
}

/// What of a stretch from first lies within room.
static void clip(int first, int count, int room, int *out_first, int *out_end)
{
    const int64_t end = (int64_t)first + (count > 0 ? count : 0);
    *out_first = first > 0 ? first : 0;
    *out_end = end > room ? room : (int)(end > 0 ? end : 0);
}

void mieni_picture_paste(MieniPicture *picture, const MieniPicture *above, int x, int y)
{
    int x0, x1, y0, y1;
    clip(x, above->width, picture->width, &x0, &x1);
    clip(y, above->height, picture->height, &y0, &y1);
    for (int row = y0; row < y1; ++row) {
        const uint8_t *from = above->pixels + ((size_t)(row - y) * (size_t)above->width) * 4;
        uint8_t *to = picture->pixels + ((size_t)row * (size_t)picture->width) * 4;
        for (int column = x0; column < x1; ++column)
            put_over(to + (size_t)column * 4, from + (size_t)(column - x) * 4);
    }
}
