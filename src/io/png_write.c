// SPDX-License-Identifier: MIT
//
// PNG through libpng, into memory that doubles. libpng leaves by longjmp, so all that must
// survive a jump lives in Writing.

#include "io/png_write.h"

#include "core/internal.h"

#if !defined(MIEN_IMAGES)

MienStatus mieni_png_write(const MienIoImage *image, const MienAllocator *allocator, MienIoBytes *out_bytes,
                           MienError *error)
{
    (void)image;
    (void)allocator;
    *out_bytes = (MienIoBytes){0};
    return mieni_fail(error, MIEN_ERROR_VERSION, mieni_nowhere(),
                      "This build writes no PNG: it was made without libpng.");
}

#else

#include <png.h>
#include <setjmp.h>
#include <string.h>

typedef struct Writing {
    const MienIoImage *image;
    const MienAllocator *allocator;
    uint8_t *bytes;
    size_t size, room;
    uint8_t *row; ///< Three bytes per pixel; NULL where opacity is written.
    png_structp png;
    png_infop info;
    jmp_buf leave;
    MienStatus status;
} Writing;

/// Ahead of each block that libpng takes: its free is not told the size.
typedef union Head {
    size_t size;
    max_align_t aligned;
} Head;

static png_voidp take(png_structp png, png_alloc_size_t size)
{
    const Writing *writing = png_get_mem_ptr(png);
    const size_t whole = size + sizeof(Head);
    Head *head = whole > size ? mieni_allocate(writing->allocator, whole, _Alignof(Head)) : NULL;
    if (head == NULL)
        return NULL;
    head->size = whole;
    return head + 1;
}

static void give_back(png_structp png, png_voidp memory)
{
    const Writing *writing = png_get_mem_ptr(png);
    Head *head = (Head *)memory - 1;
    mieni_free(writing->allocator, head, head->size, _Alignof(Head));
}

static size_t row_size(const Writing *writing) { return (size_t)writing->image->width * 3; }

static void leave(png_structp png, png_const_charp reason)
{
    Writing *writing = png_get_error_ptr(png);
    if (writing->status == MIEN_OK)
        writing->status = MIEN_ERROR_MEMORY; // nothing else can be wrong with sizes that were checked
    (void)reason;
    longjmp(writing->leave, 1);
}

static void pass_over(png_structp png, png_const_charp reason)
{
    (void)png;
    (void)reason;
}

static void take_bytes(png_structp png, png_bytep data, size_t count)
{
    Writing *writing = png_get_io_ptr(png);
    if (count > writing->room - writing->size) {
        const size_t room = 2 * writing->room + count;
        uint8_t *bytes = mieni_allocate(writing->allocator, room, 16);
        if (bytes == NULL)
            png_error(png, "out of memory");
        memcpy(bytes, writing->bytes, writing->size);
        mieni_free(writing->allocator, writing->bytes, writing->room, 16);
        writing->bytes = bytes;
        writing->room = room;
    }
    memcpy(writing->bytes + writing->size, data, count);
    writing->size += count;
}

static void flush(png_structp png) { (void)png; }

static bool is_opaque(const MienIoImage *image)
{
    const size_t count = (size_t)image->width * (size_t)image->height;
    for (size_t i = 0; i < count; ++i)
        if (image->pixels[i * 4 + 3] != 255)
            return false;
    return true;
}

static void write_rows(Writing *writing)
{
    const MienIoImage *image = writing->image;
    for (int y = 0; y < image->height; ++y) {
        const uint8_t *from = image->pixels + (size_t)y * (size_t)image->width * 4;
        for (size_t x = 0; writing->row != NULL && x < (size_t)image->width; ++x)
            memcpy(writing->row + x * 3, from + x * 4, 3);
        png_write_row(writing->png, writing->row != NULL ? writing->row : from);
    }
}

/// Everything that may jump.
static MienStatus write_png(Writing *writing)
{
    const MienIoImage *image = writing->image;
    if (setjmp(writing->leave) != 0)
        return writing->status;
    writing->png =
        png_create_write_struct_2(PNG_LIBPNG_VER_STRING, writing, leave, pass_over, writing, take, give_back);
    if (writing->png != NULL)
        writing->info = png_create_info_struct(writing->png);
    if (writing->info == NULL)
        return MIEN_ERROR_MEMORY;
    png_set_write_fn(writing->png, writing, take_bytes, flush);
    png_set_IHDR(writing->png, writing->info, (png_uint_32)image->width, (png_uint_32)image->height, 8,
                 writing->row != NULL ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(writing->png, writing->info, PNG_sRGB_INTENT_PERCEPTUAL);
    // Smooth shading is predicted well by its neighbours. With more filters, and beyond this
    // level, drawn pictures shrink by a tenth and take twice as long.
    png_set_filter(writing->png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB | PNG_FILTER_UP);
    png_set_compression_level(writing->png, 2);
    png_write_info(writing->png, writing->info);
    write_rows(writing);
    png_write_end(writing->png, writing->info);
    return MIEN_OK;
}

/// Bytes of exactly the size and alignment that mien_io_bytes_release frees.
static MienStatus hand_over(Writing *writing, MienIoBytes *out_bytes)
{
    uint8_t *bytes = mieni_allocate(writing->allocator, writing->size, 1);
    if (bytes == NULL)
        return MIEN_ERROR_MEMORY;
    memcpy(bytes, writing->bytes, writing->size);
    *out_bytes = (MienIoBytes){bytes, writing->size, writing->allocator};
    return MIEN_OK;
}

MienStatus mieni_png_write(const MienIoImage *image, const MienAllocator *allocator, MienIoBytes *out_bytes,
                           MienError *error)
{
    *out_bytes = (MienIoBytes){0};
    if (image->width < 1 || image->height < 1 || image->width > MIEN_IO_IMAGE_MAX_SIDE ||
        image->height > MIEN_IO_IMAGE_MAX_SIDE ||
        (int64_t)image->width * image->height > MIEN_IO_IMAGE_MAX_PIXELS)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("%d x %d", image->width, image->height),
                          "A PNG has sides of 1 to 16384 pixels and at most 67108864 pixels.");
    Writing writing = {.image = image, .allocator = allocator, .room = 65536};
    MienStatus status = MIEN_OK;
    writing.bytes = mieni_allocate(allocator, writing.room, 16);
    if (is_opaque(image))
        writing.row = mieni_allocate(allocator, row_size(&writing), 16);
    if (writing.bytes == NULL || (writing.row == NULL && is_opaque(image)))
        status = MIEN_ERROR_MEMORY;
    if (status == MIEN_OK)
        status = write_png(&writing);
    if (writing.png != NULL)
        png_destroy_write_struct(&writing.png, &writing.info);
    if (status == MIEN_OK)
        status = hand_over(&writing, out_bytes);
    if (writing.row != NULL)
        mieni_free(allocator, writing.row, row_size(&writing), 16);
    if (writing.bytes != NULL)
        mieni_free(allocator, writing.bytes, writing.room, 16);
    if (status != MIEN_OK)
        return mieni_fail(error, status, mieni_nowhere(), "Out of memory.");
    return MIEN_OK;
}

#endif
