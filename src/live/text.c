// SPDX-License-Identifier: MIT
//
// iFacialMocap and Facemotion3d: fields ended by '|'. A shape is a name, '-' or '&', and percent; head and
// eyes are a name, '#', and numbers with commas between them, degrees and metres. Their space is ARKit's,
// which is that of frames.

#include "core/float_rules.h"

#include "live/text.h"

#include "live/frames.h"
#include "live/json.h"

#include "base/number.h"
#include "core/internal.h"
#include "core/utf8.h"

#include <stdio.h>
#include <string.h>

/// The next field, without its '|'; false at the end.
static bool next_field(const char **at, const char *end, MieniLiveText *out_field)
{
    if (*at >= end)
        return false;
    const char *bar = memchr(*at, '|', (size_t)(end - *at));
    const char *stop = bar != NULL ? bar : end;
    *out_field = (MieniLiveText){*at, (size_t)(stop - *at)};
    *at = bar != NULL ? bar + 1 : end;
    return true;
}

/// Cuts a field at the first of a character; false if it has none.
static bool cut(MieniLiveText field, char where, MieniLiveText *out_name, MieniLiveText *out_rest)
{
    const char *mark = field.size > 0 ? memchr(field.bytes, where, field.size) : NULL;
    if (mark == NULL)
        return false;
    *out_name = (MieniLiveText){field.bytes, (size_t)(mark - field.bytes)};
    *out_rest = (MieniLiveText){mark + 1, field.size - out_name->size - 1};
    return true;
}

static bool ends_with(MieniLiveText text, const char *end)
{
    const size_t size = strlen(end);
    return text.size >= size && memcmp(text.bytes + text.size - size, end, size) == 0;
}

/// Jaw and mouth move to a side; all other shapes are on one.
static bool is_to_a_side(MieniLiveText name)
{
    return mieni_live_text_is(name, "jawLeft") || mieni_live_text_is(name, "jawRight") ||
           mieni_live_text_is(name, "mouthLeft") || mieni_live_text_is(name, "mouthRight");
}

static bool is_of_facemotion3d(MieniLiveText name)
{
    return (name.size > 3 && memcmp(name.bytes, "FM_", 3) == 0) ||
           ((ends_with(name, "Left") || ends_with(name, "Right")) && !is_to_a_side(name));
}

static bool is_utf8(const char *bytes, size_t size)
{
    for (size_t at = 0, taken = 0; at < size; at += taken) {
        taken = 1;
        if ((unsigned char)bytes[at] >= 0x80 && mieni_utf8_decode(bytes + at, size - at, &taken) < 0)
            return false;
    }
    return true;
}

MienLiveProtocol mieni_live_text_protocol(const void *bytes, size_t size)
{
    if (size == 0 || memchr(bytes, '|', size) == NULL || memchr(bytes, '#', size) == NULL ||
        !is_utf8(bytes, size))
        return MIEN_LIVE_UNKNOWN;
    const char *at = bytes, *end = at + size;
    MieniLiveText field, name, rest;
    while (next_field(&at, end, &field)) {
        if (cut(field, '&', &name, &rest) && is_of_facemotion3d(name))
            return MIEN_LIVE_FACEMOTION3D;
    }
    return MIEN_LIVE_IFACIALMOCAP;
}

/// Numbers with commas between them; how many there are, at most 6.
static int read_numbers(MieniLiveText text, float out_numbers[6])
{
    int count = 0;
    MieniLiveText number = text, rest = text;
    for (bool has_more = true; has_more && count < 6; ++count) {
        double value;
        has_more = cut(rest, ',', &number, &rest);
        if (!has_more)
            number = rest;
        if (number.size >= 64 || !mieni_number_read(number.bytes, number.size, &value))
            return count;
        out_numbers[count] = (float)value;
    }
    return count;
}

static void read_transform(MienLiveFrame *frame, MieniLiveText name, MieniLiveText numbers)
{
    MienLiveTransform *transform = mieni_live_text_is(name, "=head") || mieni_live_text_is(name, "head")
                                       ? &frame->head
                                   : mieni_live_text_is(name, "rightEye") ? &frame->right_eye
                                   : mieni_live_text_is(name, "leftEye")  ? &frame->left_eye
                                                                          : NULL;
    float n[6];
    if (transform == NULL)
        return;
    const int count = read_numbers(numbers, n);
    if (count < 3) {
        frame->dropped_count++;
        return;
    }
    const double turn = MIENI_RADIANS_PER_DEGREE;
    mieni_live_set_angles(frame, transform, (float)((double)n[0] * turn), (float)((double)n[1] * turn),
                          (float)((double)n[2] * turn));
    if (count == 6)
        mieni_live_set_position(frame, transform, n[3], n[4], n[5]);
}

/// Whether the field is a shape, also one whose value is dropped.
static bool read_shape(MienLiveFrame *frame, MieniLiveText field)
{
    MieniLiveText name, number;
    double value;
    if ((!cut(field, '&', &name, &number) && !cut(field, '-', &name, &number)) || name.size == 0)
        return false;
    if (number.size >= 64 || !mieni_number_read(number.bytes, number.size, &value))
        frame->dropped_count++;
    else if (mieni_live_text_is(name, "trackingStatus"))
        frame->has_face = value != 0.0;
    else
        mieni_live_set_shape(frame, name.bytes, name.size, (float)(value / 100.0));
    return true;
}

MienStatus mien_live_text_read(const void *bytes, size_t size, MienLiveFrame *out_frame, MienError *error)
{
    const char *at = bytes, *end = at + size;
    MieniLiveText field, name, numbers;
    const MienLiveProtocol protocol = mieni_live_text_protocol(bytes, size);
    mien_live_frame_clear(out_frame, protocol);
    if (protocol == MIEN_LIVE_UNKNOWN)
        return mieni_fail(error, MIEN_ERROR_CORRUPT, mieni_at_byte(0),
                          "The datagram is not a frame of iFacialMocap or Facemotion3d.");
    out_frame->has_face = true;
    while (next_field(&at, end, &field)) {
        if (cut(field, '#', &name, &numbers))
            read_transform(out_frame, name, numbers);
        else
            read_shape(out_frame, field);
    }
    return MIEN_OK;
}

static bool are_digits(MieniLiveText text)
{
    for (size_t i = 0; i < text.size; ++i)
        if (text.bytes[i] == '\0' || strchr("0123456789+-.,eE", text.bytes[i]) == NULL)
            return false;
    return true;
}

/// Whether a field is one that is read: known numbers behind a known name, or a name and one number.
static bool is_known(MieniLiveText field)
{
    MieniLiveText name, number;
    float numbers[6];
    double value;
    if (cut(field, '#', &name, &number)) {
        const bool is_named = mieni_live_text_is(name, "=head") || mieni_live_text_is(name, "head") ||
                              mieni_live_text_is(name, "rightEye") || mieni_live_text_is(name, "leftEye");
        return is_named && read_numbers(number, numbers) >= 3 && are_digits(number);
    }
    return (cut(field, '&', &name, &number) || cut(field, '-', &name, &number)) && name.size > 0 &&
           number.size < 64 && mieni_number_read(number.bytes, number.size, &value);
}

void mieni_live_text_known(const char *bytes, size_t size,
                           void (*visit)(void *user, const char *bytes, size_t size), void *user)
{
    const char *at = bytes, *end = at + size;
    MieniLiveText field;
    while (next_field(&at, end, &field))
        if (is_known(field))
            visit(user, field.bytes, field.size);
}

const char *mien_live_text_start(MienLiveTextStyle style)
{
#define IFACIALMOCAP "iFacialMocap_sahuasouryya9218sauhuiayeta91555dy3719"
    return style == MIEN_LIVE_TEXT_V1   ? IFACIALMOCAP
           : style == MIEN_LIVE_TEXT_V2 ? IFACIALMOCAP "|sendDataVersion=v2"
                                        : "FACEMOTION3D_OtherStreaming";
}

/// A growing text; what does not fit leaves it too long.
typedef struct Out {
    char *text;
    size_t size, capacity;
} Out;

static void put(Out *out, const char *bytes, size_t size)
{
    if (out->size <= out->capacity && size <= out->capacity - out->size)
        memcpy(out->text + out->size, bytes, size);
    out->size += size;
}

static void put_text(Out *out, const char *text) { put(out, text, strlen(text)); }

static void put_whole(Out *out, int64_t value)
{
    char digits[24];
    put(out, digits, (size_t)snprintf(digits, sizeof digits, "%lld", (long long)value));
}

/// A number with at least some decimals and at most four.
static void put_number(Out *out, double value, int least)
{
    const int64_t scaled = (int64_t)(value * 10000.0 + (value < 0.0 ? -0.5 : 0.5));
    const int64_t size = scaled < 0 ? -scaled : scaled;
    char digits[8];
    int count = 4;
    if (scaled < 0)
        put_text(out, "-");
    put_whole(out, size / 10000);
    snprintf(digits, sizeof digits, ".%04d", (int)(size % 10000));
    while (count > least && digits[count] == '0')
        --count;
    put(out, digits, (size_t)count + 1);
}

static void put_transform(Out *out, const char *name, const MienLiveTransform *transform, bool has_position)
{
    float angles[3];
    const MienVec3 p = transform->has_position ? transform->position : (MienVec3){0.0f, 0.0f, 0.0f};
    mien_live_transform_angles(transform, angles);
    put_text(out, name);
    for (int i = 0; i < 3; ++i) {
        put_text(out, i > 0 ? "," : "");
        put_number(out, (double)angles[i] * MIENI_DEGREES_PER_RADIAN, 1);
    }
    for (int i = 0; i < 3 && has_position; ++i) {
        put_text(out, ",");
        put_number(out, (double)(i == 0 ? p.x : i == 1 ? p.y : p.z), 2);
    }
    put_text(out, "|");
}

static void put_name(Out *out, const char *name, MienLiveTextStyle style)
{
    const MieniLiveText text = {name, strlen(name)};
    const int shape = mien_live_arkit_find(name);
    const bool has_side = style != MIEN_LIVE_TEXT_FACEMOTION3D && shape >= 0 && !is_to_a_side(text);
    if (has_side && ends_with(text, "Left")) {
        put(out, name, text.size - 4);
        put_text(out, "_L");
    } else if (has_side && ends_with(text, "Right")) {
        put(out, name, text.size - 5);
        put_text(out, "_R");
    } else {
        put(out, name, text.size);
    }
}

MienStatus mien_live_text_write(const MienLiveFrame *frame, MienLiveTextStyle style, char *out_text,
                                size_t capacity, size_t *out_size, MienError *error)
{
    Out out = {out_text, 0, capacity};
    const char *mark = style == MIEN_LIVE_TEXT_V1 ? "-" : "&";
    *out_size = 0;
    put_text(&out, "trackingStatus");
    put_text(&out, mark);
    put_text(&out, frame->has_face ? "1|" : "0|");
    for (int i = 0; i < frame->value_count; ++i) {
        const double percent = (double)frame->values[i].value * 100.0;
        const int64_t whole = (int64_t)(percent + (percent < 0.0 ? -0.5 : 0.5));
        put_name(&out, mien_live_frame_name(frame, i), style);
        put_text(&out, mark);
        put_whole(&out, style == MIEN_LIVE_TEXT_V1 && whole < 0 ? 0 : whole);
        put_text(&out, "|");
    }
    put_transform(&out, "=head#", &frame->head, true);
    put_transform(&out, "rightEye#", &frame->right_eye, false);
    put_transform(&out, "leftEye#", &frame->left_eye, false);
    if (out.size > capacity)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_nowhere(),
                          "The frame needs %zu bytes, and there are %zu.", out.size, capacity);
    *out_size = out.size;
    return MIEN_OK;
}
