#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kills a recording program at 50 moments: what arrived more than a second before is in the capture. In fact nothing
that the program received is lost. kills.py MIEN"""

import json
import os
import pathlib
import random
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import live_send  # noqa: E402

KILLS, RATE = 50, 400


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port):
    for _ in range(400):
        if f":{port:04X} " in pathlib.Path("/proc/net/udp").read_text():
            return
        time.sleep(0.01)
    sys.exit("the program does not listen")


def kill_once(mien, folder, random_seconds):
    """Returns how many of the sent frames the capture lacks at its end, and whether a cut record was reported."""
    port, capture = free_port(), folder / "take.mienlive"
    capture.unlink(missing_ok=True)
    program = subprocess.Popen([mien, "live", "record", str(capture), "--port", str(port), "-q"],
                               stdout=subprocess.DEVNULL)
    wait_for(port)
    sent, end = 0, time.monotonic() + random_seconds
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        while time.monotonic() < end:
            sender.sendto(live_send.packet(sent, "phone"), ("127.0.0.1", port))
            sent += 1
            time.sleep(1 / RATE)
    program.kill()
    program.wait()
    replayed = subprocess.run([mien, "live", "replay", str(capture), "--json"], capture_output=True, text=True, check=True)
    times = [round(json.loads(line)["sender_time"] * 60) - 2592000 for line in replayed.stdout.splitlines()]
    assert times == list(range(len(times))), "frames are missing in the middle"
    assert times, "nothing was recorded"
    return sent - len(times), "not a whole record" in replayed.stderr


def main():
    mien, lost, cuts = sys.argv[1], [], 0
    random.seed(int(os.environ.get("MIEN_SEED", "1")))
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(KILLS):
            missing, was_cut = kill_once(mien, pathlib.Path(folder), random.uniform(0.05, 0.3))
            lost.append(missing)
            cuts += was_cut
    print(f"{KILLS} kills: at most {max(lost)} frames lost at the end ({1000 * max(lost) / RATE:.0f} ms), "
          f"{cuts} records cut off")
    sys.exit(0 if max(lost) < RATE else 1)


if __name__ == "__main__":
    main()
