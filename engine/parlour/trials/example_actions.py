"""The actions that players choose in the examples of a mix: rare deals that play never reaches can be in an example."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from parlour import program as p
from parlour.coverage.measuring import TracedMixes, traced
from parlour.documents.composition import Document, Use
from parlour.examples.finding import Case, cases_of
from parlour.examples.mixing import ExampleMix
from parlour.library.library import Library
from parlour.trials.mixes import TrialMix


@dataclass
class ExampleActions:
    """Plays the examples of documents when somebody asks for an action of theirs.

    An example plays with the rules of the mix that its own mix lacks, because such a rule could forbid the action. If
    they don't all fit into the mix of the example, it plays only with those that the user has named.
    """

    library: Library
    mix: TrialMix
    _known: dict[str, frozenset[p.Origin]] = field(default_factory=dict)

    def __contains__(self, action: p.Origin) -> bool:
        """True if a player chooses this action in an example of its document, or of the game."""
        return any(action in self._of(document) for document in (action.document, self.mix.composition.subject.id))

    def _of(self, document: str) -> frozenset[p.Origin]:
        if document not in self._known:
            there = [known for known in self.mix.composition.documents if known.id == document]
            self._known[document] = frozenset(origin for known in there for origin in self._chosen(known))
        return self._known[document]

    def _chosen(self, document: Document) -> Iterator[p.Origin]:
        mixes = MixesWithAllRules(self.library, checked=self.mix)
        for case in cases_of(document):
            yield from (mark.origin for mark in traced(case, mixes).marks if mark.sign == "taken")


@dataclass
class MixesWithAllRules(TracedMixes):
    """Adds the rules of the checked mix to the mixes of examples."""

    checked: TrialMix = field(kw_only=True)

    def mix(self, case: Case) -> ExampleMix:
        own = super().mix(case)
        self.composed(own)
        composition = self.compositions.get(own)
        if composition is None:
            return own
        theirs = {use.rule.id for use in composition.uses}
        missing = [use for use in self.checked.composition.uses if use.rule.id not in theirs]
        together = _with(own, missing)
        return together if self.compile(together).program is not None else _with(own, [u for u in missing if not u.by])


def _with(mix: ExampleMix, uses: Sequence[Use]) -> ExampleMix:
    ids = {use.rule.id for use in uses}
    without = tuple(name for name in mix.without if name not in ids)
    return replace(mix, with_=(*mix.with_, *(use.rule.path for use in uses)), without=without)
