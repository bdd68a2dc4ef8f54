# SPDX-License-Identifier: MIT
"""A monkey at the window: 500 actions, keys, clicks, drags and scrolls at random, with Auto Key on, and
with sliders dragged, so that they key a clip. Nothing crashes, nothing is complained of, and undoing
all of it leaves every file as it was.
MIEN_MONKEY_SEED and MIEN_MONKEY_STEPS choose others."""

import os
import random
from pathlib import Path

from gi.repository import GLib

import kit

SEED = int(os.environ.get("MIEN_MONKEY_SEED", "7"))
STEPS = int(os.environ.get("MIEN_MONKEY_STEPS", "500"))
# What leaves the program, or saves, so that undoing could not be compared.
FORBIDDEN = {"win.close-window", "win.save", "win.open-project", "win.new-project", "win.open-sample", "win.revert",
             "win.build", "win.discard", "win.restore", "win.import", "win.import-folder", "win.import-again",
             "viewport.save-image", "win.save-copy", "browser.show-in-files", "win.help", "win.fullscreen", "window.close",
             "window.minimize", "window.toggle-maximized"}
KEYS = ["Escape", "Tab", "Down", "Up", "Left", "Right", "Return", "space", "Delete", "F2", "Home", "End", "0", "1",
        "s", "m", "a", "Insert", "bracketleft", "bracketright", "comma", "period", "i", "o", "ctrl+a", "ctrl+z",
        "ctrl+shift+z", "ctrl+d", "ctrl+c", "ctrl+v", "F6", "ctrl+k", "ctrl+0", "shift+Down", "ctrl+Tab"]

choose = random.Random(SEED)
project = kit.sample(Path(os.environ["HOME"]) / "cast")
before = {path: path.read_bytes() for path in project.rglob("*.json")}


def act(studio):
    """Any action that can act, by its place in the list."""
    frame = studio.frame()
    actions = frame.get_action_iface()
    index = choose.randrange(actions.get_n_actions())
    name = actions.get_action_name(index)
    if name in FORBIDDEN or name.startswith(("window.", "default.", "menu.", "clipboard.", "selection.", "color.")):
        return f"not {name}"
    actions.do_action(index)
    kit.pump(0.02)
    return name


def key(studio):
    name = choose.choice(KEYS)
    studio.xdotool("key", name)
    return name


def point(studio):
    """A click, a drag or a scroll somewhere."""
    x, y = choose.randrange(40, 1240), choose.randrange(60, 760)
    kind = choose.choice(["click", "click", "click", "context", "drag", "scroll"])
    if kind == "click":
        studio.xdotool("mousemove", x, y, "click", "--repeat", choose.choice([1, 1, 2]), "--delay", 30, 1)
    elif kind == "context":
        studio.xdotool("mousemove", x, y, "click", 3)
    elif kind == "drag":
        studio.xdotool("mousemove", x, y, "mousedown", 1, "mousemove", x + 7, y + 3, "mousemove",
                       x + choose.randrange(-90, 90), y + choose.randrange(-60, 60), "mouseup", 1)
    else:
        studio.xdotool("mousemove", x, y, "click", choose.choice([4, 5]))
    return f"{kind} {x} {y}"


def slide(studio):
    """A drag where there were sliders, now and then reverted by Escape, or ended by another tab."""
    x, y = choose.choice(sliders)
    end = choose.choice(["Escape", "alt+1", "alt+2", "ctrl+z", None, None, None, None])
    studio.xdotool("mousemove", x, y, "mousedown", 1, "mousemove", x + 9, y, "mousemove",
                   x + choose.randrange(-60, 60), y)
    if end:
        studio.xdotool("key", end)
    studio.xdotool("mousemove", x + choose.randrange(-60, 60), y, "mouseup", 1)
    return f"slide {x} {y}, {end}"


def close_dialogs(studio):
    """Escape until only the window is left. Of several dialogs, without a window manager, the one that
    gets keys may be none: they are told to close."""
    def is_alone():
        windows = [window for window in studio.windows() if window]
        if len(windows) <= 1:
            return True
        studio.xdotool("key", "Escape")
        for window in windows[1:] if len(windows) > 2 else []:
            actions = window.get_action_iface()
            for index in range(actions.get_n_actions() if actions else 0):
                if actions.get_action_name(index) == "window.close" and not window.get_name().startswith("Mien Studio"):
                    actions.do_action(index)
                    break
        return False

    names = [f"{window.get_role_name()} “{window.get_name()}”" for window in studio.windows() if window]
    kit.wait(f"these to close: {names}, after {done[-12:]}", is_alone)


done = []
with kit.Studio(project, "--document", "sentence.clip.json") as studio:
    kit.wait("the stage", lambda: studio.has_face())
    studio.do("clip.auto-key")
    studio.open("ada", "pose asset")
    studio.find("slider", "browDownLeft weight")
    sliders = [studio.place(node) for node in studio.all("slider", studio.find("list", "Poses"))
               if node.get_name().endswith(" weight")]
    sliders = [(x, y) for x, y in sliders if 150 < y < 500]
    for step in range(STEPS):
        if studio.process.poll() is not None:
            raise AssertionError(f"ended at step {step} of seed {SEED}, after {done[-8:]}\n{studio.stderr()[-4000:]}")
        try:
            done.append(choose.choice([act, act, act, key, point, slide])(studio))
        except (GLib.Error, LookupError) as error:
            done.append(f"{error}")  # a window in front that has no actions, or one that just went
        if step % 10 == 9:
            kit.wait("an answer", lambda: studio.process.poll() is not None or studio.windows(), 60)
            if len(studio.windows()) > 1 and choose.random() < 0.7:
                close_dialogs(studio)
        assert not studio.complaints(), f"step {step} of seed {SEED}, after {done[-8:]}:\n" + "\n".join(
            studio.complaints())
    close_dialogs(studio)
    studio.screenshot("monkey")
    steps = 0
    while "win.undo" in studio.actions():
        studio.do("win.undo")
        steps += 1
        assert steps < 3000
    if "win.save" in studio.actions():  # a click on Build had saved
        studio.save()
    print(f"seed {SEED}: {STEPS} steps, {steps} undone")
for path, text in before.items():
    assert path.exists() and path.read_bytes() == text, path
