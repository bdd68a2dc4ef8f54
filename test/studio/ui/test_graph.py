# SPDX-License-Identifier: MIT
"""A graph on its canvas: select, move, add, connect, be refused, cut; every gesture is a step,
and undoing all of them gives back the file byte by byte."""

import json
from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")
file = project / "cast.graph.json"
before = file.read_bytes()


def saved():
    """Saves, and gives what is in the file."""
    studio.save()
    return json.loads(file.read_text())


def node(graph, name):
    return next(row for row in graph["nodes"] if row["id"] == name)


def add(word):
    """Adds a node by the search: it lies over no other."""
    known = set(canvas.boxes())
    studio.do("graph.add-node")
    studio.find("entry", "Add node")
    studio.type(word)
    studio.key("Return")
    kit.wait("a new node", lambda: len(canvas.boxes()) > len(known))
    boxes = canvas.boxes()
    for name in set(boxes) - known:
        x, y, width, height = boxes[name]
        assert not [other for other, (left, top, across, down) in boxes.items() if other != name and
                    x < left + across and left < x + width and y < top + down and top < y + height], boxes


with kit.Studio("--project", project, "--document", "cast.graph.json") as studio:
    kit.wait("the stage", lambda: studio.has_face())
    canvas = kit.Canvas(studio)
    kit.wait("all nodes", lambda: len(canvas.boxes()) == 6 and canvas.text().startswith("cast, 6 nodes."))

    # Selecting, and walking by keys
    studio.click_at(*canvas.header("pose"))
    kit.wait("it is told", lambda: canvas.text().startswith(
        "Pose asset, node 5 of 6. Input from Live input. Output to Output."))
    studio.key("Left")
    kit.wait("along the wire", lambda: canvas.text().startswith("Live input, node 4 of 6."))

    # Moving is one step, with places for all
    start = canvas.header("pose")
    studio.drag_between(start, (start[0], start[1] + 66))
    kit.wait("it was moved", lambda: "win.undo" in studio.actions())
    graph = saved()
    assert all("position" in row for row in graph["nodes"]), graph
    moved = node(graph, "pose")["position"][1]
    assert moved > node(graph, "live")["position"][1] + 30, graph

    # Adding, and a wire that fits
    add("apply additive")
    assert canvas.text().startswith("Apply additive"), canvas.text()
    canvas.fit()
    studio.drag_between(canvas.pin("live", is_output=True), canvas.pin("apply_additive"))
    kit.wait("plugged in", lambda: "Input from Live input" in canvas.text())
    assert node(saved(), "apply_additive")["base"] == "live"

    # A delta into the output is refused, and what helps is offered
    add("pose by name")
    canvas.fit()
    studio.drag_between(canvas.pin("pose_2", is_output=True), canvas.pin("out"))
    studio.find("label", "Pose needs a pose, not a delta. Insert an Apply additive node.")
    studio.screenshot("graph-refused")
    studio.press(studio.find("push button", "Insert Node"))
    kit.wait("the node between", lambda: "apply_additive_2" in canvas.boxes())
    graph = saved()
    assert node(graph, "apply_additive_2")["base"] == "pose" and node(graph, "apply_additive_2")["delta"] == "pose_2", graph
    assert node(graph, "out")["input"] == "apply_additive_2", graph

    # Dragging out of an input unplugs
    canvas.fit()
    left, top, _, height = studio.box(canvas.node)
    studio.drag_between(canvas.pin("apply_additive_2"), (left + 20, top + height - 20))
    kit.wait("unplugged", lambda: "win.save" in studio.actions())
    assert node(saved(), "apply_additive_2")["base"] != "pose"

    # Back to where it began
    for _ in range(20):
        if "win.undo" not in studio.actions():
            break
        studio.do("win.undo")
    kit.wait("nothing to undo", lambda: "win.undo" not in studio.actions())
    studio.save()
    assert file.read_bytes() == before

    # A child is its parent's, but for values
    studio.do("win.new-child")
    kit.wait("the child", lambda: canvas.text().startswith("cast_child, 6 nodes."))
    actions = studio.actions()
    assert "graph.open-parent" in actions and "graph.add-node" not in actions and "graph.tidy" not in actions
    start = canvas.header("pose")
    studio.drag_between(start, (start[0], start[1] + 66))
    kit.wait("it is said", lambda: studio.said() == "Connections are inherited from cast · Open cast")
    studio.screenshot("graph-child")
    studio.do("win.undo")
    kit.wait("no child", lambda: "win.save" not in studio.actions())

assert not (project / "cast_child.graph.json").exists()
