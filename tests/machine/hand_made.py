"""Programs written by hand, without a ruleset: the minimum that the machine needs for a test.

The default table: three players, 52 cards, ace high; zones `box`, `hand(player)` (seen by its owner), `stock`
(ordered, hidden), `pile` (ordered, its top is seen), `row` (four columns, cards can be turned), `last` (ordered,
the last batch is seen).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from packs import deck
from parlour import program as p
from parlour.states.machine import Machine
from parlour.table.cards import Pack

HERE = p.Origin("test", "A test", "test.yaml", 1, 1)

BOOL, INT, RANK, SUIT = p.Type("bool"), p.Type("int"), p.Type("rank"), p.Type("suit")
CARD, CARDS, PLAYER, SIDE = p.Type("card"), p.Type("cards"), p.Type("player"), p.Type("side")
CARD_OR_NONE = p.Type("card", optional=True)

BOX, HAND, STOCK, PILE, ROW, LAST = range(6)

NUMBER, FLAG, WHO, SCORES, BY_RANK, ENDING, ANSWERS = range(7)

LABEL, GUISE, SCRATCHED = range(3)


def zone(name: str, per: str = "table", ordered: bool = False, seen: str = "nobody", **more: object) -> p.Zone:
    shows = seen if seen in ("top", "last-batch") else None
    keys = () if per == "table" else (p.Key(p.Type(per)),)
    start = p.Zone(name, keys, ordered, None, p.together([seen]), p.EVERYBODY, False, "", HERE, shows=shows)
    return replace(start, **more)


def variable(name: str, type_: p.Type, *keys: p.Type, starts: p.Expr | None = None) -> p.Variable:
    return p.Variable(name, type_, tuple(map(p.Key, keys)), p.EVERYBODY, starts, "", HERE)


ZONES = (
    zone("box"),
    zone("hand", "player", seen="owner"),
    zone("stock", ordered=True),
    zone("pile", ordered=True, seen="top"),
    zone("row", columns=p.Const(4), turns=True),
    zone("last", ordered=True, seen="last-batch"),
)

VARIABLES = (
    variable("number", INT),
    variable("flag", BOOL),
    variable("who", PLAYER),
    variable("score", INT, PLAYER),
    variable("refuted", BOOL, PLAYER, RANK),
    variable("ending", p.Type("enum", "endings")),
    variable("answers", INT, PLAYER),
)

MARKS = (
    p.Mark("label", INT, (HAND, PILE), 0, False, "", HERE),
    p.Mark("counts as", CARD_OR_NONE, (PILE,), p.NONE, True, "", HERE),
    p.Mark("scratched", BOOL, (), 0, False, "", HERE),
)

DECK = deck()

# Locals 0..9 are for tests: the card of the deck, then numbers, cards and players as they come.
# 10..13 are parameters of functions.
LOCALS = (
    ("card", CARD), ("n", INT), ("c", CARD), ("q", PLAYER), ("cs", CARDS), ("r", RANK), ("x", SUIT),
    ("k", INT), ("d", CARD), ("back", INT), ("param", INT), ("param", INT), ("param", PLAYER), ("param", CARD),
)  # fmt: skip

STAGE = p.Stage("match", tuple(range(len(VARIABLES))), True, True, True, HERE)


FACE = p.Record("Face", (p.RecordField("rank", RANK, 0, 4, 1, p.NONE), p.RecordField("live", BOOL, 4, 1, 0, 1)))


def program(
    code: Sequence[p.Instr],
    questions: Sequence[p.Question] = (),
    *,
    zones: tuple[p.Zone, ...] = ZONES,
    variables: tuple[p.Variable, ...] = VARIABLES,
    marks: tuple[p.Mark, ...] = (),
    locals_: tuple[tuple[str, p.Type], ...] = LOCALS,
    kept: tuple[int, ...] = (),
    deck: p.Deck = DECK,
    **more: object,
) -> p.Program:
    start = p.Program(
        id="test",
        title="A test",
        text="",
        digest="0",
        options=(),
        players=tuple(range(1, 9)),
        sides=((4, ((0, 2), (1, 3))),),
        deck=deck,
        enums=(("endings", ("none", "done")), ("effect", ("stops", "steals", "links"))),
        records=(FACE,),
        zones=zones,
        variables=variables,
        marks=marks,
        stages=(STAGE,) if variables is VARIABLES else (replace(STAGE, resets=tuple(range(len(variables)))),),
        functions=(),
        procedures=(),
        permissions=(),
        questions=tuple(questions),
        code=tuple(code),
        entry=0,
        returns=(),
        locals=locals_,
        kept=kept,
        ending=ENDING,
        endings=(("none", ""), ("done", "it is done")),
        possible=(),
        results=(),
        resumes=(),
        checkpoints=0,
    )
    return replace(start, **more)


def arm(id_: str, target: int, *slots: p.Slot, **more: object) -> p.Arm:
    notation: tuple[str | p.Hole, ...] = (id_,)
    for s in slots:
        kind: p.Type = s.type
        if s.form in ("groups", "sets") and s.type.kind == "card":
            kind = CARDS
        if s.form == "places":
            kind = INT
        notation = (*notation, " ", p.Hole(p.Local(s.local), kind))
    start = p.Arm(id_, notation, slots, None, None, None, None, False, target, None, HERE)
    return replace(start, **more)


def slot(local: int, form: str, domain: p.Expr | p.Span | p.SeatOrder, type_: p.Type, **more: object) -> p.Slot:
    start = p.Slot(local, form, domain, type_)
    return replace(start, **more)


def question(name: str, seat: p.Expr, *arms: p.Arm, **more: object) -> p.Question:
    start = p.Question(name, (), (), seat, arms, None, None, None, (), (), HERE)
    return replace(start, **more)


def waiting(*stmts: p.Stmt, **more: object) -> p.Program:
    """Return a game that only waits; each answer runs all these statements."""
    code = [p.AskOf(0), *(p.Do(s, HERE) for s in stmts), p.Jump(0)]
    return program(code, [question("wait", p.Const(0), arm("go", 1))], **more)


@dataclass
class Bench:
    """A machine with one game, which tests can lay out by hand."""

    machine: Machine
    s: list[int]

    @classmethod
    def of(cls, game: p.Program, players: int = 3, vectorise: bool = True, seed: int = 1) -> Bench:
        machine = Machine(game, players, vectorise=vectorise)
        return cls(machine, machine.start(seed))

    @property
    def pack(self) -> Pack:
        return self.machine.layout.pack

    def card(self, name: str, copy: int = 0) -> int:
        face = self.pack.face_of_name(name)
        assert face is not None, name
        return self.pack.cards_of_face(face)[copy]

    def cards(self, names: str) -> list[int]:
        """Return the cards of `7♠ 10♦ 7♠`; a repeated name is the next copy."""
        found: list[int] = []
        for name in names.split():
            face = self.pack.face_of_name(name)
            assert face is not None, name
            found.append(next(c for c in self.pack.cards_of_face(face) if c not in found))
        return found

    def mask(self, names: str) -> int:
        return sum(1 << c for c in self.cards(names))

    def number(self, zone_: int, key: int = 0) -> int:
        return self.machine.layout.bases[zone_] + key

    def lay(self, zone_: int, names: str, key: int = 0) -> Bench:
        for c in self.cards(names):
            self.machine.move(self.s, c, self.number(zone_, key))
        return self

    def lying(self, zone_: int, key: int = 0) -> str:
        """Return the names of the cards in a zone, from bottom to top or ascending."""
        layout = self.machine.layout
        return " ".join(self.pack.name(c) for c in layout.contents(self.s, layout.instances[self.number(zone_, key)]))

    def set(self, variable_: int, value: int, *keys: int) -> Bench:
        self.s[self.machine.layout.variables[variable_].cell(keys)] = value
        return self

    def get(self, variable_: int, *keys: int) -> int:
        return self.s[self.machine.layout.variables[variable_].cell(keys)]

    def mark(self, mark: int, name: str) -> int:
        return self.s[self.machine.layout.marks[mark] + self.card(name)]

    def value(self, e: p.Expr, **known: int) -> int:
        """Return the value of an expression; the arguments give locals by name."""
        names = [name for name, _ in self.machine.program.locals]
        return self.machine.evaluate(self.s, e, {names.index(name): v for name, v in known.items()})

    def go(self, move: int | None = None) -> Bench:
        self.machine.step(self.s, self.machine.legal(self.s)[0] if move is None else move)
        return self

    def texts(self) -> list[str]:
        from parlour.states.moves import Notation

        return [m.text for m in Notation(self.machine).moves(self.s, self.machine.legal(self.s))]


def fact(kind: str, card: p.Expr) -> p.Expr:
    return p.CardFact(kind, card)


def op(kind: str, left: p.Expr, right: p.Expr) -> p.Expr:
    return p.Op(kind, left, right)


def scan(
    kind: str, local: int, domain: p.Expr | p.SeatOrder | p.Span, where: p.Expr | None = None,
    value: p.Expr | None = None,
) -> p.Scan:  # fmt: skip
    return p.Scan(kind, local, domain, where, value)


def hand(key: p.Expr) -> p.Expr:
    return p.ZoneCards(p.ZoneAt(HAND, (key,)))
