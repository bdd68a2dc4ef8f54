# SPDX-License-Identifier: MIT
"""What the checks share: the files of the project, and the closing line."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def project_files(*suffixes):
    """Every file that is or would be under version control, sorted, relative to ROOT."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True)
    if listing.returncode == 0:
        paths = [Path(name) for name in listing.stdout.split("\0") if name]
    else:  # An unpacked archive.
        paths = []
        for folder, folders, names in os.walk(ROOT):
            folders[:] = [name for name in folders if name not in ("node_modules", ".git")
                          and Path(folder, name) != ROOT / "build"]
            paths += [Path(folder, name).relative_to(ROOT) for name in names]
    return sorted({path for path in paths
                   if (not suffixes or path.suffix in suffixes) and (ROOT / path).is_file()})


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def finish(name, looked_at, findings, looked=None):
    """Prints the findings and what was looked at; ends the program."""
    for finding in findings:
        print(f"{name}: {finding}")
    print(f"{name}: {looked or f'{looked_at} files'}, {len(findings)} findings")
    if looked_at == 0:
        print(f"{name}: looked at nothing, which cannot be right")
    sys.exit(1 if findings or looked_at == 0 else 0)
