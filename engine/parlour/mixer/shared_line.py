"""A mix as a line for other people, who have the rulesets of Parlour and none of the person's own files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from parlour.base.source import is_shipped
from parlour.checking.extremes import written_value
from parlour.cli.arguments import Mix
from parlour.documents.composition import Composition, Document
from parlour.library.library import Library
from parlour.library.loading import shown
from parlour.mixer.game_file import one_line_of
from parlour.mixing.compose import compose
from parlour.mixing.mix_line import write_line


@dataclass(frozen=True)
class SharedLine:
    text: str
    files: tuple[str, ...]
    """The names of the person's own files that the line needs."""


def shared_line(subject: str, mix: Mix, composition: Composition) -> SharedLine:
    """Return the line of a mix. A game in the person's own file becomes changes to the game of Parlour that it extends,
    if these amount to the same rules."""
    flat = None if _is_shipped(composition.subject) else _flattened(composition)
    text = flat or one_line_of(subject, mix, composition)
    files = dict.fromkeys(d.path.name for d in composition.own if flat is None or d.kind != "game")
    return SharedLine(text, tuple(files))


def _flattened(composition: Composition) -> str | None:
    """Return the line that makes the same mix from the nearest game of Parlour, or None if there is none."""
    bases = [d for d in composition.documents if d.kind == "game" and _is_shipped(d)]
    if not bases:
        return None
    library, base = Library.standard(), bases[-1].id
    rules = {use.rule.id: use.rule for use in composition.uses}
    plain, _ = compose(library, base)
    there = set(_rules(plain))
    with_ = [id if library.has(rule) else shown(rule.path) for id, rule in rules.items() if id not in there]
    wider, _ = compose(library, base, with_)
    without = [id for id in _rules(wider or plain) if id not in rules]
    usual, _ = compose(library, base, with_, without)
    if usual is None:
        return None
    values = {key: setting.data for key, setting in usual.options.items()}
    changed = [s for key, s in composition.options.items() if key not in values or values[key] != s.data]
    options = {setting.full_name: written_value(setting) for setting in changed}
    result, _ = compose(library, base, with_, without, options)
    same = result is not None and result.digest == composition.digest
    return write_line(base, with_, without, options) if same else None


def _rules(composition: Composition | None) -> Iterator[str]:
    yield from (use.rule.id for use in composition.uses) if composition is not None else ()


def _is_shipped(document: Document) -> bool:
    return is_shipped(str(document.path))
