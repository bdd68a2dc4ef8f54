# SPDX-License-Identifier: MIT
"""A project of 20,000 clips and 1,000 characters is listed within a second, and its list is
filtered and scrolled without the window being deaf. The best of three starts."""

import json
import re
from pathlib import Path

import kit

CLIPS, CHARACTERS, FOLDERS = 20000, 1000, 40
MOST = 1000  # milliseconds
DEAF = 50

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")
clip = json.dumps({"kind": "clip", "version": 1, "skeleton": "../ada.skeleton.json", "rate": 30, "keyed": [
    {"curve": "jawOpen", "keys": [{"time": 0, "value": 0}, {"time": 1, "value": 1}]}]})
character = json.dumps({"kind": "character", "version": 1, "skeleton": "../ada.skeleton.json",
                        "mesh": "../ada.mesh.json", "graph": "../cast.graph.json", "poses": "../ada.poses.json"})
for kind, text, count in (("clip", clip, CLIPS), ("character", character, CHARACTERS)):
    for folder in range(FOLDERS):
        (project / f"{kind}s_{folder:02d}").mkdir()
    for i in range(count):
        (project / f"{kind}s_{i % FOLDERS:02d}" / f"{kind}_{i:05d}.{kind}.json").write_text(text)


def listed(studio):
    read, shown = kit.wait("a list", lambda: re.findall(r"project read in (\d+) ms, listed in (\d+) ms",
                                                        studio.stderr()))[0]
    return int(read), int(shown)


times = []
while len(times) < 2 and not (times and sum(times[-1]) <= MOST):
    with kit.Studio(project) as studio:
        times.append(listed(studio))
        kit.wait("the stage", lambda: studio.drawn() > 0)
with kit.Studio(project) as studio:
    times.append(listed(studio))
    print("milliseconds to read and to list:", ", ".join(f"{read} + {shown}" for read, shown in times), flush=True)
    assert min(sum(pair) for pair in times) <= MOST * kit.busy(), (times, kit.busy())
    kit.wait("the stage", lambda: studio.has_face())
    assets = studio.find("list", "Assets")

    def deaf():
        return [int(work) for work in re.findall(r"busy for \d+ ms, (\d+) ms of them at work", studio.stderr())]

    before = len(deaf())
    x, y = studio.place(assets)
    studio.xdotool("mousemove", x, y, "click", "--repeat", 100, "--delay", 15, 5)
    scrolling = max(deaf()[before:], default=0)
    before = len(deaf())
    studio.filter("Filter assets", "clip_1234")
    kit.wait("ten clips", lambda: [node for node in studio.all("label", assets) if node.get_name() == "10"])
    kit.wait("one of them, though all were folded",
             lambda: [node for node in studio.all("label", assets) if node.get_name() == "clip_12345"])
    filtering = max(deaf()[before:], default=0)
    print(f"milliseconds of work at most: {scrolling} while it scrolls, {filtering} while it filters")
    studio.screenshot("scale")
    most = DEAF * min(kit.busy(), 2)  # of the processor, which others slow down a little
    assert scrolling <= most and filtering <= most, (scrolling, filtering)
