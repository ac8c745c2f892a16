"""The moves of a seat, and which of too many a bot looks at: of each number of cards by turns, and of rare ranks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

from parlour.playouts.policy import Policy, usual
from parlour.states.moves import ManyMoves
from parlour.states.state import State
from parlour.table.answers import Answers
from parlour.table.layout import QUESTION
from parlour.views.view import ManyTexts, View

MOST = 60  # moves that are compared, if there are more
DRAWN = 3  # moves, of which the one with the rarest ranks is looked at
LISTED = 500  # moves that are drawn without repetition
DRAWS = 4  # for each of more moves


class Menu:
    """The moves of a question, by number: these are the same in all worlds of the seat."""

    def __init__(self, view: View, world: State, policy: Policy) -> None:
        question, legal = view.question, world.question.legal
        self._legal = legal
        assert question is not None, "there is a choice"
        machine, cells = world.table.machine, list(world.cells)
        self._code = machine.questions[cells[QUESTION]]
        self._rank = machine.layout.pack.rank
        self.moves: Sequence[int]
        if isinstance(legal, ManyMoves) and isinstance(question.moves, ManyTexts):
            by_policy = policy.sorted(cells, legal.numbers)
            self.moves, preferred = legal.numbers, usual(by_policy.chances, by_policy.preferred)
        else:  # in the order of the view, which doesn't reveal the numbers of identical cards
            named = {move.text: move.number for move in legal}
            texts = question.moves or (), usual(question.chances, question.preferred or ())
            self.moves, preferred = ([named[text] for text in of] for of in texts)
        self.preferred: Sequence[int] = preferred if len(preferred) < len(self.moves) else ()  # most often

    def text(self, number: int) -> str:
        legal = self._legal
        moves = [legal.one(number)] if isinstance(legal, ManyMoves) else legal
        return next(move.text for move in moves if move.number == number)

    def waves(self, most: int, waves: int, chance: Random) -> Iterator[list[int]]:
        """Yield the moves to compare, those first that the ruleset's policy prefers. Too many come in waves, of which
        half are preferred."""
        if len(self.moves) <= MOST:
            yield list(dict.fromkeys([*self.preferred, *self.moves]))
            return
        liked, others = self._by_turns(self.preferred, chance), self._by_turns(self.moves, chance)
        taken: set[int] = set()
        for _ in range(waves):
            wave = list(islice((move for move in liked if move not in taken), most // 2))
            wave += islice((move for move in others if move not in taken.union(wave)), most - len(wave))
            taken.update(wave)
            yield wave

    def _by_turns(self, moves: Sequence[int], chance: Random) -> Iterator[int]:
        """Yield moves of each number of cards by turns."""
        parts = [self._of_rare_ranks(part, chance) for part in self._by_size(moves)]
        while parts:
            turn = [(part, next(part, None)) for part in parts]
            parts = [part for part, move in turn if move is not None]
            yield from (move for _, move in turn if move is not None)

    def _by_size(self, moves: Sequence[int]) -> Iterator[Sequence[int]]:
        for part in moves.by_size() if isinstance(moves, Answers) else [moves]:
            if len(part) > LISTED:
                yield part
                continue
            sizes: dict[int, list[int]] = {}
            for move in part:
                sizes.setdefault(len(self._cards(move)), []).append(move)
            yield from sizes.values()

    def _of_rare_ranks(self, moves: Sequence[int], chance: Random) -> Iterator[int]:
        """Yield moves in a random order, in which ranks alternate. Of very many, some can come twice or never."""
        times: Counter[tuple[int, ...]] = Counter()
        left = chance.sample(moves, len(moves)) if len(moves) <= LISTED else []
        for _ in range(len(left) or DRAWS * len(moves)):
            drawn = left[-DRAWN:] or chance.choices(moves, k=DRAWN)
            ranks = {move: tuple(sorted({self._rank[card] for card in self._cards(move)})) for move in drawn}
            move = min(drawn, key=lambda one: times[ranks[one]])
            times[ranks[move]] += 1
            if left:
                left.remove(move)
            yield move

    def _cards(self, move: int) -> list[int]:
        action, payload = self._code.chosen(move)
        return action.named_cards(payload)
