# SPDX-License-Identifier: MIT
"""Preferences act at once and are there at the next start."""

from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")
settings = Path(kit.os.environ["HOME"]) / ".config/mien/studio.conf"


def kept(line):
    return settings.exists() and line in settings.read_text().splitlines()


with kit.Studio("--document", "sentence.clip.json", project) as studio:
    kit.wait("the clip", lambda: "play.toggle" in studio.actions())
    field = studio.find("push button", "Current time")
    kit.wait("its length", lambda: studio.description(field) == "0.00 / 2.80 s")
    studio.do("win.preferences")
    kit.wait("the window of preferences", lambda: len(studio.windows()) > 1)
    studio.xdotool("search", "--sync", "--name", "Preferences", "windowfocus")
    switch = studio.find("check box", "Reopen the Last Project")
    studio.screenshot("preferences")
    studio.press(switch)
    kit.wait("the project to be opened again", lambda: kept("reopen=1"))
    level = studio.find("slider", "Playback volume")
    level.get_value_iface().set_current_value(35)
    kit.wait("a level", lambda: kept("level=35"))
    studio.xdotool("key", "Escape")
    kit.wait("the window again", lambda: len(studio.windows()) == 1)
    studio.click(field, count=2)
    kit.wait("frames", lambda: studio.description(field) == "0 / 168" and kept("time=1"))

with kit.Studio() as studio:
    kit.wait("the last project", lambda: "win.show-browser" in studio.actions() and studio.has_face())
    field = studio.find("push button", "Current time")
    kit.wait("frames", lambda: studio.description(field) == "0 / 168")
    assert kept("level=35") and kept("reopen=1"), settings.read_text()
