# SPDX-License-Identifier: MIT
"""mien.hpp gives the hashes of C over the sample stages: test_golden.py WEB_TRUTH CPP_GOLDEN"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

truth, golden = sys.argv[1:]
frames = os.environ.get("MIEN_FRAMES", "8")
with tempfile.TemporaryDirectory() as folder:
    bundle = Path(folder) / "stages.mien"
    c, cpp = (subprocess.run([program, bundle, frames], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
              for program in (truth, golden))
for theirs, ours in zip(c, cpp):
    if theirs != ours:
        print(f"C gives {theirs}, C++ gives {ours}")
print(cpp[-1] if cpp else "nothing was played")
sys.exit(0 if c == cpp and len(c) > 5 else 1)
