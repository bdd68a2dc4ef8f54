# SPDX-License-Identifier: MIT
"""The stage turns by dragging, zooms by scrolling, follows views, and shows what the
document in front is about; toggles draw again."""

from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")


def settled(studio, test):
    """Waits for a sentence of the stage and a picture after it."""
    before = studio.drawn()
    kit.wait("the stage to tell so", lambda: test(studio.stage()))
    kit.wait("a picture", lambda: studio.drawn() >= before)


def after(studio, action):
    """The display once an action was drawn and nothing moves any more."""
    before = studio.drawn()
    studio.do(action)
    kit.wait(f"a picture with {action}", lambda: studio.drawn() > before)
    return studio.quiet()


with kit.Studio(project) as studio:
    kit.wait("Ada", lambda: studio.stage().startswith("ada.") and studio.has_face())
    area = studio.find("filler", "Viewport")
    assert "Camera front." in studio.stage(), studio.stage()
    first = studio.screenshot("stage-front").read_bytes()
    studio.drag(area, 120, 0)
    settled(studio, lambda text: "Camera custom." in text)
    kit.pump(0.5)
    assert studio.screenshot("stage-turned").read_bytes() != first, "dragging changed nothing"
    for action, words in (("viewport.side", "side"), ("viewport.three-quarter", "three-quarter"), ("viewport.front", "front")):
        studio.do(action)
        settled(studio, lambda text: f"Camera {words}." in text)
    before = studio.drawn()
    studio.xdotool("click", 4)
    kit.wait("a nearer picture", lambda: studio.drawn() > before)
    shapes = [after(studio, "viewport.reset-camera")]
    for action in ("viewport.clay", "viewport.normals", "viewport.flat", "viewport.wireframe", "viewport.bones"):
        shapes.append(after(studio, action))
        studio.screenshot(action.replace(".", "-"))
        assert shapes[-1] not in shapes[:-1], f"{action} changed nothing"
    for action in ("viewport.lit", "viewport.wireframe", "viewport.bones"):
        after(studio, action)

    # Heat has a legend, and rest is compared with.
    before = studio.drawn()
    studio.find("slider", "eyeBlinkLeft weight").get_value_iface().set_current_value(1.0)
    kit.wait("the weight", lambda: "Weights: eyeBlinkLeft 1.00." in studio.stage() and studio.drawn() > before)
    weighed = studio.quiet()
    assert after(studio, "viewport.heat-map") != weighed
    studio.screenshot("stage-heat")
    legend, weights = ([studio.box(node) for node in studio.walk() if node.get_name() == name and
                        node.get_role_name() in ("filler", "panel", "grouping")][0] for name in ("Heat map", "Weights"))
    assert legend[1] + legend[3] <= weights[1] or legend[0] + legend[2] <= weights[0], (legend, weights)
    after(studio, "viewport.heat-map")
    assert after(studio, "viewport.compare-rest") != weighed
    studio.find("push button", "Rest pose")
    after(studio, "viewport.compare-rest")

    # A click tells what moves the point, a click there selects the pose.
    area = studio.find("filler", "Viewport")
    studio.click(area)
    row = kit.wait("poses that move the point", lambda: [n for n in studio.all("push button")
                                                        if (n.get_name() or "").endswith(" mm")])[0]
    name = row.get_name().split()[0]
    studio.screenshot("stage-pick")
    studio.click(row)
    kit.wait(f"{name} selected", lambda: "1 selected" in studio.description(studio.find("list", "Poses")))
    studio.key("ctrl+shift+c")
    kit.wait("the copy", lambda: studio.said() == "Copied the image")

    studio.click(studio.find("entry", "Filter assets"))
    studio.type("moss")
    row = kit.wait("Moss", lambda: [n for n in studio.all("label", studio.find("list", "Assets"))
                                    if n.get_name() == "moss" and studio.description(n).startswith("character")])
    studio.click(row[0], count=2)
    settled(studio, lambda text: text.startswith("moss."))
