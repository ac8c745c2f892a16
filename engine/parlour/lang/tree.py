"""Routines as trees, after names and types are resolved. Any node can still contain questions.

`statements` makes the trees, `hooks` adds the hooks, and `flow` turns them into the code of a Program.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour import program as ir
from parlour.base.frozen import frozen
from parlour.base.source import Span
from parlour.program import Expr, Origin


@frozen
class Plain:
    """A statement without questions."""

    stmt: ir.Stmt
    origin: Origin | None = None


@frozen
class Block:
    items: tuple[Tree, ...]


@frozen
class Branching:
    test: Expr
    then: Tree
    other: Tree
    origin: Origin | None = None


@frozen
class Attempt:
    """Steps without questions and chance that are undone if `keep` doesn't hold after them; `other` runs then."""

    body: Tree
    keep: Expr
    other: Tree
    locals: tuple[int, ...]  # names from outside that the steps set
    origin: Origin
    span: Span


@frozen
class Loop:
    """A loop over the members of a domain."""

    local: int
    domain: Expr | ir.SeatOrder | ir.Span
    where: Expr | None
    body: Tree
    origin: Origin
    exhausted: Tree | None = None  # runs if no round left the loop with `stop` (a poll that nobody answered)
    by_chance: bool = False  # takes its members, which are seats, in random order


@frozen
class Rounds:
    """A loop with `repeat … until` or `while`. `repeated` runs if a position at a checkpoint has come again."""

    test: Expr
    until: bool
    limit: Expr
    body: Tree
    otherwise: Tree | None
    origin: Origin
    repeated: Tree | None = None


@frozen
class Noted:
    """Steps of a rule; `proceed` is the part that the rule only lets run. After the hooks are added, `firing` replaces
    this node with marked steps."""

    rule: int
    body: Tree
    proceed: Tree


@frozen
class StopLoop:
    """Leaves the innermost loop."""


@frozen
class NextRound:
    """Continues with the next round of the innermost loop."""


@frozen
class Invoke:
    """Runs a routine: a procedure, a stage or a prompt. Their names don't overlap."""

    routine: str
    args: tuple[Expr, ...]
    span: Span
    origin: Origin | None = None


@frozen
class EndStage:
    stage: str
    ending: int | None
    span: Span
    origin: Origin | None = None


@frozen
class ResumeLabel:
    name: str | None
    mover: ir.Local | ir.VarAt | None
    origin: Origin
    span: Span


@frozen
class ArmTree:
    """An action: what it offers (`arm`, still without its targets), and its steps."""

    arm: ir.Arm
    body: Tree
    misplay: Tree | None
    span: Span


@frozen
class Wording:
    """The words of a question, and their place."""

    words: ir.Template
    span: Span


@frozen
class Asking:
    """A question; `number` is its place in the Program. `lets` are locals that are computed once, before the
    question."""

    number: int
    name: str
    params: tuple[int, ...]
    lets: tuple[tuple[int, Expr], ...]
    seat: Expr
    arms: tuple[ArmTree, ...]
    otherwise: Tree | None
    origin: Origin
    wording: Wording | None = None
    filled: tuple[int, ...] = ()  # zones that always have a card here
    answer: Expr | None = None  # a choice that makes an answer possible; `presence` proves or reports it

    @property
    def words(self) -> ir.Template | None:
        return None if self.wording is None else self.wording.words


@frozen
class Together:
    """Sealed answers of several players, which take effect after the last answer."""

    local: int
    domain: Expr | ir.SeatOrder | ir.Span
    where: Expr | None
    asking: Asking
    sealed: int
    origin: Origin


Tree = (
    Plain
    | Block
    | Branching
    | Attempt
    | Loop
    | Rounds
    | Noted
    | StopLoop
    | NextRound
    | Invoke
    | EndStage
    | ResumeLabel
    | Asking
    | Together
)

NOTHING = Block(())


def block(items: list[Tree]) -> Tree:
    """Return a block without needless nesting."""
    flat: list[Tree] = []
    for item in items:
        flat.extend(item.items if isinstance(item, Block) else (item,))
    return flat[0] if len(flat) == 1 else Block(tuple(flat))


def parts(tree: Tree) -> tuple[Tree, ...]:
    """Return the direct children of a tree."""
    match tree:
        case Plain():
            return ()
        case Block(items):
            return items
        case Branching(_, then, other):
            return then, other
        case Attempt(body, _, other):
            return body, other
        case Loop():
            return _there(tree.body, tree.exhausted)
        case Rounds():
            return _there(tree.body, tree.repeated, tree.otherwise)
        case Noted(_, body):
            return (body,)
        case Asking():
            arms = (part for arm in tree.arms for part in (arm.body, arm.misplay))
            return _there(*arms, tree.otherwise)
        case Together():
            return (tree.asking,)
        case _:
            return ()


def _there(*trees: Tree | None) -> tuple[Tree, ...]:
    return tuple(tree for tree in trees if tree is not None)


def walk(tree: Tree) -> Iterator[Tree]:
    """Yield this tree and all trees in it, in source order."""
    stack = [tree]
    while stack:
        top = stack.pop()
        yield top
        stack.extend(reversed(parts(top)))


def locals_set(tree: Tree) -> Iterator[int]:
    """Yield the locals that steps declare or change."""
    for part in walk(tree):
        match part:
            case Plain(ir.Set(ir.Local(local)) | ir.Pick(ir.Local(local))):
                yield local
            case _:
                pass
