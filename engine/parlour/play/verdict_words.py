"""Why a move is allowed or not, without ids of clauses and places in files: in lines, and as a sentence to read out."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from parlour.base.diagnostics import listing
from parlour.base.printable import capitalised
from parlour.states.state import State
from parlour.states.why import UNEXPLAINED, ClauseReason, Why

MOST_REASONS = 2  # clauses that the sentence names
MOST_NAMED = 3  # moves that are possible instead
MOST_LOOKED_AT = 100  # for such moves


def in_brief(why: Why, house_rules: Collection[str]) -> Iterator[str]:
    """Yield the verdict, then a line for each reason, with the title of the house rule that it comes from.

    Of a forbidden move only the clauses that forbid it: those that another rule lifts don't help the player.
    """
    yield why.heading
    for reason in why.others:
        yield f"  {reason.message}"
    for clause in why.standing() or why.clauses:
        if clause.applies:
            rule = f" ({clause.origin.title})" if clause.origin.document in house_rules else ""
            yield f"  {_reason(clause)}{rule}"


def _reason(clause: ClauseReason) -> str:
    if clause.allow:
        return f"allowed: {clause.words}"
    if clause.lifted_by:
        return f"{clause.words}, but another rule allows it"
    return f"{clause.words}, but nothing else is possible" if clause.gave_way else clause.words


def sentence(why: Why, house_rules: Collection[str], adding: str = "") -> str:
    """Return `Yes. …` or `No. …` with the reason. `adding` is the title of the house rule that adds the action."""
    if any(other.kind == "not-asked" for other in why.others):
        return f"Not now. {capitalised(_closed(why.others[0].message))}"
    if why.verdict == "unknown":
        return f"`{why.text}` isn't a move here: {_closed(why.others[0].message)}"
    allowed = why.verdict == "allowed"
    clauses = [c for c in why.clauses if c.applies] if allowed else [*why.standing()]
    lifted = [clause for clause in clauses if not clause.allow and clause.lifted_by]
    if allowed and lifted:
        return _lifting(clauses, lifted, house_rules)
    reasons = list(_reasons(why, clauses, house_rules))[:MOST_REASONS]
    if allowed and not reasons and adding:
        return f"Yes, thanks to “{adding}”."
    reason = "; ".join(reasons) or ("nothing forbids it" if allowed else "it isn't possible")
    verdict = "Yes." if allowed else "No, but you can try it." if why.price else "No."
    return f"{verdict} {capitalised(reason)}."


def possible_moves(state: State) -> str:
    """Return the legal moves, or the first of each action if there are many: `check` or `bet 5`."""
    moves = state.question.legal[:MOST_LOOKED_AT]
    if len(moves) > MOST_NAMED:
        question = state.table.machine.asked(list(state.cells))
        moves = list({question.place_of(move.number): move for move in reversed(moves)}.values())[::-1]
    return listing([move.text for move in moves[:MOST_NAMED]])


def some_of(moves: Sequence[str]) -> str:
    """Return some moves: `draw`, `take 4♦` or 9 other moves."""
    if len(moves) <= MOST_NAMED:
        return listing(moves)
    return f"{', '.join(f'`{move}`' for move in moves[: MOST_NAMED - 1])} or {len(moves) - MOST_NAMED + 1} other moves"


def _lifting(clauses: Sequence[ClauseReason], lifted: Sequence[ClauseReason], house_rules: Collection[str]) -> str:
    """Return `Yes, thanks to …` with the rules that lift clauses, and what would forbid the move otherwise. If all
    these exceptions have words of their own, return only these."""
    ids = {id for clause in lifted for id in clause.lifted_by}
    lifting = [clause for clause in clauses if clause.id in ids]
    own = list(dict.fromkeys(clause.says for clause in lifting if _speaks(clause, house_rules)))
    rules = dict.fromkeys(_rule(clause, house_rules) for clause in lifting if not _speaks(clause, house_rules))
    if not rules:
        return " ".join(["Yes.", *(f"{capitalised(says)}." for says in own if says is not None)])
    reasons = "; ".join([*dict.fromkeys(clause.words for clause in lifted)][:MOST_REASONS])
    return f"Yes, thanks to {listing(list(rules), 'and', '')}. Otherwise: {reasons}."


def _closed(message: str) -> str:
    return message if message.endswith("?") else f"{message}."


def _reasons(why: Why, clauses: Sequence[ClauseReason], house_rules: Collection[str]) -> Iterator[str]:
    """Yield the reasons as clauses of a sentence. No exception lifts one of these clauses."""
    if not clauses:
        last_resort = tuple(other for other in why.others if other.kind == "last-resort")
        for other in last_resort or why.others:
            house = other.origin is not None and other.origin.document in house_rules
            if house and other.origin is not None and other.message in UNEXPLAINED:
                yield f"“{other.origin.title}” doesn't allow that now"
            elif other.message in UNEXPLAINED:
                yield "that isn't possible now"
            else:
                yield other.message + (f" (“{other.origin.title}”)" if other.origin is not None and house else "")
    for clause in clauses:
        if clause.gave_way:
            yield f"{clause.words}, but nothing else is possible"
        elif not clause.allow:
            house = clause.origin.document in house_rules
            yield clause.words + (f" (“{clause.origin.title}”)" if house else "")
    allowing = [clause for clause in clauses if clause.allow]
    if allowing:
        yield _allowing(allowing, house_rules)


def _allowing(clauses: Sequence[ClauseReason], house_rules: Collection[str]) -> str:
    """Return what exceptions say, or the rules that have them: `“Lower on an 8” allows it`."""
    own = [clause.says for clause in clauses if clause.says is not None and _speaks(clause, house_rules)]
    rules = list(dict.fromkeys(_rule(clause, house_rules) for clause in clauses if not _speaks(clause, house_rules)))
    others = [f"{listing(rules, 'and', '')} {'allow' if rules[1:] else 'allows'} it"] if rules else []
    return ", and ".join([*dict.fromkeys(own), *others])


def _speaks(clause: ClauseReason, house_rules: Collection[str]) -> bool:
    """True if an exception of the game itself says why it allows a move; a house rule is named instead."""
    return clause.says is not None and clause.origin.document not in house_rules


def _rule(clause: ClauseReason, house_rules: Collection[str]) -> str:
    if clause.origin.document in house_rules:
        return f"“{clause.origin.title}”"
    return f"the exception “{clause.words}”"
