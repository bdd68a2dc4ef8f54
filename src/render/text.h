// SPDX-License-Identifier: MIT
//
// Writing on pictures: titles, captions and rules, by Pango and Cairo. Any script that
// some font of the system has; a box where none does.
//
// Ownership  Texts are the caller's and only read. Pictures are changed in place.
// Threads    Different pictures from different threads.
// Errors     Text that is no UTF-8 is drawn with a sign in place of each wrong byte.

#pragma once

#include "render/picture.h"

typedef enum MieniAlign {
    MIENI_ALIGN_LEFT = 0,
    MIENI_ALIGN_CENTER,
    MIENI_ALIGN_RIGHT,
} MieniAlign;

/// How text is drawn. Zero-initialise: zero is the default of every field but the colour.
typedef struct MieniTextStyle {
    const char *family; ///< Families in order of preference, by commas; NULL: a plain one.
    float size;         ///< Height of a line's letters in pixels (an em); 0: 16.
    MieniColor color;
    bool is_bold;
    MieniAlign align; ///< Within the width.
    int width;        ///< Pixels; longer text ends in an ellipsis. 0: as long as it is.
    int lines;        ///< Lines to break into before the ellipsis; 0: 1.
} MieniTextStyle;

/// Pixels that a text takes.
typedef struct MieniTextSize {
    int width, height;
    int baseline; ///< Of the first line, from the top.
} MieniTextSize;

MienStatus mieni_text_measure(const char *text, const MieniTextStyle *style, MieniTextSize *out_size,
                              MienError *error);
/// Writes at (x, y): the upper left of the text, or of its width where the style has one.
MienStatus mieni_text_draw(MieniPicture *picture, const char *text, const MieniTextStyle *style, int x, int y,
                           MienError *error);

typedef struct MieniPathPoint {
    float x, y;
} MieniPathPoint;

/// A line through points, with round corners and ends; of no thickness, the area within.
MienStatus mieni_path_draw(MieniPicture *picture, const MieniPathPoint *points, int count, float thickness,
                           MieniColor color, MienError *error);
