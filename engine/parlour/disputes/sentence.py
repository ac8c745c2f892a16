"""The answer to an argument as a sentence that somebody can read out at the table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from parlour.base.diagnostics import listing
from parlour.base.printable import capitalised
from parlour.disputes.bearing import Bearing
from parlour.states.state import State
from parlour.states.why import UNEXPLAINED, ClauseReason, Why

MOST_REASONS = 2  # clauses that the sentence names
MOST_NAMED = 3  # moves that are possible instead
MOST_LOOKED_AT = 100  # for such moves


def sentence(
    why: Why,
    bearings: Sequence[Bearing],
    house_rules: Collection[str],
    rule: Callable[[], str] = lambda: "",
    offered: str | None = None,
) -> str:
    """Return `Yes. …` or `No. …` with the reason. `rule` returns the rule that makes a move legal, if no rule of the
    `bearings` does. Of these, the one that adds the action (`offered`) is enough."""
    if any(other.kind == "not-asked" for other in why.others):
        return f"Not now. {capitalised(_closed(why.others[0].message))}"
    if any(other.kind == "one-card" for other in why.others):
        return f"No. {_closed(why.others[0].message)}"
    if why.verdict == "unknown":
        return f"`{why.text}` isn't a move here: {_closed(why.others[0].message)}"
    clauses = [*why.standing()] if why.verdict != "allowed" else [c for c in why.clauses if c.applies]
    reasons = list(_reasons(why, clauses, house_rules))[:MOST_REASONS]
    named = {clause.origin.document for clause in clauses}
    facts = [(fact, bearing.rule.title) for bearing in bearings for fact in bearing.facts]
    told = [f"{card} counts as {rank} (“{title}”)" for (card, rank), title in facts]
    deciding = [bearing.rule for bearing in bearings if bearing.decides and not bearing.facts]
    deciding = [rule for rule in deciding if why.verdict == "allowed" and rule.id == offered] or deciding
    thanks = [f"“{rule.title}”" for rule in deciding if rule.id not in named]
    lifted = [clause for clause in clauses if not clause.allow and clause.lifted_by]
    if why.verdict == "allowed" and not told and lifted:
        return _lifting(clauses, lifted, house_rules)
    if not reasons and not told and thanks:
        return f"{_verdict(why)[:-1]}, {_thanks(why, thanks)}."
    if why.verdict == "allowed" and not reasons and not told and (obeyed := rule()):
        return f"Yes. {obeyed}"
    return f"{_verdict(why)} {capitalised(_joined(why, told, reasons, thanks))}."


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
    """Return `Yes, thanks to …` with the rules that lift clauses, and then the reasons that count without them; or only
    what the exceptions say, if all of them do."""
    ids = {id for clause in lifted for id in clause.lifted_by}
    lifting = [clause for clause in clauses if clause.id in ids]
    own = list(dict.fromkeys(clause.says for clause in lifting if _speaks(clause, house_rules)))
    rules = dict.fromkeys(_rule(clause, house_rules) for clause in lifting if not _speaks(clause, house_rules))
    if not rules:
        return " ".join(["Yes.", *(f"{capitalised(says)}." for says in own if says is not None)])
    told = "; ".join([*dict.fromkeys(map(said, lifted))][:MOST_REASONS])
    return f"Yes, thanks to {listing(list(rules), 'and', '')}. Otherwise: {told}."


def _closed(message: str) -> str:
    return message if message.endswith("?") else f"{message}."


def _thanks(why: Why, thanks: Sequence[str]) -> str:
    return f"{'thanks to' if why.verdict == 'allowed' else 'because of'} {listing(thanks, 'and', '')}"


def _verdict(why: Why) -> str:
    if why.verdict == "allowed":
        return "Yes."
    return "No, but you can try it." if why.price else "No."


def _joined(why: Why, told: Sequence[str], reasons: Sequence[str], thanks: Sequence[str]) -> str:
    allowed = why.verdict == "allowed"
    reason = "; ".join(reasons) or ("nothing forbids it" if allowed else "it isn't possible")
    reason += f", {_thanks(why, thanks)}" if thanks else ""
    return f"{listing(told, 'and', '')}, {'so' if not allowed else 'and'} {reason}" if told else reason


def _reasons(why: Why, clauses: Sequence[ClauseReason], house_rules: Collection[str]) -> Iterator[str]:
    """Yield the reasons as clauses of a sentence."""
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
    by_id = {clause.id: clause for clause in clauses}
    done: set[str] = set()
    for clause in clauses:
        if clause.allow or clause.id in done:
            continue
        if clause.lifted_by:
            lifting = [by_id[id] for id in clause.lifted_by if id in by_id]
            done |= set(clause.lifted_by)
            yield f"{said(clause)}, but {_allowing(lifting, house_rules)}"
        elif clause.gave_way:
            yield f"{said(clause)}, but nothing else is possible"
        else:
            house = clause.origin.document in house_rules
            yield said(clause) + (f" (“{clause.origin.title}”)" if house else "")
    alone = [clause for clause in clauses if clause.allow and clause.id not in done]
    if alone:
        yield _allowing(alone, house_rules)


def _allowing(clauses: Sequence[ClauseReason], house_rules: Collection[str]) -> str:
    """Return what exceptions say, or the rules that have them: `“Lower on an 8” allows it`."""
    own = [clause.says for clause in clauses if clause.says is not None and _speaks(clause, house_rules)]
    rules = list(dict.fromkeys(_rule(clause, house_rules) for clause in clauses if not _speaks(clause, house_rules)))
    told = [f"{listing(rules, 'and', '')} {'allow' if rules[1:] else 'allows'} it"] if rules else []
    return ", and ".join([*dict.fromkeys(own), *told])


def _speaks(clause: ClauseReason, house_rules: Collection[str]) -> bool:
    """True if an exception of the game itself says why it allows a move; a house rule is named instead."""
    return clause.says is not None and clause.origin.document not in house_rules


def said(clause: ClauseReason) -> str:
    return clause.says or clause.id.rpartition(".")[2].replace("-", " ")


def _rule(clause: ClauseReason, house_rules: Collection[str]) -> str:
    if clause.origin.document in house_rules:
        return f"“{clause.origin.title}”"
    return f"the exception “{clause.id.rpartition('.')[2].replace('-', ' ')}”"
