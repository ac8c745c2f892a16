"""What the pages of a mix ask for, answered in a process of `Background`.

The mix comes as its line. The answers are data for templates, or HTML that other modules make.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from parlour.base.diagnostics import RulesetError
from parlour.comparison.diff_report import html_sections, summary
from parlour.comparison.mix_comparison import compared
from parlour.comparison.pair_results import Clash
from parlour.comparison.workers import Job
from parlour.experiments.blocks import BlockTask, Columns, play_block
from parlour.game import Game, TableError, made
from parlour.library.library import Library
from parlour.library.loading import Texts
from parlour.library.remembered import recalled
from parlour.mixer.mix_link import LinkError, OpenedMix, ShownProblem, opened
from parlour.mixing.families import pairs_of
from parlour.mixing.needs import needs
from parlour.playouts.player import PlayoutError
from parlour.sheets.assembly import sheet_of
from parlour.sheets.page import sheet_body
from parlour.sheets.worked import worked
from parlour.table.faults import RulesetFault

T = TypeVar("T")
NICE = 5
FEW = 12  # pairs of rules that are compared: about half a second each the first time


@lru_cache(1)
def library() -> Library:
    """The library of this process. Changes of files are noticed, and new files only after a restart."""
    return Library.standard()


def begin() -> None:
    """Import everything, and list the library, before the first question."""
    library().ids("game")


def begin_games() -> None:
    """Do the same in a process that plays games. Pages, and moves at tables, come first."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    begin()


def with_library(work: Callable[..., T], *arguments: Any) -> T:
    """Return what `work` returns, whose last argument is the library."""
    return work(*arguments, library())


# Questions about a mix ----------------------------------------------------------------


def sheet_page(line: str, documents: Mapping[str, str]) -> tuple[str, str]:
    """Return the title and the rule sheet of a mix, whose own rules are in `documents`. Raises LinkError."""
    known = library().with_texts(Texts.of(documents)) if documents else library()
    return recalled(("sheet", line), known, lambda: _sheet(_game(opened(line, known))))


def _sheet(game: Game) -> tuple[str, str]:
    return game.title, "\n".join(sheet_body(sheet_of(game, worked(game))))


@dataclass(frozen=True)
class ChangesShown:
    """What a mix changes in its game: a sentence, and the changes as HTML."""

    summary: str
    html: str


def changes_of(line: str) -> ChangesShown:
    return recalled(("changes", line), library(), lambda: changes_shown(opened(line, library())))


def changes_shown(mix: OpenedMix) -> ChangesShown:
    """Compare a mix with its game."""
    plain = OpenedMix(mix.bench, mix.bench.unchanged)
    comparison = compared(_game(plain), _game(mix))
    return ChangesShown(summary(comparison), "\n".join(html_sections(comparison)))


def _game(mix: OpenedMix) -> Game:
    """Return the compiled mix. Raises LinkError if it has errors, which the page of the mix explains."""
    try:
        return made(mix.draft)
    except RulesetError as error:
        raise LinkError(ShownProblem(f"{error.diagnostics[0].message}.", part=mix.line)) from None


@dataclass(frozen=True)
class ClashesShown:
    """The clashes of rules that the mix adds, with their titles; `compared` of the `pairs` were compared."""

    clashes: tuple[tuple[str, Clash], ...]
    compared: int
    pairs: int


def clashes_of(line: str) -> ClashesShown:
    return recalled(("clashes", line), library(), lambda: _clashes(opened(line, library())))


def _clashes(mix: OpenedMix) -> ClashesShown:
    pairs = [*_pairs(mix)]
    composition, _ = mix.bench.composed(mix.draft)
    frames = composition.frames if composition is not None else ()
    rules = mix.bench.rules(mix.draft)
    shown = list[tuple[str, Clash]]()
    jobs: dict[Job, Job] = {}  # equal ones are the same, which compiles the mixes that pairs share only once
    for one, other in pairs[:FEW]:
        job = Job.of_rules([rules[one], rules[other]], frames, library())
        for clash in jobs.setdefault(job, job).clashes((one, other)) if job is not None else ():
            shown.append((" and ".join(rules[id].title for id in clash.rules), clash))
    return ClashesShown(tuple(shown), min(FEW, len(pairs)), len(pairs))


def _pairs(mix: OpenedMix) -> Iterator[tuple[str, str]]:
    """Yield the pairs with a rule that the mix adds, those of two such rules first."""
    rules, own = mix.bench.rules(mix.draft), mix.bench.own
    pairs = pairs_of([*rules], rules.keys() - own.keys(), 1)
    for one, other in sorted(pairs, key=lambda pair: sum(id in own for id in pair)):
        all_ = rules.values()
        if not needs(rules[one], other, all_) and not needs(rules[other], one, all_):
            yield one, other


# Measuring ----------------------------------------------------------------


def game_of(line: str) -> Game:
    return recalled(("game", line), library(), lambda: _game(opened(line, library())))


def block_of(task: BlockTask) -> Columns:
    """Play some games of an experiment. Raises LinkError if the rules fail during play."""
    try:
        return play_block(task)
    except (PlayoutError, RulesetFault, TableError) as error:
        raise LinkError(ShownProblem(f"{error}.", part=task.game.title)) from None
