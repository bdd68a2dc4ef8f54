# SPDX-License-Identifier: MIT
"""Parameters of a graph: added, renamed, given another type and a value, removed with a question
where nodes need them; every change is a step, and undoing all gives back every file."""

import json
from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")
file = project / "cast.graph.json"
before = {path.name: path.read_bytes() for path in project.glob("*.graph.json")}


def saved():
    """Saves what there is to save, and gives what is in the file."""
    if "win.save" in studio.actions():
        studio.save()
    return json.loads(file.read_text())


def parameters():
    return [(row["name"], row["type"], row.get("value")) for row in saved().get("parameters", [])]


def name_it(name):
    """Types a name into the form, which has the focus."""
    studio.find("text", "Parameter name")
    studio.key("ctrl+a")
    studio.type(name)
    studio.key("Return")


def is_whole(button):
    """Whether the form is large enough for its last line, which has a button."""
    def bottom(node):
        box = node.get_component_iface().get_extents(kit.Atspi.CoordType.WINDOW)
        return box.y + box.height

    around = button
    while around.get_name() != "GtkPopoverContent":
        around = around.get_parent()
    return bottom(button.get_parent()) <= bottom(around)


with kit.Studio("--project", project, "--document", "cast.graph.json") as studio:
    kit.wait("the stage", lambda: studio.has_face())
    studio.find("push button", "Edit parameter pace")

    # A new one; a name that is taken is refused in the form
    studio.do("graph.add-parameter")
    kit.wait("room for all of the form", lambda: is_whole(studio.find("push button", "Add parameter")), 10)
    name_it("pace")
    studio.find("label", "A parameter with this name already exists")
    kit.wait("room for what is wrong", lambda: is_whole(studio.find("push button", "Add parameter")), 10)
    studio.screenshot("parameter-refused")
    name_it("near")
    studio.find("push button", "Edit parameter near")
    assert parameters()[-1] == ("near", "float", None), parameters()

    # What it begins with
    studio.enter("near", "0.25")
    kit.wait("its value", lambda: "win.save" in studio.actions())
    assert parameters()[-1] == ("near", "float", 0.25), parameters()

    # Another name
    studio.press(studio.find("push button", "Edit parameter near"))
    studio.find("label", "Not used yet.")
    name_it("far")
    studio.find("push button", "Edit parameter far")
    assert parameters()[-1] == ("far", "float", 0.25), parameters()

    # What nothing needs goes at once
    studio.click(studio.find("text", "far"))
    kit.wait("it can be removed", lambda: "graph.remove-parameter" in studio.actions())
    studio.do("graph.remove-parameter")
    kit.wait("it is told", lambda: studio.said() == "Removed far · Undo")
    assert len(parameters()) == 2, parameters()

    # What a node needs is asked about, with the node's name
    studio.press(studio.find("push button", "Edit parameter pace"))
    studio.find("label", "Sets Rate of body.")
    studio.screenshot("parameter-form")
    studio.press(studio.find("push button", "Remove parameter"))
    studio.find("label", "It sets Rate of body. These settings keep the parameter’s default value.")
    studio.screenshot("parameter-question")
    studio.answer("Cancel")
    assert len(parameters()) == 2, parameters()
    studio.press(studio.find("push button", "Edit parameter pace"))
    studio.press(studio.find("push button", "Remove parameter"))
    studio.answer("Remove")
    kit.wait("it is gone", lambda: not studio.has("push button", "Edit parameter pace"))
    graph = saved()
    assert [row["name"] for row in graph["parameters"]] == ["performance"], graph
    assert next(row for row in graph["nodes"] if row["id"] == "body")["rate"] == 1, graph

    # All of it undone
    for _ in range(20):
        if "win.undo" not in studio.actions():
            break
        studio.do("win.undo")
    studio.save()
    after = {path.name: path.read_bytes() for path in project.glob("*.graph.json")}
    assert after == before

    # A child inherits its parent's, and shows it
    studio.do("win.new-child")
    kit.wait("the child", lambda: "graph.open-parent" in studio.actions())
    assert "graph.add-parameter" not in studio.actions()
    studio.do("win.undo")
    kit.wait("no child", lambda: "win.save" not in studio.actions())
