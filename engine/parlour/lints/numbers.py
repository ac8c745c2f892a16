"""Computes numbers that depend only on the options and the number of players, for any values of the options.

Computes them from the syntax. Values that depend on play are unknown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice, product

from parlour.decks.deck_reader import read_deck
from parlour.documents.composition import Composition, Document, OptionSetting
from parlour.lang import syntax as s
from parlour.lints.member_texts import MemberText
from parlour.lints.option_ranges import Declarations, seats_of

DEPTH = 8  # of functions inside functions
MOST_VALUES = 6  # of one option
MOST_TABLES = 50  # with one number of players

Value = int | str | bool | None
"""A number, a word or a boolean. None means that play decides, and the word `none` is a missing value."""


@dataclass(frozen=True)
class TableSettings:
    """A number of players, and values of options by their full names."""

    seats: int
    options: Mapping[str, Value] = field(default_factory=dict)


class Numbers:
    """Computes numbers that follow from the options and the number of players alone."""

    def __init__(self, composition: Composition, texts: tuple[MemberText, ...]) -> None:
        self.composition = composition
        self.settings = {setting.full_name: setting for setting in composition.options.values()}
        self.functions = _functions(composition, texts)
        self.possible = [(t.syntax, t.member.document) for t in texts if t.member.section == "possible"
                         and t.kind == "condition"]  # fmt: skip
        self.deck = {t.member.name: (t.syntax, t.member.document) for t in texts if t.member.section == "deck"}
        self.declared = {document.id: Declarations(composition, document) for document in composition.documents}
        self.cards = sum(read_deck(composition.deck).copies)
        ranges = seats_of(composition.players) if composition.players is not None else []
        self.seats = sorted({n for low, high in ranges for n in range(low, high + 1)})

    def current(self, name: str) -> Value:
        value = self.settings[name].value
        return "none" if value is None else value if isinstance(value, bool | int | str) else None

    def tables(self, number: object, document: Document) -> Iterator[TableSettings]:
        """Yield tables that differ in the players, the most first, and in the options on which a number depends."""
        read: dict[str, OptionSetting] = {}
        self._read(number, document, read, DEPTH)
        values = [[(name, value) for value in _values(setting)] for name, setting in read.items()]
        for seats in reversed(self.seats):
            yield from (TableSettings(seats, dict(chosen)) for chosen in islice(product(*values), MOST_TABLES))

    def is_possible(self, table: TableSettings) -> bool:
        """True if no condition refuses the table. If only play decides a condition, it might refuse."""
        return all(self.value(syntax, owner, table) is True for syntax, owner in self.possible)

    def pack(self, table: TableSettings) -> int | None:
        """Return how many cards there are."""
        if self.deck.keys() & {"use", "ranks"} or self.composition.sections["cards"]:
            return None
        jokers = self.value(*self.deck["jokers"], table) if "jokers" in self.deck else 0
        copies = self.value(*self.deck["copies"], table) if "copies" in self.deck else 1
        return copies * (self.cards + jokers) if isinstance(jokers, int) and isinstance(copies, int) else None

    def _read(self, syntax: object, document: Document, read: dict[str, OptionSetting], depth: int) -> None:
        for node in s.walk(syntax):
            setting = self.declared[document.id].option(node) if isinstance(node, s.Field) else None
            if setting is not None:
                read[setting.full_name] = setting
            if isinstance(node, s.Call) and node.name in self.functions and depth:
                body, owner = self.functions[node.name]
                self._read(body, owner, read, depth - 1)

    def value(self, node: object, document: Document, table: TableSettings, depth: int = DEPTH) -> Value:
        """Return the value of an expression at a table, or None if play decides it."""

        def of(part: s.Expr) -> Value:
            return self.value(part, document, table, depth)

        match node:
            case s.Number(_, value):
                return value
            case s.Truth(_, value):
                return value
            case s.Nothing():
                return "none"
            case s.WordLit(_, word):
                return word
            case s.Field(_, s.Name(_, "players"), "size"):
                return table.seats
            case s.Field(_, s.Name(_, "pack"), "size"):
                return self.pack(table)
            case s.Field():
                setting = self.declared[document.id].option(node)
                return (
                    None if setting is None else table.options.get(setting.full_name, self.current(setting.full_name))
                )
            case s.Is(_, value, "none" | "some" as what, negated):
                there = of(value)
                return None if there is None else ((there == "none") == (what == "none")) != negated
            case s.Call(_, name, ()) if name in self.functions and depth:
                body, owner = self.functions[name]
                return self.value(body, owner, table, depth - 1)
            case _:
                return _operated(node, of)


def _operated(node: object, of: Callable[[s.Expr], Value]) -> Value:
    """Return the value of an expression whose parts have values `of`."""
    match node:
        case s.Minus(_, value):
            number = of(value)
            return -number if isinstance(number, int) else None
        case s.Not(_, value):
            truth = of(value)
            return not truth if isinstance(truth, bool) else None
        case s.Choice(_, test, then, other):
            truth = of(test)
            return of(then if truth else other) if isinstance(truth, bool) else None
        case s.Binary(_, "and" | "or" as op, left, right):
            return _joined(op, of(left), of(right))
        case s.Binary(_, op, left, right):
            one, two = of(left), of(right)
            return _computed(op, _word(left, two, one), _word(right, one, two))
        case s.Call(_, "min" | "max" as name, (left, right)):
            numbers = [value for value in (of(left), of(right)) if isinstance(value, int)]
            return (min if name == "min" else max)(numbers) if len(numbers) == 2 else None
        case _:
            return None


def _word(node: s.Expr, beside: Value, value: Value) -> Value:
    """Return the word that a plain name means if it is compared with a word."""
    return node.id if isinstance(node, s.Name) and isinstance(beside, str) else value


def _joined(op: str, left: Value, right: Value) -> Value:
    decisive = op == "or"
    if decisive in (left, right) and not (isinstance(left, int) and not isinstance(left, bool)):
        return decisive
    return not decisive if isinstance(left, bool) and isinstance(right, bool) else None


def _computed(op: str, left: Value, right: Value) -> Value:
    if left is None or right is None:
        return None
    if op in ("==", "!="):
        return (left == right) == (op == "==")
    if isinstance(left, str) or isinstance(right, str) or (op in ("//", "mod") and right == 0):
        return None
    match op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "//":
            return left // right
        case "mod":
            return left % right
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case ">=":
            return left >= right
        case _:
            return None


def _functions(composition: Composition, texts: tuple[MemberText, ...]) -> dict[str, tuple[object, Document]]:
    """Return the functions that are one expression, without cases of rules and powers."""
    members = Counter(member.name for member in composition.sections["functions"])
    return {
        text.member.name: (text.syntax, text.member.document)
        for text in texts
        if text.member.section == "functions" and members[text.member.name] == 1
    }


def _values(setting: OptionSetting) -> list[Value]:
    """Return values to try: the bounds of a number and some between them, and every word."""
    kind = setting.type
    values: list[Value] = []
    match kind.kind:
        case "int" if kind.low is not None and kind.high is not None:
            step = max((kind.high - kind.low) // (MOST_VALUES - 1), 1)
            values = [*range(kind.high, kind.low, -step), kind.low]
        case "bool":
            values = [True, False]
        case "word":
            values = list(kind.words)
    return [*values, "none"] if kind.optional else values or [None]
