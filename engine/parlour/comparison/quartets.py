"""The four mixes for the comparison of two rules: with neither, with the first, with the second, and with both.

They share everything else: the frame or game, the rules that the two need, and the options that one of them sets for
the frame. So they have the same pack, and the same card has the same number in all of them. A scene is one position of
all four: the same moves lead there, and each mix has its plays and their results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from parlour import program as p
from parlour.base.diagnostics import Diagnostic
from parlour.comparison.compared_mixes import ComparedMix, Look, Seen
from parlour.documents import document as doc
from parlour.documents.composition import Composition, Document, Kind, scalars
from parlour.examples.position import Position
from parlour.game import Game
from parlour.lang.checker import check
from parlour.lang.rule_ranks import own_ranks
from parlour.library.library import Library
from parlour.library.loading import Found
from parlour.mixing.compiler import Compiled, program_of
from parlour.mixing.recipes import Recipe

MOST_TRIED = 6
NEITHER, FIRST, SECOND, BOTH = range(4)
LONE = (FIRST, SECOND)

Results = tuple["Seen | None", ...]
"""The visible results of a move in each of the four mixes; None if a mix doesn't allow it."""


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


def mixture(recipe: Recipe) -> tuple[ComparedMix | None, tuple[Diagnostic, ...]]:
    """Return a mix, or its errors. Without its proofs, which take as long as everything else, a mix can have errors.
    It isn't cached, because it is one of many."""
    composition, composed = recipe.composed()
    if composition is None:
        return None, composed
    program, checked = program_of(composition, recipe.proved)
    findings = (*composed, *checked)
    return (None if program is None else ComparedMix(Game(Compiled(program, (), lambda: composition)))), findings


def _errors(mix: ComparedMix) -> Iterator[Diagnostic]:
    return (d for d in check(mix.composition)[1] if d.severity == "error")


def frame_options(composition: Composition, rules: Sequence[str]) -> dict[str, str]:
    """The options of frames and games that these rules set."""
    return {
        setting.full_name: setting.written
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
    neither: ComparedMix
    lone: tuple[ComparedMix, ComparedMix]
    both: ComparedMix

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
    def mixes(self) -> tuple[ComparedMix, ComparedMix, ComparedMix, ComparedMix]:
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

    def _comparable(self, mix: ComparedMix, players: int) -> bool:
        if players not in mix.players or players not in self.neither.players:
            return False
        return mix.layout(players).pack.same_cards(self.neither.layout(players).pack)


# ---------------------------------------------------------------- one position in all four


@dataclass
class Scene:
    """A position after the same moves in the four mixes. A mix that can't get there has no look. A mix that isn't
    needed isn't played."""

    quartet: Quartet
    position: Position
    moves: tuple[str, ...]
    _looks: dict[int, Look | None] = field(default_factory=dict)
    _acting: dict[int, bool] = field(default_factory=dict)

    def look(self, number: int) -> Look | None:
        if number not in self._looks:
            moves = [move.partition(": ")[2] for move in self.moves]
            self._looks[number] = self.quartet.mixes[number].at(self.position, moves)
        return self._looks[number]

    @property
    def exists(self) -> bool:
        """True if the mix with both rules has this position, and play goes on there."""
        if self.quiet:
            return True
        both = self.look(BOTH)
        return both is not None and not both.is_over

    @cached_property
    def quiet(self) -> bool:
        """True if neither rule makes a difference here. Then both rules together make none."""
        neither = self.look(NEITHER)
        if neither is None or not neither.asked or self.quartet.can_refuse:
            return False
        return not any(self.acts(rule) for rule in (0, 1))

    def acts(self, rule: int) -> bool:
        """True if a rule makes a difference here without the other one."""
        if rule not in self._acting:
            neither, look = self.look(NEITHER), self.look(LONE[rule])
            if neither is None or look is None:
                self._acting[rule] = neither is not look
            else:
                self._acting[rule] = not _same(look, neither, self.some([*neither.moves]))
        return self._acting[rule]

    @property
    def looks(self) -> tuple[Look | None, ...]:
        return tuple(self.look(number) for number in (NEITHER, *LONE, BOTH))

    @property
    def both(self) -> Look:
        look = self.look(BOTH)
        assert look is not None, "a scene is a position of the mix with both rules"
        return look

    @property
    def usual(self) -> Look:
        """A look with the moves of the scene, which needs no other mix than those already played."""
        look = self.look(NEITHER) if self.quiet else self.both
        assert look is not None, "the mix with neither rule has a quiet scene too"
        return look

    @property
    def all_looks(self) -> tuple[Look, ...]:
        """The looks of a scene that all four mixes have."""
        return tuple(look for look in self.looks if look is not None)

    @cached_property
    def alike(self) -> bool:
        """True if players notice the same in all four mixes: the same table, and the same question."""
        if None in self.looks:
            return False
        return bool(self.both.asked) and all(look.seen == self.both.seen for look in self.all_looks)

    @cached_property
    def tried(self) -> tuple[str, ...]:
        """The moves whose effects Parlour compares."""
        return self.some([*self.both.moves])

    def some(self, texts: Sequence[str]) -> tuple[str, ...]:
        """A sample of these moves, if there are many."""
        step = max(1, len(texts) // MOST_TRIED)
        return tuple(texts[::step][:MOST_TRIED])

    def is_about(self, rule: int, cards: tuple[int, ...]) -> bool:
        """True if the rule gives all these cards a power."""
        pack = self.both.table.machine.layout.pack
        own = self.quartet.own_ranks[rule]
        return all(pack.rank_names[pack.rank[c]] in own for c in cards)

    def results(self, text: str) -> Results:
        """The visible results of a move in each mix; None if the move is impossible or Parlour can't compare its
        results."""
        if any(look is not None and look.goes_on(text) for look in self.looks):
            return (None,) * len(self.looks)
        return tuple(_seen_after(look, text) for look in self.looks)

    def matters_alone(self, text: str) -> bool:
        """True if the result of a move might differ between the mixes with at most one of the rules."""
        neither = _seen_after(self.look(NEITHER), text)
        return any(_seen_after(self.look(lone), text) != neither for lone in LONE)

    @property
    def fails_together(self) -> bool:
        """True if the question or a play leads to an error, but only with both rules."""
        both = self._looks.get(BOTH)
        others = [look for look in (self.look(number) for number in (NEITHER, *LONE)) if look is not None]
        failed = [] if both is None else [text for text in (None, *both.tried) if both.fails(text)]
        return any(not any(look.fails(text) for look in others) for text in failed)

    def then(self, text: str) -> Scene | None:
        """The scene after a move that the mix with both rules allows."""
        scene = Scene(self.quartet, self.position, (*self.moves, f"{self.seat + 1}: {text}"))
        return scene if scene.exists else None

    @property
    def seat(self) -> int:
        return self.usual.table.machine.seat(self.usual.cells)


def _same(look: Look, neither: Look, tried: Sequence[str]) -> bool:
    """True if a position has the same moves with one of the rules, with the same results."""
    if look.seen != neither.seen or look.moves.keys() != neither.moves.keys():
        return False
    return all(_seen_after(look, text) == _seen_after(neither, text) for text in tried)


def _seen_after(look: Look | None, text: str) -> Seen | None:
    after = None if look is None else look.next(text)
    return None if after is None else after.seen


def follow(quartet: Quartet, position: Position, moves: Sequence[str]) -> Iterator[Scene]:
    """The scene at the beginning and after each of these moves, as long as they are possible."""
    scene = Scene(quartet, position, ())
    current = scene if scene.exists else None
    for move in moves:
        if current is None:
            return
        yield current
        current = current.then(move.partition(": ")[2] or move)
    if current is not None:
        yield current
