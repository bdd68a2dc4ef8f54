# SPDX-License-Identifier: MIT
"""A wheel in a clean environment: its tag, its record, the examples of the page. test_wheel.py ROOT"""

import base64
import csv
import hashlib
import os
import subprocess
import sys
import sysconfig
import tempfile
import unittest
import zipfile
from pathlib import Path

ROOT = Path(sys.argv.pop())
CLEAN = {name: value for name, value in os.environ.items()
         if not name.startswith("PYTHON") and name != "MIEN_LIBRARY"}


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True, **options).stdout


def make(folder):
    run(sys.executable, ROOT / "scripts/wheel", "--library", os.environ["MIEN_LIBRARY"], "--output", folder)
    return next(folder.iterdir())


class Wheel(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name)
        self.wheel = make(self.folder / "wheels")

    def test_two_runs_give_the_same_bytes(self):
        self.assertEqual(make(self.folder / "again").read_bytes(), self.wheel.read_bytes())

    def test_the_record_lists_every_file(self):
        with zipfile.ZipFile(self.wheel) as archive:
            name = next(name for name in archive.namelist() if name.endswith("RECORD"))
            rows = {row[0]: row[1:] for row in csv.reader(archive.read(name).decode().splitlines())}
            self.assertEqual(set(rows), set(archive.namelist()))
            self.assertIn("mien/py.typed", rows)
            self.assertTrue(any(path.startswith("mien/lib/") for path in rows))
            for path, (digest, size) in rows.items():
                if path != name:
                    data = archive.read(path)
                    expected = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                    self.assertEqual((digest, size), (f"sha256={expected}", str(len(data))))

    def test_the_wheel_works_in_a_clean_environment(self):
        try:
            run(sys.executable, "-m", "pip", "--version")
            run(sys.executable, "-m", "venv", "--without-pip", self.folder / "venv")
        except subprocess.CalledProcessError:
            self.skipTest("needs pip and venv")
        python = self.folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
        run(sys.executable, "-m", "pip", "--python", python, "install", "--no-index", "--no-deps",
            "--disable-pip-version-check", self.wheel)
        where = run(python, "-c", "import mien; print(mien.__file__, mien._native.mien_version)", env=CLEAN, cwd=self.folder)
        self.assertIn(str(self.folder), where)
        said = run(python, "-B", ROOT / "test/python/test_docs.py", ROOT / "docs/python.md", env=CLEAN)
        self.assertIn(" 0 failed", said)

    def test_the_tag_is_that_of_the_platform(self):
        system = sysconfig.get_platform().replace("-", "_").replace(".", "_")  # linux_x86_64
        machine = system.partition("_")[2]
        self.assertRegex(self.wheel.name, rf"^mien-[\d.]+-py3-none-manylinux_2_\d+_{machine}\.whl$")

    def test_other_files_are_refused(self):
        other = self.folder / "other.so"
        other.write_bytes(b"nothing")
        done = subprocess.run([sys.executable, ROOT / "scripts/wheel", "--library", other], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("neither a Linux nor a Windows library", done.stderr)


unittest.main()
