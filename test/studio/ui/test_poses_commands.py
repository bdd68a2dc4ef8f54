# SPDX-License-Identifier: MIT
"""Commands on poses: copies, order, sides, base, deleting; what is saved is to the
byte what the command line makes of the same project."""

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
    studio.click(studio.find("push button", "Additive · Rest"))  # commands mean what has the focus
    only(studio, "jawLeft")
    studio.do("win.duplicate")
    mien("copy", "ada", "jawLeft", "jawLeft_2")
    same(studio, "duplicate")
    studio.do("poses.move-up")
    studio.do("poses.clear-filter")
    kit.wait("all", lambda: "60 shown" in studio.description(studio.find("list", "Poses")))
    mien("move", "ada", "jawLeft", "--before", "jawForward")
    same(studio, "move")
    only(studio, "jawLeft_2")
    studio.do("poses.flip")
    mien("mirror", "ada", "jawLeft_2", "jawLeft_2")
    same(studio, "flip")
    studio.do("win.delete")
    mien("remove", "ada", "jawLeft_2")
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
