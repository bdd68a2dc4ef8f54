#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that need programs of others: run.py TEST --tools FOLDER [--mien PROGRAM] [FILE ...]

    three      vertices of every animation, as three.js places them
    three_vrm  expressions of VRM files, alone and together, as three-vrm applies them;
               expressions and rotations of VRMA files, as three-vrm animates them
    exported   what mien export writes: no errors for the validator, and the same names
               and values for three.js and three-vrm as what it was made of

Skipped, with 77, without the large test data, node, or the packages that
scripts/install-deps puts into test/gltf/node_modules; MIEN_REQUIRE_DATA=1 makes that a
failure."""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from common import files_of, find_data, find_node, node
from exported import test_exported
from vrm import test_three_vrm


def test_three(tools, paths):
    find_node()
    paths = paths or files_of(find_data())
    with tempfile.TemporaryDirectory() as folder:
        node("three.mjs", "--times", 10, "--out", folder, *paths)  # what it does not read has no poses
        pairs = [part for i, path in enumerate(paths) for part in (f"{folder}/{i}.poses", str(path))]
        return subprocess.run([tools["compare"], *pairs], check=False).returncode


TESTS = {"three": test_three, "three_vrm": test_three_vrm, "exported": test_exported}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("test", choices=TESTS)
    parser.add_argument("--tools", type=Path, required=True, help="where the programs of tests are")
    parser.add_argument("--mien", type=Path, help="the program mien, for what is exported")
    parser.add_argument("files", nargs="*", type=Path)
    given = parser.parse_args()
    tools = {name: given.tools / f"gltf-{name}" for name in ("compare", "express", "sample")}
    tools["mien"] = given.mien
    sys.stdout.reconfigure(line_buffering=True)
    sys.exit(TESTS[given.test](tools, given.files))


main()
