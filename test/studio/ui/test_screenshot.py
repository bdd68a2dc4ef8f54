# SPDX-License-Identifier: MIT
"""--screenshot writes pictures of the size that was asked for, in both styles, with a face
in them."""

import subprocess
from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")
kit.OUTPUT.mkdir(parents=True, exist_ok=True)
for size in ("1280x800", "1920x1080"):
    for style in ("light", "dark"):
        for name, arguments in (("welcome", []), ("project", ["--project", project])):
            file = kit.OUTPUT / f"{name}-{size}-{style}.png"
            command = [kit.PROGRAM, "--screenshot", file, "--size", size, f"--{style}", *arguments]
            done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=120, check=False)
            assert done.returncode == 0, done.stderr
            said = [line for line in done.stderr.splitlines()
                    if any(word in line for word in kit.COMPLAINTS) and not any(word in line for word in kit.HARMLESS)]
            assert not said, said
            assert kit.png_size(file) == tuple(map(int, size.split("x"))), (file, kit.png_size(file))
            assert file.stat().st_size > 30000, f"{file} is nearly empty"
