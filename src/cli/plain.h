// SPDX-License-Identifier: MIT
//
// Text of others on a terminal: names of files, keys of assets and the like may hold
// anything. What a terminal would obey instead of showing it is shown as it would be
// written in a program: \x1b, \u202e. All that the program prints goes through here.

#pragma once

#include "base/text_out.h"

/// Text within a line. Ends of lines are shown, too.
void cli_put(MieniTextOut *out, const char *text);
/// Like mieni_text_putf, with whatever %s gives within a line.
void cli_putf(MieniTextOut *out, const char *format, ...) MIENI_PRINTF(2, 3);
/// Whole lines, for what was put together otherwise: ends of lines and tabs stay, and colours
/// if wished. Of JSON only strings can change, to the same ones.
void cli_put_lines(MieniTextOut *out, const char *bytes, size_t size, bool has_colors);
