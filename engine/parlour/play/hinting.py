"""A hint in words: what to do, what it brings, and how that is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.base.diagnostics import listing
from parlour.bots.thinker import ENOUGH, Expectation

BEST, NAMED = 3, 4  # moves of which a hint says what they bring, and those that it names together
NEAR, FAR = 0.005, 0.03  # of the matches, that the best move wins more
TOGETHER = ("", ", alone or with others")  # who wins, where sides can win together
UNFIT = "The cards in these games fit most of what you saw, but not all of it: no better ones turned up."


def hint_lines(moves: Sequence[Expectation]) -> Iterator[str]:
    """Yield the advice from what the moves are expected to bring, the first one that of a bot."""
    best, others = moves[0], moves[1:]
    if not best.games:
        yield "You have only one move."
        return
    games = "one game" if best.games == 1 else f"{best.games:,} games"
    if best.games < ENOUGH and not best.sure:
        of = "each move" if others else "one of your moves"
        yield f"There was time for only {games} with {of}: too few to compare them."
        yield _choice(best) if others else f"A bot would choose `{best.move}`."
        return
    worse = sorted((one for one in others if one.worse), key=lambda one: one.behind)
    if any(one.share for one in moves):
        yield from _verdict(best, [one for one in others if not one.worse], worse)
        yield _brought(best)
    else:
        yield f"You won none of the {sum(one.games for one in moves):,} games that I tried, whatever you did first."
        yield _choice(best)
        games = "them"
    for one in worse[: BEST - 1]:
        fewer = f"{_of_100(min(one.behind, best.share))} fewer (give or take {_of_100(one.behind_margin)})"
        yield f"  `{one.move}`: {'; '.join(filter(None, (fewer, _gain(one))))}"
        if one.rule is not None:
            often, best_often = (_of_100(share) for share in (one.rule.share, one.rule.best))
            yield f"    “{one.rule.title}” applies in {often} of 100 games, after `{best.move}` in {best_often}"
    end = "" if best.score is None else " to the end of this hand"
    if best.sure:
        yield f"You know all cards, so I looked at all that can happen{end}, if nobody makes a mistake."
        return
    yield f"I played {games}{end}, with cards that you can't rule out. After your move, all followed the policy."
    if not best.fits:
        yield UNFIT


def _verdict(best: Expectation, alike: list[Expectation], worse: list[Expectation]) -> Iterator[str]:
    """Yield what the games show, and what a bot does if that isn't enough."""
    if not alike:
        much = "clearly" if worse[0].behind >= FAR else "a little" if worse[0].behind >= NEAR else "hardly"
        yield f"`{best.move}` is {much} better than {f'`{worse[0].move}`' if len(worse) == 1 else 'your other moves'}."
        return
    same = all(one.same for one in alike)
    if worse:
        names = [f"`{one.move}`" for one in [best, *alike]]
        named = names if len(names) <= NAMED else [*names[: NAMED - 1], f"{len(names) - NAMED + 1} more"]
        good = "are equally good: the games end alike" if same else "may be equally good"
        yield f"{listing(named, 'and', '')} {good}. Your other moves are worse."
    else:
        yield "It doesn't matter what you do: the games end alike." if same else "None of your moves is clearly better."
    if not same:
        yield _choice(best)


def _choice(best: Expectation) -> str:
    reason = ": the policy of the rules prefers it" if best.usual else ", which brought most" if best.share else ""
    return f"A bot would choose `{best.move}`{reason}."


def _brought(best: Expectation) -> str:
    if best.lost:
        ahead = f"you aren't last in about {_of_100(best.share)} of 100 games (give or take {_of_100(best.margin)})"
        return f"You won none of the first games that I tried, so I looked at who is last. With `{best.move}`, {ahead}."
    of = "games" if best.score is None else "matches"
    won = f"you win about {_of_100(best.share)} of 100 {of}{TOGETHER[best.together]}"
    line = f"With `{best.move}`, {won} (give or take {_of_100(best.margin)})."
    if best.score is None:
        return line
    rivals = ("", ", {:+.1f} for the other side", ", {:+.1f} for each of the others")[min(best.score.rivals, 2)]
    return f"{line} In this hand: {_gain(best)} for you{rivals.format(best.score.others)}."


def _gain(one: Expectation) -> str:
    return "" if one.score is None else f"{one.score.name} {one.score.own:+.1f}"


def _of_100(share: float) -> str:
    """Return a share in words: `0`, `0.4` or `12`."""
    return f"{100 * share:.0f}" if share >= 0.0095 or not share else f"{max(100 * share, 0.1):.1f}"
