"""Opponents for `strength.py`: hand-written players of single games, written from published descriptions, and the
search of OpenSpiel. They know what their seat sees, like every bot.
"""

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from parlour.bots import Bot, Seat
from parlour.bots.bot_games import BotGame
from parlour.playouts.player import StopSign
from parlour.states.state import State
from parlour.table.chance import seed_state
from parlour.table.layout import RANDOM
from parlour.views import View, view
from peer_games import MELDS, height, loose, worth

SAMPLE = 100  # simulations of a search, to see how long they take


class FirstMove:
    """Makes the first legal move of the list."""

    def choose(self, seat: Seat, chance: Random) -> str:
        return moves_of(seat.view)[0]


class SimpleGin:
    """The simple player of the EAAI gin rummy challenge, by its description: it takes the face-up card only if that
    completes a meld, discards a card that leaves the least deadwood, and knocks as soon as it can."""

    def choose(self, seat: Seat, chance: Random) -> str:
        moves = moves_of(seat.view)
        hand = frozenset(cards(seat.view, f"hand {seat.view.seat}"))
        takes = [move for move in moves if move.startswith("take")]
        if takes:
            card = takes[0].split()[-1]
            melds = any(card in meld and meld <= hand | {card} for meld in MELDS)
            return takes[0] if melds else next(move for move in moves if move in ("pass", "draw"))
        knocks = [move for move in moves if move.startswith("knock and discard")]
        discards = knocks or [move for move in moves if move.startswith("discard")]
        return least(discards, hand, chance) if discards else moves[0]


def least(moves: Sequence[str], hand: frozenset[str], chance: Random) -> str:
    """Return a discard that leaves the least deadwood; of several, one of the dearest cards."""
    ranked = {move: (loose(hand - {move.split()[-1]}), -worth(move.split()[-1:])) for move in moves}
    best = min(ranked.values())
    return chance.choice([move for move in moves if ranked[move] == best])


class GreedyHearts:
    """Avoids points trick by trick: it ducks as high as it can, and throws away the queen of spades, hearts and high
    cards. It passes the queen and the highest cards on."""

    def choose(self, seat: Seat, chance: Random) -> str:
        named = {move.split()[-1]: move for move in moves_of(seat.view)}
        words = next(iter(named.values())).split()[0]
        trick = cards(seat.view, "trick")
        if words == "pass":
            return named[max(named, key=self.danger)]
        if not trick:
            return named[min(named, key=lambda card: (card == "Q♠", height(card)))]
        led = trick[0][-1]
        if next(iter(named))[-1] != led:
            return named[max(named, key=self.danger)]
        best = max(height(card) for card in trick if card[-1] == led)
        ducking = [card for card in named if height(card) < best]
        if ducking:
            return named[max(ducking, key=lambda card: (card == "Q♠", height(card)))]
        costs = any(card[-1] == "♥" or card == "Q♠" for card in trick)
        last = len(trick) == seat.view.players - 1
        careful = sorted(named, key=lambda card: (card == "Q♠", height(card)))
        return named[max(careful[:-1] or careful, key=height) if last and not costs else careful[0]]

    @staticmethod
    def danger(card: str) -> tuple[bool, bool, int]:
        return card == "Q♠", card[-1] == "♥", height(card)


def moves_of(seen: View) -> Sequence[str]:
    assert seen.question is not None, "only the seat to move is asked"
    moves = seen.question.moves
    assert moves, "only the seat to move is asked"
    return moves


def cards(seen: View, zone: str) -> list[str]:
    """Return the cards that a seat sees in a zone, in their order."""
    there = seen.zone(zone)
    return [] if there is None else [card.card for card in there.cards]


class SeeingGame(BotGame):
    """A game of bots that see all cards: their worlds are the true state, with other chance to come."""

    def seat(self, seat: int) -> Seat:
        cells, table = self.state.cells, self.state.table

        def worlds(n: int, seed: int, stopped: StopSign) -> tuple[State, ...]:
            made = [list(cells) for _ in range(n)]
            for number, world in enumerate(made):
                world[RANDOM] = seed_state(seed + (number << 64))
            return tuple(State(table, world) for world in made)

        return Seat(view(self.state, seat), worlds)


class Timed:
    """A bot whose thoughts are timed, on its processor: other programs may want it too."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.seconds: list[float] = []

    def choose(self, seat: Seat, chance: Random) -> str:
        began = time.process_time()
        move = self.bot.choose(seat, chance)
        self.seconds.append(time.process_time() - began)
        return move


class Searcher:
    """OpenSpiel's search of trees over information sets, which looks at its own game, played in step with ours. It gets
    as many simulations as fit in some seconds at its first choice: there they are the longest."""

    def __init__(self, pyspiel: Any, theirs: Any, words: Callable[[Any, str], str], seconds: float, seed: int) -> None:
        self.pyspiel = pyspiel
        self.theirs = theirs
        self.words = words
        self.seconds = seconds
        self.seed = seed
        self.bot: Any = None

    def search(self, simulations: int) -> Any:
        evaluator = self.pyspiel.RandomRolloutEvaluator(1, self.seed)
        visits = self.pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        # Its worlds can have other actions, as they don't follow from everything that happened.
        return self.pyspiel.ISMCTSBot(self.seed, evaluator, 2.0, simulations, -1, visits, False, True)

    def choose(self, seat: Seat, chance: Random) -> str:
        theirs = self.theirs
        player, actions = theirs.current_player(), theirs.legal_actions()
        if len(actions) > 1 and self.bot is None:
            began = time.process_time()
            self.search(SAMPLE).step(theirs)
            self.bot = self.search(max(1, int(SAMPLE * self.seconds / (time.process_time() - began))))
        action = self.bot.step(theirs) if len(actions) > 1 else actions[0]
        return self.words(theirs, theirs.action_to_string(player, action))
