// SPDX-License-Identifier: MIT
//
// Room for the pixels of an image, and sentences about what is wrong with one.

#include "io/pixels.h"

#include "base/owned.h"
#include "core/internal.h"

#include <stdio.h>
#include <string.h>

MienStatus mieni_image_begin(MieniImageReading *reading, uint32_t width, uint32_t height, uint64_t other,
                             size_t place)
{
    const MienIoImageOptions *options = &reading->options;
    if (width == 0 || height == 0)
        return mieni_fail(reading->error, MIEN_ERROR_CORRUPT, mieni_at_byte(place),
                          "An image has at least one pixel.");
    if (width > (uint32_t)options->max_side || height > (uint32_t)options->max_side ||
        (int64_t)width * (int64_t)height > options->max_pixels)
        return mieni_fail(reading->error, MIEN_ERROR_LIMIT, mieni_at_byte(place),
                          "The image is too large; scale it down.");
    // Nothing overflows: sides have at most 16 bits, other is far below 2^63.
    const uint64_t pixels = (uint64_t)width * height * 4;
    if (pixels > SIZE_MAX / 2 || reading->taken + pixels + other > options->limits.memory)
        return mieni_fail(
            reading->error, MIEN_ERROR_LIMIT, mieni_at_byte(place),
            "The image needs more memory than it may take: scale it down, or raise --max-memory "
            "(limits.memory).");
    reading->pixels = mieni_arena_take(mieni_owned_arena(reading->image), (size_t)width * height, 4);
    if (reading->pixels == NULL)
        return mieni_image_fail(reading, MIEN_ERROR_MEMORY, "", "", place);
    reading->taken += pixels;
    *reading->image = (MienIoImage){(int)width, (int)height, reading->pixels};
    return MIEN_OK;
}

MienStatus mieni_image_fail(MieniImageReading *reading, MienStatus status, const char *format,
                            const char *reason, size_t place)
{
    char sentence[sizeof reading->error->message];
    if (status == MIEN_ERROR_MEMORY)
        snprintf(sentence, sizeof sentence, "Out of memory.");
    else if (status == MIEN_ERROR_LIMIT)
        snprintf(sentence, sizeof sentence, "The image needs more memory than it may take; scale it down.");
    else
        snprintf(sentence, sizeof sentence, "The %s is damaged, save it again: %.100s.", format, reason);
    return mieni_fail(reading->error, status, mieni_at_byte(place), "%s", sentence);
}
