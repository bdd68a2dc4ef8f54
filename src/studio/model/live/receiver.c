// SPDX-License-Identifier: MIT

#include "core/float_rules.h"

#include "studio/model/live/receiver.h"

#include "base/number.h"
#include "project/files/os.h"
#include "project/live/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SOURCES = 16 };

struct StudioReceiver {
    MieniSockets sockets;
    MienLiveAddress at;
    MienLiveReceiver *receiver;
    StudioDriver *drivers[MOST_SOURCES];
    int chosen; ///< -1: the first that sends.
    double began, now;
    MienAuthorMap *map;
    MienLiveCalibration *calibration;
};

StudioReceiver *studio_receiver_create(void)
{
    StudioReceiver *receiver = calloc(1, sizeof *receiver);
    if (receiver != NULL)
        receiver->chosen = -1;
    return receiver;
}

void studio_receiver_destroy(StudioReceiver *receiver)
{
    if (receiver == NULL)
        return;
    studio_receiver_close(receiver);
    mien_author_map_destroy(receiver->map);
    mien_live_calibration_destroy(receiver->calibration);
    free(receiver);
}

// -- Sockets

/// The ports that a person typed; -1 if they are none.
static int read_ports(const char *text, int out_ports[MIENI_SOCKETS_MOST])
{
    int count = 0;
    text += strspn(text, " ,");
    if (*text == '\0')
        return mieni_live_ports(out_ports);
    for (; *text != '\0'; text += strspn(text, " ,")) {
        const size_t size = strcspn(text, " ,");
        double port;
        if (count == MIENI_SOCKETS_MOST || !mieni_number_read(text, size, &port) || !(port >= 1) ||
            port > 65535 || port != (double)(int)port)
            return -1;
        out_ports[count++] = (int)port;
        text += size;
    }
    return count;
}

bool studio_receiver_open(StudioReceiver *receiver, const char *address, const char *ports,
                          char out_reason[STUDIO_REASON_ROOM])
{
    int numbers[MIENI_SOCKETS_MOST];
    const int count = read_ports(ports, numbers);
    MienError error = {0};
    studio_receiver_close(receiver);
    receiver->at = (MienLiveAddress){0};
    if (!mieni_address_read(address, &receiver->at) || receiver->at.port != 0)
        snprintf(out_reason, STUDIO_REASON_ROOM,
                 "The address is one of this machine, such as 127.0.0.1, or 0.0.0.0 for all.");
    else if (count < 0)
        snprintf(out_reason, STUDIO_REASON_ROOM, "Ports are from 1 to 65535, with commas between them.");
    else if (mien_live_receiver_create(&(MienLiveReceiverDesc){.source_count = MOST_SOURCES},
                                       &receiver->receiver, &error) != MIEN_OK)
        snprintf(out_reason, STUDIO_REASON_ROOM, "%s", error.message);
    for (int i = 0; receiver->receiver != NULL && i < count; ++i) {
        const char *reason;
        receiver->at.port = (uint16_t)numbers[i];
        if (mieni_sockets_open(&receiver->at, &receiver->sockets, &reason))
            continue;
        snprintf(out_reason, STUDIO_REASON_ROOM, "Port %d: %s", numbers[i], reason);
        studio_receiver_close(receiver);
    }
    receiver->began = receiver->now = mieni_os_seconds();
    return receiver->receiver != NULL;
}

void studio_receiver_close(StudioReceiver *receiver)
{
    mieni_sockets_close(&receiver->sockets);
    mien_live_receiver_destroy(receiver->receiver);
    receiver->receiver = NULL;
    for (int i = 0; i < MOST_SOURCES; ++i) {
        studio_driver_destroy(receiver->drivers[i]);
        receiver->drivers[i] = NULL;
    }
    receiver->chosen = -1;
}

const MieniSockets *studio_receiver_sockets(const StudioReceiver *receiver) { return &receiver->sockets; }

// -- Frames

static void on_frame(void *user, int source, const MienLiveFrame *frame)
{
    StudioReceiver *receiver = user;
    StudioDriver **driver = &receiver->drivers[source];
    if (mien_live_receiver_source(receiver->receiver, source)->frame_count <= 1) { // a new one in its place
        studio_driver_destroy(*driver);
        *driver = NULL;
    }
    if (*driver == NULL && (*driver = studio_driver_create()) != NULL)
        studio_driver_set(*driver, receiver->map, receiver->calibration);
    if (*driver != NULL)
        studio_driver_add(*driver, frame, receiver->now);
}

void studio_receiver_add(StudioReceiver *receiver, const MienLiveAddress *from, const void *bytes,
                         size_t size, double arrival)
{
    if (receiver->receiver == NULL)
        return;
    receiver->now = arrival;
    mien_live_receiver_add(receiver->receiver, from, bytes, size, arrival, on_frame, receiver);
}

void studio_receiver_poll(StudioReceiver *receiver)
{
    receiver->now = mieni_os_seconds();
    if (receiver->receiver != NULL)
        mien_live_receiver_poll(receiver->receiver, receiver->now, on_frame, receiver);
}

StudioLiveValues studio_receiver_sample(StudioReceiver *receiver)
{
    const int chosen = studio_receiver_chosen(receiver);
    receiver->now = mieni_os_seconds();
    if (chosen < 0)
        return (StudioLiveValues){.time = receiver->now};
    return studio_driver_sample(receiver->drivers[chosen], receiver->now);
}

// -- Sources

/// Without a clock of the sender, late datagrams cannot be told from lost ones.
static int count_gaps(const StudioDriver *driver)
{
    const MienLiveFrame *frame = driver != NULL ? studio_driver_frame(driver) : NULL;
    return frame != NULL && frame->has_time ? studio_driver_state(driver).gap_count : -1;
}

int studio_receiver_senders(const StudioReceiver *receiver, StudioSender *out_senders, int most)
{
    const int chosen = studio_receiver_chosen(receiver);
    int count = 0;
    for (int s = 0; receiver->receiver != NULL && s < MOST_SOURCES; ++s) {
        const MienLiveSourceInfo *info = mien_live_receiver_source(receiver->receiver, s);
        if (!info->is_used)
            continue;
        if (count < most)
            out_senders[count] = (StudioSender){.index = s,
                                                .info = info,
                                                .gap_count = count_gaps(receiver->drivers[s]),
                                                .age = receiver->now - info->last,
                                                .is_chosen = s == chosen};
        ++count;
    }
    return count;
}

void studio_receiver_choose(StudioReceiver *receiver, int source) { receiver->chosen = source; }

int studio_receiver_chosen(const StudioReceiver *receiver)
{
    int first = -1;
    for (int s = MOST_SOURCES - 1; s >= 0; --s)
        if (receiver->drivers[s] != NULL && studio_driver_frame(receiver->drivers[s]) != NULL)
            first = s;
    const int chosen = receiver->chosen;
    return chosen >= 0 && chosen < MOST_SOURCES && receiver->drivers[chosen] != NULL ? chosen : first;
}

const StudioDriver *studio_receiver_driver(const StudioReceiver *receiver)
{
    const int chosen = studio_receiver_chosen(receiver);
    return chosen >= 0 ? receiver->drivers[chosen] : NULL;
}

static void set_all(StudioReceiver *receiver, MienAuthorMap *map, MienLiveCalibration *calibration)
{
    for (int s = 0; s < MOST_SOURCES; ++s)
        if (receiver->drivers[s] != NULL)
            studio_driver_set(receiver->drivers[s], map, calibration);
    if (map != receiver->map)
        mien_author_map_destroy(receiver->map);
    if (calibration != receiver->calibration)
        mien_live_calibration_destroy(receiver->calibration);
    receiver->map = map;
    receiver->calibration = calibration;
}

void studio_receiver_set_map(StudioReceiver *receiver, MienAuthorMap *map)
{
    set_all(receiver, map, receiver->calibration);
}

void studio_receiver_set_calibration(StudioReceiver *receiver, MienLiveCalibration *calibration)
{
    set_all(receiver, receiver->map, calibration);
}

// -- What is said

void studio_receiver_put_trouble(const StudioReceiver *receiver, MieniTextOut *out)
{
    if (receiver->receiver == NULL)
        return;
    const MienLiveReceived received = mien_live_receiver_received(receiver->receiver);
    if (received.datagram_count == 0 && receiver->now - receiver->began >= MIENI_LIVE_SILENCE) {
        mieni_live_put_silence(&receiver->at, receiver->sockets.ports, receiver->sockets.count, out);
        if (mieni_address_is_loopback(&receiver->at))
            mieni_text_put(out, " A phone needs the address 0.0.0.0 here.");
        mieni_text_put(out, "\n");
    }
    mieni_live_put_rest(&received, out);
}

void studio_receiver_put_bound(const StudioReceiver *receiver, const char *const *names, int count,
                               MieniTextOut *out)
{
    const int chosen = studio_receiver_chosen(receiver);
    const StudioDriver *driver = studio_receiver_driver(receiver);
    const MienLiveFrame *frame = driver != NULL ? studio_driver_frame(driver) : NULL;
    bool is_bound[MIEN_LIVE_MAX_VALUES];
    MieniArena arena = {0};
    MieniLiveCurves curves;
    if (frame == NULL)
        return;
    mieni_live_curves_fill(&arena, names, count, &curves);
    if (!arena.is_out_of_memory) {
        for (int i = 0; i < frame->value_count; ++i)
            is_bound[i] = studio_driver_reaches(driver, mien_live_frame_name(frame, i), &curves);
        const MienLiveSourceInfo *info = mien_live_receiver_source(receiver->receiver, chosen);
        mieni_live_put_bound(frame, is_bound, mieni_live_source_label(info), out);
    }
    mieni_arena_release(&arena);
}
