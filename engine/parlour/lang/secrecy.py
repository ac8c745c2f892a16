"""Finds actions that depend on cards hidden from the player who chooses: the list of moves would reveal them. An action
that always lists such cards is an error, because the game would stop there. The texts of moves, the wording of
questions and lines for players would reveal them, too.

The search follows cards of hidden zones through functions and permissions to the tests on them. The number of cards
isn't secret. A zone counts as seen if its cards can be turned up, or if players see its top or last cards: most of its
cards were visible. The result can be wrong, so it is only a note; but a policy that reads hidden cards is an error,
because bots would see them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from parlour import program as ir
from parlour.base.diagnostics import Related
from parlour.base.source import Span
from parlour.lang import tree as t
from parlour.lang.bodies import Bodies
from parlour.lang.linearity import Routine
from parlour.lang.symbols import Tables, written
from parlour.program import Const, Expr, Local
from parlour.program.walking import named_locals, parts, substitute, walk

ANYWHERE = "wherever they are, also some"
NOBODY = -1  # no local: the reader of a line for everybody
_STATE = (ir.ZoneAt, ir.WhereIs, ir.VarAt, ir.MarkAt, ir.PlaceOf, ir.FaceUp, ir.CallFunction, ir.Permitted)
_ALL_PLAYERS = (ir.Seated("everyone"), ir.Seated("playing"))
BOX = 0  # the zone of cards that aren't in play

# If a local holds the player who chooses, any player, also that one, something hidden, or anything else.
Known = Literal["asker", "anyone", "hidden", ""]
Names = Mapping[int, Known]
Call = tuple[str, int, tuple[Known, ...]]


def check_secrecy(
    tables: Tables, bodies: Bodies, routines: Mapping[str, Routine], lines: Sequence[ir.Line]
) -> None:
    """Note each action that reveals hidden cards, and report an error for each that offers them. Note each line that
    shows hidden cards."""
    for line in lines:
        _check_line(tables, bodies, line)
    for asking in bodies.asked.values():
        reader = SecrecyReader(tables, bodies, asking.seat)
        names: dict[int, Known] = {asking.seat.index: "asker"} if isinstance(asking.seat, Local) else {}
        for local, value in asking.lets:
            names[local] = reader.known(value, names)
        for arm in asking.arms:
            offered, secret = reader.offered_by(arm.arm, names), reader.secret_of(arm.arm, names)
            if offered is not None:
                _refuse(tables, arm, offered)
            elif secret is not None:
                _note_offer(tables, arm, secret, reader.telling_clause(arm.arm, names))
            elif (secret := reader.secret_of_notation(arm.arm, names)) is not None:
                what = f"the text of `{arm.arm.id}`"
                _note(tables, what, secret, "write only what this player knows: they read it in the list", arm.span)
            for habit in arm.arm.habits:
                if (secret := reader.secret_of_habit(arm.arm, habit, names)) is not None:
                    _refuse_policy(tables, arm, habit, secret)
        if asking.wording is not None and (secret := reader.secret_in_words(asking.wording.words, names)) is not None:
            what = f"the wording of `{asking.name}`" if asking.name else "the wording of this question"
            _note(tables, what, secret, "write only what this player knows", asking.wording.span)
    for call in (call for routine in routines.values() for call in routine.calls):
        _check_call(tables, bodies, routines[call.routine], call)


def _check_call(tables: Tables, bodies: Bodies, called: Routine, call: t.Invoke) -> None:
    """Report a question that offers hidden cards with the sets of cards that it is asked with here."""
    if not isinstance(called.body, t.Asking) or not any(tables.locals[i][1].kind == "cards" for i in called.params):
        return
    given = {  # cards that a variable names can be seen
        param: arg for param, arg in zip(called.params, call.args, strict=True)
        if not isinstance(arg, ir.VarAt) or tables.locals[param][1].kind != "cards"
    }  # fmt: skip
    seat = substitute(called.body.seat, given)
    reader, names = SecrecyReader(tables, bodies, seat), dict[int, Known]()
    if isinstance(seat, Local):
        names[seat.index] = "asker"
    for arm in called.body.arms:
        offered = reader.offered_by(substitute(arm.arm, given), names)
        if offered is not None:
            _refuse(tables, arm, offered, call.span)


def _check_line(tables: Tables, bodies: Bodies, line: ir.Line) -> None:
    reader = Local(NOBODY) if line.reader is None else Local(line.reader)
    names: dict[int, Known] = {reader.index: "asker"}
    search = SecrecyReader(tables, bodies, reader)
    secret = search.secret_in_words(line.words, names) or search.secret_in(line.test, names)
    if secret is not None:
        message = f"the line `{line.name}` depends on {secret}, which not all its readers can see"
        way_out = "to show it to its owner only, give the line a player: `name(p)`"
        if line.reader is not None:
            way_out = "show only what the player of the line can see, such as their own hand"
        help_ = f"they read `…` instead; {way_out}"
        span = next(m.key.span for m in tables.composition.sections["shows"] if m.name == line.name)
        tables.warn("tells-hidden", message, span, help_, severity="note")


def _note(tables: Tables, what: str, secret: str, help_: str, span: Span, related: tuple[Related, ...] = ()) -> None:
    message = f"{what} depends on {secret}, which the player who chooses can't see"
    if not any((known.message, known.span) == (message, span) for known in tables.problems):
        tables.warn("tells-hidden", message, span, help_, related, "note")


def _refuse_policy(tables: Tables, arm: t.ArmTree, habit: ir.Habit, secret: str) -> None:
    """Report a policy that would let bots choose by cards that their seats don't see."""
    message = f"the policy for `{arm.arm.id}` depends on {secret}, which the player who chooses can't see"
    help_ = "test only what this player knows: a bot knows only what its seat sees"
    span = None if habit.origin is None else written(tables.composition, habit.origin)
    tables.error("policy", message, span, help_)


def _note_offer(tables: Tables, arm: t.ArmTree, secret: str, clause: ir.Clause | None) -> None:
    """Note an action that reveals something: at the clause that does, if it isn't the action itself."""
    what, span = f"the offer of `{arm.arm.id}`", None if clause is None else written(tables.composition, clause.origin)
    if clause is None or span is None:
        _note(tables, what, secret, "always offer it, and move this test to its steps", arm.span)
        return
    verb = "allow" if clause.allow else "forbid"
    help_ = f"{verb} it only by what this player knows; the steps of the action can test the cards"
    _note(tables, f"by this clause, {what}", secret, help_, span, (Related(arm.span, "the action"),))


def _refuse(tables: Tables, arm: t.ArmTree, source: str, call: Span | None = None) -> None:
    message = f"`{arm.arm.id}` offers cards {source} that the player who chooses can't see"
    help_ = "offer only cards that this player sees; the steps of an action can move hidden cards"
    if source == ANYWHERE:
        help_ = "offer those in a zone that this player sees, or let them name a card, as in `c in faces of pack`"
    related = () if call is None else (Related(arm.span, "the action"),)
    if not any(known.code == "offers-hidden" and known.span in (call, arm.span) for known in tables.problems):
        tables.error("offers-hidden", message, call or arm.span, help_, related)


@dataclass
class SecrecyReader:
    """Finds what is hidden from one player."""

    tables: Tables
    bodies: Bodies
    seat: Expr
    results: dict[Call, str | None] = field(default_factory=dict)
    homes: dict[int, ir.ZoneAt] = field(default_factory=dict)

    def secret_of(self, arm: ir.Arm, names: Names) -> str | None:
        inner = dict(names)
        others = self.others_of((arm.test, arm.where, arm.may), names)
        for slot in arm.slots:
            secret = self.secret_in(slot.domain, inner)
            if secret is not None:
                return secret
            self._choose(slot, inner, others)
        return self.first([test for test in (arm.test, arm.where, arm.may) if test is not None], inner)

    def telling_clause(self, arm: ir.Arm, names: Names) -> ir.Clause | None:
        """Return the clause that tells something, unless the action itself does."""
        without = replace(arm, may=None)
        if arm.may is None or self.secret_of(without, names) is not None:
            return None
        inner = dict(names)
        for slot in arm.slots:
            self._choose(slot, inner)
        permission = self.bodies.permissions[arm.may.permission]
        given = {param: self.known(arg, inner) for param, arg in zip(permission.params, arm.may.args, strict=True)}
        return next((clause for clause in permission.clauses if self.secret_in(clause.test, given) is not None), None)

    def secret_of_notation(self, arm: ir.Arm, names: Names) -> str | None:
        """Return what the text of a move tells besides its choices: the offer tells those."""
        return self.secret_in_words(arm.notation, {**names, **{slot.local: "" for slot in arm.slots}})

    def secret_in_words(self, words: ir.Template, names: Names) -> str | None:
        values = [hole.value for hole in words if isinstance(hole, ir.Hole)]
        shown = next((self.cards(value) for value in values if self.known(value, names) == "hidden"), None)
        return shown or self.first(values, names)

    def secret_of_habit(self, arm: ir.Arm, habit: ir.Habit, names: Names) -> str | None:
        inner = dict(names)
        others = self.others_of((arm.test, arm.where, arm.may), names)
        for slot in arm.slots:
            self._choose(slot, inner, others)
        return self.secret_in(habit, inner)

    def _choose(self, slot: ir.Slot, inner: dict[int, Known], others: Collection[Expr] = ()) -> None:
        self.note(slot.local, slot.domain)
        inner[slot.local] = "" if slot.form == "places" else self.member(slot.local, slot.domain, inner, others)

    def member(self, local: int, domain: object, names: Names, others: Collection[Expr]) -> Known:
        """Return what is known of each member of a domain, if it isn't one of the `others`."""
        if domain in _ALL_PLAYERS:
            return "" if Local(local) in others else "anyone"
        return self.known(domain, names)

    # ------------------------------------------------------------ what is sure to be listed

    def offered_by(self, arm: ir.Arm, names: Names) -> str | None:
        """Return the source of the cards that an action lists although they are hidden: a zone, or anywhere."""
        if Const(0) in (arm.test, arm.where):
            return None
        others = [local for local in self.others_of((arm.where,), names) if isinstance(local, Local)]
        for slot in arm.slots:
            if slot.form == "places" or slot.type.kind not in ("card", "cards"):
                continue
            if self.wherever(slot.domain, names) and self.shown_only(arm.where) and self.shown_only(arm.may):
                return ANYWHERE
            zone = _listed(slot.domain)
            if zone is not None and self.closed(zone, names, others):
                return f"from {self.name(zone)}"
        return None

    def wherever(self, e: object, names: Names) -> bool:
        """True if the cards of a set can be anywhere: it depends on what they show, or is that of a variable. Then some
        can be in a zone that not all players see."""
        match e:
            case ir.FaceCards() | ir.Seated("pack") | ir.VarAt():
                return any(zone.seen != ir.EVERYBODY and not zone.turns for zone in self.tables.zone_list[BOX + 1 :])
            case ir.Scan("those" | "most" | "least", _, domain, where):
                return self.wherever(domain, names) and self.shown_only(where)
            case ir.Op("|", left, right) | ir.If(_, left, right):
                return self.wherever(left, names) or self.wherever(right, names)
            case ir.Op("&", left, right):
                return self.wherever(left, names) and self.wherever(right, names)
            case ir.Op("-set", left, right):
                return self.wherever(left, names) and self.known(right, names) != "hidden"
            case ir.CallFunction(number):
                function = self.bodies.functions[number]
                return function is not None and self.wherever(function.body, names)
            case _:
                return False

    def shown_only(self, test: Expr | None) -> bool:
        """True if a condition on a card depends only on what it shows."""
        if isinstance(test, ir.Permitted):
            test = self.bodies.permissions[test.permission].verdict
        return not any(isinstance(node, _STATE) for node in walk(test))

    def closed(self, e: ir.ZoneAt, names: Names, others: Sequence[Local]) -> bool:
        """True if the player who chooses never sees any card in a zone."""
        if not self.hidden_zone(e, names):
            return False
        zone, key = self.tables.zone_list[e.zone], self.owner(e)
        return zone.closed or self.own(key, names) or key in others or self.beside(key, names)

    def others_of(self, tests: Iterable[Expr | None], names: Names) -> list[Expr]:
        """Return the players that conditions say aren't the player who chooses."""
        return [player for test in tests for player in self._others(test, names)]

    def _others(self, test: Expr | None, names: Names) -> Iterator[Expr]:
        match test:
            case ir.And(items):
                for item in items:
                    yield from self._others(item, names)
            case ir.Permitted(number, args):
                permission = self.bodies.permissions[number]
                verdict = substitute(permission.verdict, dict(zip(permission.params, args, strict=True)))
                yield from self._others(verdict, names)
            case ir.CallFunction(number, args) if (function := self.bodies.functions[number]) is not None:
                body = substitute(function.body, dict(zip(function.params, args, strict=True)))
                yield from self._others(body, names)
            case ir.Not(ir.Op("==", left, right)):
                if self.known(left, names) == "asker":
                    yield right
                if self.known(right, names) == "asker":
                    yield left

    def beside(self, key: object, names: Names) -> bool:
        """True if the key is the player before or after the asked one."""
        if isinstance(key, ir.NextSeat) and self.known(key.player, names) == "asker":
            return True
        return isinstance(self.seat, ir.NextSeat) and key == self.seat.player

    # ------------------------------------------------------------ what an expression is

    def known(self, e: object, names: Names) -> Known:
        if e == self.seat:
            return "asker"
        match e:
            case Local(index):
                return names.get(index, "")
            case ir.ZoneAt():
                return "hidden" if self.hidden_zone(e, names) else ""
            case ir.ZoneCards(of) | ir.ZoneEnd(of) | ir.ZonePlace(of) | ir.First(of) | ir.Sure(of) | ir.Single(of):
                return self.known(of, names)
            case ir.Subsets(of) | ir.Guised(of):
                return self.known(of, names)
            case ir.PutField(record=record, value=value):
                return "hidden" if "hidden" in (self.known(record, names), self.known(value, names)) else ""
            case ir.If(_, then, other):
                return self.known(then, names) or self.known(other, names)
            case ir.Op("|" | "-set" | "&", left, right):
                return "hidden" if "hidden" in (self.known(left, names), self.known(right, names)) else ""
            case ir.Scan("those" | "first" | "most" | "least", _, domain):
                return "hidden" if self.known(domain, names) == "hidden" else ""
            case ir.CallFunction(number, args):
                function = self.bodies.functions[number]
                given = zip(function.params, args, strict=True) if function is not None else ()
                body = function.body if function is not None else Const(0)
                return self.known(body, {param: self.known(arg, names) for param, arg in given})
            case _:
                return ""

    def hidden_zone(self, e: ir.ZoneAt, names: Names) -> bool:
        zone = self.tables.zone_list[e.zone]
        if e.zone == BOX or zone.turns or zone.shows is not None:
            return False
        return self.outside(zone.seen, self.owner(e), names)

    def owner(self, e: ir.ZoneAt) -> Expr | None:
        """Return the player or side that a zone belongs to; None if it is that of the whole table."""
        zone = self.tables.zone_list[e.zone]
        return next((key for key, of in zip(e.keys, zone.keys, strict=True) if of.kind == zone.owner), None)

    def outside(self, audience: ir.Audience, key: object, names: Names) -> bool:
        """True if the player who chooses might not belong to an audience. Who is a partner is unknown here, so what
        partners or opponents see counts as seen by anybody but its owner."""
        if self.own(key, names):
            return not audience.owner
        anyone = self.seat == Local(NOBODY) or self.known(key, names) == "anyone"
        return not (audience.partners or audience.opponents) or (anyone and not audience.owner)

    def hidden_mark(self, mark: ir.Mark, card: Expr, names: Names) -> bool:
        """True if the player who chooses can't see the mark of a card. Marks that nobody sees are like such variables:
        they store what everybody could remember."""
        if mark.seen is None or mark.seen == ir.NOBODY:
            return False
        zone = _zone_in(card) or next((self.homes[n] for n in sorted(named_locals(card)) if n in self.homes), None)
        return zone is not None and self.outside(mark.seen, self.owner(zone), names)

    def own(self, key: object, names: Names) -> bool:
        if isinstance(key, ir.SideOf | ir.Sure):
            return self.own(key.player if isinstance(key, ir.SideOf) else key.value, names)
        return self.known(key, names) == "asker"

    # ------------------------------------------------------------ what it tells

    def secret_in(self, e: object, names: Names) -> str | None:
        match e:
            case ir.ZoneSize(ir.ZoneAt(number, keys) as zone):
                if self.outside(self.tables.zone_list[number].counted, self.owner(zone), names):
                    return f"the number of cards in {self.name(zone)}"
                return self.first(keys, names)
            case ir.VarAt(number, keys):
                variable = self.tables.variable_list[number]
                owner = next((k for k, of in zip(keys, variable.keys, strict=True) if of.kind == variable.owner), None)
                if variable.seen != ir.NOBODY and owner is not None and self.outside(variable.seen, owner, names):
                    return f"the variable `{variable.name}`"
            case ir.MarkAt(number, card) if self.hidden_mark(self.tables.mark_list[number], card, names):
                return f"the mark `{self.tables.mark_list[number].name}` of cards"
            case ir.CardFact(_, card) if self.known(card, names) == "hidden":
                return self.cards(card)
            case ir.SameCard(left, right) if "hidden" in (self.known(left, names), self.known(right, names)):
                return self.cards(e)
            case ir.Op("has", members, member) if self.known(members, names) == "hidden":
                if self.known(member, names) != "hidden":
                    return self.cards(members)
            case ir.Op("&", left, right) if "hidden" in (self.known(left, names), self.known(right, names)):
                return self.cards(e)
            case ir.Builtin(_, args) if any(self.known(arg, names) == "hidden" for arg in args):
                return self.cards(e)
            case ir.Scan(_, local, domain, where, value):
                self.note(local, domain)
                inner = {**names, local: self.member(local, domain, names, self.others_of((where,), names))}
                return self.secret_in(domain, names) or self.first((where, value), inner)
            case ir.CallFunction(number, args):
                function = self.bodies.functions[number]
                if function is not None:
                    secret = self.called("function", number, function.params, args, function.body, names)
                    return secret or self.first(args, names)
            case ir.And(items):
                others = self.others_of(items, names)
                inner = {local: "" if Local(local) in others else known for local, known in names.items()}
                return self.first(items, inner)
            case ir.Permitted(number, args):
                permission = self.bodies.permissions[number]
                return self.called("permission", number, permission.params, args, permission.verdict, names)
            case ir.Offers():
                return None
        return self.first(parts(e), names)

    def first(self, nodes: Iterable[object], names: Names) -> str | None:
        return next((secret for part in nodes if (secret := self.secret_in(part, names)) is not None), None)

    def called(
        self, kind: str, number: int, params: tuple[int, ...], args: tuple[Expr, ...], body: Expr, names: Names
    ) -> str | None:
        given = tuple(self.known(arg, names) for arg in args)
        call = kind, number, given
        if call not in self.results:
            self.results[call] = self.secret_in(body, dict(zip(params, given, strict=True)))
        return self.results[call]

    def note(self, local: int, domain: object) -> None:
        """Remember the zone whose cards a local runs over, for the message."""
        zone = _zone_in(domain)
        if zone is not None:
            self.homes[local] = zone

    def cards(self, e: object) -> str:
        zone = _zone_in(e) or next((self.homes[n] for n in sorted(named_locals(e)) if n in self.homes), None)
        return "cards" if zone is None else f"the cards in {self.name(zone)}"

    def name(self, zone: ir.ZoneAt) -> str:
        return f"`{self.tables.zone_list[zone.zone].name}`"


def _listed(domain: object) -> ir.ZoneAt | None:
    """Return the zone that a domain lists, whole or in part."""
    match domain:
        case ir.ZoneCards(ir.ZoneAt() as zone):
            return zone
        case ir.Scan("those", _, of) | ir.Op("-set", of, _):
            return _listed(of)
        case ir.Op("&", left, right):
            return _listed(left) or _listed(right)
        case _:
            return None


def _zone_in(e: object) -> ir.ZoneAt | None:
    if isinstance(e, ir.ZoneAt):
        return e
    return next((zone for part in parts(e) if (zone := _zone_in(part)) is not None), None)
