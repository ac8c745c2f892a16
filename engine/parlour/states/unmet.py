"""Words the condition of an action that doesn't hold: an empty zone, another rank, a number that is too low.

Mentions only zones and variables that everybody knows, cards that the player sees, and what they have chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

from parlour import program as p
from parlour.base.diagnostics import listing
from parlour.program.fold import FALSE
from parlour.program.operators import TURNED
from parlour.program.set_bounds import conjuncts
from parlour.program.walking import substitute, walk
from parlour.python.actions import ActionCode, Choice
from parlour.states.machine import Machine
from parlour.table.cards import members
from parlour.table.cells import Cells
from parlour.table.layout import Layout
from parlour.table.texts import written

Words = Callable[[Cells], str | None]

_NUMBERS = {"<": "less than {}", "<=": "at most {}", ">": "more than {}", ">=": "at least {}", "==": "{}"}
_COUNTS = _NUMBERS | {"<": "fewer than {}"}
_FACTS = {"rank": "of rank", "suit": "of the suit", "colour": ""}


def unmet(machine: Machine, s: Cells, arm: ActionCode, payload: int) -> str | None:
    """Return a condition that keeps a choice from being offered: `the draw pile is empty`."""
    choice = arm.chosen(payload)
    guards = [guard for guard in (arm.arm.test, arm.arm.where) if guard is not None]
    return next((words for guard in guards if (words := _reason(machine, choice, s, guard)) is not None), None)


def _reason(machine: Machine, choice: Choice, s: Cells, guard: p.Expr) -> str | None:
    """Return the words of the first part of a condition that doesn't hold and has words."""
    for condition in _failing(choice, s, guard):
        tellers = (
            _no_such_card(machine, choice, part)
            or _other_cards(machine, choice, part)
            or _seen_words(machine, choice, part)
            for part in _alternatives(choice, s, condition)
        )
        reasons = [words for teller in tellers if teller is not None and (words := teller(s)) is not None]
        if reasons:
            return ", and ".join(dict.fromkeys(reasons))  # none of the alternatives holds
    return None


def _failing(choice: Choice, s: Cells, condition: p.Expr) -> Iterator[p.Expr]:
    """Yield the parts of a condition that don't hold; of a value by cases, those of the case that decides."""
    for part in _parts(choice.action.layout.program, condition):
        if choice.value(part)(s):
            continue
        if not isinstance(part, p.If):
            yield part
        elif not choice.value(part.test)(s):
            yield from _failing(choice, s, part.test if part.other == FALSE else part.other)
        elif part.then == FALSE:
            yield p.Not(part.test)
        else:
            yield from _failing(choice, s, part.then)


def _alternatives(choice: Choice, s: Cells, condition: p.Expr) -> Iterator[p.Expr]:
    """Yield the conditions of which one must hold, except those with several parts."""
    for item in condition.items if isinstance(condition, p.Or) else (condition,):
        if len(list(_parts(choice.action.layout.program, item))) == 1:
            yield from _failing(choice, s, item)


def _seen_words(machine: Machine, choice: Choice, condition: p.Expr) -> Words | None:
    """Return the words for a condition where the player who is asked sees its cards, or has chosen them."""
    text = _words(choice, condition)
    if text is None:
        return None
    chosen = [p.Local(slot.local) for slot in choice.action.arm.slots]
    nodes = [node for node in walk(condition) if isinstance(node, p.CardFact | p.ZoneEnd)]
    others = [node.card if isinstance(node, p.CardFact) else node for node in nodes]
    cards, size = [choice.value(card) for card in others if card not in chosen], machine.layout.pack.size

    def words(s: Cells) -> str | None:
        values = [value % size for card in cards if (value := card(s)) >= 0]
        return text(s) if all(machine.sight.seers(s, c) >> machine.seat(s) & 1 for c in values) else None

    return words


def _parts(program: p.Program, condition: p.Expr) -> Iterator[p.Expr]:
    """Yield the conditions that must all hold, also those of functions."""
    for part in conjuncts(condition):
        inner = _body(program, part) if isinstance(part, p.CallFunction) else None
        if inner is None:
            yield part
        else:
            yield from _parts(program, inner)


def _body(program: p.Program, call: p.CallFunction) -> p.Expr | None:
    """Return the expression of a function for these arguments; None if it names values of its own."""
    function = program.functions[call.function]
    given = dict(zip(function.params, call.args, strict=True))
    own = {node.index for node in walk(function.body) if isinstance(node, p.Local)} - given.keys()
    return None if own else cast("p.Expr", substitute(function.body, given))


def _words(choice: Choice, condition: p.Expr) -> Words | None:
    """Return the words for when the condition is false."""
    match condition:
        case p.Not(p.Op("==", p.ZoneSize(zone), p.Const(0))):
            return _zone(choice, zone, True)
        case p.Op("==", p.ZoneSize(zone), p.Const(0)):
            return _zone(choice, zone, False)
        case p.Op("has", p.Const(faces), p.CardFact("face", card)):
            return _faces(choice, faces, card)
        case p.Op("==", p.CardFact(fact, card), p.Const(value)) if fact in _FACTS:
            return _fact(choice, fact, card, value)
        case p.Op("!=", p.CardFact(fact, card), p.Const(value)) if fact in _FACTS:
            return _fact(choice, fact, card, value, "is")
        case p.Op("has", p.Const(ranks), p.CardFact("rank", card)):
            return _ranks(choice, ranks, card)
        case p.Not(p.Op("has", p.Const(ranks), p.CardFact("rank", card))):
            return _ranks(choice, ranks, card, "is")
        case p.Not(p.Op("==", left, right)):
            return _words(choice, p.Op("!=", left, right))
        case p.Op("==", p.CardFact(fact, card), p.CardFact(same, other)) if fact == same and fact in _FACTS:
            return _unlike(choice, card, other, f"{{}} and {{}} have different {fact}s")
        case p.SameCard(p.Local() as card, p.ZoneEnd() as end) | p.SameCard(p.ZoneEnd() as end, p.Local() as card):
            return _unlike(choice, card, end, "{} isn't the same card as {}")
        case p.Op("<" | "<=" | ">" | ">=" | "==" as op, left, right):
            if not _is_chosen(choice, left):
                return _number(choice, TURNED[op], right, left)
            return _number(choice, op, left, right)
        case _:
            return None


def _zone(choice: Choice, zone: p.Expr, lacks: bool) -> Words:
    layout, value = choice.action.layout, choice.value(zone)
    return lambda s: _of_zone(layout, value(s), lacks)


def _no_such_card(machine: Machine, choice: Choice, condition: p.Expr) -> Words | None:
    """Return the words for `any c in hand(q) where …` if the player sees these cards, and nothing else decides."""
    match condition:
        case p.Scan("any", local, p.ZoneCards(p.ZoneAt() as zone), where) if where and _is_seen(choice, where, local):
            pass
        case _:
            return None
    layout, number = machine.layout, choice.value(zone)

    def words(s: Cells) -> str | None:
        seen = machine.sight.always[number(s)] >> machine.seat(s) & 1
        return f"{zone_text(layout, number(s))} has no such card" if seen else None

    return words


def _other_cards(machine: Machine, choice: Choice, condition: p.Expr) -> Words | None:
    """Return the words for `cs == matches(c)` if the function is `those d in middle where …`, and the player sees all
    of this: why a chosen card isn't one of those, or which ones are missing."""
    match condition:
        case p.Op("==", p.Local() as slot, cards) | p.Op("==", cards, p.Local() as slot):
            pass
        case _:
            return None
    if isinstance(cards, p.CallFunction):
        function = machine.program.functions[cards.function]
        cards = cast("p.Expr", substitute(function.body, dict(zip(function.params, cards.args, strict=True))))
    match cards:
        case p.Scan("those", local, p.ZoneCards(p.ZoneAt() as zone), where) if where and _is_seen(choice, where, local):
            pass
        case _:
            return None
    pack, chosen, fitting, number = machine.layout.pack, choice.value(slot), choice.value(cards), choice.value(zone)

    def words(s: Cells) -> str | None:
        if not machine.sight.always[number(s)] >> machine.seat(s) & 1:
            return None
        wrong = members(chosen(s) & ~fitting(s))
        if wrong:
            return _reason(machine, choice, s, substitute(where, {local: p.Const(wrong[0])}))
        taken, those = ([pack.name(c) for c in members(cards)] for cards in (chosen(s), fitting(s)))
        return f"it takes {listing(those, 'and', '')}, not only {listing(taken, 'and', '')}"

    return words


def _is_seen(choice: Choice, condition: p.Expr, card: int) -> bool:
    """True if a player who sees a card can compute this from it."""
    nodes = (node for part in _parts(choice.action.layout.program, condition) for node in walk(part))
    own = p.CardFact | p.Not | p.And | p.Or
    return all(isinstance(node, own) or node == p.Local(card) or _is_public(choice, node) for node in nodes)


def zone_text(layout: Layout, number: int) -> str:
    """Return `the discard pile`, or `seat 2's hand`."""
    instance = layout.instances[number]
    zone = layout.program.zones[instance.zone]
    name = zone.text or zone.name
    return f"seat {instance.owner + 1}'s {name}" if zone.owner == "player" else f"the {name}"


def _of_zone(layout: Layout, number: int, lacks: bool) -> str | None:
    instance = layout.instances[number]
    zone = layout.program.zones[instance.zone]
    if zone.counted != p.EVERYBODY:
        return None
    name = zone.text or zone.name
    if zone.owner == "player" and name.endswith("s"):
        return f"seat {instance.owner + 1} {'has no' if lacks else 'still has'} {name}"
    if name.startswith("cards ") and zone.owner != "player":
        return f"there are {'no ' if lacks else ''}{name}"
    return f"{zone_text(layout, number)} {'is empty' if lacks else 'has cards'}"


# ---------------------------------------------------------------- cards


def _faces(choice: Choice, faces: int, card: p.Expr) -> Words:
    names = [choice.action.layout.pack.face_name(face) for face in members(faces)]
    return _of_card(choice, card, f"isn't one of {listing(names, 'and', '')}")


def _ranks(choice: Choice, ranks: int, card: p.Expr, verb: str = "isn't") -> Words:
    names = [choice.action.layout.pack.rank_names[rank] for rank in members(ranks)]
    return _of_card(choice, card, f"{verb} of rank {listing(names, quote='')}")


def _fact(choice: Choice, fact: str, card: p.Expr, value: int, verb: str = "isn't") -> Words | None:
    if value < 0:
        return None
    words = f"{_FACTS[fact]} {written(choice.action.layout, p.Type(fact), value)}".strip()  # type: ignore[arg-type]  # one of _FACTS
    return _of_card(choice, card, f"{verb} {words}")


def _unlike(choice: Choice, card: p.Expr, other: p.Expr, words: str) -> Words | None:
    """Compare a chosen card with the open card of a pile, or with another choice."""
    match other:
        case p.ZoneEnd(p.ZoneAt(zone)) if choice.action.layout.program.zones[zone].public:
            pass
        case p.Local() | p.Const():
            pass
        case _:
            return None
    pack, one, two = choice.action.layout.pack, choice.value(card), choice.value(other)
    return lambda s: words.format(pack.name(one(s)), pack.name(two(s))) if one(s) >= 0 <= two(s) else None


def _of_card(choice: Choice, card: p.Expr, words: str) -> Words:
    pack, value = choice.action.layout.pack, choice.value(card)
    return lambda s: f"{pack.name(value(s))} {words}" if value(s) >= 0 else None


# ---------------------------------------------------------------- numbers


def _number(choice: Choice, op: str, chosen: p.Expr, limit: p.Expr) -> Words | None:
    if not _is_chosen(choice, chosen) or not _is_known(choice, limit):
        return None
    value, bound = choice.value(chosen), choice.value(limit)
    if isinstance(chosen, p.Size):
        return lambda s: f"it takes {_COUNTS[op].format(bound(s))} card{'' if bound(s) == 1 else 's'}, not {value(s)}"
    return lambda s: f"{value(s)} isn't {_NUMBERS[op].format(bound(s))}"


def _is_chosen(choice: Choice, part: p.Expr) -> bool:
    """True for a chosen number, and for the number of chosen cards."""
    match part:
        case p.Size(p.Local(index)):
            return any(slot.local == index for slot in choice.action.arm.slots)
        case p.Local(index):
            return any(slot.local == index and slot.type.kind == "int" for slot in choice.action.arm.slots)
        case _:
            return False


def _is_known(choice: Choice, part: p.Expr) -> bool:
    """True for a number that everybody can compute."""
    return all(_is_public(choice, node) for node in walk(part))


def _is_public(choice: Choice, node: object) -> bool:
    program = choice.action.layout.program
    if isinstance(node, p.VarAt):
        return program.variables[node.var].seen == p.EVERYBODY
    if isinstance(node, p.ZoneAt):
        return program.zones[node.zone].counted == p.EVERYBODY
    if isinstance(node, p.Local):
        return any(slot.local == node.index for slot in choice.action.arm.slots)
    return isinstance(node, p.Const | p.Op | p.ZoneSize | p.Size)
