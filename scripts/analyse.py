# SPDX-License-Identifier: MIT
"""What scripts/analyse does: runs the analysers and holds their findings against a list."""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "analyse"
JUDGED = ROOT / "test" / "analysers" / "judged.txt"
MODULES = ["core", "io", "author", "project", "catalog"]


def fail(sentence):
    print(f"analyse: {sentence}", file=sys.stderr)
    sys.exit(2)


def sources(modules):
    """(source, flags) of each source of the modules."""
    done = subprocess.run(["cmake", "-S", ROOT, "-B", BUILD, "-G", "Ninja", "-DCMAKE_C_COMPILER=gcc", "-DCMAKE_BUILD_TYPE=Release",
                           "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", "-DMIEN_BUILD_TESTS=OFF", "-DMIEN_HARDEN=OFF"],
                          capture_output=True, text=True)
    if done.returncode != 0:
        fail(f"configuring failed:\n{done.stderr}")
    found = {}
    for entry in json.loads((BUILD / "compile_commands.json").read_text()):
        path = Path(entry["file"])
        if any(path.is_relative_to(ROOT / "src" / module) for module in modules):
            words = entry["command"].replace('\\"', '"').split()
            found[path] = [w for w in words if re.match(r"-(I|D|std=|isystem|m[a-z])|/usr/include", w)]
    return sorted(found.items())


def gcc(path, flags):
    command = ["gcc", "-fanalyzer", "-O1", "-c", "-o", os.devnull, *flags, str(path)]
    text = subprocess.run(command, capture_output=True, text=True).stderr
    return re.findall(r"^([^\s:]+):(\d+):\d+: warning: (.*?) \[(?:CWE-\d+\] \[)?-W(analyzer[\w-]*)\]", text, re.M)


def clang(path, flags):
    command = ["clang", "--analyze", "-Xclang", "-analyzer-output=text", "-Xclang", "-analyzer-disable-checker=deadcode.DeadStores",
               *[f for f in flags if not f.startswith("-m")], str(path)]
    text = subprocess.run(command, capture_output=True, text=True, cwd=BUILD).stderr
    return re.findall(r"^([^\s:]+):(\d+):\d+: warning: (.*?) \[([\w.-]+)\]", text, re.M)


def cppcheck(path, flags):
    library = ["--library=gtk"] if path.is_relative_to(ROOT / "src" / "studio") else []
    command = ["cppcheck", "-q", *library, "--enable=warning,portability", "--inline-suppr", "--template={file}:{line}:{column}: warning: {message} [{id}]",
               "--suppress=missingInclude", "--suppress=*:/usr/*", *[f for f in flags if f[:2] in ("-I", "-D")], str(path)]
    text = subprocess.run(command, capture_output=True, text=True).stderr
    return re.findall(r"^([^\s:]+):(\d+):\d+: warning: (.*?) \[([\w.-]+)\]", text, re.M)


TOOLS = {"gcc": gcc, "cppcheck": cppcheck, "clang": clang}


def function_at(path, line):
    """The name of the function that a line is in: what stays when lines move."""
    lines = path.read_text().splitlines()
    for i in range(min(line, len(lines)) - 1, -1, -1):
        found = re.match(r"^[A-Za-z].*?(\w+)\(", lines[i])
        if found and not lines[i].rstrip().endswith(";"):
            return found.group(1)
    return "-"


def analyse(job):
    tool, path, flags = job
    found = set()
    for name, line, message, code in TOOLS[tool](path, flags):
        where = Path(name) if Path(name).is_absolute() else (BUILD if tool == "clang" else Path.cwd()) / name
        where = where.resolve()
        if where.is_relative_to(ROOT):
            message = re.sub(r"‘|’|'", "", re.sub(r"\(\d+\)", "", message))
            found.add((f"{tool} | {where.relative_to(ROOT)} | {function_at(where, int(line))} | {code}", int(line), message))
    return found


def judged():
    lines = {}
    for line in JUDGED.read_text().splitlines() if JUDGED.exists() else []:
        if line.strip() and not line.startswith("#"):
            parts = line.split(" | ")
            if len(parts) < 5:
                fail(f"{JUDGED.name}: a line without a reason: {line}")
            lines[" | ".join(parts[:4])] = parts[4]
    return lines


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--with", dest="tools", default="gcc,cppcheck,clang")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("modules", nargs="*", default=MODULES)
    options = parser.parse_args()
    modules, tools = options.modules or MODULES, options.tools.split(",")
    for tool in tools:
        if tool not in TOOLS or shutil.which(tool) is None:
            fail(f"{tool} is not there")
    start, files = time.monotonic(), sources(modules)
    if not files:
        fail("no sources")
    known, found, new = judged(), set(), set()
    with ThreadPoolExecutor(options.jobs) as pool:
        for of_file in pool.map(analyse, [(t, p, f) for p, f in files for t in tools]):
            for key, line, message in sorted(of_file - found):
                if key not in known:
                    tool, path, function, code = key.split(" | ")
                    print(f"{path}:{line}: in {function}: {message} [{tool}: {code}]", flush=True)
                    new.add(key)
            found |= of_file
    keys = {key for key, _, _ in found}
    gone = [key for key in known if key not in keys and key.split(" | ")[0] in tools and any(key.split(" | ")[1].startswith(f"src/{m}/") for m in modules)]
    for key in gone:
        print(f"{JUDGED.relative_to(ROOT)}: nothing finds this any more: {key}")
    print(f"{len(files)} sources, {', '.join(tools)}: {len(keys) - len(new)} findings judged before, {len(new)} new, "
          f"{len(gone)} gone, {time.monotonic() - start:.0f} s")
    return 1 if new else 0


if __name__ == "__main__":
    sys.exit(main())
