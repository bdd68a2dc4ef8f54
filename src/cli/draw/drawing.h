// SPDX-License-Identifier: MIT
//
// Drawings with lines and text, independent of the output format: SVG, or pixels from the
// renderer.

#pragma once

#include "cli/output.h"
#include "render/picture.h"

typedef enum CliAnchor {
    CLI_ANCHOR_START = 0,
    CLI_ANCHOR_MIDDLE,
    CLI_ANCHOR_END,
} CliAnchor;

typedef struct CliPoint {
    double x, y;
} CliPoint;

/// A line through points, an area within them, or, with a text, the text at the first.
typedef struct CliMark {
    MieniColor color;
    int point_count;
    CliPoint *points;
    double thickness; ///< Of a line; 0: an area.
    const char *text; ///< On one line, its foot at the point; NULL: no text.
    double size;      ///< Of the text, pixels.
    CliAnchor anchor;
    bool is_bold;
} CliMark;

/// Marks in the order they are put, the last one above all. All of it lives in the arena.
typedef struct CliDrawing {
    const CliArgs *args;
    int width, height;
    MieniColor background;
    int mark_count, mark_room;
    CliMark *marks;
} CliDrawing;

/// 0xRRGGBB, opaque.
MieniColor cli_color(unsigned rgb);
/// Adds a line or an area with count points, which the caller fills in. NULL without memory.
CliPoint *cli_draw_path(CliDrawing *drawing, int count, double thickness, MieniColor color);
void cli_draw_line(CliDrawing *drawing, CliPoint from, CliPoint to, double thickness, MieniColor color);
void cli_draw_box(CliDrawing *drawing, double x, double y, double width, double height, MieniColor color);
/// text must live as long as the drawing; an empty one is left out.
void cli_draw_text(CliDrawing *drawing, double x, double y, const char *text, double size, CliAnchor anchor,
                   MieniColor color);
/// The text, shortened by an ellipsis to fit into this many columns of a terminal.
const char *cli_text_cut(const CliArgs *args, const char *text, int columns);
/// The same with the ellipsis in the middle: names of one family differ at their ends.
const char *cli_text_squeeze(const CliArgs *args, const char *text, int columns);

/// The drawing as SVG: the same bytes everywhere.
void cli_drawing_put_svg(const CliDrawing *drawing, MieniTextOut *out);
/// Writes the drawing to a file as PNG. Says what is wrong and returns the exit code, also
/// where the program was built without what draws.
int cli_drawing_write_png(const CliDrawing *drawing, const char *path);
