# SPDX-License-Identifier: MIT
"""Arrays of the library as numpy arrays, or as memoryviews where there is no numpy. Nothing is copied."""

from __future__ import annotations

import ctypes
import importlib
from typing import Any, Optional, Protocol, Tuple

numpy: Any
try:
    numpy = importlib.import_module("numpy")
except ImportError:
    numpy = None

FORMATS = {ctypes.c_float: "f", ctypes.c_uint16: "H", ctypes.c_uint32: "I", ctypes.c_uint8: "B"}
LENGTHS = {"f": 4, "H": 2, "I": 4, "B": 1}


class Array(Protocol):
    """Numbers in memory of the library: a numpy.ndarray, or a memoryview without numpy.

    Both have a shape, index by [row, column], and give lists by tolist()."""

    @property
    def shape(self) -> Tuple[int, ...]: ...

    def __len__(self) -> int: ...

    def __getitem__(self, index: Any) -> Any: ...

    def __setitem__(self, index: Any, value: Any) -> None: ...

    def tolist(self) -> Any: ...


def view(address: Optional[int], kind: Any, shape: Tuple[int, ...], keeps: Any, writable: bool = False) -> Array:
    """Numbers at an address as an array that keeps `keeps` alive."""
    form, count = FORMATS[kind], 1
    for length in shape:
        count *= length
    if count == 0 or not address:
        empty: Array = numpy.zeros(shape, form) if numpy is not None else memoryview(b"").cast("B").cast(form)
        return empty
    block = (ctypes.c_uint8 * (count * LENGTHS[form])).from_address(address)
    block.keeps = keeps  # type: ignore[attr-defined]
    numbers: Array
    if numpy is not None:
        array = numpy.frombuffer(block, form).reshape(shape)
        array.flags.writeable = writable
        numbers = array
        return numbers
    plain: Any = memoryview(block).cast("B").cast(form, shape)
    numbers = plain if writable else plain.toreadonly()
    return numbers


def floats(values: Any, count: int, what: str) -> Any:
    """A ctypes array of count floats from any sequence, flat or in rows, or from a buffer of floats."""
    try:
        numbers = memoryview(values)
        if numbers.format == "f" and numbers.c_contiguous and numbers.nbytes == 4 * count:
            return (ctypes.c_float * count).from_buffer_copy(numbers.cast("B"))
        values = numbers.tolist()
    except TypeError:
        pass
    flat = list(flatten(values))
    if len(flat) != count:
        raise ValueError(f"{what}: expected {count} numbers, got {len(flat)}")
    return (ctypes.c_float * count)(*flat)


def flatten(values: Any) -> Any:
    for value in values:
        if hasattr(value, "__iter__"):
            yield from flatten(value)
        else:
            yield value
