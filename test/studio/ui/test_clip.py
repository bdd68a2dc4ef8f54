# SPDX-License-Identifier: MIT
"""Curves are added, keyed, moved, selected by boxes, copied and shaped in the clip editor; what is
keyed moves the face; undoing all of it gives the file's bytes again."""

import json
from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")
clip = project / "sentence.clip.json"
before = clip.read_bytes()


def told():
    return studio.description(line)


def until(words):
    kit.wait(f"{words!r} in: {told()}", lambda: words in told())


def row(name):
    found = [n for n in studio.all("label", studio.find("list", "Curves")) if n.get_name() == name]
    assert found, f"no curve {name}"
    return found[0]


def point(time, value):
    return studio.key_place(line, 2.8, time, value)


def keys(name):
    """The keys of a curve in the file."""
    rows = [r for r in json.loads(clip.read_text())["keyed"] if r["curve"] == name]
    return rows[0]["keys"] if rows else None


def face():
    """Pixels of the middle of the stage."""
    x, y, width, height = studio.box(studio.find("filler", "Viewport"))
    return b"".join(pixels[(x + width // 3) * 3:(x + width * 2 // 3) * 3]
                    for pixels in kit.display_rows()[y + height // 3:y + height * 3 // 4])


def save():
    studio.save()


with kit.Studio(project, "--document", "sentence.clip.json") as studio:
    line = studio.find("filler", "Timeline")
    kit.wait("18 curves", lambda: told().startswith("18 curves, 2.8"))
    assert "playhead 0.00 s, frame 0" in told(), told()
    for name in ("clip.tangent-auto", "clip.delete-keys", "clip.fit-keys"):
        assert name not in studio.actions(), f"{name} can act without keys"

    # A curve that the clip lacks, and a key at the playhead.
    studio.do("clip.add-curve")
    kit.wait("names", lambda: studio.has("text", "Curve name") or studio.has("entry", "Curve name"))
    studio.type("cheekPuff")
    studio.key("Return")
    until("19 curves")
    studio.key("Return")
    until("1 key selected: cheekPuff 0.00")

    # Scrubbing on the ruler, then typing a value, keys it there.
    x, y, width, height = studio.box(line)
    studio.drag_between((x + width // 4, y + 12), (point(1.4, 0)[0], y + 12))
    until("playhead 1.40 s, frame 84")
    kit.wait("the stage there", lambda: "Clip sentence, 1.400 s of 2.800 s, paused." in studio.stage())
    studio.quiet()
    still = face()
    studio.click(studio.find("filler", "cheekPuff value"))
    studio.key("ctrl+a")
    studio.type("0.8")
    studio.key("Return")
    kit.wait("the key", lambda: "0.80, key here" in studio.description(row("cheekPuff")))

    kit.wait("fuller cheeks", lambda: sum(a != b for a, b in zip(still, face())) > 900)

    # Moving it, in time and value, is one step; Escape takes a drag back.
    studio.drag_between(point(1.4, 0.8), point(2.1, 0.5))
    until("1 key selected: cheekPuff 2.10")
    x0, y0 = point(2.1, 0.5)
    studio.xdotool("mousemove", x0, y0, "mousedown", 1, "mousemove", x0 - 20, y0, "mousemove", x0 - 60, y0)
    kit.wait("a drag", lambda: "cheekPuff 2.10" not in told())
    studio.key("Escape")
    until("cheekPuff 2.10")
    studio.xdotool("mouseup", 1)

    # A box selects both; tangents; copies go to the playhead.
    studio.drag_between(point(-0.04, 1.1), point(2.3, -0.1))
    until("2 keys selected: cheekPuff 0.00 2.10")
    studio.screenshot("clip-selected")
    studio.do("clip.tangent-linear")
    studio.key("ctrl+c")
    studio.drag_between((x + width // 4, y + 12), (point(0.5, 0)[0], y + 12))
    until("playhead 0.50 s")
    studio.key("ctrl+v")
    until("2 keys selected: cheekPuff 0.50 2.60")
    save()
    assert [(k["time"], k["value"]) for k in keys("cheekPuff")] == [
        (0, 0), (0.5, 0), (2.1, keys("cheekPuff")[2]["value"]), (2.6, keys("cheekPuff")[3]["value"])], keys("cheekPuff")
    assert abs(keys("cheekPuff")[2]["value"] - 0.5) < 0.02, keys("cheekPuff")
    assert all(k.get("type", "linear") == "linear" for k in keys("cheekPuff")), keys("cheekPuff")

    # The dope sheet has the same keys; deleting them there.
    studio.key("d")
    studio.screenshot("clip-dope")
    studio.key("Delete")
    until("playhead 0.50 s, frame 30")
    kit.wait("no key selected", lambda: "selected" not in told())

    # Back to the very bytes.
    for _ in ("delete", "paste", "tangents", "move", "key", "key", "add"):
        assert studio.has("push button", "Undo").get_state_set().contains(kit.Atspi.StateType.SENSITIVE)
        studio.key("ctrl+z")
    until("18 curves")
    kit.wait("nothing to undo", lambda: "win.undo" not in studio.actions())
    save()
    assert clip.read_bytes() == before, "undoing did not give the bytes of before"
