"""Explains why a move is allowed or not: the deciding clauses, with their texts and places. Of the moves that are
refused, the one that is nearest to a legal one explains most.

The answer is data; `Why.reasons` puts it into words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal

from parlour import program as p
from parlour.analysis.clause_verdicts import clause_verdict
from parlour.base.diagnostics import listing
from parlour.program.walking import substitute, walk
from parlour.python.actions import ActionCode, ClauseCode
from parlour.python.functions import Function, TableFunctions
from parlour.states import absence
from parlour.states.guessing import guessed
from parlour.states.machine import Machine
from parlour.states.moves import Home, Move, Notation, Unreadable, meant
from parlour.states.unmet import unmet
from parlour.table.answers import of_actions
from parlour.table.cells import Cells
from parlour.table.layout import QUESTION
from parlour.table.subsets import Subsets

DIFFERENT = 1 << 16
_NUMBERS = (p.Size, p.ZoneSize, p.PlaceOf, p.Pips)
_COUNTING = ("deadwood",)  # built-ins
_ARITHMETIC = ("+", "-", "*", "//", "mod", "min", "max")
_COMPARISONS: Mapping[str, Callable[[int, int, bool], int]] = {
    "<": lambda a, b, wanted: a - b + 1 if wanted else b - a,
    "<=": lambda a, b, wanted: a - b if wanted else b - a + 1,
    ">": lambda a, b, wanted: b - a + 1 if wanted else a - b,
    ">=": lambda a, b, wanted: b - a if wanted else a - b + 1,
}
"""How much `a` must change for the comparison with `b` to have the wanted result."""


def distance(functions: TableFunctions, params: tuple[int, ...], test: p.Expr, wanted: bool) -> Function:
    """Return a function of a state and of the values of these locals: 0 if the test has the required result, else its
    distance from that, which is at least 1.

    Only numbers have distances. Any other difference counts as farther than any number. So does a number that is the
    same for every choice, and a zone with cards that should be empty. It compares conditions in the order of play, and
    stops at the first that fails, because later ones might have no value."""

    def value(e: p.Expr) -> Function:
        return functions.value(e, params)

    match test:
        case p.Not(inside):
            return distance(functions, params, inside, not wanted)
        case p.And(items) | p.Or(items):
            every = isinstance(test, p.And) == wanted  # True if all of them must change, False if one is enough
            return _of_several([(value(i), distance(functions, params, i, wanted)) for i in items], every, wanted)
        case p.CallFunction(number, args):
            function = functions.layout.program.functions[number]
            given, far = [value(a) for a in args], distance(functions, function.params, function.body, wanted)
            return lambda s, *known: far(s, *(a(s, *known) for a in given))
        case p.Op(op, left, right) if op in _COMPARISONS and not _is_settled(test):
            a, b, apart = value(left), value(right), _COMPARISONS[op]
            return lambda s, *known: max(0, apart(a(s, *known), b(s, *known), wanted))
        case p.Op("==" | "!=" as op, left, right) if (
            wanted == (op == "==") and _is_number(functions.layout.program, left) and not _is_settled(test)
        ):
            a, b = value(left), value(right)
            return lambda s, *known: abs(a(s, *known) - b(s, *known))
    holds = value(test)
    return lambda s, *known: DIFFERENT * (bool(holds(s, *known)) != wanted)


def _of_several(items: list[tuple[Function, Function]], every: bool, wanted: bool) -> Function:
    def far(s: Cells, *known: int) -> int:
        distances: list[int] = []
        for number, (holds, apart) in enumerate(items):
            if bool(holds(s, *known)) != wanted:
                distances.append(apart(s, *known))
                if every:  # the parts after it are not evaluated, and may differ just as much
                    return distances[0] + len(items) - number - 1
            elif not every:
                return 0
        return min(distances, default=0)

    return far


def _is_settled(test: p.Op) -> bool:
    """True if no other choice changes the test: it depends on no choice, or only asks whether a zone has cards."""
    empty = isinstance(test.left, p.ZoneSize) and test.right == p.Const(0)
    return empty or not any(isinstance(node, p.Local) for node in walk(test))


def _is_number(program: p.Program, e: p.Expr) -> bool:
    match e:
        case p.Op(op, _, _):
            return op in _ARITHMETIC
        case p.Builtin(name, _):
            return name in _COUNTING
        case p.VarAt(variable, _):
            return program.variables[variable].type.kind == "int"
        case p.Local(index):
            return program.locals[index][1].kind == "int"
        case _:
            return isinstance(e, _NUMBERS)


Verdict = Literal["allowed", "forbidden", "impossible", "unknown", "over"]
VERDICTS: tuple[Verdict, ...] = ("allowed", "forbidden", "impossible", "unknown", "over")  # the nearest to a move first
_SAID: dict[Verdict, str] = {
    "allowed": "is allowed",
    "forbidden": "is not allowed",
    "impossible": "is not possible",
    "unknown": "is not a move",
    "over": "is not possible",
}
NOT_NOW = "this action isn't available now"
NOT_THIS = "this action isn't possible with this choice"
NO_CHOICE = "this choice isn't available now"
UNEXPLAINED = frozenset({NOT_NOW, NOT_THIS, NO_CHOICE})  # the reasons that don't say what is missing


@dataclass(frozen=True)
class ClauseReason:
    """A clause of the permission: whether it applies to this move, and its effect.

    A forbidding clause holds, or `allow` clauses lift it, or it gives way because nothing else is left.
    """

    id: str
    group: str | None
    allow: bool
    applies: bool
    lifted_by: tuple[str, ...]
    gave_way: bool
    says: str | None
    origin: p.Origin
    far: int = 0  # how much a number would have to change for it not to hold

    @property
    def words(self) -> str:
        """What the clause says, or else its name."""
        return self.says or self.id.rpartition(".")[2].replace("-", " ")

    @property
    def stands(self) -> bool:
        return self.applies and not self.allow and not self.lifted_by and not self.gave_way

    def speaks(self, house_rules: Collection[str]) -> bool:
        """True if an exception of the game itself says why it allows a move; a house rule is named instead."""
        return bool(self.says) and self.origin.document not in house_rules

    def worded(self, house_rules: Collection[str] | None) -> str:
        """Return what the clause says and its effect, with the title of its house rule. Without these rules, with its
        id."""
        if self.allow and (house_rules is None or not self.speaks(house_rules)):
            return f"{self.id if house_rules is None else self._name(house_rules)} allows it"
        lifting = listing(self.lifted_by, "and", "") if house_rules is None else "another rule"
        effect = f", but {lifting} allows it" if self.lifted_by else ""
        effect = ", but nothing else is possible" if self.gave_way else effect
        if house_rules is None:
            return f"{self.id}{f': {self.says}' if self.says else ''}{effect}"
        return _titled(self.words + effect, self.origin, house_rules)

    def _name(self, house_rules: Collection[str]) -> str:
        return f"“{self.origin.title}”" if self.origin.document in house_rules else f"the exception “{self.words}”"


@dataclass(frozen=True)
class OtherReason:
    """A reason that isn't a clause: what the action needs, what can be chosen, which other moves there are."""

    kind: (
        Literal["not-offered", "not-a-choice", "not-possible", "last-resort", "ambiguous", "over", "elsewhere"]
        | absence.Unread
    )
    message: str
    origin: p.Origin | None


@dataclass(frozen=True)
class Why:
    verdict: Verdict
    text: str
    clauses: tuple[ClauseReason, ...]
    others: tuple[OtherReason, ...]
    price: bool  # forbidden, but a strict table accepts it and makes the player pay

    def standing(self) -> tuple[ClauseReason, ...]:
        """Return the clauses that forbid the move."""
        return tuple(c for c in self.clauses if c.stands)

    @property
    def deciding(self) -> tuple[ClauseReason, ...]:
        """The clauses that forbid the move; of an allowed move, all that apply."""
        return self.standing() or tuple(c for c in self.clauses if c.applies)

    @property
    def heading(self) -> str:
        """Return the verdict as a sentence."""
        early = self.others[:1] and self.others[0].kind == "not-asked"
        verdict = "is not possible now" if early else _SAID[self.verdict]
        return f"`{self.text}` {verdict}" + (", but you can try it" if self.price else "")

    def reasons(self, house_rules: Collection[str] | None = None) -> list[str]:
        """Return the reasons as clauses of a sentence, with the titles of house rules. Without these, for authors: with
        ids, places, and the clauses that don't decide because others allow the move."""
        others = [_titled(other.message, other.origin, house_rules) for other in self.others]
        if house_rules is not None:
            return others + [clause.worded(house_rules) for clause in self.deciding]
        clauses = [c for c in self.clauses if c.applies and not (c.allow and self.standing())]
        return others + [f"{clause.worded(None)}{_place(clause.origin)}" for clause in clauses]

    def lines(self, house_rules: Collection[str] | None = None) -> list[str]:
        """Return the verdict, then a line for each reason."""
        return [self.heading, *(f"  {reason}" for reason in self.reasons(house_rules))]

    def __str__(self) -> str:
        return "\n".join(self.lines())


def _titled(words: str, origin: p.Origin | None, house_rules: Collection[str] | None) -> str:
    if origin is None:
        return words
    if house_rules is None:
        return words + _place(origin)
    return f"{words} (“{origin.title}”)" if origin.document in house_rules else words


def _place(origin: p.Origin) -> str:
    return f" [{origin.title}, {origin.place}]"


_COPY = re.compile(r"(.*\S)\s+#(\d{1,9})", re.ASCII)  # one of several moves with the same text


@dataclass(frozen=True)
class Possible:
    """The numbers of the legal moves of a state, and of those that can be tried."""

    legal: Sequence[int]
    tries: Sequence[int]

    @classmethod
    def of(cls, machine: Machine, s: Cells) -> Possible:
        return cls((), ()) if machine.over(s) else cls(machine.legal(s), machine.tries(s))


def why(machine: Machine, notation: Notation, s: Cells, move: Move | str, possible: Possible) -> Why:
    text = str(move)
    if machine.over(s):
        return Why("over", text, (), (OtherReason("over", "the game is over", None),), False)
    given = meant(move, notation.prompts[s[QUESTION]].home)
    if isinstance(given, Home):
        message = _elsewhere(machine.program.id, given.game, text)
        return Why("impossible", text, (), (OtherReason("elsewhere", message, None),), False)
    known = [given.number] if isinstance(given, Move) else _read(machine, notation, s, given, possible)
    if isinstance(known, Unreadable):
        return Why("unknown", text, (), (_unreadable(machine, notation, s, known),), False)
    return _together([_Judge(machine, s, number, text, possible).why() for number in known])


def judged(machine: Machine, s: Cells, move: Move) -> Why | None:
    """Return whether a blind move is right, and the clauses that decide; None for other moves. Nobody may read this
    before the move."""
    return _Judge(machine, s, move.number, move.text, Possible.of(machine, s)).judged()


def _together(verdicts: list[Why]) -> Why:
    """Combine several moves with the same text: the one nearest to being possible, with the reasons of the others.

    Drops less specific reasons if a clause forbids another move with that text: an action isn't available now, or it is
    a last resort.
    """
    nearest, *further = sorted(verdicts, key=_distance)
    if nearest.verdict == "allowed":
        return nearest
    if nearest.standing():
        further = [why for why in further if _distance(why)[:2] == _distance(nearest)[:2]]
    others = [*nearest.others, *(reason for why in further for reason in why.others)]
    clauses = {clause.id: clause for why in reversed(further) for clause in why.standing()}
    clauses |= {clause.id: clause for clause in nearest.clauses}
    return replace(nearest, clauses=tuple(clauses.values()), others=tuple(dict.fromkeys(others)))


def _distance(why: Why) -> tuple[int, bool, int]:
    """Return how far a move is from being possible; a last resort is further away than an ordinary move."""
    last = any(reason.kind == "last-resort" for reason in why.others)
    return VERDICTS.index(why.verdict), last, len(why.standing())


def _elsewhere(here: str, game: str, text: str) -> str:
    """Return the message for a move that belongs to another game."""
    if game != here:
        return f"this move belongs to another game, `{game}`; this is `{here}`"
    return f"this move belongs to `{game}` with other rules or options; pass its text instead: `{text}`"


def _unreadable(machine: Machine, notation: Notation, s: Cells, unread: Unreadable) -> OtherReason:
    if unread.kind == "ambiguous":
        return OtherReason("ambiguous", "several moves match", None)
    reasons = absence.reasons(machine, notation, s, unread)
    return next(OtherReason(kind, message, None) for kind, message in reasons if message is not None)


def _read(machine: Machine, notation: Notation, s: Cells, text: str, possible: Possible) -> list[int] | Unreadable:
    """Return the moves that an input means, or whose notation it fits.

    Searches the possible moves, as `State.apply` does; then all values of the slots, allowed or not; then everything
    that the notation could mean. A suggestion names only legal moves.
    """
    code = machine.question(s)
    answer = notation.meant(text, notation.moves(s, possible.legal), notation.moves(s, possible.tries))
    if isinstance(answer, Move):
        return [answer.number]
    if answer.kind == "ambiguous":
        return answer
    fitting = notation.fitting(s[QUESTION], text)
    numbers: list[int] = []
    for index, arm in enumerate(code.arms):
        thinkable = arm.thinkable(s) if index in fitting else ()
        if not isinstance(thinkable, Subsets):  # if there are too many, `guessed` finds the intended one below
            seen = (payload for payload in thinkable if not _names_unseen(machine, s, arm, payload))
            numbers += [payload * len(code.arms) + index for payload in seen]
    alike = notation.alike(text, notation.each(s, numbers))
    if alike:
        one_text = len({move.text for move in alike}) == 1
        return [move.number for move in alike] if one_text else Unreadable("ambiguous", text, None)
    copy = _COPY.fullmatch(text)
    if copy is not None:
        same = notation.alike(copy[1], notation.each(s, numbers))
        copies = notation.prompts[code.number].copies(s, same, possible.legal)
        if 1 <= int(copy[2]) <= len(copies):
            return [copies[int(copy[2]) - 1].number]
    numbers = guessed(machine.layout, code, text)
    return [number for number in numbers if _fits(machine, notation, s, number, text)] or answer


def _fits(machine: Machine, notation: Notation, s: Cells, number: int, text: str) -> bool:
    """True if a guessed move has a text, as far as the player who is asked knows."""
    arm, payload = machine.question(s).chosen(number)
    return _names_unseen(machine, s, arm, payload) or notation.fits(s, number, text)


def _names_unseen(machine: Machine, s: Cells, arm: ActionCode, payload: int) -> bool:
    """True if a choice names a card that the player who is asked doesn't see. No reason may depend on its place."""
    cards = sum(1 << c for c in set(arm.named_cards(payload)))
    return machine.sight.hidden(s, cards, machine.seat(s)) != 0


class _Judge:
    """Examines one move in one state."""

    def __init__(self, machine: Machine, s: Cells, number: int, text: str, possible: Possible) -> None:
        self.machine = machine
        self.text = text
        self.number = number
        self.legal = possible.legal
        self.tries = possible.tries
        self.code = machine.question(s)
        self.arm, self.payload = self.code.chosen(number)
        self.cells = s
        self._names_unseen = _names_unseen(machine, s, self.arm, self.payload)

    def why(self) -> Why:
        others = tuple(self._others())
        # The clauses are proved to have their values only for choices that the question offers.
        offered = all(other.kind == "last-resort" for other in others)
        clauses = self._clauses(self.arm.arm.may) if offered else ()
        if self.number in self.legal:
            return Why("allowed", self.text, clauses, others, False)
        impossible = any(o.kind != "last-resort" for o in others)
        return Why("impossible" if impossible else "forbidden", self.text, clauses, others, self.number in self.tries)

    def _others(self) -> list[OtherReason]:
        arm = self.arm.arm
        others = []
        if self.arm.test is not None and not self.arm.test(self.cells):
            lacking = unmet(self.machine, self.cells, self.arm, self.payload)
            others.append(OtherReason("not-offered", lacking or NOT_NOW, arm.origin))
        elif self._names_unseen or self.payload not in self.arm.thinkable(self.cells):
            reasons = (absence.not_held, absence.not_there, absence.other_number)
            words = (reason(self.machine, self.cells, self.arm, self.payload) for reason in reasons)
            lacking = next((reason for reason in words if reason is not None), None)
            others.append(OtherReason("not-a-choice", lacking or NO_CHOICE, arm.origin))
        elif self.payload not in self.arm.admitted(self.cells):
            lacking = unmet(self.machine, self.cells, self.arm, self.payload)
            others.append(OtherReason("not-possible", lacking or NOT_THIS, arm.origin))
        if arm.last and self.number not in self.legal and not others:
            count, arms = len(self.code.arms), self.code.arms
            if any(not arms[m % count].arm.last for m in islice(self.legal, 1)):  # their presence excludes last resorts
                others.append(OtherReason("last-resort", "you may do this only if you can do nothing else", arm.origin))
        return others

    def _gave_way(self, permission: p.Permission, may: p.Permitted, number: int) -> bool:
        """True if a clause gave way, because all remaining choices violate it. Otherwise all remaining ones obey it."""
        count = len(self.code.arms)
        left = next((m // count for m in of_actions(self.legal, count, [self.number % count])), None)
        if left is None:
            return False
        given = dict(zip(permission.params, may.args, strict=True))
        agrees = self.arm.value(substitute(clause_verdict(permission, number), given))
        return not agrees(self.cells, *self.arm.unpacked(left))

    def _unseen(self, cards: int) -> int:
        """Return the cards of a set that the player who is asked doesn't see."""
        return self.machine.sight.hidden(self.cells, cards, self.machine.seat(self.cells))

    def judged(self) -> Why | None:
        """Return whether a blind action is right; None for other actions."""
        blind = self.arm.arm.blind
        if blind is None or self.number not in self.legal:
            return None
        clauses = self._clauses(blind)
        wrong = any(clause.stands for clause in clauses)
        return Why("forbidden" if wrong else "allowed", self.text, clauses, (), False)

    def _far(self, code: ClauseCode) -> int:
        """Return how far a clause is from not applying to the choice."""
        far = distance(self.machine.functions, self.arm.params, code.test, False)
        return int(far(self.cells, *self.arm.unpacked(self.payload)))

    def _clauses(self, may: p.Permitted | None) -> tuple[ClauseReason, ...]:
        if may is None:
            return ()
        permission = self.machine.program.permissions[may.permission]
        codes = self.arm.clauses
        s, values = self.cells, self.arm.unpacked(self.payload)
        applies = [bool(code.applies(s, *values)) for code in codes]
        judged = zip(codes, applies, strict=True)
        texts = [code.text(s, values, self._unseen) if applied else None for code, applied in judged]
        reasons = []
        for number, clause in enumerate(permission.clauses):
            lifted = tuple(
                c.id
                for c, holds in zip(permission.clauses, applies, strict=True)
                if c.allow and holds and number in c.lifts
            )
            binds = applies[number] and not clause.allow and not lifted
            gave_way = binds and clause.unless_stuck and self._gave_way(permission, may, number)
            far = self._far(codes[number]) if binds and not gave_way else 0
            reasons.append(
                ClauseReason(
                    clause.id, clause.group, clause.allow, applies[number], lifted if applies[number] else (), gave_way,
                    texts[number], clause.origin, far,
                )
            )  # fmt: skip
        return tuple(reasons)
