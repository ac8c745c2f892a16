"""FreeCell in plain Python; `tests/rulesets/test_models.py` plays it beside the ruleset."""

from __future__ import annotations

from models import rank
from parlour.states.state import State
from peer_games import lying


class FreeCell:
    zone = "pile"
    score = "most-home"

    def __init__(self, state: State, scores: list[int]) -> None:
        places = lying(state)
        self.piles = [places[f"pile {n}"] for n in range(1, 9)]
        self.cells: list[str] = []
        self.home = dict.fromkeys("♣♦♥♠", 0)
        self.scores = scores
        self.seat = self.idle = 0
        self.over = False

    @property
    def hands(self) -> list[set[str]]:
        return [{*pile} for pile in self.piles]

    def legal(self) -> set[str]:
        tops = [pile[-1] for pile in self.piles if pile]
        moves = {f"put {c} home" for c in (*tops, *self.cells) if number(c) == self.home[c[-1]] + 1} | {"give up"}
        moves |= {f"put {c} in a cell" for c in tops if len(self.cells) < 4}
        moves |= {f"play {c} to pile {k}" for c in self.cells for k in self.targets(c)}
        for n, pile in enumerate(self.piles, 1):
            size = 1
            while size <= len(pile) and (size == 1 or builds(pile[1 - size], pile[-size])):
                card = pile[-size]
                for k in self.targets(card):
                    empty = sum(not other for m, other in enumerate(self.piles, 1) if m != k)
                    whole = size == len(pile) and not self.piles[k - 1]
                    if k != n and not whole and size <= (5 - len(self.cells)) * 2**empty:
                        moves.add(f"move {card} to pile {k}")
                size += 1
        return moves

    def targets(self, card: str) -> list[int]:
        return [k for k, pile in enumerate(self.piles, 1) if not pile or builds(card, pile[-1])]

    def play(self, move: str) -> None:
        words = move.split()
        self.idle += 1
        if words[0] in ("move", "play", "put"):
            cards = self.taken(words[1])
            if words[-1] == "home":
                self.home[cards[0][-1]] += 1
                self.idle = 0
            else:
                place = self.cells if words[-1] == "cell" else self.piles[int(words[-1]) - 1]
                place.extend(cards)
        self.scores[0] = sum(self.home.values())
        self.over = move == "give up" or self.scores[0] == 52 or self.idle == 150

    def taken(self, card: str) -> list[str]:
        place = next(place for place in (self.cells, *self.piles) if card in place)
        at = place.index(card)
        cards = [card] if place is self.cells else place[at:]
        del place[at : at + len(cards)]
        return cards


def number(card: str) -> int:
    return (rank(card) + 1) % 13 + 1


def builds(card: str, on: str) -> bool:
    return number(card) + 1 == number(on) and (card[-1] in "♦♥") != (on[-1] in "♦♥")
