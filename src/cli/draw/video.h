// SPDX-License-Identifier: MIT
//
// Video files, encoded by ffmpeg as a child process: raw images go to its standard input,
// and the file gets its name only when it is complete.

#pragma once

#include "cli/cli.h"

#include <stdio.h>
#include <sys/types.h>

struct MieniPicture;

typedef struct CliVideo {
    const CliArgs *args;
    const char *path;
    int width, height; ///< Even, except of a GIF.
    double rate;       ///< Frames per second.
    int frame_count;
    const char *sound;  ///< A file, or NULL.
    double sound_delay; ///< Seconds from the first frame to the sound's beginning; may be below 0.
    bool is_transparent;
    // Private.
    const char *temporary;
    pid_t child; ///< 0: none runs.
    int input;   ///< Its standard input; -1: closed.
    FILE *words; ///< What it says.
} CliVideo;

/// Whether a path ends as a video that can be made does: ".mp4".
bool cli_is_video(const char *path);
/// Whether such a video has room for sound, opacity, and sides that are odd.
bool cli_video_has_sound(const char *path);
bool cli_video_has_opacity(const char *path);
bool cli_video_may_be_odd(const char *path);

/// Starts ffmpeg. Says what is wrong and returns the exit code. End it in any case.
int cli_video_begin(CliVideo *video);
/// Hands over a frame.
int cli_video_put(CliVideo *video, const struct MieniPicture *picture);
/// Waits for ffmpeg and puts the file in its place, if code is fine; otherwise ends it and
/// removes what it wrote.
int cli_video_end(CliVideo *video, int code);
