"""A base for models of family games in plain Python, and the comparison of a game with its model.

A model sees the pack and the moves, and the orders that chance decides later.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from random import Random
from types import MappingProxyType

from parlour.game import Game
from parlour.states.state import State
from parlour.table.texts import zone_name
from parlour.views import view
from peer_games import results

RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
PACK = tuple(r + u for r in RANKS for u in "♣♦♥♠")
MOST, WHOLE = 80, 50  # moves of one game that are compared; one in so many games is compared to its end
Play = Generator[tuple[int, set[str]], str, None]


def rank(card: str) -> str:
    return card[:-1]


class Model:
    """A game in plain Python. Seats count from 1, and the top card of a zone is its last."""

    name: str
    lowest_wins, least = False, 0
    options: Mapping[str, int] = MappingProxyType({})

    def __init__(self, state: State, pack: list[str]) -> None:
        self.seats = range(1, state.players + 1)
        self.zones: dict[str, list[str]] = {}
        self.stock = self.zone("stock")
        self.stock.extend(reversed(pack))
        layout = state.table.machine.layout
        names = [layout.pack.name(card) for card in range(layout.pack.size)]
        self.instances = {zone_name(layout, instance.number): instance for instance in layout.instances}
        self.contents = lambda cells, instance: [names[card] for card in layout.contents(cells, instance)]
        self.look(state)

    def look(self, state: State) -> None:
        self.state, self.cells = state, list(state.cells)

    def actual(self, zone: str) -> list[str]:
        """Return the cards of a zone in the game that the model follows."""
        return self.contents(self.cells, self.instances[zone])

    def agrees(self) -> bool:
        return all(sorted(self.actual(zone)) == sorted(cards) for zone, cards in self.zones.items())

    @staticmethod
    def cards(players: int) -> tuple[str, ...]:
        return PACK

    def play(self, dealer: int) -> Play:
        """Yield each question, a seat and its moves, and take the answer."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        raise NotImplementedError

    def zone(self, name: str) -> list[str]:
        return self.zones.setdefault(name, [])

    def hand(self, seat: int) -> list[str]:
        return self.zone(f"hand {seat}")

    def stack(self, seat: int) -> list[str]:
        return self.zone(f"stack {seat}")

    def next(self, seat: int, steps: int = 1) -> int:
        return (seat - 1 + steps) % len(self.seats) + 1

    def deal(self, cards: int, dealer: int) -> None:
        """Deal this number of cards, one at a time, beginning with the player after the dealer."""
        for n in range(1, cards + 1):
            self.hand(self.next(dealer, n)).append(self.stock.pop())

    def shuffle(self, name: str, cards: int | None = None) -> None:
        """Take over the order of a zone, or of its lowest cards, which the game has shuffled."""
        actual, expected = self.actual(name), self.zone(name)
        assert sorted(actual[:cards]) == sorted(expected[:cards])
        expected[:cards] = actual[:cards]


def agree(game: Game, of: type[Model], players: int, seed: int) -> None:
    """Play a game at random, and compare it with its model at each question."""
    chooser = Random(seed)
    pack = list(of.cards(players))
    chooser.shuffle(pack)
    state = game.start(players, seed=seed, pack=pack)
    model = of(state, pack)
    play = model.play(int(view(state, 1).value("dealer") or 1))
    question = next(play)
    for _ in range(MOST if seed % WHOLE else 10_000):
        assert model.agrees()
        legal = sorted(str(move) for move in state.question.legal)
        assert (state.question.seat, legal) == (question[0], sorted(question[1]))
        move = chooser.choice(legal)
        state = state.apply(move)
        model.look(state)
        try:
            question = play.send(move)
        except StopIteration:
            break
    else:
        return
    assert state.over
    assert model.agrees()
    scores = model.scores()
    assert all(scores == results(state, name) for name in ("score", "chips") if name in state.outcome.values)
    best = min(scores) if of.lowest_wins else max([*scores, of.least])
    assert state.outcome.winners == tuple(seat for seat in model.seats if scores[seat - 1] == best)
