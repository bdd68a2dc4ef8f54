# SPDX-License-Identifier: MIT
"""The acceptance panel: tests run in the background and can be cancelled; a row per failure, with the figure
against its limit and a picture; a click or Enter leads to the pose; an edit makes the results old, and its undo
makes them current again. The counts are those of `mien accept`."""

import json
import subprocess
from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")

# Moss cannot shut his left eye.
subprocess.run([kit.MIEN, "poses", "bone", "moss.poses", "eyeBlinkLeft", "lid_upper_L.q=0,0,0,1", "--quiet", "--project",
                str(project)], check=True)
TITLE = "A blink hides the eyeball"


def report():
    done = subprocess.run([kit.MIEN, "accept", "moss", "--json", "--project", str(project)], capture_output=True, text=True,
                          check=False)
    return json.loads(done.stdout)


def labels(studio):
    return [node.get_name() for node in studio.all("label", studio.find("list", "Acceptance tests")) if node.get_name()]


expected = report()
failed = [finding for test in expected["tests"] for finding in test["findings"] if finding["failed"]]
assert failed and any("eyeBlinkLeft" in finding["poses"] for finding in failed), failed
COUNTS = f"{expected['failed']} failed, {expected['passed']} passed, {expected['skipped']} skipped"

with kit.Studio(project, "--document", "moss.character.json") as studio:
    kit.wait("the stage", studio.has_face)

    # Cancelled tests leave nothing.
    studio.do("accept.selected")
    studio.do("accept.cancel")
    kit.wait("it is said", lambda: studio.said().startswith("The tests were cancelled"))
    assert not studio.has("label", COUNTS)

    # The same counts and sentences as the command line's, failures first.
    studio.do("accept.run")
    studio.find("label", COUNTS)
    names = labels(studio)
    assert names[1] == failed[0]["text"], names[:6]
    assert any("at most 0.5" in name for name in names), names[:12]
    studio.screenshot("acceptance")

    # A click leads to the pose: its tab, its selection and its weight.
    studio.click([node for node in studio.all("label", studio.find("list", "Acceptance tests"))
                  if node.get_name() == TITLE][0])
    kit.wait("the poses' tab", lambda: "win.tab-2" in studio.actions())
    kit.wait("the pose in the viewport", lambda: "eyeBlinkLeft" in studio.stage())
    studio.screenshot("acceptance-pose")

    # By keys: the row above, and F8 for the next failure from anywhere.
    assert failed[0]["poses"] == ["eyeBlinkLeft", "eyeBlinkRight"], failed[0]
    studio.key("Up", "Return")
    kit.wait("both poses", lambda: "eyeBlinkRight" in studio.stage())
    studio.do("poses.reset-all")
    kit.wait("no pose", lambda: "eyeBlink" not in studio.stage())
    studio.key("F8")
    kit.wait("the next failure's pose", lambda: "eyeBlinkLeft" in studio.stage() and "eyeBlinkRight" not in studio.stage())

    # Old after an edit, current after its undo.
    studio.do("poses.discard-edits")
    studio.find("label", COUNTS + " before the last edits. Run again.")
    studio.screenshot("acceptance-stale")
    studio.do("win.undo")
    studio.find("label", COUNTS)
    studio.do("win.redo")

    # Unsaved edits are tested.
    studio.do("accept.run")
    studio.find("label", "0 failed, 17 passed, 0 skipped")
    assert "accept.next-failure" not in studio.actions()
    studio.do("win.undo")
