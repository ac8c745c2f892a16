"""Cache entries that hold objects of the engine, such as parsed documents and compiled expressions.

An entry leaves out the source texts of its objects; the reader passes them in again. So files of different names with
the same text share an entry. Unpickling builds only classes of the engine.
"""

from __future__ import annotations

import gc
import io
import pickle
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from typing import TypeVar

from parlour.base.source import Source
from parlour.storage.cache import user_cache, version_of

T = TypeVar("T")


class CacheEntry:
    """A result computed from some content; `kind` says which. It is lost when the engine's code changes."""

    def __init__(self, kind: str, *content: bytes) -> None:
        version = version_of()
        self._name = None if version is None else _name(version, kind, content)

    def read(self, sources: Callable[[], Sequence[Source]]) -> object | None:
        """Return the object, with these sources in place of those that it was written with."""
        data = self.data()
        with suppress(pickle.UnpicklingError):
            return None if data is None else unpacked(data, sources())
        return None

    def write(self, value: object, sources: Sequence[Source]) -> None:
        self.keep(lambda: packed(value, sources))

    def kept(self, of: type[T], make: Callable[[], T]) -> T:
        """Return an object without sources: from the cache, or by making it."""
        known = self.read(lambda: ())
        if isinstance(known, of):
            return known
        made = make()
        self.write(made, ())
        return made

    def data(self) -> bytes | None:
        """Return the bytes of the entry in the user's cache."""
        data = None if self._name is None else user_cache("rulesets").read(self._name)
        return None if data is None else zlib.decompress(data)

    def keep(self, data: Callable[[], bytes]) -> None:
        if self._name is None:
            return
        with suppress(RecursionError):  # pickle nests calls as deep as objects are nested
            user_cache("rulesets").write(self._name, lambda: zlib.compress(data(), 1))


def _name(version: str, kind: str, content: Sequence[bytes]) -> str:
    digest = sha256(f"{version} {kind}".encode())
    for part in content:
        digest.update(b"%d\0" % len(part) + part)
    return digest.hexdigest()


# ---------------------------------------------------------------- objects as bytes


def packed(value: object, sources: Sequence[Source]) -> bytes:
    """Return a value as bytes without these sources."""
    data = io.BytesIO()
    _Pickler(data, sources).dump(value)
    return data.getvalue()


def unpacked(data: bytes, sources: Sequence[Source]) -> object:
    """Return the value with these sources, in the same order as for `packed`."""
    with _without_garbage():
        return _Unpickler(io.BytesIO(data), sources).load()


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, sources: Sequence[Source]) -> None:
        super().__init__(file, protocol=5)
        self._numbers = {source: number for number, source in enumerate(sources)}

    def reducer_override(self, value: object) -> tuple[Callable[[int], Source], tuple[int]]:
        if type(value) is Source and value in self._numbers:
            return _given, (self._numbers[value],)
        return NotImplemented  # type: ignore[no-any-return]  # tells pickle to proceed as usual


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, sources: Sequence[Source]) -> None:
        super().__init__(file)
        self._sources = sources

    def find_class(self, module: str, name: str) -> object:
        if (module, name) == (__name__, _given.__name__):
            given: Callable[[int], Source] = self._sources.__getitem__
            return given
        if not module.startswith("parlour."):
            raise pickle.UnpicklingError(f"{module}.{name} isn't part of the engine")
        return super().find_class(module, name)


def _given(number: int) -> Source:
    """A placeholder in the bytes for the source with this number."""
    raise LookupError(f"source {number} is missing")


@contextmanager
def _without_garbage() -> Iterator[None]:
    """Switch garbage collection off: unpickling creates many objects, none of them garbage, and is 5 times as fast."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
