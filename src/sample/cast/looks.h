// SPDX-License-Identifier: MIT
//
// Looks of a face by name, emotions and sounds of speech among them, as curves under
// ARKit's names. What the cast performs is made of them, and so are generated lines.

#pragma once

/// A face, or a part of one. A name that ends in LR stands for Left and Right.
typedef struct MieniLook {
    const char *name;
    struct {
        const char *curve;
        float value;
    } curves[12];
} MieniLook;

/// The look of a name, which there must be: "smile", "blink", "PP", "AA".
const MieniLook *mieni_look_find(const char *name);
/// How much of a curve a look has.
float mieni_look_value(const MieniLook *look, const char *curve);
