"""Turns the suspects of a search into diagnostics: shrinks each, writes its evidence, and finds the places."""

from __future__ import annotations

import math
import os
import textwrap
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from parlour.base.codes import CODES
from parlour.base.diagnostics import Diagnostic
from parlour.base.place import expanded, whole
from parlour.base.printable import shell_word
from parlour.examples import run_examples
from parlour.examples.example_text import example, listed, of_changes, of_values, quoted
from parlour.game import Game
from parlour.lang.symbols import written
from parlour.library.library import Library, is_path
from parlour.library.loading import in_place_of
from parlour.play.saving import save
from parlour.session.record import GameRecord, Remark, Setup
from parlour.terminal.files import FileError, FileKind, has_kind
from parlour.terminal.files import write as write_file
from parlour.trials.conclusions import conclusions
from parlour.trials.course import TrialTable, shown_steps
from parlour.trials.plan import Searched, SearchPlan, Suspect
from parlour.trials.search import Search
from parlour.trials.shrinking import GivenPosition, Shrinker

LONG_SEED = 10**10  # examples take shorter ones
LONGEST = 300  # moves of an endless game that are saved
HEAD = "# An example from `parlour check --deep`.\n"
EXAMPLE = FileKind("an example of `check --deep`", lambda text: text.startswith(HEAD))


@dataclass(frozen=True)
class Evidence:
    """The files that show a problem, before somebody writes them. Without a first question there is no game. There is
    an example, of the position if possible, if it fails because of the problem; a very long seed allows none."""

    game: Path
    game_text: str | None
    example: Path
    example_text: str | None

    @classmethod
    def of(cls, suspect: Suspect, position: GivenPosition | None, folder: Path, name: str) -> Evidence:
        steps = list(shown_steps(TrialTable(suspect.mix, suspect.players), suspect.line, LONGEST))
        moves = tuple((state.question.seat, move.text) for state, move in steps if move is not None)
        game = _record(suspect, moves, len(steps) - 1).text(steps[-1][0]) if steps else None
        example, text = folder / f"{name}.yaml", None
        if position is not None or suspect.line.seed < LONG_SEED:
            text = example_of(suspect, position, moves)
        if text is not None and not _fails(example, text, suspect.mix.recipe.home):
            text = None
        return cls(folder / f"{name}.json", game, example, text)

    def written(self) -> Iterator[str]:
        """Write the files, and yield where they are."""
        try:
            if self.game_text is not None:
                save(self.game, self.game_text)
                yield f"see it: parlour replay {shell_word(str(self.game))}"
            if self.example_text is not None:
                write_file(self.example, HEAD + self.example_text, EXAMPLE, new_folder=True)
                yield f"example to paste: {self.example}"
            elif os.path.isfile(self.example) and has_kind(self.example, EXAMPLE):  # of an earlier search
                self.example.unlink()
        except FileError as error:
            yield str(error)


@dataclass(frozen=True)
class DeepFinding:
    """A diagnostic, and the files that show what it is about."""

    diagnostic: Diagnostic
    evidence: Evidence | None = None

    def written(self) -> Diagnostic:
        """Write the evidence, and return the diagnostic with where it is."""
        help = self.diagnostic.help
        parts = [*([help] if help else []), *(self.evidence.written() if self.evidence is not None else ())]
        return replace(self.diagnostic, help="; ".join(parts) or None)


def _fails(path: Path, text: str, library: Library) -> bool:
    with in_place_of({path: text.encode("utf-8")}):
        return not all(result.passed for result in run_examples([path], library))


def _record(suspect: Suspect, moves: tuple[tuple[int, str], ...], shown: int) -> GameRecord:
    """Return the saved game with so many of its moves, which can be shown."""
    setup = Setup.of(suspect.mix, ("random",) * suspect.players, suspect.line.seed, secret=False)
    trouble = suspect.trouble
    remark = Remark(trouble.code, trouble.message)
    if shown < len(moves):
        seat, move = moves[shown]
        remark = replace(remark, seat=seat, move=move)
    return GameRecord(setup, tuple(move for _, move in moves[:shown]), remark=remark)


def example_of(suspect: Suspect, position: GivenPosition | None, moves: tuple[tuple[int, str], ...]) -> str:
    """Return an example with the position or the whole game of a suspect, as a document of its own."""
    mix = suspect.mix.recipe
    lines = [*of_changes(map(_anywhere, mix.with_), mix.without, mix.options), f"players: {suspect.players}"]
    if position is None:
        lines.append(f"seed: {suspect.line.seed}")
    else:
        place, moves = position
        lines += of_values("given", place.lines(TrialTable(suspect.mix, suspect.players).layout))
    lines += [*listed("moves", _joined(moves)), "then: {over: false}"]
    written_example = textwrap.indent(example(lines, suspect.trouble.message), "  ")
    return f"in: {quoted(_anywhere(mix.subject))}\nexamples:\n{written_example}\n"


def _anywhere(reference: str | Path) -> str:
    """Return an id, or a path that means the same from every folder."""
    return whole(expanded(str(reference))) if is_path(str(reference)) else str(reference)


def _joined(moves: tuple[tuple[int, str], ...]) -> list[str]:
    """Return moves as an example lists them: those that a seat makes one after the other are one item."""
    items: list[str] = []
    before = 0
    for seat, move in moves:
        if seat == before:
            items[-1] += f"; {move}"
        else:
            items.append(f"{seat}: {move}")
        before = seat
    return items


SEARCHING = 0.7  # of the time; the rest is for smaller evidence
LEAST = 2.0  # seconds for each suspect
MOST = 10  # suspects that are shrunk


@dataclass(frozen=True)
class SearchResult:
    """The findings of a search, and its extent."""

    findings: tuple[DeepFinding, ...]
    searched: Searched


def search(
    mix: Game,
    plan: SearchPlan,
    folder: Path,
    progress: Callable[[str], object] = lambda _: None,
) -> SearchResult:
    """Search a mix. The evidence for its findings is for a folder, and not written yet: another machine can search."""
    began = time.monotonic()

    def report(searched: Searched) -> None:
        kinds = f", {len(searched.suspects)} kinds of problems" if searched.suspects else ""
        progress(f"{searched.games:,} games{kinds}, {time.monotonic() - began:.0f} s")

    played = replace(plan, seconds=SEARCHING * plan.seconds)
    searched = Search(mix, played, report).run()
    suspects = sorted(searched.suspects.values(), key=lambda suspect: suspect.trouble.key)
    seconds = max(LEAST, (plan.seconds - (time.monotonic() - began)) / max(1, len(suspects)))
    shrinker = Shrinker(plan, seconds)
    findings: list[DeepFinding] = []
    for number, suspect in enumerate(suspects):
        position = None
        if not searched.stopped and number < MOST:
            progress(f"looking for the smallest example of finding {number + 1} of {len(suspects)}")
            suspect, position = _smallest(shrinker, suspect, searched)
        parts = [mix.program.id, suspect.trouble.code.removeprefix("deep-"), *([str(number + 1)] if number else [])]
        name = "-".join(parts)
        findings.append(DeepFinding(_diagnostic(mix, suspect), Evidence.of(suspect, position, folder, name)))
    until = math.inf if plan.games is not None else began + plan.seconds
    findings += map(DeepFinding, conclusions(mix, searched, until))
    return SearchResult(tuple(findings), searched)


def _smallest(shrinker: Shrinker, suspect: Suspect, searched: Searched) -> tuple[Suspect, GivenPosition | None]:
    """Return the smallest game and the smallest position that show the trouble."""
    try:
        suspect = shrinker.shrunk(suspect)
        return suspect, shrinker.position(suspect)
    except KeyboardInterrupt:
        searched.stopped = True
        return suspect, None


def _diagnostic(mix: Game, suspect: Suspect) -> Diagnostic:
    trouble, composition = suspect.trouble, suspect.mix.composition
    place = written(composition, trouble.origin) if trouble.origin is not None else None
    return Diagnostic(
        trouble.code,
        f"{trouble.message}; {' '.join(_where(mix, suspect))}",
        place or composition.subject.id_span,
        CODES[trouble.code].severity,
        help=trouble.mend or None,
    )


def _where(mix: Game, suspect: Suspect) -> Iterator[str]:
    moves = len(suspect.line.moves)
    yield "at the beginning" if not moves else "after 1 move" if moves == 1 else f"after {moves:,} moves"
    yield f"with {suspect.players} players"
    if suspect.mix is not mix:
        yield f"in {suspect.mix.recipe.arguments}"
