# SPDX-License-Identifier: MIT
"""The second workflow, from the first to the last click: names in the dialog of a new pose asset,
a line with an error that is fixed, additive by default, absolute and back, and poses from the
viewport, into the new asset and into one that was there. After each step the files are, byte by
byte, what the command line makes."""

import json
import shutil
import subprocess
import time
from pathlib import Path

import kit

home = Path(kit.os.environ["HOME"])
project, twin = kit.sample(home / "cast"), home / "twin"
names = [pose["name"] for pose in json.loads((project / "ada.poses.json").read_text())["poses"]]
clip = {"kind": "clip", "version": 1, "skeleton": "ada.skeleton.json", "tracks": {"file": "ada.glb", "take": "poses"}}
(project / "face_poses.clip.json").write_text(json.dumps(clip))
wanted = list(names)
wanted[4] = ""  # keeps its default name
wanted[6] = "#"  # is skipped
wrong = list(wanted)
wrong[10] = names[7]  # twice
wanted[10] = names[7] + "_2"
count = len(names)
assert count == 59, count
(home / "names.txt").write_text("\n".join(wanted) + "\n")
shutil.copytree(project, twin)
kit.clipboard("\n".join(wrong) + "\n")


def mien(*arguments):
    """The same by the command line, in a copy of the project."""
    subprocess.run([kit.MIEN, "-q", "poses", *map(str, arguments), "-C", twin], check=True, stdout=subprocess.DEVNULL)


def compare(what):
    """Compares what was saved with what the command line wrote."""
    for name in ("ada.poses.json", "face.poses.json"):
        assert (project / name).read_bytes() == (twin / name).read_bytes(), f"{name} has other bytes after: {what}"


def same(what):
    studio.save()
    compare(what)


def named(within, role, test):
    """A node of the dialog whose name passes a test."""
    for node in studio.all(role, within):
        if test(node.get_name() or ""):
            return node
    return None


def add_pose(asset, default, name):
    """Adds what is on the stage to an asset and names it: a click, then typing."""
    studio.click(studio.find("push button", "Add Pose"))
    kit.wait("a field for its name", lambda: studio.description(studio.find("filler", f"Name of {default}")) == "being edited")
    studio.type(name)
    studio.key("Return")
    kit.wait("its name", lambda: studio.has("slider", f"{name} weight"))
    studio.save()
    row = next(row for row in json.loads((project / asset).read_bytes())["poses"] if row["name"] == name)
    values = [f"{bone['bone']}.{part}={','.join(repr(number) for number in bone[part])}"
              for bone in row["bones"] for part in "tqs" if part in bone]
    assert values, "nothing of the stage came into the pose"
    mien("add", asset.split(".")[0], default, *values)
    mien("rename", asset.split(".")[0], default, name)
    compare(f"a pose from the stage in {asset}")


with kit.Studio(project) as studio:
    kit.wait("the stage", studio.has_face)
    assets = studio.find("list", "Assets")
    row = kit.wait("the clip", lambda: [n for n in studio.all("label", assets) if n.get_name() == "face_poses"])[0]
    studio.click(row, button=3)
    studio.choose("New Pose Asset…")
    dialog = studio.dialog("New Pose Asset")

    # Names in the dialog: one click. A list with an error is fixed by one more, line by line.
    clicks = studio.clicks
    studio.click(studio.find("push button", f"Use {count} Lines from Clipboard", within=dialog))
    assert studio.clicks - clicks == 1
    line = kit.wait("an error by line", lambda: named(dialog, "label", lambda text: text.startswith("Line 11")))
    assert line.get_name() == f"Line 11 repeats “{names[7]}” from line 8. Pose names must be unique.", line.get_name()
    assert "error in line 11" in studio.description(studio.find("text", "Pose names", within=dialog))
    create = studio.find("push button", f"Create {count - 1} Poses", within=dialog)
    assert not kit.is_sensitive(create)
    assert studio.has("label", "Frame 4, Pose_4", dialog) and studio.has("label", "Frame 6, skipped", dialog)
    studio.screenshot("flow-two-1-error")
    studio.click(studio.find("push button", f"Rename to {names[7]}_2", within=dialog))
    kit.wait("nothing wrong", lambda: kit.is_sensitive(create))
    assert "error" not in studio.description(studio.find("text", "Pose names", within=dialog))
    studio.screenshot("flow-two-2-names")
    studio.click(create)
    kit.wait("its poses", lambda: len(studio.windows()) == 1 and f"{count - 1} poses" in studio.description(studio.find("list", "Poses")))

    # Additive without a click; nothing is written before it is saved.
    assert not (project / "face.poses.json").exists()
    mien("create", "face", "--from", "ada.glb", "--take", "poses", "--skeleton", "ada.skeleton.json", "--mesh",
         "ada.mesh.json", "--names", home / "names.txt", "--additive", "--base", names[0])
    same("making it")
    made = (project / "face.poses.json").read_bytes()

    # Absolute: two clicks. Back: one.
    clicks = studio.clicks
    studio.click(studio.find("push button", "Additive · Rest"))
    studio.click(studio.find("push button", "Absolute"))
    assert studio.clicks - clicks == 2
    mien("mode", "face", "absolute")
    same("absolute")
    assert studio.has("push button", "Absolute · Rest")
    studio.screenshot("flow-two-3-absolute")
    studio.click(studio.find("push button", "Additive"))
    assert studio.clicks - clicks == 3
    mien("mode", "face", "additive")
    same("additive")
    assert (project / "face.poses.json").read_bytes() == made, "there and back is not what it was"

    # From the current pose, into this asset and into another: one click each.
    studio.scroll_to("slider", "jawOpen weight", "Poses").get_value_iface().set_current_value(0.5)
    kit.wait("the weight", lambda: "jawOpen 0.50" in studio.stage())
    clicks = studio.clicks
    add_pose("face.poses.json", f"Pose_{count - 1}", "jawHalf")
    assert studio.clicks - clicks == 1
    studio.screenshot("flow-two-4-from-stage")
    studio.open("ada", "pose asset")
    kit.wait("Ada’s own", lambda: "59 poses" in studio.description(studio.find("list", "Poses")))
    clicks = studio.clicks
    add_pose("ada.poses.json", f"Pose_{count}", "jawToo")
    assert studio.clicks - clicks == 1
    studio.screenshot("flow-two-5-inserted")
    assert time.monotonic() - studio.began < 120, time.monotonic() - studio.began
    print(f"{time.monotonic() - studio.began:.1f} s, {studio.clicks} clicks")

pictures = list((home / ".cache" / "mien" / "pictures").glob("*.png"))
assert len(pictures) > 20, len(pictures)  # of frames in view, drawn and kept
