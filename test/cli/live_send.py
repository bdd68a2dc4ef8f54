#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Sends Live Link Face packets to a port of this machine: live_send.py PORT COUNT [RATE [NAME [DEVICE]]].

jawOpen is the number of the frame in thousandths. Written by the protocol's description, apart from the library."""

import socket
import struct
import sys
import time


def packet(frame, name, number=0):
    device, subject = b"0A1B2C3D-0000-4000-8000-0123456789A%X" % (11 - number), name.encode()
    values = [0.0] * 61
    values[17] = frame % 1000 / 1000
    values[52] = -0.25
    return (struct.pack(">Bi", 6, len(device)) + device + struct.pack(">i", len(subject)) + subject +
            struct.pack(">ifii", 2592000 + frame, 0.0, 60, 1) + struct.pack(">B61f", 61, *values))


def main():
    port, count = int(sys.argv[1]), int(sys.argv[2])
    rate = float(sys.argv[3]) if len(sys.argv) > 3 else 60
    name = sys.argv[4] if len(sys.argv) > 4 else "phone"
    number = int(sys.argv[5]) if len(sys.argv) > 5 else 0
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        for frame in range(count):
            sender.sendto(packet(frame, name, number), ("127.0.0.1", port))
            time.sleep(1 / rate)


if __name__ == "__main__":
    main()
