// SPDX-License-Identifier: MIT

#include "cli/live/remote.h"

#include "cli/cli.h"

int cli_remote_open(const CliArgs *args, CliRemote *remote)
{
    if (!cli_has(args, "phone"))
        return CLI_EXIT_OK;
    if (!cli_has(args, "slate"))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        "--phone needs --slate: the phone names its recording by it.");
    remote->phone.port = MIEN_LIVE_LINK_FACE_CONTROL;
    if (!mieni_address_read(cli_value(args, "phone", ""), &remote->phone))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, cli_value(args, "phone", ""),
                        "--phone is an address such as 192.168.1.20, or with a port 192.168.1.20:8000.");
    const int code = cli_sockets_open_to(args, &remote->phone, &remote->sockets);
    remote->is_open = code == CLI_EXIT_OK;
    return code;
}

static bool send_command(const CliRemote *remote, MienStatus status, const uint8_t *bytes, size_t size)
{
    return status == MIEN_OK && mieni_sockets_send(&remote->sockets, &remote->phone, bytes, size);
}

int cli_remote_start(const CliArgs *args, CliRemote *remote, const char *slate, int take)
{
    uint8_t bytes[1024];
    size_t size = 0;
    if (!remote->is_open)
        return CLI_EXIT_OK;
    const MienStatus status = mien_live_link_face_record_start(slate, take, bytes, sizeof bytes, &size, NULL);
    remote->is_recording = send_command(remote, status, bytes, size);
    return remote->is_recording ? CLI_EXIT_OK
                                : cli_fail(args, CLI_EXIT_WRITE, NULL, cli_address_text(args, &remote->phone),
                                           "The command to record could not be sent.");
}

void cli_remote_close(const CliArgs *args, CliRemote *remote)
{
    uint8_t bytes[64];
    size_t size = 0;
    if (remote->is_recording) {
        const MienStatus status = mien_live_link_face_record_stop(bytes, sizeof bytes, &size, NULL);
        if (!send_command(remote, status, bytes, size))
            cli_warn(args, NULL, cli_address_text(args, &remote->phone),
                     "The command to stop could not be sent: stop the recording on the phone.");
    }
    mieni_sockets_close(&remote->sockets);
    remote->is_recording = remote->is_open = false;
}
