# SPDX-License-Identifier: MIT
"""Mirroring and splitting poses show a preview and are one step; an asset that equals its
source reports it."""

from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")
before = (project / "ada.poses.json").read_bytes()


def names(within):
    return [node.get_name() or "" for node in studio.all("label", within)]


with kit.Studio(project) as studio:
    kit.wait("the stage", lambda: studio.has_face())
    poses = studio.find("list", "Poses")
    studio.click(kit.wait("a row", lambda: studio.all("list item", poses)[1]))

    studio.do("poses.update-from-source")
    dialog = studio.dialog("Update from Source")
    button = studio.find("push button", "Up to Date", within=dialog)
    assert not kit.is_sensitive(button)
    assert "59 unchanged." in names(dialog), names(dialog)
    studio.cancel("Update from Source")

    studio.do("poses.split")
    dialog = studio.dialog("Split Left and Right")
    studio.find("push button", "Split 1 Pose", within=dialog)
    assert "eyeBlinkLeft to eyeBlinkLeftLeft" in names(dialog), names(dialog)
    # How wide halves meet
    studio.find("spin button", "Falloff (mm)", within=dialog).get_value_iface().set_current_value(40)
    kit.wait("what it does", lambda: any(name.startswith("Bones are split by position") for name in names(dialog)))
    studio.screenshot("split-poses")
    studio.cancel("Split Left and Right")
    assert "win.undo" not in studio.actions()

    # Several come in the order of the asset, whichever was selected first
    studio.click(studio.all("list item", poses)[3])
    studio.key("shift+Up")
    studio.do("poses.split")
    dialog = studio.dialog("Split Left and Right")
    button = studio.find("push button", "Split 2 Poses", within=dialog)
    assert [name for name in names(dialog) if name.startswith("eye") and " to " in name][::2] == [
        "eyeBlinkRight to eyeBlinkRightLeft", "eyeLookDownLeft to eyeLookDownLeftLeft"], names(dialog)
    kit.wait("the proposal", lambda: kit.is_sensitive(button))
    studio.click(button)
    kit.wait("no dialog", lambda: len(studio.windows()) == 1)
    studio.undoes("split 2 poses")
    studio.do("win.undo")
    kit.wait("one step", lambda: "win.undo" not in studio.actions())
    studio.click(studio.all("list item", poses)[1])

    studio.do("poses.mirror")
    dialog = studio.dialog("Mirror Poses")
    button = studio.find("push button", "Mirror 1 Pose", within=dialog)
    assert "eyeBlinkLeft to eyeBlinkRight" in names(dialog) and "replaced" in names(dialog)
    kit.wait("the proposal", lambda: kit.is_sensitive(button))
    studio.screenshot("mirror-poses")
    studio.click(button)
    kit.wait("no dialog", lambda: len(studio.windows()) == 1)
    studio.undoes("mirror eyeBlinkLeft")
    studio.save()
    assert (project / "ada.poses.json").read_bytes() != before
    studio.do("win.undo")
    kit.wait("one step", lambda: "win.undo" not in studio.actions())
    studio.save()

    # Poses without a side: flipped or copied, and made even
    studio.filter("Filter poses", "jawOpen")
    kit.wait("one row", lambda: len(studio.all("list item", poses)) == 1)
    studio.click(studio.all("list item", poses)[0])
    studio.do("poses.mirror")
    dialog = studio.dialog("Mirror Poses")
    kit.wait("flipped", lambda: "flipped (no side)" in names(dialog))
    studio.click(studio.find("check box", "Copy poses without a side", within=dialog))
    kit.wait("copied", lambda: "jawOpen to jawOpen_mirrored" in names(dialog))
    studio.cancel("Mirror Poses")
    studio.do("poses.symmetrise")
    dialog = studio.dialog("Symmetrise Poses")
    kit.wait("even", lambda: "made symmetric (no side)" in names(dialog))
    button = studio.find("push button", "Symmetrise 1 Pose", within=dialog)
    kit.wait("the proposal", lambda: kit.is_sensitive(button))
    studio.click(button)
    kit.wait("no dialog", lambda: len(studio.windows()) == 1)
    studio.undoes("symmetrise jawOpen")
    studio.save()
    assert (project / "ada.poses.json").read_bytes() != before
    studio.do("win.undo")
    studio.save()
assert (project / "ada.poses.json").read_bytes() == before
