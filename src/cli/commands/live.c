// SPDX-License-Identifier: MIT
//
// mien live listen, record, replay, relay and serve

#include "core/float_rules.h"

#include "cli/live/binding.h"
#include "cli/live/calibrating.h"
#include "cli/live/capture.h"
#include "cli/live/listening.h"
#include "cli/live/remote.h"
#include "cli/live/sending.h"
#include "cli/live/serve.h"

#include "core/utf8.h"
#include "project/files/os.h"
#include "project/live/recording.h"

#include <errno.h>
#include <string.h>

static const double refresh = 0.5; // Seconds.

/// What a command does with datagrams and frames.
typedef struct Live {
    CliListening listening;
    MieniTextOut text; ///< What is to be written next.
    double shown;      ///< When the table was.
    int rows;          ///< Lines of the table on the terminal.
    bool is_over;
    MieniRecording recording;
    const char *path;    ///< Of the recording.
    CliSending *sending; ///< Where frames are passed on; NULL: nowhere.
    CliRemote remote;
    CliBinding *binding; ///< Faces to compare names with; NULL: none.
    CliCalibrating calibrating;
} Live;

// -- Showing

static void show_frame(void *user, int source, const MienLiveFrame *frame)
{
    Live *live = user;
    frame = cli_calibrating_run(&live->calibrating, frame);
    if (live->sending != NULL)
        cli_sending_frame(live->sending, source, frame, live->listening.now - live->listening.began);
    if (cli_binding_add(live->binding, source, frame) && live->listening.args->json)
        cli_binding_put_json(live->binding, source, &live->text);
    if (live->listening.args->json)
        cli_live_put_frame(&live->text, source, frame, live->listening.now - live->listening.began);
}

/// The table over the one before, on a terminal.
static void show_table(Live *live)
{
    MieniArena arena = {0};
    CliArgs args = *live->listening.args;
    args.arena = &arena; // hours of tables
    if (live->rows > 0)
        mieni_text_putf(&live->text, "\x1b[%dA\x1b[J", live->rows);
    const size_t begin = live->text.size;
    cli_live_put_sources(&args, live->listening.receiver, live->listening.now, &live->text);
    cli_binding_put(&args, live->binding, live->listening.receiver, &live->text);
    live->rows = 0;
    for (size_t i = begin; i < live->text.size; ++i)
        live->rows += live->text.bytes[i] == '\n';
    live->shown = live->listening.now;
    mieni_arena_release(&arena);
}

static int show_next(Live *live)
{
    const CliArgs *args = live->listening.args;
    const bool is_table = !args->json && !args->quiet && mieni_os_is_terminal(1);
    if (is_table && live->listening.now - live->shown >= refresh)
        show_table(live);
    return live->text.size > 0 ? cli_write_next(args, &live->text, &live->is_over) : CLI_EXIT_OK;
}

/// The table at the end, where there was none.
static int show_last(Live *live)
{
    const CliArgs *args = live->listening.args;
    if (args->json || args->quiet)
        return CLI_EXIT_OK;
    show_table(live);
    return cli_write_next(args, &live->text, &live->is_over);
}

// -- Capturing

static int fail_write(const Live *live)
{
    return cli_fail(live->listening.args, CLI_EXIT_WRITE, live->path, NULL, "%s", strerror(errno));
}

static int take_number(const CliArgs *args) { return (int)cli_number(args, "take-number", 1); }

static int check_slate(const CliArgs *args)
{
    const char *slate = cli_value(args, "slate", NULL), *why = NULL;
    const double number = cli_number(args, "take-number", 1);
    if (slate != NULL && !mieni_name_is_valid(slate, strlen(slate), &why))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, "--slate", "%s", why);
    if (slate == NULL && cli_has(args, "take-number"))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--take-number needs --slate.");
    if (!(number >= 0 && number <= 999999))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--take-number is from 0 to 999999.");
    return CLI_EXIT_OK;
}

static int begin_capture(Live *live)
{
    const CliArgs *args = live->listening.args;
    live->path = args->values[0];
    const int code = cli_check_writable(args, live->path);
    if (code != CLI_EXIT_OK)
        return code;
    if (cli_has(args, "force"))
        (void)mieni_os_remove(NULL, live->path);
    if (mieni_recording_begin(&live->recording, live->path, cli_value(args, "slate", NULL), take_number(args),
                              live->listening.began))
        return CLI_EXIT_OK;
    return errno == EEXIST ? cli_fail(args, CLI_EXIT_WRITE, live->path, NULL,
                                      "The file exists: choose another name, or replace it with --force.")
                           : fail_write(live);
}

// -- Receiving

static int receive(Live *live)
{
    CliListening *listening = &live->listening;
    int code = CLI_EXIT_OK;
    while (code == CLI_EXIT_OK && !live->is_over && !cli_listening_is_over(listening)) {
        const int64_t size = cli_listening_next(listening);
        if (size >= 0 && live->recording.is_open &&
            !mieni_recording_add(&live->recording, &listening->from, listening->bytes, (size_t)size,
                                 listening->now))
            return fail_write(live);
        if (size >= 0)
            mien_live_receiver_add(listening->receiver, &listening->from, listening->bytes, (size_t)size,
                                   listening->now, show_frame, live);
        mien_live_receiver_poll(listening->receiver, listening->now, show_frame, live);
        code = show_next(live);
    }
    return code == CLI_EXIT_OK && !live->is_over ? show_last(live) : code;
}

static void close_live(Live *live)
{
    cli_listening_close(&live->listening);
    cli_remote_close(live->listening.args, &live->remote);
    cli_binding_close(live->binding);
    cli_calibrating_close(&live->calibrating);
    mieni_text_release(&live->text);
    (void)mieni_recording_end(&live->recording);
}

static int run_listen(const CliArgs *args)
{
    Live live = {0};
    int code = cli_binding_open(args, 0, &live.binding);
    if (code == CLI_EXIT_OK)
        code = cli_calibrating_open(args, &live.calibrating);
    if (code == CLI_EXIT_OK)
        code = cli_listening_open(args, &live.listening);
    if (code == CLI_EXIT_OK)
        code = receive(&live);
    close_live(&live);
    return code;
}

static int run_record(const CliArgs *args)
{
    Live live = {0};
    int code = check_slate(args);
    if (code == CLI_EXIT_OK)
        code = cli_remote_open(args, &live.remote);
    if (code == CLI_EXIT_OK)
        code = cli_listening_open(args, &live.listening);
    if (code == CLI_EXIT_OK)
        code = begin_capture(&live);
    if (code == CLI_EXIT_OK)
        code = cli_remote_start(args, &live.remote, cli_value(args, "slate", ""), take_number(args));
    if (code == CLI_EXIT_OK)
        code = receive(&live);
    if (code == CLI_EXIT_OK)
        cli_inform(args, "%s: %s, %llu bytes. It holds a face and network addresses: share it with care.",
                   live.path,
                   cli_many_text(args, mien_live_receiver_received(live.listening.receiver).datagram_count,
                                 "datagram"),
                   (unsigned long long)live.recording.written);
    close_live(&live);
    return code;
}

// -- Relaying

static bool is_any(const MienLiveAddress *address)
{
    static const uint8_t four[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255}, six[16];
    return memcmp(address->bytes, four, 16) == 0 || memcmp(address->bytes, six, 16) == 0;
}

/// A destination at which the command itself receives would send each frame for ever.
static int check_circle(const CliArgs *args, const CliListening *listening, const CliSending *sending)
{
    for (int t = 0; t < sending->target_count; ++t)
        for (int s = 0; s < listening->sockets.count; ++s) {
            const MienLiveAddress *target = &sending->targets[t], *at = &listening->at;
            if (listening->sockets.ports[s] == target->port && mieni_address_is_own(target) &&
                (is_any(at) || is_any(target) || memcmp(at->bytes, target->bytes, 16) == 0))
                return cli_fail(args, CLI_EXIT_USAGE, NULL,
                                cli_text(args, "%s, port %d", cli_address_text(args, target), target->port),
                                "This command receives there itself: send to another port, or receive at "
                                "another one with --port.");
        }
    return CLI_EXIT_OK;
}

static int run_relay(const CliArgs *args)
{
    Live live = {.sending = mieni_arena_take(args->arena, 1, sizeof *live.sending)};
    if (live.sending == NULL)
        return cli_fail_memory(args);
    int code = cli_sending_open(args, live.sending);
    if (code == CLI_EXIT_OK)
        code = cli_calibrating_open(args, &live.calibrating);
    if (code == CLI_EXIT_OK)
        code = cli_listening_open(args, &live.listening);
    if (code == CLI_EXIT_OK)
        code = check_circle(args, &live.listening, live.sending);
    if (code == CLI_EXIT_OK)
        code = receive(&live);
    if (code == CLI_EXIT_OK)
        code = cli_sending_end(live.sending);
    cli_sending_close(live.sending);
    close_live(&live);
    return code;
}

// -- Replaying

typedef struct Replay {
    Live live;
    CliCapture capture;
    bool has_target;
    MienLiveAddress target;
    double began;
} Replay;

static int open_replay(const CliArgs *args, Replay *replay)
{
    MienError error = {0};
    CliListening *listening = &replay->live.listening;
    listening->args = args;
    replay->began = mieni_os_seconds();
    int code = cli_calibrating_open(args, &replay->live.calibrating);
    if (code == CLI_EXIT_OK)
        code = cli_capture_open(args, args->values[0], &replay->capture);
    if (code != CLI_EXIT_OK)
        return code;
    if (mien_live_receiver_create(&(MienLiveReceiverDesc){0}, &listening->receiver, &error) != MIEN_OK)
        return cli_fail_error(args, args->values[0], &error);
    if (!cli_has(args, "destination"))
        return CLI_EXIT_OK;
    replay->has_target = true;
    if (!mieni_address_read(cli_value(args, "destination", ""), &replay->target) || replay->target.port == 0)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, cli_value(args, "destination", ""),
                        "--destination is an address and a port, such as 127.0.0.1:11111.");
    return cli_sockets_open_to(args, &replay->target, &listening->sockets);
}

static int replay_record(Replay *replay)
{
    Live *live = &replay->live;
    CliListening *listening = &live->listening;
    const MienLiveRecord *record = &replay->capture.record;
    listening->now = replay->capture.time;
    if (replay->has_target &&
        (!cli_wait_until(replay->began + listening->now) ||
         !mieni_sockets_send(&listening->sockets, &replay->target, record->bytes, record->size)))
        return cli_is_cancelled() ? cli_fail_cancelled(listening->args)
                                  : cli_fail(listening->args, CLI_EXIT_WRITE, NULL, NULL,
                                             "The datagram could not be sent: %s.", strerror(errno));
    mien_live_receiver_add(listening->receiver, &replay->capture.from, record->bytes, record->size,
                           listening->now, show_frame, live);
    mien_live_receiver_poll(listening->receiver, listening->now, show_frame, live);
    return live->text.size > 0 ? cli_write_next(listening->args, &live->text, &live->is_over) : CLI_EXIT_OK;
}

static int replay_all(Replay *replay)
{
    bool has_record = true;
    int code = CLI_EXIT_OK;
    while (code == CLI_EXIT_OK && has_record && !replay->live.is_over) {
        code = cli_capture_next(&replay->capture, &has_record);
        if (code == CLI_EXIT_OK && has_record)
            code = replay_record(replay);
    }
    return code == CLI_EXIT_OK && !replay->live.is_over ? show_last(&replay->live) : code;
}

static int run_replay(const CliArgs *args)
{
    Replay replay = {0};
    int code = cli_binding_open(args, 1, &replay.live.binding);
    if (code == CLI_EXIT_OK)
        code = open_replay(args, &replay);
    if (code == CLI_EXIT_OK)
        code = replay_all(&replay);
    close_live(&replay.live);
    cli_capture_close(&replay.capture);
    return code;
}

// -- The table of commands

static const CliArgument listen_arguments[] = {CLI_FACES_ARGUMENT, {0}};
static const CliOption listen_options[] = {CLI_LIVE_OPTIONS, CLI_CALIBRATION_OPTION, CLI_PROJECT_OPTION, {0}};
static const CliExample listen_examples[] = {
    {"mien live listen --address 0.0.0.0", "Show what phones and programs send to this machine"},
    {"mien live listen faces/ada --address 0.0.0.0", "Also say which names do not move Ada"},
    {"mien live listen --port 11111 --seconds 10 --json > face.jsonl", "Ten seconds of frames, one per line"},
    {0},
};

const CliCommand cli_cmd_live_listen = {
    .path = "live listen",
    .group = "Live",
    .summary = "Show what face trackers send",
    .description =
        "Receives datagrams of face trackers until Ctrl-C and shows a table of their sources: protocol, "
        "address, frames per second, frames without a face, values of the last frame, and seconds since it "
        "came. The protocol is known by the first bytes, whatever the port. What is not understood is "
        "counted, with the reason. For each FACE it also shows how many names of a source move it, and which "
        "do not. With `--json` every frame is a line; a line with `unbound` comes before frames with other "
        "names.\n\n"
        "None of the protocols is encrypted or signed. Without `--address` only programs of this machine are "
        "heard; `--sender` accepts only the devices you name. Nothing is sent, and nothing is stored.",
    .arguments = listen_arguments,
    .options = listen_options,
    .examples = listen_examples,
    .exits = CLI_MAY(CLI_EXIT_INPUT) | CLI_MAY(CLI_EXIT_WRITE),
    .run = run_listen,
};

static const CliArgument record_arguments[] = {
    {.name = "CAPTURE", .help = "The file to create", .kind = CLI_FILE},
    {0},
};
static const CliOption record_options[] = {
    CLI_LIVE_OPTIONS,
    {.name = "slate", .value = "NAME", .help = "The scene of this take, kept in the capture"},
    {.name = "take-number",
     .value = "NUMBER",
     .kind = CLI_INTEGER,
     .help = "The number of this take of the slate (default: 1)"},
    CLI_REMOTE_OPTION,
    {.name = "force", .help = "Replace an existing capture"},
    {0},
};
static const CliExample record_examples[] = {
    {"mien live record take1.mienlive --address 0.0.0.0 --sender 192.168.1.20",
     "Record one phone until Ctrl-C"},
    {"mien live record line3.mienlive --slate line --take-number 3 --seconds 20",
     "Twenty seconds, as take 3 of a slate"},
    {"mien live record line4.mienlive --slate line --take-number 4 --address 0.0.0.0 --phone 192.168.1.20",
     "The phone records too, with its video"},
    {0},
};

const CliCommand cli_cmd_live_record = {
    .path = "live record",
    .group = "Live",
    .summary = "Record what face trackers send",
    .description =
        "Receives as `mien live listen`, and writes every datagram to a capture with the time of its arrival "
        "and the address of its sender. Captures are only appended to: if the program or the machine stops, "
        "all datagrams before that are there.\n\n"
        "A capture is personal data: it holds a face in motion, the id and name of a device, and network "
        "addresses. Only you may read the file.\n\n"
        "`mien import` makes a clip of each device in a capture, with keys at the times of its own clock. "
        "The "
        "slate and the number of the take are in the names of the takes.\n\n"
        "With `--phone` the Live Link Face app records at the same time, with its video: it gets a command "
        "at "
        "the beginning and at the end. Enable OSC in the app. The command is not confirmed: look at the "
        "phone.",
    .arguments = record_arguments,
    .options = record_options,
    .examples = record_examples,
    .exits = CLI_MAY(CLI_EXIT_INPUT) | CLI_MAY(CLI_EXIT_WRITE),
    .run = run_record,
};

static const CliArgument replay_arguments[] = {
    {.name = "CAPTURE", .help = "A capture by `mien live record`", .kind = CLI_FILE},
    CLI_FACES_ARGUMENT,
    {0},
};
static const CliOption replay_options[] = {
    CLI_CALIBRATION_OPTION,
    CLI_PROJECT_OPTION,
    {.name = "destination",
     .value = "ADDRESS:PORT",
     .excludes = "calibration",
     .help = "Send the datagrams there, at the times at which they came"},
    {0},
};
static const CliExample replay_examples[] = {
    {"mien live replay take1.mienlive", "The sources of a capture"},
    {"mien live replay take1.mienlive faces/ada", "Which of its names do not move Ada"},
    {"mien live replay take1.mienlive --json > face.jsonl", "All frames, one per line"},
    {"mien live replay take1.mienlive --destination 127.0.0.1:11111", "As if the phone sent it again"},
    {0},
};

const CliCommand cli_cmd_live_replay = {
    .path = "live replay",
    .group = "Live",
    .summary = "Replay a capture",
    .description =
        "Reads a capture as if its datagrams arrived again: the table of sources, or with `--json` every "
        "frame "
        "as a line, the same bits each time. With `--destination` the datagrams are sent there at their "
        "times, unchanged.",
    .arguments = replay_arguments,
    .options = replay_options,
    .examples = replay_examples,
    .exits = CLI_MAY(CLI_EXIT_INPUT) | CLI_MAY(CLI_EXIT_WRITE) | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = run_replay,
};

static const CliOption relay_options[] = {CLI_LIVE_OPTIONS, CLI_SEND_OPTIONS, CLI_CALIBRATION_OPTION, {0}};
static const CliExample relay_examples[] = {
    {"mien live relay --address 0.0.0.0 --port 11111 --protocol vmc --destination 127.0.0.1",
     "A phone with Live Link Face for a program that reads VMC"},
    {"mien live relay --port 49983 --destination 192.168.1.7 --destination 192.168.1.8",
     "One face to two machines as Live Link Face"},
    {0},
};

const CliCommand cli_cmd_live_relay = {
    .path = "live relay",
    .group = "Live",
    .summary = "Pass faces on in another protocol",
    .description =
        "Receives as `mien live listen`, in any protocol, and sends each frame on in the protocol that you "
        "choose. Only the destinations that you name receive anything, and senders get no answer. Frames "
        "without a face are passed on as such by `livelink`; in other protocols the last values stay.\n\n"
        "`livelink` keeps the id and name of each device, and sends all of them. The other protocols carry "
        "one face: the first that comes, or that of `--source`. See `mien live send` for the protocols.",
    .options = relay_options,
    .examples = relay_examples,
    .exits = CLI_MAY(CLI_EXIT_INPUT) | CLI_MAY(CLI_EXIT_WRITE),
    .run = run_relay,
};

static const CliOption serve_options[] = {
    CLI_LIVE_OPTIONS,
    {.name = "web",
     .value = "ADDRESS:PORT",
     .help =
         "Serve pages at this address of the machine (default: 127.0.0.1:8011, only pages of this machine)"},
    {.name = "origin",
     .value = "ORIGIN",
     .is_repeated = true,
     .help = "Also accept pages of this site, such as https://example.org; repeat it for several"},
    {.name = "clients", .value = "NUMBER", .kind = CLI_INTEGER, .help = "Clients at a time (default: 8)"},
    {0},
};

static const CliExample serve_examples[] = {
    {"mien live serve --address 0.0.0.0 --sender 192.168.1.20", "A phone for a page on this machine"},
    {"mien live serve --web 127.0.0.1:8012 --origin https://example.org", "For a page of a site"},
    {0},
};

const CliCommand cli_cmd_live_serve = {
    .path = "live serve",
    .group = "Live",
    .summary = "Pass live data on to web pages",
    .description =
        "Receives as `mien live listen`, and passes each datagram on to web pages over WebSocket, until "
        "Ctrl-C. The first line is the address for pages. Each message is a part of a capture: first its "
        "beginning, then a record per datagram, so that a page can also store what it gets.\n\n"
        "Only pages of this machine are served, and of sites that you name with `--origin`. With `--web` and "
        "another address than that of this machine itself, clients also need the token that is in the "
        "printed address. Clients must name the server by an address or as localhost. Clients that are too "
        "slow are dropped, and nothing that they send is read.",
    .options = serve_options,
    .examples = serve_examples,
    .exits = CLI_MAY(CLI_EXIT_INPUT) | CLI_MAY(CLI_EXIT_WRITE),
    .run = cli_live_serve_run,
};
