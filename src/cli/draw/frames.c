// SPDX-License-Identifier: MIT
//
// Numbered PNG files, each written completely or not at all, or a video.

#define _XOPEN_SOURCE 700 // stat

#include "cli/draw/frames.h"

#include "cli/draw/lines.h"
#include "cli/project.h"
#include "io/png_write.h"

#include <string.h>
#include <sys/stat.h>

enum { MOST_FRAMES = 99999 };

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/// A folder that is there; a video by its ending; a folder to be made, if it has none.
static int choose_kind(CliFrames *frames)
{
    const CliArgs *args = frames->args;
    const char *path = frames->path, *slash = path != NULL ? strrchr(path, '/') : NULL;
    if (path == NULL || strcmp(path, "-") == 0)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        "Specify the output: -o video.mp4, or -o FOLDER for PNG files.");
    if (is_folder(path) || (slash != NULL && slash[1] == '\0'))
        return CLI_EXIT_OK;
    frames->is_video = cli_is_video(path);
    if (frames->is_video)
        return cli_check_writable(args, path);
    if (strchr(slash != NULL ? slash + 1 : path, '.') == NULL)
        return CLI_EXIT_OK;
    return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                    "%s is neither a video (.mp4, .m4v, .mov, .mkv, .webm, .gif) nor a folder.", path);
}

int cli_frames_options(CliFrames *frames, const CliArgs *args, int width, int height)
{
    *frames = (CliFrames){.args = args,
                          .path = cli_value(args, "output", NULL),
                          .width = width,
                          .height = height,
                          .rate = 30.0};
    int rate, divisor, code = choose_kind(frames);
    if (code == CLI_EXIT_OK)
        code = cli_rate(args, &rate, &divisor);
    if (code == CLI_EXIT_OK && rate > 0)
        frames->rate = (double)rate / (double)divisor;
    if (code == CLI_EXIT_OK)
        code = cli_picture_size(args, &frames->width, &frames->height);
    if (code != CLI_EXIT_OK)
        return code;
    if (!(frames->rate >= 1.0 && frames->rate <= 240.0))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--rate is from 1 to 240 frames per second.");
    if (frames->is_video && cli_has(args, "transparent") && !cli_video_has_opacity(frames->path))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        "Only .webm and PNG files support --transparent, not %s.", frames->path);
    if (frames->is_video && !cli_video_may_be_odd(frames->path)) { // colours are kept for 2 by 2 pixels
        frames->width += frames->width % 2;
        frames->height += frames->height % 2;
    }
    return CLI_EXIT_OK;
}

int cli_frames_count(CliFrames *frames, double seconds)
{
    const double exact = seconds * frames->rate;
    frames->count = exact < (double)MOST_FRAMES + 1.0 ? (int)(exact + 1.0 - 1e-6) : MOST_FRAMES + 1;
    if (frames->count < 1)
        frames->count = 1;
    if (frames->count <= MOST_FRAMES)
        return CLI_EXIT_OK;
    return cli_fail(frames->args, CLI_EXIT_USAGE, NULL, NULL,
                    "This would be more than %d frames: use a shorter time or a lower --rate.", MOST_FRAMES);
}

int cli_frames_begin(CliFrames *frames, const char *sound, double delay)
{
    MieniProblem problem = {0};
    cli_progress_begin(&frames->progress, frames->args);
    if (frames->is_video) {
        frames->video = (CliVideo){.args = frames->args,
                                   .path = frames->path,
                                   .width = frames->width,
                                   .height = frames->height,
                                   .rate = frames->rate,
                                   .frame_count = frames->count,
                                   .sound = sound,
                                   .sound_delay = delay,
                                   .is_transparent = cli_has(frames->args, "transparent")};
        return cli_video_begin(&frames->video);
    }
    if (mieni_folder_make(frames->path, &problem) == MIEN_OK)
        return CLI_EXIT_OK;
    return cli_fail(frames->args, CLI_EXIT_WRITE, frames->path, NULL, "%s", problem.error.message);
}

static const char *frame_path(const CliFrames *frames, int frame)
{
    const size_t size = strlen(frames->path);
    return cli_text(frames->args, "%s%sframe-%05d.png", frames->path,
                    size > 0 && frames->path[size - 1] == '/' ? "" : "/", frame);
}

static int write_png(CliFrames *frames, const MieniPicture *picture)
{
    const char *path = frame_path(frames, frames->done);
    const MienIoImage image = {picture->width, picture->height, picture->pixels};
    MienIoBytes bytes;
    MienError error = {0};
    if (mieni_png_write(&image, NULL, &bytes, &error) != MIEN_OK)
        return cli_fail_error(frames->args, path, &error);
    const int code = cli_write_file(frames->args, path, bytes.data, bytes.size);
    mien_io_bytes_release(&bytes);
    return code;
}

int cli_frames_put(CliFrames *frames, const MieniPicture *picture)
{
    if (cli_is_cancelled()) {
        cli_progress_pause(&frames->progress);
        return cli_fail_cancelled(frames->args);
    }
    const int code = frames->is_video ? cli_video_put(&frames->video, picture) : write_png(frames, picture);
    ++frames->done;
    if (code == CLI_EXIT_OK)
        cli_progress_part(&frames->progress, frames->path, (double)frames->done / (double)frames->count);
    return code;
}

static int tell(const CliFrames *frames, const char *what)
{
    MieniTextOut text = {0};
    MieniJsonDocument json;
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    cli_json_set_string(&json, json.root, "file", frames->path);
    cli_json_set_number(&json, json.root, "width", (double)frames->width);
    cli_json_set_number(&json, json.root, "height", (double)frames->height);
    cli_json_set_number(&json, json.root, "frames", (double)frames->count);
    cli_json_set_number(&json, json.root, "rate", frames->rate);
    cli_json_set_bool(&json, json.root, "has_sound", frames->video.sound != NULL);
    cli_json_set_string(&json, json.root, "shows", what);
    cli_putf(&text, "%s: %s, %s of %d by %d pixels%s\n", frames->path, what,
             cli_many_text(frames->args, frames->count, "frame"), frames->width, frames->height,
             frames->video.sound != NULL ? ", with sound" : "");
    return cli_write_summary(frames->args, &text, &json);
}

int cli_frames_end(CliFrames *frames, int code, const char *what)
{
    cli_progress_pause(&frames->progress); // for what there may be to say
    if (frames->is_video)
        code = cli_video_end(&frames->video, code);
    if (frames->progress.args != NULL)
        cli_progress_end(&frames->progress, code == CLI_EXIT_OK);
    if (code != CLI_EXIT_OK)
        return code;
    if (!frames->is_video && mieni_file_exists(frame_path(frames, frames->count)))
        cli_warn(frames->args, frame_path(frames, frames->count), NULL,
                 "The folder still contains later frames of an earlier video.");
    return tell(frames, what);
}
