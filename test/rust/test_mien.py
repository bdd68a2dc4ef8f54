# SPDX-License-Identifier: MIT
"""The safe Rust crate, its page and its example: test_mien.py SOURCE LIBRARY WEB_TRUTH CAST FOLDER"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import kit

source, library, truth, cast, folder = (Path(word).resolve() for word in sys.argv[1:])
copy = folder / "copy"  # cargo writes beside the manifest
shutil.rmtree(copy, ignore_errors=True)
shutil.copytree(source / "bindings/rust", copy / "bindings/rust")
(copy / "docs").mkdir()
page = (source / "docs/rust.md").read_text(encoding="utf-8")
(copy / "docs/rust.md").write_text(page, encoding="utf-8")
crate = copy / "bindings/rust/mien"
shutil.copy(cast / "cast.mien", crate)
stages = subprocess.run([truth, copy / "stages.mien", kit.FRAMES], stdout=subprocess.PIPE, text=True, check=True)
(copy / "stages.txt").write_text(stages.stdout, encoding="utf-8")
cargo = kit.Cargo(library, folder / "target", MIEN_STAGES=str(copy))


def try_page():
    """Follows "From nothing": the crate of the page prints what the page shows."""
    talk = copy / "talk"
    (talk / "src").mkdir(parents=True)
    shutil.copy(cast / "cast.mien", talk)
    head = '[package]\nname = "page"\nversion = "0.1.0"\nedition = "2021"\n\n'
    blocks = {kind: re.search(rf"^```{kind}\n(.*?)^```$", page, re.DOTALL | re.MULTILINE).group(1)
              for kind in ("toml", "rust", "text")}
    (talk / "Cargo.toml").write_text(head + blocks["toml"], encoding="utf-8")
    (talk / "src/main.rs").write_text(blocks["rust"], encoding="utf-8")
    printed = cargo(talk, "run")
    if printed != blocks["text"]:
        sys.exit(f"docs/rust.md: the program prints\n{printed}")


cargo(crate, "test")
cargo(crate, "build", "--no-default-features")
lines = cargo(crate, "run", "--example", "talk", "--", "cast.mien", "pip", "sentence.clip").splitlines()
if len(lines) < 28 or not lines[-1].startswith(" 2.8 s"):
    sys.exit(f"the example ends with {lines[-1:]}")
try_page()
if cargo.has("clippy"):
    cargo(crate, "clippy", "--all-targets", "--", "-D", "warnings")
print(f"passed with {cargo.version()}, {'with' if cargo.has('clippy') else 'without'} clippy")
