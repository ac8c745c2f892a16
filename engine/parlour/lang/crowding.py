"""Warns about questions with more choices than anybody can look through, and about steps that need more cards than
there are.

The number of cards in a zone is estimated from the deal. Other zones aren't judged. Doesn't look at states of a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb, prod

from parlour import program as ir
from parlour.lang import tree as t
from parlour.lang.card_counts import CardCounts
from parlour.lang.company import Company
from parlour.lang.linearity import Routine
from parlour.lang.symbols import Tables, written
from parlour.program import Const, Expr, Function, Program
from parlour.program.walking import free_locals, substitute

MANY = 10_000
WHOLE_PACK = "; to deal the whole pack, write `deal pack.size // players.size from …`"


def check_crowding(
    tables: Tables, routines: Iterable[Routine], questions: Iterable[t.Asking], program: Program, company: Company
) -> None:
    """Warn about each action with more than MANY choices for a player who holds the cards of the deal. Also warn about
    each step that needs more cards than there are."""
    arms = [arm for asking in questions for arm in asking.arms if any(slot.form == "sets" for slot in arm.arm.slots)]
    estimate = _Estimate(program, company)
    for routine in routines:
        for part in routine.parts():
            if isinstance(part, t.Plain) and isinstance(part.stmt, ir.DealRound | ir.DealTo):
                _check_deal(tables, estimate, part.stmt, part.origin)
            elif isinstance(part, t.Loop) and isinstance(part.domain, ir.Span) and part.where is None:
                _check_rounds(tables, estimate, part, part.domain)
    for arm in arms:
        _check_choice(tables, estimate, arm)
        number = prod(map(estimate.choices, arm.arm.slots))
        if number > MANY:
            offer = f"`{arm.arm.id}` offers about {number:,} choices at once"
            message = f"{offer} to a player who still has the cards from the deal"
            fewer = "fewer cards at once (`1..2 cards of …`), cards of one rank (`groups of …`)"
            tables.warn("many-choices", message, arm.span, f"offer {fewer}, or several questions")


def _check_deal(tables: Tables, estimate: _Estimate, deal: ir.DealRound | ir.DealTo, origin: ir.Origin | None) -> None:
    seats = estimate.seats if isinstance(deal, ir.DealRound) else 1
    wanted = estimate.number(deal.count, 0) * seats
    if isinstance(deal, ir.DealRound):
        estimate.note(deal)
    zone, room = estimate.target(deal)
    if room is not None and wanted // seats > room and origin is not None:
        message = f"this deals {wanted // seats} cards to `{zone}`, which has room for {room}"
        place = written(tables.composition, origin)
        tables.warn("too-many-cards", message, place, "deal fewer cards, or give the zone more room")
    if wanted > estimate.pack and origin is not None:
        each = f" to each player, {wanted} for {seats} players" if seats > 1 else ""
        message = f"this deals {wanted // seats} cards{each}, but the pack has only {estimate.pack}"
        place = written(tables.composition, origin)
        whole = WHOLE_PACK if seats > 1 else ""
        tables.warn("too-many-cards", message, place, f"deal fewer cards; dealing stops when the zone is empty{whole}")


def _check_rounds(tables: Tables, estimate: _Estimate, loop: t.Loop, numbers: ir.Span) -> None:
    """Check the deals of all rounds of a loop over numbers: `for n in 1..8: deal n from stock to pile(n)`."""
    parts = loop.body.items if isinstance(loop.body, t.Block) else (loop.body,)
    steps = [part.stmt for part in parts if isinstance(part, t.Plain)]
    if len(steps) < len(parts):
        return  # the loop can stop
    only_deals = all(isinstance(step, ir.DealTo | ir.Set) for step in steps)
    for deal in steps:
        if not isinstance(deal, ir.DealTo) or not isinstance(deal.to, ir.ZoneAt):
            continue
        if not only_deals and loop.local not in free_locals(deal.to):
            continue  # another step can take the cards of a round away
        overfull = next(
            (o for n in estimate.counts.players if (o := estimate.overfull(loop.local, numbers, deal, n))), None
        )
        if overfull is not None:
            most, room = overfull
            zone = estimate.zones[deal.to.zone].name
            message = f"this deals {most} cards to `{zone}`, which has room for {room}"
            place = written(tables.composition, deal.origin)
            tables.warn("too-many-cards", message, place, "deal fewer cards, or give the zone more room")


def _check_choice(tables: Tables, estimate: _Estimate, arm: t.ArmTree) -> None:
    for slot in arm.arm.slots:
        wanted = 0 if slot.low is None else estimate.number(slot.low, 0)
        if slot.form == "sets" and wanted > estimate.pack:
            message = (
                f"nobody can choose `{arm.arm.id}`: it takes {wanted} cards, but the pack has only {estimate.pack}"
            )
            tables.warn("too-many-cards", message, arm.span, "choose fewer cards")


class _Estimate:
    """Estimates how many cards are in the zones that are dealt to."""

    def __init__(self, program: Program, company: Company) -> None:
        self.functions: Sequence[Function] = program.functions
        self.zones = program.zones
        self.counts = counts = CardCounts(company, lambda call: self.functions[call.function].body)
        deck = program.deck
        self.pack = self.number(deck.copies, 1) * sum(self.number(amount, 0) for amount in deck.amounts)
        self.seats = max(min(counts.players, default=1), 1)
        self.share = self.pack // self.seats
        self.dealt: dict[int, int] = {}

    def note(self, deal: ir.DealRound) -> None:
        """Record the largest deal to each zone; a number that depends on play counts as an equal share of the pack."""
        number = min(self.number(deal.count, self.share), self.share)
        self.dealt[deal.zone] = max(self.dealt.get(deal.zone, 0), number)

    def target(self, deal: ir.DealRound | ir.DealTo) -> tuple[str, int | None]:
        """Return the zone that a step deals to, and its room or columns; None if these are unknown or unlimited."""
        number = (
            deal.zone if isinstance(deal, ir.DealRound) else deal.to.zone if isinstance(deal.to, ir.ZoneAt) else None
        )
        if number is None:
            return "", None
        zone = self.zones[number]
        limit = zone.room or zone.columns
        return zone.name, limit.value if isinstance(limit, Const) else None

    def overfull(self, local: int, numbers: ir.Span, deal: ir.DealTo, players: int) -> tuple[int, int] | None:
        """Return how many cards a loop over numbers deals to a zone without room for them, and its room. None if they
        fit, or if that depends on play: dealing stops when the cards run out."""
        assert isinstance(deal.to, ir.ZoneAt), "the caller has looked"
        limit = self.zones[deal.to.zone].room or self.zones[deal.to.zone].columns
        low, high, room = (
            None if end is None else self.counts.number(end, players) for end in (numbers.low, numbers.high, limit)
        )
        if low is None or high is None or room is None:
            return None
        own = local in free_locals(deal.to)  # each round has its own zone
        dealt = here = 0
        for number in range(low, min(high, low + self.pack) + 1):
            count = self.counts.number(substitute(deal.count, {local: Const(number)}), players)
            if count is None or (dealt := dealt + max(count, 0)) > self.pack:
                return None
            here = max(count, 0) if own else dealt
            if here > room:
                return here, room
        return None

    def choices(self, slot: ir.Slot) -> int:
        """Return the number of possible choices; 0 if it can't be estimated."""
        domain = slot.domain
        if isinstance(domain, ir.ZoneCards):
            domain = domain.zone
        cards = self.dealt.get(domain.zone, 0) if isinstance(domain, ir.ZoneAt) else 0
        match slot.form:
            case "sets":
                low = 1 if slot.low is None else self.number(slot.low, 0)
                size = cards if slot.high is None or isinstance(slot.high, ir.ZoneSize | ir.Size) else 0
                high = size if slot.high is None else self.number(slot.high, size)
                return sum(comb(cards, number) for number in range(max(low, 0), min(high, cards) + 1))
            case "each" if isinstance(domain, Const):
                return domain.value.bit_count()
            case "each" if isinstance(domain, ir.Span):
                return max(self.number(domain.high, 0) - self.number(domain.low, 0) + 1, 1)
            case _:
                return max(cards, 1)

    def number(self, e: Expr, unknown: int) -> int:
        if isinstance(e, ir.CallFunction):
            e = self.functions[e.function].body
        return e.value if isinstance(e, Const) else unknown
