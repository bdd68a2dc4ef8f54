// SPDX-License-Identifier: MIT
//
// Datagrams over UDP.

#pragma once

#include "cli/args.h"
#include "mien_live/receiver.h"

#include <stdint.h>

enum { CLI_MOST_SOCKETS = 16 };

/// Sockets that are read together.
typedef struct CliSockets {
    intptr_t handles[CLI_MOST_SOCKETS];
    int ports[CLI_MOST_SOCKETS];
    bool are_ipv4[CLI_MOST_SOCKETS];
    int count;
} CliSockets;

/// An address as people write it: "127.0.0.1", "192.168.1.5:11111", "[::1]:39539". Names are not looked
/// up. port is kept if the text has none. False if it is not an address.
bool cli_address_read(const char *text, MienLiveAddress *address);
bool cli_address_is_loopback(const MienLiveAddress *address); ///< Only this machine reaches it.
/// The same as text, without the port.
const char *cli_address_text(const CliArgs *args, const MienLiveAddress *address);

/// Whether it is an address of this machine.
bool cli_address_is_own(const MienLiveAddress *address);

/// Opens a socket at an address and its port, and adds it. Returns the exit code.
int cli_sockets_open(const CliArgs *args, const MienLiveAddress *at, CliSockets *sockets);
void cli_sockets_close(CliSockets *sockets);
/// Waits for a datagram at most so long. Returns its size; -1: none came.
int64_t cli_sockets_receive(CliSockets *sockets, int milliseconds, void *bytes, size_t size,
                            MienLiveAddress *out_from);
/// Opens a socket that can send to an address, at any port, unless there is one. Returns the exit code.
int cli_sockets_open_to(const CliArgs *args, const MienLiveAddress *to, CliSockets *sockets);
/// Sends a datagram from the first socket that can send there. False if the system refuses.
bool cli_sockets_send(const CliSockets *sockets, const MienLiveAddress *to, const void *bytes, size_t size);
