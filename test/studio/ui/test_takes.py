# SPDX-License-Identifier: MIT
"""A file with several takes asks which are wanted: all are ticked at first, and later those that
the project has. Several files at once ask nothing."""

import subprocess
from pathlib import Path

import kit

home = Path(kit.os.environ["HOME"])
project = home / "show"
maker = Path(__file__).parents[2] / "cli" / "make_gltf.py"
subprocess.run([kit.MIEN, "init", str(project), "--quiet"], check=True, stdout=subprocess.DEVNULL)
for name in ("bo", "al"):
    with (home / f"{name}.gltf").open("wb") as out:
        subprocess.run([kit.sys.executable, str(maker), "--takes", "walk,run,jump"], check=True, stdout=out)


def clips():
    return sorted(path.name for path in project.glob("*.clip.json"))


def ticks(dialog):
    return {name: kit.is_checked(studio.find("check box", name, within=dialog))
            for name in ("walk", "run", "jump")}


with kit.Studio(project, home / "bo.gltf") as studio:
    dialog = studio.dialog("bo.gltf")
    studio.find("push button", "Import 3 Takes", within=dialog)
    assert all(ticks(dialog).values()), ticks(dialog)
    studio.click(studio.find("check box", "run", within=dialog))
    button = studio.find("push button", "Import 2 Takes", within=dialog)
    studio.screenshot("import-takes")
    studio.click(button)
    kit.wait("it is imported", lambda: "Imported bo.gltf" in studio.said())
    studio.save()
    assert clips() == ["bo-jump.clip.json", "bo-walk.clip.json"], clips()

    # Again: what was left out is not ticked
    rows = studio.all("label", studio.find("list", "Assets"))
    studio.click(next(node for node in rows if node.get_name() == "bo-walk"))
    studio.do("win.import-again")
    dialog = studio.dialog("bo.gltf")
    studio.find("push button", "Import 2 Takes", within=dialog)
    assert ticks(dialog) == {"walk": True, "run": False, "jump": True}, ticks(dialog)
    studio.cancel("bo.gltf")
    kit.wait("no dialog", lambda: len(studio.windows()) == 1)
    assert "win.save" not in studio.actions()

# Several files
with kit.Studio(project, home / "bo.gltf", home / "al.gltf") as studio:
    kit.wait("both", lambda: "Imported 2 files" in studio.said())
    studio.save()
    assert len(clips()) == 6, clips()
