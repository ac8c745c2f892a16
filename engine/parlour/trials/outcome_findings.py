"""Findings about the outcomes of many games.

Nobody or everybody wins, a result is the same for all players, or a player has no decision.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from parlour import program as p
from parlour.analysis.control import gathered, results_of
from parlour.base.diagnostics import Diagnostic, listing
from parlour.base.source import is_shipped
from parlour.game import Game
from parlour.table.cards import members
from parlour.table.layout import Layout

ENOUGH = 1_000  # finished games, for a statement about what never happens
ENOUGH_DECISIONS = 200  # at a table, for a statement about its seats


@dataclass
class OutcomeCounts:
    """Counts of finished games between two or more players or sides."""

    finished: int = 0
    won: int = 0  # games with a winner
    apart: Counter[str] = field(default_factory=Counter)  # games in which a result differed between them, by its name

    def add(self, other: OutcomeCounts) -> None:
        self.finished += other.finished
        self.won += other.won
        self.apart.update(other.apart)


@dataclass(frozen=True)
class ResultColumns:
    """The places of a program's results among the values of a game."""

    layout: Layout
    width: int
    columns: tuple[tuple[p.Result, int, int], ...]  # results with the first column and the number of columns

    @classmethod
    def of(cls, layout: Layout) -> ResultColumns:
        at, columns = 0, []
        for result in gathered(layout.program):
            count = len(results_of(layout, result))
            columns.append((result, at, count))
            at += count
        return cls(layout, at, tuple(columns))

    def winners(self, row: Sequence[int]) -> list[int]:
        """Return the seats that won a game with these results."""
        result, at, _ = next(column for column in self.columns if column[0].name == "winners")
        won = members(row[at])
        return [seat for side in won for seat in self.layout.sides[side]] if result.type.kind == "sides" else [*won]

    def note(self, counts: OutcomeCounts, row: Sequence[int]) -> None:
        """Count the results of a finished game."""
        won, seats = len(self.winners(row)), self.layout.players
        if seats < 2 or len(self.layout.sides) == 1:
            return
        counts.finished += 1
        counts.won += won > 0
        counts.apart["winners"] += 0 < won < seats
        for result, at, count in self.columns:
            counts.apart[result.name] += len(set(row[at : at + count])) > 1


def outcome_findings(mix: Game, counts: OutcomeCounts) -> Iterator[Diagnostic]:
    """Report a game in which nobody ever wins, or always everybody, and results that are the same for all players. A
    game in which all win or all lose must show both. A frame can leave it to its games to say who wins."""
    if counts.finished < ENOUGH or mix.composition.subject.kind != "game":
        return
    same = [r.name for r in gathered(mix.program) if r.per is not None and not counts.apart[r.name]]
    games = f"{counts.finished:,} games"
    subject = mix.composition.subject.id_span
    if not counts.apart["winners"] and counts.won in (0, counts.finished):
        message = f"all players won each of {games}" if counts.won else f"nobody won any of {games}"
        if same:
            message += f"; {listing(same, 'and')} {'was' if len(same) == 1 else 'were'} the same for all players"
        other = "somebody loses" if counts.won else "somebody wins, and a `policy` if chance alone can't win"
        help = f"look for the steps that should score or name the winners; write an example in which {other}"
        yield Diagnostic("deep-no-winner", message, subject, "warning", help=help)
        return
    for name in same:
        member = next(m for m in mix.composition.sections["outcome"] if m.name == name)
        place = subject if is_shipped(member.document.source.name) else member.key.span
        message = f"`{name}` was the same for all players in each of {games}"
        help = "look for the steps that should change it, or remove it from `outcome`"
        yield Diagnostic("deep-same-result", message, place, "warning", help=help)


def idle_seat(mix: Game, players: int, asked: Counter[int], games: int) -> Diagnostic | None:
    """Report a seat that never has a decision."""
    seats = [seat for seat in range(players) if not asked[seat]]
    if not seats or asked.total() < ENOUGH_DECISIONS:
        return None
    message = f"seat {seats[0] + 1} of {players} had no decision in {games:,} games"
    help = "look for the steps that choose the next player"
    return Diagnostic("deep-never-asked", message, mix.composition.subject.id_span, "warning", help=help)
