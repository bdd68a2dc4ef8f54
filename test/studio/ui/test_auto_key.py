# SPDX-License-Identifier: MIT
"""Auto Key: sliders of a pose asset key the clip that plays, while its tab stays behind. A drag is
one step, Escape reverts it, and undoing gives the file's bytes again."""

import json
from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")
clip = project / "sentence.clip.json"
before = clip.read_bytes()


def keys(name):
    """The keys of a curve in the file, as times and values."""
    rows = [row for row in json.loads(clip.read_text())["keyed"] if row["curve"] == name]
    return [(key["time"], key["value"]) for key in rows[0]["keys"]] if rows else []


def is_clip_in_front():
    return "clip.fit" in studio.actions()


with kit.Studio(project, "--document", "sentence.clip.json") as studio:
    line = studio.find("filler", "Timeline")
    kit.wait("18 curves", lambda: studio.description(line).startswith("18 curves"))
    studio.do("clip.auto-key")
    studio.open("ada", "pose asset")
    studio.filter("Filter poses", "cheekPuff")
    slider = studio.find("slider", "cheekPuff weight")
    kit.wait("one row", lambda: len([n for n in studio.all("slider", studio.find("list", "Poses"))
                                     if n.get_name().endswith(" weight")]) == 1)
    kit.wait("the sliders in front", lambda: not is_clip_in_front())

    # Dragging keys the clip at the playhead; the tab of the sliders stays in front.
    studio.drag(slider, 40, 0)
    studio.undoes("key cheekPuff at 0.00 s")
    assert not is_clip_in_front()
    studio.drag(slider, -25, 0)
    assert not is_clip_in_front()
    studio.save()
    (first,) = keys("cheekPuff")
    assert first[0] == 0 and 0 < first[1] < 1, first

    # Another tab while the button is down ends the drag; what it did stays one step.
    x, y = studio.place(slider)
    studio.xdotool("mousemove", x, y, "mousedown", 1, "mousemove", x + 20, y, "mousemove", x + 60, y)
    studio.do("win.tab-2")
    studio.xdotool("mousemove", x + 30, y, "mousemove", x + 10, y, "mouseup", 1)
    kit.wait("the clip in front", is_clip_in_front)
    studio.save()
    assert keys("cheekPuff") == [(0, 1)], keys("cheekPuff")

    # Escape while the button is down reverts the drag.
    studio.open("ada", "pose asset")
    kit.wait("the sliders in front", lambda: not is_clip_in_front())
    studio.xdotool("mousemove", x, y, "mousedown", 1, "mousemove", x + 10, y, "mousemove", x + 1, y)
    kit.wait("something to save", lambda: "win.save" in studio.actions())
    studio.key("Escape")
    studio.xdotool("mouseup", 1)
    kit.wait("nothing to save", lambda: "win.save" not in studio.actions())
    assert not is_clip_in_front()

    # The next drag counts again.
    studio.drag_between((x, y), (x - 30, y))
    kit.wait("something to save again", lambda: "win.save" in studio.actions(), 15)
    studio.do("win.undo")
    kit.wait("nothing to save", lambda: "win.save" not in studio.actions())

    # Back to the very bytes; an undo brings the clip to the front, because there it is seen.
    for _ in ("to the other tab", "to the left", "to the right"):
        studio.undoes("key cheekPuff at 0.00 s")
        studio.do("win.undo")
    kit.wait("nothing to undo", lambda: "win.undo" not in studio.actions())
    kit.wait("the clip in front", is_clip_in_front)
    studio.save()
    assert clip.read_bytes() == before, "undoing did not give the bytes of before"
