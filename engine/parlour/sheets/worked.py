"""Chooses a few examples of a mix for its sheet, and plays them in this mix.

An example of a document is on the sheet only if it holds in the mix of the sheet, whatever game it was written for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

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
_READ = ("name", "text", "proves", "in", "with", "players", "given", "moves", "then", "refused", "shown")
_ASIDE = ("to move", "rest")


@dataclass(frozen=True)
class Candidate:
    """An example that can be on the sheet. The lower its cost, the easier it is to follow."""

    case: Case
    kind: str  # `refusal`, `effect` or `choice`
    cost: float


def worked(game: Game, most: int = MOST) -> tuple[Worked, ...]:
    """Return the easiest examples that hold in the mix, of different documents and kinds where possible."""
    mixes = _OneMix(game)
    found: list[tuple[Candidate, Worked]] = []
    pending = sorted(_candidates(game), key=lambda c: c.cost)
    for _ in range(_MOST_TRIED):
        documents = [c.case.document for c, _ in found]
        kinds = [c.kind for c, _ in found]
        pending.sort(
            key=lambda c: (c.case.document in documents, kinds.count(c.kind)) if not _shown(c.case) else (-1, 0)
        )
        if not pending or len(found) == most:
            break
        candidate = pending.pop(0)
        told = _told(candidate.case, mixes)
        if told is not None:
            found.append((candidate, told))
    return tuple(told for _, told in found)


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
    return Worked(f"{case.name[0].upper()}{case.name[1:]}", case.document.id, moments) if moments else None


def _candidates(game: Game) -> Iterator[Candidate]:
    composition = game.composition
    there = {d.id for d in composition.documents}
    documents = (composition.subject, *rules_as_taught(composition))
    others = tuple(d for d in composition.documents if d not in documents)
    for number, document in enumerate((*documents, *others)):
        for case in cases_of(document):
            known = {scalar.value for scalar in scalars(case.node.get("with"))} | {case.beside or document.id}
            if known <= there and case.name:
                candidate = _candidate(case, number, len(documents))
                if candidate is not None:
                    yield candidate


def _candidate(case: Case, number: int, count: int) -> Candidate | None:
    given, moves, then = case.node.get("given"), case.node.get("moves"), case.node.get("then")
    if not isinstance(given, doc.Mapping) or not isinstance(then, doc.Mapping):
        return None
    if any(entry.key.value not in _READ for entry in case.node.entries):
        return None
    steps = moves.items if isinstance(moves, doc.Sequence) else ()
    if not all(isinstance(step, Scalar) for step in steps):
        return None
    values = [entry for entry in given.entries if entry.key.value not in _ASIDE]
    if not all(isinstance(entry.value, Scalar) for entry in values):
        return None
    cards = sum(len(words(entry.value)) for entry in values)
    answers = sum(step.value.count(";") + 1 for step in steps if isinstance(step, Scalar))
    if not _shown(case) and (cards > _MOST_CARDS or answers > _MOST_MOVES or cards < 2):
        return None
    kind = "refusal" if then.get("may not") is not None or case.node.get("refused") else "effect" if steps else "choice"
    cost = cards * 0.5 + answers + len(then.entries) * 0.7 + abs(answers - 1) + (2 if kind == "choice" else 0)
    return Candidate(case, kind, cost + number / count)


def _shown(case: Case) -> bool:
    node = case.node.get("shown")
    return isinstance(node, Scalar) and node.value == "true"
