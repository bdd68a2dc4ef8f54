# SPDX-License-Identifier: MIT
"""The browser lists the project by kind with second lines, filters, opens tabs, and what
it deletes comes back by Undo; the file of an undone step is as it was."""

from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")
before = {path.name: path.read_bytes() for path in project.iterdir() if path.is_file()}


def rows(studio):
    """Names in the list and what is said of each."""
    assets = studio.find("list", "Assets")
    return [(node.get_name(), studio.description(node)) for node in studio.all("label", assets) if node.get_name()]


with kit.Studio(project) as studio:
    kit.wait("the stage", lambda: studio.has_face())
    names = [name for name, _ in rows(studio)]
    for name in ("Characters", "Pose assets", "Clips", "Graphs", "ada", "emotions", "moss"):
        assert name in names, (name, names)
    kit.wait("second lines", lambda: any("59 poses" in text for _, text in rows(studio)))
    studio.screenshot("browser")

    entry = studio.find("entry", "Filter assets")
    studio.click(entry)
    studio.type("emo")
    kit.wait("one asset", lambda: "1 shown" in studio.description(studio.find("list", "Assets")))
    kit.wait("its row", lambda: "emotions" in [name for name, _ in rows(studio)])
    clip = [n for n in studio.all("label", studio.find("list", "Assets")) if n.get_name() == "emotions"][0]
    studio.click(clip, count=2)
    kit.wait("a second tab", lambda: "win.tab-2" in studio.actions())
    studio.do("browser.clear-filter")
    kit.wait("all assets", lambda: "1 shown" not in studio.description(studio.find("list", "Assets")))

    studio.do("win.delete")
    kit.wait("something to undo", lambda: "win.undo" in studio.actions() and "win.save" in studio.actions())
    kit.wait("no row of it", lambda: "emotions" not in [name for name, _ in rows(studio)])
    studio.do("win.undo")
    kit.wait("nothing to save", lambda: "win.save" not in studio.actions())
    kit.wait("its row again", lambda: "emotions" in [name for name, _ in rows(studio)])
    studio.do("win.redo")
    kit.wait("something to save", lambda: "win.save" in studio.actions())
    studio.save()
    assert not (project / "emotions.clip.json").exists()
    studio.do("win.undo")
    studio.do("win.save")
    kit.wait("saved again", lambda: (project / "emotions.clip.json").exists() and "win.save" not in studio.actions())
    assert (project / "emotions.clip.json").read_bytes() == before["emotions.clip.json"]

    # Names follow; the tab stays, also when that is undone.
    studio.click(studio.find("entry", "Filter assets"))
    studio.type("o")
    kit.wait("chips of kinds", lambda: studio.has("push button", "Graphs 2"))
    studio.do("browser.clear-filter")
    kit.wait("all assets", lambda: "skeleton" in " ".join(text for _, text in rows(studio)))
    skeleton = [node for node in studio.all("label", studio.find("list", "Assets"))
                if "skeleton" in studio.description(node)][0]
    studio.click(skeleton)
    studio.do("browser.open")
    studio.do("browser.show-uses")
    kit.wait("who uses it", lambda: "Uses of ada" in [window.get_name() for window in studio.windows()])
    studio.key("Escape", window="Uses of ada")
    kit.wait("no window", lambda: len(studio.windows()) == 1)
    studio.click(skeleton)
    studio.do("win.rename")
    studio.find("text", "New name")
    studio.type("rig")
    studio.key("Return")
    kit.wait("the new name", lambda: "rig" in [name for name, _ in rows(studio)])
    kit.wait("in all files", lambda: "file" in studio.said() and "Renamed to rig" in studio.said())
    studio.do("win.save")
    kit.wait("saved", lambda: (project / "rig.skeleton.json").exists())
    assert "rig.skeleton.json" in (project / "pip.mesh.json").read_text(encoding="utf-8")
    studio.do("win.undo")
    kit.wait("the old name", lambda: "rig" not in [name for name, _ in rows(studio)])
    studio.do("win.save")
    kit.wait("saved again", lambda: not (project / "rig.skeleton.json").exists())

    studio.do("browser.grid")
    kit.wait("pictures", lambda: len(studio.all("label", studio.find("table", "Asset grid"))) > 4)
    studio.screenshot("browser-grid")
    studio.do("browser.list")
    studio.do("win.new-character")
    studio.find("push button", "Create")
    studio.screenshot("browser-new")
    studio.press(studio.find("push button", "Create"))
    kit.wait("a character", lambda: "ada_2" in [name for name, _ in rows(studio)])
    studio.do("win.undo")
    kit.wait("no character", lambda: "ada_2" not in [name for name, _ in rows(studio)])

after = {path.name: path.read_bytes() for path in project.iterdir() if path.is_file()}
assert after == before, [name for name in before if after.get(name) != before[name]]
