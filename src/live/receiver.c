// SPDX-License-Identifier: MIT
//
// A receiver: finds the source of each datagram, by protocol, address and id, in a hash table.

#include "core/float_rules.h"

#include "mien_live/fmv3.h"
#include "mien_live/receiver.h"

#include "base/arena.h"
#include "core/float_env.h"
#include "core/internal.h"
#include "live/bytes.h"
#include "live/rate.h"

#include <string.h>

enum { USUAL_SOURCES = 64, MOST_SOURCES = 65536, MOST_SENDERS = 4096 };
/// Senders at a time of protocols that need something kept between datagrams.
enum { MOST_VMC = 64, MOST_FMV3 = 16 };

typedef struct Place {
    MienLiveSourceInfo info;
    uint64_t key;
    int stream; ///< Of senders that need one; otherwise -1.
} Place;

/// Who uses what is kept between datagrams, for one protocol.
typedef struct Streams {
    int *owners; ///< The place that uses each; -1: none.
    int count;
} Streams;

struct MienLiveReceiver {
    MieniArena arena; ///< Has all that follows.
    MienLiveAddress *senders;
    int sender_count;
    Place *places;
    int place_count;
    int *table;        ///< From keys to places, plus 1; 0 is empty.
    size_t table_size; ///< A power of two.
    Streams vmc_streams, fmv3_streams;
    MienLiveVmc *vmc; ///< What these senders have sent so far.
    MienLiveFmv3 *fmv3;
    MienLiveFrame frame;
    MienLiveReceived received;
};

/// A datagram on its way.
typedef struct Datagram {
    MienLiveReceiver *receiver;
    const MienLiveAddress *from;
    double now;
    int source;
    MienLiveOnSourceFrame on_frame;
    void *user;
} Datagram;

static void fill_streams(MienLiveReceiver *receiver, Streams *streams, int most)
{
    streams->count = receiver->place_count < most ? receiver->place_count : most;
    streams->owners = mieni_arena_take(&receiver->arena, (size_t)streams->count, sizeof *streams->owners);
    for (int s = 0; s < streams->count && !receiver->arena.is_out_of_memory; ++s)
        streams->owners[s] = -1;
}

static void fill(MienLiveReceiver *receiver, const MienLiveReceiverDesc *desc)
{
    MieniArena *arena = &receiver->arena;
    receiver->place_count = desc->source_count > 0 ? desc->source_count : USUAL_SOURCES;
    receiver->table_size = 16;
    while (receiver->table_size < 2 * (size_t)receiver->place_count)
        receiver->table_size *= 2;
    receiver->senders = mieni_arena_take(arena, (size_t)desc->sender_count, sizeof *receiver->senders);
    receiver->places = mieni_arena_take(arena, (size_t)receiver->place_count, sizeof *receiver->places);
    receiver->table = mieni_arena_take(arena, receiver->table_size, sizeof *receiver->table);
    fill_streams(receiver, &receiver->vmc_streams, MOST_VMC);
    fill_streams(receiver, &receiver->fmv3_streams, MOST_FMV3);
    receiver->vmc = mieni_arena_take(arena, (size_t)receiver->vmc_streams.count, sizeof *receiver->vmc);
    receiver->fmv3 = mieni_arena_take(arena, (size_t)receiver->fmv3_streams.count, sizeof *receiver->fmv3);
    if (arena->is_out_of_memory)
        return;
    receiver->sender_count = desc->sender_count;
    if (desc->sender_count > 0)
        memcpy(receiver->senders, desc->senders, (size_t)desc->sender_count * sizeof *receiver->senders);
}

MienStatus mien_live_receiver_create(const MienLiveReceiverDesc *desc, MienLiveReceiver **out_receiver,
                                     MienError *error)
{
    *out_receiver = NULL;
    if (desc->source_count < 0 || desc->source_count > MOST_SOURCES || desc->sender_count < 0 ||
        desc->sender_count > MOST_SENDERS)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_nowhere(),
                          "A receiver has at most %d sources, and accepts at most %d addresses.",
                          (int)MOST_SOURCES, (int)MOST_SENDERS);
    MienLiveReceiver *receiver =
        mieni_allocate(desc->allocator, sizeof *receiver, _Alignof(MienLiveReceiver));
    if (receiver != NULL) {
        memset(receiver, 0, sizeof *receiver);
        receiver->arena.allocator = desc->allocator;
        fill(receiver, desc);
    }
    if (receiver == NULL || receiver->arena.is_out_of_memory) {
        mien_live_receiver_destroy(receiver);
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    }
    *out_receiver = receiver;
    return MIEN_OK;
}

void mien_live_receiver_destroy(MienLiveReceiver *receiver)
{
    if (receiver == NULL)
        return;
    const MienAllocator *allocator = receiver->arena.allocator;
    mieni_arena_release(&receiver->arena);
    mieni_free(allocator, receiver, sizeof *receiver, _Alignof(MienLiveReceiver));
}

// -- Sources

/// Devices with an id are one source from whatever port. So are senders of protocols whose frames come in
/// several datagrams: some programs send each from another port. The others are told apart by port.
static bool has_port(MienLiveProtocol protocol, const char *id)
{
    return id[0] == '\0' && protocol != MIEN_LIVE_VMC && protocol != MIEN_LIVE_FMV3;
}

static uint64_t key_of(MienLiveProtocol protocol, const MienLiveAddress *from, const char *id)
{
    uint64_t hash = mieni_live_hash(MIENI_LIVE_HASH, from->bytes, sizeof from->bytes);
    const uint16_t port = has_port(protocol, id) ? from->port : 0;
    const uint8_t rest[3] = {(uint8_t)protocol, (uint8_t)port, (uint8_t)(port >> 8)};
    return mieni_live_hash(mieni_live_hash(hash, rest, sizeof rest), id, strlen(id));
}

static bool is_place_of(const Place *place, uint64_t key, MienLiveProtocol protocol,
                        const MienLiveAddress *from, const char *id)
{
    return place->info.is_used && place->key == key && place->info.protocol == protocol &&
           memcmp(place->info.address.bytes, from->bytes, sizeof from->bytes) == 0 &&
           strcmp(place->info.id, id) == 0 &&
           (!has_port(protocol, id) || place->info.address.port == from->port);
}

/// The table's entry for a key: its place, or where it belongs.
static int *find_entry(const MienLiveReceiver *receiver, uint64_t key, MienLiveProtocol protocol,
                       const MienLiveAddress *from, const char *id)
{
    size_t at = (size_t)key & (receiver->table_size - 1);
    while (receiver->table[at] != 0 &&
           !is_place_of(&receiver->places[receiver->table[at] - 1], key, protocol, from, id))
        at = (at + 1) & (receiver->table_size - 1);
    return &receiver->table[at];
}

static void fill_table(MienLiveReceiver *receiver)
{
    memset(receiver->table, 0, receiver->table_size * sizeof *receiver->table);
    for (int p = 0; p < receiver->place_count; ++p) {
        size_t at = (size_t)receiver->places[p].key & (receiver->table_size - 1);
        while (receiver->table[at] != 0)
            at = (at + 1) & (receiver->table_size - 1);
        if (receiver->places[p].info.is_used)
            receiver->table[at] = p + 1;
    }
}

/// A place for a new source: an empty one, or that of the source that has been silent for longest.
static int find_place(const MienLiveReceiver *receiver, double now)
{
    int oldest = -1;
    for (int p = 0; p < receiver->place_count; ++p) {
        if (!receiver->places[p].info.is_used)
            return p;
        if (oldest < 0 || receiver->places[p].info.last < receiver->places[oldest].info.last)
            oldest = p;
    }
    return now - receiver->places[oldest].info.last >= MIEN_LIVE_SILENT ? oldest : -1;
}

/// A stream for a place: one that is free, or whose owner has been silent; -1: there is none.
static int take_stream(MienLiveReceiver *receiver, Streams *streams, int place, double now)
{
    int silent = -1;
    for (int s = 0; s < streams->count; ++s) {
        const int owner = streams->owners[s];
        if (owner < 0) {
            streams->owners[s] = place;
            return s;
        }
        if (now - receiver->places[owner].info.last >= MIEN_LIVE_SILENT)
            silent = s;
    }
    if (silent >= 0) {
        receiver->places[streams->owners[silent]].stream = -1;
        streams->owners[silent] = place;
    }
    return silent;
}

static void leave_streams(Streams *streams, int place)
{
    for (int s = 0; s < streams->count; ++s)
        if (streams->owners[s] == place)
            streams->owners[s] = -1;
}

/// The source of a datagram, old or new; -1: there is no place.
static int find_source(const Datagram *datagram, MienLiveProtocol protocol, const char *id)
{
    MienLiveReceiver *receiver = datagram->receiver;
    const uint64_t key = key_of(protocol, datagram->from, id);
    int *entry = find_entry(receiver, key, protocol, datagram->from, id);
    if (*entry > 0)
        return *entry - 1;
    const int place = find_place(receiver, datagram->now);
    if (place < 0) {
        receiver->received.crowded_count++;
        return -1;
    }
    leave_streams(&receiver->vmc_streams, place);
    leave_streams(&receiver->fmv3_streams, place);
    Place *to = &receiver->places[place];
    const bool was_used = to->info.is_used;
    memset(&to->info, 0, sizeof to->info);
    to->info.is_used = true;
    to->info.protocol = protocol;
    to->info.address = *datagram->from;
    to->info.last = datagram->now;
    memcpy(to->info.id, id, strlen(id) + 1);
    to->key = key;
    to->stream = -1;
    if (was_used)
        fill_table(receiver); // its old key is gone
    else
        *entry = place + 1;
    return place;
}

static void take_frame(void *user, const MienLiveFrame *frame)
{
    const Datagram *datagram = user;
    MienLiveSourceInfo *info = &datagram->receiver->places[datagram->source].info;
    info->rate = mieni_live_rate(info->rate, info->frame_count > 0 ? info->last : -1, datagram->now);
    info->last = datagram->now;
    info->frame_count++;
    info->no_face_count += !frame->has_face;
    info->value_count = frame->value_count;
    memcpy(info->name, frame->name, sizeof info->name);
    if (datagram->on_frame != NULL)
        datagram->on_frame(datagram->user, datagram->source, frame);
}

// -- Datagrams

/// A frame by itself: its source is known by the id in it.
static void take_own(void *user, const MienLiveFrame *frame)
{
    Datagram *datagram = user;
    datagram->source = find_source(datagram, frame->protocol, frame->id);
    if (datagram->source >= 0)
        take_frame(datagram, frame);
}

/// Protocols with one frame in a datagram.
static MienStatus read_one(Datagram *datagram, MienLiveProtocol protocol, const void *bytes, size_t size,
                           MienError *error)
{
    MienLiveFrame *frame = &datagram->receiver->frame;
    const MienStatus status =
        protocol == MIEN_LIVE_LINK_FACE      ? mien_live_link_face_read(bytes, size, frame, error)
        : protocol == MIEN_LIVE_VTUBE_STUDIO ? mien_live_vtube_studio_read(bytes, size, frame, error)
                                             : mien_live_text_read(bytes, size, frame, error);
    if (status == MIEN_OK)
        take_own(datagram, frame);
    return status;
}

/// Finds the source and the stream of a sender; -1: there is no place.
static int find_stream(Datagram *datagram, MienLiveProtocol protocol, Streams *streams, bool *out_is_new)
{
    MienLiveReceiver *receiver = datagram->receiver;
    datagram->source = find_source(datagram, protocol, "");
    if (datagram->source < 0)
        return -1;
    Place *place = &receiver->places[datagram->source];
    place->info.address.port = datagram->from->port;
    *out_is_new = place->stream < 0;
    if (*out_is_new)
        place->stream = take_stream(receiver, streams, datagram->source, datagram->now);
    receiver->received.crowded_count += place->stream < 0;
    return place->stream;
}

static MienStatus read_vmc(Datagram *datagram, const void *bytes, size_t size, MienError *error)
{
    bool is_new = false;
    const int stream = find_stream(datagram, MIEN_LIVE_VMC, &datagram->receiver->vmc_streams, &is_new);
    if (stream < 0)
        return MIEN_OK;
    MienLiveVmc *vmc = &datagram->receiver->vmc[stream];
    if (is_new)
        memset(vmc, 0, sizeof *vmc);
    return mien_live_vmc_read(vmc, bytes, size, datagram->now, take_frame, datagram, error);
}

static MienStatus read_fmv3(Datagram *datagram, const void *bytes, size_t size, MienError *error)
{
    bool is_new = false;
    const int stream = find_stream(datagram, MIEN_LIVE_FMV3, &datagram->receiver->fmv3_streams, &is_new);
    if (stream < 0)
        return MIEN_OK;
    MienLiveFmv3 *fmv3 = &datagram->receiver->fmv3[stream];
    if (is_new)
        memset(fmv3, 0, sizeof *fmv3);
    return mien_live_fmv3_read(fmv3, bytes, size, datagram->now, take_frame, datagram, error);
}

/// False if the protocol is not known.
static bool read_datagram(Datagram *datagram, const void *bytes, size_t size, MienStatus *out_status,
                          MienError *error)
{
    MienLiveFrame *frame = &datagram->receiver->frame;
    const MienLiveProtocol protocol = mien_live_sniff(bytes, size);
    switch (protocol) {
    case MIEN_LIVE_VMC:
        *out_status = read_vmc(datagram, bytes, size, error);
        break;
    case MIEN_LIVE_FMV3:
        *out_status = read_fmv3(datagram, bytes, size, error);
        break;
    case MIEN_LIVE_ROKOKO:
        *out_status = mien_live_rokoko_read(bytes, size, frame, take_own, datagram, error);
        break;
    case MIEN_LIVE_OPENSEEFACE:
        *out_status = mien_live_openseeface_read(bytes, size, frame, take_own, datagram, error);
        break;
    case MIEN_LIVE_UNKNOWN:
        return false;
    default:
        *out_status = read_one(datagram, protocol, bytes, size, error);
        break;
    }
    return true;
}

static bool is_accepted(const MienLiveReceiver *receiver, const MienLiveAddress *from)
{
    for (int s = 0; s < receiver->sender_count; ++s)
        if (memcmp(receiver->senders[s].bytes, from->bytes, sizeof from->bytes) == 0)
            return true;
    return receiver->sender_count == 0;
}

static MIENI_APART void add(MienLiveReceiver *receiver, const MienLiveAddress *from, const void *bytes,
                            size_t size, double now, MienLiveOnSourceFrame on_frame, void *user)
{
    MienLiveReceived *received = &receiver->received;
    Datagram datagram = {receiver, from, now, -1, on_frame, user};
    MienError error = {0};
    MienStatus status = MIEN_OK;
    received->datagram_count++;
    if (!is_accepted(receiver, from)) {
        received->stranger_count++;
        return;
    }
    if (!read_datagram(&datagram, bytes, size, &status, &error)) {
        received->unknown_count++;
        received->unknown_size = size < sizeof received->unknown ? (int)size : (int)sizeof received->unknown;
        if (received->unknown_size > 0)
            memcpy(received->unknown, bytes, (size_t)received->unknown_size);
    }
    if (status != MIEN_OK) {
        received->refused_count++;
        received->refused = error;
    }
}

void mien_live_receiver_add(MienLiveReceiver *receiver, const MienLiveAddress *from, const void *bytes,
                            size_t size, double now, MienLiveOnSourceFrame on_frame, void *user)
{
    const MieniFloatEnv env = mieni_float_env_enter();
    add(receiver, from, bytes, size, now, on_frame, user);
    mieni_float_env_leave(env);
}

static MIENI_APART void poll_streams(MienLiveReceiver *receiver, double now, MienLiveOnSourceFrame on_frame,
                                     void *user)
{
    for (int s = 0; s < receiver->vmc_streams.count; ++s) {
        Datagram datagram = {receiver, NULL, now, receiver->vmc_streams.owners[s], on_frame, user};
        if (datagram.source >= 0)
            mien_live_vmc_poll(&receiver->vmc[s], now, take_frame, &datagram);
    }
}

void mien_live_receiver_poll(MienLiveReceiver *receiver, double now, MienLiveOnSourceFrame on_frame,
                             void *user)
{
    const MieniFloatEnv env = mieni_float_env_enter();
    poll_streams(receiver, now, on_frame, user);
    mieni_float_env_leave(env);
}

// -- What is known

int mien_live_receiver_source_count(const MienLiveReceiver *receiver) { return receiver->place_count; }

const MienLiveSourceInfo *mien_live_receiver_source(const MienLiveReceiver *receiver, int source)
{
    static const MienLiveSourceInfo none;
    return source >= 0 && source < receiver->place_count ? &receiver->places[source].info : &none;
}

MienLiveReceived mien_live_receiver_received(const MienLiveReceiver *receiver) { return receiver->received; }
