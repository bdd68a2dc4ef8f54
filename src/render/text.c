// SPDX-License-Identifier: MIT
//
// Text is laid out by Pango, drawn by Cairo into a picture of its own and put over the
// one it belongs on. No hinting: letters have the same shape at every place.

#include "core/float_rules.h"

#include "render/text.h"

#include "core/internal.h"

#include <pango/pangocairo.h>
#include <string.h>

static const char plain_family[] = "Cantarell, DejaVu Sans, sans-serif";

static float size_of(const MieniTextStyle *style) { return style->size > 0 ? style->size : 16; }

/// Text that is UTF-8, whatever came in.
static void set_text(PangoLayout *layout, const char *text)
{
    char *valid = g_utf8_make_valid(text, -1);
    pango_layout_set_text(layout, valid, -1);
    g_free(valid);
}

static PangoLayout *lay_out(const char *text, const MieniTextStyle *style)
{
    PangoContext *context = pango_font_map_create_context(pango_cairo_font_map_get_default());
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    pango_cairo_context_set_font_options(context, options);
    cairo_font_options_destroy(options);
    PangoLayout *layout = pango_layout_new(context);
    g_object_unref(context);

    PangoFontDescription *font =
        pango_font_description_from_string(style->family != NULL ? style->family : plain_family);
    pango_font_description_set_absolute_size(font, (double)size_of(style) * PANGO_SCALE);
    pango_font_description_set_weight(font, style->is_bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_layout_set_font_description(layout, font);
    pango_font_description_free(font);
    if (style->width > 0) {
        pango_layout_set_width(layout, style->width * PANGO_SCALE);
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
        pango_layout_set_height(layout, style->lines > 1 ? -style->lines : -1);
    }
    pango_layout_set_alignment(layout, style->align == MIENI_ALIGN_CENTER  ? PANGO_ALIGN_CENTER
                                       : style->align == MIENI_ALIGN_RIGHT ? PANGO_ALIGN_RIGHT
                                                                           : PANGO_ALIGN_LEFT);
    pango_layout_set_single_paragraph_mode(layout, style->lines <= 1);
    set_text(layout, text);
    return layout;
}

static bool is_sensible(const MieniTextStyle *style)
{
    return size_of(style) <= 4096 && style->width >= 0 && style->width <= MIENI_PICTURE_MAX_SIDE;
}

static MienStatus refuse(MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                      "Text is at most 4096 pixels high and 32767 wide.");
}

MienStatus mieni_text_measure(const char *text, const MieniTextStyle *style, MieniTextSize *out_size,
                              MienError *error)
{
    *out_size = (MieniTextSize){0};
    if (!is_sensible(style))
        return refuse(error);
    PangoLayout *layout = lay_out(text, style);
    pango_layout_get_pixel_size(layout, &out_size->width, &out_size->height);
    out_size->baseline = PANGO_PIXELS(pango_layout_get_baseline(layout));
    g_object_unref(layout);
    return MIEN_OK;
}

/// Cairo's pixels are premultiplied words of alpha, red, green and blue.
static void take_pixels(cairo_surface_t *surface, MieniPicture *picture)
{
    cairo_surface_flush(surface);
    const unsigned char *data = cairo_image_surface_get_data(surface);
    const size_t stride = (size_t)cairo_image_surface_get_stride(surface);
    for (int y = 0; y < picture->height; ++y) {
        for (int x = 0; x < picture->width; ++x) {
            uint32_t word;
            uint8_t *pixel = picture->pixels + ((size_t)y * (size_t)picture->width + (size_t)x) * 4;
            memcpy(&word, data + stride * (size_t)y + (size_t)x * 4, 4);
            const unsigned a = word >> 24;
            for (int c = 0; c < 3; ++c) {
                const unsigned value = word >> (16 - 8 * c) & 255;
                pixel[c] = (uint8_t)(a > 0 ? (value * 255 + a / 2) / a : 0);
            }
            pixel[3] = (uint8_t)a;
        }
    }
}

/// What to draw, where (0, 0) is at (x, y) of the surface.
typedef struct Ink {
    PangoLayout *layout; ///< NULL: a path instead.
    const MieniPathPoint *points;
    int point_count;
    double thickness; ///< 0: the area within.
    MieniColor color;
} Ink;

static void draw_ink(cairo_t *cairo, const Ink *ink, double x, double y)
{
    const MieniColor color = ink->color;
    cairo_set_source_rgba(cairo, color.r / 255.0, color.g / 255.0, color.b / 255.0, color.a / 255.0);
    if (ink->layout != NULL) {
        cairo_move_to(cairo, x, y);
        pango_cairo_show_layout(cairo, ink->layout);
        return;
    }
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_width(cairo, ink->thickness);
    for (int i = 0; i < ink->point_count; ++i)
        cairo_line_to(cairo, x + (double)ink->points[i].x, y + (double)ink->points[i].y);
    if (ink->thickness > 0.0)
        cairo_stroke(cairo);
    else
        cairo_fill(cairo);
}

/// Draws within a rectangle of the picture only: large pictures have many small texts.
static MienStatus put_ink(MieniPicture *picture, const Ink *ink, int x, int y, int left, int top, int width,
                          int height, MienError *error)
{
    const int x0 = left > 0 ? left : 0, y0 = top > 0 ? top : 0;
    const int64_t right = (int64_t)left + width, bottom = (int64_t)top + height;
    const int x1 = right < picture->width ? (int)right : picture->width;
    const int y1 = bottom < picture->height ? (int)bottom : picture->height;
    if (x0 >= x1 || y0 >= y1)
        return MIEN_OK;
    MieniPicture own;
    MienStatus status =
        mieni_picture_create(x1 - x0, y1 - y0, (MieniColor){0}, picture->allocator, &own, error);
    if (status != MIEN_OK)
        return status;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, own.width, own.height);
    cairo_t *cairo = cairo_create(surface);
    draw_ink(cairo, ink, (double)x - x0, (double)y - y0);
    if (cairo_status(cairo) == CAIRO_STATUS_SUCCESS) {
        take_pixels(surface, &own);
        mieni_picture_paste(picture, &own, x0, y0);
    } else {
        status = mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    }
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    mieni_picture_release(&own);
    return status;
}

MienStatus mieni_text_draw(MieniPicture *picture, const char *text, const MieniTextStyle *style, int x, int y,
                           MienError *error)
{
    if (!is_sensible(style))
        return refuse(error);
    if (x < -MIENI_PICTURE_MAX_SIDE || y < -MIENI_PICTURE_MAX_SIDE || x > picture->width ||
        y > picture->height)
        return MIEN_OK;
    PangoLayout *layout = lay_out(text, style);
    const Ink ink = {.layout = layout, .color = style->color};
    PangoRectangle drawn, placed; // letters reach beyond their place
    pango_layout_get_pixel_extents(layout, &drawn, &placed);
    const MienStatus status = put_ink(picture, &ink, x, y, x + drawn.x - 1, y + drawn.y - 1, drawn.width + 2,
                                      drawn.height + 2, error);
    g_object_unref(layout);
    return status;
}

static int floor_of(float x)
{
    const int whole = (int)x;
    return (float)whole > x ? whole - 1 : whole;
}

MienStatus mieni_path_draw(MieniPicture *picture, const MieniPathPoint *points, int count, float thickness,
                           MieniColor color, MienError *error)
{
    const float most = MIENI_PICTURE_MAX_SIDE;
    MieniPathPoint low = {most, most}, high = {-most, -most};
    bool is_within = thickness >= 0 && thickness <= most;
    for (int i = 0; i < count; ++i) {
        const MieniPathPoint p = points[i];
        is_within = is_within && p.x >= -most && p.x <= most && p.y >= -most && p.y <= most;
        low = (MieniPathPoint){p.x < low.x ? p.x : low.x, p.y < low.y ? p.y : low.y};
        high = (MieniPathPoint){p.x > high.x ? p.x : high.x, p.y > high.y ? p.y : high.y};
    }
    if (!is_within)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "Lines stay within 32767 pixels.");
    if (count == 0)
        return MIEN_OK;
    const Ink ink = {.points = points, .point_count = count, .thickness = (double)thickness, .color = color};
    const int left = floor_of(low.x - thickness) - 1, top = floor_of(low.y - thickness) - 1;
    const int right = floor_of(high.x + thickness) + 2, bottom = floor_of(high.y + thickness) + 2;
    return put_ink(picture, &ink, 0, 0, left, top, right - left, bottom - top, error);
}
