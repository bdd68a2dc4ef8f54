#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""wrong_lines.py PROGRAM: every line of wrong-lines.txt ends with 2 or 3 and answers in one or two lines, which have
the suggestion that the table expects and no internals."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
INTERNALS = re.compile(r"\w\[\d+\]|mieni_|MIEN_ERROR|\.[ch]:\d|errno|0x[0-9a-f]{4}")
FIXTURE = """
mkdir empty project && cd project && mien init -q . && touch ada.txt
python3 "$HERE/make_gltf.py" --poses Rest,smile,jawOpen > ada.glb && mien import -q --no-warnings ada.glb
printf 'time,smile\\n0,0\\n1,1\\n' > take.csv && mien import -q --no-warnings take.csv --skeleton ada --preview ada
mien graph create -q ada --skeleton ada --poses ada && mien character create -q ada --mesh ada --graph ada && mkdir empty
"""


def wrong(run, wanted):
    lines = run.stderr.strip().splitlines()
    if run.returncode not in (2, 3):
        return f"ends with {run.returncode}"
    if not 1 <= len(lines) <= 2:
        return f"has {len(lines)} lines"
    if wanted not in run.stderr:
        return f"does not say “{wanted}”"
    return "has internals" if INTERNALS.search(run.stderr) else None


def main(program):
    rows = [line.split(" => ") for line in (HERE / "wrong-lines.txt").read_text(encoding="utf-8").splitlines()
            if line and not line.startswith("#")]
    environment = {**os.environ, "HERE": str(HERE), "LC_ALL": "C",
                   "PATH": f"{pathlib.Path(program).resolve().parent}:{os.environ['PATH']}"}
    findings = 0
    with tempfile.TemporaryDirectory() as work:
        subprocess.run(["bash", "-ec", FIXTURE], cwd=work, env=environment, check=True)
        for line, wanted in rows:
            folder = work if line.startswith("cd ") else f"{work}/project"
            run = subprocess.run(["bash", "-c", line], cwd=folder, env=environment, capture_output=True, text=True, check=False)
            reason = wrong(run, wanted)
            if reason:
                findings += 1
                print(f"{line}\n    {reason}:\n    " + run.stderr.strip().replace("\n", "\n    "))
    print(f"wrong-lines: {len(rows)} lines, {findings} findings")
    return findings > 0


sys.exit(main(*sys.argv[1:]))
