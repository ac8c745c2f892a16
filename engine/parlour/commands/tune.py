"""`parlour tune`: looks for the mix of a game that comes nearest to some aims."""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass, field

from parlour.cli.console import Console
from parlour.cli.stopping import Stopped
from parlour.cli.usage import UsageError
from parlour.commands import Command
from parlour.commands.compare import add_playing, ledger_of, players_of_blocks, playing_of
from parlour.comparison.near_mixes import tuning_of
from parlour.experiments.arms import SweepError
from parlour.experiments.several_mixes import THOUGHT, pace_of
from parlour.experiments.tuned_mix import TunedMix
from parlour.experiments.tuning import MOST, SURE
from parlour.game import load
from parlour.playouts.player import PlayoutError

QUIET = 60  # seconds, after which a reader of a file with messages should see one


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game, or a mix in one line")
    parser.add_argument("--aim", metavar="AIM", action="append", default=[],
                        help="minutes=15..20, seats<5%%, choices>60%%; repeat it for several aims")  # fmt: skip
    parser.add_argument("--try", metavar="WHAT", dest="tries", action="append", default=[],
                        help="change only these rules and options: hand-size=3..10 (default: all)")  # fmt: skip
    add_playing(parser, f"at most N games of a mix (default: {MOST:,}, and {SURE:,} to make sure of the nearest; of "
                f"bots that think: {THOUGHT})")  # fmt: skip
    parser.add_argument("--json", action="store_true", help="output for programs")


def run(asked: Namespace, console: Console) -> int:
    try:
        pace = pace_of(asked.pace, "--pace")
        game = load(asked.game)
        who = playing_of(asked), asked.players, asked.games, asked.level
        tuning = tuning_of(game, asked.aim, asked.tries, *who, pace)
    except SweepError as error:
        raise UsageError(str(error), error.help) from None
    tuning.ledger = ledger_of(asked.record)
    console.tell(tuning.announced())
    try:
        with players_of_blocks(asked, console) as players:
            tuning.search(players, ProgressLines(console).show)
    except PlayoutError as error:
        raise UsageError(str(error)) from None
    finally:
        console.busy()
    result = TunedMix(tuning)
    if tuning.best is not None:
        if asked.json:
            console.say_json(result.data())
        else:
            for line in result.lines(console.width):
                console.say(line)
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


COMMAND = Command(
    "tune",
    "Looks for the mix of a game that comes nearest to some aims: changes one rule or option after the other, plays "
    "the mixes, and continues with the best. It never leaves what `check` accepts. Exit code: 0 if a mix certainly has "
    "all of it, else 1.",
    (
        ("parlour tune crazy-eights --players 4 --aim minutes=15..20 --aim 'seats<4%'", "an even game of this length"),
        ("parlour tune sh --aim 'choices>80%' --try packs=1..2 --try fours-are-even", "only these changes"),
    ),
    arguments,
    run,
)
