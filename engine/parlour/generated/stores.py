"""Stores of constants, done as late as possible: what is overwritten before anybody looks at it is not stored at all.

Works on the lines of one function. Only cells that are always called by their number are looked at (`plain`): those of
kept locals and of variables without a key.
"""

from __future__ import annotations

import re
from collections.abc import Container

from parlour.generated.naming import indented

HARMLESS = {"take", "no_card", "bounded"}  # of what is given the state, it looks at no plain cell

_STORE = re.compile(r"((?:s\[\d+\] = )+)(-?\d+)")
_TARGET = re.compile(r"s\[(\d+)\] = (?!.*= )")
_CELL = re.compile(r"\bs\[(\d+)\]")
_CALL = re.compile(r"\b(\w+)\(s\b")

Pending = dict[int, str]  # constants still to be stored, by cell


def late(lines: list[str], plain: Container[int], pending: Pending | None = None) -> list[str]:
    """The same lines with stores moved down."""
    pending, found, at = dict(pending or {}), list[str](), 0
    while at < len(lines):
        line = lines[at]
        end = at + 1
        while end < len(lines) and lines[end].startswith(" "):
            end += 1
        body, at = [inner[4:] for inner in lines[at + 1 : end]], end
        store = _STORE.fullmatch(line)
        if store is not None:
            cells = [int(cell) for cell in _CELL.findall(store[1])]
            pending |= {cell: store[2] for cell in cells if cell in plain}
            others = [cell for cell in cells if cell not in plain]
            found += [f"{_targets(others)}{store[2]}"] if others else []
        elif not body:
            _plain_line(line, pending, found)
        elif line.startswith("if ") and _leaves(body) and not _other_parts(lines, end):
            found += _flushed(pending, _read_in(line, pending))
            raises = body[-1].startswith("no_card(")
            found += [line, *indented(late(body, plain, None if raises else pending))]
        elif line.startswith(("else:", "elif ")):
            found += [line, *indented(late(body, plain))]  # looked at with the part before it
        else:
            whole = "\n".join([line, *body, *_other_parts(lines, end)])
            found += _flushed(pending, set(pending) if "return" in whole else _read_in(whole, pending))
            found += [line, *indented(late(body, plain))]
    return [*found, *_flushed(pending, set(pending))]


def _plain_line(line: str, pending: Pending, found: list[str]) -> None:
    if line.startswith("#"):
        found.append(line)
        return
    if line.startswith(("return", "break", "pass")) or not HARMLESS.issuperset(_CALL.findall(line)):
        found += [*_flushed(pending, set(pending)), line]
        return
    target = _TARGET.match(line)
    looked_at = line if target is None else line[target.end() :]
    found += _flushed(pending, _read_in(looked_at, pending))
    if target is not None:
        pending.pop(int(target[1]), None)
    found.append(line)


def _leaves(body: list[str]) -> bool:
    return body[-1].startswith(("return", "no_card("))


def _other_parts(lines: list[str], at: int) -> list[str]:
    """What follows as a part of the same statement."""
    end = at
    while end < len(lines) and lines[end].startswith(("else:", "elif ", " ")):
        end += 1
    return lines[at:end]


def _read_in(text: str, pending: Pending) -> set[int]:
    if not HARMLESS.issuperset(_CALL.findall(text)):
        return set(pending)
    return pending.keys() & {int(cell) for cell in _CELL.findall(text)}


def _flushed(pending: Pending, cells: set[int]) -> list[str]:
    """The stores of these cells, those of the same constant together; they are pending no more."""
    values: dict[str, list[int]] = {}
    for cell in sorted(cells):
        values.setdefault(pending.pop(cell), []).append(cell)
    return [f"{_targets(of)}{value}" for value, of in values.items()]


def _targets(cells: list[int]) -> str:
    return "".join(f"s[{cell}] = " for cell in cells)
