"""The changes from one mix to another: rules added, removed, replaced or changed, what games do themselves, and
options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from parlour.base.diagnostics import listing
from parlour.documents.composition import Composition, Document, Member, OptionSetting, scalars
from parlour.documents.document import string_at
from parlour.documents.prose import options_by_name, text_of, value_in_words, value_text
from parlour.game import Game, numbers

MOST_HEADS = 8  # members that are named if frames differ in many

Kind = Literal["added", "replaced", "rewritten", "removed", "option", "players"]
KINDS: tuple[Kind, ...] = get_args(Kind)  # in the order in which people read them


@dataclass(frozen=True)
class ChangedPart:
    """A rule in one mix, what a game has itself, or the value of an option: `value` as a ruleset sets it, `text` in
    words."""

    id: str
    title: str
    text: str
    value: str = ""
    is_game: bool = False


@dataclass(frozen=True)
class MixChange:
    """`was` is the part in the first mix and `now` the part in the second; None if a mix lacks the part."""

    kind: Kind
    was: ChangedPart | None
    now: ChangedPart | None
    by: str | None = None
    """The title of the rule that sets an option, if only one of the mixes has this rule."""

    @property
    def ids(self) -> tuple[str, ...]:
        """Return the rules that the change is about."""
        if self.kind in ("option", "players"):
            return ()
        return tuple(dict.fromkeys(part.id for part in (self.now, self.was) if part is not None))

    @property
    def name(self) -> str:
        return self.part.id

    @property
    def part(self) -> ChangedPart:
        """The part in the second mix, or else in the first."""
        part = self.now or self.was
        assert part is not None, "a change has a part in one of the mixes"
        return part


def changes(one: Game, other: Game) -> tuple[MixChange, ...]:
    """Return the changes by their kinds: rules in the order of the mixes, then options and the numbers of players."""
    parts = (*_frames(one.composition, other.composition), *_games(one, other), *_rules(one, other))
    parts = (*parts, *_options(one.composition, other.composition), *_players(one, other))
    return tuple(sorted(parts, key=lambda change: KINDS.index(change.kind)))


def _games(one: Game, other: Game) -> Iterator[MixChange]:
    """Yield what the games of only one mix do themselves, without rules."""
    was, now = _own_parts(one.composition), _own_parts(other.composition)
    for id, part in now.items():
        before = was.pop(id, None)
        if before != part:
            yield MixChange("added" if before is None else "rewritten", before and before[0], part[0])
    for part in was.values():
        yield MixChange("removed", part[0], None)


def _own_parts(composition: Composition) -> dict[str, tuple[ChangedPart, str]]:
    """Return the games of a mix that have members of their own, with their sources."""
    games: dict[str, tuple[ChangedPart, str]] = {}
    for game in composition.games:
        members = [m for section in _OF_PLAY for m in composition.sections[section] if m.document == game]
        if members:
            words = listing([*dict.fromkeys(map(_head, members))], "and")
            part = ChangedPart(game.id, game.title, f"the game itself has {words}.", is_game=True)
            games[game.id] = part, game.source.text
    return games


def _frames(one: Composition, other: Composition) -> Iterator[MixChange]:
    """Yield the frames of which a mix has others, with the members that differ."""
    was, now = _frames_without(one, other), _frames_without(other, one)
    before, after = _members_of(was, one), _members_of(now, other)
    heads = [head for head in {**after, **before} if before.get(head) != after.get(head)]
    heads.sort(key=lambda head: _OF_PLAY.index(head.partition(":")[0]))
    if not heads:
        return
    more = [f"{len(heads) - MOST_HEADS} more"] if len(heads) > MOST_HEADS + 1 else []
    differing = listing([*(f"`{head}`" for head in heads[: MOST_HEADS if more else None]), *more], "and", "")
    if was and now:
        yield MixChange("replaced", _of_frames(was, ""), _of_frames(now, f"they differ in {differing}."))
    elif now:
        yield MixChange("added", None, _of_frames(now, f"the frame has {differing}."))
    else:
        yield MixChange("removed", _of_frames(was, f"the frame has {differing}."), None)


def _of_frames(frames: Sequence[Document], text: str) -> ChangedPart:
    return ChangedPart(frames[-1].id, listing([frame.title for frame in frames], "and", ""), text, is_game=True)


def _frames_without(mix: Composition, other: Composition) -> list[Document]:
    """Return the frames of a mix that another one doesn't have."""
    known = {(d.id, d.source.text) for d in other.documents}
    return [d for d in mix.documents if d.kind == "frame" and (d.id, d.source.text) not in known]


def _members_of(frames: Sequence[Document], mix: Composition) -> dict[str, str]:
    """Return the sources of the members that a mix has from some frames."""
    members = [m for section in _OF_PLAY for m in mix.sections[section] if m.document in frames]
    return {_head(m): " ".join(m.value.span.text.split()) for m in members}


def _head(member: Member) -> str:
    """Return `procedures: draw(p)`, or `main` for a section without names."""
    key = " ".join(member.key.value.split())
    return key if key == member.section else f"{member.section}: {key}"


_OF_PLAY = (
    "sides", "main", "deck", "cards", "seats", "melding", "classes", "possible", "endings", "zones", "marks", "state",
    "facets", "powers", "stages", "functions", "procedures", "prompts", "may", "misplay", "when", "outcome",
)  # fmt: skip


def _rules(one: Game, other: Game) -> Iterator[MixChange]:
    was, now = _by_id(one.composition), _by_id(other.composition)
    gone = {id: rule for id, rule in was.items() if id not in now}
    for id, rule in now.items():
        part = _part(rule, other.composition)
        if id in was:
            before = _part(was[id], one.composition)
            if was[id].source.text != rule.source.text:
                yield MixChange("rewritten", before, part)
            continue
        replaced = next((old for old in gone.values() if _group(old) and _group(old) == _group(rule)), None)
        if replaced is not None:
            del gone[replaced.id]
            yield MixChange("replaced", _part(replaced, one.composition), part)
        else:
            yield MixChange("added", None, part)
    for rule in gone.values():
        yield MixChange("removed", _part(rule, one.composition), None)


def _by_id(composition: Composition) -> dict[str, Document]:
    """Return the rules of a mix in the order in which its games list them; those of the command line come last."""
    rules = {rule.id: rule for rule in composition.rules}
    listed = [Path(item.value).stem for game in composition.games for item in scalars(game.node.get("uses"))]
    return {id: rules[id] for id in dict.fromkeys((*listed, *rules)) if id in rules}


def _part(rule: Document, composition: Composition) -> ChangedPart:
    return ChangedPart(rule.id, rule.title, text_of(rule, composition))


def _group(rule: Document) -> str | None:
    return next(iter(rule.strings("group")), None)


def _options(one: Composition, other: Composition) -> Iterator[MixChange]:
    was, now = options_by_name(one), options_by_name(other)
    for name, setting in now.items():
        before = was.get(name)
        same = before is not None and before.document.id == setting.document.id
        same = same or (before is not None and before.document.kind == setting.document.kind == "frame")
        if before is not None and same and value_text(before) != value_text(setting):
            by = _rule_behind(before, other) or _rule_behind(setting, one)
            yield MixChange("option", _value(name, before), _value(name, setting), by)


def _rule_behind(setting: OptionSetting, lacking: Composition) -> str | None:
    """Return the title of the rule that sets an option, if the other mix lacks this rule."""
    rule = setting.set_by
    if not isinstance(rule, Document) or rule.kind != "rule" or any(d.id == rule.id for d in lacking.documents):
        return None
    return rule.title


def _value(name: str, setting: OptionSetting) -> ChangedPart:
    """Return the label of an option and its value, in words."""
    label = string_at(setting.spec, "text") or name
    of_rule = f"{setting.document.title}: " if setting.document.kind == "rule" else ""
    value = value_text(setting)
    words = setting.type.meaning(value) or value_in_words(value)
    return ChangedPart(name, of_rule + label, words, value)


def _players(one: Game, other: Game) -> Iterator[MixChange]:
    was, now = (numbers(game.players) if game.players else "nobody" for game in (one, other))
    if was != now:
        yield MixChange(
            "players",
            ChangedPart("players", "number of players", was),
            ChangedPart("players", "number of players", now),
        )
