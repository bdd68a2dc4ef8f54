// SPDX-License-Identifier: MIT
//
// Commands that draw, where nothing can.

#include "cli/diff_page.h"
#include "cli/pictures.h"

static int refuse(const CliArgs *args)
{
    return cli_fail(args, CLI_EXIT_INPUT, NULL, NULL,
                    "This mien was built without pictures: build it with MIEN_RENDER, which needs libepoxy "
                    "and Pango.");
}

int cli_render_run(const CliArgs *args) { return refuse(args); }
int cli_sheet_run(const CliArgs *args) { return refuse(args); }
int cli_strip_run(const CliArgs *args) { return refuse(args); }
int cli_film_run(const CliArgs *args) { return refuse(args); }
int cli_turntable_run(const CliArgs *args) { return refuse(args); }

int cli_diff_camera_open(CliDiffFaces *faces, CliDiffCamera **out_camera)
{
    *out_camera = NULL;
    return refuse(faces->args);
}
void cli_diff_camera_close(CliDiffCamera *camera) { (void)camera; }
int cli_diff_put_pictures(CliDiffCamera *camera, CliDiffPose *pose, MieniTextOut *out)
{
    (void)camera, (void)pose, (void)out;
    return CLI_EXIT_INTERNAL; // no camera was opened
}
