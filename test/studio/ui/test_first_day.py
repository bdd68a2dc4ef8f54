# SPDX-License-Identifier: MIT
"""The first minutes with the sample cast: keys mean the viewport, the pose to drag is in view, panels
have their widths, the card goes when its steps are done, and settings survive a crash."""

import kit
from kit import Atspi

home = kit.new_home("user")
settings = home / ".config/mien/studio.conf"


def width(role, name):
    return studio.find(role, name).get_component_iface().get_extents(Atspi.CoordType.WINDOW).width


def has_focus(role, name):
    node = studio.has(role, name)
    if node:
        node.clear_cache()
    return node and node.get_state_set().contains(Atspi.StateType.FOCUSED)


def has_card():
    studio.root.clear_cache()
    return studio.has("push button", "Hide first steps")


studio = kit.Studio(home=home)
studio.click(studio.find("push button", "Open Sample Project"))
kit.wait("Ada", lambda: studio.has_face())
kit.wait("the focus on the viewport", lambda: has_focus("filler", "Viewport"), 15)

# The first step names a pose: its slider is there to be dragged.
left, top, _, height = studio.box(studio.find("list", "Poses"))


def is_in_view():
    slider = studio.has("slider", "jawOpen weight")
    return slider and top < studio.place(slider)[1] < top + height and slider


slider = kit.wait("jawOpen in view", is_in_view, 15)
studio.screenshot("first-day")
assert width("list", "Poses") == 372
studio.drag(slider, 40, 0)
kit.wait("a weight", lambda: "Weights: jawOpen" in studio.stage())
studio.key("space")
kit.wait("it plays", lambda: studio.description(studio.find("label", "Press Space to play")) == "done")
assert has_card()
studio.click(studio.find("push button", "pip"))
kit.wait("Pip", lambda: studio.stage().startswith("pip."))
kit.wait("the card gone", lambda: not has_card(), 20)
kit.wait("for good", lambda: settings.exists() and "first-steps=0" in settings.read_text(), 10)

# The range stops more strength than it allows; one click raises it.
studio.enter("Strength", "1.5")
studio.click(studio.find("push button", "Raise maximum"))
kit.wait("a wider range", lambda: studio.text("text", "Maximum") == "1.50", 15)
studio.screenshot("first-day-strength")
studio.do("win.undo")
studio.do("win.undo")

# Each kind has its own width of the inspector.
studio.open("sentence", "clip")
kit.wait("the timeline", lambda: studio.has("filler", "Timeline"))
studio.quiet()
studio.do("win.tab-1")
kit.wait("as wide as before", lambda: width("list", "Poses") == 372, 10)
kit.wait("jawOpen still in view", is_in_view, 10)
studio.open("cast", "graph")
studio.quiet()
studio.do("win.tab-1")
studio.quiet()
assert width("list", "Poses") == 372, width("list", "Poses")

# What is set is kept, also if the program ends without a word.
studio.do("win.style-dark")
studio.xdotool("windowsize", "--sync", studio.x_window(), 1700, 1000)
kit.wait("the wider inspector", lambda: width("list", "Poses") == 468, 10)
kit.wait("the settings", lambda: "style=dark" in settings.read_text() and "width=1" in settings.read_text(), 10)
size = dict(line.split("=", 1) for line in settings.read_text().splitlines() if "=" in line)
assert 1650 < int(size["width"]) <= 1700 and 950 < int(size["height"]) <= 1000, size
studio.screenshot("first-day-dark")
studio.kill()
