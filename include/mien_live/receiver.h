// SPDX-License-Identifier: MIT
//
// Receiver: datagrams of any sender and protocol become frames of sources. It knows each datagram's
// protocol by its first bytes, keeps what senders need between datagrams, and counts what arrives:
// the answer to "nothing moves".
//
// Ownership   Frames belong to the receiver until the call returns.
// Memory      Taken when a receiver is created. Adding a datagram allocates nothing.
// Threads     Use a receiver from one thread at a time.
// Errors      Input is untrusted. Refused datagrams are counted; the last reason is kept.
// Determinism The same datagrams and times give the same frames.

#pragma once

#include "mien_live/live.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct MienLiveReceiver MienLiveReceiver;

/// Seconds of silence after which a source gives its place to a new one, if there is no other.
#define MIEN_LIVE_SILENT 10.0

/// A sender: IPv6, or IPv4 as ::ffff:a.b.c.d.
typedef struct MienLiveAddress {
    uint8_t bytes[16];
    uint16_t port;
} MienLiveAddress;

/// How to create a receiver. Zero-initialise: zero is every field's default.
typedef struct MienLiveReceiverDesc {
    int source_count; ///< Sources at a time. 0: 64; at most 65536.
    /// Addresses to accept; ports do not matter. NULL: all.
    const MienLiveAddress *senders;
    int sender_count;
    const MienAllocator *allocator;
} MienLiveReceiverDesc;

/// Where frames come from: a device behind an address.
typedef struct MienLiveSourceInfo {
    bool is_used; ///< Whether there is a source at this index.
    MienLiveProtocol protocol;
    MienLiveAddress address;
    char id[MIEN_LIVE_MAX_SOURCE + 1], name[MIEN_LIVE_MAX_SOURCE + 1];
    int frame_count, no_face_count, value_count; ///< value_count: of the last frame.
    float rate;                                  ///< Frames per second, over about the last second.
    double last;                                 ///< Arrival of the last frame.
} MienLiveSourceInfo;

/// What arrived and belongs to no source.
typedef struct MienLiveReceived {
    int datagram_count;
    int unknown_count;   ///< Of no known protocol.
    int refused_count;   ///< Of a known protocol, but not valid.
    int stranger_count;  ///< From an address that is not accepted.
    int crowded_count;   ///< From new sources, while there was no place.
    uint8_t unknown[16]; ///< First bytes of the last one of no known protocol,
    int unknown_size;    ///< and how many they are.
    MienError refused;   ///< Why the last one was refused.
} MienLiveReceived;

/// Called with each frame that a datagram completes.
typedef void (*MienLiveOnSourceFrame)(void *user, int source, const MienLiveFrame *frame);

/// Creates a receiver. On failure *out_receiver is NULL.
MIEN_API MienStatus mien_live_receiver_create(const MienLiveReceiverDesc *desc,
                                              MienLiveReceiver **out_receiver, MienError *error);
MIEN_API void mien_live_receiver_destroy(MienLiveReceiver *receiver); ///< Accepts NULL.
/// Takes a datagram that arrived at a time, in seconds of a clock that never goes back.
MIEN_API void mien_live_receiver_add(MienLiveReceiver *receiver, const MienLiveAddress *from,
                                     const void *bytes, size_t size, double now,
                                     MienLiveOnSourceFrame on_frame, void *user);
/// Publishes frames that wait for datagrams which do not come. Call it about 30 times per second.
MIEN_API void mien_live_receiver_poll(MienLiveReceiver *receiver, double now, MienLiveOnSourceFrame on_frame,
                                      void *user);
/// Number of places for sources; places may be empty.
MIEN_API int mien_live_receiver_source_count(const MienLiveReceiver *receiver);
/// The source at an index. Valid until the next call that changes the receiver.
MIEN_API const MienLiveSourceInfo *mien_live_receiver_source(const MienLiveReceiver *receiver, int source);
/// What arrived so far that belongs to no source.
MIEN_API MienLiveReceived mien_live_receiver_received(const MienLiveReceiver *receiver);

#ifdef __cplusplus
}
#endif
