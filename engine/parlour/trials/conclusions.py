"""Draws conclusions from the counts of a whole search: idle rules and actions, and seats that win too often."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator
from itertools import chain, count, islice

from parlour import program as p
from parlour.base.diagnostics import Diagnostic
from parlour.base.source import is_shipped
from parlour.coverage.measuring import TracedMixes, traced
from parlour.documents.composition import Document
from parlour.examples.finding import cases_of
from parlour.game import Game
from parlour.influence.contrast import Contrast, Decision
from parlour.lang.symbols import written
from parlour.playouts.decisions import decisions
from parlour.playouts.player import PlayoutFault, Task
from parlour.playouts.players import player_for
from parlour.program import fold
from parlour.states.state import fast_machine
from parlour.trials.course import NOWHERE, CountedAction, counted
from parlour.trials.games import LONG
from parlour.trials.outcome_findings import idle_seat, outcome_findings
from parlour.trials.plan import Searched, playable

ENOUGH = 1_000  # games, for a statement about what never happens
ENOUGH_WINS = 300  # games of a table, for a statement about its seats
LOOKED_AT = 2_000  # decisions that are compared with those in the mix without a rule
COMPARED = 500  # games that are compared if the decisions are alike
FOR_READERS = ("examples", "sheet", "chart")  # sections that don't change play
DEVIATIONS = 3.5  # standard errors that a share must be away from chance; many tables are looked at


def conclusions(mix: Game, searched: Searched, until: float = math.inf) -> Iterator[Diagnostic]:
    """Yield the findings of the search as a whole. From the time `until` on, compare as little as possible."""
    if searched.games - searched.failed >= ENOUGH and len(searched.values) >= searched.all_values:
        yield from _dead_rules(mix, searched, until)
        yield from _dead_actions(mix, searched)
    yield from outcome_findings(mix, searched.outcomes)
    asked, wins = (sorted(counts.items()) for counts in (searched.asked, searched.wins))
    idle = (idle_seat(mix, players, of, searched.watched[players]) for players, of in asked)
    one_sided = (_one_sided(mix, players, searched.won[players], of) for players, of in wins)
    yield from islice(filter(None, chain(idle, one_sided)), 1)


def _dead_rules(mix: Game, searched: Searched, until: float) -> Iterator[Diagnostic]:
    for use in mix.composition.uses:
        rule = use.rule
        if searched.fired[rule.id] or not _has_members(mix, rule):
            continue
        if not _matters(mix, rule, until):
            message = f"`{rule.id}` never changed anything in {searched.games:,} games"
            leave_out = f"leave it out: --without {rule.id}" if use.by is not None else "leave it out of the mix"
            help = f"write an example that shows what it does, or {leave_out}"
            yield Diagnostic("deep-dead-rule", message, rule.id_span, "warning", help=help)


def _matters(mix: Game, rule: Document, until: float) -> bool:
    """True if some decisions would have been different without a rule, or if there is no mix without it to compare.
    After the time is up, compare only tables of one size."""
    without = playable(mix.recipe.lacking((rule.id,), mix.composition))
    numbers = [players for players in mix.players if without is not None and players in without.players]
    if without is None or not numbers:
        return True
    for number, players in enumerate(numbers):
        if number and time.monotonic() > until:
            break
        if _matters_to(players, mix, without):
            return True
    return False


def _matters_to(players: int, mix: Game, without: Game) -> bool:
    """True if some decisions of this number of players would have been different in the other mix, or some games."""
    machine = fast_machine(mix.program, players)
    contrast = Contrast(machine, fast_machine(without.program, players))
    if not contrast.counterparts.transfer.same_pack:
        return True
    looked_at = 0
    for number in count():
        with_policy = number % 2 == 1
        for s, move in decisions(machine, Task(1, None, with_policy, LOOKED_AT, states=False), number):
            looked_at += 1
            if move is not None and contrast.kinds(Decision(machine, s, move)):
                return True
        if looked_at >= LOOKED_AT:
            break
    try:
        return any(_games(mix, players, policy) != _games(without, players, policy) for policy in (True, False))
    except PlayoutFault:  # a finding of its own
        return True


def _games(mix: Game, players: int, policy: bool) -> list[tuple[int, ...]]:
    """Return the lengths, endings and results of games by their numbers. They differ between two mixes as soon as one
    choice, or one result, does."""
    player = player_for(mix.program, players, None, NOWHERE)
    chunk = player.play(Task(1, None, policy, LONG, states=False), 0, COMPARED)
    return [tuple(part) for part in (chunk.lengths, chunk.endings, chunk.values)]


def _has_members(mix: Game, rule: Document) -> bool:
    """True if a rule changes play. Other rules are only about the cards on the table, such as how they lie there."""
    sections = [members for name, members in mix.composition.sections.items() if name not in FOR_READERS]
    return any(member.document.id == rule.id for members in sections for member in members)


def _dead_actions(mix: Game, searched: Searched) -> Iterator[Diagnostic]:
    dead = {use.rule.id for use in mix.composition.uses if not searched.fired[use.rule.id]}
    idle = [action for action in counted(mix.program).actions if not searched.taken[action]]
    idle = [action for action in idle if _could_be_taken(mix, action) and action.origin.document not in dead]
    asked = {mix.composition.subject.id, *(action.origin.document for action in idle)} if idle else {}
    mixes = TracedMixes(mix.recipe.home)
    shown = {o for document in mix.composition.documents if document.id in asked for o in _chosen(mixes, document)}
    for action in [action for action in idle if action.origin not in shown]:
        message = f"nobody could ever choose `{action.id}` in {searched.games:,} games"
        help = "write an example in which a player chooses it, or remove it"
        place = written(mix.composition, action.origin)
        yield Diagnostic("deep-dead-action", message, place, "warning", help=help)


def _chosen(mixes: TracedMixes, document: Document) -> Iterator[p.Origin]:
    """Yield the actions that players choose in the examples of a document."""
    for case in cases_of(document):
        _, (marks, _) = traced(case, mixes)
        yield from (mark.origin for mark in marks if mark.sign == "taken")


def _could_be_taken(mix: Game, action: CountedAction) -> bool:
    """False for a last resort and for an action that an option excludes. False also for actions of the shipped frames,
    which can be for rules outside the mix."""
    frames = {document.id for document in mix.composition.frames}
    if action.last or (action.origin.document in frames and is_shipped(action.origin.path)):
        return False
    arms = [arm for question in mix.program.questions for arm in question.arms if arm.origin == action.origin]
    return not all(arm.test == fold.FALSE or arm.where == fold.FALSE for arm in arms)


def _one_sided(mix: Game, players: int, games: int, wins: Counter[int]) -> Diagnostic | None:
    """Report a seat that wins far more or far less often than the others when all play at random."""
    if games < ENOUGH_WINS:
        return None
    shares = [wins[seat] / games for seat in range(players)]
    fair = sum(shares) / players
    for seat, share in enumerate(shares, 1):
        off = DEVIATIONS * math.sqrt(max(share * (1 - share), 1 / games) / games)
        often = share - off > fair + (1 - fair) / 2
        seldom = share + off < fair / 4
        if often or seldom:
            others = [f"{100 * each:.1f}" for each in sorted(shares[: seat - 1] + shares[seat:])]
            low, high = others[0], others[-1]
            message = (
                f"seat {seat} of {players} wins {100 * share:.1f} % ± {100 * off:.1f} of {games:,} games between "
                f"random players; the others win {low if low == high else f'{low} to {high}'} %"
            )
            help = "let chance or the last result decide who begins, or give the other seats an advantage"
            return Diagnostic("deep-one-sided", message, mix.composition.subject.id_span, "warning", help=help)
    return None
