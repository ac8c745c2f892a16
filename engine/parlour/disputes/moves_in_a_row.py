"""Several moves in a row in the words of an argument: which moves they are, and who makes each of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from parlour import program as p
from parlour.base.diagnostics import RulesetError
from parlour.disputes.argued_cards import is_written
from parlour.disputes.arranged import arranged, prepared
from parlour.disputes.plain import PlainTable, Plan, attempt, plan, start
from parlour.disputes.readings import read
from parlour.disputes.spoken_cards import UnclearError, cards_in_move
from parlour.examples.layable import Interpreted
from parlour.game import Game
from parlour.library.spellings import in_digits
from parlour.states.state import State
from parlour.table.faults import RulesetFault
from parlour.views.signs import in_signs

_AFTER = re.compile(r"(.+?) (?:over|after|on top of) (?:an? |the |my |your |their )?(.+)", re.IGNORECASE)


@dataclass(frozen=True)
class Answering:
    """A move, and the move of the player before it."""

    before: str
    move: str


def answering(program: p.Program, text: str) -> Answering | None:
    """Return the two moves of an input that names both, as in `bid 1♣ over 1♥` or `check after a bet`; None for other
    inputs. The second needs no verb of its own."""
    said = _AFTER.fullmatch(" ".join(text.split()))
    if said is None:
        return None
    first, second = (as_bid(program, part) for part in said.groups())
    verb = first.partition(" ")[0]
    if not _begins(program, verb):
        return None
    for before in (second, as_bid(program, f"{verb} {said[2]}")):
        if is_written(program, before) or (" " not in before and _begins(program, before)):
            return Answering(before, first)
    return None


def as_bid(program: p.Program, text: str) -> str:
    """Return `bid 1 ♥` for `bid 1♥` and `bid one heart`, if moves with this verb have a number and then a suit."""
    verb, _, rest = text.partition(" ")
    bids = any(_kinds(arm)[-2:] == ["int", "suit"] for arm in _arms(program) if _verb(arm) == verb.casefold())
    found = re.fullmatch(r"(\d+|[a-z]+) ?(\S+)", rest, re.IGNORECASE) if bids else None
    sign = in_signs(found[2], program.deck.design) if found is not None else ""
    if found is None or sign not in program.deck.design.signs:
        return text
    return f"{verb} {in_digits(found[1]) or found[1]} {sign}"


def _arms(program: p.Program) -> list[p.Arm]:
    return [arm for question in program.questions for arm in question.arms if isinstance(arm.notation[0], str)]


def _begins(program: p.Program, verb: str) -> bool:
    return any(_verb(arm) == verb.casefold() for arm in _arms(program))


def _verb(arm: p.Arm) -> str:
    first = arm.notation[0]
    return first.casefold().split(" ")[0] if isinstance(first, str) else ""


def _kinds(arm: p.Arm) -> list[str]:
    return [piece.type.kind for piece in arm.notation if isinstance(piece, p.Hole)]


def in_turns(
    mix: Interpreted, players: int, table: PlainTable, move: str, before: Sequence[str], moves: Callable[[State], State]
) -> Plan:
    """Return the table where the players who make the moves hold the cards. `moves` makes the moves in `before`.

    The best table is one where the player with the cards is asked at once, and where the last move is allowed.
    """
    orders = list(_orders(len(before), players))
    tables = [plan(table, mix, players, move, before, turns) for turns in orders]
    fits = [_fit(mix, players, *each, move, moves) for each in zip(tables, orders, strict=True)]
    return max(zip(fits, tables, strict=True), key=lambda each: each[0])[1]


def _orders(before: int, players: int) -> Iterator[tuple[int, ...]]:
    """Yield seats for all moves, from 0 for the first one: another player at the end, all in turn, the first player
    again at the end, the same player."""
    yield (*(0,) * before, 1)
    if before > 1:
        in_turn = tuple(number % players for number in range(before + 1))
        yield from (in_turn, (*in_turn[:-1], 0))
    yield (0,) * (before + 1)


def _fit(
    mix: Interpreted, players: int, planned: Plan, turns: Sequence[int], move: str, moves: Callable[[State], State]
) -> int:
    """Return how well a table fits the moves: 0 if those before the last one aren't possible."""
    try:
        given = planned.ways(mix.table(players).machine.layout.pack)[0].given
        state = moves(start(mix, given, players, None).state)
        reading = read(state, move)
    except (RulesetError, RulesetFault, UnclearError):
        return 0
    first = int(planned.given["to move"].split()[0])
    last, holder = ((first - 1 + turn) % players + 1 for turn in turns[-2:])
    if reading.state.question.seat != holder or state.question.seat not in (last, holder):
        return 1  # somebody else has a turn before
    return 2 + (state.question.seat == holder) + 2 * (reading.why.verdict == "allowed")


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
