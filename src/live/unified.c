// SPDX-License-Identifier: MIT
//
// Unified Expressions: the vocabulary of VRCFaceTracking, sent to games as parameters of an avatar.

#include "core/float_rules.h"

#include "live/frames.h"
#include "live/osc.h"

#include "core/internal.h"

#include <stdio.h>
#include <string.h>

/// The base shapes in order, and the shape of ARKit that each follows.
static const struct {
    const char *name, *arkit;
} shapes[MIEN_LIVE_UNIFIED_COUNT] = {
    {"EyeSquintRight", "eyeSquintRight"},
    {"EyeSquintLeft", "eyeSquintLeft"},
    {"EyeWideRight", "eyeWideRight"},
    {"EyeWideLeft", "eyeWideLeft"},
    {"BrowPinchRight", "browDownRight"},
    {"BrowPinchLeft", "browDownLeft"},
    {"BrowLowererRight", "browDownRight"},
    {"BrowLowererLeft", "browDownLeft"},
    {"BrowInnerUpRight", "browInnerUp"},
    {"BrowInnerUpLeft", "browInnerUp"},
    {"BrowOuterUpRight", "browOuterUpRight"},
    {"BrowOuterUpLeft", "browOuterUpLeft"},
    {"NasalDilationRight", NULL},
    {"NasalDilationLeft", NULL},
    {"NasalConstrictRight", NULL},
    {"NasalConstrictLeft", NULL},
    {"CheekSquintRight", "cheekSquintRight"},
    {"CheekSquintLeft", "cheekSquintLeft"},
    {"CheekPuffRight", "cheekPuff"},
    {"CheekPuffLeft", "cheekPuff"},
    {"CheekSuckRight", NULL},
    {"CheekSuckLeft", NULL},
    {"JawOpen", "jawOpen"},
    {"JawRight", "jawRight"},
    {"JawLeft", "jawLeft"},
    {"JawForward", "jawForward"},
    {"JawBackward", NULL},
    {"JawClench", NULL},
    {"JawMandibleRaise", NULL},
    {"MouthClosed", "mouthClose"},
    {"LipSuckUpperRight", "mouthRollUpper"},
    {"LipSuckUpperLeft", "mouthRollUpper"},
    {"LipSuckLowerRight", "mouthRollLower"},
    {"LipSuckLowerLeft", "mouthRollLower"},
    {"LipSuckCornerRight", NULL},
    {"LipSuckCornerLeft", NULL},
    {"LipFunnelUpperRight", "mouthFunnel"},
    {"LipFunnelUpperLeft", "mouthFunnel"},
    {"LipFunnelLowerRight", "mouthFunnel"},
    {"LipFunnelLowerLeft", "mouthFunnel"},
    {"LipPuckerUpperRight", "mouthPucker"},
    {"LipPuckerUpperLeft", "mouthPucker"},
    {"LipPuckerLowerRight", "mouthPucker"},
    {"LipPuckerLowerLeft", "mouthPucker"},
    {"MouthUpperUpRight", "mouthUpperUpRight"},
    {"MouthUpperUpLeft", "mouthUpperUpLeft"},
    {"MouthUpperDeepenRight", NULL},
    {"MouthUpperDeepenLeft", NULL},
    {"NoseSneerRight", "noseSneerRight"},
    {"NoseSneerLeft", "noseSneerLeft"},
    {"MouthLowerDownRight", "mouthLowerDownRight"},
    {"MouthLowerDownLeft", "mouthLowerDownLeft"},
    {"MouthUpperRight", "mouthRight"},
    {"MouthUpperLeft", "mouthLeft"},
    {"MouthLowerRight", "mouthRight"},
    {"MouthLowerLeft", "mouthLeft"},
    {"MouthCornerPullRight", "mouthSmileRight"},
    {"MouthCornerPullLeft", "mouthSmileLeft"},
    {"MouthCornerSlantRight", "mouthSmileRight"},
    {"MouthCornerSlantLeft", "mouthSmileLeft"},
    {"MouthFrownRight", "mouthFrownRight"},
    {"MouthFrownLeft", "mouthFrownLeft"},
    {"MouthStretchRight", "mouthStretchRight"},
    {"MouthStretchLeft", "mouthStretchLeft"},
    {"MouthDimpleRight", "mouthDimpleRight"},
    {"MouthDimpleLeft", "mouthDimpleLeft"},
    {"MouthRaiserUpper", "mouthShrugUpper"},
    {"MouthRaiserLower", "mouthShrugLower"},
    {"MouthPressRight", "mouthPressRight"},
    {"MouthPressLeft", "mouthPressLeft"},
    {"MouthTightenerRight", NULL},
    {"MouthTightenerLeft", NULL},
    {"TongueOut", "tongueOut"},
    {"TongueUp", NULL},
    {"TongueDown", NULL},
    {"TongueRight", NULL},
    {"TongueLeft", NULL},
    {"TongueRoll", NULL},
    {"TongueBendDown", NULL},
    {"TongueCurlUp", NULL},
    {"TongueSquish", NULL},
    {"TongueFlat", NULL},
    {"TongueTwistRight", NULL},
    {"TongueTwistLeft", NULL},
    {"SoftPalateClose", NULL},
    {"ThroatSwallow", NULL},
    {"NeckFlexRight", NULL},
    {"NeckFlexLeft", NULL},
};

enum { DATAGRAM = 1400, MESSAGE = 160, BLOB = 102, BLOB_SHAPES_AT = 14 };

const char *mien_live_unified_name(int index)
{
    return index >= 0 && index < MIEN_LIVE_UNIFIED_COUNT ? shapes[index].name : "";
}

static float clamp(float value, float least) { return value > 1.0f ? 1.0f : value < least ? least : value; }

/// A value of the frame, 0 to 1; 0 if it has none.
static float value_of(const MienLiveFrame *frame, const char *name)
{
    const int index = name != NULL ? mien_live_frame_find(frame, name) : -1;
    return index >= 0 ? clamp(frame->values[index].value, 0.0f) : 0.0f;
}

void mien_live_unified_values(const MienLiveFrame *frame, float out_values[MIEN_LIVE_UNIFIED_COUNT])
{
    for (int i = 0; i < MIEN_LIVE_UNIFIED_COUNT; ++i) {
        const bool is_own = mien_live_frame_find(frame, shapes[i].name) >= 0;
        out_values[i] = value_of(frame, is_own ? shapes[i].name : shapes[i].arkit);
    }
}

/// Writing one frame.
typedef struct Writing {
    uint8_t bytes[DATAGRAM];
    const char *prefix;
    MieniOscWriter osc;
    MienLiveOnDatagram on_datagram;
    void *user;
} Writing;

static void send(Writing *writing)
{
    if (writing->osc.size > 16)
        writing->on_datagram(writing->user, writing->bytes, writing->osc.size);
    writing->osc = mieni_osc_begin(writing->bytes, sizeof writing->bytes, true);
}

static void write_value(Writing *writing, const char *name, float value)
{
    char address[MESSAGE];
    snprintf(address, sizeof address, "/avatar/parameters/%sv2/%s", writing->prefix, name);
    if (writing->osc.capacity - writing->osc.size < MESSAGE)
        send(writing);
    mieni_osc_message(&writing->osc, address, "f");
    mieni_osc_float(&writing->osc, value);
}

/// Gaze, right and up positive: out of the left eye is to the left.
static void write_eyes(Writing *writing, const MienLiveFrame *frame)
{
    const float left[2] = {value_of(frame, "eyeLookInLeft") - value_of(frame, "eyeLookOutLeft"),
                           value_of(frame, "eyeLookUpLeft") - value_of(frame, "eyeLookDownLeft")};
    const float right[2] = {value_of(frame, "eyeLookOutRight") - value_of(frame, "eyeLookInRight"),
                            value_of(frame, "eyeLookUpRight") - value_of(frame, "eyeLookDownRight")};
    write_value(writing, "EyeLeftX", left[0]);
    write_value(writing, "EyeLeftY", left[1]);
    write_value(writing, "EyeRightX", right[0]);
    write_value(writing, "EyeRightY", right[1]);
    const float open[2] = {1.0f - value_of(frame, "eyeBlinkLeft"), 1.0f - value_of(frame, "eyeBlinkRight")};
    write_value(writing, "EyeClosedLeft", 1.0f - open[0]);
    write_value(writing, "EyeClosedRight", 1.0f - open[1]);
    write_value(writing, "EyeLidLeft", 0.75f * open[0] + 0.25f * value_of(frame, "eyeWideLeft"));
    write_value(writing, "EyeLidRight", 0.75f * open[1] + 0.25f * value_of(frame, "eyeWideRight"));
}

/// 1 is 90 degrees: to the right, down, and with the head tilted to the left.
static void write_head(Writing *writing, const MienLiveFrame *frame)
{
    const float quarter = 0.636619772f; // 2 / pi
    float angles[3];
    if (frame->head.form == MIEN_LIVE_NO_ROTATION)
        return;
    mien_live_transform_angles(&frame->head, angles);
    write_value(writing, "Head/Yaw", clamp(-angles[1] * quarter, -1.0f));
    write_value(writing, "Head/Pitch", clamp(angles[0] * quarter, -1.0f));
    write_value(writing, "Head/Roll", clamp(-angles[2] * quarter, -1.0f));
}

MienStatus mien_live_unified_write(const MienLiveFrame *frame, const char *prefix,
                                   MienLiveOnDatagram on_datagram, void *user, MienError *error)
{
    float values[MIEN_LIVE_UNIFIED_COUNT];
    Writing writing;
    const size_t size = strlen(prefix);
    if (size > 64 || (size > 0 && prefix[size - 1] != '/'))
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                          "The prefix of parameters must end with '/' and have at most 64 bytes.");
    writing.prefix = prefix;
    writing.on_datagram = on_datagram;
    writing.user = user;
    writing.osc = mieni_osc_begin(writing.bytes, sizeof writing.bytes, true);
    mien_live_unified_values(frame, values);
    for (int i = 0; i < MIEN_LIVE_UNIFIED_COUNT; ++i)
        write_value(&writing, shapes[i].name, values[i]);
    write_eyes(&writing, frame);
    write_head(&writing, frame);
    send(&writing);
    return MIEN_OK;
}

static uint8_t byte_of(float value) { return (uint8_t)(clamp(value, 0.0f) * 255.0f); }

MienStatus mien_live_vrchat_write(const MienLiveFrame *frame, void *out_bytes, size_t capacity,
                                  size_t *out_size, MienError *error)
{
    static const char *const eyes[10] = {
        "eyeLookOutRight", "eyeLookInRight", "eyeLookUpRight",  "eyeLookDownRight", "eyeLookOutLeft",
        "eyeLookInLeft",   "eyeLookUpLeft",  "eyeLookDownLeft", "eyeBlinkRight",    "eyeBlinkLeft"};
    float values[MIEN_LIVE_UNIFIED_COUNT];
    uint8_t blob[BLOB] = {0};
    for (int i = 0; i < 10; ++i)
        blob[i] = byte_of(value_of(frame, eyes[i]));
    mien_live_unified_values(frame, values);
    for (int i = 0; i < MIEN_LIVE_UNIFIED_COUNT; ++i)
        blob[BLOB_SHAPES_AT + i] = byte_of(values[i]);
    MieniOscWriter osc = mieni_osc_begin(out_bytes, capacity, false);
    mieni_osc_message(&osc, "/tracking/face/v1", "b");
    mieni_osc_blob(&osc, blob, sizeof blob);
    *out_size = osc.is_full ? 0 : osc.size;
    if (osc.is_full)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_nowhere(),
                          "The datagram needs 132 bytes, and there are %zu.", capacity);
    return MIEN_OK;
}
