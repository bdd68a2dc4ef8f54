#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs one test of the editor's interface on a display, a session bus and a home folder
of its own. Exit code 77: something that it needs is not there."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PYTHON = "/usr/bin/python3"  # the system's has gi


def start_display(folder):
    """An X server with an unused number, whose screen is a file in a folder."""
    read, write = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "2000x1200x24", "-nolisten",
                               "tcp", "-ac", "-noreset", "-fbdir", folder], pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as pipe:
        return server, ":" + pipe.readline().strip()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--studio", required=True)
    parser.add_argument("--mien", required=True)
    parser.add_argument("--output", required=True, help="folder for pictures")
    parser.add_argument("test")
    given = parser.parse_args()
    for tool in ("Xvfb", "dbus-run-session", "xdotool"):
        if not shutil.which(tool):
            print(f"{tool} is not there")
            return 77
    probe = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"
    if subprocess.run([PYTHON, "-c", probe], stderr=subprocess.DEVNULL, check=False).returncode != 0:
        print("gi with Atspi is not there")
        return 77
    with tempfile.TemporaryDirectory(prefix="mien-ui-") as home:
        kept = {key: value for key, value in os.environ.items()
                if not key.startswith(("XDG_", "DBUS_", "GTK_", "GDK_", "AT_SPI")) and key not in
                ("DISPLAY", "WAYLAND_DISPLAY")}
        runtime = Path(home) / "runtime"
        runtime.mkdir(mode=0o700)
        environment = dict(kept, HOME=home, XDG_RUNTIME_DIR=str(runtime), LC_ALL="C.UTF-8", TZ="UTC",
                           GSK_RENDERER="cairo", GDK_BACKEND="x11", NO_AT_BRIDGE="0",
                           GSETTINGS_BACKEND="memory", MIEN_STUDIO=given.studio, MIEN=given.mien,
                           MIEN_UI_OUTPUT=given.output, PYTHONPATH=str(Path(__file__).parent),
                           PYTHONDONTWRITEBYTECODE="1",
                           ASAN_OPTIONS="detect_leaks=0")  # libraries keep what lives as long as the program
        server, display = start_display(str(runtime))
        try:
            environment["DISPLAY"] = display
            command = ["dbus-run-session", "--", PYTHON, given.test]
            return subprocess.run(command, env=environment, check=False).returncode
        finally:
            server.terminate()
            server.wait()


sys.exit(main())
