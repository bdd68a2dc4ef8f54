# SPDX-License-Identifier: MIT
"""Names from the clipboard are shown on their poses before anything changes: an error keeps
all of them away, and without one they are given everywhere, in one step. Two columns match
old names to new ones."""

import json
from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")


def names():
    return [pose["name"] for pose in json.loads((project / "ada.poses.json").read_text())["poses"]]


def described(name):
    """What is said of a row of the dialog."""
    return studio.description(studio.find("label", name, within=dialog))


old = names()
new = [name[0].upper() + name[1:] + "_x" for name in old]
new[0] = ""
wrong = list(new)
wrong[1] = old[40]
wrong[40] = "#"
kit.clipboard("\n".join(wrong))

with kit.Studio(project) as studio:
    kit.wait("the stage", lambda: studio.has_face())
    studio.do("poses.paste-names")
    dialog = studio.dialog("Paste Names")
    button = studio.find("push button", "Rename 56 Poses", within=dialog)
    assert not kit.is_sensitive(button)
    said = kit.wait("the error", lambda: described(f"{old[1]} to {old[40]}"))
    assert said.startswith(f"“{old[40]}” is already the name of pose 41"), said
    assert any(n.get_name() == "1 error" for n in studio.walk(dialog)), "a chip counts errors"
    studio.screenshot("paste-names-error")
    studio.cancel("Paste Names")
    assert "win.undo" not in studio.actions()

    kit.clipboard("\n".join(new))
    studio.do("poses.paste-names")
    dialog = studio.dialog("Paste Names")
    button = studio.find("push button", "Rename 58 Poses", within=dialog)
    assert kit.is_sensitive(button)
    kit.wait("uses", lambda: "use" in described(f"{old[1]} to {new[1]}"))
    where = kit.wait("where else", lambda: [n.get_name() for n in studio.all("label", dialog)
                                            if (n.get_name() or "").startswith("Also in ")])[0]
    assert "3 other pose assets" in where and "2 clips" in where and "the skeleton’s curve list" in where, where
    studio.screenshot("paste-names")
    studio.click(button)
    kit.wait("no dialog", lambda: len(studio.windows()) == 1)
    kit.wait("one step", lambda: "win.undo" in studio.actions())
    studio.do("win.save")
    kit.wait("saved", lambda: "win.save" not in studio.actions() and names()[1] == new[1])
    assert names() == [old[0]] + new[1:]
    assert new[5] in (project / "pip.poses.json").read_text()
    assert old[19] not in (project / "sentence.clip.json").read_text()
    studio.do("win.undo")
    kit.wait("undone as one", lambda: "win.undo" not in studio.actions())

    kit.clipboard(f"{old[30]}\tsecond\n{old[3]}\tfirst\n")
    studio.do("poses.paste-names")
    dialog = studio.dialog("Paste Names")
    studio.find("push button", "Rename 2 Poses", within=dialog)
    assert studio.has("label", f"{old[30]} to second", dialog) and studio.has("label", f"{old[3]} to first", dialog)
    studio.cancel("Paste Names")
    studio.save()
assert names() == old
