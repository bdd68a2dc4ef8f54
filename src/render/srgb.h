// SPDX-License-Identifier: MIT
//
// Between sRGB of eight bits and linear light.

#pragma once

#include "mien/math.h"

static inline float mieni_srgb_decode(uint8_t value)
{
    const double x = value / 255.0;
    return (float)(x <= 0.04045 ? x / 12.92 : mien_pow((x + 0.055) / 1.055, 2.4));
}

static inline uint8_t mieni_srgb_encode(float linear)
{
    if (!(linear > 0))
        return 0;
    if (linear >= 1)
        return 255;
    const double x = (double)linear;
    const double coded = x <= 0.0031308 ? x * 12.92 : 1.055 * mien_pow(x, 1 / 2.4) - 0.055;
    return (uint8_t)(coded * 255 + 0.5);
}
