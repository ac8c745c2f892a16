"""Tries one mutant: runs the examples, checks it, and compares its play with that of the real rules.

The cheap steps come first. Most mutants fail one of a few examples, and need neither proofs nor other examples.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace

from parlour import program as p
from parlour.base.diagnostics import Diagnostic
from parlour.base.source import Source
from parlour.documents import document as doc
from parlour.documents.composition import Composition, Document, OptionSetting
from parlour.documents.document import Node, Scalar
from parlour.examples import Case
from parlour.examples.history import History
from parlour.examples.mixing import ExampleMix
from parlour.lang import syntax as s
from parlour.library.loading import File
from parlour.mutation.asked_examples import SECONDS, AskedExamples, Hearing, TooLongError, at_most, refused
from parlour.mutation.compared_members import changed_section
from parlour.mutation.courses import Courses
from parlour.mutation.difference_search import MIXES, DifferenceSearch
from parlour.mutation.judges import Bench, Gallery, Judge, Order
from parlour.mutation.mutants import Mutant
from parlour.mutation.mutated_mixes import MutatedMixes
from parlour.mutation.remaining import NOTHING, Form, option_names, remaining, truth
from parlour.mutation.sameness import NOT_PLAYED, same
from parlour.mutation.sites import Form as TextForm
from parlour.mutation.sites import parsed, sites
from parlour.mutation.verdicts import Verdict
from parlour.schema.document_text import read_document

FEW = 60  # examples that are all asked
ENOUGH = 60  # examples that pass before a mutant counts as not told apart
NEAREST, DIVERSE = 3, 5  # mixes whose examples are asked before anything is played
FIRST, MORE = 6, 12  # examples of each of them
OTHER_MIXES = 8  # that are searched for a difference if no example gets to the place
OTHERS = 4  # examples of a mix that don't get to the place, from which play continues
PROVED = 3  # mixes with all checks


@dataclass
class Trials:
    """Tries the mutants of one document. `games` is the number of games to compare."""

    gallery: Gallery
    bench: Bench
    games: int
    seed: int
    baseline: MutatedMixes = field(init=False)
    edits: SettledEdits = field(init=False)
    hearing: Hearing = field(init=False)
    courses: Courses = field(default_factory=Courses)

    def __post_init__(self) -> None:
        self.baseline = self.gallery.unproved
        self.edits = SettledEdits(self.bench.document)
        self.hearing = Hearing(self.baseline, self.gallery.marks)

    def try_mutant(self, mutant: Mutant) -> Verdict:
        document = grafted(mutant)
        if document.document is None:
            return refused(mutant, document.problems)
        asked = {} if mutant.operator == "drop-rule" else self.bench.asked
        mixes = MutatedMixes(self.baseline.library, proved=False, files=document.files(), asked=asked)
        section = changed_section(mutant.document, document.document)
        examples = AskedExamples(mutant, mixes, self.hearing, section)
        order = self.bench.order(mutant)
        edited = self.edits.text(document.document)
        if edited is None:
            return self._judged(examples, order)
        changing = [item for item in order if not self._settled(edited, item[0])]
        return self._judged(examples, changing or order[:1])

    def _settled(self, edited: EditedText, mix: ExampleMix) -> bool:
        """True if the options of a mix decide everything that an edit changes, so that it is the same game."""
        composition = self.gallery.composition(mix)
        return composition is not None and edited.same_in(composition)

    def _judged(self, asked: AskedExamples, order: Order) -> Verdict:
        """Run a few examples, then check and play. Run the others only if play shows a difference."""
        reached = [item for item in order if item[1]]
        reached.sort(key=lambda item: min(self.hearing.recency(judge) for judge in item[1]))
        for few in self._first(reached):
            verdict = asked.verdict(few)
            if verdict is not None:
                return verdict
        if not asked.different:
            others = sorted((item for item in order if not item[1]), key=lambda item: item[0].changes)
            verdict = asked.until_different([*reached, *others[:OTHER_MIXES]])
            if verdict is not None:
                return verdict
        verdict = asked.verdict(self._about_seating(asked, order))
        if verdict is not None:
            return verdict
        simplest = [(mix, list[Judge]()) for mix, _ in sorted(order, key=lambda item: item[0].changes)[:1]]
        verdict = asked.verdict(simplest)
        if verdict is not None:
            return verdict
        findings = self._findings(asked)
        if findings:
            return refused(asked.mutant, findings)
        if not asked.different:
            return Verdict(asked.mutant.id, "the same game")
        return self._compared(asked, reached, simplest[0][0])

    def _first(self, reached: Order) -> Iterator[Order]:
        """Yield the nearest examples of the nearest mixes, more of them, and those of the most different mixes; all
        examples if they are few."""
        if sum(len(judges) for _, judges in reached) <= FEW:
            yield reached
            return
        nearest = reached[:NEAREST]
        yield [(mix, judges[:FIRST]) for mix, judges in nearest]
        yield [(mix, judges[FIRST : FIRST + MORE]) for mix, judges in nearest]
        yield [(mix, judges[:FIRST]) for mix, judges in self.bench.diverse(reached[NEAREST:], nearest, DIVERSE)]

    def _about_seating(self, asked: AskedExamples, order: Order) -> Order:
        """Return the examples about who can play, if a mutant changes nothing else."""
        for mix in asked.different:
            one, other = (mixes.compile(mix).program for mixes in (self.baseline, asked.mixes))
            if one is not None and other is not None:
                return about_seating(order, one, other) if seats_otherwise(one, other) else ()
        return ()

    def _compared(self, asked: AskedExamples, reached: Order, simplest: ExampleMix) -> Verdict:
        """Play both games: in the simplest mix, if it differs, and others. If they differ, ask all examples that are
        left."""
        different = sorted(asked.different, key=lambda mix: mix != simplest)
        self.courses.trim()
        document = self.bench.document
        search = DifferenceSearch(document, self.baseline, asked.mixes, self.courses, self.games, self.seed)
        played = [(mix, list(self._cases(asked, mix))) for mix in different[:MIXES]]
        try:
            with at_most(SECONDS):
                found = search.verdict(asked.mutant.id, played)
        except TooLongError:
            self.courses = Courses()  # one of them stopped in the middle of a move
            found = Verdict(asked.mutant.id, "survived", note=f"games with the change take more than {SECONDS} s")
        if found.status != "survived":
            return asked.verdict(list(_spread(reached))) or found
        return asked.verdict(reached) or self._noted(search.described(found), bool(reached))

    def _cases(self, asked: AskedExamples, mix: ExampleMix) -> Iterator[tuple[Case, History | None]]:
        """Yield examples with their games: those that get to the place, and a few others."""
        judges = asked.different[mix]
        known = {id(judge) for judge in judges}
        others = [judge for judge in self.bench.judges if judge.mix == mix and id(judge) not in known]
        for judge in (*judges, *others[:OTHERS]):
            result, history = self.baseline.played(judge.case)
            yield judge.case, history if result.passed else None

    def _noted(self, verdict: Verdict, reached: bool) -> Verdict:
        return verdict if reached else replace(verdict, note=f"no example reaches this place; {verdict.note}")

    def _findings(self, asked: AskedExamples) -> tuple[Diagnostic, ...]:
        """The errors and warnings that a mix doesn't have without the mutant."""
        for mix in [*asked.different, *asked.same][:PROVED]:
            before = {(d.code, d.message) for d in self.gallery.mixes.compile(mix).findings}
            found = [d for d in asked.mixes.findings_of(mix) if d.severity != "note"]
            new = tuple(d for d in found if (d.code, d.message) not in before)
            if new:
                return new
        return ()


def _spread(reached: Order) -> Iterator[tuple[ExampleMix, list[Judge]]]:
    """Yield the first examples of each mix, until they are enough."""
    number = 0
    for mix, judges in reached:
        if number >= ENOUGH:
            return
        yield mix, judges[:FIRST]
        number += len(judges[:FIRST])


_SEATING = frozenset(("players", "sides", "possible"))


def seats_otherwise(one: p.Program, other: p.Program) -> bool:
    """True if two Programs that differ only decide differently who can play."""
    played = [f.name for f in fields(p.Program) if f.name not in NOT_PLAYED and f.name not in _SEATING]
    return all(same(getattr(one, name), getattr(other, name)) for name in played)


def about_seating(order: Order, one: p.Program, other: p.Program) -> Order:
    """Return the examples that nobody can play, and those for a number of players that only one Program has."""
    numbers = frozenset(map(str, {*one.players} ^ {*other.players}))
    chosen = [(mix, [judge for judge in judges if _is_about(judge, numbers)]) for mix, judges in order]
    return [(mix, judges) for mix, judges in chosen if judges]


def _is_about(judge: Judge, numbers: frozenset[str]) -> bool:
    players = judge.case.node.get("players")
    return judge.case.node.get("refused") is not None or (isinstance(players, Scalar) and players.value in numbers)


@dataclass(frozen=True)
class Grafted:
    """The document of a mutant, or the problems that prevent Parlour from reading it."""

    document: Document | None
    problems: tuple[Diagnostic, ...]

    def files(self) -> Mapping[str, File]:
        """The file for `loading.as_of`, under each path that people can use for it."""
        document = self.document
        assert document is not None, "only readable documents have a file"
        data = document.source.text.encode("utf-8", "surrogatepass")
        file = File(document.path, document.source.name, None, data)
        file.found = document, self.problems
        path = str(document.path)
        return dict.fromkeys((path, os.path.abspath(path), os.path.relpath(path)), file)


def grafted(mutant: Mutant) -> Grafted:
    """Return the document of a mutant, read from its text in full, with the nodes of the original where both are alike.

    Shared nodes keep the parsed texts and the places of the original, so that a mutant costs little more than its edit.
    """
    old, text = mutant.document, _text(mutant)
    source = Source(old.source.name, text)
    contents, problems = read_document(text.encode("utf-8", "surrogatepass"), source)
    if contents is None:
        return Grafted(None, problems)
    node = _graft(contents.node, old.node)
    assert isinstance(node, doc.Mapping), "the document is still a mapping"
    document = Document(
        contents.kind, contents.id, contents.title, contents.text, node, source, contents.id_span, old.path
    )
    return Grafted(document, problems)


def _text(mutant: Mutant) -> str:
    """The text of a mutant, without the examples if they come last: reading them takes longest, and they are known."""
    node, edit = mutant.document.node, mutant.edit
    last = node.entries[-1].key
    if last.value != "examples" or edit.span.end > last.span.start or node.span.text.startswith("{"):
        return mutant.text
    text = mutant.document.source.text
    return text[: edit.span.start] + edit.new + text[edit.span.end : last.span.start]


def _graft(new: Node, old: Node) -> Node:
    match new, old:
        case Scalar(), Scalar():
            return old if (new.value, new.plain) == (old.value, old.plain) else new
        case doc.Mapping(), doc.Mapping():
            pairs = tuple(_grafted_pair(pair, old.entry(pair.key.value)) for pair in new.entries)
            same = len(pairs) == len(old.entries) and all(a is b for a, b in zip(pairs, old.entries, strict=True))
            return old if same else doc.Mapping(pairs, new.span)
        case doc.Sequence(), doc.Sequence():
            items = _grafted_items(new.items, old.items)
            same = len(items) == len(old.items) and all(a is b for a, b in zip(items, old.items, strict=True))
            return old if same else doc.Sequence(items, new.span)
    return new


def _grafted_pair(new: doc.Pair, old: doc.Pair | None) -> doc.Pair:
    if old is None:
        return new
    value = _graft(new.value, old.value)
    return old if value is old.value else doc.Pair(old.key, value)


def _grafted_items(new: tuple[Node, ...], old: tuple[Node, ...]) -> tuple[Node, ...]:
    """Match the items of two sequences: they are in the same order, except for an item that an edit removes."""
    items: list[Node] = []
    left = list(old)
    missing = len(old) - len(new)
    for item in new:
        node = _graft(item, left[0]) if left else item
        while missing and left and node is not left[0]:
            missing -= 1
            del left[0]
            node = _graft(item, left[0]) if left else item
        items.append(node)
        del left[:1]
    return tuple(items)


EXAMPLES = ("bases", "examples")


@dataclass
class EditedText:
    """Some code of a document before and after an edit, as syntax."""

    document: Document
    before: object
    after: object
    names: tuple[str, ...]  # of the options in both
    _known: dict[tuple[Form, ...], bool] = field(default_factory=dict)

    def same_in(self, composition: Composition) -> bool:
        """True if both are the same code once the options of a mix have their values. Any other edit can still make
        no difference."""
        values = tuple(_value(self.document, name, composition) for name in self.names)
        if values not in self._known:
            options = {name: value for name, value in zip(self.names, values, strict=True) if value is not None}
            self._known[values] = remaining(self.before, options) == remaining(self.after, options)
        return self._known[values]


class SettledEdits:
    """The edits of one document. Finds the mixes in which an edit changes nothing, because the options decide all that
    it affects: without `options.pickup == when-stuck`, for example, a change of what follows `and` makes no difference.
    Composing and checking such a mix would show the same, but it takes much longer."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._forms: dict[int, TextForm] = {id(site.scalar): site.form for site in sites(document.node)}

    def text(self, changed: Document) -> EditedText | None:
        """Return the code that an edit changes; None for an edit elsewhere, or one that options can't decide.

        `changed` shares all other nodes with the document.
        """
        pairs = list(_changed(self._document.node, changed.node))
        if len(pairs) != 1 or pairs[0] is None or id(pairs[0][0]) not in self._forms:
            return None
        old, new = pairs[0]
        form = self._forms[id(old)]
        before, after = parsed(old, form), parsed(new, form)
        names = option_names((before,)) | option_names((after,))
        if before is None or after is None or not names:
            return None
        return EditedText(self._document, before, after, tuple(sorted(names)))


def _changed(old: Node, new: Node) -> Iterator[tuple[Scalar, Scalar] | None]:
    """Yield the scalars that differ, with None for any other difference. Examples and their bases don't count."""
    match old, new:
        case _ if old is new:
            return
        case Scalar(), Scalar():
            yield old, new
        case doc.Mapping(), doc.Mapping():
            ours, theirs = ([e for e in node.entries if e.key.value not in EXAMPLES] for node in (old, new))
            if [e.key.value for e in ours] == [e.key.value for e in theirs]:
                for entry, changed in zip(ours, theirs, strict=True):
                    yield from _changed(entry.value, changed.value)
            else:
                yield None
        case doc.Sequence(), doc.Sequence() if len(old.items) == len(new.items):
            for one, other in zip(old.items, new.items, strict=True):
                yield from _changed(one, other)
        case _:
            yield None


def _value(document: Document, name: str, composition: Composition) -> Form | None:
    """Return the value of an option as a form, or None if it is a rank, a card or the like."""
    setting = _setting(document, name, composition)
    if setting is None:
        return None
    match setting.value:
        case None:
            return NOTHING
        case bool():
            return truth(setting.value)
        case int():
            return s.Number, setting.value
        case str() if setting.type.kind == "word":
            return s.WordLit, setting.value
    return None


def _setting(document: Document, name: str, composition: Composition) -> OptionSetting | None:
    own = composition.options.get((document.id, name))
    if own is not None or "." in name:
        rule, _, rest = name.partition(".")
        return own or composition.options.get((rule, rest))
    shared = [o for (_, other), o in composition.options.items() if other == name and o.document.kind != "rule"]
    return shared[-1] if shared else None
