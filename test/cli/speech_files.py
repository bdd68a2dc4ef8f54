#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A sentence in the formats of speech, and the curves that it must become.

    speech_files.py write FOLDER         writes the files
    speech_files.py check TABLE …        compares tables of curves with the rule

The rule is written here a second time, from docs/speech.md: frame by frame, with sums over all frames in
reach instead of recursive filters."""

import csv
import json
import math
import sys
from pathlib import Path

# "Bob may help Pam move my lamp before five." Phones in ARPAbet, seconds.
PHONES = [("", .30), ("B", .07), ("AA1", .14), ("B", .08), ("M", .09), ("EY1", .15), ("HH", .06), ("EH1", .09),
          ("L", .06), ("P", .09), ("sp", .03), ("P", .05), ("AE1", .13), ("M", .08), ("M", .06), ("UW1", .14), ("V", .08),
          ("M", .07), ("AY1", .16), ("L", .07), ("AE1", .12), ("M", .06), ("P", .08), ("B", .05), ("IH0", .06),
          ("F", .09), ("AO1", .13), ("R", .07), ("F", .1), ("AY1", .2), ("V", .09), ("sil", .9), ("OW2", .13),
          ("P", .03), ("IY0", .2), ("SH", .12), ("TH", .08), ("S", .1), ("K", .07), ("sil", .25)]
VISEMES = {"": "sil", "sp": "sil", "sil": "sil", "B": "PP", "M": "PP", "P": "PP", "F": "FF", "V": "FF", "HH": "kk",
           "K": "kk", "L": "nn", "R": "RR", "AA": "aa", "AE": "aa", "EH": "E", "IH": "I", "IY": "I", "AO": "O",
           "UW": "U", "SH": "CH", "TH": "TH", "S": "SS",
           "EY": "E I", "AY": "aa I", "OW": "O U"}
# jaw, funnel, pucker, stretch; dominance of the jaw and of the lips
TARGETS = {"sil": (0, 0, 0, 0, .6, .5), "PP": (.06, 0, .06, 0, 1, .6), "FF": (.10, .08, 0, .08, .9, .8),
           "TH": (.16, 0, 0, .10, .6, .15), "DD": (.14, 0, 0, .12, .55, .10), "kk": (.22, 0, 0, .06, .35, .10),
           "CH": (.12, .55, .18, 0, .8, .9), "SS": (.07, 0, 0, .30, 1, .35), "nn": (.16, 0, 0, .10, .5, .10),
           "RR": (.18, .28, .22, 0, .5, .5), "aa": (.62, 0, 0, .10, 1, .35), "E": (.40, 0, 0, .28, .9, .5),
           "I": (.22, 0, 0, .42, .8, .7), "O": (.46, .42, .25, 0, .9, 1), "U": (.22, .25, .72, 0, .8, 1)}
NAMES = ["jawOpen", "mouthClose", "mouthFunnel", "mouthPucker", "mouthRollLower", "mouthStretchLeft",
         "mouthStretchRight"]
AHEAD, REACH = 12, 200  # frames


def intervals():
    """(start, end, phone), in seconds."""
    rows, at = [], 0.0
    for phone, length in PHONES:
        rows.append((round(at, 4), round(at + length, 4), phone))
        at += length
    return rows


def cues():
    """(start, end, viseme)"""
    rows = []
    for start, end, phone in intervals():
        parts = VISEMES[phone.rstrip("0123456789")].split()
        middle = start + .55 * (end - start)
        rows += [(start, end, parts[0])] if len(parts) == 1 else [(start, middle, parts[0]), (middle, end, parts[1])]
    return rows


# Files -------------------------------------------------------------------------------------------

def tiers():
    rows = intervals()
    end = rows[-1][1]
    return end, [("words", [(0, end, 'Bob ""may"" help')]), ("phones", rows)]


def long_grid():
    end, grid = tiers()
    text = ('File type = "ooTextFile"\nObject class = "TextGrid"\n\nxmin = 0 \nxmax = %r \ntiers? <exists> \n'
            "size = %d \nitem []: \n" % (end, len(grid) + 1))
    for number, (name, rows) in enumerate(grid, 1):
        text += ('    item [%d]:\n        class = "IntervalTier" \n        name = "%s" \n        xmin = 0 \n'
                 "        xmax = %r \n        intervals: size = %d \n" % (number, name, end, len(rows)))
        for i, row in enumerate(rows, 1):
            text += ('        intervals [%d]:\n            xmin = %r \n            xmax = %r \n'
                     '            text = "%s" \n' % (i, *row))
    return text + ('    item [3]:\n        class = "TextTier" \n        name = "clicks" \n        xmin = 0 \n'
                   '        xmax = %r \n        points: size = 1 \n        points [1]:\n            number = 0.5 \n'
                   '            mark = "x" \n' % end)


def short_grid():
    end, grid = tiers()
    text = 'File type = "ooTextFile"\n"TextGrid"\n\n0\n%r\n<exists>\n%d\n' % (end, len(grid))
    for name, rows in grid:
        text += '"IntervalTier"\n"%s"\n0\n%r\n%d\n' % (name, end, len(rows))
        text += "".join('%r\n%r\n"%s"\n' % row for row in rows)
    return text


# The same sounds in other alphabets.
IPA = {"B": "b", "M": "mː", "P": "pʰ", "F": "f", "V": "v", "HH": "h", "K": "kʰ", "L": "ɫ", "R": "ɹ", "AA": "ɑ", "AE": "æ",
       "EH": "ɛ", "IH": "ɪ", "IY": "iː", "AO": "ɔ", "UW": "ʉː", "SH": "ʃ", "TH": "θ", "S": "s", "EY": "ej", "AY": "aj",
       "OW": "ow"}
XSAMPA = {"B": "b", "M": "m", "P": "p_h", "F": "f", "V": "v", "HH": "h", "K": "k_h", "L": "5", "R": "r\\", "AA": "A:",
          "AE": "{", "EH": "E", "IH": "I", "IY": "i:", "AO": "O", "UW": "u:", "SH": "S", "TH": "T", "S": "s", "EY": "eI",
          "AY": "aI", "OW": "oU"}
ESPEAK = {"B": "b", "M": "m", "P": "p", "F": "f", "V": "v", "HH": "h", "K": "k", "L": "l", "R": "r", "AA": "A:",
          "AE": "a", "EH": "E", "IH": "I2", "IY": "i:", "AO": "O:", "UW": "u:", "SH": "S", "TH": "T", "S": "s",
          "EY": "eI", "AY": "aI", "OW": "oU"}


def in_alphabet(names):
    """The short grid with the phones of an alphabet; stress marks as it has them."""
    rows = [(start, end, names.get(phone.rstrip("0123456789"), phone)) for start, end, phone in intervals()]
    end = rows[-1][1]
    return ('File type = "ooTextFile"\n"TextGrid"\n\n0\n%r\n<exists>\n1\n"IntervalTier"\n"phones"\n0\n%r\n%d\n'
            % (end, end, len(rows)) + "".join('%r\n%r\n"%s"\n' % row for row in rows))


# Codes of programs; diphthongs are visemes one after the other.
POLLY = {"sil": "sil", "PP": "p", "FF": "f", "TH": "T", "DD": "t", "kk": "k", "CH": "S", "SS": "s", "nn": "t", "RR": "r",
         "aa": "a", "E": "E", "I": "i", "O": "O", "U": "u"}
AZURE = {"sil": 0, "PP": 21, "FF": 18, "TH": 17, "DD": 19, "kk": 20, "CH": 16, "SS": 15, "nn": 14, "RR": 13, "aa": 2,
         "E": 4, "I": 6, "O": 3, "U": 7}


def polly_lines():
    """Times are whole milliseconds, and l is t: two visemes of Polly are one."""
    rows = [{"time": 0, "type": "sentence", "start": 0, "end": 42, "value": "Bob may help."}]
    for start, _, viseme in cues():
        rows.append({"time": round(start * 1000), "type": "viseme", "value": POLLY[viseme]})
    return "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)


def azure_events(offset, number):
    return [{offset: round(start * 1e7), number: AZURE[viseme]} for start, _, viseme in cues()]


def sphinx_json():
    phones = [{"b": start, "d": round(end - start, 4), "p": 0.99, "t": phone.rstrip("0123456789") or "SIL"}
              for start, end, phone in intervals()]
    word = {"b": 0.0, "d": phones[-1]["b"], "p": 1.0, "t": "bob", "w": phones}
    return json.dumps({"b": 0.0, "d": 9.9, "p": 1.0, "t": "bob may", "w": [word]}) + "\n"


def sphinx_frames():
    rows = "".join("%10d %5d %9d %s SIL SIL b\n" % (round(start * 100), round(end * 100) - 1, -1234,
                                                    phone.rstrip("0123456789") or "SIL")
                   for start, end, phone in intervals())
    return "       SFrm  EFrm   SegAScr Phone\n" + rows + " Total score:   -123456\n"


def sphinx_lines():
    return "".join("%s %.3f %.3f 0.99\n" % (phone.rstrip("0123456789") or "SIL", start, end)
                   for start, end, phone in intervals())


def viseme_table():
    """A frame per 10 ms, with the certain viseme of its time."""
    names = list(TARGETS)
    rows, end = cues(), intervals()[-1][1]
    text = "time," + ",".join(names) + "\n"
    for f in range(int(round(end * 100)) + 1):
        now = next((v for start, until, v in rows if start <= f / 100 + 1e-9 < until), "sil")
        text += "%.2f," % (f / 100) + ",".join("1" if name == now else "0" for name in names) + "\n"
    return text


VTT = "WEBVTT\n\n00:00.300 --> 00:01.300\nBob <00:00.800>may\n\n"
SRT = "1\r\n00:00:00,300 --> 00:00:00,800\r\n<i>Bob</i>\r\n\r\n2\r\n00:00:00,800 --> 00:00:01,300\r\nmay\r\n"


def write_others(folder):
    for name, alphabet in (("ipa", IPA), ("xsampa", XSAMPA), ("espeak", ESPEAK)):
        (folder / f"{name}.TextGrid").write_text(in_alphabet(alphabet), encoding="utf-8")
    (folder / "polly.marks").write_text(polly_lines(), encoding="utf-8")
    (folder / "azure.json").write_text(json.dumps(azure_events("audioOffset", "visemeId")), encoding="utf-8")
    (folder / "azure_lines.jsonl").write_text(
        "".join(json.dumps(row) + "\n" for row in azure_events("audio_offset", "viseme_id")), encoding="utf-8")
    (folder / "sphinx.json").write_text(sphinx_json(), encoding="utf-8")
    (folder / "sphinx_frames.phseg").write_text(sphinx_frames(), encoding="utf-8")
    (folder / "sphinx_lines.phseg").write_text(sphinx_lines(), encoding="utf-8")
    (folder / "frames.csv").write_text(viseme_table(), encoding="utf-8")
    (folder / "rough.vtt").write_text(VTT, encoding="utf-8")
    (folder / "rough_srt.srt").write_text(SRT, encoding="utf-8", newline="")


def write(folder):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "long.TextGrid").write_text(long_grid(), encoding="utf-8")
    (folder / "crlf.TextGrid").write_bytes(long_grid().replace("\n", "\r\n").encode("utf-8-sig"))
    (folder / "short.TextGrid").write_text(short_grid(), encoding="ascii")
    (folder / "big.TextGrid").write_bytes(b"\xfe\xff" + long_grid().encode("utf-16-be"))
    (folder / "little.TextGrid").write_bytes(b"\xff\xfe" + short_grid().encode("utf-16-le"))
    write_others(folder)


# The rule ----------------------------------------------------------------------------------------

def shares(rows, frame):
    """How much of a frame each viseme has."""
    low, high = (frame - .5) / 100, (frame + .5) / 100
    said = {}
    for start, end, viseme in rows:
        part = (min(end, high) - max(start, low)) * 100
        if part > 0:
            said[viseme] = said.get(viseme, 0) + part
    rest = 1 - sum(said.values())
    if rest > 0:
        said["sil"] = said.get("sil", 0) + rest
    return said


def mean(heard, frame, column, dominance, before, after):
    top = bottom = 0
    for other in range(frame - REACH, frame + AHEAD + 1):
        away = (other - frame) / 100
        reach = math.exp(-away / before) if away > 0 else math.exp(away / after)
        for viseme, share in heard(other).items():
            weight = reach * share * TARGETS[viseme][dominance]
            top += weight * TARGETS[viseme][column]
            bottom += weight
    return top / bottom


def smooth(values, cutoff):
    gain, one, two, out = 1 - math.exp(-2 * math.pi * cutoff / 100), 0, 0, []
    for value in values:
        one += gain * (value - one)
        two += gain * (one - two)
        out.append(two)
    return out


def windows(rows, viseme, hold):
    """Times of closures in frames; those that touch are one."""
    found = []
    for start, end, name in rows:
        if name != viseme:
            continue
        if found and start <= found[-1][1] + 1e-9:
            found[-1][1] = end
        else:
            found.append([start, end])
    for window in found:
        missing = max(0, hold - (window[1] - window[0]))
        window[0] = math.floor((window[0] - missing / 2) * 100 + 1e-6)
        window[1] = math.ceil((window[1] + missing / 2) * 100 - 1e-6)
    return found


def envelope(found, frame):
    return max([0] + [min(1, 1 - (first - frame) / 3, 1 - (frame - last) / 4) for first, last in found])


def curves(rows, frames):
    known = {}

    def heard(frame):
        if frame not in known:
            known[frame] = shares(rows, frame)
        return known[frame]

    columns = [("jaw", 0, 4, .04, .05, 8), ("funnel", 1, 5, .08, .06, 7), ("pucker", 2, 5, .08, .06, 7),
               ("stretch", 3, 5, .08, .06, 7)]
    out = {name: smooth([mean(heard, f, column, dominance, before, after) for f in range(frames)], cutoff)
           for name, column, dominance, before, after, cutoff in columns}
    closures, bites = windows(rows, "PP", .04), windows(rows, "FF", .03)
    table = []
    for f in range(frames):
        jaw, lips, bite = out["jaw"][f], envelope(closures, f), envelope(bites, f)
        stretch = out["stretch"][f] * (1 - lips / 2)
        jaw -= bite * max(0, jaw - .16)
        jaw -= lips * max(0, jaw - .1)
        table.append([jaw, lips * jaw, out["funnel"][f] * (1 - lips), out["pucker"][f] * (1 - lips / 2), .75 * bite * (1 - lips),
                      stretch, stretch])
    return table


def check(table):
    with open(table, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    columns = [rows[0].index(name) for name in NAMES]
    shown, end = cues(), intervals()[-1][1]
    name = Path(table).stem
    if name == "polly":  # l is t
        shown = [(round(start, 3), round(until, 3), "DD" if viseme == "nn" else viseme)
                 for start, until, viseme in shown]
    if name in ("polly", "azure", "azure_lines"):  # the last lasts a tenth of a second
        end = round(shown[-1][0] + .1, 4)
        shown[-1] = (shown[-1][0], end, shown[-1][2])
    wanted = curves(shown, len(rows) - 1)
    worst = max(abs(float(row[column]) - value) for row, values in zip(rows[1:], wanted)
                for column, value in zip(columns, values))
    print(f"{table}: {len(wanted)} frames, largest difference {worst:.6f}")
    return worst < 0.0005 and len(wanted) == int(round(end * 100)) + 1


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(Path(sys.argv[2]))
    else:
        sys.exit(not all([check(table) for table in sys.argv[2:]]))
