"""Finding options that make a mix playable for a number of players.

Tries one option at a time, then two, with the values nearest to the current ones.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping

from parlour.documents.composition import Composition, OptionSetting
from parlour.documents.document import flat
from parlour.program import Program
from parlour.states.table_sizes import dealable, refusals

Compile = Callable[[Mapping[str, str]], Program | None]

TRIES = 200  # mixes that one search compiles
NEAR = 60  # values of one option to try
NEAR_IN_PAIRS = 4
_OPTION = re.compile(r"\boptions\.([a-z][a-z0-9.-]*[a-z0-9])")
_WORD = re.compile(r"[a-z_][a-z0-9_-]*")


def making_room(
    composition: Composition, players: int | None, compile_with: Compile
) -> Iterator[tuple[tuple[str, str], ...]]:
    """Yield options and values that allow this number of players, or any; options of the pack first. Pairs of options
    only if no single one is enough."""
    tries = itertools.count(1)

    def makes_room(*values: tuple[str, str]) -> bool:
        program = compile_with(dict(values))
        if program is None:
            return False
        if players is None:
            return bool(dealable(program))
        return players in program.players and not refusals(program, players)

    concerned = [(name, _near(setting)) for name, setting in _concerned(composition)]
    alone = False
    for name, values in concerned:
        for value in values:
            if next(tries) > TRIES:
                return
            if makes_room((name, value)):
                alone = True
                yield ((name, value),)
                break
    for one, other in itertools.combinations(concerned, 2) if not alone else ():
        pairs = itertools.product(one[1][:NEAR_IN_PAIRS], other[1][:NEAR_IN_PAIRS])
        for value, second in pairs:
            if next(tries) > TRIES:
                return
            if makes_room((one[0], value), (other[0], second)):
                yield (one[0], value), (other[0], second)
                break


def _concerned(composition: Composition) -> Iterator[tuple[str, OptionSetting]]:
    """Yield the options that the pack and then the conditions on the table use, directly or through functions."""
    functions: dict[str, list[str]] = {}
    for member in composition.sections["functions"]:
        functions.setdefault(member.name, []).append(flat(member.value))
    waiting = [flat(m.value) for section in ("deck", "possible") for m in composition.sections[section]]
    told: dict[str, None] = {}
    seen: set[str] = set()
    while waiting:
        text = waiting.pop(0)
        told.update(dict.fromkeys(_OPTION.findall(text)))
        for word in _WORD.findall(text):
            if word in functions and word not in seen:
                seen.add(word)
                waiting += functions[word]
    for said in told:
        for (id, name), setting in composition.options.items():
            if said in (name, f"{id}.{name}"):
                yield setting.full_name, setting


def _near(setting: OptionSetting) -> list[str]:
    """Return the other values of an option, the nearest first."""
    kind, now = setting.type, setting.value
    if kind.kind == "bool":
        return ["false" if now else "true"]
    if kind.kind == "word":
        return [word for word in kind.words if word != now][:NEAR]
    if kind.kind != "int" or not isinstance(now, int | None):
        return []
    at = now if now is not None else kind.low if kind.low is not None else 0
    low = kind.low if kind.low is not None else at - NEAR
    high = kind.high if kind.high is not None else at + NEAR
    others = [value for value in range(max(low, at - NEAR), min(high, at + NEAR) + 1) if value != now]
    found = [str(value) for value in sorted(others, key=lambda value: abs(value - at))[:NEAR]]
    return ["none", *found] if kind.optional and now is not None else found
