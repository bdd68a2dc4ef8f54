// SPDX-License-Identifier: MIT
//
// PNG and JPEG files made in code, for tests. PNG is written here, uncompressed, so
// that every depth, colour type and order of rows can be had, wrong ones too; JPEG by
// the library.

#pragma once

#include "support/victim.h"

#include "mien_io/image.h"

/// Which PNG. Samples are pattern_sample's.
typedef struct Picture {
    int width, height, depth, type;     ///< As in IHDR: 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA.
    bool is_interlaced, is_transparent; ///< Transparent: with tRNS.
    const char *extra;                  ///< Chunks of this name lie between; NULL: none.
} Picture;

enum { PALETTE = 5, TRANSPARENT_ENTRIES = 3 };

static inline int picture_channels(const Picture *picture)
{
    return (picture->type & 2 && picture->type != 3 ? 3 : 1) + (picture->type & 4 ? 1 : 0);
}

/// A sample of a picture: different for neighbours, of all sizes.
static inline unsigned pattern_sample(const Picture *picture, int x, int y, int channel)
{
    const unsigned mixed = (unsigned)(x * 7919 + y * 104729 + channel * 31) * 2654435761u >> 8;
    return picture->type == 3 ? mixed % PALETTE : mixed & ((1u << picture->depth) - 1);
}

static inline uint8_t palette_value(int entry, int channel) { return (uint8_t)(entry * 50 + channel * 7); }
static inline uint8_t palette_alpha(int entry)
{
    return entry < TRANSPARENT_ENTRIES ? (uint8_t)(entry * 100) : 255;
}

static inline void add_bytes(Text *text, const void *bytes, size_t size)
{
    while (text->room - text->size < size) {
        text->room = 2 * text->room + 4096;
        text->bytes = realloc(text->bytes, text->room);
        if (text->bytes == NULL)
            abort();
    }
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
}

static inline void add_byte(Text *text, unsigned value)
{
    const uint8_t byte = (uint8_t)value;
    add_bytes(text, &byte, 1);
}

static inline void add_number(Text *text, uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        add_byte(text, value >> shift);
}

static inline uint32_t crc_of(const char *bytes, size_t size)
{
    uint32_t crc = 0xFFFFFFFFu;
    for (size_t i = 0; i < size; ++i) {
        crc ^= (uint8_t)bytes[i];
        for (int bit = 0; bit < 8; ++bit)
            crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    }
    return ~crc;
}

static inline void add_chunk(Text *file, const char *name, const void *data, size_t size)
{
    add_number(file, (uint32_t)size);
    const size_t from = file->size;
    add_bytes(file, name, 4);
    if (size > 0)
        add_bytes(file, data, size);
    add_number(file, crc_of(file->bytes + from, file->size - from));
}

/// A row of every step-th pixel, behind its filter byte; rows without pixels are none.
static inline void add_row(Text *rows, const Picture *picture, int y, int first, int step)
{
    unsigned bits = 0, count = 0;
    if (first >= picture->width)
        return;
    add_byte(rows, 0);
    for (int x = first; x < picture->width; x += step) {
        for (int c = 0; c < picture_channels(picture); ++c) {
            bits = bits << picture->depth | pattern_sample(picture, x, y, c);
            for (count += (unsigned)picture->depth; count >= 8; count -= 8)
                add_byte(rows, bits >> (count - 8));
        }
    }
    if (count > 0)
        add_byte(rows, bits << (8 - count));
}

static inline Text picture_rows(const Picture *picture)
{
    static const int passes[7][4] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                                     {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}}; // x, y, steps
    Text rows = {0};
    for (int pass = 0; picture->is_interlaced && pass < 7; ++pass)
        for (int y = passes[pass][1]; y < picture->height; y += passes[pass][3])
            add_row(&rows, picture, y, passes[pass][0], passes[pass][2]);
    for (int y = 0; !picture->is_interlaced && y < picture->height; ++y)
        add_row(&rows, picture, y, 0, 1);
    return rows;
}

/// A zlib stream that compresses nothing.
static inline Text picture_stored(const Text *rows)
{
    Text stream = {0};
    uint32_t a = 1, b = 0;
    add_byte(&stream, 0x78);
    add_byte(&stream, 0x01);
    for (size_t from = 0; from == 0 || from < rows->size; from += 65535) {
        const size_t size = rows->size - from < 65535 ? rows->size - from : 65535;
        add_byte(&stream, from + size == rows->size);
        add_byte(&stream, (unsigned)size & 255);
        add_byte(&stream, (unsigned)size >> 8);
        add_byte(&stream, ~(unsigned)size & 255);
        add_byte(&stream, ~(unsigned)size >> 8);
        add_bytes(&stream, rows->bytes + from, size);
    }
    for (size_t i = 0; i < rows->size; ++i) {
        a = (a + (uint8_t)rows->bytes[i]) % 65521;
        b = (b + a) % 65521;
    }
    add_number(&stream, b << 16 | a);
    return stream;
}

static inline void add_palette(Text *file, const Picture *picture)
{
    uint8_t colors[PALETTE * 3], alphas[TRANSPARENT_ENTRIES], none[6] = {0};
    for (int i = 0; i < PALETTE * 3; ++i)
        colors[i] = palette_value(i / 3, i % 3);
    for (int i = 0; i < TRANSPARENT_ENTRIES; ++i)
        alphas[i] = palette_alpha(i);
    if (picture->type == 3)
        add_chunk(file, "PLTE", colors, sizeof colors);
    if (picture->is_transparent && picture->type == 3)
        add_chunk(file, "tRNS", alphas, sizeof alphas);
    else if (picture->is_transparent) // samples of 0 are transparent
        add_chunk(file, "tRNS", none, picture->type == 2 ? 6 : 2);
}

/// A PNG; free it with text_free.
static inline Text make_png(const Picture *picture)
{
    Text file = {0}, head = {0}, rows = picture_rows(picture), stream = picture_stored(&rows);
    add_bytes(&file, "\x89PNG\r\n\x1A\n", 8);
    add_number(&head, (uint32_t)picture->width);
    add_number(&head, (uint32_t)picture->height);
    add_byte(&head, (unsigned)picture->depth);
    add_byte(&head, (unsigned)picture->type);
    add_byte(&head, 0);
    add_byte(&head, 0);
    add_byte(&head, picture->is_interlaced);
    add_chunk(&file, "IHDR", head.bytes, head.size);
    if (picture->extra != NULL)
        add_chunk(&file, picture->extra, "whatever it is", 14);
    add_palette(&file, picture);
    const size_t half = stream.size / 2; // two chunks
    add_chunk(&file, "IDAT", stream.bytes, half);
    add_chunk(&file, "IDAT", stream.bytes + half, stream.size - half);
    add_chunk(&file, "IEND", NULL, 0);
    text_free(&head);
    text_free(&rows);
    text_free(&stream);
    return file;
}

/// What eight bits of a sample are, rounded.
static inline int eight_bits(unsigned sample, int depth)
{
    const unsigned top = (1u << depth) - 1;
    return (int)((sample * 255u + top / 2) / top);
}

/// What a pixel of a picture must be read as.
static inline void picture_pixel(const Picture *picture, int x, int y, int out[4])
{
    const int channels = picture_channels(picture);
    unsigned samples[4];
    bool is_zero = true;
    for (int c = 0; c < channels; ++c) {
        samples[c] = pattern_sample(picture, x, y, c);
        is_zero = is_zero && samples[c] == 0;
    }
    out[3] = picture->is_transparent && is_zero ? 0 : 255;
    for (int c = 0; c < 3; ++c)
        out[c] = picture->type == 3 ? palette_value((int)samples[0], c)
                                    : eight_bits(samples[channels >= 3 ? c : 0], picture->depth);
    if (picture->type & 4)
        out[3] = eight_bits(samples[channels - 1], picture->depth);
    if (picture->type == 3)
        out[3] = picture->is_transparent ? palette_alpha((int)samples[0]) : 255;
}

/// Reads bytes that may be anything; returns what is wrong with the result, or NULL if
/// that is a sound image or a sound refusal.
static inline const char *judge_image(const void *bytes, size_t size, const MienIoImageOptions *options,
                                      MienStatus *out_status)
{
    MienIoImage other, *image = &other; // not NULL, to see that it becomes so
    MienError error = {0};
    char *copy = exact_copy(bytes, size);
    *out_status = mien_io_image_read(copy, size, options, &image, &error);
    free(copy);
    if (*out_status != MIEN_OK)
        return judge_refusal(*out_status, &error, image, "byte ");
    const int most = options != NULL && options->max_side > 0 ? options->max_side : MIEN_IO_IMAGE_MAX_SIDE;
    const bool is_sound = image->width > 0 && image->height > 0 && image->width <= most &&
                          image->height <= most && image->pixels != NULL;
    uint64_t sum = 0; // so that sanitizers see every byte read
    for (int64_t i = 0; is_sound && i < (int64_t)image->width * image->height * 4; ++i)
        sum += image->pixels[i];
    mien_io_image_destroy(image);
    return is_sound && sum < UINT64_MAX ? NULL : "an image beyond its limits";
}

#if defined(MIEN_IMAGES)
#include <jpeglib.h>

/// How a JPEG is stored.
typedef enum Scans {
    BASELINE,
    PROGRESSIVE,
    FAR_TOO_MANY, ///< A scan for each bit of each coefficient; grey only.
} Scans;

enum { SCANS_PER_BIT = 64, MANY_SCANS = 2 * SCANS_PER_BIT };

static inline const jpeg_scan_info *many_scans(jpeg_scan_info scans[MANY_SCANS])
{
    for (int i = 0; i < MANY_SCANS; ++i) {
        const int c = i % SCANS_PER_BIT, low = i < SCANS_PER_BIT ? 1 : 0;
        scans[i] = (jpeg_scan_info){.comps_in_scan = 1, .Ss = c, .Se = c, .Ah = low ? 0 : 1, .Al = low};
    }
    return scans;
}

/// A smooth picture as a JPEG of 1, 3 or 4 components; free it with text_free. The
/// library's own handler ends the program if that fails.
static inline Text make_jpeg(int width, int height, int components, Scans how)
{
    struct jpeg_compress_struct info;
    struct jpeg_error_mgr errors;
    unsigned char *bytes = NULL;
    unsigned long size = 0;
    Text file = {0};
    info.err = jpeg_std_error(&errors);
    jpeg_create_compress(&info);
    jpeg_mem_dest(&info, &bytes, &size);
    info.image_width = (JDIMENSION)width;
    info.image_height = (JDIMENSION)height;
    info.input_components = components;
    info.in_color_space = components == 1 ? JCS_GRAYSCALE : components == 3 ? JCS_RGB : JCS_CMYK;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, 95, TRUE);
    jpeg_scan_info scans[MANY_SCANS];
    if (how == PROGRESSIVE) {
        jpeg_simple_progression(&info);
    } else if (how == FAR_TOO_MANY) {
        info.scan_info = many_scans(scans);
        info.num_scans = MANY_SCANS;
    }
    jpeg_start_compress(&info, TRUE);
    uint8_t *row = malloc((size_t)width * (size_t)components);
    for (int y = 0; row != NULL && y < height; ++y) {
        for (int i = 0; i < width * components; ++i)
            row[i] = (uint8_t)(i % components == 0   ? 255 * (i / components) / width
                               : i % components == 1 ? 255 * y / height
                                                     : 128);
        jpeg_write_scanlines(&info, &row, 1);
    }
    jpeg_finish_compress(&info);
    jpeg_destroy_compress(&info);
    add_bytes(&file, bytes, size);
    free(row);
    free(bytes);
    return file;
}
#endif
