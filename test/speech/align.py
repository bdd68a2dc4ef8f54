#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the aligner: how far its phones begin from those that a synthesiser says it spoke, and whether every
p b m and f v is found; on real voices, how many of them are.

    align.py MIEN                     a few sentences, for ctest; 77 without flite or the aligner
    align.py MIEN --sentences 360     all: the first 60, and 300 more
    align.py MIEN --closures 60       curves of clips: lips closed for 40 ms on every p b m, and nowhere else
    align.py MIEN --voices            real voices of pocketsphinx-testdata, with transcript and without
    align.py MIEN --build 1000        lines in a build: time per line, nothing to do, shards, same bytes

Each prints a line per measure and fails below the bars. Needs flite (Debian: flite), which speaks."""

import argparse
import csv
import hashlib
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LIPS = {"P", "B", "M"}
TEETH = {"F", "V"}
TESTDATA = Path("/usr/share/pocketsphinx/test/data")
SENTENCES = [
    "Bob may help Pam move my lamp before five.", "The big brown beaver broke a branch above the pond.",
    "Please put the empty paper cup beside the map.", "Seven brave farmers found a very old fence.",
    "My mother made some plum jam for breakfast.", "A happy puppy jumped over the wooden bump.",
    "Five of the vans drove off in the fog.", "Maybe the pilot will stop the plane before noon."]
WORDS = {
    "who": ["my mother", "the old farmer", "a brave pilot", "every member of the band", "the first visitor", "Peter",
            "our neighbor", "the woman in the blue coat", "a famous painter", "the boy with the map", "a rabbit",
            "the president", "her best friend", "the captain of the ship", "Bobby", "the whole family"],
    "did": ["found", "bought", "painted", "carried", "moved", "broke", "saved", "opened", "mixed", "borrowed",
            "dropped", "photographed", "fixed", "remembered", "described", "packed"],
    "what": ["a broken umbrella", "five empty bottles", "the last piece of bread", "an old leather bag",
             "the plum pudding", "a box of matches", "the very first volume", "some fresh pepper",
             "a map of the river", "the picture above the piano", "two pairs of boots", "my favorite cup",
             "the lamp beside the bed", "a number of wooden boats", "the simple problem", "the silver ring"],
    "where": ["in the empty house", "before breakfast", "near the big bridge", "on the way to the farm",
              "behind the theater", "without any help", "at the bottom of the pool", "from a shop in town",
              "after the football match", "under the bumpy path", "for the young visitor", "by the open window",
              "with both hands", "in the middle of the night", "above the village", "while we waited"]}


def sentences(count):
    """The first few by hand, the others by chance, always the same ones."""
    rows, chance = list(SENTENCES), random.Random(1)
    while len(rows) < count:
        text = " ".join(chance.choice(WORDS[kind]) for kind in ("who", "did", "what", "where"))
        text = text[0].upper() + text[1:] + "."
        if text not in rows:
            rows.append(text)
    return rows[:count]


def speak(text, path, voice="slt"):
    """Writes the sound, and returns (start, end, phone) as flite spoke it."""
    said = subprocess.run(["flite", "-voice", voice, "-psdur", "-t", text, "-o", str(path)], check=True, text=True,
                          capture_output=True).stdout
    rows, at = [], 0.0
    for part in said.split():
        phone, end = part.rsplit(":", 1)
        rows.append((at, float(end), "AH" if phone == "ax" else phone.upper()))
        at = float(end)
    return [row for row in rows if row[2] not in ("PAU", "SSIL")]


def read_grid(path):
    rows = re.findall(r'^([\d.]+)\n([\d.]+)\n"([A-Z]+)"$', path.read_text(encoding="utf-8"), re.MULTILINE)
    return [(float(start), float(end), phone) for start, end, phone in rows]


class Mien:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.run("init")

    def run(self, *args, check=True):
        ended = subprocess.run([self.program, *map(str, args)], cwd=self.folder, text=True, capture_output=True)
        if check and ended.returncode != 0:
            if "without an aligner" in ended.stderr or "model of English" in ended.stderr:
                print("align: this mien has no aligner, skipped")
                sys.exit(77)
            sys.exit(f"{args}: {ended.stdout}{ended.stderr}")
        return ended

    def align(self, sound, text):
        self.run("speech", sound, *([] if text is None else ["--transcript", text]), "-o", "line.TextGrid")
        return read_grid(self.folder / "line.TextGrid")


def found(true, heard, group):
    """How many phones of a group have one of it at their time, and how many are heard where none is."""
    both = lambda a, b: min(a[1], b[1]) - max(a[0], b[0]) > 0 or abs(a[0] - b[0]) <= .033
    wanted, got = [p for p in true if p[2] in group], [p for p in heard if p[2] in group]
    hits = sum(any(both(p, q) for q in got) for p in wanted)
    wrong = sum(not any(both(p, q) for p in wanted) for q in got)
    return hits, len(wanted), wrong


def matched(true, heard):
    """Pairs of the same phones, in order: the longest common sequence."""
    rows = [[0] * (len(heard) + 1) for _ in range(len(true) + 1)]
    for i in range(len(true) - 1, -1, -1):
        for j in range(len(heard) - 1, -1, -1):
            rows[i][j] = (rows[i + 1][j + 1] + 1 if true[i][2] == heard[j][2]
                          else max(rows[i + 1][j], rows[i][j + 1]))
    i = j = 0
    while i < len(true) and j < len(heard):
        if true[i][2] == heard[j][2]:
            yield true[i], heard[j]
            i, j = i + 1, j + 1
        elif rows[i + 1][j] >= rows[i][j + 1]:
            i += 1
        else:
            j += 1


class Score:
    def __init__(self):
        self.errors, self.lips, self.teeth, self.seconds, self.time = [], [0, 0, 0], [0, 0, 0], 0.0, 0.0

    def add(self, true, heard):
        self.errors += [q[0] - p[0] for p, q in matched(true, heard)]
        for total, group in ((self.lips, LIPS), (self.teeth, TEETH)):
            for i, value in enumerate(found(true, heard, group)):
                total[i] += value

    def show(self, name):
        size = sorted(abs(e) for e in self.errors) or [0]
        print(f"{name}: p b m {self.lips[0]} of {self.lips[1]}, {self.lips[2]} wrong; f v {self.teeth[0]} of "
              f"{self.teeth[1]}, {self.teeth[2]} wrong; starts {1000 * sum(size) / len(size):.1f} ms off in the mean, "
              f"{1000 * size[len(size) * 95 // 100]:.0f} ms for 95 of 100, bias "
              f"{1000 * sum(self.errors) / max(1, len(self.errors)):+.1f} ms, {len(self.errors)} phones")
        return 1000 * sum(size) / len(size)


def measure_sentences(mien, count, folder):
    score, more = Score(), Score()
    for i, text in enumerate(sentences(count)):
        true = speak(text, folder / "line.wav")
        heard = mien.align("line.wav", text)
        (score if i < 60 else more).add(true, heard)
        for group in (LIPS, TEETH):
            hits, wanted, wrong = found(true, heard, group)
            if hits < wanted or wrong:
                print(f"  {text} {sorted(group)}: {hits} of {wanted}, {wrong} wrong")
    good = True
    for name, part in ((f"first {min(count, 60)}", score), (f"{count - 60} more", more)):
        if part.errors:
            mean = part.show(name)
            good &= mean <= 20 and part.lips[0] == part.lips[1] and part.teeth[0] == part.teeth[1]
    return good


def voices():
    """(sound, text) of real people."""
    for folder, names, texts in (("librivox", "fileids", "transcription"),
                                 ("cards", "cards.fileids", "cards.transcription")):
        said = {}
        for line in (TESTDATA / folder / texts).read_text(encoding="utf-8").splitlines():
            text, name = re.match(r"(.*)\((\S+)\)\s*$", line).groups()
            said[name] = re.sub(r"</?s>|<sil>", "", text).strip()
        for name in (TESTDATA / folder / names).read_text(encoding="utf-8").split():
            yield TESTDATA / folder / f"{name}.wav", said[name]


def measure_voices(mien, folder):
    """Without a transcript the phones are compared with those of the transcript: nothing better is known."""
    with_text, without, missing = [0, 0], [[0, 0, 0], [0, 0, 0]], []
    for sound, text in voices():
        shutil.copy(sound, folder / "line.wav")
        heard = mien.align("line.wav", text)
        spelt = letters(mien, text)
        with_text[0] += sum(p[2] in LIPS for p in heard)
        with_text[1] += spelt
        guessed = mien.align("line.wav", None)
        for total, group in zip(without, (LIPS, TEETH)):
            for i, value in enumerate(found(heard, guessed, group)):
                total[i] += value
        if found(heard, guessed, LIPS)[0] < found(heard, guessed, LIPS)[1]:
            missing.append(sound.name)
    print(f"real voices with transcript: {with_text[0]} p b m of {with_text[1]} in the dictionary")
    print(f"real voices without: p b m {without[0][0]} of {without[0][1]}, {without[0][2]} wrong; f v {without[1][0]} of "
          f"{without[1][1]}, {without[1][2]} wrong; incomplete: {', '.join(missing) or 'none'}")
    return with_text[0] == with_text[1] and without[0][0] >= .9 * without[0][1]


def letters(mien, text):
    """p b m of the first pronunciations of the dictionary."""
    if not hasattr(mien, "dictionary"):
        mien.dictionary = {}
        for line in Path("/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict").read_text().splitlines():
            word, *phones = line.split()
            mien.dictionary.setdefault(word, phones)
    return sum(p in LIPS for word in text.lower().split() for p in mien.dictionary[word])


def closed_times(table):
    """Times in which lips are wholly closed while the jaw is open, as (start, end)."""
    with open(table, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    times = []
    for frame, row in enumerate(rows):
        jaw, close = float(row["jawOpen"]), float(row["mouthClose"])
        if jaw < .001 or close < .98 * jaw:
            continue
        if times and frame - times[-1][1] <= 1:
            times[-1][1] = frame
        else:
            times.append([frame, frame])
    return [(first / 100, last / 100) for first, last in times]


def measure_closures(mien, count, folder):
    held = wanted = wrong = 0
    for text in sentences(count):
        true = [p for p in speak(text, folder / "line.wav") if p[2] in LIPS]
        mien.run("speech", "line.wav", "--transcript", text, "-o", "line.clip.json")
        mien.run("export", "line.clip.json", "-o", "line.csv")
        times = closed_times(folder / "line.csv")
        wanted += len(true)
        held += sum(any(end - start >= .0399 and start <= p[1] and end >= p[0] for start, end in times) for p in true)
        wrong += sum(not any(start <= p[1] + .033 and end >= p[0] - .033 for p in true) for start, end in times)
    print(f"lips closed for 40 ms on {held} of {wanted} p b m, {wrong} times where none is, {count} sentences")
    return held == wanted and wrong == 0


def hash_packs(folder):
    packs = sorted((folder / ".mien" / "packs").rglob("*.mien"))
    return len(packs), hashlib.sha256(b"".join(p.read_bytes() for p in packs)).hexdigest()


def measure_build(mien, count, folder):
    base, seconds = 40, 0.0
    (folder / "lines").mkdir()
    for i, text in enumerate(sentences(base)):
        true = speak(text, folder / "one.wav")
        seconds += true[-1][1]
        for k in range(i, count, base):
            sound = bytearray((folder / "one.wav").read_bytes())
            sound[44:46] = (k % 251).to_bytes(2, "little")  # other bytes, the same speech
            (folder / "lines" / f"l{k:04}.wav").write_bytes(sound)
            (folder / "lines" / f"l{k:04}.txt").write_text(text)
    (folder / "one.wav").unlink()
    (folder / "lines.clips.json").write_text(json.dumps(
        {"kind": "clips", "version": 1, "files": ["lines/*.wav"], "settings": {"style": "clear"}}))
    for what in ("first build", "nothing to do", "again from nothing", "four shards"):
        if what in ("again from nothing", "four shards"):
            shutil.rmtree(folder / ".mien")
        start = time.monotonic()
        if what == "four shards":
            for k in range(1, 5):
                mien.run("build", "--shard", f"{k}/4")
        mien.run("build")
        took = time.monotonic() - start
        number, sums = hash_packs(folder)
        print(f"{what}: {took:.2f} s, {1000 * took / count:.1f} ms per line, {number} packs, {sums[:16]}")
    print(f"sound: {seconds / base:.2f} s per line in the mean")
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mien")
    parser.add_argument("--sentences", type=int, default=6)
    parser.add_argument("--closures", type=int)
    parser.add_argument("--voices", action="store_true")
    parser.add_argument("--build", type=int)
    asked = parser.parse_args()
    if shutil.which("flite") is None and not asked.voices or asked.voices and not TESTDATA.exists():
        print("align: needs flite, or pocketsphinx-testdata for --voices; skipped")
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        mien = Mien(str(Path(asked.mien).resolve()), folder)
        if asked.build:
            good = measure_build(mien, asked.build, folder)
        elif asked.closures:
            good = measure_closures(mien, asked.closures, folder)
        elif asked.voices:
            good = measure_voices(mien, folder)
        else:
            good = measure_sentences(mien, asked.sentences, folder)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
