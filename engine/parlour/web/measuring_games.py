"""Experiments that people start on the page of a mix: many games of it, beside another mix or alone, in the background.

They end when the differences are certain, when somebody stops them, or when nobody looks at the page any more.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from threading import Lock, Thread

from parlour.base.parallel import Workers
from parlour.base.printable import capitalised
from parlour.experiments.arms import SweepError
from parlour.experiments.blocks import WATCHED, BlockTask, Columns, Playing
from parlour.experiments.outcome_report import ExperimentReport
from parlour.experiments.result_page import page
from parlour.experiments.running import Ledger, Plan
from parlour.experiments.series_of_mixes import Results
from parlour.experiments.several_mixes import PACE, Rivals, compared
from parlour.mixer.mix_link import LinkError
from parlour.playouts.players import native_missing
from parlour.web.background import Background, OutOfTime
from parlour.web.mix_work import block_of, game_of

MOST = 4_000  # games of a mix
LONGEST, BLOCK = 180.0, 60.0  # seconds, also for one block of games
AWAY = 20.0  # seconds without a look at the page
RUNNING, KNOWN = 4, 200  # experiments at a time, and those that the server remembers

Subject = tuple[str, str, int]
"""A mix in one line, the one to compare it with or nothing, and the number of players."""


@dataclass
class Measurement:
    """An experiment so far, which ends after a block when it is no longer `wanted`. `page` is the report at its end."""

    running: bool = True
    wanted: bool = True
    report: ExperimentReport | None = None
    page: str = ""
    problem: str = ""
    seen: float = field(default_factory=time.monotonic)
    blocks: Ledger = field(default_factory=Ledger)


class Measurements:
    """The experiments of a server."""

    def __init__(self, background: Background) -> None:
        self._background = background
        self._known: dict[Subject, Measurement] = {}
        self._lock = Lock()

    def of(self, subject: Subject) -> Measurement | None:
        """Return an experiment for somebody who looks at it."""
        known = self._known.get(subject)
        if known is not None:
            known.seen = time.monotonic()
        return known

    def start(self, subject: Subject) -> bool:
        """Begin an experiment, or go on with it. Return False if too many others are running."""
        with self._lock:
            known = self._known.pop(subject, None)
            if known is not None and known.running:
                known.wanted = True
                self._known[subject] = known
                return True
            if sum(each.running for each in self._known.values()) >= RUNNING:
                return False
            while len(self._known) >= KNOWN:
                self._known.pop(next(key for key, each in self._known.items() if not each.running))
            blocks = known.blocks if known is not None else Ledger()
            measurement = self._known[subject] = Measurement(blocks=blocks)
        Thread(target=self._measure, args=(subject, measurement), daemon=True).start()
        return True

    def stop(self, subject: Subject) -> None:
        known = self._known.get(subject)
        if known is not None:
            known.wanted = False

    def _measure(self, subject: Subject, measurement: Measurement) -> None:
        line, against, players = subject
        end = time.monotonic() + LONGEST
        plan = Plan(Playing(players, 1, watched=0 if native_missing() else WATCHED), MOST)

        def show(results: Results) -> bool:
            now = time.monotonic()
            if all(results.games):
                measurement.report = ExperimentReport("", results, plan, PACE)
            return not measurement.wanted or now > min(end, measurement.seen + AWAY)

        try:
            games = {name: self._background.wait(line, game_of, name) for name in (against, line) if name}
            mixes = Rivals.of(games)
            plan = replace(plan, playing=replace(plan.playing, players=mixes.players(players)))
            process = _InBackground(self._background, line)
            made = compared(mixes, plan, process, ledger=measurement.blocks, progress=show)
            if measurement.report is not None:
                measurement.page = page(made.report, ())
        except LinkError as error:
            measurement.problem = error.problem.message
        except SweepError as error:
            measurement.problem = f"{capitalised(str(error))}."
        except OutOfTime:
            measurement.problem = "The games take too long."
        finally:
            measurement.running = False


class _InBackground(Workers[BlockTask, Columns]):
    """Has a process of the background play one block at a time, so that other pages have their turn."""

    def __init__(self, background: Background, question: str) -> None:
        super().__init__(lambda task: background.wait(question, block_of, task, seconds=BLOCK))
