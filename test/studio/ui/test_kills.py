# SPDX-License-Identifier: MIT
"""kill -9 at twenty random moments of editing through the window, of one project that is never
saved: each next start offers what was done, and restoring gives the very texts that were there
after the last action, by a hash that the program tells after each. Undoing all of it gives the
first bytes. One more kill is amid a save. MIEN_KILL_SEED chooses other moments."""

import hashlib
import os
import random
import re
import subprocess
import threading
from pathlib import Path

from gi.repository import GLib

import kit

SEED = int(os.environ.get("MIEN_KILL_SEED", random.randrange(1 << 30)))
KILLS = 20
POSES, CLIP = "ada.poses.json", "sentence.clip.json"
os.environ["MIEN_STUDIO_TEXTS"] = "1"

print(f"MIEN_KILL_SEED={SEED}", flush=True)
choose = random.Random(SEED)
project = kit.sample(Path(os.environ["HOME"]) / "cast")


def texts():
    return {path.name: path.read_bytes() for path in sorted(project.glob("*.json"))}


def hash_of(files):
    """What the program tells of such files: FNV-1a over names and what SHA-256 begins with."""
    value = 14695981039346656037
    for name, text in sorted(files.items()):
        for byte in name.encode():
            value = (value ^ byte) * 1099511628211 % 2**64
        value = (value ^ int.from_bytes(hashlib.sha256(text).digest()[:8], "big")) * 1099511628211 % 2**64
    return f"{value:016x}"


def told(studio):
    """Hashes of all texts, as they were after each action since the start."""
    return re.findall(r"mien-studio: texts ([0-9a-f]{16})\n", studio.stderr())


# What is done to poses. All of it acts on the row that is chosen.

def choose_pose(studio):
    """Clicks on a row that is in view, and gives the name of its pose."""
    rows = studio.find("list", "Poses")
    _, top, _, height = studio.box(rows)
    sliders = [node for node in studio.all("slider", rows) if node.get_name().endswith(" weight")]
    slider = choose.choice([node for node in sliders if top + 20 < studio.place(node)[1] < top + height - 20])
    studio.click(slider)
    return slider.get_name()[:-len(" weight")]


def rename_pose(studio):
    name = choose_pose(studio)
    studio.do("win.rename")
    kit.wait("a field", lambda: studio.description(studio.find("filler", f"Name of {name}")) == "being edited")
    studio.type(f"pose{choose.randrange(10**6)}")
    studio.key("Return")


def pose_of_stage(studio):
    slider = choose.choice(studio.all("slider", studio.find("list", "Poses")))
    slider.get_value_iface().set_current_value(choose.random())
    choose_pose(studio)
    studio.do("poses.update-pose")


def command_pose(studio):
    choose_pose(studio)
    names = {"win.duplicate", "poses.move-down", "poses.flip", "win.delete", "poses.add-empty"}
    studio.do(choose.choice(sorted(names & set(studio.actions()))))


# What is done to keys of curves.

def key_curve(studio):
    """A value for a curve where the playhead is, which becomes a key."""
    fields = [node for node in studio.all("filler", studio.find("list", "Curves"))
              if (node.get_name() or "").endswith(" value")]
    studio.click(choose.choice(fields[:6]))
    studio.key("ctrl+a")
    studio.type(f"{choose.random():.2f}")
    studio.key("Return")


def drag_key(studio):
    """Keys of a part of the timeline, moved by the pointer."""
    x, y, width, height = studio.box(studio.find("filler", "Timeline"))
    left = x + 18 + choose.randrange(width // 2)
    studio.drag_between((left, y + 40), (left + width // 4, y + height - 45))
    studio.key(choose.choice(["Left", "Right", "Up", "Down", "Delete"]))


def move_playhead(studio):
    x, y, width, _ = studio.box(studio.find("filler", "Timeline"))
    studio.click_at(x + 18 + choose.randrange(width - 36), y + 12)
    key_curve(studio)


def step(studio):
    """A step back or forth, which may bring another document to the front."""
    name = choose.choice(["win.undo", "win.redo"])
    if name in studio.actions():
        studio.do(name)
        bring(studio, studio.document)


def bring(studio, document):
    studio.document = document
    studio.open(*{POSES: ("ada", "pose asset"), CLIP: ("sentence", "clip")}[document])
    kit.wait("its editor", lambda: studio.has(*{POSES: ("list", "Poses"), CLIP: ("filler", "Timeline")}[document]))


EDITS = {POSES: [rename_pose, pose_of_stage, command_pose, command_pose, step, step],
         CLIP: [key_curve, drag_key, move_playhead, move_playhead, step, step]}


def edit_until_killed(studio, document):
    """Edits; some actions later, at any moment of one, the program is killed."""
    bring(studio, document)
    last = choose.randrange(1, 6)
    count = 0
    try:
        while True:
            if count == last:
                threading.Timer(choose.uniform(0, 0.7), os.kill, (studio.process.pid, 9)).start()
            choose.choice(EDITS[document])(studio)
            count += 1
    except (GLib.Error, LookupError, IndexError, AttributeError, subprocess.CalledProcessError, kit.Ended):
        if studio.process.poll() is None and count < last:
            raise
    studio.process.wait(30)
    assert studio.process.returncode == -9, f"it ended by itself: {studio.stderr()}"
    studio.kill()


def open_again(known):
    """Starts, restores what is offered, and compares that with what was known last."""
    studio = kit.Studio(project)
    kit.wait("the stage", lambda: studio.drawn() > 0)
    is_offered = "win.restore" in studio.actions()
    if is_offered:
        kit.wait("the offer", lambda: any("Studio closed unexpectedly" in (node.get_name() or "")
                                          for node in studio.all("label")))
        studio.do("win.restore")
        kit.wait("nothing to restore any more", lambda: "win.restore" not in studio.actions())
    now = told(studio)[-1]
    if now != known:  # it was killed between writing an action down and telling of it, which is rare
        untold.append(now)
        assert len(untold) <= KILLS // 3, "actions are restored that were never told of, again and again"
        was, names = now, studio.actions()
        studio.do("win.undo")
        if told(studio)[-1] != known and "win.redo" in names:
            studio.do("win.redo")
            studio.do("win.redo")
        assert told(studio)[-1] == known, f"{was} was restored instead of {known}"
    return studio, is_offered


before = texts()
known = hash_of(before)
untold = []
offers = actions = 0
for number in range(KILLS + 1):
    document = POSES if number % 2 == 0 else CLIP
    studio, is_offered = open_again(known)
    offers += is_offered
    if number == KILLS:
        break
    start = len(told(studio))
    edit_until_killed(studio, document)
    actions += len(told(studio)) - start
    known = told(studio)[-1]
    assert not studio.complaints(), "\n".join(studio.complaints())
print(f"{KILLS} kills amid {actions} actions, {offers} times something was offered, {len(untold)} times more than was told")
assert offers > KILLS * 3 // 4 and actions > KILLS

# Everything that was done in all those lives is one history.
while "win.undo" in studio.actions():
    studio.do("win.undo")
assert told(studio)[-1] == hash_of(before), "undoing all is not the beginning"
while "win.redo" in studio.actions():
    studio.do("win.redo")
done = told(studio)[-1]

# Amid a save.
threading.Timer(choose.uniform(0, 0.1), os.kill, (studio.process.pid, 9)).start()
try:
    studio.do("win.save")
except (GLib.Error, AttributeError, kit.Ended):
    pass
studio.process.wait(30)
studio.kill()
studio, _ = open_again(done)
with studio:
    if "win.save" in studio.actions():
        studio.save()
assert hash_of(texts()) == done, "what was saved is not what was there"
