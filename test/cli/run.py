#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs one case of the command line, or the commands of a page of the documentation:
run.py --tool NAME=PATH ... [--build FOLDER] [--emulator WORDS] [--waited FILE] [--section TITLE] CASE

--waited writes the processor seconds of all commands, which is what a reader waits on an idle machine.
--section runs only what is under this heading of a page, which shows pictures instead of what is printed.

README.md beside this tells what is in a case and how a page is run. Ends with 0 if all is as the case says, 1
if not, 77 if the case needs what is not there."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import wave
from pathlib import Path

SKIPPED = 77
HERE = Path(__file__).resolve().parent
DATA_PLACES = ["../shared/data", "../../shared/data", "../../../shared/data", "../../../../shared/data"]
TIMEOUT = 120


class Mistake(Exception):
    """The case itself is wrong, or did not come out as it says."""


class Skip(Exception):
    pass


def parse(path):
    """The steps of a case: (line number, keyword, rest of the line, block of indented lines)."""
    steps = []
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        if line.startswith("    "):
            if not steps:
                raise Mistake(f"{path.name}:{number}: indented before anything")
            steps[-1][3].append(line[4:])
        elif line == "":
            if steps:
                steps[-1][3].append("")
        elif not line.startswith("#"):
            word, _, rest = line.partition(" ")
            steps.append((number, word, rest.strip(), []))
    for step in steps:
        while step[3] and step[3][-1] == "":
            step[3].pop()
    return steps


def parse_page(path):
    """The steps of a page: its blocks of sh, what they print, and what the page needs."""
    steps, block = [(1, "description:", path.name, [])], None
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        if block is not None:
            if line == "```":
                block = None
            else:
                block.append(line)
        elif line.startswith("```"):
            words = line[3:].split()
            block = []
            if words[:1] == ["sh"]:
                steps.append((number, "sh", "", block))
            elif words[:1] == ["text"]:
                steps += [(number, "exit", words[2], [])] if words[1:2] == ["exit"] else []
                steps.append((number, "stdout", "", block))
        elif needs := re.fullmatch(r"<!-- (needs: .*) -->", line):
            steps.append((number, "needs:", needs.group(1)[7:], []))
    return steps


def shown(lines):
    """Lines as a page shows them: without blanks at the end, and however long something took."""
    return [re.sub(r"\d+(\.\d s| ns)$", "0.0 s", line.rstrip()) for line in lines]


def matches(pattern, lines):
    """Whether lines are as a block says: ~ begins a regular expression, ... stands for any lines."""
    if not pattern:
        return not lines
    if pattern[0] == "...":
        return any(matches(pattern[1:], lines[skip:]) for skip in range(len(lines) + 1))
    if not lines:
        return False
    if pattern[0].startswith("~ "):
        fits = re.fullmatch(pattern[0][2:], lines[0]) is not None
    else:
        fits = pattern[0] == lines[0]
    return fits and matches(pattern[1:], lines[1:])


def check_stream(place, name, wanted, rest, text):
    if rest == "any":
        return
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    elif wanted:
        raise Mistake(f"{place}: {name} does not end with a line end:\n{text}")
    if not matches(wanted, lines):
        shown = "\n".join("    " + line for line in lines)
        hoped = "\n".join("    " + line for line in wanted)
        raise Mistake(f"{place}: {name} is\n{shown}\n  and not\n{hoped}")


def parse_section(path, title):
    """The steps of one section of a page that needs pictures, whatever they print."""
    lines = path.read_text(encoding="utf-8").split("\n")
    first = lines.index(f"## {title}") + 1
    last = next(i for i in range(first, len(lines)) if lines[i].startswith("## "))
    steps = [(1, "description:", path.name, []), (first, "needs:", "pictures", [])]
    for step in parse_page(path):
        if step[1] == "sh" and first <= step[0] <= last:
            steps += [step, (step[0], "stdout", "any", [])]
    return steps


class Case:
    def __init__(self, path, folder, environment, data, build, is_windows, section=None):
        self.section = section
        self.is_windows = is_windows  # and programs run under wine
        self.path, self.folder, self.environment, self.data = path, folder, environment, data
        self.build = build  # the folder of a build that can be installed, or None
        self.is_page = path.suffix == ".md"
        self.commands = 0
        self.last = None  # the last command's place, result and what was said of it

    def place(self, number):
        return f"{self.path.name}:{number}"

    def finish_command(self):
        """What a case does not mention must be so: exit 0, nothing on standard error or output."""
        if self.last is None:
            return
        place, result, said = self.last
        code = int(said["exit"][0]) if "exit" in said else 0
        if result.returncode != code:
            raise Mistake(f"{place}: exit is {result.returncode}, not {code}\n{result.stdout}{result.stderr}")
        for name, text in (("stderr", result.stderr), ("stdout", result.stdout)):
            rest, block = said.get(name, ("", []))
            check_stream(place, name, block, rest, text)
        self.last = None

    def run_command(self, place, line):
        self.finish_command()
        result = subprocess.run(["bash", "-e", "-c", line], cwd=self.folder, env=self.environment, text=True,
                                capture_output=True, timeout=TIMEOUT, stdin=subprocess.DEVNULL)
        self.commands += 1
        self.last = (place, result, {})
        self.result = result

    def run_block(self, place, block):
        """A block of a page: goes on in the folder where the last one ended, and prints all it says."""
        self.finish_command()
        here = self.environment["HOME"] + "/here"
        head = f'cd "$(cat {here} 2>&- || pwd)"; trap "pwd > {here}" EXIT\n'
        result = subprocess.run(["bash", "-e", "-c", head + "\n".join(block)], cwd=self.folder, env=self.environment,
                                text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT,
                                stdin=subprocess.DEVNULL)
        result.stdout = "".join(line + "\n" for line in shown(result.stdout.splitlines()))
        result.stderr = ""
        self.commands += 1
        self.last = (place, result, {})

    def run_python(self, place, block):
        names = {"out": self.result.stdout, "err": self.result.stderr, "code": self.result.returncode,
                 "json": json, "read": lambda name: (self.folder / name).read_bytes(),
                 "environment": self.environment, "folder": self.folder}
        try:
            exec(compile("\n".join(block), place, "exec"), names)
        except AssertionError as error:
            line = error.__traceback__.tb_next.tb_lineno
            raise Mistake(f"{place}: not so: {block[line - 1].strip()} {error}\n{self.result.stdout}")

    def install(self, place):
        """Installs what was built, so that compilers find it as they do on the machine of a user."""
        if self.build is None:
            raise Skip("programs of others cannot use this build of the library")
        prefix = self.folder / ".installed"
        for component in ("library", "development"):
            done = subprocess.run(["cmake", "--install", self.build, "--prefix", prefix, "--component", component],
                                  capture_output=True, text=True)
            if done.returncode != 0:
                raise Mistake(f"{place}: not installed; is the library built?\n{done.stderr}")
        found = next(prefix.rglob("mien.pc")).parent
        self.environment["PKG_CONFIG_PATH"] = str(found)
        self.environment["LD_LIBRARY_PATH"] = str(found.parent)

    def find_blender(self):
        """Blender with the numpy that its exporters need. It takes the first Python on the path for its own."""
        found = shutil.which("blender")
        if found is None:
            raise Skip("there is no blender")
        programs, _, rest = self.environment["PATH"].partition(":")
        self.environment["PATH"] = f"{programs}:{Path(found).parent}:{rest}"
        tried = subprocess.run(["blender", "-b", "--factory-startup", "--python-exit-code", "3", "--python-expr",
                                "import numpy"], env=self.environment, capture_output=True)
        if tried.returncode != 0:
            raise Skip("there is no numpy for Blender's exporter")

    def try_aligner(self):
        with tempfile.TemporaryDirectory() as name:
            with wave.open(str(Path(name) / "a.wav"), "wb") as sound:
                sound.setparams((1, 2, 16000, 0, "NONE", ""))
                sound.writeframes(bytes(16000))
            (Path(name) / "mien.json").write_text('{"kind": "project", "version": 1}')
            tried = subprocess.run(["mien", "speech", "a.wav", "--transcript", "a"], cwd=name, env=self.environment,
                                   capture_output=True, text=True)
        if any(lack in tried.stderr for lack in ("without an aligner", "model of English", "what aligns speech")):
            raise Skip(tried.stderr.strip())

    def need(self, place, word):
        if word == "memory-limit":  # sanitizers take address space that a limit would refuse
            limited = subprocess.run(["bash", "-c", "ulimit -v 100000; mien version"], cwd=self.folder,
                                     env=self.environment, capture_output=True)
            if limited.returncode != 0:
                raise Skip("memory cannot be limited here")
        elif word == "pictures":  # drawing is tried before the character is looked for
            drawn = subprocess.run(["mien", "render", "missing", "-o", "x.png"], cwd=self.folder, env=self.environment,
                                   capture_output=True, text=True)
            if "OpenGL" in drawn.stderr or "without rendering" in drawn.stderr:
                raise Skip(drawn.stderr.strip())
        elif word == "aligner":
            self.try_aligner()
        elif word == "root":
            if not hasattr(os, "geteuid") or os.geteuid() != 0:
                raise Skip("this needs root")
        elif word == "sandbox":  # counting executed lines writes files elsewhere
            if os.environ.get("MIEN_SANDBOX") == "off":
                raise Skip("MIEN_SANDBOX is off")
        elif word == "posix":
            if self.is_windows:
                raise Skip("this needs POSIX")
        elif word == "library":
            self.install(place)
        elif word == "blender":
            self.find_blender()
        elif word.startswith("program:"):
            if shutil.which(word[8:]) is None:
                raise Skip(f"there is no {word[8:]}")
        elif self.data is None or not (self.data / word).exists():
            if os.environ.get("MIEN_REQUIRE_DATA") == "1":
                raise Mistake(f"{place}: no test data, though MIEN_REQUIRE_DATA=1: {word}")
            raise Skip(f"no test data: {word}")

    def step(self, number, word, rest, block):
        place = self.place(number)
        if word == "$":
            self.run_command(place, rest)
        elif word == "sh":
            self.run_block(place, block)
        elif word in ("exit", "stdout", "stderr"):
            if self.last is None:
                raise Mistake(f"{place}: {word} without a command before")
            self.last[2][word] = (rest, shown(block) if self.is_page else block)
        elif word == "python":
            self.finish_command()
            self.run_python(place, block)
        elif word == "file":
            self.finish_command()
            target = self.folder / rest
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text("".join(line + "\n" for line in block), encoding="utf-8")
        elif word in ("same", "different"):
            self.finish_command()
            one, other = (Path(self.folder, name).read_bytes() for name in rest.split())
            if (one == other) != (word == "same"):
                raise Mistake(f"{place}: the files are {'not ' if word == 'same' else ''}equal")
        elif word in ("exists", "absent"):
            self.finish_command()
            if (self.folder / rest).exists() != (word == "exists"):
                raise Mistake(f"{place}: {rest} is {'not ' if word == 'exists' else ''}there")
        elif word == "needs:":
            for need in rest.split():
                self.need(place, need)
        elif word != "description:":
            raise Mistake(f"{place}: {word} is no keyword")

    def run(self):
        steps = (parse_section(self.path, self.section) if self.section else
                 parse_page(self.path) if self.is_page else parse(self.path))
        if not steps or steps[0][1] != "description:":
            raise Mistake(f"{self.place(1)}: a case begins with a description")
        for step in steps:
            self.step(*step)
        self.finish_command()
        if self.commands == 0:
            raise Mistake(f"{self.place(1)}: no command")


def find_data():
    given = os.environ.get("MIEN_TEST_DATA")
    if given:
        return Path(given).resolve()
    for place in DATA_PLACES:
        if Path(place).is_dir():
            return Path(place).resolve()
    return None


def make_environment(folder, tools, emulator, data):
    """Programs by their names, no one's home, one locale."""
    programs = folder / ".bin"
    programs.mkdir()
    for name, path in tools.items():
        shim = programs / name
        words = " ".join(shlex.quote(word) for word in [*emulator, path])
        shim.write_text(f'#!/bin/sh\nexec {words} "$@"\n')
        shim.chmod(0o755)
    environment = {"PATH": f"{programs}:{os.environ['PATH']}", "HOME": str(folder / ".home"), "LC_ALL": "C",
                   "TEST": str(HERE.parent), "SOURCE": str(HERE.parent.parent), "TERM": "dumb"}
    if data:
        environment["DATA"] = str(data)
    for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "GCOV_PREFIX",
                 "MIEN_LIBRARY", "MIEN_MUTANT", "MIEN_MUTANTS_REACHED", "MIEN_ROUNDS", "MIEN_SANDBOX",
                 "PYTHONDONTWRITEBYTECODE", "PYTHONPATH", "WINEPREFIX"):
        if name in os.environ:
            environment[name] = os.environ[name]
    if "wine" in emulator:  # which reads file names by the locale
        environment["LC_ALL"] = "C.UTF-8"
    environment.setdefault("LSAN_OPTIONS", f"suppressions={HERE}/leaks.txt:print_suppressions=0")
    (folder / ".home").mkdir()
    return environment


def main():
    words, tools, emulator, build, waited, section = sys.argv[1:], {}, [], None, None, None
    while len(words) > 1:
        option, value = words[:2]
        if option == "--tool":
            name, _, path = value.partition("=")
            tools[name] = path
        elif option == "--build":
            build = value
        elif option == "--waited":
            waited = Path(value)
            waited.unlink(missing_ok=True)
        elif option == "--section":
            section = value
        elif option == "--emulator":
            emulator = value.split()
        words = words[2:]
    path = Path(words[0])
    data = find_data()
    with tempfile.TemporaryDirectory(prefix="mien-cli-") as folder:
        folder = Path(folder)
        case = Case(path, folder, make_environment(folder, tools, emulator, data), data, build,
                    "wine" in emulator, section)
        try:
            case.run()
        except Skip as reason:
            print(f"skipped: {reason}")
            return SKIPPED
        except (Mistake, subprocess.TimeoutExpired) as mistake:
            print(mistake)
            print(f"FAILED {path.stem}")
            return 1
    if waited:
        waited.parent.mkdir(parents=True, exist_ok=True)
        waited.write_text(f"{sum(os.times()[2:4]):.2f}\n")
        print(f"{path.stem}: {sum(os.times()[2:4]):.2f} s of waiting")
    print(f"{case.commands} commands, all as they should be")
    return 0


sys.exit(main())
