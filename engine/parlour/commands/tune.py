"""`parlour tune`: looks for the mix of a game that comes nearest to some aims."""

from __future__ import annotations

import time
from argparse import Namespace
from dataclasses import dataclass, field

from parlour.commands.compare import PLAYING, game_of, ledger_of, players_of_blocks, playing_of
from parlour.experiments.several_mixes import pace_of
from parlour.experiments.tuned_mix import TunedMix
from parlour.experiments.tuning import MOST, SURE, tuning_of
from parlour.terminal.console import Console
from parlour.terminal.stopping import Stopped

QUIET = 60  # seconds, after which a reader of a file with messages should see one


def run(asked: Namespace, console: Console) -> int:
    pace = pace_of(asked.pace, "--pace")
    who = playing_of(asked), asked.players, asked.games, asked.level
    tuning = tuning_of(game_of(asked.game, "tune", console), asked.aim, asked.tries, *who, pace)
    tuning.ledger = ledger_of(asked.record)
    console.tell(tuning.announced())
    with players_of_blocks(asked, console) as players:
        tuning.search(players, ProgressLines(console).show)
    result = TunedMix(tuning)
    if tuning.best is not None:
        console.report(asked.json, result.data, lambda: result.lines(console.width))
    if tuning.stopped:
        console.tell(result.unsaid())
        raise Stopped
    return 0 if result.answer == "yes" else 1


@dataclass
class ProgressLines:
    """Shows progress: at a terminal on one line, else on a line for each round, and for each minute of a long one."""

    console: Console
    shown: float = field(default_factory=time.monotonic)

    def show(self, text: str, new: bool) -> None:
        if self.console.progress:
            self.console.busy(text)
        elif new or time.monotonic() > self.shown + QUIET:
            self.console.tell(text)
            self.shown = time.monotonic()


VALUES = {"games": MOST, "sure": SURE, **PLAYING}
