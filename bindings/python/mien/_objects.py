# SPDX-License-Identifier: MIT
"""Objects of the library, their lifetimes, and errors."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_void_p
from types import TracebackType
from typing import Any, Callable, Iterable, Optional, Tuple, Type, TypeVar

from . import _native as c
from ._records import Finding

Self = TypeVar("Self", bound="Object")


class Error(Exception):
    """libmien refused a call: what is wrong, where, in one sentence."""

    __module__ = "mien"  # the name that tracebacks show

    def __init__(self, status: int, message: str = "", location: str = "", line: int = 0, column: int = 0,
                 offset: int = 0) -> None:
        self.status = c.MienStatus(status)
        self.message = message or "the call was refused"
        self.location, self.line, self.column, self.offset = location, line, column, offset
        where = f" {location}" if location else ""
        super().__init__(f"{c.mien_status_name(status).decode()}{where}: {self.message}")

    @classmethod
    def of(cls, status: int, error: c.MienError) -> Error:
        return cls(status, error.message.decode("utf-8", "replace"), error.location.decode("utf-8", "replace"),
                   error.line, error.column, error.offset)


def call(function: Callable[..., int], *arguments: Any) -> None:
    """Calls a function whose last parameter is a MienError; raises Error if it fails."""
    error = c.MienError()
    status = function(*arguments, byref(error))
    if status:
        raise Error.of(status, error)


def run(job: Any, function: Callable[..., int], validate: Callable[..., int]) -> None:
    """Runs a job; raises Error with the reason if it is refused."""
    status = function(byref(job))
    if status:
        call(validate, byref(job))
        raise Error(status)


class Owner:
    """A pointer of the library, the function that destroys it, and everything that it refers to.

    Python objects, their views and the objects that use them share an owner, so memory is
    freed when the last of them is gone, in the right order."""

    __slots__ = ("pointer", "destroy", "keeps", "__weakref__")

    def __init__(self, pointer: int, destroy: Optional[Callable[[Any], None]], keeps: Iterable[Any] = ()) -> None:
        self.pointer, self.destroy, self.keeps = pointer, destroy, tuple(keeps)

    def __del__(self) -> None:
        if self.destroy is not None:
            self.destroy(self.pointer)


def create(functions: Tuple[Callable[..., int], Callable[[Any], None]], *arguments: Any, keeps: Iterable[Any] = ()) -> Owner:
    """An owner of what a create or load function gives."""
    out = c_void_p()
    call(functions[0], *arguments, byref(out))
    return Owner(out.value or 0, functions[1], keeps)


class Object:
    """Something of the library. Use it in a `with` statement, or close() it, or let Python collect it.

    Closing releases this object's share: memory lives until the objects and views that use it
    are gone too. A closed object raises ValueError."""

    def __init__(self, owner: Owner) -> None:
        self._held: Optional[Owner] = owner

    @property
    def _owner(self) -> Owner:
        if self._held is None:
            raise ValueError(f"this {type(self).__name__} is closed")
        return self._held

    @property
    def _pointer(self) -> int:
        return self._owner.pointer

    @property
    def closed(self) -> bool:
        """Whether close() was called."""
        return self._held is None

    def close(self) -> None:
        """Releases the object. More calls have no effect."""
        self._held = None

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], value: Optional[BaseException],
                 traceback: Optional[TracebackType]) -> None:
        self.close()


def aligned(size: int) -> Tuple[Any, int]:
    """Zeroed memory and its address, which is a multiple of 64."""
    memory = ctypes.create_string_buffer(size + 64)
    return memory, (ctypes.addressof(memory) + 63) & ~63


def findings(count: Callable[[Any], int], row: Callable[[Any, int], Any], pointer: int) -> list[Finding]:
    """The rows of a binding's report."""
    return [Finding.of(row(pointer, i)) for i in range(count(pointer))]
