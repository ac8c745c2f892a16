"""The ranks that the house rules of a mix make special, so that `a heart` means another card."""

from __future__ import annotations

from parlour.game import Game
from parlour.lang.rule_ranks import own_ranks, ranks_named


def special_ranks(game: Game) -> frozenset[str]:
    """Return the ranks to which house rules give a power or a class, by name or in an option."""
    design = game.program.deck.design
    rules = [document for document in game.composition.documents if document.kind == "rule"]
    options = [option for option in game.composition.options.values() if option.document.kind == "rule"]
    values = [option.data for option in options if option.type.kind in ("rank", "ranks", "cards")]
    words = [str(word) for value in values for word in (value if isinstance(value, list) else [value])]
    return frozenset[str]().union(ranks_named(words, design), *(own_ranks(rule, design) for rule in rules))
