// SPDX-License-Identifier: MIT

#include "core/float_rules.h"

#include "cli/live/sending.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { ID_SIZE = 36, LINK_RATE = 60, GAME_PORT = 9000, ASSISTANT_PORT = 39540, DATAGRAM = 8192 };

typedef enum Form { LINK_FACE, VMC, TEXT_1, TEXT_2, TEXT_FACEMOTION3D, UNIFIED, VRCHAT } Form;

/// In the order of the choices of --protocol. UNKNOWN: a game, which has no protocol that is read.
static const struct {
    const char *id;
    MienLiveProtocol protocol;
    MienLiveTextStyle style;
} forms[] = {
    [LINK_FACE] = {"livelink", MIEN_LIVE_LINK_FACE, 0},
    [VMC] = {"vmc", MIEN_LIVE_VMC, 0},
    [TEXT_1] = {"ifacialmocap", MIEN_LIVE_IFACIALMOCAP, MIEN_LIVE_TEXT_V1},
    [TEXT_2] = {"ifacialmocap2", MIEN_LIVE_IFACIALMOCAP, MIEN_LIVE_TEXT_V2},
    [TEXT_FACEMOTION3D] = {"facemotion3d", MIEN_LIVE_FACEMOTION3D, MIEN_LIVE_TEXT_FACEMOTION3D},
    [UNIFIED] = {"unified", MIEN_LIVE_UNKNOWN, 0},
    [VRCHAT] = {"vrchat", MIEN_LIVE_UNKNOWN, 0},
};

static int usual_port(Form form)
{
    const int port = mien_live_protocol_port(forms[form].protocol);
    return port > 0 ? port : GAME_PORT;
}

static int add_target(CliSending *sending, const char *text)
{
    const CliArgs *args = sending->args;
    if (sending->target_count == CLI_MOST_DESTINATIONS)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "At most %d destinations are possible.",
                        (int)CLI_MOST_DESTINATIONS);
    MienLiveAddress *target = &sending->targets[sending->target_count++];
    target->port = (uint16_t)usual_port((Form)sending->form);
    if (!mieni_address_read(text, target))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, text,
                        "--destination is an address, and a port if you like, such as 127.0.0.1:%d.",
                        usual_port((Form)sending->form));
    return cli_sockets_open_to(args, target, &sending->sockets);
}

int cli_sending_open(const CliArgs *args, CliSending *sending)
{
    const char *id = cli_value(args, "protocol", forms[LINK_FACE].id);
    int code = CLI_EXIT_OK;
    sending->args = args;
    sending->source = sending->only = -1;
    while (strcmp(forms[sending->form].id, id) != 0)
        ++sending->form;
    if (strlen(cli_value(args, "subject", "")) > MIEN_LIVE_MAX_SOURCE)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--subject has at most %d bytes.",
                        MIEN_LIVE_MAX_SOURCE);
    for (int i = 0; i < args->given_count && code == CLI_EXIT_OK; ++i)
        if (strcmp(args->given[i].option->name, "destination") == 0)
            code = add_target(sending, args->given[i].value);
    if (code == CLI_EXIT_OK && sending->target_count == 0)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        "Name where to send: --destination ADDRESS, such as --destination 127.0.0.1.");
    return code;
}

void cli_sending_close(CliSending *sending) { mieni_sockets_close(&sending->sockets); }

// -- Which source

static bool is_wanted(CliSending *sending, int source, const MienLiveFrame *frame)
{
    const CliArgs *args = sending->args;
    const char *wanted = cli_value(args, "source", NULL);
    if (wanted != NULL && strcmp(frame->name, wanted) != 0 && strcmp(frame->id, wanted) != 0)
        return false;
    if (sending->form == LINK_FACE) // tells faces apart
        return true;
    if (sending->source < 0)
        sending->source = source;
    if (sending->source != source && !sending->was_told) {
        cli_inform(args, "There are several sources, and only the first is sent: choose with --source.");
        sending->was_told = true;
    }
    return sending->source == source;
}

// -- Datagrams

static void send_datagram(void *user, const void *bytes, size_t size)
{
    CliSending *sending = user;
    for (int i = 0; i < sending->target_count; ++i) {
        if (sending->only >= 0 && i != sending->only)
            continue;
        if (mieni_sockets_send(&sending->sockets, &sending->targets[i], bytes, size)) {
            sending->sent_count++;
            continue;
        }
        sending->reason = errno;
        if (sending->failed_count++ == 0)
            cli_warn(sending->args, NULL, cli_address_text(sending->args, &sending->targets[i]),
                     "A datagram could not be sent: %s.", strerror(sending->reason));
    }
}

/// What receivers of Live Link Face need: an id of 36 characters, a name and a time code.
static void complete(CliSending *sending, int source, double time)
{
    MienLiveFrame *frame = &sending->frame;
    const char *subject = cli_value(sending->args, "subject", frame->name);
    if (strlen(frame->id) != ID_SIZE)
        snprintf(frame->id, sizeof frame->id, "4D69656E-0000-4000-8000-%012X", (unsigned)source + 1u);
    memmove(frame->name, subject, strlen(subject) + 1);
    if (frame->name[0] == '\0')
        snprintf(frame->name, sizeof frame->name, "Mien %d", source + 1);
    if (frame->has_timecode)
        return;
    const double seconds = frame->has_time && frame->time >= 0 ? frame->time : time;
    const double day = seconds - 86400.0 * (double)(int64_t)(seconds / 86400.0), frames = day * LINK_RATE;
    frame->has_timecode = true;
    frame->timecode_frame = (int)frames;
    frame->timecode_sub_frame = (float)(frames - (double)(int)frames);
    frame->timecode_rate = LINK_RATE;
    frame->timecode_rate_divisor = 1;
}

static MienStatus write_one(CliSending *sending, MienError *error)
{
    uint8_t bytes[DATAGRAM];
    const MienLiveFrame *frame = &sending->frame;
    size_t size = 0;
    const MienStatus status =
        sending->form == LINK_FACE ? mien_live_link_face_write(frame, bytes, sizeof bytes, &size, error)
        : sending->form == VRCHAT  ? mien_live_vrchat_write(frame, bytes, sizeof bytes, &size, error)
                                   : mien_live_text_write(frame, forms[sending->form].style, (char *)bytes,
                                                          sizeof bytes, &size, error);
    if (status == MIEN_OK)
        send_datagram(sending, bytes, size);
    return status;
}

/// A performer also sends its status; a face that is sent to one does not.
static MienStatus write_vmc(CliSending *sending, MienError *error)
{
    MienStatus status = MIEN_OK;
    for (int i = 0; i < sending->target_count && status == MIEN_OK; ++i) {
        const MienLiveVmcOptions options = {.is_performer = sending->targets[i].port != ASSISTANT_PORT};
        sending->only = i;
        status = mien_live_vmc_write(&sending->frame, &options, send_datagram, sending, error);
    }
    sending->only = -1;
    return status;
}

void cli_sending_frame(CliSending *sending, int source, const MienLiveFrame *frame, double time)
{
    MienError error = {0};
    if (!is_wanted(sending, source, frame) || (!frame->has_face && sending->form != LINK_FACE))
        return; // without a face the last values stay
    sending->frame = *frame;
    sending->frame_count++;
    if (sending->form == LINK_FACE)
        complete(sending, source, time);
    const MienStatus status =
        sending->form == VMC ? write_vmc(sending, &error)
        : sending->form == UNIFIED
            ? mien_live_unified_write(&sending->frame, "", send_datagram, sending, &error)
            : write_one(sending, &error);
    if (status != MIEN_OK && sending->failed_count++ == 0)
        cli_warn(sending->args, NULL, NULL, "A frame could not be sent: %s", error.message);
}

int cli_sending_end(const CliSending *sending)
{
    const CliArgs *args = sending->args;
    if (sending->sent_count == 0 && sending->failed_count > 0)
        return cli_fail(args, CLI_EXIT_WRITE, NULL, NULL, "Nothing could be sent: %s.",
                        strerror(sending->reason));
    cli_inform(args, "%s sent%s.", cli_many_text(args, sending->frame_count, "frame"),
               sending->failed_count > 0
                   ? cli_text(args, ", %llu datagrams failed", (unsigned long long)sending->failed_count)
                   : "");
    return CLI_EXIT_OK;
}
