# SPDX-License-Identifier: MIT
"""The drawer of problems: live, with a button per fix that bears its own name; fixing all
that is safe is one step; a problem leads to its place; what is ignored can be looked for again."""

from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")
near = project / "near.clip.json"
raw = project / "raw.clip.json"
near.write_text("""{
  "kind": "clip",
  "version": 1,
  "skeleton": "ada.skeleton.json",
  "preview": "ada.poses.json",
  "rate": 30,
  "keyed": [
    {"curve": "JawOpen", "keys": [
      {"time": 0, "value": 0, "type": "linear"},
      {"time": 1, "value": 1, "type": "linear"}
    ]}
  ]
}
""", encoding="utf-8")
raw.write_text('{"kind": "clip", "version": 1,\n "skeleton": "ada.skeleton.json", "rate": 30}\n', encoding="utf-8")
before = {path.name: path.read_bytes() for path in project.iterdir() if path.is_file()}


def titles(studio):
    return [node.get_name() for node in studio.all("label", studio.find("list", "Problems")) if node.get_name()]


with kit.Studio(project) as studio:
    kit.wait("the stage", lambda: studio.has_face())
    studio.do("win.show-problems")
    kit.wait("problems", lambda: "Names nearly match" in titles(studio) and "Text is not canonical" in titles(studio))
    studio.find("push button", "Fix: Rename to jawOpen")
    studio.screenshot("problems")

    # F4 leads to the place of each.
    studio.key("F4")
    kit.wait("a tab", lambda: "win.tab-2" in studio.actions())

    # A fix by its button: one step, and the row is gone.
    studio.press(studio.find("push button", "Fix: Rename to jawOpen"))
    kit.wait("one less", lambda: "Names nearly match" not in titles(studio))
    assert "Text is not canonical" in titles(studio)
    studio.do("win.undo")
    kit.wait("it again", lambda: "Names nearly match" in titles(studio))

    # All that is safe: one step too.
    kit.wait("two", lambda: studio.has("push button", "Fix All Safe (2)"))
    studio.do("problems.fix-all")
    kit.wait("none of both", lambda: not {"Names nearly match", "Text is not canonical"} & set(titles(studio)))
    assert studio.said() == "Fixed 2 problems · Undo", studio.said()
    studio.do("win.undo")
    kit.wait("both again", lambda: {"Names nearly match", "Text is not canonical"} <= set(titles(studio)))
    kit.wait("nothing to save", lambda: "win.save" not in studio.actions())

    # Ignored, and not any more.
    studio.click([node for node in studio.all("label", studio.find("list", "Problems"))
                  if node.get_name() == "Text is not canonical"][0])
    studio.do("problems.explain")
    kit.wait("a meaning", lambda: len(studio.windows()) == 2)
    studio.answer("Close")
    studio.do("problems.ignore")
    kit.wait("it is ignored", lambda: "Text is not canonical" not in titles(studio))
    studio.press(studio.find("push button", "Ignored 1"))
    kit.wait("it among the ignored", lambda: "Text is not canonical" in titles(studio))
    studio.press(studio.find("push button", "Stop ignoring: Text is not canonical"))
    kit.wait("none ignored", lambda: studio.has("push button", "Ignored 0"))
    studio.press(studio.find("push button", "All 2"))
    kit.wait("it again", lambda: "Text is not canonical" in titles(studio))
    for _ in range(2):
        studio.do("win.undo")
    kit.wait("nothing to save", lambda: "win.save" not in studio.actions())

after = {path.name: path.read_bytes() for path in project.iterdir() if path.is_file()}
assert after == before, [name for name in before if after.get(name) != before[name]]

# Names that come near, without a safe fix: one is used at once, of several a dialog asks for one.
project = kit.sample(Path(kit.os.environ["HOME"]) / "near")
text = near.read_text(encoding="utf-8")
(project / "one.clip.json").write_text(text.replace("JawOpen", "jawLefft"), encoding="utf-8")
(project / "two.clip.json").write_text(text.replace("JawOpen", "mouthLefft").replace(
    '"keyed": [', '"keyed": [\n    {"curve": "tongueOwt", "keys": [{"time": 0, "value": 1, "type": "linear"}]},'),
    encoding="utf-8")
with kit.Studio(project) as studio:
    kit.wait("the stage", lambda: studio.has_face())
    studio.do("win.show-problems")
    studio.press(studio.find("push button", "Fix: Rename to jawLeft"))
    studio.undoes("rename jawLefft to jawLeft")
    assert studio.said() == "Renamed jawLefft to jawLeft · Undo", studio.said()
    kit.wait("it is gone", lambda: not studio.has("push button", "Fix: Rename to jawLeft"))
    studio.do("win.undo")
    studio.find("push button", "Fix: Rename to jawLeft")
    studio.press(studio.find("push button", "Fix: Rename to…"))
    dialog = studio.dialog("Rename To")
    choices = {node.get_name(): node for node in studio.all("check box", dialog) + studio.all("radio button", dialog)}
    assert set(choices) == {"Rename tongueOwt to tongueOut", "Rename mouthLefft to mouthLeft"}, choices
    assert kit.is_checked(choices["Rename tongueOwt to tongueOut"])
    studio.click(choices["Rename mouthLefft to mouthLeft"])
    kit.wait("it is chosen", lambda: kit.is_checked(choices["Rename mouthLefft to mouthLeft"]))
    studio.screenshot("problems-rename")
    studio.press(studio.find("push button", "Rename", within=dialog))
    studio.undoes("rename mouthLefft to mouthLeft")
    studio.find("push button", "Fix: Rename to tongueOut")
    studio.do("win.undo")
    kit.wait("nothing to save", lambda: "win.save" not in studio.actions())
