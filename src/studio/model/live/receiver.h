// SPDX-License-Identifier: MIT
//
// Receives live faces: sockets, sources, the values that one of them has for curves, and recordings.
// Nothing is opened before studio_receiver_open. The caller reads the sockets.
//
// Threads  Use a receiver from one thread.

#pragma once

#include "base/text_out.h"
#include "project/live/socket.h"
#include "studio/model/live/driver.h"

typedef struct StudioReceiver StudioReceiver;

enum { STUDIO_REASON_ROOM = 256 };

/// A source that sends, or did.
typedef struct StudioSender {
    int index;
    const MienLiveSourceInfo *info;
    int gap_count; ///< Frames that are missing, by its clock; -1: it has none.
    double age;    ///< Seconds since its last frame.
    bool is_chosen;
} StudioSender;

StudioReceiver *studio_receiver_create(void);           ///< NULL if out of memory.
void studio_receiver_destroy(StudioReceiver *receiver); ///< May be NULL. Closes everything.

/// Opens sockets at an address of this machine, at ports as a person types them ("11111, 39539"; "": the
/// default ports of all protocols). False, and why.
bool studio_receiver_open(StudioReceiver *receiver, const char *address, const char *ports,
                          char out_reason[STUDIO_REASON_ROOM]);
void studio_receiver_close(StudioReceiver *receiver);
/// The open sockets, to read; count 0: closed.
const MieniSockets *studio_receiver_sockets(const StudioReceiver *receiver);

/// Adds a datagram that arrived at a time of mieni_os_seconds.
void studio_receiver_add(StudioReceiver *receiver, const MienLiveAddress *from, const void *bytes,
                         size_t size, double arrival);
/// Call it about 30 times per second.
void studio_receiver_poll(StudioReceiver *receiver);
/// The values of the chosen source now.
StudioLiveValues studio_receiver_sample(StudioReceiver *receiver);

/// The sources, by index. Returns how many there are; at most most are stored.
int studio_receiver_senders(const StudioReceiver *receiver, StudioSender *out_senders, int most);
/// Which source drives faces; -1: the first that sends.
void studio_receiver_choose(StudioReceiver *receiver, int source);
/// The source that drives faces; -1: none yet.
int studio_receiver_chosen(const StudioReceiver *receiver);
/// Its driver; NULL: none yet.
const StudioDriver *studio_receiver_driver(const StudioReceiver *receiver);
/// How values are calibrated and translated; the receiver owns both from now on. They may be NULL.
void studio_receiver_set_map(StudioReceiver *receiver, MienAuthorMap *map);
void studio_receiver_set_calibration(StudioReceiver *receiver, MienLiveCalibration *calibration);

/// Why nothing arrives and what to do, or what was not understood; nothing if all is well.
void studio_receiver_put_trouble(const StudioReceiver *receiver, MieniTextOut *out);
/// "50 of 52 names of phone move it; not …" for a face with these names; nothing before a frame came.
void studio_receiver_put_bound(const StudioReceiver *receiver, const char *const *names, int count,
                               MieniTextOut *out);
