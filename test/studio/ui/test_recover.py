# SPDX-License-Identifier: MIT
"""A killed program loses nothing: the next start offers what was not saved. Closing with
edits asks; a second window on the same project can only look."""

from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")


def has_text(studio, words):
    return [node for node in studio.all("label") if words in (node.get_name() or "")]


def select(studio, name):
    row = kit.wait(name, lambda: [n for n in studio.all("label", studio.find("list", "Assets"))
                                  if n.get_name() == name])
    studio.click(row[0])


first = kit.Studio(project)
kit.wait("the stage", lambda: first.has_face())
select(first, "sentence")
first.key("Delete")
kit.wait("an edit", lambda: "win.undo" in first.actions())
first.open("moss", "pose asset")  # tabs are saved a moment later, without closing the window
kit.wait("the session", lambda: any("moss.poses.json" in path.read_text()
                                    for path in Path(kit.os.environ["HOME"]).rglob("session/*.json")))
first.kill()
assert (project / "sentence.clip.json").exists()

with kit.Studio(project) as studio:
    kit.wait("the offer", lambda: has_text(studio, "Studio closed unexpectedly") and has_text(studio, "1 change since"))
    assert "win.tab-2" in studio.actions(), "the tabs are gone"
    studio.do("win.restore")
    kit.wait("the edit again", lambda: "win.undo" in studio.actions() and "win.save" in studio.actions())
    kit.wait("no offer any more", lambda: not has_text(studio, "Studio closed unexpectedly"))

    other = kit.Studio(project)
    kit.wait("why it cannot be saved", lambda: has_text(other, "This project is read-only"))
    other.close()

    studio.do("win.close-window")
    kit.wait("the question", lambda: has_text(studio, "Save Changes to 1 File?"))
    studio.screenshot("close")
    studio.answer("Save")
    kit.wait("the end", lambda: studio.process.poll() is not None)
assert not (project / "sentence.clip.json").exists()
