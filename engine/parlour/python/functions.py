"""The functions of one table, as Python: each is made when something calls it for the first time.

A namespace has a substitute for each function that is named but not made. The substitute makes the function, which
takes its place in the namespace, and calls it. So a short game makes few functions, and a long one calls them directly.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from threading import RLock
from types import CodeType
from typing import TYPE_CHECKING, Any, NoReturn
from weakref import finalize

from parlour import program as p
from parlour import tablecode as t
from parlour.analysis.premises import Premises, counts_steps
from parlour.lowering.tables import NUMBERS, TABLES, zone_names
from parlour.python.code_cache import CodeEntry, SavedCode
from parlour.python.runtime.alternatives import ALTERNATIVES
from parlour.python.runtime.iterables import Iterables, Many
from parlour.table.cards import members
from parlour.table.cells import Cells
from parlour.table.faults import fault
from parlour.table.naming import cards_named
from parlour.table.seats import seats_from
from parlour.table.texts import UNTOLD, worded
from parlour.tablecode.statements import VALUE

if TYPE_CHECKING:
    from parlour.lowering.table_code import TableCode

Function = Callable[..., Any]
_PYTHON = frozenset(vars(builtins))
MOST_CODES = 4096  # in memory: mixes of one game share most functions
_code_of = lru_cache(MOST_CODES)(compile)

Writer = Callable[..., str]  # writes a template for a state, values of locals and a reader
Unseen = Callable[[int], int]  # returns the cards of a set that the reader doesn't see


class TableFunctions(Mapping[str, Any]):
    """The functions of one table by their names. `names` is the namespace in which they run.

    `counting` and `watched` are as in `TableCode`. With an `entry`, code comes from there if it was saved, and new code
    is saved there at the latest when the process ends.
    """

    def __init__(
        self, premises: Premises, counting: bool = False, watched: bool = False, entry: CodeEntry | None = None
    ) -> None:
        self.premises = premises
        self.layout = premises.layout
        self.one_at_a_time = RLock()
        self._counting, self._watched, self._entry = counting, watched, entry
        self._saved = SavedCode() if entry is None else entry.read()
        if entry is not None:
            finalize(self, entry.write, self._saved)
        self.names: dict[str, Any] = {
            "members": members, "seats_from": seats_from, "Many": Many, "fail": self._fail, "NOTHING": None,
            "NOTES": 0, "settle": lambda s: None,  # all of a state is in its list
        }  # fmt: skip
        iterables = Iterables(self.layout, self._saved.origins, self)
        self.names |= {name: getattr(iterables, name) for name in vars(Iterables) if not name.startswith("_")}
        self._wanted: set[str] = set()  # functions that only have a substitute
        self._values: dict[tuple[int, tuple[int, ...]], tuple[p.Expr, Function]] = {}  # by id, with its expression

    @cached_property
    def code(self) -> TableCode:
        """What writes the functions that aren't saved."""
        from parlour.lowering.table_code import TableCode  # slow to import, and often all code is saved

        code = TableCode(self.premises, self._counting, self._watched)
        code.unit.continue_after(self._saved.origins, self._saved.number)
        return code

    def make_all(self) -> None:
        """Make the code of everything that play can need, and save it."""
        from parlour.routines import routines

        with self.one_at_a_time:
            if not self._saved.whole:
                replaced = {name for name, alternative in ALTERNATIVES.items() if not alternative.general}
                library = {name: routine for name, routine in routines().items() if name not in replaced}
                for code in self.code.whole(library):
                    if code.name not in self._saved.codes:
                        self._compiled(code.name, code)
                self._saved.whole = True
            if self._entry is not None:
                self._entry.write(self._saved)

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
        if name in self._saved.tables:
            return self._saved.tables[name]
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
        if alternative is None or alternative.general:
            self._run(self._saved.codes.get(name) or self._compiled(name, self.code.function(name)))
        if alternative is not None:
            return alternative.make(self.layout, self)
        return self.names[name]  # type: ignore[no-any-return]  # a namespace holds anything

    def _compiled(self, key: str, function: t.Function | None) -> CodeType:
        """Compile a function, or else the routine with this name, and note its code under this key."""
        from parlour.python.printer import function as printed  # slow to import, and often all code is saved

        saved, unit = self._saved, self.code.unit
        source = _routine(key) if function is None else printed(function)
        code = saved.codes[key] = _code_of(source, f"<{self.layout.program.id}>", "exec")
        saved.tables |= {name: unit.tables[name] for name in names_in(code) & unit.tables.keys()}
        if self._entry is not None:
            saved.needs[key] = frozenset(filter(self.code.knows_only_here, names_in(code)))
        saved.number, saved.is_new = unit.next_number(), True
        return code

    def _run(self, code: CodeType) -> None:
        """Run generated source, and give a meaning to the names that it uses."""
        exec(code, self.names)
        for name in names_in(code):
            if name not in self.names and name not in _PYTHON:
                self.names[name] = self._meaning(name)

    def _fail(self, message: str, at: int) -> NoReturn:
        """Report an error with its place in the ruleset, which code knows by a number."""
        fault(message, self._saved.origins[at])

    def line(self, origin: p.Origin | None) -> int:
        """Return the number by which code names a place in the ruleset."""
        with self.one_at_a_time:
            return self.code.unit.line(origin).number

    # ------------------------------------------------------------ values

    def value(self, e: p.Expr, params: tuple[int, ...] = (), origin: p.Origin | None = None) -> Function:
        """Return the function of a state, and of the values of these locals, that gives the value of an expression. It
        leaves the state alone."""
        key = (id(e), params)
        if key not in self._values:
            with self.one_at_a_time:
                name = _signed(e, params, origin) if self._entry is not None else "value"
                made = self._once(name, lambda: self.code.expression(e, params, origin))
                counts = self.premises.looks_count_steps or counts_steps(e)
                self._values[key] = e, on_a_copy(made) if counts else made
        return self._values[key][1]

    def _once(self, key: str, write: Callable[[], t.Function]) -> Function:
        """Return a function that has no name in the namespace."""
        code = self._saved.codes.get(key) if self._entry is not None else None
        if code is None:
            code = self._compiled(key, write())
        self._run(code)
        return self.names.pop(VALUE)  # type: ignore[no-any-return]  # as above

    def text(self, template: p.Template, params: tuple[int, ...] = (), origin: p.Origin | None = None) -> Writer:
        """Return a function that writes a template. It gets a state, the values of these locals, and a function of the
        cards that the reader doesn't see, whose names it leaves out."""
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
                hidden = unseen(cards_named(layout, piece[1].type, value))
                words.append(UNTOLD if hidden else worded(layout, piece[1], value))
            return " ".join("".join(words).split())

        return write

    def act(self, e: p.Stmt) -> Function:
        """Return the function that does one step, which sets no local."""
        with self.one_at_a_time:
            return self._once("act", lambda: self.code.act(e))


def _signed(*parts: object) -> str:
    """Return a key for an expression with its locals and its place."""
    return sha256(repr(parts).encode()).hexdigest()


def _all_seen(cards: int) -> int:
    return 0


def on_a_copy(function: Function) -> Function:
    """Return a function that counts steps behind the state, as one that leaves the state alone."""
    return lambda s, *values: function(s[:], *values)


@cache
def _routine(name: str) -> str:
    """Return the source of a routine, which is the same for all tables."""
    from parlour.python.printer import function as printed  # as above
    from parlour.routines import routines

    return printed(routines()[name])


@lru_cache(MOST_CODES)
def names_in(code: CodeType) -> frozenset[str]:
    """The names that code looks up outside of its functions."""
    inner = (part for part in code.co_consts if isinstance(part, CodeType))
    return frozenset(code.co_names).union(*map(names_in, inner))
