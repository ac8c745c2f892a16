"""A shelf: a folder of small rulesets to compose."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from parlour.base.diagnostics import Diagnostic, render_text
from parlour.base.place import shipped
from parlour.documents.composition import Composition, Document
from parlour.documents.document import flat
from parlour.library.library import Library
from parlour.mixing.compose import compose

SHIPPED = Library([shipped("rulesets")])
FRAME = """
frame: base
title: Base
main: game
players: 2..4
deck: {pack: 52, jokers: 0}
names: {p q: player, c: card}
options:
  size: {type: int, in: 1..9, default: 5, text: cards dealt}
  mood: {type: [calm, wild], default: calm, text: how it is played}
state:
  up: {type: player, each: game}
stages:
  game: play_on()
procedures:
  play_on(): nothing
  moment(p): nothing
prompts:
  act(p): pass only if nothing else
"""
MORE = """
frame: more
title: More
extends: base
functions:
  worth(c): required
"""
GAME = """
game: plain
title: Plain
text: A plain game.
extends: base
"""
OPTIONS = """
options:
  some: {type: int or none, in: 0..3, default: none, text: so many}
  strict: {type: bool, default: false, text: whether}
  ranks: {type: ranks, default: [2, J], text: which}
  suit: {type: suit or none, default: none, text: which}
  how: {type: [at-once, later], default: at-once, text: when}
"""


class Shelf:
    """A folder of small rulesets."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.add(FRAME, MORE, GAME)

    def add(self, *texts: str) -> Shelf:
        for text in texts:
            header = text.strip().splitlines()[0]
            (self.folder / f"{header.partition(': ')[2]}.yaml").write_text(text.lstrip(), encoding="utf-8")
        return self

    def rule(self, id: str, more: str = "", frame: str = "base") -> Shelf:
        return self.add(f"rule: {id}\ntitle: {id.title()}\nfor: {frame}\n{more}")

    def game(self, id: str, more: str = "", extends: str = "base") -> Shelf:
        return self.add(f"game: {id}\ntitle: {id.title()}\nextends: {extends}\n{more}")

    def compose(
        self,
        subject: str,
        *with_: str | Path,
        without: tuple[str, ...] = (),
        options: Mapping[str, str | int | bool] | None = None,
    ) -> tuple[Composition | None, tuple[Diagnostic, ...]]:
        return compose(Library([self.folder]), subject, with_, without, options or {})

    def made(
        self,
        subject: str,
        *with_: str | Path,
        without: tuple[str, ...] = (),
        options: Mapping[str, str | int | bool] | None = None,
    ) -> Composition:
        composition, problems = self.compose(subject, *with_, without=without, options=options)
        assert composition is not None, render_text(problems)
        return composition

    def refused(
        self,
        subject: str,
        *with_: str | Path,
        without: tuple[str, ...] = (),
        options: Mapping[str, str | int | bool] | None = None,
    ) -> list[str]:
        composition, problems = self.compose(subject, *with_, without=without, options=options)
        assert composition is None
        return [d.code for d in problems if d.severity == "error"]


def values(composition: Composition, section: str) -> dict[str, str]:
    return {member.name: flat(member.value) for member in composition.sections[section]}


def ids(documents: tuple[Document, ...]) -> list[str]:
    return [document.id for document in documents]


def used(composition: Composition) -> list[str]:
    return [use.rule.id for use in composition.uses]
