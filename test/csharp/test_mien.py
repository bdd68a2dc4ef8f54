# SPDX-License-Identifier: MIT
"""The C# package and its page, by Mono: test_mien.py SOURCE LIBRARY WEB_TRUTH LAYOUTS CAST FOLDER"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

source, library, truth, layouts, cast, folder = (Path(word).resolve() for word in sys.argv[1:])
if shutil.which("mcs") is None or shutil.which("mono") is None:
    print("skipped: no mcs or mono")
    sys.exit(77)
shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)
shutil.copy(cast / "cast.mien", folder)
package = sorted((source / "bindings/csharp/Mien").glob("*.cs"))
environment = {**os.environ, "LD_LIBRARY_PATH": str(library.parent)}


def run(*words):
    done = subprocess.run(words, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        print(done.stdout)
        sys.exit(f"{words[0]} {words[-1]} failed")
    return done.stdout


def compile_program(name, *files):
    run("mcs", "-langversion:latest", "-unsafe", "-warnaserror", f"-out:{name}", *files)


def compare(what, ours, theirs):
    for mine, other in zip(ours.splitlines(), theirs.splitlines()):
        if mine != other:
            print(f"C# has {mine}, expected {other}")
    if ours != theirs or not ours:
        sys.exit(f"{what} differ")


def try_page():
    page = (source / "docs/csharp.md").read_text(encoding="utf-8")
    program, text = (re.search(rf"^```{kind}\n(.*?)^```$", page, re.DOTALL | re.MULTILINE).group(1)
                     for kind in ("csharp", "text"))
    (folder / "Talk.cs").write_text(program, encoding="utf-8")
    compile_program("Talk.exe", "Talk.cs", *package)
    compare("lines of docs/csharp.md", run("mono", "Talk.exe"), text)


def check_assets():
    """Everything that Unity imports has a .meta, with an identifier of its own."""
    root, guids = source / "bindings/csharp", set()
    paths = [path for path in root.rglob("*") if "~" not in str(path.relative_to(root)) and path.suffix not in (".meta", ".pyc")
             and path.name != "__pycache__"]
    for path in paths:
        guids.add(re.search(r"guid: ([0-9a-f]{32})", Path(f"{path}.meta").read_text(encoding="utf-8")).group(1))
    if len(guids) != len(paths):
        sys.exit("two assets have one identifier")


run("mcs", "-langversion:latest", "-unsafe", "-warnaserror", "-target:library", "-out:Mien.dll", *package)
compile_program("Tests.exe", "-r:Mien.dll", source / "bindings/csharp/Tests~/Layouts.cs", source / "test/csharp/Tests.cs")
compare("layouts", run("mono", "Tests.exe", "layouts"), run(layouts))
run("mono", "Tests.exe", "runtime", "cast.mien")
frames = os.environ.get("MIEN_FRAMES", "8")
expected = run(truth, "stages.mien", frames)
hashes = run("mono", "Tests.exe", "golden", "stages.mien", frames)
compare("hashes", hashes, expected)
try_page()
compile_program("UnityTests.exe", "-r:Mien.dll", *sorted((source / "bindings/csharp/Unity").glob("*.cs")),
                source / "test/csharp/UnityStubs.cs", source / "test/csharp/UnityTests.cs")
run("mono", "UnityTests.exe", "cast.mien")
check_assets()
print(hashes.splitlines()[-1])
