#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds a face in Blender, exports it as FBX and glTF, imports both and compares their
poses with what Blender shows and with each other: run.py --mien PROGRAM --compare PROGRAM

--keep FOLDER leaves the project there. Skipped, with 77, without Blender or the numpy
that its exporter needs."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
SKIPPED = 77


def skip(reason):
    print(f"skipped: {reason}\nblender: 0 passed, 0 failed, 1 skipped")
    sys.exit(SKIPPED)


def make_files(folder):
    log = folder / "blender.log"
    # Blender takes the first Python on the path for its own; its packages are beside itself.
    path = f"{Path(shutil.which('blender')).parent}{os.pathsep}{os.environ['PATH']}"
    begin = time.monotonic()
    with log.open("w") as out:
        code = subprocess.run(["blender", "-b", "--factory-startup", "--python-exit-code", "3", "--python",
                               HERE / "face.py", "--", folder], stdout=out, stderr=out, check=False,
                              env={**os.environ, "PATH": path}).returncode
    text = log.read_text(errors="replace")
    if "No module named 'numpy'" in text:
        skip("there is no numpy for Blender's exporter")
    if code != 0 or not all((folder / name).exists() for name in ("face.fbx", "plain.fbx", "face.glb", "truth.bin")):
        sys.exit(f"{text[-3000:]}\nblender: the face could not be built, exit {code}")
    print(f"built and exported in {time.monotonic() - begin:.1f} s", flush=True)


def import_files(mien, folder):
    def run(*words):
        done = subprocess.run([mien, *words], cwd=folder, text=True, capture_output=True, check=False)
        print("$ mien", *words, f"\n{done.stdout}{done.stderr}", end="", flush=True)
        if done.returncode != 0:
            sys.exit(f"blender: mien ended with {done.returncode}")
        return done.stdout

    run("init")
    run("import", "face.fbx", "--name", "fbx")
    # The same bones, hanging alike: the skeleton is shared. Names of poses come with the file.
    printed = run("import", "face.glb", "--name", "glb")
    if "glb.poses.json: created, 10 poses" not in printed or (folder / "glb.skeleton.json").exists():
        sys.exit("blender: the glTF file gives no poses, or another skeleton")
    run("import", "plain.fbx", "--name", "plain", "--new-skeleton")
    for name, file in (("fbx", "face.fbx"), ("plain", "plain.fbx")):  # FBX carries no markers
        run("poses", "create", name, "--from", file, "--skeleton", name, "--mesh", name, "--names", "names.txt",
            "--additive", "--base", "neutral")
    run("lint")
    run("build")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mien", required=True, type=Path)
    parser.add_argument("--compare", required=True, type=Path)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    if shutil.which("blender") is None:
        skip("there is no Blender")
    with tempfile.TemporaryDirectory(prefix="mien-blender-") as temporary:
        folder = options.keep.resolve() if options.keep else Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        make_files(folder)
        import_files(options.mien.resolve(), folder)
        code = subprocess.run([options.compare.resolve(), folder, "fbx=fbx", "glb=fbx", "plain=plain"],
                              check=False).returncode
    print(f"blender: {int(code == 0)} passed, {int(code != 0)} failed, 0 skipped")
    return 1 if code else 0


sys.exit(main())
