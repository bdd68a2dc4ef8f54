// SPDX-License-Identifier: MIT
//
// ARKit's blend shapes as numbers and names, for sources that make performances.

#pragma once

/// ARKit's blend shapes in their usual order.
#define MIENI_SHAPES(X)                                                                                      \
    X(eyeBlinkLeft)                                                                                          \
    X(eyeLookDownLeft)                                                                                       \
    X(eyeLookInLeft)                                                                                         \
    X(eyeLookOutLeft)                                                                                        \
    X(eyeLookUpLeft)                                                                                         \
    X(eyeSquintLeft)                                                                                         \
    X(eyeWideLeft)                                                                                           \
    X(eyeBlinkRight)                                                                                         \
    X(eyeLookDownRight)                                                                                      \
    X(eyeLookInRight)                                                                                        \
    X(eyeLookOutRight)                                                                                       \
    X(eyeLookUpRight)                                                                                        \
    X(eyeSquintRight)                                                                                        \
    X(eyeWideRight)                                                                                          \
    X(jawForward)                                                                                            \
    X(jawLeft)                                                                                               \
    X(jawRight)                                                                                              \
    X(jawOpen)                                                                                               \
    X(mouthClose)                                                                                            \
    X(mouthFunnel)                                                                                           \
    X(mouthPucker)                                                                                           \
    X(mouthLeft)                                                                                             \
    X(mouthRight)                                                                                            \
    X(mouthSmileLeft)                                                                                        \
    X(mouthSmileRight)                                                                                       \
    X(mouthFrownLeft)                                                                                        \
    X(mouthFrownRight)                                                                                       \
    X(mouthDimpleLeft)                                                                                       \
    X(mouthDimpleRight)                                                                                      \
    X(mouthStretchLeft)                                                                                      \
    X(mouthStretchRight)                                                                                     \
    X(mouthRollLower)                                                                                        \
    X(mouthRollUpper)                                                                                        \
    X(mouthShrugLower)                                                                                       \
    X(mouthShrugUpper)                                                                                       \
    X(mouthPressLeft)                                                                                        \
    X(mouthPressRight)                                                                                       \
    X(mouthLowerDownLeft)                                                                                    \
    X(mouthLowerDownRight)                                                                                   \
    X(mouthUpperUpLeft)                                                                                      \
    X(mouthUpperUpRight)                                                                                     \
    X(browDownLeft)                                                                                          \
    X(browDownRight)                                                                                         \
    X(browInnerUp)                                                                                           \
    X(browOuterUpLeft)                                                                                       \
    X(browOuterUpRight)                                                                                      \
    X(cheekPuff)                                                                                             \
    X(cheekSquintLeft)                                                                                       \
    X(cheekSquintRight)                                                                                      \
    X(noseSneerLeft)                                                                                         \
    X(noseSneerRight)                                                                                        \
    X(tongueOut)

#define MIENI_SHAPE_NUMBER(shape) shape,
#define MIENI_SHAPE_NAME(shape)   #shape,
enum { MIENI_SHAPES(MIENI_SHAPE_NUMBER) MIENI_SHAPE_COUNT };

_Static_assert(MIENI_SHAPE_COUNT == 52, "ARKit has 52 blend shapes");
