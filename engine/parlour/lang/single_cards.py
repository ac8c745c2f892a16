"""Warns about literal cards of which the pack can have several, where a single card is needed, and where all are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from parlour import program as ir
from parlour.base.diagnostics import Diagnostic, listing
from parlour.lang import syntax as s
from parlour.lang.card_counts import CardCounts
from parlour.lang.symbols import Tables
from parlour.program import Const, Expr, If
from parlour.program.walking import walk


def check_single_cards(tables: Tables, counts: CardCounts) -> None:
    for face, span in tables.single_cards:
        several = max((_most(counts, one) for one in _faces(face, len(tables.design.faces))), default=0)
        if several > 1:
            text = " ".join(span.text.split())
            message = f"expected one card, found `{text}`, of which the pack has {several}; this means the first one"
            help_ = f"choose one by its place, as in `the c in hand(p) where c == {text}`, or use a set of cards"
            tables.problems.append(Diagnostic("one-of-several", message, span, "warning", help=help_))


def check_literal_sets(tables: Tables, counts: CardCounts, program: ir.Program) -> None:
    """Warn about `x in hand(p)` if `x` is a set of literal cards: it needs all cards with these faces."""
    if not tables.card_tests:
        return  # walking the Program costs time
    values = _Values(program)
    for cards, node in tables.card_tests:
        faces = dict.fromkeys(values.faces(cards, len(tables.design.faces)) or ())
        several = {face: most for face in faces if (most := _most(counts, face)) > 1}
        if several:
            named = [f"{most} of {tables.design.faces[face].name}" for face, most in several.items()]
            has = listing(named, "and", "") if len(several) < len(tables.design.faces) else "several with one face"
            message = f"this needs all cards with the faces in `{_text(node.left)}`, and the pack has {has}"
            tables.problems.append(Diagnostic("all-of-several", message, node.span, "warning", help=_instead(node)))


def _instead(node: s.Binary) -> str:
    """Return what to write for one card of each face, and for all cards."""
    cards, place = _text(node.left), _text(node.right)
    one = f"any c in {cards} where c in {place}"
    if isinstance(node.left, s.ListLit):
        one = " and ".join(f"{_text(item)} in {place}" for item in node.left.items)
    return f"write `{one}` if one is enough, or `all c in {cards} where c in {place}`"


def _text(node: s.Expr) -> str:
    return " ".join(node.span.text.split())


class _Values:
    """The values that the names of a Program can have."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.set_to: dict[ir.Local | int, list[Expr]] = {}  # by name from `let`, or number of a variable
        self.passed: dict[ir.Local, list[Expr]] = {}  # by parameter
        self.open = set[ir.Local | int]()  # names whose values are being looked up
        for node in walk(program):
            match node:
                case ir.Set(ir.VarAt(number), value):
                    self.set_to.setdefault(number, []).append(value)
                case ir.Set(ir.Local() as local, value):
                    self.set_to.setdefault(local, []).append(value)
                case ir.CallFunction(number, args):
                    self._pass(program.functions[number].params, args)
                case ir.Run(number, args):
                    self._pass(program.procedures[number].params, args)

    def _pass(self, params: Sequence[int], args: Sequence[Expr]) -> None:
        for param, arg in zip(params, args, strict=True):
            self.passed.setdefault(ir.Local(param), []).append(arg)

    def faces(self, cards: Expr, number: int) -> list[int] | None:
        """Return the faces of a set that consists of literal cards; None for other sets."""
        match cards:
            case Const(0):
                return []
            case ir.FaceCards("face", Const(of)):
                return [face for face in range(number) if of >> face & 1]
            case ir.FaceCards("face", ir.Single(face)):
                return list(_faces(face, number))
            case ir.Op("|", first, second):
                return _all([self.faces(first, number), self.faces(second, number)])
            case If(_, then, other):
                return _any([self.faces(then, number), self.faces(other, number)])
            case ir.CallFunction(function, _):
                return self.faces(self.program.functions[function].body, number)
            case ir.VarAt(name) | (ir.Local() as name):
                return self._named(name, number)
        return None

    def _named(self, name: ir.Local | int, number: int) -> list[int] | None:
        if name in self.open:
            return []  # adds to its own value
        self.open.add(name)
        values = [self.faces(value, number) for value in self.set_to.get(name, ())]
        args = self.passed.get(name, ()) if isinstance(name, ir.Local) else ()
        passed = [self.faces(arg, number) for arg in args]
        self.open.discard(name)
        return _any([_all(values) if values else None, *passed])


def _all(parts: Sequence[list[int] | None]) -> list[int] | None:
    return None if None in parts else [face for part in parts for face in part or ()]


def _any(parts: Sequence[list[int] | None]) -> list[int] | None:
    return None if all(part is None for part in parts) else [face for part in parts for face in part or ()]


def _faces(face: Expr, number: int) -> Iterable[int]:
    """Return the faces that this can be."""
    match face:
        case Const(value):
            return [value] if value >= 0 else []
        case If(_, then, other):
            return [*_faces(then, number), *_faces(other, number)]
        case _:
            return range(number)


def _most(counts: CardCounts, face: int) -> int:
    """Return the largest number of cards with a face at any table; 0 if it is unknown."""
    deck = counts.company.deck
    known = [[counts.number(e, n) or 0 for e in (deck.copies, deck.amounts[face])] for n in counts.players]
    return max((copies * amount for copies, amount in known), default=0)
