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


def play(bundle, face, clip, as_bits):
    actor = mien.Actor.load(bundle, mesh=f"{face}.mesh", poses=f"{face}.poses")
    actor.play(bundle.clip(f"{clip}.clip"))
    jaw, length = actor.skeleton.bone("jaw"), actor.clip.length
    for frame in range(8):
        actor.time = length * frame / 8
        bones = actor.step().tolist()
        if as_bits:
            for bone in bones:
                print(bits(bone[mien.ROTATION] + bone[mien.TRANSLATION] + bone[mien.SCALE]))
            continue
        x, y, z, w = bones[jaw][mien.ROTATION]
        degrees = math.degrees(2 * math.atan2(math.hypot(x, y, z), abs(w)))
        print(f"{actor.time:5.2f} s  jawOpen {actor.curve('jawOpen'):.2f}  jaw {degrees:5.2f} degrees")


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    try:
        with mien.Bundle(sys.argv[1]) as bundle:
            play(bundle, sys.argv[2], sys.argv[3], sys.argv[4:] == ["--bits"])
    except mien.Error as error:
        sys.exit(str(error))


main()
