# SPDX-License-Identifier: MIT
"""What archives with the Python package have in common: its files, its library and that library's
platform, and bytes that are the same every time."""

import re
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "bindings/python/mien"
LIBRARY = ROOT / "build/release/src/core/libmien.so"
ELF_MACHINES = {62: "x86_64", 183: "aarch64"}
PE_MACHINES = {0x8664: "win_amd64", 0xAA64: "win_arm64"}
# What any glibc system has; a wheel that needs more would not start elsewhere.
SYSTEM = re.compile(r"(libc\.so\.6|libm\.so\.6|libpthread\.so\.0|ld-linux-[\w-]+\.so\.[12])")


def version():
    """The version of the library."""
    return re.search(r"project\(mien VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


def read_elf(path):
    """Platform tag of a Linux library: its machine, and the oldest glibc that has all its symbols."""
    def readelf(option):
        return subprocess.run(["readelf", "-W", option, path], capture_output=True, text=True, check=True).stdout

    machine = ELF_MACHINES.get(struct.unpack_from("<H", path.read_bytes(), 18)[0])
    if machine is None:
        sys.exit(f"{path}: no tag for this machine")
    foreign = [name for name in re.findall(r"\(NEEDED\).*\[(.*)\]", readelf("-d")) if not SYSTEM.fullmatch(name)]
    if foreign:
        sys.exit(f"{path} needs {', '.join(foreign)}, which other systems may lack")
    # Only libraries of glibc have these; others, such as musl, have another tag.
    versions = [tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_([\d.]+)", readelf("-V"))]
    if not versions:
        sys.exit(f"{path} is not linked with glibc")
    newest = max(max(versions), (2, 5))
    return f"manylinux_{newest[0]}_{newest[1]}_{machine}", "libmien.so.0"


def read_pe(path):
    """Platform tag of a Windows library."""
    data = path.read_bytes()
    header = struct.unpack_from("<I", data, 0x3C)[0]
    machine = PE_MACHINES.get(struct.unpack_from("<H", data, header + 4)[0])
    if machine is None:
        sys.exit(f"{path}: no tag for this machine")
    return machine, "mien.dll"


def platform_of(path):
    start = path.read_bytes()[:4]
    if start == b"\x7fELF":
        return read_elf(path)
    if start[:2] == b"MZ":
        return read_pe(path)
    sys.exit(f"{path} is neither a Linux nor a Windows library")


def package(name, library):
    """Files of the package by path, with a library of this name."""
    files = {f"mien/{path.name}": path.read_bytes() for path in PACKAGE.iterdir() if path.suffix in (".py", ".typed")}
    return {**files, f"mien/lib/{name}": library.read_bytes()}


def write(path, files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
            entry.external_attr = (0o100755 if "/lib/" in name else 0o100644) << 16
            archive.writestr(entry, data)
