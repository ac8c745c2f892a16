"""Notes steps that name hidden cards to everybody: in a line of `say`, where others read `…`, or in a variable or log
that everybody sees.

Follows a card from a hidden zone only while no step can move or turn cards. A variable matters if such steps reach a
question, or the end. A card that was shown to players counts as hidden afterwards: they read its name in the event.
"""

from __future__ import annotations

from collections.abc import Iterable

from parlour import program as ir
from parlour.base.diagnostics import Diagnostic
from parlour.lang import tree as t
from parlour.lang.bodies import Bodies
from parlour.lang.secrecy import NOBODY, Known, SecrecyReader
from parlour.lang.symbols import Tables, written
from parlour.program import Expr
from parlour.program.walking import named_locals

Names = dict[int, Known]


def check_said(tables: Tables, bodies: Bodies, trees: Iterable[t.Tree]) -> None:
    """Note each line for everybody that names a hidden card, and each such value."""
    for tree in trees:
        search = _Search(tables, SecrecyReader(tables, bodies, ir.Local(NOBODY)))
        search.follow(tree, {})
        search.note_stored()


class _Search:
    def __init__(self, tables: Tables, reader: SecrecyReader) -> None:
        self.tables = tables
        self.reader = reader
        self.stored: list[tuple[ir.Variable, Expr, ir.Origin]] = []  # hidden cards in variables that everybody sees

    def follow(self, tree: t.Tree, names: Names) -> bool:
        """Follow steps, and add what is known of their names. Return False if they can move or turn cards."""
        match tree:
            case t.Block(items):
                followed = [self._kept(item, names) for item in items]
                return all(followed)
            case t.Plain(ir.Set(ir.Local(local), value)):
                names[local] = self.reader.known(value, names)
                self.reader.note(local, value)
                for source in named_locals(value) & self.reader.homes.keys():  # several in a value with a guise
                    self.reader.homes[local] = self.reader.homes[source]
                return True
            case t.Plain(ir.Pick(ir.Local(local), of)) if not isinstance(of, ir.Span):
                names[local] = self.reader.known(of, names)
                self.reader.note(local, of)
                return True
            case t.Plain(ir.Say() as line):
                self._judge(line, names)
                return True
            case t.Plain(ir.Set(ir.VarAt(number), value) as step, origin):
                self._store(self.tables.variable_list[number], value, names, origin or step.origin)
                return True
            case t.Plain(ir.Set() | ir.Pick() | ir.RuleFired() | ir.ShowTo()):
                return True
            case t.Loop(local=local, domain=domain, body=body):
                self.reader.note(local, domain)
                return self.follow(body, {local: self.reader.known(domain, names)})
            case t.Branching(then=then, other=other):
                followed = [self.follow(branch, {**names}) for branch in (then, other)]
                return all(followed)
            case t.Asking():
                self.note_stored()
                for arm in tree.arms:
                    self.follow(arm.body, self._chosen(arm.arm))
                    self.note_stored()
                self.follow(tree.otherwise or t.NOTHING, {})
                return False
            case _:
                if isinstance(tree, t.Invoke) and tree.routine in self.tables.prompts:
                    self.note_stored()
                self.stored.clear()
                for inner in t.parts(tree):
                    self.follow(inner, {})
                return False

    def _chosen(self, arm: ir.Arm) -> Names:
        for slot in arm.slots:
            self.reader.note(slot.local, slot.domain)
        return {slot.local: self.reader.known(slot.domain, {}) for slot in arm.slots if slot.type.kind != "player"}

    def _store(self, variable: ir.Variable, value: Expr, names: Names, origin: ir.Origin | None) -> None:
        if variable.seen == ir.EVERYBODY and origin is not None and self.reader.known(value, names) == "hidden":
            self.stored.append((variable, value, origin))

    def note_stored(self) -> None:
        """Note each value that everybody sees at this moment although it names hidden cards."""
        for variable, value, origin in self.stored:
            message = f"everybody sees `{variable.name}`, but not {self.reader.cards(value)} that it names here"
            help_ = "give it an audience that sees these cards, or set it after they have moved to an open zone"
            self._note(message, help_, origin)
        self.stored.clear()

    def _kept(self, item: t.Tree, names: Names) -> bool:
        followed = self.follow(item, names)
        if not followed:
            names.clear()
        return followed

    def _judge(self, line: ir.Say, names: Names) -> None:
        if line.players != ir.Seated("everyone") or line.origin is None:
            return
        values = [piece.value for piece in line.line if isinstance(piece, ir.Hole)]
        hidden = next((value for value in values if self.reader.known(value, names) == "hidden"), None)
        if hidden is not None:
            message = f"this line names {self.reader.cards(hidden)}, which not everybody can see"
            help_ = "they read `…` instead; name cards that lie open, or say it to a player who sees them: `say to p …`"
            self._note(message, help_, line.origin)

    def _note(self, message: str, help_: str, origin: ir.Origin) -> None:
        span = written(self.tables.composition, origin)
        self.tables.problems.append(Diagnostic("tells-hidden", message, span, "note", help=help_))
