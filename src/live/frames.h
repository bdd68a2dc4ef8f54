// SPDX-License-Identifier: MIT
//
// What readers of protocols share: filling frames with untrusted names and values.

#pragma once

#include "mien_live/live.h"

#define MIENI_RADIANS_PER_DEGREE 0.017453292519943295
#define MIENI_DEGREES_PER_RADIAN 57.29577951308232

/// Whether a value may be in a frame.
bool mieni_live_is_value(float value);
/// Copies a source's name or id, at most MIEN_LIVE_MAX_SOURCE bytes of it; bytes that are not printable
/// UTF-8 become question marks.
void mieni_live_copy_source(char *out, const char *bytes, size_t size);
/// As mien_live_frame_set, with a name of any bytes; the value's index, or -1.
int mieni_live_set(MienLiveFrame *frame, const char *name, size_t size, float value);
/// The same, with the name that ARKit has for it, if it is one of its shapes.
int mieni_live_set_shape(MienLiveFrame *frame, const char *name, size_t size, float value);
/// Sets all of ARKit's shapes, in its order.
void mieni_live_set_shapes(MienLiveFrame *frame, const float values[MIEN_LIVE_ARKIT_COUNT]);
/// The names of ARKit's shapes.
const char *const *mieni_live_shape_names(void);
/// Makes the table of names again, after values were removed.
void mieni_live_fill_table(MienLiveFrame *frame);
/// The shape that a name of any bytes means, or -1.
int mieni_live_find_shape(const char *name, size_t size);
/// Angles in radians, if all three are valid; otherwise counted as dropped.
void mieni_live_set_angles(MienLiveFrame *frame, MienLiveTransform *transform, float x, float y, float z);
void mieni_live_set_rotation(MienLiveFrame *frame, MienLiveTransform *transform, MienQuat rotation);
void mieni_live_set_position(MienLiveFrame *frame, MienLiveTransform *transform, float x, float y, float z);
