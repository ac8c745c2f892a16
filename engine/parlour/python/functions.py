"""The functions of one table, as Python: each is made when something calls it for the first time.

A namespace has a substitute for each function that is named but not made. The substitute makes the function, which
takes its place in the namespace, and calls it. So a short game makes few functions, and a long one calls them directly.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterator, Mapping, Sequence
from threading import RLock
from types import CodeType
from typing import Any

from parlour import program as p
from parlour import tablecode as t
from parlour.analysis.premises import Premises
from parlour.lowering.table_code import TableCode
from parlour.lowering.tables import NUMBERS, TABLES, zone_names
from parlour.lowering.watching import Watching
from parlour.python.code_cache import Generated
from parlour.python.printer import function as printed
from parlour.python.runtime.alternatives import ALTERNATIVES
from parlour.python.runtime.choices import Choices, Many
from parlour.python.runtime.faults import failing
from parlour.python.runtime.iterables import Iterables
from parlour.routines import routines
from parlour.table.cards import members
from parlour.table.cells import Cells
from parlour.table.seats import seats_from
from parlour.table.texts import UNTOLD, named, worded
from parlour.tablecode.reaching import called
from parlour.tablecode.signatures import COUNT_STEPS

Function = Callable[..., Any]
_PYTHON = frozenset(vars(builtins))

Writer = Callable[..., str]  # writes a template for a state, values of locals and a reader
Unseen = Callable[[int], int]  # returns the cards of a set that the reader doesn't see


class TableFunctions(Mapping[str, Any]):
    """The functions of one table by their names. `names` is the namespace in which they run."""

    def __init__(
        self,
        premises: Premises,
        watching: Watching | None = None,
        counting: bool = False,
        made: Generated | None = None,
    ) -> None:
        self.premises = premises
        self.layout = premises.layout
        self.code = TableCode(premises, counting, watching)
        if made is not None:
            self.code.unit.continue_after(made.source.origins)
        self.one_at_a_time = RLock()
        self.names: dict[str, Any] = {
            "members": members, "seats_from": seats_from, "Many": Many, "fail": failing(self.code.origins),
            "NOTHING": None,
        }  # fmt: skip
        for part in (Choices(self.layout, self.code.origins), Iterables(self.layout, self)):
            self.names |= {name: getattr(part, name) for name in vars(type(part)) if not name.startswith("_")}
        self._wanted: set[str] = set()  # functions that only have a substitute
        self._values: dict[tuple[int, tuple[int, ...]], tuple[p.Expr, Function]] = {}  # by id, with its expression
        self._spending: dict[str, bool] = {}
        if made is not None:
            self._spending |= dict.fromkeys(made.source.spending, True)
            self._run(made.code)
            for name, alternative in ALTERNATIVES.items():
                if name in self.names and name not in self._wanted:
                    self.names[name] = alternative.make(self.layout, self)

    # ------------------------------------------------------------ names

    def __getitem__(self, name: str) -> Any:
        if name not in self.names:
            with self.one_at_a_time:
                self.names.setdefault(name, self._meaning(name))
        return self.names[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)

    def _meaning(self, name: str) -> Any:
        """Return a table, a number, or the substitute of a function."""
        unit = self.code.unit
        if name in unit.tables:
            return unit.tables[name]
        if name in TABLES:
            return TABLES[name](self.layout)
        if name in NUMBERS:
            return NUMBERS[name](self.layout)
        if name == "ZONE_NAME":
            return zone_names(self.layout)
        if name.startswith("KNOWN_"):
            return {}
        self._wanted.add(name)
        return lambda *args: self.made(name)(*args)

    def made(self, name: str) -> Function:
        """Return a function; make it now if that hasn't happened yet."""
        function: Function = self[name]
        if name in self._wanted:
            with self.one_at_a_time:
                if name in self._wanted:
                    self.names[name] = self._make(name)
                    self._wanted.discard(name)
            function = self.names[name]
        return function

    def _make(self, name: str) -> Function:
        alternative = ALTERNATIVES.get(name)
        code = None if alternative is not None and not alternative.general else self._written(name)
        if code is not None:
            self._run(compile(printed(code), self._file, "exec"))
        if alternative is not None:
            return alternative.make(self.layout, self)
        assert code is not None, f"nothing has the name {name}"
        return self.names[name]  # type: ignore[no-any-return]  # a namespace holds anything

    def _written(self, name: str) -> t.Function | None:
        return self.code.function(name) or routines().get(name)

    @property
    def _file(self) -> str:
        return f"<{self.layout.program.id} for {self.layout.players}>"

    def _run(self, code: CodeType) -> None:
        """Run generated source, and give a meaning to the names that it uses."""
        exec(code, self.names)
        for name in names_in(code):
            if name not in self.names and name not in _PYTHON:
                self.names[name] = self._meaning(name)

    def spends(self, name: str) -> bool:
        """True if a function can count steps, in a cell behind the state."""
        if name not in self._spending:
            with self.one_at_a_time:
                self._spending[name] = self._counts_steps(self.code.function(name))
        return self._spending[name]

    def _counts_steps(self, code: t.Function | None) -> bool:
        passed: set[str] = set()
        todo = [] if code is None else [code]
        while todo:
            for name in called(todo.pop()) - passed:
                passed.add(name)
                if name in COUNT_STEPS:
                    return True
                function = self.code.function(name)
                todo += [] if function is None else [function]
        return False

    # ------------------------------------------------------------ values

    def value(self, e: p.Expr, params: tuple[int, ...] = (), origin: p.Origin | None = None) -> Function:
        """Return the function of a state, and of the values of these locals, that gives the value of an expression. It
        leaves the state alone."""
        key = (id(e), params)
        if key not in self._values:
            with self.one_at_a_time:
                code = self.code.expression(e, params, origin)
                self._run(compile(printed(code), self._file, "exec"))
                made: Function = self.names.pop(code.name)
                self._values[key] = e, _on_a_copy(made) if self._counts_steps(code) else made
        return self._values[key][1]

    def text(self, template: p.Template, params: tuple[int, ...] = (), origin: p.Origin | None = None) -> Writer:
        """Return the function of a state, of the values of these locals, and of who reads it, that writes a template:
        nobody reads the names of cards that are unseen."""
        layout = self.layout
        pieces = [
            (self.value(piece.value, params, origin), piece) if isinstance(piece, p.Hole) else piece
            for piece in template
        ]

        def write(s: Cells, values: Sequence[int] = (), unseen: Unseen = _all_seen) -> str:
            words = []
            for piece in pieces:
                if isinstance(piece, str):
                    words.append(piece)
                    continue
                value = int(piece[0](s, *values))
                hidden = unseen(sum(1 << card for card in named(layout, piece[1].type, value)))
                words.append(UNTOLD if hidden else worded(layout, piece[1], value))
            return " ".join("".join(words).split())

        return write

    def act(self, e: p.Stmt) -> Function:
        """Return the function that does one step, which sets no local."""
        with self.one_at_a_time:
            code = self.code.act(e)
            self._run(compile(printed(code), self._file, "exec"))
            made: Function = self.names.pop(code.name)
        return made


def _all_seen(cards: int) -> int:
    return 0


def _on_a_copy(function: Function) -> Function:
    return lambda s, *values: function(s[:], *values)


def names_in(code: CodeType) -> set[str]:
    """The names that code looks up outside of its functions."""
    inner = (part for part in code.co_consts if isinstance(part, CodeType))
    return set(code.co_names).union(*map(names_in, inner))
