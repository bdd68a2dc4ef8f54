// SPDX-License-Identifier: MIT
//
// Connects drawing to the program. Drawing is a separate module, mien-draw.so, which the first
// command that draws loads, so that other commands need no graphics libraries. A build may also
// link it directly (MIEN_DRAW_MODULE off), or omit it (MIEN_RENDER off).

#pragma once

#include "cli/draw/diff_camera.h"
#include "cli/draw/drawing.h"
#include "cli/limits.h"

/// What a module has. The first two members stay where they are in all versions.
typedef struct CliDraw {
    const char *version; ///< As mien_version says it.
    size_t size;         ///< Of this struct.
    /// Tells the module, which has messages, limits and locks of its own, those of the program.
    void (*begin)(const CliHost *host);

    int (*render)(const CliArgs *args);
    int (*sheet)(const CliArgs *args);
    int (*filmstrip)(const CliArgs *args);
    int (*video)(const CliArgs *args);
    int (*turntable)(const CliArgs *args);
    int (*camera_open)(CliDiffFaces *faces, CliDiffCamera **out_camera);
    void (*camera_close)(CliDiffCamera *camera);
    int (*put_pictures)(CliDiffCamera *camera, CliDiffPose *pose, MieniTextOut *out);
    int (*write_png)(const CliDrawing *drawing, const char *path);
} CliDraw;

/// The one function that a module shows, by this name.
#define CLI_DRAW_ENTRY "mien_draw"
typedef const CliDraw *CliDrawEntry(void);

/// What draws. Otherwise says why there is nothing, and instead, a sentence or "", and returns NULL.
const CliDraw *cli_draw_load(const CliArgs *args, const char *instead);
