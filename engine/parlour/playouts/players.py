"""The choice of the execution: native code if it is available, else generated Python."""

from __future__ import annotations

import math
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, TypeVar

from parlour.playouts.player import Player, PlayoutError
from parlour.playouts.python import PythonPlayer
from parlour.program import Program
from parlour.states.moves import Notation
from parlour.states.state import Table
from parlour.storage.cache import Cache

if TYPE_CHECKING:  # needs llvmlite
    from parlour.native.module import BatchCode
    from parlour.native.player import NativeBatch

T = TypeVar("T")

MEMORY = 1 << 30  # bytes that llvmlite and its compiler need at most


def player_for(program: Program, players: int, native: bool | None, cache: Cache | None = None) -> Player:
    """Return a player: native, not native, or native if possible. It saves its code in this cache, by default in that
    of the user."""
    player: Player | None = _if_available(native, lambda: _native("player").NativePlayer(program, players, cache=cache))
    return player or PythonPlayer(program, players, cache)


def native_table(program: Program, players: int) -> Table:
    """Return a table that plays by native code, or raise PlayoutError."""
    machine = _native("machine").NativeMachine(program, players)
    return Table(machine, Notation(machine))


def native_missing() -> str:
    """Return why native code can't be used, with what to install, or nothing if it can."""
    try:
        _native("player")
    except PlayoutError as error:
        return str(error)
    return ""


def native_batch(program: Program, players: int, native: bool | None, code: BatchCode) -> NativeBatch | None:
    """Return native code for batches, or None if it isn't available or not wanted."""
    return _if_available(native, lambda: _native("player").NativeBatch(program, players, batch=code))


def _if_available(native: bool | None, make: Callable[[], T]) -> T | None:
    """Return what native code is made for; None if it isn't wanted, or not available and not required."""
    try:
        return None if native is False else make()
    except PlayoutError:
        if native:
            raise
        return None


def _native(module: str) -> ModuleType:
    """Import a part that needs llvmlite on demand: it might not be installed, or not work here."""
    if _may_use() < MEMORY:  # LLVM would end the process
        raise PlayoutError("native code needs 1 GiB of memory, and this process may use less")
    try:
        return import_module(f"parlour.native.{module}")
    except (ImportError, OSError):
        raise PlayoutError('native code needs llvmlite 0.44 or newer: pip install "parlour[native]"') from None


def _may_use() -> float:
    """Return the bytes of memory that this process may use."""
    try:
        import resource
    except ImportError:  # not on this system
        return math.inf
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    return math.inf if limit == resource.RLIM_INFINITY else limit
