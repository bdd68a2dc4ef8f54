// SPDX-License-Identifier: MIT
//
// The entry point of the drawing module: one function, one table.

#include "cli/draw/draw.h"

#include "cli/draw/pictures.h"
#include "cli/messages.h"
#include "mien/base.h"
#include "project/files/os.h"

#if defined(__GNUC__)
#define SHOWN __attribute__((visibility("default")))
#else
#define SHOWN
#endif

SHOWN CliDrawEntry mien_draw;

static void follow(const CliHost *host)
{
    cli_follow_host(host);
    cli_follow_budget(host->budget);
    mieni_os_follow_stops(host->hold_stop, host->let_stop);
}

const CliDraw *mien_draw(void)
{
    static CliDraw draw = {
        .size = sizeof draw,
        .begin = follow,
        .render = cli_render_run,
        .sheet = cli_sheet_run,
        .filmstrip = cli_filmstrip_run,
        .video = cli_video_run,
        .turntable = cli_turntable_run,
        .camera_open = cli_diff_camera_open,
        .camera_close = cli_diff_camera_close,
        .put_pictures = cli_diff_put_pictures,
        .write_png = cli_drawing_write_png,
    };
    draw.version = mien_version();
    return &draw;
}
