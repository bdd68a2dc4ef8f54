// SPDX-License-Identifier: MIT

#include "core/float_rules.h"

#include "live/bytes.h"
#include "live/frames.h"

#include "core/square_root.h"
#include "core/utf8.h"

#include <string.h>

void mien_live_frame_clear(MienLiveFrame *frame, MienLiveProtocol protocol)
{
    // Not the values and their names: 20 KB that the counts say are empty.
    frame->protocol = protocol;
    frame->id[0] = frame->name[0] = '\0';
    frame->has_face = frame->has_time = frame->has_timecode = false;
    frame->time = 0.0;
    frame->timecode_frame = 0;
    frame->timecode_sub_frame = 0.0f;
    frame->timecode_rate = frame->timecode_rate_divisor = 0;
    const MienLiveTransform none = {.rotation = {0.0f, 0.0f, 0.0f, 1.0f}};
    frame->head = frame->left_eye = frame->right_eye = none;
    frame->dropped_count = frame->value_count = frame->text_size = 0;
    memset(frame->table, 0, sizeof frame->table);
}

const char *mien_live_frame_name(const MienLiveFrame *frame, int index)
{
    return index >= 0 && index < frame->value_count ? frame->text + frame->values[index].name : "";
}

/// The end of a value's name: names lie one after another.
static int name_end(const MienLiveFrame *frame, int index)
{
    return index + 1 < frame->value_count ? frame->values[index + 1].name : frame->text_size;
}

/// The table's entry for a name: the value's index plus 1, or 0 where it belongs. The table is never full.
static uint16_t *find_entry(const MienLiveFrame *frame, const char *name, size_t size)
{
    const size_t last = sizeof frame->table / sizeof *frame->table - 1;
    size_t at = (size_t)mieni_live_hash(MIENI_LIVE_HASH, name, size) & last;
    for (; frame->table[at] != 0; at = (at + 1) & last) {
        const int index = frame->table[at] - 1, start = frame->values[index].name;
        if ((size_t)(name_end(frame, index) - start) == size + 1 &&
            memcmp(frame->text + start, name, size) == 0)
            break;
    }
    return (uint16_t *)&frame->table[at];
}

int mien_live_frame_find(const MienLiveFrame *frame, const char *name)
{
    return (int)*find_entry(frame, name, strlen(name)) - 1;
}

bool mieni_live_is_value(float value)
{
    return value >= -MIEN_LIVE_MAX_VALUE && value <= MIEN_LIVE_MAX_VALUE;
}

void mieni_live_fill_table(MienLiveFrame *frame)
{
    memset(frame->table, 0, sizeof frame->table);
    for (int i = 0; i < frame->value_count; ++i) {
        const int start = frame->values[i].name;
        *find_entry(frame, frame->text + start, (size_t)(name_end(frame, i) - start - 1)) = (uint16_t)(i + 1);
    }
}

static int drop(MienLiveFrame *frame)
{
    frame->dropped_count++;
    return -1;
}

/// Sets a value whose name is valid.
static int set(MienLiveFrame *frame, const char *name, size_t size, float value)
{
    if (!mieni_live_is_value(value))
        return drop(frame);
    uint16_t *entry = find_entry(frame, name, size);
    if (*entry == 0) {
        if (frame->value_count == MIEN_LIVE_MAX_VALUES ||
            size + 1 > MIEN_LIVE_MAX_TEXT - (size_t)frame->text_size)
            return drop(frame);
        frame->values[frame->value_count++].name = frame->text_size;
        memcpy(frame->text + frame->text_size, name, size);
        frame->text[(size_t)frame->text_size + size] = '\0';
        frame->text_size += (int)size + 1;
        *entry = (uint16_t)frame->value_count;
    }
    frame->values[*entry - 1].value = value;
    return *entry - 1;
}

int mieni_live_set(MienLiveFrame *frame, const char *name, size_t size, float value)
{
    return mieni_name_is_valid(name, size, NULL) ? set(frame, name, size, value) : drop(frame);
}

bool mien_live_frame_set(MienLiveFrame *frame, const char *name, float value)
{
    return mieni_live_set(frame, name, strlen(name), value) >= 0;
}

void mieni_live_set_shapes(MienLiveFrame *frame, const float values[MIEN_LIVE_ARKIT_COUNT])
{
    const char *const *names = mieni_live_shape_names();
    for (int i = 0; i < MIEN_LIVE_ARKIT_COUNT; ++i)
        set(frame, names[i], strlen(names[i]), values[i]);
}

int mieni_live_set_shape(MienLiveFrame *frame, const char *name, size_t size, float value)
{
    const int shape = mieni_live_find_shape(name, size);
    if (shape < 0)
        return mieni_live_set(frame, name, size, value);
    const char *known = mieni_live_shape_names()[shape];
    return set(frame, known, strlen(known), value);
}

void mieni_live_copy_source(char *out, const char *bytes, size_t size)
{
    size_t length = 0;
    for (size_t at = 0; at < size;) {
        size_t taken = 1;
        const int32_t code = mieni_utf8_decode(bytes + at, size - at, &taken);
        const bool is_plain = code >= 0x20 && code != 0x7F && !(code >= 0x80 && code < 0xA0);
        const size_t needed = is_plain ? taken : 1;
        if (length + needed > MIEN_LIVE_MAX_SOURCE)
            break;
        if (is_plain)
            memcpy(out + length, bytes + at, taken);
        else
            out[length] = '?';
        length += needed;
        at += code < 0 ? 1 : taken;
    }
    out[length] = '\0';
}

void mieni_live_set_angles(MienLiveFrame *frame, MienLiveTransform *transform, float x, float y, float z)
{
    if (!mieni_live_is_value(x) || !mieni_live_is_value(y) || !mieni_live_is_value(z)) {
        frame->dropped_count++;
        return;
    }
    transform->form = MIEN_LIVE_ANGLES;
    transform->angles[0] = x;
    transform->angles[1] = y;
    transform->angles[2] = z;
}

void mieni_live_set_rotation(MienLiveFrame *frame, MienLiveTransform *transform, MienQuat rotation)
{
    const float squared = ((rotation.x * rotation.x + rotation.y * rotation.y) + rotation.z * rotation.z) +
                          rotation.w * rotation.w;
    if (!(squared >= 0.25f && squared <= 4.0f)) { // far from length 1: not a rotation
        frame->dropped_count++;
        return;
    }
    transform->form = MIEN_LIVE_QUATERNION;
    transform->rotation = rotation;
}

void mieni_live_set_position(MienLiveFrame *frame, MienLiveTransform *transform, float x, float y, float z)
{
    if (!mieni_live_is_value(x) || !mieni_live_is_value(y) || !mieni_live_is_value(z)) {
        frame->dropped_count++;
        return;
    }
    transform->has_position = true;
    transform->position = (MienVec3){x, y, z};
}

MienQuat mien_live_transform_quaternion(const MienLiveTransform *transform)
{
    if (transform->form == MIEN_LIVE_QUATERNION)
        return mien_quat_normalize(transform->rotation);
    if (transform->form != MIEN_LIVE_ANGLES)
        return (MienQuat){0.0f, 0.0f, 0.0f, 1.0f};
    double s[3], c[3];
    for (int i = 0; i < 3; ++i)
        mien_sincos(0.5 * (double)transform->angles[i], &s[i], &c[i]);
    const MienQuat x = {(float)s[0], 0.0f, 0.0f, (float)c[0]};
    const MienQuat y = {0.0f, (float)s[1], 0.0f, (float)c[1]};
    const MienQuat z = {0.0f, 0.0f, (float)s[2], (float)c[2]};
    return mien_quat_normalize(mien_quat_multiply(mien_quat_multiply(y, x), z));
}

void mien_live_transform_angles(const MienLiveTransform *transform, float out_angles[3])
{
    for (int i = 0; i < 3; ++i)
        out_angles[i] = transform->form == MIEN_LIVE_ANGLES ? transform->angles[i] : 0.0f;
    if (transform->form != MIEN_LIVE_QUATERNION)
        return;
    // The matrix of y * x * z: its last column is where the face looks.
    const MienQuat q = mien_quat_normalize(transform->rotation);
    const double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
    const double ahead[3] = {2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)};
    const double flat = mieni_sqrt(ahead[0] * ahead[0] + ahead[2] * ahead[2]);
    out_angles[0] = (float)mien_atan2(-ahead[1], flat);
    out_angles[1] = (float)mien_atan2(ahead[0], ahead[2]);
    out_angles[2] = (float)mien_atan2(2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z));
}
