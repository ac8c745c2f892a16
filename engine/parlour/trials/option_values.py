"""The values of options that a search tries."""

from __future__ import annotations

from parlour.checking.extremes import limits_of, written_value
from parlour.documents.composition import OptionSetting
from parlour.program import Design


def values_to_try(setting: OptionSetting, design: Design) -> list[str]:
    """Return values of an option as `--set` takes them, its own first; nothing if there is nothing to choose."""
    values = [*_of_cards(setting.type.kind, design), *limits_of(setting)]
    return list(dict.fromkeys([written_value(setting), *values])) if values else []


def _of_cards(kind: str, design: Design) -> list[str]:
    """Return two values for an option about cards, which has no limits. Values at the ends and in the middle of a deck
    differ from most defaults, so they show what depends on them."""
    ranks, suits = range(design.ordered), range(len(design.suits))
    some_ranks = [*ranks[:-2][len(ranks) // 2 - 1 :][:1], *ranks[-2:]]
    some_suits = [*suits[len(suits) // 2 :][:1], *suits[1:2], *suits[-1:]]
    match kind:
        case "rank":
            return [design.rank_names[r] for r in dict.fromkeys((*ranks[:1], *ranks[-1:]))]
        case "suit":
            return [design.signs[u] for u in dict.fromkeys((*suits[:1], *suits[len(suits) // 2 :][:1]))]
        case "ranks":
            return [" ".join(design.rank_names[r] for r in some) for some in (ranks[:1], some_ranks) if some]
        case "suits":
            return [" ".join(design.signs[u] for u in some) for some in (suits[:1], suits[len(suits) // 2 :]) if some]
        case "cards":
            high = zip(some_ranks, some_suits, strict=False)
            return [found for some in ([(0, 0)], high) if (found := _named(design, list(some)))]
        case _:
            return []


def _named(design: Design, shown: list[tuple[int, int]]) -> str:
    """Return the names of the cards with these ranks and suits, as far as the deck has them."""
    return " ".join(face.name for face in design.faces if (face.rank, face.suit) in shown)
