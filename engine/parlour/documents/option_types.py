"""The types of options, and reading values of these types.

Ranks, suits and cards are not read here; the language does that.
"""

from __future__ import annotations

import re
from typing import Literal

from parlour.base.diagnostics import Fix, did_you_mean, listing, respelling, writing
from parlour.documents import document as doc
from parlour.documents.composition import OptionType, OptionValue
from parlour.documents.document import Node, Scalar, typed

_TYPE = re.compile(r"(bool|int|ranks?|suits?|cards)( or none)?")
_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")
_ANSWERS = {"y": "true", "yes": "true", "on": "true", "n": "false", "no": "false", "off": "false"}
_KINDS: dict[str, Literal["bool", "int", "rank", "suit", "ranks", "suits", "cards"]] = {
    "bool": "bool", "int": "int", "rank": "rank", "suit": "suit", "ranks": "ranks", "suits": "suits", "cards": "cards",
}  # fmt: skip


def option_type(spec: doc.Mapping) -> OptionType | None:
    """Return the type of an option, or None if its declaration is invalid."""
    written = spec.get("type")
    if isinstance(written, doc.Sequence):
        words = tuple(item.value for item in written.items if isinstance(item, Scalar))
        return OptionType("word", words, meanings=_meanings(spec, words))
    match = _TYPE.fullmatch(written.value) if isinstance(written, Scalar) else None
    if not match:
        return None
    low, high = bounds(spec.get("in")) or (None, None)
    return OptionType(_KINDS[match[1]], (), bool(match[2]), low, high)


def _meanings(spec: doc.Mapping, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the meaning of each word, if the option gives any."""
    entries = doc.entries_in(spec.get("values"))
    meanings = {e.key.value: " ".join(e.value.value.split()) for e in entries if isinstance(e.value, Scalar)}
    return tuple(meanings.get(word, "") for word in words) if meanings else ()


def bounds(node: Node | None) -> tuple[int, int] | None:
    """Return the bounds as `1..5`."""
    match = _RANGE.fullmatch(node.value) if isinstance(node, Scalar) else None
    return (int(match[1]), int(match[2])) if match else None


def takes(type_: OptionType) -> str:
    """Return the type of an option in words."""
    words = {
        "bool": "`true` or `false`",
        "int": "a whole number",
        "rank": "a rank",
        "suit": "a suit",
        "ranks": "ranks",
        "suits": "suits",
        "cards": "cards",
        "word": listing(type_.words),
    }[type_.kind]
    if type_.low is not None and type_.high is not None:
        words += f" from {type_.low} to {type_.high}"
    return words + (" or `none`" if type_.optional else "")


def meanings_listed(type_: OptionType) -> str | None:
    """Return `at-once` means …, `never` means …; None if the option doesn't say what its values mean."""
    meanings = [f"`{word}` means “{type_.meaning(word)}”" for word in type_.words if type_.meaning(word)]
    return listing(meanings, "and", quote="") if meanings else None


def meant_value(type_: OptionType, text: str) -> str:
    """Return the value that a person means by some words: `at-once` for `at once`, `once` or its meaning in words.

    Words that mean none of the values, or several, stay unchanged.
    """
    typed = text.strip()
    match type_.kind:
        case "bool":
            return _ANSWERS.get(typed.casefold(), typed)
        case "word":
            hyphened = "-".join(re.findall(r"[\w']+", typed.casefold()))
            parts = {*hyphened.split("-")}
            words = {word: {*re.findall(r"[\w']+", f"{word} {type_.meaning(word)}".casefold())} for word in type_.words}
            fitting = [word for word in type_.words if word == hyphened]
            fitting = fitting or [word for word in type_.words if hyphened and word.startswith(hyphened)]
            fitting = fitting or [word for word in type_.words if parts <= {*word.split("-")}]
            fitting = fitting or [word for word in type_.words if parts <= words[word]]
            return fitting[0] if len(fitting) == 1 else typed
        case _:
            return "none" if typed.casefold() == "none" else typed


class Unfit(Exception):  # noqa: N818 - not an error of the program
    """A value that doesn't fit the type of its option, with a suggestion, and with a fix where that is certain."""

    def __init__(self, help: str | None = None, fixes: tuple[Fix, ...] = ()) -> None:
        super().__init__(help)
        self.fixes = fixes
        self.help = help


def read_value(type_: OptionType, node: Node) -> OptionValue:
    if type_.kind in ("ranks", "suits", "cards"):
        if isinstance(node, doc.Mapping) or (isinstance(node, Scalar) and not node.value):
            raise Unfit
        if isinstance(node, doc.Sequence) and not all(isinstance(item, Scalar) for item in node.items):
            raise Unfit
        return node
    if not isinstance(node, Scalar):
        raise Unfit("write a single value, not a list" if isinstance(node, doc.Sequence) else None)
    if type_.optional and node.value == "none":
        return None
    value = typed(node)
    match type_.kind:
        case "bool":
            if isinstance(value, bool):
                return value
            meant = _ANSWERS.get(node.value.lower())
            raise Unfit(f"write `{meant}`", writing(node.span, meant)) if meant else Unfit
        case "int":
            if isinstance(value, int) and not isinstance(value, bool):
                if (type_.low is None or type_.low <= value) and (type_.high is None or value <= type_.high):
                    return value
                raise Unfit
            if not node.plain and node.value.isdecimal():
                raise Unfit("write it without quotes", writing(node.span, node.value))
            raise Unfit
        case "word":
            if node.value in type_.words:
                return node.value
            help = did_you_mean(node.value, type_.words) or meanings_listed(type_)
            raise Unfit(help, respelling(node.value, type_.words, node.span))
        case _:
            if not node.value:
                raise Unfit
            return node
