# SPDX-License-Identifier: MIT
"""mien-sys has the layouts of the compiler, and calls the library: test_sys.py CRATE LIBRARY LAYOUTS FOLDER"""

import shutil
import subprocess
import sys
from pathlib import Path

import kit

crate, library, layouts, folder = (Path(word).resolve() for word in sys.argv[1:])
copy = folder / "mien-sys"  # cargo writes beside the manifest
shutil.rmtree(copy, ignore_errors=True)
shutil.copytree(crate, copy)
cargo = kit.Cargo(library, folder / "target")
cargo(copy, "test", "--test", "calls")
rust = cargo(copy, "run", "--example", "layouts").splitlines()
c = subprocess.run([layouts], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
for ours, theirs in zip(rust, c):
    if ours != theirs:
        print(f"Rust has {ours}, C has {theirs}")
print(f"{len(rust)} layouts and values in Rust, {len(c)} in C")
sys.exit(0 if rust == c and len(c) > 400 else 1)
