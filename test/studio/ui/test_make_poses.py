# SPDX-License-Identifier: MIT
"""From an imported clip to a pose asset: names from the clipboard beside pictures of
frames, an error by line that is mended, one step; and the asset is, byte by byte, what the
command line makes."""

import json
import shutil
import subprocess
from pathlib import Path

import kit

home = Path(kit.os.environ["HOME"])
project = kit.sample(home / "cast")
names = [pose["name"] for pose in json.loads((project / "ada.poses.json").read_text())["poses"]]
clip = {"kind": "clip", "version": 1, "skeleton": "ada.skeleton.json", "tracks": {"file": "ada.glb", "take": "poses"}}
(project / "face_poses.clip.json").write_text(json.dumps(clip))
wanted = list(names)
wanted[4] = ""  # keeps its default name
wanted[6] = "#"  # is skipped
wrong = list(wanted)
wrong[10] = names[7]  # twice
wanted[10] = names[7] + "_2"
count = len(names)
assert count == 59, count
kit.clipboard("\n".join(wrong) + "\n")


def named(studio, within, role, test):
    """A node of the dialog whose name passes a test."""
    for node in studio.all(role, within):
        if test(node.get_name() or ""):
            return node
    return None


with kit.Studio(project) as studio:
    kit.wait("the stage", lambda: studio.has_face())
    assets = studio.find("list", "Assets")
    row = kit.wait("the clip", lambda: [n for n in studio.all("label", assets) if n.get_name() == "face_poses"])[0]
    studio.click(row, button=3)
    studio.choose("New Pose Asset…")
    dialog = studio.dialog("New Pose Asset")
    chip = studio.find("push button", f"Use {count} lines from the clipboard", within=dialog)
    create = studio.find("push button", f"Create {count} Poses", within=dialog)
    assert kit.is_sensitive(create)
    kit.wait("facts", lambda: any("bones" in studio.description(node) for node in studio.all("label", dialog)
                                  if (node.get_name() or "").startswith("Frame 1,")))
    studio.click(chip)

    line = kit.wait("an error by line", lambda: named(studio, dialog, "label", lambda text: text.startswith("Line 11")))
    assert line.get_name() == f"Line 11 repeats “{names[7]}” from line 8. Every pose needs its own name.", line.get_name()
    assert "error in line 11" in studio.description(studio.find("text", "Pose names", within=dialog))
    create = studio.find("push button", f"Create {count - 1} Poses", within=dialog)
    assert not kit.is_sensitive(create)
    assert studio.has("label", "Frame 4, Pose_4", dialog) and studio.has("label", "Frame 6, skipped", dialog)
    studio.screenshot("make-poses-error")
    studio.click(studio.find("push button", f"Rename to {names[7]}_2", within=dialog))
    kit.wait("nothing wrong", lambda: kit.is_sensitive(create))
    assert "error" not in studio.description(studio.find("text", "Pose names", within=dialog))
    studio.screenshot("make-poses")
    studio.click(create)
    kit.wait("its tab", lambda: "win.tab-2" in studio.actions())
    kit.wait("the dialog is gone", lambda: len(studio.windows()) == 1)
    assert studio.clicks == 5, studio.clicks  # one of them to mend the list
    assert not (project / "face.poses.json").exists()
    studio.do("win.undo")
    kit.wait("undone as one step", lambda: "win.undo" not in studio.actions())
    studio.do("win.redo")
    kit.wait("done again", lambda: "win.save" in studio.actions())
    studio.do("win.save")
    kit.wait("saved", lambda: (project / "face.poses.json").exists() and "win.save" not in studio.actions())

other = home / "other"
shutil.copytree(project, other, ignore=shutil.ignore_patterns("face.poses.json"))
(home / "names.txt").write_text("\n".join(wanted) + "\n")
subprocess.run([kit.MIEN, "poses", "make", "face", "--from", "ada.glb", "--take", "poses", "--skeleton",
                "ada.skeleton.json", "--mesh", "ada.mesh.json", "--names", str(home / "names.txt"), "--additive",
                "--base", names[0], "--quiet"], cwd=other, check=True)
assert (project / "face.poses.json").read_bytes() == (other / "face.poses.json").read_bytes()
poses = json.loads((project / "face.poses.json").read_text())
assert len(poses["poses"]) == count - 1 and poses["mode"] == "additive" and poses["base"] == "Rest"

pictures = list((home / ".cache" / "mien" / "pictures").glob("*.png"))
assert len(pictures) > 20, len(pictures)  # of frames in view, drawn and kept
