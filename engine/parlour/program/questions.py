"""Questions, the actions that they offer, and their wording. They know expressions, and no statements."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from parlour.base.frozen import frozen
from parlour.program.expressions import Expr, Permitted, SeatOrder, Span, Template
from parlour.program.values import NEUTRAL, Origin, Type

WIDTHS = {"runs": 1, "double runs": 2, "triple runs": 3}


@frozen
class Slot:
    """Something to choose. The chosen value is put into `local`.

    each: a member of a set, or a number of a Span; groups: a set of 1 or more cards of one rank; melds: the cards of a
    meld; runs: one card of each of two or more consecutive ranks (double runs: two of each, triple runs: three); sets:
    a subset with `low`..`high` members (without: 1 or more); guises: a card value from the set of cards `domain`, each
    card bare, or as each face in the set that function `faces` gives for it; places: a place (from 1) of a zone. Copies
    of one face in one unordered zone are offered once.
    """

    local: int
    form: Literal["each", "groups", "melds", "runs", "double runs", "triple runs", "sets", "guises", "places"]
    domain: Expr | Span | SeatOrder
    type: Type
    low: Expr | None = None
    high: Expr | None = None
    faces: int | None = None

    @property
    def many(self) -> bool:
        """True if several members are chosen together, as a set."""
        return self.form not in ("each", "guises", "places")

    @property
    def of_cards(self) -> bool:
        """True if cards are chosen."""
        return self.type.kind in ("card", "cards") and self.form != "places"

    @property
    def width(self) -> int:
        """The cards of each rank in a run; 0 for a choice of anything else."""
        return WIDTHS.get(self.form, 0)


@frozen
class Firing:
    """A rule that fires when a player chooses an action: the rule added the action, or `test` holds. The test is
    evaluated where the question is, with the choices bound."""

    rule: int  # its place in `Program.rules`
    test: Expr | None


@frozen
class Odds:
    """`chances` in `of`: a player who follows the policy takes one of these choices so often."""

    chances: Expr
    of: int


@frozen
class Habit:
    """The policy for those choices of an action for which `test` holds; without a test, for all others."""

    preference: int
    test: Expr | None
    odds: Odds | None
    origin: Origin | None = field(default=None, compare=False)


@frozen
class Arm:
    """One action of a question.

    Offered where `test` holds and, for each combination of the slots, `where` (what can be done) and `may` (what is
    allowed).
    """

    id: str
    notation: Template
    slots: tuple[Slot, ...]
    test: Expr | None
    where: Expr | None
    may: Permitted | None
    last: bool  # only if nothing else
    target: int  # where the code continues
    misplay: int | None  # … when `may` forbids it at a strict table
    origin: Origin
    unnoticed: bool = False  # a misplay may look like a legal move, so that only its player sees that it is one
    preference: int = NEUTRAL  # for players who follow the policy: they choose the lowest number
    fires: tuple[Firing, ...] = ()
    blind: Permitted | None = None  # decides only after the choice: the code at `target` tests it
    quiet: bool = False  # the answer leaves no event
    habits: tuple[Habit, ...] = ()  # of such players: the first one that fits a choice decides, else `preference`
    among: Expr | None = None  # a last condition on what may be chosen, where a policy sorts the choices


@frozen
class Question:
    """`params` and `lets` are locals that the asking code has set; Offers sets them too."""

    name: str
    params: tuple[int, ...]
    lets: tuple[tuple[int, Expr], ...]
    seat: Expr
    arms: tuple[Arm, ...]
    otherwise: int | None  # where the code continues when there is nothing to choose
    sealed: int | None  # a variable with a player key that holds the answer (as a packed move) until `Unseal`
    sealed_next: int | None  # where the code continues meanwhile
    kept: tuple[int, ...]  # locals that must outlive this question
    clear: tuple[int, ...]  # saved locals of the same procedure that are dead here: set to 0
    origin: Origin
    wording: Template | None = None  # the wording of the question for the player
    filled: tuple[int, ...] = ()  # zones of the table that always have a card when it is asked

    @property
    def prompt(self) -> str | None:
        """Return the name of the prompt of this question. An inline question (`ask p:`) has none."""
        return self.name or None

    @property
    def has_tries(self) -> bool:
        """True if a strict table accepts moves that are not allowed, and makes the player pay."""
        return any(arm.misplay is not None for arm in self.arms)

    def arm_of(self, move: int) -> Arm:
        """Return the action of a move, given its number."""
        return self.arms[self.place_of(move)]

    def place_of(self, move: int) -> int:
        """Return the place of this action among those of the question."""
        return move % len(self.arms)
