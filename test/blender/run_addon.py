#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the Blender add-on in every Blender there is: run_addon.py --mien PROGRAM --library FILE

Blenders are the program `blender`, and Pythons with the module bpy: --bpy PYTHON, any number of
times. --install FOLDER installs bpy of several versions there first, once, about 1 GB each; needs
the network and, for newer ones, newer Pythons. --small takes seconds instead of minutes.
MakeHuman heads need MIEN_TEST_DATA. Without any Blender it is skipped, with 77."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SKIPPED = 77
#: Versions of bpy, and the Python that each is for.
VERSIONS = (("4.2.23", "python3.11"), ("4.5.15", "python3.11"), ("5.0.1", "python3.11"), ("5.2.3", "python3.13"))


def install(folder):
    """Environments with bpy; those that cannot be installed are named."""
    for version, python in VERSIONS:
        place = folder / version
        if not (place / "done").exists():
            made = subprocess.run([python, "-m", "venv", place], check=False).returncode == 0 if shutil.which(python) else False
            if not made or subprocess.run([place / "bin/pip", "-q", "install", f"bpy=={version}"], check=False).returncode != 0:
                print(f"not installed: bpy {version} for {python}")
                continue
            (place / "done").touch()
        yield place / "bin/python"


def make_files(mien, work, library):
    subprocess.run([mien, "sample", "cast", "-q", work / "cast"], check=True)
    subprocess.run([ROOT / "scripts/blender-addon", "--library", library, "--output", work], check=True)
    archive = next(work.glob("*.zip"))
    with zipfile.ZipFile(archive) as files:
        files.extractall(work / "addon")
    heads = Path(os.environ.get("MIEN_TEST_DATA", "/nonexistent")) / "makehuman-derived"
    if heads.exists():
        shutil.copytree(heads, work / "heads")
        subprocess.run([mien, "init", "-q", "."], cwd=work / "heads", check=True)
        subprocess.run([mien, "import", "-q", *sorted(path.name for path in heads.glob("*.glb"))], cwd=work / "heads",
                       check=True)
    return archive


def run(command, work, log):
    """Runs the checks in one Blender. Returns whether they passed."""
    # A Blender of the system takes the first Python on the path for its own.
    path = f"{Path(shutil.which(command[0])).parent}{os.pathsep}{os.environ['PATH']}"
    home = tempfile.mkdtemp(dir=work)
    begin = time.monotonic()
    with log.open("w") as out:
        code = subprocess.run(command, stdout=out, stderr=out, check=False, env={**os.environ, "PATH": path, "HOME": home}).returncode
    text = log.read_text(errors="replace")
    shown = [line for line in text.splitlines() if line.startswith(("  ", "addon:"))] if code == 0 else [text[-4000:]]
    print("\n".join(shown), f"\n{'passed' if code == 0 else 'FAILED'} in {time.monotonic() - begin:.0f} s", flush=True)
    return code == 0 and "checks passed" in text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mien", type=Path, required=True)
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--bpy", action="append", default=[], help="a Python with the module bpy")
    parser.add_argument("--install", type=Path)
    parser.add_argument("--small", action="store_true")
    given = parser.parse_args()
    pythons = given.bpy + [str(python) for python in (install(given.install.resolve()) if given.install else ())]
    script = HERE / "addon.py"
    commands = [[python, str(script)] for python in pythons]
    if shutil.which("blender"):
        commands.insert(0, ["blender", "-b", "--factory-startup", "--python-exit-code", "3", "--python", str(script)])
    if not commands:
        print("skipped: there is no Blender\nblender addon: 0 passed, 0 failed, 1 skipped")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory(prefix="mien-addon-") as folder:
        work = Path(folder)
        archive = make_files(given.mien, work, given.library)
        words = ["--", "--addon", work / "addon", "--zip", archive, "--mien", given.mien, "--work", work]
        words += ["--small"] if given.small else []
        passed = [run([*command, *map(str, words)], work, work / "blender.log") for command in commands]
    print(f"blender addon: {sum(passed)} passed, {len(passed) - sum(passed)} failed, 0 skipped")
    sys.exit(not all(passed))


main()
