"""Whether the order of rules matters where `check` says that it doesn't.

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
from parlour.playouts.seeds import game_seed
from parlour.program import Program
from parlour.states.counterparts import Counterparts
from parlour.states.machine import Machine
from parlour.states.state import State, Table
from parlour.states.transfer import PositionPart
from parlour.table.faults import RulesetFault
from parlour.table.layout import OVER, QUESTION, RANDOM
from parlour.trials.mixes import TrialMix
from parlour.trials.plan import SearchPlan

SECTIONS = ("when", "powers")  # which have the hooks
GAMES, DECISIONS = 12, 150  # that are compared
SHARE = 0.05  # of the time of a search


@dataclass(frozen=True)
class Parting:
    """The moves after which the order of rules matters, in a game with this seed."""

    seed: int
    moves: tuple[str, ...]


def order_findings(mix: TrialMix, plan: SearchPlan) -> Iterator[Diagnostic]:
    """Yield a finding if the order of rules matters."""
    players = mix.players[0] if plan.players is None else plan.players
    turned = _reordered(mix, tuple(reversed(_acting(mix))))
    if turned is None or players not in mix.players:
        return
    games = GAMES if plan.games is None else min(plan.games, GAMES)
    until = None if plan.games is not None else time.monotonic() + SHARE * plan.seconds
    seeds = [game_seed(plan.seed, number) for number in range(games)]
    parting = _first_parting(mix.program, turned, players, seeds, until)
    if parting is not None:
        yield _finding(mix, players, parting)


def _acting(mix: TrialMix) -> tuple[Document, ...]:
    """The rules that act at moments, in their order."""
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


def _first_parting(
    program: Program, turned: Program, players: int, seeds: Sequence[int], until: float | None
) -> Parting | None:
    """Return the first difference between games of two Programs."""
    one, other = Table.of(program, players), Machine(turned, players)
    unseen = {PositionPart("variable", v.name) for v in program.variables if v.seen == "nobody"}
    both = Counterparts(one.machine, other, lambda part: part not in unseen and part.kind != "batch")
    for seed in seeds:
        if until is not None and time.monotonic() > until:
            break
        parting = _parting(one, both, seed)
        if parting is not None:
            return parting
    return None


def _parting(table: Table, both: Counterparts, seed: int) -> Parting | None:
    """Play one game with random moves in both, and return where they part."""
    chance, moves = Random(seed), list[str]()
    try:
        a, b = both.ours.start(seed), both.theirs.start(seed)
        for _ in range(DECISIONS):
            if not both.same_question(a, b) or not both.alike(a, b):
                return Parting(seed, tuple(moves))
            if a[QUESTION] == OVER:
                return None
            offered = both.offers(a, b)
            if offered.ours or offered.theirs:
                return Parting(seed, tuple(moves))
            move, twin = chance.choice(offered.both)
            moves.append(_text(table, a, move))
            b[RANDOM] = a[RANDOM]
            both.ours.step(a, move)
            both.theirs.step(b, twin)
    except RulesetFault:
        pass  # a finding of its own
    return None


def _text(table: Table, cells: list[int], number: int) -> str:
    question = State(table, cells[:]).question
    move = next(move for move in question.legal if move.number == number)
    return f"{question.seat}: {move.text}"


def _finding(mix: TrialMix, players: int, parting: Parting) -> Diagnostic:
    """Report the two rules whose order alone makes a difference, or all of them."""
    one, other = _pair(mix, players, parting)
    where = f"after `{parting.moves[-1]}`" if parting.moves else "at the beginning"
    message = (
        f"the order of `{one.id}` and `{other.id}` matters {where}, move {len(parting.moves)} of a game with seed "
        f"{parting.seed} and {players} players; `check` didn't notice that"
    )
    help_ = f"add `later-than: [{one.id}]` or `earlier-than: [{one.id}]` to the hook of `{other.id}`"
    related = (Related(one.id_span, f"`{one.id}` acts first"),)
    return Diagnostic("deep-order", message, other.id_span, CODES["deep-order"].severity, related, help_)


def _pair(mix: TrialMix, players: int, parting: Parting) -> tuple[Document, Document]:
    order = _acting(mix)
    for one, other in itertools.combinations(order, 2):
        swapped = [other if d is one else one if d is other else d for d in order]
        turned = _reordered(mix, swapped)
        if turned is not None and _first_parting(mix.program, turned, players, [parting.seed], None) is not None:
            return one, other
    return order[0], order[-1]
