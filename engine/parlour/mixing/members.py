"""Merging the members of documents, section by section.

A new name adds a member; a duplicate name is an error unless it uses `instead`; order never decides. The
expressions and steps inside the members are not parsed here.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal

from parlour.base.diagnostics import Diagnostic, Related, did_you_mean, listing
from parlour.documents import document as doc
from parlour.documents.composition import Document, Member, heading_name
from parlour.documents.document import Mapping, Node, Pair, Scalar, flat, is_required, typed
from parlour.library.library import Library
from parlour.mixing.selection import Selection

Manner = Literal["named", "open", "list", "parts", "whole"]

SECTIONS: dict[str, Manner] = {
    "players": "whole",
    "sides": "whole",
    "main": "whole",
    "deck": "parts",
    "cards": "named",
    "seats": "parts",
    "melding": "parts",
    "names": "open",
    "types": "named",
    "records": "named",
    "classes": "open",
    "options": "named",
    "possible": "list",
    "endings": "named",
    "zones": "named",
    "marks": "named",
    "state": "named",
    "logs": "named",
    "shows": "named",
    "groups": "named",
    "facets": "named",
    "powers": "open",
    "stages": "named",
    "functions": "named",
    "procedures": "named",
    "prompts": "open",
    "may": "open",
    "misplay": "open",
    "when": "open",
    "outcome": "named",
    "policy": "open",
    "sheet": "open",
    "chart": "open",
    "needs": "list",
    "excludes": "list",
    "advises": "list",
    "advises-against": "list",
    "examples": "list",
}
"""The way to merge the members of each section. Named: one for each name, or one `instead` of it. Open: every document
can add. List: items without names. Parts and whole: only one counts; a game's takes precedence over a rule's, and a
rule's over a frame's."""

_HEADING = re.compile(r"[^\s,(]+(\([^()]*\))?")
MAX_KEPT = 4_000  # documents whose members are cached

Merged = tuple[dict[str, tuple[Member, ...]], tuple[Member, ...], tuple[Diagnostic, ...]]


def merge(selection: Selection, library: Library) -> Merged:
    """Return the members by section, the required members that are missing, and diagnostics."""
    merger = _Merger(selection, library)
    sections = merger.merge()
    return sections, tuple(merger.missing), tuple(merger.findings)


def says_instead(value: Node) -> bool:
    """True for `{instead: …}`, and for `instead: true` among other keys."""
    instead = doc.node_at(value, "instead")
    return instead is not None and not (isinstance(instead, Scalar) and typed(instead) is False)


def adds_to_function(value: Node) -> bool:
    """True for `{when: …, is: …}` and `{union: …}`, which add to the definitions of other documents."""
    return not {"when", "union"}.isdisjoint(doc.keys_in(value))


@dataclass
class _Merger:
    selection: Selection
    library: Library
    findings: list[Diagnostic] = field(default_factory=list)
    missing: list[Member] = field(default_factory=list)
    gathered: dict[str, list[Member]] = field(default_factory=lambda: {section: [] for section in SECTIONS})

    def report(self, code: str, message: str, member: Member, *related: Related, help: str | None = None) -> None:
        self.findings.append(Diagnostic(code, message, member.key.span, related=related, help=help))

    def merge(self) -> dict[str, tuple[Member, ...]]:
        for document in self.selection.documents:
            for member in self.members(document):
                self.gathered[member.section].append(member)
        merged: dict[str, tuple[Member, ...]] = {}
        for section, members in self.gathered.items():
            match SECTIONS[section]:
                case "named":
                    members = self.options(members) if section == "options" else self.named(members)
                case "parts" | "whole":
                    members = self.once(members)
                case "open" if section == "names":
                    self.one_type_each(members)
                case "open" if section == "classes":
                    self.one_beginning_each(members)
                case "open" if section == "prompts":
                    members = self.prompts(members)
                case "open" if section == "sheet":
                    members = self.added(members)
                case _:
                    pass
            merged[section] = tuple(members)
        return merged

    # The members of documents

    def members(self, document: Document) -> Iterable[Member]:
        yield from _members(document, None)
        present = {use.rule.id for use in self.selection.uses}
        for entry in doc.entries_in(document.node.get("with")):
            if entry.key.value in present:
                yield from _members(document, entry.key.value)
            elif not self.library.knows(entry.key.value, document):
                _, problems = self.library.find(entry.key.value, ("rule",), entry.key.span)
                self.findings.extend(d for d in problems if d.code.startswith("library-") and d.severity == "error")

    # Sections with one member for each name

    def options(self, members: Sequence[Member]) -> list[Member]:
        """Return the options: each rule has its own namespace; frames and games share one."""
        common = self.named([m for m in members if m.document.kind != "rule"])
        own = [m for m in members if m.document.kind == "rule"]
        for member in own:
            if says_instead(member.value):
                self.nothing_to_replace(member, ())
        return common + own

    def named(self, members: Sequence[Member]) -> list[Member]:
        return [member for same in _by_name(members) for member in self.one_of_a_name(same)]

    def one_of_a_name(self, members: list[Member]) -> list[Member]:
        if len(members) == 1 and not is_required(members[0].value) and not says_instead(members[0].value):
            return members
        beside = [m for m in members if m.section == "functions" and adds_to_function(m.value)]
        members = [m for m in members if m not in beside]
        if not members:
            return beside
        required = [m for m in members if is_required(m.value)]
        defining = [m for m in members if not is_required(m.value) and not says_instead(m.value)]
        replacing = [m for m in members if says_instead(m.value)]
        for other in defining[1:]:
            self.twice(defining[0], other)
        first = defining[0] if defining else None
        for member in replacing:
            grounds = [m for m in (*required, *defining) if self.may_replace(member, m)]
            if not grounds:
                self.nothing_to_replace(member, members)
        order = [*required, *([first] if first else []), *sorted(replacing, key=self.weight)]
        base = next((m for m in reversed(order) if m not in replacing or m.document.kind != "rule"), None)
        self.one_replacement_each(replacing, base)
        last = order[-1]
        rules = order[order.index(base) + 1 :] if base is not None else []
        if base is not None and len(rules) > 1 and all(collisions(base, m, last) == [] for m in rules[:-1]):
            last = together(base, rules)
        if is_required(last.value):
            self.missing.append(last)
        over = tuple(m for m in order if m.key is not last.key and m not in last.mixed)
        return [replace(last, value=_without_instead(last), over=over), *beside]

    def one_replacement_each(self, replacing: Sequence[Member], base: Member | None = None) -> None:
        """Report two rules that replace the same member. Two may if one does it under `with:` the other, or if they
        change different keys of their base."""
        for number, member in enumerate(replacing):
            for other in replacing[:number]:
                if other.document is member.document:
                    if other.only_with == member.only_with:
                        self.twice(other, member)
                        break
                elif other.document.kind == member.document.kind == "rule" and not _made_for(member, other):
                    keys = collisions(base, member, other)
                    if keys == []:
                        continue
                    message = f"`{other.document.id}` and `{member.document.id}` both replace `{member.name}`"
                    if keys:
                        message += f" and give {listing(keys, 'and')} different values"
                    there = Related(other.key.span, "the other replacement")
                    both = f"`with: {{{other.document.id}: …}}` of `{member.document.id}`"
                    help = f"use only one of the two rules, or replace it under {both} for mixes with both"
                    self.report("compose-replaced-twice", message, member, there, help=help)
                    break

    def twice(self, first: Member, second: Member) -> None:
        there = Related(first.key.span, "the first definition")
        message = f"`{second.section}` defines `{second.name}` twice"
        if first.document is not second.document:
            message = f"`{second.document.id}` and `{first.document.id}` both define `{second.name}`"
        help = "rename one of them"
        if first.document is not second.document and (second.section != "options" or second.document.kind != "rule"):
            help += ", or use `instead` to replace the first"
        self.report("compose-clash", message, second, there, help=help)

    def nothing_to_replace(self, member: Member, others: Sequence[Member]) -> None:
        message = f"`instead` replaces nothing: no earlier document defines `{member.name}` in `{member.section}`"
        there = [Related(m.key.span, "a later document defines it here") for m in others if m is not member][:1]
        known = {m.name for m in self.gathered[member.section] if m.document is not member.document}
        help = did_you_mean(member.name, known - {member.name}) or "remove `instead` to add it"
        self.report("compose-replaces-nothing", message, member, *there, help=help)

    def may_replace(self, member: Member, other: Member) -> bool:
        """True if one member can replace the other: a frame replaces members of base frames, a rule any member."""
        if member.document is other.document:
            return member.only_with is not None and other.only_with is None
        return self.weight(other) < self.weight(member) or member.document.kind == "rule"

    def weight(self, member: Member) -> tuple[int, bool]:
        """Return the precedence of a member: frames lowest, the last game or rule on the command line highest. A rule
        ranks below the game that uses it. Members under `with:` rank above the other members of their document."""
        frames, games = self.selection.frames, self.selection.games
        document = member.document
        if document in frames:
            place = frames.index(document)
        elif document in games:
            place = len(frames) + 2 * games.index(document) + 1
        else:
            by = next(use.by for use in self.selection.uses if use.rule is document)
            place = len(frames) + 2 * (games.index(by) if by else len(games))
        return place, member.only_with is not None

    # Sections in which one member counts

    def once(self, members: Sequence[Member]) -> list[Member]:
        single = []
        for same in _by_name(members):
            rules = [m for m in same if m.document.kind == "rule"]
            games = [m for m in same if m.document.kind == "game"]
            for other in rules[1:] if not games else ():
                if flat(other.value) != flat(rules[0].value):
                    there = Related(rules[0].value.span, "the other value")
                    documents = f"`{rules[0].document.id}` and `{other.document.id}`"
                    message = f"{documents} give `{other.name}` different values"
                    help_ = "leave one of them out, or set it in the game"
                    self.report("compose-clash", message, other, there, help=help_)
            order = [m for m in same if m.document.kind == "frame"] + rules + games
            single.append(replace(order[-1], over=tuple(order[:-1])))
        return single

    # Open sections

    def one_type_each(self, members: Sequence[Member]) -> None:
        """Report a parameter name with two types."""
        seen: dict[str, tuple[str, Member]] = {}
        for member in members:
            type_ = flat(member.value)
            for match in re.finditer(r"\S+", member.key.value):
                other_type, other = seen.setdefault(match[0], (type_, member))
                if other_type != type_:
                    message = f"`{match[0]}` already has the type {other_type}, so it can't be {type_}"
                    there = Related(other.key.span, "the other declaration")
                    span = member.key.at(match.start(), match.end())
                    self.findings.append(Diagnostic("compose-clash", message, span, related=(there,)))

    def one_beginning_each(self, members: Sequence[Member]) -> None:
        """Report a duplicate `of` or `starts` of a class; `adds` and `removes` can be repeated."""
        seen: dict[tuple[str, str], Scalar] = {}
        for member in members:
            for entry in doc.entries_in(member.value):
                if entry.key.value in ("of", "starts"):
                    other = seen.setdefault((member.name, entry.key.value), entry.key)
                    if other is not entry.key:
                        message = f"duplicate `{entry.key.value}` for the class `{member.name}`"
                        there = Related(other.span, "the first one")
                        help = "use `adds:` or `removes:` to change a class"
                        clash = Diagnostic("compose-clash", message, entry.key.span, related=(there,), help=help)
                        self.findings.append(clash)

    def prompts(self, members: Sequence[Member]) -> list[Member]:
        prompts = self.added(members)
        self.missing += [same[0] for same in _by_name(prompts) if all(is_required(member.value) for member in same)]
        return prompts

    def added(self, members: Sequence[Member]) -> list[Member]:
        """Return the members of a section to which all documents add, without those that `instead` replaces."""
        return [member for same in _by_name(members) for member in self.one_together(same)]

    def one_together(self, same: list[Member]) -> list[Member]:
        """Apply `instead` to a prompt, or to a part of the sheet. It replaces the declaration (the first rule's if no
        frame or game has one) and the additions of frames and games of lower precedence. Additions of other rules
        stay."""
        replacing = sorted((m for m in same if says_instead(m.value)), key=self.weight)
        if not replacing:
            return same
        adding = [m for m in same if not says_instead(m.value)]
        declaration, last = adding[:1], replacing[-1]
        for member in replacing:
            if not any(self.may_replace(member, m) for m in (*declaration, *replacing[: replacing.index(member)])):
                self.nothing_to_replace(member, same)
        self.one_replacement_each(replacing)
        less = [m for m in adding[1:] if m.document.kind != "rule" and self.weight(m) < self.weight(last)]
        gone = [*declaration, *less, *replacing[:-1]]
        return [replace(m, over=tuple(gone)) if m is last else m for m in same if m not in gone]


def all_members(document: Document) -> tuple[Member, ...]:
    """Return the members of a document, including those that it has only with other rules."""
    others = doc.keys_in(document.node.get("with"))
    return tuple(member for rule in (None, *others) for member in _members(document, rule))


@lru_cache(MAX_KEPT)
def _members(document: Document, only_with: str | None) -> tuple[Member, ...]:
    """Return the members of a document in any mix, or those under `with:` a rule. They don't depend on the mix."""
    node: Node | None = document.node
    if only_with is not None:
        node = doc.node_at(document.node.get("with"), only_with)
    return tuple(_in_sections(document, node, only_with)) if isinstance(node, doc.Mapping) else ()


def _in_sections(document: Document, node: doc.Mapping, only_with: str | None) -> Iterable[Member]:
    for entry in node.entries:
        section, value = entry.key.value, entry.value
        manner = SECTIONS.get(section)
        if manner == "whole":
            yield Member(section, section, entry.key, value, document, only_with=only_with)
        elif manner == "list":
            items = doc.items_in(value)
            for number, item in enumerate(items, 1):
                yield Member(section, _item_name(item, number), entry.key, item, document, only_with=only_with)
        elif manner is not None and isinstance(value, doc.Mapping):
            for member in value.entries:
                for key in headings(member.key) if section == "may" else (member.key,):
                    name = key.value if section in ("names", "powers", "chart") else heading_name(key.value)
                    yield Member(section, name, key, member.value, document, only_with=only_with)


def headings(key: Scalar) -> tuple[Scalar, ...]:
    """Return the headings in a key such as `play(p, c), draw(p)`, each with its place."""
    headings = []
    for match in _HEADING.finditer(key.value):
        headings.append(Scalar(match[0], key.plain, key.at(match.start(), match.end())))
    return tuple(headings) if len(headings) > 1 else (key,)


def _made_for(one: Member, other: Member) -> bool:
    return one.only_with == other.document.id or other.only_with == one.document.id


def _without_instead(member: Member) -> Node:
    """Return the value without `instead: true`, which in a record would look like a field."""
    if member.section != "records" or not isinstance(member.value, doc.Mapping):
        return member.value
    return replace(member.value, entries=tuple(e for e in member.value.entries if e.key.value != "instead"))


def _item_name(item: Node, number: int) -> str:
    if isinstance(item, Scalar):
        return item.value
    name = doc.scalar_at(item, "name")
    return name.value if name is not None else str(number)


def not_playable(missing: Sequence[Member], game: Document) -> tuple[Diagnostic, ...]:
    """Return an error at the game for each required member that is missing."""
    problems = []
    for member in missing:
        message = f"`{game.id}` needs `{member.name}`, which `{member.document.id}` requires from a rule or a game"
        help = f"define `{member.key.value}` under {listing([member.section])}"
        there = Related(member.value.span, "required here")
        problems.append(Diagnostic("compose-required", message, game.id_span, related=(there,), help=help))
    return tuple(problems)


_KEYED = ("zones", "state", "marks")
# Expressions, which only see the options of their own document.
_COMPUTED = ("columns", "room", "sorted-by", "starts", "default")


def collisions(base: Member | None, one: Member, other: Member) -> list[str] | None:
    """Return the keys to which both members give different values. None if they can't be compared key by key."""
    if base is None or base.section not in _KEYED or one.key.value != other.key.value:
        return None
    if not all(isinstance(m.value, Mapping) and m.only_with is None for m in (base, one, other)):
        return None
    first, second = changes(base, one), changes(base, other)
    if _computes(first) and _computes(second):
        return None
    return [key for key in first if key in second and not _same(first[key], second[key])]


def together(base: Member, members: Sequence[Member]) -> Member:
    """Return one member with the changes of all of them."""
    made_of = next((m for m in members if _computes(changes(base, m))), members[-1])
    assert isinstance(made_of.value, Mapping), "only mappings have keys"
    entries = {entry.key.value: entry for entry in made_of.value.entries}
    for member in members:
        for key, entry in changes(base, member).items():
            if entry is None:
                entries.pop(key, None)
            else:
                entries[key] = entry
    others = tuple(member for member in members if member is not made_of)
    return replace(made_of, value=replace(made_of.value, entries=tuple(entries.values())), mixed=others)


def changes(base: Member, member: Member) -> dict[str, Pair | None]:
    """Return the entries that a member has and its base hasn't, and none for each key that only the base has."""
    assert isinstance(base.value, Mapping), "only mappings have keys"
    assert isinstance(member.value, Mapping), "only mappings have keys"
    changes: dict[str, Pair | None] = {}
    for key in dict.fromkeys((*doc.keys_in(base.value), *doc.keys_in(member.value))):
        before, now = base.value.entry(key), member.value.entry(key)
        if key != "instead" and not _same(before, now):
            changes[key] = now
    return changes


def _computes(parts: Container[str]) -> bool:
    return any(key in parts for key in _COMPUTED)


def _same(one: Pair | None, other: Pair | None) -> bool:
    if one is None or other is None:
        return one is other
    return flat(one.value) == flat(other.value)


def _by_name(members: Iterable[Member]) -> Iterable[list[Member]]:
    """Return the members of each name."""
    named: dict[str, list[Member]] = {}
    for member in members:
        named.setdefault(member.name, []).append(member)
    return named.values()
