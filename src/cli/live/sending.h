// SPDX-License-Identifier: MIT
//
// What commands share that send faces: protocols, destinations, and which source is sent.

#pragma once

#include "cli/cli.h"
#include "cli/live/socket.h"

enum { CLI_MOST_DESTINATIONS = 16 };

/// Options of commands that send.
#define CLI_SEND_OPTIONS                                                                                     \
    {.name = "destination",                                                                                  \
     .value = "ADDRESS:PORT",                                                                                \
     .is_repeated = true,                                                                                    \
     .help = "Send there; repeat it for several. Without a port it is the protocol's"},                      \
        {.name = "protocol",                                                                                 \
         .value = "PROTOCOL",                                                                                \
         .kind = CLI_CHOICE,                                                                                 \
         .choices = "livelink|vmc|ifacialmocap|ifacialmocap2|facemotion3d|unified|vrchat",                   \
         .help = "What to send (default: `livelink`)"},                                                      \
        {.name = "source",                                                                                   \
         .value = "NAME",                                                                                    \
         .help = "Send only the source with this name or id (default: the first; `livelink` sends all)"},    \
    {                                                                                                        \
        .name = "subject", .value = "NAME",                                                                  \
        .help = "The name of the face, for `livelink` (default: that of the source or clip)"                 \
    }

/// Sending. Zero-initialise.
typedef struct CliSending {
    const CliArgs *args;
    int form; ///< Which of the protocols.
    MieniSockets sockets;
    MienLiveAddress targets[CLI_MOST_DESTINATIONS];
    int target_count;
    int only;   ///< The target of the next datagram; -1: all.
    int source; ///< The one that is sent, if there is only one; -1 before it came.
    bool was_told;
    MienLiveFrame frame; ///< As it is sent.
    int frame_count;
    uint64_t sent_count, failed_count; ///< Datagrams.
    int reason;                        ///< Why the last one failed: errno.
} CliSending;

/// Opens what the options say. Returns the exit code.
int cli_sending_open(const CliArgs *args, CliSending *sending);
void cli_sending_close(CliSending *sending);
/// Sends a frame of a source to all destinations. time: seconds since the beginning, for frames without
/// a clock of their own.
void cli_sending_frame(CliSending *sending, int source, const MienLiveFrame *frame, double time);
/// Says what was sent, and fails if nothing could be. Returns the exit code.
int cli_sending_end(const CliSending *sending);
