// SPDX-License-Identifier: MIT
//
// mien live send

#include "core/float_rules.h"

#include "cli/clip_source.h"
#include "cli/live/calibrating.h"
#include "cli/live/capture.h"
#include "cli/live/sending.h"

#include "project/files/os.h"

#include <string.h>

typedef struct Send {
    const CliArgs *args;
    CliSending sending;
    CliCalibrating calibrating;
    double began, time; ///< Seconds of the clock, and since then.
    double length;      ///< Seconds after which it ends.
    MienLiveFrame frame;
} Send;

/// Waits until the time of a frame has come. False if it is over.
static bool wait_for(const Send *send)
{
    return send->time <= send->length && cli_wait_until(send->began + send->time);
}

// -- Clips

/// The clip's name, without folders and ends.
static void set_name(Send *send, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    const size_t size = strcspn(name, "."), most = MIEN_LIVE_MAX_SOURCE;
    memcpy(send->frame.name, name, size < most ? size : most);
    send->frame.name[size < most ? size : most] = '\0';
}

static int send_moment(Send *send, CliClipSource *clip, double time, int number, int rate, int divisor)
{
    MienLiveFrame *frame = &send->frame;
    const int code = cli_clip_source_go(clip, time);
    if (code != CLI_EXIT_OK)
        return code;
    mien_live_frame_clear(frame, MIEN_LIVE_LINK_FACE);
    set_name(send, clip->name);
    for (int c = 0; c < clip->curve_count; ++c)
        mien_live_frame_set_curve(frame, cli_clip_source_curve(clip, c),
                                  cli_clip_source_value(clip, c, time));
    frame->has_face = frame->has_time = frame->has_timecode = true;
    frame->time = send->time;
    frame->timecode_frame = number;
    frame->timecode_rate = rate;
    frame->timecode_rate_divisor = divisor;
    cli_sending_frame(&send->sending, 0, frame, send->time);
    return CLI_EXIT_OK;
}

/// That a receiver can make something of the names.
static void check_names(const CliArgs *args, const CliClipSource *clip)
{
    int known = 0;
    for (int c = 0; c < clip->curve_count; ++c)
        known += mien_live_arkit_find(cli_clip_source_curve(clip, c)) >= 0;
    if (known == 0 && strcmp(cli_value(args, "protocol", ""), "vmc") != 0)
        cli_warn(
            args, clip->name, NULL,
            "No curve has the name of one of ARKit's shapes, which receivers follow: give the clip a map "
            "to arkit.");
}

static int send_clip(Send *send)
{
    enum { MOST_FRAMES = 100000000 };
    const CliArgs *args = send->args;
    CliClipSource clip;
    int rate = 0, divisor = 1;
    int code = cli_clip_source_open(&clip, args);
    if (code == CLI_EXIT_OK)
        code = cli_rate(args, &rate, &divisor);
    if (code != CLI_EXIT_OK) {
        cli_clip_source_close(&clip);
        return code;
    }
    if (rate == 0) {
        rate = clip.frame_rate;
        divisor = clip.rate_divisor;
    }
    check_names(args, &clip);
    const double step = (double)divisor / (double)rate, last = clip.length / step + 1e-6;
    const int count = last < (double)MOST_FRAMES ? (int)last + 1 : MOST_FRAMES;
    send->began = mieni_os_seconds();
    for (int number = 0; code == CLI_EXIT_OK && (number < count || cli_has(args, "loop")); ++number) {
        send->time = (double)number * step;
        if (!wait_for(send))
            break;
        code = send_moment(send, &clip, (double)(number % count) * step, number, rate, divisor);
        if (number == MOST_FRAMES)
            break;
    }
    cli_clip_source_close(&clip);
    return code;
}

// -- Captures

static void pass_frame(void *user, int source, const MienLiveFrame *frame)
{
    Send *send = user;
    cli_sending_frame(&send->sending, source, cli_calibrating_run(&send->calibrating, frame), send->time);
}

/// The capture once, from a time on.
static int send_capture_once(Send *send, MienLiveReceiver *receiver, double from)
{
    CliCapture capture;
    bool has_record = true;
    int code = cli_capture_open(send->args, send->args->values[0], &capture);
    while (code == CLI_EXIT_OK && has_record) {
        code = cli_capture_next(&capture, &has_record);
        if (code != CLI_EXIT_OK || !has_record)
            break;
        send->time = from + capture.time;
        if (!wait_for(send))
            break;
        mien_live_receiver_add(receiver, &capture.from, capture.record.bytes, capture.record.size, send->time,
                               pass_frame, send);
        mien_live_receiver_poll(receiver, send->time, pass_frame, send);
    }
    cli_capture_close(&capture);
    return code;
}

static int send_capture(Send *send)
{
    const CliArgs *args = send->args;
    MienLiveReceiver *receiver;
    MienError error = {0};
    int code;
    if (cli_has(args, "rate"))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        "--rate is for clips: the frames of a capture are sent at their times.");
    if (mien_live_receiver_create(&(MienLiveReceiverDesc){0}, &receiver, &error) != MIEN_OK)
        return cli_fail_error(args, args->values[0], &error);
    send->began = mieni_os_seconds();
    do {
        const double from = mieni_os_seconds() - send->began;
        code = send_capture_once(send, receiver, from);
        if (send->time <= from) // nothing to wait for
            break;
    } while (code == CLI_EXIT_OK && cli_has(args, "loop") && send->time <= send->length &&
             !cli_is_cancelled());
    mien_live_receiver_destroy(receiver);
    return code;
}

static int run(const CliArgs *args)
{
    Send *send = mieni_arena_take(args->arena, 1, sizeof *send);
    if (send == NULL)
        return cli_fail_memory(args);
    send->args = args;
    send->length = cli_number(args, "seconds", 1e9);
    if (!(send->length >= 0))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--seconds is 0 or more.");
    int code = cli_sending_open(args, &send->sending);
    if (code == CLI_EXIT_OK)
        code = cli_calibrating_open(args, &send->calibrating);
    if (code == CLI_EXIT_OK)
        code = cli_is_capture(args->values[0]) ? send_capture(send) : send_clip(send);
    if (code == CLI_EXIT_OK)
        code = cli_sending_end(&send->sending);
    cli_sending_close(&send->sending);
    cli_calibrating_close(&send->calibrating);
    return code;
}

static const CliArgument arguments[] = {
    {.name = "CLIP",
     .help = "A clip of the project, a packed clip, a file with a take, or a capture (`.mienlive`)",
     .kind = CLI_FILE},
    {0},
};
static const CliOption options[] = {
    CLI_SEND_OPTIONS,
    {.name = "rate",
     .value = "RATE",
     .help = "Frames per second of a clip: 30 or 30000/1001 (default: the clip's)"},
    CLI_CALIBRATION_OPTION,
    {.name = "loop", .help = "Begin again at the end, until Ctrl-C"},
    {.name = "seconds",
     .value = "SECONDS",
     .kind = CLI_NUMBER,
     .help = "End after this time (default: the end of the clip)"},
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample examples[] = {
    {"mien live send takes/line_01.csv --destination 127.0.0.1", "A take to Unreal Engine on this machine"},
    {"mien live send hello --protocol vmc --destination 127.0.0.1 --loop", "A clip to a VMC program"},
    {"mien live send take1.mienlive --protocol unified --destination 127.0.0.1", "A capture to a game"},
    {0},
};

const CliCommand cli_cmd_live_send = {
    .path = "live send",
    .group = "Live",
    .summary = "Send a clip or a capture as a face tracker would",
    .description =
        "Sends the frames of a clip at its rate, or those of a capture at their times, to programs that "
        "receive faces. Shapes of ARKit are sent by any spelling, and the curves `HeadYaw`, `HeadPitch`, "
        "`HeadRoll`, `LeftEyeYaw` and so on as the rotations of head and eyes. Only the destinations that "
        "you name receive anything.\n\n"
        "`livelink` is Live Link Face, `vmc` the Virtual Motion Capture protocol, `ifacialmocap` and "
        "`ifacialmocap2` the text of iFacialMocap in version 1 and 2, `facemotion3d` that of Facemotion3d, "
        "`unified` the parameters of Unified Expressions, and `vrchat` VRChat's own face tracking. A VMC "
        "face to port 39540 is sent as by an assistant, without status and time.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = run,
};
