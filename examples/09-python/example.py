#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plays a clip on a face: example.py BUNDLE FACE CLIP [--bits]

With --bits it prints every number like main.c, for comparison."""

import math
import struct
import sys

import mien


def bits(numbers):
    return " ".join(f"{struct.unpack('<I', struct.pack('<f', number))[0]:08x}" for number in numbers)


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    try:
        face = mien.Face(mien.Bundle(sys.argv[1]), sys.argv[2], sys.argv[3])
    except mien.Error as error:
        sys.exit(str(error))
    jaw, jaw_open = face.bone("jaw"), face.curve("jawOpen")
    for frame in range(8):
        face.evaluate(face.length * frame / 8)
        if sys.argv[4:] == ["--bits"]:
            for bone in face.bones:
                print(bits([*bone.rotation, *bone.translation, *bone.scale]))
            continue
        x, y, z, w = face.bones[jaw].rotation
        degrees = math.degrees(2 * math.atan2(math.hypot(x, y, z), abs(w)))
        print(f"{face.length * frame / 8:5.2f} s  jawOpen {face.values[jaw_open]:.2f}  jaw {degrees:5.2f} degrees")


main()
