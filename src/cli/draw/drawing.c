// SPDX-License-Identifier: MIT
//
// Drawings, and SVG output. Numbers have at most two decimals and ignore the locale.

#include "core/float_rules.h"

#include "cli/draw/drawing.h"

#include "base/number.h"
#include "core/utf8.h"

#include <string.h>

MieniColor cli_color(unsigned rgb)
{
    return (MieniColor){(uint8_t)(rgb >> 16), (uint8_t)(rgb >> 8), (uint8_t)rgb, 255};
}

static CliMark *add_mark(CliDrawing *drawing, int point_count, MieniColor color)
{
    if (drawing->mark_count == drawing->mark_room) {
        const int room = drawing->mark_room > 0 ? drawing->mark_room * 2 : 64;
        CliMark *marks = mieni_arena_take(drawing->args->arena, (size_t)room, sizeof *marks);
        if (marks == NULL)
            return NULL;
        if (drawing->mark_count > 0)
            memcpy(marks, drawing->marks, (size_t)drawing->mark_count * sizeof *marks);
        drawing->marks = marks;
        drawing->mark_room = room;
    }
    CliPoint *points = mieni_arena_take(drawing->args->arena, (size_t)point_count, sizeof *points);
    if (points == NULL)
        return NULL;
    CliMark *mark = &drawing->marks[drawing->mark_count++];
    *mark = (CliMark){.color = color, .point_count = point_count, .points = points};
    return mark;
}

CliPoint *cli_draw_path(CliDrawing *drawing, int count, double thickness, MieniColor color)
{
    CliMark *mark = add_mark(drawing, count, color);
    if (mark == NULL)
        return NULL;
    mark->thickness = thickness;
    return mark->points;
}

void cli_draw_line(CliDrawing *drawing, CliPoint from, CliPoint to, double thickness, MieniColor color)
{
    CliPoint *points = cli_draw_path(drawing, 2, thickness, color);
    if (points == NULL)
        return;
    points[0] = from;
    points[1] = to;
}

void cli_draw_box(CliDrawing *drawing, double x, double y, double width, double height, MieniColor color)
{
    CliPoint *points = cli_draw_path(drawing, 4, 0.0, color);
    if (points == NULL)
        return;
    points[0] = (CliPoint){x, y};
    points[1] = (CliPoint){x + width, y};
    points[2] = (CliPoint){x + width, y + height};
    points[3] = (CliPoint){x, y + height};
}

void cli_draw_text(CliDrawing *drawing, double x, double y, const char *text, double size, CliAnchor anchor,
                   MieniColor color)
{
    CliMark *mark = text[0] != '\0' ? add_mark(drawing, 1, color) : NULL;
    if (mark == NULL)
        return;
    mark->points[0] = (CliPoint){x, y};
    mark->text = text;
    mark->size = size;
    mark->anchor = anchor;
}

/// Bytes of the character at the start of a text.
static size_t character_size(const char *text)
{
    size_t taken = 0;
    return mieni_utf8_decode(text, strlen(text), &taken) >= 0 && taken > 0 ? taken : 1;
}

/// Bytes of as many whole characters as fit into columns.
static size_t fitting_size(const CliArgs *args, const char *text, int columns)
{
    size_t kept = 0;
    while (text[kept] != '\0') {
        const size_t more = kept + character_size(text + kept);
        if (cli_text_width(cli_text(args, "%.*s", (int)more, text)) > columns)
            break;
        kept = more;
    }
    return kept;
}

const char *cli_text_cut(const CliArgs *args, const char *text, int columns)
{
    if (cli_text_width(text) <= columns)
        return text;
    return cli_text(args, "%.*s\xE2\x80\xA6", (int)fitting_size(args, text, columns - 1), text);
}

const char *cli_text_squeeze(const CliArgs *args, const char *text, int columns)
{
    if (cli_text_width(text) <= columns)
        return text;
    const int head = (columns - 1) / 2, tail = columns - 1 - head;
    const size_t kept = fitting_size(args, text, head);
    const char *rest = text + kept;
    while (cli_text_width(rest) > tail)
        rest += character_size(rest);
    return cli_text(args, "%.*s\xE2\x80\xA6%s", (int)kept, text, rest);
}

/// To a hundredth of a pixel.
static void put_number(MieniTextOut *out, double value)
{
    const double hundreds = value * 100.0;
    mieni_text_put_number(out, (double)(long long)(hundreds < 0.0 ? hundreds - 0.5 : hundreds + 0.5) / 100.0);
}

static void put_attribute(MieniTextOut *out, const char *name, double value)
{
    mieni_text_putf(out, " %s=\"", name);
    put_number(out, value);
    mieni_text_put(out, "\"");
}

static void put_color(MieniTextOut *out, const char *name, MieniColor color)
{
    mieni_text_putf(out, " %s=\"#%02x%02x%02x\"", name, color.r, color.g, color.b);
    if (color.a < 255)
        put_attribute(out, strcmp(name, "fill") == 0 ? "fill-opacity" : "stroke-opacity",
                      (double)color.a / 255.0);
}

/// What XML cannot hold is a sign in its place.
static void put_escaped(MieniTextOut *out, const char *text)
{
    for (size_t left = strlen(text), taken = 0; left > 0; text += taken, left -= taken) {
        const int32_t c = mieni_utf8_decode(text, left, &taken);
        if (c < 0)
            taken = 1;
        if (c < 0x20 || c == 0x7F || c == 0xFFFE || c == 0xFFFF)
            mieni_text_put(out, "\xEF\xBF\xBD");
        else if (c == '<' || c == '>' || c == '&')
            mieni_text_put(out, c == '<' ? "&lt;" : c == '>' ? "&gt;" : "&amp;");
        else
            mieni_text_put_bytes(out, text, taken);
    }
}

static void put_text(MieniTextOut *out, const CliMark *mark)
{
    static const char *const anchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
    mieni_text_put(out, "<text");
    put_attribute(out, "x", mark->points[0].x);
    put_attribute(out, "y", mark->points[0].y);
    put_attribute(out, "font-size", mark->size);
    mieni_text_putf(out, "%s%s", anchors[mark->anchor], mark->is_bold ? " font-weight=\"bold\"" : "");
    put_color(out, "fill", mark->color);
    mieni_text_put(out, ">");
    put_escaped(out, mark->text);
    mieni_text_put(out, "</text>\n");
}

static void put_path(MieniTextOut *out, const CliMark *mark)
{
    mieni_text_put(out, "<path");
    if (mark->thickness > 0.0) {
        put_color(out, "stroke", mark->color);
        put_attribute(out, "stroke-width", mark->thickness);
        mieni_text_put(out, " fill=\"none\"");
    } else {
        put_color(out, "fill", mark->color);
    }
    mieni_text_put(out, " d=\"M");
    for (int i = 0; i < mark->point_count; ++i) {
        mieni_text_put(out, i > 0 ? " " : "");
        put_number(out, mark->points[i].x);
        mieni_text_put(out, ",");
        put_number(out, mark->points[i].y);
    }
    mieni_text_put(out, mark->thickness > 0.0 ? "\"/>\n" : "Z\"/>\n");
}

void cli_drawing_put_svg(const CliDrawing *drawing, MieniTextOut *out)
{
    mieni_text_putf(out,
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d "
                    "%d\" font-family=\"Cantarell, DejaVu Sans, sans-serif\" stroke-linecap=\"round\" "
                    "stroke-linejoin=\"round\">\n<rect width=\"%d\" height=\"%d\"",
                    drawing->width, drawing->height, drawing->width, drawing->height, drawing->width,
                    drawing->height);
    put_color(out, "fill", drawing->background);
    mieni_text_put(out, "/>\n");
    for (int i = 0; i < drawing->mark_count; ++i) {
        const CliMark *mark = &drawing->marks[i];
        if (mark->text != NULL)
            put_text(out, mark);
        else
            put_path(out, mark);
    }
    mieni_text_put(out, "</svg>\n");
}
