# SPDX-License-Identifier: MIT
"""Files from elsewhere come into a project: copied, two at a time, one step each, on one
skeleton; what is damaged is refused with its place; what is cancelled leaves nothing; a
list of poses offers to become a pose asset; and the report tells what was made."""

import subprocess
from pathlib import Path

import kit

home = Path(kit.os.environ["HOME"])
cast = kit.sample(home / "cast")
project = home / "show"
subprocess.run([kit.MIEN, "init", str(project), "--quiet"], check=True, stdout=subprocess.DEVNULL)
damaged = home / "damaged.glb"
damaged.write_bytes((cast / "ada.glb").read_bytes()[:40000])

JOINTS = "".join(f"JOINT j{i}\n{{ OFFSET 0 {i + 1} 0 CHANNELS 3 Xrotation Yrotation Zrotation\n"
                 "End Site { OFFSET 0 1 0 } }\n" for i in range(3))
HEAD = "HIERARCHY\nROOT hips\n{ OFFSET 0 0 0 CHANNELS 3 Xrotation Yrotation Zrotation\n" + JOINTS + "}\nMOTION\n"


def write_bvh(path, frames, angle):
    """A take whose frames have the angles of a function."""
    with path.open("w", encoding="utf-8") as out:
        out.write(f"{HEAD}Frames: {frames}\nFrame Time: 0.0333333\n")
        for frame in range(frames):
            out.write(" ".join(str(angle(frame, column)) for column in range(12)) + "\n")
    return path


poses = write_bvh(home / "faces.bvh", 24, lambda frame, column: (frame * 37 + column * 11) % 23)
FRAMES = 1500000  # more than can be read before it is cancelled
endless = home / "endless.bvh"
endless.write_text(f"{HEAD}Frames: {FRAMES}\nFrame Time: 0.001\n" + "1 2 3 4 5 6 7 8 9 10 11 12\n" * FRAMES,
                   encoding="utf-8")


def assets(studio):
    return [node.get_name() for node in studio.all("label", studio.find("list", "Assets")) if node.get_name()]


def texts(studio):
    return " | ".join(node.get_name() or "" for node in studio.all("label"))


with kit.Studio(project, cast / "ada.glb", cast / "pip.glb", cast / "moss.glb") as studio:
    kit.wait("three faces", lambda: all(name in assets(studio) for name in ("ada", "pip", "moss")), 60)
    kit.wait("one sentence for all", lambda: "Imported 3 files" in studio.said())
    assert sorted(path.name for path in (project / "sources").iterdir()) == ["ada.glb", "moss.glb", "pip.glb"]
    studio.screenshot("import")
    kit.wait("sources", lambda: "ada.glb" in assets(studio))
    kit.wait("their state", lambda: any("imported" in studio.description(node)
                                        for node in studio.all("label", studio.find("list", "Assets"))))
    studio.save()
    made = sorted(path.name for path in project.glob("*.json"))
    assert sum(name.endswith(".skeleton.json") for name in made) == 1, made
    assert sum(name.endswith(".mesh.json") for name in made) == 3, made

    studio.do("win.build")
    kit.wait("packs", lambda: studio.said().startswith("Built "), 60)
    assert (project / ".mien" / "packs" / "pip.mesh.mien").exists()

    # Each file is a step.
    for left in (2, 1, 0):
        studio.do("win.undo")
        kit.wait(f"{left} faces", lambda: sum(name in assets(studio) for name in ("ada", "pip", "moss")) == left)
    assert "win.undo" not in studio.actions()
    for _ in range(3):
        studio.do("win.redo")
    kit.wait("nothing edited", lambda: "win.save" not in studio.actions())

    studio.do("win.import-report")
    kit.wait("the report", lambda: "Created" in texts(studio) and "Import of" in
             " ".join(window.get_name() or "" for window in studio.windows()))
    studio.screenshot("import-report")
    studio.key("Escape", window="Import of")
    kit.wait("no report", lambda: len(studio.windows()) == 1)

with kit.Studio(project, damaged) as studio:
    kit.wait("the refusal", lambda: "damaged.glb was not imported:" in texts(studio), 30)
    studio.screenshot("import-refused")
    studio.answer("Close")
    kit.wait("no message", lambda: len(studio.windows()) == 1)
    assert not (project / "sources" / "damaged.glb").exists()
    assert "win.undo" not in studio.actions()

with kit.Studio(project, poses) as studio:
    kit.wait("a list of poses", lambda: studio.said().endswith("1 clip · Create Pose Asset"), 30)
    kit.wait("the clip", lambda: "faces" in assets(studio))
    studio.do("win.undo")
    kit.wait("no clip", lambda: "faces" not in assets(studio))

with kit.Studio(project, endless) as studio:
    kit.wait("a job", lambda: "win.cancel-job" in studio.actions(), 30)
    studio.do("win.cancel-job")
    kit.wait("its end", lambda: studio.said() == "Import of endless.bvh cancelled; nothing changed")
    assert "win.undo" not in studio.actions()
    assert "endless" not in assets(studio)
    assert not list(project.glob("sources/*endless*")), list(project.glob("sources/*"))
