# SPDX-License-Identifier: MIT
"""New poses from another face: two choices, and a pose asset with the same text that `mien transfer` writes,
in the background, as one step; the message names the poses to check."""

import subprocess
from pathlib import Path

import kit

home = Path(kit.os.environ["HOME"])
project = kit.sample(home / "cast")
for path in [*project.glob("moss.*.json")]:  # a head that cannot talk
    if path.name != "moss.mesh.json":
        path.unlink()
subprocess.run([kit.MIEN, "transfer", "ada", "moss", "-o", "by-program", "--quiet", "--project", str(project)], check=True)
expected = (project / "by-program.poses.json").read_bytes()
(project / "by-program.poses.json").unlink()

with kit.Studio(project, "--document", "moss.mesh.json") as studio:
    kit.wait("the stage", studio.has_face)
    studio.do("win.new-transfer")
    window = studio.dialog("New Poses from Another Face")
    studio.find("push button", "Create", within=window)
    studio.screenshot("transfer-dialog")

    # Ada's poses for Moss are proposed; the name is that of the face.
    node = studio.find("text", "Name", within=window)
    assert kit.Atspi.Text.get_text(node, 0, kit.Atspi.Text.get_character_count(node)) == "moss"
    studio.press(studio.find("push button", "Create", within=window))
    kit.wait("it is said", lambda: studio.said().startswith("59 poses from ada. Check jawLeft and jawRight"))
    studio.undoes("create moss from the poses of ada")
    studio.find("label", "eyeBlinkLeft")
    studio.screenshot("transfer-made")

    # One step, and the text of the command line.
    studio.save()
    assert (project / "moss.poses.json").read_bytes() == expected
    studio.do("win.undo")
    studio.save()
    assert not (project / "moss.poses.json").exists()
    studio.do("win.redo")
    studio.save()
