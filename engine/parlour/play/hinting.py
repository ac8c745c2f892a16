"""A hint: the best moves, what they are expected to bring, and what makes the difference."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.base.diagnostics import listing
from parlour.bots.thinker import Expectation
from parlour.session.session import Session

BEST = 3  # moves of a hint
TOGETHER = ("", ", alone or with others")  # who wins, where sides can win together
UNLIKELY = "What happened is very unlikely: the cards in these games fit most of what you saw, but not all of it."


def hint_lines(session: Session) -> Iterator[str]:
    """Yield the advice for the seat that must answer."""
    moves, counts = session.hint(), session.counts
    best = moves[0]
    if len(moves) == 1:
        yield "You have only one move."
        return
    times = "once" if best.games == 1 else f"{best.games:,} times"
    to, win = ("", ", you win") if counts is None else (" to the end of the hand", ". Your chance to win the match")
    yield f"Played on {times}{to}, with cards that you can't rule out{win}{TOGETHER[best.together]}:"
    for one in moves[:BEST]:
        yield f"  {f'{100 * one.share:.0f} % ± {_margin(one)}':11} {'; '.join(_brought(one, counts))}"
    yield from conclusion(moves)
    if len(session.seats) == 1:
        yield "These games follow the policy of the rules. A plan could win where they don't."


def family_lines(moves: list[Expectation]) -> Iterator[str]:
    """Yield the advice in whole sentences, for people who don't know shares and margins."""
    if len(moves) == 1:
        yield "You have only one move."
        return
    for number, one in enumerate(moves[:BEST]):
        often = round(100 * one.share)
        win = f"You win about {often} of 100 games like this{TOGETHER[one.together]} (give or take {_margin(one)})."
        yield f"Then `{one.move}`: about {often}." if number else f"Best: `{one.move}`. {win}"
    yield from conclusion(moves)


def conclusion(moves: list[Expectation]) -> Iterator[str]:
    """Yield how sure the advice is."""
    best, others = moves[0], moves[1:]
    alike = [one.move for one in others if not one.worse]
    if not alike:
        yield f"So `{best.move}` is clearly better than your other moves."
    elif best.usual and any(one.behind < 0 for one in others):
        yield f"So no move is clearly better than the usual one, `{best.move}`."
    elif len(alike) < len(others):
        listed = {one.move for one in moves[:BEST]}
        named = [f"`{move}`" for move in alike if move in listed]
        more = [f"{len(alike) - len(named)} more"] if len(alike) > len(named) else []
        yield f"So `{best.move}` is no clear choice: {listing([*named, *more], 'and', '')} may be as good."
    else:
        yield "So no move is clearly better than another."
    if not best.fits:
        yield UNLIKELY


def _brought(one: Expectation, counts: str | None) -> Iterator[str]:
    """Yield the move and what it brings."""
    yield one.move
    if one.score is not None:
        yield f"{counts} {one.score:.1f} after this hand"
    if one.rule is not None:
        own, best = (f"{100 * share:.0f} %" for share in (one.rule.share, one.rule.best))
        yield f"“{one.rule.title}” applies in {own} (best move: {best})"


def _margin(one: Expectation) -> int:
    """Return the margin in percent; 0 only if all games ended alike."""
    return max(1, round(100 * one.margin)) if one.margin else 0
