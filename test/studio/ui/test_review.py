# SPDX-License-Identifier: MIT
"""Transferred poses beside those of their source: keys walk through the poses, accepted ones are remembered until
they change, a pinned one stays when the source is edited, an adjusted one is pinned; a film of a clip on the new
face at the end."""

import json
import subprocess
from pathlib import Path

import kit

home = Path(kit.os.environ["HOME"])
project = kit.sample(home / "cast")
for path in [*project.glob("moss.*.json")]:  # a head that cannot talk
    if path.name != "moss.mesh.json":
        path.unlink()


def mien(*arguments):
    subprocess.run([kit.MIEN, *arguments, "--quiet", "--project", str(project)], check=True, stdout=subprocess.DEVNULL)


def bones(name):
    """What the asset on disk has for a pose by hand."""
    rows = json.loads((project / "moss.poses.json").read_text(encoding="utf-8"))["poses"]
    return {bone["bone"]: bone for bone in next(row for row in rows if row["name"] == name).get("bones", [])}


mien("transfer", "ada", "moss", "-o", "moss")
with kit.Studio(project, "--document", "moss.poses.json") as studio:
    kit.wait("the stage", studio.has_face)
    studio.find("label", "Poses from ada")
    assert "transfer.next" not in studio.actions()

    # Both faces, at the first pose that was not looked at.
    studio.do("transfer.compare")
    kit.wait("both faces", lambda: "ada" in studio.stage() and "moss" in studio.stage())
    studio.find("label", "0 of 58 reviewed")
    kit.wait("a pose", lambda: "eyeBlinkLeft" in studio.stage())
    studio.screenshot("review")

    # By keys: next, previous, accept.
    studio.key("alt+Right")
    kit.wait("the next pose", lambda: "eyeBlinkRight" in studio.stage() and "eyeBlinkLeft" not in studio.stage())
    studio.key("alt+Left")
    kit.wait("the pose before", lambda: "eyeBlinkLeft" in studio.stage())
    studio.key("alt+a")
    studio.find("label", "1 of 58 reviewed")
    kit.wait("the pose after it", lambda: "eyeBlinkRight" in studio.stage())

    # A pin is one step, and does not follow the source.
    studio.do("transfer.pin")
    studio.undoes("pin eyeBlinkRight")
    studio.find("label", "Pinned: transfers keep it, and learn from it")
    studio.save()
    pinned = bones("eyeBlinkRight")
    assert {"lid_upper_R", "lid_lower_R"} <= set(pinned), pinned
    mien("poses", "bone", "ada.poses", "eyeBlinkRight", "lid_upper_R.q=0,0,0,1")
    mien("transfer", "ada", "moss.mesh", "-o", "moss")
    assert bones("eyeBlinkRight") == pinned
    mien("poses", "bone", "ada.poses", "eyeBlinkRight", "--clear", "all")

    # Adjusting: another slider, and what is seen becomes the pose.
    studio.do("transfer.next")
    kit.wait("the next pose", lambda: "eyeBlinkRight" not in studio.stage())
    name = "eyeLookDownLeft"
    kit.wait(name, lambda: name in studio.stage())
    studio.do("transfer.adjust")
    studio.find("label", "Move other sliders until it looks right, then Keep")
    studio.filter("Filter poses", "jawOpen")
    studio.drag(studio.find("slider", "jawOpen weight"), 20, 0)
    kit.wait("the slider", lambda: "jawOpen" in studio.stage())
    studio.screenshot("review-adjust")
    studio.do("transfer.adjust")
    studio.undoes(f"update {name} from the viewport")
    studio.save()
    assert "jaw" in bones(name), bones(name)

    # The film: the new face, a clip, and frames or a video.
    studio.do("win.export-film")
    window = studio.dialog("Export")
    studio.screenshot("review-film")
    node = studio.find("text", "File", within=window)
    file = kit.Atspi.Text.get_text(node, 0, kit.Atspi.Text.get_character_count(node))
    assert Path(file).name.startswith("moss-emotions"), file
    node.get_editable_text_iface().set_text_contents(f"{home}/film/")
    kit.pump(0.2)
    studio.press(studio.find("push button", "Export", within=window))
    kit.wait("it is running", lambda: "win.cancel-job" in studio.actions())
    studio.do("win.cancel-job")
    kit.wait("it is cancelled", lambda: studio.said().startswith("Export cancelled"))
