# SPDX-License-Identifier: MIT
"""Makes the bundle that tests and pages of the Python package use: make_cast.py PROGRAM FOLDER"""

import shutil
import subprocess
import sys
from pathlib import Path

program, folder = sys.argv[1], Path(sys.argv[2])
shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)
subprocess.run([program, "sample", "cast", folder / "cast"], check=True, stdout=subprocess.DEVNULL)
subprocess.run([program, "bundle", "-C", folder / "cast", "ada.character.json", "pip.character.json", "sentence.clip.json",
                "-o", folder / "cast.mien"], check=True, stdout=subprocess.DEVNULL)
