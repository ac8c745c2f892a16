"""Why a move is allowed or not, as a sentence to read out, and which moves are possible instead."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from parlour.base.diagnostics import listing
from parlour.base.printable import capitalised, closed
from parlour.states.state import State
from parlour.states.why import Why

MOST_REASONS = 2  # clauses that the sentence names
MOST_NAMED = 3  # moves that are possible instead
MOST_LOOKED_AT = 100  # for such moves


def sentence(why: Why, house_rules: Collection[str], adding: str = "") -> str:
    """Return `Yes. …` or `No. …` with the reason. `adding` is the title of the house rule that adds the action."""
    if any(other.kind == "not-asked" for other in why.others):
        return f"Not now. {capitalised(closed(why.others[0].message))}"
    if why.verdict == "unknown":
        return f"`{why.text}` isn't a move here: {closed(why.others[0].message)}"
    allowing = [clause for clause in why.deciding if clause.allow]
    reasons = [*dict.fromkeys(clause.worded(house_rules) for clause in allowing)] or why.reasons(house_rules)
    lifted = [] if all(clause.speaks(house_rules) for clause in allowing) else why.deciding
    otherwise = "; ".join([*dict.fromkeys(clause.words for clause in lifted if clause.lifted_by)][:MOST_REASONS])
    default = f"“{adding}” allows it" if adding else "nothing forbids it"
    reason = "; ".join(reasons[:MOST_REASONS]) or (default if why.verdict == "allowed" else "it isn't possible")
    verdict = "Yes." if why.verdict == "allowed" else "No, but you can try it." if why.price else "No."
    return f"{verdict} {capitalised(reason)}." + (f" Otherwise: {otherwise}." if otherwise else "")


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
