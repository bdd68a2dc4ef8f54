// SPDX-License-Identifier: MIT
//
// Fades. Weights follow from the time since the fade began and what they were then,
// never from the last step's weights, so steps of any length lead to the same.

#include "core/float_rules.h"

#include "core/graph/fade.h"

#include <string.h>

size_t mieni_fade_size(int count) { return sizeof(MieniFade) + 2 * (size_t)count * sizeof(float); }

static void settle(MieniFade *fade)
{
    memset(fade->weights, 0, (size_t)fade->count * sizeof(float));
    fade->weights[fade->target] = 1.0f;
    fade->is_fading = 0;
}

void mieni_fade_begin(MieniFade *fade, int count, int target)
{
    *fade = (MieniFade){.count = count, .target = target};
    settle(fade);
}

void mieni_fade_to(MieniFade *fade, int target, double duration, int shape)
{
    memcpy(fade->weights + fade->count, fade->weights, (size_t)fade->count * sizeof(float));
    fade->elapsed = fade->lasted = 0.0;
    fade->duration = duration;
    fade->target = target;
    fade->shape = shape;
    fade->is_fading = 1;
    if (!(duration > 0.0))
        settle(fade);
}

void mieni_fade_advance(MieniFade *fade, double seconds)
{
    fade->lasted += seconds;
    if (!fade->is_fading)
        return;
    fade->elapsed += seconds;
    if (!(fade->elapsed < fade->duration)) {
        settle(fade);
        return;
    }
    const double x = fade->elapsed / fade->duration;
    const float along = (float)(fade->shape == MIENI_SHAPE_SMOOTH ? x * x * (3.0 - 2.0 * x) : x);
    const float *from = fade->weights + fade->count;
    float others = 0.0f;
    for (int i = 0; i < fade->count; ++i) {
        fade->weights[i] = (1.0f - along) * from[i];
        others += i == fade->target ? 0.0f : fade->weights[i];
    }
    // What is left, so that weights still add up to 1 after any number of fades.
    fade->weights[fade->target] = others < 1.0f ? 1.0f - others : 0.0f;
}
