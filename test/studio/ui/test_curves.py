# SPDX-License-Identifier: MIT
"""The curves of a skeleton: uses are counted, a name is changed everywhere in one step, what
nothing uses goes, what is used asks first; Undo gives the very bytes."""

import json
import subprocess
from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")


def change(name, edit):
    asset = json.loads((project / name).read_text())
    edit(asset)
    (project / name).write_text(json.dumps(asset))


# A name that nothing uses, and one that was misspelt in a clip.
change("ada.skeleton.json", lambda asset: asset["curves"].append({"name": "Pose_0"}))
change("emotions.clip.json", lambda asset: asset["keyed"].append({"curve": "JawOpen", "keys": [{"time": 0, "value": 1}]}))
subprocess.run([kit.MIEN, "lint", "--fix", "--off", "M005"], cwd=project, capture_output=True, check=False)


def texts():
    return {path.name: path.read_text() for path in project.iterdir() if path.suffix == ".json"}


before = texts()
assert '"Pose_0"' in before["ada.skeleton.json"] and '"JawOpen"' in before["emotions.clip.json"]


def save(studio):
    kit.wait("something to save", lambda: "win.save" in studio.actions())
    studio.save()


def cell(studio, name):
    """The label of a curve's name in the table."""
    for node in studio.all("label", studio.find("tree table", "Curves")):
        if node.get_name() == name and "used " in studio.description(node):
            return node
    return None


def choose(studio, name):
    studio.click(kit.wait(f"row {name}", lambda: cell(studio, name)))
    kit.wait("a curve is selected", lambda: "skeleton.rename-curve" in studio.actions())


with kit.Studio(project) as studio:
    kit.wait("the stage", lambda: studio.has_face())
    studio.click(studio.find("entry", "Filter assets"))
    studio.type("ada")
    skeleton = kit.wait("the skeleton", lambda: [
        node for node in studio.all("label", studio.find("list", "Assets"))
        if studio.description(node).startswith("skeleton")])
    studio.click(skeleton[0], count=2)
    studio.click(studio.find("entry", "Filter curves"))
    studio.type("jaw")
    kit.wait("the table", lambda: cell(studio, "jawOpen"))
    assert "skeleton.rename-curve" not in studio.actions()
    assert "used 6 times" in studio.description(cell(studio, "jawOpen")), studio.description(cell(studio, "jawOpen"))
    assert "similar to jawOpen" in studio.description(cell(studio, "JawOpen"))

    # What it drives and what sets it.
    choose(studio, "jawOpen")
    drives = studio.find("list", "Drives")
    kit.wait("four pose assets", lambda: len([n for n in studio.all("label", drives) if "pose, 0.00 to 1.00" in studio.description(n)]) == 4)
    setters = [studio.description(n) for n in studio.all("label", studio.find("list", "Set by"))]
    assert any("keys, 0.00 to" in text for text in setters), setters
    studio.screenshot("curves")

    # A weight to look at it with.
    studio.find("slider", "jawOpen weight").get_value_iface().set_current_value(0.6)
    kit.wait("the stage shows it", lambda: "jawOpen 0.60" in studio.stage())
    studio.press(studio.find("push button", "Reset preview weights"))
    kit.wait("the stage is at rest", lambda: "jawOpen" not in studio.stage())

    # Everywhere, in one step.
    studio.do("skeleton.rename-curve")
    studio.find("text", "New name")
    studio.xdotool("windowfocus", kit.wait("its window", lambda: studio.x_window("Rename jawOpen")))
    studio.xdotool("key", "ctrl+a")
    studio.type("jaw_open")
    kit.wait("a count", lambda: any(n.get_name().startswith("Changes ") and "in 7 files" in n.get_name()
                                    for n in studio.all("label")))
    studio.screenshot("curves-rename")
    studio.press(studio.find("push button", "Rename"))
    kit.wait("its row has the new name", lambda: cell(studio, "jaw_open"))
    studio.undoes("rename curve jawOpen in 7 files")
    save(studio)
    after = texts()
    assert sum(after[name] != before[name] for name in before) == 7
    left = [name for name, text in after.items() if '"jawOpen"' in text.replace('"marker": "jawOpen"', "")]
    assert not left, left  # a marker is the name in the source, which never changes
    studio.do("win.undo")
    save(studio)
    assert texts() == before

    # What nothing uses.
    studio.do("skeleton.delete-unused")
    save(studio)
    assert '"Pose_0"' not in texts()["ada.skeleton.json"]
    kit.wait("nothing unused", lambda: "skeleton.delete-unused" not in studio.actions())
    studio.do("win.undo")
    save(studio)
    assert texts() == before

    # What is used asks.
    choose(studio, "jawOpen")
    studio.do("skeleton.delete-curve")
    studio.answer("Delete from Clips")
    save(studio)
    after = texts()
    assert '"jawOpen"' not in after["sentence.clip.json"] and '"jawOpen"' not in after["ada.skeleton.json"]
    assert after["ada.poses.json"] == before["ada.poses.json"]
    studio.do("win.undo")
    save(studio)
    assert texts() == before
