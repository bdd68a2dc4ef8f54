# SPDX-License-Identifier: MIT
"""Runs cargo for the tests of the crates; exits with 77, skipped, without one. MIEN_CARGO selects one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

FRAMES = os.environ.get("MIEN_FRAMES", "8")


class Cargo:
    def __init__(self, library, target, **environment):
        program = os.environ.get("MIEN_CARGO") or shutil.which("cargo")
        if program is None:
            print("skipped: no cargo")
            sys.exit(77)
        # The rustc beside the cargo, in a folder of its own: another version cannot use its files.
        path = f"{Path(program).parent}{os.pathsep}{os.environ['PATH']}"
        self.environment = {**os.environ, "PATH": path, "MIEN_LIBRARY_FOLDER": str(library.parent),
                            "LD_LIBRARY_PATH": str(library.parent), "RUSTFLAGS": "-D warnings", **environment}
        self.program, self.target = program, target

    def __call__(self, folder, command, *arguments):
        done = subprocess.run([self.program, command, "--offline", "--quiet", "--target-dir", self.target, *arguments],
                              cwd=folder, env=self.environment, stdout=subprocess.PIPE, text=True)
        if done.returncode != 0:
            print(done.stdout)
            sys.exit(f"cargo {command} {' '.join(arguments)} failed")
        return done.stdout

    def _succeeds(self, *arguments):
        return subprocess.run([self.program, *arguments], env=self.environment, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode == 0

    def has(self, command):
        return self._succeeds(command, "--version")

    def version(self):
        return subprocess.run(["rustc", "--version"], env=self.environment, stdout=subprocess.PIPE, text=True,
                              check=True).stdout.strip()
