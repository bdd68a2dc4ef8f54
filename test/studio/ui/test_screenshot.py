# SPDX-License-Identifier: MIT
"""--screenshot writes pictures of the size that was asked for, in both styles and in high
contrast, with what was asked for in them; what is not there ends with a reason."""

import subprocess
from pathlib import Path

import kit

project = kit.sample(Path(kit.os.environ["HOME"]) / "cast")
kit.OUTPUT.mkdir(parents=True, exist_ok=True)


def shoot(name, size, *arguments):
    file = kit.OUTPUT / f"{name}.png"
    command = [kit.PROGRAM, "--screenshot", file, "--size", size, *arguments]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=120, check=False)
    said = [line for line in done.stderr.splitlines()
            if any(word in line for word in kit.COMPLAINTS) and not any(word in line for word in kit.HARMLESS)]
    assert not said, said
    assert kit.png_size(file) == tuple(map(int, size.split("x"))), (file, kit.png_size(file))
    assert file.stat().st_size > 30000, f"{file} is nearly empty"
    return done, file.read_bytes()


plain = {}
for name, size, style, arguments in (
        ("welcome-1280x800-light", "1280x800", "light", []),
        ("welcome-1920x1080-dark", "1920x1080", "dark", []),
        ("project-1280x800-light", "1280x800", "light", ["--project", project]),
        ("project-1920x1080-dark", "1920x1080", "dark", ["--project", project]),
        ("project-contrast", "1280x800", "light", ["--project", project, "--contrast", "high"]),
        ("project-set", "1280x800", "light",
         ["--project", project, "--document", "ada.poses.json", "--select", "jawOpen", "--weights", "jawOpen=.6", "--clip",
          "sentence", "--time", "1.2", "--action", "viewport.side", "--action", "viewport.bones"])):
    done, plain[name] = shoot(name, size, "--style", style, *arguments)
    assert done.returncode == 0, done.stderr
assert len(set(plain.values())) == len(plain), "pictures that should differ are the same"

# As a file manager opens it: an asset, in the project around it, or mien.json.
done, asset = shoot("asset", "1280x800", "--style", "light", project / "pip.character.json")
assert done.returncode == 0 and asset != plain["project-1280x800-light"], done.stderr
for name, arguments in (("asset-named", ["--project", project, "--document", "pip.character.json"]),
                        ("asset-remembered", [project / "mien.json"])):
    done, again = shoot(name, "1280x800", "--style", "light", *arguments)
    assert done.returncode == 0 and again == asset, f"{name} differs: {done.stderr}"

done, _ = shoot("project-wrong", "1280x800", "--project", project, "--clip", "no-such-clip", "--action", "win.undo")
assert done.returncode == 1 and "no-such-clip" in done.stderr and "win.undo is not available" in done.stderr, done.stderr
