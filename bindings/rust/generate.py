# SPDX-License-Identifier: MIT
"""Writes the low-level Rust crate, mien-sys, from the description of the C API.

Enums are integers with constants, because a newer library may give values that this crate does
not know. Every struct has a Default of zeros, as the C API asks for."""

import re

PLAIN = {"void": "c_void", "bool": "bool", "char": "c_char", "int": "c_int", "float": "f32", "double": "f64",
         "size_t": "usize", "uint8_t": "u8", "uint16_t": "u16", "uint32_t": "u32", "uint64_t": "u64"}
KEYWORDS = {"type", "in", "ref", "move", "loop", "match", "mod", "use", "where", "final", "box", "fn", "let", "as"}

START = """// SPDX-License-Identifier: MIT
// Generated from include/mien by scripts/checks/bindings --fix: do not edit.

//! The C API of libmien: its constants, structs and functions.
//!
//! Every function is unsafe: the comments of the headers state which pointers must be valid,
//! who owns what, and which thread may call it.

#![no_std]

pub use core::ffi::c_void;

/// int of C, on every machine that the library supports.
#[allow(non_camel_case_types)]
pub type c_int = i32;

/// char of C: unsigned on ARM, except on Apple's and Windows machines.
#[cfg(all(any(target_arch = "aarch64", target_arch = "arm"), not(any(target_vendor = "apple", windows))))]
#[allow(non_camel_case_types)]
pub type c_char = u8;
/// char of C: unsigned on ARM, except on Apple's and Windows machines.
#[cfg(not(all(any(target_arch = "aarch64", target_arch = "arm"), not(any(target_vendor = "apple", windows)))))]
#[allow(non_camel_case_types)]
pub type c_char = i8;

"""


def name_of(name):
    return f"r#{name}" if name in KEYWORDS else name


def type_of(text):
    """A C type in Rust: "const char *const *" is *const *const c_char."""
    words = re.findall(r"const|\*|\w+", text)
    base = next(word for word in words if word not in ("const", "*"))
    rust, is_const = PLAIN.get(base, base), words[0] == "const"
    for word in words[words.index(base) + 1:]:
        if word == "const":
            is_const = True
        else:
            rust, is_const = f"*{'const' if is_const else 'mut'} {rust}", False
    return rust


def result_of(text):
    return "" if text == "void" else f" -> {type_of(text)}"


def parameter(row):
    rust = type_of(row["type"])
    return f"{name_of(row['name'])}: {f'*mut {rust}' if 'length' in row else rust}"


def field(row):
    if row["type"] == "function":
        parameters = ", ".join(map(parameter, row["parameters"]))
        return f"Option<unsafe extern \"C\" fn({parameters}){result_of(row['result'])}>"
    rust = type_of(row["type"])
    return f"[{rust}; {row['length']}]" if "length" in row else rust


def doc(text, indent=""):
    escaped = text.replace("[", "\\[").replace("]", "\\]").replace("<", "\\<")
    return [f"{indent}/// {escaped}"] if text else []


def constant(row):
    kind, value = {"int": ("c_int", row["value"]), "float": ("f32", row["value"]),
                   "string": ("&str", f'"{row["value"]}"')}[row["type"]]
    return [*doc(row["doc"]), f"pub const {row['name']}: {kind} = {value};"]


def enum(row):
    lines = ["", *doc(row["doc"]), f"pub type {row['name']} = c_int;"]
    for value in row["values"]:
        lines += [*doc(value["doc"]), f"pub const {value['name']}: {row['name']} = {value['value']};"]
    return lines


def handle(row):
    return ["", *doc(row["doc"]), "#[repr(C)]", f"pub struct {row['name']} {{", "    private: [u8; 0],", "}"]


def struct(row):
    lines = ["", *doc(row["doc"]), "#[repr(C)]", "#[derive(Clone, Copy, Debug)]", f"pub struct {row['name']} {{"]
    for member in row["fields"]:
        lines += [*doc(member["doc"], "    "), f"    pub {name_of(member['name'])}: {field(member)},"]
    return [*lines, "}", "", f"impl Default for {row['name']} {{", "    fn default() -> Self {",
            "        // Zeros are valid for every field: numbers, false, null pointers and None.",
            "        unsafe { core::mem::zeroed() }", "    }", "}"]


def function(row):
    parameters = ", ".join(map(parameter, row["parameters"]))
    return [*doc(row["doc"], "    "), f"    pub fn {row['name']}({parameters}){result_of(row['result'])};"]


def library(api):
    lines = [line for row in api["constants"] for line in constant(row)]
    for write, rows in ((enum, api["enums"]), (handle, api["handles"]), (struct, api["structs"])):
        lines += [line for row in rows for line in write(row)]
    lines += ["", '#[link(name = "mien")]', 'extern "C" {']
    return START + "\n".join(lines + [line for row in api["functions"] for line in function(row)] + ["}"]) + "\n"


def layouts(api):
    """A program that prints what mien-api-layouts prints."""
    lines = ["// SPDX-License-Identifier: MIT",
             "// Generated from include/mien by scripts/checks/bindings --fix: do not edit.", "",
             "//! Prints layouts and values as Rust sees them, as mien-api-layouts does in C.", "",
             "use mien_sys::*;", "use std::mem::{size_of, size_of_val};", "", "fn main() {"]
    for row in api["structs"]:
        lines += ["    {", f"        let s = {row['name']}::default();",
                  f'        println!("{row["name"]} 0 {{}}", size_of::<{row["name"]}>());']
        for member in row["fields"]:
            name = f"s.{name_of(member['name'])}"
            lines += [f'        println!("{row["name"]}.{member["name"]} {{}} {{}}", '
                      f"&{name} as *const _ as usize - &s as *const _ as usize, size_of_val(&{name}));"]
        lines.append("    }")
    for row in [value for row in api["enums"] for value in row["values"]]:
        lines.append(f'    println!("{row["name"]} {{}}", {row["name"]});')
    for row in api["constants"]:
        form = "{:.1}" if row["type"] == "float" else "{}"
        lines.append(f'    println!("{row["name"]} {form}", {row["name"]});')
    return "\n".join(lines + ["}"]) + "\n"


def files(api):
    """Generated files, by path inside bindings/rust."""
    return {"mien-sys/src/lib.rs": library(api), "mien-sys/examples/layouts.rs": layouts(api)}


def sources(folder):
    """The safe crate."""
    return sorted((folder / "mien/src").glob("*.rs"))
