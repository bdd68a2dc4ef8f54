// SPDX-License-Identifier: MIT
//
// Sockets of commands: what goes wrong is said, and becomes the exit code.

#pragma once

#include "cli/args.h"
#include "project/live/socket.h"

/// An address as text, without the port.
const char *cli_address_text(const CliArgs *args, const MienLiveAddress *address);
/// Opens a socket at an address and its port, and adds it. Returns the exit code.
int cli_sockets_open(const CliArgs *args, const MienLiveAddress *at, MieniSockets *sockets);
/// Opens a socket that can send to an address, at any port, unless there is one. Returns the exit code.
int cli_sockets_open_to(const CliArgs *args, const MienLiveAddress *to, MieniSockets *sockets);
