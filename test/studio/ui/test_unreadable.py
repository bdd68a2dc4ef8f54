# SPDX-License-Identifier: MIT
"""Files that cannot be read: whatever their kind, their documents say where and why in place of panels,
and are themselves again once the file is repaired."""

import re
from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")
KINDS = {"poses": "pose asset", "clip": "clip", "mesh": "mesh", "character": "character", "graph": "graph"}
for kind in KINDS:
    text = (project / f"{'sentence' if kind == 'clip' else 'pip'}.{kind}.json").read_text()
    (project / f"broken.{kind}.json").write_text(text.replace('"version": 1', '"version": 1,,'))


def reason():
    """What the page says that stands for a document's panels; empty if there is none."""
    return next((name for name in texts() if re.match(r"Line \d+: .+\.$", name)), "")


def texts():
    return [node.get_name() or "" for node in studio.all("label")]


with kit.Studio(project) as studio:
    kit.wait("Ada", lambda: studio.has_face())
    studio.filter("Filter assets", "broken")
    for kind, label in KINDS.items():
        studio.open("broken", label)
        kit.wait(f"the {kind}", lambda: f"Cannot Read broken.{kind}.json" in texts(), 20)
        assert reason().startswith("Line 3: "), reason()
        studio.screenshot(f"unreadable-{kind}")
        assert not studio.has("push button", "Add Curve…"), "a broken clip is not an empty one"
        assert "win.open-text" in studio.actions()

    # A file that is repaired elsewhere has its panels again.
    clip = project / "broken.clip.json"
    studio.do("win.tab-3")
    kit.wait("the clip", lambda: "Cannot Read broken.clip.json" in texts())
    clip.write_text((project / "sentence.clip.json").read_text())
    studio.do("win.build")  # looks at the disk when it ends
    kit.wait("the keys", lambda: studio.description(studio.find("filler", "Timeline")).startswith("18 curves, 2.8"))

    # One click on a name selects; two edit it.
    studio.do("win.tab-1")
    name = studio.find("filler", "Name of eyeBlinkLeft")
    for _ in range(2):
        studio.click(name)
        kit.pump(0.8)  # longer than a double click
    assert studio.description(name) != "being edited", "a second click edits the name"
    studio.key("Delete")
    studio.undoes("delete eyeBlinkLeft")
    studio.do("win.undo")
    name = studio.find("filler", "Name of eyeBlinkLeft")
    studio.click(name, count=2)
    kit.wait("a field", lambda: studio.description(studio.find("filler", "Name of eyeBlinkLeft")) == "being edited", 10)
    studio.key("Escape")
