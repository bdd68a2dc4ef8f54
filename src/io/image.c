// SPDX-License-Identifier: MIT
//
// Which decoder an image goes to, and the limits that hold for all of them.

#include "io/pixels.h"

#include "base/owned.h"
#include "core/internal.h"

#include <string.h>

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
    return mieni_fail(reading->error, MIEN_ERROR_CORRUPT, mieni_at("byte 0"), "An image is a PNG or a JPEG.");
#else
    return mieni_fail(reading->error, MIEN_ERROR_VERSION, mieni_at("byte 0"),
                      "This build of Mien reads no images.");
#endif
}

static MienStatus check_arguments(MieniImageReading *reading)
{
    MienIoImageOptions *options = &reading->options;
    if (reading->data == NULL && reading->size > 0)
        return mieni_fail(reading->error, MIEN_ERROR_ARGUMENT, mieni_at("data"), "The bytes must be given.");
    if (options->max_side < 0 || options->max_side > 65535 || options->max_pixels < 0)
        return mieni_fail(reading->error, MIEN_ERROR_ARGUMENT, mieni_at("options"),
                          "A side has at most 65535 pixels.");
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
                              MienIoImage **out_image, MienError *error)
{
    static const MienIoImageOptions defaults = {0};
    if (out_image == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("out_image"),
                          "A place for the image must be given.");
    *out_image = NULL;
    options = options != NULL ? options : &defaults;
    MieniImageReading reading = {
        .data = data, .size = size, .options = *options, .allocator = options->allocator, .error = error};
    MienStatus status = check_arguments(&reading);
    if (status != MIEN_OK)
        return status;
    reading.image = mieni_owned_create(sizeof *reading.image, reading.allocator);
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
