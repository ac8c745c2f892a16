"""Finds unused names of rules and games, variables that steps set and nothing reads, and unused `let`s.

A name is used if any text of the mix mentions it, even a text that is replaced, or one for another mix (`with:`). It
is also used if a document outside the mix refers to the name and its document. Frames can declare names for only some
of their games, but no game uses an ending that nothing reaches.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from parlour.base.diagnostics import Diagnostic
from parlour.base.reachable import Uses, reachable
from parlour.documents.composition import Composition, Document, Member
from parlour.documents.document import Mapping, Node, Scalar, entries_in, keys_in, node_at, walk
from parlour.lang import syntax as s
from parlour.lints.member_texts import MemberText, texts_of
from parlour.program import Program
from parlour.program.walking import called_in

WORD = re.compile(r"[^\W\d][\w-]*")
FOR_PEOPLE = (
    "text", "title", "credits", "examples", "also-called", "topics", "sheet", "chart",
)  # fmt: skip
_NAMED_BY_KEYS = ("functions", "procedures", "stages", "prompts", "state", "zones", "logs", "outcome")
_DECLARING = (*_NAMED_BY_KEYS, "endings", "facets", "groups", "marks", "options", "records", "types")
_REFERRING = ("for", "extends", "uses", "switchable", "needs", "advises")  # keys with the names of other documents
_ENGINE = ("faces",)  # the function that `guises of` calls
MAX_KEPT = 1_000  # documents

KINDS = {
    "functions": ("function", "call it, as in `{}(…)`, or remove it"),
    "procedures": ("procedure", "run it with `{}(…)`, or remove it"),
    "stages": ("stage", "play it with `play {}`, or remove it"),
    "prompts": ("question", "ask it with `ask {}(…)`, or remove it"),
    "endings": ("ending", "end a stage with it, as in `end hand as {}`, or remove it"),
    "facets": ("facet", "give a card this power under `powers`, or remove it"),
    "groups": ("group", "name it in a clause, as in `group: {}`, or remove it"),
    "zones": ("zone", "move cards to it, or remove it"),
    "state": ("variable", "use it, or remove it"),
    "types": ("type", "use it, as in `{{type: {}}}`, or remove it"),
    "logs": ("log", "write to it with `log {}(…)`, or remove it"),
    "records": ("record", "make one, as in `{}(…)`, or remove it"),
}


Documents = Callable[[], Iterable[Document]]


def check_names(
    composition: Composition, texts: tuple[MemberText, ...], own: tuple[MemberText, ...], others: Documents
) -> Iterator[Diagnostic]:
    """Yield a warning for each unused name, and for each unused `let` in the `own` texts.

    `others` returns the documents outside the mix; calls are rare.
    """
    words: Counter[str] = sum((_words_of(document) for document in composition.documents), Counter())
    for section, (kind, help_) in KINDS.items():
        for member in introduced(composition, section):
            alone = words[member.name] == words_in(member.value)[member.name]
            if alone and not used_outside(composition, member, others):
                message = f"nothing uses the {kind} `{member.name}`"
                yield Diagnostic("unused", message, member.key.span, "warning", help=help_.format(member.name))
    yield from _unread_state(composition, texts, words, others)
    for text in own:
        if text.kind in ("steps", "actions"):
            yield from _unread_lets(text)


def introduced(composition: Composition, section: str) -> Iterator[Member]:
    """Yield the members that a rule or game adds; not those that replace others, or add a case to a function."""
    seen: set[str] = set()
    for member in composition.sections[section]:
        new, case = member.name not in seen and not member.over, member.is_case
        seen.add(member.name)
        wanted = member.document.kind != "frame" or section == "endings"
        if new and not case and wanted and member.name not in _ENGINE:
            yield member


def used_outside(composition: Composition, member: Member, others: Documents) -> bool:
    """True if a document outside the mix uses a member of a document that it refers to. A rule for one frame also fits
    the frames that extend it."""
    home = member.document
    ids = {home.id}
    if home.kind != "rule":
        bases = [document.id for document in composition.documents if document.kind != "rule"]
        ids |= {*bases[bases.index(home.id) :]} if home.id in bases else set()
    users = (other for other in others() if other.id != home.id and not ids.isdisjoint(_referred(other)))
    return any(member.name in _words_for_play(other) for other in users)


@lru_cache(MAX_KEPT)
def _referred(document: Document) -> frozenset[str]:
    """Return the ids that a document names as parts of its mixes. The file of a path has the id as its name."""
    named = {value for key in _REFERRING for value in document.strings(key)}.union(keys_in(document.node.get("with")))
    return frozenset(part for name in named for part in WORD.findall(name))


@lru_cache(MAX_KEPT)
def _words_for_play(document: Document) -> frozenset[str]:
    """Return the words of a document, except those for people and in examples: these use no member."""
    return frozenset(part for word in words_in(document.node) for part in WORD.findall(word))


def _unread_state(
    composition: Composition, texts: tuple[MemberText, ...], words: Counter[str], others: Documents
) -> Iterator[Diagnostic]:
    """Yield a warning for each hidden variable that steps set, and no text reads."""
    hidden = [m for m in introduced(composition, "state") if _hidden(m) and words[m.name]]
    if not hidden:
        return
    read: set[str] = set()
    live: Counter[str] = Counter()
    for text in texts:
        live += Counter(WORD.findall(text.scalar.value))
        read |= read_names(text.syntax)
    for member in hidden:
        mentions = words[member.name] - words_in(member.value)[member.name]
        if member.name not in read and live[member.name] == mentions and not used_outside(composition, member, others):
            message = f"steps set the variable `{member.name}`, but nothing reads it"
            help_ = "read it, show it to players with `seen: everybody`, or remove it"
            yield Diagnostic("unused", message, member.key.span, "warning", help=help_)


def _hidden(member: Member) -> bool:
    seen = node_at(member.value, "seen")
    return seen is None or (isinstance(seen, Scalar) and seen.value == "nobody")


def read_names(syntax: object) -> set[str]:
    """Return the names whose values some code reads."""
    targets = {id(node.target) for node in s.walk(syntax) if isinstance(node, s.Assign)}
    names: set[str] = set()
    for node in s.walk(syntax):
        match node:
            case s.Name(id=name) | s.Call(name=name) | s.Field(name=name) if id(node) not in targets:
                names.add(name)
    return names


def _unread_lets(text: MemberText) -> Iterator[Diagnostic]:
    lets = [node for node in s.walk(text.syntax) if isinstance(node, s.Let | s.Naming)]
    read = read_names(text.syntax) if lets else set()
    for node in lets:
        if node.name not in read:
            message, help_ = f"nothing reads `{node.name}`", "read it, or remove this line"
            yield Diagnostic("unused", message, node.name_span, "warning", help=help_)


# ---------------------------------------------------------------- the words of documents


@lru_cache(MAX_KEPT)
def _words_of(document: Document) -> Counter[str]:
    """Count the words of a document that can be uses of names: those of its values, and of keys that refer to
    something."""
    counts = _of_sections(document.node)
    for entry in entries_in(document.node.get("with")):
        counts += _of_sections(entry.value)
    return counts


def _of_sections(node: Node) -> Counter[str]:
    counts: Counter[str] = Counter()
    for entry in entries_in(node):
        section = entry.key.value
        if section == "with" or section in FOR_PEOPLE:
            continue
        for member in entries_in(entry.value):
            counts += words_in(member.value)
            counts.update(_of_key(section, member.key.value))
        if not isinstance(entry.value, Mapping):
            counts += words_in(entry.value)
    return counts


def _of_key(section: str, key: str) -> list[str]:
    """Return the names that the key of a member uses: a heading declares its name, and uses the types in brackets."""
    words = WORD.findall(key)
    return words[1:] if section in _DECLARING else words


def words_in(value: Node) -> Counter[str]:
    counts: Counter[str] = Counter()
    for node in walk(value, without=FOR_PEOPLE):
        if isinstance(node, Scalar):
            counts.update(WORD.findall(node.value))
        counts.update(key for key in keys_in(node) if key not in FOR_PEOPLE)
    return counts


# ---------------------------------------------------------------- functions that lost their callers

_ROOT = ""  # calls from outside of functions


def check_called(composition: Composition, program: Program) -> Iterator[Diagnostic]:
    """Yield a warning for each function that a rule changes, if the game replaces all its callers."""
    changed = [m for m in composition.sections["functions"] if m.document.kind == "rule" and (m.over or m.is_case)]
    if not changed:
        return
    calls = _Calls(composition, program)
    for member in changed:
        lost = () if member.name in calls.reached else calls.uses.why_not(member.name)
        if lost:
            message = f"`{member.document.id}` changes `{member.name}`, but nothing calls it in this mix"
            help_ = f"call `{member.name}` in the replacement, or remove `{member.document.id}` from the mix"
            yield Diagnostic("never-called", message, member.key.span, "warning", lost, help_)


class _Calls:
    """The functions that the members of a mix call, and those that replaced members would call."""

    def __init__(self, composition: Composition, program: Program) -> None:
        self._functions = {function.name for function in program.functions}
        self.uses = Uses()
        for name, body in ((_ROOT, replace(program, functions=())), *((f.name, f) for f in program.functions)):
            called = (number for kind, number in called_in(body) if kind == "function")
            self.uses.by[name] |= {program.functions[number].name for number in called}
        for member in composition.members:
            self._read_replaced(member, composition)
        self.reached = reachable((_ROOT,), self.uses.by.__getitem__)

    def _read_replaced(self, member: Member, composition: Composition) -> None:
        for old in member.over:
            called = self._in_text(old, composition)
            if member.document.kind == "rule":
                self.uses.by[member.name if member.section == "functions" else _ROOT] |= called
            else:
                self.uses.lost.append((called, member.replacement))

    def _in_text(self, member: Member, composition: Composition) -> set[str]:
        """Return the functions that the texts of a replaced member call."""
        nodes = [node for text in texts_of(composition, member) for node in s.walk(text.syntax)]
        elsewhere = {id(node.call) for node in nodes if isinstance(node, s.Do | s.Ask | s.Include | s.May | s.Possible)}
        calls = {node.name for node in nodes if isinstance(node, s.Call) and id(node) not in elsewhere}
        return calls & self._functions
