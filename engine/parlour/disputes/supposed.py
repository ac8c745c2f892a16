"""Invents a table for a move about which somebody asks without one: its cards in hand, a plain card on top."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from parlour.disputes.argued_cards import argued_cards, zones_of_moves
from parlour.disputes.plain import PlainTable, Plan, attempt, called, plan
from parlour.disputes.special_ranks import special_ranks
from parlour.disputes.spoken_zones import Zones
from parlour.examples.layable import Interpreted
from parlour.game import Game
from parlour.program import NONE, Program
from parlour.table.cards import Pack
from parlour.table.texts import zone_name

MOST_MOVES = 20  # of a new game before the question, such as passing cards


def supposed(game: Game, mix: Interpreted, players: int, move: str, table: PlainTable) -> Plan:
    """Return a table where the move is possible, if there is one. `table` has variables that somebody describes.

    The card on the pile has no power, if there is such a card. Where a new game begins with an empty pile, it is empty.
    """
    pile = Zones.of(game.program).pile
    layout = mix.table(players).machine.layout
    if Zones.of(game.program).hand is None:
        lying = _lying(game.program, mix, players, move, table)
        if lying is not None:
            return lying
    bare = _answering(game, mix, players, move, table) or plan(table, mix, players, move, ())
    if pile is None or not pile.ordered or not _begins_with_cards(mix, players, bare, move, pile.name):
        return bare
    first: Plan | None = None
    for card in _cards(game, layout.pack, move):
        planned = plan(replace(table, top=card), mix, players, move, ())
        told = f"you didn't say what is on the {called(pile)}, so it is {card}; to change that, add `--top`"
        planned = replace(planned, notes=(*planned.notes, told))
        reached = attempt(mix, players, planned, move)
        if reached is None:
            continue
        reading = reached[1]
        if reading.why.verdict == "allowed":
            return planned
        if first is None and reading.why.verdict == "unknown":
            return planned  # no other card on top makes it a move
        first = first or planned
    return first or bare


def _answering(game: Game, mix: Interpreted, players: int, move: str, said: PlainTable) -> Plan | None:
    """Return a table where the first player has made the move that this one answers, as in `beat 7♦ with 6♠`.

    None if the first player can make this move.
    """
    pack = mix.table(players).machine.layout.pack
    argued = argued_cards(game.program, pack, move)
    if not argued.zones or not argued.hand:
        return None
    hand, next_hand = (" ".join(card.text for card in cards) for cards in (sum(argued.zones.values(), ()), argued.hand))
    found: list[Plan] = []
    for table in (said, replace(said, hand=hand, next_hand=next_hand)):
        found.append(plan(table, mix, players, move, ()))
        reached = attempt(mix, players, found[-1], move)
        if reached is not None and reached[1].why.verdict in ("allowed", "forbidden"):
            return found[-1]
    return found[0]


def _lying(program: Program, mix: Interpreted, players: int, move: str, said: PlainTable) -> Plan | None:
    """Return a table where the card of a move is in a zone from which players can move it, in a game without hands."""
    argued = argued_cards(program, mix.table(players).machine.layout.pack, move).all
    found: list[Plan] = []
    for zone in zones_of_moves(program) if len(argued) == 1 and not argued[0].is_rank else ():
        name = f"{zone.name} 1" if zone.keys else zone.name
        turned = {f"{name.partition(' ')[0]} 1 up": argued[0].text} if zone.turns else {}
        found.append(plan(replace(said, given={name: argued[0].text, **turned, **said.given}), mix, players, move, ()))
        reached = attempt(mix, players, found[-1], move)
        if reached is not None and reached[1].why.verdict in ("allowed", "forbidden"):
            return found[-1]
    return found[0] if found else None


def _begins_with_cards(mix: Interpreted, players: int, bare: Plan, move: str, pile: str) -> bool:
    """True if the pile has cards when a new game reaches the question that the move answers."""
    layout = mix.table(players).machine.layout
    reached = attempt(mix, players, bare, move)
    if reached is None:
        return True  # this game can't be played with an empty pile
    asked = reached[1].state.question.prompt
    state = mix.table(players).start(1)
    for _ in range(MOST_MOVES):
        if state.over or state.question.prompt == asked:
            break
        state = state.apply(state.question.legal[0])
    cells = list(state.cells)
    return any(zone_name(layout, i.number) == pile and layout.contents(cells, i) for i in layout.instances)


def _cards(game: Game, pack: Pack, move: str) -> Iterator[str]:
    """Yield cards for the pile, those without powers first: of the suit of the move, if it names one."""
    argued, design = argued_cards(game.program, pack, move).all, pack.design
    faces = [face for card in argued if (face := design.face_named(card.text)) is not None]
    suit = next((design.suit_of(face) for face in faces if design.suit_of(face) != NONE), 0)
    powers = special_ranks(game)
    named = {card.rank for card in argued}
    there = [face for face, cards in enumerate(pack.of_face) if cards and design.rank_of(face) < design.ordered]
    plain = [face for face in there if design.suit_of(face) in (suit, NONE)]
    unnamed = [face for face in plain if pack.rank_names[design.rank_of(face)] not in named]
    for face in sorted(unnamed, key=lambda face: pack.rank_names[design.rank_of(face)] in powers):
        yield pack.face_name(face)
