# SPDX-License-Identifier: MIT
"""mypy --strict accepts the package, and finds exactly the mistakes of uses.py: test_types.py FOLDER"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

package, uses = Path(sys.argv[1]) / "mien", Path(__file__).with_name("uses.py")
program = shutil.which("mypy")
if program is None:
    print("skipped: no mypy")
    sys.exit(77)
done = subprocess.run([program, "--strict", "--cache-dir", os.devnull, "--no-error-summary", package, uses],
                      env={**os.environ, "MYPYPATH": sys.argv[1]}, capture_output=True, text=True)
lines = uses.read_text(encoding="utf-8").splitlines()
wanted = {number for number, line in enumerate(lines, 1) if line.endswith("# wrong")}
found = {int(match.group(1)) for match in re.finditer(r"uses\.py:(\d+): error", done.stdout)}
others = [line for line in done.stdout.splitlines() if "error" in line and "uses.py" not in line]
for line in others:
    print(line)
for number in sorted(wanted ^ found):
    print(f"{uses.name}:{number}: {'no error' if number in wanted else 'an error'}: {lines[number - 1].strip()}")
if done.returncode not in (0, 1):
    print(done.stderr)
print(f"{len(wanted)} mistakes, {len(wanted ^ found) + len(others)} differences")
sys.exit(1 if others or wanted != found or done.returncode not in (0, 1) else 0)
