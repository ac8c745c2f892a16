"""Tests whether a scene is a clash, for each kind in docs/clashes.md."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from parlour.comparison.compared_mixes import Look, Seen
from parlour.comparison.pair_results import KindName
from parlour.comparison.quartets import BOTH, FIRST, LONE, NEITHER, SECOND, Results, Scene, clauses_meet
from parlour.examples.position import Position
from parlour.python.actions import ActionCode
from parlour.states.moves import Move
from parlour.table.cells import Cells

MOST_CHOICES = 200


@dataclass(frozen=True)
class Sign:
    """A clash in one scene. `rules` are numbers, 0 and 1: the rule that loses, or that asks first, comes first.

    `plays` are the moves that show it: one, or two uses of the same cards. `clauses` decide about them.
    """

    kind: KindName
    rules: tuple[int, int]
    position: Position
    moves: tuple[str, ...]
    plays: tuple[str, ...]
    clauses: tuple[str, ...] = ()


@dataclass
class Tally:
    """The number of plays in which each rule makes a difference, with the other rule and without it."""

    alone: list[int] = field(default_factory=lambda: [0, 0])
    beside: list[int] = field(default_factory=lambda: [0, 0])
    lost: list[Sign | None] = field(default_factory=lambda: [None, None])
    """For each rule a play that matters without the other rule."""
    offered: list[int] = field(default_factory=lambda: [0, 0])
    """The number of plays that each rule adds without the other one, in positions of other kinds too."""
    waiting: int = 0
    """The number of plays with both rules after which a question of one of them comes first: either rule may act after
    the answer."""

    def settled(self, rule: int) -> bool:
        """True if more plays can't change what the counts say: the rule matters, with the other one and without."""
        return bool(self.alone[rule] and (self.beside[rule] or self.waiting))

    @property
    def open(self) -> tuple[bool, bool]:
        """The rules whose plays still count."""
        return not self.settled(0), not self.settled(1)


def signs(scene: Scene) -> Iterator[Sign]:
    """Yield all clashes that a scene shows by itself."""
    if scene.quiet:
        return
    yield from _refusals(scene)
    yield from _uses(scene)
    if scene.alike:
        yield from _effects(scene)


# ---------------------------------------------------------------- refused


def _refusals(scene: Scene) -> Iterator[Sign]:
    """Plays that one rule allows although a clause forbids them, and that a clause of the other rule still forbids."""
    yield from _lifted_in_vain(scene)
    if not scene.alike:
        return
    neither, *lone, both = scene.all_looks
    for loser in (0, 1):
        for text in lone[loser].moves:
            if text in neither.moves or text in both.moves or text in lone[1 - loser].moves:
                continue
            if neither.why(text).verdict != "forbidden":
                continue  # the rule adds this play, and it must obey the clauses like any other
            standing = both.why(text).standing()
            without = lone[1 - loser].why(text).standing()
            if not {clause.id for clause in standing} <= {clause.id for clause in without}:
                continue  # they forbid it only because the other rule changes something else
            if standing and all(clause.origin.document == scene.quartet.rules[1 - loser] for clause in standing):
                clauses = tuple(clause.id for clause in standing)
                yield Sign("refused", (loser, 1 - loser), scene.position, scene.moves, (text,), clauses)


def _lifted_in_vain(scene: Scene) -> Iterator[Sign]:
    """Return plays that the clauses refuse: an `allow` of one rule lifts a clause, but not the clause of the other
    rule.
    """
    look, names = scene.both, scene.quartet.rules
    if not look.asked or not scene.quartet.can_refuse:
        return
    machine, s = look.table.machine, look.cells
    code = machine.question(s)
    for index, arm in enumerate(code.arms):
        may = arm.arm.may
        if may is None or not clauses_meet(machine.program.permissions[may.permission].clauses, names):
            continue
        if arm.test is not None and not arm.test(s):
            continue
        for payload in arm.admitted(s)[:MOST_CHOICES]:
            for loser, ids in _refused(arm, s, payload, names):
                move = look.table.notation.each(look.cells, [payload * len(code.arms) + index])[0]
                yield Sign("refused", (loser, 1 - loser), scene.position, scene.moves, (move.text,), ids)


def _refused(
    arm: ActionCode, s: list[int], payload: int, names: tuple[str, str]
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Return for one choice the rule whose `allow` has no effect, and the clauses of the other rule that forbid the
    choice."""
    values = arm.unpacked(payload)
    applying = [bool(code.applies(s, *values)) for code in arm.clauses]
    clauses = [code.clause for code in arm.clauses]
    lifted = {n for clause, on in zip(clauses, applying, strict=True) if on and clause.allow for n in clause.lifts}
    standing = [n for n, clause in enumerate(clauses) if applying[n] and not clause.allow and n not in lifted]
    if not standing or any(clauses[n].unless_stuck for n in standing):
        return
    for loser in (0, 1):
        if any(clauses[n].origin.document != names[1 - loser] for n in standing):
            continue
        if any(
            on and clause.allow and clause.origin.document == names[loser] and any(applying[n] for n in clause.lifts)
            for clause, on in zip(clauses, applying, strict=True)
        ):
            yield loser, tuple(clauses[n].id for n in standing)


# ---------------------------------------------------------------- two uses


def _uses(scene: Scene) -> Iterator[Sign]:
    """Two plays of the same cards, each of which has its meaning from one of the rules, with different results."""
    look = scene.both
    by_cards: dict[tuple[int, ...], list[Move]] = {}
    for move in look.moves.values():
        cards = look.cards(move)
        if cards:
            by_cards.setdefault(cards, []).append(move)
    for cards, plays in by_cards.items():
        if len(plays) < 2:
            continue
        of_rule: dict[int | None, Move] = {}
        for move in plays:
            of_rule.setdefault(_meant_by(scene, look, move, cards), move)
        first, second = of_rule.get(0), of_rule.get(1)
        if first is not None and second is not None and _cells_after(look, first) != _cells_after(look, second):
            yield Sign("two-uses", (0, 1), scene.position, scene.moves, (first.text, second.text))


def _cells_after(look: Look, move: Move) -> Cells | None:
    after = look.next(move.text)
    return None if after is None else after.cells


def _meant_by(scene: Scene, look: Look, move: Move, cards: tuple[int, ...]) -> int | None:
    """The rule that gives a play its meaning: it adds the action, or changes what these cards do or where they go."""
    names = scene.quartet.rules
    document = look.offering(move.text)
    if document in names:
        return names.index(document)
    if not scene.alike:
        return None
    results = scene.results(move.text)
    if results[NEITHER] is None:
        allowing = [rule for rule in (0, 1) if results[LONE[rule]] is not None and scene.is_about(rule, cards)]
        return allowing[0] if len(allowing) == 1 else None
    differing = [rule for rule in (0, 1) if _differs(results, LONE[rule], NEITHER)]
    acting = [rule for rule in differing if not _asks(scene, results, LONE[rule])]
    return acting[0] if len(acting) == 1 and _is_special(scene, acting[0]) else None


def _is_special(scene: Scene, rule: int) -> bool:
    """True if a rule leaves some play of cards as it is: it doesn't change every play."""
    look = scene.both
    plays = [text for text in scene.tried if look.cards(look.moves[text])]
    results = [scene.results(text) for text in plays]
    return any(each[NEITHER] is not None and each[LONE[rule]] == each[NEITHER] for each in results)


def _asks(scene: Scene, results: Results, mix: int) -> bool:
    """True if a rule only asks something after the play, so that the rest comes later."""
    seen = results[mix]
    return seen is not None and _is_own(scene, seen[-1])


# ---------------------------------------------------------------- effects on one play


def _differs(results: Results, one: int, other: int) -> bool:
    return results[one] is not None and results[other] is not None and results[one] != results[other]


def _effects(scene: Scene) -> Iterator[Sign]:
    for text in scene.tried:
        if not scene.matters_alone(text):
            continue
        neither, first, second, both = scene.results(text)
        if neither is None or first is None or second is None or both is None:
            continue
        known = _clash_of(scene, (neither, first, second, both))
        if known is not None:
            yield Sign(known[0], known[1], scene.position, scene.moves, (text,))


def _clash_of(scene: Scene, results: tuple[Seen, Seen, Seen, Seen]) -> tuple[KindName, tuple[int, int]] | None:
    """The clash between the effects of two rules on one play."""
    neither, first, second, both = results
    asked = [seen[-1] for seen in results]
    asking = [asked[mix] != asked[NEITHER] and _is_own(scene, asked[mix]) for mix in LONE]
    if all(asking):
        if asked[FIRST] != asked[SECOND] and asked[BOTH] in (asked[FIRST], asked[SECOND]):
            return "both-ask", (0, 1) if asked[BOTH] == asked[FIRST] else (1, 0)
        return None
    if any(asking):
        return None  # the rest of the effect comes after the answer
    acts = first != neither, second != neither
    if all(acts) and both == neither:
        return "undone", (0, 1)
    if acts[0] and both == second and first != second:
        return "overridden", (0, 1)
    if acts[1] and both == first and first != second:
        return "overridden", (1, 0)
    return None


def _is_own(scene: Scene, asked: object) -> bool:
    """True if a question exists only with one of the rules."""
    return isinstance(asked, tuple) and asked[1] not in scene.quartet.common_questions


# ---------------------------------------------------------------- dead rules


def count(scene: Scene, tally: Tally, counted: tuple[bool, bool]) -> None:
    """Count the plays in which each rule makes a difference, as long as that matters. If play with one rule never
    reaches a scene, it is `counted` only for the other one."""
    open_ = tally.open
    if scene.quiet:
        return
    if not scene.alike:
        look, names = scene.both, scene.quartet.rules
        for rule in (0, 1) if all(counted) else ():
            tally.beside[rule] += _added(look, names[rule])
            tally.offered[rule] += _added(scene.look(LONE[rule]), names[rule])
        return
    asking: list[str] = []
    if all(counted) and any(open_):
        asking = [text for text in scene.tried if _asks(scene, scene.results(text), BOTH)]
    tally.waiting += len(asking)
    for rule in (0, 1):
        if not counted[rule] or not open_[rule]:
            continue
        alone = _matters(scene, LONE[rule], NEITHER)
        tally.alone[rule] += len(alone)
        beside: list[str] = []
        if all(counted):
            beside = _matters(scene, BOTH, LONE[1 - rule])
            tally.beside[rule] += len(beside)
        lost = [text for text in alone if text not in beside and text not in asking]
        if lost and (all(counted) or tally.lost[rule] is None):
            tally.lost[rule] = Sign("dead", (rule, 1 - rule), scene.position, scene.moves, (lost[0],))


def _added(look: Look | None, rule: str) -> int:
    """The number of plays that a rule adds."""
    return 0 if look is None else sum(look.offering(move.text) == rule for move in look.moves.values())


def _matters(scene: Scene, with_: int, without: int) -> list[str]:
    """Return the plays that only one mix has, and those with different results."""
    looks = scene.all_looks
    ours, others = looks[with_].moves, looks[without].moves
    plays = [text for text in ours if text not in others] + [text for text in others if text not in ours]
    common = [text for text in ours if text in others]
    return plays + [text for text in scene.some(common) if _differs(scene.results(text), with_, without)]
