"""Finds the rules of a family that an unknown option means: a rule has this option, or does what the name says.

So somebody who sets an option that has become a rule learns which rule to add.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.base.diagnostics import listing
from parlour.documents import document as doc
from parlour.documents.composition import Document, scalars
from parlour.library.library import Library
from parlour.library.loading import load
from parlour.mixing.selection import Selection


class OptionRules:
    def __init__(self, selection: Selection, library: Library) -> None:
        self._frames = {frame.id for frame in selection.frames}
        self._mixed = {document.id for document in selection.documents}
        self._library = library

    def exact(self, option: str, typed: bool) -> str | None:
        """Return help that names the rules with this option, or with this name; None without such a rule. `typed`: the
        option comes from the command line."""
        rules = tuple(self._rules())
        having = [rule.id for rule in rules if option in _options(rule) and rule.id not in self._mixed]
        named = [rule.id for rule in rules if option in _names(rule)]
        mixed = [id for id in named if id in self._mixed]
        if mixed:
            return f"the mix has the rule `{mixed[0]}`; to remove it, add {_way('without', mixed[:1], typed)}"
        if having:
            setting = f" --set {having[0]}.{option}=…" if typed and len(having) == 1 else ""
            return f"a rule has this option: add {_way('with', having, typed, setting)}"
        return f"this is a rule, not an option: add {_way('with', named, typed)}" if named else None

    def similar(self, option: str, typed: bool) -> str | None:
        """Return help that names rules whose ids end with the words of an option."""
        named = [rule.id for rule in self._rules() if rule.id.endswith(f"-{option}") and rule.id not in self._mixed]
        return f"did you mean a rule? Add {_way('with', named, typed)}" if named else None

    def _rules(self) -> Iterator[Document]:
        """The rules of the family."""
        for listed in self._library.listed("rule"):
            rule, _ = load(listed.path)
            if rule is not None and self._frames & {*rule.strings("for")}:
                yield rule


def _options(rule: Document) -> tuple[str, ...]:
    options = rule.node.get("options")
    return options.keys() if isinstance(options, doc.Mapping) else ()


def _names(rule: Document) -> set[str]:
    """The id of a rule, its group and its other names, written as ids."""
    others = (item.value for key in ("group", "also-called") for item in scalars(rule.node.get(key)))
    return {rule.id, *("-".join(name.casefold().split()) for name in others)}


def _way(what: str, rules: Sequence[str], typed: bool, rest: str = "") -> str:
    """The words that put rules into a mix or remove them, on the command line or in a ruleset."""
    key = "uses" if what == "with" else what
    return listing([f"--{what} {rule}{rest}" if typed else f"{key}: [{rule}]" for rule in rules], "or")
