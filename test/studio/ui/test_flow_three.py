# SPDX-License-Identifier: MIT
"""The third workflow, from the first to the last click: four heads are dropped on the window and
become characters on one skeleton, a graph of the template Face is shared with three children that
have their own pose assets, the face clip loses the bones that poses move, and all play together.
What is saved builds, and lint has nothing to say."""

import json
import shutil
import subprocess
import time
from pathlib import Path

import kit

HEADS = ("ada", "pip", "bruno", "moss")

home = Path(kit.os.environ["HOME"])
cast, project = kit.sample(home / "cast"), home / "show"


def read(name):
    return json.loads((project / name).read_text())


def mien(*arguments):
    return subprocess.run([kit.MIEN, *arguments, "-C", str(project)], capture_output=True, text=True, check=False)


def rows():
    """Labels of the browser by name and first words of what is said of them: "ada mesh"."""
    return {f"{node.get_name()} {studio.description(node).split(',')[0]}": node
            for node in studio.all("label", studio.find("list", "Assets")) if node.get_name()}


# A project as it is before: a skeleton, a body that breathes, and a face clip whose take has bones too.
subprocess.run([kit.MIEN, "init", str(project), "--quiet"], check=True, stdout=subprocess.DEVNULL)
for file in ("idle.glb", "idle.clip.json"):
    shutil.copy(cast / file, project)
skeleton = json.loads((cast / "ada.skeleton.json").read_text())
del skeleton["source"]
(project / "ada.skeleton.json").write_text(json.dumps(skeleton))
kit.write_bones(cast / "ada.glb", project / "face.glb", 59)
clip = json.loads((cast / "sentence.clip.json").read_text())
del clip["preview"], clip["sound"]
clip["tracks"] = {"file": "face.glb", "take": "face"}
(project / "face.clip.json").write_text(json.dumps(clip))
mien("lint", "--fix", "--off", "M001")  # canonical texts

with kit.Studio(project, "--document", "face.clip.json") as studio:
    line = studio.find("filler", "Timeline")
    kit.wait("the clip", lambda: studio.description(line).startswith("18 curves"))

    # Four heads, one skeleton.
    stage = studio.find("filler", "Viewport")
    studio.drop(stage, *(cast / f"{name}.glb" for name in HEADS))
    kit.wait("their import", lambda: "Imported 4 files" in studio.said())
    kit.wait("their meshes", lambda: all(f"{name} mesh" in rows() for name in HEADS))
    studio.screenshot("flow-three-1-heads")
    assert studio.clicks == 1

    # A character each, with the pose asset that was made for its mesh.
    studio.click(rows()["ada mesh"])
    studio.xdotool("keydown", "shift")
    studio.click(rows()["pip mesh"])
    studio.xdotool("keyup", "shift")
    studio.click(rows()["moss mesh"], button=3)
    studio.choose("New Characters")
    kit.wait("four", lambda: studio.said() == "4 characters · New Graph…")
    assert studio.clicks == 5, studio.clicks

    # The bones that poses move too leave the face clip, by a modifier.
    studio.click(studio.find("push button", "Fix: Remove Bone Tracks"))
    kit.wait("a modifier", lambda: studio.has("label", "Remove bone tracks"))
    studio.screenshot("flow-three-2-fixed")
    assert studio.clicks == 6, studio.clicks

    # A master graph of the template.
    studio.take("New Graph…")
    dialog = studio.dialog("New Graph")
    studio.screenshot("flow-three-3-new-graph")
    studio.click(studio.find("push button", "Create", within=dialog))
    canvas = studio.find("filler", "Graph")
    kit.wait("the graph", lambda: studio.description(canvas).startswith("face, 6 nodes."))
    assert studio.clicks == 8, studio.clicks

    # Children.
    studio.take("Share Face Graph…")
    share = studio.find("push button", "Create 3 Children")
    studio.screenshot("flow-three-4-share")
    studio.click(share)
    kit.wait("all on stage", lambda: all(name in studio.stage() for name in HEADS))
    studio.screenshot("flow-three-5-shared")
    assert studio.clicks == 10, studio.clicks

    # All play together, to the end.
    still = studio.quiet()
    studio.tap("space")
    kit.wait("the end", lambda: "2.800 s of 2.800 s, paused" in studio.stage())
    assert studio.clicks == 11, studio.clicks

    # In the middle of it everybody speaks: pictures in full quality, of another moment.
    studio.find("slider", "Time").get_value_iface().set_current_value(0.9)
    kit.wait("the middle", lambda: "Clip face, 0.900 s" in studio.stage())
    x, y, width, height = studio.box(stage)
    parts = [(x + width * i // 4, y + height // 4, width // 4, height // 2) for i in range(4)]
    spoken = studio.quiet()
    studio.screenshot("flow-three-6-spoken")
    assert all(kit.changes(still, spoken, part)[0] > 1000 for part in parts), "somebody stands still"

    # And nothing is wrong.
    studio.save()
    kit.wait("no problems", lambda: studio.has("push button", "No problems No problems"))
    before = studio.quiet()
    status = studio.find("push button", "No problems No problems")
    studio.click(status)
    kit.wait("the drawer", lambda: kit.changes(before, kit.display_rows(), studio.box(canvas))[0] > 5000)
    studio.quiet()
    studio.screenshot("flow-three-7-problems")
    assert studio.clicks == 12, studio.clicks
    assert time.monotonic() - studio.began < 120, time.monotonic() - studio.began
    print(f"{time.monotonic() - studio.began:.1f} s, {studio.clicks} clicks")

assert [row["node"] for row in read("face.graph.json")["nodes"]] == ["clip", "clip", "layered_blend", "live_input", "poses", "output"]
for name in HEADS:
    assert read(f"{name}.mesh.json")["skeleton"] == "ada.skeleton.json", name
    assert read(f"{name}.character.json")["poses"] == f"{name}.poses.json", name
for name in HEADS[1:]:
    child = read(f"face_{name}.graph.json")
    assert child["extends"] == "face.graph.json" and child["overrides"] == [{"id": "pose", "poses": f"{name}.poses.json"}], child
    assert read(f"{name}.character.json")["graph"] == f"face_{name}.graph.json"
assert [row["do"] for row in read("face.clip.json")["modifiers"]] == ["remove_bones"]
lint, build = mien("lint"), mien("build")
assert lint.returncode == 0 and lint.stdout.startswith("0 errors, 0 warnings"), lint.stdout + lint.stderr
assert build.returncode == 0, build.stdout + build.stderr
