// SPDX-License-Identifier: MIT
//
// Output of animated images: a folder with numbered PNG files, or a video. Built with
// MIEN_RENDER.

#pragma once

#include "cli/draw/pictures.h"
#include "cli/draw/video.h"
#include "cli/report/progress.h"
#include "render/picture.h"

typedef struct CliFrames {
    const CliArgs *args;
    const char *path;
    bool is_video;
    int width, height; ///< Of a frame.
    double rate;       ///< Frames per second.
    int count;         ///< Of all frames; set it before the first.
    // Private.
    int done;
    CliVideo video;
    CliProgress progress;
} CliFrames;

/// Reads --output, --size and --rate; a size that is not given is this one. Says what is
/// wrong and returns the exit code.
int cli_frames_options(CliFrames *frames, const CliArgs *args, int width, int height);
/// The number of frames in a time; an error if it is none or too many.
int cli_frames_count(CliFrames *frames, double seconds);

/// Makes the folder or starts the video. sound may be NULL; delay is the seconds from the
/// first frame to its beginning. End it in any case.
int cli_frames_begin(CliFrames *frames, const char *sound, double delay);
/// Adds a frame. Tells the progress; fails once the work is cancelled.
int cli_frames_put(CliFrames *frames, const MieniPicture *picture);
/// Ends it, and tells of it if code is fine: what it shows.
int cli_frames_end(CliFrames *frames, int code, const char *what);
