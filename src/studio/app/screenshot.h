// SPDX-License-Identifier: MIT
//
// Saves an image of a window once nothing changes any more, then exits.

#pragma once

#include "studio/app/window.h"

typedef struct StudioScreenshot {
    char *file;        ///< NULL: none is wanted.
    int width, height; ///< 0: as the window opens.
    char *document;    ///< To be in front; NULL: as it comes.
    char *select;      ///< To be selected in it, names with commas between; NULL: nothing.
    char *weights;     ///< "a=1,b=.5"; NULL: none.
    char *clip;        ///< To play, by path or name; NULL: as it comes.
    char *time;        ///< Of the playhead; NULL: as it comes.
    char **actions;    ///< To be run before; NULL: none.
    int exit_code;     ///< Of the program.
} StudioScreenshot;

/// Makes windows look the same on every desktop: no shadow, no animation, one font.
void studio_screenshot_prepare(void);
/// Waits and saves the image, with a dialog over the window if one is open. The screenshot must
/// outlive the window.
void studio_screenshot_take(StudioWindow *window, StudioScreenshot *wanted);
