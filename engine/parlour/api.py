"""`parlour.load`, for programs: what was wrong with a call is told in the words of the call.

Everything else is in `game`, which the command line uses as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from parlour import game
from parlour.base.diagnostics import Diagnostic, RulesetError
from parlour.base.source import Source, Span
from parlour.game import Game, Value
from parlour.library.library import Library, is_path
from parlour.mixing.compiler import NO_OPTIONS


def load(
    subject: str | Path,
    with_: str | Path | Iterable[str | Path] = (),
    without: str | Iterable[str] = (),
    options: Mapping[str, Value] = NO_OPTIONS,
    library: Library | None = None,
) -> Game:
    """A game by its id or file, with other rules and options. Raises RulesetError when that makes no sense.

    A rule is named by its id or its file too; one alone need not stand in a list. An option is a number, a truth or
    a text, as on the command line; ranks, suits or cards can be a list, and None is `none`.
    """
    try:
        return game.load(subject, with_, without, options, library)
    except RulesetError as error:
        raise RulesetError(map(_in_python, error.diagnostics)) from None


def _in_python(d: Diagnostic) -> Diagnostic:
    related = tuple(replace(r, span=_argument(r.span)) for r in d.related)
    help = _LISTED if d.code == "library-unknown" and d.help is None else d.help
    if d.span is not None and d.span.source.outside and d.code in ("library-unknown", "compose-without-unused"):
        help = _as_list(d.span.source) or help
    return replace(d, span=_argument(d.span) if d.span is not None else None, related=related, help=help)


def _as_list(source: Source) -> str | None:
    """Several names in one text, as on the command line."""
    kind, _, text = source.name.removeprefix("--").partition(" ")
    names = [name for name in re.split(r"[,\s]+", text) if name]
    if kind not in _ARGUMENTS or len(names) < 2 or is_path(text):
        return None
    return f"several rules go into a list: `{_ARGUMENTS[kind]}={names!r}`"


def _argument(span: Span) -> Span:
    """`options['hand-size']` in place of `--set hand-size=20`."""
    source = span.source
    if not source.outside:
        return span
    kind, _, text = source.name.removeprefix("--").partition(" ")
    name = f"options[{text.partition('=')[0]!r}]" if kind == "set" else f"{_ARGUMENTS[kind]}={text!r}"
    return replace(span, source=Source(name, source.text, outside=True))


_LISTED = "`parlour list` has all that come with Parlour; a file of your own is named by its path, as in ./my-rule.yaml"
_ARGUMENTS = {"with": "with_", "without": "without"}
