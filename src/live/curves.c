// SPDX-License-Identifier: MIT
//
// The curves of a live face by name.

#include "core/float_rules.h"

#include "live/curves.h"

#include "live/frames.h"

#include <string.h>

static int without_case(char c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : (unsigned char)c; }

/// Compares names without case first, so that spellings of one name are neighbours.
static int compare(const char *a, const char *b, bool is_exact)
{
    const char *left = a, *right = b;
    while (*left != '\0' && without_case(*left) == without_case(*right))
        ++left, ++right;
    const int difference = without_case(*left) - without_case(*right);
    return difference != 0 || !is_exact ? difference : strcmp(a, b);
}

const char *mieni_live_angle_name(int index)
{
    static const char *const names[MIENI_LIVE_ANGLES] = {
        "HeadYaw",     "HeadPitch",   "HeadRoll",      "LeftEyeYaw",   "LeftEyePitch",
        "LeftEyeRoll", "RightEyeYaw", "RightEyePitch", "RightEyeRoll",
    };
    return names[index];
}

bool mieni_live_turns(const MienLiveTransform *transform, float out_turns[3])
{
    float angles[3];
    if (transform->form == MIEN_LIVE_NO_ROTATION)
        return false;
    mien_live_transform_angles(transform, angles);
    out_turns[0] = -angles[1];
    out_turns[1] = angles[0];
    out_turns[2] = angles[2];
    return true;
}

static void find_angles(MieniLiveCurves *curves)
{
    for (int i = 0; i < MIENI_LIVE_ANGLES; ++i)
        curves->angles[i] = mieni_live_curves_find(curves, mieni_live_angle_name(i));
}

void mieni_live_curves_fill(MieniArena *arena, const char *const *names, int count,
                            MieniLiveCurves *out_curves)
{
    const char **copies = mieni_arena_take(arena, (size_t)count, sizeof *copies);
    int *sorted = mieni_arena_take(arena, (size_t)count, sizeof *sorted);
    for (int c = 0; c < count && !arena->is_out_of_memory; ++c)
        copies[c] = mieni_arena_text(arena, names[c], strlen(names[c]));
    if (arena->is_out_of_memory)
        return;
    for (int c = 0; c < count; ++c) { // An insertion sort: there are few, and mostly in order.
        int at = c;
        for (; at > 0 && compare(copies[sorted[at - 1]], copies[c], true) > 0; --at)
            sorted[at] = sorted[at - 1];
        sorted[at] = c;
    }
    *out_curves = (MieniLiveCurves){.names = copies, .count = count, .sorted = sorted};
    find_angles(out_curves);
}

/// The first curve in order that is not before a name.
static int lower_bound(const MieniLiveCurves *curves, const char *name, bool is_exact)
{
    int low = 0, high = curves->count;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (compare(curves->names[curves->sorted[middle]], name, is_exact) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int mieni_live_curves_find(const MieniLiveCurves *curves, const char *name)
{
    for (int exact = 1; exact >= 0; --exact) {
        const int at = lower_bound(curves, name, exact);
        if (at < curves->count && compare(curves->names[curves->sorted[at]], name, exact) == 0)
            return curves->sorted[at];
    }
    return -1;
}

bool mien_live_frame_set_curve(MienLiveFrame *frame, const char *name, float value)
{
    MienLiveTransform *const transforms[3] = {&frame->head, &frame->left_eye, &frame->right_eye};
    int angle = 0;
    while (angle < MIENI_LIVE_ANGLES && compare(mieni_live_angle_name(angle), name, false) != 0)
        ++angle;
    if (angle == MIENI_LIVE_ANGLES)
        return mieni_live_set_shape(frame, name, strlen(name), value) >= 0;
    if (!mieni_live_is_value(value)) {
        frame->dropped_count++;
        return false;
    }
    MienLiveTransform *transform = transforms[angle / 3];
    mien_live_transform_angles(transform, transform->angles); // zeros, where there is none
    transform->form = MIEN_LIVE_ANGLES;
    static const int axes[3] = {1, 0, 2};
    transform->angles[axes[angle % 3]] = angle % 3 == 0 ? -value : value; // yaw is to the right in curves
    return true;
}
