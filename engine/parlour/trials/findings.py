"""Turns the suspects of a search into diagnostics: shrinks each, writes its evidence, and finds the places."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from parlour.base.codes import CODES
from parlour.base.diagnostics import Diagnostic
from parlour.base.printable import shell_word
from parlour.lang.symbols import written
from parlour.trials import evidence_files
from parlour.trials.conclusions import conclusions
from parlour.trials.given_positions import GivenPosition
from parlour.trials.mixes import MixCompiler, TrialMix
from parlour.trials.orders import order_findings
from parlour.trials.plan import Searched, SearchPlan, Suspect
from parlour.trials.search import Search
from parlour.trials.shrinking import Shrinker

SEARCHING = 0.7  # of the time; the rest is for smaller evidence
LEAST = 2.0  # seconds for each suspect
MOST = 10  # suspects that are shrunk


@dataclass(frozen=True)
class SearchResult:
    """The findings of a search, and its extent."""

    findings: tuple[Diagnostic, ...]
    searched: Searched


def search(
    mixes: MixCompiler,
    mix: TrialMix,
    plan: SearchPlan,
    folder: Path,
    progress: Callable[[str], object] = lambda _: None,
) -> SearchResult:
    """Search a mix, and write the evidence for findings into a folder."""
    began = time.monotonic()

    def told(searched: Searched) -> None:
        kinds = f", {len(searched.suspects)} kinds of problems" if searched.suspects else ""
        progress(f"{searched.games:,} games{kinds}, {time.monotonic() - began:.0f} s")

    played = replace(plan, seconds=SEARCHING * plan.seconds)
    searched = Search(mixes, mix, played, told).run()
    suspects = sorted(searched.suspects.values(), key=lambda suspect: suspect.trouble.key)
    seconds = max(LEAST, (plan.seconds - (time.monotonic() - began)) / max(1, len(suspects)))
    shrinker = Shrinker(mixes, plan, seconds)
    findings: list[Diagnostic] = []
    for number, suspect in enumerate(suspects):
        position = None
        if not searched.stopped and number < MOST:
            progress(f"looking for the smallest example of finding {number + 1} of {len(suspects)}")
            suspect, position = _shrunk(shrinker, suspect, searched)
        parts = [mix.program.id, suspect.trouble.code.removeprefix("deep-"), *([str(number + 1)] if number else [])]
        name = "-".join(parts)
        findings.append(_diagnostic(mix, suspect, evidence_files.write(suspect, position, folder, name, mixes.library)))
    findings += conclusions(mixes, mix, searched, math.inf if plan.games is not None else began + plan.seconds)
    if not searched.stopped:
        progress("changing the order of rules")
        findings += _of_orders(mixes, mix, plan, searched, folder)
    return SearchResult(tuple(findings), searched)


def _of_orders(
    mixes: MixCompiler, mix: TrialMix, plan: SearchPlan, searched: Searched, folder: Path
) -> list[Diagnostic]:
    findings: list[Diagnostic] = []
    try:
        for found in order_findings(mix, plan):
            files = evidence_files.write(found.suspect, None, folder, f"{mix.program.id}-order", mixes.library)
            helps = [help_ for help_ in (found.diagnostic.help, *_help(files)) if help_]
            findings.append(replace(found.diagnostic, help="; ".join(helps)))
    except KeyboardInterrupt:
        searched.stopped = True
    return findings


def _shrunk(shrinker: Shrinker, suspect: Suspect, searched: Searched) -> tuple[Suspect, GivenPosition | None]:
    """Return the smallest game and the smallest position that show the trouble."""
    try:
        suspect = shrinker.shrunk(suspect)
        return suspect, shrinker.position(suspect)
    except KeyboardInterrupt:
        searched.stopped = True
        return suspect, None


def _diagnostic(mix: TrialMix, suspect: Suspect, files: evidence_files.EvidenceFiles) -> Diagnostic:
    trouble, composition = suspect.trouble, suspect.mix.composition
    place = written(composition, trouble.origin) if trouble.origin is not None else None
    return Diagnostic(
        trouble.code,
        f"{trouble.message}; {' '.join(_where(mix, suspect))}",
        place or composition.subject.id_span,
        CODES[trouble.code].severity,
        help="; ".join([*([trouble.mend] if trouble.mend else []), *_help(files)]) or None,
    )


def _where(mix: TrialMix, suspect: Suspect) -> Iterator[str]:
    moves = len(suspect.line.moves)
    yield "at the beginning" if not moves else "after 1 move" if moves == 1 else f"after {moves:,} moves"
    yield f"with {suspect.players} players"
    if suspect.mix is not mix:
        yield f"in {suspect.mix.words}"


def _help(files: evidence_files.EvidenceFiles) -> Iterator[str]:
    if files.game is not None:
        yield f"see it: parlour replay {shell_word(str(files.game))}"
    if files.example is not None:
        yield f"example to paste: {files.example}"
    if files.problem is not None:
        yield files.problem
