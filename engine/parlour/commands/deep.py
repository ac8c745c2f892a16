"""The part of `parlour check` that plays: `--deep` and its options."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser, Namespace
from dataclasses import dataclass
from pathlib import Path

from parlour.base.diagnostics import Diagnostic
from parlour.checking.smallest import mixes_for
from parlour.cli.arguments import Count, Mix, seconds
from parlour.cli.console import Console
from parlour.cli.usage import UsageError
from parlour.documents.composition import Document
from parlour.library.library import Library
from parlour.play.folders import state_folder
from parlour.playouts.seeds import HIGH, LOW

NEED_DEEP = ("minutes", "games", "players", "seed", "into", "keep_options")


@dataclass(frozen=True)
class Deep:
    """The findings from playing one document, and the extent of the search in words."""

    findings: tuple[Diagnostic, ...]
    words: str
    stopped: bool


def add_deep(parser: ArgumentParser) -> None:
    group = parser.add_argument_group("check by playing")
    group.add_argument("--deep", action="store_true", help="also play each game in many ways to find problems")
    group.add_argument("--minutes", metavar="N", help="search each mix for N minutes (default: 20 seconds)")
    group.add_argument("--games", metavar="N", action=Count,
                       help="play N games of each kind at each table, without a time limit")  # fmt: skip
    group.add_argument("--players", metavar="N", action=Count, help="play only with this number of players")
    group.add_argument("--keep-options", action="store_true", help="play only with the options of this mix")
    group.add_argument("--seed", metavar="N", action=Count, low=LOW, high=HIGH,
                       help="seed for the random games (default: 1)")  # fmt: skip
    group.add_argument("--into", metavar="FOLDER", help="save the games of findings in this folder")
    group.add_argument("--no-native", action="store_true", help=SUPPRESS)


def check_arguments(asked: Namespace) -> None:
    """Raise UsageError for options that make no sense."""
    if not asked.deep:
        for name in NEED_DEEP:
            if getattr(asked, name) not in (None, False):
                raise UsageError(f"`--{name.replace('_', '-')}` needs `--deep`", "add `--deep`, or remove this option")
    if asked.deep and (asked.fix or asked.diff):
        raise UsageError("`--deep` excludes `--fix` and `--diff`", "run `parlour check` twice")
    if asked.minutes is not None:
        if asked.games is not None:
            raise UsageError("`--minutes` and `--games` both limit the search", "remove one of them")
        seconds(asked.minutes)


def deep(
    document: Document, reference: str | Path, library: Library, mix: Mix, asked: Namespace, console: Console
) -> tuple[Deep, ...]:
    """Play a game, or a rule in its smallest mix. Return None if nobody can play it by itself."""
    from parlour.trials.findings import search  # slow to import, and only needed here
    from parlour.trials.mixes import MixCompiler, TrialMix
    from parlour.trials.plan import SECONDS, SearchPlan

    beside = library.beside(document.path) if document.kind == "rule" else library
    mixes = MixCompiler(beside)
    base: TrialMix | None = None
    for subject, with_ in _ways(document, reference, beside):
        base = mixes.compiled(subject, mix.after(with_))
        if base is not None:
            break
    if base is None:
        return ()
    if asked.players is not None and asked.players not in base.players:
        return (Deep((), f"{document.id}: not played, because it isn't for {asked.players} players", False),)
    plan = SearchPlan(
        seed=1 if asked.seed is None else asked.seed,
        seconds=SECONDS if asked.minutes is None else seconds(asked.minutes),
        games=asked.games,
        players=asked.players,
        options=not asked.keep_options,
        native=False if asked.no_native else None,
    )
    folder = Path(asked.into) if asked.into is not None else state_folder() / "findings"
    found = search(mixes, base, plan, folder, lambda words: console.busy(f"playing {document.id}: {words}"))
    console.busy()
    begun = "stopped after " if found.searched.stopped else "played "
    return (Deep(found.findings, f"{document.id}: {begun}{found.searched.words}", found.searched.stopped),)


def _ways(
    document: Document, reference: str | Path, library: Library
) -> list[tuple[str | Path, tuple[str | Path, ...]]]:
    """Return the mixes in which a document can be played, the smallest first."""
    if document.kind == "examples":
        return []
    if document.kind != "rule":
        return [(reference, ())]
    named = document.path if isinstance(reference, Path) else reference
    return [(small.subject, small.with_) for small in mixes_for(document, library, named)]
