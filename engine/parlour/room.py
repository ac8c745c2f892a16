"""Which options would make room at a table that can't be dealt: what to suggest to those who are too many.

One option at a time is tried, at a few values near the one that it has; how one asks for them is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from parlour.composition import Composition, OptionSetting
from parlour.machine.dealing import refusals
from parlour.members import flat
from parlour.program import Program

Compile = Callable[[Mapping[str, str]], Program | None]

TRIES = 24  # mixes that are made to find something
NEAR = 6  # values of one option that are tried
_OPTION = re.compile(r"\boptions\.([a-z][a-z0-9.-]*[a-z0-9])")
_WORD = re.compile(r"[a-z_][a-z0-9_-]*")


def making_room(composition: Composition, players: int, compile_with: Compile) -> Iterator[tuple[str, str]]:
    """Options and values, any of which lets so many play; those that make the pack what it is first."""
    tries = 0
    for name, setting in _concerned(composition):
        for value in _near(setting):
            tries += 1
            if tries > TRIES:
                return
            program = compile_with({name: value})
            if program is not None and players in program.players and not refusals(program, players):
                yield name, value
                break


def _concerned(composition: Composition) -> Iterator[tuple[str, OptionSetting]]:
    """The options that the pack, and then the conditions on the table, speak of; and what these call."""
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
                yield (f"{id}.{name}" if setting.document.kind == "rule" else name), setting


def _near(setting: OptionSetting) -> list[str]:
    """Other values, those that change the least first."""
    kind, now = setting.type, setting.value
    if kind.kind == "bool":
        return ["false" if now else "true"]
    if kind.kind == "word":
        return [word for word in kind.words if word != now][:NEAR]
    if kind.kind != "int" or not isinstance(now, int):
        return []
    low = kind.low if kind.low is not None else now - NEAR
    high = kind.high if kind.high is not None else now + NEAR
    others = [value for value in range(max(low, now - NEAR), min(high, now + NEAR) + 1) if value != now]
    return [str(value) for value in sorted(others, key=lambda value: abs(value - now))[:NEAR]]
