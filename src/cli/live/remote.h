// SPDX-License-Identifier: MIT
//
// Starts and stops the recording of a phone that the user named.

#pragma once

#include "cli/live/socket.h"

#define CLI_REMOTE_OPTION                                                                                    \
    {                                                                                                        \
        .name = "phone", .value = "ADDRESS[:PORT]",                                                          \
        .help =                                                                                              \
            "Also start and stop the recording of the Live Link Face app there, over OSC (default port: "    \
            "8000); needs `--slate`"                                                                         \
    }

/// Zero-initialise.
typedef struct CliRemote {
    MieniSockets sockets;
    MienLiveAddress phone;
    bool is_open, is_recording;
} CliRemote;

/// Opens what --phone says, if it is given. Returns the exit code.
int cli_remote_open(const CliArgs *args, CliRemote *remote);
/// Starts the recording of the phone, if there is one. Returns the exit code.
int cli_remote_start(const CliArgs *args, CliRemote *remote, const char *slate, int take);
/// Stops the recording if it was started, and closes.
void cli_remote_close(const CliArgs *args, CliRemote *remote);
