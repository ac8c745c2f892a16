"""Saved games as plain data, and reading them back.

A save belongs to one ruleset with its mix: reading checks the language, game, options and digest first, and says why
a save doesn't fit.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import chain

from parlour.base.usage import UsageError
from parlour.program import LANGUAGE, AskOf, Program
from parlour.table.cells import Cells
from parlour.table.chance import PRIME
from parlour.table.layout import OVER, QUESTION, RANDOM, Layout
from parlour.table.soundness import unsound

FORMAT = 1  # of the list of cells
SHORT = 12  # characters of a digest, enough to tell it from another one
OTHER_LAYOUT = "another version of Parlour made this save, with another layout of the state"
_EXACT = 1 << 53  # larger numbers are written as text: not every reader of JSON has them


class SaveError(UsageError):
    """The error for a save that can't be used here; the message says why."""


def saved(layout: Layout, s: Cells) -> dict[str, object]:
    program = layout.program
    return {
        "parlour": FORMAT,
        "language": LANGUAGE,
        "game": program.id,
        "digest": program.digest,
        "rules": rules_of(program),
        "options": options_of(program),
        "players": layout.players,
        "layout": layout.digest[:SHORT],
        "cells": [int(v) if -_EXACT < v < _EXACT else str(v) for v in s],
    }


def parsed(text: str | bytes, name: str = "this") -> object:
    """Return the data of a saved game. Messages call the text `name`."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise SaveError(f"{name} is not a saved game") from None


def number_of_players(program: Program, data: object) -> int:
    """The number of players of a saved game, if it belongs to this ruleset."""
    if not isinstance(data, dict) or "parlour" not in data:
        raise SaveError("this is not a saved game")
    if data["parlour"] != FORMAT:
        raise SaveError(f"this save has format {data['parlour']}; this version reads format {FORMAT}")
    if data.get("language") != LANGUAGE:
        raise SaveError(f"this save has language version {data.get('language')}; Parlour reads version {LANGUAGE}")
    if data.get("game") != program.id:
        raise SaveError(f"this is a saved game of `{data.get('game')}`, not of `{program.id}`")
    rules, options, changed = (", ".join(differing) for differing in _differences(program, data))
    besides = f"; its rules have changed too: {changed}" if changed else ""
    if rules:
        mix = f"{rules}, {options}" if options else rules
        raise SaveError(f"this save is from another mix: {mix}{besides}")
    if options:
        raise SaveError(f"this save has other options: {options}{besides}")
    if data.get("digest") != program.digest or data.get("options") != options_of(program):
        message = f"the rules of `{program.id}` have changed since this save"
        raise SaveError(f"{message}: {changed}" if changed else message)
    players = data.get("players")
    if not isinstance(players, int) or players not in program.players:
        raise SaveError(f"`{program.id}` is not for {players} players")
    return players


def _differences(program: Program, there: Mapping[str, object]) -> tuple[list[str], list[str], list[str]]:
    """Return the different rules, the different options, and the rules with changed text, as far as the save shows."""
    rules, options = there.get("rules"), there.get("options")
    ours = rules_of(program)
    theirs = rules if isinstance(rules, Mapping) else ours
    set_here, set_there = options_of(program), options if isinstance(options, Mapping) else {}
    more, less = [id for id in ours if id not in theirs], [id for id in theirs if id not in ours]
    mix = [f"this mix adds `{id}`" for id in more] + [f"this mix lacks `{id}`" for id in less]
    alone = {*more, *less}
    names = [name for name in sorted({*set_there, *set_here}) if name.partition(".")[0] not in alone]
    differ = [
        f"`{n}` is {set_there.get(n, 'missing')} there and {set_here.get(n, 'missing')} here"
        for n in names
        if set_there.get(n) != set_here.get(n)
    ]
    return mix, differ, [f"`{id}` differs" for id in ours if id in theirs and theirs[id] != ours[id]]


def differences(here: Program, there: Program) -> str:
    """The differences between another mix of the same game and this one, in words."""
    return ", ".join(chain(*_differences(here, {"rules": rules_of(there), "options": options_of(there)})))


def rules_of(program: Program) -> dict[str, str]:
    return {id: digest[:SHORT] for id, digest in program.digests}


def options_of(program: Program) -> dict[str, str]:
    return {o.name: o.value for o in program.options}


def has_layout(layout: Layout, data: object) -> bool:
    """True unless the save says that another layout made it."""
    return not isinstance(data, dict) or data.get("layout", layout.digest[:SHORT]) == layout.digest[:SHORT]


def restored(layout: Layout, data: object) -> Cells:
    """The cells of a saved game, checked to be a position of this table."""
    number_of_players(layout.program, data)
    assert isinstance(data, dict)
    if not has_layout(layout, data):
        raise SaveError(OTHER_LAYOUT)
    cells = data.get("cells")
    if not isinstance(cells, list) or len(cells) != layout.size:
        raise SaveError("the saved game is damaged: it doesn't have the size of this table")
    try:
        s = [int(v) for v in cells if isinstance(v, int | str) and not isinstance(v, bool)]
    except ValueError:
        raise SaveError("the saved game is damaged: it contains a value that isn't a number") from None
    wrong = damage(layout, s)
    if wrong is not None:
        raise SaveError(f"the saved game is damaged: {wrong}")
    return s


def damage(layout: Layout, s: Cells) -> str | None:
    """The reason why these cells are not a position of this table, or None."""
    if len(s) != layout.size:
        return "it contains a value that isn't a number"
    asked = {instr.question for instr in layout.program.code if isinstance(instr, AskOf)}
    if s[QUESTION] != OVER and s[QUESTION] not in asked:
        return "its question isn't in this game"
    if not 0 < s[RANDOM] < PRIME:
        return "the state of its random numbers is invalid"
    counts = [0] * layout.pack.size
    for i in layout.instances:
        if (i.form == "row" and not 0 <= s[i.at] <= i.room) or (i.form == "set" and s[i.at] < 0):
            return "a zone has an impossible number of cards"
        for c in layout.contents(s, i):
            if not 0 <= c < layout.pack.size or s[layout.where + c] != i.number:
                return "a card is in the wrong place"
            counts[c] += 1
    if any(n != layout.pack.used >> c & 1 for c, n in enumerate(counts)):
        return "a card is missing, or appears twice"
    return unsound(layout, s)
