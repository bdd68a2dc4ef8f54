# SPDX-License-Identifier: MIT
"""mien-sys has the layouts of the compiler, and calls the library: test_sys.py CRATE LIBRARY LAYOUTS FOLDER"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

crate, library, layouts, folder = (Path(word).resolve() for word in sys.argv[1:])
if shutil.which("cargo") is None:
    print("skipped: no cargo")
    sys.exit(77)
copy = folder / "mien-sys"  # cargo writes beside the manifest
shutil.rmtree(copy, ignore_errors=True)
shutil.copytree(crate, copy)
environment = {**os.environ, "MIEN_LIBRARY_FOLDER": str(library.parent), "LD_LIBRARY_PATH": str(library.parent),
               "RUSTFLAGS": "-D warnings"}


def cargo(*arguments):
    done = subprocess.run(["cargo", *arguments, "--offline", "--quiet", "--target-dir", folder / "target"], cwd=copy,
                          env=environment, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        print(done.stdout)
        sys.exit(f"cargo {arguments[0]} failed")
    return done.stdout


cargo("test", "--test", "calls")
rust = cargo("run", "--example", "layouts").splitlines()
c = subprocess.run([layouts], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
for ours, theirs in zip(rust, c):
    if ours != theirs:
        print(f"Rust has {ours}, C has {theirs}")
print(f"{len(rust)} layouts and values in Rust, {len(c)} in C")
sys.exit(0 if rust == c and len(c) > 400 else 1)
