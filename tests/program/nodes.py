"""One node of each class, with a local of its own in every place where an expression can be."""

from dataclasses import fields
from itertools import count
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from parlour import program as p

EXPRESSIONS: tuple[type, ...] = tuple(p.Expr.__subclasses__())
STATEMENTS: tuple[type, ...] = get_args(p.Stmt)
INSTRUCTIONS: tuple[type, ...] = get_args(p.Instr)
RANGES = (p.SeatOrder, p.Span, p.Subsets)  # domains of loops other than sets
HERE = p.Origin("test", "A test", "test.yaml", 1, 1)
BOUND = 999  # the local that a loop, scan or slot binds


class Sample:
    """`node` mentions as many locals (0, 1, 2, …) as `free` has; it sets those in `targets`."""

    def __init__(self, of: type) -> None:
        self._numbers = count()
        self.targets: set[int] = set()
        hints = get_type_hints(of)
        given = {f.name: self._value(of, f.name, hints[f.name]) for f in fields(of)}
        self.node = of(**given)
        self.free = set(range(next(self._numbers)))

    def _value(self, of: type, name: str, hint: Any) -> object:
        if name in ("local", "index", "back"):
            return BOUND if name == "local" else next(self._numbers)
        options = set(get_args(hint)) if get_origin(hint) in (Union, UnionType) else {hint}
        if p.Expr in options:
            return p.Local(next(self._numbers))
        if p.Seq in options:
            return p.LeaveTable(p.Local(next(self._numbers)))
        if p.Local in options:
            number = next(self._numbers)
            self.targets.add(number)
            return p.Local(number)
        if p.Origin in options:
            return HERE
        if get_origin(hint) is Literal:
            return get_args(hint)[0]
        if get_origin(hint) is tuple:
            return self._items(get_args(hint)[0])
        plain = {int: 1, bool: False, str: "text", p.Type: p.Type("int")}
        found = [plain[option] for option in options if option in plain]
        literal = [get_args(option)[0] for option in options if get_origin(option) is Literal]
        return (found + literal)[0]

    def _items(self, hint: Any) -> tuple[object, ...]:
        options = get_args(hint)
        if p.Expr in options:
            return p.Local(next(self._numbers)), p.Local(next(self._numbers))
        if p.Seq in options:
            return tuple(p.LeaveTable(p.Local(next(self._numbers))) for _ in range(2))
        return ()
