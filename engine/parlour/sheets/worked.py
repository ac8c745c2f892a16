"""Chooses a few examples of a mix for its sheet, and plays them in this mix.

An example can be for another game. It is on the sheet only if it passes in this mix, from a position that a deal of
this mix can lead to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from parlour.base.diagnostics import RulesetError
from parlour.documents import document as doc
from parlour.documents.composition import Composition, Document, scalars
from parlour.documents.document import Scalar
from parlour.documents.prose import values_of, written_in
from parlour.examples import Case, Mixes, cases_of, play_case
from parlour.examples.history import History
from parlour.examples.player_count import last_seat
from parlour.examples.words import words
from parlour.game import Game
from parlour.library.library import Library
from parlour.mixing.compiler import Compiled
from parlour.mixing.recipes import Recipe
from parlour.program import Design
from parlour.sheets.assembly import rules_as_taught
from parlour.sheets.model import Worked
from parlour.sheets.telling import tell
from parlour.states.state import State

MOST = 3
_MOST_TRIED = 24
_MOST_NAMED = 4  # examples of a rule that are tried to show it in words
_MOST_CARDS = 14
_MOST_MOVES = 3
_STRANGE = 8.0  # the cost of an example that was written for another game
_NUMBER = 1.5  # the cost of a variable: what it means isn't in the picture
_READ = ("name", "text", "in", "with", "players", "given", "moves", "then", "refused", "shown")
_ELSEWHERE = ("set", "without")  # of the mix that an example is for; it is played in the mix of the sheet
_ASIDE = ("to move", "rest")


@dataclass(frozen=True, eq=False)
class Candidate:
    """An example that can be on the sheet. The lower its cost, the easier it is to follow."""

    case: Case
    kind: str  # `refusal`, `effect` or `choice`
    cost: float
    place: tuple[int, int]  # of its document on the sheet, and of the example in the document


def worked(game: Game, most: int = MOST, only: Collection[str] | None = None) -> tuple[Worked, ...]:
    """Return the easiest examples that hold in the mix, of different documents and kinds where possible.

    Rules that somebody added have precedence, then the game with its own rules. Their examples should show what they
    change. `only` names the documents whose examples count. The order is that of the documents: the game, then its
    rules; and their order in each document.
    """
    levels = _levels(game.composition)
    mixes = _OneMix(game)
    changing = _Changing(game, frozenset(only or (rule.id for rule in game.composition.added)))
    examples: dict[Candidate, Worked] = {}
    idle: dict[Candidate, Worked] = {}
    pending = sorted(_candidates(game), key=lambda c: c.cost)
    pending = [c for c in pending if only is None or c.case.document.id in only]
    tries = 0
    while pending and len(examples) < most and tries < _MOST_TRIED:
        candidate = min(pending, key=partial(_rank, tuple(examples), levels))  # the cheapest one of several
        pending.remove(candidate)
        example = _told(candidate.case, mixes)
        tries += 1
        if example is not None:
            (examples if changing.is_changed(candidate.case) else idle)[candidate] = example
    for candidate, example in idle.items():
        if len(examples) < most and all(c.case.document is not candidate.case.document for c in examples):
            examples[candidate] = example
    return tuple(examples[candidate] for candidate in sorted(examples, key=lambda c: c.place))


def example_in_words(game: Game, id: str) -> str | None:
    """Return the name of the first example of a rule that holds in the mix, in the order in which they are shown.

    Examples that a mix refuses tell nothing about play.
    """
    rule = next(document for document in game.composition.documents if document.id == id)
    mixes = _OneMix(game)
    for case in sorted(cases_of(rule), key=lambda case: not case.shown)[:_MOST_NAMED]:
        is_played = case.beside is None and case.node.get("refused") is None
        if case.name and is_played and _has_settings(case, rule, game.composition):
            with suppress(RulesetError, ValueError):
                if play_case(case, mixes)[0].passed:
                    return case.name
    return None


def _levels(composition: Composition) -> dict[str, int]:
    """Return a level for each document: lowest for rules that somebody added, then for the game with its own rules."""
    subject = composition.subject
    own = {use.rule.id: 1 for use in composition.uses if use.by is subject}
    return {subject.id: 1} | own | {rule.id: 0 for rule in composition.added}


def _rank(shown: tuple[Candidate, ...], levels: Mapping[str, int], candidate: Candidate) -> tuple[bool, int, bool, int]:
    """Return a key that is least for chosen examples of near documents that aren't on the sheet yet."""
    document = candidate.case.document
    again = any(c.case.document is document for c in shown)
    return again, levels.get(document.id, 2), not candidate.case.shown, [c.kind for c in shown].count(candidate.kind)


class _OneMix(Mixes):
    """Plays all examples in the same mix."""

    def __init__(self, game: Game) -> None:
        super().__init__(Library.standard())
        self.only = Recipe(game.id, library=self.library)
        self.games[self.only] = game
        self.compiled[self.only] = Compiled(game.program, game.notes, lambda: game.composition)

    def mix(self, case: Case) -> Recipe:
        return self.only


@dataclass(frozen=True)
class _Changing:
    """A mix, and the rules whose examples should show what they change."""

    game: Game
    rules: frozenset[str]
    _without: dict[str, Mixes | None] = field(default_factory=dict, repr=False, compare=False)
    """The mix without each of these rules; None if nobody can play it."""

    def is_changed(self, case: Case) -> bool:
        """False if an example of these rules would have the same result without its rule."""
        id = case.document.id
        if id not in self.rules or case.shown or case.document.kind != "rule":
            return True
        if id not in self._without:
            self._without[id] = None
            with suppress(RulesetError, ValueError):
                self._without[id] = _OneMix(self.game.for_trials().without(id))
        mixes = self._without[id]
        return mixes is None or not play_case(case, mixes)[0].passed


def _told(case: Case, mixes: Mixes) -> Worked | None:
    """Play an example in the mix, and describe it. None if it doesn't hold there, or has nothing to show."""
    result, history = play_case(case, mixes)
    if not result.passed or not isinstance(history, History) or not _is_dealt(history.states[0]):
        return None
    moments = tell(case, history)
    name = f"{case.document.title}: {case.name}" if case.document.kind == "rule" else case.name
    return Worked(f"{name[0].upper()}{name[1:]}", case.document.id, moments) if moments else None


def _is_dealt(state: State) -> bool:
    """True if the position has all groups of players that every deal makes, such as those who play the red cards."""
    layout = state.table.machine.layout
    dealt = state.table.machine.start(1)
    arrays = zip(layout.program.variables, layout.variables, strict=True)
    groups = [array.at for variable, array in arrays if variable.type.kind == "players" and not variable.keys]
    return all(state.cells[at] or not dealt[at] for at in groups)


def _candidates(game: Game) -> Iterator[Candidate]:
    composition = game.composition
    there = {d.id for d in composition.documents}
    documents = (composition.subject, *rules_as_taught(composition))
    added = {rule.id for rule in composition.added}
    others = tuple(d for d in composition.documents if d not in documents)
    for number, document in enumerate((*documents, *others)):
        if not composition.holds_at_start(document):
            continue
        for within, case in enumerate(cases_of(document)):
            known = {scalar.value for scalar in scalars(case.node.get("with"))} | {case.beside or document.id}
            if known <= there and _is_seated(case, game) and case.name and _has_settings(case, document, composition):
                elsewhere = (scalars(case.node.get("in")) or scalars(document.node.get("for")))[:1]
                strange = any(scalar.value not in there for scalar in elsewhere)
                extra = number / len(documents) + (_STRANGE if strange else 0)
                wanted = case.shown or document.id in added
                candidate = _candidate(case, game.program.deck.design, (number, within), extra, wanted)
                if candidate is not None:
                    yield candidate


def _is_seated(case: Case, game: Game) -> bool:
    """True if an example is for a table of the mix: one with the given number of players, or as many as it names."""
    declared = case.node.get("players")
    players = declared.value if isinstance(declared, Scalar) else str(last_seat(case.node, game.program))
    return players in map(str, game.players)


def _has_settings(case: Case, document: Document, composition: Composition) -> bool:
    """True if the mix has the settings that an example is for: its name can mention them, unless it is `shown`."""
    entries, known = doc.entries_in(case.node.get("set")), values_of(document, composition)
    wanted = {entry.key.value: written_in(entry.value.span) for entry in entries}
    return case.shown or all(_parts(value) == _parts(known[name]) for name, value in wanted.items() if name in known)


def _parts(value: str) -> set[str]:
    """Return the words of an option's value: `[2, J]` and `2 J` are the same."""
    return {*value.replace(",", " ").split()}


def _candidate(
    case: Case, design: Design, place: tuple[int, int], extra: float, wanted: bool
) -> Candidate | None:
    """Return an example with its cost, or None if it is hard to follow. One that is wanted can be long."""
    given, moves, then = case.node.get("given"), case.node.get("moves"), case.node.get("then")
    if not isinstance(given, doc.Mapping) or not isinstance(then, doc.Mapping):
        return None
    other = [entry for entry in case.node.entries if entry.key.value not in _READ]
    if any(not wanted or entry.key.value not in _ELSEWHERE for entry in other):
        return None
    items = moves.items if isinstance(moves, doc.Sequence) else ()
    steps = [item for item in items if isinstance(item, Scalar)]
    if len(steps) < len(items) and not wanted:
        return None
    values = [entry for entry in given.entries if entry.key.value not in _ASIDE]
    scalar_values = [entry.value for entry in values if isinstance(entry.value, Scalar)]
    if len(scalar_values) < len(values) and not wanted:
        return None
    texts = [words(value) for value in scalar_values]
    cards = sum(map(len, texts))
    numbers = sum(not any(design.face_named(word.text) is not None for word in each) for each in texts)
    answers = sum(step.value.count(";") + 1 for step in steps)
    if not wanted and (cards > _MOST_CARDS or answers > _MOST_MOVES or cards < 2):
        return None
    kind = "refusal" if then.get("may not") is not None or case.node.get("refused") else "effect" if steps else "choice"
    cost = cards * 0.5 + answers + len(then.entries) * 0.7 + abs(answers - 1) + (2 if kind == "choice" else 0)
    strange = 0 if case.shown else len(other) * _STRANGE
    return Candidate(case, kind, cost + numbers * _NUMBER + strange + extra, place)

