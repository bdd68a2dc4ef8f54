// SPDX-License-Identifier: MIT
//
// Lines of dialogue made in code, any number in any number of languages, as tables of
// curves under ARKit's names. A line of a seed is acted the same way in each language and
// spoken differently, as in games whose voices are recorded again. The same bytes
// everywhere; a line does not depend on which others are made.

#pragma once

#include <stddef.h>
#include <stdint.h>

enum {
    MIENI_LINE_RATE = 30,   ///< Frames per second.
    MIENI_LINE_FEWEST = 45, ///< Frames; the mean is 117.
    MIENI_LINE_MOST = 210,
    MIENI_LINE_TEXT_ROOM = 96000, ///< Bytes that any line fits in.
    MIENI_LINE_SOUNDS = 12,
    MIENI_LINE_SPOKEN = 16,
};

/// All lines of a seed. Begin it once; it is only read then and has nothing to release.
typedef struct MieniLines {
    uint64_t seed;
    float looks[MIENI_LINE_SOUNDS][MIENI_LINE_SPOKEN]; ///< What each sound does to each curve of the mouth.
} MieniLines;

void mieni_lines_begin(MieniLines *lines, uint64_t seed);

/// Writes a line, by its number from 0, as a table of curves: a column `frame`, and one for each
/// curve that the line uses. Returns how many bytes.
size_t mieni_line_write(const MieniLines *lines, int language, int number, char out[MIENI_LINE_TEXT_ROOM]);
