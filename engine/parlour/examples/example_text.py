"""Writes examples in the house style: each part on one line if it fits, otherwise on several. Writes the difference
between two states as lines of `then:` that hold for only one of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping

from parlour import program as p
from parlour.base.printable import value_word
from parlour.examples.zone_comparison import cards_in
from parlour.states.state import State
from parlour.table.layout import DIRECTION, PLAYING, Instance, Layout
from parlour.table.texts import written, written_keys, zone_name

WIDTH = 100
MOST_MOVES = 12  # that `only may` lists
MOST_CARDS = 10  # of a zone that is written in full
_PLAIN = re.compile(r"-\d+|(?:\.{1,2}/)*[\w♣♦♥♠][\w♣♦♥♠ +/'’.()-]*")


def scalar(text: str) -> str:
    """Return a string as a YAML scalar in braces or brackets."""
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def quoted(text: str) -> str:
    """Return the same, but a mapping in braces stays one."""
    return text if text.startswith("{") else scalar(text)


def flow(key: str, values: Mapping[str, str]) -> list[str]:
    """A mapping in braces, or on several lines; nothing without entries."""
    if not values:
        return []
    line = f"{key}: {{{', '.join(f'{name}: {value}' for name, value in values.items())}}}"
    return [line] if len(line) <= WIDTH else [f"{key}:", *(f"  {name}: {value}" for name, value in values.items())]


def listed(key: str, items: Iterable[str]) -> list[str]:
    """A list in brackets, or on several lines; nothing without items."""
    items = [*items]
    line = f"{key}: {in_brackets(items)}"
    several = [f"{key}:", *(f"  - {quoted(item)}" for item in items)]
    return [] if not items else [line] if len(line) <= WIDTH else several


def in_brackets(items: Iterable[str]) -> str:
    """A list on one line."""
    return f"[{', '.join(map(quoted, items))}]"


def of_values(key: str, values: Mapping[str, object]) -> list[str]:
    """A mapping whose values aren't written yet, such as `given` or `set`."""
    return flow(key, {name: quoted(value_word(value)) for name, value in values.items()})


def of_changes(with_: Iterable[str], without: Iterable[str], options: Mapping[str, object]) -> list[str]:
    """The lines of an example with the changes to its game."""
    return [*listed("with", with_), *listed("without", without), *of_values("set", options)]


def example(lines: Iterable[str], name: str | None = None) -> str:
    """An item of `examples:`. Without a name, its author still has to choose one."""
    return "\n".join([f"- name: {'…' if name is None else quoted(name)}", *(f"  {line}" for line in lines)])


# ---------------------------------------------------------------- results that hold in one of two states


def differences(state: State, other: State) -> dict[str, str]:
    """Return the lines of `then:` that hold in the first state but not in the other, as YAML: keys with their values.
    """
    return dict(_differences(state, other))


def _differences(state: State, other: State) -> Iterator[tuple[str, str]]:
    if state.over != other.over:
        yield "over", str(state.over).lower()
        if state.over:
            yield "winners", " ".join(map(str, state.outcome.winners)) or "none"
        else:
            yield "to move", str(state.question.seat)
        return
    yield from _ends(state, other) if state.over else _questions(state, other)
    here, there = state.table.machine.layout, other.table.machine.layout
    a, b = list(state.cells), list(other.cells)
    if a[DIRECTION] != b[DIRECTION]:
        yield "direction", "clockwise" if a[DIRECTION] == 1 else "counterclockwise"
    if a[PLAYING] != b[PLAYING]:
        out = [str(seat + 1) for seat in range(here.players) if not a[PLAYING] >> seat & 1]
        yield "out", " ".join(out) or "none"
    zones = {zone_name(there, i.number): i for i in there.instances}
    for mine in here.instances[1:]:
        name = zone_name(here, mine.number)
        cards, changed = _cards(here, a, mine), _cards(there, b, zones[name]) if name in zones else []
        if cards != changed:
            yield _contents(name, cards, changed)
    others = {v.name: array for v, array in zip(there.program.variables, there.variables, strict=True)}
    for number, variable in enumerate(here.program.variables):
        yours_at = others.get(variable.name)
        if variable.seen == p.NOBODY or number == here.program.ending or yours_at is None:
            continue
        mine_at = here.variables[number]
        for keys in here.keys_of(mine_at):
            value = a[mine_at.cell(keys)]
            if value != b[yours_at.cell(keys)]:
                name = " ".join([variable.name, *written_keys(here, variable.keys, keys)])
                yield name, quoted(written(here, variable.type, value))


def _ends(state: State, other: State) -> Iterator[tuple[str, str]]:
    mine, yours = state.outcome, other.outcome
    if mine.winners != yours.winners:
        yield "winners", " ".join(map(str, mine.winners)) or "none"
    if mine.ending != yours.ending:
        yield "ending", mine.ending or "none"
    for name, value in mine.values.items():
        if yours.values.get(name) != value:
            pairs = [(f"{name} {key}", v) for key, v in value.items()] if isinstance(value, dict) else [(name, value)]
            yield from ((key, quoted(value_word(v))) for key, v in pairs)


def _questions(state: State, other: State) -> Iterator[tuple[str, str]]:
    mine, yours = state.question, other.question
    if mine.seat != yours.seat:
        yield "to move", str(mine.seat)
    if mine.prompt != yours.prompt and mine.prompt is not None:
        yield "asked", mine.prompt
    texts, others = [m.text for m in mine.legal], [m.text for m in yours.legal]
    if texts == others:
        return
    if len(texts) <= MOST_MOVES:
        yield "only may", in_brackets(dict.fromkeys(texts))
        return
    more, fewer = [t for t in texts if t not in others], [t for t in others if t not in texts]
    if more:
        yield "may", in_brackets(dict.fromkeys(more[:MOST_MOVES]))
    if fewer:
        yield "may not", in_brackets(dict.fromkeys(fewer[:MOST_MOVES]))


def _cards(layout: Layout, cells: list[int], zone: Instance) -> list[str]:
    cards = cards_in(layout, cells, zone)
    return sorted(cards, key=lambda name: (len(name), name)) if zone.form == "set" else cards


def _contents(zone: str, cards: list[str], others: list[str]) -> tuple[str, str]:
    """The cards of a zone; of a large one only its size, or its top."""
    if len(cards) <= MOST_CARDS:
        return zone, " ".join(cards) or "none"
    if len(cards) != len(others):
        return f"{zone} size", str(len(cards))
    return f"{zone} top", " ".join(reversed(cards[-MOST_CARDS:]))
