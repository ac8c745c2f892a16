"""Finds the mixes in which an edit changes nothing, because the options decide everything that it affects.

Without `options.pickup == when-stuck`, for example, a change of what follows `and` makes no difference. Composing and
checking such a mix would show the same, but it takes much longer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from parlour.documents import document as doc
from parlour.documents.composition import Composition, Document, OptionSetting
from parlour.documents.document import Node, Scalar
from parlour.lang import syntax as s
from parlour.mutation.remaining import NOTHING, Form, option_names, remaining, truth
from parlour.mutation.sites import Form as TextForm
from parlour.mutation.sites import parsed, sites

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
    """The edits of one document."""

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
