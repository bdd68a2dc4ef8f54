// SPDX-License-Identifier: MIT
//
// Messages of mien live serve to frames, and frames to the faces that follow.

#include "web/live/live.h"

#include "mien_live/capture.h"

#include <stdlib.h>
#include <string.h>

WEB_EXPORT(receiver_destroy) void web_receiver_destroy(WebReceiver *receiver)
{
    if (receiver == NULL)
        return;
    const int count = receiver->receiver != NULL ? mien_live_receiver_source_count(receiver->receiver) : 0;
    for (int s = 0; receiver->last != NULL && s < count; ++s)
        free(receiver->last[s]);
    mien_live_receiver_destroy(receiver->receiver);
    free(receiver->last);
    free(receiver->buffer);
    free(receiver);
}

/// sources: at a time; 0: 64.
WEB_EXPORT(receiver_new) WebReceiver *web_receiver_new(int sources)
{
    const MienLiveReceiverDesc desc = {.source_count = sources};
    WebReceiver *receiver = calloc(1, sizeof *receiver);
    if (receiver == NULL)
        return web_refuse(MIEN_ERROR_MEMORY, "The page has no more memory for a receiver.");
    if (mien_live_receiver_create(&desc, &receiver->receiver, &web_error) == MIEN_OK) {
        const int count = mien_live_receiver_source_count(receiver->receiver);
        receiver->last = calloc((size_t)count, sizeof *receiver->last);
        if (receiver->last != NULL)
            return receiver;
        web_refuse(MIEN_ERROR_MEMORY, "The page has no more memory for a receiver.");
    }
    web_receiver_destroy(receiver);
    return NULL;
}

double web_receiver_time(WebReceiver *receiver, double now)
{
    if (now > receiver->now)
        receiver->now = now;
    return receiver->now;
}

/// Whether a face follows this source: the one that it wants, or the first that sends, until that is silent.
static bool follows(WebFace *face, const WebReceiver *receiver, int source)
{
    const MienLiveSourceInfo *info = mien_live_receiver_source(receiver->receiver, source);
    if (face->wanted[0] != '\0')
        return strcmp(face->wanted, info->id) == 0 || strcmp(face->wanted, info->name) == 0;
    if (face->source >= 0 && face->source != source) {
        const MienLiveSourceInfo *old = mien_live_receiver_source(receiver->receiver, face->source);
        if (old->is_used && receiver->now - old->last < MIEN_LIVE_SILENT)
            return false;
    }
    return true;
}

static void take_frame(void *user, int source, const MienLiveFrame *frame)
{
    WebReceiver *receiver = user;
    MienLiveFrame **last = &receiver->last[source];
    if (*last == NULL)
        *last = malloc(sizeof **last);
    if (*last != NULL)
        **last = *frame;
    for (WebFace *face = receiver->faces; face != NULL; face = face->next)
        if (follows(face, receiver, source)) {
            face->source = source;
            mien_live_face_add(face->face, 0, frame, receiver->now);
        }
}

void web_receiver_poll(WebReceiver *receiver, double now)
{
    mien_live_receiver_poll(receiver->receiver, web_receiver_time(receiver, now), take_frame, receiver);
}

/// Where the page writes a message of this size. The beginning of a capture fits before it.
WEB_EXPORT(receiver_room) uint8_t *web_receiver_room(WebReceiver *receiver, size_t size)
{
    if (receiver->buffer == NULL || size > receiver->room) {
        free(receiver->buffer);
        receiver->buffer = size > PTRDIFF_MAX / 2 ? NULL : malloc(size + MIEN_LIVE_CAPTURE_HEADER);
        receiver->room = receiver->buffer != NULL ? size : 0;
    }
    if (receiver->buffer == NULL)
        return web_refuse(MIEN_ERROR_MEMORY, "The page has no more memory for a message.");
    return receiver->buffer + MIEN_LIVE_CAPTURE_HEADER;
}

/// Takes the records of a message that was written there: the datagrams arrive now, or, with a negative time,
/// when they did. Returns 1 plus their number; 0 if a record is damaged.
WEB_EXPORT(receiver_take) int web_receiver_take(WebReceiver *receiver, size_t size, double now)
{
    const uint8_t *message = receiver->buffer + MIEN_LIVE_CAPTURE_HEADER;
    const bool is_beginning = size >= 8 && memcmp(message, "MienLive", 8) == 0;
    const uint8_t *bytes = is_beginning ? message : receiver->buffer;
    const size_t end = is_beginning ? size : size + MIEN_LIVE_CAPTURE_HEADER;
    size_t offset = is_beginning ? 0 : MIEN_LIVE_CAPTURE_HEADER;
    int taken = 0;
    for (;;) {
        MienLiveRecord record;
        bool has_record;
        if (mien_live_capture_read(bytes, end, &offset, &record, &has_record, &web_error) != MIEN_OK)
            return 0;
        if (!has_record)
            return 1 + taken;
        if (record.kind != MIEN_LIVE_RECORD_DATAGRAM)
            continue;
        MienLiveAddress from = {.port = record.port};
        memcpy(from.bytes, record.address, sizeof from.bytes);
        mien_live_receiver_add(receiver->receiver, &from, record.bytes, record.size,
                               web_receiver_time(receiver, now < 0 ? (double)record.arrival * 1e-9 : now),
                               take_frame, receiver);
        ++taken;
    }
}

// What arrived

WEB_EXPORT(received_datagrams) int web_received_datagrams(const WebReceiver *r)
{
    return mien_live_receiver_received(r->receiver).datagram_count;
}
WEB_EXPORT(received_unknown) int web_received_unknown(const WebReceiver *r)
{
    return mien_live_receiver_received(r->receiver).unknown_count;
}
WEB_EXPORT(received_refused) int web_received_refused(const WebReceiver *r)
{
    return mien_live_receiver_received(r->receiver).refused_count;
}
WEB_EXPORT(received_reason) const char *web_received_reason(const WebReceiver *r)
{
    static MienError refused;
    refused = mien_live_receiver_received(r->receiver).refused;
    return refused.message;
}

// Sources, and their last frames

WEB_EXPORT(source_count) int web_source_count(const WebReceiver *r)
{
    return mien_live_receiver_source_count(r->receiver);
}
WEB_EXPORT(source_is_used) int web_source_is_used(const WebReceiver *r, int s)
{
    return mien_live_receiver_source(r->receiver, s)->is_used;
}
WEB_EXPORT(source_id) const char *web_source_id(const WebReceiver *r, int s)
{
    return mien_live_receiver_source(r->receiver, s)->id;
}
WEB_EXPORT(source_name) const char *web_source_name(const WebReceiver *r, int s)
{
    return mien_live_receiver_source(r->receiver, s)->name;
}
WEB_EXPORT(source_protocol) const char *web_source_protocol(const WebReceiver *r, int s)
{
    return mien_live_protocol_name(mien_live_receiver_source(r->receiver, s)->protocol);
}
WEB_EXPORT(source_rate) float web_source_rate(const WebReceiver *r, int s)
{
    return mien_live_receiver_source(r->receiver, s)->rate;
}
WEB_EXPORT(source_frames) int web_source_frames(const WebReceiver *r, int s)
{
    return mien_live_receiver_source(r->receiver, s)->frame_count;
}
WEB_EXPORT(source_last) double web_source_last(const WebReceiver *r, int s)
{
    return mien_live_receiver_source(r->receiver, s)->last;
}
/// The last frame of a source; 0: none.
WEB_EXPORT(source_frame) const MienLiveFrame *web_source_frame(const WebReceiver *r, int s)
{
    return r->last[s];
}

WEB_EXPORT(frame_has_face) int web_frame_has_face(const MienLiveFrame *frame) { return frame->has_face; }
WEB_EXPORT(frame_count) int web_frame_count(const MienLiveFrame *frame) { return frame->value_count; }
WEB_EXPORT(frame_name) const char *web_frame_name(const MienLiveFrame *frame, int i)
{
    return mien_live_frame_name(frame, i);
}
WEB_EXPORT(frame_value) float web_frame_value(const MienLiveFrame *frame, int i)
{
    return frame->values[i].value;
}
/// Three angles of the head (0), the left eye (1) or the right eye (2).
WEB_EXPORT(frame_angles) const float *web_frame_angles(const MienLiveFrame *frame, int part)
{
    static float angles[3];
    mien_live_transform_angles(part == 0   ? &frame->head
                               : part == 1 ? &frame->left_eye
                                           : &frame->right_eye,
                               angles);
    return angles;
}
