"""Gives the cards of a move to the next player if it answers a move of the first one, as the transfer of an attack."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from parlour.disputes.argued_cards import argued_cards
from parlour.disputes.described_tables import attempt
from parlour.disputes.interpreted import Interpreted
from parlour.disputes.plain import PlainTable, Plan, plan, spare
from parlour.disputes.spoken_cards import NamedCard, of_rank
from parlour.disputes.spoken_zones import Zones
from parlour.table.cards import Pack


def held_by_answerer(mix: Interpreted, players: int, table: PlainTable, planned: Plan, move: str) -> Plan:
    """Return the plan for a table where the next player holds the cards of the move, if the first player would have to
    use them up before it.

    The first player then has other cards, first of the same ranks. The plan stays the same if somebody described both
    hands, or if there is no such table.
    """
    pack = mix.table(players).machine.layout.pack
    argued = argued_cards(mix.program, pack, move).hand
    hand, is_said = Zones.of(mix.program).hand, table.next_hand is not None or "to move" in table.given
    if is_said or not argued or hand is None or not _is_used_up(mix, players, planned, move):
        return planned
    held = table.hand if table.hand is not None else " ".join(card.text for card in argued)
    for own in _other_hands(argued, pack):
        try:
            other = plan(replace(table, hand=" ".join(own), next_hand=held), mix, players, move, ())
        except ValueError:  # a zone that somebody described
            return planned
        reached = attempt(mix, players, other, move)
        if reached is not None and reached[1].why.verdict == "allowed" and len(reached[1].passed) == 1:
            first, second = (name for name, _ in other.zones if name.startswith(f"{hand.name} "))
            guessed = (first,) if table.hand is not None else (first, second)
            return replace(other, notes=planned.notes, guessed=guessed, is_earlier=True)
    return planned


def _is_used_up(mix: Interpreted, players: int, planned: Plan, move: str) -> bool:
    """True if another player answers, after moves that took a card of the move from the first player."""
    reached = attempt(mix, players, planned, move)
    if reached is None:
        return False
    start, reading = reached
    return reading.is_costly and reading.state.question.seat != start.question.seat


def _other_hands(argued: tuple[NamedCard, ...], pack: Pack) -> Iterator[list[str]]:
    more = [card.text for card in spare(argued, pack)]
    taken = {card.text for card in argued}
    fellows = [name for card in argued[:1] for name in of_rank(card.rank, pack) if name not in taken]
    if fellows:
        yield [fellows[0], *more]
    yield more
