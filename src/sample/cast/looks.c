// SPDX-License-Identifier: MIT
//
// Looks: what emotions and sounds of speech do to a face.

#include "sample/cast/looks.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static const MieniLook looks[] = {
    {"neutral", {{NULL, 0}}},
    {"smile", {{"mouthSmileLR", 0.95f}, {"cheekSquintLR", 0.35f}, {"browInnerUp", 0.35f}}},
    {"laugh",
     {{"mouthSmileLR", 0.95f},
      {"cheekSquintLR", 0.75f},
      {"jawOpen", 0.55f},
      {"mouthUpperUpLR", 0.45f},
      {"browOuterUpLR", 0.2f},
      {"browInnerUp", 0.5f}}},
    {"surprise",
     {{"jawOpen", 0.9f},
      {"mouthFunnel", 0.5f},
      {"eyeWideLR", 1},
      {"browInnerUp", 1},
      {"browOuterUpLR", 0.45f}}},
    {"anger",
     {{"browDownLR", 1},
      {"noseSneerLR", 0.55f},
      {"mouthFrownLR", 0.55f},
      {"mouthStretchLR", 0.45f},
      {"mouthUpperUpLR", 0.35f},
      {"mouthLowerDownLR", 0.75f},
      {"eyeSquintLR", 0.25f},
      {"jawOpen", 0.1f}}},
    {"sadness",
     {{"browInnerUp", 1},
      {"mouthFrownLR", 0.95f},
      {"mouthShrugLower", 0.65f},
      {"eyeLookDownLR", 0.3f},
      {"eyeBlinkLR", 0.12f}}},
    {"wink",
     {{"mouthPucker", 1}, {"eyeBlinkLeft", 1}, {"browOuterUpRight", 0.7f}, {"cheekSquintLeft", 0.4f}}},
    {"puff", {{"cheekPuff", 1}, {"eyeWideLR", 0.4f}, {"browInnerUp", 0.3f}}},
    {"blink", {{"eyeBlinkLR", 1}}},
    {"PP", {{"mouthPressLR", 0.7f}, {"mouthRollUpper", 0.25f}, {"mouthRollLower", 0.25f}}},
    {"AA",
     {{"jawOpen", 0.65f}, {"mouthStretchLR", 0.2f}, {"mouthLowerDownLR", 0.2f}, {"mouthUpperUpLR", 0.2f}}},
    {"EE",
     {{"jawOpen", 0.15f},
      {"mouthStretchLR", 0.55f},
      {"mouthSmileLR", 0.35f},
      {"mouthUpperUpLR", 0.4f},
      {"mouthLowerDownLR", 0.6f}}},
    {"OH", {{"jawOpen", 0.45f}, {"mouthFunnel", 0.75f}}},
    {"OO", {{"jawOpen", 0.1f}, {"mouthPucker", 0.85f}, {"mouthFunnel", 0.25f}}},
    {"FF", {{"mouthRollLower", 0.75f}, {"mouthUpperUpLR", 0.45f}, {"jawOpen", 0.04f}}},
    {"TH", {{"tongueOut", 0.55f}, {"mouthUpperUpLR", 0.2f}, {"mouthLowerDownLR", 0.15f}}},
};

const MieniLook *mieni_look_find(const char *name)
{
    const MieniLook *look = looks;
    while (strcmp(look->name, name) != 0)
        ++look;
    return look;
}

float mieni_look_value(const MieniLook *look, const char *curve)
{
    for (int k = 0; k < 12 && look->curves[k].curve != NULL; ++k) {
        const char *name = look->curves[k].curve;
        const size_t stem = strlen(name) - 2;
        const bool is_both = strcmp(name + stem, "LR") == 0;
        if (is_both ? strncmp(name, curve, stem) == 0 &&
                          (strcmp(curve + stem, "Left") == 0 || strcmp(curve + stem, "Right") == 0)
                    : strcmp(name, curve) == 0)
            return look->curves[k].value;
    }
    return 0.0f;
}
