"""Measures each rule of a mix in a sample of the decisions of many games, with and without the rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Protocol

from parlour.base.diagnostics import RulesetError, first_error, listing
from parlour.documents.composition import Composition
from parlour.influence.contrast import Contrast, Decision
from parlour.influence.effects import KINDS, Influence, Kind, Mattered
from parlour.mixing.needs import needs
from parlour.playouts.decisions import decisions
from parlour.playouts.played import Playouts
from parlour.playouts.player import Task
from parlour.program import Program
from parlour.states.counterparts import Counterparts
from parlour.states.machine import Machine
from parlour.states.state import machine_for
from parlour.table.cells import Cells
from parlour.table.layout import QUESTION


class Composable(Protocol):
    """A game that Parlour can compose again without some of its rules."""

    @property
    def program(self) -> Program: ...

    @property
    def players(self) -> tuple[int, ...]: ...

    @property
    def composition(self) -> Composition: ...

    def without(self, *rules: str) -> Composable: ...


SAMPLE = 2000  # decisions that are looked at
PLAYED = 20_000  # decisions of the games that they are taken from
MOST_GAMES = 50


def influence(
    game: Composable, played: Playouts, sample: int = SAMPLE, progress: Callable[[str], object] = lambda _: None
) -> Influence:
    """Return the effects of each house rule of the mix in the first games, from a `sample` of their decisions."""
    games, decided = _games(played)
    of_each = -(-decided // sample)
    views, unknown = _views(game, game.program.house_rules, played.players, min(decided, sample), progress)
    looked_at = 0
    task = Task(played.seed, played.begin, played.policy == "ruleset", played.most, states=False)
    machine = machine_for(decided, game.program, played.players)
    for number in range(games):
        progress(f"game {number + 1} of {games}: comparing moves without each rule")
        chance = Random(f"{played.seed} {played.first + number}")
        for s, move in decisions(machine, task, played.first + number):
            if move is not None and chance.randrange(of_each) == 0:
                looked_at += 1
                made = Decision(machine, s, move)
                for view in views:
                    view.look(number, made)
    return Influence(games, looked_at, of_each, {view.rule: view.result(games) for view in views}, unknown)


def in_one_game(
    game: Composable, players: int, rules: Sequence[str], decided: Sequence[tuple[Cells, int]]
) -> Influence:
    """Return the effects of some rules in one game: `decided` has its positions, and the move made in each."""
    views, unknown = _views(game, rules, players, len(decided))
    machine = machine_for(len(decided), game.program, players)
    for s, move in decided:
        made = Decision(machine, s, move)
        for view in views:
            view.look(0, made)
    return Influence(1, len(decided), 1, {view.rule: view.result(1) for view in views}, unknown)


def _views(
    game: Composable, rules: Sequence[str], players: int, looks: int, progress: Callable[[str], object] = lambda _: None
) -> tuple[list[_View], dict[str, str]]:
    """Return the rules that can be compared, and for the others the reasons."""
    views, unknown = [], {}
    for rule in rules:
        progress(rule)
        try:
            views.append(_View.of(game, rule, players, looks))
        except NoContrastError as error:
            unknown[rule] = str(error)
    return views, unknown


def _games(played: Playouts) -> tuple[int, int]:
    """The number of games in the sample, and of their decisions."""
    total = 0
    for number, length in enumerate(played.lengths[:MOST_GAMES], 1):
        total += length
        if total >= PLAYED:
            return number, total
    return min(len(played), MOST_GAMES), total


class NoContrastError(Exception):
    """There is no game without the rule to compare with: the message gives the reason."""


@dataclass
class _View:
    """A rule, the mix with and without it, and its effects so far.

    Rules that need it can't be in the mix without it. Both mixes lack them; `before` then carries a state over into the
    mix without them.
    """

    rule: str
    contrast: Contrast
    before: Counterparts | None
    beside: tuple[str, ...]
    times: Counter[int] = field(default_factory=Counter)
    kinds: Counter[tuple[int, Kind]] = field(default_factory=Counter)

    @classmethod
    def of(cls, game: Composable, rule: str, players: int, looks: int) -> _View:
        building = tuple(sorted(_building_on(game, rule)))
        whole = machine_for(looks, game.program, players)
        mix = _table(_left_out(game, building, rule), players, looks) if building else whole
        contrast = Contrast(mix, _table(_left_out(game, (*building, rule), rule), players, looks))
        before = Counterparts(whole, mix) if building else None
        if not all(counterparts.transfer.same_pack for counterparts in (contrast.counterparts, before) if counterparts):
            raise NoContrastError("without the rule, the game has a different pack")
        return cls(rule, contrast, before, building)

    def look(self, game: int, made: Decision) -> None:
        here = made if self.before is None else self._carried(made, self.before)
        kinds = self.contrast.kinds(here) if here is not None else None
        if kinds:
            self.times[game] += 1
            self.kinds.update((game, kind) for kind in kinds)

    def _carried(self, made: Decision, before: Counterparts) -> Decision | None:
        """Return the decision in the mix without the rules that need this one; None if they ask the question."""
        s = before.carry(made.s)
        if s is None or made.move is None:
            return None
        here = Decision(before.theirs, s, before.numbers(made.s[QUESTION]).counterpart(made.move))
        return here if here.move in here.legal else replace(here, move=None)

    def result(self, games: int) -> Mattered:
        return Mattered(
            tuple(self.times[number] for number in range(games)),
            {kind: tuple(self.kinds[number, kind] for number in range(games)) for kind in KINDS},
            self.beside,
        )


def _building_on(game: Composable, rule: str) -> list[str]:
    """The rules of the mix that need a rule."""
    rules = game.composition.rules
    return [other.id for other in rules if other.id != rule and needs(other, rule, rules)]


def _left_out(game: Composable, rules: Sequence[str], rule: str) -> Composable:
    """Return the mix without some rules, to measure one of them or one that they need."""
    try:
        return game.without(*rules)
    except RulesetError as error:
        first = first_error(error.diagnostics)
        others = [other for other in rules if other != rule]
        also = f" and {listing(others, 'and')}" if others and rule in rules else ""
        need = "which needs it" if len(others) == 1 else "which need it"
        lacking = f"without it{also}," if rule in rules else f"without {listing(others, 'and')}, {need},"
        raise NoContrastError(f"{lacking} {first.message}") from None


def _table(game: Composable, players: int, looks: int) -> Machine:
    if players not in game.players:
        raise NoContrastError(f"without it, the game isn't for {players} players")
    return machine_for(looks, game.program, players)
