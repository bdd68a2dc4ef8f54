# SPDX-License-Identifier: MIT
"""Weights of a pose asset: by assistive technology, by dragging, by typing; solo, filter,
several at once; names are edited in place, and Undo brings the very bytes back."""

import json
from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")
asset = project / "ada.poses.json"


def weights(studio):
    """What the stage says of its weights."""
    sentence = studio.stage()
    if "Weights: " not in sentence:
        return {}
    listed = sentence.split("Weights: ", 1)[1].split(". Drawn")[0].rstrip(".")
    pairs = (pair.rsplit(" ", 1) for pair in listed.split(", ") if " " in pair)
    return {name: float(number.replace("−", "-").rstrip(".")) for name, number in pairs}


def shown(studio):
    """Names of the poses that the list shows."""
    return [node.get_name()[:-len(" weight")] for node in studio.all("slider", studio.find("list", "Poses"))
            if node.get_name().endswith(" weight")]


def region(picture, box):
    """The bytes of a part of a picture of the display."""
    x, y, width, height = box
    return [row[3 * x:3 * (x + width)] for row in picture[y:y + height]]


with kit.Studio(project, home=kit.new_home("poses")) as studio:
    kit.wait("Ada", lambda: studio.stage().startswith("ada.") and studio.has_face())
    studio.open("ada", "pose asset")
    studio.filter("Filter poses", "jawOpen")
    kit.wait("one row", lambda: shown(studio) == ["jawOpen"])
    jaw = studio.find("slider", "jawOpen weight")
    stage = studio.find("filler", "Viewport").get_component_iface().get_extents(kit.Atspi.CoordType.WINDOW)
    left, top = studio.origin()
    mouth = (left + stage.x + stage.width * 2 // 5, top + stage.y + stage.height * 3 // 5, stage.width // 5,
             stage.height // 5)
    hair = (left + stage.x + stage.width * 2 // 5, top + stage.y + stage.height // 8, stage.width // 5,
            stage.height // 8)
    still = studio.quiet()

    # By assistive technology.
    before = studio.drawn()
    jaw.get_value_iface().set_current_value(0.62)
    kit.wait("the weight", lambda: abs(weights(studio).get("jawOpen", 0) - 0.62) < 0.006)
    kit.wait("a picture", lambda: studio.drawn() > before)
    kit.wait("a number", lambda: studio.text("text", "jawOpen value") == "0.62")
    moved = studio.quiet()
    assert region(moved, mouth) != region(still, mouth), "the mouth did not move"
    assert region(moved, hair) == region(still, hair), "more than the mouth moved"
    studio.screenshot("poses-jaw")

    # By pointer, from the knob to the right end and beyond; Ctrl+Alt+Z steps back.
    studio.filter("Filter poses", "eyeBlink")
    kit.wait("two rows", lambda: shown(studio) == ["eyeBlinkLeft", "eyeBlinkRight"])
    blink = studio.find("slider", "eyeBlinkLeft weight")
    studio.drag(blink, 200, 0)
    kit.wait("the end", lambda: weights(studio).get("eyeBlinkLeft") == 1.0)
    studio.click(blink, button=2)
    kit.wait("zero", lambda: "eyeBlinkLeft" not in weights(studio))
    studio.do("poses.weights-back")
    kit.wait("back", lambda: weights(studio).get("eyeBlinkLeft") == 1.0)

    # Solo keeps the others out; Escape lets them in again.
    studio.click(blink)
    studio.do("poses.solo")
    kit.wait("only one", lambda: list(weights(studio)) == ["eyeBlinkLeft"])
    studio.do("poses.solo-clear")
    kit.wait("both", lambda: len(weights(studio)) == 2)
    studio.do("poses.reset-all")
    kit.wait("none", lambda: not weights(studio))

    # Typing, beyond the range too, and several rows at once.
    studio.enter("eyeBlinkLeft value", "1.3")
    kit.wait("asked", lambda: weights(studio).get("eyeBlinkLeft") == 1.3)
    assert "final 1.00" in studio.description(studio.find("slider", "eyeBlinkLeft weight"))
    studio.enter("eyeBlinkLeft value", "50%")
    kit.wait("half", lambda: weights(studio).get("eyeBlinkLeft") == 0.5)
    studio.do("win.select-all")
    kit.wait("two", lambda: "2 selected" in studio.description(studio.find("list", "Poses")))
    studio.enter("eyeBlinkRight value", "+=0.2")
    kit.wait("each", lambda: weights(studio) == {"eyeBlinkLeft": 0.7, "eyeBlinkRight": 0.2})
    studio.drag(studio.find("slider", "eyeBlinkLeft weight"), 80, 0)
    kit.wait("both moved by the same", lambda: weights(studio) == {"eyeBlinkLeft": 1.0, "eyeBlinkRight": 0.5})
    studio.filter("Filter poses", "/r >0")
    kit.wait("one row", lambda: shown(studio) == ["eyeBlinkRight"])

    # A name in place, everywhere in the project; Undo to the byte.
    texts = {path: path.read_bytes() for path in project.glob("*.json")}
    studio.do("poses.clear-filter")
    studio.filter("Filter poses", "jawOpen")
    kit.wait("one row", lambda: shown(studio) == ["jawOpen"])
    studio.do("win.select-all")
    studio.do("win.rename")
    kit.wait("a field", lambda: studio.description(studio.find("filler", "Name of jawOpen")) == "being edited")
    studio.type("eyeBlinkLeft")
    studio.key("Return")
    kit.wait("the clash", lambda: [n for n in studio.all("label") if "already the name of pose" in (n.get_name() or "")])
    assert shown(studio) == ["jawOpen"], "a name that is taken was given"
    studio.key("ctrl+a")
    studio.type("jawWide")
    studio.key("Return")
    studio.filter("Filter poses", "jaw")
    kit.wait("the new name", lambda: studio.has("slider", "jawWide weight"))
    studio.save()
    assert b'"jawWide"' in asset.read_bytes(), "the asset kept the old name"
    assert b'"jawOpen"' not in (project / "sentence.clip.json").read_bytes(), "a clip kept the old name"
    studio.do("win.undo")
    kit.wait("the old name", lambda: studio.has("slider", "jawOpen weight"))
    studio.save()
    assert all(path.read_bytes() == text for path, text in texts.items()), "Undo is not exact"

    # How the curve becomes the weight: a field is a step, what is no number is none.
    def jaw():
        studio.save()
        return next(row for row in json.loads(asset.read_text())["poses"] if row["name"] == "jawOpen")

    studio.filter("Filter poses", "jawOpen")
    kit.wait("one row", lambda: shown(studio) == ["jawOpen"])
    studio.do("win.select-all")
    studio.enter("Strength", "many")
    assert "win.save" not in studio.actions(), "something that is no number was taken"
    studio.enter("Strength", "0.5")
    assert jaw()["gain"] == 0.5, jaw()
    studio.press(studio.find("push button", "Ease"))
    assert jaw()["smooth"] is True, jaw()
    studio.screenshot("poses-remap")
    studio.do("win.undo")
    studio.do("win.undo")
    studio.save()
    assert all(path.read_bytes() == text for path, text in texts.items()), "Undo of a remap is not exact"
    studio.screenshot("poses")
