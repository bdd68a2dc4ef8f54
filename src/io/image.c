// SPDX-License-Identifier: MIT
//
// Which decoder an image goes to, and the limits that hold for all of them.

#include "io/image.h"

#include "base/owned.h"
#include "core/internal.h"

#include <stdio.h>
#include <string.h>

MienStatus mieni_image_begin(MieniImageReading *reading, uint32_t width, uint32_t height, uint64_t other,
                             size_t place)
{
    const MienIoImageOptions *options = &reading->options;
    if (width == 0 || height == 0)
        return mieni_fail(reading->error, MIEN_ERROR_CORRUPT, "An image has at least one pixel.", "byte %zu",
                          place);
    if (width > (uint32_t)options->max_side || height > (uint32_t)options->max_side ||
        (int64_t)width * (int64_t)height > options->max_pixels)
        return mieni_fail(reading->error, MIEN_ERROR_LIMIT, "The image is too large; scale it down.",
                          "byte %zu", place);
    // Nothing overflows: sides have at most 16 bits, other is far below 2^63.
    const uint64_t pixels = (uint64_t)width * height * 4;
    if (pixels > SIZE_MAX / 2 || reading->taken + pixels + other > options->limits.memory)
        return mieni_fail(
            reading->error, MIEN_ERROR_LIMIT,
            "The image needs more memory than it may take: scale it down, or raise --max-memory "
            "(limits.memory).",
            "byte %zu", place);
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
        snprintf(sentence, sizeof sentence, "Not enough memory for the image.");
    else if (status == MIEN_ERROR_LIMIT)
        snprintf(sentence, sizeof sentence, "The image needs more memory than it may take; scale it down.");
    else
        snprintf(sentence, sizeof sentence, "The %s is damaged, save it anew: %.100s.", format, reason);
    return mieni_fail(reading->error, status, sentence, "byte %zu", place);
}

bool mien_io_image_is_supported(void)
{
#if defined(MIEN_IMAGES)
    return true;
#else
    return false;
#endif
}

/// Hands the bytes to the decoder that their beginning asks for.
static MienStatus decode(MieniImageReading *reading)
{
#if defined(MIEN_IMAGES)
    static const uint8_t png[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'}, jpeg[3] = {0xFF, 0xD8, 0xFF};
    if (reading->size >= sizeof png && memcmp(reading->data, png, sizeof png) == 0)
        return mieni_image_read_png(reading);
    if (reading->size >= sizeof jpeg && memcmp(reading->data, jpeg, sizeof jpeg) == 0)
        return mieni_image_read_jpeg(reading);
    return mieni_fail(reading->error, MIEN_ERROR_CORRUPT, "An image is a PNG or a JPEG.", "byte 0");
#else
    return mieni_fail(reading->error, MIEN_ERROR_VERSION, "This build of Mien reads no images.", "byte 0");
#endif
}

static MienStatus check_arguments(MieniImageReading *reading)
{
    MienIoImageOptions *options = &reading->options;
    if (reading->data == NULL && reading->size > 0)
        return mieni_fail(reading->error, MIEN_ERROR_ARGUMENT, "The bytes must be given.", "data");
    if (options->max_side < 0 || options->max_side > 65535 || options->max_pixels < 0)
        return mieni_fail(reading->error, MIEN_ERROR_ARGUMENT, "A side has at most 65535 pixels.", "options");
    if (options->max_side == 0)
        options->max_side = MIEN_IO_IMAGE_MAX_SIDE;
    if (options->max_pixels == 0)
        options->max_pixels = MIEN_IO_IMAGE_MAX_PIXELS;
    const MieniBudget *budget = mieni_budget_of(reading->allocator);
    if (options->limits.memory == 0 && budget != NULL)
        options->limits.memory = budget->limits.memory;
    if (options->limits.memory == 0)
        options->limits.memory = (uint64_t)1 << 30;
    return MIEN_OK;
}

MienStatus mien_io_image_read(const void *data, size_t size, const MienIoImageOptions *options,
                              const MienAllocator *allocator, MienIoImage **out_image, MienError *error)
{
    static const MienIoImageOptions defaults = {0};
    if (out_image == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, "A place for the image must be given.", "out_image");
    *out_image = NULL;
    MieniImageReading reading = {.data = data,
                                 .size = size,
                                 .options = options != NULL ? *options : defaults,
                                 .allocator = allocator,
                                 .error = error};
    MienStatus status = check_arguments(&reading);
    if (status != MIEN_OK)
        return status;
    reading.image = mieni_owned_create(sizeof *reading.image, allocator);
    if (reading.image == NULL)
        return mieni_image_fail(&reading, MIEN_ERROR_MEMORY, "", "", 0);
    status = decode(&reading);
    if (status == MIEN_OK)
        *out_image = reading.image;
    else
        mieni_owned_destroy(reading.image);
    return status;
}

void mien_io_image_destroy(MienIoImage *image) { mieni_owned_destroy(image); }
