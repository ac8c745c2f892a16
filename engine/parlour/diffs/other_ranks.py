"""Positions of a rule's examples with other ranks: no example has a jack that goes again, if a mix chooses jacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from parlour.clashes.meeting_positions import Beginning
from parlour.documents.composition import Composition, Document
from parlour.documents.prose import value_text
from parlour.table.layout import Layout


def chosen_ranks(rule: Document, composition: Composition) -> Iterator[str]:
    """Yield a rank for each option of the rule that somebody has set to some ranks."""
    for setting in composition.options.values():
        if setting.document.id == rule.id and setting.type.kind in ("rank", "ranks") and setting.set_by != "default":
            yield from value_text(setting).replace(",", " ").split()[:1]


def with_rank(beginning: Beginning, rank: str, layout: Layout) -> Beginning | None:
    """Return a position in which the first card played has this rank, and cards of this rank have the other one.

    None if no card is played, or the position has such a card to play.
    """
    pack = layout.pack
    numbers = {pack.name(c): c for c in reversed(range(pack.size))}
    wanted = pack.design.rank_named(rank)
    words = [word for play in (*beginning.moves, *beginning.judged) for word in play.split()]
    played = [pack.rank[numbers[word]] for word in words if word in numbers]
    if wanted is None or not played or wanted in played:
        return None
    ranked = [[c for c in range(pack.size) if pack.rank[c] == each] for each in (played[0], wanted)]
    pairs = list(zip(*ranked, strict=False))
    other = dict(pairs) | {there: here for here, there in pairs}
    names = {pack.name(c): pack.name(there) for c, there in other.items()}
    laid = beginning.laid
    zones, up = (
        tuple((zone, tuple(other.get(c, c) for c in cards)) for zone, cards in part) for part in (laid.zones, laid.up)
    )
    moves, judged = (_renamed(plays, names) for plays in (beginning.moves, beginning.judged))
    return Beginning(replace(laid, zones=zones, up=up), moves, judged, beginning.shown)


def _renamed(plays: Sequence[str], names: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(" ".join(names.get(word, word) for word in play.split()) for play in plays)
