// SPDX-License-Identifier: MIT
//
// Datagrams over UDP.

#pragma once

#include "mien_live/receiver.h"

#include <stdint.h>

enum { MIENI_SOCKETS_MOST = 16, MIENI_ADDRESS_ROOM = 48 };

/// Sockets that are read together. Zero-initialise.
typedef struct MieniSockets {
    intptr_t handles[MIENI_SOCKETS_MOST];
    int ports[MIENI_SOCKETS_MOST];
    bool are_ipv4[MIENI_SOCKETS_MOST];
    int count;
} MieniSockets;

/// An address as people write it: "127.0.0.1", "192.168.1.5:11111", "[::1]:39539". Names are not looked
/// up. port is kept if the text has none. False if it is not an address.
bool mieni_address_read(const char *text, MienLiveAddress *address);
bool mieni_address_is_loopback(const MienLiveAddress *address); ///< Only this machine reaches it.
/// The same as text, without the port. Returns out.
const char *mieni_address_text(const MienLiveAddress *address, char out[MIENI_ADDRESS_ROOM]);
/// Whether it is an address of this machine.
bool mieni_address_is_own(const MienLiveAddress *address);

/// Opens a socket at an address and its port, and adds it; false, and why.
bool mieni_sockets_open(const MienLiveAddress *at, MieniSockets *sockets, const char **out_reason);
void mieni_sockets_close(MieniSockets *sockets);
/// Waits for a datagram, at most this long. Returns its size; -1: none came.
int64_t mieni_sockets_receive(MieniSockets *sockets, int milliseconds, void *bytes, size_t size,
                              MienLiveAddress *out_from);
/// Opens a socket that can send to an address, at any port, unless there is one; false, and why.
bool mieni_sockets_open_to(const MienLiveAddress *to, MieniSockets *sockets, const char **out_reason);
/// Sends a datagram from the first socket that can send there. False if the system refuses.
bool mieni_sockets_send(const MieniSockets *sockets, const MienLiveAddress *to, const void *bytes,
                        size_t size);
