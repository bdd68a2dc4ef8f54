// SPDX-License-Identifier: MIT
//
// VMC: OSC messages with the values of blend shapes and the bones of an avatar. Its space is Unity's,
// left-handed with x to the right: x of positions, and y and z of quaternions, change their sign.

#include "live/bytes.h"
#include "live/frames.h"
#include "live/osc.h"

#include "core/internal.h"

#include <stdio.h>

#define VALUE "/VMC/Ext/Blend/Val"
#define APPLY "/VMC/Ext/Blend/Apply"
#define BONE  "/VMC/Ext/Bone/Pos"
#define TIME  "/VMC/Ext/T"
#define READY "/VMC/Ext/OK"

/// Values that were sent within this number of frames are never removed.
enum { RECENT = 60 };
enum { USUAL_DATAGRAM = 1400, SMALLEST_DATAGRAM = 512, LARGEST_DATAGRAM = 1472 };

/// Reading one datagram.
typedef struct Reading {
    MienLiveVmc *vmc;
    double now;
    MienLiveOnFrame on_frame;
    void *user;
} Reading;

static void publish(MienLiveVmc *vmc, MienLiveOnFrame on_frame, void *user)
{
    vmc->is_pending = false;
    vmc->apply_count++;
    if (on_frame != NULL)
        on_frame(user, &vmc->frame);
    vmc->frame.dropped_count = 0;
}

static void mark_pending(const Reading *reading)
{
    MienLiveVmc *vmc = reading->vmc;
    if (!vmc->is_pending)
        vmc->pending_since = reading->now;
    vmc->is_pending = true;
}

/// Removes values that were not sent lately: the sender has changed its names.
static void remove_old(MienLiveVmc *vmc)
{
    MienLiveFrame *frame = &vmc->frame;
    int count = 0, size = 0;
    for (int i = 0; i < frame->value_count; ++i) {
        const char *name = mien_live_frame_name(frame, i);
        const int length = (int)strlen(name) + 1;
        if (vmc->apply_count - vmc->last_set[i] > RECENT)
            continue;
        memmove(frame->text + size, name, (size_t)length);
        frame->values[count] = (MienLiveValue){size, frame->values[i].value};
        vmc->last_set[count++] = vmc->last_set[i];
        size += length;
    }
    frame->value_count = count;
    frame->text_size = size;
    mieni_live_fill_table(frame);
}

static bool set_value(MienLiveVmc *vmc, const char *name, size_t size, float value)
{
    const int index = mieni_live_set_shape(&vmc->frame, name, size, value);
    if (index >= 0)
        vmc->last_set[index] = vmc->apply_count;
    return index >= 0;
}

static void take_value(const Reading *reading, const char *name, size_t size, double number)
{
    MienLiveVmc *vmc = reading->vmc;
    MienLiveFrame *frame = &vmc->frame;
    const float value = (float)number;
    const bool is_full = frame->value_count == MIEN_LIVE_MAX_VALUES ||
                         frame->text_size + MIEN_MAX_NAME + 1 > MIEN_LIVE_MAX_TEXT;
    if (!set_value(vmc, name, size, value) && is_full) {
        remove_old(vmc);
        frame->dropped_count--; // counted again if it still does not fit
        set_value(vmc, name, size, value);
    }
    frame->has_face = true;
    mark_pending(reading);
}

static void take_bone(const Reading *reading, const MieniOscMessage *message)
{
    MienLiveFrame *frame = &reading->vmc->frame;
    const struct {
        const char *name;
        MienLiveTransform *transform;
    } bones[] = {{"Head", &frame->head}, {"LeftEye", &frame->left_eye}, {"RightEye", &frame->right_eye}};
    float n[7];
    for (int i = 0; i < 7; ++i) {
        if (!message->arguments[i + 1].is_number)
            return;
        n[i] = (float)message->arguments[i + 1].number;
    }
    for (int i = 0; i < 3; ++i) {
        if (strcmp(message->arguments[0].text, bones[i].name) != 0)
            continue;
        mieni_live_set_position(frame, bones[i].transform, -n[0], n[1], n[2]);
        mieni_live_set_rotation(frame, bones[i].transform, (MienQuat){n[3], -n[4], -n[5], n[6]});
        frame->has_face = true;
        mark_pending(reading);
    }
}

static void visit(void *user, const MieniOscMessage *message)
{
    const Reading *reading = user;
    MienLiveFrame *frame = &reading->vmc->frame;
    const MieniOscArgument *arguments = message->arguments;
    const bool has_name = message->count >= 1 && arguments[0].tag == 's';
    const bool has_number = message->count >= 1 && arguments[0].is_number;
    if (strcmp(message->address, VALUE) == 0) {
        if (has_name && message->count >= 2 && arguments[1].is_number)
            take_value(reading, arguments[0].text, arguments[0].size, arguments[1].number);
    } else if (strncmp(message->address, VALUE "/", sizeof VALUE) == 0) { // the name in the address
        const char *name = message->address + sizeof VALUE;
        if (has_number)
            take_value(reading, name, strlen(name), arguments[0].number);
    } else if (strcmp(message->address, APPLY) == 0) {
        publish(reading->vmc, reading->on_frame, reading->user);
    } else if (strcmp(message->address, BONE) == 0) {
        if (has_name && message->count >= 8)
            take_bone(reading, message);
    } else if (strcmp(message->address, TIME) == 0) {
        if (has_number && arguments[0].number >= 0.0 && arguments[0].number < 1e12) {
            frame->has_time = true;
            frame->time = arguments[0].number;
        }
    } else if (strcmp(message->address, READY) == 0) {
        if (message->count >= 4 && arguments[3].is_number && arguments[3].number == 0.0)
            frame->has_face = false;
    }
}

MienStatus mien_live_vmc_read(MienLiveVmc *vmc, const void *bytes, size_t size, double now,
                              MienLiveOnFrame on_frame, void *user, MienError *error)
{
    Reading reading = {vmc, now, on_frame, user};
    if (!vmc->has_begun)
        mien_live_frame_clear(&vmc->frame, MIEN_LIVE_VMC);
    vmc->has_begun = true;
    mien_live_vmc_poll(vmc, now, on_frame, user);
    return mieni_osc_read(bytes, size, visit, &reading, error);
}

void mien_live_vmc_poll(MienLiveVmc *vmc, double now, MienLiveOnFrame on_frame, void *user)
{
    if (!vmc->is_pending || !(now - vmc->pending_since >= MIEN_LIVE_VMC_WAIT))
        return;
    vmc->no_apply_count++;
    publish(vmc, on_frame, user);
}

/// Writing one frame.
typedef struct Writing {
    uint8_t bytes[LARGEST_DATAGRAM];
    size_t capacity;
    MieniOscWriter osc;
    MienLiveOnDatagram on_datagram;
    void *user;
} Writing;

static void send(Writing *writing)
{
    if (writing->osc.size > 16)
        writing->on_datagram(writing->user, writing->bytes, writing->osc.size);
    writing->osc = mieni_osc_begin(writing->bytes, writing->capacity, true);
}

/// Sends what there is if a message of this size does not fit any more.
static void make_room(Writing *writing, size_t size)
{
    if (size > writing->capacity - writing->osc.size)
        send(writing);
}

static void write_bone(Writing *writing, const char *name, const MienLiveTransform *transform)
{
    if (transform->form == MIEN_LIVE_NO_ROTATION && !transform->has_position)
        return;
    const MienQuat q = mien_live_transform_quaternion(transform);
    const MienVec3 p = transform->has_position ? transform->position : (MienVec3){0.0f, 0.0f, 0.0f};
    // No -0 where there is none in the frame.
    const float n[7] = {p.x != 0.0f ? -p.x : 0.0f, p.y, p.z, q.x, q.y != 0.0f ? -q.y : 0.0f,
                        q.z != 0.0f ? -q.z : 0.0f, q.w};
    make_room(writing, 76);
    mieni_osc_message(&writing->osc, BONE, "sfffffff");
    mieni_osc_text(&writing->osc, name);
    for (int i = 0; i < 7; ++i)
        mieni_osc_float(&writing->osc, n[i]);
}

static void write_value(Writing *writing, const char *name, float value)
{
    char text[MIEN_MAX_NAME + 1];
    snprintf(text, sizeof text, "%s", name);
    const int shape = mien_live_arkit_find(name);
    if (shape >= 0 && strcmp(mien_live_arkit_name(shape), name) == 0)
        text[0] = (char)(text[0] - 'a' + 'A');
    make_room(writing, 4 + 20 + 4 + strlen(text) + 4 + 4);
    mieni_osc_message(&writing->osc, VALUE, "sf");
    mieni_osc_text(&writing->osc, text);
    mieni_osc_float(&writing->osc, value);
}

MienStatus mien_live_vmc_write(const MienLiveFrame *frame, const MienLiveVmcOptions *options,
                               MienLiveOnDatagram on_datagram, void *user, MienError *error)
{
    Writing writing;
    writing.on_datagram = on_datagram;
    writing.user = user;
    writing.capacity = options != NULL && options->max_datagram > 0 ? options->max_datagram : USUAL_DATAGRAM;
    if (writing.capacity < SMALLEST_DATAGRAM || writing.capacity > LARGEST_DATAGRAM)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                          "The largest datagram must have %d to %d bytes.", (int)SMALLEST_DATAGRAM,
                          (int)LARGEST_DATAGRAM);
    writing.osc = mieni_osc_begin(writing.bytes, writing.capacity, true);
    if (options != NULL && options->is_performer) {
        mieni_osc_message(&writing.osc, READY, "i");
        mieni_osc_int(&writing.osc, 1);
        if (frame->has_time) {
            mieni_osc_message(&writing.osc, TIME, "f");
            mieni_osc_float(&writing.osc, (float)frame->time);
        }
    }
    write_bone(&writing, "Head", &frame->head);
    write_bone(&writing, "LeftEye", &frame->left_eye);
    write_bone(&writing, "RightEye", &frame->right_eye);
    for (int i = 0; i < frame->value_count; ++i)
        write_value(&writing, mien_live_frame_name(frame, i), frame->values[i].value);
    make_room(&writing, 32);
    mieni_osc_message(&writing.osc, APPLY, "");
    send(&writing);
    return MIEN_OK;
}
