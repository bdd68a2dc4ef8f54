# SPDX-License-Identifier: MIT
"""Phrases that the project does not use, from phrases.txt: see there for the format."""

import re
from pathlib import Path

LIST = Path(__file__).with_name("phrases.txt")
# What may stand between two words: blanks, a line break within a comment or between two texts.
GAP = r"(?:[\s/#*]|\"\s*\n\s*\")+"


def phrases():
    """(regular expression, what to write instead) of every row."""
    rows = []
    for number, line in enumerate(LIST.read_text(encoding="utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        pattern, arrow, instead = line.partition(" -> ")
        if not arrow or not instead:
            raise SystemExit(f"{LIST.name}:{number}: a row is PATTERN -> INSTEAD")
        has_capitals = re.search(r"[A-Z]", re.sub(r"\\.", "", pattern))
        rows.append((re.compile(pattern.replace(" ", GAP), 0 if has_capitals else re.IGNORECASE), instead))
    return rows


def find(text, rows):
    """(line, phrase, what to write instead) of every phrase in the text."""
    return [(text.count("\n", 0, match.start()) + 1, " ".join(match[0].split()), instead)
            for pattern, instead in rows for match in pattern.finditer(text)]
