// SPDX-License-Identifier: MIT

#include "cli/live/socket.h"

#include "cli/cli.h"

const char *cli_address_text(const CliArgs *args, const MienLiveAddress *address)
{
    char text[MIENI_ADDRESS_ROOM];
    return cli_text(args, "%s", mieni_address_text(address, text));
}

static int fail_at(const CliArgs *args, const MienLiveAddress *at, const char *reason)
{
    return cli_fail(args, CLI_EXIT_INPUT, NULL,
                    cli_text(args, "%s, port %d", cli_address_text(args, at), at->port), "%s", reason);
}

int cli_sockets_open(const CliArgs *args, const MienLiveAddress *at, MieniSockets *sockets)
{
    const char *reason;
    return mieni_sockets_open(at, sockets, &reason) ? CLI_EXIT_OK : fail_at(args, at, reason);
}

int cli_sockets_open_to(const CliArgs *args, const MienLiveAddress *to, MieniSockets *sockets)
{
    const char *reason;
    return mieni_sockets_open_to(to, sockets, &reason) ? CLI_EXIT_OK : fail_at(args, to, reason);
}
