#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""workflow.py BUILD PAGE: every row of the page's table names a test of the build, and there are 51 rows."""

import re
import subprocess
import sys

build, page = sys.argv[1:]
listed = subprocess.run(["ctest", "-N"], cwd=build, text=True, capture_output=True, check=True).stdout
tests = set(re.findall(r"Test +#\d+: (\S+)", listed))
rows = re.findall(r"^\| ([123]) \| (.+?) \| .+ \| `(\S+)` \|$", open(page, encoding="utf-8").read(), re.M)
missing = [f"{step}: there is no test {test}" for _, step, test in rows if test not in tests]
print("\n".join(missing))
print(f"{len(rows)} steps, {len({test for _, _, test in rows})} tests, {len(missing)} missing")
sys.exit(len(rows) != 51 or bool(missing))
