# SPDX-License-Identifier: MIT
"""What scripts that try builds out have in common: a table, and hard ends."""

import os
import signal
from pathlib import Path

SKIPPED = 77
rows, faults = [], []


def row(what, value, is_good=True, wanted=""):
    """One line of the table; what is not good is a fault."""
    rows.append(what)
    if not is_good:
        faults.append(what)
    end = "" if is_good else f"NOT SO: {wanted}"
    print(f"{what:<46} {value:<34} {end}".rstrip(), flush=True)


def close(name):
    """The closing line; returns how the script ends."""
    print(f"{name}: {len(rows)} rows, {len(faults)} faults")
    return 1 if faults else 0


def processes_of(session):
    """All processes of a session that the script began."""
    found = []
    for path in Path("/proc").iterdir():
        if path.name.isdigit():
            try:
                if os.getsid(int(path.name)) == session:
                    found.append(int(path.name))
            except (ProcessLookupError, PermissionError):
                pass
    return found


def kill_hard(child, is_alone):
    """Ends a build without any chance to clean up: all of it, or its head alone."""
    for _ in range(1 if is_alone else 20):
        victims = [child.pid] if is_alone else processes_of(child.pid)
        for pid in victims:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        if is_alone or not [pid for pid in processes_of(child.pid) if pid != child.pid]:
            break
    child.wait()
