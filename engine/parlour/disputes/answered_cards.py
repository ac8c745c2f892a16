"""Has a card played first that doesn't just lie on the pile: the next player answers it, as in `a queen on a joker`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from parlour.base.diagnostics import RulesetError
from parlour.disputes.plain import PlainTable, attempt, plan
from parlour.disputes.readings import Reading
from parlour.disputes.special_ranks import special_ranks
from parlour.disputes.spoken_cards import cards_in_move, of_rank, read_cards
from parlour.disputes.spoken_zones import Zones
from parlour.disputes.supposed import supposed
from parlour.examples.layable import Interpreted
from parlour.game import Game
from parlour.states.state import State
from parlour.table.cards import Pack
from parlour.table.faults import RulesetFault

MOST_CHOICES = 8  # of a player after a card, such as the suit that must follow


@dataclass(frozen=True)
class PlayedBefore:
    """The moves of the player before, the card on which they make it, and the answer of the next player."""

    move: str
    top: str
    answer: str


def after_playing(game: Game, mix: Interpreted, players: int, card: str, answer: str) -> Iterator[State]:
    """Yield the positions after the play of a card, one for each choice that its player then makes; nothing if they
    have none."""
    played = _played(game, mix, players, card, answer)
    if played is None or played.after.over or played.after.question.seat != played.seat:
        return
    for move in played.after.question.legal[:MOST_CHOICES]:
        with suppress(RulesetFault):
            yield played.after.apply(move)


def played_before(game: Game, mix: Interpreted, players: int, card: str, answer: str) -> PlayedBefore | None:
    """Return the play of a card that the next player has to answer in a question of its own; None for other cards."""
    pack = mix.table(players).machine.layout.pack
    named = read_cards(card, pack, "")
    is_special = len(named) == 1 and named[0].rank in special_ranks(game)
    played = _played(game, mix, players, card, answer) if is_special else None
    if played is None:
        return None
    after = played.after
    if after.over or after.question.seat == played.seat or after.question.prompt == played.prompt:
        return None
    cards = sorted(_cards(answer, pack))
    same = [legal.text for legal in after.question.legal if sorted(_cards(legal.text, pack)) == cards]
    return PlayedBefore(played.move, played.below, same[0] if len(same) == 1 else answer)


@dataclass(frozen=True)
class _Played:
    """The play of a card on the card `below`, with the forced moves after it, and the question that it answered."""

    move: str
    below: str
    seat: int
    prompt: str | None
    after: State


def _played(game: Game, mix: Interpreted, players: int, card: str, answer: str) -> _Played | None:
    """Play a card where its player holds others, with the moves after it that they are forced to make."""
    pack, pile = mix.table(players).machine.layout.pack, Zones.of(game.program).pile
    named = read_cards(card, pack, "")
    if pile is None or len(named) != 1:
        return None
    move = f"play {named[0].text}"
    try:
        laid = dict(supposed(game, mix, players, move, PlainTable()).zones).get(pile.name, ())
        tops = [name for card in laid[-1:] for name in (card.text, *of_rank(card.rank, pack))]
        ways = ((top, _reading(mix, players, answer, move, top)) for top in dict.fromkeys(tops))
        top, reading = next(((top, way) for top, way in ways if way is not None), ("", None))
        if reading is None:
            return None
        asked = reading.state
        after = asked.apply(reading.why.text)
        while not after.over and after.question.seat == asked.question.seat and len(after.question.legal) == 1:
            forced = after.question.legal[0]
            after, move = after.apply(forced), f"{move}; {forced.text}"
    except (RulesetError, RulesetFault, ValueError):
        return None
    return _Played(move, top, asked.question.seat, asked.question.prompt, after)


def _reading(mix: Interpreted, players: int, answer: str, move: str, top: str) -> Reading | None:
    """Read the play of a card on another one; None if it isn't allowed, as it can depend on the suits in hand."""
    reached = attempt(mix, players, plan(PlainTable(top=top), mix, players, answer, (move,)), move)
    return reached[1] if reached is not None and reached[1].why.verdict == "allowed" else None


def _cards(move: str, pack: Pack) -> list[str]:
    return [card.text for card in cards_in_move(move, pack)]
