// SPDX-License-Identifier: MIT
//
// Untrusted text on a terminal: file names, asset keys and the like may contain any
// characters. Characters that a terminal would interpret are escaped: \x1b, \u202e. All
// output of the program passes through here.

#pragma once

#include "base/text_out.h"

/// Text within a line. Ends of lines are shown, too.
void cli_put(MieniTextOut *out, const char *text);
/// Like mieni_text_putf, with whatever %s gives within a line.
void cli_putf(MieniTextOut *out, const char *format, ...) MIENI_PRINTF(2, 3);
/// Whole lines, for what was put together otherwise: ends of lines and tabs stay, and colours
/// if wished. Of JSON only strings can change, to the same ones.
void cli_put_lines(MieniTextOut *out, const char *bytes, size_t size, bool has_colors);
