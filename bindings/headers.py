# SPDX-License-Identifier: MIT
"""Reads the public headers of the runtime into one description of the C API.

The headers are regular, and this parser is strict: it refuses, with file and line, what it
does not understand. Ownership follows from the rules of CONTRIBUTING.md (`out_` parameters,
`_destroy`, `_init`); KEEPS adds what only the comments state."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

# What an object refers to after the call, which must outlive it: parameters, or fields of a
# parameter. Every function that makes an object has a row, and every function that stores a
# pointer in one.
KEEPS = {
    "mien_actor_create": ["desc"],
    "mien_actor_load": ["bundle"],
    "mien_actor_load_clip": ["bundle"],
    "mien_actor_set_clip": ["clip"],
    "mien_bundle_load": ["data"],
    "mien_clip_binding_create": ["clip", "skeleton"],
    "mien_clip_cursor_init": ["clip", "memory"],
    "mien_clip_load": ["data"],
    "mien_file_open": [],
    "mien_graph_binding_create": ["graph", "skeleton", "options"],
    "mien_graph_instance_init": ["binding", "memory"],
    "mien_graph_instance_rebind": ["binding", "memory"],
    "mien_graph_instance_set_input_pose": ["bones", "curves"],
    "mien_graph_instance_set_live_input": ["curves"],
    "mien_graph_load": ["data"],
    "mien_graph_trace_init": ["binding", "memory"],
    "mien_life_create": [],
    "mien_mesh_binding_create": ["mesh"],
    "mien_mesh_load": ["data"],
    "mien_pose_asset_load": ["data"],
    "mien_pose_binding_create": ["asset"],
    "mien_skeleton_create": [],
    "mien_skeleton_load": ["data"],
}

PLAIN = {"void", "bool", "char", "int", "float", "double", "size_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t"}
TOKEN = re.compile(r"///<[^\n]*|///[^\n]*|//[^\n]*|\n|[A-Za-z_]\w*|0x[0-9a-fA-F]+|\d+|[ ]+|[{}()\[\];,*=]")


class Refused(Exception):
    """A header has something that the description cannot express."""


def without_conditions(text):
    """Drops everything between #if and #endif: C++ guards and definitions of attributes."""
    lines, depth = [], 0
    for line in text.split("\n"):
        is_if, is_end = re.match(r"#\s*if", line), re.match(r"#\s*endif", line)
        depth += 1 if is_if else 0
        lines.append("" if depth or is_end else line)
        depth -= 1 if is_end else 0
    return lines


class Header:
    """A cursor over the tokens of one header."""

    def __init__(self, name, text):
        self.name, self.at = name, 0
        self.constants, self.tokens = [], []
        lines = without_conditions(text)
        self.take_directives(lines)
        self.scan("\n".join(lines))

    def refuse(self, line, reason):
        raise Refused(f"{self.name}:{line}: {reason}")

    def take_directives(self, lines):
        for number, line in enumerate(lines, 1):
            if not line.startswith("#"):
                continue
            lines[number - 1] = ""
            if line == "#pragma once" or re.fullmatch(r'#include ["<][\w/.]+[">]', line):
                continue
            match = re.fullmatch(r'#define (MIEN_\w+)\s+("[^"]*"|\d+(?:\.\d+f)?)\s*(?:///< (.*))?', line)
            if not match:
                self.refuse(number, f"a directive that is neither an include nor a constant: {line}")
            name, value, doc = match.groups()
            above = self.doc_above(lines, number)
            kind = "string" if value[0] == '"' else "float" if value.endswith("f") else "int"
            self.constants.append({"name": name, "header": self.name, "type": kind,
                                   "value": value.strip('"').rstrip("f"), "doc": doc or above})

    def doc_above(self, lines, number):
        """Takes the comment in front of a line, counted from 1."""
        first = number - 1
        while first > 0 and lines[first - 1].startswith("///"):
            first -= 1
        words = [line[3:].strip() for line in lines[first:number - 1]]
        lines[first:number - 1] = [""] * len(words)
        return " ".join(words)

    def scan(self, text):
        at, line = 0, 1
        while at < len(text):
            match = TOKEN.match(text, at)
            if not match:
                self.refuse(line, f"unexpected {text[at:at + 20]!r}")
            token, at = match.group(), match.end()
            if token == "\n":
                line += 1
            elif token.startswith("///") or not token.startswith(("//", " ")):
                self.tokens.append((token, line))

    def peek(self):
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def line(self):
        return self.tokens[min(self.at, len(self.tokens) - 1)][1]

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1][0]

    def accept(self, token):
        if self.peek() != token:
            return False
        self.at += 1
        return True

    def expect(self, token):
        if not self.accept(token):
            self.refuse(self.line(), f"expected {token!r}, found {self.peek()!r}")

    def word(self):
        if not re.fullmatch(r"[A-Za-z_]\w*", self.peek()):
            self.refuse(self.line(), f"expected a name, found {self.peek()!r}")
        return self.next()

    def docs(self, mark, before=""):
        """The comments of one mark that follow: ///< after a declaration, /// directly before one."""
        words, last = [before], 0
        while self.peek().startswith(mark) and (mark == "///<" or not self.peek().startswith("///<")):
            words = words if mark == "///<" or self.line() == last + 1 else [before]
            last = self.line()
            words.append(self.next()[len(mark):].strip())
        if mark == "///" and self.line() > last + 1:
            return before
        return " ".join(word for word in words if word)


class Description:
    """All public headers, as plain lists and dictionaries."""

    def __init__(self, headers):
        """headers: (name, text) of each, in order of name."""
        self.constants, self.enums, self.structs, self.handles, self.functions = [], [], [], [], []
        self.types = set(PLAIN)
        parsed = [Header(name, text) for name, text in headers]
        for header in parsed:
            for at, (token, _) in enumerate(header.tokens[:-3]):
                if token == "typedef":
                    self.types.add(header.tokens[at + 2][0])
        for header in parsed:
            self.constants += header.constants
            self.read(header)
        self.own()

    def read(self, header):
        while header.peek():
            doc = header.docs("///")
            if header.accept("typedef"):
                self.read_typedef(header, doc)
            elif header.accept("MIEN_API"):
                self.read_function(header, doc)
            else:
                header.refuse(header.line(), f"neither a typedef nor MIEN_API: {header.peek()!r}")

    def read_typedef(self, header, doc):
        kind, name = header.next(), header.word()
        if kind not in ("struct", "enum"):
            header.refuse(header.line(), f"typedef of {kind}")
        row = {"name": name, "header": header.name, "doc": doc}
        if header.accept("{"):
            row |= {"values": self.read_values(header)} if kind == "enum" else {"fields": self.read_fields(header)}
            (self.enums if kind == "enum" else self.structs).append(row)
        else:
            self.handles.append(row)
        header.expect(name)
        header.expect(";")
        row["doc"] = header.docs("///<", doc)

    def read_values(self, header):
        values, value = [], 0
        while not header.accept("}"):
            before, name = header.docs("///"), header.word()
            if header.accept("="):
                value = int(header.next(), 0)
            if header.peek() != "}":
                header.expect(",")
            values.append({"name": name, "value": value, "doc": header.docs("///<", before)})
            value += 1
        return values

    def read_type(self, header):
        """A type without its name: "const char *const *"."""
        const = "const " if header.accept("const") else ""
        base = header.word()
        if base not in self.types:
            header.refuse(header.line(), f"unknown type {base}")
        stars = ""
        while header.peek() in ("*", "const"):
            stars += header.next() + (" " if header.peek() == "*" and stars.endswith("const") else "")
        stars = re.sub(r"const(?=\*)", "const ", stars)
        return f"{const}{base} {stars}".strip()

    def read_length(self, header):
        """The length of an array after a name; 0: none."""
        if not header.accept("["):
            return 0
        length = int(header.next())
        header.expect("]")
        return length

    def read_fields(self, header):
        fields = []
        while not header.accept("}"):
            doc = header.docs("///")
            type_ = self.read_type(header)
            if header.accept("("):
                group = [self.read_callback(header, type_)]
            else:
                group = [self.read_declarator(header, type_)]
                while header.accept(","):
                    if "*" in type_ and header.peek() == "*":
                        header.next()
                    elif "*" in type_:
                        header.refuse(header.line(), "a pointer and a value in one declaration")
                    group.append(self.read_declarator(header, type_))
            header.expect(";")
            doc = header.docs("///<", doc)
            fields += [row | {"doc": doc} for row in group]
        return fields

    def read_declarator(self, header, type_):
        row = {"name": header.word(), "type": type_}
        length = self.read_length(header)
        return row | ({"length": length} if length else {})

    def read_callback(self, header, result):
        """A field that points to a function, after the "(" before its star."""
        header.expect("*")
        name = header.word()
        header.expect(")")
        return {"name": name, "type": "function", "result": result, "parameters": self.read_parameters(header)}

    def read_parameters(self, header):
        header.expect("(")
        parameters = []
        while not header.accept(")"):
            type_ = self.read_type(header)
            if type_ == "void" and not parameters and header.accept(")"):
                break
            parameters.append(self.read_declarator(header, type_))
            if header.peek() != ")":
                header.expect(",")
        return parameters

    def read_function(self, header, doc):
        row = {"name": "", "header": header.name, "doc": doc, "experimental": header.accept("MIEN_EXPERIMENTAL"),
               "result": self.read_type(header)}
        row["name"] = header.word()
        if not row["name"].startswith("mien_"):
            header.refuse(header.line(), f"{row['name']} does not start with mien_")
        row["parameters"] = self.read_parameters(header)
        header.expect(";")
        row["doc"] = header.docs("///<", doc)
        if not row["doc"]:
            previous = self.functions[-1] if self.functions else None
            row["doc"] = previous["doc"] if previous and previous["header"] == header.name else ""
        self.functions.append(row)

    # Ownership

    def own(self):
        """States who owns what each function returns, and who destroys each handle."""
        handles = {row["name"]: row for row in self.handles}
        for row in handles.values():
            row["destroy"] = next((f["name"] for f in self.functions if f["result"] == "void"
                                   and re.search(r"_(destroy|close)$", f["name"])
                                   and f["parameters"][0]["type"] == f"{row['name']} *"), None)
        for function in self.functions:
            function |= self.owner_of(function, handles)
        names = {function["name"] for function in self.functions}
        for name in sorted(set(KEEPS) - names):
            raise Refused(f"bindings/headers.py: KEEPS has {name}, which no header declares")

    def owner_of(self, function, handles):
        name, parameters = function["name"], function["parameters"]
        out = next((row for row in parameters if row["type"].endswith("**") and row["name"].startswith("out_")), None)
        handle = out["type"].rstrip("* ") if out else function["result"].rstrip("* ")
        owned = {}
        if out:
            if handle not in handles or not handles[handle]["destroy"]:
                raise Refused(f"{function['header']}: {name} gives a {handle}, which no function destroys")
            owned = {"creates": handle}
        elif re.search(r"_(init|rebind)$", name) and handle in handles:
            owned = {"creates": handle, "memory": "caller"}
        elif "*" in function["result"] and "const char" in function["result"] and not any(
                "*" in row["type"] for row in parameters):
            owned = {"lifetime": "constant"}
        elif "*" in function["result"]:
            owned = {"lifetime": parameters[0]["name"]}
        if "creates" in owned and name not in KEEPS:
            raise Refused(f"{function['header']}: {name} makes an object; add to KEEPS in bindings/headers.py what it "
                          "refers to")
        if name in KEEPS:
            missing = set(KEEPS[name]) - {row["name"] for row in parameters}
            if missing:
                raise Refused(f"{function['header']}: KEEPS lists {min(missing)}, which {name} lacks")
            owned["keeps"] = KEEPS[name]
        return owned

    def as_json(self):
        return {"constants": self.constants, "enums": self.enums, "structs": self.structs, "handles": self.handles,
                "functions": self.functions}


def read_headers(folder=ROOT / "include/mien"):
    """(name, text) of each public header; those that others include come first."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.h"))}
    order = []

    def add(name):
        if name not in order:
            for included in re.findall(r'^#include "mien/([\w.]+)"', texts[name], re.MULTILINE):
                add(included)
            order.append(name)

    for name in texts:
        add(name)
    return [(name, texts[name]) for name in order]


def describe():
    """The description of the project's headers."""
    return Description(read_headers()).as_json()
