"""The moves of a question as a sequence of numbers, if an action offers too many to list."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from parlour.table.subsets import LazyNumbers, Subsets

Payloads = Sequence[int]


def of_actions(moves: Sequence[int], count: int, actions: Collection[int]) -> Iterable[int]:
    """Return the moves of some actions of a question that has `count` actions."""
    return moves.of(actions) if isinstance(moves, Answers) else (m for m in moves if m % count in actions)


class Answers(LazyNumbers):
    """The moves of a question: by action, then in ascending order. A move is `payload * actions + action`."""

    def __init__(self, actions: int, offers: Sequence[tuple[int, Payloads]]) -> None:
        self.actions = actions
        self._offers = [(action, payloads) for action, payloads in offers if payloads]

    def listed(self) -> Sequence[int]:
        """Return a list, if there aren't too many to list."""
        if any(isinstance(payloads, Subsets) for _, payloads in self._offers):
            return self
        actions = self.actions
        return [payload * actions + action for action, payloads in self._offers for payload in payloads]

    def of(self, actions: Collection[int]) -> Answers:
        """Return the moves of some actions."""
        return Answers(self.actions, [offer for offer in self._offers if offer[0] in actions])

    @property
    def few(self) -> list[int]:
        """Return the moves of those actions that don't offer too many to list."""
        few = [offer for offer in self._offers if not isinstance(offer[1], Subsets)]
        return list(Answers(self.actions, few))

    @property
    def many(self) -> list[tuple[int, Subsets]]:
        """Return the offers of the other actions, which are too many."""
        return [(action, payloads) for action, payloads in self._offers if isinstance(payloads, Subsets)]

    def by_size(self) -> list[Sequence[int]]:
        """Return the moves of each action; if there are too many to list, those of each number of cards."""
        parts = [
            (action, part)
            for action, payloads in self._offers
            for part in (payloads.by_size() if isinstance(payloads, Subsets) else [payloads])
        ]
        return [Answers(self.actions, [part]) for part in parts]

    @property
    def offered(self) -> list[int]:
        """Return the actions that have moves."""
        return [action for action, _ in self._offers]

    def __len__(self) -> int:
        return sum(len(payloads) for _, payloads in self._offers)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Answers):
            return NotImplemented
        return (self.actions, self._offers) == (other.actions, other._offers)

    def __bool__(self) -> bool:
        return bool(self._offers)

    def at(self, k: int) -> int:
        for action, payloads in self._offers:
            if 0 <= k < len(payloads):
                return payloads[k] * self.actions + action
            k -= len(payloads)
        raise IndexError(f"there are {len(self)} moves, and none has that number")

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, int):
            return False
        payload, action = divmod(move, self.actions)
        return any(of == action and payload in payloads for of, payloads in self._offers)

    def __iter__(self) -> Iterator[int]:
        """Iterate over all moves, which takes long; a single move costs little."""
        for action, payloads in self._offers:
            for payload in payloads:
                yield payload * self.actions + action
