#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes a capture: live_take.py CAPTURE. Twenty seconds of an actor at 50 Hz: rest with blinks, the jaw from second 4,
a smile from 5, which also moves the cheek, and the cheek from 6."""

import struct
import sys
import zlib

import live_send

NAMES = {"eyeBlinkLeft": 0, "jawOpen": 17, "mouthSmileLeft": 23, "mouthSmileRight": 24, "cheekSquintLeft": 47}


def at(t):
    def made(begin):
        return 1.0 if begin <= t < begin + 1 else 0.0

    blink = 1.0 if t % 1 > 0.86 else 0.0
    return {"eyeBlinkLeft": 0.1 + 0.7 * blink, "jawOpen": 0.05 + 0.55 * made(4), "mouthSmileLeft": 0.1 + 0.5 * made(5),
            "mouthSmileRight": 0.02, "cheekSquintLeft": 0.2 * made(5) + 0.8 * made(6)}


def main():
    out = open(sys.argv[1], "wb")
    out.write(b"MienLive" + struct.pack("<II", 1, 0))
    for i in range(1000):
        bytes_ = bytearray(live_send.packet(i, "ada"))
        for name, value in at(i / 50).items():
            struct.pack_into(">f", bytes_, len(bytes_) - 244 + 4 * NAMES[name], value)
        record = struct.pack("<IIQQ16sHH", len(bytes_), 1, i * 20000000, 0, bytes(10) + b"\xff\xff\x7f\0\0\x01", 5000, 0) + bytes_
        out.write(record + struct.pack("<I", zlib.crc32(record)))


if __name__ == "__main__":
    main()
