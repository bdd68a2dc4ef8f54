# SPDX-License-Identifier: MIT
"""Characters, meshes and maps have editors: what fits is told, morphs are moved, a row of a map
is changed and matched by rules; each change is one step that Undo takes back to the byte."""

import json
import subprocess
from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")
(project / "ours.map.json").write_text(json.dumps({
    "kind": "map", "version": 1, "from": "livelink", "to": "arkit",
    "rows": [{"from": "JawOpen", "to": "jawOpen"}, {"from": "CheekPuff", "to": "cheekPuff", "weight": 0.8}]}))
subprocess.run([kit.MIEN, "lint", "--fix"], cwd=project, capture_output=True, check=False)


def texts():
    return {path.name: path.read_text() for path in project.iterdir() if path.suffix == ".json"}


before = texts()


def save(studio):
    studio.save()


def back(studio):
    studio.do("win.undo")
    kit.wait("as saved", lambda: "win.save" in studio.actions())
    save(studio)
    assert texts() == before


def open_asset(studio, name, kind):
    entry = studio.find("entry", "Filter assets")
    studio.click(entry)
    studio.key("ctrl+a")
    studio.type(name)
    found = kit.wait(f"{kind} {name}", lambda: [
        node for node in studio.all("label", studio.find("list", "Assets"))
        if node.get_name() == name and studio.description(node).startswith(kind)])
    studio.click(found[0], count=2)


with kit.Studio(project) as studio:
    kit.wait("the stage", lambda: studio.has_face())

    # A character: what fits, and another mesh.
    open_asset(studio, "moss", "character")
    fits = studio.find("list", "Fit")
    said = kit.wait("what fits", lambda: {n.get_name(): studio.description(n) for n in studio.all("label", fits)
                                          if n.get_name() in ("Bones", "Curves", "Morphs")})
    assert said == {"Bones": "68 of 68", "Curves": "58 of 58", "Morphs": "11 of 11"}, said
    mesh = studio.find("combo box", "Mesh")
    studio.click(mesh)
    for key in ("Home", "Down", "Down", "Return"):  # none, ada, bruno
        studio.xdotool("key", key)
    kit.wait("another mesh", lambda: "win.save" in studio.actions())
    save(studio)
    assert json.loads(texts()["moss.character.json"])["mesh"] == "bruno.mesh.json"
    studio.screenshot("kinds-character")
    back(studio)

    # A mesh: morphs and where bones lie.
    open_asset(studio, "moss", "mesh")
    morphs = studio.find("list", "Morphs")
    kit.wait("what moves a morph", lambda: any(
        "driven by cheekPuff" in studio.description(n) for n in studio.all("label", morphs)))
    slider = studio.find("slider", "cheek_puff weight")
    drawn = studio.drawn()
    slider.get_value_iface().set_current_value(0.7)
    kit.wait("the stage shows it", lambda: "cheek_puff 0.70" in studio.stage() and studio.drawn() > drawn)
    widths = {node.get_component_iface().get_extents(kit.Atspi.CoordType.WINDOW).width
              for node in studio.all("slider", morphs)}
    assert len(widths) == 1 and min(widths) >= 80, f"sliders of {widths} pixels"
    shifts = studio.find("list", "Rest pose")
    assert any(n.get_name().endswith("°") and " mm · " in n.get_name() for n in studio.all("label", shifts))
    studio.screenshot("kinds-mesh")
    assert "win.save" not in studio.actions()  # looking changes nothing

    # A map: rules, a weight, a live test.
    open_asset(studio, "ours", "map")
    kit.wait("something to match", lambda: "map.match" in studio.actions())
    studio.do("map.match")
    save(studio)
    rows = json.loads(texts()["ours.map.json"])["rows"]
    assert {"from": "EyeBlinkLeft", "to": "eyeBlinkLeft"} in rows and len(rows) == 52, len(rows)
    kit.wait("nothing to match", lambda: "map.match" not in studio.actions())
    back(studio)
    studio.click(studio.find("entry", "Filter rows"))
    studio.type("puff")
    table = studio.find("tree table", "Map")
    row = kit.wait("its row", lambda: [n for n in studio.all("label", table) if n.get_name() == "CheekPuff"])
    studio.click(row[0])
    slider = studio.find("slider", "CheekPuff weight")
    slider.get_value_iface().set_current_value(0.5)
    kit.wait("its target", lambda: "cheekPuff 0.40" in studio.stage())
    studio.screenshot("kinds-map")
    studio.do("map.delete-row")
    save(studio)
    assert json.loads(texts()["ours.map.json"])["rows"] == [{"from": "JawOpen", "to": "jawOpen"}]
    back(studio)
