# SPDX-License-Identifier: MIT
"""Writes the low-level layer of the Python package from the description.

mien/_native.py has the C API as ctypes: pointers in structs and results are addresses (int or
None), strings are bytes, pointers to structs in parameters take byref() or an array.
mien/_records.py has structs that functions return as typed, frozen Python values."""

import keyword
import os
import re
import textwrap

PLAIN = {"bool": ("c_bool", "bool"), "char": ("c_char", "bytes"), "int": ("c_int", "int"), "float": ("c_float", "float"),
         "double": ("c_double", "float"), "size_t": ("c_size_t", "int"), "uint8_t": ("c_uint8", "int"),
         "uint16_t": ("c_uint16", "int"), "uint32_t": ("c_uint32", "int"), "uint64_t": ("c_uint64", "int")}

START = '''# SPDX-License-Identifier: MIT
# Generated from include/mien by scripts/checks/bindings --fix: do not edit.
"""The C API of libmien: its constants, structs and functions, as ctypes."""

from __future__ import annotations

import ctypes
import enum
from ctypes import CFUNCTYPE, POINTER
from ctypes import c_bool, c_char, c_char_p, c_double, c_float, c_int, c_size_t, c_uint8, c_uint16, c_uint32, c_uint64
from ctypes import c_void_p
from typing import Any, Callable, Optional

from ._library import bind

'''

# Structs that become Python values, and those they contain.
RECORDS = ["MienVec3", "MienMatrix34", "MienFinding", "MienPackInfo", "MienPoseAssetInfo", "MienPoseInfo", "MienDrivenPose",
           "MienClipInfo", "MienClipEvent", "MienMeshInfo", "MienSubmesh", "MienMeshMaterial", "MienMeshJoint",
           "MienGraphInfo", "MienGraphNodeInfo", "MienGraphParameter", "MienGraphAssetSlot", "MienGraphDriverInfo",
           "MienGraphEvent"]
RECORDS_START = '''# SPDX-License-Identifier: MIT
# Generated from include/mien by scripts/checks/bindings --fix: do not edit.
"""Structs that functions of libmien return, as Python values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

from . import _native as c
'''


def short(name):
    return name[len("Mien"):]


def attribute(name):
    """A field's name in Python: lambda is lambda_."""
    return f"{name}_" if keyword.iskeyword(name) else name


class Generator:
    def __init__(self, api):
        self.api = api
        self.enums = {row["name"] for row in api["enums"]}
        self.structs = {row["name"] for row in api["structs"]}
        self.handles = {row["name"] for row in api["handles"]}

    def split(self, type_):
        """The base of a type and its number of pointers."""
        return re.sub(r"\bconst\b|[* ]", "", type_), type_.count("*")

    def value(self, type_):
        """(ctypes type, Python type) of a field or a result."""
        base, pointers = self.split(type_)
        if pointers == 1 and base == "char":
            return "c_char_p", "bytes"
        if pointers:
            return "c_void_p", "Optional[int]"
        if base in self.enums:
            return "c_int", "int"
        return PLAIN.get(base, (base, base))

    def field(self, row):
        """(ctypes type, Python type) of a field of a struct."""
        if row["type"] == "function":
            types = [self.value(row["result"])[0] if row["result"] != "void" else "None"]
            return f"CFUNCTYPE({', '.join(types + [self.value(p['type'])[0] for p in row['parameters']])})", "Any"
        c, python = self.value(row["type"])
        if "length" in row:
            return f"{c} * {row['length']}", "bytes" if python == "bytes" else f"ctypes.Array[{c}]"
        return c, "Optional[bytes]" if c == "c_char_p" else python

    def parameter(self, row):
        base, pointers = self.split(row["type"])
        if "length" in row:
            return f"POINTER({self.value(row['type'])[0]})", "Any"
        if pointers == 2:
            return ("POINTER(c_char_p)" if base == "char" else "POINTER(c_void_p)"), "Any"
        if pointers and base in self.structs:
            return f"POINTER({base})", "Any"
        if pointers and base in PLAIN and base != "char":
            return f"POINTER({PLAIN[base][0]})", "Any"
        c, python = self.value(row["type"])
        return c, {"c_char_p": "Optional[bytes]", "c_void_p": "Any"}.get(c, python)

    def doc(self, text, indent="    "):
        if not text:
            return []
        lines = textwrap.wrap(text, 100 - len(indent), subsequent_indent=indent, initial_indent=indent + '"""')
        return lines[:-1] + [lines[-1] + '"""', ""]

    def enum_lines(self, row):
        prefix = os.path.commonprefix([value["name"] for value in row["values"]])
        prefix = prefix[:prefix.rindex("_") + 1]
        lines = [f"class {row['name']}(enum.IntEnum):", *self.doc(row["doc"])]
        for value in row["values"]:
            note = f"  #: {value['doc']}" if value["doc"] else ""
            lines.append(f"    {value['name'][len(prefix):]} = {value['value']}{note}")
        return [*lines, "", ""]

    def struct_lines(self, row):
        lines = [f"class {row['name']}(ctypes.Structure):", *self.doc(row["doc"])]
        lines += [f"    {field['name']}: {self.field(field)[1]}" for field in row["fields"]
                  if not keyword.iskeyword(field["name"])]
        pairs = [f'("{field["name"]}", {self.field(field)[0]})' for field in row["fields"]]
        return [*lines, "    _fields_ = [", *(f"        {pair}," for pair in pairs), "    ]", "", ""]

    def function_lines(self, row):
        note = textwrap.wrap(row["doc"], 100, initial_indent="# ", subsequent_indent="# ")
        result = ("None", "None") if row["result"] == "void" else self.value(row["result"])
        parameters = [self.parameter(parameter) for parameter in row["parameters"]]
        python = ", ".join(pair[1] for pair in parameters)
        c = "".join(f", {pair[0]}" for pair in parameters)
        return [*note, f"{row['name']}: Callable[[{python}], {result[1]}] = bind(",
                f"    \"{row['name']}\", {result[0]}{c})"]

    def constant_line(self, row):
        value = f'"{row["value"]}"' if row["type"] == "string" else row["value"]
        return f"{row['name']} = {value}" + (f"  #: {row['doc']}" if row["doc"] else "")

    def record_field(self, row):
        """(Python type, expression that reads it from the struct s)."""
        base, pointers = self.split(row["type"])
        read = f'getattr(s, "{row["name"]}")' if keyword.iskeyword(row["name"]) else f"s.{row['name']}"
        if pointers == 1 and base == "char":
            return "str", f'({read} or b"").decode()'
        if pointers:
            raise ValueError(f"a record cannot have the pointer {row['name']}")
        if "length" in row:
            if base == "uint8_t":
                return "bytes", f"bytes({read})"
            return f"Tuple[{PLAIN[base][1]}, ...]", f"tuple({read})"
        if base in self.enums:
            return f"c.{base}", f"c.{base}({read})"
        if base in self.structs:
            return short(base), f"{short(base)}.of({read})"
        return PLAIN[base][1], read

    def record_lines(self, row):
        lines = ["", "", "@dataclass(frozen=True)", f"class {short(row['name'])}:", *self.doc(row["doc"])]
        pairs = [(field, *self.record_field(field)) for field in row["fields"]]
        for field, python, _ in pairs:
            note = f"  #: {field['doc']}" if field["doc"] else ""
            lines.append(f"    {attribute(field['name'])}: {python}{note}")
        return [*lines, "", "    @classmethod", f"    def of(cls, s: c.{row['name']}) -> {short(row['name'])}:",
                "        return cls(", *(f"            {read}," for _, _, read in pairs), "        )"]

    def records(self):
        structs = {row["name"]: row for row in self.api["structs"]}
        return RECORDS_START + "\n".join(line for name in RECORDS for line in self.record_lines(structs[name])) + "\n"

    def text(self):
        lines = [self.constant_line(row) for row in self.api["constants"]] + ["", ""]
        for row in self.api["enums"]:
            lines += self.enum_lines(row)
        for row in self.api["structs"]:
            lines += self.struct_lines(row)
        for row in self.api["functions"]:
            lines += self.function_lines(row)
        return START + "\n".join(lines) + "\n"


def files(api):
    """Generated files of the package, by path inside bindings/python."""
    generator = Generator(api)
    return {"mien/_native.py": generator.text(), "mien/_records.py": generator.records()}


def sources(folder):
    """Hand-written sources, which must use every function."""
    return [path for path in sorted((folder / "mien").glob("*.py")) if path.name not in ("_native.py", "_records.py")]
