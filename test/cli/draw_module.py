#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The program draws by a module that it loads, and does all else without one.

  draw_module.py MIEN MODULE OTHER     the program, its module, a module of another version

Copies of the program show what it reports if the module is missing or has another version, and
that only the installation decides what is loaded."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# What readers and the catalogue need. libm is there for SQLite.
MAY_NEED = {"libc", "libm", "libz", "libpng16", "libjpeg", "libsqlite3"}
failed = []


def check(is_fine, what):
    if not is_fine:
        failed.append(what)


def run(program, *words, **more):
    return subprocess.run([program, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, **more)


def needed(file):
    """The libraries that a file names, without versions."""
    lines = run("readelf", "-d", file).stdout.splitlines()
    return {line.split("[")[1].split(".so")[0] for line in lines if "(NEEDED)" in line}


def loaded(file):
    """The same with all that those need."""
    lines = run("ldd", file).stdout.splitlines()
    names = {Path(line.split()[0]).name.split(".so")[0] for line in lines}
    return names - {"linux-vdso", "linux-gate", "ld-linux-x86-64", "ld-linux-aarch64"}


def main(mien, module, other):
    mien, module = Path(mien).resolve(), Path(module).resolve()
    place = Path(os.path.relpath(module, mien.parent))  # from the program's folder
    work = Path(tempfile.mkdtemp())
    copy, at = work / "bin/mien", work / "bin" / place
    copy.parent.mkdir()
    shutil.copy(mien, copy)

    check(needed(mien) <= MAY_NEED, f"mien needs {needed(mien) - MAY_NEED}")
    check(loaded(mien) <= MAY_NEED, f"mien loads {loaded(mien) - MAY_NEED}")
    check("libc" in needed(mien) & loaded(mien), "readelf and ldd say something")
    check("libepoxy" in needed(module), "the module is what draws")

    # Without a module. A project has files of its name wherever one could think of.
    project = work / "project"
    project.mkdir()
    for folder in (project, project / "mien", project / "lib", copy.parent):
        folder.mkdir(exist_ok=True)
        shutil.copy(module, folder / "mien-draw.so")
    search = dict(os.environ, LD_LIBRARY_PATH=f"{project}:{project}/lib", PWD=str(project), MIEN_DRAW=str(module))
    for words in (["render", "x.character.json", "-o", "x.png"], ["sheet", "x.character.json", "-o", "x.png"],
                  ["filmstrip", "x.character.json", "--clip", "x.clip.json", "-o", "x.png"],
                  ["video", "x.character.json", "--clip", "x.clip.json", "-o", "x"],
                  ["turntable", "x.character.json", "-o", "x"]):
        said = run(copy, *words, cwd=project, env=search)
        check(said.returncode == 3 and "Rendering needs the package mien-draw: install it." in said.stderr,
              f"without a module, {words[0]}: {said.returncode} {said.stderr}")
    said = run(copy, "render", "x", "-o", "x.png", "--json", cwd=project)
    check('"status": "input"' in said.stderr, f"as JSON: {said.stderr}")
    check(run(copy, "sample", "cast", "cast", cwd=work).returncode == 0, "all else works without it")
    clip = next((work / "cast").rglob("*.clip.json"))
    said = run(copy, "plot", clip, "-o", "x.png", cwd=work / "cast")
    check(said.returncode == 3 and "Or write .svg, which needs no package." in said.stderr, f"plot: {said.stderr}")
    check(run(copy, "plot", clip, "-o", "x.svg", cwd=work / "cast").returncode == 0, "SVG needs no module")

    # With another one.
    at.parent.mkdir(parents=True)
    shutil.copy(other, at)
    said = run(copy, "render", "x", "-o", "x.png", cwd=project)
    check(said.returncode == 3 and "has version 0.0.0-other" in said.stderr, f"another version: {said.stderr}")
    at.write_bytes(b"no module")
    said = run(copy, "render", "x", "-o", "x.png", cwd=project)
    check(said.returncode == 3 and "Cannot load the renderer" in said.stderr, f"no module at all: {said.stderr}")

    # With its own: drawing is tried, and fails by what is drawn or by a machine that cannot.
    shutil.copy(module, at)
    said = run(copy, "render", "x.character.json", "-o", "x.png", "--verbose", cwd=project)
    check("mien-draw.so: loaded" in said.stderr, f"its own module: {said.stderr}")
    shutil.rmtree(work)
    for what in failed:
        print(f"draw_module: {what.strip()}", file=sys.stderr)
    print(f"draw_module: {len(failed)} of the checks failed" if failed else "draw_module: fine")
    return 1 if failed else 0


sys.exit(main(*sys.argv[1:]))
