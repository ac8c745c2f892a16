"""The reasons why a move is allowed or not, in the words of the table: without ids of clauses and without places in
files."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from parlour.states.why import ClauseReason, Why


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
    says = clause.says or clause.id.rpartition(".")[2].replace("-", " ")
    if clause.allow:
        return f"allowed: {says}"
    if clause.lifted_by:
        return f"{says}, but another rule allows it"
    return f"{says}, but nothing else is possible" if clause.gave_way else says
