"""Mixes of the rulesets that come with Parlour: the rules that fit each game, and the values of options."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from parlour.documents.composition import Composition, Document, OptionSetting, scalars
from parlour.library.description import read_summary
from parlour.library.library import Library
from parlour.mixing.compiler import NO_OPTIONS, Compiled, Options, compile_ruleset
from parlour.mixing.compose import compose

LIBRARY = Library.standard()


@cache
def rules() -> dict[str, Document]:
    """Return every rule by its id."""
    found = {id: LIBRARY.find(id, ("rule",))[0] for id in LIBRARY.ids("rule")}
    return {id: document for id, document in found.items() if document is not None}


def rules_for(*frames: str) -> list[str]:
    """Return the rules for one of these frames."""
    return [id for id, path in _paths("rule") if not set(frames).isdisjoint(_summary(path, "wanted"))]


def games_on_frames() -> list[str]:
    """Return the games that extend a frame directly. Games that extend a game begin with its rules."""
    frames = LIBRARY.ids("frame")
    return [id for id, path in _paths("game") if _summary(path, "extends") in frames]


def _paths(kind: str) -> Iterator[tuple[str, Path]]:
    for listed in LIBRARY.listed(kind):
        assert listed.id is not None
        yield listed.id, listed.path


def _summary(path: Path, field: str) -> Any:
    return getattr(read_summary(path), field)


@cache
def composed(game: str) -> Composition:
    composition, _ = compose(LIBRARY, game)
    assert composition is not None, f"{game} can be composed"
    return composition


@cache
def frames(game: str) -> tuple[str, ...]:
    return tuple(document.id for document in composed(game).documents if document.kind == "frame")


@cache
def used(game: str) -> tuple[str, ...]:
    """Return the rules that a game uses by default."""
    return tuple(document.id for document in composed(game).documents if document.kind == "rule")


@cache
def said(rule: str, key: str) -> tuple[str, ...]:
    """Return the words of a rule under a key such as `for` or `group`."""
    return tuple(scalar.value for scalar in scalars(rules()[rule].node.get(key)))


def fits(game: str, rule: str) -> bool:
    return not set(frames(game)).isdisjoint(said(rule, "for"))


def to_add(game: str) -> list[str]:
    """Return the rules that fit a game and that it doesn't use yet."""
    return [rule for rule in rules() if fits(game, rule) and rule not in used(game)]


def families(games: Sequence[str] | None = None) -> dict[str, list[str]]:
    """Return these games, or all, by the last of their frames, in the given order."""
    found: dict[str, list[str]] = {}
    for game in sorted(LIBRARY.ids("game")) if games is None else games:
        found.setdefault(frames(game)[-1], []).append(game)
    return found


def mixed(game: str, *rules: str, without: Sequence[str] = (), options: Options = NO_OPTIONS) -> Compiled:
    """Return a game with these rules and options, which can have errors."""
    return compile_ruleset(game, rules, tuple(without), options, library=LIBRARY)


def values(setting: OptionSetting) -> list[Any]:
    """Return some values of an option: every word, the bounds of a number, and `none` if possible."""
    kind = setting.type
    nothing = ["none"] if kind.optional else []
    match kind.kind:
        case "word":
            return list(kind.words)
        case "bool":
            return [True, False]
        case "int":
            return [kind.low, kind.high, *nothing]
        case "rank":
            return ["A", "10", *nothing]
        case "suit":
            return ["♣", "♠", *nothing]
        case "ranks":
            return ["9", "4 10"]
        case "suits":
            return ["♥", "♥ ♠"]
        case "cards":
            return ["4♠", "9♥ K♠"]
