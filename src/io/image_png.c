// SPDX-License-Identifier: MIT
//
// PNG through libpng: every colour type and depth, interlaced or not, as RGBA of eight
// bits. Of all chunks only those that make the pixels are looked at (IHDR, PLTE, tRNS,
// IDAT, IEND), so compressed profiles and texts cannot grow in memory, and whatever
// libpng still warns of concerns the picture.

#include "io/pixels.h"

#include "core/internal.h"

#include <png.h>
#include <string.h>

typedef struct Png {
    MieniImageReading *reading;
    size_t place; ///< Bytes given to libpng so far.
    png_structp png;
    png_infop info;
} Png;

/// Ahead of each block that libpng takes: its free is not told the size.
typedef union Head {
    size_t size;
    max_align_t aligned;
} Head;

enum { SIZE_PLACE = 16 }; ///< Width and height: after signature, length and "IHDR".

static png_voidp take(png_structp png, png_alloc_size_t size)
{
    Png *own = png_get_mem_ptr(png);
    MieniImageReading *reading = own->reading;
    const uint64_t limit = reading->options.limits.memory;
    const size_t whole = size + sizeof(Head);
    if (whole < size || whole > limit || reading->taken > limit - whole) {
        reading->status = MIEN_ERROR_LIMIT;
        return NULL;
    }
    Head *head = mieni_allocate(reading->allocator, whole, _Alignof(Head));
    if (head == NULL) {
        reading->status = MIEN_ERROR_MEMORY;
        return NULL;
    }
    head->size = whole;
    reading->taken += whole;
    return head + 1;
}

static void give_back(png_structp png, png_voidp memory)
{
    Png *own = png_get_mem_ptr(png);
    Head *head = (Head *)memory - 1;
    own->reading->taken -= head->size;
    mieni_free(own->reading->allocator, head, head->size, _Alignof(Head));
}

/// Takes errors and warnings alike; what failed for want of memory was noted before.
static void leave(png_structp png, png_const_charp reason)
{
    Png *own = png_get_error_ptr(png);
    MieniImageReading *reading = own->reading;
    if (reading->status == MIEN_OK)
        reading->status = MIEN_ERROR_CORRUPT;
    mieni_image_fail(reading, reading->status, "PNG", reason, own->place);
    longjmp(reading->leave, 1);
}

static void give(png_structp png, png_bytep out, size_t count)
{
    Png *own = png_get_io_ptr(png);
    const MieniImageReading *reading = own->reading;
    if (count > reading->size - own->place) {
        own->place = reading->size;
        png_error(png, "the file ends too early");
    }
    memcpy(out, reading->data + own->place, count);
    own->place += count;
}

/// After IHDR, PLTE and tRNS: what libpng has to do to every row.
static void choose_steps(Png *own)
{
    const int type = png_get_color_type(own->png, own->info);
    png_set_scale_16(own->png);
    png_set_expand(own->png); // palettes, grey below eight bits, transparent colours
    if ((type & PNG_COLOR_MASK_COLOR) == 0)
        png_set_gray_to_rgb(own->png);
    if ((type & PNG_COLOR_MASK_ALPHA) == 0)
        png_set_add_alpha(own->png, 0xFF, PNG_FILLER_AFTER); // where there is no tRNS
}

static MienStatus read_rows(Png *own)
{
    MieniImageReading *reading = own->reading;
    const int passes = png_set_interlace_handling(own->png);
    png_read_update_info(own->png, own->info);
    const size_t row = (size_t)reading->image->width * 4;
    if (png_get_rowbytes(own->png, own->info) != row)
        png_error(own->png, "rows of a size that is not known");
    for (int pass = 0; pass < passes; ++pass)
        for (int y = 0; y < reading->image->height; ++y)
            png_read_row(own->png, reading->pixels + row * (size_t)y, NULL);
    png_read_end(own->png, NULL);
    return MIEN_OK;
}

/// Everything that may jump. Nothing here is changed between setjmp and a jump but
/// what own points at.
static MienStatus read_png(Png *own)
{
    MieniImageReading *reading = own->reading;
    if (setjmp(reading->leave) != 0)
        return reading->status;
    own->png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, own, leave, leave, own, take, give_back);
    if (own->png != NULL)
        own->info = png_create_info_struct(own->png);
    if (own->info == NULL)
        return mieni_image_fail(reading, reading->status != MIEN_OK ? reading->status : MIEN_ERROR_MEMORY,
                                "PNG", "", 0);
    png_set_read_fn(own->png, own, give);
    png_set_keep_unknown_chunks(own->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_user_limits(own->png, (png_uint_32)reading->options.max_side,
                        (png_uint_32)reading->options.max_side);
    png_read_info(own->png, own->info);
    choose_steps(own);
    return read_rows(own);
}

static uint32_t big_endian(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

MienStatus mieni_image_read_png(MieniImageReading *reading)
{
    const uint8_t *data = reading->data;
    if (reading->size < SIZE_PLACE + 8)
        return mieni_image_fail(reading, MIEN_ERROR_CORRUPT, "PNG", "the file ends too early", reading->size);
    if (memcmp(data + SIZE_PLACE - 4, "IHDR", 4) != 0)
        return mieni_image_fail(reading, MIEN_ERROR_CORRUPT, "PNG", "it does not begin with IHDR",
                                SIZE_PLACE - 4);
    const MienStatus status = mieni_image_begin(reading, big_endian(data + SIZE_PLACE),
                                                big_endian(data + SIZE_PLACE + 4), 0, SIZE_PLACE);
    if (status != MIEN_OK)
        return status;
    Png own = {.reading = reading};
    const MienStatus result = read_png(&own);
    if (own.png != NULL)
        png_destroy_read_struct(&own.png, &own.info, NULL);
    return result;
}
