"""Selects findings by their codes, as `--select` and `--ignore` do. Always selects errors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from parlour.base.codes import CODES
from parlour.base.diagnostics import Diagnostic, containing, did_you_mean
from parlour.cli.usage import UsageError


@dataclass(frozen=True)
class CodeSelection:
    """The codes of warnings and notes to report."""

    codes: frozenset[str]

    def has(self, d: Diagnostic) -> bool:
        return d.severity == "error" or d.code in self.codes


def selection_of(select: Sequence[str], ignore: Sequence[str]) -> CodeSelection:
    """Return the selection by these words: codes, their beginnings (`hook` for `hook-order`), or patterns (`*-never`).

    Each can contain several codes, separated by commas.
    """
    codes = frozenset(code for word in _words(select) for code in _meant(word)) if select else frozenset(CODES)
    for word in _words(ignore):
        meant = _meant(word)
        if all(CODES[code].severity == "error" for code in meant):
            raise UsageError(f"`--ignore {word}`: you can't ignore errors", "you can ignore only warnings and notes")
        codes -= meant
    return CodeSelection(codes)


def _words(texts: Iterable[str]) -> Iterator[str]:
    return (word.strip() for text in texts for word in text.split(",") if word.strip())


def _meant(word: str) -> frozenset[str]:
    found = frozenset(code for code in CODES if fnmatchcase(code, word) or code.startswith(f"{word}-"))
    if not found:
        help = did_you_mean(word, CODES) or containing(word, CODES) or "`parlour explain` lists all codes"
        raise UsageError(f"unknown code `{word}`", help)
    return found
