"""The pairs of rules of a family or game, and the four mixes for each."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from parlour.base.diagnostics import Diagnostic
from parlour.checking.smallest import family, mixes_for
from parlour.clashes.quartets import Base, Mixture, Quartet, Unrelated, frame_options, mixture
from parlour.documents.composition import Document
from parlour.library.library import Library
from parlour.mixing.compose import compose
from parlour.mixing.needs import groups_of, needs

Problems = tuple[Diagnostic, ...]


@dataclass
class Workshop:
    """Compiles mixes: those that several pairs need only once."""

    library: Library
    _made: dict[object, tuple[Mixture | None, Problems]] = field(default_factory=dict)

    @classmethod
    def of(cls, library: Library) -> Workshop:
        return cls(Unrelated(library.folders))

    def rule(self, id: str) -> Document | None:
        return self.library.find(id, ("rule",))[0]

    def mixture(self, base: Base, more: Sequence[str], proved: bool = True) -> tuple[Mixture | None, Problems]:
        if len(more) > 1:
            return mixture(self.library, base, more, proved)  # of one pair
        key = base.subject, base.with_, base.without, tuple(sorted(base.options.items())), tuple(more)
        made = self._made.get((key, True))  # proofs change nothing else
        if made is None:
            made = self._made.get((key, proved))
        if made is None:
            made = self._made[key, proved] = mixture(self.library, base, more, proved)
        return made

    def plays(self, base: Base, rule: str) -> bool:
        """True if a rule works on a base."""
        return self.mixture(base, (rule,))[0] is not None

    def quartet(
        self, rules: tuple[str, str], bases: Iterable[Base], proven: Collection[str] = ()
    ) -> tuple[Quartet | None, Problems]:
        """The mixes on the first base that has all four, or why there are none. The mixes with one of the `proven`
        rules, which work elsewhere, have no proofs."""
        problems: Problems = ()
        for base in bases:
            made = self._quartet(rules, base, {(id,) for id in proven} | {rules})
            if isinstance(made, Quartet):
                return made, ()
            problems = problems or made
        return None, problems

    def _quartet(self, rules: tuple[str, str], base: Base, unproved: Collection[Sequence[str]]) -> Quartet | Problems:
        composition, _ = compose(self.library, base.subject, (*base.with_, *rules), base.without, base.options)
        if composition is None:
            return self.mixture(base, rules)[1]
        options = {**frame_options(composition, rules), **base.options}
        shared = Base(base.subject, base.with_, base.without, options)
        found: list[Mixture] = []
        for more in ((), rules[:1], rules[1:], rules):
            mix, problems = self.mixture(shared, more, proved=more not in unproved)
            if mix is None:
                return problems
            found.append(mix)
        return Quartet(rules, shared, found[0], (found[1], found[2]), found[3])


def bases(library: Library, rules: tuple[Document, Document], subject: Document) -> Iterator[Base]:
    """The smallest tables of a family for the comparison of two rules. For a game, only the game itself."""
    ids = tuple(rule.id for rule in rules)
    if subject.kind == "game":
        yield _game_base(library, subject, rules)
        return
    ours = {document.id for document in family(library, subject.id)}
    for small in mixes_for(rules[0], library, rules[0].id, (rules[1],)):
        if small.document.id not in ours:
            continue  # a rule for several families
        with_ = [_name(reference, rules) for reference in small.with_ if not _needing(reference, ids, library)]
        without = tuple(id for id in _uses(small.document) if id in ids or _of_one_group(id, rules, library))
        yield Base(small.document.id, tuple(x for x in with_ if x not in ids), without)


def _uses(document: Document) -> tuple[str, ...]:
    return document.strings("uses")


def _of_one_group(id: str, rules: Sequence[Document], library: Library) -> bool:
    """True if a rule belongs to a group of one of these rules, which takes its place in a mix."""
    used, _ = library.find(id, ("rule",))
    return used is not None and any(groups_of(used) & groups_of(rule) for rule in rules)


def _needing(reference: str | Path, ids: Sequence[str], library: Library) -> bool:
    """True if a rule needs one of these rules, so a mix without them can't have it."""
    rule, _ = library.find(reference, ("rule",))
    return rule is not None and any(needs(rule, id, ()) for id in ids)


def _name(reference: str | Path, rules: Sequence[Document]) -> str | Path:
    return next((rule.id for rule in rules if reference == rule.path), reference)


def _game_base(library: Library, game: Document, rules: Sequence[Document]) -> Base:
    """Return a game without two rules, without those whose place the two take, and without those that need one of the
    two."""
    ids = [rule.id for rule in rules]
    composition, _ = compose(library, game.id)
    used = [use.rule for use in composition.uses] if composition else []
    away = [u.id for u in used if u.id in ids or _of_one_group(u.id, rules, library)]
    leave = [u.id for u in used if u.id in away or any(needs(u, id, used) for id in ids)]
    return Base(game.id, (), tuple(leave))


def dependent(rules: tuple[Document, Document], all_rules: Collection[Document]) -> tuple[int, int] | None:
    """Return the numbers of two rules, of which the first needs the second, directly or through other rules."""
    for one, other in ((0, 1), (1, 0)):
        if needs(rules[one], rules[other].id, all_rules):
            return one, other
    return None
