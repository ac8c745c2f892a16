"""Finds what no step changes: variables, marks and zones that code reads, conditions of loops, and a pack that nobody
shuffles.

Frames can declare what only some of their games set or fill. A loop that asks a question counts as changing everything,
and a condition that calls a function as reading everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from parlour.base.diagnostics import Diagnostic
from parlour.documents.composition import Composition, Document, Member
from parlour.documents.document import Scalar, node_at
from parlour.lang import syntax as s
from parlour.lints.member_texts import MemberText
from parlour.lints.unused_names import WORD, Documents, introduced, read_names, used_outside, words_in

# ---------------------------------------------------------------- variables, marks and zones

_NOUNS = {"state": "variable", "marks": "mark", "zones": "zone"}
_STEPS = {"state": "{} = …", "marks": "c.{} = …", "zones": "move c to {}"}


def check_set(composition: Composition, texts: tuple[MemberText, ...], others: Documents) -> Iterator[Diagnostic]:
    """Yield a warning for each such name, except the mark that `counts as` sets. `others` returns the documents outside
    the mix."""
    declared = [m for section in _STEPS for m in introduced(composition, section) if node_at(m.value, "guise") is None]
    if not declared:
        return
    read = {name for text in texts for name in read_names(text.syntax)}
    set_ = {name for text in texts for name in _set_names(text.syntax)}
    filled = {name for text in texts for name in _filled_names(text.syntax)}
    for member in declared:
        unset = member.name in read - (filled if member.section == "zones" else set_)
        unset = unset and member.name not in _words_for_other_mixes(member.document)
        if unset and not used_outside(composition, member, others):
            yield _report(member)


def _report(member: Member) -> Diagnostic:
    named = f"{member.name}(…)" if "(" in member.key.value else member.name
    step = _STEPS[member.section].format(named)
    message = f"no step sets the {_NOUNS[member.section]} `{member.name}`, so it always has its first value"
    help_ = f"set it in a step, as in `{step}`, or write the value itself"
    if member.section == "zones":
        message, help_ = f"no step moves cards to `{named}`, so this zone is always empty", f"fill it, as in `{step}`"
    return Diagnostic("never-set", message, member.key.span, "warning", help=help_)


def _words_for_other_mixes(document: Document) -> Counter[str]:
    """Count the words of the members that a document has only beside other rules."""
    conditional = document.node.get("with")
    return Counter() if conditional is None else words_in(conditional)


def _set_names(syntax: object) -> Iterator[str]:
    """Yield the variables and marks that steps set."""
    for node in s.walk(syntax):
        match node:
            case s.Assign(target=target) | s.ResumeHere(mover=target) if target is not None:
                yield from _names(s.walk(target))


def _filled_names(syntax: object) -> Iterator[str]:
    """Yield the zones that steps can fill: targets of moves, values of variables, and arguments of procedures."""
    for node in s.walk(syntax):
        match node:
            case s.Shuffle(into=None):
                pass  # the cards stay where they are
            case s.Move(to=zone) | s.Deal(to=zone) | s.Shuffle(into=zone) | s.Assign(value=zone) | s.Let(value=zone):
                yield from _names(s.walk(zone))
            case s.Do(call=call):
                yield from _names(call.args)


def _names(nodes: Iterable[object]) -> Iterator[str]:
    for node in nodes:
        match node:
            case s.Name(id=name) | s.Call(name=name) | s.Field(name=name):
                yield name


# ---------------------------------------------------------------- loops and deals

CARDS, ALL = "the cards", "everything"
# change nothing by themselves
STILL = (s.Pass, s.Show, s.Say, s.ResumeHere, s.If, s.For, s.RepeatTimes, s.RepeatUntil, s.While)
ASKING = (s.Ask, s.AskHere, s.AskTogether, s.AskFirst, s.Poll, s.PlayStage, s.Proceed)
LOOPS = (s.For, s.RepeatTimes, s.RepeatUntil, s.While)
ENDS = ("top", "bottom")
LEAVING = (s.Stop, s.Next, s.End)
TABLE = (s.Call, s.Quantified, s.Total, s.May, s.Possible, s.Seats)  # expressions that may read anything


def check_loops(
    composition: Composition, texts: tuple[MemberText, ...], own: tuple[MemberText, ...]
) -> Iterator[Diagnostic]:
    """Yield a warning for each loop of the `own` texts that only its limit can end."""
    changes = _Changes(composition, texts)
    for text in own:
        for node in s.walk(text.syntax):
            match node:
                case s.While(test=test, body=body) | s.RepeatUntil(until=test, body=body):
                    pass
                case _:
                    continue
            changed = changes.by(body)
            if changed is not None and not isinstance(test, s.Truth) and not _meet(changed, _read_by(test)):
                message = f"only its limit can end this loop: no step inside changes `{test.span.text.strip()}`"
                help_ = "add the step that ends the loop, or test something that the steps change"
                yield Diagnostic("endless-loop", message, test.span, "warning", help=help_)


def check_shuffled(texts: tuple[MemberText, ...], own: tuple[MemberText, ...]) -> Iterator[Diagnostic]:
    """Yield a warning for the first deal if nothing in the mix shuffles."""
    if any(isinstance(node, s.Shuffle) for text in texts for node in s.walk(text.syntax)):
        return
    for source, deal in [pair for text in own for pair in _deals(text)][:1]:
        message = "nobody shuffles, so every game has the same deal"
        help_ = f"shuffle before the deal: `shuffle box into {source.span.text.strip()}`"
        yield Diagnostic("unshuffled", message, deal.span, "warning", help=help_)


def _deals(text: MemberText) -> Iterator[tuple[s.Expr, s.Node]]:
    """Yield each step that deals, with the zone that it takes cards from: `deal`, and in a loop of a stage also a move
    of the card at one end of a zone."""
    for node in s.walk(text.syntax):
        if isinstance(node, s.Deal):
            yield node.source, node
        elif isinstance(node, LOOPS) and text.member.section == "stages":
            for step in s.walk(node.body):
                if isinstance(step, s.Move) and isinstance(step.cards, s.Field) and step.cards.name in ENDS:
                    yield step.cards.of, step


def _meet(changed: frozenset[str], read: frozenset[str]) -> bool:
    return bool(changed & read) or (bool(changed) and ALL in read) or (ALL in changed)


def _read_by(test: s.Expr) -> frozenset[str]:
    """Return the things that decide a condition: names of variables and marks, the cards, or everything."""
    names: set[str] = set()
    for node in s.walk(test):
        match node:
            case s.Name(id=name):
                names.add(name)
            case s.Field(name=name):
                names |= {name, CARDS}
            case s.Is():
                names.add(CARDS)
            case _ if isinstance(node, TABLE):
                names.add(ALL)
    return frozenset(names)


class _Changes:
    """The changes that steps make, with the procedures that they run and all hooks of the mix."""

    def __init__(self, composition: Composition, texts: tuple[MemberText, ...]) -> None:
        self.procedures = {t.member.name: t.syntax for t in texts if t.member.section == "procedures"}
        self.hooked = {word for key in _hooks(composition) for word in WORD.findall(key)}

    def by(self, body: object, inside: frozenset[str] = frozenset()) -> frozenset[str] | None:
        """Return the things that steps change, or None if they can leave the loop."""
        changed: set[str] = set()
        for node in s.walk(body):
            if isinstance(node, LEAVING):
                return None
            if isinstance(node, ASKING):
                changed.add(ALL)
            elif isinstance(node, s.Assign):
                changed.add(_target(node.target))
            elif isinstance(node, s.Let):
                changed.add(node.name)
            elif isinstance(node, s.Do):
                deeper = self._by_call(node.call.name, inside)
                if deeper is None:
                    return None
                changed |= deeper
            elif isinstance(node, s.Stmt) and not isinstance(node, STILL):
                changed |= {CARDS, "direction"}
        return frozenset(changed)

    def _by_call(self, name: str, inside: frozenset[str]) -> frozenset[str] | None:
        if name not in self.procedures or name in self.hooked or name in inside:
            return frozenset({ALL})
        return self.by(self.procedures[name], inside | {name})


def _target(node: s.Expr) -> str:
    match node:
        case s.Name(id=name) | s.Call(name=name) | s.Field(name=name):
            return name
        case _:
            return ALL


def _hooks(composition: Composition) -> Iterator[str]:
    """Yield the headings of hooks, and of those that powers make."""
    yield from (member.key.value for member in composition.sections["when"])
    for facet in composition.sections["facets"]:
        for key in ("before", "after"):
            target = node_at(facet.value, key)
            if isinstance(target, Scalar):
                yield target.value
