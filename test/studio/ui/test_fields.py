# SPDX-License-Identifier: MIT
"""Ctrl+Z in text fields: it undoes what was typed, never what the program filled in; once Enter has
taken the text, it undoes the step in the project."""

from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")


def shown(role, name):
    return studio.text(role, name)


def is_edited():
    return "win.save" in studio.actions()


def try_number(name, value, before):
    """A number field: typing, undoing it, taking it, undoing that."""
    kit.wait(f"{name} is {before}", lambda: shown("text", name) == before)
    studio.click(studio.find("text", name))
    studio.key("ctrl+z")
    kit.pump(0.2)
    assert shown("text", name) == before, f"Ctrl+Z made {name} {shown('text', name)!r}"
    studio.key("ctrl+a")
    studio.type("7")
    studio.key("ctrl+z", "ctrl+z", "ctrl+z")
    kit.wait(f"{name} is {before} again", lambda: shown("text", name) == before)
    assert not is_edited()
    studio.enter(name, value)
    kit.wait("a step", is_edited)
    studio.key("ctrl+z")
    kit.wait(f"no step of {name}", lambda: not is_edited())
    kit.wait(f"{name} is {before} after undo", lambda: shown("text", name) == before)


def rename(*keys):
    """Presses keys in the name of a pose that is being edited, then Enter: the name stays."""
    studio.do("win.rename")
    field = studio.find("filler", "Name of jawOpen")
    kit.wait("a field", lambda: studio.description(field) == "being edited")
    for key in keys:
        studio.key(key)
    kit.pump(0.3)
    studio.key("Return")
    kit.wait("the end", lambda: studio.description(studio.find("filler", "Name of jawOpen")) != "being edited", 10)
    assert not is_edited(), f"{keys} changed the name"


with kit.Studio(project) as studio:
    kit.wait("Ada", lambda: studio.has_face())
    studio.open("ada", "pose asset")
    studio.filter("Filter poses", "jawOpen")
    studio.click(studio.find("slider", "jawOpen weight"))
    for name, value, before in (("Strength", "0.5", "1.00"), ("Offset", "0.25", "0.00"), ("Maximum", "1.5", "1.00")):
        try_number(name, value, before)

    # A name in place.
    rename("ctrl+z")
    rename("x", "ctrl+z", "ctrl+z", "ctrl+z")

    # Keys of a clip: the fields in the toolbar, and the value beside a curve.
    studio.open("sentence", "clip")
    line = studio.find("filler", "Timeline")
    kit.wait("18 curves", lambda: studio.description(line).startswith("18 curves, 2.8"))
    studio.click(studio.find("filler", "jawOpen value"))
    studio.key("ctrl+z")
    kit.pump(0.2)
    studio.key("Return")
    kit.pump(0.2)
    assert not is_edited(), "Ctrl+Z made another value"
    studio.click(studio.find("filler", "jawOpen value"))
    studio.key("ctrl+a")
    studio.type("0.8")
    studio.key("Return")
    kit.wait("a key", is_edited)
    studio.do("win.undo")
    kit.wait("no key", lambda: not is_edited())
    studio.click(studio.find("filler", "jawOpen value"))
    studio.key("ctrl+z")
    kit.pump(0.2)
    studio.key("Return")
    kit.pump(0.2)
    assert not is_edited(), "Ctrl+Z brought a value of before"
