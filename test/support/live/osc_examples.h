// SPDX-License-Identifier: MIT
//
// Examples of OSC and VMC, as hexadecimal text.

#pragma once

#define OSC_OK    "2f564d43 2f457874 2f4f4b00 2c690000 00000001"
#define OSC_TIME  "2f564d43 2f457874 2f540000 2c660000 3fa00000"
#define OSC_APPLY "2f564d43 2f457874 2f426c65 6e642f41 70706c79 00000000 2c000000"
#define OSC_A     "2f564d43 2f457874 2f426c65 6e642f56 616c0000 2c736600 41000000 3f000000"
#define OSC_HEAD  "2362756e646c6500 0000000000000001" // a bundle, to be applied now
/// A = 0.5, then Apply, in 84 bytes.
#define OSC_FRAME OSC_HEAD "00000020" OSC_A "0000001c" OSC_APPLY
