# SPDX-License-Identifier: MIT
"""Plays the stages of mien-web-truth with the Python package: the same hashes as in C and in JavaScript.

test/determinism/web_truth.c plays them in C, test/web/stages.mjs in JavaScript."""

import hashlib
import math
import os
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import kit  # noqa: F401
import mien

FRAMES = int(os.environ.get("MIEN_FRAMES", "8"))
ODD = [math.nan, math.inf, -math.inf, -0.0, 1e-42, -3e38]


class Random:
    """Numbers as the program draws them: 24 bits of a linear congruence."""

    def __init__(self):
        self.state = 2026

    def draw(self):
        self.state = (self.state * 1664525 + 1013904223) & 0xFFFFFFFF
        return self.state >> 8

    def between(self, low, high):
        return low + (high - low) * (self.draw() / 16777216)


def draw_inputs(actor, curve_count, parameters, random):
    """What the host does before a frame."""
    left = random.draw() % 4 + 1
    while left > 0 and curve_count > 0:
        left -= 1
        curve = random.draw() % curve_count
        way, which, value = random.draw() % 16, random.draw() % 6, random.between(-1, 2)
        actor.set(curve, None if way < 3 else ODD[which] if way == 3 else value)
    for name in parameters:
        value = random.between(-0.25, 1.25)
        try:
            actor.set_parameter(name, value)
        except mien.Error as error:
            if error.status != mien.Status.ERROR_ARGUMENT:  # not all are numbers
                raise


def actor_of(bundle, stage):
    def get(name):
        return bundle[f"{stage}/{name}"] if f"{stage}/{name}" in bundle else None

    skeleton, graph, clip, poses = get("skeleton"), get("graph"), get("clip"), get("poses")
    assets = [get(f"asset_{i}") for i in range(len(graph.slots))] if graph else None
    actor = mien.Actor(skeleton, mesh=get("mesh"), poses=poses or (), graph=graph, assets=assets)
    if clip:
        actor.play(clip, loops=True)
    return actor


def play(bundle, stage):
    actor, random, sha = actor_of(bundle, stage), Random(), hashlib.sha256()
    parameters = [row.name for row in actor.graph.parameters] if actor.graph else []
    for _ in range(FRAMES):
        draw_inputs(actor, actor.skeleton.curve_count, parameters, random)
        for row in actor.step(random.between(0, 0.15)).tolist():
            sha.update(struct.pack("<10f", *row[:7], *row[8:11]))
        for array in (actor.curves, actor.morphs, actor.model):
            sha.update(array.tobytes() if len(array) else b"")
    return sha


class Golden(unittest.TestCase):
    def test_stages_have_the_hashes_of_c(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "stages.mien"
            done = subprocess.run([os.environ["MIEN_WEB_TRUTH"], path, str(FRAMES)], capture_output=True, text=True, check=True)
            expected = dict(reversed(line.split()) for line in done.stdout.splitlines())
            with mien.Bundle(path) as bundle:
                total = hashlib.sha256()
                for stage in sorted({name.split("/")[0] for name in bundle}):
                    sha = play(bundle, stage)
                    total.update(sha.digest())
                    self.assertEqual(sha.hexdigest(), expected.pop(stage), stage)
                self.assertEqual(total.hexdigest(), expected.pop("all"))
                self.assertEqual(expected, {})
                print(f"{total.hexdigest()} all", file=sys.stderr)


unittest.main()
