// SPDX-License-Identifier: MIT
//
// JPEG through libjpeg-turbo, baseline and progressive, as RGBA of eight bits.
//
// The library takes its working memory from malloc and offers no other way. What is
// large of it, the coefficients of progressive files, is known once the header is read
// and counts against the limit before it is taken.

#include "io/pixels.h"

#include "core/internal.h"

#include <stdio.h> // jpeglib.h needs it
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

#if !defined(JCS_ALPHA_EXTENSIONS)
#error "Images need libjpeg-turbo: other libraries of this interface have no RGBA."
#endif

typedef struct Jpeg {
    struct jpeg_decompress_struct info; ///< First: the library's pointers to it are pointers to all.
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    MieniImageReading *reading;
} Jpeg;

/// Each scan goes over the whole image, so a small file with thousands of them would
/// keep the decoder busy for hours. Real files have about ten.
enum { MAX_SCANS = 100 };

static size_t place_of(const Jpeg *own)
{
    const struct jpeg_source_mgr *source = own->info.src;
    const MieniImageReading *reading = own->reading;
    if (source == NULL || source->bytes_in_buffer > reading->size)
        return 0;
    return reading->size - source->bytes_in_buffer;
}

static void leave_for(Jpeg *own, MienStatus status, const char *reason)
{
    MieniImageReading *reading = own->reading;
    reading->status = mieni_image_fail(reading, status, "JPEG", reason, place_of(own));
    longjmp(reading->leave, 1);
}

static void leave(j_common_ptr info)
{
    char reason[JMSG_LENGTH_MAX];
    Jpeg *own = (Jpeg *)info;
    info->err->format_message(info, reason);
    leave_for(own, info->err->msg_code == JERR_OUT_OF_MEMORY ? MIEN_ERROR_MEMORY : MIEN_ERROR_CORRUPT,
              reason);
}

/// Below 0 are warnings: bytes that are not as they should be, or that are missing.
static void hear(j_common_ptr info, int level)
{
    if (level >= 0)
        return;
    Jpeg *own = (Jpeg *)info;
    if (info->err->msg_code == JWRN_JPEG_EOF)
        leave_for(own, MIEN_ERROR_CORRUPT, "the file ends too early");
    leave(info);
}

static void count_scans(j_common_ptr info)
{
    Jpeg *own = (Jpeg *)info;
    if (own->info.input_scan_number > MAX_SCANS)
        leave_for(own, MIEN_ERROR_CORRUPT, "it has more than 100 scans");
}

/// What the library is about to take for the whole image at once.
static uint64_t coefficient_bytes(Jpeg *own)
{
    const struct jpeg_decompress_struct *info = &own->info;
    uint64_t bytes = 0;
    for (int c = 0; jpeg_has_multiple_scans(&own->info) && c < info->num_components; ++c) {
        // Rounded up to whole units of several blocks; at most 4 blocks more each way.
        const jpeg_component_info *component = &info->comp_info[c];
        bytes += ((uint64_t)component->width_in_blocks + 4) * ((uint64_t)component->height_in_blocks + 4) *
                 sizeof(JBLOCK);
    }
    return bytes;
}

static MienStatus read_rows(Jpeg *own)
{
    MieniImageReading *reading = own->reading;
    struct jpeg_decompress_struct *info = &own->info;
    info->out_color_space = JCS_EXT_RGBA; // with an opacity of 255
    info->dct_method = JDCT_ISLOW;        // the same bits with every instruction set
    jpeg_start_decompress(info);
    if (info->output_components != 4 || info->output_width != (JDIMENSION)reading->image->width ||
        info->output_height != (JDIMENSION)reading->image->height)
        leave_for(own, MIEN_ERROR_CORRUPT, "pixels of a size that is not known");
    while (info->output_scanline < info->output_height) {
        JSAMPROW row = reading->pixels + (size_t)info->output_scanline * (size_t)reading->image->width * 4;
        jpeg_read_scanlines(info, &row, 1);
    }
    jpeg_finish_decompress(info); // reads on to the end mark
    return MIEN_OK;
}

/// Everything that may jump. Nothing here is changed between setjmp and a jump but
/// what own points at.
static MienStatus read_jpeg(Jpeg *own)
{
    MieniImageReading *reading = own->reading;
    struct jpeg_decompress_struct *info = &own->info;
    if (setjmp(reading->leave) != 0)
        return reading->status;
    info->err = jpeg_std_error(&own->errors);
    own->errors.error_exit = leave;
    own->errors.emit_message = hear;
    jpeg_create_decompress(info);
    own->progress.progress_monitor = count_scans;
    info->progress = &own->progress;
    jpeg_mem_src(info, reading->data, (unsigned long)reading->size);
    jpeg_read_header(info, TRUE);
    if (info->jpeg_color_space == JCS_CMYK || info->jpeg_color_space == JCS_YCCK)
        return mieni_fail(reading->error, MIEN_ERROR_DATA, mieni_at_byte(place_of(own)),
                          "A JPEG of four inks (CMYK) is not read; save it as RGB.");
    const MienStatus status = mieni_image_begin(reading, info->image_width, info->image_height,
                                                coefficient_bytes(own), place_of(own));
    return status == MIEN_OK ? read_rows(own) : status;
}

MienStatus mieni_image_read_jpeg(MieniImageReading *reading)
{
    Jpeg own;
    memset(&own, 0, sizeof own); // so that destroying is safe however early it left
    own.reading = reading;
    const MienStatus status = read_jpeg(&own);
    jpeg_destroy_decompress(&own.info);
    return status;
}
