# SPDX-License-Identifier: MIT
"""Authoring by the mien program: commands with --json, typed results, exceptions."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Type, Union

Path = Union[str, "os.PathLike[str]"]
Progress = Callable[[float, str], None]


@dataclass(frozen=True)
class Message:
    """One message of the program."""

    severity: str  #: "error", "warning" or "note".
    message: str
    status: str = ""  #: Of errors: a status of the library, or "usage", "input", "write", "cancelled", "internal".
    file: str = ""
    line: int = 0
    location: str = ""

    def __str__(self) -> str:
        parts = [self.file + (f":{self.line}" if self.line else ""), self.location, self.message]
        return ": ".join(part for part in parts if part)


@dataclass(frozen=True)
class Result:
    """What a command printed."""

    value: Any  #: The JSON of standard output; None if there is none.
    messages: List[Message]
    has_findings: bool  #: Exit code 1: diagnostics or differences were found.


class CommandError(Exception):
    """A command failed. Messages have the reasons; result is what it printed nevertheless."""

    __module__ = "mien"

    def __init__(self, command: Sequence[str], code: int, result: Result) -> None:
        self.command, self.code, self.result, self.messages = list(command), code, result, result.messages
        errors = [str(message) for message in self.messages if message.severity == "error"]
        super().__init__("; ".join(errors) or f"mien {' '.join(command)} ended with {code}")


class UsageError(CommandError):
    """Exit code 2: the command line is wrong; nothing was done."""

    __module__ = "mien"


class InputError(CommandError):
    """Exit code 3: an input is missing, unreadable or unsuitable."""

    __module__ = "mien"


class WriteError(CommandError):
    """Exit code 4: a result cannot be written."""

    __module__ = "mien"


class Cancelled(CommandError):
    """Exit code 5: interrupted; no partial files are left."""

    __module__ = "mien"


ERRORS: Dict[int, Type[CommandError]] = {2: UsageError, 3: InputError, 4: WriteError, 5: Cancelled}


@dataclass(frozen=True)
class CreatedAsset:
    """An asset that an import created or changed."""

    source: str
    kind: str
    file: str
    what: str  #: "created", "updated", ...
    detail: str


@dataclass(frozen=True)
class BuildResult:
    """Counts of packs."""

    packs: int
    cooked: int
    unchanged: int
    cached: int
    refused: int
    failed: int
    removed: int
    seconds: float


@dataclass(frozen=True)
class BundleResult:
    """A bundle that was written."""

    bundle: str
    packs: int
    bytes: int


@dataclass(frozen=True)
class Diagnostic:
    """One row of lint."""

    code: str  #: "M001"
    name: str
    severity: str  #: "error", "warning" or "info".
    file: str
    line: int
    location: str
    message: str
    names: List[str]
    fix: Any  #: What --fix would change; None: nothing.


def take(kind: Any, row: Dict[str, Any], **more: Any) -> Any:
    """A dataclass from the keys of a JSON object. Missing keys are errors; null is a default."""
    values = {name: row[name] for name in kind.__dataclass_fields__ if name not in more}
    return kind(**values, **more)


class Program:
    """The mien program. folder: where commands run, such as a project.

    The program is `path`, MIEN_PROGRAM of the environment, or `mien` of PATH."""

    def __init__(self, folder: Path = ".", *, path: Optional[Path] = None) -> None:
        found = path or os.environ.get("MIEN_PROGRAM") or shutil.which("mien")
        if not found:
            raise FileNotFoundError("there is no program mien: install it, set MIEN_PROGRAM, or give its path")
        self.path, self.folder = os.fspath(found), os.fspath(folder)

    def run(self, *arguments: Path, progress: Optional[Progress] = None) -> Result:
        """Runs a command with --json. Raises a CommandError if it fails.

        progress gets a fraction and a file, from commands that have --progress. If it raises, or
        on Ctrl+C, the command is interrupted; it leaves no partial files."""
        command = [os.fspath(word) for word in arguments]
        options = ["--progress=json"] if progress else []
        process = subprocess.Popen([self.path, "--json", *command, *options], cwd=self.folder, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", errors="replace")
        printed: List[str] = []
        reader = threading.Thread(target=lambda: printed.append(process.stdout.read() if process.stdout else ""))
        reader.start()
        messages: List[Message] = []
        try:
            for row in rows_of(process.stderr or ()):
                if "type" in row:
                    report(progress, row)
                else:
                    messages.append(message_of(row))
            code = process.wait()
        finally:
            interrupt(process)
            reader.join()
            for stream in (process.stdout, process.stderr):
                if stream:
                    stream.close()
        text = "".join(printed)
        result = Result(json.loads(text) if text.strip() else None, messages, code == 1)
        if code not in (0, 1):
            raise ERRORS.get(code, CommandError)(command, code, result)
        return result

    def version(self) -> str:
        """The version of the program."""
        return str(self.run("version").value["version"])

    def init(self) -> None:
        """Creates a project in the folder."""
        self.run("init", ".")

    def import_files(self, *sources: Path, options: Sequence[str] = ()) -> List[CreatedAsset]:
        """Creates assets from source files, such as glTF and FBX."""
        value = self.run("import", *sources, *options).value
        return [take(CreatedAsset, asset, source=row["source"]) for row in value["imported"] for asset in row["assets"]]

    def build(self, *assets: Path, options: Sequence[str] = (), progress: Optional[Progress] = None) -> BuildResult:
        """Updates the packs of the project. InputError if an asset cannot be cooked; the others are."""
        result: BuildResult = take(BuildResult, self.run("build", *assets, *options, progress=progress).value)
        return result

    def bundle(self, *assets: Path, output: Path, options: Sequence[str] = ()) -> BundleResult:
        """Combines the packs of assets and what they need in one file."""
        result: BundleResult = take(BundleResult, self.run("bundle", *assets, "-o", output, *options).value)
        return result

    def lint(self, *files: Path, fix: bool = False, options: Sequence[str] = ()) -> List[Diagnostic]:
        """Finds likely mistakes; also files that cannot be read."""
        try:
            value = self.run("lint", *files, *(["--fix"] if fix else []), *options).value
        except InputError as error:
            if not error.result.value:
                raise
            value = error.result.value  # unreadable files are diagnostics too
        return [take(Diagnostic, row, line=row["line"] or 0, location=row["location"] or "") for row in value["diagnostics"]]


def rows_of(lines: Any) -> Iterator[Dict[str, Any]]:
    """JSON objects of standard error. Other lines, of the system, are notes."""
    for line in lines:
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if isinstance(row, dict):
            yield row
        elif line.strip():
            yield {"note": {"message": line.strip()}}


def message_of(row: Dict[str, Any]) -> Message:
    severity = next((name for name in ("error", "warning", "note") if name in row), "note")
    given = row.get(severity)
    fields = given if isinstance(given, dict) else {"message": str(given)}
    return Message(severity, str(fields.get("message", "")), fields.get("status", ""), fields.get("file", ""),
                   fields.get("line", 0), fields.get("location", ""))


def report(progress: Optional[Progress], row: Dict[str, Any]) -> None:
    if progress and "value" in row:
        progress(float(row["value"]), str(row.get("file", "")))


def interrupt(process: subprocess.Popen[str]) -> None:
    """Ends a program that still runs: first politely."""
    if process.poll() is not None:
        return
    process.send_signal(signal.SIGTERM if sys.platform == "win32" else signal.SIGINT)
    try:
        process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        process.kill()
