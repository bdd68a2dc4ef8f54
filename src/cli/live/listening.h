// SPDX-License-Identifier: MIT
//
// What commands share that receive live data: sockets, the receiver, and the table of sources.

#pragma once

#include "cli/cli.h"
#include "cli/live/socket.h"

/// Options of commands that receive.
#define CLI_LIVE_OPTIONS                                                                                     \
    {.name = "address",                                                                                      \
     .value = "ADDRESS",                                                                                     \
     .help = "Receive at this address of the machine; `0.0.0.0` is all of them (default: 127.0.0.1, only "   \
             "programs of this machine)"},                                                                   \
        {.name = "port",                                                                                     \
         .value = "PORT",                                                                                    \
         .kind = CLI_INTEGER,                                                                                \
         .is_repeated = true,                                                                                \
         .help = "Receive at this UDP port; repeat it for several (default: those of all protocols)"},       \
        {.name = "sender",                                                                                   \
         .value = "ADDRESS",                                                                                 \
         .is_repeated = true,                                                                                \
         .help = "Accept only datagrams from this address; repeat it for several"},                          \
    {                                                                                                        \
        .name = "seconds", .value = "SECONDS", .kind = CLI_NUMBER,                                           \
        .help = "End after this time (default: Ctrl-C)"                                                      \
    }

/// Receiving. Zero-initialise.
typedef struct CliListening {
    const CliArgs *args;
    MieniSockets sockets;
    MienLiveReceiver *receiver;
    MienLiveAddress at;
    double began, ends; ///< Seconds of the clock.
    uint8_t *bytes;     ///< Of the last datagram.
    MienLiveAddress from;
    double now;
    bool was_told; ///< That nothing arrives.
} CliListening;

/// Opens what the options say. Returns the exit code.
int cli_listening_open(const CliArgs *args, CliListening *listening);
void cli_listening_close(CliListening *listening);
/// Waits a little for a datagram; its size, or -1. Reports once that nothing arrives.
int64_t cli_listening_next(CliListening *listening);
/// Whether the time is over, or Ctrl-C was pressed.
bool cli_listening_is_over(const CliListening *listening);

/// The table of sources, and what belongs to none.
void cli_live_put_sources(const CliArgs *args, const MienLiveReceiver *receiver, double now,
                          MieniTextOut *out);
/// A frame as a line of JSON. time: seconds since the beginning.
void cli_live_put_frame(MieniTextOut *out, int source, const MienLiveFrame *frame, double time);
