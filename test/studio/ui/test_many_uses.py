# SPDX-License-Identifier: MIT
"""Clips that are too many to be listed are among the uses of a curve and of a pose, and open from there;
a missing asset index is reported and created."""

import os
import re
import subprocess
from pathlib import Path

import kit

os.environ["MIEN_STUDIO_MANY_SHARDS"] = "2"  # a test has no 32,768 clips
LINES = 1100  # more than 1,000, so that they are cooked in shards
project = Path(os.environ["HOME"]) / "crowd"
catalogue = project / ".mien" / "catalogue.db"


def mien(*arguments):
    subprocess.run([kit.MIEN, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)


def cells(studio):
    """The labels of curves in the table, by name."""
    return {node.get_name(): node for node in studio.all("label", studio.find("tree table", "Curves"))
            if "used " in studio.description(node)}


def choose(studio, name):
    studio.click(studio.find("entry", "Filter curves"))  # a row that goes from under the pointer eats a click
    studio.filter("Filter curves", name)
    kit.wait("nothing else", lambda: {found.lower() for found in cells(studio)} == {name.lower()})
    kit.pump(0.3)  # until rows are where they stay
    studio.click(cells(studio)[name])
    kit.wait("a curve is selected", lambda: "skeleton.rename-curve" in studio.actions())


def listed(studio, title):
    """Names in the list of a title, without what is said of them."""
    found = studio.has("list", title)
    return [node.get_name() for node in studio.all("label", found)
            if node.get_name() and not re.match(r"\d\.\d s", node.get_name())] if found else []


mien("sample", "many", project, "--characters", 4, "--lines", LINES, "--languages", 1, "--bodies", 1, "--quiet")
line = project / "lines/en/000/line_000007.csv"
line.write_text(line.read_text().replace(",jawOpen,", ",JawOpen,", 1))  # as programs misspell it
mien("build", "--project", project, "--quiet")

ALL = f"Set by {LINES - 1:,} clips in en"
with kit.Studio(project / "cast.skeleton.json") as studio:
    choose(studio, "jawOpen")
    names = kit.wait("clips of the catalogue", lambda: listed(studio, ALL))
    assert names[0] == "line_000001", names[:3]
    assert len(names) == 101 and names[-1] == "and 999 more", names[-3:]
    assert "line_000007" not in names
    studio.screenshot("many-uses")

    # A name that only one of them has.
    choose(studio, "JawOpen")
    kit.wait("the one that has it", lambda: listed(studio, "Set by 1 clip in en") == ["line_000007"])
    assert studio.description(cells(studio)["JawOpen"]) == "used once, similar to jawOpen: case"
    studio.screenshot("many-uses-miss")

    # A catalogue that is gone is made again from here.
    catalogue.unlink()
    choose(studio, "tongueOut")
    kit.wait("that there is none", lambda: studio.has(
        "label", "A clip collection is too large to list and has no asset index yet."))
    assert not listed(studio, ALL)
    studio.screenshot("many-uses-none")
    choose(studio, "jawOpen")
    studio.do("browser.update-asset-index")
    kit.wait("clips again", lambda: len(listed(studio, ALL)) == 101)
    assert catalogue.exists()

    # One opens like any other, with the curve selected.
    studio.do("skeleton.show-uses")
    studio.click(kit.wait("a clip", lambda: studio.has("label", names[2], studio.has("list", ALL))))
    kit.wait("a tab", lambda: "win.tab-2" in studio.actions())
    kit.wait("its curves", lambda: studio.has("label", "jawOpen"))
    studio.screenshot("many-uses-opened")

# Details of a pose count them, and open the same list.
with kit.Studio(project / "cast" / "c0001.poses.json") as studio:
    studio.filter("Filter poses", "jawOpen")
    kit.wait("nothing else", lambda: "1 shown" in studio.description(studio.find("list", "Poses")))
    kit.pump(0.3)  # until its row is where it stays
    studio.click(kit.wait("a pose", lambda: studio.has("label", "jawOpen", studio.find("list", "Poses"))))
    clips = kit.wait("how many drive it", lambda: [
        node for node in studio.walk() if node.get_name() == "Clips" and
        studio.description(node) == f"{LINES - 1:,} in en"])
    studio.click(clips[0])
    kit.wait("the list", lambda: len(listed(studio, ALL)) == 101, 20)
    studio.screenshot("many-uses-pose")
