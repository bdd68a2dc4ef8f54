# SPDX-License-Identifier: MIT
"""Every action of the table exists once, those that can act are listed on the window's
node, and no key has two meanings in one place."""

import subprocess
from pathlib import Path

import kit

lines = subprocess.check_output([kit.PROGRAM, "--actions"], text=True).splitlines()
table = [line.split("\t") for line in lines]
names = [row[0] for row in table]
assert len(names) == len(set(names)) > 150, len(names)
assert all(row[1] for row in table), [row for row in table if not row[1]]

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")
with kit.Studio(project) as studio:
    kit.wait("the stage", lambda: studio.has_face())
    listed = studio.actions()
    unknown = [name for name in listed if name.split(".")[0] in {n.split(".")[0] for n in names} and name not in names]
    assert not unknown, unknown
    for name in ("win.show-browser", "win.show-problems", "win.tab-1", "win.tab-close", "viewport.bones", "viewport.side",
                 "browser.copy-path", "win.style-dark", "win.shortcuts", "win.about"):
        assert name in listed, f"{name} is not listed"
    for name in ("win.undo", "win.save", "win.tab-2", "clip.key", "app.quit"):
        assert name not in listed, f"{name} can act"
    before = studio.drawn()
    studio.do("viewport.side")
    kit.wait("the side view", lambda: "Camera side." in studio.stage() and studio.drawn() > before)
    studio.do("win.tab-close")
    kit.wait("no tab", lambda: "win.tab-1" not in studio.actions())
    studio.do("win.tab-reopen")
    kit.wait("the tab again", lambda: "win.tab-1" in studio.actions())
    studio.do("win.shortcuts")
    kit.wait("the shortcuts window", lambda: len(studio.windows()) > 1)
    studio.key("Escape")
