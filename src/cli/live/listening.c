// SPDX-License-Identifier: MIT

#include "core/float_rules.h"

#include "cli/live/listening.h"

#include "base/number.h"
#include "project/files/os.h"
#include "project/live/report.h"

#include <string.h>

enum { WAIT_MILLISECONDS = 30 };

static int read_senders(const CliArgs *args, MienLiveAddress **out_senders, int *out_count)
{
    *out_senders = mieni_arena_take(args->arena, (size_t)args->given_count, sizeof **out_senders);
    if (*out_senders == NULL)
        return cli_fail_memory(args);
    for (int i = 0; i < args->given_count; ++i) {
        if (strcmp(args->given[i].option->name, "sender") != 0)
            continue;
        if (!mieni_address_read(args->given[i].value, &(*out_senders)[(*out_count)++]))
            return cli_fail(args, CLI_EXIT_USAGE, NULL, args->given[i].value,
                            "--sender is an address such as 192.168.1.20.");
    }
    return CLI_EXIT_OK;
}

static int open_port(CliListening *listening, int port)
{
    if (port < 1 || port > 65535)
        return cli_fail(listening->args, CLI_EXIT_USAGE, NULL, NULL, "--port is from 1 to 65535.");
    listening->at.port = (uint16_t)port;
    return cli_sockets_open(listening->args, &listening->at, &listening->sockets);
}

static int open_ports(CliListening *listening)
{
    const CliArgs *args = listening->args;
    int code = CLI_EXIT_OK;
    if (!cli_has(args, "port")) {
        int ports[MIENI_SOCKETS_MOST];
        const int count = mieni_live_ports(ports);
        for (int i = 0; i < count && code == CLI_EXIT_OK; ++i)
            code = open_port(listening, ports[i]);
        return code;
    }
    for (int i = 0; i < args->given_count && code == CLI_EXIT_OK; ++i)
        if (strcmp(args->given[i].option->name, "port") == 0) {
            double port = 0;
            mieni_number_read(args->given[i].value, strlen(args->given[i].value), &port);
            code = open_port(listening, (int)port);
        }
    return code;
}

int cli_listening_open(const CliArgs *args, CliListening *listening)
{
    MienLiveReceiverDesc desc = {0};
    MienLiveAddress *senders = NULL;
    MienError error = {0};
    listening->args = args;
    listening->bytes = mieni_arena_take(args->arena, MIEN_LIVE_MAX_DATAGRAM, 1);
    if (listening->bytes == NULL)
        return cli_fail_memory(args);
    if (!mieni_address_read(cli_value(args, "address", "127.0.0.1"), &listening->at) ||
        listening->at.port != 0)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, cli_value(args, "address", ""),
                        "--address is an address of this machine, without a port, such as 192.168.1.5.");
    if (cli_has(args, "seconds") && !(cli_number(args, "seconds", 0) >= 0))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--seconds is 0 or more.");
    int code = read_senders(args, &senders, &desc.sender_count);
    if (code == CLI_EXIT_OK)
        code = open_ports(listening);
    if (code != CLI_EXIT_OK)
        return code;
    desc.senders = senders;
    if (mien_live_receiver_create(&desc, &listening->receiver, &error) != MIEN_OK)
        return cli_fail_error(args, NULL, &error);
    const double seconds = cli_number(args, "seconds", -1);
    listening->began = listening->now = mieni_os_seconds();
    listening->ends = seconds >= 0 ? listening->began + seconds : -1;
    return CLI_EXIT_OK;
}

void cli_listening_close(CliListening *listening)
{
    mieni_sockets_close(&listening->sockets);
    mien_live_receiver_destroy(listening->receiver);
    listening->receiver = NULL;
}

bool cli_listening_is_over(const CliListening *listening)
{
    return cli_is_cancelled() || (listening->ends >= 0 && listening->now >= listening->ends);
}

static void tell_silence(CliListening *listening)
{
    MieniTextOut text = {0};
    mieni_live_put_silence(&listening->at, listening->sockets.ports, listening->sockets.count, &text);
    listening->was_told = true;
    cli_inform(listening->args, "%.*s%s", (int)text.size, text.bytes,
               cli_has(listening->args, "address") ? "" : " A phone needs --address 0.0.0.0 here.");
    mieni_text_release(&text);
}

int64_t cli_listening_next(CliListening *listening)
{
    const int64_t size = mieni_sockets_receive(&listening->sockets, WAIT_MILLISECONDS, listening->bytes,
                                               MIEN_LIVE_MAX_DATAGRAM, &listening->from);
    listening->now = mieni_os_seconds();
    if (size < 0 && !listening->was_told && listening->now - listening->began >= MIENI_LIVE_SILENCE &&
        mien_live_receiver_received(listening->receiver).datagram_count == 0)
        tell_silence(listening);
    return size;
}

// -- What is shown

static const char *label_of(const MienLiveSourceInfo *info)
{
    return info->name[0] != '\0' ? info->name : info->id[0] != '\0' ? info->id : "-";
}

void cli_live_put_sources(const CliArgs *args, const MienLiveReceiver *receiver, double now,
                          MieniTextOut *out)
{
    static const char *const heads[] = {"source",  "protocol", "from",    ">rate",
                                        ">frames", ">no face", ">values", ">age"};
    CliTable table;
    const MienLiveReceived received = mien_live_receiver_received(receiver);
    int count = 0;
    cli_table_begin(&table, args, heads, 8);
    for (int s = 0; s < mien_live_receiver_source_count(receiver); ++s) {
        const MienLiveSourceInfo *info = mien_live_receiver_source(receiver, s);
        if (!info->is_used)
            continue;
        ++count;
        cli_table_put(&table, label_of(info));
        cli_table_put(&table, mien_live_protocol_name(info->protocol));
        cli_table_put(&table, cli_address_text(args, &info->address));
        cli_table_put(&table, cli_fixed_text(args, (double)info->rate, 1));
        cli_table_put(&table, cli_text(args, "%d", info->frame_count));
        cli_table_put(&table, cli_text(args, "%d", info->no_face_count));
        cli_table_put(&table, cli_text(args, "%d", info->value_count));
        cli_table_put(&table, cli_text(args, "%s s", cli_fixed_text(args, now - info->last, 1)));
    }
    MieniTextOut rows = {0};
    cli_table_end(&table, &rows);
    if (count > 0)
        mieni_text_put_bytes(out, rows.bytes, rows.size);
    else
        cli_putf(out, "No source (%s).\n", cli_many_text(args, received.datagram_count, "datagram"));
    mieni_text_release(&rows);
    mieni_live_put_rest(&received, out);
}

static void put_number(MieniTextOut *out, float value)
{
    mieni_text_put_number(out, mieni_number_of_float(value));
}

static void put_angles(MieniTextOut *out, const char *key, const MienLiveTransform *transform)
{
    float angles[3];
    if (transform->form == MIEN_LIVE_NO_ROTATION)
        return;
    mien_live_transform_angles(transform, angles);
    cli_putf(out, ", \"%s\": [", key);
    for (int i = 0; i < 3; ++i) {
        mieni_text_put(out, i > 0 ? ", " : "");
        put_number(out, angles[i]);
    }
    mieni_text_put(out, "]");
}

void cli_live_put_frame(MieniTextOut *out, int source, const MienLiveFrame *frame, double time)
{
    cli_putf(out, "{\"source\": %d, \"time\": ", source);
    mieni_text_put_number(out, (double)(int64_t)(time * 1e6 + 0.5) * 1e-6);
    if (frame->has_time) {
        mieni_text_put(out, ", \"sender_time\": ");
        mieni_text_put_number(out, frame->time);
    }
    cli_putf(out, ", \"face\": %s, \"values\": {", frame->has_face ? "true" : "false");
    for (int i = 0; i < frame->value_count; ++i) {
        mieni_text_put(out, i > 0 ? ", " : "");
        mieni_text_put_string(out, mien_live_frame_name(frame, i));
        mieni_text_put(out, ": ");
        put_number(out, frame->values[i].value);
    }
    mieni_text_put(out, "}");
    put_angles(out, "head", &frame->head);
    put_angles(out, "left_eye", &frame->left_eye);
    put_angles(out, "right_eye", &frame->right_eye);
    mieni_text_put(out, "}\n");
}
