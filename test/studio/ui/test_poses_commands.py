# SPDX-License-Identifier: MIT
"""Commands on poses: additive and absolute, a pose from the stage, copies, order, deleting;
what is saved is to the byte what the command line makes of the same project."""

import json
import shutil
import subprocess
from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")
asset = project / "ada.poses.json"
original = asset.read_bytes()
twin = Path(kit.os.environ["HOME"]) / "twin"
shutil.copytree(project, twin)


def mien(*arguments):
    subprocess.run([kit.MIEN, "-q", "poses", *map(str, arguments), "-C", twin], check=True,
                   stdout=subprocess.DEVNULL)


def same(studio, what):
    """Saves, and waits until the file is what the command line wrote."""
    studio.save()
    assert asset.read_bytes() == (twin / "ada.poses.json").read_bytes(), f"other bytes after: {what}"


def only(studio, name):
    """Filters and selects one pose."""
    studio.filter("Filter poses", name)
    kit.wait(f"{name} alone", lambda: "1 shown" in studio.description(studio.find("list", "Poses")))
    studio.do("win.select-all")


with kit.Studio(project, home=kit.new_home("commands")) as studio:
    kit.wait("Ada", lambda: studio.stage().startswith("ada.") and studio.has_face())
    studio.open("ada", "pose asset")
    studio.filter("Filter poses", "jaw")
    kit.wait("a few rows", lambda: "4 shown" in studio.description(studio.find("list", "Poses")))

    # Absolute and back: two clicks, one click, and no question.
    clicks = studio.clicks
    studio.click(studio.find("push button", "Additive on Rest"))
    studio.click(studio.find("push button", "Absolute"))
    assert studio.clicks - clicks == 2
    mien("mode", "ada", "absolute")
    same(studio, "absolute")
    assert studio.has("push button", "Absolute on Rest")
    studio.click(studio.find("push button", "Additive"))
    mien("mode", "ada", "additive")
    same(studio, "additive")
    assert asset.read_bytes() == original, "there and back is not what it was"

    # A pose from what is on stage: one click, then its name.
    studio.find("slider", "jawOpen weight").get_value_iface().set_current_value(0.5)
    kit.wait("the weight", lambda: "jawOpen 0.50" in studio.stage())
    drawn = studio.drawn()
    kit.wait("a picture", lambda: studio.drawn() >= drawn)
    studio.filter("Filter poses", "")
    clicks = studio.clicks
    studio.click(studio.find("push button", "Add pose"))
    assert studio.clicks - clicks == 1
    kit.wait("a field for its name",
             lambda: studio.description(studio.find("filler", "Name of Pose_59")) == "being edited")
    studio.type("jawHalf")
    studio.key("Return")
    kit.wait("its name", lambda: studio.has("slider", "jawHalf weight"))
    studio.save()
    row = next(row for row in json.loads(asset.read_bytes())["poses"] if row["name"] == "jawHalf")
    values = [f"{bone['bone']}.{part}={','.join(repr(number) for number in bone[part])}"
              for bone in row["bones"] for part in "tqs" if part in bone]
    assert values, "nothing of the stage came into the pose"
    mien("add", "ada", "jawHalf", *values)
    twin_text = (twin / "ada.poses.json").read_text()
    twin_row = next(line for line in twin_text.splitlines() if '"jawHalf"' in line)
    own_row = next(line for line in asset.read_text().splitlines() if '"jawHalf"' in line)
    assert json.loads(own_row.rstrip(","))["bones"] == json.loads(twin_row.rstrip(","))["bones"], "other bones"
    shutil.copy(asset, twin / "ada.poses.json")  # ids are made of names, and this one had another first

    # Copies, order, sides, base, deleting.
    only(studio, "jawLeft")
    studio.do("win.duplicate")
    mien("copy", "ada", "jawLeft", "jawLeft_2")
    same(studio, "duplicate")
    studio.do("poses.move-up")
    studio.do("poses.clear-filter")
    kit.wait("all", lambda: "61 shown" in studio.description(studio.find("list", "Poses")))
    mien("move", "ada", "jawLeft", "--before", "jawForward")
    same(studio, "move")
    only(studio, "jawLeft_2")
    studio.do("poses.flip")
    mien("mirror", "ada", "jawLeft_2", "jawLeft_2")
    same(studio, "flip")
    studio.do("win.delete")
    mien("delete", "ada", "jawLeft_2")
    same(studio, "delete")
    only(studio, "mouthClose")
    studio.do("poses.set-base")
    mien("base", "ada", "mouthClose")
    same(studio, "base")
    studio.screenshot("poses-commands")

    # All the way back, to the byte.
    for _ in range(20):
        if "win.undo" not in studio.actions():
            break
        studio.do("win.undo")
    studio.save()
    assert asset.read_bytes() == original, "Undo is not exact"
