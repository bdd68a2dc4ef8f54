# SPDX-License-Identifier: MIT
"""A clip whose face moves twice has a warning; Fix adds the linter's modifier and nothing else,
switching that off brings the warning back, and Undo gives the very bytes. Bone tracks of
several clips go in one step."""

import json
import subprocess
from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")


def lint():
    return subprocess.run([kit.MIEN, "lint"], cwd=project, capture_output=True, text=True, check=False).stdout


# A take of bones and curves: the bones are those that the curves' poses move too.
take = json.loads((project / "sentence.clip.json").read_text())
take["tracks"] = {"file": "ada.glb", "take": "poses"}
(project / "take.clip.json").write_text(json.dumps(take))
subprocess.run([kit.MIEN, "lint", "--fix", "--off", "M001"], cwd=project, capture_output=True, check=False)
before = {path.name: path.read_bytes() for path in project.iterdir() if path.suffix == ".json"}
assert "M001" in lint() and "M017" not in lint(), lint()


def clips_now():
    return {path.name: path.read_bytes() for path in project.iterdir() if path.suffix == ".json"}


def save(studio):
    kit.wait("something to save", lambda: "win.save" in studio.actions())
    studio.save()


def open_clip(studio, name):
    row = [n for n in studio.all("label", studio.find("list", "Assets")) if n.get_name() == name][0]
    studio.click(row, count=2)
    return row


with kit.Studio(project) as studio:
    kit.wait("the stage", lambda: studio.has_face())
    open_clip(studio, "take")
    studio.find("list", "Modifiers")
    assert "clip.toggle-modifier" not in studio.actions()
    kit.wait("the warning", lambda: "clip.fix-double" in studio.actions())
    studio.screenshot("modifiers-double")
    studio.press(studio.find("push button", "Show the bones with double transforms"))

    studio.clicks = 0
    studio.click(studio.find("push button", "Fix: Remove Bone Tracks"))
    assert studio.clicks == 1
    kit.wait("a modifier", lambda: studio.has("label", "Remove bone tracks"))
    kit.wait("what it does", lambda: "38 of 68 tracks" in studio.description(studio.find("label", "Remove bone tracks")))
    save(studio)
    kit.wait("no warning", lambda: "clip.fix-double" not in studio.actions())
    assert lint().startswith("0 errors, 0 warnings"), lint()
    fixed = json.loads((project / "take.clip.json").read_text())["modifiers"]
    assert len(fixed) == 1 and fixed[0]["do"] == "remove_bones" and len(fixed[0]["names"]) == 38, fixed
    studio.screenshot("modifiers-fixed")

    studio.click(studio.find("label", "Remove bone tracks"))
    studio.do("clip.toggle-modifier")
    kit.wait("the warning again", lambda: "clip.fix-double" in studio.actions())
    studio.do("clip.fix-double")  # switches it on instead of adding another
    kit.wait("no warning", lambda: "clip.fix-double" not in studio.actions())
    kit.wait("the very file that was saved", lambda: "win.save" not in studio.actions())

    studio.do("win.undo")
    studio.do("win.undo")
    studio.do("win.undo")
    kit.wait("the warning of the beginning", lambda: "clip.fix-double" in studio.actions())
    save(studio)
    assert clips_now() == before

    # Several clips, one step.
    open_clip(studio, "take")
    rows = {n.get_name(): n for n in studio.all("label", studio.find("list", "Assets"))}
    studio.click(rows["idle"])
    studio.xdotool("keydown", "ctrl")
    studio.click(rows["take"])
    studio.xdotool("keyup", "ctrl")
    studio.do("browser.remove-bone-tracks")
    save(studio)
    changed = [name for name, text in clips_now().items() if text != before[name]]
    assert sorted(changed) == ["idle.clip.json", "take.clip.json"], changed
    for name in changed:
        assert json.loads((project / name).read_text())["modifiers"] == [{"do": "remove_all_tracks"}], name
    studio.do("win.undo")
    save(studio)
    assert clips_now() == before
