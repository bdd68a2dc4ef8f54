// SPDX-License-Identifier: MIT
//
// Datagrams of a face that moves, for mien-bench live.

#pragma once

#include "bench.h"

#include "mien_live/live.h"

/// Datagrams of all frames of a protocol, one after another.
typedef struct LivePackets {
    uint8_t *bytes;
    size_t *ends; ///< Where each datagram ends.
    int count;    ///< Datagrams; some protocols have several per frame.
    int frames;
} LivePackets;

/// The face of a frame: 52 shapes that move, some still, with the noise of a phone.
void bench_live_frame(int number, MienLiveFrame *out_frame);
/// The name of a protocol, as --workload has it; NULL after the last.
const char *bench_live_packet_name(int kind);
/// Makes frames frames of a protocol at 60 Hz; ends the program if it cannot.
LivePackets bench_live_packets(int kind, int frames);
void bench_live_release(LivePackets *packets);
