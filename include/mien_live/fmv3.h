// SPDX-License-Identifier: MIT
//
// Face Motion v3 (FMV3), revision 5: the binary protocol of newer versions of iFacialMocap and
// Facemotion3d. UDP 49983 on both sides. We ask a phone, it sends a schema with names, we acknowledge it,
// and frames follow until we stop pinging. A phone whose user entered our address begins by itself.
//
// Known from the vendor's publication and its vectors; not tried with a phone.
//
// Names, space, values and errors are those of mien_live/live.h.
//
// Ownership A struct of the caller per phone, without pointers. Bytes are only read.
// Memory    Reading and answering allocate nothing.
// Threads   No state outside the given structs: call from any thread.
// Security  Reading never answers. Send what mien_live_fmv3_answer gives only to a phone that the user
//           named.

#pragma once

#include "mien_live/live.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MIEN_LIVE_FMV3_BODY   32768 ///< Bytes of a message. Schemas that need more are refused.
#define MIEN_LIVE_FMV3_NAMES  4096  ///< Names of a schema. A frame has the first that fit it.
#define MIEN_LIVE_FMV3_PARTS  512   ///< Parts of a message.
#define MIEN_LIVE_FMV3_SETS   3     ///< Messages of which some parts have come.
#define MIEN_LIVE_FMV3_ANSWER 48    ///< Bytes of the largest message that we send.

/// A message of which some parts have come, in the order of their arrival.
typedef struct MienLiveFmv3Set {
    bool is_used;
    uint8_t header[36]; ///< What all parts have in common; the part's number is 0 here.
    double since;
    int part_count;                                                       ///< That have come.
    size_t size;                                                          ///< Of these.
    uint16_t starts[MIEN_LIVE_FMV3_PARTS], lengths[MIEN_LIVE_FMV3_PARTS]; ///< Length 0: has not come.
    uint8_t bytes[MIEN_LIVE_FMV3_BODY];
} MienLiveFmv3Set;

/// What one phone has sent so far, and what we asked. Zero-initialise; about 190 KB.
typedef struct MienLiveFmv3 {
    uint64_t session; ///< 0: no schema has come.
    uint32_t schema_id;
    bool has_sequence;
    uint32_t sequence; ///< Of the newest frame.
    int late_count;    ///< Frames that were older than the newest one, or came twice.
    int skipped_count; ///< Frames of another session or schema.
    double lease;      ///< Seconds for which the phone sends after a ping.

    // The schema.
    int name_count;
    bool is_wide;                            ///< Values have 32 bits instead of 16.
    int16_t places[MIEN_LIVE_FMV3_NAMES];    ///< Of names in the frame; -1: it has no room.
    int dropped_names;                       ///< Names without a place.
    MienLiveFrame frame;                     ///< The last one.
    uint16_t seen[2 * MIEN_LIVE_FMV3_NAMES]; ///< A hash table of names, while a schema is read.

    // Messages in parts.
    MienLiveFmv3Set sets[MIEN_LIVE_FMV3_SETS];
    uint8_t joined[MIEN_LIVE_FMV3_BODY];

    // What we ask.
    uint64_t nonce;
    int rate, hello_count, silent_count;
    bool needs_ack, needs_schema;
    uint32_t ping;
    uint32_t wanted_schema;                              ///< 0: any.
    double last_hello, last_get, last_ping, last_silent; ///< Seconds.
    double last_frame;                                   ///< Arrival of a frame or a schema.
} MienLiveFmv3;

/// Reads a datagram of the phone that arrived at a time, in seconds of a clock that never goes back. Calls
/// with each frame. An error that the phone reports is a refused datagram with its words.
MIEN_API MienStatus mien_live_fmv3_read(MienLiveFmv3 *fmv3, const void *bytes, size_t size, double now,
                                        MienLiveOnFrame on_frame, void *user, MienError *error);

/// Begins to ask a phone. nonce is a random number that is not 0; rate the frames per second, 1 to 60.
MIEN_API void mien_live_fmv3_ask(MienLiveFmv3 *fmv3, uint64_t nonce, int rate);
/// A message to send to the phone's UDP 49983 at this time, and its size; 0: nothing. Call it after each
/// datagram and ten times per second, until it gives 0.
MIEN_API size_t mien_live_fmv3_answer(MienLiveFmv3 *fmv3, double now,
                                      uint8_t out_bytes[MIEN_LIVE_FMV3_ANSWER]);
/// The message that ends a session, to send before the program ends; 0 bytes if there is none.
MIEN_API size_t mien_live_fmv3_stop(const MienLiveFmv3 *fmv3, uint8_t out_bytes[MIEN_LIVE_FMV3_ANSWER]);

#ifdef __cplusplus
}
#endif
