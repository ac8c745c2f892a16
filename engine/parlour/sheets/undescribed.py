"""Finds changes of a game that no words on its sheet describe, so that the words of its family might be wrong."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.base.diagnostics import listing
from parlour.documents.composition import Composition, Document
from parlour.documents.document import Mapping

_REPLACEABLE = ("stages", "procedures", "prompts", "functions")
MOST_NAMED = 4


def undescribed(composition: Composition) -> tuple[str, ...]:
    """Return a sentence for each game that replaces parts of its family, or adds clauses, without a `sheet`."""
    games = [d for d in composition.documents if d.kind == "game" and not isinstance(d.node.get("sheet"), Mapping)]
    return tuple(_sentence(game, names) for game in games if (names := [*dict.fromkeys(_changed(game))]))


def _changed(game: Document) -> Iterator[str]:
    for section in _REPLACEABLE:
        members = game.node.get(section)
        for entry in members.entries if isinstance(members, Mapping) else ():
            if isinstance(entry.value, Mapping) and entry.value.get("instead") is not None:
                yield entry.key.value.partition("(")[0]
    may = game.node.get("may")
    for action in may.entries if isinstance(may, Mapping) else ():
        clauses = action.value
        yield from (clause.key.value for clause in (clauses.entries if isinstance(clauses, Mapping) else ()))


def _sentence(game: Document, names: list[str]) -> str:
    shown = listing(names[:MOST_NAMED], "and")
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return (
        f"the words of the family might be wrong here: `{game.id}` changes {shown}{more}, and has no `sheet:` that "
        "describes this"
    )
