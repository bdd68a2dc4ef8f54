# SPDX-License-Identifier: MIT
"""Writes the low-level C# layer, Native.cs, from the description of the C API.

Every struct is blittable: bool of C is a byte with conversions, pointers are pointers, so that
nothing is converted or copied in a call."""

import hashlib
import re

PLAIN = {"void": "void", "bool": "NativeBool", "char": "byte", "int": "int", "float": "float", "double": "double",
         "size_t": "UIntPtr", "uint8_t": "byte", "uint16_t": "ushort", "uint32_t": "uint", "uint64_t": "ulong"}
KEYWORDS = {"event", "base", "in", "out", "ref", "object", "string", "params", "is", "lock", "fixed", "checked"}

START = """// SPDX-License-Identifier: MIT
// Generated from include/mien by scripts/checks/bindings --fix: do not edit.

using System;
using System.Runtime.InteropServices;

namespace Mien
{
    /// <summary>bool of C: one byte.</summary>
    public struct NativeBool
    {
        private byte value;
        public static implicit operator bool(NativeBool b) { return b.value != 0; }
        public static implicit operator NativeBool(bool b) { return new NativeBool { value = (byte)(b ? 1 : 0) }; }
    }
"""


def name_of(name):
    return f"@{name}" if name in KEYWORDS else name


def type_of(text):
    """A C type in C#: "const char *const *" is byte**."""
    words = re.findall(r"\*|\w+", text)
    base = next(word for word in words if word not in ("const", "*"))
    return PLAIN.get(base, base) + "*" * words.count("*")


def doc(text, indent="    "):
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return [f"{indent}/// <summary>{escaped}</summary>"] if text else []


def constant(row):
    kind, value = {"int": ("int", row["value"]), "float": ("float", f"{row['value']}f"),
                   "string": ("string", f'"{row["value"]}"')}[row["type"]]
    return [*doc(row["doc"], " " * 8), f"        public const {kind} {row['name']} = {value};"]


def enum(row):
    lines = ["", *doc(row["doc"]), f"    public enum {row['name']}", "    {"]
    for value in row["values"]:
        lines += [*doc(value["doc"], " " * 8), f"        {value['name']} = {value['value']},"]
    return [*lines, "    }"]


def handle(row):
    return ["", *doc(row["doc"]), f"    public struct {row['name']} {{ }}"]


def field(row):
    if row["type"] == "function":
        return f"public IntPtr {name_of(row['name'])};"
    kind = type_of(row["type"])
    return f"public fixed {kind} {row['name']}[{row['length']}];" if "length" in row else \
        f"public {kind} {name_of(row['name'])};"


def struct(row):
    lines = ["", *doc(row["doc"]), "    [StructLayout(LayoutKind.Sequential)]",
             f"    public unsafe struct {row['name']}", "    {"]
    for member in row["fields"]:
        lines += [*doc(member["doc"], " " * 8), f"        {field(member)}"]
    return [*lines, "    }"]


def parameter(row):
    kind = type_of(row["type"]) + ("*" if "length" in row else "")
    return f"{'byte' if kind == 'NativeBool' else kind} {name_of(row['name'])}"


def function(row):
    result = type_of(row["result"])
    return [*doc(row["doc"], " " * 8), "        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]",
            f"        public static extern {'byte' if result == 'NativeBool' else result} {row['name']}"
            f"({', '.join(map(parameter, row['parameters']))});"]


def library(api):
    lines = []
    for write, rows in ((enum, api["enums"]), (handle, api["handles"]), (struct, api["structs"])):
        lines += [line for row in rows for line in write(row)]
    lines += ["", "    /// <summary>Constants and functions of libmien, unsafe as in C.</summary>",
              "    public static unsafe class Native", "    {", '        private const string Library = "mien";']
    lines += [line for row in api["constants"] for line in constant(row)]
    lines += [line for row in api["functions"] for line in function(row)]
    return START + "\n".join([*lines, "    }", "}"]) + "\n"


def size_of(member):
    if member["type"] == "function":
        return "sizeof(IntPtr)"
    kind = type_of(member["type"])
    return f"{member['length']} * sizeof({kind})" if "length" in member else f"sizeof({kind})"


def layouts(api):
    """A class that prints what mien-api-layouts prints."""
    lines = ["// SPDX-License-Identifier: MIT",
             "// Generated from include/mien by scripts/checks/bindings --fix: do not edit.", "", "using System;",
             "using Mien;", "", "public static unsafe class Layouts", "{", "    public static void Print()", "    {"]
    for row in api["structs"]:
        lines += ["        {", f"            var s = new {row['name']}();",
                  f'            Console.WriteLine("{row["name"]} 0 " + sizeof({row["name"]}));']
        for member in row["fields"]:
            address = f"s.{name_of(member['name'])}" if "length" in member else f"&s.{name_of(member['name'])}"
            lines.append(f'            Console.WriteLine("{row["name"]}.{member["name"]} " + '
                         f"((byte*){address} - (byte*)&s) + \" \" + {size_of(member)});")
        lines.append("        }")
    for kind, row in [(row["name"], value) for row in api["enums"] for value in row["values"]]:
        lines.append(f'        Console.WriteLine("{row["name"]} " + (int){kind}.{row["name"]});')
    for row in api["constants"]:
        form = '.ToString("0.0", System.Globalization.CultureInfo.InvariantCulture)' if row["type"] == "float" else ""
        lines.append(f'        Console.WriteLine("{row["name"]} " + Native.{row["name"]}{form});')
    return "\n".join([*lines, "    }", "}"]) + "\n"


# Files of the Unity package and how Unity imports them. Folders that end with ~ are not imported.
ASSETS = {"package.json": "PackageManifestImporter", "generate.py": "DefaultImporter", "unbound.txt": "TextScriptImporter",
          "Mien": "folder", "Unity": "folder", "Mien/Mien.asmdef": "AssemblyDefinitionImporter",
          "Unity/Mien.Unity.asmdef": "AssemblyDefinitionImporter",
          **{f"{name}.cs": "MonoImporter" for name in ("Mien/Native", "Mien/Objects", "Mien/Packs", "Mien/Actor", "Mien/Crowd",
                                                       "Unity/MienFace", "Unity/UnitySpace")}}


def meta(path, importer):
    """Unity refers to assets by these identifiers: they follow from the path and never change."""
    guid = hashlib.sha256(f"com.mien.runtime/{path}".encode()).hexdigest()[:32]
    folder = "folderAsset: yes\n" if importer == "folder" else ""
    name = "DefaultImporter" if importer == "folder" else importer
    return f"fileFormatVersion: 2\nguid: {guid}\n{folder}{name}:\n  externalObjects: {{}}\n  userData:\n" \
           "  assetBundleName:\n  assetBundleVariant:\n"


def files(api):
    """Generated files, by path inside bindings/csharp."""
    return {"Mien/Native.cs": library(api), "Tests~/Layouts.cs": layouts(api),
            **{f"{path}.meta": meta(path, importer) for path, importer in ASSETS.items()}}


def sources(folder):
    """The hand-written layer."""
    return [path for path in sorted((folder / "Mien").glob("*.cs")) if path.name != "Native.cs"]
