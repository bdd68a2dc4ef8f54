#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The list of phrases finds what it is meant to find, where it is, and nothing else."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "checks"))
import phrases  # noqa: E402

ROWS = phrases.phrases()


def found(text):
    return [(line, phrase) for line, phrase, _ in phrases.find(text, ROWS)]


assert len(ROWS) > 40, "the list is not there"
# Case, a break within a comment, a break between two texts.
assert found("one\nCooks ANEW.\n") == [(2, "ANEW")]
assert found("/// The file holds so\n/// many bones.\n") == [(1, "so /// many")]
assert found('"There is not enough "\n    "memory."\n') == [(1, 'not enough " "memory')]
assert found("Only the Stage") and not found("only the stage")
# Words that contain a phrase are not that phrase.
assert not found("amend, mendable, anewly, resolved manyfold, commended")
# What is proposed instead is not refused itself.
for pattern, instead in ROWS:
    assert not found(instead), f"{instead}: {found(instead)}"
print(f"phrases: {len(ROWS)} rows")
