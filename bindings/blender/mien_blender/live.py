# SPDX-License-Identifier: MIT
"""Live capture: frames of face trackers, as the program mien receives them, move the sliders."""

import json
import subprocess
import threading

import bpy

from . import importing, mien, session

INTERVAL = 1 / 60  # seconds between two looks for a frame


class Listener:
    """A running `mien live listen`. A thread keeps the values of its last frame."""

    def __init__(self, owner, port):
        self.owner = owner.name
        program = importing.program(owner.mien.project or None)
        words = [program.path, "--json", "live", "listen"] + (["--port", str(port)] if port else [])
        self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        encoding="utf-8", errors="replace")
        self.values, self.frames, self.error = None, 0, ""
        self.threads = [threading.Thread(target=work, daemon=True) for work in (self.read, self.read_errors)]
        for thread in self.threads:
            thread.start()

    def read(self):
        for line in self.process.stdout:
            try:
                row = json.loads(line)
            except ValueError:
                continue
            if row.get("face") and "values" in row:
                self.values = row["values"]
                self.frames += 1

    def read_errors(self):
        for line in self.process.stderr:
            self.error = line.strip() or self.error

    def take(self):
        """Values of the last frame, once."""
        values, self.values = self.values, None
        return values

    def stop(self):
        mien._program.interrupt(self.process)
        for thread in self.threads:
            thread.join(timeout=2)
        self.process.stdout.close()
        self.process.stderr.close()


listener = None


def start(owner, port):
    global listener
    stop()
    listener = Listener(owner, port)
    bpy.app.timers.register(tick, first_interval=INTERVAL, persistent=True)


def stop():
    global listener
    if listener is not None:
        listener.stop()
        listener = None
    if bpy.app.timers.is_registered(tick):
        bpy.app.timers.unregister(tick)


def tick():
    """Moves the sliders of the owner to the last frame. Ends with the program, or without the owner."""
    if listener is None:
        return None
    owner = bpy.data.objects.get(listener.owner)
    if owner is None or listener.process.poll() is not None:
        if owner is not None and listener.error:
            session.show(owner, [f"Live capture ended: {listener.error}"])
        stop_soon()
        return None
    values = listener.take()
    if values:
        apply(owner, values)
    return INTERVAL


def stop_soon():
    """Stops from inside the timer, which may not unregister itself."""
    global listener
    if listener is not None:
        listener.stop()
        listener = None


def apply(owner, values):
    with session.quiet():
        for slider in owner.mien.sliders:
            if slider.name in values:
                slider.value, slider.use = values[slider.name], True
    session.refresh(owner)


def register():
    pass


def unregister():
    stop()
