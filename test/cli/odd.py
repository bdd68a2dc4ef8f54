#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs mien with unexpected names and arguments: odd.py --mien PROGRAM [--every] names|arguments

names      a project whose files, keys and words hold escapes, ends of lines, controls, marks that turn text round, and
           bytes that are no UTF-8: whatever is printed is harmless UTF-8, and JSON if that was asked for
arguments  every command with files of every kind where it takes one, and with odd values of its options: ends with a
           code that its help names, never by a signal or an assertion; --every tries all of them and not some

Ends with 0 if all is well, otherwise with 1 and what was wrong."""

import argparse
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

# What a terminal obeys instead of showing it: by code points.
OBEYED = {*range(0x20), *range(0x7F, 0xA0), 0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A), 0xFEFF}
ALLOWED = {0x0A, 0x09}
DRAWING = {"render", "sheet", "filmstrip", "video", "turntable", "plot"}
SKELETON = {"kind": "skeleton", "version": 1, "bones": [{"name": "a"}]}
NAMES = [b"esc\x1b[31m\x1b]0;title\x07", b"line\nend", b"c1\xc2\x9b31m", b"turn\xe2\x80\xaetxt", b"bad\xff\xfe", b"cut\xe2\x80",
         b"--option", b"-", b"a|b", b"quote'\"`$(x)", b"del\x7f", b"tab\tand\rreturn", b"\xef\xbb\xbfmark",
         b"long" + 200 * b"x", b"limit" + (255 - 5 - len(".skeleton.json")) * b"y", b"blank  two", b"c:\\windows", b"%s%n"]


class Odd:
    def __init__(self, mien, folder):
        self.mien, self.folder = os.path.abspath(mien), folder
        self.runs, self.wrong = 0, []

    def complain(self, words, what, output=b""):
        shown = " ".join(repr(os.fsdecode(word))[1:-1] for word in words)
        self.wrong.append(f"mien {shown}: {what}" + (f"\n    {output[:400]!r}" if output else ""))

    def run(self, words, exits=None, stdin=b""):
        """Runs mien with words of bytes, and looks at how it ended and at all that it printed."""
        self.runs += 1
        environment = {**os.environ, "LC_ALL": "C", "HOME": os.fsdecode(self.folder), "ASAN_OPTIONS": "detect_leaks=0"}
        try:
            result = subprocess.run([self.mien, *words], cwd=self.folder, input=stdin, capture_output=True,
                                    env=environment, timeout=60)
        except subprocess.TimeoutExpired:
            self.complain(words, "does not end")
            return None
        if result.returncode < 0 or result.returncode >= 128 or b"AddressSanitizer" in result.stderr:
            self.complain(words, f"ended with {result.returncode}", result.stderr)
        elif exits is not None and result.returncode not in exits:
            self.complain(words, f"ended with {result.returncode}, which its help does not name", result.stderr)
        for name, output in (("stdout", result.stdout), ("stderr", result.stderr)):
            self.look(words, name, output)
        return result

    def look(self, words, name, output):
        try:
            text = output.decode("utf-8")
        except UnicodeDecodeError:
            return self.complain(words, f"{name} is no UTF-8", output)
        bad = sorted({ord(c) for c in text if ord(c) in OBEYED and ord(c) not in ALLOWED})
        if bad:
            self.complain(words, f"{name} has {', '.join(f'U+{c:04X}' for c in bad)}", output)
        if words[:2] == [b"git", b"setup"] and name == "stderr":
            return  # git says things too
        if b"--json" in words and b"--" not in words[:words.index(b"--json")] and text:
            if not is_json(text):
                self.complain(words, f"{name} is no JSON", output)


def is_json(text):
    """One value, or one a line."""
    for part in ([text], text.splitlines()):
        try:
            for value in part:
                json.loads(value)
            return True
        except json.JSONDecodeError:
            pass
    return False


def put(folder, name, content):
    """Writes a file; what file systems do not hold is left out."""
    text = content if isinstance(content, bytes) else json.dumps(content).encode()
    try:
        with open(os.path.join(os.fsencode(folder), name), "wb") as file:
            file.write(text)
        return name
    except OSError:
        return None


def put_hostile_project(folder):
    """Every kind of asset with hostile words in it, and hostile names of files."""
    evil = "\x1b[2J\x07\u202e\u009b\x7f\n"
    put(folder, b"mien.json", {"kind": "project", "version": 1})
    put(folder, b"good.skeleton.json", SKELETON)
    put(folder, b"key.skeleton.json", {**SKELETON, evil: 1, "bones": [{"name": "a", evil: evil}]})
    put(folder, b"words.skeleton.json", {"kind": "skeleton", "version": 1, "bones": [{"name": evil}, {"name": "b", "parent": evil}]})
    put(folder, b"kind.skeleton.json", {"kind": evil, "version": evil})
    put(folder, b"lead.clip.json", {"kind": "clip", "version": 1, "skeleton": evil, "curves": {"file": evil}})
    put(folder, b"names.poses.json", {"kind": "poses", "version": 1, "skeleton": "good.skeleton.json", "mode": "additive",
                                      "base": evil, "poses": [{"name": evil, "bones": [{"bone": evil}]}, {"name": "u\u202ev"}]})
    put(folder, b"drive.graph.json", {"kind": "graph", "version": 1, "skeleton": "good.skeleton.json",
                                      "nodes": [{"id": evil, "node": evil}]})
    put(folder, b"child.graph.json", {"kind": "graph", "version": 1, "extends": evil})
    put(folder, b"face.character.json", {"kind": "character", "version": 1, "skeleton": evil, evil: evil})
    put(folder, b"to.map.json", {"kind": "map", "version": 1, "rows": [{"from": evil, "to": evil}]})
    put(folder, b"many.clips.json", {"kind": "clips", "version": 1, "skeleton": "good.skeleton.json", "files": [evil]})
    put(folder, b"cut.clip.json", b'{"kind": "clip", "\x1b[31m\xff": ')
    put(folder, b"take.bvh", b"HIERARCHY\nROOT \x1b[31m\xff\n{\n")
    put(folder, b"table.csv", b"time,\x1b[31m\xc2\x9b,\xff\n0,1,2\n")
    files = [name + b".skeleton.json" for name in NAMES] + [name + b".csv" for name in NAMES[:9]]
    return [name for name in files if put(folder, name, SKELETON if name.endswith(b"json") else b"time,x\n0,1\n1,2\n")]


def try_names(odd):
    files = put_hostile_project(odd.folder)
    plain = [[b"lint"], [b"build"], [b"lint", b"--level", b"info"], [b"build", b"--dry-run"], [b"build", b"--verbose"], [b"find", b"pose", b"\x1b[2J"],
             [b"find", b"curve", b"x"], [b"find", b"clip", b"*"], [b"lint", b"--fix"], [b"build", b"--progress", b"json"]]
    for words in plain:
        odd.run(words)
        if b"--progress" not in words:
            odd.run([*words, b"--json"])
    for name in files:
        command = b"import" if name.endswith(b".csv") else b"cook"
        for words in ([command, b"--", name], [command, b"--json", b"--", name], [b"info", b"--json", b"--", name],
                      [b"info", b"--", name], [b"lint", b"--", name], [b"skeleton", b"curves", b"--", name, b"smile"]):
            result = odd.run(words)
            if result and b"has no option" in result.stderr:
                odd.complain(words, "takes a name for an option", result.stderr)
    for name in ("lead.clip.json", "names.poses.json", "drive.graph.json", "child.graph.json", "face.character.json",
                 "to.map.json", "many.clips.json", "cut.clip.json", "key.skeleton.json", "words.skeleton.json"):
        for words in (["cook", name], ["cook", name, "--json"], ["diff", name, "good.skeleton.json"], ["info", name],
                      ["poses", "list", name], ["poses", "list", name, "--json"], ["graph", "list", name], ["eval", name],
                      ["explain", name, "--bone", "\x1b[2J"], ["clip", "show", name], ["map", "show", name]):
            odd.run([os.fsencode(word) for word in words])
    for words in ([b"\x1b[2J"], [b"--\x1b[2J\xff"], [b"help", b"\xc2\x9b"], [b"help", b"\x1b[2J\xff", b"--json"], [b"poses", b"\x1b[2J\n"],
                  [b"build", b"--jobs", b"\x1b[2J"], [b"info", b"\xff\x1b[2J"], [b"info", b"\xff\x1b[2J", b"--json"],
                  [b"init", b"new\x1b[2J\xff"], [b"init", b"new\nline", b"--json"]):
        odd.run(words)


def value_of(kind_name):
    return {"NUMBER": ["-1", "1e300", "0.5"], "FILE": ["missing.mien"], "FOLDER": ["missing"]}.get(kind_name, ["\x1b[2J", "0", "-"])


def put_kinds(odd):
    """A file of each kind, small and right, and some that are not."""
    put(odd.folder, b"mien.json", {"kind": "project", "version": 1})
    put(odd.folder, b"a.skeleton.json", {**SKELETON, "curves": [{"name": "smile"}]})
    put(odd.folder, b"a.poses.json", {"kind": "poses", "version": 1, "skeleton": "a.skeleton.json", "mode": "additive",
                                      "poses": [{"name": "smile", "bones": [{"bone": "a", "t": [0, 1, 0]}]}]})
    put(odd.folder, b"a.clip.json", {"kind": "clip", "version": 1, "skeleton": "a.skeleton.json", "rate": 30,
                                     "keyed": [{"curve": "smile", "keys": [{"time": 0, "value": 0}, {"time": 1, "value": 1}]}]})
    put(odd.folder, b"a.graph.json", {"kind": "graph", "version": 1, "skeleton": "a.skeleton.json", "nodes": [
        {"id": "clip", "node": "clip", "clip": "a.clip.json"}, {"id": "face", "node": "poses", "input": "clip", "poses": "a.poses.json"},
        {"id": "out", "node": "output", "input": "face"}]})
    put(odd.folder, b"a.character.json", {"kind": "character", "version": 1, "skeleton": "a.skeleton.json", "graph": "a.graph.json"})
    put(odd.folder, b"a.map.json", {"kind": "map", "version": 1, "rows": [{"from": "open", "to": "smile"}]})
    put(odd.folder, b"a.modifiers.json", {"kind": "modifiers", "version": 1, "modifiers": []})
    put(odd.folder, b"a.csv", b"time,smile\n0,0\n1,1\n")
    put(odd.folder, b"empty", b"")
    os.mkdir(os.path.join(odd.folder, "folder"))
    odd.run([b"build"])
    packs = [str(path.relative_to(odd.folder)) for path in sorted(Path(odd.folder).glob(".mien/packs/*.mien"))]
    return ["a.skeleton.json", "a.poses.json", "a.clip.json", "a.graph.json", "a.character.json", "a.map.json",
            "a.modifiers.json", "a.csv", "mien.json", "empty", "folder", "missing", "-", "", *packs]


def try_arguments(odd, every):
    files = put_kinds(odd)
    overview = json.loads(odd.run([b"help", b"--json"]).stdout)
    chance = random.Random(1)
    for row in overview["commands"]:
        words = row["command"].split()
        if words[0] in DRAWING:
            continue  # needs something that draws
        about = json.loads(odd.run([*(os.fsencode(w) for w in ["help", *words, "--json"])]).stdout)
        exits = {info["code"] for info in about["exits"]}
        count = len(about["arguments"])
        some = files if every else ["a.poses.json", *chance.sample(files, 5)]
        runs = [[], *([file] * max(count, 1) for file in some)]
        first = len(runs)
        # Each option with a value of its kind and with an odd one, beside every file if all are wanted.
        for option in about["options"]:
            for value in value_of(option.get("value")) + option.get("choices", "").split("|")[:1] if "value" in option else [None]:
                given = [f"--{option['name']}"] + ([value] if value is not None else [])
                runs += [[*([file] * count), *given] for file in (files if every else chance.sample(files, 1))]
        if not every:
            runs = runs[:first] + chance.sample(runs[first:], min(3, len(runs) - first))
        for run in runs:
            if words[0] == "play" and "--listen" in run:
                continue
            if any(option["name"] == "seconds" for option in about["options"]) and "--seconds" not in run:
                run = [*run, "--seconds", "0.1"]  # they go on until they are stopped
            for more in ([], ["--json"]) if every or chance.random() < 0.3 else ([],):
                odd.run([os.fsencode(word) for word in [*words, *run, *more]], exits)
    for words in itertools.chain(([b"--", command] for command in (b"info", b"lint")), [[b"info", b"--"], [b"--"], [b"lint", b"--", b"--json"]]):
        odd.run(words)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mien", required=True)
    parser.add_argument("--every", action="store_true")
    parser.add_argument("what", choices=["names", "arguments"])
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mien-odd-") as folder:
        odd = Odd(given.mien, folder)
        if given.what == "names":
            try_names(odd)
        else:
            try_arguments(odd, given.every)
    for line in odd.wrong[:40]:
        print(line)
    print(f"{given.what}: {odd.runs} runs, {len(odd.wrong)} wrong")
    return 1 if odd.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
