// SPDX-License-Identifier: MIT
//
// Drawings as PNG, using the renderer. Built with MIEN_RENDER.

#include "core/float_rules.h"

#include "cli/draw/drawing.h"

#include "cli/messages.h"
#include "io/png_write.h"
#include "render/text.h"

static MienStatus draw_text(MieniPicture *picture, const CliMark *mark, MienError *error)
{
    const MieniTextStyle style = {.size = (float)mark->size, .color = mark->color, .is_bold = mark->is_bold};
    MieniTextSize size;
    const MienStatus status = mieni_text_measure(mark->text, &style, &size, error);
    if (status != MIEN_OK)
        return status;
    const double left = mark->anchor == CLI_ANCHOR_START    ? 0.0
                        : mark->anchor == CLI_ANCHOR_MIDDLE ? (double)size.width / 2.0
                                                            : (double)size.width;
    return mieni_text_draw(picture, mark->text, &style, (int)(mark->points[0].x - left + 0.5),
                           (int)(mark->points[0].y + 0.5) - size.baseline, error);
}

static MienStatus draw_path(MieniPicture *picture, const CliDrawing *drawing, const CliMark *mark,
                            MienError *error)
{
    MieniPathPoint *points =
        mieni_arena_take(drawing->args->arena, (size_t)mark->point_count, sizeof *points);
    if (points == NULL)
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory for a line.");
    for (int i = 0; i < mark->point_count; ++i)
        points[i] = (MieniPathPoint){(float)mark->points[i].x, (float)mark->points[i].y};
    return mieni_path_draw(picture, points, mark->point_count, (float)mark->thickness, mark->color, error);
}

int cli_drawing_write_png(const CliDrawing *drawing, const char *path)
{
    MieniPicture picture;
    MienIoBytes bytes = {0};
    MienError error = {0};
    MienStatus status =
        mieni_picture_create(drawing->width, drawing->height, drawing->background, NULL, &picture, &error);
    for (int i = 0; status == MIEN_OK && i < drawing->mark_count; ++i) {
        const CliMark *mark = &drawing->marks[i];
        status = mark->text != NULL ? draw_text(&picture, mark, &error)
                                    : draw_path(&picture, drawing, mark, &error);
    }
    if (status == MIEN_OK) {
        const MienIoImage image = {picture.width, picture.height, picture.pixels};
        status = mieni_png_write(&image, NULL, &bytes, &error);
    }
    const int code = status == MIEN_OK ? cli_write_file(drawing->args, path, bytes.data, bytes.size)
                                       : cli_fail_error(drawing->args, path, &error);
    mien_io_bytes_release(&bytes);
    mieni_picture_release(&picture);
    return code;
}
