"""The four mixes for the comparison of two rules: with neither, with the first, with the second, and with both.

They share everything else: the frame or game, the rules that the two need, and the options that one of them sets for
the frame. So they have the same pack, and the same card has the same number in all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from parlour import program as p
from parlour.base.diagnostics import Diagnostic
from parlour.checking.extremes import written_value
from parlour.documents import document as doc
from parlour.documents.composition import Composition, Document, Kind, scalars
from parlour.examples.layable import Interpreted
from parlour.lang.checker import check
from parlour.lang.rule_ranks import own_ranks
from parlour.library.library import Library
from parlour.library.loading import Found
from parlour.mixing.compiler import program_of
from parlour.mixing.compose import compose
from parlour.mixing.recipes import Recipe
from parlour.states.counterparts import Counterparts, asked
from parlour.states.state import Table
from parlour.states.transfer import PositionPart
from parlour.table.cards import Pack
from parlour.table.cells import Cells
from parlour.table.layout import BOX, OVER, QUESTION
from parlour.table.texts import zone_name

Seen = tuple[object, ...]
"""The cards, the players still in, variables and marks, and the player who is asked."""


class ComparedTable:
    """A table of a mix beside one of the mix with neither rule. Leaves out the cards in the box, and data that only the
    code needs."""

    def __init__(self, table: Table, common: Table) -> None:
        self.table, self.common = table, common
        names = {v.name for v in common.machine.program.variables if v.origin is not None}
        box = PositionPart("zone", zone_name(common.machine.layout, BOX))

        def counts(part: PositionPart) -> bool:
            if part.kind == "variable":
                return part.name in names
            return part.kind not in ("batch", "whereabouts") and part != box

        self._counterparts = Counterparts(table.machine, common.machine, counts)
        self._marks = common.machine.layout.marks
        self._cards = common.machine.layout.pack.size

    def seen(self, s: Cells) -> Seen:
        cells = self._counterparts.seen(s)
        if self._marks and any(cells[self._marks[0] : self._marks[-1] + self._cards]):
            self._clear_marks_elsewhere(s, cells)
        return cells, asked(self.table.machine, s) if s[QUESTION] != OVER else None

    def _clear_marks_elsewhere(self, s: Cells, seen: Cells) -> None:
        """Clear the marks of cards in the box, or in zones that not all mixes have."""
        where, common = self.table.machine.layout.where, self._counterparts.transfer.zones
        for at in self._marks:
            marks = seen[at : at + self._cards]
            for c, mark in enumerate(marks) if any(marks) else ():
                if mark and ((zone := s[where + c]) == BOX or zone not in common):
                    seen[at + c] = 0


class Unrelated(Library):
    """A library whose rules don't mention each other, so that the search can try any mix of them."""

    SILENT: ClassVar[tuple[str, ...]] = ("excludes", "group", "advises", "advises-against")

    def find(
        self, reference: str | Path, kinds: Sequence[Kind], at: object = None, beside: Path | None = None,
        fits: Callable[[Document], bool] | None = None,
    ) -> Found:
        document, problems = super().find(reference, kinds, None, beside, fits)
        return (None if document is None else self.without_relations(document)), problems

    def without_relations(self, document: Document) -> Document:
        entries = tuple(_by_name(entry) for entry in document.node.entries if entry.key.value not in self.SILENT)
        if entries == document.node.entries:
            return document
        return replace(document, node=doc.Mapping(entries, document.node.span))

    def beside(self, path: Path) -> Library:
        return Unrelated(super().beside(path).folders)

    def home(self, path: Path) -> Library:
        return self


class Unneeding(Unrelated):
    """A library whose rules neither mention nor need each other."""

    SILENT: ClassVar[tuple[str, ...]] = (*Unrelated.SILENT, "needs")


def _by_name(entry: doc.Pair) -> doc.Pair:
    """Drop the needs that any rule of a group can meet, because no rule of these libraries has a group."""
    if entry.key.value != "needs":
        return entry
    named = tuple(item for item in scalars(entry.value) if item.value.split()[:2] != ["one", "of"])
    return replace(entry, value=doc.Sequence(named, entry.value.span))


@dataclass
class Mixture(Interpreted):
    """A mix that people can try."""

    composition: Composition
    compared_tables: dict[int, ComparedTable] = field(default_factory=dict)

    @property
    def players(self) -> tuple[int, ...]:
        return self.program.players

    @property
    def pack(self) -> Pack:
        return self.table(self.players[0]).machine.layout.pack

    def is_like(self, other: Mixture) -> bool:
        """True if both belong to the same game, with cards of the same design."""
        same_game = self.composition.subject.id == other.composition.subject.id
        return same_game and self.pack.design == other.pack.design

    def has(self, rule: str) -> bool:
        return any(use.rule.id == rule for use in self.composition.uses)


def mixture(recipe: Recipe) -> tuple[Mixture | None, tuple[Diagnostic, ...]]:
    """Return a mix, or its errors. Without its proofs, which take as long as everything else, a mix can have errors."""
    library = recipe.library or Library.standard()
    composition, composed = compose(library, recipe.subject, recipe.with_, recipe.without, recipe.options)
    if composition is None:
        return None, composed
    program, checked = program_of(composition, recipe.proved)
    return (None if program is None else Mixture(program, composition)), (*composed, *checked)


def _errors(mix: Mixture) -> Iterator[Diagnostic]:
    return (d for d in check(mix.composition)[1] if d.severity == "error")


def frame_options(composition: Composition, rules: Sequence[str]) -> dict[str, str]:
    """The options of frames and games that these rules set."""
    return {
        setting.full_name: written_value(setting)
        for setting in composition.options.values()
        if isinstance(by := setting.set_by, Document) and by.id in rules and setting.document.kind != "rule"
    }


def clauses_meet(clauses: Sequence[p.Clause], rules: tuple[str, str]) -> bool:
    """True if one of the rules allows something in these clauses, and the other one forbids something."""
    allowing = {clause.origin.document for clause in clauses if clause.allow}
    forbidding = {clause.origin.document for clause in clauses if not clause.allow}
    return any(one in allowing and other in forbidding for one, other in (rules, rules[::-1]))


@dataclass
class Quartet:
    """`lone` has the mixes with one of the two rules. `base` is the common part of all four."""

    rules: tuple[str, str]
    base: Recipe
    neither: Mixture
    lone: tuple[Mixture, Mixture]
    both: Mixture

    @cached_property
    def common_questions(self) -> frozenset[object]:
        """The questions that also exist without the two rules: names, and places of those without a name."""
        questions = self.neither.program.questions
        return frozenset(q.name or (q.origin.path, q.origin.line) for q in questions)

    @cached_property
    def own_ranks(self) -> tuple[frozenset[str], frozenset[str]]:
        """The ranks to which each rule gives a power or a class."""
        documents = {d.id: d for d in self.both.composition.documents}
        design = self.both.program.deck.design
        first, second = (own_ranks(documents[rule], design) for rule in self.rules)
        return first, second

    @cached_property
    def can_refuse(self) -> bool:
        """True if one of the rules can allow a play that the other one forbids."""
        permissions = self.both.program.permissions
        return any(clauses_meet(permission.clauses, self.rules) for permission in permissions)

    @property
    def mixes(self) -> tuple[Mixture, Mixture, Mixture, Mixture]:
        """Return the four mixes: with neither rule, with the first, with the second, and with both."""
        return self.neither, *self.lone, self.both

    def disproved(self) -> tuple[Diagnostic, ...]:
        """The errors of the mix with both rules that only its proofs find, and that no mix with one of them has."""
        lone = {error.message for mix in self.lone for error in _errors(mix)}
        return tuple(error for error in _errors(self.both) if error.message not in lone)

    def comparable(self, players: int) -> bool:
        """True if all four mixes are for this number of players, with the same pack."""
        return all(self._comparable(mix, players) for mix in self.mixes)

    def changing_the_table(self) -> tuple[str, ...]:
        """The rules that change the pack or the numbers of players, if no number of players makes the four mixes
        comparable."""
        numbers = self.neither.players
        if any(self.comparable(players) for players in numbers):
            return ()
        mixes = zip(self.rules, self.lone, strict=True)
        return tuple(rule for rule, mix in mixes if not all(self._comparable(mix, players) for players in numbers))

    def _comparable(self, mix: Mixture, players: int) -> bool:
        if players not in mix.players or players not in self.neither.players:
            return False
        ours, theirs = (each.table(players).machine.layout.pack for each in (mix, self.neither))
        return ours.same_cards(theirs)

    def compared(self, number: int, players: int) -> ComparedTable:
        """The comparable part of the states of one of the mixes."""
        mix, common = self.mixes[number], self.neither.table(players)
        known = mix.compared_tables.get(players)
        if known is None or known.common is not common:
            known = mix.compared_tables[players] = ComparedTable(mix.table(players), common)
        return known
