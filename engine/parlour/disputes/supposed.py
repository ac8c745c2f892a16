"""A table for a move when nothing is said about one: the cards of the move in hand, and a plain card on the pile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from parlour.base.diagnostics import RulesetError
from parlour.disputes.cards import cards_in_move
from parlour.disputes.plain import PlainTable, Plan, Zones, called, plan, start
from parlour.disputes.readings import read
from parlour.disputes.tables import Interpreted
from parlour.game import Game
from parlour.lang.rule_ranks import own_ranks
from parlour.program import NONE
from parlour.table.cards import Pack
from parlour.table.faults import RulesetFault
from parlour.table.texts import zone_name

MOST_MOVES = 20  # of a new game before the question, such as passing cards


def supposed(game: Game, mix: Interpreted, players: int, move: str) -> Plan:
    """Return a table where the move is possible, if there is one, with a note about the pile.

    The card on the pile has no power, if there is such a card. Where a new game begins with an empty pile, it is empty.
    """
    pile = Zones.of(game.program).pile
    bare = plan(PlainTable(), mix, players, move, ())
    layout = mix.table(players).machine.layout
    if pile is None or not _begins_with_cards(mix, players, bare, move, pile.name):
        return bare
    first: Plan | None = None
    for card in _cards(game, layout.pack, move):
        planned = plan(PlainTable(top=card), mix, players, move, ())
        told = f"you didn't say what is on the {called(pile)}, so it is {card}; to change that, add `--top`"
        planned = replace(planned, notes=(*planned.notes, told))
        try:
            given = planned.ways(layout.pack)[0].given
            reading = read(start(mix, given, players, None).state, move)
        except (RulesetError, RulesetFault, ValueError):
            continue
        if reading.why.verdict == "allowed":
            return planned
        if first is None and reading.why.verdict == "unknown":
            return planned  # no other card on top makes it a move
        first = first or planned
    return first or bare


def _begins_with_cards(mix: Interpreted, players: int, bare: Plan, move: str, pile: str) -> bool:
    """True if the pile has cards when a new game comes to the question that the move answers."""
    layout = mix.table(players).machine.layout
    try:
        asked = read(start(mix, bare.ways(layout.pack)[0].given, players, None).state, move).state.question.prompt
    except (RulesetError, RulesetFault, ValueError):
        return True  # this game can't be played with an empty pile
    state = mix.table(players).start(1)
    for _ in range(MOST_MOVES):
        if state.over or state.question.prompt == asked:
            break
        state = state.apply(state.question.legal[0])
    cells = list(state.cells)
    return any(zone_name(layout, i.number) == pile and layout.contents(cells, i) for i in layout.instances)


def _cards(game: Game, pack: Pack, move: str) -> Iterator[str]:
    """Yield cards for the pile, those without powers first: of the suit of the move, if it names one."""
    argued, design = cards_in_move(move, pack), pack.design
    faces = [face for card in argued if (face := design.face_named(card.text)) is not None]
    suit = next((design.suit_of(face) for face in faces if design.suit_of(face) != NONE), 0)
    rules = [document for document in game.composition.documents if document.kind == "rule"]
    powers = frozenset[str]().union(*(own_ranks(rule, design) for rule in rules))
    named = {card.rank for card in argued}
    there = [face for face, cards in enumerate(pack.of_face) if cards and design.rank_of(face) < design.ordered]
    plain = [face for face in there if design.suit_of(face) in (suit, NONE)]
    unnamed = [face for face in plain if pack.rank_names[design.rank_of(face)] not in named]
    for face in sorted(unnamed, key=lambda face: pack.rank_names[design.rank_of(face)] in powers):
        yield pack.face_name(face)
