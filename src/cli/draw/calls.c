// SPDX-License-Identifier: MIT
//
// Calls of the drawing module, in a program that loads it at run time.

#include "cli/draw/draw.h"

#include "cli/draw/pictures.h"

static const CliDraw *loaded; // once for the program, and never unloaded

static const CliDraw *find(const CliArgs *args, const char *instead)
{
    if (loaded == NULL)
        loaded = cli_draw_load(args, instead);
    return loaded;
}

int cli_render_run(const CliArgs *args)
{
    return find(args, "") != NULL ? loaded->render(args) : CLI_EXIT_INPUT;
}

int cli_sheet_run(const CliArgs *args)
{
    return find(args, "") != NULL ? loaded->sheet(args) : CLI_EXIT_INPUT;
}

int cli_filmstrip_run(const CliArgs *args)
{
    return find(args, "") != NULL ? loaded->filmstrip(args) : CLI_EXIT_INPUT;
}

int cli_video_run(const CliArgs *args)
{
    return find(args, "") != NULL ? loaded->video(args) : CLI_EXIT_INPUT;
}

int cli_turntable_run(const CliArgs *args)
{
    return find(args, "") != NULL ? loaded->turntable(args) : CLI_EXIT_INPUT;
}

int cli_diff_camera_open(CliDiffFaces *faces, CliDiffCamera **out_camera)
{
    *out_camera = NULL;
    return find(faces->args, "") != NULL ? loaded->camera_open(faces, out_camera) : CLI_EXIT_INPUT;
}

void cli_diff_camera_close(CliDiffCamera *camera)
{
    if (camera != NULL)
        loaded->camera_close(camera);
}

int cli_diff_put_pictures(CliDiffCamera *camera, CliDiffPose *pose, MieniTextOut *out)
{
    return loaded->put_pictures(camera, pose, out); // a camera was opened
}

int cli_drawing_write_png(const CliDrawing *drawing, const char *path)
{
    const CliDraw *draw = find(drawing->args, " Or write .svg, which needs no package.");
    return draw != NULL ? draw->write_png(drawing, path) : CLI_EXIT_INPUT;
}
