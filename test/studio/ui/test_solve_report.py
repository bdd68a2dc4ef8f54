# SPDX-License-Identifier: MIT
"""A solved clip says what solving found: motion that is lost in words, frames without a pose in a list and on the
timeline, and how sure each curve is. A proposed pose is added."""

import json
import subprocess
from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")


def mien(*arguments):
    return subprocess.run([kit.MIEN, *arguments], cwd=project, capture_output=True, text=True, check=True).stdout


# A take of Ada, and poses that lack the one that opens the jaw
mien("export", "ada", "--clip", "sentence", "--rate", "30", "-q", "-o", "old.glb")
mien("import", "old.glb", "--no-meshes", "--skeleton", "ada", "--take", "sentence")
mien("poses", "remove", "ada", "jawOpen", "--force")
mien("solve", "old", "--poses", "ada", "-o", "line")
flagged = json.loads(mien("solve", "line", "--dry-run", "--json"))["flagged"]
assert flagged, "no frame lacks a pose"


def sentences():
    return [node.get_name() for node in studio.all("label", studio.frame())]


with kit.Studio(project, "--document", "line.clip.json") as studio:
    kit.wait("the stage", studio.has_face)
    kit.wait("what is lost", lambda: any(s.startswith("Most motion is lost at tongue_root (") for s in sentences()))
    assert any(s.startswith("The poses leave ") for s in sentences())
    assert any(s.startswith("Not seen in the take, so they stay 0: headYaw") for s in sentences())

    # Frames without a pose: in the list, by the keyboard, and on the timeline
    first, last = flagged[0]
    timeline = studio.find("filler", "Timeline")
    count = sum(b - a + 1 for a, b in flagged)
    kit.wait("flags", lambda: f"poses are missing for {count} frames" in studio.description(timeline))
    kit.wait("a sure curve", lambda: "solved: sure" in studio.description(
        studio.find("label", "mouthFunnel", within=studio.find("list", "Curves"))))
    studio.screenshot("solve-report")
    studio.do("win.show-editor")  # so that the list is in view
    kit.pump(0.5)
    studio.click(studio.find("label", f"Frames {first} to {last}"))
    moment = f"{(first + last) // 2 / 30:.3f} s of 2.800 s"
    kit.wait("the playhead there", lambda: moment in studio.stage())

    # Beside the take, with colours for the distance
    studio.do("viewport.compare-take")
    kit.wait("both", lambda: studio.stage().startswith("Take, Solved."))
    studio.do("viewport.heat-map")
    kit.wait("colours", lambda: "Colours for distances up to " in studio.stage())
    studio.quiet()
    studio.screenshot("solve-compare")
    studio.do("win.style-dark")
    studio.quiet()
    studio.screenshot("solve-compare-dark")
    studio.do("viewport.compare-take")
    kit.wait("her alone", lambda: "Solved" not in studio.stage())
    studio.do("win.show-editor")
    studio.quiet()
    studio.screenshot("solve-report-dark")

    # A pose that is missing gets a name, and the clip is solved with it
    studio.do("clip.propose-poses")
    window = studio.dialog("Proposed Poses")
    entry = studio.find("text", "Name of proposed pose 1", within=window)
    assert "of 0.64 mm is left" in studio.description(entry), studio.description(entry)
    assert not kit.is_sensitive(studio.find("push button", "Add Poses", within=window))
    entry.get_editable_text_iface().set_text_contents("opened")
    studio.screenshot("solve-propose-dark")
    studio.press(studio.find("push button", "Add 1 Pose", within=window))
    studio.undoes("add proposed opened")
    kit.wait("fewer frames lack one", lambda: f"for {count} frames" not in studio.description(timeline))
    kit.wait("less is left", lambda: not any(s.startswith("The poses leave 0.64 mm") for s in sentences()))
    studio.save()
    assert "opened" in mien("poses", "list", "ada")

    # Its settings
    studio.do("clip.solve")
    studio.find("push button", "Solve Again", within=studio.dialog("Solve"))
    studio.cancel("Solve")
