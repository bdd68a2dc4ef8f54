# SPDX-License-Identifier: MIT
"""What the tests against other programs share."""

import json
import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SETS = ["khronos", "gltf-asset-generator", "threejs", "vrm", "ict-facekit", "makehuman-derived"]
ENDS = (".gltf", ".glb", ".vrm", ".vrma")


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(1 if os.environ.get("MIEN_REQUIRE_DATA") == "1" else 77)


def find_data():
    """The folder of the large test data, found as test/support/check.h finds it."""
    given = os.environ.get("MIEN_TEST_DATA")
    places = [Path(given)] if given else [Path("../" * up + "shared/data") for up in range(1, 5)]
    for place in places:
        if (place / "SHA256SUMS").is_file():
            return place
    return skip("no test data")


def find_node():
    node = shutil.which("node")
    if node is None:
        skip("no node")
    if not (HERE / "node_modules/three").is_dir():
        skip("no packages: run scripts/install-deps")
    return node


def node(script, *arguments):
    """Runs a script in node; its standard error is for people."""
    return subprocess.run([find_node(), HERE / script, *map(str, arguments)], stdout=subprocess.PIPE, check=False)


def files_of(data):
    paths = [path for name in SETS for path in sorted((data / name).rglob("*")) if path.suffix in ENDS]
    if not paths:
        skip("no glTF files in the test data")
    return paths


def json_of(path):
    """The JSON of a .gltf, or of a file of the binary form."""
    data = path.read_bytes()
    if data[:4] == b"glTF":
        size = struct.unpack_from("<I", data, 12)[0]
        data = data[20:20 + size]
    return json.loads(data)


def run(command):
    """What a program prints; the test ends with what it complains of if it fails."""
    result = subprocess.run(list(map(str, command)), capture_output=True, encoding="utf-8", check=False)
    if result.returncode != 0:
        sys.exit(f"{result.stdout}{result.stderr}failed: {' '.join(map(str, command))}")
    return result.stdout
