"""Several cards that a player can move only one after the other: `pass Q♠ K♠ A♠`."""

from __future__ import annotations

from dataclasses import replace

from parlour import program as p
from parlour.disputes.arranged import arranged, prepared
from parlour.disputes.described_tables import attempt
from parlour.disputes.plain import PlainTable
from parlour.disputes.spoken_cards import cards_in_move
from parlour.examples.layable import Interpreted
from parlour.game import Game


def one_by_one(game: Game, mix: Interpreted, players: int, table: PlainTable, text: str) -> tuple[str, ...]:
    """Return the moves with one card each, if the first of them leads the same player to the same question again; or
    nothing for another input."""
    verb, _, rest = text.partition(" ")
    cards = [card.text for card in cards_in_move(rest, mix.table(players).machine.layout.pack)]
    others = [word for word in rest.replace(",", " ").split() if word not in cards]
    if not cards[1:] or {*others} - {"and"} or not _takes_one(game.program, verb):
        return ()
    moves = tuple(f"{verb} {card}" for card in cards)
    table = with_hand(game, table, cards)
    table = prepared(game, mix, players, table, moves[0], ())
    reached = attempt(mix, players, arranged(game, mix, players, table, moves[0], (), bare=False), moves[0])
    if reached is None or reached[1].why.verdict != "allowed":
        return ()
    state = reached[1].state
    after = state.apply(reached[1].why.text)
    return moves if not after.over and after.asked[:2] == state.asked[:2] else ()


def with_hand(game: Game, table: PlainTable, cards: list[str]) -> PlainTable:
    """Return a table where the player to move has these cards, if nobody describes their hand."""
    return table if table.hand_of_mover(game.program) is not None else replace(table, hand=" ".join(cards))


def _takes_one(program: p.Program, verb: str) -> bool:
    """True if moves with this verb name one card and nothing else."""
    notations = [arm.notation for question in program.questions for arm in question.arms if arm.notation]
    own = [each for each in notations if isinstance(each[0], str) and each[0].strip().casefold() == verb.casefold()]
    return bool(own) and all(
        len(each) == 2 and isinstance(each[1], p.Hole) and each[1].type.kind == "card" for each in own
    )
