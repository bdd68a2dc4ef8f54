// SPDX-License-Identifier: MIT
//
// What HTML pages of the program share. Pages are one file, independent of others and of the network.

#pragma once

#include "base/text_out.h"

/// Puts text of a page. Names hold no control characters.
void cli_page_put_text(MieniTextOut *out, const char *text);
void cli_page_put_base64(MieniTextOut *out, const uint8_t *bytes, size_t size);
/// Puts the head of a page with the shared style and one of its own, up to the opened body.
void cli_page_begin(MieniTextOut *out, const char *title, const char *style);
