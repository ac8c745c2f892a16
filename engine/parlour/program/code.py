"""Instructions: the linear control flow around questions. They know expressions and statements."""

from __future__ import annotations

from dataclasses import field

from parlour.base.frozen import frozen
from parlour.program.expressions import Expr
from parlour.program.statements import Stmt
from parlour.program.values import Origin


@frozen
class Do:
    stmt: Stmt
    origin: Origin | None = None  # for errors in statements that have no origin of their own


@frozen
class Jump:
    to: int
    clear: tuple[int, ...] = ()
    origin: Origin | None = field(default=None, compare=False)  # of a step that leaves a stage


@frozen
class Branch:
    """Continues with the next instruction if the test holds, else at `otherwise`."""

    test: Expr
    otherwise: int
    origin: Origin | None = None


@frozen
class AskOf:
    """Asks question number `question`; play stops here until it is answered."""

    question: int


@frozen
class Unseal:
    """Continues with the action that a player answered to a sealed question."""

    question: int
    player: Expr


@frozen
class Gosub:
    """Stores in local `back` which call this is (1, 2, … in `Program.returns`) and continues at `to`."""

    to: int
    back: int
    site: int
    clear: tuple[int, ...] = ()
    origin: Origin | None = field(default=None, compare=False)  # of the call


@frozen
class Return:
    """Continues at the call stored in local `back`, and clears these locals (`back` is one of them)."""

    back: int
    clear: tuple[int, ...]


@frozen
class Finish:
    """Ends the match."""

    clear: tuple[int, ...] = ()


Instr = Do | Jump | Branch | AskOf | Unseal | Gosub | Return | Finish
