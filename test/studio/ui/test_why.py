# SPDX-License-Identifier: MIT
"""Why a bone is where it is: a click on a bone, or Y, shows the chain from the clip over the curve and the
pose to the bone, with the numbers of this moment; each row opens what it names."""

from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")


def rows():
    return [node.get_name() for node in studio.all("push button") if node.get_name()]


with kit.Studio(project, "--document", "sentence.clip.json") as studio:
    kit.wait("the stage", studio.has_face)
    kit.wait("a clip", lambda: "play.toggle" in studio.actions())
    studio.find("slider", "Time").get_value_iface().set_current_value(0.6)  # the jaw is open
    studio.quiet()
    studio.do("viewport.bones")
    studio.quiet()

    def is_told(text):
        return any(node.get_name() == text for node in studio.walk())

    # A click on the chin: the jaw, or a bone that moves with it
    left, top, width, height = studio.box(studio.find("filler", "Viewport"))
    studio.click_at(left + width // 2, top + int(height * 0.84))
    kit.wait("a bone", lambda: is_told("jaw is 8.5° from its rest pose") or is_told("Moves with jaw 8.5°"), 15)
    if is_told("Moves with jaw 8.5°"):
        studio.press(studio.find("push button", "Moves with jaw 8.5°"))
    kit.wait("the jaw", lambda: is_told("jaw is 8.5° from its rest pose"))
    studio.screenshot("why")
    pose, curve = "Pose jawOpen with weight 0.39 8.5°", "Curve jawOpen of sentence at 0.60 s 0.39"
    assert studio.has("push button", pose) and studio.has("push button", curve), rows()

    # At rest, by the key
    studio.key("Escape")
    studio.find("slider", "Time").get_value_iface().set_current_value(0)
    studio.quiet()
    studio.do("viewport.explain")
    kit.wait("the jaw at rest", lambda: is_told("jaw is in its rest pose"))
    studio.key("Escape")
    studio.find("slider", "Time").get_value_iface().set_current_value(0.6)
    studio.quiet()

    # Each row opens what it names
    studio.do("viewport.explain")
    studio.press(studio.find("push button", curve))
    assert "clip.add-curve" in studio.actions()
    studio.do("viewport.explain")
    studio.press(studio.find("push button", pose))
    kit.wait("its poses", lambda: "clip.add-curve" not in studio.actions() and
             ", 1 selected" in studio.description(studio.find("list", "Poses")))
