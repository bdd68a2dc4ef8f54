# SPDX-License-Identifier: MIT
"""Structs, enums and constants of mien._native are those of the compiler."""

import ctypes
import os
import subprocess
import unittest

import kit  # noqa: F401
from mien import _native


class Layouts(unittest.TestCase):
    def test_layouts_are_those_of_the_compiler(self):
        lines = subprocess.run([os.environ["MIEN_API_LAYOUTS"]], capture_output=True, text=True, check=True).stdout
        values = {value_name(kind, value): value.value for kind in vars(_native).values()
                  if isinstance(kind, type) and issubclass(kind, _native.enum.IntEnum) and kind.__name__.startswith("Mien")
                  for value in kind}
        count = 0
        for line in lines.splitlines():
            name, *numbers = line.split()
            count += 1
            struct, _, field = name.partition(".")
            if not struct.startswith("Mien"):
                self.assertEqual(str(values.get(name, getattr(_native, name, None))), numbers[0], name)
            elif field:
                described = getattr(getattr(_native, struct), field)
                self.assertEqual([described.offset, described.size], [int(number) for number in numbers], name)
            else:
                self.assertEqual(ctypes.sizeof(getattr(_native, struct)), int(numbers[1]), name)
        self.assertGreater(count, 400)


def value_name(kind, value):
    """The C name of a value, by the ends of names that are unique among all enums."""
    prefixes = {"MienStatus": "MIEN_", "MienFindingKind": "MIEN_FINDING_", "MienIsa": "MIEN_ISA_",
                "MienPackKind": "MIEN_PACK_", "MienGraphValueType": "MIEN_GRAPH_", "MienPoseLayout": "MIEN_LAYOUT_",
                "MienLifeEventKind": "MIEN_LIFE_"}
    return prefixes[kind.__name__] + value.name


unittest.main()
