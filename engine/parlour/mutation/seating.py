"""Examples about who can play. A change of the numbers of players or of a requirement alone is noticed by no others."""

from __future__ import annotations

from dataclasses import fields

from parlour import program as p
from parlour.documents.document import Scalar
from parlour.mutation.judges import Judge, Order
from parlour.mutation.sameness import NOT_PLAYED, same

_SEATING = frozenset(("players", "sides", "possible"))


def seats_otherwise(one: p.Program, other: p.Program) -> bool:
    """True if two Programs that differ only decide differently who can play."""
    played = [f.name for f in fields(p.Program) if f.name not in NOT_PLAYED and f.name not in _SEATING]
    return all(same(getattr(one, name), getattr(other, name)) for name in played)


def about_seating(order: Order, one: p.Program, other: p.Program) -> Order:
    """Return the examples that nobody can play, and those for a number of players that only one Program has."""
    numbers = frozenset(map(str, {*one.players} ^ {*other.players}))
    chosen = [(mix, [judge for judge in judges if _is_about(judge, numbers)]) for mix, judges in order]
    return [(mix, judges) for mix, judges in chosen if judges]


def _is_about(judge: Judge, numbers: frozenset[str]) -> bool:
    players = judge.case.node.get("players")
    return judge.case.node.get("refused") is not None or (isinstance(players, Scalar) and players.value in numbers)
