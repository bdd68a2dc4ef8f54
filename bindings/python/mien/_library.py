# SPDX-License-Identifier: MIT
"""Finds and loads libmien."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path
from typing import Any

NAMES = {"win32": "mien.dll", "darwin": "libmien.0.dylib"}


def candidates() -> list[str]:
    """Where the library may be: MIEN_LIBRARY alone, or the package's own, then the system's."""
    given = os.environ.get("MIEN_LIBRARY")
    if given:
        return [given]
    name = NAMES.get(sys.platform, "libmien.so.0")
    own = Path(__file__).with_name("lib") / name
    return [str(own)] if own.exists() else [name]


def load() -> ctypes.CDLL:
    path = candidates()[0]
    try:
        return ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(f"cannot load libmien from {path}: {error}. Install libmien, or set MIEN_LIBRARY to the path "
                          "of the library.") from error


library = load()


def bind(name: str, result: Any, *parameters: Any) -> Any:
    """A function of the library with its types."""
    try:
        function = getattr(library, name)
    except AttributeError as error:
        raise ImportError(f"{library._name} lacks {name}: it is another version than this package") from error
    function.restype, function.argtypes = result, parameters
    return function
