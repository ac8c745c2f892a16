"""In which order people like to see cards: a hand on the screen and the numbered moves have the same.

Knows the questions of a game and faces, no zones and no state.
"""

from __future__ import annotations

from dataclasses import dataclass

from parlour import program as p
from parlour.machine.cards import JOKER

Place = tuple[int, int]


@dataclass(frozen=True)
class Sorting:
    """By suit, or by rank where cards of one rank are played together; jokers last."""

    by_rank: bool

    @staticmethod
    def of(program: p.Program) -> Sorting:
        slots = [slot for question in program.questions for arm in question.arms for slot in arm.slots]
        return Sorting(any(slot.form == "groups" for slot in slots))

    def place(self, face: int) -> Place:
        suit, rank = face & 3, face >> 2
        if face >= JOKER:
            return 99, 0
        return (rank, suit) if self.by_rank else (suit, rank)
