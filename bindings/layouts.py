#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes a C program that proves the description of the C API: layouts.py FILE

The program compiles only if every described function has the described type, and prints the
size of each struct, the offset and size of each field, and the value of each constant, as a
compiler sees them. Tests compare these with the structs of a binding."""

import sys
from pathlib import Path

from headers import describe


def parameter(row):
    return f"{row['type']} *" if "length" in row else row["type"]


def main():
    api = describe()
    lines = ["// Made by bindings/layouts.py.", '#include "mien/mien.h"', "#include <stddef.h>", "#include <stdio.h>", ""]
    for number, row in enumerate(api["functions"]):
        types = ", ".join(map(parameter, row["parameters"])) or "void"
        lines.append(f"extern {row['result']} (*const check_{number})({types});")
        lines.append(f"{row['result']} (*const check_{number})({types}) = {row['name']};")
    lines += ["", "int main(void)", "{"]
    for row in api["structs"]:
        lines.append(f'    printf("{row["name"]} 0 %zu\\n", sizeof({row["name"]}));')
        for field in row["fields"]:
            name = f"{row['name']}.{field['name']}"
            size = f"sizeof(({row['name']} *)0)->{field['name']}"
            lines.append(f'    printf("{name} %zu %zu\\n", offsetof({row["name"]}, {field["name"]}), {size});')
    for row in [value for enum in api["enums"] for value in enum["values"]]:
        lines.append(f'    printf("{row["name"]} %d\\n", (int){row["name"]});')
    for row in api["constants"]:
        form, cast = {"int": ("%d", "(int)"), "float": ("%.1f", "(double)"), "string": ("%s", "")}[row["type"]]
        lines.append(f'    printf("{row["name"]} {form}\\n", {cast}{row["name"]});')
    lines += ["    return 0;", "}"]
    Path(sys.argv[1]).write_text("\n".join(lines) + "\n", encoding="utf-8")


main()
