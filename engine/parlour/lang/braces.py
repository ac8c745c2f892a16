"""Reports braces in titles and texts that people would read as they are written, such as `{options.high + 1}`.

Wording and messages of the language are templates; the parser reports their braces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from parlour.base.diagnostics import nearest
from parlour.documents.document import Mapping, Scalar
from parlour.documents.prose import braces_in, unfilled, values_of
from parlour.lang.symbols import Tables

_TEXTS = ("endings", "groups")  # sections whose members can be texts
_HOLES = "a text can show `{options.NAME}`, and words for one value: `{options.NAME is VALUE: …}`"
_PLAIN = "write the words themselves: only the text of a whole game, rule or frame can show the values of options"


def check_braces(tables: Tables) -> None:
    """Report braces in the texts of the documents and of their members, unless they are filled in."""
    composition = tables.composition
    for document in composition.documents:
        title, text = document.node.get("title"), document.node.get("text")
        if isinstance(title, Scalar):
            _report_all(tables, title)
        if isinstance(text, Scalar):
            for start, end in unfilled(document, composition, text.value):
                _report(tables, text, start, end, _help(text.value[start:end], values_of(document, composition)))
    for scalar in _texts(tables):
        _report_all(tables, scalar)


def _texts(tables: Tables) -> Iterator[Scalar]:
    """Yield the texts of all members."""
    for section, members in tables.composition.sections.items():
        for member in members:
            text = member.value.get("text") if isinstance(member.value, Mapping) else None
            if section in _TEXTS and isinstance(member.value, Scalar):
                text = member.value
            if isinstance(text, Scalar) and section != "examples":
                yield text


def _report_all(tables: Tables, scalar: Scalar) -> None:
    for start, end in braces_in(scalar.value):
        _report(tables, scalar, start, end, _PLAIN)


def _report(tables: Tables, scalar: Scalar, start: int, end: int, help: str) -> None:
    shown = scalar.value[start:end]
    tables.error("text-braces", f"people would read `{shown}` as it is written", scalar.at(start, end), help)


def _help(hole: str, options: Iterable[str]) -> str:
    """Return a suggestion for a misspelt option, or else what braces in a text can hold."""
    name = hole.removeprefix("{options.").rstrip("}")
    if len(hole) == 1 or name.partition(" ")[0] != name:
        return _HOLES if len(hole) > 1 else f"for a brace in the text itself, write `{hole * 2}`"
    near = nearest(name, options)
    return f"did you mean `{{options.{near}}}`?" if near is not None else _HOLES
