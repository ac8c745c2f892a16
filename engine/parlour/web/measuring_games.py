"""Measurements of mixes that people start on a page: games in the background, a few at a time, until somebody stops
them or the numbers are good enough."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from threading import Lock, Thread

from parlour.table.chance import new_seed
from parlour.web.background import Background, OutOfTime
from parlour.web.mix_link import LinkError
from parlour.web.mix_work import GamesSoFar, SomeGames, some_games, together

ENOUGH = 2_000  # games: shares are within 2 %
FIRST, MOST = 20, 400  # games in one piece of work
LONGEST = 60.0  # seconds
SLOW = 1.0  # seconds for a piece: the next one isn't longer
RUNNING, KNOWN = 4, 200  # measurements at a time, and those that the server remembers

Subject = tuple[str, int]
"""A mix in one line, and the number of players."""


@dataclass
class Measurement:
    """A measurement so far."""

    running: bool = True
    parts: list[SomeGames] = field(default_factory=list)
    problem: str = ""

    @property
    def measured(self) -> GamesSoFar:
        return together(self.parts[:])


class Measurements:
    """The measurements of a server."""

    def __init__(self, background: Background) -> None:
        self._background = background
        self._known: dict[Subject, Measurement] = {}
        self._lock = Lock()

    def of(self, subject: Subject) -> Measurement | None:
        return self._known.get(subject)

    def start(self, subject: Subject) -> bool:
        """Measure a mix. Return False if too many others are being measured."""
        with self._lock:
            known = self._known.pop(subject, None)
            if known is not None and known.running:
                self._known[subject] = known
                return True
            if sum(each.running for each in self._known.values()) >= RUNNING:
                return False
            while len(self._known) >= KNOWN:
                self._known.pop(next(key for key, each in self._known.items() if not each.running))
            measurement = self._known[subject] = Measurement()
        Thread(target=self._measure, args=(subject, measurement), daemon=True).start()
        return True

    def stop(self, subject: Subject) -> None:
        known = self._known.get(subject)
        if known is not None:
            known.running = False

    def _measure(self, subject: Subject, measurement: Measurement) -> None:
        line, players = subject
        games, seed, end = FIRST, new_seed(), time.monotonic() + LONGEST
        try:
            while measurement.running and (left := ENOUGH - together(measurement.parts).games) > 0:
                before = time.monotonic()
                number = len(measurement.parts)
                arguments = line, players, min(games, left), seed + number
                measurement.parts.append(self._background.wait(line, some_games, *arguments))
                now = time.monotonic()
                if now > end:
                    break
                games = min(MOST, 2 * games) if now - before < SLOW else games
        except LinkError as error:
            measurement.problem = error.misfit.message
        except OutOfTime:
            measurement.problem = "The games take too long."
        finally:
            measurement.running = False
