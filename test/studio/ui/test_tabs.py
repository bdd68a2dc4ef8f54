# SPDX-License-Identifier: MIT
"""The tab in front is in view, however full the bar is: when it is opened, when the bar becomes
narrower with it, and when the program starts again."""

from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")


def last_is_in_view():
    """Whether the last tab lies in the bar."""
    nodes = list(studio.walk())
    left, _, width, _ = next(studio.box(node) for node in nodes if node.get_name() == "AdwTabBar")
    x, _, wide, _ = [studio.box(node) for node in nodes if node.get_name() == "AdwTab"][-1]
    return left <= x and x + wide <= left + width


def count():
    return sum(node.get_name() == "AdwTab" for node in studio.walk())


def go_to(words):
    tabs = count()
    studio.do("win.go-to")
    studio.find("entry", "Go To")
    studio.type(words)
    kit.pump(0.5)
    studio.key("Return")
    kit.wait("another tab", lambda: count() == tabs + 1)


with kit.Studio(project) as studio:
    kit.wait("the stage", lambda: studio.has_face())
    for name, kind in (("bruno", "character"), ("moss", "character"), ("pip", "character"), ("bruno", "pose asset"),
                       ("moss", "pose asset"), ("pip", "pose asset"), ("emotions", "clip"), ("sentence", "clip")):
        studio.open(name, kind)
    kit.wait("the last tab in view", last_is_in_view, 5)
    go_to("graph bruno")  # the browser folds
    go_to("ada skel")     # and comes back
    kit.wait("the last tab in view beside the browser", last_is_in_view, 5)
    studio.screenshot("tabs")

with kit.Studio(project) as studio:
    kit.wait("the stage", lambda: studio.has_face())
    kit.wait("the last tab in view again", last_is_in_view, 5)
