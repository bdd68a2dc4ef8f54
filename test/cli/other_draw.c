// SPDX-License-Identifier: MIT
//
// A module that draws for another version of the program, which must not call anything of it.

#include "cli/draw/draw.h"

#include <stdlib.h>

#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
CliDrawEntry mien_draw;

static void begin(const CliHost *host)
{
    (void)host;
    abort();
}

const CliDraw *mien_draw(void)
{
    static const CliDraw draw = {.version = "0.0.0-other", .size = sizeof draw, .begin = begin};
    return &draw;
}
