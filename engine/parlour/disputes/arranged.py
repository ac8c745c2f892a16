"""Arranges the table of an argument: who holds what, in which part of the game, so that the move is possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from parlour.disputes.answering_players import held_by_answerer
from parlour.disputes.chosen_piles import on_the_pile_that_decides
from parlour.disputes.described_tables import attempt
from parlour.disputes.drawn import with_drawn
from parlour.disputes.earlier import one_move_earlier
from parlour.disputes.free_choices import with_a_choice
from parlour.disputes.interpreted import Interpreted
from parlour.disputes.named_places import at_its_place
from parlour.disputes.other_players import out_of_turn
from parlour.disputes.plain import PlainTable, Plan, plan
from parlour.disputes.readings import in_full, rank_in_plural
from parlour.disputes.spoken_cards import UnclearError, of_rank
from parlour.disputes.spoken_zones import Zones
from parlour.disputes.supposed import supposed
from parlour.game import Game


def prepared(
    game: Game, mix: Interpreted, players: int, table: PlainTable, move: str, before: Sequence[str]
) -> PlainTable:
    """Return the table in the part of the game to which the first move belongs. If moves come before the disputed one,
    its pile has a card on which the first can go, if somebody described a hand but no pile."""
    first = [*before, move][0]
    table = at_its_place(mix, players, table, first)
    pile = Zones.of(game.program).pile
    if not before or pile is None or table.top is not None or table.under is not None or pile.name in table.given:
        return table
    reached = attempt(mix, players, plan(table, mix, players, first, ()), first)
    if reached is not None and reached[1].why.verdict == "allowed":
        return table
    cards = dict(supposed(game, mix, players, first, table).zones).get(pile.name, ())
    return replace(table, top=" ".join(card.text for card in cards)) if cards else table


def arranged(
    game: Game, mix: Interpreted, players: int, table: PlainTable, move: str | None, before: Sequence[str], bare: bool
) -> Plan:
    """Return the table for a move. `bare`: somebody named only the move, and no cards of the table."""
    if move is None or before:
        return plan(table, mix, players, move, before)
    found = _for_move(game, mix, players, table, move, bare)
    found = _with_all_of_rank(game, mix, players, table, move, bare, found) or found
    found = held_by_answerer(mix, players, table, found, move)
    return with_a_choice(mix, players, found, move)


def _for_move(game: Game, mix: Interpreted, players: int, table: PlainTable, move: str, bare: bool) -> Plan:
    if bare:
        return supposed(game, mix, players, move, table)
    table = on_the_pile_that_decides(mix, players, table, move)
    planned = plan(table, mix, players, move, ())
    planned = out_of_turn(mix, players, table, planned, move)
    planned = with_drawn(game, mix, players, planned, move)
    return one_move_earlier(mix, players, planned, move)


def _with_all_of_rank(
    game: Game, mix: Interpreted, players: int, table: PlainTable, move: str, bare: bool, found: Plan
) -> Plan | None:
    """Return the table where the player holds all cards of a rank in the plural, as in `gambit 4s`, if these make the
    move legal and one card doesn't."""
    pack = mix.table(players).machine.layout.pack
    rank = rank_in_plural(move, pack)
    if rank is None or table.hand_of_mover(game.program) is not None:
        return None
    reached = attempt(mix, players, found, move)
    if reached is not None and reached[1].why.verdict == "allowed":
        return None
    try:
        fuller = _for_move(game, mix, players, table, in_full(move, of_rank(rank, pack), pack), bare)
    except UnclearError:  # some of these cards are elsewhere
        return None
    reached = attempt(mix, players, fuller, move)
    return fuller if reached is not None and reached[1].why.verdict == "allowed" else None
