# SPDX-License-Identifier: MIT
"""Going to things by name: assets, poses, nodes and commands, the best first, with reasons
for those that cannot act. Steps of the history undone several at once. Help for what has
the focus."""

from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")


def rows(studio):
    """Names of what was found, with their second lines."""
    lists = [n for n in studio.all("list") if n.get_name() == "Results"]
    return [(n.get_name(), studio.description(n)) for n in studio.all("label", lists[-1])
            if studio.description(n)] if lists else []


def go(studio, words, *wanted):
    """Types words and waits until the first row is the wanted one; Enter goes there."""
    studio.do("win.go-to")
    studio.find("entry", "Go To")
    kit.wait("the window of the search", lambda: len(studio.windows()) > 1)
    studio.xdotool("search", "--sync", "--name", "Go To", "windowfocus")
    studio.type(words)
    kit.wait(f"{wanted} first for {words!r}",
             lambda: all(word in " ".join((rows(studio) or [("", "")])[0]) for word in wanted))


def enter(studio):
    studio.xdotool("key", "Return")
    kit.wait("the window again", lambda: len(studio.windows()) == 1)


with kit.Studio(project) as studio:
    kit.wait("the stage", lambda: studio.has_face())
    go(studio, "moss char", "moss", "character")
    studio.screenshot("goto-asset")
    enter(studio)
    kit.wait("Moss", lambda: studio.stage().startswith("moss"))
    go(studio, "jawopen", "jawOpen", "pose")
    enter(studio)
    kit.wait("a pose asset in front", lambda: "poses.solo" in studio.actions())
    go(studio, "> undo", "Undo", "Nothing to undo")
    studio.xdotool("key", "Return")
    assert len(studio.windows()) == 2, "what cannot act must not run"
    studio.xdotool("key", "Escape")
    kit.wait("the window again", lambda: len(studio.windows()) == 1)
    go(studio, ">wire", "Wireframe", "command")
    enter(studio)
    go(studio, "no such name")
    kit.wait("nothing", lambda: not rows(studio))
    studio.xdotool("key", "Escape")
    kit.wait("the window again", lambda: len(studio.windows()) == 1)

    # Three steps; choosing the second undoes two.
    for _ in range(3):
        studio.do("poses.add-from-viewport")
        kit.pump(0.3)
    studio.key("Escape")  # the name of the last one was waiting to be typed
    kit.wait("the history", lambda: "win.history" in studio.actions())
    studio.do("win.history")
    steps = kit.wait("three steps", lambda: [n for n in studio.all("list item") if (n.get_name() or "").startswith("Undo ")])
    assert len(steps) >= 3, [n.get_name() for n in steps]
    studio.screenshot("history")
    studio.key("Down", "Return")
    kit.wait("something to do again", lambda: "win.redo" in studio.actions())
    studio.do("win.redo")
    studio.do("win.redo")
    kit.wait("nothing more to do again", lambda: "win.redo" not in studio.actions())
    for _ in range(3):
        studio.do("win.undo")
    kit.wait("nothing to undo", lambda: "win.undo" not in studio.actions() and "win.history" not in studio.actions())

    # Help is about what has the focus.
    studio.do("win.help")
    kit.wait("the page", lambda: studio.said().startswith("Help: ") and studio.said().endswith(".md"))
