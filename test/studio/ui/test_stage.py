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


with kit.Studio(project) as studio:
    kit.wait("Ada", lambda: studio.stage().startswith("ada.") and studio.drawn() > 1)
    area = studio.find("filler", "Stage")
    assert "Camera front." in studio.stage(), studio.stage()
    first = studio.screenshot("stage-front").read_bytes()
    studio.drag(area, 120, 0)
    settled(studio, lambda text: "Camera turned." in text)
    kit.pump(0.5)
    assert studio.screenshot("stage-turned").read_bytes() != first, "dragging changed nothing"
    for action, words in (("stage.side", "side"), ("stage.three-quarter", "three-quarter"), ("stage.front", "front")):
        studio.do(action)
        settled(studio, lambda text: f"Camera {words}." in text)
    before = studio.drawn()
    studio.xdotool("click", 4)
    kit.wait("a nearer picture", lambda: studio.drawn() > before)
    for action in ("stage.bones", "stage.wire", "stage.heat"):
        before = studio.drawn()
        studio.do(action)
        kit.wait(f"a picture with {action}", lambda: studio.drawn() > before)
    studio.screenshot("stage-bones")

    studio.click(studio.find("entry", "Filter assets"))
    studio.type("moss")
    row = kit.wait("Moss", lambda: [n for n in studio.all("label", studio.find("list", "Assets"))
                                    if n.get_name() == "moss" and studio.description(n).startswith("character")])
    studio.click(row[0], count=2)
    settled(studio, lambda text: text.startswith("moss."))
