# SPDX-License-Identifier: MIT
"""Selected keys stay selected: after Undo and Redo of a scale that passed other keys, and while
sliders of another tab set keys before them."""

from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")


def told():
    return studio.description(line)


def selected():
    return told().split("selected: ")[1].split(",")[0] if "selected: " in told() else ""


def point(time, value):
    return studio.key_place(line, 2.8, time, value)


with kit.Studio(project, "--document", "sentence.clip.json") as studio:
    line = studio.find("filler", "Timeline")
    kit.wait("18 curves", lambda: told().startswith("18 curves, 2.8"))
    row = [n for n in studio.all("label", studio.find("list", "Curves")) if n.get_name() == "jawOpen"][0]
    studio.click(row)
    studio.drag_between(point(0.47, 1.1), point(1.46, -0.1))
    kit.wait("keys", lambda: "keys selected: jawOpen" in told())
    first = told()
    print(first)

    # The right edge of the box over other keys, and back.
    times = [float(word) for word in selected().split()[1:] if word[0].isdigit()]
    x, y = point(times[-1], 0.15)
    studio.drag_between((x + 11, y), (point(1.7, 0)[0] + 11, y))  # the box is that much larger
    kit.wait("scaled keys", lambda: told() != first, 10)
    scaled = told()
    assert "keys selected: jawOpen" in scaled and scaled != first, scaled
    studio.undoes("scale")
    studio.do("win.undo")
    kit.wait(f"{first!r}, not {told()!r}", lambda: told() == first, 10)
    studio.do("win.redo")
    kit.wait(f"{scaled!r}, not {told()!r}", lambda: told() == scaled, 10)
    studio.do("win.undo")
    kit.wait(f"{first!r}, not {told()!r}", lambda: told() == first, 10)

    # A key before them, by a slider of another tab.
    studio.do("clip.auto-key")
    studio.open("ada", "pose asset")
    studio.filter("Filter poses", "jawOpen")
    slider = studio.find("slider", "jawOpen weight")
    kit.wait("the sliders in front", lambda: "clip.fit" not in studio.actions())
    studio.drag(slider, 30, 0)
    studio.undoes("key jawOpen at")
    studio.open("sentence", "clip")
    kit.wait(f"the same keys, not {told()!r}", lambda: told() == first, 10)
    studio.do("win.undo")
    kit.wait(f"the same keys, not {told()!r}", lambda: told() == first, 10)
