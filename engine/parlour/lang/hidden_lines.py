"""Notes steps `say` that name cards which not everybody can see: their readers read `…` instead.

Follows a card from a hidden zone to the line only while no step between them can move or turn cards.
Players to whom a card was shown don't see it afterwards: they have read its name in the event.
"""

from __future__ import annotations

from collections.abc import Iterable

from parlour import program as ir
from parlour.base.diagnostics import Diagnostic
from parlour.lang import tree as t
from parlour.lang.bodies import Bodies
from parlour.lang.secrecy import NOBODY, Known, SecrecyReader
from parlour.lang.symbols import Tables, written
from parlour.program.walking import named_locals

Names = dict[int, Known]


def check_said(tables: Tables, bodies: Bodies, trees: Iterable[t.Tree]) -> None:
    """Note each line for everybody that names a hidden card."""
    for tree in trees:
        _Search(tables, SecrecyReader(tables, bodies, ir.Local(NOBODY))).follow(tree, {})


class _Search:
    def __init__(self, tables: Tables, reader: SecrecyReader) -> None:
        self.tables = tables
        self.reader = reader

    def follow(self, tree: t.Tree, names: Names) -> bool:
        """Follow steps, and add what is known of their names. Return False if they can move or turn cards."""
        match tree:
            case t.Block(items):
                kept = [self._kept(item, names) for item in items]
                return all(kept)
            case t.Plain(ir.Set(ir.Local(local), value)):
                names[local] = self.reader.known(value, names)
                self.reader.note(local, value)
                for source in named_locals(value) & self.reader.homes.keys():  # several in a value with a guise
                    self.reader.homes[local] = self.reader.homes[source]
                return True
            case t.Plain(ir.Pick(ir.Local(local), "member", of)):
                names[local] = self.reader.known(of, names)
                self.reader.note(local, of)
                return True
            case t.Plain(ir.Say() as line):
                self._judge(line, names)
                return True
            case t.Plain(ir.Set() | ir.Pick() | ir.RuleFired() | ir.ShowTo()):
                return True
            case t.Loop(local=local, domain=domain, body=body):
                self.reader.note(local, domain)
                return self.follow(body, {local: self.reader.known(domain, names)})
            case t.Branching(then=then, other=other):
                kept = [self.follow(branch, {**names}) for branch in (then, other)]
                return all(kept)
            case _:
                for inner in t.parts(tree):
                    self.follow(inner, {})
                return False

    def _kept(self, item: t.Tree, names: Names) -> bool:
        kept = self.follow(item, names)
        if not kept:
            names.clear()
        return kept

    def _judge(self, line: ir.Say, names: Names) -> None:
        if line.players != ir.Seated("everyone") or line.origin is None:
            return
        values = [piece.value for piece in line.line if isinstance(piece, ir.Hole)]
        hidden = next((value for value in values if self.reader.known(value, names) == "hidden"), None)
        if hidden is not None:
            message = f"this line names {self.reader.cards(hidden)}, which not everybody can see"
            help_ = "they read `…` instead; name cards that lie open, or say it to a player who sees them: `say to p …`"
            span = written(self.tables.composition, line.origin)
            self.tables.problems.append(Diagnostic("tells-hidden", message, span, "note", help=help_))
