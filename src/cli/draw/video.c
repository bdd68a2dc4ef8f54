// SPDX-License-Identifier: MIT
//
// Runs ffmpeg. It is found in PATH and started without a shell. Its messages go to a file,
// which cannot fill up as a pipe would while frames are written.

#define _XOPEN_SOURCE 700 // posix_spawnp, kill

#include "cli/draw/video.h"

#include "cli/project.h"
#include "render/picture.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { MOST_WORDS = 64 };

/// How a kind of file is made.
typedef struct Format {
    const char *ending;
    const char *video[12], *sound[6];
    const char *opaque, *transparent; ///< Layouts of pixels; NULL: it has no opacity.
} Format;

// Players assume the colours of high-definition television, so these are written and
// declared.
#define COLORS                                                                                               \
    "-vf", "scale=out_color_matrix=bt709:out_range=tv", "-colorspace", "bt709", "-color_primaries", "bt709", \
        "-color_trc", "bt709"
#define H264                                                                                                 \
    {                                                                                                        \
        COLORS, "-c:v", "libx264", "-crf", "18"                                                              \
    }
#define VP9                                                                                                  \
    {                                                                                                        \
        COLORS, "-c:v", "libvpx-vp9", "-crf", "24"                                                           \
    }
#define AAC                                                                                                  \
    {                                                                                                        \
        "-c:a", "aac", "-b:a", "160k"                                                                        \
    }
#define PALETTE "split[a][b];[a]palettegen[p];[b][p]paletteuse"

static const Format formats[] = {
    {".mp4", H264, AAC, "yuv420p", NULL},
    {".m4v", H264, AAC, "yuv420p", NULL},
    {".mov", H264, AAC, "yuv420p", NULL},
    {".mkv", H264, AAC, "yuv420p", NULL},
    {".webm", VP9, {"-c:a", "libopus", "-b:a", "128k"}, "yuv420p", "yuva420p"},
    {".gif", {"-vf", PALETTE, "-loop", "0"}, {NULL}, NULL, NULL},
};

static const Format *find_format(const char *path)
{
    const size_t size = strlen(path);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; ++i) {
        const size_t own = strlen(formats[i].ending);
        if (size > own && strcmp(path + size - own, formats[i].ending) == 0)
            return &formats[i];
    }
    return NULL;
}

bool cli_is_video(const char *path) { return find_format(path) != NULL; }
bool cli_video_has_sound(const char *path) { return find_format(path)->sound[0] != NULL; }
bool cli_video_has_opacity(const char *path) { return find_format(path)->transparent != NULL; }
bool cli_video_may_be_odd(const char *path) { return find_format(path)->opaque == NULL; }

/// The words of a command line.
typedef struct Words {
    const char *items[MOST_WORDS];
    int count;
} Words;

static void add(Words *words, const char *a, const char *b)
{
    words->items[words->count++] = a;
    if (b != NULL)
        words->items[words->count++] = b;
}

static void add_all(Words *words, const char *const *items, int most)
{
    for (int i = 0; i < most && items[i] != NULL; ++i)
        add(words, items[i], NULL);
}

/// A path that is one, whatever it looks like: no protocol, no option.
static const char *file_word(const CliArgs *args, const char *path)
{
    return cli_text(args, "file:%s", path);
}

/// The sound begins where it belongs, silence before it, and lasts as long as the frames.
static void add_sound(const CliVideo *video, const Format *format, Words *words)
{
    const CliArgs *args = video->args;
    const double delay = video->sound_delay;
    if (delay < 0.0)
        add(words, "-ss", cli_fixed_text(args, -delay, 6));
    add(words, "-i", file_word(args, video->sound));
    add(words, "-map", "0:v");
    add(words, "-map", "1:a");
    add(words, "-af",
        delay > 0.0 ? cli_text(args, "adelay=delays=%d:all=1,apad", (int)(1000.0 * delay + 0.5)) : "apad");
    add_all(words, format->sound, 6);
}

static void choose_words(const CliVideo *video, Words *words)
{
    const CliArgs *args = video->args;
    const Format *format = find_format(video->path);
    add(words, "ffmpeg", "-hide_banner");
    add(words, "-loglevel", "error");
    add(words, "-nostdin", "-y");
    add(words, "-f", "rawvideo");
    add(words, "-pixel_format", "rgba");
    add(words, "-video_size", cli_text(args, "%dx%d", video->width, video->height));
    add(words, "-framerate", cli_fixed_text(args, video->rate, 6));
    add(words, "-i", "pipe:0");
    if (video->sound != NULL && format->sound[0] != NULL)
        add_sound(video, format, words);
    add_all(words, format->video, 12);
    if (format->opaque != NULL)
        add(words, "-pix_fmt", video->is_transparent ? format->transparent : format->opaque);
    if (strcmp(format->ending, ".webm") == 0) {
        add(words, "-b:v", "0"); // quality, not size
        add(words, "-cpu-used", "4");
        add(words, "-row-mt", "1");
    } else if (format->opaque != NULL && strcmp(format->ending, ".mkv") != 0) {
        add(words, "-movflags", "+faststart"); // plays before it is all there
    }
    add(words, "-t", cli_fixed_text(args, (double)video->frame_count / video->rate, 6));
    add(words, file_word(args, video->temporary), NULL);
}

/// In a group of its own: Ctrl-C reaches us alone, and we end it.
static int spawn(CliVideo *video, int input, const Words *words)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    sigaddset(&defaults, SIGINT);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, 0);
    posix_spawn_file_actions_adddup2(&actions, fileno(video->words), 1);
    posix_spawn_file_actions_adddup2(&actions, fileno(video->words), 2);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    const int reason =
        posix_spawnp(&video->child, "ffmpeg", &actions, &attributes, (char *const *)words->items, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (reason != 0)
        video->child = 0;
    return reason;
}

/// What is to be thrown away if the program is ended late.
static char half_path[4096];
static volatile pid_t half_child;

static void throw_away(void)
{
    if (half_child > 0)
        kill(half_child, SIGKILL);
    unlink(half_path);
}

int cli_video_begin(CliVideo *video)
{
    const CliArgs *args = video->args;
    const char *slash = strrchr(video->path, '/'), *name = slash != NULL ? slash + 1 : video->path;
    Words words = {.count = 0};
    struct stat about;
    int ends[2];
    video->input = -1;
    if (stat(video->path, &about) == 0 && !S_ISREG(about.st_mode))
        return cli_fail(args, CLI_EXIT_WRITE, video->path, NULL,
                        "Not a regular file: cannot write a video there.");
    if (slash != NULL && stat(cli_text(args, "%.*s", (int)(name - video->path), video->path), &about) != 0)
        return cli_fail(args, CLI_EXIT_WRITE, video->path, NULL, "Cannot write the file: %s.",
                        strerror(errno));
    video->temporary =
        cli_text(args, "%.*s.%ld-%s", (int)(name - video->path), video->path, (long)getpid(), name);
    choose_words(video, &words);
    video->words = tmpfile();
    if (args->arena->is_out_of_memory)
        return cli_fail_memory(args);
    if (video->words == NULL || pipe(ends) != 0)
        return cli_fail(args, CLI_EXIT_WRITE, video->path, NULL, "Cannot start ffmpeg: %s.", strerror(errno));
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    if (snprintf(half_path, sizeof half_path, "%s", video->temporary) < (int)sizeof half_path)
        cli_undo_late(throw_away);
    const int reason = spawn(video, ends[0], &words);
    half_child = video->child;
    close(ends[0]);
    video->input = ends[1];
    if (reason == ENOENT)
        return cli_fail(
            args, CLI_EXIT_WRITE, video->path, NULL,
            "Video needs ffmpeg, which is not in PATH: install it, or use a folder for PNG files.");
    if (reason != 0)
        return cli_fail(args, CLI_EXIT_WRITE, video->path, NULL, "Cannot start ffmpeg: %s.",
                        strerror(reason));
    cli_survive_pipes(); // ffmpeg may end before the frames do
    return CLI_EXIT_OK;
}

/// The last line that ffmpeg said, without what ends sentences; "" if it said nothing.
static const char *last_words(const CliVideo *video)
{
    char text[1025];
    fseek(video->words, 0, SEEK_END);
    const long size = ftell(video->words), from = size > 1024 ? size - 1024 : 0;
    fseek(video->words, from, SEEK_SET);
    size_t count = fread(text, 1, 1024, video->words);
    for (size_t i = 0; i < count; ++i) // neither bytes that are no text nor tabs
        if (text[i] != '\n' && (text[i] < ' ' || text[i] > '~'))
            text[i] = ' ';
    while (count > 0 && strchr("\n .", text[count - 1]) != NULL)
        --count;
    text[count] = '\0';
    const char *line = strrchr(text, '\n');
    return cli_text(video->args, "%s", line != NULL ? line + 1 : text);
}

/// Waits for ffmpeg; says what it said if it failed.
static int await_child(CliVideo *video)
{
    int status = 0;
    while (waitpid(video->child, &status, 0) < 0 && errno == EINTR)
        if (cli_is_cancelled())
            kill(video->child, SIGKILL);
    video->child = half_child = 0;
    if (cli_is_cancelled())
        return cli_fail_cancelled(video->args);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return CLI_EXIT_OK;
    const char *words = last_words(video);
    return cli_fail(video->args, CLI_EXIT_WRITE, video->path, NULL,
                    "ffmpeg failed%s%s. Try another file format, or a folder for PNG files.",
                    words[0] != '\0' ? ": " : "", words);
}

int cli_video_put(CliVideo *video, const MieniPicture *picture)
{
    const uint8_t *bytes = picture->pixels;
    size_t left = (size_t)picture->width * (size_t)picture->height * 4;
    while (left > 0) {
        if (cli_is_cancelled())
            return cli_fail_cancelled(video->args);
        const ssize_t wrote = write(video->input, bytes, left);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0) { // it does not read any more
            const int code = await_child(video);
            return code != CLI_EXIT_OK ? code
                                       : cli_fail(video->args, CLI_EXIT_WRITE, video->path, NULL,
                                                  "ffmpeg ended before it had all frames.");
        }
        bytes += wrote;
        left -= (size_t)wrote;
    }
    return CLI_EXIT_OK;
}

int cli_video_end(CliVideo *video, int code)
{
    if (video->input >= 0 && video->temporary != NULL)
        close(video->input);
    video->input = -1;
    if (video->child > 0 && code != CLI_EXIT_OK) {
        kill(video->child, SIGKILL); // what it makes is thrown away
        while (waitpid(video->child, NULL, 0) < 0 && errno == EINTR)
            ;
    } else if (video->child > 0) {
        code = await_child(video);
    }
    video->child = 0;
    if (code == CLI_EXIT_OK && rename(video->temporary, video->path) != 0)
        code = cli_fail(video->args, CLI_EXIT_WRITE, video->path, NULL, "Cannot write the file: %s.",
                        strerror(errno));
    if (code != CLI_EXIT_OK && video->temporary != NULL)
        unlink(video->temporary);
    half_child = 0;
    cli_undo_late(NULL);
    if (video->words != NULL)
        fclose(video->words);
    video->words = NULL;
    return code;
}
