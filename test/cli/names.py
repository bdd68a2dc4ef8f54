# SPDX-License-Identifier: MIT
"""names.py PROGRAM: 200 misspelt names of the sample cast, each typed in a real command.

At least 90 in 100 messages have to suggest the right name, every command has to refuse, and no
message shows an index such as from[0]. The names are the same in every run."""

import json
import os
import random
import re
import string
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

COUNT, LEAST = 200, 0.9


def misspell(rng, name):
    """One or two edits: a letter less, more, swapped, replaced or of another case; a separator."""
    for _ in range(rng.choice((1, 1, 2))):
        at = rng.randrange(len(name))
        kind = rng.choice(("delete", "insert", "swap", "replace", "case", "separator"))
        letter = rng.choice(string.ascii_lowercase)
        if kind == "delete" and len(name) > 2:
            name = name[:at] + name[at + 1 :]
        elif kind == "insert":
            name = name[:at] + letter + name[at:]
        elif kind == "swap" and at + 1 < len(name):
            name = name[:at] + name[at + 1] + name[at] + name[at + 2 :]
        elif kind == "replace":
            name = name[:at] + letter + name[at + 1 :]
        elif kind == "case":
            name = name[:at] + name[at].swapcase() + name[at + 1 :]
        elif kind == "separator":
            parts = [i for i, c in enumerate(name) if c in "-_."]
            if parts:
                i = rng.choice(parts)
                name = name[:i] + rng.choice("-_.") + name[i + 1 :]
            else:
                name = name[:at] + "_" + name[at:]
    return name


def kinds_of_names(folder, run):
    """Per kind: its names, and the commands that take one."""
    files = sorted(os.listdir(folder))

    def stems(*kinds):
        return [f.split(".")[0] for f in files for k in kinds if f.endswith("." + k + ".json")]

    def load(name):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            return json.load(file)

    poses = [row["name"] for row in load("ada.poses.json")["poses"]]
    skeleton = load("ada.skeleton.json")
    bones = json.loads(run(["info", "--json", "ada.skeleton"]).stdout)["files"][0]["bones"]
    bones = [row["name"] for row in bones]
    curves = [row["name"] for row in skeleton["curves"]]
    clip = json.loads(run(["info", "--json", "sentence"]).stdout)["files"][0]["curves"]
    clip = [row["name"] if isinstance(row, dict) else row for row in clip]
    vocabularies = [row["id"] for row in json.loads(run(["vocab", "list", "--json"]).stdout)["vocabularies"]]
    maps = [row["id"] for row in json.loads(run(["map", "list", "--json"]).stdout)["maps"]]
    nodes = [row["id"] for row in load("cast.graph.json")["nodes"]]
    return {
        "character": (stems("character"), [["eval"], ["explain", "--curve", "jawOpen"], ["play"]]),
        "clip": (stems("clip"), [["clip", "show"], ["plot"], ["clip", "strip", "--all"]]),
        "pose asset": (stems("poses"), [["poses", "list"], ["poses", "sort"], ["poses", "mode", "@", "absolute"]]),
        "any asset": (stems("poses", "graph", "clip"), [["lint"], ["build"], ["bundle", "-o", "x.mien"]]),
        "with kind": ([s + ".poses" for s in stems("poses")], [["eval"], ["info"], ["cook"]]),
        "path": ([f for f in files if f.endswith(".mesh.json")], [["export", "-o", "x.glb"], ["map", "create", "arkit", "@"]]),
        "pose": (poses, [["poses", "rename", "ada", "@", "new"], ["poses", "remove", "ada"], ["poses", "base", "ada"],
                         ["poses", "copy", "ada", "@", "new"], ["poses", "mirror", "ada"], ["poses", "set", "ada", "@", "--smooth", "on"],
                         ["poses", "override", "ada", "@", "jawOpen"], ["poses", "move", "ada", "@", "1"],
                         ["poses", "move", "ada", "jawOpen", "--before"], ["poses", "bone", "ada", "@", "jaw.t=0,0,0"]]),
        "bone": (bones, [["explain", "ada", "--bone"], ["eval", "ada", "--bones"], ["skeleton", "lod", "ada", "@", "--max-lod", "0"],
                         ["poses", "bone", "ada", "jawOpen", "@.t=0,0,0"]]),
        "curve": (curves, [["explain", "ada", "--curve"], ["skeleton", "curves", "ada", "@", "--remove"],
                           ["eval", "ada.poses", "@=1"], ["eval", "ada", "--set", "@=1"]]),
        "clip curve": (clip, [["plot", "sentence", "--curve"]]),
        "vocabulary": (vocabularies, [["vocab", "show"], ["vocab", "match", "@", "jawOpen"], ["map", "create", "@", "ada.mesh"]]),
        "map": (maps, [["map", "show"], ["map", "compose", "@", "arkit-to-livelink"]]),
        "node": (nodes, [["graph", "rename", "cast", "@", "new"]]),
    }


def attempts(kinds, rng):
    """COUNT of (kind, right name, misspelt, command line), each kind in turn."""
    order, made = list(kinds), []
    while len(made) < COUNT:
        kind = order[len(made) % len(order)]
        names, commands = kinds[kind]
        name, command = rng.choice(names), rng.choice(commands)
        wrong = misspell(rng, name)
        if wrong in names or wrong.startswith("-") or any(c in wrong for c in "/=") or not wrong.strip("._"):
            continue
        words = [w.replace("@", wrong) for w in command]
        made.append((kind, name, wrong, words if words != command else command + [wrong]))
    return made


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, LC_ALL="C", HOME=folder, MIEN_SANDBOX="off")

        def run(words):
            return subprocess.run([program, *words], cwd=folder, env=environment, capture_output=True, text=True, check=False)

        assert run(["sample", "cast", "."]).returncode == 0
        made = attempts(kinds_of_names(folder, run), random.Random(8))
        with ThreadPoolExecutor(4) as pool:
            results = list(pool.map(lambda attempt: run(attempt[3]), made))
        faults, missed = [], []
        for (kind, name, wrong, words), result in zip(made, results):
            line, text = " ".join(words), result.stderr
            if result.returncode not in (2, 3):
                faults.append(f"mien {line}: ended with {result.returncode}")
            if re.search(r"\[\d+\]", text):
                faults.append(f"mien {line}: shows an index: {text.strip()}")
            if not re.search(r"(did you mean|use) .*" + re.escape(name), text):
                missed.append(f"{kind} {name}: mien {line}: {text.strip()}")
    found = len(made) - len(missed)
    print("\n".join(faults + missed))
    print(f"names: {len(made)} misspelt names, {found} with the right suggestion, {len(faults)} faults")
    return 0 if not faults and found >= LEAST * len(made) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
