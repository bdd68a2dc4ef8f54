// SPDX-License-Identifier: MIT
//
// OpenSeeFace: blocks of 1,785 bytes, little-endian, one per face.

#include "live/bytes.h"
#include "live/frames.h"
#include "live/text.h"

#include "core/internal.h"

#include <stdio.h>

enum { EYES_AT = 20, SUCCESS_AT = 28, QUATERNION_AT = 33, FEATURES_AT = 1729, FEATURES = 14 };

static const char *const features[FEATURES] = {"EyeLeft",
                                               "EyeRight",
                                               "EyebrowSteepnessLeft",
                                               "EyebrowUpDownLeft",
                                               "EyebrowQuirkLeft",
                                               "EyebrowSteepnessRight",
                                               "EyebrowUpDownRight",
                                               "EyebrowQuirkRight",
                                               "MouthCornerUpDownLeft",
                                               "MouthCornerInOutLeft",
                                               "MouthCornerUpDownRight",
                                               "MouthCornerInOutRight",
                                               "MouthOpen",
                                               "MouthWide"};

static void read_face(const uint8_t *at, MienLiveFrame *frame)
{
    const double time = mieni_double_of(mieni_get_u64_le(at));
    mien_live_frame_clear(frame, MIEN_LIVE_OPENSEEFACE);
    if (time >= 0.0 && time < 1e12) {
        frame->has_time = true;
        frame->time = time;
    }
    snprintf(frame->id, sizeof frame->id, "%d", (int)(int32_t)mieni_get_u32_le(at + 8));
    frame->has_face = at[SUCCESS_AT] != 0;
    const uint8_t *q = at + QUATERNION_AT;
    mieni_live_set_rotation(frame, &frame->head,
                            (MienQuat){mieni_get_f32_le(q), mieni_get_f32_le(q + 4), mieni_get_f32_le(q + 8),
                                       mieni_get_f32_le(q + 12)});
    mien_live_frame_set(frame, "rightEyeOpen", mieni_get_f32_le(at + EYES_AT));
    mien_live_frame_set(frame, "leftEyeOpen", mieni_get_f32_le(at + EYES_AT + 4));
    for (int i = 0; i < FEATURES; ++i)
        mien_live_frame_set(frame, features[i], mieni_get_f32_le(at + FEATURES_AT + (size_t)4 * (size_t)i));
}

MienStatus mien_live_openseeface_read(const void *bytes, size_t size, MienLiveFrame *frame,
                                      MienLiveOnFrame on_frame, void *user, MienError *error)
{
    mien_live_frame_clear(frame, MIEN_LIVE_OPENSEEFACE);
    if (size == 0 || size % MIENI_OPENSEEFACE_SIZE != 0)
        return mieni_fail(error, MIEN_ERROR_CORRUPT, mieni_at_byte(size),
                          "The datagram of OpenSeeFace has %zu bytes; faces have %d each.", size,
                          MIENI_OPENSEEFACE_SIZE);
    for (size_t at = 0; at < size; at += MIENI_OPENSEEFACE_SIZE) {
        read_face((const uint8_t *)bytes + at, frame);
        if (on_frame != NULL)
            on_frame(user, frame);
    }
    return MIEN_OK;
}
