# SPDX-License-Identifier: MIT
"""The first workflow, from the first to the last click: an animation with a pose in each frame is
dropped on the window, becomes a pose asset with 58 names from the clipboard, moves the mouth and
nothing else, and is keyed on a clip and played. Undo gives every file as it was."""

import json
import shutil
import subprocess
import time
from pathlib import Path

import kit

FRAMES = 58
LENGTH = 2.74  # of the clip, in seconds

home = Path(kit.os.environ["HOME"])
cast = kit.sample(home / "cast")
project = home / "show"
animation = home / "face_poses.glb"
names = [pose["name"] for pose in json.loads((cast / "ada.poses.json").read_text())["poses"]][:FRAMES]


def texts():
    """All assets of the project."""
    return {path.name: path.read_bytes() for path in project.rglob("*.json") if ".mien" not in path.parts}


def keys(curve):
    """The keys of a curve in the clip's file."""
    rows = [row for row in json.loads((project / "hello.clip.json").read_text())["keyed"] if row["curve"] == curve]
    return [(key["time"], key["value"]) for key in rows[0]["keys"]] if rows else None


def part_of_stage(left, right, top, bottom):
    """A part of the stage on the display, by fractions of its sides."""
    x, y, width, height = studio.box(stage)
    return (x + int(width * left), y + int(height * top), int(width * (right - left)), int(height * (bottom - top)))


def is_open(closed, rows):
    """Whether the mouth is another than the closed one."""
    return kit.changes(closed, rows, part_of_stage(0.4, 0.6, 0.6, 0.85))[0] > 500


# A project as it is before: Ada's mesh, and a clip of curves that lacks one.
kit.write_bones(cast / "ada.glb", animation, FRAMES)
subprocess.run([kit.MIEN, "init", str(project), "--quiet"], check=True, stdout=subprocess.DEVNULL)
for file in ("ada.glb", "ada.mesh.json", "ada.skeleton.json"):
    shutil.copy(cast / file, project)
clip = json.loads((cast / "sentence.clip.json").read_text())
del clip["preview"]
clip["keyed"] = [row for row in clip["keyed"] if row["curve"].startswith("eyeBlink")]
clip.pop("sound", None)
(project / "hello.clip.json").write_text(json.dumps(clip))
subprocess.run([kit.MIEN, "lint", "--fix"], cwd=project, check=False, stdout=subprocess.DEVNULL)  # canonical
before = texts()
kit.clipboard("\n".join(names) + "\n")

with kit.Studio(project) as studio:
    stage = studio.find("filler", "Viewport")
    kit.wait("Ada", studio.has_face)

    # Bring in the animation: nothing needs deciding.
    studio.drop(stage, animation)
    kit.wait("the clip", lambda: studio.said() == "Imported face_poses.glb: 1 clip · Create Pose Asset")
    studio.screenshot("flow-one-1-imported")

    # Make the asset. Its poses have names of their own, until 58 others come from the clipboard.
    studio.take("Create Pose Asset")
    dialog = studio.dialog("New Pose Asset")
    kit.wait("a pose per frame", lambda: studio.has("label", "Frame 0, Pose_0", dialog))
    kit.wait("what each moves", lambda: [node for node in studio.all("label", dialog)
                                         if "bones" in studio.description(node)])
    studio.screenshot("flow-one-2-dialog")
    studio.click(studio.find("push button", f"Use {FRAMES} Lines from Clipboard", within=dialog))
    kit.wait("names", lambda: studio.has("label", f"Frame 1, {names[1]}", dialog))
    studio.quiet()
    studio.screenshot("flow-one-3-names")
    studio.click(studio.find("push button", f"Create {FRAMES} Poses", within=dialog))
    kit.wait("the asset, on the stage", lambda: studio.stage().startswith("face.") and len(studio.windows()) == 1)
    assert studio.clicks == 4, studio.clicks
    studio.undoes(f"create face ({FRAMES} poses)")

    # See a pose: the mouth moves, and nothing above or beside it.
    jaw = studio.scroll_to("slider", "jawOpen weight", "Poses")
    still = studio.quiet()
    studio.drag(jaw, 200, 0)
    kit.wait("the weight", lambda: "jawOpen 1.00" in studio.stage())
    kit.wait("the mouth moves", lambda: kit.changes(still, kit.display_rows(), part_of_stage(0.4, 0.6, 0.6, 0.8))[0] > 2000)
    moved = studio.quiet()
    studio.screenshot("flow-one-4-jaw")
    assert kit.changes(still, moved, part_of_stage(0, 1, 0, 0.55))[0] == 0, "more than the mouth moved"
    for left, right in ((0, 0.25), (0.75, 1)):  # above what tells of weights
        assert kit.changes(still, moved, part_of_stage(left, right, 0.55, 0.85))[0] == 0, "something beside it moved"
    assert studio.clicks == 5, studio.clicks

    # Use it on a clip: a key at rest and one with the mouth open.
    studio.open("hello", "clip")
    line = studio.find("filler", "Timeline")
    kit.wait("its curves", lambda: studio.description(line).startswith(f"2 curves, {LENGTH} s"))
    studio.click(studio.find("push button", "Add Curve…"))
    kit.wait("its name", lambda: studio.has("text", "Curve name") or studio.has("entry", "Curve name"))
    studio.type("jawOpen")
    studio.key("Return")
    kit.wait("the curve", lambda: studio.description(line).startswith("3 curves"))
    studio.tap("Return")
    kit.wait("a key", lambda: "1 key selected: jawOpen 0.00" in studio.description(line))
    closed = studio.quiet()
    across, height = studio.key_place(line, LENGTH, 1.4, 0.9)
    studio.click_at(across, studio.box(line)[1] + 12)
    kit.wait("the playhead", lambda: "playhead 1.40 s" in studio.description(line))
    studio.quiet()  # two clicks right after another one elsewhere are no double click to GTK
    studio.click_at(across, height, count=2)
    kit.wait("another", lambda: "1 key selected: jawOpen 1.40" in studio.description(line))
    kit.wait("the mouth opens", lambda: is_open(closed, kit.display_rows()))
    studio.screenshot("flow-one-5-keyed")
    assert studio.clicks == 10, studio.clicks
    studio.save()
    assert [round(moment, 6) for moment, _ in keys("jawOpen")] == [0, 1.4], keys("jawOpen")
    assert abs(keys("jawOpen")[1][1] - 0.9) < 0.06, keys("jawOpen")

    # Play: the pose follows.
    studio.key("ctrl+Home")
    kit.wait("the beginning", lambda: "playhead 0.00 s" in studio.description(line))
    kit.wait("the mouth closes", lambda: not is_open(closed, kit.display_rows()))
    studio.key("space")
    kit.wait("it opens while it plays", lambda: is_open(closed, kit.display_rows()))
    kit.wait("the end", lambda: f"{LENGTH:.3f} s of {LENGTH:.3f} s, paused" in studio.stage())
    studio.screenshot("flow-one-6-played")

    # All the way back, to the byte.
    for _ in ("key", "key", "curve", "poses", "import"):
        studio.key("ctrl+z")
    kit.wait("nothing to undo", lambda: "win.undo" not in studio.actions())
    studio.save()
    assert texts() == before, "Undo is not exact"
    assert time.monotonic() - studio.began < 120, time.monotonic() - studio.began
    print(f"{time.monotonic() - studio.began:.1f} s, {studio.clicks} clicks")
