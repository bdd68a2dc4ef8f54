# SPDX-License-Identifier: MIT
"""A graph that is shared: as one step there and back, children that open from their parent, and a
value that a child has of its own and gives back. The way there is a test of its own, flow_three."""

import json
import re
from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")
for path in project.glob("*.graph.json"):
    path.unlink()
for path in project.glob("*.character.json"):
    character = json.loads(path.read_text())
    del character["graph"]
    path.write_text(json.dumps(character, indent=2) + "\n")


def read(name):
    return json.loads((project / name).read_text())


def save():
    studio.save()


with kit.Studio("--project", project, "--document", "ada.character.json") as studio:
    kit.wait("the stage", lambda: studio.has_face())
    assert "win.share-face" not in studio.actions()  # there is no graph yet

    # A master graph: the command, and Create
    studio.do("win.new-graph")
    create = studio.find("push button", "Create")
    studio.press(create)
    canvas = studio.find("filler", "Graph")
    kit.wait("the graph", lambda: studio.description(canvas).startswith("face, 6 nodes."))
    save()
    assert read("ada.character.json")["graph"] == "face.graph.json"

    # Children: the command, and Create
    studio.do("win.share-face")
    share = studio.find("push button", "Create 3 Children")
    studio.press(share)
    kit.wait("three children", lambda: "win.save" in studio.actions())
    save()
    kit.wait("all on stage", lambda: all(name in studio.stage().lower() for name in ("ada", "pip", "bruno", "moss")))

    # One step there and back
    studio.do("win.undo")
    save()
    assert not list(project.glob("face_*.graph.json")) and "graph" not in read("pip.character.json")
    studio.do("win.redo")
    save()

    # A child opens from the list of its parent
    row = kit.wait("its row", lambda: [n for n in studio.all("label", studio.find("list", "Children"))
                                       if n.get_name() == "face_pip"])
    studio.click(row[0])
    kit.wait("the child", lambda: studio.description(canvas).startswith("face_pip, 6 nodes."))

    # A value of its own, and back
    x, y = re.search(r"\[body (-?\d+),(-?\d+) ", studio.description(canvas)).groups()
    left, top, _, _ = studio.box(canvas)
    studio.click_at(left + int(x) + 30, top + int(y) + 12)
    kit.wait("the body's clip", lambda: studio.description(canvas).startswith("Play clip, node 1 of 6."))
    studio.press(studio.find("push button", "Override Rate"))
    studio.enter("Rate", "0.5")
    kit.wait("it is said", lambda: studio.said() == "Pip now overrides Rate · Undo")
    kit.wait("told", lambda: "Own value: 0.50 instead of 1.00." in studio.description(canvas))
    studio.screenshot("graph-override")
    save()
    assert {"id": "body", "rate": 0.5} in read("face_pip.graph.json")["overrides"]
    studio.press(studio.find("push button", "Reset Play clip Rate"))
    kit.wait("given back", lambda: "Own value" not in studio.description(canvas))
    save()
    assert len(read("face_pip.graph.json")["overrides"]) == 1
