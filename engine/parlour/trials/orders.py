"""Tests whether the order of rules matters where `check` says that it doesn't.

Hooks of different rules at the same moment run in the order of the rules, if they have no other order. Here the rules
change places: a game must go on in the same way. The rules of a mix are sorted, so the order in which somebody names
them can't matter.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType

from parlour.base.codes import CODES
from parlour.base.diagnostics import Diagnostic, Related
from parlour.documents.composition import Document, Member
from parlour.lang.checker import check
from parlour.mutation.sameness import same_game
from parlour.playouts.player import game_seed
from parlour.program import NOBODY, Program
from parlour.states.counterparts import Counterparts
from parlour.states.machine import Machine
from parlour.states.state import Table
from parlour.states.transfer import PositionPart
from parlour.table.cells import Cells
from parlour.table.faults import RulesetFault
from parlour.table.layout import OVER, QUESTION, RANDOM
from parlour.trials.course import PlayedLine, Trouble
from parlour.trials.mixes import TrialMix
from parlour.trials.plan import SearchPlan, Suspect

SECTIONS = ("when", "powers")  # which have the hooks
GAMES, DECISIONS = 12, 150  # that are compared
BRIEF = 10  # decisions for which positions can differ, because one of two hooks asks a question
SHARE = 0.05  # of the time of a search


@dataclass(frozen=True)
class Parting:
    """The moves after which the order of rules matters, in a game with this seed. `last` is the text of the last one,
    or empty."""

    seed: int
    moves: tuple[int, ...]
    last: str


@dataclass(frozen=True)
class OrderFinding:
    """A finding about the order of rules, and the game that shows it."""

    diagnostic: Diagnostic
    suspect: Suspect


def order_findings(mix: TrialMix, plan: SearchPlan) -> Iterator[OrderFinding]:
    """Yield a finding, with the shortest game that shows it, if the order of rules matters."""
    players = mix.players[0] if plan.players is None else plan.players
    turned = _reordered(mix, tuple(reversed(_acting(mix))))
    if turned is None or players not in mix.players:
        return
    games = GAMES if plan.games is None else min(plan.games, GAMES)
    until = None if plan.games is not None else time.monotonic() + SHARE * plan.seconds
    seeds = [game_seed(plan.seed, number) for number in range(games)]
    partings = _partings(mix.program, turned, players, seeds, until)
    parting = min(partings, key=lambda parting: len(parting.moves), default=None)
    if parting is not None:
        yield _finding(mix, players, parting)


def _acting(mix: TrialMix) -> tuple[Document, ...]:
    """Return the rules with hooks, in their order."""
    members = (member for section in SECTIONS for member in mix.composition.sections.get(section, ()))
    return tuple(dict.fromkeys(m.document for m in members if m.document.kind == "rule"))


def _reordered(mix: TrialMix, order: Sequence[Document]) -> Program | None:
    """Return the Program with the hooks of these rules in another order; None if that changes nothing."""
    place = {document: number for number, document in enumerate(order)}
    sections: dict[str, tuple[Member, ...]] = dict(mix.composition.sections)
    for name in SECTIONS:
        members = sections.get(name, ())
        moved = iter(sorted((m for m in members if m.document in place), key=lambda m: place[m.document]))
        sections[name] = tuple(next(moved) if m.document in place else m for m in members)
    program, _ = check(replace(mix.composition, sections=MappingProxyType(sections)))
    return None if program is None or same_game(program, mix.program) else program


def _partings(
    program: Program, turned: Program, players: int, seeds: Sequence[int], until: float | None
) -> Iterator[Parting]:
    """Yield the differences between games of two Programs."""
    one, other = Table.of(program, players), Machine(turned, players)
    unseen = {PositionPart("variable", v.name) for v in program.variables if v.seen == NOBODY}
    both = Counterparts(one.machine, other, lambda part: part not in unseen and part.kind != "batch")
    for seed in seeds:
        if until is not None and time.monotonic() > until:
            break
        parting = _parting(one, both, seed)
        if parting is not None:
            yield parting


def _parting(table: Table, both: Counterparts, seed: int) -> Parting | None:
    """Play one game with random moves in both, and return where they part for good."""
    chance, moves = Random(seed), list[int]()
    since: int | None = None  # the number of moves after which the positions began to differ
    try:
        a, b = both.ours.start(seed), both.theirs.start(seed)
        for number in range(DECISIONS):
            if a[QUESTION] not in both.transfer.questions:
                return None  # can't be compared
            since = None if both.alike(a, b) else number if since is None else since
            offers = _same_offers(both, a, b)
            if offers is None or (since is not None and number - since >= BRIEF):
                return _parting_after(table, seed, moves[: number if since is None else since])
            if a[QUESTION] == OVER:
                return None if since is None else _parting_after(table, seed, moves[:since])
            move, twin = chance.choice(offers)
            moves.append(move)
            b[RANDOM] = a[RANDOM]
            both.ours.step(a, move)
            both.theirs.step(b, twin)
    except RulesetFault:
        pass  # a finding of its own
    return None


def _parting_after(table: Table, seed: int, moves: Sequence[int]) -> Parting:
    state, last = table.start(seed), ""
    for number in moves:
        question = state.question
        move = next(move for move in question.legal if move.number == number)
        state, last = state.apply(move), f"{question.seat}: {move.text}"
    return Parting(seed, tuple(moves), last)


def _same_offers(both: Counterparts, a: Cells, b: Cells) -> Sequence[tuple[int, int]] | None:
    """Return the moves of both if they ask the same question with the same moves. Nobody can move after the end."""
    if not both.same_question(a, b):
        return None
    if a[QUESTION] == OVER:
        return ()
    offered = both.offers(a, b)
    return None if offered.ours or offered.theirs else offered.both


def _finding(mix: TrialMix, players: int, parting: Parting) -> OrderFinding:
    """Report the two rules whose order alone makes a difference, or all of them."""
    one, other = _pair(mix, players, parting)
    where = f"after `{parting.last}`" if parting.moves else "at the beginning"
    matters = f"the order of `{one.id}` and `{other.id}` matters {where}"
    message = (
        f"{matters}, move {len(parting.moves)} of a game with seed {parting.seed} and {players} players; `check` "
        "didn't notice that"
    )
    help_ = f"add `later-than: [{one.id}]` or `earlier-than: [{one.id}]` to the hook of `{other.id}`"
    related = (Related(one.id_span, f"`{one.id}` acts first"),)
    finding = Diagnostic("deep-order", message, other.id_span, CODES["deep-order"].severity, related, help_)
    line = PlayedLine(parting.seed, parting.moves, Trouble("deep-order", matters, None))
    return OrderFinding(finding, Suspect(mix, players, None, line))


def _pair(mix: TrialMix, players: int, parting: Parting) -> tuple[Document, Document]:
    order = _acting(mix)
    for one, other in itertools.combinations(order, 2):
        swapped = [other if d is one else one if d is other else d for d in order]
        turned = _reordered(mix, swapped)
        if turned is not None and any(_partings(mix.program, turned, players, [parting.seed], None)):
            return one, other
    return order[0], order[-1]
