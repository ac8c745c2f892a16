"""Has a card played first that doesn't just lie on the pile: the next player answers it, as in `a queen on a joker`."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.base.diagnostics import RulesetError
from parlour.disputes.described_tables import attempt
from parlour.disputes.interpreted import Interpreted
from parlour.disputes.plain import PlainTable, Zones, plan
from parlour.disputes.special_ranks import special_ranks
from parlour.disputes.spoken_cards import cards_in_move, read_cards
from parlour.disputes.supposed import supposed
from parlour.game import Game
from parlour.table.cards import Pack
from parlour.table.faults import RulesetFault


@dataclass(frozen=True)
class PlayedBefore:
    """The moves of the player before, the card on which they make it, and the answer of the next player."""

    move: str
    top: str
    answer: str


def played_before(game: Game, mix: Interpreted, players: int, card: str, answer: str) -> PlayedBefore | None:
    """Return the play of a card that the next player has to answer in a question of its own; None for other cards."""
    pack, pile = mix.table(players).machine.layout.pack, Zones.of(game.program).pile
    named = read_cards(card, pack, "")
    if pile is None or len(named) != 1 or named[0].rank not in special_ranks(game):
        return None
    move = f"play {named[0].text}"
    try:
        below = [card.text for card in dict(supposed(game, mix, players, move).zones).get(pile.name, ())]
        table = PlainTable(top=" ".join(below))
        reached = attempt(mix, players, plan(table, mix, players, answer, (move,)), move) if below else None
        if reached is None or reached[1].why.verdict != "allowed":
            return None
        asked = reached[1].state
        after = asked.apply(reached[1].why.text)
        while not after.over and after.question.seat == asked.question.seat and len(after.question.legal) == 1:
            forced = after.question.legal[0]
            after, move = after.apply(forced), f"{move}; {forced.text}"
    except (RulesetError, RulesetFault, ValueError):
        return None
    if after.over or after.question.seat == asked.question.seat or after.question.prompt == asked.question.prompt:
        return None
    cards = sorted(_cards(answer, pack))
    same = [legal.text for legal in after.question.legal if sorted(_cards(legal.text, pack)) == cards]
    return PlayedBefore(move, below[-1], same[0] if len(same) == 1 else answer)


def _cards(move: str, pack: Pack) -> list[str]:
    return [card.text for card in cards_in_move(move, pack)]
