"""Chooses a few examples of a mix for its sheet, and plays them in this mix.

An example of a document, for any game, is on the sheet only if it passes in the mix of the sheet.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import partial

from parlour.documents import document as doc
from parlour.documents.composition import scalars
from parlour.documents.document import Scalar
from parlour.examples import Case, Mixes, cases_of, play_case
from parlour.examples.history import History
from parlour.examples.mixing import ExampleMix
from parlour.examples.words import words
from parlour.game import Game
from parlour.library.library import Library
from parlour.mixing.compiler import Compiled
from parlour.sheets.assembly import rules_as_taught
from parlour.sheets.model import Worked
from parlour.sheets.telling import tell
from parlour.states.state import Table

MOST = 3
_MOST_TRIED = 24
_MOST_CARDS = 14
_MOST_MOVES = 3
_STRANGE = 8.0  # the cost of an example that was written for another game
_READ = ("name", "text", "proves", "in", "with", "players", "given", "moves", "then", "refused", "shown")
_ASIDE = ("to move", "rest")


@dataclass(frozen=True, eq=False)
class Candidate:
    """An example that can be on the sheet. The lower its cost, the easier it is to follow."""

    case: Case
    kind: str  # `refusal`, `effect` or `choice`
    cost: float


def worked(game: Game, most: int = MOST, only: Collection[str] | None = None) -> tuple[Worked, ...]:
    """Return the easiest examples that hold in the mix, of different documents and kinds where possible.

    `only` names the documents whose examples count.
    """
    mixes = _OneMix(game)
    found: dict[Candidate, Worked] = {}
    pending = sorted(_candidates(game), key=lambda c: c.cost)
    pending = [c for c in pending if only is None or c.case.document.id in only]
    tries = 0
    while pending and len(found) < most and tries < _MOST_TRIED:
        candidate = min(pending, key=partial(_rank, tuple(found)))  # the cheapest one of several
        pending.remove(candidate)
        told = _told(candidate.case, mixes)
        tries += 1
        if told is not None:
            found[candidate] = told
    return tuple(found.values())


def _rank(found: tuple[Candidate, ...], candidate: Candidate) -> tuple[int, int]:
    """Return a key that is least for chosen examples of documents that aren't on the sheet yet."""
    again = any(c.case.document is candidate.case.document for c in found)
    return again + (not _shown(candidate.case)), [c.kind for c in found].count(candidate.kind)


class _OneMix(Mixes):
    """Plays all examples in one mix."""

    def __init__(self, game: Game) -> None:
        super().__init__(Library.standard())
        self.game = game
        self.only = ExampleMix(game.id, (), (), (), self.library)
        self.compiled[self.only] = Compiled(game.program, game.notes, lambda: game.composition)

    def mix(self, case: Case) -> ExampleMix:
        return self.only

    def table(self, mix: ExampleMix, players: int | None) -> Table:
        return self.game.table(players)


def _told(case: Case, mixes: Mixes) -> Worked | None:
    """Play an example in the mix, and describe it. None if it doesn't hold there, or has nothing to show."""
    result, history = play_case(case, mixes)
    if not result.passed or not isinstance(history, History):
        return None
    moments = tell(case, history)
    name = f"{case.document.title}: {case.name}" if case.document.kind == "rule" else case.name
    return Worked(f"{name[0].upper()}{name[1:]}", case.document.id, moments) if moments else None


def _candidates(game: Game) -> Iterator[Candidate]:
    composition = game.composition
    there = {d.id for d in composition.documents}
    documents = (composition.subject, *rules_as_taught(composition))
    others = tuple(d for d in composition.documents if d not in documents)
    for number, document in enumerate((*documents, *others)):
        for case in cases_of(document):
            known = {scalar.value for scalar in scalars(case.node.get("with"))} | {case.beside or document.id}
            if known <= there and case.name:
                elsewhere = (scalars(case.node.get("in")) or scalars(document.node.get("for")))[:1]
                strange = any(scalar.value not in there for scalar in elsewhere)
                candidate = _candidate(case, number / len(documents) + (_STRANGE if strange else 0))
                if candidate is not None:
                    yield candidate


def _candidate(case: Case, extra: float) -> Candidate | None:
    given, moves, then = case.node.get("given"), case.node.get("moves"), case.node.get("then")
    if not isinstance(given, doc.Mapping) or not isinstance(then, doc.Mapping):
        return None
    keys = _READ if not _shown(case) else (*_READ, "set", "without")  # they don't matter if somebody chose it
    if any(entry.key.value not in keys for entry in case.node.entries):
        return None
    steps = moves.items if isinstance(moves, doc.Sequence) else ()
    if not all(isinstance(step, Scalar) for step in steps):
        return None
    values = [entry for entry in given.entries if entry.key.value not in _ASIDE]
    scalar_values = [entry.value for entry in values if isinstance(entry.value, Scalar)]
    if len(scalar_values) < len(values) and not _shown(case):
        return None
    cards = sum(len(words(value)) for value in scalar_values)
    answers = sum(step.value.count(";") + 1 for step in steps if isinstance(step, Scalar))
    if not _shown(case) and (cards > _MOST_CARDS or answers > _MOST_MOVES or cards < 2):
        return None
    kind = "refusal" if then.get("may not") is not None or case.node.get("refused") else "effect" if steps else "choice"
    cost = cards * 0.5 + answers + len(then.entries) * 0.7 + abs(answers - 1) + (2 if kind == "choice" else 0)
    return Candidate(case, kind, cost + extra)


def _shown(case: Case) -> bool:
    node = case.node.get("shown")
    return isinstance(node, Scalar) and node.value == "true"
