# SPDX-License-Identifier: MIT
"""What is shown is what is edited: a character that is chosen brings its own document, the list of
weights has those of the face that is shown, what a clip adds is told, and bones can be hidden."""

from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")
for kind in ("skeleton", "mesh", "poses"):  # a face with a curve that no other one has
    text = (project / f"ada.{kind}.json").read_text()
    for old, new in (('"name": "jawOpen"', '"name": "aa"'), ("ada.skeleton", "other.skeleton"), ("ada.mesh", "other.mesh")):
        text = text.replace(old, new)
    (project / f"other.{kind}.json").write_text(text)


def readout():
    """Names in the list of the largest weights."""
    studio.root.clear_cache()
    box = next((node for node in studio.walk() if node.get_name() == "Weights"), None)
    return [node.get_name() for node in studio.all("label", box) if node.get_name()] if box else []


def says(text):
    kit.wait(f"the stage says {text}", lambda: text in studio.stage())


def in_front(name):
    """Whether the poses of a character are in front, as the status bar says."""
    return studio.has("label", f"{name}: 59 poses · additive")


def set_weight(name, value):
    studio.filter("Filter poses", name)
    field = studio.find("text", f"{name} value")
    studio.click(field)
    studio.key("ctrl+a")
    studio.type(value)
    studio.key("Return")


def tabs():
    """How many documents have tabs."""
    return sum(f"win.tab-{i}" in studio.actions() for i in range(1, 10))


with kit.Studio(project) as studio:
    kit.wait("Ada", lambda: studio.stage().startswith("ada.") and studio.has_face())

    # What rounds to nothing is not listed.
    set_weight("jawOpen", "0.5")
    kit.wait("jawOpen", lambda: readout() == ["jawOpen", "0.50"])
    set_weight("jawOpen", "0.004")
    kit.wait("nothing", lambda: readout() == [] and "Weights" not in studio.stage())

    # What a clip adds to a weight is told in its row, and what remains of the sum.
    studio.open("sentence", "clip")
    says("Clip sentence")
    studio.do("win.tab-close")
    kit.wait("Ada's poses", lambda: in_front("ada"))
    set_weight("jawOpen", "0.94")
    studio.find("slider", "Time").get_value_iface().set_current_value(1.53)
    row = studio.find("list", "Poses")
    kit.wait("the clip's part", lambda: [node for node in studio.all("label", row)
                                        if (node.get_name() or "").startswith("clip +0.0")], 15)
    studio.screenshot("preview-clip")
    studio.find("slider", "Time").get_value_iface().set_current_value(0)

    # Weights stay with names, but a face lists only those that it has.
    set_weight("jawOpen", "0")
    studio.filter("Filter assets", "other")
    studio.open("other", "pose asset")
    kit.wait("its poses", lambda: in_front("other"))
    set_weight("aa", "0.7")
    says("Weights: aa 0.70")
    studio.do("win.tab-1")
    says("ada.")
    kit.wait("no weight of another face", lambda: readout() == [] and "Weights" not in studio.stage(), 15)
    studio.do("win.tab-2")
    says("Weights: aa 0.70")
    studio.do("win.tab-close")

    # Another character brings its own poses: what is edited is what is seen.
    set_weight("jawOpen", "1")
    studio.click(studio.find("push button", "pip"))
    says("pip.")
    kit.wait("Pip's poses", lambda: in_front("pip"), 15)
    assert tabs() == 2
    before = studio.quiet()
    drawn = studio.drawn()
    studio.enter("Strength", "0.4")
    kit.wait("another picture", lambda: studio.drawn() > drawn)
    area = studio.box(studio.find("filler", "Viewport"))
    assert kit.changes(before, studio.quiet(), area)[0] > 500, "the face that is shown did not move"
    studio.screenshot("preview-pip")
    studio.save()
    assert '"gain": 0.4' in (project / "pip.poses.json").read_text()
    studio.do("win.undo")
    studio.save()

    # Documents that only followed a character go with it; those that were opened or edited stay.
    studio.do("viewport.previous-character")
    says("moss.")
    kit.wait("Moss's poses", lambda: in_front("moss"))
    studio.do("viewport.previous-character")
    says("bruno.")
    kit.wait("Bruno's poses", lambda: in_front("bruno"))
    assert tabs() == 2, tabs()
    studio.do("viewport.previous-character")
    says("ada.")
    kit.wait("Ada's poses", lambda: in_front("ada"))
    assert tabs() == 1, tabs()

    # Several stand in the order of the bar, and Ada's poses stay.
    studio.xdotool("keydown", "ctrl")
    for name in ("pip", "moss", "bruno"):
        studio.click(studio.find("push button", name))
    studio.xdotool("keyup", "ctrl")
    says("ada, bruno, moss, pip.")
    assert in_front("ada")

    # A weight under four faces has a chip, which resets it.
    chip = studio.find("push button", "Weights: jawOpen 1.00")
    studio.screenshot("preview-chip")
    studio.click(chip)
    kit.wait("no weights", lambda: "Weights" not in studio.stage())
    studio.do("viewport.next-character")
    studio.do("viewport.previous-character")

    # A bone that was clicked is marked until Escape; hiding bones hides it too.
    says("ada.")
    area = studio.find("filler", "Viewport")
    left, top, width, height = studio.box(area)
    box = (left + width // 4, top + height // 4, width // 2, height // 2)  # without the focus ring
    studio.xdotool("mousemove", *studio.place(area))  # pictures have the pointer
    plain = studio.quiet()

    def differs(rows):
        return kit.changes(rows, studio.quiet(), box)[0] > 0

    for end in ("Escape", "viewport.bones"):
        studio.do("viewport.bones")
        kit.wait("bones", lambda: differs(plain))
        all_bones = studio.quiet()
        studio.click(area)
        kit.wait("a bone", lambda: differs(all_bones))
        studio.key("Escape")  # its name
        if end == "Escape":
            studio.key("Escape")
            kit.wait("no mark", lambda: not differs(all_bones), 15)
        studio.do("viewport.bones")
        kit.wait(f"no bones after {end}", lambda: not differs(plain), 15)
