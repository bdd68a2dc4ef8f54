# SPDX-License-Identifier: MIT
"""Export: a model with its animation, an image at the playhead and the frames of a video, named by what is
chosen; edits are saved first; a video can be cancelled and leaves nothing; what a format cannot do is said."""

import json
import struct
from pathlib import Path

import kit

home = Path(kit.os.environ["HOME"])
project = kit.sample(home / "cast")
FORMATS = ("glb", "vrm", "vrma", "csv", "mp4", "frames", "png")


def open_dialog(wanted=None):
    """Opens the dialog and chooses a format by the keyboard."""
    studio.do("win.export")
    window = studio.dialog("Export")
    studio.find("push button", "Export", within=window)
    studio.xdotool("windowfocus", studio.x_window("Export"))
    if wanted:
        studio.click(next(node for node in studio.walk(window) if node.get_name() == "Format"))
        kit.pump(0.5)
        for _ in range(FORMATS.index(wanted)):
            studio.xdotool("key", "Down")
        studio.xdotool("key", "Return")
        kit.pump(0.3)
    return window


def file_of(window):
    node = studio.find("text", "File", within=window)
    return kit.Atspi.Text.get_text(node, 0, kit.Atspi.Text.get_character_count(node))


def set_file(window, path):
    studio.find("text", "File", within=window).get_editable_text_iface().set_text_contents(str(path))
    kit.pump(0.2)


def export(window, path):
    set_file(window, path)
    studio.press(studio.find("push button", "Export", within=window))


with kit.Studio(project, "--document", "sentence.clip.json") as studio:
    kit.wait("the stage", studio.has_face)

    # A model with the clip of the document, as the command line writes it
    window = open_dialog()
    assert file_of(window) == str(home / "ada-sentence.glb"), file_of(window)
    studio.screenshot("export")
    export(window, home / "hello.glb")
    kit.wait("it is said", lambda: studio.said().startswith("Exported hello.glb"))
    data = (home / "hello.glb").read_bytes()
    gltf = json.loads(data[20:20 + struct.unpack_from("<I", data, 12)[0]])
    assert data[:4] == b"glTF" and "sentence" in [take["name"] for take in gltf["animations"]]

    # An image; the name follows the choice
    window = open_dialog("png")
    assert file_of(window) == str(home / "ada-sentence.png"), file_of(window)
    export(window, home / "now.png")
    kit.wait("it is said", lambda: studio.said().startswith("Exported now.png"))
    assert kit.png_size(home / "now.png")[0] > 100

    # The curves of the clip as a table
    window = open_dialog("csv")
    assert file_of(window) == str(home / "sentence.csv"), file_of(window)
    studio.screenshot("export-table")
    export(window, home / "curves.csv")
    kit.wait("it is said", lambda: studio.said().startswith("Exported curves.csv"))
    rows = (home / "curves.csv").read_text().splitlines()
    keyed = json.loads((project / "sentence.clip.json").read_text())["keyed"]
    assert sorted(rows[0].split(",")[1:]) == sorted(curve["curve"] for curve in keyed), rows[0]
    assert len(rows) > 50 and rows[1].startswith("0,"), rows[:3]

    # What a format cannot do
    window = open_dialog("vrm")
    export(window, home / "ada.vrm")
    kit.wait("the reason", lambda: "Only a mesh imported from a VRM" in studio.said())
    assert not (home / "ada.vrm").exists()

    # A film that is cancelled
    window = open_dialog("frames")
    export(window, f"{home}/frames/")
    kit.wait("it is running", lambda: "win.cancel-job" in studio.actions())
    studio.screenshot("export-running")
    studio.do("win.cancel-job")
    kit.wait("it is cancelled", lambda: studio.said().startswith("Export cancelled"))
    assert not list((home / "frames").glob("*")), list((home / "frames").glob("*"))

    # The button tells that a file will be replaced
    window = open_dialog()
    set_file(window, home / "hello.glb")
    studio.find("push button", "Replace", within=window)
    studio.cancel("Export")
