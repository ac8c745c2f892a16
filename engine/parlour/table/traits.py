"""Traits of a whole Program that decide the layout and the cards of its tables."""

from __future__ import annotations

from parlour import program as p
from parlour.program.walking import classes_in, walk

_REMEMBERED = 8  # Programs: a comparison of two rules plays four in turn
_last_asked: list[tuple[p.Program, frozenset[type]]] = []


_OF_MELDS = ("is_meld", "deadwood", "melded", "meld_of", "lay_off")


def ranks_go_together(program: p.Program) -> bool:
    """True if some question chooses cards by their ranks: groups or runs."""
    return any(slot.form == "groups" or slot.width for q in program.questions for arm in q.arms for slot in arm.slots)


def suits_decide(program: p.Program) -> bool:
    """True if a suit can affect what can be chosen. Effects and texts of a choice don't count."""
    left: list[object] = []
    for question in program.questions:
        left += [value for _, value in question.lets]
        for arm in question.arms:
            left += [part for part in (*arm.slots, arm.test, arm.where, arm.may) if part is not None]
    seen: set[tuple[str, int]] = set()
    while left:
        for node in walk(left.pop()):
            match node:
                case p.CardFact("suit" | "colour") | p.FaceCards("suit"):
                    return True
                case p.Builtin(name) if name in _OF_MELDS:
                    return True
                case p.CallFunction(number) if ("function", number) not in seen:
                    seen.add(("function", number))
                    left.append(program.functions[number].body)
                case p.Permitted(number) if ("permission", number) not in seen:
                    seen.add(("permission", number))
                    left += [clause.test for clause in program.permissions[number].clauses]
                case _:
                    pass
    return False


def uses_guises(program: p.Program) -> bool:
    """True if a card can count as another one."""
    if any(mark.guise for mark in program.marks):
        return True
    if any(slot.form == "guises" for q in program.questions for arm in q.arms for slot in arm.slots):
        return True
    return p.Guised in node_classes(program)


def node_classes(program: p.Program) -> frozenset[type]:
    """Return the classes of the nodes in a Program. Cached for the last few Programs, as tables of many sizes are made
    of each."""
    for asked, known in _last_asked[:]:
        if asked is program:
            return known
    rooms = (program.functions, program.procedures, program.permissions, program.code, program.questions)
    classes = classes_in(rooms)
    _last_asked[:] = [(program, classes), *_last_asked[: _REMEMBERED - 1]]
    return classes
