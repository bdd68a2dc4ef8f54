# SPDX-License-Identifier: MIT
"""What the tests of the Python package share. With MIEN_WITHOUT_NUMPY they run as if there were no numpy."""

import os
import sys
from pathlib import Path

if "MIEN_WITHOUT_NUMPY" in os.environ:
    sys.modules["numpy"] = None

import mien  # noqa: E402

CAST = Path(os.environ["MIEN_TEST_CAST"])  # made by make_cast.py
HAS_NUMPY = sys.modules.get("numpy") is not None  # which mien imports if it can


def bundle():
    return mien.Bundle(CAST / "cast.mien")


def face(of, **options):
    return mien.Actor.load(of, skeleton="ada.skeleton", mesh="pip.mesh", poses="pip.poses", **options)
