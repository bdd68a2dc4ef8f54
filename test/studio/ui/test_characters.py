# SPDX-License-Identifier: MIT
"""Several characters share the stage: one clip moves each through its own graph, the
cast bar chooses who is there, and a graph's document brings its parent's character."""

from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")


def says(studio, *parts):
    kit.wait(" and ".join(parts), lambda: all(part in studio.stage() for part in parts))


def picture(studio, name):
    """A picture at rest, after what was said."""
    said = studio.drawn()
    kit.wait("a picture", lambda: studio.drawn() >= said)
    rows = studio.quiet()
    studio.screenshot(name)
    return rows


def show(studio, name, kind):
    studio.filter("Filter assets", name)
    studio.open(name, kind)


with kit.Studio(project) as studio:
    kit.wait("Ada alone", lambda: studio.stage().startswith("ada.") and studio.has_face())
    alone = picture(studio, "cast-alone")
    # One click shows another face with its own poses, Ctrl+click adds one.
    studio.click(studio.find("push button", "pip"))
    says(studio, "pip. ")
    assert studio.clicks == 1
    assert picture(studio, "cast-pip") != alone
    studio.xdotool("keydown", "ctrl")
    studio.click(studio.find("push button", "ada"))
    studio.xdotool("keyup", "ctrl")
    says(studio, "ada, pip. ")
    both = picture(studio, "cast-two")

    # Weights move both, each by its own poses.
    slider = studio.find("slider", "eyeBlinkLeft weight")
    slider.get_value_iface().set_current_value(1.0)
    says(studio, "ada, pip. ", "Weights: eyeBlinkLeft 1.00.")
    assert picture(studio, "cast-blink") != both
    slider.get_value_iface().set_current_value(0.0)
    kit.wait("no weights", lambda: "Weights" not in studio.stage())

    studio.do("viewport.all-characters")
    says(studio, "ada, bruno, moss, pip. ")
    studio.do("viewport.next-character")
    says(studio, "bruno. ")
    studio.do("viewport.previous-character")
    says(studio, "ada. ")

    # A clip moves the whole cast, however far it is.
    studio.do("viewport.all-characters")
    says(studio, "ada, bruno, moss, pip. ")
    show(studio, "sentence", "clip")
    says(studio, "ada, bruno, moss, pip. Clip sentence, 0.000 s of ", " paused. Camera front.")
    start = picture(studio, "cast-clip-start")
    studio.find("slider", "Time").get_value_iface().set_current_value(1.0)
    says(studio, "Clip sentence, 1.000 s of ")
    assert picture(studio, "cast-clip-later") != start

    show(studio, "moss", "character")
    says(studio, "moss. ")
    # A child's graph brings its own character and that of its parent.
    show(studio, "pip", "graph")
    says(studio, "pip, ada. ")
