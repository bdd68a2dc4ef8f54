# SPDX-License-Identifier: MIT
"""Solve: the bone tracks of a take become a new clip, the same bytes as the command line writes, in one step
that can be undone; from the browser, the clip and a problem."""

import json
import subprocess
from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")


def mien(*arguments):
    return subprocess.run([kit.MIEN, *arguments], cwd=project, capture_output=True, text=True, check=True).stdout


# A take as an animation package bakes it, and what the command line makes of it
mien("export", "ada", "--clip", "sentence", "--rate", "30", "-q", "-o", "old.glb")
mien("import", "old.glb", "--no-meshes", "--skeleton", "ada", "--take", "sentence")
mien("solve", "old", "--poses", "ada", "--neutral", "0.5", "--smooth-time", "0", "--residual", "-o", "wanted")
mien("solve", "old", "--poses", "ada", "-o", "plain")
wanted, plain = (project / "wanted.clip.json").read_bytes(), (project / "plain.clip.json").read_bytes()
(project / "wanted.clip.json").unlink()
(project / "plain.clip.json").unlink()

# One that moves twice: bones, and curves of the poses that move them
twice = json.loads((project / "sentence.clip.json").read_text())
twice["tracks"] = {"file": "ada.glb", "take": "poses"}
(project / "twice.clip.json").write_text(json.dumps(twice))
(project / "keys.clip.json").write_text('{"kind": "clip", "version": 1, "skeleton": "ada.skeleton.json", '
                                        '"keyed": [{"curve": "jawOpen", "keys": [{"time": 0, "value": 0}]}]}')
mien("lint", "--fix", "--off", "M001")


def text_of(name, window):
    node = studio.find("text", name, within=window)
    return kit.Atspi.Text.get_text(node, 0, kit.Atspi.Text.get_character_count(node))


def choose(window, row, steps):
    """Chooses in a row by the keyboard."""
    studio.xdotool("windowfocus", studio.x_window("Solve"))
    studio.click(next(node for node in studio.walk(window) if node.get_name() == row))
    kit.pump(0.5)
    for _ in range(steps):
        studio.xdotool("key", "Down")
    studio.xdotool("key", "Return")
    kit.pump(0.3)


def press(window, label="Solve"):
    button = studio.find("push button", label, within=window)
    kit.wait("it can be solved", lambda: kit.is_sensitive(button))
    studio.press(button)


with kit.Studio(project) as studio:
    kit.wait("the stage", studio.has_face)

    # From the browser, with the defaults
    studio.click(kit.wait("the take", lambda: [n for n in studio.all("label", studio.find("list", "Assets"))
                                               if n.get_name() == "old"])[0])
    studio.do("browser.solve")
    window = studio.dialog("Solve")
    kit.wait("a name", lambda: text_of("New clip", window) == "old_solved")
    studio.screenshot("solve-dialog")
    press(window)
    kit.wait("it is said", lambda: studio.said().startswith("Solved old: 18 curves, 0.00 mm left"))
    studio.undoes("solve old with ada")
    studio.screenshot("solve-solved")
    studio.save()
    assert (project / "old_solved.clip.json").read_bytes() == plain

    # Again, in place: the recipe has what was chosen before
    studio.do("clip.solve")
    window = studio.dialog("Solve")
    studio.find("push button", "Solve Again", within=window)
    studio.cancel("Solve")
    studio.do("win.undo")
    studio.save()
    assert not (project / "old_solved.clip.json").exists()

    # From the clip in front, with options
    studio.open("old", "clip")
    studio.do("clip.solve")
    window = studio.dialog("Solve")
    studio.find("text", "New clip", within=window).get_editable_text_iface().set_text_contents("ada")
    choose(window, "Neutral face", 1)
    studio.find("spin button", "Neutral at", within=window).get_value_iface().set_current_value(0.5)
    choose(window, "Smoothing", 1)
    studio.click(studio.find("check box", "Keep the rest", within=window))
    studio.screenshot("solve-options")
    studio.find("text", "New clip", within=window).get_editable_text_iface().set_text_contents("wanted")
    press(window)
    kit.wait("it is said", lambda: studio.said().startswith("Solved old:"))
    studio.save()
    assert (project / "wanted.clip.json").read_bytes() == wanted, (project / "wanted.clip.json").read_text()

    # A name that is taken
    studio.open("old", "clip")
    studio.do("clip.solve")
    window = studio.dialog("Solve")
    studio.find("text", "New clip", within=window).get_editable_text_iface().set_text_contents("wanted")
    studio.find("label", "An asset of this name already exists", within=window)
    assert not kit.is_sensitive(studio.find("push button", "Solve", within=window))
    studio.cancel("Solve")

    # A clip without a take
    assert "clip.solve" in studio.actions()
    studio.open("keys", "clip")
    kit.wait("nothing to solve", lambda: "clip.solve" not in studio.actions())

    # A problem: the face moves twice
    studio.do("win.show-problems")
    button = studio.find("push button", "Solve twice")
    studio.screenshot("solve-problem")
    studio.press(button)
    window = studio.dialog("Solve")
    press(window)
    kit.wait("it is said", lambda: studio.said().startswith("Solved twice:"))
    studio.do("win.undo")
    kit.wait("it is gone", lambda: "win.redo" in studio.actions())

    # And the warning of the clip
    studio.do("problems.show")
    studio.press(studio.find("push button", "Solve the bone tracks of this clip"))
    studio.dialog("Solve")
    studio.screenshot("solve-bar")
    studio.cancel("Solve")
