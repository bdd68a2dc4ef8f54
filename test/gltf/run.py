#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that need programs of others: run.py TEST --tools FOLDER [--mien PROGRAM] [FILE ...]

    three      vertices of every animation, as three.js places them
    three_vrm  expressions of VRM files, alone and together, as three-vrm applies them;
               expressions and rotations of VRMA files, as three-vrm animates them
    written    everything that gltf.roundtrip writes: no errors for the validator
    exported   what mien export writes: no errors for the validator, and the same names
               and values for three.js and three-vrm as what it was made of

Skipped, with 77, without the large test data, node, or the packages that
scripts/install-deps puts into test/gltf/node_modules; MIEN_REQUIRE_DATA=1 makes that a
failure."""

import argparse
import json
import os
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


def test_written(tools, _):
    """Errors of sources stay where a file keeps them: two have some by nature. Images beside a file are not
    there, because nothing but the file is written."""
    find_node()
    find_data()
    inherited = {"ACCESSOR_WEIGHTS_NON_NORMALIZED", "SKIN_NO_COMMON_ROOT"}
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([tools["roundtrip"]], env={**os.environ, "MIEN_KEEP_WRITTEN": folder}, check=False,
                       stdout=subprocess.DEVNULL)  # what fails there is its own business
        paths = sorted(Path(folder).iterdir())
        errors = json.loads(node("validate.mjs", "--json", *paths).stdout)
    findings = [f"{Path(path).name}: {error}" for path, found in errors.items() for error in found
                if "IO_ERROR: Node Exception: Error: ENOENT" not in error and error.split(": ")[1] not in inherited]
    keeping = sum(any(error.split(": ")[1] in inherited for error in found) for found in errors.values())
    for finding in findings[:20]:
        print(finding)
    print(f"{len(paths)} files, {keeping} with errors of their sources, {len(findings)} findings")
    return 1 if findings or keeping > 6 or len(paths) < 300 else 0


TESTS = {"three": test_three, "written": test_written, "three_vrm": test_three_vrm, "exported": test_exported}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("test", choices=TESTS)
    parser.add_argument("--tools", type=Path, required=True, help="where the programs of tests are")
    parser.add_argument("--mien", type=Path, help="the program mien, for what is exported")
    parser.add_argument("files", nargs="*", type=Path)
    given = parser.parse_args()
    tools = {name: given.tools / f"gltf-{name}" for name in ("compare", "express", "sample")}
    tools |= {"mien": given.mien, "roundtrip": given.tools / "test_gltf_roundtrip"}
    sys.stdout.reconfigure(line_buffering=True)
    sys.exit(TESTS[given.test](tools, given.files))


main()
