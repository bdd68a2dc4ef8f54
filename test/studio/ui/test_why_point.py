# SPDX-License-Identifier: MIT
"""Why a point of the skin is where it is: a click on it shows the bones and morphs that move it, and a bone is explained in turn."""

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
    # A point of the skin: its bone with the weight on it, which is explained in turn
    left, top, width, height = studio.box(studio.find("filler", "Viewport"))
    studio.click_at(left + width // 2, top + int(height * 0.84))
    studio.quiet()
    kit.wait("the point", lambda: any((n.get_name() or "").startswith("This point is ") for n in studio.all("label")))
    studio.screenshot("why-point")
    bone = next(name for name in rows() if name.startswith("Bone ") and name.endswith(" mm"))
    studio.press(studio.find("push button", bone))
    kit.wait("its bone", lambda: any((n.get_name() or "").endswith(" from its rest pose") and
                                     (n.get_name() or "").startswith(bone.split()[1].rstrip(",") + " is ")
                                     for n in studio.walk()))
