# SPDX-License-Identifier: MIT
"""The time to a talking face: a head and a Live Link Face take, dropped together on an empty project, with at
most four clicks and ten seconds until the face moves, whatever its names. Needs MIEN_TEST_DATA; heads that it
lacks are skipped and counted."""

import os
import subprocess
import sys
import time
from pathlib import Path

import kit

MOST_CLICKS = 4
SECONDS = 10.0
TAKE = "curves/livelinkface/alex_rom_3.csv"
HEADS = ("ict-facekit/ict_face_idA_57morphs.glb", "facecap/FaceCapHeadGeneric.fbx",
         "rocketbox/facial/Female_Adult_10_facial.fbx", "makehuman-derived/mh_female_young.glb",
         "vrm/godot-vrm/Godette_vrm_v4.vrm")
places = [os.environ["MIEN_TEST_DATA"]] if "MIEN_TEST_DATA" in os.environ else ["../" * up + "shared/data"
                                                                                  for up in range(1, 5)]
data = next((Path(place).resolve() for place in places if (Path(place) / "SHA256SUMS").is_file()), Path("/nonexistent"))
wanted = os.environ.get("MIEN_TALKING", "")


def clip_row(studio):
    rows = [node for node in studio.all("label", studio.find("list", "Assets"))
            if node.get_name() == "alex_rom_3" and studio.description(node).startswith("clip")]
    return rows[0] if rows else None


def moves(studio):
    """Whether the viewport shows something else a moment later, while it plays."""
    box = studio.box(studio.find("filler", "Viewport"))
    before = kit.display_rows()
    time.sleep(0.5)
    return kit.changes(before, kit.display_rows(), box)[0] > 500


def check_maps(studio):
    """A map that matching made says how many rows it has."""
    said = [studio.description(node) for node in studio.all("label", studio.find("list", "Assets"))]
    maps = [text for text in said if text.startswith("map")]
    assert not any(", 0 rows" in text for text in maps), maps


def talk(head):
    """Drops, matches and plays; how many clicks and seconds that took."""
    name = Path(head).stem
    project = Path(os.environ["HOME"]) / name
    subprocess.run([kit.MIEN, "init", str(project), "--quiet"], check=True, stdout=subprocess.DEVNULL)
    with kit.Studio(project, home=kit.new_home(f"home-{name}")) as studio:
        stage = kit.wait("the viewport", lambda: studio.has("filler", "Viewport"))
        kit.pump(1)
        studio.clicks = 0
        began = time.monotonic()
        studio.drop(stage, data / head, data / TAKE)
        kit.wait("the face", studio.has_face)
        studio.click(kit.wait("the take", lambda: clip_row(studio)), count=2)
        if kit.wait("its panel", lambda: studio.has("list", "Modifiers")):
            kit.wait("the offer, or that it plays",
                     lambda: {"clip.match-names", "play.toggle"} & set(studio.actions()))
        kit.pump(0.5)
        if "clip.match-names" in studio.actions():
            studio.click(studio.find("push button", "Match names"))
            kit.wait("a step", lambda: "win.undo" in studio.actions())
        studio.tap("space")
        playing = kit.wait("it plays", lambda: studio.find("slider", "Time").get_value_iface().get_current_value())
        took, clicks = time.monotonic() - began - playing, studio.clicks  # looking takes this test long
        kit.wait("it moves", lambda: moves(studio), 30)
        studio.screenshot(f"talking-{name}")
        studio.do("play.pause")
        check_maps(studio)
        studio.save()
    return clicks, took


if __name__ == "__main__":
    known = [head for head in HEADS if wanted in head and (data / head).exists() and (data / TAKE).exists()]
    if not known:
        print("skipped: needs MIEN_TEST_DATA")
        sys.exit(77)
    wrong = []
    for each in known:
        clicks, took = talk(each)
        print(f"{each}: {clicks} clicks, {took:.1f} s", flush=True)
        if clicks > MOST_CLICKS or took > SECONDS * kit.busy():
            wrong.append(each)
    print(f"{len(known)} heads, {len(HEADS) - len(known)} skipped")
    assert not wrong, wrong
