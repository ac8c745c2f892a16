"""Text from outside that is safe to print: a terminal obeys control characters, and a line end begins a new message."""

from __future__ import annotations

import re
import shlex

_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_HIDDEN = "\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069"  # invisible; some change the order of other characters
_UNSAFE = re.compile(f"[\0-\x08\x0b-\x1f\x7f-\x9f{_HIDDEN}]")
_CLOSED = re.compile(r"[?!.](?: \([^()]*\))?$")
_IN_A_LINE = re.compile(f"[\0-\x1f\x7f-\x9f\u2028\u2029{_HIDDEN}]")


def printable(text: str, lines: bool = False) -> str:
    """Return a string with escapes as in JSON instead of control characters. With `lines`, line ends and tabs stay."""
    return (_UNSAFE if lines else _IN_A_LINE).sub(_escaped, text)


def capitalised(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def closed(text: str) -> str:
    """Return a sentence with its full stop. `what do you play? (rank on top: 5)` needs none."""
    return text if _CLOSED.search(text) else f"{text}."


def shortened(text: str, width: int = 60) -> str:
    """Return some code on one line, and cut it if it is long."""
    line = " ".join(text.split())
    return line if len(line) <= width else f"{line[: width - 1].rstrip()}…"


def value_word(value: object) -> str:
    """Return a value as rulesets write it: `true`, `none`, `7`."""
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def picked(value: object, *names: str) -> dict[str, object]:
    """Return some attributes as data for JSON, by their names."""
    return {name: getattr(value, name) for name in names}


def is_printable(char: str) -> bool:
    return _IN_A_LINE.match(char) is None


def shell_word(text: str) -> str:
    """Return an argument as a shell takes it, on one line."""
    return shlex.quote(text) if printable(text) == text else f"$'{printable(_BACKSLASHES.sub(_doubled, text))}'"


_BACKSLASHES = re.compile(r"[\\']")


def _escaped(match: re.Match[str]) -> str:
    return _SHORT.get(match[0]) or f"\\u{ord(match[0]):04x}"


def _doubled(match: re.Match[str]) -> str:
    return f"\\{match[0]}"
