"""Finds the house rules that bear on an answer: tries the same move in the same position, in mixes that each lack one
of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from parlour import program as p
from parlour.base.diagnostics import RulesetError
from parlour.disputes.causes import needing
from parlour.disputes.readings import Reading
from parlour.disputes.special_ranks import ranks_of
from parlour.disputes.spoken_cards import cards_in_move
from parlour.documents.composition import Document
from parlour.game import Game
from parlour.states.moves import Move
from parlour.states.state import State
from parlour.states.why import Why
from parlour.table.faults import RulesetFault
from parlour.table.layout import Layout
from parlour.table.texts import written

Ask = Callable[[p.Program], Reading]
"""Lays out the position in a mix and reads the move there."""

MOST_RULES = 5  # that are left out, one after the other: compiling such a mix takes a quarter of a second
Fact = tuple[str, str]  # a card, and the rank it counts as


@dataclass(frozen=True)
class Bearing:
    """A house rule that changes the answer (`decides`), or only the reasons for it.

    `facts` are cards that count as others only because of it.
    """

    rule: Document
    decides: bool
    facts: tuple[Fact, ...]


def bearings(game: Game, ask: Ask, found: Reading, ranks: Collection[str]) -> tuple[Bearing, ...]:
    """Return the rules that bear on an answer, in the order of the mix.

    Tries rules about the `ranks` that the position names, and the rule that offers the move. Rules whose clauses decide
    are known already: they are tried only if a card counts as another one.
    """
    rules = [document for document in game.composition.documents if document.kind == "rule"]
    decided = {clause.origin.document for clause in found.why.clauses if clause.applies}
    offered = offering(found)
    counting = bool(counted(found.state))
    likely = [rule for rule in rules if rule.id == offered or ranks_of(game, rule) & {*ranks}]
    tried = [rule for rule in likely if counting or rule.id not in decided][:MOST_RULES]
    return tuple(bearing for rule in tried if (bearing := _bearing(game, rule, ask, found)) is not None)


def offering(found: Reading) -> str | None:
    """Return the document that adds the action of a move."""
    move, state = found.why.text, found.state
    legal = state.read(move)
    if not isinstance(legal, Move):
        return None
    return state.table.machine.asked(list(state.cells)).arm_of(legal.number).origin.document


def _bearing(game: Game, rule: Document, ask: Ask, found: Reading) -> Bearing | None:
    try:
        other = ask(game.for_trials().without(rule.id, *needing(rule.id, game.composition)).program)
    except (RulesetError, RulesetFault, ValueError):
        return None  # the position exists only with it; refused moves are ValueErrors
    facts, others = set(counted(found.state)), set(counted(other.state))
    own = tuple(fact for fact in counted(found.state) if fact not in others)
    if _grounds(found.why) == _grounds(other.why) and facts == others:
        return None
    return Bearing(rule, (found.why.verdict == "allowed") != (other.why.verdict == "allowed"), own)


def _grounds(why: Why) -> tuple[object, ...]:
    """Return the facts that decide the answer."""
    applied = [(clause.id, clause.lifted_by, clause.gave_way) for clause in why.clauses if clause.applies]
    return why.verdict, tuple(sorted(applied)), tuple(sorted(other.kind for other in why.others))


def ranks_in_sight(state: State, move: str) -> set[str]:
    """Return the ranks of the cards that a move names, and of those on top of the piles."""
    layout, cells = state.table.machine.layout, list(state.cells)
    ranks = {card.rank for card in cards_in_move(move, layout.pack)}
    for i in layout.instances:
        zone, lying = layout.program.zones[i.zone], layout.contents(cells, i)
        if lying and zone.ordered and zone.public:
            ranks.add(layout.pack.rank_names[layout.pack.rank[lying[-1]]])
    return ranks


def counted(state: State) -> tuple[Fact, ...]:
    """Return the cards on top of the piles that count as another rank than their own."""
    layout = state.table.machine.layout
    return tuple(dict.fromkeys(_counted(layout, list(state.cells))))


def _counted(layout: Layout, cells: list[int]) -> Iterator[Fact]:
    records = {record.name: record for record in layout.program.records}
    for mark, at in zip(layout.program.marks, layout.marks, strict=True):
        fields = records[mark.type.name].fields if mark.type.kind == "record" else ()
        ranks = [field for field in fields if field.type.kind == "rank"]
        for i in layout.instances:
            zone = layout.program.zones[i.zone]
            if len(ranks) != 1 or not zone.ordered or not zone.public:
                continue
            lying = layout.contents(cells, i)
            if lying and layout.keeps(layout.program.marks.index(mark), i.zone):
                yield from _fact(layout, ranks[0], cells[at + lying[-1]], lying[-1])


def _fact(layout: Layout, rank: p.RecordField, value: int, card: int) -> Iterator[Fact]:
    shown = rank.of(value)
    if shown != layout.pack.rank[card]:
        told = written(layout, rank.type, shown)
        yield layout.pack.name(card), "nothing" if told == "none" else told
