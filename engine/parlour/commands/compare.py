"""`parlour compare`: plays several mixes on the same deals, and says which of them is the better game in what."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from parlour.base.diagnostics import RulesetError
from parlour.base.parallel import workers
from parlour.base.usage import UsageError
from parlour.bots import LEVELS
from parlour.checking.hints import frame_notes, hinted
from parlour.comparison.workers import Job
from parlour.experiments import outcome_report as report
from parlour.experiments import report_lines
from parlour.experiments.blocks import Playing, play_block
from parlour.experiments.outcome_report import ExperimentReport
from parlour.experiments.result_page import RuleClash, page
from parlour.experiments.running import Ledger, LedgerError, Players
from parlour.experiments.several_mixes import GAMES, PACE, THOUGHT, Rivals, compared, pace_of
from parlour.game import Game, load
from parlour.library.library import Library
from parlour.playouts.players import native_missing
from parlour.terminal.console import Console
from parlour.terminal.files import PAGE, FileKind, place_for, write
from parlour.terminal.stopping import Stopped

TABLE = FileKind("a table of `parlour compare`", lambda text: text.splitlines()[0] == ",".join(report.COLUMNS))


def run(asked: Namespace, console: Console) -> int:
    place, table = place_for(PAGE, asked.html), place_for(TABLE, asked.csv)
    if not asked.mixes:
        raise UsageError("missing mix", "give games or mixes, such as `parlour compare sh ct`")
    for at, text in enumerate(asked.mixes):
        if text in asked.mixes[:at]:
            raise UsageError(f"`{text}` is named twice", "leave one of them out")
    named = dict.fromkeys([*asked.mixes, *filter(None, [asked.against])])
    games = {text: game_of(text, "compare", console) for text in named}
    against = None if asked.against is None else (asked.against, games[asked.against])
    mixes = Rivals.of({text: games[text] for text in asked.mixes}, asked.sweep, against)
    plan = mixes.plan(playing_of(asked, asked.skill), asked.players, asked.games, asked.level)
    pace = pace_of(asked.pace, "--pace")
    ledger = ledger_of(asked.record)
    with players_of_blocks(asked, console) as players:
        made = compared(mixes, plan, players, pace, ledger, lambda now: console.busy(f"{sum(now.games):,} games"))
    results = made.report.results
    if not all(results.games):
        first = min(plan.games, plan.playing.block)
        console.tell(f"stopped before each mix had {first:,} games: nothing to report, and no page or table written")
        console.tell(
            f"  {asked.record} has the finished games; run the same command to continue" if asked.record is not None
            else "  with `--record FILE`, the same command can continue after a stop"
        )  # fmt: skip
        raise Stopped
    console.report(asked.json, lambda: report.data(made.report), lambda: report_lines.lines(made.report, console.width))
    if place is not None:
        console.busy("the clashes of rules that change something together")
        clashes = list(_clashes(made.report, mixes))
        console.tell(write(place, page(made.report, mixes.factors, clashes), PAGE))
    if table is not None:
        console.tell(write(table, report.as_csv(made.report), TABLE))
    if results.stopped:
        console.tell("stopped: the numbers are right, but some differences aren't certain yet")
        raise Stopped
    return 0


def _clashes(made: ExperimentReport, mixes: Rivals) -> Iterator[RuleClash]:
    """Yield the clashes of the pairs of rules that change more together than by themselves, beyond chance."""
    pairs = {effect.factors for effect in made.effects if effect.differs and len(effect.factors) == 2}
    documents = mixes.arms[0].game.composition.documents
    frame = next(document for document in reversed(documents) if document.kind == "frame")
    job = Job(frame.id, Library.standard().folders)
    for factors in sorted(pairs, key=lambda pair: [factor.change for factor in pair]):
        first, second = sorted(factor.rule for factor in factors)
        if first and first != second:
            for clash in job.result((first, second)).clashes:
                yield RuleClash(factors, clash.message, clash.witness)


def game_of(text: str, command: str, console: Console) -> Game:
    """Return the mix of a line. Notes that it is based on a frame."""
    try:
        game = load(text)
    except RulesetError as error:
        raise RulesetError(hinted(error.diagnostics, command, text, Library.standard())) from None
    for note in frame_notes(game.composition.subject, command, Library.standard()):
        console.tell(note)
    return game


def playing_of(asked: Namespace, skill: bool = False) -> Playing:
    """Return who plays, for a number of players that the mixes decide."""
    if asked.games == 0:
        raise UsageError("`--games 0`: expected at least 1")
    return Playing(0, 1 if asked.seed is None else asked.seed, asked.policy, skill=skill)


def ledger_of(name: str | None) -> Ledger:
    try:
        return Ledger(None if name is None else Path(os.path.expanduser(name)))
    except (LedgerError, OSError) as error:
        raise UsageError(f"`--record`: {error}") from None


@contextmanager
def players_of_blocks(asked: Namespace, console: Console) -> Iterator[Players]:
    """Say who plays: this process, several of them, or the machines of a cluster."""
    if missing := native_missing():
        console.tell(f"note: this takes about 20 times as long without native code; {missing}")
    with workers(play_block, asked.jobs, asked.cluster, fresh=True) as players:
        yield players


PLAYING = {"levels": f"{min(LEVELS)}..{max(LEVELS)}", "pace": PACE, "thought": THOUGHT}
"""The numbers in the help about who plays."""
VALUES = {"games": GAMES, **PLAYING}
