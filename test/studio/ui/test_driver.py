# SPDX-License-Identifier: MIT
"""A pose driver from nothing: add the node, connect it, choose its pose asset, a bone, and targets from what
the viewport shows; weights are those of the moment. Each edit is a step, and undoing all of them gives back
the file byte by byte."""

import json
from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")
file = project / "cast.graph.json"
before = file.read_bytes()


def saved():
    """Saves, and gives the driver node in the file."""
    studio.save()
    return next(node for node in json.loads(file.read_text())["nodes"] if node["node"] == "driver")


def choose(name, words):
    """Chooses from the list that is open, by its filter and Enter."""
    studio.find("entry", name)
    kit.pump(0.3)
    studio.type(words)
    kit.pump(0.3)
    studio.key("Return")


def add_target(name):
    studio.do("graph.add-target")
    choose("Pose that the target drives", name)
    studio.undoes(f"add target {name} to driver")


def weight(name):
    text = studio.description(studio.find("level bar", f"Weight of {name}"))
    return float(text.replace("−", "-")) if text and text[0].isdigit() else None


def seek(seconds):
    drawn = studio.drawn()
    studio.find("slider", "Time").get_value_iface().set_current_value(seconds)
    kit.wait("the viewport follows", lambda: studio.drawn() > drawn)
    studio.quiet()


with kit.Studio(project, "--document", "cast.graph.json") as studio:
    kit.wait("the stage", studio.has_face)
    studio.xdotool("windowsize", "--sync", studio.x_window(), 1600, 1150)  # all rows are in view
    canvas = kit.Canvas(studio)
    kit.wait("all nodes", lambda: len(canvas.boxes()) == 6)
    assert "graph.add-target" not in studio.actions()
    studio.click(studio.find("push button", "Clip"))
    studio.type("sentence")
    kit.wait("one clip", lambda: [n for n in studio.all("label", studio.find("list", "Clips"))
                                  if n.get_name() == "sentence"])
    studio.key("Return")
    kit.wait("a clip", lambda: "play.toggle" in studio.actions())
    studio.quiet()

    # The node, between the pose asset and the output
    studio.do("graph.add-node")
    choose("Add node", "pose driver")
    kit.wait("the node", lambda: canvas.text().startswith("Pose driver"))
    studio.find("label", "Missing: a pose asset, whose poses the driver weighs.")
    canvas.fit()
    studio.drag_between(canvas.pin("pose", is_output=True), canvas.pin("driver"))
    kit.wait("its input", lambda: "Input from Pose asset" in canvas.text())
    studio.drag_between(canvas.pin("driver", is_output=True), canvas.pin("out"))
    kit.wait("its output", lambda: "Output to Output" in canvas.text())
    studio.click(studio.find("push button", "Pose asset"))
    choose("Choose Pose asset", "ada")
    kit.wait("its poses", lambda: "win.undo" in studio.actions() and "poses" in saved())

    # A bone by its name
    studio.find("label", "Missing: a bone, which the driver compares with its targets.")
    assert not kit.is_sensitive(studio.find("push button", "Add Target from Current Pose"))
    studio.do("graph.add-bone")
    choose("Choose bone", "jaw")
    studio.undoes("add bone jaw to driver")
    assert saved()["bones"] == ["jaw"]

    # Targets from the viewport, at two moments
    studio.find("label", "Missing: a target. Pose the bones, then add one.")
    add_target("jawForward")
    studio.find("label", "Missing: a second target, or a radius.")
    seek(0.6)  # the jaw is open
    add_target("cheekPuff")
    kit.wait("it is at its target", lambda: weight("cheekPuff") == 1.0 and weight("jawForward") == 0.0)
    studio.screenshot("driver-targets")
    seek(0)
    kit.wait("the other one", lambda: weight("cheekPuff") == 0.0 and weight("jawForward") == 1.0)
    rest, wide = saved()["targets"]
    assert rest["name"] == "jawForward" and wide["bones"][0]["bone"] == "jaw", (rest, wide)
    assert rest["bones"][0]["q"] != wide["bones"][0]["q"], (rest, wide)

    # A radius, another pose, and back
    studio.enter("Radius of cheekPuff", "30")
    studio.undoes("set radius of cheekPuff in driver")
    assert saved()["targets"][1]["radius"] == 30
    studio.press(studio.find("push button", "Update from current pose: jawForward"))
    studio.press(studio.find("push button", "Remove target jawForward"))
    studio.undoes("remove target jawForward from driver")
    assert [target["name"] for target in saved()["targets"]] == ["cheekPuff"]
    studio.press(studio.find("push button", "Remove bone jaw"))
    studio.undoes("remove bone jaw from driver")
    node = saved()
    assert node["bones"] == [] and node["targets"][0]["bones"] == [], node

    for _ in range(20):
        if "win.undo" not in studio.actions():
            break
        studio.do("win.undo")
    studio.save()
    assert file.read_bytes() == before, "undoing did not give the bytes of before"
